/* How long the decisions of a match took: a histogram (arbiter/job/times.h) for each seat and kind
 * of decision, of which only those cells are there that something fell into. So it is a few KiB,
 * however long the match is. */
#ifndef SVI_ARBITER_JOB_MATCH_TIMES_H
#define SVI_ARBITER_JOB_MATCH_TIMES_H

#include <stddef.h>
#include <stdint.h>

/* How often a seat took about so long for a kind of decision. Wall clock: no part of anything
 * hashed. */
struct svi_decision_times {
    uint64_t charged_us; /* for all of them together */
    uint32_t count;
    uint32_t slowest_us; /* of them; UINT32_MAX: that or more */
    uint8_t seat;
    uint8_t kind;   /* enum sv_decision */
    uint8_t bucket; /* svi_times_bucket() of each */
};

/* All 0 is an empty one. */
struct svi_match_times {
    struct svi_decision_times
        *cell; /* `room` of them, found by their hash; with the count 0 it is free */
    size_t room, n;
};

void svi_match_times_finish(struct svi_match_times *times);

/* Adds a decision that took so long, of which the seat's clock was charged so much. */
void svi_match_times_add(struct svi_match_times *times, unsigned seat, unsigned kind,
                         uint64_t took_us, uint64_t charged_us);

/* Moves the cells together: the first `n` are those that are there. No more is to be added then. */
void svi_match_times_close(struct svi_match_times *times);

#endif
