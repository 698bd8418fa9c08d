/* Compares answers over the same futures (<solvent/search.h>). Paired comparison: the difference of
 * two answers within each future has much less spread than either answer's values. */
#include "base/error.h"
#include "base/options.h"
#include "base/time.h"

#include <solvent/search.h>

#include <assert.h>
#include <string.h>

#define LEAST_FUTURES 8u

/* Sums over the futures that were played whole. Each value is counted minus the value of the first
 * answer still in the race: the differences are unaffected, and the sums stay small. */
struct race {
    const struct sv_search_how *how;
    unsigned n;
    uint64_t in; /* answers that have not been dropped */
    uint32_t futures;
    int64_t sum[SV_MAX_ALTERNATIVES];
    int64_t product[SV_MAX_ALTERNATIVES][SV_MAX_ALTERNATIVES];
    int64_t value[SV_MAX_ALTERNATIVES]; /* in the running future */
    int64_t whole[SV_MAX_ALTERNATIVES]; /* values as they are, added up */
};

int32_t sv_value_share(void *user, const struct sv_edition *e, const struct sv_position *p,
                       unsigned seat)
{
    int64_t all = 0;
    (void)user;
    for (unsigned s = 0; s < p->seats; s++) {
        all += sv_alive(p, s) ? sv_worth(e, p, s) : 0;
    }
    return all <= 0 || !sv_alive(p, seat)
               ? 0
               : (int32_t)((int64_t)sv_worth(e, p, seat) * SV_MAX_VALUE / all);
}

/* The futures of a search: each has a key of its own, whose first bytes hold the future's number. So
 * the lowest bit tells even futures from odd ones. */
static void future_key(const uint64_t seed[2], uint32_t number, uint8_t key[SV_KEY_BYTES])
{
    for (unsigned i = 0; i < SV_KEY_BYTES; i++) {
        key[i] = (uint8_t)((seed[i / 8] ^ (i < 8 ? number : 0)) >> (8 * (i % 8)));
    }
}

/* Takes in a future that all answers in the race have been tried in. */
static void add_future(struct race *r)
{
    const int64_t base = r->value[sv_first(r->in)];
    for (uint64_t left = r->in; left != 0; left &= left - 1) {
        r->whole[sv_first(left)] += r->value[sv_first(left)];
        r->value[sv_first(left)] -= base;
    }
    for (uint64_t left = r->in; left != 0; left &= left - 1) {
        const unsigned k = sv_first(left);

        r->sum[k] += r->value[k];
        for (uint64_t rest = r->in; rest != 0; rest &= rest - 1) {
            r->product[k][sv_first(rest)] += r->value[k] * r->value[sv_first(rest)];
        }
    }
    r->futures++;
}

static unsigned leader(const struct race *r)
{
    unsigned best = sv_first(r->in);
    assert(best != SV_NONE);
    for (uint64_t left = r->in; left != 0; left &= left - 1) {
        best = r->sum[sv_first(left)] > r->sum[best] ? sv_first(left) : best;
    }
    return best;
}

/* Returns whether `a` is better than `b` by more than `tenths` of the difference's standard
 * error. */
static bool surely_better(const struct race *r, unsigned a, unsigned b, uint32_t tenths)
{
    const double n = r->futures;
    const double mean = (double)(r->sum[a] - r->sum[b]) / n;
    const double squares = (double)(r->product[a][a] - 2 * r->product[a][b] + r->product[b][b]) / n;
    const double sure = tenths / 10.0;
    return mean > 0 && mean * mean * (n - 1) > sure * sure * (squares - mean * mean);
}

static void drop_worse(struct race *r, struct sv_found *found)
{
    const unsigned best = leader(r);
    for (uint64_t left = r->in & ~(UINT64_C(1) << best); left != 0; left &= left - 1) {
        if (surely_better(r, best, sv_first(left), r->how->sure)) {
            r->in &= ~(UINT64_C(1) << sv_first(left));
            found->tried[sv_first(left)] = r->futures;
        }
    }
}

/* Data that all futures of a search share. */
struct table {
    struct sv_match *m;
    const struct sv_answer *answers;
    struct sv_players *players;
    struct sv_until until;
    int64_t end_ms; /* 0: never */
};

/* Tries every answer in the race in a future. `late`: time ran out in it. */
static enum sv_status try_future(const struct table *t, struct race *r,
                                 const uint8_t key[SV_KEY_BYTES], struct sv_found *found,
                                 bool *late)
{
    sv_value_fn *value = r->how->value != NULL ? r->how->value : sv_value_share;
    const struct sv_match *m = t->m;

    for (uint64_t left = r->in; left != 0; left &= left - 1) {
        const unsigned k = sv_first(left);
        struct sv_state st;
        enum sv_status status;
        int32_t worth;

        *late = t->end_ms != 0 && found->playouts > 0 && svi_time_us() / 1000 >= t->end_ms;
        if (*late) {
            return SV_OK;
        }
        status = sv_playout(m->edition, m->position, m->course, 1u << m->seat, m->seat,
                            &t->answers[k], t->players, key, &t->until, &st, NULL);
        if (status != SV_OK) {
            return status;
        }
        found->playouts++;
        worth = value(r->how->user, m->edition, &st.position, m->seat);
        r->value[k] = worth < 0 ? 0 : worth > SV_MAX_VALUE ? SV_MAX_VALUE : worth;
    }
    return SV_OK;
}

static enum sv_status check_answers(const struct sv_match *m, const struct sv_question *q,
                                    const struct sv_answer answers[], unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        SVI_TRY(sv_check(m->edition, m->position, q, &answers[k]));
    }
    return SV_OK;
}

enum sv_status sv_search(struct sv_match *m, const struct sv_question *q,
                         const struct sv_answer answers[], unsigned n,
                         const struct sv_search_how *options, struct sv_players *players,
                         struct sv_answer *best, struct sv_found *found)
{
    uint64_t seed[2];
    struct table t = {.m = m, .answers = answers, .players = players};
    struct sv_search_how own;
    const struct sv_search_how *const how = &own;
    struct race r = {.how = how, .n = n};
    struct sv_found f = {0};
    bool late = false;
    seed[0] = sv_rng_next(&m->rng);
    seed[1] = sv_rng_next(&m->rng);
    if (!svi_options_read(&own, options, SVI_SIZE_TO(struct sv_search_how, user), sizeof own) ||
        n < 1 || n > SV_MAX_ALTERNATIVES || how->futures < 1 || how->futures > 1000000 ||
        m->course == NULL) {
        return SV_E_ARGUMENT;
    }
    SVI_TRY(check_answers(m, q, answers, n));
    r.in = UINT64_MAX >> (64 - n);
    t.until.round = how->rounds == 0 || how->rounds > UINT16_MAX - 1u - m->position->round
                        ? 0
                        : (uint16_t)(m->position->round + how->rounds);
    t.end_ms = how->clock_ms != 0 ? svi_time_us() / 1000 + how->clock_ms : 0;
    while (r.futures < how->futures && (r.in & (r.in - 1)) != 0) {
        uint8_t key[SV_KEY_BYTES];

        future_key(seed, r.futures, key);
        SVI_TRY(try_future(&t, &r, key, &f, &late));
        if (late) {
            break;
        }
        add_future(&r);
        if (how->sure > 0 && r.futures >= LEAST_FUTURES) {
            drop_worse(&r, &f);
        }
    }
    f.best = leader(&r);
    if (how->stay > 0 && r.futures > 0 && sv_has(r.in, 0) &&
        !surely_better(&r, f.best, 0, how->stay)) {
        f.best = 0;
    }
    f.futures = r.futures;
    for (unsigned k = 0; k < n; k++) {
        f.tried[k] = sv_has(r.in, k) ? r.futures : f.tried[k];
        f.mean[k] = f.tried[k] > 0 ? (int32_t)(r.whole[k] / f.tried[k]) : 0;
    }
    memmove(best, &answers[f.best], sizeof *best);
    if (found != NULL) {
        *found = f;
    }
    return SV_OK;
}
