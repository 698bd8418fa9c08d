/* Is a candidate better than a baseline? A sequential test on differences of points, one a deal (a
 * deal is one seed: all its games are one observation): the generalised SPRT. With t differences of
 * sum S and variance s^2 about their mean,
 *
 *     LLR = (d1 - d0) / s^2 * (S - t (d0 + d1) / 2),
 *
 * up to ln((1 - beta) / alpha), which accepts d1, or down to ln(beta / (1 - alpha)), which accepts
 * d0; the first look is after 100 deals, since s^2 must be known by then. Bounds are not corrected
 * for overshoot.
 *
 * The *bounded* test holds for differences of -1 to 1 whatever their law, from the first deal on.
 * It bets against each limit, as much as pays most when the other one is true:
 *
 *     up *= 1 + b (x - d0),   down *= 1 - b (x - d1),   b = (d1 - d0) / (s^2 + (d1 - d0)^2),
 *
 * with s^2 of the deals before, and b so small that neither factor falls below 1/32. `up` has a
 * mean of 1 at most while the mean of x is d0 or less, given what was before, so that it ever comes
 * to 1 / alpha has the chance alpha at most (Ville); that accepts d1, and 1 / beta of `down` d0
 * (Waudby-Smith and Ramdas 2024). With differences that vary less than the limits are apart, it
 * takes as many deals as the first test, else about ln(1 / alpha) / (d1 - d0), or fewer.
 *
 * A value to be fed deal by deal; + - * / and stats/numeric.h's logarithm decide, so the decision
 * is the same with every compiler. */
#ifndef SVI_ARBITER_STATS_SPRT_H
#define SVI_ARBITER_STATS_SPRT_H

#include <stdbool.h>
#include <stdint.h>

#define SVI_SPRT_FIRST_LOOK 100u

struct svi_sprt_settings {
    double points0, points1; /* differences of a deal, points0 < points1: d0 and d1 */
    double alpha,
        beta; /* of accepting d1 when it is d0, and the other way round: above 0, below 0.5 */
    bool bounded;
};

enum svi_sprt_state {
    SVI_SPRT_GOES_ON,
    SVI_SPRT_BASELINE,
    SVI_SPRT_CANDIDATE
}; /* d0 or d1 accepted */

struct svi_sprt {
    struct svi_sprt_settings settings;
    double lower, upper; /* bounds of the LLR; of the bounded test, of the logarithms of `up` and,
                            with a minus, of `down` */
    uint64_t deals;
    double mean, squares; /* of the differences; the sum of squares about the mean */
    double llr; /* at the last look; 0 before the first. Bounded: of the greater of the two, but 0
                   where both are below 1 */
    double up, down; /* bounded */
    enum svi_sprt_state state;
};

void svi_sprt_init(struct svi_sprt *sprt, const struct svi_sprt_settings *settings);

/* Takes the next deal's difference, candidate less baseline; bounded: what lies beyond -1
 * and 1 counts as these. Nothing is taken any more once it has been decided. */
enum svi_sprt_state svi_sprt_add(struct svi_sprt *sprt, double difference);

/* Finds the interval of the mean difference that belongs to the test: the means that it would
 * reject in neither direction, were its limits moved there. With probability 1 - alpha - beta or
 * more the true mean lies in it, at whatever deal the test ends. `low` is above points0 if the
 * candidate is accepted, `high` below points1 if the baseline is. `difference` has the sprt->deals
 * differences in their order. NAN before the first look. */
void svi_sprt_interval(const struct svi_sprt *sprt, const double difference[], double *low,
                       double *high);

/* The points that an Elo difference makes: of the candidate at a table against a field rated like
 * the baseline less what the baseline has there, sigma(e) - 1/2; of both at one table of `seats`,
 * (sigma(e) - 1/2) seats / (seats - 1), which is 2 sigma(e) - 1 in a duel. `seats` 0: at different
 * tables. */
double svi_sprt_points(double elo, unsigned seats);

/* How many deals it takes about, if the difference is `points` and the variance of a deal's
 * difference is this (Wald; at the middle between both, where it takes longest, by its square). At
 * least SVI_SPRT_FIRST_LOOK, unless it is bounded. */
double svi_sprt_expected(const struct svi_sprt_settings *settings, double points, double variance);

#endif
