/* The machine's time, for measurements that are never hashed. Runs, stores, pages and commands use
 * it; nothing here can fail. */
#ifndef SVI_BASE_TIME_H
#define SVI_BASE_TIME_H

#include <stdint.h>

/* Returns microseconds on a clock that never jumps. */
int64_t svi_time_us(void);

/* Returns microseconds since 1970, which jump when somebody sets the clock. */
int64_t svi_time_wall_us(void);

/* Returns the processor time of RUSAGE_SELF or RUSAGE_CHILDREN, user and system, in seconds. */
double svi_time_used_s(int who);

/* ---- time left ------------------------------------------------------------------------------- */

/* Estimates how long the rest of some work takes, by its pace in the last minutes. A league's run,
 * which other programs watch, and every pass over games with a progress line use it. The caller
 * gives the time, so tests can play a recorded run. */

#define SVI_TIME_LEFT_MARKS 64u
/* The pace is measured over this time, and over at least SVI_TIME_LEFT_GAMES games. */
#define SVI_TIME_LEFT_WINDOW_US INT64_C(300000000)
#define SVI_TIME_LEFT_GAMES 100u
/* No estimate before 1/20 of the games. */
#define SVI_TIME_LEFT_LEAST 20u

struct svi_time_left_mark {
    int64_t at_us;
    uint64_t done;
};

/* The pace of some work. svi_time_left_begin() fills it; there is nothing to free. */
struct svi_time_left {
    struct svi_time_left_mark first, last;
    /* Oldest first, at least `apart_us` from each other; `n` of them. */
    struct svi_time_left_mark mark[SVI_TIME_LEFT_MARKS];
    unsigned n;
    int64_t apart_us;
};

/* Begins, with `done` of the work done already. Begin again when another kind of work follows. */
void svi_time_left_begin(struct svi_time_left *e, int64_t now_us, uint64_t done);

/* Notes that `done` is done now. Cheap enough to call after every game. */
void svi_time_left_add(struct svi_time_left *e, int64_t now_us, uint64_t done);

/* Returns the seconds that `left` more take, as of the last call of svi_time_left_add(). Returns -1
 * while less than 5% of the work since the beginning is done, or if none was done lately, and 0 if
 * `left` is 0. */
int64_t svi_time_left_s(const struct svi_time_left *e, uint64_t left);

#endif
