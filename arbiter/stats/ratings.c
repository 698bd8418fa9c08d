#include "stats/ratings.h"

#include "stats/numeric.h"
#include "stats/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- counts ---------------------------------------------------------------------------------- */

static void count(struct svi_ratings *r)
{
    const struct svi_games *games = r->games;
    uint32_t *in_deal = calloc(games->n_bots + 1u, sizeof *in_deal); /* the last one, + 1 */
    size_t *in_game = calloc(games->n_bots + 1u, sizeof *in_game);
    for (unsigned i = 0; i < games->n_bots; i++) {
        r->bot[i].mean_place = 0;
    }
    r->one_size = true;
    for (size_t g = 0; g < games->n_games && in_deal != NULL && in_game != NULL; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        r->one_size &= svi_game_seats(&games->game[g]) == svi_game_seats(games->game);
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            const unsigned i = rows[s].bot;
            struct svi_rating *bot = &r->bot[i];
            bot->seats++;
            bot->games += in_game[i] != g + 1;
            bot->deals += in_deal[i] != games->game[g].deal + 1;
            bot->wins += rows[s].place == 1;
            bot->points_sum += svi_games_points(games, &games->game[g], s);
            bot->mean_place += rows[s].place;
            in_game[i] = g + 1;
            in_deal[i] = games->game[g].deal + 1;
        }
    }
    for (unsigned i = 0; i < games->n_bots; i++) {
        r->bot[i].mean_place /= (double)r->bot[i].seats; /* NAN of 0 / 0 */
    }
    r->deals = games->n_deals;
    r->few_deals = r->deals < SVI_FEW_DEALS;
    free(in_deal);
    free(in_game);
}

static enum sv_status take_means(struct svi_ratings *r)
{
    const unsigned n = r->games->n_bots;
    struct svi_estimate *mean = malloc((n + 1u) * sizeof *mean);
    uint64_t *seats = malloc((n + 1u) * sizeof *seats);
    if (mean == NULL || seats == NULL) {
        free(mean);
        free(seats);
        return SV_E_SYSTEM;
    }
    svi_means(r->games, SVI_MEAN_POINTS, 0, mean, seats);
    for (unsigned i = 0; i < n; i++) {
        r->bot[i].points =
            r->one_size ? svi_estimate_within(mean[i], 0, 1) : (struct svi_estimate){NAN, NAN, NAN};
        r->bot[i].luck = (struct svi_estimate){NAN, NAN, NAN};
    }
    if (r->games->has_luck) {
        svi_means(r->games, SVI_MEAN_LUCK, 0, mean, seats);
        for (unsigned i = 0; i < n; i++) {
            r->bot[i].luck = mean[i];
        }
    }
    free(mean);
    free(seats);
    return SV_OK;
}

/* ---- ratings --------------------------------------------------------------------------------- */

/* Whether there is an interval for this bot, as far as its games go. */
static bool has_interval(const struct svi_ratings *r, unsigned i)
{
    return r->sandwich.known && r->luce.rated[i] && r->bot[i].deals >= SVI_FEW_DEALS &&
           !r->games->no_intervals;
}

static bool can_compare(const struct svi_ratings *r, unsigned i, unsigned j)
{
    return has_interval(r, i) && has_interval(r, j) && r->luce.group[i] == r->luce.group[j];
}

static double half_width(const struct svi_ratings *r, double variance)
{
    return variance > 0 ? r->quantile * sqrt(variance) * SVI_ELO_PER_NAT : 0;
}

/* The mean of the main group, and the variance of a bot's distance from it. */
static double middle(const struct svi_luce *luce)
{
    double sum = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < luce->n_bots; i++) {
        if (luce->group[i] == luce->main_group && luce->rated[i]) {
            sum += luce->value[i];
            n++;
        }
    }
    return n > 0 ? sum / n : 0;
}

/* The sum of all covariances in the main group, and its bots. */
static double sum_of_main(const struct svi_ratings *r, unsigned *n)
{
    const struct svi_luce *luce = &r->luce;
    double all = 0;
    *n = 0;
    for (unsigned i = 0; i < luce->n_bots; i++) {
        const double *row = r->sandwich.covariance + (size_t)i * luce->n;
        const bool is_main = luce->group[i] == luce->main_group;
        *n += is_main;
        for (unsigned j = 0; j < luce->n_bots && is_main; j++) {
            all += luce->group[j] == luce->main_group ? row[j] : 0;
        }
    }
    return all;
}

static double distance_variance(const struct svi_ratings *r, unsigned bot, double all, unsigned n)
{
    const struct svi_luce *luce = &r->luce;
    const double *row = r->sandwich.covariance + (size_t)bot * luce->n;
    double with = 0;
    for (unsigned i = 0; i < luce->n_bots; i++) {
        with += luce->group[i] == luce->main_group ? row[i] : 0;
    }
    return row[bot] - 2 * with / n + all / ((double)n * n);
}

static void rate(struct svi_ratings *r)
{
    const struct svi_luce *luce = &r->luce;
    const unsigned n = luce->n_bots;
    const unsigned anchor = r->options.anchor;
    const bool anchored = anchor < n && luce->rated[anchor];
    const double zero = anchored ? luce->value[anchor] : middle(luce);
    unsigned in_main = 0;
    const double all = !anchored && r->sandwich.known ? sum_of_main(r, &in_main) : 0;
    for (unsigned i = 0; i < n; i++) {
        struct svi_estimate e = {NAN, NAN, NAN};
        if (luce->rated[i]) {
            e.value = (luce->value[i] - zero) * SVI_ELO_PER_NAT;
        }
        double half = NAN;
        if (anchored && can_compare(r, i, anchor)) {
            const double error = svi_sandwich_error(&r->sandwich, i, anchor);
            half = half_width(r, error * error);
        } else if (!anchored && has_interval(r, i) && luce->group[i] == luce->main_group) {
            half = half_width(r, distance_variance(r, i, all, in_main));
        }
        e.low = e.value - half;
        e.high = e.value + half;
        r->bot[i].rating = e;
    }
}

struct svi_estimate svi_ratings_difference(const struct svi_ratings *r, unsigned i, unsigned j)
{
    struct svi_estimate e = {NAN, NAN, NAN};
    if (r->luce.rated[i] && r->luce.rated[j]) {
        e.value = (r->luce.value[i] - r->luce.value[j]) * SVI_ELO_PER_NAT;
    }
    if (can_compare(r, i, j)) {
        const double error = svi_sandwich_error(&r->sandwich, i, j);
        const double half = half_width(r, error * error);
        e.low = e.value - half;
        e.high = e.value + half;
    }
    return e;
}

double svi_ratings_superiority(const struct svi_ratings *r, unsigned i, unsigned j)
{
    if (!can_compare(r, i, j)) {
        return NAN;
    }
    const double difference = r->luce.value[i] - r->luce.value[j];
    const double error = svi_sandwich_error(&r->sandwich, i, j);
    if (error <= 0) {
        return difference > 0 ? 1.0 : difference < 0 ? 0.0 : 0.5;
    }
    return svi_t_cdf(difference / error, r->sandwich.deals - 1.0);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* What ranks a bot, in whole numbers, so that rounding makes no order: ratings to a millionth of an
 * Elo. */
struct key {
    unsigned bot, tier;
    bool played;
    double rating, points;
};

static int compare_standing(const struct key *a, const struct key *b)
{
    if (a->tier != b->tier) {
        return a->tier < b->tier ? -1 : 1;
    }
    if (a->played != b->played) {
        return a->played ? -1 : 1;
    }
    if (a->rating != b->rating) {
        return a->rating > b->rating ? -1 : 1;
    }
    return (a->points < b->points) - (a->points > b->points);
}

static int compare_keys(const void *a, const void *b)
{
    const struct key *one = a, *other = b;
    const int standing = compare_standing(one, other);
    return standing != 0 ? standing : (one->bot > other->bot) - (one->bot < other->bot);
}

static enum sv_status order(struct svi_ratings *r)
{
    const unsigned n = r->luce.n_bots;
    const bool by_rating = r->options.prior > 0 || r->luce.n_groups < 2;
    struct key *keys = calloc(n + 1u, sizeof *keys);
    if (keys == NULL) {
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < n; i++) {
        const struct svi_rating *bot = &r->bot[i];
        keys[i] =
            (struct key){i, r->options.tier != NULL ? r->options.tier[i] : 0, bot->seats > 0, 0, 0};
        if (bot->seats > 0) {
            keys[i].rating = by_rating ? floor(bot->rating.value * 1e6 + 0.5) : 0;
            keys[i].points = floor(bot->points_sum / (double)bot->seats * 1e9 + 0.5);
        }
    }
    qsort(keys, n, sizeof *keys, compare_keys);
    for (unsigned i = 0; i < n; i++) {
        const bool equal = i > 0 && compare_standing(&keys[i - 1], &keys[i]) == 0;
        r->order[i] = keys[i].bot;
        r->bot[keys[i].bot].rank = equal ? r->bot[keys[i - 1].bot].rank : i + 1;
    }
    free(keys);
    return SV_OK;
}

/* ---- what is sure ---------------------------------------------------------------------------- */

/* Between groups every game went one way. Were j as good as i, each deal that both sat in would go
 * i's way with a probability of at most 1/2: so many deals in a row are too many to be chance.
 * Marks with Bonferroni over all pairs at `error` in all. */
static enum sv_status mark_groups(const struct svi_ratings *r, double error, bool above[])
{
    const struct svi_games *games = r->games;
    const unsigned n = games->n_bots;
    struct svi_bot_games by = {0};
    uint32_t *won = malloc((n + 1u) * sizeof *won); /* deals; the last one is in `last` */
    uint32_t *last = malloc((n + 1u) * sizeof *last);
    if (won == NULL || last == NULL || svi_bot_games_init(&by, games) != SV_OK) {
        free(won);
        free(last);
        return SV_E_SYSTEM;
    }
    const double pairs = 0.5 * n * (n - 1.0);
    for (unsigned i = 0; i < n; i++) {
        memset(won, 0, n * sizeof *won);
        memset(last, 0, n * sizeof *last);
        for (size_t k = by.first[i]; k < by.first[i + 1]; k++) {
            const struct svi_game_rows *game = &games->game[by.game[k]];
            const struct svi_seat_row *rows = &games->row[game->first];
            for (unsigned s = 0; s < svi_game_seats(game); s++) {
                for (unsigned o = 0; o < svi_game_seats(game) && rows[s].bot == i; o++) {
                    const unsigned j = rows[o].bot;
                    if (rows[s].place < rows[o].place && last[j] != game->deal + 1) {
                        last[j] = game->deal + 1;
                        won[j]++;
                    }
                }
            }
        }
        for (unsigned j = 0; j < n; j++) {
            if (r->luce.group[i] != r->luce.group[j] && won[j] >= SVI_FEW_DEALS) {
                above[(size_t)i * n + j] =
                    ldexp(2.0 * pairs, -(int)(won[j] < 1000 ? won[j] : 1000)) <= error;
            }
        }
    }
    svi_bot_games_finish(&by);
    free(won);
    free(last);
    return SV_OK;
}

/* The bots that can be compared, side by side. */
struct main_group {
    const struct svi_sandwich *sandwich;
    unsigned *who, n;
    double *value;
};

static double error_in(const void *user, unsigned a, unsigned b)
{
    const struct main_group *g = user;
    return svi_sandwich_error(g->sandwich, g->who[a], g->who[b]);
}

/* By draws of all at once while they are few. */
static enum sv_status claim_pairs(const struct main_group *g, double level, bool claimed[])
{
    const double df = g->sandwich->deals - 1.0;
    if (g->n > SVI_PAIRS_STEPPED) {
        return svi_pairs_above_many(g->value, g->n, error_in, g, df, level, claimed);
    }
    double *v = malloc(((size_t)g->n * g->n + 1) * sizeof *v);
    for (unsigned a = 0; a < g->n && v != NULL; a++) {
        const double *row = g->sandwich->covariance + (size_t)g->who[a] * g->sandwich->n;
        for (unsigned b = 0; b < g->n; b++) {
            v[(size_t)a * g->n + b] = row[g->who[b]];
        }
    }
    const enum sv_status status =
        v != NULL ? svi_pairs_above(g->value, v, g->n, df, level, claimed) : SV_E_SYSTEM;
    free(v);
    return status;
}

/* The main group's bots side by side, as bounds hold for them all at once. */
static enum sv_status mark_main(struct svi_ratings *r, double level, bool above[])
{
    const unsigned n = r->luce.n_bots;
    struct main_group g = {.sandwich = &r->sandwich,
                           .who = malloc((n + 1u) * sizeof *g.who),
                           .value = malloc((n + 1u) * sizeof *g.value)};
    bool *claimed = NULL;
    enum sv_status status = g.who != NULL && g.value != NULL ? SV_OK : SV_E_SYSTEM;
    for (unsigned i = 0; i < n && status == SV_OK; i++) {
        if (r->luce.group[i] == r->luce.main_group && r->luce.rated[i]) {
            g.value[g.n] = r->luce.value[i];
            g.who[g.n++] = i;
        }
    }
    if (status == SV_OK) {
        claimed = malloc((size_t)g.n * g.n + 1);
        status = claimed != NULL ? claim_pairs(&g, level, claimed) : SV_E_SYSTEM;
    }
    for (unsigned a = 0; a < g.n && status == SV_OK; a++) {
        for (unsigned b = 0; b < g.n; b++) {
            const unsigned i = g.who[a], j = g.who[b];
            above[(size_t)i * n + j] =
                r->bot[i].deals >= SVI_FEW_DEALS && r->bot[j].deals >= SVI_FEW_DEALS && i != j &&
                g.value[a] - g.value[b] > SVI_ROUNDING && claimed[(size_t)a * g.n + b];
        }
    }
    free(g.value);
    free(g.who);
    free(claimed);
    return status;
}

/* Brackets are about strength: a tier says who got further, so it is no evidence here. */
static enum sv_status claim_ranks(struct svi_ratings *r)
{
    const unsigned n = r->luce.n_bots;
    bool *above = calloc((size_t)n * n + 1, sizeof *above);
    unsigned *low = malloc((n + 1u) * sizeof *low);
    unsigned *high = malloc((n + 1u) * sizeof *high);
    enum sv_status status = above != NULL && low != NULL && high != NULL ? SV_OK : SV_E_SYSTEM;
    const bool parted = r->luce.n_groups > 1;
    const double error = 1.0 - SVI_LEVEL; /* in halves where there are two kinds of evidence */
    if (status == SV_OK && r->sandwich.known) {
        status = mark_main(r, 1.0 - (parted ? 0.5 * error : error), above);
    }
    if (status == SV_OK && parted) {
        status = mark_groups(r, 0.5 * error, above);
    }
    for (unsigned i = 0; i < n && status == SV_OK; i++) {
        for (unsigned j = 0; j < n; j++) {
            if (r->bot[j].seats == 0 && r->bot[i].seats > 0) { /* stands last */
                above[(size_t)i * n + j] = true;
            }
        }
    }
    if (status == SV_OK) {
        svi_pairs_ranks(above, n, low, high);
    }
    for (unsigned i = 0; i < n && status == SV_OK; i++) {
        struct svi_rating *bot = &r->bot[i];
        if (bot->deals >= SVI_FEW_DEALS) {
            bot->rank_low = low[i] < bot->rank ? low[i] : bot->rank;
            bot->rank_high = high[i] > bot->rank ? high[i] : bot->rank;
        }
    }
    free(above);
    free(low);
    free(high);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

enum sv_status svi_ratings_init(struct svi_ratings *r, const struct svi_games *games,
                                const struct svi_rating_options *options)
{
    memset(r, 0, sizeof *r);
    enum sv_status status = svi_luce_init_tilted(&r->luce, games, options->prior, options->tilt);
    if (status != SV_OK) {
        return status;
    }
    status = svi_sandwich_init(&r->sandwich, &r->luce);
    if (status != SV_OK) {
        svi_luce_finish(&r->luce);
        return status;
    }
    r->games = games;
    r->options = *options;
    r->quantile =
        r->sandwich.known ? svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, r->sandwich.deals - 1.0) : NAN;
    r->bot = calloc(games->n_bots + 1u, sizeof *r->bot);
    r->order = calloc(games->n_bots + 1u, sizeof *r->order);
    status = r->bot != NULL && r->order != NULL ? SV_OK : SV_E_SYSTEM;
    if (status == SV_OK) {
        count(r);
        status = take_means(r);
    }
    if (status == SV_OK) {
        rate(r);
        status = order(r);
    }
    if (status == SV_OK && !r->few_deals && !options->no_brackets && !games->no_intervals) {
        status = claim_ranks(r);
    }
    if (status != SV_OK) {
        svi_ratings_finish(r);
    }
    return status;
}

void svi_ratings_finish(struct svi_ratings *r)
{
    svi_luce_finish(&r->luce);
    svi_sandwich_finish(&r->sandwich);
    free(r->bot);
    free(r->order);
    memset(r, 0, sizeof *r);
}
