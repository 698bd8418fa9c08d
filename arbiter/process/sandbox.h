/* The sandbox a bot's process is put in: bubblewrap (https://github.com/containers/bubblewrap).
 *
 * Inside there is /usr read-only (the machine's, or that of a sandbox_root), what the bot's program
 * and arguments name, read-only and at the same paths, a private /tmp and /dev/shm of limited size,
 * and the arbiter's socket; everything else is empty and read-only. No network, no other processes,
 * no capabilities, no home, and the system calls of seccomp.h are refused.
 *
 * The folder of a file that the command names is bound whole, unless it holds something that the
 * bot must not see; then the file alone is, and what else the bot needs is to be named in `files`.
 * docs/SECURITY.md. */
#ifndef SVI_ARBITER_PROCESS_SANDBOX_H
#define SVI_ARBITER_PROCESS_SANDBOX_H

#include "base/error.h"
#include "process/limits.h"
#include "process/sandbox_root.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum svi_sandbox {
    SVI_SANDBOX_NONE,   /* bots run as we do: for one's own */
    SVI_SANDBOX_AUTO,   /* bubblewrap when it works here */
    SVI_SANDBOX_BWRAP,  /* bubblewrap or nothing */
    SVI_SANDBOX_STRICT, /* bubblewrap in control groups for memory and processor time, or nothing */
};

/* A mode from its name: "auto", "bwrap", "strict", "none". False for any other. */
bool svi_sandbox_mode(const char *name, enum svi_sandbox *mode);

/* Tries whether bubblewrap works here for a bot of that user (0: of ours), again if somebody kills
 * the trial; takes a few milliseconds. Not to be called while other threads start processes. */
bool svi_sandbox_works(uid_t user);

/* What makes the sandbox. */
#define SVI_SANDBOX_PROGRAM "bwrap"

/* Where a bot inside finds the arbiter: SVI_SANDBOX_SOCKET in the folder it was given, which is
 * bound here. */
#define SVI_SANDBOX_SOCKET "arbiter"
#define SVI_SANDBOX_FOLDER "/run/solvent"
#define SVI_SANDBOX_ENDPOINT "ipc://" SVI_SANDBOX_FOLDER "/" SVI_SANDBOX_SOCKET

struct svi_sandbox_setup {
    const char *const *argv; /* program and arguments, NULL at the end */
    const char *const
        *files; /* files and folders it may read besides, NULL at the end; NULL: none */
    const char *const
        *hidden;      /* what no folder that is bound may hold, NULL at the end; NULL: nothing */
    const char *here; /* where the bot runs; NULL: where we do. Relative paths start where we do */
    bool network;     /* it sees the machine's network: a gate */
    struct svi_sandbox_root *root; /* in place of the machine's /usr; all that the bot can read is
                                      then held in memory. NULL: none */
    const char *folder;            /* of the arbiter's socket, bound at SVI_SANDBOX_FOLDER */
    uid_t user;                    /* as whom it runs; 0: as we do */
    const struct svi_limits
        *limits; /* how much may lie in /tmp and in /dev/shm, how many processes; NULL: no limit */
};

/* The command line that runs a bot inside the sandbox, to be started with a filter
 * (svi_seccomp_open()). A program named without a slash is looked up in PATH, relative paths start
 * at the current folder. To be given back by svi_sandbox_free(). SV_E_SYSTEM: no such program or
 * file, none in the root, or files that cannot be held; `error` then holds one line. */
enum sv_status svi_sandbox_wrap(const struct svi_sandbox_setup *setup, char ***wrapped,
                                struct svi_error *error);
void svi_sandbox_free(char **wrapped);

/* The same without a sandbox: the command line that runs a bot as `user`, held to its number of
 * processes. */
enum sv_status svi_sandbox_leave_bare(const struct svi_sandbox_setup *setup, char ***wrapped,
                                      struct svi_error *error);

#endif
