/* The weight of a deal's luck in its points before a sequential test sees them: points less B times
 * the luck. Luck has the mean 0 given everything before its deal. So the mean stays the same for
 * every B that depends on earlier deals alone. B is found by least squares of points upon luck over
 * these, with SVI_LUCK_PRIOR_DEALS prior deals for which it is 1. All of it is whole numbers, the
 * same everywhere. */
#ifndef SVI_ARBITER_STATS_LUCK_WEIGHT_H
#define SVI_ARBITER_STATS_LUCK_WEIGHT_H

#include <stdint.h>

#define SVI_LUCK_WEIGHT_ONE 1024 /* stands for B = 1 */
#define SVI_LUCK_WEIGHT_MOST (2 * SVI_LUCK_WEIGHT_ONE)
#define SVI_LUCK_PRIOR_DEALS 20 /* whose luck has a standard deviation of 0.1 points */

/* Starts as all 0. */
struct svi_luck_weight {
    int64_t square, product; /* of luck, and of luck and points: sums, in 10^-8 points^2 */
};

/* Returns B from the deals so far, in SVI_LUCK_WEIGHT_ONEths: at most SVI_LUCK_WEIGHT_MOST either
 * way. */
int32_t svi_luck_weight(const struct svi_luck_weight *w);

/* Adds a deal: its points less their expectation, and its luck, both in millionths of a point. */
void svi_luck_weight_take(struct svi_luck_weight *w, int64_t points, int64_t luck);

/* Returns the points less B times the luck. Luck is in millionths. */
double svi_luck_taken_off(double points, int64_t luck, int32_t weight);

#endif
