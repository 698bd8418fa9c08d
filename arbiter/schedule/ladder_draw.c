#include "schedule/format.h"
#include "schedule/ladder_pool.h"
#include "stats/numeric.h"
#include "stats/ratings.h"

#include <solvent/luck.h>

#include <math.h>
#include <string.h>

#define CANDIDATES 32u
#define MOST_ODDS 16u /* of a candidate, against 1 */
/* Deals of the leader before other bots are preferred. */
#define LEADERS_FLOOR (3u * SVI_FEW_DEALS)
#define NORMAL_TO_LOGISTIC 1.702

/* ---- who teaches most ------------------------------------------------------------------------ */

/* That i and j stand the wrong way round, as far as i is to blame. */
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

/* What one game between the two tells. */
static double tells(const struct svi_ladder_pool *p, unsigned i, unsigned j)
{
    const double q = svi_sigmoid(p->rating[i] - p->rating[j]);
    return q * (1 - q);
}

/* The part of i's variance that so much information takes away. */
static double taken_away(const struct svi_ladder_pool *p, unsigned i, double information)
{
    const double v = p->variance[i] * information * p->per_pair;
    return v / (1 + v);
}

/* What a deal of these tells. */
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

/* Takes what a deal of these tells as told. */
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

/* ---- who plays a deal ------------------------------------------------------------------------ */

/* `k` of the `n` from `first` on, each alike, which are moved to the front of these. */
static void draw_some(unsigned pool[], unsigned n, unsigned k, struct sv_rng *lots, unsigned at[])
{
    for (unsigned i = 0; i < k; i++) {
        const unsigned other = i + sv_rng_below(lots, n - i);
        at[i] = pool[other];
        pool[other] = pool[i];
        pool[i] = at[i];
    }
}

/* A lineup by the uniform law; `order` has the places 0 to n - 1, the old ones first. Of the
 * allowed ones C(old, s) are without a new entry, new C(old, s - 1) with one: as old - s + 1 to new
 * s. */
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

/* The odds of candidates worth so much, in whole numbers; their sum. What is within the bounds is
 * mixed with as much of an equal draw as that takes. */
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

/* Draws who plays the next deal, and its odds. */
static void draw(const struct svi_ladder_pool *p, unsigned order[], unsigned leader,
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

/* How much more often one has had a seat than its share, in `seats`ths of a game. */
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

/* Gives each seat to who lacks it most; rotations give everybody every seat anyway. */
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

void svi_ladder_draw(struct svi_ladder_pool *p, struct svi_lineup lineup[], uint64_t deals,
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
        draw(p, order, leader, &lots, at, lineup[d].odds);
        expect(p, at);
        seat(p, at, lineup[d].bot[0]);
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            p->sat[lineup[d].bot[0][s]][s]++;
        }
    }
}
