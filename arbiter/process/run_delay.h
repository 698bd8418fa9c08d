/* How long the calling thread was ready to run and was not run, because others had the processors:
 * the second figure of /proc/thread-self/schedstat. By it a worker dates what it finds.
 *
 * The figure is the sum since the thread began, so a look now and then is kept to start from: what
 * has been waited since some moment is the difference to the last look before it. */
#ifndef SVI_ARBITER_PROCESS_RUN_DELAY_H
#define SVI_ARBITER_PROCESS_RUN_DELAY_H

#include <stdbool.h>
#include <stdint.h>

struct svi_run_delay_look {
    int64_t at_us, waited_us;
};

struct svi_run_delay {
    int fd; /* -1: it cannot be told, and all waits are 0 */
    struct svi_run_delay_look before, last;
};

/* Watches the calling thread. To be closed. */
void svi_run_delay_open(struct svi_run_delay *w, int64_t now_us);

/* May be called again, and for one that is zeroed but for fd = -1. */
void svi_run_delay_close(struct svi_run_delay *w);

/* Takes a look. */
void svi_run_delay_look(struct svi_run_delay *w, int64_t now_us);

/* The microseconds waited between the two moments, as far as can be told: at most a little more,
 * for what was waited between the last look and `since_us`; never more than there are. */
int64_t svi_run_delay_since(const struct svi_run_delay *w, int64_t since_us, int64_t now_us);

/* When that is taken to have arrived which a thread has found at `now_us`, after waiting for it
 * since `before_us`, and having looked last at `looked_us`. What lay there when it came back from
 * other work gets the benefit of the doubt; after a longer wait the machine may have run others
 * first. */
int64_t svi_run_delay_arrival(const struct svi_run_delay *w, int64_t looked_us, int64_t before_us,
                              int64_t now_us);

#endif
