#include "stats/versus.h"

#include "memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sums {
    struct svi_cluster points[2], luck[2], at_seat[2][SVI_STATS_SEATS], margin[2], difference, rest;
};

typedef void take_value(struct svi_cluster *c, double value);

/* The shares of both bots in one game. */
struct shared {
    double points[2], luck[2];
    unsigned n[2], first[2]; /* seats */
};

static bool share(const struct svi_games *games, const struct svi_game_rows *g,
                  const unsigned bot[2], struct shared *of)
{
    *of = (struct shared){0};
    for (unsigned s = 0; s < svi_game_seats(g); s++) {
        for (unsigned b = 0; b < 2; b++) {
            if (games->row[g->first + s].bot == bot[b]) {
                of->first[b] = of->n[b]++ == 0 ? s : of->first[b];
                of->points[b] += svi_games_points(games, g, s);
                of->luck[b] += games->has_luck ? games->luck[g->first + s] : 0;
            }
        }
    }
    for (unsigned b = 0; b < 2; b++) {
        of->points[b] /= of->n[b];
        of->luck[b] /= of->n[b];
    }
    return of->n[0] > 0 && of->n[1] > 0;
}

static void add_seats(struct svi_versus *v, const struct svi_games *games,
                      const struct svi_game_rows *g, const unsigned bot[2], struct sums *sums,
                      take_value *take, bool first)
{
    for (unsigned s = 0; s < svi_game_seats(g); s++) {
        const struct svi_seat_row *row = &games->row[g->first + s];
        for (unsigned b = 0; b < 2; b++) {
            if (row->bot != bot[b]) {
                continue;
            }
            take(&sums->points[b], svi_games_points(games, g, s));
            take(&sums->at_seat[b][row->seat], svi_games_points(games, g, s));
            if (games->has_luck) {
                take(&sums->luck[b], games->luck[g->first + s]);
            }
            if (first) {
                v->bot[b].seats++;
                v->bot[b].place[row->place - 1]++;
            }
        }
    }
}

static void add_game(struct svi_versus *v, const struct svi_games *games,
                     const struct svi_game_rows *g, const unsigned bot[2], struct sums *sums,
                     bool first)
{
    take_value *const take = first ? svi_cluster_take : svi_cluster_again;
    struct shared of;
    if (!share(games, g, bot, &of)) {
        return;
    }
    add_seats(v, games, g, bot, sums, take, first);
    const double difference = of.points[0] - of.points[1];
    take(&sums->margin[of.first[0] > of.first[1]], difference);
    take(&sums->difference, difference);
    if (games->has_luck) {
        take(&sums->rest, difference - (of.luck[0] - of.luck[1]));
    }
    if (first) {
        v->games++;
        return;
    }
    struct svi_versus_deal *deal = &v->deal[v->n_deals];
    deal->number = g->deal_number;
    deal->games++;
    for (unsigned b = 0; b < 2; b++) {
        deal->points[b] += of.points[b];
        deal->luck[b] += games->has_luck ? of.luck[b] : NAN;
    }
}

static void close_deal(struct svi_versus *v, struct sums *sums)
{
    struct svi_versus_deal *deal = &v->deal[v->n_deals];
    for (unsigned b = 0; b < 2; b++) {
        svi_cluster_close(&sums->points[b]);
        svi_cluster_close(&sums->luck[b]);
        svi_cluster_close(&sums->margin[b]);
        for (unsigned s = 0; s < SVI_STATS_SEATS; s++) {
            svi_cluster_close(&sums->at_seat[b][s]);
        }
        deal->points[b] /= deal->games;
        deal->luck[b] /= deal->games;
    }
    svi_cluster_close(&sums->difference);
    svi_cluster_close(&sums->rest);
    v->n_deals += deal->games > 0;
}

/* A mean on the scale from `least` to 1. */
static struct svi_estimate mean_of(const struct svi_games *games, const struct svi_cluster *c,
                                   double least)
{
    struct svi_estimate e = svi_estimate_within(svi_cluster_mean(c), least, 1);
    if (games->no_intervals) {
        e.low = e.high = NAN;
    }
    return e;
}

static void conclude(struct svi_versus *v, const struct svi_games *games, const struct sums *sums)
{
    for (unsigned b = 0; b < 2; b++) {
        v->bot[b].points = mean_of(games, &sums->points[b], 0);
        v->bot[b].luck = mean_of(games, &sums->luck[b], -1);
        v->margin[b] = mean_of(games, &sums->margin[b], -1);
        v->n_margin[b] = sums->margin[b].n;
        for (unsigned s = 0; s < SVI_STATS_SEATS; s++) {
            v->bot[b].at_seat[s] = mean_of(games, &sums->at_seat[b][s], 0);
            v->bot[b].n_at_seat[s] = sums->at_seat[b][s].n;
        }
    }
    v->difference = mean_of(games, &sums->difference, -1);
    v->rest = mean_of(games, &sums->rest, -1);
}

enum sv_status svi_versus_init(struct svi_versus *v, const struct svi_games *games, unsigned i,
                               unsigned j)
{
    const unsigned bot[2] = {svi_games_place(games, i), svi_games_place(games, j)};
    struct sums sums;
    memset(v, 0, sizeof *v);
    memset(&sums, 0, sizeof sums);
    v->deal = svi_new(games->n_deals + 1u, sizeof *v->deal);
    if (v->deal == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        add_game(v, games, &games->game[g], bot, &sums, true);
    }
    for (uint32_t d = 0; d < games->n_deals; d++) {
        v->deal[v->n_deals] = (struct svi_versus_deal){0};
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            add_game(v, games, &games->game[g], bot, &sums, false);
        }
        close_deal(v, &sums);
    }
    conclude(v, games, &sums);
    return SV_OK;
}

void svi_versus_finish(struct svi_versus *v)
{
    free(v->deal);
}
