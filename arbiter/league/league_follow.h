/* The schedule of a league, rebuilt from its store: settings, changes of them, stages and results.
 * Runs, rankings, merges, `serve`, `games` and `verify` get their schedules here. The store stays
 * the caller's.
 *
 * Functions return SV_E_MISMATCH if the store's rows give no schedule, and SV_E_SYSTEM if the store
 * cannot be read or without memory, each with a line in `problem`. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_FOLLOW_H
#define SVI_ARBITER_LEAGUE_LEAGUE_FOLLOW_H

#include "base/error.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* Builds the schedule of a store's league, as far as the results in it decide. The caller calls
 * svi_schedule_finish(); on errors nothing is left to finish. The schedule does not point into the
 * store. */
enum sv_status svi_league_store_schedule(struct svi_store *store, struct svi_schedule *schedule,
                                         struct svi_error *problem);

/* As svi_league_store_schedule(), but decides every stage of a season again from the results before
 * it, which takes long. Returns SV_E_MISMATCH also if the store has another stage, and SV_E_RANGE
 * as svi_schedule_next(). For `verify`. */
enum sv_status svi_league_store_decide(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem);

/* Applies changes of the settings in the store to a schedule. If the schedule depends on results,
 * takes in the store's and plans the following stages, up to the first missing match. On errors the
 * schedule is incomplete, and the caller still finishes it. */
enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem);

/* Decides on the next stage of a season and stores it, for a run or a round with a store that is
 * open for writing. All results planned before must have been taken in. Returns SV_E_RANGE as
 * svi_schedule_next(). After an error the schedule serves only for svi_schedule_finish(). */
enum sv_status svi_league_store_next_stage(struct svi_store *store, struct svi_schedule *schedule,
                                           struct svi_error *problem);

#endif
