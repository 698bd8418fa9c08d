#include "tests/game/monkey.h"

#include <string.h>

void monkey_init(struct monkey *m, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->key[0] = 0x4d;
    memcpy(m->key + 8, &seed, sizeof seed);
    m->mood = (enum monkey_mood)monkey_below(m, MONKEY_MOODS);
}

uint64_t monkey_next(struct monkey *m)
{
    return sv_luck(m->key, SV_PURPOSE_BOT, 0, m->index++);
}

uint32_t monkey_below(struct monkey *m, uint32_t n)
{
    const uint64_t luck = monkey_next(m);
    const uint64_t low = (luck & 0xffffffffu) * n;
    return n == 0 ? 0 : (uint32_t)(((luck >> 32) * n + (low >> 32)) >> 32);
}

static bool chance(struct monkey *m, uint32_t percent)
{
    return monkey_below(m, 100) < percent;
}

/* A random member of a set, SV_NONE of the empty one. */
static unsigned pick(struct monkey *m, uint64_t set)
{
    unsigned n = sv_count(set);
    if (n == 0) {
        return SV_NONE;
    }
    for (uint32_t skip = monkey_below(m, n); skip > 0; skip--) {
        set &= set - 1;
    }
    unsigned member = 0;
    while (!(set >> member & 1u)) {
        member++;
    }
    return member;
}

static uint64_t pick_bit(struct monkey *m, uint64_t set)
{
    unsigned member = pick(m, set);
    return member == SV_NONE ? 0 : UINT64_C(1) << member;
}

/* ---- plans --------------------------------------------------------------------------------- */

/* Spreads `total` levels over the seat's streets of a group as evenly as possible. */
static void spread(struct monkey *m, const struct sv_position *p, const struct sv_group *g,
                   unsigned seat, unsigned total, uint8_t level[])
{
    uint8_t mine[8];
    unsigned n = 0;
    for (unsigned i = 0; i < g->size; i++) {
        if (p->owner[g->deed[i]] == seat) {
            mine[n++] = g->deed[i];
        }
    }
    if (n == 0) {
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        level[mine[i]] = (uint8_t)(total / n);
    }
    unsigned start = monkey_below(m, n);
    for (unsigned i = 0; i < total % n; i++) {
        level[mine[(start + i) % n]]++;
    }
}

static unsigned levels_in(const struct sv_position *p, const struct sv_group *g)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < g->size; i++) {
        sum += p->level[g->deed[i]];
    }
    return sum;
}

/* Builds on or tears down a set; up to a hotel on each street and now and then beyond. */
static void plan_group(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                       unsigned seat, unsigned group, bool may_build, uint32_t sell_percent,
                       struct sv_plan *plan)
{
    const struct sv_group *g = &e->group[group];
    unsigned now = levels_in(p, g);
    if (g->kind == SV_SPACE_RAIL) {
        unsigned rail = pick(m, p->owned[seat] & g->mask);
        if (rail != SV_NONE && chance(m, 30) && (may_build || p->level[rail])) {
            plan->level[rail] = !p->level[rail];
        }
        return;
    }
    if (g->kind != SV_SPACE_STREET || !sv_set_builds(e, p, group, seat)) {
        return;
    }
    if (now > 0 && chance(m, sell_percent)) {
        spread(m, p, g, seat, monkey_below(m, now), plan->level);
    } else if (may_build && !(p->mortgaged & g->mask)) {
        unsigned more = 1 + monkey_below(m, m->mood == MONKEY_BUILDER ? 9 : 4);
        spread(m, p, g, seat, now + more, plan->level);
    }
}

static void plan_random(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                        unsigned seat, bool may_build, uint32_t sell_percent, struct sv_plan *plan)
{
    for (unsigned g = 0; g < e->n_groups; g++) {
        plan_group(m, e, p, seat, g, may_build, sell_percent, plan);
    }
    if (chance(m, sell_percent)) {
        plan->mortgage = pick_bit(m, p->owned[seat] & ~p->mortgaged);
        plan->mortgage |= chance(m, 30) ? pick_bit(m, p->owned[seat] & ~p->mortgaged) : 0;
    }
    if (may_build && chance(m, m->mood == MONKEY_BUILDER ? 70 : 25)) {
        plan->lift = pick_bit(m, p->owned[seat] & p->mortgaged);
        plan->lift |= chance(m, 30) ? pick_bit(m, p->owned[seat] & p->mortgaged) : 0;
    }
}

/* ---- offers -------------------------------------------------------------------------------- */

static uint8_t cards_of(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    unsigned set = 0;
    for (unsigned j = 0; j < e->n_jail_cards; j++) {
        set |= p->jail_holder[j] == seat ? 1u << j : 0;
    }
    return (uint8_t)set;
}

static int32_t some_cash(struct monkey *m, int32_t cash)
{
    return cash <= 0 ? 0 : (int32_t)monkey_below(m, (uint32_t)cash / (1 + monkey_below(m, 4)) + 1);
}

/* Chooses what one side of a trade gives: perhaps deeds, cash, a card, a ticket. */
static void side(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                 unsigned seat, uint64_t *deeds, int32_t *cash, uint8_t *cards, uint8_t *tickets)
{
    uint64_t free_deeds = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (p->owner[i] == seat && !sv_set_built(e, p, e->space[i].group, SV_NONE)) {
            free_deeds |= UINT64_C(1) << i;
        }
    }
    if (chance(m, 70)) {
        *deeds |= pick_bit(m, free_deeds);
    }
    if (chance(m, 20)) {
        *deeds |= pick_bit(m, free_deeds);
    }
    if (chance(m, 40)) {
        *cash = some_cash(m, p->cash[seat]);
    }
    if (chance(m, 20)) {
        *cards = (uint8_t)pick_bit(m, cards_of(e, p, seat));
    }
    if (chance(m, 20) && p->tickets[seat] > 0) {
        *tickets = 1;
    }
}

static void offer_random(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                         unsigned from, unsigned to, struct sv_offer *o)
{
    memset(o, 0, sizeof *o);
    o->to = (uint8_t)to;
    side(m, e, p, from, &o->give_deeds, &o->give_cash, &o->give_cards, &o->give_tickets);
    side(m, e, p, to, &o->get_deeds, &o->get_cash, &o->get_cards, &o->get_tickets);
}

static unsigned other_seat(struct monkey *m, const struct sv_position *p, unsigned seat)
{
    return pick(m, p->alive & ~(1u << seat));
}

/* Adds up to the allowed number of legal offers. */
static void offers_random(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_question *q, struct sv_answer *a)
{
    for (unsigned tries = 0; tries < 6 && a->n_offers < q->offers; tries++) {
        struct sv_offer o;
        offer_random(m, e, p, q->seat, other_seat(m, p, q->seat), &o);
        if (sv_check_offer(e, p, q->seat, &o) == SV_OK) {
            a->offers[a->n_offers++] = o;
            if (chance(m, 60)) {
                break;
            }
        }
    }
}

/* ---- answers by kind ----------------------------------------------------------------------- */

static void manage(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                   const struct sv_question *q, struct sv_answer *a)
{
    if (chance(m, m->mood == MONKEY_LAZY ? 90 : 40)) {
        return;
    }
    plan_random(m, e, p, q->seat, true, m->mood == MONKEY_BUILDER ? 3 : 10, &a->plan);
    if (chance(m, m->mood == MONKEY_TRADER ? 80 : 30)) {
        offers_random(m, e, p, q, a);
    }
}

static void debt(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                 const struct sv_question *q, struct sv_answer *a)
{
    if (chance(m, 40)) {
        plan_random(m, e, p, q->seat, false, 60, &a->plan);
    }
    if (chance(m, 50)) {
        (void)sv_plan_raise(e, p, q->seat, q->amount - p->cash[q->seat], &a->plan);
    }
    if (chance(m, 40)) {
        offers_random(m, e, p, q, a);
    }
}

static void trade(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a)
{
    a->choice = (uint8_t)pick(m, q->choices);
    if (a->choice == SV_CHOICE_TRADE_COUNTER) {
        a->n_offers = 1;
        if (chance(m, 50)) {
            offer_random(m, e, p, q->seat, q->other, &a->offers[0]);
        } else {
            a->offers[0] = sv_offer_flip(&q->offer, q->other);
            a->offers[0].give_cash = some_cash(m, p->cash[q->seat]);
        }
    }
}

static void bid(struct monkey *m, const struct sv_question *q, struct sv_answer *a)
{
    if (chance(m, m->mood == MONKEY_LAZY ? 80 : 35)) {
        return;
    }
    int32_t room = q->limit - q->amount;
    a->bid = q->amount + (room > 0 ? some_cash(m, room < 100 ? room : 100) : 0);
    if (q->kind == SV_DECISION_BID && chance(m, 40)) {
        a->limit = a->bid + some_cash(m, q->limit - a->bid);
    }
}

static void propose(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, struct sv_answer *a)
{
    switch (q->kind) {
    case SV_DECISION_MANAGE:
        manage(m, e, p, q, a);
        break;
    case SV_DECISION_DEBT:
        debt(m, e, p, q, a);
        break;
    case SV_DECISION_TRADE:
        trade(m, e, p, q, a);
        break;
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        bid(m, q, a);
        break;
    case SV_DECISION_BUY:
        a->choice =
            chance(m, m->mood == MONKEY_LAZY ? 40 : 80) && q->choices & 1u << SV_CHOICE_BUY_BUY;
        if (a->choice == SV_CHOICE_BUY_BUY && p->cash[q->seat] < q->amount) {
            (void)sv_plan_raise(e, p, q->seat, q->amount - p->cash[q->seat], &a->plan);
        }
        break;
    case SV_DECISION_INTEREST:
        a->plan.lift = q->spaces & monkey_next(m);
        break;
    case SV_DECISION_LAYOUT:
        break;
    default:
        a->choice = (uint8_t)(q->choices ? pick(m, q->choices) : 0);
        a->space = (uint8_t)pick(m, q->spaces);
        break;
    }
}

void monkey_answer(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                   const struct sv_question *q, struct sv_answer *a)
{
    for (unsigned tries = 0; tries < 4; tries++) {
        sv_answer_clear(p, q, a);
        propose(m, e, p, q, a);
        if (sv_check(e, p, q, a) == SV_OK) {
            return;
        }
    }
    sv_answer_default(e, p, q, a);
}

/* ---- forgery ------------------------------------------------------------------------------- */

static int32_t odd_amount(struct monkey *m, const struct sv_question *q)
{
    const int32_t odd[] = {0,
                           1,
                           -1,
                           q->amount,
                           q->amount - 1,
                           q->amount + 1,
                           q->limit,
                           q->limit + 1,
                           INT32_MAX,
                           INT32_MIN,
                           (int32_t)monkey_below(m, 3000)};
    return odd[monkey_below(m, sizeof odd / sizeof odd[0])];
}

static void spoil_offer(struct monkey *m, const struct sv_question *q, struct sv_offer *o)
{
    switch (monkey_below(m, 8)) {
    case 0:
        o->give_deeds ^= UINT64_C(1) << monkey_below(m, 64);
        break;
    case 1:
        o->get_deeds ^= UINT64_C(1) << monkey_below(m, 64);
        break;
    case 2:
        o->give_cash = odd_amount(m, q);
        break;
    case 3:
        o->get_cash = odd_amount(m, q);
        break;
    case 4:
        o->give_cards = (uint8_t)monkey_next(m);
        break;
    case 5:
        o->get_cards ^= (uint8_t)(1u << monkey_below(m, 8));
        break;
    case 6:
        o->to = (uint8_t)monkey_below(m, monkey_below(m, 2) ? 256 : 9);
        break;
    default:
        o->give_tickets = (uint8_t)monkey_below(m, 3);
        break;
    }
}

static void spoil(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a)
{
    unsigned space = monkey_below(m, monkey_below(m, 4) ? e->n_spaces : SV_MAX_SPACES);
    switch (monkey_below(m, 12)) {
    case 0:
        a->kind = (uint8_t)monkey_below(m, SV_DECISION_COUNT + 1);
        break;
    case 1:
        a->choice = (uint8_t)monkey_below(m, monkey_below(m, 4) ? 4 : 256);
        break;
    case 2:
        a->space = (uint8_t)(monkey_below(m, 4) ? space : monkey_below(m, 256));
        break;
    case 3:
        a->n_offers = (uint8_t)monkey_below(m, monkey_below(m, 4) ? SV_MAX_OFFERS + 1 : 256);
        break;
    case 4:
        a->bid = odd_amount(m, q);
        break;
    case 5:
        a->limit = odd_amount(m, q);
        break;
    case 6:
    case 7:
        a->plan.level[space] = (uint8_t)(p->level[space] + monkey_below(m, 3) - 1);
        break;
    case 8:
        a->plan.level[space] = (uint8_t)monkey_below(m, monkey_below(m, 4) ? 7 : 256);
        break;
    case 9:
        a->plan.mortgage ^= UINT64_C(1) << space;
        break;
    case 10:
        a->plan.lift ^= UINT64_C(1) << space;
        break;
    default:
        spoil_offer(m, q, &a->offers[monkey_below(m, 2)]);
        break;
    }
}

void monkey_forge(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a)
{
    sv_answer_clear(p, q, a);
    propose(m, e, p, q, a);
    for (uint32_t n = monkey_below(m, 4); n > 0; n--) {
        spoil(m, e, p, q, a);
    }
}
