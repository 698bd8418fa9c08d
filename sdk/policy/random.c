/* The random bot: any legal answer. Its chances are set so that every corner of the rules is
 * reached and games still end; it is the workhorse of property tests, so a quiet window costs one
 * random number. */
#include <solvent/bot.h>
#include <solvent/policy.h>

#include <string.h>

/* ---- random choice --------------------------------------------------------------------------- */

/* Random, but lawful: the plans and offers of the random bot. */

/* True in `percent` of 100 cases. */
static bool chance(struct sv_rng *rng, unsigned percent)
{
    return sv_rng_below(rng, 100) < percent;
}

/* Draws one space of a set, as a set; the empty set stays empty. */
static uint64_t only_one(struct sv_rng *rng, uint64_t spaces)
{
    for (uint32_t skip = sv_rng_below(rng, sv_count(spaces)); skip > 0; skip--) {
        spaces &= spaces - 1;
    }
    return spaces & (~spaces + 1);
}

/* A random member of a set of spaces; SV_NONE of the empty one. */
static unsigned pick(struct sv_rng *rng, uint64_t spaces)
{
    return spaces == 0 ? SV_NONE : sv_first(only_one(rng, spaces));
}

/* Each member of a set of spaces with a chance of `percent`. */
static uint64_t subset(struct sv_rng *rng, uint64_t spaces, unsigned percent)
{
    uint64_t some = 0;
    for (; spaces != 0; spaces &= spaces - 1) {
        if (chance(rng, percent)) {
            some |= spaces & (~spaces + 1);
        }
    }
    return some;
}

/* A plan in the making, with the cash and the buildings in the bank once it is carried out. Both
 * stay at or above zero, so that the plan stays legal at every step. */
struct random_plan {
    struct sv_match *m;
    const struct sv_edition *e;
    const struct sv_position *p;
    struct sv_plan *plan;
    unsigned seat;
    int64_t cash;
    int stock[SV_UNIT_COUNT];
};

static void random_plan_init(struct random_plan *w, struct sv_match *m, struct sv_plan *plan)
{
    *w = (struct random_plan){.m = m,
                              .e = m->edition,
                              .p = m->position,
                              .plan = plan,
                              .seat = m->seat,
                              .cash = m->position->cash[m->seat]};
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        w->stock[u] = m->position->stock[u];
    }
}

/* The seat's deeds that are built on, mortgaged and lifted together with one of them: its streets
 * of a set; a railroad or a utility stands for itself. */
static uint64_t together(const struct random_plan *w, uint64_t one)
{
    const struct sv_space *s = &w->e->space[sv_first(one)];
    return s->kind == SV_SPACE_STREET ? w->e->group[s->group].mask & w->p->owned[w->seat] : one;
}

/* Highest level among some spaces as planned. */
static unsigned highest(const struct random_plan *w, uint64_t spaces)
{
    unsigned level = 0;
    for (; spaces != 0; spaces &= spaces - 1) {
        unsigned space = sv_first(spaces);

        level = w->plan->level[space] > level ? w->plan->level[space] : level;
    }
    return level;
}

/* Buildings of one kind that stand on a space at `level`. */
static int units(const struct random_plan *w, unsigned space, unsigned level, unsigned unit)
{
    if (w->e->space[space].kind == SV_SPACE_RAIL) {
        return unit == SV_UNIT_DEPOT ? (int)level : 0;
    }
    if (unit == SV_UNIT_HOUSE) {
        return level <= 4 ? (int)level : 0;
    }
    return unit != SV_UNIT_DEPOT && level == 4 + unit;
}

/* The unit that the next level of a space takes from the bank. */
static unsigned next_unit(const struct random_plan *w, unsigned space)
{
    unsigned level = w->plan->level[space];
    if (w->e->space[space].kind == SV_SPACE_RAIL) {
        return SV_UNIT_DEPOT;
    }
    return level < 4 ? SV_UNIT_HOUSE : level == 4 ? SV_UNIT_HOTEL : SV_UNIT_TOWER;
}

/* Those of `mine` that may have one level more now. */
static uint64_t sites(const struct random_plan *w, uint64_t mine)
{
    const struct sv_space *s = &w->e->space[sv_first(mine)];
    uint64_t may = 0;
    if (s->kind == SV_SPACE_STREET && !sv_set_builds(w->e, w->p, s->group, w->seat)) {
        return 0; /* nearly always */
    }
    for (uint64_t left = mine; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);

        if (sv_level_cost(w->e, space, w->plan->level[space]) <= w->cash &&
            w->stock[next_unit(w, space)] > 0 &&
            sv_can_build(w->e, w->p, w->seat, w->plan, space)) {
            may |= UINT64_C(1) << space;
        }
    }
    return may;
}

/* Builds some levels, each on any of `mine` that allows it. Numbers whose outcome is known, as of
 * picks that are all in vain, are not drawn but gone by: it is the same bot as if they were. */
static void build(struct random_plan *w, uint64_t mine)
{
    struct sv_rng *rng = &w->m->rng;
    uint64_t may = sites(w, mine);
    unsigned levels;
    if (may == 0) {
        rng->index += 1 + sv_count(mine);
        return;
    }
    for (levels = 1 + sv_rng_below(rng, 3 * sv_count(mine)); levels > 0 && may != 0; levels--) {
        uint64_t left = mine;
        uint64_t one;
        unsigned space;

        do {
            one = only_one(rng, left);
            left &= ~one;
        } while ((one & may) == 0 && left != 0);
        space = sv_first(one);
        w->cash -= sv_level_cost(w->e, space, w->plan->level[space]);
        w->stock[next_unit(w, space)]--;
        w->plan->level[space]++;
        may = sites(w, mine);
    }
    rng->index += levels > 0 ? sv_count(mine) : 0;
}

/* Tears `mine`, still at the position's levels, down to `level` and here and there one more.
 * Nothing happens when the bank lacks the houses for it (RULES 7.2). */
static void tear_down(struct random_plan *w, uint64_t mine, unsigned level)
{
    struct random_plan before = *w;
    uint64_t one_more = subset(&w->m->rng, mine, 40);
    uint8_t levels[SV_MAX_SPACES];
    memcpy(levels, w->plan->level, sizeof levels);
    for (uint64_t left = mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        unsigned from = levels[space];
        unsigned to = level + (unsigned)(one_more >> space & 1);

        to = to < from ? to : from;
        for (unsigned l = to; l < from; l++) {
            w->cash += sv_level_cost(w->e, space, l) / 2;
        }
        for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
            w->stock[u] += units(w, space, from, u) - units(w, space, to, u);
        }
        w->plan->level[space] = (uint8_t)to;
    }
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        if (w->stock[u] < 0) {
            *w = before;
            memcpy(w->plan->level, levels, sizeof levels);
            return;
        }
    }
}

/* Mortgages some of `mine`, which must bear nothing as planned. */
static void mortgage(struct random_plan *w, uint64_t mine, unsigned percent)
{
    uint64_t some = subset(&w->m->rng, mine & ~w->p->mortgaged, percent);
    for (uint64_t left = some; left != 0; left &= left - 1) {
        w->cash += w->e->space[sv_first(left)].mortgage;
    }
    w->plan->mortgage |= some;
}

/* Lifts the mortgages of some of `mine`, as far as the cash goes. */
static void lift(struct random_plan *w, uint64_t mine, unsigned percent)
{
    uint64_t some = subset(&w->m->rng, mine & w->p->mortgaged, percent);
    for (; some != 0; some &= some - 1) {
        unsigned space = sv_first(some);

        if (sv_lift_cost(w->e, space) <= w->cash) {
            w->cash -= sv_lift_cost(w->e, space);
            w->plan->lift |= UINT64_C(1) << space;
        }
    }
}

/* Building and lifting are likelier than their contraries: otherwise no rent would ever hurt, and
 * random games would not end. */
static void change_set(struct random_plan *w, uint64_t mine)
{
    unsigned top = highest(w, mine);
    unsigned mood = sv_rng_below(&w->m->rng, 64);
    if (top > 0 && mood == 0) {
        tear_down(w, mine, sv_rng_below(&w->m->rng, top));
        if (highest(w, mine) == 0) {
            mortgage(w, mine, 50);
        }
    } else if (mood < 36) {
        lift(w, mine, 80);
        build(w, mine);
    } else if (top == 0 && mood == 36) {
        mortgage(w, mine, 40);
    }
}

/* Does anything with the seat's deeds: sells, mortgages, lifts and builds, in any number of sets at
 * once. `plan` comes as "change nothing" (sv_answer_clear()). */
static void svi_random_plan(struct sv_match *m, struct sv_plan *plan)
{
    struct random_plan w;
    uint64_t left;
    random_plan_init(&w, m, plan);
    left = w.p->owned[w.seat];
    while (left != 0) {
        uint64_t mine = together(&w, only_one(&m->rng, left));

        left &= ~mine;
        change_set(&w, mine);
    }
}

/* Sells and mortgages at random until that brings `amount`, or little is left. `plan` is as in the
 * function before. */
static void raise_cash(struct sv_match *m, int64_t amount, struct sv_plan *plan)
{
    struct random_plan w;
    uint64_t left;
    random_plan_init(&w, m, plan);
    left = w.p->owned[w.seat];
    while (left != 0 && w.cash - w.p->cash[w.seat] < amount) {
        uint64_t mine = together(&w, only_one(&m->rng, left));
        unsigned top = highest(&w, mine);

        left &= ~mine;
        if (top > 0) {
            tear_down(&w, mine, chance(&m->rng, 50) ? 0 : sv_rng_below(&m->rng, top));
        }
        if (highest(&w, mine) == 0) {
            mortgage(&w, mine, 80);
        }
    }
}

/* ---- offers -------------------------------------------------------------------------------- */

/* One side of an offer. */
struct side {
    uint64_t deeds;
    int32_t cash;
    uint8_t cards, tickets;
};

static bool has_goods(const struct side *s)
{
    return s->deeds != 0 || s->cards != 0 || s->tickets != 0;
}

/* Returns the things that `seat` may trade: deeds free of buildings (RULES 8.3, 11.3), cards,
 * tickets, cash. */
static struct side tradable(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    struct side all = {.deeds = p->owned[seat], .cash = p->cash[seat], .tickets = p->tickets[seat]};
    for (uint64_t left = p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        bool street = e->space[space].kind == SV_SPACE_STREET;

        if (street ? sv_set_built(e, p, e->space[space].group, SV_NONE) : p->level[space] > 0) {
            all.deeds &= ~(UINT64_C(1) << space);
        }
    }
    for (unsigned j = 0; j < e->n_jail_cards; j++) {
        all.cards |= (uint8_t)((p->jail_holder[j] == seat) << j);
    }
    return all;
}

static struct side side(struct sv_rng *rng, const struct side *all)
{
    struct side s = {0};
    unsigned deeds = sv_rng_below(rng, 8); /* up to three, or a heap of them */
    if (deeds == 7) {
        s.deeds = subset(rng, all->deeds, 50);
    } else if (deeds >= 2 && all->deeds != 0) {
        s.deeds = only_one(rng, all->deeds);
        if (deeds == 6) {
            s.deeds |= only_one(rng, all->deeds);
        }
    }
    if (all->cards != 0 && chance(rng, 25)) {
        s.cards = (uint8_t)subset(rng, all->cards, 70);
    }
    if (all->tickets != 0 && chance(rng, 25)) {
        s.tickets = (uint8_t)sv_rng_below(rng, all->tickets + 1u);
    }
    if (chance(rng, 40)) {
        uint32_t most = chance(rng, 10) || all->cash < 200 ? (uint32_t)all->cash : 200;
        s.cash = (int32_t)sv_rng_below(rng, most + 1);
    }
    return s;
}

/* A lawful offer of any shape to seat `to`, as things stand once `plan` is carried out. False when
 * none came to mind. */
static bool draw_offer(struct sv_match *m, const struct sv_plan *plan, unsigned to,
                       struct sv_offer *offer)
{
    const struct sv_edition *e = m->edition;
    struct sv_position after = *m->position;
    struct side mine, theirs, give, get;
    after.cash[m->seat] += (int32_t)sv_plan_cash(e, m->position, m->seat, plan);
    after.mortgaged = (after.mortgaged | plan->mortgage) & ~plan->lift;
    memcpy(after.level, plan->level, sizeof after.level);

    mine = tradable(e, &after, m->seat);
    theirs = tradable(e, &after, to);
    give = side(&m->rng, &mine);
    get = side(&m->rng, &theirs);
    if (!has_goods(&give) && !has_goods(&get)) { /* cash for cash alone is no trade */
        if (theirs.deeds != 0) {
            get.deeds = only_one(&m->rng, theirs.deeds);
        } else if (mine.deeds != 0) {
            give.deeds = only_one(&m->rng, mine.deeds);
        }
    }
    if (e->rules.forbid_gifts && !has_goods(&give) && give.cash == 0) {
        give.cash = 1 + (int32_t)sv_rng_below(&m->rng, 100);
    }
    if (e->rules.forbid_gifts && !has_goods(&get) && get.cash == 0) {
        get.cash = 1 + (int32_t)sv_rng_below(&m->rng, 100);
    }
    *offer = (struct sv_offer){.give_deeds = give.deeds,
                               .get_deeds = get.deeds,
                               .give_cash = give.cash,
                               .get_cash = get.cash,
                               .give_cards = give.cards,
                               .get_cards = get.cards,
                               .give_tickets = give.tickets,
                               .get_tickets = get.tickets,
                               .to = (uint8_t)to};
    /* Only cash can still be wrong: for a gift turned into a sale, or for the interest on
     * mortgages. */
    return sv_check_offer(e, &after, m->seat, offer) == SV_OK;
}

/* ---- random ---------------------------------------------------------------------------------- */

/* Any living player but oneself. */
static unsigned any_other(struct sv_match *m)
{
    return pick(&m->rng, m->position->alive & ~(UINT64_C(1) << m->seat));
}

/* One of the legal choices. */
static uint8_t any_choice(struct sv_match *m, const struct sv_question *q)
{
    return (uint8_t)pick(&m->rng, q->choices);
}

/* Adds up to `most` offers to an answer whose plan is ready. */
static void propose(struct sv_match *m, struct sv_answer *a, unsigned most)
{
    for (unsigned n = 1 + sv_rng_below(&m->rng, most); n > 0; n--) {
        a->n_offers += draw_offer(m, &a->plan, any_other(m), &a->offers[a->n_offers]);
    }
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    uint32_t mood = sv_rng_below(&m->rng, 64);
    if (mood < 16) {
        svi_random_plan(m, &a->plan);
    }
    if (q->offers > 0 && mood >= 15 && mood < 18) {
        propose(m, a, q->offers);
    }
}

static void any(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = any_choice(m, q);
}

/* Sales and mortgages go first now and then although they need not. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int64_t missing = (int64_t)q->amount - m->position->cash[m->seat];
    a->choice = SV_CHOICE_BUY_DECLINE;
    if (chance(&m->rng, 25)) {
        return;
    }
    if (missing <= 0 && chance(&m->rng, 5)) {
        missing = 1;
    }
    if (missing > 0) {
        raise_cash(m, missing, &a->plan);
        if (m->position->cash[m->seat] + sv_plan_cash(m->edition, m->position, m->seat, &a->plan) <
            q->amount) {
            return;
        }
    }
    a->choice = SV_CHOICE_BUY_BUY;
}

/* Prices run up to about twice the printed one; a building's to about four times the lowest bid. */
static int32_t any_bid(struct sv_match *m, const struct sv_question *q)
{
    const struct sv_position *p = m->position;
    int32_t fair = q->space == SV_NONE ? 2 * p->auction_min : m->edition->space[q->space].price;
    int64_t room = (int64_t)q->limit - q->amount;
    int64_t span = (int64_t)fair / 2;
    if (room < 0 || chance(&m->rng, q->amount > 2 * fair ? 95 : q->amount > fair ? 60 : 20)) {
        return 0;
    }
    span = span < room && !chance(&m->rng, 3) ? span : room;
    return q->amount + (int32_t)sv_rng_below(&m->rng, (uint32_t)span + 1);
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->bid = any_bid(m, q);
    a->limit = 0;
    if (a->bid > 0 && chance(&m->rng, 40)) {
        a->limit = a->bid + (int32_t)sv_rng_below(&m->rng, (uint32_t)(q->limit - a->bid) / 8 + 1);
    }
}

static void sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->bid = any_bid(m, q);
}

/* The default raises in the documented order, or gives up; here are the other ways (RULES 9.1). */
static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = m->position;
    bool solvent = sv_liquid(m->edition, p, m->seat) >= q->amount;
    struct sv_answer other;
    if (chance(&m->rng, 30)) {
        return;
    }
    sv_answer_clear(p, q, &other);
    if (solvent || chance(&m->rng, 50)) {
        raise_cash(m, (int64_t)q->amount - p->cash[m->seat], &other.plan);
    }
    if (q->offers > 0 && chance(&m->rng, solvent ? 20 : 70)) {
        propose(m, &other, q->offers);
    }
    if (sv_check(m->edition, p, q, &other) == SV_OK) { /* else it raised too little */
        *a = other;
    }
}

/* A counter-offer is the offer itself with other cash, or something quite different. */
static bool counter(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_offer *offer = &a->offers[0];
    struct sv_answer plain;
    if (chance(&m->rng, 50)) {
        *offer = sv_offer_flip(&q->offer, q->other);
        if (offer->give_cash > 0) {
            offer->give_cash = (int32_t)sv_rng_below(&m->rng, (uint32_t)offer->give_cash);
        } else {
            offer->get_cash += 1 + (int32_t)sv_rng_below(&m->rng, 100);
        }
        return sv_check_offer(m->edition, m->position, m->seat, offer) == SV_OK;
    }
    sv_answer_clear(m->position, &(struct sv_question){.kind = SV_DECISION_MANAGE}, &plain);
    return draw_offer(m, &plain.plan, q->other, offer);
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    uint32_t mood = sv_rng_below(&m->rng, 100);
    if (mood < 30) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    } else if (mood < 55 && q->offers > 0 && counter(m, q, a)) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
        a->n_offers = 1;
    }
}

static void interest(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int64_t cash = (int64_t)m->position->cash[m->seat] - q->amount;
    for (uint64_t left = subset(&m->rng, q->spaces, 50); left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        int32_t more = sv_lift_cost(m->edition, space) - sv_interest(m->edition, space);

        if (more <= cash) {
            cash -= more;
            a->plan.lift |= UINT64_C(1) << space;
        }
    }
}

static void any_space(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->space = (uint8_t)pick(&m->rng, q->spaces);
}

static void ticket(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = any_choice(m, q);
    if (a->choice == SV_CHOICE_TICKET_USE) {
        any_space(m, q, a);
    }
}

/* The most even layout (RULES 11.2): the same level everywhere, one more on some. */
static void layout(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    unsigned streets = sv_count(q->spaces);
    uint64_t left = q->spaces;
    for (uint64_t rest = left; rest != 0; rest &= rest - 1) {
        a->plan.level[sv_first(rest)] = (uint8_t)((unsigned)q->amount / streets);
    }
    for (unsigned extra = (unsigned)q->amount % streets; extra > 0 && left != 0; extra--) {
        unsigned space = pick(&m->rng, left);

        if (space >= SV_MAX_SPACES) {
            break;
        }
        left &= ~(UINT64_C(1) << space);
        a->plan.level[space]++;
    }
}

const struct sv_bot sv_policy_random = {
    .name = "random",
    .version = "1",
    .manage = manage,
    .jail = any,
    .buy = buy,
    .bid = bid,
    .sealed_bid = sealed_bid,
    .debt = debt,
    .trade = trade,
    .interest = interest,
    .place = any_space,
    .tax = any,
    .card = any,
    .claim = any,
    .bus = any,
    .ride = any,
    .triple = any_space,
    .ticket = ticket,
    .lot = any_space,
    .gift = any,
    .layout = layout,
};
