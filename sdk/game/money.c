/* Transfers: money, deeds, cards, tickets, mortgages. */
#include "game/deck.h"

void svi_move_deed(struct svi_ctx *c, unsigned space, unsigned to, enum sv_why why)
{
    uint64_t bit = UINT64_C(1) << space;
    unsigned from = c->p->owner[space];
    if (from != SV_BANK) {
        c->p->owned[from] &= ~bit;
    }
    if (to != SV_BANK) {
        c->p->owned[to] |= bit;
    }
    c->p->owner[space] = (uint8_t)to;
    c->p->deeds_new |= c->st->secret.curious;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_DEED,
                                   .why = (uint8_t)why,
                                   .from = (uint8_t)from,
                                   .to = (uint8_t)to,
                                   .space = (uint8_t)space});
}

void svi_set_mortgaged(struct svi_ctx *c, unsigned space, bool on)
{
    uint64_t bit = UINT64_C(1) << space;
    c->p->mortgaged = on ? c->p->mortgaged | bit : c->p->mortgaged & ~bit;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_MORTGAGE, .space = (uint8_t)space, .on = on});
}

void svi_move_jail_card(struct svi_ctx *c, unsigned card, unsigned to)
{
    struct sv_position *p = c->p;
    unsigned from = p->jail_holder[card];
    unsigned deck = c->e->jail_card_deck[card];
    p->jail_holder[card] = (uint8_t)to;
    if (to == SV_BANK) {
        svi_deck_put_back(c, deck, c->e->jail_card_card[card]);
    }
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_JAIL_CARD,
                                   .from = (uint8_t)from,
                                   .to = (uint8_t)to,
                                   .deck = (uint8_t)deck,
                                   .card = (uint8_t)card,
                                   .space = SV_NONE});
}

void svi_move_ticket(struct svi_ctx *c, unsigned from, unsigned to, enum sv_why why)
{
    if (from < SV_BANK) {
        c->p->tickets[from]--;
    }
    if (to < SV_BANK) {
        c->p->tickets[to]++;
    }
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_TICKET,
                                   .why = (uint8_t)why,
                                   .from = (uint8_t)from,
                                   .to = (uint8_t)to,
                                   .space = SV_NONE});
}
