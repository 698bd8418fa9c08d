/* Windows (RULES 8.1): building, selling, mortgages, trades. Wishes wait in secret.plan and
 * secret.offers until all asked have answered.
 *
 * A pass is carried out in three phases, each clockwise from the roller: sales, mortgages and
 * liftings; building, kind by kind; offers. */
#include "game/ahead.h"
#include "game/op.h"
#include "game/plan.h"

#include <string.h>

enum step {
    OPEN,
    ASK,
    DISPOSE,
    BUILD,
    OFFER,
};

static bool holds_anything(const struct svi_ctx *c, unsigned seat)
{
    bool holds = c->p->owned[seat] != 0 || c->p->tickets[seat] > 0;
    for (unsigned j = 0; j < c->e->n_jail_cards; j++) {
        holds = holds || c->p->jail_holder[j] == seat;
    }
    return holds;
}

/* A seat without deeds that cannot trade is not asked. */
static bool has_choices(const struct svi_ctx *c, unsigned seat)
{
    if (c->p->owned[seat] != 0) {
        return true;
    }
    if (c->p->offers_left[seat] == 0) {
        return false;
    }
    for (unsigned s = 0; s < c->p->seats; s++) {
        if (sv_alive(c->p, s) && holds_anything(c, s)) {
            return true;
        }
    }
    return false;
}

/* Returns the seats that a window of `seat` asks, without those that leave all windows alone. */
static unsigned managers(const struct svi_ctx *c, unsigned seat, bool all)
{
    unsigned seats = 0;
    if (c->ahead != NULL && !sv_has(c->ahead->answers, SV_DECISION_MANAGE)) {
        /* No seat at the table answers, as in play-outs. */
        return 0;
    }
    for (uint64_t left = all ? c->p->alive : c->p->alive & 1u << seat; left != 0;
         left &= left - 1) {
        const unsigned s = sv_first(left);

        if (svi_answers(c, s, SV_DECISION_MANAGE)) {
            seats |= 1u << s;
        }
    }
    return seats;
}

bool svi_push_window(struct svi_ctx *c, unsigned seat, bool all)
{
    const bool asked = managers(c, seat, all) != 0;
    if (asked) {
        svi_push(c, SVI_OP_WINDOW, seat)->window.all = all;
    }
    return asked;
}

static void open_window(struct svi_ctx *c, struct sv_frame_window *f)
{
    for (unsigned s = 0; s < c->p->seats; s++) {
        /* RULES 8.5: 0 windows, 1 own_turn, 2 off */
        bool may_offer = c->e->rules.trade == SV_RULE_TRADE_WINDOWS ||
                         (c->e->rules.trade == SV_RULE_TRADE_OWN_TURN && s == f->seat);

        c->p->offers_left[s] =
            (uint8_t)(may_offer && sv_alive(c->p, s) ? c->e->rules.offers_per_window : 0);
    }
    f->step = ASK;
}

static void close_window(struct svi_ctx *c)
{
    memset(c->p->offers_left, 0, sizeof c->p->offers_left);
    svi_pop(c);
}

static void ask(struct svi_ctx *c, struct sv_frame_window *f)
{
    struct sv_secret *secret = &c->st->secret;
    unsigned asked = managers(c, f->seat, f->all);
    for (unsigned s = 0; s < c->p->seats; s++) {
        if (sv_has(asked, s) && !has_choices(c, s)) {
            asked &= ~(1u << s);
        }
    }
    if (asked == 0) {
        close_window(c);
        return;
    }
    memcpy(secret->plan.level, c->p->level, sizeof secret->plan.level);
    secret->plan.mortgage = secret->plan.lift = 0;
    secret->acted = 0;
    secret->asked = (uint8_t)asked;
    c->p->deeds_new = (uint8_t)(c->p->deeds_new & ~asked);
    f->step = DISPOSE;
}

/* One seat's part of the gathered wishes: its own deeds; what others own stands as it is. */
static struct sv_plan own_plan(const struct svi_ctx *c, unsigned seat)
{
    const struct sv_plan *all = &c->st->secret.plan;
    struct sv_plan plan = {.mortgage = all->mortgage & c->p->owned[seat],
                           .lift = all->lift & c->p->owned[seat]};
    memcpy(plan.level, c->p->level, sizeof plan.level);
    for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        plan.level[space] = all->level[space];
    }
    return plan;
}

/* Carries out sales, mortgages and liftings. Skips those that have become impossible because an
 * earlier seat's sales took the bank's last houses. */
static void dispose(struct svi_ctx *c, struct sv_frame_window *f)
{
    struct sv_plan *all = &c->st->secret.plan;
    for (unsigned i = 0; i < c->p->seats; i++) {
        unsigned seat = svi_ring(f->seat, i, c->p->seats);
        struct sv_plan plan;
        struct svi_plan_sum sum;

        if (!sv_has(c->st->secret.acted, seat)) {
            continue;
        }
        plan = own_plan(c, seat);
        if (svi_plan_changes(c->p, &plan) != 0) {
            struct sv_plan sales = plan;

            for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
                unsigned space = sv_first(left);

                sales.level[space] =
                    plan.level[space] < c->p->level[space] ? plan.level[space] : c->p->level[space];
            }
            if (svi_plan_check(c->e, c->p, seat, &sales, true, &sum) != SV_OK) {
                for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
                    unsigned space = sv_first(left);

                    all->level[space] = c->p->level[space];
                }
                continue;
            }
        }
        svi_sell_and_mortgage(c, seat, &plan);
        svi_lift(c, seat, plan.lift);
    }
    f->step = BUILD;
    f->at = SV_UNIT_HOUSE;
    f->unsold = 0;
}

/* How many units of a kind a seat still wants. */
static unsigned wanted_units(const struct svi_ctx *c, unsigned seat, unsigned unit)
{
    const uint8_t *wanted = c->st->secret.plan.level;
    unsigned count = 0;
    for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        count += svi_units_wanted(c->e, space, c->p->level[space], wanted[space], unit);
    }
    return count;
}

/* Returns the space that a seat raises next for one kind of building: lowest level first, then
 * board order. Returns SV_NONE if the seat wants no more, or can build no more with this cash. The
 * wishes are checked first, because there are few. */
static unsigned next_raise(const struct svi_ctx *c, unsigned seat, unsigned unit, int32_t cash)
{
    const uint8_t *wanted = c->st->secret.plan.level;
    unsigned best = SV_NONE;
    for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        const unsigned level = c->p->level[space];

        if (level < wanted[space] && svi_step_unit(c->e, space, level) == unit &&
            (best == SV_NONE || level < c->p->level[best]) &&
            sv_level_cost(c->e, space, level) <= cash && svi_may_raise(c->e, c->p, space)) {
            best = space;
        }
    }
    return best;
}

/* The lowest list price among a seat's orders of a kind. */
static int32_t lowest_price(const struct svi_ctx *c, unsigned seat, unsigned unit)
{
    const uint8_t *wanted = c->st->secret.plan.level;
    int32_t lowest = INT32_MAX;
    for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        for (unsigned l = c->p->level[space]; l < wanted[space]; l++) {
            if (svi_step_unit(c->e, space, l) == unit && sv_level_cost(c->e, space, l) < lowest) {
                lowest = sv_level_cost(c->e, space, l);
            }
        }
    }
    return lowest;
}

/* Returns the seats that have an order of a kind that they could place now, and the cash for the
 * lowest bid. *lowest is that bid: `shortage_open` as in other auctions, or the lowest list price
 * among these orders. */
static unsigned bidders(const struct svi_ctx *c, unsigned unit, int32_t *lowest)
{
    unsigned in = 0;
    unsigned before;
    for (unsigned s = 0; s < c->p->seats; s++) {
        if (sv_has(c->st->secret.acted, s) && next_raise(c, s, unit, INT32_MAX) != SV_NONE) {
            in |= 1u << s;
        }
    }
    if ((in & (in - 1)) == 0) {
        return 0; /* no two, as nearly always */
    }
    do {
        before = in;
        *lowest = c->e->rules.shortage_open == SV_RULE_SHORTAGE_OPEN_AUCTION_MIN
                      ? c->e->rules.auction_min
                      : INT32_MAX;
        for (unsigned s = 0;
             s < c->p->seats && c->e->rules.shortage_open == SV_RULE_SHORTAGE_OPEN_LIST_PRICE;
             s++) {
            if (sv_has(in, s) && lowest_price(c, s, unit) < *lowest) {
                *lowest = lowest_price(c, s, unit);
            }
        }
        for (unsigned s = 0; s < c->p->seats; s++) {
            in &= c->p->cash[s] < *lowest ? ~(1u << s) : ~0u;
        }
    } while (in != before);
    return in;
}

/* RULES 7.3: if two or more seats want more units than the bank has, one is auctioned among them.
 * Returns true if it pushed an auction. */
static bool auction_unit(struct svi_ctx *c, struct sv_frame_window *f)
{
    unsigned unit = f->at;
    unsigned wanted = 0;
    unsigned in;
    int32_t lowest = 0;
    if (c->e->rules.shortage != SV_RULE_SHORTAGE_AUCTION || c->p->stock[unit] == 0 ||
        sv_has(f->unsold, unit)) {
        return false;
    }
    in = bidders(c, unit, &lowest);
    for (unsigned s = 0; s < c->p->seats; s++) {
        wanted += sv_has(in, s) ? wanted_units(c, s, unit) : 0;
    }
    if ((in & (in - 1)) == 0 || wanted <= c->p->stock[unit]) {
        return false;
    }
    svi_push_auction(c, SV_NONE, unit, svi_ring(f->seat, c->p->seats - 1u, c->p->seats), in, lowest,
                     SV_WHY_SHORTAGE);
    return true;
}

/* A unit placed elsewhere than ordered uses up the order for the highest level (of equals the last
 * in board order) and the orders above that level, so that the others can still be carried out
 * evenly. */
void svi_window_placed(struct svi_ctx *c, unsigned space)
{
    uint8_t *wanted = c->st->secret.plan.level;
    unsigned unit = svi_step_unit(c->e, space, c->p->level[space] - 1u);
    unsigned used = SV_NONE;
    unsigned highest = 0;
    if (c->p->level[space] <= wanted[space]) {
        return;
    }
    wanted[space] = c->p->level[space];
    for (uint64_t left = c->p->owned[c->p->owner[space]]; left != 0; left &= left - 1) {
        unsigned i = sv_first(left);

        for (unsigned l = c->p->level[i]; l < wanted[i]; l++) {
            if (svi_step_unit(c->e, i, l) == unit && l >= highest) {
                highest = l;
                used = i;
            }
        }
    }
    if (used != SV_NONE) {
        wanted[used] = (uint8_t)highest;
    }
}

/* Drops all orders of a kind that found no bidder at that price. */
void svi_window_unsold(struct svi_ctx *c, unsigned unit)
{
    svi_top(c->st)->window.unsold |= UINT64_C(1) << unit;
}

/* Gives out buildings of one kind. Returns false if one is auctioned first. */
static bool build(struct svi_ctx *c, struct sv_frame_window *f)
{
    unsigned unit = f->at;
    if (memcmp(c->st->secret.plan.level, c->p->level, sizeof c->p->level) == 0) {
        f->step = OFFER; /* no orders, as nearly always */
        f->at = f->offer = 0;
        return true;
    }
    if (auction_unit(c, f)) {
        return false;
    }
    for (unsigned i = 0; i < c->p->seats && !sv_has(f->unsold, unit); i++) {
        unsigned seat = svi_ring(f->seat, i, c->p->seats);
        unsigned space;

        while (sv_has(c->st->secret.acted, seat) && c->p->stock[unit] > 0 &&
               (space = next_raise(c, seat, unit, c->p->cash[seat])) != SV_NONE) {
            svi_raise_level(c, space, sv_level_cost(c->e, space, c->p->level[space]), SV_WHY_BUILD);
        }
    }
    if (++f->at == SV_UNIT_COUNT) {
        f->step = OFFER;
        f->at = f->offer = 0;
    }
    return true;
}

/* Makes offers until one is lawful; `at` counts seats clockwise from the roller. Returns false if
 * an offer has to be answered or the window is closed, and true for the next pass. */
static bool make_offers(struct svi_ctx *c, struct sv_frame_window *f)
{
    struct sv_secret *secret = &c->st->secret;
    while (f->at < c->p->seats) {
        unsigned seat = svi_ring(f->seat, f->at, c->p->seats);
        while (f->offer < secret->n_offers[seat]) {
            const struct sv_offer *offer = &secret->offers[seat][f->offer++];
            if (svi_push_offer(c, seat, offer)) {
                return false;
            }
        }
        memset(secret->offers[seat], 0, sizeof secret->offers[seat]);
        secret->n_offers[seat] = 0;
        f->at++;
        f->offer = 0;
    }
    f->step = ASK;
    if (secret->acted == 0 || ++f->passes >= c->e->rules.window_passes) {
        close_window(c);
        return false;
    }
    return true;
}

/* Runs the window as far as it goes by itself, one step after the other, from its current step. */
void svi_window_run(struct svi_ctx *c, struct sv_frame_window *f)
{
    if (f->step == OPEN) {
        open_window(c, f);
    }
    if (f->step == DISPOSE) {
        if (c->st->secret.acted == 0) {
            close_window(c); /* no seat acts, as nearly always */
            return;
        }
        dispose(c, f);
    }
    while (f->step == BUILD) {
        if (!build(c, f)) {
            return;
        }
    }
    if (f->step == ASK || make_offers(c, f)) {
        ask(c, f);
    }
}

void svi_window_question(const struct sv_edition *e, const struct sv_state *st,
                         const struct sv_frame_window *f, struct sv_question *q)
{
    (void)e, (void)f;
    q->kind = SV_DECISION_MANAGE;
    q->offers = st->position.offers_left[q->seat];
}

void svi_window_answer(struct svi_ctx *c, struct sv_frame_window *f, unsigned seat,
                       const struct sv_answer *a)
{
    struct sv_secret *secret = &c->st->secret;
    uint64_t changes = svi_plan_changes(c->p, &a->plan);
    (void)f;
    if ((changes | a->plan.mortgage | a->plan.lift) == 0 && a->n_offers == 0) {
        return;
    }
    secret->acted |= (uint8_t)(1u << seat);
    for (; changes != 0; changes &= changes - 1) {
        unsigned space = sv_first(changes);

        secret->plan.level[space] = a->plan.level[space];
    }
    secret->plan.mortgage |= a->plan.mortgage;
    secret->plan.lift |= a->plan.lift;
    svi_keep_offers(c, seat, a);
}

bool svi_window_possible(const struct svi_place *at, const struct sv_frame_window *f)
{
    bool fields = f->seat == at->below->any.seat && f->all <= 1 &&
                  f->passes < at->e->rules.window_passes && f->unsold >> SV_UNIT_COUNT == 0;
    if (at->above == NULL) {
        return fields && f->step == DISPOSE && f->offer == 0 &&
               (f->passes == 0 ? f->at == 0 && f->unsold == 0 : f->at == at->p->seats);
    }
    if (at->above->any.op == SVI_OP_AUCTION || at->above->any.op == SVI_OP_WON) {
        return fields && f->step == BUILD && f->at < SV_UNIT_COUNT && f->offer == 0;
    }
    return fields && f->step == OFFER && f->at < at->p->seats && f->offer > 0 &&
           f->offer <= SV_MAX_OFFERS;
}

unsigned svi_window_asks(const struct svi_place *at, const struct sv_frame_window *f)
{
    return f->all ? at->p->alive : 1u << f->seat;
}
