/* Models of the other players (<solvent/rival.h>): the chance that a seat is of each type, a
 * logistic function of an offer's terms, and a normal distribution of its bids, relative to the
 * deed's worth. All arithmetic is IEEE double in one order. */
#include "policy/rival.h"
#include "policy/bargain.h"
#include "policy/follow.h"

#include "value/points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Terms of an offer, as its receiver sees them. Gains and the lack are cut at 3. */
enum term {
    TERM_ONE,    /* 1 */
    TERM_POINTS, /* its gain in points by the weights of luck, by 0.02 */
    TERM_OWN,    /* the same by the weights of the bot that has the models */
    TERM_MONEY,  /* its gain in money beyond sv_trade_margin(), by 100 */
    TERM_LACK,   /* the cash that it then lacks to a salary, by a quarter of a salary */
    TERM_LOST,   /* full sets that it loses */
    TERM_WON,    /* full sets that it wins */
    TERM_PAID,   /* 1 if it receives cash, -1 if it pays */
    TERMS
};

/* The weights that a type gives the terms of an offer (enum term): how readily it accepts anything,
 * and whether it looks at points or at money, roughly or sharply. ALIKE are bots that judge points
 * as the bot with the models does; the last row is learner's rule. None likes less points, money or
 * pay, or more lack: the search for the best cash counts on that. Without the bots of a family,
 * such a grid foresees them better than types that are fitted to all other reference bots. */
/* clang-format off */
#define READY(a) {a}, {a, 3}, {a, 12}, {a, [TERM_MONEY] = 3}, {a, [TERM_MONEY] = 12}
#define ALIKE(a) {a, [TERM_OWN] = 3}, {a, [TERM_OWN] = 12}
/* Keeps a salary and its sets, and is as ready for anything else. */
#define MISER(a, won) {a, [TERM_LACK] = -4, [TERM_LOST] = -8, [TERM_WON] = (won)}
static const double rows[][TERMS] = {
    READY(-4), READY(-2), READY(-1), READY(0), READY(1), MISER(-1.5, 0), MISER(0, 0), MISER(3, 8),
    {-3, [TERM_LACK] = -1, [TERM_LOST] = -4, [TERM_WON] = 6}, {[TERM_PAID] = 4},
    ALIKE(-4), ALIKE(-2), ALIKE(-1), ALIKE(0), ALIKE(1), {-3, [TERM_OWN] = 30},
};
/* clang-format on */
#define ROWS (sizeof rows / sizeof rows[0])

/* Each row stands for types that accept all offers that they like, or a share of them, for reasons
 * that the terms do not show. */
static const double shares[] = {1, 0.3};
#define SHARES (sizeof shares / sizeof shares[0])
#define TYPES (ROWS * SHARES)

/* How often a bot does otherwise than its type. */
#define LAPSE 0.01

/* Types below this are left out of an estimate's limits: together they are rarely more than 5%. */
#define UNLIKELY 0.01

/* The highest bid of a seat for a deed, over its worth: mean and variance over seats, and the
 * variance of one deed about the seat's habit. */
#define BID_MEAN 1.0
#define BID_SPREAD 0.1
#define BID_NOISE 0.1

/* ---- what a model knows ---------------------------------------------------------------------- */

struct model {
    double weight[TYPES];   /* how likely the seat is each type; they add up to 1 */
    double bid, bid_spread; /* highest bid over worth: mean, variance */
    struct sv_rival_count count;
};

struct sv_rivals {
    const struct sv_edition *e;
    struct sv_odds odds;
    /* Judges what offers bring their receivers: the types were made with this one. */
    struct sv_value *value;
    struct sv_value *own; /* the bot's own; NULL: `value`, and no type judges as the bot does */
    struct sv_position p; /* the table now */
    bool seen;            /* p has been set */
    bool open;            /* an offer lies on the table: */
    uint8_t proposer;
    struct sv_offer offer;
    double terms[TERMS]; /* of that offer */
    uint8_t lot;         /* deed on auction, SV_NONE without one */
    int32_t bid;         /* the highest so far */
    struct model of[SV_MAX_SEATS];
};

/* All types are as likely at first, but those that judge as the bot does only if it has weights of
 * its own. */
static void model_init(struct model *m, bool own)
{
    unsigned types = 0;
    for (unsigned t = 0; t < TYPES; t++) {
        m->weight[t] = own || rows[t / SHARES][TERM_OWN] == 0;
        types += m->weight[t] > 0;
    }
    for (unsigned t = 0; t < TYPES; t++) {
        m->weight[t] /= types;
    }
    m->bid = BID_MEAN;
    m->bid_spread = BID_SPREAD;
}

struct sv_rivals *svi_rivals_create(const struct sv_edition *e, const struct svi_weights *w)
{
    const struct svi_weights *of_types = svi_weights_for(e);
    struct sv_rivals *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    r->e = e;
    r->lot = SV_NONE;
    sv_odds_init(&r->odds, e);
    r->value = svi_value_create(e, of_types);
    r->own = w != of_types ? svi_value_create(e, w) : NULL;
    if (r->value == NULL || (w != of_types && r->own == NULL)) {
        sv_rivals_destroy(r);
        return NULL;
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        model_init(&r->of[s], r->own != NULL);
    }
    return r;
}

struct sv_rivals *sv_rivals_create(const struct sv_edition *e)
{
    return svi_rivals_create(e, svi_policy_weights_for(e));
}

void sv_rivals_destroy(struct sv_rivals *r)
{
    if (r != NULL) {
        sv_value_destroy(r->value);
        sv_value_destroy(r->own);
        free(r);
    }
}

struct sv_rival_count sv_rivals_count(const struct sv_rivals *r, unsigned seat)
{
    return seat < SV_MAX_SEATS ? r->of[seat].count : (struct sv_rival_count){0};
}

static struct sv_look look_of(const struct sv_rivals *r, unsigned seat)
{
    return (struct sv_look){r->e, &r->p, &r->odds, seat};
}

/* ---- the logistic function ------------------------------------------------------------------- */

/* Returns 1 / (1 + e^-x). e^-|x| is the 64th power of a short series, as accurate as the model
 * needs, and the same on every machine. */
static double logistic(double x)
{
    const double t = -(fabs(x) < 30 ? fabs(x) : 30) / 64;
    double power = 1 + t * (1 + t / 2 * (1 + t / 3 * (1 + t / 4)));
    for (unsigned i = 0; i < 6; i++) {
        power *= power;
    }
    return x >= 0 ? 1 / (1 + power) : power / (1 + power);
}

/* Returns the share of such offers that types of a row like. */
static double liking(const double row[TERMS], const double x[TERMS])
{
    double sum = 0;
    for (unsigned i = 0; i < TERMS; i++) {
        sum += row[i] * x[i];
    }
    return logistic(sum);
}

/* Returns the chance that a type accepts what its row likes. Any bot does otherwise at times. */
static double type_chance(double share, double liked)
{
    return LAPSE + (share - 2 * LAPSE) * liked;
}

static void type_chances(const double x[TERMS], double chance[TYPES])
{
    for (unsigned r = 0; r < ROWS; r++) {
        const double liked = liking(rows[r], x);
        for (unsigned k = 0; k < SHARES; k++) {
            chance[r * SHARES + k] = type_chance(shares[k], liked);
        }
    }
}

/* Returns the chance that the seat accepts; `chance` has each type's. */
static double mean_chance(const struct model *m, const double x[TERMS], double chance[TYPES])
{
    double sum = 0;
    type_chances(x, chance);
    for (unsigned t = 0; t < TYPES; t++) {
        sum += m->weight[t] * chance[t];
    }
    return sum;
}

/* Moves a model by an answer, by Bayes's rule. */
static void learn(struct model *m, const double x[TERMS], bool accepted)
{
    double chance[TYPES];
    double sum = 0;
    type_chances(x, chance);
    for (unsigned t = 0; t < TYPES; t++) {
        m->weight[t] *= accepted ? chance[t] : 1 - chance[t];
        sum += m->weight[t];
    }
    for (unsigned t = 0; t < TYPES; t++) {
        m->weight[t] /= sum;
    }
    m->count.accepted += accepted;
    m->count.refused += !accepted;
}

/* ---- what an offer is like ------------------------------------------------------------------- */

static double cut(double x)
{
    return x < -3 ? -3 : x > 3 ? 3 : x;
}

/* Sets the cash of an offer as one number: positive when its proposer pays. */
static void set_cash(struct sv_offer *offer, int64_t cash)
{
    offer->give_cash = cash > 0 ? (int32_t)cash : 0;
    offer->get_cash = cash < 0 ? (int32_t)-cash : 0;
}

/* Points of all seats in a position, in millionths: as the types judge it, and as the bot does. */
struct judged {
    int32_t types[SV_MAX_SEATS], own[SV_MAX_SEATS];
};

static void judge(const struct sv_rivals *r, const struct sv_position *p, struct judged *out)
{
    sv_value_points(r->value, p, out->types);
    if (r->own != NULL) {
        sv_value_points(r->own, p, out->own);
    } else {
        memcpy(out->own, out->types, sizeof out->own);
    }
}

/* A swap of things between two seats, to be priced. */
struct swap {
    const struct sv_rivals *r;
    unsigned from;
    struct sv_offer offer;      /* without cash */
    struct sv_position after;   /* without cash */
    struct svi_bargain bargain; /* side 0 makes the offer */
    int64_t prices;             /* of its deeds */
    int lost, won;              /* full sets of the receiver */
    const struct judged *now;   /* the table as it is */
};

/* Prepares a swap. The offer's cash is put aside. Returns false if no cash makes it lawful. */
static bool swap_init(struct swap *s, struct sv_rivals *r, struct svi_market *market,
                      const struct judged *now, unsigned from, const struct sv_offer *offer)
{
    s->r = r;
    s->from = from;
    s->now = now;
    s->offer = *offer;
    set_cash(&s->offer, 0);
    if (sv_offer_apply(r->e, &r->p, from, &s->offer, &s->after) != SV_OK) {
        const int32_t token = offer->give_deeds == 0 ? 1 : -1; /* where gifts are forbidden */
        set_cash(&s->offer, token);
        if (sv_offer_apply(r->e, &r->p, from, &s->offer, &s->after) != SV_OK) {
            return false;
        }
        s->after.cash[from] += token;
        s->after.cash[offer->to] -= token;
    }
    svi_bargain_init(&s->bargain, market, from, &s->offer);
    s->prices = svi_bargain_prices(market->k, &s->offer);
    s->lost = s->won = 0;
    for (unsigned g = 0; g < r->e->n_groups; g++) {
        const bool had = sv_set_full(r->e, &r->p, g, offer->to);
        const bool has = sv_set_full(r->e, &s->after, g, offer->to);
        s->lost += had && !has;
        s->won += has && !had;
    }
    return true;
}

/* Judges the table after a swap in which the proposer pays `cash`. */
static void swap_points(const struct swap *s, int64_t cash, struct judged *out)
{
    struct sv_position after = s->after;
    after.cash[s->from] -= (int32_t)cash;
    after.cash[s->offer.to] += (int32_t)cash;
    judge(s->r, &after, out);
}

/* Writes the terms of a swap in which the proposer pays `cash`, and which brings the receiver
 * millionths of a point, as the types and the bot judge it. */
static void swap_terms(const struct swap *s, int64_t cash, double points, double own,
                       double x[TERMS])
{
    const int64_t money = svi_bargain_gain(&s->bargain, 1, cash) -
                          sv_trade_margin(s->prices + (cash < 0 ? -cash : cash));
    const double salary = s->r->e->rules.salary > 0 ? s->r->e->rules.salary : 1;
    const double lack = salary - (double)(s->after.cash[s->offer.to] + cash);
    x[TERM_ONE] = 1;
    x[TERM_POINTS] = cut(points / 20000);
    x[TERM_OWN] = cut(own / 20000);
    x[TERM_MONEY] = cut((double)money / 100);
    x[TERM_LACK] = lack > 0 ? cut(lack / (salary / 4)) : 0;
    x[TERM_LOST] = s->lost;
    x[TERM_WON] = s->won;
    x[TERM_PAID] = cash > 0 ? 1 : cash < 0 ? -1 : 0;
}

static int64_t paid(const struct sv_offer *offer)
{
    return (int64_t)offer->give_cash - offer->get_cash;
}

/* Writes the terms of an offer at the table that was last seen. Returns false if it is not
 * lawful. */
static bool offer_terms(struct sv_rivals *r, unsigned from, const struct sv_offer *offer,
                        double x[TERMS])
{
    const struct sv_look k = look_of(r, from);
    struct svi_market market;
    struct swap s;
    struct judged now;
    struct judged then;
    if (sv_check_offer(r->e, &r->p, from, offer) != SV_OK) {
        return false;
    }
    svi_market_init(&market, &k, 1u << from | 1u << offer->to);
    judge(r, &r->p, &now);
    if (!swap_init(&s, r, &market, &now, from, offer)) {
        return false;
    }
    swap_points(&s, paid(offer), &then);
    swap_terms(&s, paid(offer), then.types[offer->to] - now.types[offer->to],
               then.own[offer->to] - now.own[offer->to], x);
    return true;
}

static int32_t millionths(double share)
{
    return (int32_t)(share * SV_CHANCE_ONE + 0.5);
}

struct sv_estimate sv_rivals_accepts(struct sv_rivals *r, unsigned from,
                                     const struct sv_offer *offer)
{
    double x[TERMS];
    double chance[TYPES];
    if (!r->seen || from >= r->p.seats || !offer_terms(r, from, offer, x)) {
        return (struct sv_estimate){0};
    }
    const struct model *m = &r->of[offer->to];
    const double mean = mean_chance(m, x, chance);
    double low = mean;
    double high = mean;
    for (unsigned t = 0; t < TYPES; t++) {
        if (m->weight[t] > UNLIKELY) {
            low = chance[t] < low ? chance[t] : low;
            high = chance[t] > high ? chance[t] : high;
        }
    }
    return (struct sv_estimate){millionths(mean), millionths(low), millionths(high)};
}

unsigned svi_rivals_draw(const struct sv_rivals *r, unsigned seat, uint32_t number)
{
    double left = (double)number / SV_CHANCE_ONE;
    unsigned type = 0;
    while (type + 1 < TYPES && left >= r->of[seat].weight[type]) {
        left -= r->of[seat].weight[type++];
    }
    return type;
}

int32_t svi_rivals_type_accepts(struct sv_rivals *r, unsigned type, unsigned from,
                                const struct sv_offer *offer)
{
    double x[TERMS];
    return r->seen && offer_terms(r, from, offer, x)
               ? millionths(type_chance(shares[type % SHARES], liking(rows[type / SHARES], x)))
               : 0;
}

/* ---- bids ------------------------------------------------------------------------------------ */

/* Moves a model by a bid that was the seat's last, or with `won` by one that it might have raised.
 * The variance of one bid about the seat's habit is BID_NOISE. */
static void learn_bid(struct sv_rivals *r, unsigned seat, bool won)
{
    const struct sv_look k = look_of(r, seat);
    struct model *m = &r->of[seat];
    const int32_t worth = sv_deed_price(&k, r->lot, r->p.cash[seat]);
    if (worth <= 0 || !sv_alive(&r->p, seat)) {
        return;
    }
    m->count.auctions++;
    const double ratio = (double)r->bid / worth;
    if (!won || ratio > m->bid) {
        const double part = m->bid_spread / (m->bid_spread + BID_NOISE);
        m->bid += (ratio - m->bid) * part;
        m->bid_spread *= 1 - part;
    }
}

static int32_t within(double x, int32_t most)
{
    return x < 0 ? 0 : x > most ? most : (int32_t)x;
}

struct sv_estimate sv_rivals_bids(struct sv_rivals *r, unsigned seat, unsigned space)
{
    const struct sv_look k = look_of(r, seat);
    const struct model *m = &r->of[seat];
    if (!r->seen || seat >= r->p.seats || !sv_alive(&r->p, seat) || space >= r->e->n_spaces ||
        r->p.owner[space] != SV_BANK) {
        return (struct sv_estimate){0};
    }
    const int32_t worth = sv_deed_price(&k, space, r->p.cash[seat]);
    const double width = 1.96 * sqrt(m->bid_spread + BID_NOISE);
    return (struct sv_estimate){within(worth * m->bid, r->p.cash[seat]),
                                within(worth * (m->bid - width), r->p.cash[seat]),
                                within(worth * (m->bid + width), r->p.cash[seat])};
}

/* ---- events ---------------------------------------------------------------------------------- */

void sv_rivals_see(struct sv_rivals *r, const struct sv_position *p)
{
    r->p = *p;
    r->seen = true;
}

const struct sv_position *svi_rivals_table(const struct sv_rivals *r)
{
    return &r->p;
}

static void end_offer(struct sv_rivals *r, const struct sv_event *ev)
{
    if (r->open && ev->seat == r->proposer && ev->to == r->offer.to && ev->why != SV_WHY_VOID) {
        learn(&r->of[ev->to], r->terms, ev->why == SV_WHY_ACCEPTED);
    }
    r->open = false;
}

static void begin_offer(struct sv_rivals *r, const struct sv_event *ev)
{
    r->proposer = ev->seat;
    r->offer = *ev->offer;
    r->of[ev->seat].count.proposed++;
    r->open = offer_terms(r, ev->seat, ev->offer, r->terms);
}

void sv_rivals_event(struct sv_rivals *r, const struct sv_event *ev)
{
    if (!r->seen) {
        return;
    }
    if (ev->type == SV_EVENT_OFFER) {
        begin_offer(r, ev);
    } else if (ev->type == SV_EVENT_OFFER_END) {
        end_offer(r, ev);
    } else if (ev->type == SV_EVENT_AUCTION) {
        r->lot = ev->space;
        r->bid = 0;
    } else if (ev->type == SV_EVENT_BID) {
        r->bid = ev->amount;
    } else if (ev->type == SV_EVENT_DROP && r->lot != SV_NONE) {
        learn_bid(r, ev->seat, false);
    } else if (ev->type == SV_EVENT_DEED && ev->why == SV_WHY_AUCTION && ev->space == r->lot &&
               ev->to < r->p.seats) {
        learn_bid(r, ev->to, true);
        r->lot = SV_NONE;
    }
    svi_follow(&r->p, ev);
}

/* ---- offers ---------------------------------------------------------------------------------- */

/* The search for offers of `from` to one other seat. */
struct hunt {
    struct sv_rivals *r;
    unsigned from, to;
    struct judged now;
};

/* Amounts of cash at which a swap's points are computed; between them they are taken to be straight
 * lines. */
#define KNOTS 5u
#define STEPS 24u /* amounts to try from knot to knot */

/* The search for the cash of a swap with the greatest expected gain: chance times gain. Step i,
 * from 0 to ALL_STEPS, is an amount that the proposer pays. */
#define ALL_STEPS ((KNOTS - 1) * STEPS)
struct price_search {
    const struct swap *s;
    int64_t low, range; /* of cash */
    struct judged knot[KNOTS];
    double floor;    /* an expected gain that some step is known to have */
    double expected; /* the greatest so far, of step `best` */
    unsigned best;
    double accept, gain; /* at that step */
};

static int64_t cash_at(const struct price_search *w, unsigned i)
{
    return w->low + w->range * i / ALL_STEPS;
}

/* Returns the value of a straight line through knots at a step. */
static double line(int32_t left, int32_t right, unsigned i)
{
    return left + (right - left) * ((double)(i % STEPS) / STEPS);
}

static double gain_at(const struct price_search *w, unsigned i)
{
    const unsigned s = w->s->from;
    const struct judged *k = &w->knot[i / STEPS];
    return line(k[0].own[s], k[i < ALL_STEPS].own[s], i) - w->s->now->own[s];
}

static void terms_at(const struct price_search *w, unsigned i, double x[TERMS])
{
    const unsigned s = w->s->offer.to;
    const struct judged *k = &w->knot[i / STEPS];
    const struct judged *next = &k[i < ALL_STEPS];
    swap_terms(w->s, cash_at(w, i), line(k->types[s], next->types[s], i) - w->s->now->types[s],
               line(k->own[s], next->own[s], i) - w->s->now->own[s], x);
}

static double accept_of(const struct price_search *w, const double x[TERMS])
{
    double chance[TYPES];
    return mean_chance(&w->s->r->of[w->s->offer.to], x, chance);
}

static bool may_gain(const struct price_search *w, double most)
{
    return most > w->expected && most >= w->floor;
}

static void try_step(struct price_search *w, unsigned i)
{
    const double gain = gain_at(w, i);
    double x[TERMS];
    if (may_gain(w, gain)) {
        terms_at(w, i, x);
        const double accept = accept_of(w, x);
        if (accept * gain > w->expected) {
            w->expected = accept * gain;
            w->best = i;
            w->accept = accept;
            w->gain = gain;
        }
    }
}

/* Returns whether a step from i to k, all between two knots, may gain more. None expects more than
 * the greater gain of both ends, times the chance of an offer with the best of their terms: points
 * are a straight line, and more cash makes no other term worse. */
static bool may_gain_between(const struct price_search *w, unsigned i, unsigned k)
{
    const double gain = fmax(gain_at(w, i), gain_at(w, k));
    double x[TERMS];
    double most[TERMS];
    if (!may_gain(w, gain)) {
        return false;
    }
    terms_at(w, i, x);
    terms_at(w, k, most);
    most[TERM_POINTS] = fmax(most[TERM_POINTS], x[TERM_POINTS]);
    most[TERM_OWN] = fmax(most[TERM_OWN], x[TERM_OWN]);
    return may_gain(w, accept_of(w, most) * gain * (1 + 1e-9)); /* sums are rounded */
}

static void search(struct price_search *w, unsigned i, unsigned k)
{
    if (k - i < 3) {
        for (; i <= k; i++) {
            try_step(w, i);
        }
    } else if (may_gain_between(w, i, k)) {
        search(w, i, (i + k) / 2);
        search(w, (i + k) / 2 + 1, k);
    }
}

/* Finds the cash at which chance times gain is greatest, the least such amount. Returns false if
 * that is not above *expected, and else sets it. */
static bool price(const struct swap *s, struct sv_proposal *out, double *expected)
{
    const struct sv_position *p = &s->r->p;
    struct price_search w = {.s = s, .low = -(int64_t)p->cash[s->offer.to], .expected = *expected};
    w.range = p->cash[s->from] - w.low;
    for (unsigned k = 0; k < KNOTS; k++) {
        swap_points(s, w.low + w.range * k / (KNOTS - 1), &w.knot[k]);
    }
    for (unsigned i = 0; i <= ALL_STEPS; i += STEPS / 2) {
        try_step(&w, i);
    }
    w.floor = w.expected;
    w.expected = *expected;
    for (unsigned k = 0; k < KNOTS - 1; k++) {
        search(&w, k * STEPS + (k > 0), (k + 1) * STEPS);
    }
    if (w.expected <= *expected) {
        return false;
    }
    *expected = w.expected;
    *out = (struct sv_proposal){s->offer, millionths(w.accept), (int32_t)w.gain};
    set_cash(&out->offer, cash_at(&w, w.best));
    return sv_check_offer(s->r->e, p, s->from, &out->offer) == SV_OK;
}

/* Deeds that change hands in one direction, and what that alone brings the two: points in
 * millionths, the proposer's first. */
struct lot {
    uint64_t deeds;
    int32_t gain[2];
};
#define MOST_LOTS 80u

/* Adds a lot that one seat gives the other. */
static void add_lot(const struct hunt *h, unsigned from, uint64_t deeds, struct lot lot[],
                    unsigned *n)
{
    struct sv_position after = h->r->p;
    const unsigned to = from == h->from ? h->to : h->from;
    struct judged then;
    if (*n == MOST_LOTS) {
        return;
    }
    after.owned[from] &= ~deeds;
    after.owned[to] |= deeds;
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        after.owner[sv_first(left)] = (uint8_t)to;
    }
    judge(h->r, &after, &then);
    lot[(*n)++] = (struct lot){
        deeds, {then.own[h->from] - h->now.own[h->from], then.types[h->to] - h->now.types[h->to]}};
}

/* Returns the deeds that a seat may trade: none of a set with buildings. */
static uint64_t tradable(const struct sv_rivals *r, unsigned seat)
{
    uint64_t deeds = r->p.owned[seat];
    for (unsigned g = 0; g < r->e->n_groups; g++) {
        if (sv_set_built(r->e, &r->p, g, SV_NONE)) {
            deeds &= ~r->e->group[g].mask;
        }
    }
    return deeds;
}

/* Lists nothing, each deed, each pair, and all deeds of each group. A pair of two groups is taken
 * to bring what the two deeds bring. */
static unsigned list_lots(const struct hunt *h, unsigned from, struct lot lot[MOST_LOTS])
{
    const uint64_t deeds = tradable(h->r, from);
    const struct sv_space *space = h->r->e->space;
    unsigned n = 1;
    lot[0] = (struct lot){0};
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        add_lot(h, from, UINT64_C(1) << sv_first(left), lot, &n);
    }
    const unsigned singles = n;
    for (unsigned g = 0; g < h->r->e->n_groups; g++) {
        const uint64_t all = deeds & h->r->e->group[g].mask;
        if (sv_count(all) > 2) {
            add_lot(h, from, all, lot, &n);
        }
    }
    for (unsigned i = 1; i < singles; i++) {
        for (unsigned k = i + 1; k < singles && n < MOST_LOTS; k++) {
            const struct lot *a = &lot[i];
            const struct lot *b = &lot[k];
            if (space[sv_first(a->deeds)].group == space[sv_first(b->deeds)].group) {
                add_lot(h, from, a->deeds | b->deeds, lot, &n);
            } else {
                lot[n++] = (struct lot){a->deeds | b->deeds,
                                        {a->gain[0] + b->gain[0], a->gain[1] + b->gain[1]}};
            }
        }
    }
    return n;
}

/* Adds an offer to the `most` best, by their values. */
static void insert(struct sv_proposal out[], double value[], unsigned *n, unsigned most,
                   const struct sv_proposal *new, double new_value)
{
    unsigned at = *n;
    while (at > 0 && value[at - 1] < new_value) {
        at--;
    }
    if (at < most) {
        *n += *n < most;
        memmove(&out[at + 1], &out[at], (*n - 1 - at) * sizeof out[0]);
        memmove(&value[at + 1], &value[at], (*n - 1 - at) * sizeof value[0]);
        out[at] = *new;
        value[at] = new_value;
    }
}

/* Swaps to look at, for each rival. */
#define HOPES 6u

/* Lists the best swaps by the sum of both gains, as far as their parts show, without cash. */
static unsigned find_hopes(const struct hunt *h, struct sv_proposal hope[HOPES])
{
    struct lot give[MOST_LOTS];
    struct lot get[MOST_LOTS];
    const unsigned gives = list_lots(h, h->from, give);
    const unsigned gets = list_lots(h, h->to, get);
    double sums[HOPES];
    unsigned n = 0;
    for (unsigned i = 0; i < gives; i++) {
        for (unsigned j = i == 0; j < gets; j++) {
            const int32_t sum = give[i].gain[0] + give[i].gain[1] + get[j].gain[0] + get[j].gain[1];
            if (sum > (n == HOPES ? sums[n - 1] : 0)) {
                const struct sv_proposal new = {.offer = {.give_deeds = give[i].deeds,
                                                          .get_deeds = get[j].deeds,
                                                          .to = (uint8_t)h->to}};
                insert(hope, sums, &n, HOPES, &new, sum);
            }
        }
    }
    return n;
}

unsigned sv_rivals_propose(struct sv_rivals *r, unsigned seat, struct sv_proposal out[],
                           unsigned most)
{
    const struct sv_look k = look_of(r, seat);
    double value[SV_MAX_PROPOSALS];
    struct svi_market market;
    struct hunt h = {.r = r, .from = seat};
    unsigned n = 0;
    most = most < SV_MAX_PROPOSALS ? most : SV_MAX_PROPOSALS;
    if (most == 0 || !r->seen || seat >= r->p.seats || !sv_alive(&r->p, seat) || r->p.over != 0) {
        return 0;
    }
    svi_market_init(&market, &k, r->p.alive);
    judge(r, &r->p, &h.now);
    for (unsigned s = 0; s < r->p.seats; s++) {
        struct sv_proposal hope[HOPES];
        if (s == seat || !sv_alive(&r->p, s) || sv_has(r->p.forfeited, s)) {
            continue;
        }
        h.to = s;
        for (unsigned left = find_hopes(&h, hope); left > 0; left--) {
            struct sv_proposal found;
            struct swap swap;
            double expected = n == most ? value[n - 1] : 0; /* no less is listed */
            if (swap_init(&swap, r, &market, &h.now, seat, &hope[left - 1].offer) &&
                price(&swap, &found, &expected)) {
                insert(out, value, &n, most, &found, expected);
            }
        }
    }
    return n;
}

bool sv_rivals_price(struct sv_rivals *r, unsigned seat, const struct sv_offer *offer,
                     struct sv_proposal *out)
{
    const struct sv_look k = look_of(r, seat);
    struct svi_market market;
    struct swap swap;
    struct judged now;
    double expected = 0;
    if (!r->seen || seat >= r->p.seats || offer->to >= r->p.seats || offer->to == seat ||
        !sv_alive(&r->p, seat) || !sv_alive(&r->p, offer->to)) {
        return false;
    }
    svi_market_init(&market, &k, 1u << seat | 1u << offer->to);
    judge(r, &r->p, &now);
    return swap_init(&swap, r, &market, &now, seat, offer) && price(&swap, out, &expected);
}
