#include "stats/sprt.h"

#include "stats/numeric.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* For the bounded test: prior deals and their variance, and the most that one deal can take from a
 * factor. */
#define PRIOR_DEALS 4.0
#define PRIOR_VARIANCE 0.0625
#define MOST_LOST 0.96875
#define HALVINGS 40u /* of an interval from -1 to 1 */

void svi_sprt_init(struct svi_sprt *sprt, const struct svi_sprt_settings *settings)
{
    assert(settings->points0 < settings->points1 && settings->alpha > 0 && settings->beta > 0);
    memset(sprt, 0, sizeof *sprt);
    sprt->settings = *settings;
    sprt->upper = svi_log((1.0 - settings->beta) / settings->alpha);
    sprt->lower = svi_log(settings->beta / (1.0 - settings->alpha));
    if (settings->bounded) {
        sprt->upper = -svi_log(settings->alpha);
        sprt->lower = svi_log(settings->beta);
        sprt->up = sprt->down = 1;
    }
}

/* Returns the bet on differences of that variance. `loss` is the part of the bet that one deal can
 * lose at most. */
static double bet_of(const struct svi_sprt_settings *t, double variance, double loss)
{
    const double d = t->points1 - t->points0;
    const double bet = d / (variance + d * d);
    return bet * loss > MOST_LOST ? MOST_LOST / loss : bet;
}

static double variance_before(const struct svi_sprt *sprt)
{
    return (PRIOR_DEALS * PRIOR_VARIANCE + sprt->squares) / (PRIOR_DEALS + (double)sprt->deals);
}

static void bet(struct svi_sprt *sprt, double difference)
{
    const struct svi_sprt_settings *t = &sprt->settings;
    const double variance = variance_before(sprt);
    sprt->up *= 1 + bet_of(t, variance, 1 + t->points0) * (difference - t->points0);
    sprt->down *= 1 - bet_of(t, variance, 1 - t->points1) * (difference - t->points1);
}

static void take(struct svi_sprt *sprt, double difference)
{
    sprt->deals++;
    const double away = difference - sprt->mean;
    sprt->mean += away / (double)sprt->deals;
    sprt->squares += away * (difference - sprt->mean);
}

static void look_at_bets(struct svi_sprt *sprt)
{
    const struct svi_sprt_settings *t = &sprt->settings;
    const double most = sprt->up > sprt->down ? sprt->up : sprt->down;
    sprt->llr = most <= 1 ? 0 : sprt->up > sprt->down ? svi_log(most) : -svi_log(most);
    if (sprt->up * t->alpha >= 1) {
        sprt->state = SVI_SPRT_CANDIDATE;
    } else if (sprt->down * t->beta >= 1) {
        sprt->state = SVI_SPRT_BASELINE;
    }
}

enum svi_sprt_state svi_sprt_add(struct svi_sprt *sprt, double difference)
{
    const struct svi_sprt_settings *t = &sprt->settings;
    if (sprt->state != SVI_SPRT_GOES_ON) {
        return sprt->state;
    }
    if (t->bounded) { /* bets before the deal counts in the variance */
        difference = difference < -1 ? -1 : difference > 1 ? 1 : difference;
        bet(sprt, difference);
    }
    take(sprt, difference);
    const double n = (double)sprt->deals;
    if (t->bounded) {
        look_at_bets(sprt);
        return sprt->state;
    }
    if (sprt->deals < SVI_SPRT_FIRST_LOOK) {
        return SVI_SPRT_GOES_ON;
    }
    const double variance = sprt->squares / n;
    const double beyond = sprt->mean - 0.5 * (t->points0 + t->points1);
    if (variance > 0) {
        sprt->llr = (t->points1 - t->points0) / variance * n * beyond;
    } else { /* all differences are equal, so the test is certain */
        sprt->llr = beyond > 0 ? 2.0 * sprt->upper : beyond < 0 ? 2.0 * sprt->lower : 0.0;
    }
    if (sprt->llr >= sprt->upper) {
        sprt->state = SVI_SPRT_CANDIDATE;
    } else if (sprt->llr <= sprt->lower) {
        sprt->state = SVI_SPRT_BASELINE;
    }
    return sprt->state;
}

/* Returns whether the bets of a bounded test, made against the mean `m`, have ever won 1 / error.
 * `sign` is 1 for bets that the true mean is above m, -1 for bets that it is below. */
static bool rejects(const struct svi_sprt *sprt, const double difference[], double m, double sign,
                    double error)
{
    struct svi_sprt so_far = {.settings = sprt->settings};
    double won = 1;
    for (uint64_t i = 0; i < sprt->deals; i++) {
        const double x = difference[i] < -1 ? -1 : difference[i] > 1 ? 1 : difference[i];
        const double bet = bet_of(&sprt->settings, variance_before(&so_far), 1 + sign * m);
        won *= 1 + bet * sign * (x - m);
        if (won * error >= 1) {
            return true;
        }
        take(&so_far, x);
    }
    return false;
}

/* Finds the end of the rejected means by halving. The further a mean is below the differences, the
 * more a bet against it wins. */
static double end_of_rejected(const struct svi_sprt *sprt, const double difference[], double sign,
                              double error)
{
    double rejected = -sign, left = sign;
    if (!rejects(sprt, difference, rejected, sign, error)) {
        return rejected;
    }
    for (unsigned i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (rejected + left);
        *(rejects(sprt, difference, middle, sign, error) ? &rejected : &left) = middle;
    }
    return rejected;
}

void svi_sprt_interval(const struct svi_sprt *sprt, const double difference[], double *low,
                       double *high)
{
    const struct svi_sprt_settings *t = &sprt->settings;
    const double d = t->points1 - t->points0, n = (double)sprt->deals;
    *low = *high = NAN;
    if (t->bounded && sprt->deals > 0) {
        *low = end_of_rejected(sprt, difference, 1, t->alpha);
        *high = end_of_rejected(sprt, difference, -1, t->beta);
    } else if (sprt->deals >= SVI_SPRT_FIRST_LOOK) {
        const double unit = sprt->squares / n / (d * n);
        *low = sprt->mean - 0.5 * d - sprt->upper * unit;
        *high = sprt->mean + 0.5 * d - sprt->lower * unit;
    }
}

double svi_sprt_points(double elo, unsigned seats)
{
    const double share = svi_sigmoid(elo / SVI_ELO_PER_NAT) - 0.5;
    return seats < 2 ? share : share * seats / (seats - 1.0);
}

/* Returns the deals until a bet has won the logarithm `won`, if differences are `lead` beyond the
 * limit on average. */
static double bet_deals(double won, double bet, double lead, double variance)
{
    return won / (bet * lead - 0.5 * bet * bet * (variance + lead * lead));
}

double svi_sprt_expected(const struct svi_sprt_settings *settings, double points, double variance)
{
    if (settings->bounded && points >= settings->points1) {
        return bet_deals(-svi_log(settings->alpha),
                         bet_of(settings, variance, 1 + settings->points0),
                         points - settings->points0, variance);
    }
    if (settings->bounded && points <= settings->points0) {
        return bet_deals(-svi_log(settings->beta),
                         bet_of(settings, variance, 1 - settings->points1),
                         settings->points1 - points, variance);
    }
    const double d = settings->points1 - settings->points0;
    const double drift =
        d * (points - 0.5 * (settings->points0 + settings->points1)); /* times s^2 */
    const double upper = svi_log((1.0 - settings->beta) / settings->alpha);
    const double lower = svi_log(settings->beta / (1.0 - settings->alpha));
    double deals;
    if (fabs(drift) < 1e-9 * d * d) {
        deals = -upper * lower * variance / (d * d);
    } else {
        /* The probability of ending at the upper bound: for a random walk with this drift, exp(-2
         * drift / d^2 LLR) is a martingale. */
        const double h = -2.0 * drift / (d * d);
        const double up = (1.0 - svi_exp(h * lower)) / (svi_exp(h * upper) - svi_exp(h * lower));
        deals = (up * upper + (1.0 - up) * lower) * variance / drift;
    }
    return deals > SVI_SPRT_FIRST_LOOK || settings->bounded ? deals : SVI_SPRT_FIRST_LOOK;
}
