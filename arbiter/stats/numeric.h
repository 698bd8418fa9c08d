/* The functions that the statistics need beyond + - * / and sqrt(). They are made of those five
 * alone, of floor(), frexp() and ldexp(), which are exact, and of whole numbers: IEEE 754 rounds
 * each of them in one way, and the build contracts none (-ffp-contract=off). So every figure of
 * this module, and with it every decision of a sequential test, is the same bits with every
 * compiler and on every machine, whatever its libm. Errors are a few units in the last place. */
#ifndef SVI_ARBITER_STATS_NUMERIC_H
#define SVI_ARBITER_STATS_NUMERIC_H

#include <stdint.h>

/* Elo that make odds of e : 1 (400 / ln 10). */
#define SVI_ELO_PER_NAT 173.71779276130073

/* Means of points and logarithms of strengths that differ by less do so by rounding alone: exactly
 * equal bots, copies in all seats of each deal, say. */
#define SVI_ROUNDING 1e-9

/* e^x: 0 below -745, infinite above 709.78. By 2^k e^r, |r| <= ln(2)/2, and the Taylor series of
 * e^r to r^14. */
double svi_exp(double x);

/* Natural logarithm of x > 0; of 0 minus infinity. By e ln 2 + 2 atanh((m - 1)/(m + 1)), x = m 2^e,
 * and the series of atanh to the 25th power. */
double svi_log(double x);

/* 1 / (1 + e^-x). */
double svi_sigmoid(double x);

/* ln Gamma(x), x > 0. */
double svi_log_gamma(double x);

/* P(T <= t) of Student's t with `df` > 0 degrees of freedom, and the t for which it is p (0 < p <
 * 1). */
double svi_t_cdf(double t, double df);
double svi_t_quantile(double p, double df);

/* P(X > x) of chi-square with `df` > 0, which need not be whole. */
double svi_chi2_tail(double x, double df);

/* Random numbers for simulations here, never for a game: SplitMix64, the same numbers from the same
 * start. */
struct svi_draw {
    uint64_t state;
    double spare; /* the other one of a pair of normals */
    int has_spare;
};
uint64_t svi_draw_bits(struct svi_draw *draw);
double svi_draw_uniform(struct svi_draw *draw); /* in (0, 1) */
double svi_draw_normal(struct svi_draw *draw);
double svi_draw_gamma(struct svi_draw *draw, double shape); /* scale 1; shape >= 0.5 */

#endif
