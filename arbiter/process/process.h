/* A bot's process: the one place where processes start and end. Each leads its own process group,
 * dies with us, reads /dev/null, inherits no descriptor, dumps no core.
 *
 * With limits, a supervisor (arbiter/supervisor) stands between us and the program. It holds the
 * program and all its children together to the limits, and ends them all when we are gone, at
 * whatever moment. Without limits, a process dies with the thread that has started it
 * (PR_SET_PDEATHSIG).
 *
 * The runner starts bots by it (runner/bot_start.h). `solvent check`, the load benchmark and
 * svi_sandbox_works() start their processes themselves. Readers of league files and commands look
 * programs up here. */
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
/* The number under which a supervisor finds `page`. */
#define SVI_PROCESS_PAGE 5

#define SVI_PROCESS_END_MS 6000 /* a supervisor and its processes have ended by then */

#define SVI_PROCESS_LOST (-1)

/* A process, or the place for one. Starts as all 0; one thread uses it at a time. */
struct svi_process {
    pid_t pid; /* 0: none is running */
    /* status of the last process once it has ended, as by waitpid(); SVI_PROCESS_LOST if another
     * part of the program took it */
    int status;
    bool supervised; /* has a supervisor, at the other end of the leash */
    bool heard;      /* the supervisor has reported on the start */
    bool apart;      /* the program cannot reach its supervisor */
    int leash;
    int reason;           /* errno of a failed start; 0: it did not fail, or is not known yet */
    enum svi_blame blame; /* cause of the end; the bot if there is no supervisor */
    /* The supervisor's reason for ending the program. Behind SVI_SUPERVISOR_AND: its addition to
     * how the program has ended. "": neither. */
    char why[128];
};

/* The parameters of a start. The caller keeps and closes everything in it; the call copies what the
 * process needs. */
struct svi_process_setup {
    /* Program and arguments, NULL at the end; a program without a slash is looked up in PATH. */
    const char *const *argv;
    const char *const *set; /* "NAME=value" to put into the environment, NULL at the end */
    /* The environment is only `set`, PATH, HOME, TMPDIR and LANG; else ours as well. */
    bool bare;
    int output;         /* descriptor for its stdout and stderr */
    const char *folder; /* where it runs; NULL: our current folder */
    /* It gets our own stdin, stdout, stderr and process group instead, and no limits, so that it
     * may be a debugger. */
    bool terminal;
    const struct svi_limits *limits; /* NULL: no limits, and no supervisor */
    /* With limits: a descriptor that the program gets as SVI_PROCESS_FILTER; 0: none. */
    int filter;
    /* With limits: the page of the relay to the program's network (relay/page.h); 0: none. */
    int page;
    /* With limits: the program cannot signal its supervisor, as it runs in a sandbox or as another
     * user. So it cannot have caused the supervisor's end. */
    bool apart;
    /* With limits: do not wait for the program to be exec'ed. If that fails, the process ends, and
     * its `reason` says why. */
    bool at_once;
};

/* Returns the absolute path of a program, which the caller frees. A program with a slash starts at
 * the current folder. Others are looked up in PATH, then among the reference bots
 * (svi_process_bots()). Returns NULL, with errno, if no program may be executed. */
char *svi_process_find(const char *program);

/* Returns the folder of the reference bots: beside our own program, as installed, or where they
 * were built. The caller frees it. Returns NULL if there is no such folder. */
char *svi_process_bots(void);

/* Writes why svi_process_find() failed with errno `reason`: the kind of a file that is no program,
 * or a suggestion. A suggestion is the program in `folder` (NULL: the current one), or the
 * reference bot that may have been meant.
 *
 * Returns true if `program` names something else: a recorded game, a store, a YAML file, a
 * folder. */
#define SVI_PROCESS_WHY 512 /* bytes that `text` needs */
bool svi_process_missing(const char *program, const char *folder, int reason, char *text,
                         size_t size);

/* Writes the line about a program that cannot be started, with a suggestion: "cannot run './mybot':
 * Exec format error". */
void svi_process_tell(const char *program, const char *folder, int reason, struct svi_error *error);

/* Returns the path of a file of ours that is not on the PATH ("solvent-supervisor",
 * "solvent-gate"): beside our own program, as installed, or where it was built. The caller frees
 * it. Never NULL, even if there is no file. */
char *svi_process_helper(const char *name);

/* Starts a process; none may be running in `p`. Returns SV_OK once it has been exec'ed, or with
 * `at_once` is about to be; else SV_E_SYSTEM with one line in `error` and errno in p->reason. After
 * an error nothing runs, and `p` may be used again. */
enum sv_status svi_process_start(struct svi_process *p, const struct svi_process_setup *setup,
                                 struct svi_error *error);

/* Returns whether the process is not running, also if none was ever started. Reaps a process that
 * has just ended, and kills the rest of its group. */
bool svi_process_ended(struct svi_process *p);

/* Waits for the end of the process, at most patience_ms. Returns whether it has ended. */
bool svi_process_wait(struct svi_process *p, unsigned patience_ms);

/* Asks the process to end (SIGTERM to the group). Does not wait. */
void svi_process_terminate(const struct svi_process *p);

/* Kills the process, with all processes that its supervisor keeps. Does not wait:
 * svi_process_ended() says when it is gone. */
void svi_process_end(const struct svi_process *p);

/* Kills the group and reaps the process. Returns when it is gone, which a supervisor may delay by
 * SVI_PROCESS_END_MS. Does nothing if no process is running. */
void svi_process_kill(struct svi_process *p);

/* Writes how the last process ended, once svi_process_ended() is true: "exited with status 3", "was
 * killed by SIGSEGV", "exited with status 139 (SIGSEGV)". A shell or the sandbox passes on the
 * signal of its program in the last form. */
void svi_process_describe(const struct svi_process *p, char *text, size_t size);

#endif
