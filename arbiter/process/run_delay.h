/* Measures how long the calling thread was ready to run, but waited while others had the
 * processors: the second figure of /proc/thread-self/schedstat. With it a worker dates arrivals.
 *
 * The figure is the sum since the thread began, so we remember a look now and then. The wait since
 * some moment is the difference to the last look before it. */
#ifndef SVI_ARBITER_PROCESS_RUN_DELAY_H
#define SVI_ARBITER_PROCESS_RUN_DELAY_H

#include <stdbool.h>
#include <stdint.h>

struct svi_run_delay_look {
    int64_t at_us, waited_us;
};

struct svi_run_delay {
    int fd; /* -1: the figure is not available, and all waits are 0 */
    struct svi_run_delay_look before, last;
};

/* Watches the calling thread. Close it with svi_run_delay_close(). */
void svi_run_delay_open(struct svi_run_delay *w, int64_t now_us);

/* Closes the watch. May be called again, and for a watch that is zeroed but for fd = -1. */
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

#endif
