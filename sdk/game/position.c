#include <solvent/position.h>

#include "game/plan.h"

/* Return the deeds of a group that a seat owns or lacks; nothing for a group that does not
 * exist. */
static uint64_t group_of(const struct sv_edition *e, unsigned group)
{
    return group < e->n_groups ? e->group[group].mask : 0;
}

static uint64_t owned_by(const struct sv_position *p, unsigned seat)
{
    return seat < SV_MAX_SEATS ? p->owned[seat] : 0;
}

unsigned sv_group_owned(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                        unsigned seat)
{
    return sv_count(owned_by(p, seat) & group_of(e, group));
}

bool sv_set_full(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                 unsigned seat)
{
    const uint64_t mask = group_of(e, group);
    return mask != 0 && (mask & ~owned_by(p, seat)) == 0;
}

bool sv_set_builds(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                   unsigned seat)
{
    const uint64_t mask = group_of(e, group);
    uint64_t missing = mask & ~owned_by(p, seat);
    /* Avoids counting in nearly all cases. */
    return missing != mask &&
           (missing == 0 || (sv_set_spare(&e->rules) != 0 && (missing & (missing - 1)) == 0)) &&
           e->group[group].kind == SV_SPACE_STREET;
}

bool sv_set_built(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                  unsigned seat)
{
    for (uint64_t left = group_of(e, group); left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        if (p->level[space] > 0 && (seat == SV_NONE || p->owner[space] == seat)) {
            return true;
        }
    }
    return false;
}

/* RULES 3.2 and 11.1: what a bare street's rent is multiplied by. */
static int32_t set_factor(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                          unsigned owner)
{
    uint64_t mask = e->group[group].mask;
    if (!sv_set_builds(e, p, group, owner)) {
        return 1;
    }
    if (e->rules.set_rent_needs_unmortgaged && (p->owned[owner] & mask & p->mortgaged) != 0) {
        return 1;
    }
    return e->rules.sets == SV_RULE_SETS_ALL_BUT_ONE && sv_set_full(e, p, group, owner) ? 3 : 2;
}

int32_t sv_rent(const struct sv_edition *e, const struct sv_position *p, unsigned space, int pips,
                int32_t factor, int32_t multiplier)
{
    const struct sv_space *s;
    unsigned owner = space < e->n_spaces ? p->owner[space] : SV_NONE;
    uint64_t counted;
    if (owner >= SV_BANK || sv_has(p->mortgaged, space)) {
        return 0;
    }
    s = &e->space[space];
    if (s->kind == SV_SPACE_STREET) {
        unsigned level = p->level[space];

        return level > 0 ? s->rent[level] : s->rent[0] * set_factor(e, p, s->group, owner);
    }
    counted = p->owned[owner] & e->group[s->group].mask;
    if (e->rules.count_rent_needs_unmortgaged) {
        counted &= ~p->mortgaged;
    }
    if (s->kind == SV_SPACE_RAIL) {
        return s->rent[sv_count(counted) - 1] * (p->level[space] > 0 ? 2 : 1) * factor;
    }
    return (multiplier > 0 ? multiplier : s->rent[sv_count(counted) - 1]) * pips;
}

int32_t sv_level_cost(const struct sv_edition *e, unsigned space, unsigned level)
{
    const struct sv_space *s;
    if (space >= e->n_spaces) {
        return 0;
    }
    s = &e->space[space];
    if (s->kind == SV_SPACE_RAIL) {
        return level == 0 ? s->depot_cost : 0;
    }
    if (s->kind != SV_SPACE_STREET || level > 5) {
        return 0;
    }
    return level < 4 ? s->house_cost : level == 4 ? s->hotel_cost : s->tower_cost;
}

int32_t sv_level_cost_total(const struct sv_edition *e, unsigned space, unsigned level)
{
    const struct sv_space *s;
    if (space >= e->n_spaces || level == 0) {
        return 0;
    }
    s = &e->space[space];
    if (s->kind == SV_SPACE_RAIL) {
        return s->depot_cost;
    }
    if (s->kind != SV_SPACE_STREET) {
        return 0;
    }
    return (int32_t)(level < 4 ? level : 4) * s->house_cost + (level > 4 ? s->hotel_cost : 0) +
           (level > 5 ? s->tower_cost : 0);
}

int32_t sv_interest(const struct sv_edition *e, unsigned space)
{
    return space < e->n_spaces ? (e->space[space].mortgage + 9) / 10 : 0;
}

int32_t sv_lift_cost(const struct sv_edition *e, unsigned space)
{
    return space < e->n_spaces ? e->space[space].mortgage + sv_interest(e, space) : 0;
}

int32_t sv_worth(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    int32_t worth = seat < SV_MAX_SEATS ? p->cash[seat] : 0;
    for (uint64_t left = owned_by(p, seat); left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &e->space[space];

        worth += sv_has(p->mortgaged, space) ? s->mortgage : s->price;
        worth += sv_level_cost_total(e, space, p->level[space]);
    }
    return worth;
}

int32_t sv_liquid(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    int32_t liquid = seat < SV_MAX_SEATS ? p->cash[seat] : 0;
    for (uint64_t left = owned_by(p, seat) & ~p->mortgaged; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        liquid += e->space[space].mortgage + svi_sale(e, space, p->level[space], 0);
    }
    return liquid;
}

void sv_places(const struct sv_edition *e, const struct sv_position *p,
               uint8_t places[SV_MAX_SEATS])
{
    int64_t score[SV_MAX_SEATS];
    for (unsigned s = 0; s < p->seats; s++) {
        /* Those that play for themselves rank before those that have forfeited, whatever they
         * own. */
        score[s] = sv_worth(e, p, s) - (sv_has(p->forfeited, s) ? INT64_C(1) << 40 : 0);
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        places[s] = 0;
        if (s >= p->seats) {
            continue;
        }
        places[s] = p->place[s];
        if (sv_alive(p, s)) {
            places[s] = 1;
            for (unsigned o = 0; o < p->seats; o++) {
                places[s] = (uint8_t)(places[s] + (sv_alive(p, o) && score[o] > score[s]));
            }
        }
    }
}

unsigned sv_next_seat(const struct sv_position *p, unsigned seat)
{
    unsigned next = seat;
    if (seat >= p->seats) {
        return seat;
    }
    do {
        next = next + 1 == p->seats ? 0 : next + 1;
    } while (!sv_alive(p, next) && next != seat);
    return next;
}
