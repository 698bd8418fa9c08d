/* The bots of a league that the others go on without, for their matches are played last. */
#ifndef SVI_ARBITER_LEAGUE_PARKING_H
#define SVI_ARBITER_LEAGUE_PARKING_H

#include "runner/live_match.h"
#include "schedule/settings.h"

#include <stdbool.h>
#include <stdint.h>

/* Bots by their numbers in the league file. All 0 at first. */
struct svi_parking {
    bool parked[SVI_MAX_BOTS]; /* the others go on without them now; n of them */
    unsigned n;
    bool slow[SVI_MAX_BOTS]; /* they have been parked before, and are again when a stage begins */
    bool parting;            /* the runner ends its run, to go on without some bots */
    struct svi_match_list suspended; /* matches of parked bots, amid play */
};

/* Parks slow bots, from the slowest on, as long as there is something left to play without those
 * that are parked, which `others_left` tells. `answer_us` by bot is above 0 for the slow ones, and
 * when the call is over for those that it has parked. How many these are. */
unsigned svi_parking_park(struct svi_parking *parking, uint64_t *answer_us, unsigned n_bots,
                          bool (*others_left)(void *user), void *user);

/* Parks those that were slow before. */
void svi_parking_recall(struct svi_parking *parking);

/* Nobody is parked. */
void svi_parking_clear(struct svi_parking *parking);

/* Frees what is suspended. */
void svi_parking_finish(struct svi_parking *parking);

#endif
