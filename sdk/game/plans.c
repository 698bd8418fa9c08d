/* Generates plans (<solvent/answers.h>).
 *
 * A way to change a set is a number. The levels that it changes become `base`, and one more on some
 * streets, because no other layout is even (RULES 7.1), up or down. Deeds change between mortgaged
 * and not mortgaged. Sets change independently of each other, except for cash and the bank's stock,
 * which are judged last. */
#include <solvent/answers.h>

#include "game/plan.h"

#include <string.h>

/* A way: which deeds are turned between mortgaged and not, by their places among those of the set,
 * in bits 0-7; which change their levels in bits 8-15, which of those to base + 1 in bits 16-23;
 * base above. */
#define WAY(base, upper, moved, turned)                                                            \
    ((uint32_t)(base) << 24 | (uint32_t)(upper) << 16 | (uint32_t)(moved) << 8 | (turned))

void sv_bounds_default(struct sv_bounds *out)
{
    *out = (struct sv_bounds){.sets = 2, .items = 1, .cash_steps = 4, .step = 50, .tries = 100000};
}

/* Writes a way into a plan in which the set is unchanged. */
static void go(const struct sv_position *p, uint64_t deeds, uint32_t way, struct sv_plan *plan)
{
    for (unsigned i = 0; deeds != 0; deeds &= deeds - 1, i++) {
        const unsigned space = sv_first(deeds);

        if ((way >> (8 + i) & 1u) != 0) {
            plan->level[space] = (uint8_t)((way >> 24) + (way >> (16 + i) & 1u));
        }
        if ((way >> i & 1u) != 0) {
            *(sv_has(p->mortgaged, space) ? &plan->lift : &plan->mortgage) |= UINT64_C(1) << space;
        }
    }
}

static void change_nothing(const struct sv_position *p, struct sv_plan *plan)
{
    memcpy(plan->level, p->level, sizeof plan->level);
    plan->mortgage = plan->lift = 0;
}

/* Judges a way to change one set that changes nothing else. */
static enum sv_status judge(const struct sv_plans *it, uint64_t deeds, uint32_t way)
{
    struct svi_plan_sum sum;
    struct sv_plan plan;
    change_nothing(it->p, &plan);
    go(it->p, deeds, way, &plan);
    return svi_plan_check(it->e, it->p, it->seat, &plan, it->spend, &sum);
}

static void add_way(struct sv_plans *it, unsigned *count, uint64_t deeds, uint32_t way)
{
    const enum sv_status status = judge(it, deeds, way);
    if (status != SV_OK && status != SV_E_CASH && status != SV_E_STOCK) {
        return; /* whatever is done to other sets */
    }
    if (*count == SV_MAX_STATES) {
        it->cut = true;
        return;
    }
    it->way[(*count)++] = way;
}

/* Returns the highest level that a deed of the set has or may get; 0 for most sets, as they cannot
 * be built on. */
static unsigned highest_level(const struct sv_plans *it, uint64_t deeds)
{
    const struct sv_space *s = &it->e->space[sv_first(deeds)];
    unsigned highest = 0;
    if (s->kind == SV_SPACE_STREET && !sv_set_builds(it->e, it->p, s->group, it->seat) &&
        !sv_set_built(it->e, it->p, s->group, it->seat)) {
        return 0;
    }
    for (; deeds != 0; deeds &= deeds - 1) {
        const unsigned space = sv_first(deeds);
        const unsigned limit = svi_level_max(it->e, it->p, space);

        highest = limit > highest ? limit : highest;
        highest = it->p->level[space] > highest ? it->p->level[space] : highest;
    }
    return highest;
}

/* Returns whether each level in the way really changes, and some change to `base`, so that no
 * levels have two ways. */
static bool is_plain(const struct sv_plans *it, uint64_t deeds, unsigned base, unsigned upper,
                     unsigned moved)
{
    for (unsigned i = 0; deeds != 0; deeds &= deeds - 1, i++) {
        if ((moved >> i & 1u) != 0 && it->p->level[sv_first(deeds)] == base + (upper >> i & 1u)) {
            return false;
        }
    }
    return (moved & ~upper) != 0;
}

static void add_levels(struct sv_plans *it, unsigned *count, uint64_t deeds, uint32_t levels)
{
    const enum sv_status status = judge(it, deeds, levels);
    /* These two faults stay, whatever else is mortgaged or lifted. */
    if (status != SV_E_SET && status != SV_E_UNEVEN) {
        for (unsigned turned = 0; turned < 1u << sv_count(deeds); turned++) {
            add_way(it, count, deeds, levels | turned);
        }
    }
}

/* Mortgages come first, then levels from low to high. */
static unsigned add_set(struct sv_plans *it, unsigned count, uint64_t deeds)
{
    const unsigned all = (1u << sv_count(deeds)) - 1;
    const unsigned highest = highest_level(it, deeds);
    for (unsigned turned = 1; turned <= all; turned++) {
        add_way(it, &count, deeds, WAY(0, 0, 0, turned));
    }
    for (unsigned base = 0; highest > 0 && base <= highest; base++) {
        for (unsigned moved = 1; moved <= all; moved++) {
            unsigned upper = 0;

            do { /* every part of `moved` */
                if (is_plain(it, deeds, base, upper, moved)) {
                    add_levels(it, &count, deeds, WAY(base, upper, moved, 0));
                }
                upper = (upper - moved) & moved;
            } while (upper != 0 && base < highest);
        }
    }
    it->deeds[it->sets++] = deeds;
    it->first[it->sets] = (uint16_t)count;
    return count;
}

void sv_plans_start(struct sv_plans *it, const struct sv_edition *e, const struct sv_position *p,
                    unsigned seat, bool may_spend, const struct sv_bounds *bounds)
{
    const uint64_t owned = seat < SV_MAX_SEATS ? p->owned[seat] : 0;
    struct sv_bounds usual;
    unsigned count = 0;
    sv_bounds_default(&usual);
    bounds = bounds != NULL ? bounds : &usual;
    it->e = e;
    it->p = p;
    it->seat = (uint8_t)seat;
    it->spend = may_spend;
    it->tries = bounds->tries == 0 ? UINT64_MAX : bounds->tries;
    it->sets = it->changed = 0;
    it->fresh = true;
    it->cut = false;
    it->first[0] = 0;
    for (unsigned g = 0; g < e->n_groups; g++) {
        const uint64_t mine = owned & e->group[g].mask;

        if (mine != 0 && e->group[g].kind == SV_SPACE_STREET) {
            count = add_set(it, count, mine);
        }
    }
    for (uint64_t left = owned & (e->rails | e->utilities); left != 0; left &= left - 1) {
        count = add_set(it, count, left & (~left + 1));
    }
    it->most = bounds->sets == 0 || bounds->sets > it->sets ? it->sets : (uint8_t)bounds->sets;
}

/* Changes each set from the k-th on in its first way. Returns false if a set has no way. */
static bool first_ways(struct sv_plans *it, unsigned k)
{
    for (; k < it->changed; k++) {
        const unsigned set = it->chosen[k];
        if (it->first[set] == it->first[set + 1]) {
            return false;
        }
        it->at[k] = it->first[set];
    }
    return true;
}

/* Chooses the next sets to change. Returns false after the last choice. */
static bool next_sets(struct sv_plans *it)
{
    for (;;) {
        unsigned k = it->changed;
        while (k > 0 && it->chosen[k - 1] == it->sets - it->changed + k - 1) {
            k--;
        }
        if (k == 0) {
            return false;
        }
        it->chosen[k - 1]++;
        for (; k < it->changed; k++) {
            it->chosen[k] = (uint8_t)(it->chosen[k - 1] + 1);
        }
        if (first_ways(it, 0)) {
            return true;
        }
    }
}

/* On to the next combination, lawful or not. */
static bool advance(struct sv_plans *it)
{
    for (unsigned k = it->changed; k > 0; k--) {
        if (++it->at[k - 1] < it->first[it->chosen[k - 1] + 1]) {
            return first_ways(it, k);
        }
    }
    if (it->changed > 0 && next_sets(it)) {
        return true;
    }
    while (it->changed < it->most) {
        it->changed++;
        for (unsigned k = 0; k < it->changed; k++) {
            it->chosen[k] = (uint8_t)k;
        }
        if (first_ways(it, 0) || next_sets(it)) {
            return true;
        }
    }
    return false;
}

bool sv_plans_next(struct sv_plans *it, struct sv_plan *out)
{
    struct svi_plan_sum sum;
    while (it->fresh || advance(it)) {
        it->fresh = false;
        if (it->tries == 0) {
            it->cut = true;
            break;
        }
        it->tries--;
        change_nothing(it->p, out);
        for (unsigned k = 0; k < it->changed; k++) {
            go(it->p, it->deeds[it->chosen[k]], it->way[it->at[k]], out);
        }
        if (svi_plan_check(it->e, it->p, it->seat, out, it->spend, &sum) == SV_OK) {
            return true;
        }
    }
    it->sets = it->most = it->changed = 0; /* and so it stays */
    return false;
}
