/* Plans: a seat's wishes for its deeds, judged as a whole and carried out step by step. sv_check()
 * judges them by it, and game/build.c carries them out. Plans are asked of the other files of the
 * game too. Nothing is kept. */
#ifndef SVI_GAME_PLAN_H
#define SVI_GAME_PLAN_H

#include <solvent/question.h>

/* The effect of a plan, summed up by svi_plan_check(). */
struct svi_plan_sum {
    int64_t raised; /* cash from sales and mortgages */
    int64_t spent;  /* cash for lifting and building */
    bool any;       /* the plan changes something */
};

/* Judges the deeds' part of an answer of `seat`: levels, mortgages and, with `may_spend`, building
 * and lifting (otherwise those are refused). Cash must cover the spending. Returns SV_OK, which
 * fills `sum`, or the status of the first breach (sv_breach_status()). */
enum sv_status svi_plan_check(const struct sv_edition *e, const struct sv_position *p,
                              unsigned seat, const struct sv_plan *plan, bool may_spend,
                              struct svi_plan_sum *sum);

/* As svi_plan_check(), and writes the reason to `found`, which may be NULL. It is unchanged if the
 * plan is legal. `sum` is not valid otherwise. */
enum sv_status svi_plan_judge(const struct sv_edition *e, const struct sv_position *p,
                              unsigned seat, const struct sv_plan *plan, bool may_spend,
                              struct svi_plan_sum *sum, struct sv_breach *found);

/* Writes the position after the plan, for judging the offers that come after it. */
void svi_plan_project(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      const struct sv_plan *plan, struct sv_position *out);

/* Returns the spaces whose wanted level differs from the position's. */
uint64_t svi_plan_changes(const struct sv_position *p, const struct sv_plan *plan);

/* Returns how many houses, hotels or skyscrapers stand on a street at `level`. */
static inline unsigned svi_level_units(unsigned level, unsigned unit)
{
    return unit == SV_UNIT_HOUSE ? (level <= 4 ? level : 0) : level == 4 + unit;
}

/* Returns the proceeds of selling a space from one level down to another: half of each building's
 * price, each half rounded down (RULES 7.1). */
static inline int32_t svi_sale(const struct sv_edition *e, unsigned space, unsigned from,
                               unsigned to)
{
    int32_t price = 0;
    for (unsigned l = to; l < from; l++) {
        price += sv_level_cost(e, space, l) / 2;
    }
    return price;
}

/* Returns the unit that raising a space from `level` to level+1 takes from the bank. */
static inline unsigned svi_step_unit(const struct sv_edition *e, unsigned space, unsigned level)
{
    if (e->space[space].kind == SV_SPACE_RAIL) {
        return SV_UNIT_DEPOT;
    }
    return level < 4 ? SV_UNIT_HOUSE : level == 4 ? SV_UNIT_HOTEL : SV_UNIT_TOWER;
}

/* Returns how many units of one kind raising a space from `level` to `wanted` takes. */
unsigned svi_units_wanted(const struct sv_edition *e, unsigned space, unsigned level,
                          unsigned wanted, unsigned unit);

/* Returns the highest level that the space may have for its owner: 6 only with the whole set and a
 * skyscraper's price. */
unsigned svi_level_max(const struct sv_edition *e, const struct sv_position *p, unsigned space);

/* Returns whether the owner may raise `space` by one level now, by RULES 7.1, 11.1, 11.3. Ignores
 * the bank's stock and cash. */
bool svi_may_raise(const struct sv_edition *e, const struct sv_position *p, unsigned space);

/* Returns the seat's spaces that it may raise now with a building of one kind. */
uint64_t svi_raise_spaces(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                          unsigned unit);

#endif
