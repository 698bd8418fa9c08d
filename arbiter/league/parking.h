/* Parked bots of a league: the others go on without them, because their matches are played last. */
#ifndef SVI_ARBITER_LEAGUE_PARKING_H
#define SVI_ARBITER_LEAGUE_PARKING_H

#include "runner/live_match.h"
#include "schedule/settings.h"

#include <stdbool.h>
#include <stdint.h>

/* Bots by their entries in the store. All 0 at first. */
struct svi_parking {
    bool parked[SVI_MAX_BOTS]; /* bots that are parked now; `n` bots are */
    unsigned n;
    bool slow[SVI_MAX_BOTS]; /* bots that were parked before; a new stage parks them again */
    bool is_stopping; /* the runner ends its run so that the next goes on without some bots */
    struct svi_match_list suspended; /* matches of parked bots that were interrupted */
};

/* Parks slow bots, the slowest first. Each bot is parked on trial, and unparked if others_left()
 * then returns false: no match without parked bots is left. answer_us[i] is above 0 for slow bots,
 * and on return only for bots that this call has parked. Returns the number of these. */
unsigned svi_parking_park(struct svi_parking *parking, uint64_t *answer_us, unsigned n_bots,
                          bool (*others_left)(void *user), void *user);

/* Parks all bots that were parked before, and only them. */
void svi_parking_recall(struct svi_parking *parking);

/* Ends the parking of all bots. */
void svi_parking_clear(struct svi_parking *parking);

/* Frees the suspended matches. */
void svi_parking_finish(struct svi_parking *parking);

#endif
