/* Points of a match: evenly from 1 for the first to 0 for the last, equal places share. Exact, so
 * whole numbers of a unit: a match of n seats is worth 2(n - 1) of them to its winner. */
#ifndef SVI_ARBITER_JOB_POINTS_H
#define SVI_ARBITER_JOB_POINTS_H

#include <stddef.h>
#include <stdint.h>

/* How many units make one point at a table of `seats` (2-8). */
static inline uint32_t svi_points_unit(unsigned seats)
{
    return 2 * (seats - 1);
}

/* Points by seat in those units, from places by seat (1 is best; equal places leave out the next).
 */
void svi_points(const uint8_t places[], unsigned seats, uint32_t points[]);

/* numerator / denominator with `decimals` (0-9) of them, rounded half away from zero, by whole
 * numbers alone: the same text everywhere. The denominator is 1 to 2^31. */
#define SVI_RATIO_TEXT 32
void svi_ratio_text(int64_t numerator, int64_t denominator, unsigned decimals,
                    char out[SVI_RATIO_TEXT]);

#endif
