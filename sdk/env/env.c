#include "env/moves.h"

#include <solvent/env.h>

#include <string.h>

/* ---- env ------------------------------------------------------------------------------------- */

void sv_env_begin(const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a)
{
    if (svi_is_estate(q) || q->kind == SV_DECISION_INTEREST) {
        sv_answer_clear(p, q, a);
    } else {
        sv_answer_default(e, p, q, a);
    }
}

/* ---- one action ------------------------------------------------------------------------------ */

static bool put_ask(const struct svi_asked *at, unsigned space, struct sv_answer *a)
{
    const struct sv_question *q = at->q;
    const uint64_t deed = UINT64_C(1) << space;
    if (q->kind != SV_DECISION_MANAGE || space >= at->e->n_spaces || a->n_offers >= q->offers ||
        a->n_offers == SV_MAX_OFFERS || at->p->owner[space] >= SV_BANK ||
        at->p->owner[space] == q->seat) {
        return false;
    }
    for (unsigned i = 0; i < a->n_offers; i++) {
        if (a->offers[i].get_deeds == deed) {
            return false;
        }
    }
    const int32_t twice = 2 * at->e->space[space].price, cash = at->p->cash[q->seat];
    a->offers[a->n_offers++] = (struct sv_offer){
        .to = at->p->owner[space], .get_deeds = deed, .give_cash = twice < cash ? twice : cash};
    return true;
}

/* A function for each row of SV_ENV_MOVES but DONE, which changes nothing. It puts the row's i-th
 * action into an answer, and returns false if the answer cannot hold it; otherwise sv_check()
 * judges. */
static const struct move {
    unsigned first, last;
    bool (*put)(const struct svi_asked *at, unsigned i, struct sv_answer *a);
} moves[] = {
    {SV_ENV_CHOICE, SV_ENV_CHOICE_LAST, svi_put_choice},
    {SV_ENV_BID, SV_ENV_BID_LAST, svi_put_bid},
    {SV_ENV_SPACE, SV_ENV_SPACE_LAST, svi_put_space},
    {SV_ENV_BUILD, SV_ENV_BUILD_LAST, svi_put_build},
    {SV_ENV_SELL, SV_ENV_SELL_LAST, svi_put_sell},
    {SV_ENV_MORTGAGE, SV_ENV_MORTGAGE_LAST, svi_put_mortgage},
    {SV_ENV_LIFT, SV_ENV_LIFT_LAST, svi_put_lift},
    {SV_ENV_ASK, SV_ENV_ASK_LAST, put_ask},
};

#define X(NAME, count, text) +1
_Static_assert(1 + sizeof moves / sizeof *moves == SV_ENV_MOVES(X), "every action can be put");
#undef X

/* Carries out an action other than DONE. */
static bool put(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, struct sv_answer *a, unsigned action)
{
    const struct svi_asked at = {e, p, q, svi_is_estate(q)};
    const struct move *move = moves;
    while (action > move->last) {
        move++;
    }
    return move->put(&at, action - move->first, a);
}

/* Returns whether the answer may go on from here. A debt that is not covered yet is no reason
 * against it. */
static bool good(const struct sv_edition *e, const struct sv_position *p,
                 const struct sv_question *q, const struct sv_answer *a)
{
    const enum sv_status status = sv_check(e, p, q, a);
    return status == SV_OK || (status == SV_E_SHORT && q->kind == SV_DECISION_DEBT);
}

static bool is_legal(const struct sv_edition *e, const struct sv_position *p,
                     const struct sv_question *q, const struct sv_answer *a, unsigned action)
{
    struct sv_answer trial = *a;
    return put(e, p, q, &trial, action) && good(e, p, q, &trial);
}

bool sv_env_act(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, struct sv_answer *a, unsigned action)
{
    if (action > SV_ENV_DONE_LAST && action < SV_ENV_ACTIONS && is_legal(e, p, q, a, action)) {
        put(e, p, q, a, action);
        if (action >= SV_ENV_BUILD) {
            return false;
        }
    }
    if (sv_check(e, p, q, a) != SV_OK) {
        sv_answer_default(e, p, q, a);
    }
    return true;
}

/* ---- which may be taken ---------------------------------------------------------------------- */

/* Tries the actions from `first` on of a set of spaces. */
static bool try_spaces(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, const struct sv_answer *a, unsigned first,
                       uint64_t spaces, uint8_t *mask)
{
    bool any = false;
    for (; spaces != 0; spaces &= spaces - 1) {
        const unsigned action = first + sv_first(spaces);

        mask[action] = is_legal(e, p, q, a, action);
        any |= mask[action] != 0;
    }
    return any;
}

/* Deeds of others in sets of streets of which the seat has one. */
static uint64_t wanted(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    uint64_t found = 0;
    for (unsigned g = 0; g < e->n_groups; g++) {
        if (e->group[g].kind == SV_SPACE_STREET && (e->group[g].mask & p->owned[seat]) != 0) {
            found |= e->group[g].mask & ~p->owned[seat];
        }
    }
    return found;
}

void sv_env_mask(const struct sv_edition *e, const struct sv_position *p,
                 const struct sv_question *q, const struct sv_answer *a,
                 uint8_t mask[SV_ENV_ACTIONS])
{
    bool any = false;
    memset(mask, 0, SV_ENV_ACTIONS);
    if (svi_is_choice(q)) {
        for (unsigned i = SV_ENV_CHOICE; i <= SV_ENV_CHOICE_LAST; i++) {
            mask[i] = is_legal(e, p, q, a, i);
            any |= mask[i] != 0;
        }
    } else if (svi_is_bid(q)) {
        for (unsigned i = SV_ENV_BID; i <= SV_ENV_BID_LAST; i++) {
            mask[i] = is_legal(e, p, q, a, i);
            any |= mask[i] != 0;
        }
    } else if (svi_is_space(q)) {
        any = try_spaces(e, p, q, a, SV_ENV_SPACE, q->spaces, mask);
    } else if (q->kind == SV_DECISION_INTEREST) {
        any = try_spaces(e, p, q, a, SV_ENV_LIFT, q->spaces, mask);
    } else if (svi_is_estate(q)) {
        const uint64_t ours = p->owned[q->seat];
        uint64_t built = 0;
        for (uint64_t left = ours; left != 0; left &= left - 1) {
            built |= p->level[sv_first(left)] != 0 ? left & -left : 0;
        }
        any |= try_spaces(e, p, q, a, SV_ENV_SELL, built, mask);
        any |= try_spaces(e, p, q, a, SV_ENV_MORTGAGE, ours & ~p->mortgaged, mask);
        if (q->kind == SV_DECISION_MANAGE) {
            any |= try_spaces(e, p, q, a, SV_ENV_BUILD, ours & ~p->mortgaged, mask);
            any |= try_spaces(e, p, q, a, SV_ENV_LIFT, ours & p->mortgaged, mask);
            any |= try_spaces(e, p, q, a, SV_ENV_ASK, wanted(e, p, q->seat), mask);
        }
    }
    /* Where an action is an answer there is always one; elsewhere one may stop when that is legal.
     */
    if (!any ||
        ((svi_is_estate(q) || q->kind == SV_DECISION_INTEREST || q->kind == SV_DECISION_TICKET) &&
         sv_check(e, p, q, a) == SV_OK)) {
        mask[SV_ENV_DONE] = 1;
    }
}

/* ---- on the way to an answer ----------------------------------------------------------------- */

/* Returns whether a legal action of a plan brings the plan nearer to the wanted one. */
static bool nearer(const struct sv_question *q, const struct sv_answer *a,
                   const struct sv_answer *wanted, unsigned action)
{
    const unsigned space = (action - SV_ENV_BUILD) % SV_MAX_SPACES;
    if (action >= SV_ENV_ASK) {
        const struct sv_offer *o = &wanted->offers[a->n_offers];
        return a->n_offers < wanted->n_offers && o->get_deeds == UINT64_C(1) << space;
    }
    if (action >= SV_ENV_LIFT) {
        return sv_has(wanted->plan.lift, space);
    }
    if (action >= SV_ENV_MORTGAGE) {
        return sv_has(wanted->plan.mortgage, space);
    }
    return q->kind != SV_DECISION_INTEREST &&
           (action >= SV_ENV_SELL ? a->plan.level[space] > wanted->plan.level[space]
                                  : a->plan.level[space] < wanted->plan.level[space]);
}

unsigned sv_env_toward(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, const struct sv_answer *a,
                       const struct sv_answer *wanted)
{
    /* Money comes in before it goes out. */
    static const unsigned rows[][2] = {
        {SV_ENV_SELL, SV_ENV_SELL_LAST}, {SV_ENV_MORTGAGE, SV_ENV_MORTGAGE_LAST},
        {SV_ENV_LIFT, SV_ENV_LIFT_LAST}, {SV_ENV_BUILD, SV_ENV_BUILD_LAST},
        {SV_ENV_ASK, SV_ENV_ASK_LAST},   {SV_ENV_DONE, SV_ENV_SPACE_LAST}};
    uint8_t mask[SV_ENV_ACTIONS];
    sv_env_mask(e, p, q, a, mask);
    for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++) {
        for (unsigned i = rows[r][0]; i <= rows[r][1]; i++) {
            struct sv_answer trial = *a;
            if (mask[i] == 0) {
                continue;
            }
            const bool complete = sv_env_act(e, p, q, &trial, i);
            if (complete ? svi_same_answer(q, &trial, wanted) : nearer(q, a, wanted, i)) {
                return i;
            }
        }
    }
    return SV_ENV_ACTIONS;
}

/* ---- what an agent sees ---------------------------------------------------------------------- */

static float share(int64_t amount, const struct sv_edition *e)
{
    return (float)amount / (float)(e->rules.start_cash > 0 ? e->rules.start_cash : 1);
}

static int64_t prices(const struct sv_edition *e, uint64_t deeds)
{
    int64_t sum = 0;
    for (; deeds != 0; deeds &= deeds - 1) {
        sum += e->space[sv_first(deeds)].price;
    }
    return sum;
}

void sv_env_observe(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, const struct sv_answer *a,
                    float out[SV_ENV_FEATURES])
{
    float *at = out;
    memset(out, 0, SV_ENV_FEATURES * sizeof *out);
    for (unsigned i = 0; i < p->seats; i++) {
        const unsigned seat = (q->seat + i) % p->seats;

        at[0] = share(p->cash[seat], e);
        at[1] = share(sv_worth(e, p, seat), e);
        at[2] = (float)p->space[seat] / (float)e->n_spaces;
        at[3] = sv_alive(p, seat);
        at[4] = p->jail[seat] != 0;
        at += SV_ENV_SEAT_FEATURES;
    }
    at = out + (size_t)SV_ENV_SEAT_FEATURES * SV_MAX_SEATS;
    for (unsigned space = 0; space < e->n_spaces; space++) {
        const unsigned owner = p->owner[space];

        at[0] = owner == q->seat;
        at[1] = owner < SV_BANK && owner != q->seat;
        at[2] = owner == SV_BANK;
        at[3] = sv_has((p->mortgaged | a->plan.mortgage) & ~a->plan.lift, space);
        at[4] = (float)(svi_is_estate(q) ? a->plan.level[space] : p->level[space]) / 5;
        at[5] = q->space == space || sv_has(q->spaces, space);
        at += SV_ENV_SPACE_FEATURES;
    }
    at = out + (size_t)SV_ENV_SEAT_FEATURES * SV_MAX_SEATS +
         (size_t)SV_ENV_SPACE_FEATURES * SV_MAX_SPACES;
    at[q->kind] = 1;
    at += SV_DECISION_COUNT;
    at[0] = share(q->amount, e);
    at[1] = share(q->limit, e);
    at[2] = svi_is_estate(q) ? share(p->cash[q->seat] + sv_plan_cash(e, p, q->seat, &a->plan), e)
                             : share(p->cash[q->seat], e);
    at[3] = share(q->offer.give_cash, e);
    at[4] = share(q->offer.get_cash, e);
    at[5] = share(prices(e, q->offer.give_deeds), e);
    at[6] = share(prices(e, q->offer.get_deeds), e);
}
