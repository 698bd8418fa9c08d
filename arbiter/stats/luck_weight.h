/* The weight B of a deal's luck, which is subtracted from its points before a sequential test sees
 * them: points less B times the luck. Given everything before its deal, luck has the mean 0. So B
 * does not move the mean as long as it depends on earlier deals alone. B comes from least squares
 * of points on luck over the earlier deals, and SVI_LUCK_PRIOR_DEALS prior deals for which it is 1.
 * All numbers are integers, so results are the same on every machine. Sequential tests and ladders
 * use it (arbiter/schedule/). It owns nothing and cannot fail. */
#ifndef SVI_ARBITER_STATS_LUCK_WEIGHT_H
#define SVI_ARBITER_STATS_LUCK_WEIGHT_H

#include <stdint.h>

#define SVI_LUCK_WEIGHT_ONE 1024 /* stands for B = 1 */
#define SVI_LUCK_WEIGHT_MOST (2 * SVI_LUCK_WEIGHT_ONE)
#define SVI_LUCK_PRIOR_DEALS 20 /* their luck has a standard deviation of 0.1 points */

/* Starts as all 0. */
struct svi_luck_weight {
    int64_t square, product; /* sums of luck^2 and of luck times points, in 10^-8 points^2 */
};

/* Returns B from the deals so far, in SVI_LUCK_WEIGHT_ONEths: at most SVI_LUCK_WEIGHT_MOST either
 * way. */
int32_t svi_luck_weight(const struct svi_luck_weight *w);

/* Adds a deal: its points less their expectation, and its luck, both in millionths of a point. */
void svi_luck_weight_take(struct svi_luck_weight *w, int64_t points, int64_t luck);

/* Returns the points less B times the luck. Luck is in millionths. */
double svi_luck_taken_off(double points, int64_t luck, int32_t weight);

#endif
