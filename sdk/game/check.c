#include "game/breach.h"
#include "game/plan.h"
#include "game/try.h"

#include <string.h>

_Static_assert(SV_MAX_JAIL_CARDS == 8, "any set of cards that fits sv_offer is one of cards");

/* Seats and amounts must be in range before the offer is looked at further. */
static enum sv_status check_fields(const struct sv_position *p, unsigned from,
                                   const struct sv_offer *o, struct sv_breach *b)
{
    if (from >= p->seats || !sv_alive(p, from)) {
        return svi_breach(b, SV_BREACH_OFFER_SEAT, from, SV_NONE, 0, 0);
    }
    if (o->to >= p->seats || o->to == from || !sv_alive(p, o->to)) {
        return svi_breach(b, SV_BREACH_OFFER_SEAT, o->to, SV_NONE, 0, 0);
    }
    if (o->give_cash < 0 || o->get_cash < 0) {
        return svi_breach(b, SV_BREACH_OFFER_NEGATIVE, SV_NONE, SV_NONE,
                          o->give_cash < 0 ? o->give_cash : o->get_cash, 0);
    }
    return SV_OK;
}

/* A seat must hold everything it is to hand over, free of buildings (RULES 8.3, 11.3). */
static enum sv_status check_hand(const struct sv_edition *e, const struct sv_position *p,
                                 unsigned seat, uint64_t deeds, int32_t cash, unsigned cards,
                                 unsigned tickets, struct sv_breach *b)
{
    if (cash > p->cash[seat]) {
        return svi_breach(b, SV_BREACH_OFFER_CASH, seat, SV_NONE, cash, p->cash[seat]);
    }
    if (tickets > p->tickets[seat]) {
        return svi_breach(b, SV_BREACH_OFFER_TICKETS, seat, SV_NONE, tickets, p->tickets[seat]);
    }
    if ((deeds & ~p->owned[seat]) != 0) {
        return svi_breach(b, SV_BREACH_OFFER_DEED, seat, sv_first(deeds & ~p->owned[seat]), 0, 0);
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        if (sv_has(cards, j) && p->jail_holder[j] != seat) {
            return svi_breach(b, SV_BREACH_OFFER_CARD, seat, SV_NONE, j, 0);
        }
    }
    for (; deeds != 0; deeds &= deeds - 1) {
        unsigned space = sv_first(deeds);
        const struct sv_space *s = &e->space[space];

        if (s->kind == SV_SPACE_STREET ? sv_set_built(e, p, s->group, SV_NONE)
                                       : p->level[space] > 0) {
            return svi_breach(b, SV_BREACH_OFFER_BUILT, seat, space, 0, 0);
        }
    }
    return SV_OK;
}

/* The 10% due at once on the mortgaged among deeds received (RULES 8.4). */
static int64_t interest_due(const struct sv_edition *e, const struct sv_position *p, uint64_t deeds)
{
    int64_t due = 0;
    for (uint64_t left = deeds & p->mortgaged; left != 0; left &= left - 1) {
        due += sv_interest(e, sv_first(left));
    }
    return due;
}

/* The 10% on what a side receives must be covered by its cash after the trade (RULES 8.4). */
static enum sv_status check_interest_due(const struct sv_edition *e, const struct sv_position *p,
                                         unsigned seat, int64_t cash, uint64_t deeds,
                                         struct sv_breach *b)
{
    const int64_t due = interest_due(e, p, deeds);
    return cash < due ? svi_breach(b, SV_BREACH_OFFER_INTEREST, seat, SV_NONE, due, cash) : SV_OK;
}

enum sv_status sv_judge_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *o, struct sv_breach *b)
{
    bool gives = o->give_deeds != 0 || o->give_cards != 0 || o->give_tickets != 0;
    bool gets = o->get_deeds != 0 || o->get_cards != 0 || o->get_tickets != 0;
    bool one_sided = (!gives && o->give_cash == 0) || (!gets && o->get_cash == 0);
    int64_t cash_moved = (int64_t)o->get_cash - o->give_cash;
    TRY(check_fields(p, from, o, b));
    if (!gives && !gets) {
        return svi_breach(b, SV_BREACH_OFFER_EMPTY, SV_NONE, SV_NONE, 0, 0);
    }
    if (e->rules.forbid_gifts && one_sided) {
        return svi_breach(b, SV_BREACH_OFFER_GIFT, SV_NONE, SV_NONE, 0, 0);
    }
    TRY(check_hand(e, p, from, o->give_deeds, o->give_cash, o->give_cards, o->give_tickets, b));
    TRY(check_hand(e, p, o->to, o->get_deeds, o->get_cash, o->get_cards, o->get_tickets, b));
    TRY(check_interest_due(e, p, from, p->cash[from] + cash_moved, o->get_deeds, b));
    return check_interest_due(e, p, o->to, p->cash[o->to] - cash_moved, o->give_deeds, b);
}

enum sv_status sv_check_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *o)
{
    return sv_judge_offer(e, p, from, o, NULL);
}

struct sv_offer sv_offer_flip(const struct sv_offer *o, unsigned from)
{
    return (struct sv_offer){
        .give_deeds = o->get_deeds,
        .get_deeds = o->give_deeds,
        .give_cash = o->get_cash,
        .get_cash = o->give_cash,
        .give_cards = o->get_cards,
        .get_cards = o->give_cards,
        .give_tickets = o->get_tickets,
        .get_tickets = o->give_tickets,
        .to = (uint8_t)from,
    };
}

/* One side of a trade: what `from` hands over. */
static void hand_over(struct sv_position *p, unsigned from, unsigned to, uint64_t deeds,
                      int32_t cash, unsigned cards, unsigned tickets)
{
    p->cash[from] -= cash;
    p->cash[to] += cash;
    p->owned[from] &= ~deeds;
    p->owned[to] |= deeds;
    for (; deeds != 0; deeds &= deeds - 1) {
        p->owner[sv_first(deeds)] = (uint8_t)to;
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        p->jail_holder[j] = sv_has(cards, j) ? (uint8_t)to : p->jail_holder[j];
    }
    p->tickets[from] = (uint8_t)(p->tickets[from] - tickets);
    p->tickets[to] = (uint8_t)(p->tickets[to] + tickets);
}

enum sv_status sv_offer_apply(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *o, struct sv_position *out)
{
    const struct sv_offer offer = *o; /* it may lie in `out` */
    TRY(sv_check_offer(e, p, from, &offer));
    *out = *p;
    hand_over(out, from, offer.to, offer.give_deeds, offer.give_cash, offer.give_cards,
              offer.give_tickets);
    hand_over(out, offer.to, from, offer.get_deeds, offer.get_cash, offer.get_cards,
              offer.get_tickets);
    out->cash[from] -= (int32_t)interest_due(e, p, offer.get_deeds);
    out->cash[offer.to] -= (int32_t)interest_due(e, p, offer.give_deeds);
    return SV_OK;
}

/* An answer under judgement. */
struct judge {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_question *q;
    const struct sv_answer *a;
    struct sv_breach *breach; /* where the first one is noted; NULL: nowhere */
};

static enum sv_status breach(const struct judge *j, enum sv_breach_kind kind, unsigned space,
                             int64_t found, int64_t bound)
{
    return svi_breach(j->breach, kind, j->q->seat, space, found, bound);
}

/* Judges offers against the position that the plan leaves; NULL stands for no plan. */
static enum sv_status check_offers(const struct judge *j, const struct sv_plan *plan)
{
    const struct sv_answer *a = j->a;
    const struct sv_position *p = j->p;
    struct sv_position after;
    if (a->n_offers == 0) {
        return SV_OK;
    }
    if (a->n_offers > j->q->offers || a->n_offers > SV_MAX_OFFERS) {
        return breach(j, SV_BREACH_OFFERS_MANY, SV_NONE, a->n_offers, j->q->offers);
    }
    if (plan != NULL) {
        svi_plan_project(j->e, p, j->q->seat, plan, &after);
        p = &after;
    }
    for (unsigned i = 0; i < a->n_offers; i++) {
        enum sv_status status = sv_judge_offer(j->e, p, j->q->seat, &a->offers[i], j->breach);

        if (status != SV_OK) {
            if (j->breach != NULL) {
                j->breach->offer = (uint8_t)i;
            }
            return status;
        }
    }
    return SV_OK;
}

static enum sv_status check_manage(const struct judge *j)
{
    struct svi_plan_sum sum;
    TRY(svi_plan_judge(j->e, j->p, j->q->seat, &j->a->plan, true, &sum, j->breach));
    return check_offers(j, sum.any ? &j->a->plan : NULL);
}

/* Returns the plan without liftings, which are not read where money is raised (SV_DECISIONS). */
static struct sv_plan sales_of(const struct sv_answer *a)
{
    struct sv_plan plan = a->plan;
    plan.lift = 0;
    return plan;
}

static enum sv_status check_buy(const struct judge *j)
{
    const unsigned seat = j->q->seat;
    struct sv_plan plan = sales_of(j->a);
    struct svi_plan_sum sum;
    TRY(svi_plan_judge(j->e, j->p, seat, &plan, false, &sum, j->breach));
    const int64_t cash = j->p->cash[seat] + sum.raised;
    return j->a->choice == SV_CHOICE_BUY_BUY && cash < j->q->amount
               ? breach(j, SV_BREACH_BUY_CASH, j->q->space, j->q->amount, cash)
               : SV_OK;
}

/* RULES 9.1: a seat that can pay by selling and mortgaging must, unless it tries a trade first. */
static enum sv_status check_debt(const struct judge *j)
{
    const unsigned seat = j->q->seat;
    struct sv_plan plan = sales_of(j->a);
    struct svi_plan_sum sum;
    TRY(svi_plan_judge(j->e, j->p, seat, &plan, false, &sum, j->breach));
    if (j->a->n_offers == 0 && j->p->cash[seat] + sum.raised < j->q->amount &&
        sv_liquid(j->e, j->p, seat) >= j->q->amount) {
        return breach(j, SV_BREACH_DEBT_SHORT, SV_NONE, j->q->amount,
                      j->p->cash[seat] + sum.raised);
    }
    return check_offers(j, sum.any ? &plan : NULL);
}

static enum sv_status check_bid(const struct judge *j)
{
    const struct sv_question *q = j->q;
    const int32_t bid = j->a->bid;
    const int32_t limit = j->a->limit;
    if (bid == 0) {
        return SV_OK;
    }
    if (bid < q->amount) {
        return breach(j, SV_BREACH_BID_LOW, q->space, bid, q->amount);
    }
    if (bid > q->limit) {
        return breach(j, SV_BREACH_BID_HIGH, q->space, bid, q->limit);
    }
    if (q->kind == SV_DECISION_BID && limit != 0 && limit < bid) {
        return breach(j, SV_BREACH_LIMIT_LOW, q->space, limit, bid);
    }
    if (q->kind == SV_DECISION_BID && limit > q->limit) {
        return breach(j, SV_BREACH_LIMIT_HIGH, q->space, limit, q->limit);
    }
    return SV_OK;
}

static enum sv_status check_trade(const struct judge *j)
{
    const struct sv_answer *a = j->a;
    if (a->n_offers != (a->choice == SV_CHOICE_TRADE_COUNTER)) {
        return breach(j, SV_BREACH_COUNTER_OFFERS, SV_NONE, a->n_offers,
                      a->choice == SV_CHOICE_TRADE_COUNTER);
    }
    if (a->n_offers == 1 && a->offers[0].to != j->q->other) {
        return svi_breach(j->breach, SV_BREACH_COUNTER_TO, a->offers[0].to, SV_NONE, 0, 0);
    }
    return check_offers(j, NULL);
}

static enum sv_status check_interest(const struct judge *j)
{
    const uint64_t lift = j->a->plan.lift;
    int64_t due = j->q->amount;
    if ((lift & ~j->q->spaces) != 0) {
        return breach(j, SV_BREACH_LIFT_OTHER, sv_first(lift & ~j->q->spaces), 0, 0);
    }
    if (lift == 0) {
        return SV_OK;
    }
    for (uint64_t left = lift; left != 0; left &= left - 1) {
        due += j->e->space[sv_first(left)].mortgage; /* the 10% is in the amount */
    }
    return due <= j->p->cash[j->q->seat]
               ? SV_OK
               : breach(j, SV_BREACH_LIFT_CASH, SV_NONE, due, j->p->cash[j->q->seat]);
}

/* RULES 11.2: `amount` levels over the set's streets, as even as can be. */
static enum sv_status check_layout(const struct judge *j)
{
    const struct sv_question *q = j->q;
    const uint64_t other = svi_plan_changes(j->p, &j->a->plan) & ~q->spaces;
    unsigned streets = sv_count(q->spaces);
    int32_t total = 0;
    unsigned base;
    if (other != 0 || streets == 0) {
        return breach(j, SV_BREACH_LAYOUT_OTHER, sv_first(other), 0, 0);
    }
    base = (unsigned)q->amount / streets;
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        unsigned level = j->a->plan.level[sv_first(left)];

        if (level < base || level > base + 1) {
            return breach(j, SV_BREACH_LAYOUT_UNEVEN, sv_first(left), level, base);
        }
        total += (int32_t)level;
    }
    return total == q->amount ? SV_OK : breach(j, SV_BREACH_LAYOUT_SUM, SV_NONE, total, q->amount);
}

enum sv_status sv_judge(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a,
                        struct sv_breach *found)
{
    const struct judge j = {e, p, q, a, found};
    unsigned fields = sv_decision_fields(q->kind);
    if (a->kind != q->kind || fields == 0) {
        return breach(&j, SV_BREACH_KIND, SV_NONE, a->kind, q->kind);
    }
    if ((fields & SV_F_CHOICE) != 0 && (a->choice > 7 || !sv_has(q->choices, a->choice))) {
        return breach(&j, SV_BREACH_CHOICE, SV_NONE, a->choice, 0);
    }
    switch (q->kind) {
    case SV_DECISION_MANAGE:
        return check_manage(&j);
    case SV_DECISION_BUY:
        return check_buy(&j);
    case SV_DECISION_DEBT:
        return check_debt(&j);
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        return check_bid(&j);
    case SV_DECISION_TRADE:
        return check_trade(&j);
    case SV_DECISION_INTEREST:
        return check_interest(&j);
    case SV_DECISION_LAYOUT:
        return check_layout(&j);
    case SV_DECISION_TICKET:
        if (a->choice == SV_CHOICE_TICKET_ROLL) {
            return SV_OK;
        }
        break;
    default:
        break;
    }
    if ((fields & SV_F_SPACE) != 0 && (a->space >= SV_MAX_SPACES || !sv_has(q->spaces, a->space))) {
        return breach(&j, SV_BREACH_SPACE, a->space, 0, 0);
    }
    return SV_OK;
}

enum sv_status sv_check(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a)
{
    return sv_judge(e, p, q, a, NULL);
}

void sv_answer_clear(const struct sv_position *p, const struct sv_question *q,
                     struct sv_answer *out)
{
    unsigned fields = sv_decision_fields(q->kind);
    out->kind = q->kind;
    out->choice = 0;
    out->space = SV_NONE;
    out->n_offers = 0;
    out->bid = 0;
    out->limit = 0;
    out->plan.mortgage = 0;
    out->plan.lift = 0;
    if ((fields & SV_F_LEVELS) != 0) {
        memcpy(out->plan.level, p->level, sizeof out->plan.level);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        memset(out->offers, 0, sizeof out->offers);
    }
}

/* The most even layout with the extra levels on the last streets of the set (RULES 11.2). */
static void default_layout(const struct sv_question *q, struct sv_answer *out)
{
    unsigned streets = sv_count(q->spaces);
    unsigned base = (unsigned)q->amount / streets;
    unsigned plain = streets - (unsigned)q->amount % streets;
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        out->plan.level[sv_first(left)] = (uint8_t)(plain > 0 ? base : base + 1);
        plain -= plain > 0;
    }
}

void sv_answer_default(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, struct sv_answer *out)
{
    sv_answer_clear(p, q, out);
    switch (q->kind) {
    case SV_DECISION_BUY:
        out->choice = p->cash[q->seat] >= q->amount ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
        break;
    case SV_DECISION_CLAIM:
        out->choice = SV_CHOICE_CLAIM_CLAIM;
        break;
    case SV_DECISION_DEBT:
        if (sv_liquid(e, p, q->seat) >= q->amount) {
            sv_plan_raise(e, p, q->seat, (int64_t)q->amount - p->cash[q->seat], &out->plan);
        }
        break;
    case SV_DECISION_RIDE:
        if (!sv_has(q->choices, SV_CHOICE_RIDE_TICKET)) {
            out->choice = SV_CHOICE_RIDE_ADVANCE;
        }
        break;
    case SV_DECISION_PLACE:
    case SV_DECISION_TRIPLE:
    case SV_DECISION_LOT:
        out->space = (uint8_t)sv_first(q->spaces);
        break;
    case SV_DECISION_LAYOUT:
        default_layout(q, out);
        break;
    default:
        break;
    }
}
