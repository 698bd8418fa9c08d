/* From a finished match to its row in the store. */
#ifndef SVI_ARBITER_LEAGUE_ROW_H
#define SVI_ARBITER_LEAGUE_ROW_H

#include "arbiter/referee.h"
#include "arbiter/schedule.h"
#include "arbiter/store.h"

/* The row of a match that was played as `pairing` says. It points into `done` and is good for as long. */
struct svi_store_match svi_league_row(const struct svi_referee_done *done,
                                      const struct svi_pairing *pairing);

#endif
