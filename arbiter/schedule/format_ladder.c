/* A season without an end: stage after stage, each with enough deals to give every bot `deals` of
 * them. The lineup of a deal is drawn at random. The uniform law draws from all *allowed* lineups
 * of the entries that play. These have at most one new entry, which so meets old ones, or only as
 * many new ones as it takes to fill the table. CANDIDATES lineups are drawn by that law,
 * independently of results. One of them plays, drawn by odds that results tilt to the most
 * informative lineups.
 *
 * The odds of a lineup are at least a quarter and at most four times those of an equal draw among
 * the candidates, and are kept with it. Ratings weigh the deal by svi_schedule_weight(), so that
 * they are those of the uniform law. So their intervals hold, though the odds follow from the
 * results (docs/STATISTICS.md has the derivation).
 *
 * Pairs whose intervals overlap stand in the way of an order. So each entry's *need* is a sum over
 * the others that play. It adds the probability that the ratings have the two the wrong way round,
 * times the share of this entry in the uncertainty. A lineup is worth the need that a deal takes
 * away from its members: p (1 - p) for each pair. Its expected information is taken off before the
 * next deal is drawn. While a member lacks the floor of deals, its lineup has the most odds.
 *
 * Where luck decides, ratings are of scores less luck, weighted by the deals before
 * (stats/luck_weight.h). These ratings weigh a deal by the root of svi_schedule_weight(). That
 * makes variances smaller, and need not suit bots that beat each other in circles: the tilt is all
 * that they decide. Variances are the sandwich's, over deals, from SVI_FEW_DEALS deals on; before
 * that they are at least those of the information. The logistic curve stands for the normal one.
 *
 * All arithmetic is from stats/numeric.h, and odds are whole numbers, so the decision is the same
 * everywhere. Stores rely on it: `verify` draws every stage again, so a different draw is a
 * different format. */
#include "schedule/format_ladder.h"
#include "base/error.h"
#include "base/out.h"
#include "job/points.h"
#include "memory/memory.h"
#include "schedule/settings.h"
#include "schedule/standings.h"
#include "stats/luce.h"
#include "stats/luck_weight.h"
#include "stats/numeric.h"
#include "stats/ratings.h"
#include "stats/sandwich.h"

#include <solvent/luck.h>

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- ladder look ----------------------------------------------------------------------------- */

#define PRIOR_GAMES 1.0
/* Variance of a rating without games, as a ghost's one game gives it. */
#define PRIOR_VARIANCE 4.0
#define LEAST_VARIANCE 1e-9
#define MILLION 1000000

/* ---- results for the statistics -------------------------------------------------------------- */

/* Returns a seat's luck less the mean of its table, in parts of 1 / (seats * MILLION) points.
 * Scores of a game add up to 0, and stay so. */
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
    SVI_TRY(schedule->luck != NULL ? svi_games_have_luck(games, 1) : SV_OK);
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        char name[16]; /* orders games, which go by names, by number */
        unsigned bot;
        (void)snprintf(name, sizeof name, "%06u", i);
        SVI_TRY(svi_games_bot(games, name, &bot));
    }
    const unsigned seats = schedule->settings.seats;
    for (uint64_t number = 1; number <= schedule->taken; number++) {
        struct svi_pairing p;
        svi_schedule_seating(schedule, number, &p);
        const bool counts = svi_schedule_counts(schedule, number);
        for (unsigned s = 0; s < seats; s++) {
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
            SVI_TRY(counts ? svi_games_add(games, &row) : SV_OK);
        }
    }
    struct svi_games_fault fault;
    return svi_games_order(games, &fault);
}

/* Counts the deals that each entry has played. */
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

/* Returns the worth of a point in scores of the ratings if all bots are equal: place k of m has the
 * score (k < m) - sum of 1/(m - j + 1), j = 1 to k. */
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

/* Adds a deal, all of whose games count, to the weight of luck. */
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

/* Finds the weight of luck in scores from all deals so far, which precede the deals that it helps
 * to draw. */
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

/* Variances of each entry's distance from the mean of all in the pool that have played. [0] are the
 * model's, [1] robust. */
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

/* Turns d->own into the variances once all rows have been taken. */
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

/* Computes ratings and variances from the results; without results all are alike. */
static enum sv_status learn(struct svi_ladder_pool *p, const struct svi_games *games,
                            const uint32_t deals[])
{
    SCOPED(svi_luce_finish) struct svi_luce luce = {0};
    SCOPED(svi_sandwich_finish) struct svi_sandwich w = {0};
    struct svi_tilt tilt = {0};
    const bool by_luck = p->schedule->luck != NULL;
    const size_t n = p->n + 1u;
    SCOPED(scoped_free) double *room = svi_new(4 * n, sizeof *room);
    struct distances d = {p, deals, {room, room + n}, {room + 2 * n, room + 3 * n}};
    if (by_luck) {
        find_tilt(p->schedule, &tilt);
    }
    SVI_TRY(svi_luce_init_tilted(&luce, games, PRIOR_GAMES, by_luck ? &tilt : NULL));
    SVI_TRY(svi_sandwich_init(&w, &luce));
    if (svi_sandwich_rows(&w, p->who, p->n, take_row, &d)) {
        conclude(&d);
    }
    for (unsigned i = 0; i < p->n; i++) {
        const uint32_t played = deals[p->who[i]];
        const double least = w.known && played > 0 ? d.own[0][i] : PRIOR_VARIANCE / (1 + played);
        const double found = w.known && played > 0 ? d.own[1][i] : 0;
        p->rating[i] = played > 0 ? luce.value[p->who[i]] : 0;
        p->variance[i] = played < SVI_FEW_DEALS ? fmax(least, found) : found;
        p->variance[i] = fmin(fmax(p->variance[i], LEAST_VARIANCE), PRIOR_VARIANCE);
    }
    return SV_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Lists the entries that play. New entries have joined later and have played few deals. */
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

/* Returns the information of a ranking relative to pairs. If all are equal, a ranking of m gives (m
 * - 1 - sum of 1/k, k = 2 to m) / m about one of them; m - 1 pairs would give (m - 1) / 4. */
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
    SCOPED(scoped_free)
    uint32_t *deals = svi_new(n + 1u, sizeof *deals), *last = svi_new(n + 1u, sizeof *last);
    SCOPED(svi_games_finish) struct svi_games games;
    svi_games_init(&games);
    SVI_TRY(fill(schedule, &games, p->sat));
    count_deals(&games, deals, last);
    gather(p, deals);
    p->per_pair = share_of_pairs(schedule->settings.seats) * schedule->seatings;
    return learn(p, &games, deals);
}

/* ---- ladder draw ----------------------------------------------------------------------------- */

#define CANDIDATES 32u
#define MOST_ODDS 16u /* of a candidate; the least are 1 */
/* Deals of the leader before other bots are preferred. */
#define LEADERS_FLOOR (3u * SVI_FEW_DEALS)
#define NORMAL_TO_LOGISTIC 1.702

/* ---- information ----------------------------------------------------------------------------- */

/* Returns the probability that i and j stand the wrong way round, times the share of i in the
 * uncertainty. */
static double doubt(const struct svi_ladder_pool *p, unsigned i, unsigned j)
{
    const double variance = p->variance[i] + p->variance[j];
    const double z = fabs(p->rating[i] - p->rating[j]) / sqrt(variance);
    return svi_sigmoid(-NORMAL_TO_LOGISTIC * z) * p->variance[i] / variance;
}

static double need_of(const struct svi_ladder_pool *p, unsigned i)
{
    double sum = 0;
    for (unsigned j = 0; j < p->n; j++) {
        sum += j != i ? doubt(p, i, j) : 0;
    }
    return sum;
}

/* Returns the information of one game between the two. */
static double tells(const struct svi_ladder_pool *p, unsigned i, unsigned j)
{
    const double q = svi_sigmoid(p->rating[i] - p->rating[j]);
    return q * (1 - q);
}

/* Returns the part of i's variance that this information takes away. */
static double taken_away(const struct svi_ladder_pool *p, unsigned i, double information)
{
    const double v = p->variance[i] * information * p->per_pair;
    return v / (1 + v);
}

/* Returns the worth of a deal of these entries. */
static double worth(const struct svi_ladder_pool *p, const unsigned at[])
{
    const unsigned seats = p->schedule->settings.seats;
    double information[SV_MAX_SEATS] = {0}, sum = 0;
    for (unsigned k = 0; k < seats; k++) {
        for (unsigned o = 0; o < k; o++) {
            const double one = tells(p, at[k], at[o]);
            information[k] += one;
            information[o] += one;
        }
    }
    for (unsigned k = 0; k < seats; k++) {
        sum += p->need[at[k]] * taken_away(p, at[k], information[k]);
    }
    return sum;
}

/* Takes off the expected information of a deal of these entries. */
static void expect(struct svi_ladder_pool *p, const unsigned at[])
{
    const unsigned seats = p->schedule->settings.seats;
    for (unsigned k = 0; k < seats; k++) {
        double information = 0;
        for (unsigned o = 0; o < seats; o++) {
            information += o != k ? tells(p, at[k], at[o]) : 0;
        }
        p->variance[at[k]] *= 1 - taken_away(p, at[k], information);
        p->deals[at[k]]++;
    }
    for (unsigned k = 0; k < seats; k++) {
        p->need[at[k]] = need_of(p, at[k]);
    }
}

/* ---- the draw of a deal ---------------------------------------------------------------------- */

/* Draws `k` of the `n` entries from `pool` on, each equally likely, and moves them to its front. */
static void draw_some(unsigned pool[], unsigned n, unsigned k, struct sv_rng *lots, unsigned at[])
{
    for (unsigned i = 0; i < k; i++) {
        const unsigned other = i + sv_rng_below(lots, n - i);
        at[i] = pool[other];
        pool[other] = pool[i];
        pool[i] = at[i];
    }
}

/* Draws a lineup by the uniform law; `order` has the places 0 to n - 1, the old ones first. Of the
 * allowed lineups C(old, s) are without a new entry, and new C(old, s - 1) have one: the ratio is
 * old - s + 1 to new s. */
static void draw_lineup(const struct svi_ladder_pool *p, unsigned order[], struct sv_rng *lots,
                        unsigned at[])
{
    const unsigned seats = p->schedule->settings.seats, fresh = p->n - p->old;
    unsigned k = 0;
    if (p->old < seats) {
        k = seats - p->old;
    } else if (fresh > 0) {
        k = sv_rng_below(lots, p->old - seats + 1 + fresh * seats) < fresh * seats;
    }
    draw_some(order, p->old, seats - k, lots, at);
    draw_some(order + p->old, fresh, k, lots, at + seats - k);
}

static bool lacks_floor(const struct svi_ladder_pool *p, const unsigned at[], unsigned leader)
{
    bool lacks = false;
    for (unsigned k = 0; k < p->schedule->settings.seats; k++) {
        lacks |= p->deals[at[k]] < (at[k] == leader ? LEADERS_FLOOR : SVI_FEW_DEALS);
    }
    return lacks;
}

/* Computes the odds of candidates of these values, in whole numbers, and returns their sum. Mixes
 * in as much of an equal draw as it takes to keep the bounds. */
static uint32_t odds_of(const double value[CANDIDATES], const bool lacks[CANDIDATES],
                        uint32_t odds[CANDIDATES])
{
    double most = 0;
    uint32_t sum = 0, least = MOST_ODDS, greatest = 0;
    for (unsigned c = 0; c < CANDIDATES; c++) {
        most = fmax(most, value[c]);
    }
    for (unsigned c = 0; c < CANDIDATES; c++) {
        const double share = lacks[c] || most <= 0 ? 1 : value[c] / most;
        odds[c] = 1 + (uint32_t)floor((MOST_ODDS - 1) * share + 0.5);
        sum += odds[c];
        least = odds[c] < least ? odds[c] : least;
        greatest = odds[c] > greatest ? odds[c] : greatest;
    }
    uint32_t more = 0;
    while (CANDIDATES * (greatest + more) > SVI_ODDS_BOUND * (sum + CANDIDATES * more) ||
           SVI_ODDS_BOUND * CANDIDATES * (least + more) < sum + CANDIDATES * more) {
        more++;
    }
    for (unsigned c = 0; c < CANDIDATES; c++) {
        odds[c] += more;
    }
    return sum + CANDIDATES * more;
}

static uint32_t greatest_divisor(uint32_t a, uint32_t b)
{
    while (b > 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static unsigned leader_of(const struct svi_ladder_pool *p)
{
    unsigned leader = 0;
    for (unsigned i = 1; i < p->n; i++) {
        leader = p->rating[i] > p->rating[leader] ? i : leader;
    }
    return leader;
}

/* Draws the lineup of the next deal, and its odds. */
static void draw_deal(const struct svi_ladder_pool *p, unsigned order[], unsigned leader,
                      struct sv_rng *lots, unsigned at[], uint32_t own[2])
{
    const unsigned seats = p->schedule->settings.seats;
    unsigned candidate[CANDIDATES][SV_MAX_SEATS];
    double value[CANDIDATES];
    bool lacks[CANDIDATES];
    uint32_t odds[CANDIDATES];
    for (unsigned c = 0; c < CANDIDATES; c++) {
        draw_lineup(p, order, lots, candidate[c]);
        value[c] = worth(p, candidate[c]);
        lacks[c] = lacks_floor(p, candidate[c], leader);
    }
    const uint32_t sum = odds_of(value, lacks, odds);
    uint32_t lot = sv_rng_below(lots, sum), c = 0;
    while (lot >= odds[c]) {
        lot -= odds[c++];
    }
    memcpy(at, candidate[c], seats * sizeof *at);
    const uint32_t common = greatest_divisor(CANDIDATES * odds[c], sum);
    own[0] = CANDIDATES * odds[c] / common;
    own[1] = sum / common;
}

/* Returns by how much an entry has had a seat more often than its share, in `seats`ths of a
 * game. */
static int64_t excess(const struct svi_ladder_pool *p, unsigned i, unsigned seat)
{
    const unsigned seats = p->schedule->settings.seats;
    const uint32_t *sat = p->sat[p->who[i]];
    int64_t all = 0;
    for (unsigned s = 0; s < seats; s++) {
        all += sat[s];
    }
    return (int64_t)sat[seat] * seats - all;
}

/* Gives each seat to the entry that lacks it most; rotations give every bot every seat anyway. */
static void seat(const struct svi_ladder_pool *p, const unsigned at[], unsigned bot[])
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

/* Draws `deals` lineups, one after the other, with their odds, from a pool of svi_ladder_look().
 *
 * `lineup` starts zeroed. `order` has room for as many numbers as entries play. A draw cannot fail,
 * so call svi_schedule_check_playing() first: it checks that enough entries play for a table. */
static void draw_lineups(struct svi_ladder_pool *p, struct svi_lineup lineup[], uint64_t deals,
                         unsigned order[])
{
    const struct svi_schedule *schedule = p->schedule;
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng lots = {0};
    sv_luck_seed_child(schedule->settings.seed, "stage", schedule->n_stages, 0, seed);
    sv_luck_game_key(seed, lots.key);
    for (unsigned i = 0; i < p->n; i++) {
        order[i] = i;
        p->need[i] = need_of(p, i);
    }
    const unsigned leader = leader_of(p);
    for (uint64_t d = 0; d < deals; d++) {
        unsigned at[SV_MAX_SEATS];
        draw_deal(p, order, leader, &lots, at, lineup[d].odds);
        expect(p, at);
        seat(p, at, lineup[d].bot[0]);
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            p->sat[lineup[d].bot[0][s]][s]++;
        }
    }
}

/* ---- a stage --------------------------------------------------------------------------------- */

static uint64_t deals_of(const struct svi_settings *settings)
{
    const uint64_t tables =
        (svi_settings_playing(settings) + settings->seats - 1) / settings->seats;
    return tables * settings->deals;
}

uint64_t svi_ladder_stage_matches(const struct svi_schedule *schedule)
{
    return deals_of(&schedule->settings) * schedule->lanes;
}

static enum sv_status draw(struct svi_ladder_pool *p, struct svi_schedule *schedule,
                           struct svi_schedule_fault *fault)
{
    const uint64_t deals = deals_of(&schedule->settings);
    SCOPED(scoped_free) struct svi_lineup *lineup = svi_new(deals, sizeof *lineup);
    SCOPED(scoped_free) unsigned *order = svi_new(p->n + 1u, sizeof *order);
    if (lineup == NULL) {
        return svi_schedule_no_memory(fault);
    }
    draw_lineups(p, lineup, deals, order);
    return svi_schedule_add_lineups(schedule, lineup, deals, 1, fault);
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const unsigned n = schedule->settings.bots;
    struct svi_ladder_pool p = {.schedule = schedule,
                                .who = svi_new(n + 1u, sizeof *p.who),
                                .deals = svi_new(n + 1u, sizeof *p.deals),
                                .rating = svi_new(n + 1u, sizeof *p.rating),
                                .variance = svi_new(n + 1u, sizeof *p.variance),
                                .need = svi_new(n + 1u, sizeof *p.need),
                                .sat = svi_new(n + 1u, sizeof *p.sat)};
    enum sv_status status = svi_schedule_check_playing(schedule, fault);
    if (status == SV_OK) {
        status = svi_ladder_look(&p) == SV_OK ? draw(&p, schedule, fault)
                                              : svi_schedule_no_memory(fault);
    }
    svi_free_all(p.who, p.deals, p.rating, p.variance, p.need, p.sat);
    return status;
}

/* ---- the format ------------------------------------------------------------------------------ */

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const struct svi_group *budget = &schedule->settings.budget;
    const bool games = budget->given && budget->value[SVI_BUDGET_games] != SVI_NONE_GIVEN;
    const bool minutes = budget->given && budget->value[SVI_BUDGET_minutes] != SVI_NONE_GIVEN;
    if (games == minutes) {
        return svi_schedule_refuse(fault, "budget",
                                   "found %s, expected {games: N} or {minutes: N}, how much a run "
                                   "plays, for format: ladder",
                                   games ? "games and minutes" : "none");
    }
    return next(schedule, fault);
}

/* Never: a run ends by its budget. */
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

/* Lists entries that do not play, by reason: "1 older version, 2 set aside". Games of disqualified
 * entries don't count, so these are not ranked. Returns the number of listed entries. */
static unsigned tell_ranked(const struct svi_settings *settings, struct svi_buf *out)
{
    static const struct {
        enum svi_status status;
        const char *one, *more;
    } reasons[] = {{SVI_STATUS_OLD, " older version", " older versions"},
                   {SVI_STATUS_SET_ASIDE, " set aside", " set aside"},
                   {SVI_STATUS_WITHDRAWN, " withdrawn", " withdrawn"},
                   {SVI_STATUS_LEFT, " not in the file any more", " not in the file any more"}};
    unsigned all = 0;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        unsigned n = 0;
        for (unsigned bot = 0; bot < settings->bots; bot++) {
            n += settings->status[bot] == reasons[i].status;
        }
        if (n > 0) {
            svi_out_format(out, "%s%u%s", all > 0 ? ", " : "", n,
                           n == 1 ? reasons[i].one : reasons[i].more);
        }
        all += n;
    }
    svi_buf_byte(out, 0);
    return all;
}

static void tell(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out)
{
    SCOPED(svi_buf_finish) struct svi_buf reasons = {0};
    const unsigned playing = svi_settings_playing(&schedule->settings);
    const unsigned ranked = tell_ranked(&schedule->settings, &reasons);
    (void)names;
    svi_out_format(out, "ladder: %u %s", playing, playing == 1 ? "entry plays" : "entries play");
    if (ranked > 0) {
        svi_out_format(out, "; %u %s past games (%s)", ranked,
                       ranked == 1 ? "does not play and is ranked by its"
                                   : "do not play and are ranked by their",
                       (const char *)reasons.data);
    }
}

const struct svi_format svi_format_ladder = {.name = "ladder",
                                             .may_grow = "bots",
                                             .may_change =
                                                 "deals budget clock. limits.match_s bots[",
                                             .seats_itself = true,
                                             .own = 1u << SVI_TERM_budget,
                                             .deals = 4,
                                             .season = true,
                                             .by_luck = true,
                                             .first = first,
                                             .change = change,
                                             .done = done,
                                             .next = next,
                                             .tell = tell};
