/* The figures of a bot's processes: its supervisor, or whatever process we have started, and all
 * below it, as /proc and the control group show them. The excuses that follow from them are
 * explained below. A look takes some ten microseconds for each thread, so looks are for questions
 * that take long.
 *
 * A worker of the runner has a delay watch for its own thread, and a family for each bot; `solvent
 * check` has one family. No function fails: figures that cannot be read excuse nothing. */
#ifndef SVI_ARBITER_PROCESS_RUN_FAMILY_H
#define SVI_ARBITER_PROCESS_RUN_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How long a thread has waited for a processor until a moment. */
struct svi_run_delay_look {
    int64_t at_us, waited_us;
};

/* The watch of a thread's waits for a processor. Starts with fd -1. */
struct svi_run_delay {
    int fd; /* -1: the figure is not available, and all waits are 0 */
    struct svi_run_delay_look before, last;
};

/* Watches the calling thread. Close it with svi_run_delay_close(). */
void svi_run_delay_open(struct svi_run_delay *w, int64_t now_us);

/* Closes the watch. May be called again, and for a watch that was never opened. */
void svi_run_delay_close(struct svi_run_delay *w);

/* Takes a look. */
void svi_run_delay_look(struct svi_run_delay *w, int64_t now_us);

/* Returns the microseconds waited between the two moments, at most the time between them. It may
 * include a little more: waits between the last look and `since_us`. */
int64_t svi_run_delay_since(const struct svi_run_delay *w, int64_t since_us, int64_t now_us);

/* Returns the time at which an arrival is taken to have come that a thread has found at `now_us`.
 * The thread has waited for it since `before_us`, and last looked at `looked_us`. Arrivals that
 * were there when it came back from other work get the benefit of the doubt. After a longer wait
 * the machine may have run others first. */
int64_t svi_run_delay_arrival(const struct svi_run_delay *w, int64_t looked_us, int64_t before_us,
                              int64_t now_us);

/* ---- run evidence ---------------------------------------------------------------------------- */

/* Decides how much of a bot's time the machine took, from figures of all its processes, read twice
 * or more while its clock runs. No system call here: the run family reads the figures.
 *
 * From the first look at a question on, the excuse is at most
 *
 *  - the time less the processor time of the bot's whole family of processes, ended ones included:
 *    running is charged, and so is every wait that its own threads cause;
 *  - the time that others ran on the machine: the time of all processors, less idle time and the
 *    family's;
 *  - the time that the family's threads have waited for a processor, each at most the time on the
 *    wall. So sleep is charged, and so is the waiting of a thread that has lowered its own
 *    priority.
 *
 * Time before the first look is charged. Looks only move on, so no moment is excused twice.
 *
 * Some doubt is left. Doubt about processor time is always at the bot's cost: figures of a running
 * thread may be a tick old. A child that is not waited for (SIGCHLD ignored) takes its figures
 * along; without a control group, a bot whose process vanishes so is never excused again.
 *
 * A bot that runs on several processors at once is charged their time together, at most the time on
 * the wall: the figures do not show how much of it was side by side. Nor do they show whether an
 * answer had to wait for a thread that waits. So a bot may stretch a question by sleeping while
 * another of its threads queues behind strangers. It pays for the time that its threads run
 * meanwhile, and gains no thinking. */

/* A thread, with figures that grow. The figures of a process stand with its first thread, and are 0
 * with the others. */
struct svi_run_row {
    int32_t id;
    bool process; /* it is the first thread of its process */
    bool ready;   /* it runs, or waits for a processor */
    /* Its waits don't count: it has a lower priority than we, or is our supervisor. */
    bool uncounted;
    int64_t waited_us; /* wait for a processor, without a wait that goes on */
    int64_t ran_us;    /* by the process, in all its present and former threads */
    /* Run by its children that have ended and were waited for, and by theirs. */
    int64_t reaped_us;
    uint64_t faults, reaped_faults; /* minor page faults, by the process and such children */
    int64_t before_us;              /* waited before the first look; used by the ledger */
};

/* The figures read at one moment. */
struct svi_run_look {
    int64_t at_us;
    int64_t idle_us;  /* of all processors; -1: not known, and no bound */
    int64_t group_us; /* processor time of the bot's control group; -1: no group */
    size_t n_rows, room;
    struct svi_run_row *rows; /* freed by svi_run_evidence_finish() */
    bool whole;               /* all of the family could be read */
    bool behind;              /* a thread gets only spare processor time (SCHED_IDLE) */
};

/* The ledger of a bot. Starts as all 0. */
struct svi_run_evidence {
    struct svi_run_look next;  /* fill it before the calls below */
    struct svi_run_look last;  /* the look before */
    unsigned processors;       /* processors of the machine */
    int64_t tick_us;           /* most age of a running thread's figures */
    int64_t since_us;          /* time of the first look */
    int64_t idle_us, group_us; /* figures of the first look */
    /* Since the first look: run by all, and waited by threads that have ended. */
    int64_t ran_us, gone_us;
    bool blind;  /* since then some of the family could not be read */
    bool hidden; /* a process has ended, and its processor time is lost */
};

/* Adds a row to fill, zeroed. The row belongs to the look, and is valid until the next is added.
 * Returns NULL if there are too many threads for the memory; the look is not `whole` then. */
struct svi_run_row *svi_run_look_row(struct svi_run_look *look);

/* Takes `next` as the first look at a question. Looks come in the order of their times. */
void svi_run_evidence_begin(struct svi_run_evidence *e);

/* Takes `next` as one more look at it, after svi_run_evidence_begin(). */
void svi_run_evidence_add(struct svi_run_evidence *e);

/* The excused time, in microseconds. */
struct svi_run_excuse {
    int64_t settled_us; /* excused for good */
    int64_t most_us;    /* excused if the present waits go on; at least settled_us */
};

/* Returns the excuse for the time from the first look to `until_us`, by all looks since. `until_us`
 * is no later than the last look. */
struct svi_run_excuse svi_run_evidence_weigh(const struct svi_run_evidence *e, int64_t until_us);

/* Frees the rows of both looks, and empties the ledger. */
void svi_run_evidence_finish(struct svi_run_evidence *e);

/* ---- run family ------------------------------------------------------------------------------ */

/* Starts as all 0: without a process, and without excuses. */
struct svi_run_family {
    pid_t pid;
    bool supervisor;
    int group;       /* a file of its control group; -1: no group */
    int64_t mark_us; /* processor time at the mark */
    struct svi_run_evidence evidence;
};

/* Watches a process and all below it. If the process itself is a `supervisor`, no program of the
 * bot's, its waits don't count. May be called again. Close it with svi_run_family_close(). */
void svi_run_family_open(struct svi_run_family *f, pid_t pid, bool supervisor);

/* Closes the watch. May be called again, and for a watch that is zeroed. */
void svi_run_family_close(struct svi_run_family *f);

/* Takes the first look at a question, and returns svi_run_family_ran() with `whole`. */
int64_t svi_run_family_begin(struct svi_run_family *f);

/* Returns whether the last look found a thread that gets only spare processor time. The supervisor
 * arranges that for a bot with more than its share (limits: cpu_share). */
bool svi_run_family_is_behind(const struct svi_run_family *f);

/* Marks the moment from which svi_run_family_ran() counts. Cheap: it reads the clocks of the
 * processes that the last look has found, so svi_run_family_begin() comes before. */
void svi_run_family_mark(struct svi_run_family *f);

/* Returns the processor time since the mark. It reads the clocks of the processes known at the
 * mark; with `whole` it takes a look at all processes. Where processes have come or ended since the
 * look before the mark, the result is then a little more. */
int64_t svi_run_family_ran(struct svi_run_family *f, bool whole);

/* Takes another look, and returns the excuse for the time from the first look to `until_us`; all 0
 * without a first look. */
struct svi_run_excuse svi_run_family_excuse(struct svi_run_family *f, int64_t until_us);

#endif
