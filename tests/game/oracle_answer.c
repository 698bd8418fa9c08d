/* The oracle on trades and answers. */
#include "tests/game/oracle_parts.h"

#include <string.h>

/* ---- 8.3, 8.4: trades ---------------------------------------------------------------------- */

/* Deeds that `giver` may hand over: its own, of sets without a building. */
static bool gives_deeds(const struct sv_edition *e, const struct sv_position *p, unsigned giver,
                        uint64_t deeds)
{
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        if (!oracle_in(deeds, i)) {
            continue;
        }
        if (i >= e->n_spaces || p->owner[i] != giver || p->level[i] > 0) {
            return false;
        }
        for (unsigned k = 0; k < e->n_spaces; k++) {
            if (e->space[i].kind == SV_SPACE_STREET && e->space[k].group == e->space[i].group &&
                p->level[k] > 0) {
                return false;
            }
        }
    }
    return true;
}

static bool gives_cards(const struct sv_edition *e, const struct sv_position *p, unsigned giver,
                        unsigned cards)
{
    for (unsigned j = 0; j < 8; j++) {
        if (oracle_in(cards, j) && (j >= e->n_jail_cards || p->jail_holder[j] != giver)) {
            return false;
        }
    }
    return true;
}

enum oracle_verdict oracle_offer(const struct sv_edition *e, const struct sv_position *p,
                                 unsigned from, const struct sv_offer *o)
{
    if (o->to >= p->seats || o->to == from || !oracle_in(p->alive, o->to) ||
        !oracle_in(p->alive, from)) {
        return ORACLE_NO;
    }
    if (o->give_cash < 0 || o->give_cash > p->cash[from] || o->get_cash < 0 ||
        o->get_cash > p->cash[o->to]) {
        return ORACLE_NO;
    }
    if (o->give_tickets > p->tickets[from] || o->get_tickets > p->tickets[o->to]) {
        return ORACLE_NO;
    }
    if (!gives_deeds(e, p, from, o->give_deeds) || !gives_deeds(e, p, o->to, o->get_deeds) ||
        !gives_cards(e, p, from, o->give_cards) || !gives_cards(e, p, o->to, o->get_cards)) {
        return ORACLE_NO;
    }
    bool give_thing = o->give_deeds || o->give_cards || o->give_tickets;
    bool get_thing = o->get_deeds || o->get_cards || o->get_tickets;
    bool gives = give_thing || o->give_cash > 0;
    bool gets = get_thing || o->get_cash > 0;
    if (!gives && !gets) {
        return ORACLE_NO;
    }
    if (e->rules.forbid_gifts && !(gives && gets)) {
        return ORACLE_NO;
    }
    if (!give_thing && !get_thing) {
        return gives && gets ? ORACLE_NO : ORACLE_OPEN; /* cash for cash; cash as a gift */
    }
    /* 8.4: each receiver can pay the 10% on mortgaged deeds at once. */
    int64_t from_after = (int64_t)p->cash[from] - o->give_cash + o->get_cash;
    int64_t to_after = (int64_t)p->cash[o->to] + o->give_cash - o->get_cash;
    if (from_after < oracle_interest_on(e, p, o->get_deeds) ||
        to_after < oracle_interest_on(e, p, o->give_deeds)) {
        return ORACLE_NO;
    }
    return ORACLE_YES;
}

/* Offers that come with a plan: whether they are judged before or after it is the engine's affair.
 */
static enum oracle_verdict offers(const struct sv_edition *e, const struct sv_position *p,
                                  const struct sv_question *q, const struct sv_answer *a,
                                  int64_t brings)
{
    if (a->n_offers > q->offers || a->n_offers > SV_MAX_OFFERS) {
        return ORACLE_NO;
    }
    struct sv_position after = *p;
    memcpy(after.level, a->plan.level, sizeof after.level);
    after.mortgaged = (p->mortgaged | a->plan.mortgage) & ~a->plan.lift;
    after.cash[q->seat] += (int32_t)brings;
    enum oracle_verdict sum = ORACLE_YES;
    for (unsigned i = 0; i < a->n_offers; i++) {
        enum oracle_verdict now = oracle_offer(e, p, q->seat, &a->offers[i]);
        enum oracle_verdict then = oracle_offer(e, &after, q->seat, &a->offers[i]);
        if (now == ORACLE_NO && then == ORACLE_NO) {
            return ORACLE_NO;
        }
        if (now != ORACLE_YES || then != ORACLE_YES) {
            sum = ORACLE_OPEN;
        }
    }
    return sum;
}

/* ---- answers ------------------------------------------------------------------------------- */

static enum oracle_verdict both(enum oracle_verdict a, enum oracle_verdict b)
{
    if (a == ORACLE_NO || b == ORACLE_NO) {
        return ORACLE_NO;
    }
    return a == ORACLE_OPEN || b == ORACLE_OPEN ? ORACLE_OPEN : ORACLE_YES;
}

static enum oracle_verdict yes_if(bool allowed)
{
    return allowed ? ORACLE_YES : ORACLE_NO;
}

static enum oracle_verdict check_manage(const struct sv_edition *e, const struct sv_position *p,
                                        const struct sv_question *q, const struct sv_answer *a)
{
    int64_t brings;
    enum oracle_verdict plan = oracle_plan(e, p, q->seat, &a->plan, true, &brings);
    if (plan == ORACLE_NO || p->cash[q->seat] + brings < 0) {
        return ORACLE_NO;
    }
    return both(plan, offers(e, p, q, a, brings));
}

static enum oracle_verdict check_buy(const struct sv_edition *e, const struct sv_position *p,
                                     const struct sv_question *q, const struct sv_answer *a)
{
    int64_t brings;
    enum oracle_verdict plan = oracle_plan(e, p, q->seat, &a->plan, false, &brings);
    if (plan == ORACLE_NO || !oracle_in(q->choices, a->choice)) {
        return ORACLE_NO;
    }
    if (a->choice == SV_CHOICE_BUY_DECLINE) {
        return brings == 0 ? plan : ORACLE_OPEN;
    }
    return both(plan, yes_if(p->cash[q->seat] + brings >= q->amount));
}

static enum oracle_verdict check_debt(const struct sv_edition *e, const struct sv_position *p,
                                      const struct sv_question *q, const struct sv_answer *a)
{
    int64_t brings;
    enum oracle_verdict plan = oracle_plan(e, p, q->seat, &a->plan, false, &brings);
    if (plan == ORACLE_NO) {
        return ORACLE_NO;
    }
    bool pays = p->cash[q->seat] + brings >= q->amount;
    bool can_pay = oracle_liquid(e, p, q->seat) >= q->amount;
    if (!pays && can_pay && a->n_offers == 0) {
        return ORACLE_NO; /* 9.1: who can pay must */
    }
    return both(plan, offers(e, p, q, a, brings));
}

static enum oracle_verdict check_trade(const struct sv_edition *e, const struct sv_position *p,
                                       const struct sv_question *q, const struct sv_answer *a)
{
    if (!oracle_in(q->choices, a->choice)) {
        return ORACLE_NO;
    }
    if (a->choice == SV_CHOICE_TRADE_COUNTER) {
        if (a->n_offers != 1 || a->offers[0].to != q->other || q->offers == 0) {
            return ORACLE_NO;
        }
        return oracle_offer(e, p, q->seat, &a->offers[0]);
    }
    if (a->n_offers != 0) {
        return ORACLE_NO;
    }
    return a->choice == SV_CHOICE_TRADE_REJECT ? ORACLE_YES
                                               : oracle_offer(e, p, q->other, &q->offer);
}

static enum oracle_verdict check_interest(const struct sv_edition *e, const struct sv_position *p,
                                          const struct sv_question *q, const struct sv_answer *a)
{
    if (a->plan.lift & ~q->spaces) {
        return ORACLE_NO;
    }
    int64_t lifting = 0;
    int64_t rest = q->amount; /* the 10% also on deeds that were traded away */
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (oracle_in(a->plan.lift, i)) {
            lifting += oracle_lift_cost(e, i);
            rest -= oracle_interest(e, i);
        }
    }
    if (lifting == 0) {
        return ORACLE_YES;
    }
    if (lifting > p->cash[q->seat]) {
        return ORACLE_NO;
    }
    return lifting + rest <= p->cash[q->seat] ? ORACLE_YES : ORACLE_OPEN;
}

static enum oracle_verdict check_bid(const struct sv_question *q, const struct sv_answer *a,
                                     bool limits)
{
    if (a->bid == 0) {
        return !limits || a->limit == 0 ? ORACLE_YES : ORACLE_OPEN;
    }
    if (a->bid < q->amount || a->bid > q->limit) {
        return ORACLE_NO;
    }
    if (!limits || a->limit == 0) {
        return ORACLE_YES;
    }
    if (a->limit < a->bid) {
        return ORACLE_NO;
    }
    return yes_if(a->limit <= q->limit);
}

/* 11.2: the levels laid over the streets of the set, evenly, and nothing else changed. */
static enum oracle_verdict check_layout(const struct sv_position *p, const struct sv_question *q,
                                        const struct sv_answer *a)
{
    int32_t laid = 0;
    unsigned lowest = 255, highest = 0;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        unsigned level = a->plan.level[i];
        if (!oracle_in(q->spaces, i)) {
            if (level != p->level[i]) {
                return ORACLE_NO;
            }
            continue;
        }
        laid += (int32_t)level;
        lowest = level < lowest ? level : lowest;
        highest = level > highest ? level : highest;
    }
    return yes_if(laid == q->amount && highest - lowest <= 1);
}

enum oracle_verdict oracle_check(const struct sv_edition *e, const struct sv_position *p,
                                 const struct sv_question *q, const struct sv_answer *a)
{
    if (a->kind != q->kind) {
        return ORACLE_NO;
    }
    /* Parts that a kind does not read are as if they were not there. */
    struct sv_answer read = *a;
    a = &read;
    if (q->kind != SV_DECISION_MANAGE && q->kind != SV_DECISION_INTEREST) {
        read.plan.lift = 0;
    }
    switch (q->kind) {
    case SV_DECISION_MANAGE:
        return check_manage(e, p, q, a);
    case SV_DECISION_BUY:
        return check_buy(e, p, q, a);
    case SV_DECISION_DEBT:
        return check_debt(e, p, q, a);
    case SV_DECISION_TRADE:
        return check_trade(e, p, q, a);
    case SV_DECISION_INTEREST:
        return check_interest(e, p, q, a);
    case SV_DECISION_BID:
        return check_bid(q, a, true);
    case SV_DECISION_SEALED_BID:
        return check_bid(q, a, false);
    case SV_DECISION_PLACE:
    case SV_DECISION_TRIPLE:
    case SV_DECISION_LOT:
        return yes_if(oracle_in(q->spaces, a->space));
    case SV_DECISION_TICKET:
        if (a->choice == SV_CHOICE_TICKET_USE) {
            return yes_if(oracle_in(q->spaces, a->space));
        }
        return yes_if(a->choice == SV_CHOICE_TICKET_ROLL);
    case SV_DECISION_LAYOUT:
        return check_layout(p, q, a);
    default:
        return yes_if(oracle_in(q->choices, a->choice));
    }
}
