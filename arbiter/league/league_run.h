/* Plays what a store lacks of its league: schedule -> runner -> store, stage by stage. Finished
 * matches stay finished, so the same call resumes a run that was stopped or killed. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_RUN_H
#define SVI_ARBITER_LEAGUE_LEAGUE_RUN_H

#include "league/league_run_config.h"
#include "schedule/schedule.h"

#include <solvent/status.h>

#include <stdint.h>

/* In how many batches (schedule/play_order.h) a stage of so many matches is played, each by new
 * processes of its bots, when a match takes so long and so does the start of a batch. */
uint64_t svi_league_run_batches(const struct svi_league *league, unsigned workers,
                                const struct svi_schedule *schedule, uint64_t matches,
                                double match_s, double start_s);

/* Plays. SV_OK also when it was stopped: total->before + total->played tells. SV_E_SYSTEM: bots or
 * store could not be used; SV_E_ARGUMENT: the league asks for what the runner cannot do; one line
 * in `error`. What was finished is in the store in any case. */
enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              struct svi_error *error);

#endif
