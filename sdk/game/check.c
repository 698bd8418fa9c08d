#include "game/plan.h"

#include <string.h>

/* Whether seats, amounts and cards are in range, so that the offer can be looked at further. */
static bool offer_fields_ok(const struct sv_position *p, unsigned from, const struct sv_offer *o)
{
    uint32_t all_cards = (1u << SV_MAX_JAIL_CARDS) - 1;

    return from < p->seats && o->to < p->seats && o->to != from && sv_alive(p, from) &&
           sv_alive(p, o->to) && o->give_cash >= 0 && o->get_cash >= 0 &&
           (o->give_cards & ~all_cards) == 0 && (o->get_cards & ~all_cards) == 0;
}

/* Whether `seat` holds everything it is to hand over, free of buildings (RULES 8.3, 11.3). */
static bool can_hand_over(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                          uint64_t deeds, int32_t cash, unsigned cards, unsigned tickets)
{
    if (cash > p->cash[seat] || tickets > p->tickets[seat] || (deeds & ~p->owned[seat]) != 0) {
        return false;
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        if (sv_has(cards, j) && p->jail_holder[j] != seat) {
            return false;
        }
    }
    for (; deeds != 0; deeds &= deeds - 1) {
        unsigned space = sv_first(deeds);
        const struct sv_space *s = &e->space[space];

        if (s->kind == SV_SPACE_STREET ? sv_set_built(e, p, s->group, SV_NONE)
                                       : p->level[space] > 0) {
            return false;
        }
    }
    return true;
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

enum sv_status sv_check_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *o)
{
    bool gives = o->give_deeds != 0 || o->give_cards != 0 || o->give_tickets != 0;
    bool gets = o->get_deeds != 0 || o->get_cards != 0 || o->get_tickets != 0;
    bool one_sided = (!gives && o->give_cash == 0) || (!gets && o->get_cash == 0);
    int64_t cash_moved = (int64_t)o->get_cash - o->give_cash;

    if (!offer_fields_ok(p, from, o) || (!gives && !gets) || (e->rules.forbid_gifts && one_sided)) {
        return SV_E_OFFER;
    }
    if (!can_hand_over(e, p, from, o->give_deeds, o->give_cash, o->give_cards, o->give_tickets) ||
        !can_hand_over(e, p, o->to, o->get_deeds, o->get_cash, o->get_cards, o->get_tickets)) {
        return SV_E_OFFER;
    }
    if (p->cash[from] + cash_moved < interest_due(e, p, o->get_deeds) ||
        p->cash[o->to] - cash_moved < interest_due(e, p, o->give_deeds)) {
        return SV_E_OFFER;
    }
    return SV_OK;
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
    const enum sv_status status = sv_check_offer(e, p, from, &offer);

    if (status != SV_OK) {
        return status;
    }
    *out = *p;
    hand_over(out, from, offer.to, offer.give_deeds, offer.give_cash, offer.give_cards,
              offer.give_tickets);
    hand_over(out, offer.to, from, offer.get_deeds, offer.get_cash, offer.get_cards,
              offer.get_tickets);
    out->cash[from] -= (int32_t)interest_due(e, p, offer.get_deeds);
    out->cash[offer.to] -= (int32_t)interest_due(e, p, offer.give_deeds);
    return SV_OK;
}

/* Offers are judged against the position that the plan leaves; NULL: nothing is planned. */
static enum sv_status check_offers(const struct sv_edition *e, const struct sv_position *p,
                                   const struct sv_question *q, const struct sv_answer *a,
                                   const struct sv_plan *plan)
{
    struct sv_position after;

    if (a->n_offers == 0) {
        return SV_OK;
    }
    if (a->n_offers > q->offers || a->n_offers > SV_MAX_OFFERS) {
        return SV_E_OFFER;
    }
    if (plan != NULL) {
        svi_plan_project(e, p, q->seat, plan, &after);
        p = &after;
    }
    for (unsigned i = 0; i < a->n_offers; i++) {
        enum sv_status status = sv_check_offer(e, p, q->seat, &a->offers[i]);

        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

static enum sv_status check_manage(const struct sv_edition *e, const struct sv_position *p,
                                   const struct sv_question *q, const struct sv_answer *a)
{
    struct svi_plan_sum sum;
    enum sv_status status = svi_plan_check(e, p, q->seat, &a->plan, true, &sum);

    return status == SV_OK ? check_offers(e, p, q, a, sum.any ? &a->plan : NULL) : status;
}

/* Selling and mortgaging only: what else stands in the plan is not read (SV_DECISIONS). */
static struct sv_plan sales_of(const struct sv_answer *a)
{
    struct sv_plan plan = a->plan;

    plan.lift = 0;
    return plan;
}

static enum sv_status check_buy(const struct sv_edition *e, const struct sv_position *p,
                                const struct sv_question *q, const struct sv_answer *a)
{
    struct sv_plan plan = sales_of(a);
    struct svi_plan_sum sum;
    enum sv_status status = svi_plan_check(e, p, q->seat, &plan, false, &sum);

    if (status == SV_OK && a->choice == SV_CHOICE_BUY_BUY &&
        p->cash[q->seat] + sum.raised < q->amount) {
        status = SV_E_CASH;
    }
    return status;
}

/* RULES 9.1: who can pay by selling and mortgaging must, unless a trade is tried first. */
static enum sv_status check_debt(const struct sv_edition *e, const struct sv_position *p,
                                 const struct sv_question *q, const struct sv_answer *a)
{
    struct sv_plan plan = sales_of(a);
    struct svi_plan_sum sum;
    enum sv_status status = svi_plan_check(e, p, q->seat, &plan, false, &sum);

    if (status != SV_OK) {
        return status;
    }
    if (a->n_offers == 0 && p->cash[q->seat] + sum.raised < q->amount &&
        sv_liquid(e, p, q->seat) >= q->amount) {
        return SV_E_SHORT;
    }
    return check_offers(e, p, q, a, sum.any ? &plan : NULL);
}

static enum sv_status check_bid(const struct sv_question *q, const struct sv_answer *a)
{
    if (a->bid == 0) {
        return SV_OK;
    }
    if (a->bid < q->amount || a->bid > q->limit) {
        return SV_E_AMOUNT;
    }
    if (q->kind == SV_DECISION_BID && a->limit != 0 && (a->limit < a->bid || a->limit > q->limit)) {
        return SV_E_AMOUNT;
    }
    return SV_OK;
}

static enum sv_status check_interest(const struct sv_edition *e, const struct sv_position *p,
                                     const struct sv_question *q, const struct sv_answer *a)
{
    int64_t due = interest_due(e, p, q->spaces & ~a->plan.lift);

    if ((a->plan.lift & ~q->spaces) != 0) {
        return SV_E_MORTGAGE;
    }
    if (a->plan.lift == 0) {
        return SV_OK;
    }
    for (uint64_t left = a->plan.lift; left != 0; left &= left - 1) {
        due += sv_lift_cost(e, sv_first(left));
    }
    return due <= p->cash[q->seat] ? SV_OK : SV_E_CASH;
}

/* RULES 11.2: `amount` levels over the set's streets, as even as can be. */
static enum sv_status check_layout(const struct sv_position *p, const struct sv_question *q,
                                   const struct sv_answer *a)
{
    unsigned streets = sv_count(q->spaces);
    int32_t total = 0;
    unsigned base;

    if ((svi_plan_changes(p, &a->plan) & ~q->spaces) != 0 || streets == 0) {
        return SV_E_SPACE;
    }
    base = (unsigned)q->amount / streets;
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        unsigned level = a->plan.level[sv_first(left)];

        if (level < base || level > base + 1) {
            return SV_E_UNEVEN;
        }
        total += (int32_t)level;
    }
    return total == q->amount ? SV_OK : SV_E_AMOUNT;
}

enum sv_status sv_check(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a)
{
    unsigned fields = sv_decision_fields(q->kind);

    if (a->kind != q->kind || fields == 0) {
        return SV_E_KIND;
    }
    if ((fields & SV_F_CHOICE) != 0 && (a->choice > 7 || !sv_has(q->choices, a->choice))) {
        return SV_E_CHOICE;
    }
    switch (q->kind) {
    case SV_DECISION_MANAGE:
        return check_manage(e, p, q, a);
    case SV_DECISION_BUY:
        return check_buy(e, p, q, a);
    case SV_DECISION_DEBT:
        return check_debt(e, p, q, a);
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        return check_bid(q, a);
    case SV_DECISION_TRADE:
        if (a->n_offers != (a->choice == SV_CHOICE_TRADE_COUNTER) ||
            (a->n_offers == 1 && a->offers[0].to != q->other)) {
            return SV_E_OFFER;
        }
        return check_offers(e, p, q, a, NULL);
    case SV_DECISION_INTEREST:
        return check_interest(e, p, q, a);
    case SV_DECISION_LAYOUT:
        return check_layout(p, q, a);
    case SV_DECISION_TICKET:
        if (a->choice == SV_CHOICE_TICKET_ROLL) {
            return SV_OK;
        }
        break;
    default:
        break;
    }
    if ((fields & SV_F_SPACE) != 0 && (a->space >= SV_MAX_SPACES || !sv_has(q->spaces, a->space))) {
        return SV_E_SPACE;
    }
    return SV_OK;
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
