/* The schedule of a league, rebuilt from its store: settings, changes of them, stages and
 * results. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_FOLLOW_H
#define SVI_ARBITER_LEAGUE_LEAGUE_FOLLOW_H

#include "base/error.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* Builds the schedule of a store's league, as far as the results in it decide. Returns SV_E_HASH
 * and a line in `problem` if its rows give no schedule, and SV_E_SYSTEM and a line if the store
 * cannot be read or without memory. */
enum sv_status svi_league_store_schedule(struct svi_store *store, struct svi_schedule *schedule,
                                         struct svi_error *problem);

/* As svi_league_store_schedule(), but decides every stage of a season again from the results before
 * it, which takes long. Returns SV_E_HASH also if the store has another stage. */
enum sv_status svi_league_store_decide(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem);

/* Takes the store's results into a schedule that depends on results, and plans the following
 * stages, up to the first missing match. Leaves other schedules unchanged. Returns the errors of
 * svi_league_store_schedule(). */
enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem);

/* Decides on the next stage of a season and stores it. All results planned before must have been
 * taken in. Returns the errors of svi_league_store_schedule(). */
enum sv_status svi_league_store_next_stage(struct svi_store *store, struct svi_schedule *schedule,
                                           struct svi_error *problem);

#endif
