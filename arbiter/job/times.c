#include "job/times.h"

#define EXACT 8u /* buckets of one microsecond each */

unsigned svi_times_bucket(uint64_t us)
{
    unsigned power = 0; /* of the highest bit */
    if (us < EXACT) {
        return (unsigned)us;
    }
    for (unsigned half = 32; half != 0; half /= 2) {
        power += us >> power >> half != 0 ? half : 0;
    }
    const unsigned bucket = EXACT + (power - 3) * 4 + (unsigned)(us >> (power - 2) & 3);
    return bucket < SVI_TIMES_BUCKETS ? bucket : SVI_TIMES_BUCKETS - 1;
}

uint64_t svi_times_low(unsigned bucket)
{
    if (bucket < EXACT) {
        return bucket;
    }
    return (uint64_t)(4 + (bucket - EXACT) % 4) << ((bucket - EXACT) / 4 + 1);
}

void svi_times_add(struct svi_times *times, uint64_t us, uint64_t match)
{
    svi_times_add_some(times, svi_times_bucket(us), 1, us, match);
}

void svi_times_add_some(struct svi_times *times, unsigned bucket, uint64_t count, uint64_t us,
                        uint64_t match)
{
    times->count[bucket] += count;
    if (us > times->slowest_us || times->slowest == 0) {
        times->slowest_us = us;
        times->slowest = match;
    }
}

void svi_times_join(struct svi_times *times, const struct svi_times *other)
{
    for (unsigned i = 0; i < SVI_TIMES_BUCKETS; i++) {
        times->count[i] += other->count[i];
    }
    times->charged_us += other->charged_us;
    if (other->slowest != 0 && (times->slowest == 0 || other->slowest_us > times->slowest_us)) {
        times->slowest_us = other->slowest_us;
        times->slowest = other->slowest;
    }
}

uint64_t svi_times_all(const struct svi_times *times)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < SVI_TIMES_BUCKETS; i++) {
        all += times->count[i];
    }
    return all;
}

uint64_t svi_times_quantile(const struct svi_times *times, unsigned per_mille)
{
    const uint64_t all = svi_times_all(times);
    const uint64_t rank = all / 1000 * per_mille + (all % 1000 * per_mille + 999) / 1000;
    uint64_t before = 0;
    unsigned bucket = 0;
    if (all == 0) {
        return 0;
    }
    while (bucket + 1 < SVI_TIMES_BUCKETS && before + times->count[bucket] < rank) {
        before += times->count[bucket++];
    }
    const uint64_t low = svi_times_low(bucket);
    const uint64_t high =
        bucket + 1 < SVI_TIMES_BUCKETS ? svi_times_low(bucket + 1) : times->slowest_us;
    const uint64_t width = high > low ? high - low : 0;
    const double within =
        times->count[bucket] == 0 ? 0 : (double)(rank - before) / (double)times->count[bucket];
    const uint64_t us = low + (uint64_t)((double)(width - (width > 0)) * within);
    return us < times->slowest_us ? us : times->slowest_us;
}
