/* The rows of SV_WHENS: whether they hold for a seat. Called before every decision of a bot that
 * names any, so each looks at no more than it must. */
#include "game/ahead.h"
#include "game/op.h"
#include "game/plan.h"

#include <solvent/game.h>

/* The sets of streets that the seat may build on, as one set of spaces: sv_set_builds() for all
 * groups. */
static uint64_t find_sites(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    const uint64_t mine = p->owned[seat] & e->streets;
    const bool spare = sv_set_spare(&e->rules) != 0;
    uint64_t spaces = 0;
    for (unsigned g = 0; g < e->n_groups && mine != 0; g++) {
        const uint64_t mask = e->group[g].mask;
        const uint64_t missing = mask & ~mine;

        if (missing == 0 || (spare && (missing & (missing - 1)) == 0)) {
            spaces |= mask & mine;
        }
    }
    return spaces;
}

/* Cached while the seat's deeds are unchanged: they change hands once in dozens of turns, and the
 * sites depend on nothing else. */
static uint64_t sites(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      struct svi_ahead *ahead)
{
    if (ahead == NULL) {
        return find_sites(e, p, seat);
    }
    if (!sv_has(ahead->sited, seat) || ahead->owned[seat] != p->owned[seat]) {
        ahead->sited |= (uint8_t)(1u << seat);
        ahead->owned[seat] = p->owned[seat];
        ahead->sites[seat] = find_sites(e, p, seat);
    }
    return ahead->sites[seat];
}

/* The railroads of the seat, where depots are for sale. */
static uint64_t depots(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    return e->rules.depots > 0 ? p->owned[seat] & e->rails : 0;
}

static bool can_build(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      uint64_t sites)
{
    for (uint64_t left = (sites | depots(e, p, seat)) & ~p->mortgaged; left != 0;
         left &= left - 1) {
        unsigned space = sv_first(left);
        unsigned level = p->level[space];

        if (sv_level_cost(e, space, level) <= p->cash[seat] && svi_may_raise(e, p, space) &&
            p->stock[svi_step_unit(e, space, level)] > 0) {
            return true;
        }
    }
    return false;
}

static bool can_lift(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    for (uint64_t left = p->owned[seat] & p->mortgaged; left != 0; left &= left - 1) {
        if (sv_lift_cost(e, sv_first(left)) <= p->cash[seat]) {
            return true;
        }
    }
    return false;
}

static bool can_pledge(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                       uint64_t mine)
{
    bool bare = false;
    if (mine == 0) {
        return false;
    }
    for (uint64_t left = p->owned[seat] & ~p->mortgaged & ~mine; left != 0 && !bare;
         left &= left - 1) {
        bare = p->level[sv_first(left)] == 0;
    }
    for (uint64_t left = mine; left != 0 && bare; left &= left - 1) {
        unsigned space = sv_first(left);

        if (sv_has(p->mortgaged, space) || p->level[space] < svi_level_max(e, p, space)) {
            return true;
        }
    }
    return false;
}

unsigned svi_when(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                  unsigned when, struct svi_ahead *ahead)
{
    unsigned holds = when & SV_WHEN_ALWAYS;
    uint64_t mine;
    if (seat >= p->seats) {
        return 0;
    }
    holds |= p->turn_seat == seat ? when & SV_WHEN_OWN_TURN : 0;
    holds |= sv_has(p->deeds_new, seat) ? when & SV_WHEN_DEEDS_CHANGED : 0;
    if (p->owned[seat] == 0) {
        return holds;
    }
    holds |= (when & SV_WHEN_CAN_LIFT) != 0 && can_lift(e, p, seat) ? SV_WHEN_CAN_LIFT : 0;
    if ((when & (SV_WHEN_CAN_BUILD | SV_WHEN_CAN_PLEDGE)) == 0) {
        return holds;
    }
    mine = sites(e, p, seat, ahead);
    holds |= (when & SV_WHEN_CAN_BUILD) != 0 && can_build(e, p, seat, mine) ? SV_WHEN_CAN_BUILD : 0;
    holds |=
        (when & SV_WHEN_CAN_PLEDGE) != 0 && can_pledge(e, p, seat, mine) ? SV_WHEN_CAN_PLEDGE : 0;
    return holds;
}

unsigned sv_when(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                 unsigned when)
{
    return svi_when(e, p, seat, when, NULL);
}
