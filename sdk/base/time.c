#include "base/time.h"

#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

static int64_t read_us(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t svi_time_us(void)
{
    return read_us(CLOCK_MONOTONIC);
}

int64_t svi_time_wall_us(void)
{
    return read_us(CLOCK_REALTIME);
}

double svi_time_used_s(int who)
{
    struct rusage used;
    (void)getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* ---- time left ------------------------------------------------------------------------------- */

#define APART_US INT64_C(100000) /* between marks at first, for work that takes seconds */

void svi_time_left_begin(struct svi_time_left *e, int64_t now_us, uint64_t done)
{
    e->first = e->last = e->mark[0] = (struct svi_time_left_mark){now_us, done};
    e->n = 1;
    e->apart_us = APART_US;
}

/* Returns the mark from which the pace is measured: the last one that lies far enough back. */
static unsigned window(const struct svi_time_left *e)
{
    unsigned from = 0;
    while (from + 1 < e->n && e->last.at_us - e->mark[from + 1].at_us >= SVI_TIME_LEFT_WINDOW_US &&
           e->last.done - e->mark[from + 1].done >= SVI_TIME_LEFT_GAMES) {
        from++;
    }
    return from;
}

/* Makes room for a mark: drops those before the window, else every other one. */
static void make_room(struct svi_time_left *e)
{
    const unsigned old = window(e), step = old > 0 ? 1 : 2;
    unsigned kept = 0;
    for (unsigned i = old; i < e->n; i += step) {
        e->mark[kept++] = e->mark[i];
    }
    e->n = kept;
    e->apart_us *= step;
}

void svi_time_left_add(struct svi_time_left *e, int64_t now_us, uint64_t done)
{
    e->last = (struct svi_time_left_mark){now_us, done};
    if (now_us - e->mark[e->n - 1].at_us < e->apart_us) {
        return;
    }
    if (e->n == SVI_TIME_LEFT_MARKS) {
        make_room(e);
    }
    e->mark[e->n++] = e->last;
}

int64_t svi_time_left_s(const struct svi_time_left *e, uint64_t left)
{
    const uint64_t done = e->last.done - e->first.done;
    const struct svi_time_left_mark *from = &e->mark[window(e)];
    const uint64_t lately = e->last.done - from->done;
    if (left == 0) {
        return 0;
    }
    if (lately == 0 || done * (SVI_TIME_LEFT_LEAST - 1) < left) {
        return -1;
    }
    const double took_s = (double)(e->last.at_us - from->at_us) / 1e6;
    return (int64_t)(took_s / (double)lately * (double)left + 0.5);
}
