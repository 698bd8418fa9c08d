#include <solvent/policy.h>

/* Three houses are where rents jump; up to there a set is built before anything else. */
#define GOOD_LEVEL 3

/* The bot's deeds of a street's set; a railroad or a utility alone. */
static uint64_t together(const struct sv_look *k, unsigned space)
{
    const struct sv_space *s = &k->e->space[space];
    return s->kind == SV_SPACE_STREET ? k->e->group[s->group].mask & k->p->owned[k->seat]
                                      : UINT64_C(1) << space;
}

static bool bears_any(const struct sv_plan *plan, uint64_t spaces)
{
    for (; spaces != 0; spaces &= spaces - 1) {
        if (plan->level[sv_first(spaces)] > 0) {
            return true;
        }
    }
    return false;
}

static bool may_build_on(const struct sv_look *k, unsigned space)
{
    const struct sv_space *s = &k->e->space[space];
    return s->kind == SV_SPACE_STREET && sv_set_builds(k->e, k->p, s->group, k->seat);
}

/* Rent of a space at a level. */
static int32_t rent_at(const struct sv_look *k, unsigned space, unsigned level)
{
    const struct sv_space *s = &k->e->space[space];
    int32_t bare;
    if (s->kind == SV_SPACE_STREET && level > 0) {
        return s->rent[level];
    }
    if (s->kind == SV_SPACE_RAIL) {
        return s->rent[sv_group_owned(k->e, k->p, s->group, k->seat) - 1] * (level > 0 ? 2 : 1);
    }
    if (s->kind == SV_SPACE_UTILITY) {
        return s->rent[sv_group_owned(k->e, k->p, s->group, k->seat) - 1] * 7;
    }
    bare = may_build_on(k, space) ? 2 : 1;
    return s->rent[0] * bare;
}

/* ---- raising ------------------------------------------------------------------------------- */

/* One way to raise cash. Loss and cash are compared as a fraction. */
struct sale {
    unsigned space;
    bool mortgage; /* else one level is sold */
    int64_t loss, cash;
};

static bool better(const struct sale *a, const struct sale *b)
{
    return b->space == SV_NONE || a->loss * b->cash < b->loss * a->cash;
}

static struct sale mortgage_of(const struct sv_look *k, unsigned space)
{
    const struct sv_space *s = &k->e->space[space];
    int64_t income = sv_income(k, space, rent_at(k, space, 0));
    /* Lifting costs interest; a set that may be built on is worth more than its bare rents. */
    return (struct sale){.space = space,
                         .mortgage = true,
                         .loss = income + sv_interest(k->e, space) +
                                 (may_build_on(k, space) ? 3 * s->price : 0),
                         .cash = s->mortgage};
}

/* Whether the bank has the houses to break this level into (RULES 7.2). */
static bool can_sell_level(const struct sv_look *k, unsigned space, unsigned level)
{
    if (k->e->space[space].kind == SV_SPACE_RAIL || level <= 4) {
        return true;
    }
    return level == 6 ? k->p->stock[SV_UNIT_HOTEL] >= 1 : k->p->stock[SV_UNIT_HOUSE] >= 4;
}

static struct sale level_of(const struct sv_look *k, const struct sv_plan *plan, unsigned space)
{
    unsigned level = plan->level[space];
    int32_t cost = sv_level_cost(k->e, space, level - 1u);
    int32_t drop = rent_at(k, space, level) - rent_at(k, space, level - 1u);
    return (struct sale){
        .space = space, .loss = sv_income(k, space, drop) + cost / 2, .cash = cost / 2};
}

static struct sale best_sale(const struct sv_look *k, const struct sv_plan *plan)
{
    struct sale best = {.space = SV_NONE};
    for (uint64_t left = k->p->owned[k->seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        uint64_t mine = together(k, space);
        unsigned level = plan->level[space];
        struct sale sale = {.space = SV_NONE};

        if (level > 0) {
            bool highest = true;
            for (uint64_t others = mine; others != 0; others &= others - 1) {
                highest = highest && plan->level[sv_first(others)] <= level;
            }
            if (highest && can_sell_level(k, space, level)) {
                sale = level_of(k, plan, space);
            }
        } else if (!sv_has(k->p->mortgaged | plan->mortgage, space) && !bears_any(plan, mine)) {
            sale = mortgage_of(k, space);
        }
        if (sale.space != SV_NONE && sale.cash > 0 && better(&sale, &best)) {
            best = sale;
        }
    }
    return best;
}

int64_t sv_estate_raise(const struct sv_look *k, int64_t amount, struct sv_plan *plan)
{
    int64_t raised = sv_plan_cash(k->e, k->p, k->seat, plan);
    while (raised < amount) {
        struct sale sale = best_sale(k, plan);
        if (sale.space == SV_NONE) {
            break;
        }
        if (sale.mortgage) {
            plan->mortgage |= UINT64_C(1) << sale.space;
        } else {
            plan->level[sale.space]--;
        }
        raised += sale.cash;
    }
    return raised;
}

int64_t sv_estate_pledge(const struct sv_look *k, int64_t amount, struct sv_plan *plan)
{
    uint64_t spare = 0;
    int64_t raised = 0;
    for (uint64_t left = k->p->owned[k->seat] & ~(k->p->mortgaged | plan->mortgage); left != 0;
         left &= left - 1) {
        unsigned space = sv_first(left);

        if (!may_build_on(k, space) && plan->level[space] == 0) {
            spare |= UINT64_C(1) << space;
        }
    }
    while (spare != 0 && raised < amount) {
        struct sale best = {.space = SV_NONE};

        for (uint64_t left = spare; left != 0; left &= left - 1) {
            struct sale sale = mortgage_of(k, sv_first(left));

            if (better(&sale, &best)) {
                best = sale;
            }
        }
        spare &= ~(UINT64_C(1) << best.space);
        plan->mortgage |= UINT64_C(1) << best.space;
        raised += best.cash;
    }
    return raised;
}

/* ---- spending ------------------------------------------------------------------------------ */

int64_t sv_estate_lift(const struct sv_look *k, int64_t budget, bool all, struct sv_plan *plan)
{
    uint64_t candidates = 0;
    int64_t spent = 0;
    for (uint64_t left = k->p->owned[k->seat] & k->p->mortgaged & ~plan->lift; left != 0;
         left &= left - 1) {
        if (all || may_build_on(k, sv_first(left))) {
            candidates |= UINT64_C(1) << sv_first(left);
        }
    }
    while (candidates != 0) {
        unsigned best = sv_first(candidates);
        int64_t best_income = 0;

        for (uint64_t left = candidates; left != 0; left &= left - 1) {
            unsigned space = sv_first(left);
            int64_t income =
                sv_income(k, space, rent_at(k, space, 0)) * 64 / (sv_lift_cost(k->e, space) + 1);

            income += may_build_on(k, space) ? 1 << 20 : 0;
            if (income > best_income) {
                best_income = income;
                best = space;
            }
        }
        candidates &= ~(UINT64_C(1) << best);
        if (spent + sv_lift_cost(k->e, best) <= budget) {
            spent += sv_lift_cost(k->e, best);
            plan->lift |= UINT64_C(1) << best;
        }
    }
    return spent;
}

/* Rent that building brings per unit of money, from the level as planned up to three houses, else
 * by one level; a great bonus for the first. */
static int64_t site_return(const struct sv_look *k, const struct sv_plan *plan, unsigned space)
{
    unsigned level = plan->level[space];
    bool street = k->e->space[space].kind == SV_SPACE_STREET;
    unsigned goal = street && level < GOOD_LEVEL ? GOOD_LEVEL : level + 1u;
    int32_t cost = sv_level_cost_total(k->e, space, goal) - sv_level_cost_total(k->e, space, level);
    int32_t rent = rent_at(k, space, goal) - rent_at(k, space, level);
    if (cost <= 0) {
        return 0;
    }
    return sv_income(k, space, rent) * 1024 / cost +
           (goal == GOOD_LEVEL && street ? INT64_C(1) << 30 : 0);
}

unsigned sv_estate_best_site(const struct sv_look *k, const struct sv_plan *plan, uint64_t spaces)
{
    unsigned best = sv_first(spaces);
    int64_t best_return = site_return(k, plan, best);
    for (spaces &= spaces - 1; spaces != 0; spaces &= spaces - 1) {
        int64_t value = site_return(k, plan, sv_first(spaces));

        if (value > best_return) {
            best_return = value;
            best = sv_first(spaces);
        }
    }
    return best;
}

/* The bot's spaces that may bear buildings at all. */
static uint64_t sites(const struct sv_look *k)
{
    uint64_t spaces = 0;
    for (uint64_t left = k->p->owned[k->seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        if (may_build_on(k, space) ||
            (k->e->space[space].depot_cost > 0 && k->e->rules.depots > 0)) {
            spaces |= UINT64_C(1) << space;
        }
    }
    return spaces;
}

int64_t sv_estate_build(const struct sv_look *k, int64_t budget, struct sv_plan *plan)
{
    uint64_t candidates = sites(k);
    int64_t spent = 0;
    while (candidates != 0) {
        unsigned space = sv_estate_best_site(k, plan, candidates);
        int32_t cost = sv_level_cost(k->e, space, plan->level[space]);

        /* A space that cannot go up now may do so once its siblings have: only the uneven ones
         * stay. */
        if (cost <= 0 || spent + cost > budget || !sv_can_build(k->e, k->p, k->seat, plan, space)) {
            candidates &= ~(UINT64_C(1) << space);
            continue;
        }
        plan->level[space]++;
        spent += cost;
        candidates |= sites(k) & together(k, space);
    }
    return spent;
}

int64_t sv_estate_appetite(const struct sv_look *k)
{
    int64_t cost = 0;
    for (uint64_t left = k->p->owned[k->seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        unsigned level = k->p->level[space];

        if (may_build_on(k, space)) {
            cost += sv_has(k->p->mortgaged, space) ? sv_lift_cost(k->e, space) : 0;
            if (level < GOOD_LEVEL) {
                cost += sv_level_cost_total(k->e, space, GOOD_LEVEL) -
                        sv_level_cost_total(k->e, space, level);
            }
        }
    }
    return cost;
}

/* With this much beyond the reserve mortgages are lifted that no set needs. */
#define RICH 300

void sv_estate_develop(const struct sv_look *k, int64_t reserve, bool pledge, struct sv_plan *plan)
{
    int64_t appetite = sv_estate_appetite(k);
    int64_t budget = k->p->cash[k->seat] - reserve;
    if (pledge && appetite > budget) {
        budget += sv_estate_pledge(k, appetite - (budget > 0 ? budget : 0), plan);
    }
    if (budget <= 0) {
        return;
    }
    budget -= sv_estate_lift(k, budget, false, plan);
    budget -= sv_estate_build(k, budget, plan);
    if (budget > RICH && plan->mortgage == 0) {
        sv_estate_lift(k, budget - RICH, true, plan);
    }
}
