/* A ratio of sums over clusters in one pass, such as points by seats over deals. Its 95% interval
 * is linearised; t has one degree of freedom less than there are clusters. */
#ifndef SVI_ARBITER_STATS_RATIO_H
#define SVI_ARBITER_STATS_RATIO_H

#include "stats/ratings.h"

#include <stdint.h>

/* All 0 at first. */
struct svi_ratio {
    double x, n, xx, xn, nn; /* sums over closed clusters */
    double here_x, here_n;   /* sums over the open cluster */
    uint32_t clusters;       /* with n above 0 */
};

/* Adds `x` to the numerator, `n` (0 or more) to the denominator. */
void svi_ratio_add(struct svi_ratio *r, double x, double n);

/* Ends a cluster. */
void svi_ratio_close(struct svi_ratio *r);

/* Returns the ratio, or NAN if the denominator is 0, with its interval by
 * svi_estimate_by_deals(). */
struct svi_estimate svi_ratio_estimate(const struct svi_ratio *r);

#endif
