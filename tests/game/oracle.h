/* An independent calculator of what the rules say: slow, written from docs/RULES.md alone, to hold
 * against the game's own. Where the rules leave a thing open it says so rather than guess. */
#ifndef TESTS_GAME_ORACLE_H
#define TESTS_GAME_ORACLE_H

#include <solvent/game.h>

enum oracle_verdict {
    ORACLE_NO,   /* the rules forbid it */
    ORACLE_YES,  /* the rules allow it */
    ORACLE_OPEN, /* the rules do not say */
};

/* Rent on a space: RULES 3.2, 3.3, 6.4, 11.1, 11.3, 11.4; parameters as sv_rent(). */
int32_t oracle_rent(const struct sv_edition *e, const struct sv_position *p, unsigned space,
                    int pips, int factor, int multiplier);

/* RULES 3.5: cash, printed price of deeds, mortgage value of mortgaged ones, cost of buildings. */
int32_t oracle_worth(const struct sv_edition *e, const struct sv_position *p, unsigned seat);

/* RULES 9.1: cash, half the cost of the buildings, mortgage values still to be had. */
int32_t oracle_liquid(const struct sv_edition *e, const struct sv_position *p, unsigned seat);

/* RULES 7.1: the price of the building that makes level `to` out of the level below; what selling
 * from one level down to another brings: half of each building's price, each rounded down. */
int32_t oracle_step_cost(const struct sv_edition *e, unsigned space, unsigned to);
int32_t oracle_sale(const struct sv_edition *e, unsigned space, unsigned from, unsigned to);

/* RULES 11.2: what laying a set out anew brings: the highest levels are sold, of equal ones the
 * last in board order. */
int64_t oracle_layout_sale(const struct sv_edition *e, unsigned group, const uint8_t before[],
                           const uint8_t after[]);

/* RULES 8.2, 8.4. */
int32_t oracle_interest(const struct sv_edition *e, unsigned space);
int32_t oracle_lift_cost(const struct sv_edition *e, unsigned space);

/* RULES 7.1: the levels of a group's streets owned by `seat` differ by at most one. */
bool oracle_even(const struct sv_edition *e, const struct sv_position *p, const uint8_t level[],
                 unsigned group, unsigned seat);

/* RULES 8.3, 8.4: a trade that `from` proposes. */
enum oracle_verdict oracle_offer(const struct sv_edition *e, const struct sv_position *p,
                                 unsigned from, const struct sv_offer *offer);

/* RULES 7, 8.2: a plan, and what it brings. `may_build`: building and lifting are allowed too. */
enum oracle_verdict oracle_plan(const struct sv_edition *e, const struct sv_position *p,
                                unsigned seat, const struct sv_plan *plan, bool may_build,
                                int64_t *brings);

/* The whole of an answer. */
enum oracle_verdict oracle_check(const struct sv_edition *e, const struct sv_position *p,
                                 const struct sv_question *q, const struct sv_answer *a);

/* Checks that a question agrees with the position: the seat, the choices, the amounts. Returns
 * NULL, or the fault. */
const char *oracle_question(const struct sv_edition *e, const struct sv_position *p,
                            const struct sv_question *q);

/* RULES 9.4: places of a finished or running game; `forfeited` seats behind the other living ones.
 */
void oracle_places(const struct sv_edition *e, const struct sv_position *p,
                   uint8_t places[SV_MAX_SEATS]);

#endif
