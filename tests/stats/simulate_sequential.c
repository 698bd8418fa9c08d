/* Sequential tests on simulated deals, looked at after each: how often they err. */
#include "stats/sprt.h"
#include "stats/topk.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DEAL_LUCK 0.7 /* what a deal does for a seat, in ln alpha */

/* Points of the first seat's bot at one table, of seats of these strengths. */
static double points_of_first(const double strength[], unsigned seats, struct svi_draw *draw)
{
    double first = 0, behind = 0;
    for (unsigned s = 0; s < seats; s++) {
        const double time = -svi_log(svi_draw_uniform(draw)) / svi_exp(strength[s]);
        if (s == 0) {
            first = time;
        } else {
            behind += time > first;
        }
    }
    return behind / (seats - 1);
}

/* The difference of a deal: candidate and baseline on the same seats of two tables against a field
 * of baselines, in all seatings; with two seats each other. */
static double difference(unsigned seats, double elo, struct svi_draw *draw)
{
    const double better = elo / SVI_ELO_PER_NAT;
    double sum = 0, luck[SVI_STATS_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        luck[s] = DEAL_LUCK * svi_draw_normal(draw);
    }
    for (unsigned turn = 0; turn < seats; turn++) {
        for (unsigned table = 0; table < (seats == 2 ? 1u : 2u); table++) {
            double strength[SVI_STATS_SEATS];
            for (unsigned s = 0; s < seats; s++) {
                strength[s] = luck[(turn + s) % seats];
            }
            strength[0] += table == 0 ? better : 0;
            const double points = points_of_first(strength, seats, draw);
            sum += seats == 2 ? 2 * points - 1 : table == 0 ? points : -points;
        }
    }
    return sum / seats;
}

/* What a difference in strength makes of points, deal luck and all. */
static double true_points(unsigned seats, double elo)
{
    struct svi_draw draw = {.state = 1234};
    double sum = 0;
    for (unsigned i = 0; i < 400000; i++) {
        sum += difference(seats, elo, &draw);
    }
    return sum / 400000;
}

static void try_sprt(struct simulation *s, unsigned seats)
{
    const double elo1 = 40;
    const struct svi_sprt_settings settings = {0, true_points(seats, elo1), 0.05, 0.05, false};
    struct svi_draw draw = {.state = seats};
    char what[80];
    double wrong[2] = {0}, deals[2] = {0};
    for (unsigned i = 0; i < s->leagues; i++) {
        for (unsigned better = 0; better < 2; better++) {
            struct svi_sprt test;
            svi_sprt_init(&test, &settings);
            while (svi_sprt_add(&test, difference(seats, better ? elo1 : 0, &draw)) ==
                   SVI_SPRT_GOES_ON) {
            }
            wrong[better] += (test.state == SVI_SPRT_CANDIDATE) != (better == 1);
            deals[better] += (double)test.deals / s->leagues;
        }
    }
    (void)snprintf(what, sizeof what, "sprt, %u seats, %.0f deals: alpha", seats, deals[0]);
    simulation_share(s, what, wrong[0], s->leagues, 0, 0.06);
    (void)snprintf(what, sizeof what, "sprt, %u seats, %.0f deals: beta", seats, deals[1]);
    simulation_share(s, what, wrong[1], s->leagues, 0, 0.06);
}

/* One deal of all bots, four at a table drawn anew: the mean points of those that played. */
static void deal(const double theta[], unsigned bots, unsigned seats, bool skewed,
                 struct svi_draw *draw, double mean[], bool played[])
{
    unsigned who[SVI_STATS_SEATS];
    double time[SVI_STATS_SEATS];
    for (unsigned i = 0; i < bots; i++) {
        const unsigned at = (unsigned)(svi_draw_bits(draw) % (i + 1));
        who[i] = who[at];
        who[at] = i;
        played[i] = false;
    }
    for (unsigned s = 0; s < seats; s++) {
        time[s] = -svi_log(svi_draw_uniform(draw)) / svi_exp(theta[who[s]]);
    }
    for (unsigned s = 0; s < seats; s++) {
        unsigned behind = 0;
        for (unsigned o = 0; o < seats; o++) {
            behind += time[o] > time[s];
        }
        played[who[s]] = true;
        mean[who[s]] = (double)behind / (seats - 1);
        if (skewed) { /* a win counts, and nothing else */
            mean[who[s]] = behind == seats - 1 ? 1 : 0;
        }
    }
}

static void try_stop(struct simulation *s, const char *name, const double theta[], unsigned bots,
                     unsigned seats, bool skewed)
{
    const struct svi_topk_settings settings = {.top = 2, .confidence = 0.95, .max_deals = 2000};
    struct svi_draw draw = {.state = bots + seats};
    double wrong = 0;
    char what[80];
    for (unsigned i = 0; i < s->leagues; i++) {
        struct svi_topk topk;
        double mean[SVI_STATS_SEATS];
        bool played[SVI_STATS_SEATS];
        if (svi_topk_init(&topk, bots, &settings) != SV_OK) {
            abort();
        }
        do {
            deal(theta, bots, seats, skewed, &draw, mean, played);
        } while (!svi_topk_add(&topk, mean, played));
        bool right = true; /* nobody outside is as good as one inside, in truth */
        for (unsigned a = 0; a < 2 && topk.decided; a++) {
            for (unsigned b = 2; b < bots; b++) {
                right &= theta[topk.order[a]] > theta[topk.order[b]];
            }
        }
        wrong += !right;
        svi_topk_finish(&topk);
    }
    (void)snprintf(what, sizeof what, "stop_when, %s: wrong", name);
    simulation_share(s, what, wrong, s->leagues, 0, 0.05);
}

int main(int argc, char **argv)
{
    static const double null[SVI_STATS_SEATS] = {0};
    static const double tie[] = {0.6, 0.002, 0, -0.002, -0.5, -0.5, -0.5, -0.5};
    static const double skewed[] = {-1.5, -1.5, -1.5, 1.5, 0, 0};
    struct simulation s = simulation_begin("sequential", argc, argv, 100);
    try_sprt(&s, 2);
    try_sprt(&s, 4);
    try_sprt(&s, 8);
    try_stop(&s, "4 equals", null, 4, 4, false);
    try_stop(&s, "8 equals at 4 seats", null, 8, 4, false);
    try_stop(&s, "8, second and third near", tie, 8, 4, false);
    try_stop(&s, "6 equals, winner takes all", null, 6, 4, true);
    try_stop(&s, "6, winner takes all, skewed", skewed, 6, 4, true);
    return simulation_end(&s);
}
