/* A ladder's stages: their size, which runs and simulations ask for, and how format_ladder.c draws
 * lineups from what results say of the entries that play. Arrays are the caller's. */
#ifndef SVI_ARBITER_SCHEDULE_FORMAT_LADDER_H
#define SVI_ARBITER_SCHEDULE_FORMAT_LADDER_H

#include "schedule/schedule.h"

/* Returns the matches of a ladder's next stage. */
uint64_t svi_ladder_stage_matches(const struct svi_schedule *schedule);

/* The entries, and the information expected from the tables planned so far. Arrays are by place in
 * `who`, unless said otherwise, and are the caller's. */
struct svi_ladder_pool {
    const struct svi_schedule *schedule;
    unsigned n;
    unsigned *who;    /* entries that play, old ones first */
    unsigned old;     /* number of old entries; the others are new */
    uint32_t *deals;  /* deals that each has played, or is drawn for */
    double *rating;   /* in nats */
    double *variance; /* variance of the rating's distance from the mean */
    double *need;
    /* Information of a deal about a bot, for each other bot at its table, in units of p (1 - p). */
    double per_pair;
    uint32_t (*sat)[SV_MAX_SEATS]; /* by entry: games in each seat */
};

/* Finds the entries that play and the information that results give about them.
 *
 * Set `schedule` and the arrays before, and all else to 0. Each array has room for all bots of the
 * schedule, and `sat` starts zeroed. All results must have been taken in. Returns SV_E_SYSTEM if
 * there is no memory; outputs are not valid then. */
enum sv_status svi_ladder_look(struct svi_ladder_pool *p);

#endif
