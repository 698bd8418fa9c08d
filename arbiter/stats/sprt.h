/* A sequential test: is a candidate better than a baseline? A league feeds it one difference of
 * points for each deal. All games of a deal are one observation.
 *
 * The generalised SPRT, with t differences of sum S and variance s^2 about their mean:
 *
 *     LLR = (d1 - d0) / s^2 * (S - t (d0 + d1) / 2)
 *
 * It accepts d1 when the LLR reaches ln((1 - beta) / alpha), and d0 at ln(beta / (1 - alpha)). The
 * first look is after 100 deals, since s^2 must be known by then. The bounds are not corrected for
 * overshoot.
 *
 * The *bounded* test holds for differences of -1 to 1 with any distribution, from the first deal
 * on. It bets against each limit, with the stake that wins most if the other limit is true:
 *
 *     up *= 1 + b (x - d0),   down *= 1 - b (x - d1),   b = (d1 - d0) / (s^2 + (d1 - d0)^2)
 *
 * Here s^2 is from earlier deals, and b is so small that neither factor falls below 1/32. While the
 * mean of x, given the past, is d0 or less, `up` has a mean of at most 1. So it reaches 1 / alpha
 * with a probability of at most alpha (Ville), which accepts d1; `down` at 1 / beta accepts d0
 * (Waudby-Smith and Ramdas 2024). If differences vary less than the limits are apart, it takes as
 * many deals as the first test, else about ln(1 / alpha) / (d1 - d0), or fewer.
 *
 * Only + - * / and the logarithm of stats/numeric.h decide, so every compiler gives the same
 * decision. schedule/format_sprt.c makes the test of a league, `solvent rank` one of past results.
 * A test owns nothing, copies its settings and cannot fail. */
#ifndef SVI_ARBITER_STATS_SPRT_H
#define SVI_ARBITER_STATS_SPRT_H

#include <stdbool.h>
#include <stdint.h>

#define SVI_SPRT_FIRST_LOOK 100u

struct svi_sprt_settings {
    double points0, points1; /* limits d0 < d1 of the difference of a deal */
    /* Probabilities of accepting d1 under d0, and d0 under d1: above 0, below 0.5. */
    double alpha, beta;
    bool bounded;
};

enum svi_sprt_state {
    SVI_SPRT_GOES_ON,
    SVI_SPRT_BASELINE, /* d0 is accepted */
    SVI_SPRT_CANDIDATE /* d1 is accepted */
};

struct svi_sprt {
    struct svi_sprt_settings settings;
    double lower, upper; /* bounds of the LLR; if bounded, of -ln(down) and ln(up) */
    uint64_t deals;
    double mean, squares; /* mean difference, and the sum of squares about it */
    /* At the last look; 0 before the first. For the bounded test ln(up) or -ln(down), from the
     * greater of the two, or 0 if both are below 1. */
    double llr;
    double up, down; /* only for the bounded test */
    enum svi_sprt_state state;
};

#define SVI_SPRT_COURSE 100u /* deals at which a course is known, at most */

/* The course of a test: its evidence (llr) after some of its deals, the last one among them. Bots
 * have the league's numbers. */
struct svi_sprt_course {
    bool given; /* false: the league makes no such test */
    unsigned candidate, baseline;
    double lower, upper;
    enum svi_sprt_state state;
    unsigned n;
    uint32_t deal[SVI_SPRT_COURSE];
    double llr[SVI_SPRT_COURSE];
};

/* Begins a test, before any deal. The settings lie in the ranges of their struct. */
void svi_sprt_init(struct svi_sprt *sprt, const struct svi_sprt_settings *settings);

/* Takes the next deal's difference: candidate less baseline. The bounded test counts differences
 * beyond -1 and 1 as -1 and 1. Does nothing once the test has decided. */
enum svi_sprt_state svi_sprt_add(struct svi_sprt *sprt, double difference);

/* Computes the confidence interval of the mean difference: the means that the test would not reject
 * if its limits were moved there. The true mean lies in it with a probability of at least 1 - alpha
 * - beta, at whatever deal the test ends. `low` is above points0 if the candidate is accepted,
 * `high` below points1 if the baseline is. `difference` has the sprt->deals differences in their
 * order. The interval is NAN before the first look. */
void svi_sprt_interval(const struct svi_sprt *sprt, const double difference[], double *low,
                       double *high);

/* Returns the difference of points that a difference of Elo means. If both play at one table of
 * `seats`: (sigma(e) - 1/2) seats / (seats - 1), which is 2 sigma(e) - 1 in a duel. If `seats` is
 * 0, each plays at tables of its own against a field rated like the baseline: sigma(e) - 1/2. */
double svi_sprt_points(double elo, unsigned seats);

/* Returns about how many deals the test takes if the true difference is `points` and differences of
 * deals have this variance (Wald). Halfway between the limits, where it takes longest, it uses the
 * square. The result is at least SVI_SPRT_FIRST_LOOK, unless the test is bounded. */
double svi_sprt_expected(const struct svi_sprt_settings *settings, double points, double variance);

#endif
