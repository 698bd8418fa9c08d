/* Debts (RULES 9.1). */
#include "game/op.h"

enum step {
    OWED,
    ASK,
    OFFER,
};

void svi_push_debt(struct svi_ctx *c, unsigned debtor, unsigned creditor, int64_t amount,
                   enum sv_why why, unsigned space, bool to_bank_if_bankrupt)
{
    struct sv_frame_debt *f;
    if (amount <= 0) {
        return;
    }
    if (c->p->cash[debtor] >= amount) {
        svi_pay(c, debtor, creditor, amount, why, space);
        return;
    }
    f = &svi_push(c, SVI_OP_DEBT, debtor)->debt;
    f->creditor = (uint8_t)creditor;
    f->amount = (int32_t)(amount < INT32_MAX ? amount : INT32_MAX);
    f->why = (uint8_t)why;
    f->space = (uint8_t)space;
    f->to_bank = to_bank_if_bankrupt;
}

/* A debtor may propose trades as often as in a window, but for what he bid himself: that he can
 * always raise. */
static void allow_offers(struct svi_ctx *c, const struct sv_frame_debt *f)
{
    bool may_offer = f->why != SV_WHY_AUCTION &&
                     (c->e->rules.trade == SV_RULE_TRADE_WINDOWS ||
                      (c->e->rules.trade == SV_RULE_TRADE_OWN_TURN && f->seat == c->p->turn_seat));
    c->p->offers_left[f->seat] = (uint8_t)(may_offer ? c->e->rules.offers_per_window : 0);
}

static void settle(struct svi_ctx *c, struct sv_frame_debt *f)
{
    struct sv_frame_debt debt = *f;
    c->p->offers_left[debt.seat] = 0;
    svi_pop(c);
    if (c->p->cash[debt.seat] >= debt.amount) {
        svi_pay(c, debt.seat, debt.creditor, debt.amount, debt.why, debt.space);
    } else {
        svi_push_bankrupt(c, debt.seat, debt.to_bank ? SV_BANK : debt.creditor);
    }
}

static void ask(struct svi_ctx *c, struct sv_frame_debt *f)
{
    bool can_raise = sv_liquid(c->e, c->p, f->seat) >= f->amount;
    f->step = ASK;
    if (c->p->cash[f->seat] >= f->amount || (!can_raise && c->p->offers_left[f->seat] == 0)) {
        settle(c, f);
    } else {
        svi_ask(c, f->seat, SV_DECISION_DEBT);
    }
}

/* Makes the answer's offers one by one until the debt can be paid. */
static void next_offer(struct svi_ctx *c, struct sv_frame_debt *f)
{
    struct sv_secret *secret = &c->st->secret;
    unsigned seat = f->seat;
    while (c->p->cash[seat] < f->amount && f->offers < secret->n_offers[seat]) {
        if (svi_push_offer(c, seat, &secret->offers[seat][f->offers++])) {
            return;
        }
    }
    for (unsigned i = 0; i < secret->n_offers[seat]; i++) {
        secret->offers[seat][i] = (struct sv_offer){0};
    }
    secret->n_offers[seat] = 0;
    f->offers = 0;
    f->step = ASK;
}

void svi_debt_run(struct svi_ctx *c, struct sv_frame_debt *f)
{
    switch ((enum step)f->step) {
    case OWED:
        allow_offers(c, f);
        ask(c, f);
        return;
    case ASK:
        ask(c, f);
        return;
    case OFFER:
        next_offer(c, f);
        return;
    }
}

void svi_debt_question(const struct sv_edition *e, const struct sv_state *st,
                       const struct sv_frame_debt *f, struct sv_question *q)
{
    (void)e;
    q->kind = SV_DECISION_DEBT;
    q->space = f->space;
    q->other = f->creditor;
    q->why = f->why;
    q->amount = f->amount;
    q->offers = st->position.offers_left[f->seat];
}

void svi_debt_answer(struct svi_ctx *c, struct sv_frame_debt *f, unsigned seat,
                     const struct sv_answer *a)
{
    svi_sell_and_mortgage(c, seat, &a->plan);
    if (a->n_offers == 0) {
        /* Enough was raised, or the debtor gives up. */
        settle(c, f);
        return;
    }
    svi_keep_offers(c, seat, a);
    f->step = OFFER;
}

/* Returns whether this is the card's debt between its drawer and the current player of the round
 * (card.c). */
static bool is_due_each(const struct svi_place *at, const struct sv_frame_debt *f)
{
    const struct sv_frame_each *each = &at->below->each;
    unsigned other = svi_ring(each->seat, each->done, at->p->seats);
    return f->why == SV_WHY_CARD && f->amount == each->amount && f->space == SV_NONE &&
           f->to_bank == !each->collects && f->creditor == (each->collects ? each->seat : other) &&
           f->seat == (each->collects ? other : each->seat);
}

/* Returns whether the frame below can have pushed the debt, or have left it there (interest.c). */
static bool fits_below(const struct svi_place *at, const struct sv_frame_debt *f)
{
    const struct sv_frame *below = at->below;
    const enum svi_op op = (enum svi_op)below->any.op;
    switch ((enum sv_why)f->why) {
    case SV_WHY_AUCTION:
        return op == SVI_OP_WON && f->seat == below->won.seat && f->creditor == SV_BANK &&
               !f->to_bank && f->amount == below->won.price && f->space == below->won.space;
    case SV_WHY_LIFT:
        return op == SVI_OP_COMPLETE && f->seat == below->complete.seat && f->creditor == SV_BANK &&
               !f->to_bank && below->complete.lifts != 0 &&
               f->space == sv_first(below->complete.lifts) &&
               f->amount == sv_lift_cost(at->e, f->space);
    case SV_WHY_INTEREST: /* on an estate: owed by the collector of *collect from each* */
        return op != SVI_OP_WON &&
               (op != SVI_OP_EACH || (below->each.collects && f->seat == below->each.seat)) &&
               f->creditor == SV_BANK && !f->to_bank && f->space == SV_NONE &&
               f->amount <= svi_interest_due(at->e, at->e->deeds);
    default:
        return op == SVI_OP_EACH ? is_due_each(at, f)
                                 : !f->to_bank && (op == SVI_OP_TURN || op == SVI_OP_ROLL);
    }
}

bool svi_debt_possible(const struct svi_place *at, const struct sv_frame_debt *f)
{
    const struct sv_position *p = at->p;
    return f->step == (at->above == NULL ? ASK : OFFER) && f->amount > 0 && f->why < SV_WHY_COUNT &&
           f->to_bank <= 1 && f->offers <= SV_MAX_OFFERS &&
           (f->creditor == SV_BANK ||
            (f->creditor < p->seats && f->creditor != f->seat && sv_alive(p, f->creditor))) &&
           (f->space < at->e->n_spaces || f->space == SV_NONE) && sv_alive(p, f->seat) &&
           fits_below(at, f);
}

unsigned svi_debt_asks(const struct svi_place *at, const struct sv_frame_debt *f)
{
    return f->amount > at->p->cash[f->seat] ? 1u << f->seat : 0;
}
