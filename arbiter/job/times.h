/* How long decisions take, as a histogram of bounded size: microseconds exactly up to 7, then four
 * buckets to each doubling, so that a quantile is at most an eighth off. Wall clock, and so no part
 * of anything hashed. */
#ifndef SVI_ARBITER_JOB_TIMES_H
#define SVI_ARBITER_JOB_TIMES_H

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

#endif
