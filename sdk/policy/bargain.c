#include "policy/bargain.h"

void svi_market_init(struct svi_market *market, const struct sv_look *k, unsigned seats)
{
    market->k = k;
    market->rivalry = sv_rivalry(k);
    svi_part_memo_init(&market->memo);
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (sv_has(seats, s)) {
            market->holding[s] = sv_holding_of(k, s);
            svi_appraise(k, &market->holding[s], &market->parts[s], &market->appraisal[s]);
            market->worth[s] = svi_worth_with(&market->appraisal[s], market->holding[s].cash);
        }
    }
}

int64_t svi_market_bound(const struct svi_market *market, unsigned one, unsigned other)
{
    return market->holding[one].cash + svi_worth_bound(&market->appraisal[one]) -
           market->worth[one] + market->holding[other].cash +
           svi_worth_bound(&market->appraisal[other]) - market->worth[other];
}

/* Returns what the receiver of deeds pays at once for the mortgaged ones (RULES 8.4). */
static int64_t interest(const struct sv_look *k, uint64_t received)
{
    int64_t sum = 0;
    for (uint64_t left = received & k->p->mortgaged; left != 0; left &= left - 1) {
        sum += sv_interest(k->e, sv_first(left));
    }
    return sum;
}

int64_t svi_market_shift(struct svi_market *market, unsigned from, unsigned to, unsigned group,
                         uint64_t deeds)
{
    const struct sv_look *k = market->k;
    uint64_t mask = k->e->group[group].mask;
    return svi_worth_shift(k, &market->parts[from], group,
                           market->holding[from].deeds & mask & ~deeds, k->p->mortgaged,
                           &market->memo) +
           svi_worth_shift(k, &market->parts[to], group, (market->holding[to].deeds & mask) | deeds,
                           k->p->mortgaged, &market->memo) -
           interest(k, deeds);
}

static void init_side(struct svi_bargain *b, unsigned side, unsigned seat, const struct sv_offer *o)
{
    const struct sv_look *k = b->market->k;
    struct sv_holding h = b->market->holding[seat];
    uint32_t groups = 0;
    h.deeds = (h.deeds & ~o->give_deeds) | o->get_deeds;
    h.cards = (uint8_t)(h.cards + sv_count(o->get_cards) - sv_count(o->give_cards));
    h.tickets = (uint8_t)(h.tickets + o->get_tickets - o->give_tickets);
    h.cash -= interest(k, o->get_deeds);
    for (uint64_t left = o->get_deeds | o->give_deeds; left != 0; left &= left - 1) {
        groups |= 1u << k->e->space[sv_first(left)].group;
    }
    b->side[side].seat = seat;
    b->side[side].cash = h.cash;
    svi_appraise_again(k, &h, &b->market->parts[seat], &b->market->appraisal[seat], groups,
                       &b->market->memo, &b->side[side].after);
}

void svi_bargain_init(struct svi_bargain *b, struct svi_market *market, unsigned from,
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
    return svi_worth_with(&b->side[side].after, after) - b->market->worth[b->side[side].seat];
}

int64_t svi_bargain_gain(const struct svi_bargain *b, unsigned side, int64_t cash)
{
    int64_t theirs = advantage(b, 1 - side, cash);
    return advantage(b, side, cash) - (theirs > 0 ? theirs * b->market->rivalry / 100 : 0);
}

int64_t svi_bargain_surplus(const struct svi_bargain *b)
{
    return advantage(b, 0, 0) + advantage(b, 1, 0);
}

int64_t sv_offer_gain(const struct sv_look *k, unsigned from, const struct sv_offer *offer)
{
    struct svi_market market;
    struct svi_bargain b;
    svi_market_init(&market, k, 1u << from | 1u << offer->to);
    svi_bargain_init(&b, &market, from, offer);
    return svi_bargain_gain(&b, from != k->seat, (int64_t)offer->give_cash - offer->get_cash);
}

int64_t sv_trade_margin(int64_t moved)
{
    return 20 + moved / 20;
}

int64_t svi_bargain_prices(const struct sv_look *k, const struct sv_offer *offer)
{
    int64_t prices = 0;
    for (uint64_t left = offer->give_deeds | offer->get_deeds; left != 0; left &= left - 1) {
        prices += k->e->space[sv_first(left)].price;
    }
    return prices;
}

bool sv_offer_pays(const struct sv_look *k, unsigned from, const struct sv_offer *offer)
{
    int64_t moved = svi_bargain_prices(k, offer) + offer->give_cash + offer->get_cash;
    return sv_offer_gain(k, from, offer) > sv_trade_margin(moved);
}
