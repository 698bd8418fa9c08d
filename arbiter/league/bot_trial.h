/* A short match for each bot of a league before its games, to find out whether the bot can play at
 * all. `league run` tries all bots (set_aside.h), `league add` the new one. Everything passed in
 * stays the caller's. */
#ifndef SVI_ARBITER_LEAGUE_BOT_TRIAL_H
#define SVI_ARBITER_LEAGUE_BOT_TRIAL_H

#include "config/league.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>

#define SVI_TRIAL_TURNS 20u      /* least turns of the match, all seats together */
#define SVI_TRIAL_PATIENCE_S 10u /* time for all matches beyond the starts of the bots */
#define SVI_TRIAL_REASON 480u    /* bytes of a reason with its zero */

struct svi_bot_trial {
    /* Load its secrets first: svi_league_load_secrets() (config/league.h). */
    const struct svi_league *league;
    const bool *wanted;      /* by bot: whether to try it; never set for remote bots */
    const char *store_path;  /* path of the store, which is hidden from bots */
    const atomic_bool *stop; /* as in struct svi_run_config; may be NULL */
};

/* Starts each wanted bot as the league would, and lets it play one match against itself, in all
 * seats.
 *
 * reason[i] must be NULL before. It becomes one line that says why bot i cannot play, which the
 * caller frees, or stays NULL. A bot cannot play if its program is missing or may not be run, or if
 * its process is lost. Neither can it if it would forfeit for its malformed and illegal answers.
 * Being late is no reason: a match that takes too long is dropped. The luck is always the same, and
 * is no deal of the league.
 *
 * Returns the errors of svi_run() (runner/runner.h), with a line in `error`; reasons found before
 * still belong to the caller. After `stop` returns SV_OK, and reasons may be missing. */
enum sv_status svi_bot_trial(const struct svi_bot_trial *trial, char *reason[],
                             struct svi_error *error);

#endif
