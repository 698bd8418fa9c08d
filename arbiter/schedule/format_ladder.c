/* A season that goes on: stage after stage, each played where it teaches most about who is better
 * than whom among those that play. What stands in the way of an order are pairs whose intervals
 * overlap; so each entry's *need* is the sum, over the others that play, of the probability that
 * the ratings have the two the wrong way round, as far as it is this one that is uncertain. A stage
 * has as many tables as would seat everybody once, but who sits there goes by need: a table is
 * built entry by entry, each the one with which the table takes most of its members' need away. A
 * deal tells most about bots that are equal, p (1 - p), so a new entry meets the middle first, then
 * its neighbours. What a table will have told is taken off before the next one is built, and nobody
 * sits at more than three.
 *
 * Variances are those of the ratings: the sandwich's, over deals, from SVI_FEW_DEALS deals on,
 * before that at least what the information says. The logistic curve stands for the normal one.
 * Equal values go by lot, drawn from the league's seed for each stage; all arithmetic is of
 * stats/numeric.h, so it is the same decision everywhere. Stores hold to it: `verify` decides every
 * stage again, so what decides otherwise is another format. */
#include "base/out.h"
#include "schedule/format.h"
#include "schedule/schedule.h"
#include "stats/luce.h"
#include "stats/numeric.h"
#include "stats/ratings.h"
#include "stats/sandwich.h"

#include <solvent/luck.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRIOR_GAMES 1.0
#define PRIOR_VARIANCE 4.0 /* of a rating that nothing is known of, as a ghost's one game tells */
#define LEAST_VARIANCE 1e-9
#define MOST_TABLES 3u /* of one entry in a stage: more would wait for it, and know few others */
#define NORMAL_TO_LOGISTIC 1.702

/* What is known of those that play, and what the tables planned so far will tell. By their place in
 * `who`. */
struct pool {
    const struct svi_schedule *schedule;
    unsigned n;
    unsigned *who;    /* entries that play, in the order of a lot */
    double *rating;   /* in nats */
    double *variance; /* of the rating's distance from the middle */
    double *need;
    unsigned *tables; /* of this stage, so far */
    double per_pair;  /* what a deal tells of a bot for each other at its table, in p (1 - p) */
    uint32_t (*sat)[SV_MAX_SEATS]; /* by entry: games in each seat */
};

/* ---- results as the statistics take them ---------------------------------------------------- */

static enum sv_status fill(const struct svi_schedule *schedule, struct svi_games *games,
                           uint32_t (*sat)[SV_MAX_SEATS])
{
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < schedule->settings.bots && status == SV_OK; i++) {
        char name[16]; /* games are ordered by names: this keeps the numbers */
        unsigned bot;
        (void)snprintf(name, sizeof name, "%06u", i);
        status = svi_games_bot(games, name, &bot);
    }
    for (uint64_t number = 1; number <= schedule->taken && status == SV_OK; number++) {
        struct svi_pairing p;
        svi_schedule_seating(schedule, number, &p);
        const bool counts = svi_schedule_counts(schedule, number);
        for (unsigned s = 0; s < schedule->settings.seats && status == SV_OK; s++) {
            const struct svi_seat_result row = {.deal = p.deal,
                                                .game = number,
                                                .points = -1,
                                                .bot = (uint16_t)p.bot[s],
                                                .seat = (uint8_t)s,
                                                .place = schedule->place[number - 1][s]};
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

/* Variance of each one's distance from the mean of those of the pool that have played, by a
 * covariance of n by n. */
static void distances(const struct pool *p, const double covariance[], unsigned n,
                      const uint32_t deals[], double out[])
{
    double all = 0;
    unsigned played = 0;
    for (unsigned i = 0; i < p->n; i++) {
        const double *row = covariance + (size_t)p->who[i] * n;
        double with = 0;
        for (unsigned j = 0; j < p->n; j++) {
            with += deals[p->who[j]] > 0 ? row[p->who[j]] : 0;
        }
        out[i] = with;
        if (deals[p->who[i]] > 0) {
            played++;
            all += with;
        }
    }
    const double k = played > 0 ? played : 1;
    for (unsigned i = 0; i < p->n; i++) {
        const double own = covariance[(size_t)p->who[i] * n + p->who[i]];
        out[i] = own - 2 * out[i] / k + all / (k * k);
    }
}

/* Ratings and variances from the results; without any, all alike. */
static enum sv_status learn(struct pool *p, const struct svi_games *games)
{
    const unsigned n = p->schedule->settings.bots;
    struct svi_luce luce;
    struct svi_sandwich w;
    uint32_t *deals = calloc(n + 1u, sizeof *deals), *last = calloc(n + 1u, sizeof *last);
    double *model = calloc(p->n + 1u, sizeof *model), *robust = calloc(p->n + 1u, sizeof *robust);
    enum sv_status status =
        deals != NULL && last != NULL && model != NULL && robust != NULL ? SV_OK : SV_E_SYSTEM;
    if (status == SV_OK && (status = svi_luce_init(&luce, games, PRIOR_GAMES)) == SV_OK) {
        status = svi_sandwich_init(&w, &luce);
        if (status == SV_OK) {
            count_deals(games, deals, last);
            if (w.known) {
                distances(p, w.bread, w.n, deals, model);
                distances(p, w.covariance, w.n, deals, robust);
            }
            for (unsigned i = 0; i < p->n; i++) {
                const uint32_t played = deals[p->who[i]];
                const double least =
                    w.known && played > 0 ? model[i] : PRIOR_VARIANCE / (1 + played);
                const double found = w.known && played > 0 ? robust[i] : 0;
                p->rating[i] = played > 0 ? luce.value[p->who[i]] : 0;
                p->variance[i] = played < SVI_FEW_DEALS ? fmax(least, found) : found;
                p->variance[i] = fmin(fmax(p->variance[i], LEAST_VARIANCE), PRIOR_VARIANCE);
            }
            svi_sandwich_finish(&w);
        }
        svi_luce_finish(&luce);
    }
    free(deals);
    free(last);
    free(model);
    free(robust);
    return status;
}

/* ---- who teaches most ------------------------------------------------------------------------ */

/* That i and j stand the wrong way round, as far as i is to blame. */
static double doubt(const struct pool *p, unsigned i, unsigned j)
{
    const double variance = p->variance[i] + p->variance[j];
    const double z = fabs(p->rating[i] - p->rating[j]) / sqrt(variance);
    return svi_sigmoid(-NORMAL_TO_LOGISTIC * z) * p->variance[i] / variance;
}

static double need_of(const struct pool *p, unsigned i)
{
    double sum = 0;
    for (unsigned j = 0; j < p->n; j++) {
        sum += j != i ? doubt(p, i, j) : 0;
    }
    return sum;
}

/* What one game between the two tells. */
static double tells(const struct pool *p, unsigned i, unsigned j)
{
    const double q = svi_sigmoid(p->rating[i] - p->rating[j]);
    return q * (1 - q);
}

/* The part of i's variance that so much information takes away. */
static double taken_away(const struct pool *p, unsigned i, double information)
{
    const double v = p->variance[i] * information * p->per_pair;
    return v / (1 + v);
}

/* The next one for a table of `n` so far, `information` [k] being what a game there tells of its
 * k-th member. */
static unsigned best_for(const struct pool *p, const unsigned at[], unsigned n,
                         const double information[])
{
    unsigned best = p->n;
    double most = -1;
    for (unsigned j = 0; j < p->n; j++) {
        double own = 0, value = 0;
        bool there = p->tables[j] == MOST_TABLES;
        for (unsigned k = 0; k < n; k++) {
            there |= at[k] == j;
        }
        for (unsigned k = 0; k < n && !there; k++) {
            const double one = tells(p, j, at[k]);
            own += one;
            value += p->need[at[k]] * (taken_away(p, at[k], information[k] + one) -
                                       taken_away(p, at[k], information[k]));
        }
        value += p->need[j] * (n > 0 ? taken_away(p, j, own) : 1);
        if (!there && value > most) {
            most = value;
            best = j;
        }
    }
    return best;
}

/* Who sits at the next table; what it will tell is taken as told. */
static void build(struct pool *p, unsigned at[])
{
    const unsigned seats = p->schedule->settings.seats;
    double information[SV_MAX_SEATS] = {0};
    for (unsigned n = 0; n < seats; n++) {
        at[n] = best_for(p, at, n, information);
        for (unsigned k = 0; k < n; k++) {
            const double one = tells(p, at[n], at[k]);
            information[n] += one;
            information[k] += one;
        }
    }
    for (unsigned k = 0; k < seats; k++) {
        for (unsigned j = 0; j < p->n; j++) {
            p->need[j] -= j != at[k] ? doubt(p, j, at[k]) : 0;
        }
        p->variance[at[k]] *= 1 - taken_away(p, at[k], information[k]);
        for (unsigned j = 0; j < p->n; j++) {
            p->need[j] += j != at[k] ? doubt(p, j, at[k]) : 0;
        }
    }
    for (unsigned k = 0; k < seats; k++) {
        p->need[at[k]] = need_of(p, at[k]);
        p->tables[at[k]]++;
    }
}

/* How much more often one has had a seat than its share, in `seats`ths of a game. */
static int64_t excess(const struct pool *p, unsigned i, unsigned seat)
{
    const unsigned seats = p->schedule->settings.seats;
    const uint32_t *sat = p->sat[p->who[i]];
    int64_t all = 0;
    for (unsigned s = 0; s < seats; s++) {
        all += sat[s];
    }
    return (int64_t)sat[seat] * seats - all;
}

/* Gives each seat to who lacks it most; rotations give everybody every seat anyway. */
static void seat(const struct pool *p, const unsigned at[], unsigned bot[])
{
    const unsigned seats = p->schedule->settings.seats;
    bool taken[SV_MAX_SEATS] = {false};
    for (unsigned s = 0; s < seats; s++) {
        unsigned best = seats;
        for (unsigned k = 0; k < seats; k++) {
            if (!taken[k] && (best == seats || excess(p, at[k], s) < excess(p, at[best], s))) {
                best = k;
            }
        }
        taken[best] = true;
        bot[s] = p->who[at[best]];
    }
}

/* ---- a stage --------------------------------------------------------------------------------- */

static unsigned tables_of(const struct svi_settings *settings)
{
    return (svi_settings_playing(settings) + settings->seats - 1) / settings->seats;
}

uint64_t svi_ladder_stage_matches(const struct svi_schedule *schedule)
{
    return (uint64_t)tables_of(&schedule->settings) * schedule->settings.deals * schedule->lanes;
}

/* Those that play, in the order of a lot. */
static void gather(struct pool *p)
{
    const struct svi_settings *settings = &p->schedule->settings;
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng lots = {0};
    sv_luck_seed_child(settings->seed, "stage", p->schedule->n_stages, 0, seed);
    sv_luck_game_key(seed, lots.key);
    for (unsigned i = 0; i < settings->bots; i++) {
        if (settings->status[i] == SVI_STATUS_PLAYS) {
            p->who[p->n++] = i;
        }
    }
    for (unsigned i = p->n; i > 1; i--) {
        const unsigned k = sv_rng_below(&lots, i);
        const unsigned one = p->who[k];
        p->who[k] = p->who[i - 1];
        p->who[i - 1] = one;
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

static enum sv_status add_tables(struct pool *p, struct svi_schedule *schedule,
                                 struct svi_schedule_fault *fault)
{
    const unsigned tables = tables_of(&schedule->settings);
    struct svi_lineup *lineup = calloc(tables, sizeof *lineup);
    if (lineup == NULL) {
        return svi_schedule_no_memory(fault);
    }
    for (unsigned i = 0; i < p->n; i++) {
        p->need[i] = need_of(p, i);
    }
    for (unsigned t = 0; t < tables; t++) {
        unsigned at[SV_MAX_SEATS];
        build(p, at);
        seat(p, at, lineup[t].bot[0]);
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            p->sat[lineup[t].bot[0][s]][s]++;
        }
    }
    const enum sv_status status =
        svi_schedule_add_lineups(schedule, lineup, tables, schedule->settings.deals, fault);
    free(lineup);
    return status;
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const unsigned n = schedule->settings.bots;
    struct svi_games games;
    struct pool p = {.schedule = schedule,
                     .who = calloc(n + 1u, sizeof *p.who),
                     .rating = calloc(n + 1u, sizeof *p.rating),
                     .variance = calloc(n + 1u, sizeof *p.variance),
                     .need = calloc(n + 1u, sizeof *p.need),
                     .tables = calloc(n + 1u, sizeof *p.tables),
                     .sat = calloc(n + 1u, sizeof *p.sat)};
    enum sv_status status = svi_schedule_check_playing(schedule, fault);
    svi_games_init(&games);
    if (status == SV_OK && (p.who == NULL || p.rating == NULL || p.variance == NULL ||
                            p.need == NULL || p.tables == NULL || p.sat == NULL)) {
        status = svi_schedule_no_memory(fault);
    } else if (status == SV_OK) {
        gather(&p);
        p.per_pair = share_of_pairs(schedule->settings.seats) * schedule->seatings *
                     schedule->settings.deals;
        if (fill(schedule, &games, p.sat) != SV_OK || learn(&p, &games) != SV_OK) {
            status = svi_schedule_no_memory(fault);
        } else {
            status = add_tables(&p, schedule, fault);
        }
    }
    svi_games_finish(&games);
    free(p.who);
    free(p.rating);
    free(p.variance);
    free(p.need);
    free(p.tables);
    free(p.sat);
    return status;
}

/* ---- the format ------------------------------------------------------------------------------ */

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const struct svi_group *budget = &schedule->settings.budget;
    const bool games = budget->given && budget->value[SVI_BUDGET_games] != SVI_NONE_GIVEN;
    const bool minutes = budget->given && budget->value[SVI_BUDGET_minutes] != SVI_NONE_GIVEN;
    if (games == minutes) {
        fault->key = "budget";
        (void)snprintf(fault->text, sizeof fault->text,
                       "found %s, expected {games: N} or {minutes: N}, how much a run plays, for "
                       "format: ladder",
                       games ? "games and minutes" : "none");
        return SV_E_RANGE;
    }
    return next(schedule, fault);
}

/* It never is; what ends a run is its budget. */
static bool done(const struct svi_schedule *schedule)
{
    (void)schedule;
    return false;
}

static enum sv_status change(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault)
{
    (void)before;
    return svi_schedule_check_playing(schedule, fault);
}

static void tell(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out)
{
    const unsigned playing = svi_settings_playing(&schedule->settings);
    (void)names;
    svi_out_text(out, "ladder: ");
    svi_out_int(out, playing);
    svi_out_text(out, playing == 1 ? " entry plays" : " entries play");
    if (schedule->settings.bots > playing) {
        svi_out_text(out, ", ");
        svi_out_int(out, schedule->settings.bots - playing);
        svi_out_text(out, " more are ranked");
    }
}

const struct svi_format svi_format_ladder = {.name = "ladder",
                                             .own = 1u << SVI_TERM_budget,
                                             .deals = 4,
                                             .season = true,
                                             .first = first,
                                             .change = change,
                                             .done = done,
                                             .next = next,
                                             .tell = tell};
