/* How long decisions take, as a histogram of bounded size: microseconds exactly up to 7, then four
 * buckets to each doubling, so that a quantile is at most an eighth off. Wall clock, and so no part
 * of anything hashed. */
#ifndef SVI_ARBITER_JOB_TIMES_H
#define SVI_ARBITER_JOB_TIMES_H

#include <stddef.h>
#include <stdint.h>

#define SVI_TIMES_BUCKETS 124u /* the last has all from 2^31 + 3 * 2^29 us, 63 minutes, on */

struct svi_times {
    uint64_t count[SVI_TIMES_BUCKETS];
    uint64_t charged_us; /* what clocks were charged for all of them; 0: also where nobody knows */
    uint64_t slowest_us; /* the longest of them, exactly */
    uint64_t slowest;    /* the match it was in; 0: there is none */
};

unsigned svi_times_bucket(uint64_t us);

/* The least that falls into a bucket. */
uint64_t svi_times_low(unsigned bucket);

/* Adds a decision; the match is kept while none was slower. */
void svi_times_add(struct svi_times *times, uint64_t us, uint64_t match);

/* Adds so many, at least one, of a bucket, of which the slowest took `us`. */
void svi_times_add_some(struct svi_times *times, unsigned bucket, uint64_t count, uint64_t us,
                        uint64_t match);

/* Adds all of another. */
void svi_times_join(struct svi_times *times, const struct svi_times *other);

/* How many there are. */
uint64_t svi_times_all(const struct svi_times *times);

/* What `per_mille` of a thousand decisions took at most, within a bucket as if evenly spread; 0
 * when there are none. Never above slowest_us. */
uint64_t svi_times_quantile(const struct svi_times *times, unsigned per_mille);

/* ---- match times ----------------------------------------------------------------------------- */

/* How long the decisions of a match took: a histogram (arbiter/job/times.h) for each seat and kind
 * of decision, of which only those cells are there that something fell into. So it is a few KiB,
 * however long the match is. */

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
