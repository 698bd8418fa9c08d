#include "job/match_times.h"

#include "job/times.h"
#include "memory/memory.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdlib.h>

#define FIRST_ROOM 64u /* a power of 2, and so are all others */

_Static_assert(SVI_TIMES_BUCKETS <= UINT8_MAX, "a bucket is a byte");

void svi_match_times_finish(struct svi_match_times *times)
{
    free(times->cell);
    *times = (struct svi_match_times){0};
}

/* The place of a cell: where it is, or where it may be put. There is one that is free. */
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
