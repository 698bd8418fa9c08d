#include "stats/ratings.h"

#include "base/error.h"
#include "base/order.h"
#include "memory/memory.h"
#include "stats/numeric.h"
#include "stats/pairs.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- means ----------------------------------------------------------------------------------- */

static double luck_of(const void *user, const struct svi_games *games,
                      const struct svi_game_rows *game, unsigned s)
{
    (void)user;
    return games->luck[game->first + s];
}

static double points_of(const void *user, const struct svi_games *games,
                        const struct svi_game_rows *game, unsigned s)
{
    (void)user;
    return svi_games_points(games, game, s);
}

struct svi_estimate svi_estimate_by_deals(double value, double error, double deals)
{
    struct svi_estimate e = {value, NAN, NAN};
    if (deals >= SVI_FEW_DEALS && error > SVI_ROUNDING) {
        const double half = svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, deals - 1) * error;
        e.low = value - half;
        e.high = value + half;
    }
    return e;
}

static double cut(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

struct svi_estimate svi_estimate_within(struct svi_estimate e, double least, double most)
{
    return (struct svi_estimate){cut(e.value, least, most), cut(e.low, least, most),
                                 cut(e.high, least, most)};
}

void svi_means_of(const struct svi_games *games, svi_mean_value *value, const void *user,
                  unsigned seats, struct svi_estimate mean[], uint64_t count[])
{
    const unsigned n = games->n_bots;
    SCOPED(scoped_free) struct svi_cluster *sums = svi_new(n + 1u, sizeof *sums);
    for (unsigned i = 0; i < n; i++) {
        mean[i] = (struct svi_estimate){NAN, NAN, NAN};
        count[i] = 0;
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t d = 0; d < games->n_deals; d++) {
            const struct svi_game_rows *first = &games->game[games->deal_game[d]];
            const struct svi_game_rows *last = &games->game[games->deal_game[d + 1]];
            for (const struct svi_game_rows *g = first; g < last; g++) {
                const struct svi_seat_row *rows = &games->row[g->first];
                const unsigned n_seats = svi_game_seats(g);
                for (unsigned s = 0; s < n_seats && (seats == 0 || n_seats == seats); s++) {
                    (pass == 0 ? svi_cluster_take : svi_cluster_again)(&sums[rows[s].bot],
                                                                       value(user, games, g, s));
                }
            }
            for (const struct svi_game_rows *g = first; g < last && pass == 1; g++) {
                const struct svi_seat_row *rows = &games->row[g->first];
                for (unsigned s = 0; s < svi_game_seats(g); s++) {
                    svi_cluster_close(&sums[rows[s].bot]);
                }
            }
        }
    }
    for (unsigned i = 0; i < n; i++) {
        const struct svi_cluster *sum = &sums[svi_games_place(games, i)];
        mean[i] = svi_cluster_mean(sum);
        if (games->no_intervals) {
            mean[i].low = mean[i].high = NAN;
        }
        count[i] = sum->n;
    }
}

void svi_means(const struct svi_games *games, enum svi_mean_of what, unsigned seats,
               struct svi_estimate mean[], uint64_t count[])
{
    svi_means_of(games, what == SVI_MEAN_LUCK ? luck_of : points_of, NULL, seats, mean, count);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void count(struct svi_ratings *r)
{
    const struct svi_games *games = r->games;
    /* [bot]: its last deal, + 1 */
    SCOPED(scoped_free) uint32_t *in_deal = svi_new(games->n_bots + 1u, sizeof *in_deal);
    SCOPED(scoped_free) size_t *in_game = svi_new(games->n_bots + 1u, sizeof *in_game);
    for (unsigned i = 0; i < games->n_bots; i++) {
        r->bot[i].mean_place = 0;
    }
    r->one_size = true;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        r->one_size &= svi_game_seats(&games->game[g]) == svi_game_seats(games->game);
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            const unsigned i = svi_games_number(games, rows[s].bot);
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
        r->bot[i].mean_place /= (double)r->bot[i].seats; /* NAN for a bot without seats */
    }
    r->deals = games->n_deals;
    r->few_deals = r->deals < SVI_FEW_DEALS;
}

static void take_means(struct svi_ratings *r)
{
    const unsigned n = r->games->n_bots;
    SCOPED(scoped_free) struct svi_estimate *mean = svi_new(n + 1u, sizeof *mean);
    SCOPED(scoped_free) uint64_t *seats = svi_new(n + 1u, sizeof *seats);
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
}

/* ---- ratings --------------------------------------------------------------------------------- */

/* Below, a bot is its place in the order of names, as in svi_luce; public functions convert. */
static struct svi_rating *rating_at(const struct svi_ratings *r, unsigned place)
{
    return &r->bot[svi_games_number(r->games, place)];
}

/* Returns whether this bot has enough games for an interval. */
static bool has_interval(const struct svi_ratings *r, unsigned i)
{
    return r->sandwich.known && r->luce.rated[i] && rating_at(r, i)->deals >= SVI_FEW_DEALS &&
           !r->games->no_intervals;
}

static bool can_compare(const struct svi_ratings *r, unsigned i, unsigned j)
{
    return has_interval(r, i) && has_interval(r, j) && r->luce.group[i] == r->luce.group[j];
}

static double half_width(const struct svi_ratings *r, double variance)
{
    return variance <= 0 ? 0 : r->quantile * sqrt(variance) * SVI_ELO_PER_NAT;
}

/* Returns the mean strength of the main group. */
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

/* ---- evidence -------------------------------------------------------------------------------- */

/* Variances and claims about the bots of the main group, gathered from rows of the covariance while
 * svi_ratings_init() runs. */
struct evidence {
    const struct svi_ratings *r;
    unsigned *who, n;        /* the bots, ascending */
    double *own;             /* by bot, variance */
    double *with;            /* by bot, sum of its covariances with the main group */
    double all;              /* sum of these sums over the main group */
    bool claims;             /* ranks are claimed */
    double level;            /* confidence of all claims together */
    unsigned *above, *below; /* by bot, number of others that are surely better, and worse */
    struct svi_holm holm;    /* used for more than SVI_PAIRS_STEPPED bots */
    double *covariance;      /* n by n, for at most SVI_PAIRS_STEPPED bots; else NULL */
    unsigned n_seen, *seen;  /* bots whose rows have been taken */
};

static void evidence_finish(struct evidence *e)
{
    svi_free_all(e->who, e->own, e->with, e->above, e->below, e->covariance, e->seen);
}

static void evidence_init(struct evidence *e, const struct svi_ratings *r)
{
    const size_t n = r->luce.n_bots + 1u;
    *e = (struct evidence){.r = r,
                           .who = svi_new(n, sizeof *e->who),
                           .own = svi_new(n, sizeof *e->own),
                           .with = svi_new(n, sizeof *e->with),
                           .above = svi_new(n, sizeof *e->above),
                           .below = svi_new(n, sizeof *e->below),
                           .seen = svi_new(n, sizeof *e->seen)};
    for (unsigned i = 0; i < r->luce.n_bots; i++) {
        if (r->luce.group[i] == r->luce.main_group && r->luce.rated[i]) {
            e->who[e->n++] = i;
        }
    }
    const double error = 1.0 - SVI_LEVEL; /* split in half if there are two kinds of evidence */
    e->level = 1.0 - (r->luce.n_groups > 1 ? 0.5 * error : error);
    e->claims = !r->few_deals && !r->options.no_brackets && !r->games->no_intervals;
}

static void claim(void *user, unsigned i, unsigned j)
{
    struct evidence *e = user;
    if (rating_at(e->r, i)->deals >= SVI_FEW_DEALS && rating_at(e->r, j)->deals >= SVI_FEW_DEALS) {
        e->below[i]++;
        e->above[j]++;
    }
}

/* Compares a bot with the bots whose rows have been taken before. */
static void compare_seen(struct evidence *e, unsigned bot, const double covariance[])
{
    const double *value = e->r->luce.value;
    for (unsigned k = 0; k < e->n_seen; k++) {
        const unsigned other = e->seen[k];
        const double more = value[bot] - value[other];
        const double v = e->own[bot] + e->own[other] - 2 * covariance[other];
        const double error = v > 0 ? sqrt(v) : 0;
        if (more > 0) {
            svi_holm_pair(&e->holm, bot, other, more, error);
        } else {
            svi_holm_pair(&e->holm, other, bot, -more, error);
        }
    }
}

static void take_row(void *user, unsigned bot, const double bread[], const double covariance[])
{
    struct evidence *e = user;
    (void)bread;
    e->own[bot] = covariance[bot];
    for (unsigned k = 0; k < e->n && e->r->sandwich.many == NULL; k++) {
        e->with[bot] += covariance[e->who[k]];
        e->all += covariance[e->who[k]];
    }
    if (e->covariance != NULL) {
        unsigned a = 0;
        while (e->who[a] != bot) {
            a++;
        }
        for (unsigned b = 0; b < e->n; b++) {
            e->covariance[(size_t)a * e->n + b] = covariance[e->who[b]];
        }
    } else if (e->claims) {
        compare_seen(e, bot, covariance);
    }
    e->seen[e->n_seen++] = bot;
}

/* Claims ranks from draws of all differences at once. */
static enum sv_status claim_few(struct evidence *e)
{
    const unsigned n = e->n;
    SCOPED(scoped_free) double *value = svi_new(n + 1u, sizeof *value);
    SCOPED(scoped_free) bool *above = svi_new((size_t)n * n + 1, 1);
    for (unsigned a = 0; a < n; a++) {
        value[a] = e->r->luce.value[e->who[a]];
    }
    SVI_TRY(svi_pairs_above(value, e->covariance, n, e->r->sandwich.deals - 1.0, e->level, above));
    for (unsigned a = 0; a < n; a++) {
        for (unsigned b = 0; b < n; b++) {
            if (a != b && value[a] - value[b] > SVI_ROUNDING && above[(size_t)a * n + b]) {
                claim(e, e->who[a], e->who[b]);
            }
        }
    }
    return SV_OK;
}

/* Takes the rows of all bots; in a large field, only the rows of bots that have intervals. */
static enum sv_status gather_evidence(struct evidence *e, struct svi_ratings *r)
{
    const unsigned n = r->luce.n_bots;
    const bool few = e->claims && e->n <= SVI_PAIRS_STEPPED;
    SCOPED(scoped_free) unsigned *who = svi_new(n + 1u, sizeof *who);
    unsigned n_who = 0;
    SCOPED(scoped_free) bool *is_main = svi_new(n + 1u, sizeof *is_main);
    e->covariance = few ? svi_new((size_t)e->n * e->n + 1, sizeof *e->covariance) : NULL;
    for (unsigned k = 0; k < e->n; k++) {
        is_main[e->who[k]] = true;
        if (few || r->sandwich.many == NULL || has_interval(r, e->who[k])) {
            who[n_who++] = e->who[k];
        }
    }
    svi_holm_init(&e->holm, e->n, r->sandwich.deals - 1.0, e->level, claim, e);
    if (r->sandwich.many != NULL) {
        (void)svi_sandwich_sums(&r->sandwich, is_main, e->with);
    }
    for (unsigned k = 0; k < e->n && r->sandwich.many != NULL; k++) {
        e->all += e->with[e->who[k]];
    }
    (void)svi_sandwich_rows(&r->sandwich, who, n_who, take_row, e);
    const enum sv_status status = svi_holm_finish(&e->holm);
    /* rows ended early, and some claims without the others mean nothing */
    if (!r->sandwich.known) {
        memset(e->above, 0, n * sizeof *e->above);
        memset(e->below, 0, n * sizeof *e->below);
    }
    SVI_TRY(status);
    return few && r->sandwich.known ? claim_few(e) : SV_OK;
}

/* Fills in the ratings of all bots from the gathered evidence. */
static void rate(struct svi_ratings *r, const struct evidence *e)
{
    const struct svi_luce *luce = &r->luce;
    const unsigned n = luce->n_bots;
    const unsigned anchor =
        r->options.anchor < n ? svi_games_place(r->games, r->options.anchor) : n;
    const bool anchored = anchor < n && luce->rated[anchor];
    const double zero = anchored ? luce->value[anchor] : middle(luce);
    /* makes a large sandwich remember the anchor's row */
    if (anchored && has_interval(r, anchor)) {
        (void)svi_sandwich_error(&r->sandwich, anchor, anchor);
    }
    for (unsigned i = 0; i < n; i++) {
        struct svi_estimate *rating = &rating_at(r, i)->rating;
        *rating = (struct svi_estimate){NAN, NAN, NAN};
        if (luce->rated[i]) {
            rating->value = (luce->value[i] - zero) * SVI_ELO_PER_NAT;
        }
        double half = NAN;
        if (anchored && can_compare(r, i, anchor)) {
            const double error = svi_sandwich_error(&r->sandwich, i, anchor);
            half = half_width(r, error * error);
        } else if (!anchored && has_interval(r, i) && luce->group[i] == luce->main_group) {
            half =
                half_width(r, e->own[i] - 2 * e->with[i] / e->n + e->all / ((double)e->n * e->n));
        }
        rating->low = rating->value - half;
        rating->high = rating->value + half;
    }
}

struct svi_estimate svi_ratings_difference(const struct svi_ratings *r, unsigned one,
                                           unsigned other)
{
    struct svi_estimate e = {NAN, NAN, NAN};
    const unsigned i = svi_games_place(r->games, one), j = svi_games_place(r->games, other);
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

double svi_ratings_superiority(const struct svi_ratings *r, unsigned one, unsigned other)
{
    const unsigned i = svi_games_place(r->games, one), j = svi_games_place(r->games, other);
    if (!can_compare(r, i, j)) {
        return NAN;
    }
    const double difference = r->luce.value[i] - r->luce.value[j];
    const double error = svi_sandwich_error(&r->sandwich, i, j);
    if (error <= 0) {
        return difference > 0 ? 1.0 : difference < 0 ? 0.0 : 0.5;
    }
    return isnan(error) ? NAN : svi_t_cdf(difference / error, r->sandwich.deals - 1.0);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* The values that rank a bot, in order. `rating` is in millionths of an Elo and `points` in 10^-9,
 * both rounded, so that rounding errors decide no rank. */
struct key {
    unsigned bot, tier;
    bool played;
    double rating, points;
};

SVI_ORDER(compare_standing, struct key,
          SVI_THEN(SVI_THEN(SVI_COMPARE(one->tier, other->tier),
                            SVI_COMPARE(other->played, one->played)),
                   SVI_THEN(SVI_COMPARE(other->rating, one->rating),
                            SVI_COMPARE(other->points, one->points))))

SVI_ORDER(compare_keys, struct key,
          SVI_THEN(compare_standing(one, other), SVI_COMPARE(one->bot, other->bot)))

static void order(struct svi_ratings *r)
{
    const unsigned n = r->luce.n_bots;
    const bool by_rating = r->options.prior > 0 || r->luce.n_groups < 2;
    SCOPED(scoped_free) struct key *keys = svi_new(n + 1u, sizeof *keys);
    for (unsigned i = 0; i < n; i++) {
        const unsigned number = svi_games_number(r->games, i);
        const struct svi_rating *bot = &r->bot[number];
        if (r->games->out != NULL && r->games->out[number]) {
            continue;
        }
        struct key *key = &keys[r->n_order++];
        *key = (struct key){i, r->options.tier != NULL ? r->options.tier[number] : 0,
                            bot->seats > 0, 0, 0};
        if (bot->seats > 0) {
            key->rating = by_rating ? floor(bot->rating.value * 1e6 + 0.5) : 0;
            key->points = floor(bot->points_sum / (double)bot->seats * 1e9 + 0.5);
        }
    }
    qsort(keys, r->n_order, sizeof *keys, compare_keys);
    for (unsigned i = 0; i < r->n_order; i++) {
        const bool equal = i > 0 && compare_standing(&keys[i - 1], &keys[i]) == 0;
        r->order[i] = svi_games_number(r->games, keys[i].bot);
        r->bot[r->order[i]].rank = equal ? r->bot[r->order[i - 1]].rank : i + 1;
    }
}

/* ---- sure ranks ------------------------------------------------------------------------------ */

/* Between groups every game went one way. If j were as good as i, each of their shared deals would
 * go i's way with a probability of at most 1/2. So enough deals in a row cannot be chance. Claims
 * by Bonferroni over all pairs, at `error` in all. */
static enum sv_status claim_groups(struct evidence *e, double error)
{
    const struct svi_ratings *r = e->r;
    const struct svi_games *games = r->games;
    const unsigned n = games->n_bots;
    struct svi_bot_games by = {0};
    if (svi_bot_games_init(&by, games) != SV_OK) {
        return SV_E_SYSTEM;
    }
    /* By bot: deals in which bot i finished ahead of it, and the last of them, + 1. */
    SCOPED(scoped_free) uint32_t *won = svi_new(n + 1u, sizeof *won);
    SCOPED(scoped_free) uint32_t *last = svi_new(n + 1u, sizeof *last);
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
            if (r->luce.group[i] != r->luce.group[j] && won[j] >= SVI_FEW_DEALS &&
                ldexp(2.0 * pairs, -(int)(won[j] < 1000 ? won[j] : 1000)) <= error) {
                claim(e, i, j);
            }
        }
    }
    svi_bot_games_finish(&by);
    return SV_OK;
}

/* Claims brackets of ranks. They are about strength. A tier says who got further, so it is no
 * evidence here. */
static enum sv_status claim_ranks(struct svi_ratings *r, struct evidence *e)
{
    const unsigned n = r->luce.n_bots;
    unsigned played = 0;
    SVI_TRY(r->luce.n_groups > 1 ? claim_groups(e, 0.5 * (1.0 - SVI_LEVEL)) : SV_OK);
    for (unsigned i = 0; i < n; i++) {
        played += r->bot[i].seats > 0;
    }
    for (unsigned i = 0; i < n; i++) {
        struct svi_rating *bot = rating_at(r, i);
        if (bot->deals >= SVI_FEW_DEALS) {
            const unsigned low = 1 + e->above[i];
            const unsigned high = played - e->below[i]; /* bots without games stand last */
            bot->rank_low = low < bot->rank ? low : bot->rank;
            bot->rank_high = high > bot->rank ? high : bot->rank;
        }
    }
    return SV_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

enum sv_status svi_ratings_init(struct svi_ratings *r, const struct svi_games *games,
                                const struct svi_rating_options *options)
{
    struct evidence e;
    memset(r, 0, sizeof *r);
    SVI_TRY(svi_luce_init_tilted(&r->luce, games, options->prior, options->tilt));
    enum sv_status status = svi_sandwich_init(&r->sandwich, &r->luce);
    if (status != SV_OK) {
        svi_luce_finish(&r->luce);
        return status;
    }
    r->games = games;
    r->options = *options;
    r->quantile =
        r->sandwich.known ? svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, r->sandwich.deals - 1.0) : NAN;
    r->bot = svi_new(games->n_bots + 1u, sizeof *r->bot);
    r->order = svi_new(games->n_bots + 1u, sizeof *r->order);
    status = r->bot != NULL ? SV_OK : SV_E_SYSTEM;
    if (status == SV_OK) {
        count(r);
        take_means(r);
        evidence_init(&e, r);
        status = r->sandwich.known ? gather_evidence(&e, r) : SV_OK;
        if (status == SV_OK) {
            rate(r, &e);
            order(r);
            status = e.claims ? claim_ranks(r, &e) : SV_OK;
        }
        evidence_finish(&e);
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

/* ---- cluster --------------------------------------------------------------------------------- */

void svi_cluster_take(struct svi_cluster *c, double value)
{
    c->all += value;
    c->n++;
}

void svi_cluster_again(struct svi_cluster *c, double value)
{
    c->here += value;
    c->n_here++;
}

void svi_cluster_close(struct svi_cluster *c)
{
    if (c->n_here > 0 && c->n > c->n_here) {
        const double mean = c->all / (double)c->n;
        const double moved = (c->here - mean * (double)c->n_here) / (double)(c->n - c->n_here);
        c->squares += moved * moved;
    }
    c->clusters += c->n_here > 0;
    c->here = 0;
    c->n_here = 0;
}

struct svi_estimate svi_cluster_mean(const struct svi_cluster *c)
{
    const double clusters = c->clusters;
    return svi_estimate_by_deals(c->n > 0 ? c->all / (double)c->n : NAN,
                                 sqrt((clusters - 1.0) / clusters * c->squares), clusters);
}

/* ---- ratio ----------------------------------------------------------------------------------- */

/* A ratio of sums over clusters in one pass, such as points by seats over deals. Its 95% interval
 * is linearised; t has one degree of freedom less than there are clusters. */

void svi_ratio_add(struct svi_ratio *r, double x, double n)
{
    r->here_x += x;
    r->here_n += n;
}

void svi_ratio_close(struct svi_ratio *r)
{
    r->x += r->here_x;
    r->n += r->here_n;
    r->xx += r->here_x * r->here_x;
    r->xn += r->here_x * r->here_n;
    r->nn += r->here_n * r->here_n;
    r->clusters += r->here_n > 0;
    r->here_x = r->here_n = 0;
}

struct svi_estimate svi_ratio_estimate(const struct svi_ratio *r)
{
    const double clusters = r->clusters, value = r->n > 0 ? r->x / r->n : NAN;
    const double squares = r->xx - 2 * value * r->xn + value * value * r->nn;
    const double error = sqrt((squares > 0 ? squares : 0) * clusters / (clusters - 1)) / r->n;
    return svi_estimate_by_deals(value, error, clusters);
}
