/* Points of a match: from 1 for the first to 0 for the last in equal steps; equal places share.
 * They are exact, as whole numbers of a unit: winning a match of n seats is worth 2(n - 1)
 * units.
 *
 * League runs compute the points that they store, and `verify` computes them again. Simulations,
 * rankings, pages and formats that follow results use them too. Tools print figures by
 * svi_ratio_text(). Functions keep nothing and cannot fail; arrays are the caller's. */
#ifndef SVI_ARBITER_JOB_POINTS_H
#define SVI_ARBITER_JOB_POINTS_H

#include <stddef.h>
#include <stdint.h>

/* Returns the units of one point at a table of `seats` (2-8). */
static inline uint32_t svi_points_unit(unsigned seats)
{
    return 2 * (seats - 1);
}

/* Writes the points by seat in those units, from the places by seat (1 is best; equal places leave
 * out the next). */
void svi_points(const uint8_t places[], unsigned seats, uint32_t points[]);

/* Writes numerator / denominator with `decimals` (0-9) decimals, rounded half away from zero. It
 * uses whole numbers alone, so the text is equal everywhere. The denominator is 1 to 2^31. */
#define SVI_RATIO_TEXT 32
void svi_ratio_text(int64_t numerator, int64_t denominator, unsigned decimals,
                    char out[SVI_RATIO_TEXT]);

#endif
