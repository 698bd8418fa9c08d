/* What a ladder knows of the entries that play, and lineups drawn by it: the parts of
 * format_ladder.c that tests call. */
#ifndef SVI_ARBITER_SCHEDULE_LADDER_POOL_H
#define SVI_ARBITER_SCHEDULE_LADDER_POOL_H

#include "schedule/schedule.h"

/* Entries, and what the tables planned so far will tell. Arrays by place in `who`, unless said; the
 * caller's. */
struct svi_ladder_pool {
    const struct svi_schedule *schedule;
    unsigned n;
    unsigned *who;    /* entries that play: first the old ones */
    unsigned old;     /* how many these are; the others are new */
    uint32_t *deals;  /* that each has played, and is drawn for */
    double *rating;   /* in nats */
    double *variance; /* of the rating's distance from the middle */
    double *need;
    double per_pair; /* what a deal tells of a bot for each other at its table, in p (1 - p) */
    uint32_t (*sat)[SV_MAX_SEATS]; /* by entry: games in each seat */
};

/* Finds who plays and all that results tell of them, in a pool of zeros with its arrays.
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_ladder_look(struct svi_ladder_pool *p);

/* Draws so many lineups, one after the other, and their odds. `order`: as many numbers as entries
 * play. */
void svi_ladder_draw(struct svi_ladder_pool *p, struct svi_lineup lineup[], uint64_t deals,
                     unsigned order[]);

#endif
