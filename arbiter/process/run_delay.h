/* How long a thread was ready to run and was not run, because others had the processors: the second
 * figure of /proc/PID/schedstat. That is no time of its own, and clock.h does not charge it.
 *
 * The figure is the sum since the thread began, so a look now and then is kept to start from: what
 * has been waited since some moment is the difference to the last look before it. */
#ifndef SVI_ARBITER_PROCESS_RUN_DELAY_H
#define SVI_ARBITER_PROCESS_RUN_DELAY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct svi_run_delay_look {
    int64_t at_us, waited_us;
};

struct svi_run_delay {
    int fd; /* -1: it cannot be told, and all waits are 0 */
    pid_t pid;
    int64_t ran_ns, asked_us; /* what it had run when svi_run_delay_stuck() was asked last, and of
                                 what moment */
    struct svi_run_delay_look before, last;
};

/* Watches the first thread of a process, or the calling thread with `pid` 0. To be closed. */
void svi_run_delay_open(struct svi_run_delay *w, pid_t pid, int64_t now_us);

/* May be called again, and for one that is zeroed but for fd = -1. */
void svi_run_delay_close(struct svi_run_delay *w);

/* Takes a look, unless it is needed from `since_us` on, what came before the last look is all that
 * there is. */
void svi_run_delay_look(struct svi_run_delay *w, int64_t since_us, int64_t now_us);

/* The microseconds waited between the two moments, as far as can be told: at most a little more,
 * for what was waited between the last look and `since_us`; never more than there are. */
int64_t svi_run_delay_since(const struct svi_run_delay *w, int64_t since_us, int64_t now_us);

/* When that is taken to have arrived which a thread has found at `now_us`, after waiting for it
 * since `before_us`, and having looked last at `looked_us`. What lay there when it came back from
 * other work gets the benefit of the doubt; after a longer wait the machine may have run others
 * first. */
int64_t svi_run_delay_arrival(const struct svi_run_delay *w, int64_t looked_us, int64_t before_us,
                              int64_t now_us);

/* What is being waited at this moment is not in the figure before it ends. True when the thread is
 * ready to run, and has not run since this was asked last with the same `since_us`; the first time
 * when it is ready. */
bool svi_run_delay_stuck(struct svi_run_delay *w, int64_t since_us);

/* What the first threads of a process and of all below it have waited, together, since they began.
 * For a process whose work is done by one after the other, as when it starts: a launcher, a
 * sandbox, the program. 0 where it cannot be told. */
int64_t svi_run_delay_descendants(pid_t pid);

#endif
