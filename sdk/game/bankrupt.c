/* Bankruptcy (RULES 9.2-9.4). */
#include "game/op.h"

enum step {
    FALL,
    AUCTION_OFF,
};

void svi_push_bankrupt(struct svi_ctx *c, unsigned seat, unsigned creditor)
{
    svi_push(c, SVI_OP_BANKRUPT, seat)->bankrupt.creditor = (uint8_t)creditor;
}

static void take_place(struct svi_ctx *c, unsigned seat, unsigned to)
{
    struct sv_position *p = c->p;
    unsigned place = sv_count(p->alive);
    p->alive &= (uint8_t) ~(1u << seat);
    p->place[seat] = (uint8_t)place;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_BANKRUPT,
                                   .seat = (uint8_t)seat,
                                   .to = (uint8_t)to,
                                   .on = (uint8_t)place,
                                   .space = SV_NONE});
}

/* Cash, jail cards and tickets: to the creditor, or back to the bank, decks and out of play. */
static void hand_over(struct svi_ctx *c, unsigned seat, unsigned to)
{
    svi_pay(c, seat, to, c->p->cash[seat], SV_WHY_BANKRUPTCY, SV_NONE);
    for (unsigned j = 0; j < c->e->n_jail_cards; j++) {
        if (c->p->jail_holder[j] == seat) {
            svi_move_jail_card(c, j, to);
        }
    }
    while (c->p->tickets[seat] > 0) {
        svi_move_ticket(c, seat, to == SV_BANK ? SV_NONE : to, SV_WHY_BANKRUPTCY);
    }
}

static void fall(struct svi_ctx *c, struct sv_frame_bankrupt *f)
{
    unsigned seat = f->seat;
    unsigned to = f->creditor;
    uint64_t deeds = c->p->owned[seat];
    const struct sv_plan bare = {
        .mortgage = c->e->rules.bankrupt_mortgages_all ? deeds & ~c->p->mortgaged : 0};

    svi_sell_and_mortgage(c, seat, &bare);
    take_place(c, seat, to);
    hand_over(c, seat, to);
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        if (to == SV_BANK && sv_has(c->p->mortgaged, space)) {
            svi_set_mortgaged(c, space, false);
        }
        svi_move_deed(c, space, to, SV_WHY_BANKRUPTCY);
    }
    if (svi_end_if_decided(c)) {
        return;
    }
    if (to != SV_BANK) {
        svi_pop(c);
        svi_push_received(c, to, deeds);
        return;
    }
    f->step = AUCTION_OFF;
    f->deeds = c->e->rules.bank_bankrupt == SV_RULE_BANK_BANKRUPT_AUCTION ? deeds : 0;
}

void svi_bankrupt_run(struct svi_ctx *c, struct sv_frame_bankrupt *f)
{
    unsigned space;
    if (f->step == FALL) {
        fall(c, f);
        return;
    }
    if (f->deeds == 0) {
        svi_pop(c);
        return;
    }
    space = sv_first(f->deeds);
    f->deeds &= f->deeds - 1;
    svi_push_auction(c, space, SV_NONE, f->seat, c->p->alive, c->e->rules.auction_min,
                     SV_WHY_BANKRUPTCY);
}

bool svi_bankrupt_possible(const struct svi_place *at, const struct sv_frame_bankrupt *f)
{
    return at->above != NULL && f->step == AUCTION_OFF && f->creditor == SV_BANK &&
           !sv_alive(at->p, f->seat) && (f->deeds & ~svi_unowned(at->e, at->p)) == 0;
}
