/* A short match for each bot of a league before its games, to see whether the bot can play at all.
 */
#ifndef SVI_ARBITER_LEAGUE_BOT_TRIAL_H
#define SVI_ARBITER_LEAGUE_BOT_TRIAL_H

#include "config/league.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>

#define SVI_TRIAL_TURNS 20u      /* of the match, all seats together, or some more */
#define SVI_TRIAL_PATIENCE_S 10u /* that all matches may take beyond the starts of the bots */
#define SVI_TRIAL_REASON 480u    /* bytes of a reason with its zero */

struct svi_bot_trial {
    const struct svi_league *league; /* its secrets are loaded */
    const bool *wanted;              /* by bot: try it; none of them is remote */
    const char *store_path;          /* which is hidden from bots */
    const atomic_bool *stop;         /* as in struct svi_run_config; may be NULL */
};

/* Starts each wanted bot as the league would, and lets it play one match against itself, in all
 * seats. reason[i], all NULL before, is why bot i cannot play, one line to be freed, or stays NULL:
 * its program is missing or may not be run, its process is lost, or so many answers are malformed
 * or illegal that it would forfeit. Lateness is none: a match that is not over in time is left. The
 * luck is always the same and no deal of the league. SV_E_SYSTEM: bots cannot be started here, or
 * no memory; a line says why. */
enum sv_status svi_bot_trial(const struct svi_bot_trial *trial, char *reason[],
                             struct svi_error *error);

#endif
