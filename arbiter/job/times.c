#include "job/times.h"

#include "memory/memory.h"

#include <solvent/manifest.h>

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define EXACT 8u /* buckets of one microsecond each */

unsigned svi_times_bucket(uint64_t us)
{
    unsigned power = 0; /* power of the highest bit */
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
    assert(match != 0);
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

/* ---- match times ----------------------------------------------------------------------------- */

#define FIRST_ROOM 64u /* all rooms are powers of 2 */

_Static_assert(SVI_TIMES_BUCKETS <= UINT8_MAX, "a bucket is a byte");

void svi_match_times_finish(struct svi_match_times *times)
{
    free(times->cell);
    *times = (struct svi_match_times){0};
}

/* Returns the cell's place, or the free place where it may be put. The table must have a free
 * place. */
static struct svi_decision_times *find(struct svi_decision_times *cell, size_t room, unsigned seat,
                                       unsigned kind, unsigned bucket)
{
    const uint32_t key = (seat * SV_DECISION_COUNT + kind) * SVI_TIMES_BUCKETS + bucket;
    size_t at = (key * UINT32_C(0x9e3779b9)) >> 16 & (room - 1);
    while (cell[at].count != 0 &&
           (cell[at].seat != seat || cell[at].kind != kind || cell[at].bucket != bucket)) {
        at = (at + 1) & (room - 1);
    }
    return &cell[at];
}

static void grow(struct svi_match_times *times)
{
    const size_t room = times->room > 0 ? 2 * times->room : FIRST_ROOM;
    struct svi_decision_times *cell = svi_new(room, sizeof *cell);
    for (size_t i = 0; i < times->room; i++) {
        const struct svi_decision_times *old = &times->cell[i];
        if (old->count != 0) {
            *find(cell, room, old->seat, old->kind, old->bucket) = *old;
        }
    }
    free(times->cell);
    times->cell = cell;
    times->room = room;
}

void svi_match_times_add(struct svi_match_times *times, unsigned seat, unsigned kind,
                         uint64_t took_us, uint64_t charged_us)
{
    const uint32_t us = took_us < UINT32_MAX ? (uint32_t)took_us : UINT32_MAX;
    const unsigned bucket = svi_times_bucket(us);
    if (4 * (times->n + 1) > 3 * times->room) {
        grow(times);
    }
    struct svi_decision_times *cell = find(times->cell, times->room, seat, kind, bucket);
    if (cell->count == 0) {
        times->n++;
        cell->seat = (uint8_t)seat;
        cell->kind = (uint8_t)kind;
        cell->bucket = (uint8_t)bucket;
    }
    cell->count++;
    cell->charged_us += charged_us;
    cell->slowest_us = us > cell->slowest_us ? us : cell->slowest_us;
}

void svi_match_times_close(struct svi_match_times *times)
{
    size_t n = 0;
    for (size_t i = 0; i < times->room; i++) {
        if (times->cell[i].count != 0) {
            times->cell[n++] = times->cell[i];
        }
    }
}
