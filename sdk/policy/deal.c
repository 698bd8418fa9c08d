#include "policy/bargain.h"

/* The cash of an offer as the one number that bargaining is about: positive when the bot pays. */
static void set_cash(struct sv_offer *offer, int64_t cash)
{
    offer->give_cash = cash > 0 ? (int32_t)cash : 0;
    offer->get_cash = cash < 0 ? (int32_t)-cash : 0;
}

/* The bot is side 0 of all bargains here. */
enum { BOT, OTHER };

/* A bargain, and what the deeds in it cost. */
struct haggle {
    struct svi_bargain b;
    int64_t prices;
};

static void haggle_init(struct haggle *h, struct svi_market *market, const struct sv_offer *offer)
{
    svi_bargain_init(&h->b, market, market->k->seat, offer);
    h->prices = svi_bargain_prices(market->k, offer);
}

static bool content(const struct haggle *h, unsigned side, int64_t cash)
{
    return svi_bargain_gain(&h->b, side, cash) >
           sv_trade_margin(h->prices + (cash < 0 ? -cash : cash));
}

/* The cash nearest to `from`, on the way to `to`, with which the side is content; it must be with
 * `to`. */
static int64_t edge(const struct haggle *h, unsigned side, int64_t from, int64_t to)
{
    int64_t direction = to > from ? 1 : -1;
    int64_t low = 0;
    int64_t high = (to - from) * direction;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (content(h, side, from + middle * direction)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return from + high * direction;
}

/* Finds the cash for sv_deal_price(). Gives up early where the bot cannot gain more than `beyond`:
 * paying more never gains more. */
static bool price(struct svi_market *market, int share, int64_t beyond, struct sv_deal *deal)
{
    const struct sv_look *k = market->k;
    struct sv_offer *offer = &deal->offer;
    int64_t most = k->p->cash[k->seat];
    int64_t least = -(int64_t)k->p->cash[offer->to];
    struct haggle h;
    int64_t asked;
    int64_t bearable;
    haggle_init(&h, market, offer);
    /* The more is paid, the more content the other and the less the bot. */
    if (svi_bargain_surplus(&h.b) <= 0 || !content(&h, OTHER, most) || !content(&h, BOT, least)) {
        return false;
    }
    asked = edge(&h, OTHER, least, most);
    if (svi_bargain_gain(&h.b, BOT, asked) <= beyond || !content(&h, BOT, asked)) {
        return false;
    }
    bearable = edge(&h, BOT, most, asked);
    asked += (bearable - asked) * share / 100;
    set_cash(offer, asked);
    deal->gain = svi_bargain_gain(&h.b, BOT, asked);
    return sv_check_offer(k->e, k->p, k->seat, offer) == SV_OK;
}

bool sv_deal_price(const struct sv_look *k, int share, struct sv_deal *deal)
{
    struct svi_market market;
    svi_market_init(&market, k, 1u << k->seat | 1u << deal->offer.to);
    return price(&market, share, INT64_MIN, deal);
}

/* Returns the deeds of a group that a seat may trade: not if the set has buildings, and no railroad
 * with a depot. */
static uint64_t tradable(const struct sv_look *k, unsigned seat, const struct sv_group *g)
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
static bool completes(const struct sv_look *k, unsigned seat, const struct sv_group *g,
                      uint64_t deeds)
{
    uint64_t has = g->mask & k->p->owned[seat];
    if (deeds == 0 || has == 0) {
        return false;
    }
    return g->kind != SV_SPACE_STREET ||
           sv_count(g->mask & ~has & ~deeds) <= sv_set_spare(&k->e->rules);
}

/* Deeds of one group that change hands, in one direction. */
struct lot {
    uint64_t deeds;
    int64_t prices; /* printed */
    int64_t shift;  /* svi_market_shift() */
};

/* The search for the best deal with one seat. */
struct search {
    struct svi_market *market;
    unsigned to;
    int share;
    int64_t bound; /* svi_market_bound() */
    struct sv_deal *best;
    struct list *list; /* instead of the best: all that the other would take */
};

/* The best of all deals, descending. */
struct list {
    struct sv_deal *deal;
    unsigned n, most;
};

static struct lot make_lot(struct svi_market *market, unsigned from, unsigned to, unsigned group,
                           uint64_t deeds)
{
    struct lot lot = {.deeds = deeds};
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        lot.prices += market->k->e->space[sv_first(left)].price;
    }
    lot.shift = deeds == 0 ? 0 : svi_market_shift(market, from, to, group, deeds);
    return lot;
}

/* Whether both may be content with some cash, and the bot gain more than the best deal so far. When
 * they are, a is what the bot gains before rivalry r (in percent) counts, b what the other does;
 * both are positive, and a - [b r / 100] and b - [a r / 100] exceed the least margin, the first the
 * best gain too. Brackets take away less than 1, and a + b is bounded. */
static bool promising(const struct search *s, const struct lot *give, const struct lot *get)
{
    int64_t bound = s->bound + give->shift + get->shift;
    int64_t margin = sv_trade_margin(give->prices + get->prices);
    int64_t least = margin > s->best->gain ? margin : s->best->gain;
    return bound * (100 - s->market->rivalry) + 2 * 99 >= (least + 1 + margin + 1) * 100;
}

static void insert(struct list *list, const struct sv_deal *deal)
{
    unsigned at = list->n;
    if (list->n == list->most && list->deal[list->n - 1].gain >= deal->gain) {
        return;
    }
    at = list->n == list->most ? at - 1 : at;
    for (; at > 0 && list->deal[at - 1].gain < deal->gain; at--) {
        list->deal[at] = list->deal[at - 1];
    }
    list->deal[at] = *deal;
    list->n += list->n < list->most;
}

/* Lists a deal at the lowest price that the other side would accept, whether the bot gains or
 * not. */
static void list_deal(const struct search *s, struct sv_deal *deal)
{
    const struct sv_look *k = s->market->k;
    const int64_t most = k->p->cash[k->seat];
    const int64_t least = -(int64_t)k->p->cash[s->to];
    struct haggle h;
    int64_t asked;
    haggle_init(&h, s->market, &deal->offer);
    if (!content(&h, OTHER, most)) {
        return;
    }
    asked = edge(&h, OTHER, least, most);
    set_cash(&deal->offer, asked);
    deal->gain = svi_bargain_gain(&h.b, BOT, asked);
    if (sv_check_offer(k->e, k->p, k->seat, &deal->offer) == SV_OK) {
        insert(s->list, deal);
    }
}

static void consider(const struct search *s, const struct lot *give, const struct lot *get)
{
    struct sv_deal deal = {
        .offer = {.give_deeds = give->deeds, .get_deeds = get->deeds, .to = (uint8_t)s->to}};

    if (s->list != NULL) {
        list_deal(s, &deal);
        return;
    }
    if (promising(s, give, get) && price(s->market, s->share, s->best->gain, &deal) &&
        deal.gain > s->best->gain) {
        *s->best = deal;
    }
}

static void find_with(const struct search *s)
{
    const struct sv_look *k = s->market->k;
    const struct lot nothing = {0};
    struct lot give[SV_MAX_GROUPS];
    unsigned n = k->e->n_groups;
    for (unsigned g = 0; g < n; g++) {
        give[g] = make_lot(s->market, k->seat, s->to, g, tradable(k, k->seat, &k->e->group[g]));
    }
    for (unsigned g = 0; g < n; g++) {
        uint64_t get = tradable(k, s->to, &k->e->group[g]);

        if (completes(k, s->to, &k->e->group[g], give[g].deeds)) {
            consider(s, &give[g], &nothing);
        }
        if (completes(k, k->seat, &k->e->group[g], get)) {
            const struct lot got = make_lot(s->market, s->to, k->seat, g, get);
            consider(s, &nothing, &got);
            for (unsigned other = 0; other < n; other++) {
                if (other != g && give[other].deeds != 0) {
                    consider(s, &give[other], &got);
                }
            }
        }
    }
}

/* Between two, what one gains the other loses: no deal then. */
static bool market_init(struct svi_market *market, const struct sv_look *k)
{
    if (sv_count(k->p->alive) <= 2) {
        return false;
    }
    svi_market_init(market, k, k->p->alive);
    return true;
}

bool sv_deal_find(const struct sv_look *k, int share, struct sv_deal *best)
{
    struct svi_market market;
    best->gain = 0;
    if (!market_init(&market, k)) {
        return false;
    }
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (s != k->seat && sv_alive(k->p, s)) {
            find_with(&(struct search){&market, s, share, svi_market_bound(&market, k->seat, s),
                                       best, NULL});
        }
    }
    return best->gain > 0;
}

unsigned sv_deal_list(const struct sv_look *k, struct sv_deal out[], unsigned most)
{
    struct list list = {out, 0, most};
    struct svi_market market;
    if (most == 0 || !market_init(&market, k)) {
        return 0;
    }
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (s != k->seat && sv_alive(k->p, s)) {
            find_with(&(struct search){.market = &market, .to = s, .list = &list});
        }
    }
    return list.n;
}

/* Returns the gain from selling the deeds of a group to a seat, beyond their mortgages. Sets the
 * price in `offer`. */
static int64_t proceeds(struct svi_market *market, struct sv_offer *offer)
{
    const struct sv_look *k = market->k;
    struct haggle h;
    int64_t cash;
    haggle_init(&h, market, offer);
    if (!content(&h, OTHER, -1)) {
        return 0;
    }
    cash = edge(&h, OTHER, -(int64_t)k->p->cash[offer->to], -1);
    set_cash(offer, cash);
    cash = -cash;
    for (uint64_t left = offer->give_deeds & ~k->p->mortgaged; left != 0; left &= left - 1) {
        cash -= k->e->space[sv_first(left)].mortgage;
    }
    return cash;
}

bool sv_deal_rescue(const struct sv_look *k, int64_t amount, struct sv_deal *best)
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
                *best = (struct sv_deal){offer, gain};
            }
        }
    }
    return best->gain > 0;
}
