/* Duels (<solvent/duel.h>): games in process, and the difference between two bots. */
#include "env/duel.h"

#include "base/error.h"
#include "base/options.h"
#include "bot/decide.h"
#include "bot/local.h"
#include "value/account.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- games ----------------------------------------------------------------------------------- */

/* Working memory of one call, some 300 KB. */
struct ring {
    struct svi_local play;
    struct svi_luck luck;
    struct svi_value value;
    struct svi_value_base base;
};

static void account(void *user, unsigned seat, const struct sv_answer *a)
{
    svi_luck_answer(user, seat, a);
}

void svi_duel_seed(const struct sv_duel_how *how, uint64_t number, uint8_t seed[SV_SEED_BYTES])
{
    sv_luck_seed_child(how->seed, "deal", how->seats - 1, number, seed);
}

void svi_duel_score_read(const struct sv_result *result, unsigned seats, unsigned seat,
                         struct svi_duel_score *out)
{
    unsigned twice = 0;
    unsigned first = 0;
    for (unsigned s = 0; s < seats; s++) {
        if (s != seat) {
            twice += result->place[s] > result->place[seat];
            twice += result->place[s] >= result->place[seat];
        }
        first += result->place[s] == 1;
    }
    out->points = twice / (2.0 * (seats - 1));
    out->wins = result->place[seat] == 1 ? 1.0 / first : 0;
}

void svi_duel_add(struct sv_duel_deal *deal, unsigned seats, const struct svi_duel_score *own,
                  const struct svi_duel_score *other)
{
    const double n = seats;
    /* All seats share n / 2 points, and no luck. */
    const struct svi_duel_score mean = {.points = (n / 2 - own->points) / (n - 1),
                                        .luck = -own->luck / (n - 1)};
    other = other != NULL ? other : &mean;
    deal->points += own->points / n;
    deal->wins += own->wins / n;
    deal->luck += own->luck / n;
    deal->difference += (own->points - other->points) / n;
    deal->difference_luck += (own->luck - other->luck) / n;
    deal->games++;
    deal->illegal += own->illegal;
}

/* Plays the table turned by `turn` seats, with `bot` in the first place. */
static enum sv_status play(const struct sv_duel_how *how, struct ring *ring,
                           const uint8_t seed[SV_SEED_BYTES], unsigned turn,
                           const struct sv_bot *bot, struct svi_duel_score *out)
{
    unsigned illegal[SV_MAX_SEATS];
    struct sv_setup setup;
    struct sv_result result = {0};
    memset(&ring->play, 0, sizeof ring->play);
    ring->play.e = how->edition;
    ring->play.seats = how->seats;
    ring->play.illegal = illegal;
    for (unsigned s = 0; s < how->seats; s++) {
        ring->play.bots[(s + turn) % how->seats] = s == 0 ? bot : how->bots[s];
    }
    svi_local_setup(ring->play.bots, how->seats, seed, &setup);
    if (how->luck) {
        svi_luck_begin(&ring->luck, &ring->value, &ring->base, &setup, NULL);
        ring->play.answered = account;
        ring->play.user = &ring->luck;
    }
    svi_local_begin(&ring->play, &setup);
    (void)svi_local_run(&ring->play);
    SVI_TRY(svi_local_end(&ring->play, &result));
    svi_duel_score_read(&result, how->seats, turn, out);
    out->luck = how->luck ? ring->luck.figure[turn][SVI_LUCK_POINTS] : 0;
    out->illegal = illegal[turn];
    return SV_OK;
}

static enum sv_status play_deal(const struct sv_duel_how *how, struct ring *ring, uint64_t number,
                                struct sv_duel_deal *out)
{
    uint8_t seed[SV_SEED_BYTES];
    memset(out, 0, sizeof *out);
    svi_duel_seed(how, number, seed);
    for (unsigned turn = 0; turn < how->seats; turn++) {
        struct svi_duel_score own = {0};
        struct svi_duel_score other = {0};
        SVI_TRY(play(how, ring, seed, turn, how->bots[0], &own));
        if (how->instead != NULL) {
            SVI_TRY(play(how, ring, seed, turn, how->instead, &other));
        }
        svi_duel_add(out, how->seats, &own, how->instead != NULL ? &other : NULL);
    }
    return SV_OK;
}

static bool is_valid(const struct sv_duel_how *how)
{
    if (how->edition == NULL || how->seats < 2 || how->seats > SV_MAX_SEATS ||
        (how->instead != NULL && !svi_bot_is_known(how->instead))) {
        return false;
    }
    for (unsigned s = 0; s < how->seats; s++) {
        if (how->bots[s] == NULL || !svi_bot_is_known(how->bots[s])) {
            return false;
        }
    }
    return true;
}

enum sv_status sv_duel_play(const struct sv_duel_how *how, uint64_t first, uint64_t n,
                            struct sv_duel_deal out[])
{
    struct sv_duel_how own;
    if (!svi_options_read(&own, how, SVI_SIZE_TO(struct sv_duel_how, luck), sizeof own) ||
        !is_valid(&own)) {
        return SV_E_ARGUMENT;
    }
    SCOPED(scoped_free) struct ring *ring = calloc(1, sizeof *ring);
    if (ring == NULL) {
        return SV_E_SYSTEM;
    }
    svi_value_init(&ring->value, own.edition, svi_weights_for(own.edition));
    for (uint64_t i = 0; i < n; i++) {
        SVI_TRY(play_deal(&own, ring, first + i, &out[i]));
    }
    return SV_OK;
}

/* ---- means ----------------------------------------------------------------------------------- */

#define FOLDS 10u
/* The weight of luck begins at 1, as after this sum of squares. */
#define PRIOR 0.2

/* One observation a deal: x, and its luck, as offsets of members of a deal. */
struct column {
    const struct sv_duel_deal *deal;
    uint64_t n;
    size_t x, luck;
};

#define NO_LUCK SIZE_MAX

static double member(const struct column *c, uint64_t i, size_t offset)
{
    return offset == NO_LUCK ? 0 : *(const double *)((const char *)&c->deal[i] + offset);
}

/* Quantile of Student's t for a 95% interval, by Cornish and Fisher's expansion: true to 1% from 3
 * degrees of freedom on. */
static double quantile(double df)
{
    const double z = 1.959964;
    const double z3 = z * z * z;
    const double z5 = z3 * z * z;
    return df < 2   ? 12.706
           : df < 3 ? 4.303
                    : z + (z3 + z) / (4 * df) + (5 * z5 + 16 * z3 + 3 * z) / (96 * df * df) +
                          (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * df * df * df);
}

static struct sv_duel_mean mean_of(const struct column *c)
{
    double product[FOLDS] = {0};
    double square[FOLDS] = {0};
    double weight[FOLDS];
    double products = PRIOR;
    double squares = PRIOR;
    double mean = 0;
    double sum = 0;
    double spread = 0;
    for (uint64_t i = 0; i < c->n; i++) {
        mean += member(c, i, c->x) / (double)c->n;
    }
    for (uint64_t i = 0; i < c->n; i++) {
        const double l = member(c, i, c->luck);
        product[i % FOLDS] += (member(c, i, c->x) - mean) * l;
        square[i % FOLDS] += l * l;
    }
    for (unsigned f = 0; f < FOLDS; f++) {
        products += product[f];
        squares += square[f];
    }
    for (unsigned f = 0; f < FOLDS; f++) {
        weight[f] = (products - product[f]) / (squares - square[f]);
    }
    for (uint64_t i = 0; i < c->n; i++) {
        sum += member(c, i, c->x) - weight[i % FOLDS] * member(c, i, c->luck);
    }
    const double n = (double)c->n;
    for (uint64_t i = 0; i < c->n; i++) {
        const double off = member(c, i, c->x) - weight[i % FOLDS] * member(c, i, c->luck) - sum / n;
        spread += off * off;
    }
    return (struct sv_duel_mean){sum / n, c->n < 2 ? (double)NAN
                                                   : quantile(n - 1) * sqrt(spread / (n - 1) / n)};
}

void sv_duel_sum(const struct sv_duel_deal deal[], uint64_t n, struct sv_duel *out)
{
#define AT(member) offsetof(struct sv_duel_deal, member)
    const struct column points = {deal, n, AT(points), AT(luck)};
    const struct column wins = {deal, n, AT(wins), NO_LUCK};
    const struct column difference = {deal, n, AT(difference), AT(difference_luck)};
#undef AT
    memset(out, 0, sizeof *out);
    out->deals = n;
    out->points = mean_of(&points);
    out->wins = mean_of(&wins);
    out->difference = mean_of(&difference);
    for (uint64_t i = 0; i < n; i++) {
        out->games += deal[i].games;
        out->illegal += deal[i].illegal;
    }
}
