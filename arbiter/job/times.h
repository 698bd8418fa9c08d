/* Decision times as a histogram of fixed size: exact microseconds up to 7, then four buckets to
 * each doubling, so a quantile is off by an eighth at most. Wall clock times are never hashed. The
 * runner fills them in, the store keeps them, and reports and `check` read them. Histograms own
 * nothing, and their functions cannot fail. */
#ifndef SVI_ARBITER_JOB_TIMES_H
#define SVI_ARBITER_JOB_TIMES_H

#include <stddef.h>
#include <stdint.h>

#define SVI_TIMES_BUCKETS 124u /* the last holds all times from 2^31 + 3 * 2^29 us, 63 minutes */

/* A histogram; all 0 is an empty one. */
struct svi_times {
    uint64_t count[SVI_TIMES_BUCKETS];
    uint64_t charged_us; /* time charged to clocks for all decisions; 0 also if not known */
    uint64_t slowest_us; /* the longest time, exactly */
    uint64_t slowest;    /* match of the longest time; 0 without decisions */
};

/* Returns the bucket of a time. */
unsigned svi_times_bucket(uint64_t us);

/* Returns the shortest time that falls into a bucket. */
uint64_t svi_times_low(unsigned bucket);

/* Adds a decision of a match, whose number is 1 or more. `slowest` and slowest_us change only if it
 * took longer than all before. The caller adds the charged time to charged_us. */
void svi_times_add(struct svi_times *times, uint64_t us, uint64_t match);

/* Adds `count` decisions of a bucket, at least one, of which the slowest took `us`. */
void svi_times_add_some(struct svi_times *times, unsigned bucket, uint64_t count, uint64_t us,
                        uint64_t match);

/* Adds all decisions of another histogram. */
void svi_times_join(struct svi_times *times, const struct svi_times *other);

/* Returns the number of decisions. */
uint64_t svi_times_all(const struct svi_times *times);

/* Returns the time within which `per_mille` (0-1000) of a thousand decisions were taken, as if they
 * were evenly spread within a bucket. Returns 0 without decisions, and never more than
 * slowest_us. */
uint64_t svi_times_quantile(const struct svi_times *times, unsigned per_mille);

/* ---- match times ----------------------------------------------------------------------------- */

/* The decision times of a match: for each seat and kind of decision a histogram as above, of which
 * only non-empty buckets are kept as cells. So it has a few KiB, however long the match is. Without
 * memory for them the program ends (memory/memory.h). */

/* A cell: the decisions of a seat and kind that took about equally long. */
struct svi_decision_times {
    uint64_t charged_us; /* charged for all of them together */
    uint32_t count;
    uint32_t slowest_us; /* the slowest of them; UINT32_MAX: that or more */
    uint8_t seat;
    uint8_t kind;   /* enum sv_decision */
    uint8_t bucket; /* svi_times_bucket() of their times */
};

/* The cells of a match. All 0 is an empty one; svi_match_times_finish() frees it. */
struct svi_match_times {
    /* A hash table with `room` places; a place with the count 0 is free. */
    struct svi_decision_times *cell;
    size_t room, n;
};

void svi_match_times_finish(struct svi_match_times *times);

/* Adds a decision that took took_us, of which the seat's clock was charged charged_us. */
void svi_match_times_add(struct svi_match_times *times, unsigned seat, unsigned kind,
                         uint64_t took_us, uint64_t charged_us);

/* Moves the used cells together, to the first `n` places. Nothing may be added afterwards. */
void svi_match_times_close(struct svi_match_times *times);

#endif
