/* The sandbox for a bot's process: bubblewrap (https://github.com/containers/bubblewrap).
 *
 * Inside, /usr is read-only (the machine's, or a sandbox_root's). So are the files that the bot's
 * program and arguments name, at the same paths. There are a private /tmp and /dev/shm of limited
 * size, and the arbiter's socket; everything else is empty and read-only. A bot has no network but
 * its relay's (arbiter/relay), sees no other processes, and has no capabilities and no home. The
 * system calls of seccomp.h are refused.
 *
 * The folder of a file that the command names is bound whole, unless it holds something that the
 * bot must not see. Then the file alone is bound, and `files` must name all else that the bot
 * needs. docs/SECURITY.md.
 *
 * svi_run() finds out what works on this machine, and runner/bot_start.c wraps the command of each
 * bot that it starts. The reader of league files reads the mode. A setup stays the caller's, for
 * the call. */
#ifndef SVI_ARBITER_PROCESS_SANDBOX_H
#define SVI_ARBITER_PROCESS_SANDBOX_H

#include "base/error.h"
#include "process/limits.h"
#include "process/sandbox_root.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Returns whether we are root and may become other users, so that each bot can have a user of its
 * own (svi_user_of()). Takes a few milliseconds. Do not call it while other threads start
 * processes. */
bool svi_user_works(void);

/* Returns the user of the `bot`-th of `n_bots` bots of a worker. Two runs at the same time mostly
 * have different users. */
uid_t svi_user_of(unsigned worker, unsigned n_bots, unsigned bot);

/* Returns the user of that bot's relay (arbiter/relay). */
uid_t svi_user_of_relay(unsigned worker, unsigned n_bots, unsigned bot);

/* Returns the first part of a path that a bot's user may not pass, or may not read if it is the
 * whole: a part open only to root or its group. `bound`: the path is shown in a sandbox, where only
 * the last folder and its contents count. Returns NULL if the path is open or does not exist. The
 * caller frees it. */
char *svi_user_closed(const char *path, bool bound);

enum svi_sandbox {
    SVI_SANDBOX_NONE,   /* bots run as we do: for one's own bots */
    SVI_SANDBOX_AUTO,   /* bubblewrap; without it only reference bots and the caller's own */
    SVI_SANDBOX_BWRAP,  /* bubblewrap or nothing */
    SVI_SANDBOX_STRICT, /* bubblewrap in control groups for memory and processor time, or nothing */
};

/* Reads a mode from its name: "auto", "bwrap", "strict", "none". Returns false for any other, and
 * *mode does not change then. */
bool svi_sandbox_mode(const char *name, enum svi_sandbox *mode);

/* Returns whether bubblewrap works here for a bot of that user (0: ours). `said` gets the first
 * line that bubblewrap printed, or "" (svi_sandbox_explain() in sandbox_cause.h finds the cause).
 * Tries again if the trial is killed from outside; takes a few milliseconds. Do not call it while
 * other threads start processes. */
#define SVI_SANDBOX_SAID 160
bool svi_sandbox_works(uid_t user, char said[SVI_SANDBOX_SAID]);

/* The program that makes the sandbox. */
#define SVI_SANDBOX_PROGRAM "bwrap"

/* The arbiter's place as a bot inside sees it: SVI_SANDBOX_SOCKET in the folder of its socket,
 * which is bound here. */
#define SVI_SANDBOX_SOCKET "arbiter"
#define SVI_SANDBOX_FOLDER "/run/solvent"
#define SVI_SANDBOX_ENDPOINT "ipc://" SVI_SANDBOX_FOLDER "/" SVI_SANDBOX_SOCKET

struct svi_sandbox_setup {
    const char *const *argv; /* program and arguments, NULL at the end */
    /* Further files and folders that it may read, NULL at the end; may be NULL. */
    const char *const *files;
    /* Paths that no bound folder may hold, NULL at the end; may be NULL. */
    const char *const *hidden;
    /* Folder where the bot runs; NULL: our current folder. Relative paths always start at our
     * current folder. */
    const char *here;
    bool network; /* it sees the machine's network: for a gate */
    bool relayed; /* a relay connects it to a part of that (svi_process_setup.page) */
    /* Root in place of the machine's /usr; all files that the bot can read are then held in memory.
     * May be NULL. */
    struct svi_sandbox_root *root;
    /* Folder of the arbiter's socket, bound at SVI_SANDBOX_FOLDER; svi_sandbox_wrap() needs one. */
    const char *folder;
    uid_t user; /* user that it runs as; 0: ours */
    /* Limits of /tmp, /dev/shm and the number of processes; NULL: no limit. */
    const struct svi_limits *limits;
};

/* Makes the command line that runs a bot inside the sandbox. Start it with a filter
 * (svi_seccomp_open()), and free it with svi_texts_free() (base/buf.h). A program named without a
 * slash is looked up in PATH; relative paths start at the current folder. *wrapped is NULL on
 * errors.
 *
 * Returns SV_E_SYSTEM with one line in `error` if there is no such program or file, none in the
 * root, or if files cannot be held in memory. */
enum sv_status svi_sandbox_wrap(const struct svi_sandbox_setup *setup, char ***wrapped,
                                struct svi_error *error);

/* Makes the command line that runs a bot without a sandbox, as `user`, with its number of processes
 * limited. Otherwise as svi_sandbox_wrap(). */
enum sv_status svi_sandbox_leave_bare(const struct svi_sandbox_setup *setup, char ***wrapped,
                                      struct svi_error *error);

#endif
