#include "game/plan.h"

#include "game/breach.h"
#include "game/try.h"

#include <string.h>

uint64_t svi_plan_changes(const struct sv_position *p, const struct sv_plan *plan)
{
    uint64_t changed = 0;
    if (memcmp(p->level, plan->level, sizeof p->level) == 0) {
        return 0;
    }
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        changed |= (uint64_t)(p->level[i] != plan->level[i]) << i;
    }
    return changed;
}

unsigned svi_units_wanted(const struct sv_edition *e, unsigned space, unsigned level,
                          unsigned wanted, unsigned unit)
{
    unsigned count = 0;
    for (unsigned l = level; l < wanted; l++) {
        count += svi_step_unit(e, space, l) == unit;
    }
    return count;
}

unsigned svi_level_max(const struct sv_edition *e, const struct sv_position *p, unsigned space)
{
    const struct sv_space *s = &e->space[space];
    if (s->kind == SV_SPACE_RAIL) {
        return s->depot_cost > 0 ? 1 : 0;
    }
    if (s->kind != SV_SPACE_STREET || p->owner[space] >= SV_BANK || s->house_cost <= 0) {
        return 0;
    }
    return s->tower_cost > 0 && e->rules.skyscrapers > 0 &&
                   sv_set_full(e, p, s->group, p->owner[space])
               ? 6
               : 5;
}

/* Returns whether a space may go up a level, with these levels and mortgages in place of the
 * position's. Checks first for an incomplete set, by far the most likely reason against it. */
static bool may_raise(const struct sv_edition *e, const struct sv_position *p,
                      const uint8_t level[SV_MAX_SPACES], uint64_t mortgaged, unsigned space)
{
    const struct sv_space *s = &e->space[space];
    unsigned owner = p->owner[space];
    uint64_t mine;
    if (owner >= SV_BANK) {
        return false;
    }
    if (s->kind != SV_SPACE_STREET) {
        return level[space] < svi_level_max(e, p, space) && !sv_has(mortgaged, space);
    }
    if (!sv_set_builds(e, p, s->group, owner)) {
        return false;
    }
    mine = p->owned[owner] & e->group[s->group].mask;
    if ((mine & mortgaged) != 0 || level[space] >= svi_level_max(e, p, space)) {
        return false;
    }
    for (uint64_t left = mine; left != 0; left &= left - 1) {
        if (level[sv_first(left)] < level[space]) {
            return false;
        }
    }
    return true;
}

bool svi_may_raise(const struct sv_edition *e, const struct sv_position *p, unsigned space)
{
    return may_raise(e, p, p->level, p->mortgaged, space);
}

uint64_t svi_raise_spaces(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                          unsigned unit)
{
    uint64_t spaces = 0;
    for (uint64_t left = p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        if (svi_may_raise(e, p, space) && svi_step_unit(e, space, p->level[space]) == unit) {
            spaces |= UINT64_C(1) << space;
        }
    }
    return spaces;
}

/* One plan under judgement. */
struct judge {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_plan *plan;
    unsigned seat;
    int64_t raised, spent;
    int freed[SV_UNIT_COUNT];  /* units that sales return to the bank, less those they take from it
                                */
    int wanted[SV_UNIT_COUNT]; /* units that building takes */
    struct sv_breach *breach;  /* where the first one is noted; NULL: nowhere */
};

static enum sv_status breach(const struct judge *j, enum sv_breach_kind kind, unsigned space,
                             int64_t found, int64_t bound)
{
    return svi_breach(j->breach, kind, j->seat, space, found, bound);
}

static void judge_space_down(struct judge *j, unsigned space)
{
    unsigned from = j->p->level[space];
    unsigned to = j->plan->level[space];
    j->raised += svi_sale(j->e, space, from, to);
    if (j->e->space[space].kind == SV_SPACE_RAIL) {
        j->freed[SV_UNIT_DEPOT]++;
        return;
    }
    for (unsigned u = SV_UNIT_HOUSE; u <= SV_UNIT_TOWER; u++) {
        j->freed[u] += (int)svi_level_units(from, u) - (int)svi_level_units(to, u);
    }
}

static void judge_space_up(struct judge *j, unsigned space)
{
    for (unsigned l = j->p->level[space]; l < j->plan->level[space]; l++) {
        j->spent += sv_level_cost(j->e, space, l);
        j->wanted[svi_step_unit(j->e, space, l)]++;
    }
}

/* Levels of one street set: all up or all down, and each step could be taken evenly (RULES 7.1,
 * 7.2, 11.1). */
static enum sv_status judge_set(struct judge *j, unsigned group, uint64_t changed)
{
    uint64_t mine = j->p->owned[j->seat] & j->e->group[group].mask;
    uint64_t mortgaged = (j->p->mortgaged & ~j->plan->lift) | j->plan->mortgage;
    unsigned lowest = 255;
    unsigned highest = 0;
    bool up = false;
    bool down = false;
    for (uint64_t left = mine; left != 0; left &= left - 1) {
        unsigned level = j->plan->level[sv_first(left)];

        lowest = level < lowest ? level : lowest;
        highest = level > highest ? level : highest;
    }
    for (uint64_t left = changed; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        unsigned wanted = j->plan->level[space];

        if (wanted > j->p->level[space]) {
            up = true;
            if (wanted > svi_level_max(j->e, j->p, space)) {
                return breach(j, SV_BREACH_LEVEL_MAX, space, wanted,
                              svi_level_max(j->e, j->p, space));
            }
            if (wanted > lowest + 1) {
                return breach(j, SV_BREACH_UNEVEN_UP, space, wanted, lowest);
            }
            judge_space_up(j, space);
        } else {
            down = true;
            if (wanted + 1 < highest) {
                return breach(j, SV_BREACH_UNEVEN_DOWN, space, wanted, highest);
            }
            judge_space_down(j, space);
        }
    }
    if (up && down) {
        return breach(j, SV_BREACH_BOTH_WAYS, sv_first(changed), 0, 0);
    }
    if (up && !sv_set_builds(j->e, j->p, group, j->seat)) {
        return breach(j, SV_BREACH_SET_PART, sv_first(changed), 0, 0);
    }
    return up && (mine & mortgaged) != 0
               ? breach(j, SV_BREACH_SET_MORTGAGED, sv_first(changed), 0, 0)
               : SV_OK;
}

static enum sv_status judge_rail(struct judge *j, unsigned space)
{
    unsigned wanted = j->plan->level[space];
    if (wanted < j->p->level[space]) {
        judge_space_down(j, space);
        return SV_OK;
    }
    if (wanted > svi_level_max(j->e, j->p, space)) {
        return breach(j, SV_BREACH_DEPOT_MAX, space, wanted, svi_level_max(j->e, j->p, space));
    }
    judge_space_up(j, space);
    return sv_has((j->p->mortgaged & ~j->plan->lift) | j->plan->mortgage, space)
               ? breach(j, SV_BREACH_DEPOT_MORTGAGED, space, 0, 0)
               : SV_OK;
}

/* The bank has too little of a kind of building: for its sales already when `stock` is below 0. */
static enum sv_status short_of(const struct judge *j, unsigned unit, int stock)
{
    const bool sale = stock < 0;
    const enum sv_status status =
        breach(j, sale ? SV_BREACH_STOCK_SALE : SV_BREACH_STOCK, SV_NONE,
               sale ? -j->freed[unit] : j->wanted[unit], sale ? j->p->stock[unit] : stock);
    if (j->breach != NULL) {
        j->breach->unit = (uint8_t)unit;
    }
    return status;
}

static enum sv_status judge_levels(struct judge *j)
{
    uint64_t changed = svi_plan_changes(j->p, j->plan);
    if ((changed & ~j->p->owned[j->seat]) != 0) {
        return breach(j, SV_BREACH_LEVEL_OWNER, sv_first(changed & ~j->p->owned[j->seat]), 0, 0);
    }
    while (changed != 0) {
        unsigned space = sv_first(changed);
        const struct sv_space *s = &j->e->space[space];
        uint64_t together = UINT64_C(1) << space;

        if (s->kind == SV_SPACE_STREET) {
            together = j->e->group[s->group].mask;
            TRY(judge_set(j, s->group, changed & together));
        } else if (s->kind == SV_SPACE_RAIL) {
            TRY(judge_rail(j, space));
        } else {
            return breach(j, SV_BREACH_LEVEL_NONE, space, 0, 0);
        }
        changed &= ~together;
    }
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        int stock = j->p->stock[u] + j->freed[u];

        if (stock < 0 || (j->wanted[u] > 0 && j->wanted[u] > stock)) {
            return short_of(j, u, stock);
        }
    }
    return SV_OK;
}

/* RULES 8.2, 11.3: bare deeds only, and of a street's set no own street may bear a building. */
static bool may_mortgage(const struct judge *j, unsigned space)
{
    const struct sv_space *s = &j->e->space[space];
    uint64_t together = UINT64_C(1) << space;
    if (s->kind == SV_SPACE_STREET) {
        together = j->e->group[s->group].mask & j->p->owned[j->seat];
    }
    for (uint64_t left = together; left != 0; left &= left - 1) {
        if (j->plan->level[sv_first(left)] > 0) {
            return false;
        }
    }
    return true;
}

static enum sv_status judge_mortgages(struct judge *j)
{
    uint64_t owned = j->p->owned[j->seat];
    uint64_t mortgage = j->plan->mortgage;
    uint64_t lift = j->plan->lift;
    if (((mortgage | lift) & ~owned) != 0) {
        return breach(j, SV_BREACH_MORTGAGE_OWNER, sv_first((mortgage | lift) & ~owned), 0, 0);
    }
    if ((mortgage & j->p->mortgaged) != 0) {
        return breach(j, SV_BREACH_MORTGAGE_TWICE, sv_first(mortgage & j->p->mortgaged), 0, 0);
    }
    if ((lift & ~j->p->mortgaged) != 0) {
        return breach(j, SV_BREACH_LIFT_FREE, sv_first(lift & ~j->p->mortgaged), 0, 0);
    }
    for (; mortgage != 0; mortgage &= mortgage - 1) {
        unsigned space = sv_first(mortgage);

        if (!may_mortgage(j, space)) {
            return breach(j, SV_BREACH_MORTGAGE_BUILT, space, 0, 0);
        }
        j->raised += j->e->space[space].mortgage;
    }
    for (; lift != 0; lift &= lift - 1) {
        j->spent += sv_lift_cost(j->e, sv_first(lift));
    }
    return SV_OK;
}

enum sv_status svi_plan_judge(const struct sv_edition *e, const struct sv_position *p,
                              unsigned seat, const struct sv_plan *plan, bool may_spend,
                              struct svi_plan_sum *sum, struct sv_breach *found)
{
    struct judge j = {.e = e, .p = p, .plan = plan, .seat = seat, .breach = found};
    if ((plan->mortgage | plan->lift) == 0 && svi_plan_changes(p, plan) == 0) {
        *sum = (struct svi_plan_sum){0, 0, false};
        return SV_OK;
    }
    TRY(judge_levels(&j));
    TRY(judge_mortgages(&j));
    *sum = (struct svi_plan_sum){j.raised, j.spent, true};
    if (!may_spend && (plan->lift != 0 || j.spent > 0)) {
        return breach(&j, SV_BREACH_SPENDING, SV_NONE, 0, 0);
    }
    return p->cash[seat] + j.raised < j.spent
               ? breach(&j, SV_BREACH_PLAN_CASH, SV_NONE, j.spent, p->cash[seat] + j.raised)
               : SV_OK;
}

enum sv_status svi_plan_check(const struct sv_edition *e, const struct sv_position *p,
                              unsigned seat, const struct sv_plan *plan, bool may_spend,
                              struct svi_plan_sum *sum)
{
    return svi_plan_judge(e, p, seat, plan, may_spend, sum, NULL);
}

int64_t sv_plan_cash(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                     const struct sv_plan *plan)
{
    int64_t cash = 0;
    if (seat >= SV_MAX_SEATS) {
        return 0;
    }
    for (uint64_t left = svi_plan_changes(p, plan) & p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        cash += svi_sale(e, space, p->level[space], plan->level[space]);
        for (unsigned l = p->level[space]; l < plan->level[space]; l++) {
            cash -= sv_level_cost(e, space, l);
        }
    }
    for (uint64_t left = plan->mortgage & p->owned[seat]; left != 0; left &= left - 1) {
        cash += e->space[sv_first(left)].mortgage;
    }
    for (uint64_t left = plan->lift & p->owned[seat]; left != 0; left &= left - 1) {
        cash -= sv_lift_cost(e, sv_first(left));
    }
    return cash;
}

void svi_plan_project(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      const struct sv_plan *plan, struct sv_position *out)
{
    *out = *p;
    out->cash[seat] = (int32_t)(p->cash[seat] + sv_plan_cash(e, p, seat, plan));
    memcpy(out->level, plan->level, sizeof out->level);
    out->mortgaged = (p->mortgaged | plan->mortgage) & ~plan->lift;
}

/* Takes one level off the highest of `mine`, the last in board order if equal. False when all are
 * bare. */
static bool lower_highest(uint64_t mine, struct sv_plan *plan)
{
    unsigned highest = sv_first(mine);
    for (uint64_t left = mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        highest = plan->level[space] >= plan->level[highest] ? space : highest;
    }
    if (plan->level[highest] == 0) {
        return false;
    }
    plan->level[highest]--;
    return true;
}

/* Mortgages `deeds` in board order until the plan raises enough. */
static int64_t mortgage_until(const struct sv_edition *e, uint64_t deeds, int64_t raised,
                              int64_t amount, struct sv_plan *plan)
{
    for (; deeds != 0 && raised < amount; deeds &= deeds - 1) {
        unsigned space = sv_first(deeds);

        plan->mortgage |= UINT64_C(1) << space;
        raised += e->space[space].mortgage;
    }
    return raised;
}

int64_t sv_plan_raise(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      int64_t amount, struct sv_plan *plan)
{
    uint64_t owned = seat < SV_MAX_SEATS ? p->owned[seat] : 0;
    /* Deeds without buildings in sets without buildings. */
    uint64_t bare = 0;
    int64_t raised = sv_plan_cash(e, p, seat, plan);
    for (uint64_t left = owned; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        bool street = e->space[space].kind == SV_SPACE_STREET;

        if (street ? !sv_set_built(e, p, e->space[space].group, seat) : p->level[space] == 0) {
            bare |= UINT64_C(1) << space;
        }
    }
    raised = mortgage_until(e, bare & ~p->mortgaged & ~plan->mortgage, raised, amount, plan);
    for (uint64_t built = owned & ~bare; built != 0 && raised < amount;) {
        unsigned first = sv_first(built);
        bool street = e->space[first].kind == SV_SPACE_STREET;
        uint64_t mine =
            street ? owned & e->group[e->space[first].group].mask : UINT64_C(1) << first;
        struct svi_plan_sum sum;

        built &= ~mine;
        /* A level that the bank's stock forbids by itself is sold with the next ones (RULES
         * 7.2). */
        while (raised < amount && lower_highest(mine, plan)) {
            if (svi_plan_check(e, p, seat, plan, false, &sum) == SV_OK) {
                raised = sum.raised;
            }
        }
        raised = mortgage_until(e, mine & ~p->mortgaged, raised, amount, plan);
    }
    return raised;
}

bool sv_can_build(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                  const struct sv_plan *plan, unsigned space)
{
    unsigned unit;
    int taken = 0;
    /* No plan changes owners: beside the position only its levels and mortgages count. */
    if (space >= e->n_spaces || seat >= SV_MAX_SEATS || !sv_has(p->owned[seat], space) ||
        plan->level[space] < p->level[space] ||
        !may_raise(e, p, plan->level, (p->mortgaged | plan->mortgage) & ~plan->lift, space)) {
        return false;
    }
    unit = svi_step_unit(e, space, plan->level[space]);
    for (uint64_t left = p->owned[seat]; left != 0; left &= left - 1) {
        unsigned i = sv_first(left);

        if (plan->level[i] > p->level[i]) {
            taken += (int)svi_units_wanted(e, i, p->level[i], plan->level[i], unit);
        }
    }
    return taken < p->stock[unit];
}

void sv_plan_apply(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                   const struct sv_plan *plan, struct sv_position *out)
{
    const struct sv_plan wanted = *plan; /* `plan` may lie in `out` */
    struct sv_position after;
    svi_plan_project(e, p, seat, &wanted, &after);
    for (unsigned space = 0; space < e->n_spaces; space++) {
        const unsigned was = p->level[space];
        const unsigned is = wanted.level[space];

        for (unsigned unit = 0; unit < SV_UNIT_COUNT && was != is; unit++) {
            const bool rail = e->space[space].kind == SV_SPACE_RAIL;
            const unsigned back =
                rail ? unit == SV_UNIT_DEPOT && was > 0 : svi_level_units(was, unit);
            const unsigned taken =
                rail ? unit == SV_UNIT_DEPOT && is > 0 : svi_level_units(is, unit);

            after.stock[unit] = (uint8_t)(after.stock[unit] + back - taken);
        }
    }
    *out = after;
}
