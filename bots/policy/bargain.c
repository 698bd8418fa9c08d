#include "bots/policy/bargain.h"

void svi_market_init(struct svi_market *market, const struct svi_look *k, unsigned seats)
{
    market->k = k;
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (sv_has(seats, s)) {
            market->holding[s] = svi_holding_of(k, s);
            market->worth[s] = svi_worth_of(k, &market->holding[s]);
        }
    }
}

static void init_side(struct svi_bargain *b, unsigned side, unsigned seat, const struct sv_offer *o)
{
    const struct svi_look *k = b->market->k;
    struct svi_holding h = b->market->holding[seat];

    h.deeds = (h.deeds & ~o->give_deeds) | o->get_deeds;
    h.cards = (uint8_t)(h.cards + sv_count(o->get_cards) - sv_count(o->give_cards));
    h.tickets = (uint8_t)(h.tickets + o->get_tickets - o->give_tickets);
    for (uint64_t left = o->get_deeds & k->p->mortgaged; left != 0; left &= left - 1) {
        h.cash -= sv_interest(k->e, sv_first(left));
    }
    b->side[side].seat = seat;
    b->side[side].cash = h.cash;
    svi_appraise(k, &h, &b->side[side].after);
}

void svi_bargain_init(struct svi_bargain *b, const struct svi_market *market, unsigned from,
                      const struct sv_offer *offer)
{
    struct sv_offer flip = sv_offer_flip(offer, from);

    b->market = market;
    init_side(b, 0, from, offer);
    init_side(b, 1, offer->to, &flip);
}

static int64_t advantage(const struct svi_bargain *b, unsigned side, int64_t cash)
{
    int64_t after = b->side[side].cash + (side == 0 ? -cash : cash);

    return svi_worth_with(b->market->k, &b->side[side].after, after) -
           b->market->worth[b->side[side].seat];
}

int64_t svi_bargain_gain(const struct svi_bargain *b, unsigned side, int64_t cash)
{
    int64_t theirs = advantage(b, 1 - side, cash);

    return advantage(b, side, cash) - (theirs > 0 ? theirs * svi_rivalry(b->market->k) / 100 : 0);
}

int64_t svi_bargain_surplus(const struct svi_bargain *b)
{
    return advantage(b, 0, 0) + advantage(b, 1, 0);
}

int64_t svi_offer_gain(const struct svi_look *k, unsigned from, const struct sv_offer *offer)
{
    struct svi_market market;
    struct svi_bargain b;

    svi_market_init(&market, k, 1u << from | 1u << offer->to);
    svi_bargain_init(&b, &market, from, offer);
    return svi_bargain_gain(&b, from != k->seat, (int64_t)offer->give_cash - offer->get_cash);
}
