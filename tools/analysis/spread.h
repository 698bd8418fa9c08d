/* A figure of games: its mean with a 95% interval, from sums over the games. Its owner counts the
 * games, `n`, as several spreads share them. Comparisons, prices of habits and rankings use it;
 * nothing fails. */
#ifndef SVI_TOOLS_ANALYSIS_SPREAD_H
#define SVI_TOOLS_ANALYSIS_SPREAD_H

#include <stdint.h>

/* All 0 at first. */
struct svi_spread {
    double sum, squares;
};

void svi_spread_add(struct svi_spread *s, double x);

/* Return the mean of `n` games (0 without a game), half the width of its 95% interval (NaN below
 * SVI_SPREAD_FEW games), and the standard deviation (NaN below 2 games). */
#define SVI_SPREAD_FEW 10u
double svi_spread_mean(const struct svi_spread *s, uint64_t n);
double svi_spread_half(const struct svi_spread *s, uint64_t n);
double svi_spread_sd(const struct svi_spread *s, uint64_t n);

#endif
