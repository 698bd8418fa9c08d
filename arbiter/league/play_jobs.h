/* Plays the matches of a run that has a plan (play.h), for league_run.c. The run and the specs of
 * its bots stay the caller's. */
#ifndef SVI_ARBITER_LEAGUE_PLAY_JOBS_H
#define SVI_ARBITER_LEAGUE_PLAY_JOBS_H

#include "league/play.h"

/* Plays the planned matches and the following stages, as far as the same processes can. Call it
 * when the bots and the order of matches are set up. Returns the errors of svi_run() and
 * svi_play_take_stock(), and SV_E_SYSTEM if games cannot be stored or are missing at the end. A
 * line is in `error`.
 *
 * Games finished before an error are in the store, unless storing them failed. The result is SV_OK
 * too if the run was stopped, its time was over, or files of bots changed (p->progress.changed). */
enum sv_status svi_play_run_jobs(struct svi_play *p, const struct svi_bot_spec *specs,
                                 struct svi_error *error);

#endif
