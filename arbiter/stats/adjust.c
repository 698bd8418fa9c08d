#include "stats/adjust.h"

#include "base/error.h"
#include "memory/memory.h"
#include "stats/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define K SVI_STATS_FIGURES

/* Sums over the rows of a fold, for regressions on the figures of luck. */
struct sums {
    double square[K][K];
    double points[K], scores[K];
    double points_square, points_scores; /* sums over points - 1/2, 1/2 being the mean at a table */
    double rows;
};

struct workspace {
    const struct svi_games *games;
    const struct svi_ratings *r;
    unsigned k; /* figures */
    struct sums fold[SVI_ADJUST_FOLDS];
    struct of_bot {
        double n, points, figure[K];
    } * bot;                 /* [fold * n_bots + bot] */
    struct svi_tilt points;  /* weights of the luck that is subtracted from points */
    struct svi_tilt *scores; /* svi_adjusted.scores */
};

static unsigned fold_of(uint32_t deal)
{
    return deal % SVI_ADJUST_FOLDS;
}

/* ---- scores ---------------------------------------------------------------------------------- */

/* Returns the mean of a bot's feature in a choice from a set, or 0 if the bot is not in the set. */
static double mean_of(const struct svi_luce *luce, const struct svi_luce_set *set,
                      const double means[], unsigned bot)
{
    for (unsigned i = 0; i < set->size; i++) {
        if (luce->member[set->first + i] == bot) {
            return means[set->first + i];
        }
    }
    return 0;
}

/* Computes each seat's score in a game: the observed result less the expected one. `stage` is the
 * index of the game's first choice in luce->stage, and moves on to the next game's. */
static void score_game(const struct svi_luce *luce, const double means[], size_t g, size_t *stage,
                       double scores[SVI_STATS_SEATS])
{
    const struct svi_games *games = luce->games;
    const struct svi_game_rows *game = &games->game[g];
    const struct svi_seat_row *rows = &games->row[game->first];
    struct svi_luce_choice choice;
    const unsigned seats = svi_game_seats(game);
    uint8_t behind = 0; /* places up to this one have been chosen */
    for (unsigned s = 0; s < seats; s++) {
        scores[s] = 0;
    }
    svi_luce_game(games, g, &choice);
    while (svi_luce_next(&choice)) {
        const struct svi_luce_set *set = &luce->set[luce->stage[(*stage)++]];
        uint8_t next = UINT8_MAX;
        for (unsigned s = 0; s < seats; s++) {
            next = rows[s].place > behind && rows[s].place < next ? rows[s].place : next;
        }
        for (unsigned s = 0; s < seats; s++) {
            if (rows[s].place > behind) {
                scores[s] += (rows[s].place == next ? 1.0 / choice.n_chosen : 0) -
                             mean_of(luce, set, means, rows[s].bot);
            }
        }
        behind = next;
    }
}

/* ---- weights --------------------------------------------------------------------------------- */

static void add_row(struct workspace *w, const struct svi_game_rows *game, unsigned s, double score)
{
    const struct svi_games *games = w->games;
    const size_t at = game->first + s;
    const unsigned fold = fold_of(game->deal);
    const float *figure = &games->figure[at * games->n_figures];
    struct sums *sums = &w->fold[fold];
    struct of_bot *bot = &w->bot[(size_t)fold * games->n_bots + games->row[at].bot];
    const double points = svi_games_points(games, game, s);
    const double off = points - 0.5;
    bot->n += 1;
    sums->rows += 1;
    bot->points += points;
    sums->points_square += off * off;
    sums->points_scores += off * score;
    for (unsigned i = 0; i < w->k; i++) {
        const double x = (double)figure[i];
        bot->figure[i] += x;
        sums->points[i] += x * points;
        sums->scores[i] += x * score;
        for (unsigned j = 0; j <= i; j++) {
            sums->square[i][j] += x * (double)figure[j];
        }
    }
}

/* Adds all rows with their scores to the sums of their folds. */
static enum sv_status add_rows(struct workspace *w)
{
    const struct svi_luce *luce = &w->r->luce;
    double *means = svi_new(luce->n_members + 1, sizeof *means);
    size_t stage = 0;
    if (means == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t i = 0; i < luce->n_sets; i++) {
        double mean[SVI_LUCE_FEATURES], covariance[SVI_LUCE_FEATURES * SVI_LUCE_FEATURES];
        (void)svi_luce_moments(luce, &luce->set[i], mean, covariance);
        memcpy(means + luce->set[i].first, mean, luce->set[i].size * sizeof *means);
    }
    for (size_t g = 0; g < luce->games->n_games; g++) {
        const struct svi_game_rows *game = &luce->games->game[g];
        double scores[SVI_STATS_SEATS];
        score_game(luce, means, g, &stage, scores);
        for (unsigned s = 0; s < svi_game_seats(game); s++) {
            add_row(w, game, s, scores[s]);
        }
    }
    free(means);
    return SV_OK;
}

/* Adds up the sums of all folds but one. Each bot's mean points over these folds are subtracted
 * from its points. */
static void sum_others(const struct workspace *w, unsigned without, struct sums *to)
{
    memset(to, 0, sizeof *to);
    for (unsigned f = 0; f < SVI_ADJUST_FOLDS; f++) {
        const struct sums *from = &w->fold[f];
        if (f == without) {
            continue;
        }
        to->rows += from->rows;
        to->points_square += from->points_square;
        to->points_scores += from->points_scores;
        for (unsigned i = 0; i < w->k; i++) {
            to->points[i] += from->points[i];
            to->scores[i] += from->scores[i];
            for (unsigned j = 0; j <= i; j++) {
                to->square[i][j] += from->square[i][j];
            }
        }
    }
    for (unsigned b = 0; b < w->games->n_bots; b++) {
        struct of_bot all = {0};
        for (unsigned f = 0; f < SVI_ADJUST_FOLDS; f++) {
            const struct of_bot *from = &w->bot[(size_t)f * w->games->n_bots + b];
            all.n += f != without ? from->n : 0;
            all.points += f != without ? from->points : 0;
            for (unsigned i = 0; i < w->k; i++) {
                all.figure[i] += f != without ? from->figure[i] : 0;
            }
        }
        for (unsigned i = 0; i < w->k && all.n > 0; i++) {
            to->points[i] -= all.points / all.n * all.figure[i];
        }
    }
}

/* Solves the least squares with SVI_ADJUST_PRIOR prior rows. These give the first figure its best
 * weight alone, and the other figures 0. Returns false if the sums do not determine the weights. */
static bool solve(const struct sums *sums, const double right[], unsigned k, double out[K])
{
    const double more = SVI_ADJUST_PRIOR / (sums->rows > 0 ? sums->rows : 1);
    double a[K * K];
    memset(out, 0, K * sizeof *out);
    for (unsigned i = 0; i < k; i++) {
        for (unsigned j = 0; j <= i; j++) {
            a[i * k + j] = a[j * k + i] = sums->square[i][j];
        }
        a[i * k + i] = a[i * k + i] * (1 + more) + 1e-9;
        out[i] = right[i];
    }
    out[0] += more * right[0];
    return svi_solve(a, k, out, 1e-12);
}

static void find_weights(struct workspace *w)
{
    for (unsigned f = 0; f < SVI_ADJUST_FOLDS; f++) {
        struct sums others;
        sum_others(w, f, &others);
        const bool few = w->games->n_deals < SVI_ADJUST_DEALS;
        const double worth = /* of a point, in scores */
            others.points_square > 0 ? others.points_scores / others.points_square : 0;
        if (few || !solve(&others, others.points, w->k, w->points.weight[f])) {
            memset(w->points.weight[f], 0, sizeof w->points.weight[f]);
            w->points.weight[f][0] = 1;
        }
        if (few || !solve(&others, others.scores, w->k, w->scores->weight[f])) {
            memset(w->scores->weight[f], 0, sizeof w->scores->weight[f]);
            w->scores->weight[f][0] = worth;
        }
    }
}

/* Returns a seat's points less the luck in them. */
static double adjusted(const void *user, const struct svi_games *games,
                       const struct svi_game_rows *game, unsigned s)
{
    const struct svi_tilt *tilt = user;
    const double *weight = tilt->weight[fold_of(game->deal)];
    const float *figure = &games->figure[(game->first + s) * (size_t)games->n_figures];
    double points = svi_games_points(games, game, s);
    for (unsigned k = 0; k < games->n_figures; k++) {
        points -= weight[k] * (double)figure[k];
    }
    return points;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void take_means(const struct workspace *w, struct svi_adjusted *a)
{
    SCOPED(scoped_free) uint64_t *seats = svi_new(w->games->n_bots + 1u, sizeof *seats);
    a->points = svi_new(w->games->n_bots + 1u, sizeof *a->points);
    svi_means_of(w->games, adjusted, &w->points, 0, a->points, seats);
    for (unsigned i = 0; i < w->games->n_bots; i++) {
        a->points[i] = w->r->one_size ? svi_estimate_within(a->points[i], 0, 1)
                                      : (struct svi_estimate){NAN, NAN, NAN};
    }
}

static enum sv_status adjust(struct workspace *w, struct svi_adjusted *a)
{
    SVI_TRY(add_rows(w));
    find_weights(w);
    for (unsigned f = 0; f < SVI_ADJUST_FOLDS; f++) {
        a->first += w->points.weight[f][0] / SVI_ADJUST_FOLDS;
    }
    take_means(w, a);
    struct svi_rating_options options = w->r->options;
    options.tilt = w->scores;
    const enum sv_status status = svi_ratings_init(&a->ratings, w->games, &options);
    a->has_ratings = status == SV_OK;
    return status;
}

enum sv_status svi_adjusted_init(struct svi_adjusted *a, const struct svi_ratings *r)
{
    const struct svi_games *games = r->games;
    struct workspace w = {.games = games, .r = r, .k = games->n_figures};
    enum sv_status status = SV_E_SYSTEM;
    memset(a, 0, sizeof *a);
    w.scores = a->scores = svi_new(1, sizeof *a->scores);
    w.bot = svi_new((size_t)SVI_ADJUST_FOLDS * games->n_bots + 1, sizeof *w.bot);
    /* A field that is not connected is rated by only some of its games if there is no prior. Such
     * ratings are not adjusted. */
    if (w.bot != NULL) {
        status = r->luce.games == games && w.k > 0 ? adjust(&w, a) : SV_E_RANGE;
    }
    free(w.bot);
    if (status != SV_OK) {
        svi_adjusted_finish(a);
    }
    return status;
}

void svi_adjusted_finish(struct svi_adjusted *a)
{
    if (a->has_ratings) {
        svi_ratings_finish(&a->ratings);
    }
    free(a->points);
    free(a->scores);
    memset(a, 0, sizeof *a);
}
