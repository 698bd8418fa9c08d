#include "memory/memory.h"
#include "schedule/ladder_pool.h"

#include "job/points.h"
#include "schedule/standings.h"
#include "stats/luce.h"
#include "stats/luck_weight.h"
#include "stats/numeric.h"
#include "stats/ratings.h"
#include "stats/sandwich.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PRIOR_GAMES 1.0
#define PRIOR_VARIANCE 4.0 /* of a rating that nothing is known of, as a ghost's one game tells */
#define LEAST_VARIANCE 1e-9
#define MILLION 1000000

/* ---- results as the statistics take them ---------------------------------------------------- */

/* A seat's luck less the mean of its table, in parts of 1 / (seats * MILLION) points. Scores of a
 * game add up to 0, and stay so. */
static int64_t own_luck(const int32_t luck[], unsigned seats, unsigned seat)
{
    int64_t sum = 0;
    for (unsigned s = 0; s < seats; s++) {
        sum += luck[s];
    }
    return (int64_t)luck[seat] * seats - sum;
}

static enum sv_status fill(const struct svi_schedule *schedule, struct svi_games *games,
                           uint32_t (*sat)[SV_MAX_SEATS])
{
    enum sv_status status = schedule->luck != NULL ? svi_games_have_luck(games, 1) : SV_OK;
    for (unsigned i = 0; i < schedule->settings.bots && status == SV_OK; i++) {
        char name[16]; /* games are ordered by names: this keeps the numbers */
        unsigned bot;
        (void)snprintf(name, sizeof name, "%06u", i);
        status = svi_games_bot(games, name, &bot);
    }
    const unsigned seats = schedule->settings.seats;
    for (uint64_t number = 1; number <= schedule->taken && status == SV_OK; number++) {
        struct svi_pairing p;
        svi_schedule_seating(schedule, number, &p);
        const bool counts = svi_schedule_counts(schedule, number);
        for (unsigned s = 0; s < seats && status == SV_OK; s++) {
            struct svi_seat_result row = {.deal = p.deal,
                                          .game = number,
                                          .points = -1,
                                          .weight = sqrt(svi_schedule_weight(schedule, p.deal)),
                                          .bot = (uint16_t)p.bot[s],
                                          .seat = (uint8_t)s,
                                          .place = schedule->place[number - 1][s]};
            if (schedule->luck != NULL) {
                row.figure[0] = (float)((double)own_luck(schedule->luck[number - 1], seats, s) /
                                        (MILLION * seats));
            }
            sat[p.bot[s]][s]++;
            status = counts ? svi_games_add(games, &row) : SV_OK;
        }
    }
    struct svi_games_fault fault;
    return status == SV_OK ? svi_games_order(games, &fault) : status;
}

/* Deals that each entry has played. */
static void count_deals(const struct svi_games *games, uint32_t deals[], uint32_t last[])
{
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            deals[rows[s].bot] += last[rows[s].bot] != games->game[g].deal + 1;
            last[rows[s].bot] = games->game[g].deal + 1;
        }
    }
}

/* ---- luck ------------------------------------------------------------------------------------ */

/* What a point is worth in scores of the ratings where all are equal: place k of m has the score
 * (k < m) - sum of 1/(m - j + 1), j = 1 to k. */
static double worth_of_point(unsigned m)
{
    double both = 0, square = 0, expected = 0;
    for (unsigned k = 1; k <= m; k++) {
        const double off = (double)(m - k) / (m - 1) - 0.5;
        expected += k < m ? 1.0 / (m - k + 1) : 0;
        both += off * ((k < m ? 1 : 0) - expected);
        square += off * off;
    }
    return both / square;
}

/* Takes a deal, all of whose games count. */
static void weigh_deal(const struct svi_schedule *schedule, uint64_t deal,
                       struct svi_luck_weight *weight)
{
    const unsigned seats = schedule->settings.seats;
    const int64_t units = (int64_t)svi_points_unit(seats) * schedule->lanes;
    int64_t points[SV_MAX_SEATS] = {0}, luck[SV_MAX_SEATS] = {0}, sum = 0;
    struct svi_pairing p;
    assert(units > 0);
    svi_schedule_seating(schedule, deal * schedule->lanes + 1, &p);
    svi_scores_of_deal(schedule, deal, p.bot, seats, points, luck);
    for (unsigned s = 0; s < seats; s++) {
        sum += luck[s];
    }
    for (unsigned s = 0; s < seats; s++) {
        svi_luck_weight_take(weight, points[s] * MILLION / units - MILLION / 2,
                             (luck[s] * seats - sum) / ((int64_t)seats * schedule->lanes));
    }
}

/* What of luck is taken off scores, by all deals so far, which are before those it decides on. */
static void find_tilt(const struct svi_schedule *schedule, struct svi_tilt *tilt)
{
    struct svi_luck_weight weight = {0};
    for (uint64_t deal = 0; deal < schedule->taken / schedule->lanes; deal++) {
        bool counts = true;
        for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
            counts &= svi_schedule_counts(schedule, deal * schedule->lanes + lane + 1);
        }
        if (counts) {
            weigh_deal(schedule, deal, &weight);
        }
    }
    for (unsigned f = 0; f < SVI_TILT_FOLDS; f++) {
        tilt->weight[f][0] = worth_of_point(schedule->settings.seats) * svi_luck_weight(&weight) /
                             SVI_LUCK_WEIGHT_ONE;
    }
}

/* ---- ratings --------------------------------------------------------------------------------- */

/* Variances of each entry's distance from the mean of all in the pool that have played. [0] are by
 * the model, [1] robust. */
struct distances {
    const struct svi_ladder_pool *p;
    const uint32_t *deals;
    double *own[2], *with[2];
};

static void take_row(void *user, unsigned bot, const double bread[], const double covariance[])
{
    struct distances *d = user;
    const double *const row[] = {bread, covariance};
    unsigned i = 0;
    while (d->p->who[i] != bot) {
        i++;
    }
    for (unsigned k = 0; k < 2; k++) {
        d->own[k][i] = row[k][bot];
        for (unsigned j = 0; j < d->p->n; j++) {
            d->with[k][i] += d->deals[d->p->who[j]] > 0 ? row[k][d->p->who[j]] : 0;
        }
    }
}

/* Makes d->own the variances when all rows have been taken. */
static void conclude(struct distances *d)
{
    for (unsigned k = 0; k < 2; k++) {
        double all = 0;
        unsigned played = 0;
        for (unsigned i = 0; i < d->p->n; i++) {
            if (d->deals[d->p->who[i]] > 0) {
                played++;
                all += d->with[k][i];
            }
        }
        const double n = played > 0 ? played : 1;
        for (unsigned i = 0; i < d->p->n; i++) {
            d->own[k][i] = d->own[k][i] - 2 * d->with[k][i] / n + all / (n * n);
        }
    }
}

/* Ratings and variances from the results; without any, all alike. */
static enum sv_status learn(struct svi_ladder_pool *p, const struct svi_games *games,
                            const uint32_t deals[])
{
    struct svi_luce luce;
    struct svi_sandwich w;
    struct svi_tilt tilt = {0};
    const bool by_luck = p->schedule->luck != NULL;
    const size_t n = p->n + 1u;
    double *room = svi_new(4 * n, sizeof *room);
    struct distances d = {p, deals, {room, room + n}, {room + 2 * n, room + 3 * n}};
    if (by_luck) {
        find_tilt(p->schedule, &tilt);
    }
    enum sv_status status = svi_luce_init_tilted(&luce, games, PRIOR_GAMES, by_luck ? &tilt : NULL);
    if (status == SV_OK) {
        status = svi_sandwich_init(&w, &luce);
        if (status == SV_OK) {
            if (svi_sandwich_rows(&w, p->who, p->n, take_row, &d)) {
                conclude(&d);
            }
            for (unsigned i = 0; i < p->n; i++) {
                const uint32_t played = deals[p->who[i]];
                const double least =
                    w.known && played > 0 ? d.own[0][i] : PRIOR_VARIANCE / (1 + played);
                const double found = w.known && played > 0 ? d.own[1][i] : 0;
                p->rating[i] = played > 0 ? luce.value[p->who[i]] : 0;
                p->variance[i] = played < SVI_FEW_DEALS ? fmax(least, found) : found;
                p->variance[i] = fmin(fmax(p->variance[i], LEAST_VARIANCE), PRIOR_VARIANCE);
            }
            svi_sandwich_finish(&w);
        }
        svi_luce_finish(&luce);
    }
    free(room);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Those that play. New are entries that have joined and have played few deals. */
static void gather(struct svi_ladder_pool *p, const uint32_t deals[])
{
    const struct svi_schedule *schedule = p->schedule;
    const unsigned founders = schedule->n_stages > 0 ? schedule->stage[0].bots : UINT32_MAX;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < schedule->settings.bots; i++) {
            const bool is_new = i >= founders && deals[i] < SVI_FEW_DEALS;
            if (schedule->settings.status[i] == SVI_STATUS_PLAYS && is_new == (pass == 1)) {
                p->deals[p->n] = deals[i];
                p->who[p->n++] = i;
            }
        }
        p->old = pass == 0 ? p->n : p->old;
    }
}

/* A ranking of m tells of one of them as much as (m - 1 - sum of 1/k, k = 2 to m) / m, if all are
 * equal; m - 1 pairs would as (m - 1) / 4. */
static double share_of_pairs(unsigned m)
{
    double sum = 0;
    for (unsigned k = 2; k <= m; k++) {
        sum += 1 - 1.0 / k;
    }
    return sum / m / (0.25 * (m - 1));
}

enum sv_status svi_ladder_look(struct svi_ladder_pool *p)
{
    const struct svi_schedule *schedule = p->schedule;
    const unsigned n = schedule->settings.bots;
    uint32_t *deals = svi_new(n + 1u, sizeof *deals), *last = svi_new(n + 1u, sizeof *last);
    struct svi_games games;
    svi_games_init(&games);
    enum sv_status status = fill(schedule, &games, p->sat);
    if (status == SV_OK) {
        count_deals(&games, deals, last);
        gather(p, deals);
        p->per_pair = share_of_pairs(schedule->settings.seats) * schedule->seatings;
        status = learn(p, &games, deals);
    }
    svi_games_finish(&games);
    free(deals);
    free(last);
    return status;
}
