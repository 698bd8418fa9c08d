/* A bot's process: the one place where processes start and end. Each leads its own process group,
 * dies with us, reads /dev/null, inherits no descriptor, dumps no core.
 *
 * With limits a supervisor (arbiter/supervisor) stands between us and the program: it holds the
 * program and all its children to them together, and ends them all when we are gone, whenever that
 * may be. Without, a process dies with the thread that has started it (PR_SET_PDEATHSIG). */
#ifndef SVI_ARBITER_PROCESS_PROCESS_H
#define SVI_ARBITER_PROCESS_PROCESS_H

#include "base/error.h"
#include "process/blame.h"
#include "process/limits.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The number under which a program finds the descriptor `filter`. */
#define SVI_PROCESS_FILTER 4

#define SVI_PROCESS_END_MS 6000 /* a supervisor has ended by then, with all that it keeps */

struct svi_process {
    pid_t pid;  /* 0: none is running */
    int status; /* of the last that ran, as by waitpid(); valid once it has ended */
    bool kept;  /* by a supervisor, at the other end of the leash */
    bool heard; /* what the supervisor says of the start */
    bool apart; /* the program cannot reach its supervisor */
    int leash;
    int reason; /* the errno of a start that failed; 0: it did not, or nothing is heard of it yet */
    enum svi_blame blame; /* whose doing the end was; the bot's where there is no supervisor */
    char why[128]; /* for which the supervisor has ended it; or, behind SVI_SUPERVISOR_AND, what it
                      adds to how the program has ended; "": neither */
};

struct svi_process_setup {
    const char *const
        *argv; /* program and arguments, NULL at the end; looked up in PATH without a slash */
    const char *const *set; /* "NAME=value" to put into the environment, NULL at the end */
    bool bare;          /* only `set`, PATH, HOME, TMPDIR and LANG; else our environment as well */
    int output;         /* descriptor for its stdout and stderr */
    const char *folder; /* where it runs; NULL: where we do */
    bool terminal; /* instead: our own stdin, stdout, stderr and process group, and no limits, so
                      that it may be a debugger */
    const struct svi_limits *limits; /* NULL: none, and no supervisor */
    int filter; /* with limits: a descriptor that the program gets as SVI_PROCESS_FILTER; 0: none */
    bool apart; /* with limits: the program cannot signal its supervisor, as it runs in a sandbox or
                   as another user. So the end of that is not the program's doing */
    bool at_once; /* with limits: do not wait for the program to be exec'ed. Where it cannot be, the
                     process ends, and its `reason` says why */
};

/* The absolute path of a program: one with a slash from the current folder, else from PATH, else
 * the reference bot of that name (svi_process_bots()). To be freed; NULL when there is none that
 * may be executed (errno tells). */
char *svi_process_find(const char *program);

/* Where the reference bots lie: beside our own program, as installed, or where they were built. To
 * be freed; NULL: there is no such folder. */
char *svi_process_bots(void);

/* Writes why svi_process_find() failed with errno `reason`: what the file is if it is no program,
 * or the program in `folder` (NULL: where we run) or the reference bot that may have been meant.
 *
 * Returns true if `program` names something else: a recorded game, a store, a YAML file, a folder.
 */
#define SVI_PROCESS_WHY 512 /* room for it */
bool svi_process_missing(const char *program, const char *folder, int reason, char *text,
                         size_t size);

/* The line about a program that cannot be started, with what may have been meant: "cannot run
 * './mybot': Exec format error". */
void svi_process_tell(const char *program, const char *folder, int reason, struct svi_error *error);

/* Where the supervisor lies: beside our own program, as installed, or where it was built. To be
 * freed. */
char *svi_process_supervisor(void);

/* Starts it. SV_OK once it has been exec'ed, or is about to be; SV_E_SYSTEM with one line in
 * `error` otherwise. */
enum sv_status svi_process_start(struct svi_process *p, const struct svi_process_setup *setup,
                                 struct svi_error *error);

/* True when it is not running; reaps it, and kills what is left of its group, when it has just
 * ended. */
bool svi_process_ended(struct svi_process *p);

/* Waits until it has ended, for so many milliseconds at most. True when it has. */
bool svi_process_wait(struct svi_process *p, unsigned patience_ms);

/* Asks it to end (SIGTERM to the group). No wait. */
void svi_process_terminate(const struct svi_process *p);

/* Has it killed, with all that its supervisor keeps. No wait: svi_process_ended() tells when it is
 * gone. */
void svi_process_end(const struct svi_process *p);

/* Kills the group and reaps the process. Returns when it is gone. */
void svi_process_kill(struct svi_process *p);

/* How the last one ended, e.g. "exited with status 3", "was killed by SIGSEGV", "exited with status
 * 139 (SIGSEGV)": so a shell or the sandbox passes on what killed the program that it ran. */
void svi_process_describe(const struct svi_process *p, char *text, size_t size);

#endif
