/* Draws tables by lot when all possible tables would be too many, so that bots meet and play about
 * equally often.
 *
 * Table after table goes to the bots with the fewest tables so far; among those, to bots that have
 * met least. Lots come from the league's seed and the table's number. So the first tables of a
 * longer design are those of a shorter one. The seats at a table are chosen so that each bot has
 * each seat of the first seating about equally often.
 *
 * format_round_robin.c draws the tables of a round robin with `tables` by it, and tells their
 * balance with the ranking. Arrays belong to the caller, and are not valid after an error. */
#ifndef SVI_ARBITER_SCHEDULE_BALANCED_DRAW_H
#define SVI_ARBITER_SCHEDULE_BALANCED_DRAW_H

#include "schedule/schedule.h"

/* Draws n tables of settings->seats bots, in the order of their seats. Returns SV_E_SYSTEM if there
 * is no memory. */
enum sv_status svi_balanced_draw_draw(const struct svi_settings *settings,
                                      struct svi_lineup tables[], uint64_t n);

/* The lowest and the highest of a count. */
struct svi_span {
    uint64_t low, high;
};

struct svi_balance {
    struct svi_span meetings; /* tables at which two bots meet, over all pairs */
    struct svi_span tables;   /* tables at which a bot sits */
    /* Tables in which a bot has a seat in the first seating, over bots and seats. */
    struct svi_span seats;
    uint64_t repeated; /* tables with the same bots as an earlier one */
};

/* Measures how balanced tables are. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_balanced_draw_balance(const struct svi_settings *settings,
                                         const struct svi_lineup tables[], uint64_t n,
                                         struct svi_balance *balance);

#endif
