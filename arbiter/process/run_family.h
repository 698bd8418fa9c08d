/* The figures of a bot's processes: its supervisor, or whatever we have started, and all below, as
 * /proc and the control group tell them; and what is excused by them (process/run_evidence.h). A
 * look takes some ten microseconds for each thread, so looks are for questions that take long. */
#ifndef SVI_ARBITER_PROCESS_RUN_FAMILY_H
#define SVI_ARBITER_PROCESS_RUN_FAMILY_H

#include "process/run_evidence.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

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
