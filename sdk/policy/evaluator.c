#include "policy/evaluator.h"

#include "policy/rival.h"
#include "value/points.h"

#include <string.h>

bool svi_evaluator_init(struct svi_evaluator *evaluator, const struct sv_edition *e,
                        const struct svi_weights *w)
{
    sv_odds_init(&evaluator->odds, e);
    evaluator->value = svi_value_create(e, w);
    evaluator->rivals = svi_rivals_create(e, w);
    evaluator->shortage = true;
    if (evaluator->value == NULL || evaluator->rivals == NULL) {
        svi_evaluator_finish(evaluator);
        return false;
    }
    return true;
}

void svi_evaluator_finish(struct svi_evaluator *evaluator)
{
    sv_value_destroy(evaluator->value);
    sv_rivals_destroy(evaluator->rivals);
}

int32_t svi_evaluator_value(const struct sv_match *m, const struct sv_position *p)
{
    const struct svi_evaluator *evaluator = m->user;
    return sv_value_seat(evaluator->value, m->edition, p, m->seat);
}

/* ---- options --------------------------------------------------------------------------------- */

struct options {
    struct sv_match *m;
    const struct sv_question *q;
    struct svi_option *out;
    unsigned n, most;
};

static bool same_plan(const struct sv_plan *a, const struct sv_plan *b)
{
    return a->mortgage == b->mortgage && a->lift == b->lift &&
           memcmp(a->level, b->level, sizeof a->level) == 0;
}

/* Adds a plan that is new and legal. */
static void add_plan(struct options *o, const struct sv_answer *a)
{
    const struct sv_position *p = o->m->position;
    struct sv_position after;
    for (unsigned i = 0; i < o->n; i++) {
        if (same_plan(&o->out[i].answer.plan, &a->plan)) {
            return;
        }
    }
    if (o->n == o->most || sv_check(o->m->edition, p, o->q, a) != SV_OK) {
        return;
    }
    sv_plan_apply(o->m->edition, p, o->m->seat, &a->plan, &after);
    after.cash[o->m->seat] -= o->q->kind == SV_DECISION_DEBT ? o->q->amount : 0;
    o->out[o->n++] = (struct svi_option){*a, svi_evaluator_value(o->m, &after)};
}

/* Reserves to try, in percent of the careful bot's. 100 and 0 come first, for when few places are
 * left. */
static const int courage[] = {100, 0, 200, 40, 400};

/* Leaves the bank without the houses that hotels would give back, so that others lack them. Returns
 * false if the plan has no hotels. */
static bool keep_houses(const struct sv_position *p, struct sv_plan *plan)
{
    bool any = false;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        if (plan->level[i] > 4 && p->level[i] <= 4) {
            plan->level[i] = 4;
            any = true;
        }
    }
    return any;
}

static void add_developments(struct options *o, const struct sv_look *k,
                             const struct sv_answer *still)
{
    const struct svi_evaluator *evaluator = o->m->user;
    const int64_t reserve = sv_reserve(k, k->seat);
    for (unsigned i = 0; i < 2 * sizeof courage / sizeof courage[0]; i++) {
        struct sv_answer a = *still;

        sv_estate_develop(k, reserve * courage[i / 2] / 100, i % 2 == 1, &a.plan);
        add_plan(o, &a);
        if (evaluator->shortage && keep_houses(k->p, &a.plan)) {
            add_plan(o, &a);
        }
    }
}

unsigned svi_evaluator_plans(struct sv_match *m, const struct sv_question *q,
                             struct svi_option out[], unsigned most)
{
    struct options o = {m, q, out, 0, most};
    struct sv_answer still;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return 0;
    }
    sv_answer_clear(k.p, q, &still);
    add_plan(&o, &still);
    if (k.p->owned[k.seat] != 0) {
        add_developments(&o, &k, &still);
    }
    return o.n;
}

unsigned svi_evaluator_offers(struct sv_match *m, const struct sv_question *q,
                              struct svi_option out[], unsigned most)
{
    struct svi_evaluator *evaluator = m->user;
    struct sv_proposal found[SV_MAX_PROPOSALS];
    int32_t now;
    unsigned listed;
    unsigned n = 0;
    if (evaluator == NULL || q->offers == 0 || m->position->turn_seat != m->seat) {
        return 0;
    }
    now = svi_evaluator_value(m, m->position);
    sv_rivals_see(evaluator->rivals, m->position);
    listed = sv_rivals_propose(evaluator->rivals, m->seat, found, most);
    for (unsigned i = 0; i < listed; i++) {
        const int32_t hoped = svi_evaluator_hope(&found[i]);

        if (hoped > SVI_LEAST_GAIN) {
            sv_answer_clear(m->position, q, &out[n].answer);
            out[n].answer.n_offers = 1;
            out[n].answer.offers[0] = found[i].offer;
            out[n++].value = now + hoped;
        }
    }
    return n;
}

unsigned svi_evaluator_debt(struct sv_match *m, const struct sv_question *q,
                            struct svi_option out[], unsigned most)
{
    struct options o = {m, q, out, 0, most};
    const int64_t missing = (int64_t)q->amount - m->position->cash[m->seat];
    struct sv_answer a;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return 0;
    }
    sv_answer_clear(k.p, q, &a);
    sv_estate_raise(&k, missing, &a.plan);
    add_plan(&o, &a);
    sv_answer_clear(k.p, q, &a);
    sv_estate_pledge(&k, missing, &a.plan);
    sv_estate_raise(&k, missing, &a.plan);
    add_plan(&o, &a);
    sv_answer_clear(k.p, q, &a);
    sv_plan_raise(k.e, k.p, k.seat, missing, &a.plan);
    add_plan(&o, &a);
    return o.n;
}

unsigned svi_evaluator_best(const struct svi_option option[], unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++) {
        best = option[i].value > option[best].value ? i : best;
    }
    return best;
}

/* ---- deeds of the bank's --------------------------------------------------------------------- */

static int32_t value_with_deed(struct sv_match *m, unsigned seat, unsigned space, int32_t price)
{
    struct sv_position after = *m->position;
    after.owned[seat] |= UINT64_C(1) << space;
    after.owner[space] = (uint8_t)seat;
    after.mortgaged &= ~(UINT64_C(1) << space);
    after.cash[seat] -= price;
    return svi_evaluator_value(m, &after);
}

/* The value when a deed is left to others: who of `in` would pay most has it, at a price between
 * his and the next one's. */
static int32_t value_without(struct sv_match *m, const struct sv_look *k, unsigned space,
                             unsigned in, int32_t least)
{
    unsigned winner = SV_NONE;
    int32_t first = least - 1;
    int32_t second = least;
    for (unsigned s = 0; s < k->p->seats; s++) {
        const struct sv_look other = {k->e, k->p, k->odds, s};
        int32_t price;

        if (s == k->seat || !sv_has(in, s) || !sv_alive(k->p, s) || k->p->cash[s] < least) {
            continue;
        }
        price = sv_deed_price(&other, space, k->p->cash[s]);
        if (price > first) {
            second = first > second ? first : second;
            first = price;
            winner = s;
        } else if (price > second) {
            second = price;
        }
    }
    return winner == SV_NONE ? svi_evaluator_value(m, k->p)
                             : value_with_deed(m, winner, space, (first + second) / 2);
}

int32_t svi_evaluator_limit(struct sv_match *m, const struct sv_question *q, unsigned in)
{
    int32_t low = 0;
    int32_t high = q->limit;
    int32_t without;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return 0;
    }
    without = value_without(m, &k, q->space, in, q->amount);
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (value_with_deed(m, m->seat, q->space, middle) >= without) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}
