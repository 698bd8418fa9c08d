/* One offer and its counter-offers (RULES 8.3). The offer lies open in position.offer. */
#include "game/op.h"

#include <string.h>

enum step {
    OFFERED,
    STRUCK,
    CLOSE,
};

void svi_keep_offers(struct svi_ctx *c, unsigned seat, const struct sv_answer *a)
{
    c->st->secret.n_offers[seat] = a->n_offers;
    memcpy(c->st->secret.offers[seat], a->offers, a->n_offers * sizeof a->offers[0]);
    for (unsigned i = 0; i < a->n_offers; i++) {
        memset(c->st->secret.offers[seat][i].pad, 0, sizeof a->offers[0].pad);
    }
}

static void lay_open(struct svi_ctx *c, unsigned seat, const struct sv_offer *offer)
{
    c->p->offer = *offer;
    c->p->offer_seat = (uint8_t)seat;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_OFFER,
                                   .seat = (uint8_t)seat,
                                   .to = offer->to,
                                   .space = SV_NONE,
                                   .offer = &c->p->offer});
}

bool svi_push_offer(struct svi_ctx *c, unsigned seat, const struct sv_offer *offer)
{
    if (c->p->offers_left[seat] > 0) {
        c->p->offers_left[seat]--;
    }
    if (sv_check_offer(c->e, c->p, seat, offer) != SV_OK) {
        svi_emit(c, &(struct sv_event){.type = SV_EVENT_OFFER_END,
                                       .seat = (uint8_t)seat,
                                       .to = offer->to,
                                       .why = SV_WHY_VOID,
                                       .space = SV_NONE});
        return false;
    }
    lay_open(c, seat, offer);
    svi_push(c, SVI_OP_TRADE, offer->to)->trade.proposer = (uint8_t)seat;
    return true;
}

static void close_offer(struct svi_ctx *c, const struct sv_frame_trade *f, enum sv_why why)
{
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_OFFER_END,
                                   .seat = f->proposer,
                                   .to = f->seat,
                                   .why = (uint8_t)why,
                                   .space = SV_NONE});
    c->p->offer = (struct sv_offer){0};
    c->p->offer_seat = SV_NONE;
}

/* Hands over one side of a trade. */
static void hand_over(struct svi_ctx *c, unsigned from, unsigned to, uint64_t deeds, int32_t cash,
                      unsigned cards, unsigned tickets, enum sv_why why)
{
    svi_pay(c, from, to, cash, why, SV_NONE);
    for (; deeds != 0; deeds &= deeds - 1) {
        svi_move_deed(c, sv_first(deeds), to, why);
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        if (sv_has(cards, j)) {
            svi_move_jail_card(c, j, to);
        }
    }
    for (unsigned n = 0; n < tickets; n++) {
        svi_move_ticket(c, from, to, why);
    }
}

static void strike(struct svi_ctx *c, struct sv_frame_trade *f)
{
    struct sv_offer o = c->p->offer;
    unsigned from = f->proposer;
    unsigned to = f->seat;
    bool gift = (o.give_cash == 0 && (o.give_deeds | o.give_cards | o.give_tickets) == 0) ||
                (o.get_cash == 0 && (o.get_deeds | o.get_cards | o.get_tickets) == 0);
    enum sv_why why = gift ? SV_WHY_GIFT : SV_WHY_TRADE;
    close_offer(c, f, SV_WHY_ACCEPTED);
    svi_pop(c);
    hand_over(c, from, to, o.give_deeds, o.give_cash, o.give_cards, o.give_tickets, why);
    hand_over(c, to, from, o.get_deeds, o.get_cash, o.get_cards, o.get_tickets, why);
    svi_push_received(c, to, o.give_deeds);
    svi_push_received(c, from, o.get_deeds); /* on top: the proposer first */
}

void svi_trade_run(struct svi_ctx *c, struct sv_frame_trade *f)
{
    switch ((enum step)f->step) {
    case OFFERED:
        svi_ask(c, f->seat, SV_DECISION_TRADE);
        return;
    case STRUCK:
        strike(c, f);
        return;
    case CLOSE:
        close_offer(c, f, SV_WHY_REJECTED);
        svi_pop(c);
        return;
    }
}

void svi_trade_question(const struct sv_edition *e, const struct sv_state *st,
                        const struct sv_frame_trade *f, struct sv_question *q)
{
    q->kind = SV_DECISION_TRADE;
    q->offers = f->counters < e->rules.counter_offers;
    q->choices = (uint8_t)(1u << SV_CHOICE_TRADE_REJECT | 1u << SV_CHOICE_TRADE_ACCEPT |
                           (unsigned)q->offers << SV_CHOICE_TRADE_COUNTER);
    q->other = f->proposer;
    q->offer = st->position.offer;
}

void svi_trade_answer(struct svi_ctx *c, struct sv_frame_trade *f, unsigned seat,
                      const struct sv_answer *a)
{
    switch (a->choice) {
    case SV_CHOICE_TRADE_ACCEPT:
        f->step = STRUCK;
        return;
    case SV_CHOICE_TRADE_COUNTER: {
        struct sv_offer offer = a->offers[0];
        memset(offer.pad, 0, sizeof offer.pad);
        close_offer(c, f, SV_WHY_COUNTERED);
        f->seat = f->proposer;
        f->proposer = (uint8_t)seat;
        f->counters++;
        lay_open(c, seat, &offer);
        return;
    }
    default:
        f->step = CLOSE;
        return;
    }
}

bool svi_trade_possible(const struct svi_place *at, const struct sv_frame_trade *f)
{
    return at->above == NULL && f->step == OFFERED && f->counters <= at->e->rules.counter_offers &&
           f->proposer == at->p->offer_seat && f->seat == at->p->offer.to &&
           sv_check_offer(at->e, at->p, f->proposer, &at->p->offer) == SV_OK;
}

unsigned svi_trade_asks(const struct svi_place *at, const struct sv_frame_trade *f)
{
    (void)at;
    return 1u << f->seat;
}
