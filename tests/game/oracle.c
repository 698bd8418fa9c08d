#include "tests/game/oracle_parts.h"

/* ---- small things -------------------------------------------------------------------------- */

/* How many deeds of the space's group its owner has, or only how many of them are not mortgaged. */
static unsigned held(const struct sv_edition *e, const struct sv_position *p, unsigned space,
                     bool unmortgaged)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].group == e->space[space].group && p->owner[i] == p->owner[space] &&
            !(unmortgaged && oracle_in(p->mortgaged, i))) {
            n++;
        }
    }
    return n;
}

static unsigned group_size(const struct sv_edition *e, unsigned group)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        n += e->space[i].group == group;
    }
    return n;
}

int32_t oracle_step_cost(const struct sv_edition *e, unsigned space, unsigned to)
{
    const struct sv_space *s = &e->space[space];
    if (s->kind == SV_SPACE_RAIL) {
        return s->depot_cost;
    }
    if (to == 6) {
        return s->tower_cost;
    }
    return to == 5 ? s->hotel_cost : s->house_cost;
}

static int32_t buildings_cost(const struct sv_edition *e, const struct sv_position *p,
                              unsigned space)
{
    int32_t cost = 0;
    for (unsigned to = 1; to <= p->level[space]; to++) {
        cost += oracle_step_cost(e, space, to);
    }
    return cost;
}

int32_t oracle_sale(const struct sv_edition *e, unsigned space, unsigned from, unsigned to)
{
    int32_t sum = 0;
    for (; from > to; from--) {
        sum += oracle_step_cost(e, space, from) / 2;
    }
    return sum;
}

int64_t oracle_layout_sale(const struct sv_edition *e, unsigned group, const uint8_t before[],
                           const uint8_t after[])
{
    int64_t sum = 0;
    int rest = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        rest += e->space[i].group == group ? before[i] - after[i] : 0;
    }
    for (unsigned to = 6; to > 0; to--) {
        for (unsigned i = e->n_spaces; i-- > 0 && rest > 0;) {
            if (e->space[i].group == group && before[i] >= to) {
                sum += oracle_step_cost(e, i, to) / 2;
                rest--;
            }
        }
    }
    return sum;
}

int32_t oracle_interest(const struct sv_edition *e, unsigned space)
{
    int32_t value = e->space[space].mortgage;
    return value % 10 == 0 ? value / 10 : value / 10 + 1;
}

int32_t oracle_lift_cost(const struct sv_edition *e, unsigned space)
{
    return e->space[space].mortgage + oracle_interest(e, space);
}

int64_t oracle_interest_on(const struct sv_edition *e, const struct sv_position *p, uint64_t deeds)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        sum += oracle_in(deeds & p->mortgaged, i) ? oracle_interest(e, i) : 0;
    }
    return sum;
}

/* ---- 3: rent, worth ------------------------------------------------------------------------ */

static unsigned owned_in(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                         unsigned seat)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        n += e->space[i].group == group && p->owner[i] == seat;
    }
    return n;
}

/* How often a bare street pays its rent: 3.2, 11.1. */
static int32_t set_factor(const struct sv_edition *e, const struct sv_position *p, unsigned space)
{
    unsigned group = e->space[space].group;
    unsigned all = group_size(e, group);
    unsigned mine = owned_in(e, p, group, p->owner[space]);
    if (e->rules.set_rent_needs_unmortgaged && held(e, p, space, true) < mine) {
        return 1;
    }
    if (e->rules.sets ==
        SV_RULE_SETS_ALL_BUT_ONE) { /* all but one: double; the whole set: triple */
        return mine == all ? 3 : mine == all - 1 ? 2 : 1;
    }
    return mine == all ? 2 : 1;
}

int32_t oracle_rent(const struct sv_edition *e, const struct sv_position *p, unsigned space,
                    int pips, int factor, int multiplier)
{
    const struct sv_space *s = &e->space[space];
    if (p->owner[space] >= SV_MAX_SEATS || oracle_in(p->mortgaged, space)) {
        return 0;
    }
    unsigned mine = held(e, p, space, e->rules.count_rent_needs_unmortgaged);
    switch (s->kind) {
    case SV_SPACE_STREET:
        if (p->level[space] > 0) {
            return s->rent[p->level[space]];
        }
        return s->rent[0] * set_factor(e, p, space);
    case SV_SPACE_RAIL:
        return s->rent[mine - 1] * factor * (p->level[space] ? 2 : 1);
    case SV_SPACE_UTILITY:
        return (multiplier > 0 ? multiplier : s->rent[mine - 1]) * pips;
    default:
        return 0;
    }
}

int32_t oracle_worth(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    int32_t worth = p->cash[seat];
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (p->owner[i] == seat) {
            worth += oracle_in(p->mortgaged, i) ? e->space[i].mortgage : e->space[i].price;
            worth += buildings_cost(e, p, i);
        }
    }
    return worth;
}

int32_t oracle_liquid(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    int32_t sum = p->cash[seat];
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (p->owner[i] == seat) {
            sum += oracle_in(p->mortgaged, i) ? 0 : e->space[i].mortgage;
            sum += oracle_sale(e, i, p->level[i], 0);
        }
    }
    return sum;
}

/* ---- 7, 8.2: plans ------------------------------------------------------------------------- */

bool oracle_even(const struct sv_edition *e, const struct sv_position *p, const uint8_t level[],
                 unsigned group, unsigned seat)
{
    unsigned low = 255, high = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].group == group && p->owner[i] == seat) {
            low = level[i] < low ? level[i] : low;
            high = level[i] > high ? level[i] : high;
        }
    }
    return high == 0 || high - low <= 1;
}

/* Whether a seat has enough streets of a group for a level: 7.1, 11.1, 11.3. */
static bool enough_streets(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                           unsigned seat, unsigned level)
{
    unsigned mine = owned_in(e, p, group, seat);
    unsigned size = group_size(e, group);
    if (mine == size) {
        return true;
    }
    return e->rules.sets == SV_RULE_SETS_ALL_BUT_ONE && level < 6 && mine > 0 && mine == size - 1;
}

/* The effect of one plan on the bank's stock. */
struct stock {
    int after_sale[SV_UNIT_COUNT]; /* stock once the sales are made */
    int wanted[SV_UNIT_COUNT];     /* buildings bought, counting nothing that upgrades give back */
};

static void tally_street(struct stock *s, unsigned from, unsigned to)
{
    int delta[SV_UNIT_COUNT] = {0};
    delta[SV_UNIT_HOUSE] = (int)oracle_houses_at(from) - (int)oracle_houses_at(to);
    delta[SV_UNIT_HOTEL] = (from == 5) - (to == 5);
    delta[SV_UNIT_TOWER] = (from == 6) - (to == 6);
    for (unsigned u = 0; u < SV_UNIT_COUNT && to < from; u++) {
        s->after_sale[u] += delta[u];
    }
    for (unsigned level = from + 1; level <= to; level++) {
        s->wanted[level == 6 ? SV_UNIT_TOWER : level == 5 ? SV_UNIT_HOTEL : SV_UNIT_HOUSE]++;
    }
}

/* One group of streets: sets, evenness, no mortgage under buildings. Of a set that is not whole
 * (11.1) only the seat's own streets count. */
static bool lawful_group(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                         unsigned seat, const struct sv_plan *plan)
{
    bool up = false;
    bool down = false;
    unsigned lowest = 255, highest = 0;
    bool built_after_sale = false;
    bool mortgaged_after = false;
    bool mortgages = false;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].group != group || p->owner[i] != seat) {
            continue;
        }
        unsigned now = p->level[i];
        unsigned to = plan->level[i];
        up |= to > now;
        down |= to < now;
        lowest = to < lowest ? to : lowest;
        highest = to > highest ? to : highest;
        built_after_sale |= (to < now ? to : now) > 0;
        mortgaged_after |= oracle_in((p->mortgaged | plan->mortgage) & ~plan->lift, i);
        mortgages |= oracle_in(plan->mortgage, i);
    }
    if (up && (down || !enough_streets(e, p, group, seat, highest) || mortgaged_after)) {
        return false;
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        /* The set must be even, or no less even than 11.2 left it: built streets are at most one
         * level above the lowest, sold ones at most one below the highest. */
        if (e->space[i].group == group && p->owner[i] == seat &&
            ((plan->level[i] > p->level[i] && plan->level[i] > lowest + 1) ||
             (plan->level[i] < p->level[i] && plan->level[i] + 1u < highest))) {
            return false;
        }
    }
    return !mortgages || !built_after_sale;
}

static bool lawful_rail(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_plan *plan, unsigned i)
{
    bool mortgaged_after = oracle_in((p->mortgaged | plan->mortgage) & ~plan->lift, i);
    if (plan->level[i] > 1 || (plan->level[i] > p->level[i] && e->space[i].depot_cost == 0)) {
        return false;
    }
    return !(plan->level[i] > 0 && mortgaged_after);
}

enum oracle_verdict oracle_plan(const struct sv_edition *e, const struct sv_position *p,
                                unsigned seat, const struct sv_plan *plan, bool may_build,
                                int64_t *brings)
{
    struct stock stock = {0};
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        stock.after_sale[u] = p->stock[u];
    }
    uint64_t beyond = e->n_spaces < 64 ? ~UINT64_C(0) << e->n_spaces : 0;
    if ((plan->mortgage | (may_build ? plan->lift : 0)) & beyond) {
        return ORACLE_NO;
    }
    *brings = 0;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        unsigned now = p->level[i];
        unsigned to = plan->level[i];
        bool mine = i < e->n_spaces && p->owner[i] == seat;
        if (!mine) {
            if (to != now || oracle_in(plan->mortgage, i) ||
                (may_build && oracle_in(plan->lift, i))) {
                return ORACLE_NO;
            }
            continue;
        }
        if (to != now &&
            (e->space[i].kind == SV_SPACE_UTILITY || to > 6 || (to > now && !may_build))) {
            return ORACLE_NO;
        }
        if (oracle_in(plan->mortgage, i)) {
            if (oracle_in(p->mortgaged, i)) {
                return ORACLE_NO;
            }
            *brings += e->space[i].mortgage;
        }
        if (may_build && oracle_in(plan->lift, i)) {
            if (oracle_in(plan->mortgage, i) || !oracle_in(p->mortgaged, i)) {
                return oracle_in(plan->mortgage, i) ? ORACLE_OPEN : ORACLE_NO;
            }
            *brings -= oracle_lift_cost(e, i);
        }
        if (e->space[i].kind == SV_SPACE_STREET) {
            if (to == 6 && now != 6 && e->space[i].tower_cost == 0) {
                return ORACLE_NO;
            }
            tally_street(&stock, now, to);
        } else if (e->space[i].kind == SV_SPACE_RAIL) {
            if (!lawful_rail(e, p, plan, i)) {
                return ORACLE_NO;
            }
            stock.after_sale[SV_UNIT_DEPOT] += now > to;
            stock.wanted[SV_UNIT_DEPOT] += to > now;
        }
        *brings += oracle_sale(e, i, now, to);
        for (unsigned level = now + 1; level <= to; level++) {
            *brings -= oracle_step_cost(e, i, level);
        }
    }
    for (unsigned g = 0; g < e->n_groups; g++) {
        if (e->group[g].kind == SV_SPACE_STREET && !lawful_group(e, p, g, seat, plan)) {
            return ORACLE_NO;
        }
    }
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        /* 7.1: stock is never negative; what an upgrade gives back does not serve the same answer.
         */
        if (stock.after_sale[u] < 0 || stock.wanted[u] > stock.after_sale[u]) {
            return ORACLE_NO;
        }
    }
    return ORACLE_YES;
}
