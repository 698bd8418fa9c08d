/* The functions that the statistics need beyond + - * / and sqrt(). They use only those five,
 * floor(), frexp() and ldexp(), which are exact, and integers. IEEE 754 rounds each of them in one
 * way, and the build does not contract operations (-ffp-contract=off). So every figure of this
 * module, and every decision of a sequential test, has the same bits with every compiler, machine
 * and libm. Errors are a few units in the last place. This module, formats, simulations, `panel`
 * and fits use them. Nothing fails: arguments must lie within the bounds stated. */
#ifndef SVI_ARBITER_STATS_NUMERIC_H
#define SVI_ARBITER_STATS_NUMERIC_H

#include <stdint.h>

/* Elo for odds of e : 1 (400 / ln 10). */
#define SVI_ELO_PER_NAT 173.71779276130073

/* Differences of mean points or logarithms of strengths below this are rounding errors, as between
 * copies of a bot in all seats of each deal. */
#define SVI_ROUNDING 1e-9

/* Returns e^x: 0 below -745, infinity above 709.78. Uses 2^k e^r with |r| <= ln(2)/2, and the
 * Taylor series of e^r up to r^14. */
double svi_exp(double x);

/* Returns the natural logarithm of x > 0, and minus infinity for 0. Uses e ln 2 + 2 atanh((m -
 * 1)/(m + 1)), x = m 2^e, and the series of atanh up to the 25th power. */
double svi_log(double x);

/* Returns 1 / (1 + e^-x). */
double svi_sigmoid(double x);

/* Returns ln Gamma(x) for x > 0. */
double svi_log_gamma(double x);

/* svi_t_cdf() returns P(T <= t) for Student's t with `df` > 0 degrees of freedom. svi_t_quantile()
 * is its inverse: it returns t for a probability 0 < p < 1. */
double svi_t_cdf(double t, double df);
double svi_t_quantile(double p, double df);

/* Returns P(X > x) for chi-square with `df` > 0 degrees of freedom, which need not be whole. */
double svi_chi2_tail(double x, double df);

/* Random numbers for statistics, simulations and fits, never for a game: SplitMix64. Set `state` to
 * a seed and the rest to 0; the same seed gives the same numbers. */
struct svi_draw {
    uint64_t state;
    double spare; /* the second normal of a pair */
    int has_spare;
};
uint64_t svi_draw_bits(struct svi_draw *draw);
double svi_draw_uniform(struct svi_draw *draw); /* in (0, 1) */
double svi_draw_normal(struct svi_draw *draw);
double svi_draw_gamma(struct svi_draw *draw, double shape); /* scale 1; shape >= 0.5 */

#endif
