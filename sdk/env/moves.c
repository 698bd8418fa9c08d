#include "env/moves.h"

/* The share of the price, in quarters, of each bid; 0 is no bid and 1 the lowest bid. */
static const uint8_t bid_quarters[8] = {0, 0, 2, 3, 4, 5, 6, 8};

bool svi_put_choice(const struct svi_asked *at, unsigned i, struct sv_answer *a)
{
    a->choice = (uint8_t)i;
    return svi_is_choice(at->q) && sv_has(at->q->choices, i);
}

bool svi_put_bid(const struct svi_asked *at, unsigned i, struct sv_answer *a)
{
    const struct sv_question *q = at->q;
    if (!svi_is_bid(q)) {
        return false;
    }
    const int32_t price =
        q->space < at->e->n_spaces ? at->e->space[q->space].price : at->p->auction_min;
    int64_t most = i < 2 ? q->amount : (int64_t)price * bid_quarters[i] / 4;
    a->bid = 0;
    a->limit = 0;
    if (i == 0) {
        return true;
    }
    most = most < q->limit ? most : q->limit;
    if (most < q->amount) {
        return false;
    }
    a->bid = q->kind == SV_DECISION_SEALED_BID ? (int32_t)most : q->amount;
    a->limit = q->kind == SV_DECISION_SEALED_BID || i < 2 ? 0 : (int32_t)most;
    return true;
}

bool svi_put_space(const struct svi_asked *at, unsigned space, struct sv_answer *a)
{
    a->space = (uint8_t)space;
    a->choice = at->q->kind == SV_DECISION_TICKET ? SV_CHOICE_TICKET_USE : a->choice;
    return svi_is_space(at->q) && sv_has(at->q->spaces, space);
}

bool svi_put_sell(const struct svi_asked *at, unsigned space, struct sv_answer *a)
{
    if (!at->sells || !sv_has(at->p->owned[at->q->seat], space) || a->plan.level[space] == 0 ||
        a->plan.level[space] > at->p->level[space]) {
        return false;
    }
    a->plan.level[space]--;
    return true;
}

bool svi_put_mortgage(const struct svi_asked *at, unsigned space, struct sv_answer *a)
{
    const uint64_t legal = at->p->owned[at->q->seat] & ~at->p->mortgaged & ~a->plan.mortgage;
    if (!at->sells || !sv_has(legal, space)) {
        return false;
    }
    a->plan.mortgage |= UINT64_C(1) << space;
    return true;
}

bool svi_put_lift(const struct svi_asked *at, unsigned space, struct sv_answer *a)
{
    const struct sv_question *q = at->q;
    const uint64_t legal = q->kind == SV_DECISION_INTEREST ? q->spaces
                           : q->kind == SV_DECISION_MANAGE
                               ? at->p->owned[q->seat] & at->p->mortgaged
                               : 0;
    if (!sv_has(legal & ~a->plan.lift, space)) {
        return false;
    }
    a->plan.lift |= UINT64_C(1) << space;
    return true;
}
