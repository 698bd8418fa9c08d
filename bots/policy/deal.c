#include "bots/policy/deal.h"
#include "bots/policy/careful.h"

/* The cash of an offer as the one number that bargaining is about: positive when the bot pays. */
static void set_cash(struct sv_offer *offer, int64_t cash)
{
    offer->give_cash = cash > 0 ? (int32_t)cash : 0;
    offer->get_cash = cash < 0 ? (int32_t)-cash : 0;
}

/* The bot is side 0 of all bargains here. */
enum { BOT, OTHER };

static bool content(const struct svi_bargain *b, unsigned side, const struct sv_offer *offer,
                    int64_t cash)
{
    struct sv_offer priced = *offer;

    set_cash(&priced, cash);
    return svi_bargain_gain(b, side, cash) > svi_careful_margin(b->market->k, &priced);
}

/* The cash nearest to `from`, on the way to `to`, with which the side is content; it must be with `to`. */
static int64_t edge(const struct svi_bargain *b, unsigned side, const struct sv_offer *offer,
                    int64_t from, int64_t to)
{
    int64_t direction = to > from ? 1 : -1;
    int64_t low = 0;
    int64_t high = (to - from) * direction;

    while (low < high) {
        int64_t middle = (low + high) / 2;

        if (content(b, side, offer, from + middle * direction)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return from + high * direction;
}

/* Finds the cash for svi_deal_price(). Gives up early where the bot cannot gain more than `beyond`: paying more never gains more. */
static bool price(const struct svi_market *market, int share, int64_t beyond, struct svi_deal *deal)
{
    const struct svi_look *k = market->k;
    struct sv_offer *offer = &deal->offer;
    int64_t most = k->p->cash[k->seat];
    int64_t least = -(int64_t)k->p->cash[offer->to];
    struct svi_bargain b;
    int64_t asked;
    int64_t bearable;

    svi_bargain_init(&b, market, k->seat, offer);
    /* The more is paid, the more content the other and the less the bot. */
    if (svi_bargain_surplus(&b) <= 0 || !content(&b, OTHER, offer, most) ||
        !content(&b, BOT, offer, least)) {
        return false;
    }
    asked = edge(&b, OTHER, offer, least, most);
    if (svi_bargain_gain(&b, BOT, asked) <= beyond || !content(&b, BOT, offer, asked)) {
        return false;
    }
    bearable = edge(&b, BOT, offer, most, asked);
    asked += (bearable - asked) * share / 100;
    set_cash(offer, asked);
    deal->gain = svi_bargain_gain(&b, BOT, asked);
    return sv_check_offer(k->e, k->p, k->seat, offer) == SV_OK;
}

bool svi_deal_price(const struct svi_look *k, int share, struct svi_deal *deal)
{
    struct svi_market market;

    svi_market_init(&market, k, 1u << k->seat | 1u << deal->offer.to);
    return price(&market, share, INT64_MIN, deal);
}

/* Deeds of a group that a seat may hand over: none of a set with buildings, no railroad with a depot. */
static uint64_t tradable(const struct svi_look *k, unsigned seat, const struct sv_group *g)
{
    uint64_t deeds = g->mask & k->p->owned[seat];

    for (uint64_t left = g->mask; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        if (k->p->level[space] > 0) {
            deeds &= g->kind == SV_SPACE_STREET ? 0 : ~(UINT64_C(1) << space);
        }
    }
    return deeds;
}

/* Whether the deeds make something of what the seat has: a set to build on, or a longer line. */
static bool completes(const struct svi_look *k, unsigned seat, const struct sv_group *g,
                      uint64_t deeds)
{
    uint64_t has = g->mask & k->p->owned[seat];

    if (deeds == 0 || has == 0) {
        return false;
    }
    return g->kind != SV_SPACE_STREET ||
           sv_count(g->mask & ~has & ~deeds) <= sv_set_spare(&k->e->rules);
}

static void consider(const struct svi_market *market, int share, struct sv_offer offer,
                     struct svi_deal *best)
{
    struct svi_deal deal = {.offer = offer};

    if (price(market, share, best->gain, &deal) && deal.gain > best->gain) {
        *best = deal;
    }
}

static void find_with(const struct svi_market *market, unsigned to, int share,
                      struct svi_deal *best)
{
    const struct svi_look *k = market->k;
    unsigned n = k->e->n_groups;

    for (unsigned g = 0; g < n; g++) {
        uint64_t get = tradable(k, to, &k->e->group[g]);
        uint64_t sell = tradable(k, k->seat, &k->e->group[g]);

        if (completes(k, to, &k->e->group[g], sell)) {
            consider(market, share, (struct sv_offer){.give_deeds = sell, .to = (uint8_t)to}, best);
        }
        if (!completes(k, k->seat, &k->e->group[g], get)) {
            continue;
        }
        consider(market, share, (struct sv_offer){.get_deeds = get, .to = (uint8_t)to}, best);
        for (unsigned other = 0; other < n; other++) {
            uint64_t give = tradable(k, k->seat, &k->e->group[other]);

            if (other != g && give != 0) {
                struct sv_offer swap = {.give_deeds = give, .get_deeds = get, .to = (uint8_t)to};

                consider(market, share, swap, best);
            }
        }
    }
}

/* Between two, what one gains the other loses: no deal then. */
static bool market_init(struct svi_market *market, const struct svi_look *k)
{
    if (sv_count(k->p->alive) <= 2) {
        return false;
    }
    svi_market_init(market, k, k->p->alive);
    return true;
}

bool svi_deal_find(const struct svi_look *k, int share, struct svi_deal *best)
{
    struct svi_market market;

    best->gain = 0;
    if (!market_init(&market, k)) {
        return false;
    }
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (s != k->seat && sv_alive(k->p, s)) {
            find_with(&market, s, share, best);
        }
    }
    return best->gain > 0;
}

/* What selling the deeds of a group to a seat brings beyond their mortgages; `offer` says for how much. */
static int64_t proceeds(const struct svi_market *market, struct sv_offer *offer)
{
    const struct svi_look *k = market->k;
    struct svi_bargain b;
    int64_t cash;

    svi_bargain_init(&b, market, k->seat, offer);
    if (!content(&b, OTHER, offer, -1)) {
        return 0;
    }
    cash = edge(&b, OTHER, offer, -(int64_t)k->p->cash[offer->to], -1);
    set_cash(offer, cash);
    cash = -cash;
    for (uint64_t left = offer->give_deeds & ~k->p->mortgaged; left != 0; left &= left - 1) {
        cash -= k->e->space[sv_first(left)].mortgage;
    }
    return cash;
}

bool svi_deal_rescue(const struct svi_look *k, int64_t amount, struct svi_deal *best)
{
    int64_t liquid = sv_liquid(k->e, k->p, k->seat);
    struct svi_market market;

    best->gain = 0;
    if (!market_init(&market, k)) {
        return false;
    }
    for (unsigned s = 0; s < k->p->seats; s++) {
        for (unsigned g = 0; g < k->e->n_groups && s != k->seat && sv_alive(k->p, s); g++) {
            struct sv_offer offer = {.give_deeds = tradable(k, k->seat, &k->e->group[g]),
                                     .to = (uint8_t)s};
            int64_t gain = offer.give_deeds == 0 ? 0 : proceeds(&market, &offer);

            /* First of all it must be enough to pay. */
            if (liquid + gain >= amount && gain > best->gain &&
                sv_check_offer(k->e, k->p, k->seat, &offer) == SV_OK) {
                *best = (struct svi_deal){offer, gain};
            }
        }
    }
    return best->gain > 0;
}
