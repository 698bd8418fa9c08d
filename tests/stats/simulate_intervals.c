/* Leagues of a known field: how often the intervals of ratings and of mean points hold the truth,
 * and how often all rank intervals do together. A league a hundred times as long stands for the
 * truth, as the model does not have luck that a deal's games share. */
#include "base/scoped.h"
#include "stats/pairs.h"
#include "stats/ratings.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 160u /* more than SVI_PAIRS_STEPPED */

static const double spread[16] = {0.5,  0.3,   0.1, -0.1, -0.3, -0.5,  0.2, -0.2,
                                  0.05, -0.05, 0.4, -0.4, 0.15, -0.15, 0.6, -0.6};
static const double close[6] = {0.04, 0.02, 0, -0.02, -0.04, 0.06};

static double many[MOST]; /* as normal as it gets: set by main() */

#define LEAGUE(BOTS, SEATS, DEALS, SEATINGS, THETA, SEAT_LUCK, BOT_LUCK, TIE)                      \
    {                                                                                              \
        .bots = (BOTS), .seats = (SEATS), .deals = (DEALS), .seatings = (SEATINGS),                \
        .theta = (THETA), .seat_luck = (SEAT_LUCK), .bot_luck = (BOT_LUCK), .tie = (TIE)           \
    }

static const struct scene {
    const char *name;
    struct made_league league;
    double low; /* at least, of ratings and points */
} scenes[] = {
    {"2 bots, 20 deals", LEAGUE(2, 2, 20, 2, spread, 0, 0.5, -30), 0.93},
    {"4 bots, 12 deals", LEAGUE(4, 4, 12, 4, spread, 1, 0.5, -30), 0.94},
    {"4 bots, 30 deals", LEAGUE(4, 4, 30, 4, spread, 1, 0.5, -30), 0.94},
    {"4 bots, 100 deals", LEAGUE(4, 4, 100, 4, spread, 1, 0.5, -30), 0.94},
    {"4 bots, 300 deals", LEAGUE(4, 4, 300, 4, spread, 1, 0.5, -30), 0.94},
    {"6 near equals, 40 deals", LEAGUE(6, 4, 40, 4, close, 1, 0.3, -30), 0.94},
    {"8 bots at 4 seats, 60 deals", LEAGUE(8, 4, 60, 4, spread, 1, 0.3, -30), 0.94},
    {"6 bots with ties, 50 deals", LEAGUE(6, 4, 50, 4, spread, 0, 0.3, -1), 0.94},
    {"8 bots at 8 seats, 40 deals", LEAGUE(8, 8, 40, 8, spread, 1, 0.3, -30), 0.94},
    {"160 bots, 1600 deals", LEAGUE(MOST, 4, 1600, 1, many, 0, 0.3, -30), 0.94},
};

struct truth {
    double rating[MOST], points[MOST];
};

static void rate(const struct made_league *league, struct svi_draw *draw, double prior,
                 struct svi_games *games, struct svi_ratings *r)
{
    const struct svi_rating_options options = {.prior = prior, .anchor = league->bots};
    svi_games_init(games);
    make_league(league, draw, games);
    order_games(games);
    if (svi_ratings_init(r, games, &options) != SV_OK) {
        abort();
    }
}

static void find_truth(const struct scene *scene, struct truth *truth)
{
    struct made_league league = scene->league;
    struct svi_draw draw = {.state = 99};
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    league.deals = 200 * league.deals < 40000 ? 200 * league.deals : 40000;
    rate(&league, &draw, 0, &games, &r);
    for (unsigned i = 0; i < league.bots; i++) {
        truth->rating[i] = r.bot[i].rating.value;
        truth->points[i] = r.bot[i].points.value;
    }
}

static bool holds(struct svi_estimate e, double truth)
{
    return e.low <= truth && truth <= e.high;
}

static bool ranks_hold(const struct svi_ratings *r, const struct truth *truth, unsigned bots)
{
    for (unsigned i = 0; i < bots; i++) {
        unsigned rank = 1;
        for (unsigned j = 0; j < bots; j++) {
            rank += truth->rating[j] > truth->rating[i];
        }
        if (r->bot[i].rank_low == 0 || rank < r->bot[i].rank_low || rank > r->bot[i].rank_high) {
            return false;
        }
    }
    return true;
}

/* Places in all brackets, as claimed (0) and by a single bound for all pairs (1), of few bots. */
static void add_widths(const struct svi_ratings *r, unsigned bots, double width[2])
{
    static double covariance[MOST * MOST];
    double critical;
    for (unsigned i = 0; i < bots; i++) {
        for (unsigned j = 0; j < bots; j++) {
            covariance[i * bots + j] = r->sandwich.covariance[(size_t)i * r->luce.n + j];
        }
    }
    if (svi_pairs_critical(covariance, bots, r->sandwich.deals - 1.0, 0.95, &critical) != SV_OK) {
        abort();
    }
    for (unsigned i = 0; i < bots; i++) {
        width[0] += r->bot[i].rank_high - r->bot[i].rank_low;
        width[1] += bots - 1;
        for (unsigned j = 0; j < bots; j++) { /* a claim narrows two brackets */
            width[1] -= r->luce.value[i] - r->luce.value[j] >
                                critical * svi_sandwich_error(&r->sandwich, i, j)
                            ? 2
                            : 0;
        }
    }
}

static void play(struct simulation *s, const struct scene *scene, uint64_t seed)
{
    struct truth truth;
    struct svi_draw draw = {.state = seed};
    const unsigned bots = scene->league.bots;
    double ratings = 0, points = 0, ranks = 0, width[2] = {0};
    char what[80];
    find_truth(scene, &truth);
    for (unsigned i = 0; i < s->leagues; i++) {
        SCOPED(svi_games_finish) struct svi_games games;
        SCOPED(svi_ratings_finish) struct svi_ratings r;
        rate(&scene->league, &draw, 1, &games, &r);
        for (unsigned b = 0; b < bots; b++) {
            ratings += holds(r.bot[b].rating, truth.rating[b]);
            points += holds(r.bot[b].points, truth.points[b]);
        }
        ranks += ranks_hold(&r, &truth, bots);
        if (bots <= SVI_PAIRS_STEPPED) {
            add_widths(&r, bots, width);
        }
    }
    (void)snprintf(what, sizeof what, "%s: ratings", scene->name);
    simulation_share(s, what, ratings, (double)s->leagues * bots, scene->low, 0.96);
    (void)snprintf(what, sizeof what, "%s: points", scene->name);
    simulation_share(s, what, points, (double)s->leagues * bots, scene->low, 0.96);
    (void)snprintf(what, sizeof what, "%s: all ranks", scene->name);
    simulation_share(s, what, ranks, s->leagues, 0.95, 1);
    if (width[1] > 0) {
        printf("%s: places in brackets %.3f of those by single steps\n", scene->name,
               width[0] / width[1]);
    }
}

int main(int argc, char **argv)
{
    struct simulation s = simulation_begin("intervals", argc, argv, 60);
    struct svi_draw draw = {.state = 160};
    for (unsigned i = 0; i < MOST; i++) {
        many[i] = 0.4 * svi_draw_normal(&draw);
    }
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        play(&s, &scenes[i], i + 1);
    }
    return simulation_end(&s);
}
