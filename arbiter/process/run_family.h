/* The figures of a bot's processes: its supervisor, or whatever we have started, and all below, as
 * /proc and the control group tell them; and what is excused by them (below). A
 * look takes some ten microseconds for each thread, so looks are for questions that take long. */
#ifndef SVI_ARBITER_PROCESS_RUN_FAMILY_H
#define SVI_ARBITER_PROCESS_RUN_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- run evidence ---------------------------------------------------------------------------- */

/* How much of a bot's time the machine took, by evidence: figures of all its processes, read twice
 * or more while its clock runs. No system call here: process/run_family.h reads the figures.
 *
 * From the first look at a question on, no more is excused than
 *
 *  - the time less the processor time of the bot's whole family of processes, ended ones included:
 *    what ran is charged, and so is every wait that its own threads cause;
 *  - what others ran on the machine: the time of all processors, less idle time and the family's;
 *  - what the family's threads have waited for a processor, each at most that time. So sleep is
 *    charged, and so is the waiting of a thread that has lowered its own priority.
 *
 * What lies before the first look is charged. Looks only move on, so no moment is excused twice.
 *
 * Some doubt is left, always at the bot's cost where it is about processor time: figures of a
 * running thread may be a tick old. A child that nobody waits for (SIGCHLD ignored) takes its
 * figures along; without a control group, a bot whose process vanishes so is never excused again.
 *
 * A bot that runs on several processors at once is charged their time together, at most the time on
 * the wall: how much of it would have been side by side cannot be told. Nor can it be told whether
 * an answer had to wait for a thread that waits. So a bot may stretch a question by sleeping while
 * another of its threads queues behind strangers; it pays for what its threads run meanwhile, and
 * gains no thinking. */

/* A thread, by figures that grow. Those of a process stand with its first thread, and are 0 with
 * the others. */
struct svi_run_row {
    int32_t id;
    bool process;      /* its first thread */
    bool ready;        /* runs, or waits for a processor */
    bool uncounted;    /* its waits: it has a lower priority than we, or is our supervisor */
    int64_t waited_us; /* for a processor; a wait that goes on is not in it */
    int64_t ran_us;    /* by the process, in all its threads that are and were */
    int64_t reaped_us; /* by its children that have ended and were waited for, and by theirs */
    uint64_t faults, reaped_faults; /* minor page faults, likewise */
    int64_t before_us;              /* the ledger's own: waited before the first look */
};

/* What was read at a moment. */
struct svi_run_look {
    int64_t at_us;
    int64_t idle_us;  /* of all processors; -1: not known, and no bound */
    int64_t group_us; /* processor time of the bot's control group; -1: there is none */
    size_t n_rows, room;
    struct svi_run_row *rows; /* to be freed */
    bool whole;               /* all of the family could be read */
    bool behind;              /* a thread gets only time that nobody else wants (SCHED_IDLE) */
};

/* The ledger of a bot. Zeroed at the start. */
struct svi_run_evidence {
    struct svi_run_look next;  /* to be filled before the calls below */
    struct svi_run_look last;  /* before that */
    unsigned processors;       /* of the machine */
    int64_t tick_us;           /* how old the figures of a running thread may be */
    int64_t since_us;          /* of the first look */
    int64_t idle_us, group_us; /* then */
    int64_t ran_us, gone_us;   /* since: run by all, waited by threads that are gone */
    bool blind;                /* since: some of the family could not be read */
    bool hidden;               /* a process has ended, and its processor time cannot be found */
};

/* A row to be filled, zeroed; NULL: so many threads that there is no memory. */
struct svi_run_row *svi_run_look_row(struct svi_run_look *look);

/* Takes `next` as the first look at a question. */
void svi_run_evidence_begin(struct svi_run_evidence *e);

/* Takes `next` as one more look at it. */
void svi_run_evidence_add(struct svi_run_evidence *e);

/* What is excused, in microseconds. */
struct svi_run_excuse {
    int64_t settled_us; /* for good */
    int64_t most_us;    /* if all that goes on is waiting; at least settled_us */
};

/* What is excused of the time from the first look to `until_us`, by all looks since. `until_us` is
 * no later than the last of them. */
struct svi_run_excuse svi_run_evidence_weigh(const struct svi_run_evidence *e, int64_t until_us);

void svi_run_evidence_finish(struct svi_run_evidence *e);

/* ---- run family ------------------------------------------------------------------------------ */

/* Zeroed: there is no process, and nothing is excused. */
struct svi_run_family {
    pid_t pid;
    bool supervisor;
    int group;       /* a file of its control group; -1: there is none */
    int64_t mark_us; /* what it had run then */
    struct svi_run_evidence evidence;
};

/* Watches a process and all below it; the waits of the process itself don't count where it is a
 * `supervisor`, and no program of the bot's. May be called again. To be closed. */
void svi_run_family_open(struct svi_run_family *f, pid_t pid, bool supervisor);

/* May be called again, and for one that is zeroed. */
void svi_run_family_close(struct svi_run_family *f);

/* Takes the first look at a question, and returns what svi_run_family_ran() would, whole. */
int64_t svi_run_family_begin(struct svi_run_family *f);

/* Returns whether the last look found a thread that gets only processor time that nobody else wants,
 * as the supervisor arranges for a bot with more than its share (limits: cpu_share). */
bool svi_run_family_is_behind(const struct svi_run_family *f);

/* Marks a moment from which on svi_run_family_ran() counts. Cheap: it reads the processes' clocks
 * that the last look has found. */
void svi_run_family_mark(struct svi_run_family *f);

/* The processor time since the mark: by the same clocks, or with `whole` of all that a look finds
 * now, a little more where processes have come or ended since the look before the mark. */
int64_t svi_run_family_ran(struct svi_run_family *f, bool whole);

/* Looks again: what is excused of the time from the first look to `until_us`. */
struct svi_run_excuse svi_run_family_excuse(struct svi_run_family *f, int64_t until_us);

#endif
