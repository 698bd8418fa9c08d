/* The effect of luck adjustment on a ranking. Simulates leagues, 2,000 if whole, of bots of
 * different strength. One kind has the luck of a real value, which explains half of the noise;
 * another has luck with nonsensical figures (an adversarial V). Checks that adjusted points have
 * the mean of points, and that intervals hold the truth. The luck of a deal is shared by its
 * games. */
#include "base/scoped.h"
#include "stats/adjust.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BOTS 4u

static const struct scene {
    const char *name;
    unsigned deals;
    double strength[BOTS];
    double known;   /* how much of a game's luck the first figure tells, as a factor; the others are
                       noise with the mean 0 */
    double shared;  /* luck that goes with the seat in all games of the deal */
    double counter; /* the first bot wins more where luck is great: it knows cards, and plays by
                       them */
} scenes[] = {
    {"equals, 40 deals", 40, {0, 0, 0, 0}, 1, 0.5, 0},
    {"20 deals, B = 1", 20, {0.5, 0.2, -0.2, -0.5}, 1, 0.5, 0},
    {"bots that differ, 60 deals", 60, {1, 0.3, -0.3, -1}, 1, 0.5, 0},
    {"an adversarial V", 60, {0.5, 0.2, -0.2, -0.5}, -3, 0.5, 0},
    {"a bot that counts cards", 60, {0.5, 0.2, -0.2, -0.5}, 1, 0.5, 0.8},
};

/* Makes a league of rotations: each seat has luck by deal and by game, independent of the bot. */
static void make(const struct scene *scene, struct svi_draw *draw, unsigned deals,
                 struct svi_games *games)
{
    svi_games_init(games);
    name_bots(games, BOTS);
    if (svi_games_have_luck(games, 2) != SV_OK) {
        abort();
    }
    for (unsigned d = 0; d < deals; d++) {
        double shared[BOTS];
        for (unsigned s = 0; s < BOTS; s++) {
            shared[s] = scene->shared * svi_draw_normal(draw);
        }
        for (unsigned r = 0; r < BOTS; r++) {
            struct svi_seat_result row[BOTS] = {{0}};
            double total[BOTS], luck[BOTS], mean = 0;
            for (unsigned s = 0; s < BOTS; s++) {
                const unsigned bot = (s + r) % BOTS;
                luck[s] = shared[s] + svi_draw_normal(draw);
                mean += luck[s] / BOTS;
                total[s] = scene->strength[bot] + luck[s] + 0.7 * svi_draw_normal(draw);
                total[s] += bot == 0 && luck[s] > 1 ? scene->counter : 0;
            }
            for (unsigned s = 0; s < BOTS; s++) {
                unsigned place = 1;
                for (unsigned o = 0; o < BOTS; o++) {
                    place += total[o] > total[s];
                }
                row[s] = (struct svi_seat_result){.deal = d + 1,
                                                  .game = d * BOTS + r + 1,
                                                  .points = -1,
                                                  .bot = (uint16_t)((s + r) % BOTS),
                                                  .seat = (uint8_t)s,
                                                  .place = (uint8_t)place};
                row[s].figure[0] = (float)(0.2 * scene->known * (luck[s] - mean));
                row[s].figure[1] = (float)(0.1 * svi_draw_normal(draw));
                if (svi_games_add(games, &row[s]) != SV_OK) {
                    abort();
                }
            }
        }
    }
    order_games(games);
}

static void rate(const struct scene *scene, struct svi_draw *draw, unsigned deals,
                 struct svi_games *games, struct svi_ratings *r)
{
    const struct svi_rating_options options = {.prior = 1, .anchor = BOTS};
    make(scene, draw, deals, games);
    if (svi_ratings_init(r, games, &options) != SV_OK) {
        abort();
    }
}

static bool holds(struct svi_estimate e, double truth)
{
    return e.low <= truth && truth <= e.high;
}

static void play(struct simulation *s, const struct scene *scene, uint64_t seed)
{
    double points[BOTS], rating[BOTS], sum[BOTS] = {0}, square[BOTS] = {0}, plain[BOTS] = {0};
    double held = 0, rated = 0, worst = 0, saved = 0, spent = 0;
    struct svi_draw draw = {.state = seed};
    struct svi_games games;
    struct svi_ratings r;
    char what[100];
    /* A long league stands for the truth. */
    rate(scene, &(struct svi_draw){.state = 99}, s->whole ? 40000 : 8000, &games, &r);
    for (unsigned b = 0; b < BOTS; b++) {
        points[b] = r.bot[b].points.value;
        rating[b] = r.bot[b].rating.value;
    }
    svi_ratings_finish(&r);
    svi_games_finish(&games);
    for (unsigned i = 0; i < s->leagues; i++) {
        SCOPED(svi_adjusted_finish) struct svi_adjusted a;
        rate(scene, &draw, scene->deals, &games, &r);
        if (svi_adjusted_init(&a, &r) != SV_OK) {
            abort();
        }
        for (unsigned b = 0; b < BOTS; b++) {
            const double off = a.points[b].value - points[b];
            held += holds(a.points[b], points[b]);
            rated += holds(a.ratings.bot[b].rating, rating[b]);
            sum[b] += off;
            square[b] += off * off;
            plain[b] += (r.bot[b].points.value - points[b]) * (r.bot[b].points.value - points[b]);
        }
        svi_ratings_finish(&r);
        svi_games_finish(&games);
    }
    const double n = s->leagues;
    for (unsigned b = 0; b < BOTS; b++) {
        const double bias = fabs(sum[b] / n) / sqrt(square[b] / n);
        worst = bias > worst ? bias : worst;
        spent += plain[b];
        saved += square[b];
    }
    (void)snprintf(what, sizeof what, "%s: adjusted points", scene->name);
    simulation_share(s, what, held, n * BOTS, 0.94, 0.96);
    (void)snprintf(what, sizeof what, "%s: adjusted ratings", scene->name);
    simulation_share(s, what, rated, n * BOTS, 0.935, 0.965);
    /* In standard errors of one league; a mean over few leagues is off by itself. */
    (void)snprintf(what, sizeof what, "%s: bias in errors", scene->name);
    simulation_share(s, what, worst * 1000, 1000, 0, 0.1 + (s->whole ? 0 : 4 / sqrt(n)));
    printf("    games saved x%.2f\n", spent / saved);
}

int main(int argc, char **argv)
{
    struct simulation s = simulation_begin("adjusted", argc, argv, 60);
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        play(&s, &scenes[i], i + 1);
    }
    return simulation_end(&s);
}
