/* Bots that cannot play are set aside before a run's first game: the league goes on without them,
 * or, in a season, with the last version of them that worked. What a run finds stands in the store,
 * as a revision with the status `set aside` and the reason, so that shards obey it; the next run
 * tries again. */
#ifndef SVI_ARBITER_LEAGUE_SET_ASIDE_H
#define SVI_ARBITER_LEAGUE_SET_ASIDE_H

#include "config/league.h"
#include "store/store.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>

struct svi_set_aside {
    struct svi_league *league; /* its secrets are loaded */
    const char *store_path;    /* its store, perhaps none yet */
    const char *kept;          /* folder of the copies of versions */
    const atomic_bool *stop;   /* as in struct svi_run_config; may be NULL */
    /* Called with a line about every bot that is set aside, plays in an older version, or plays
     * again. `news`: the store does not say so yet, or a week has passed since the line was last
     * printed. */
    void (*tell)(void *user, bool news, const char *line);
    void *user;
    bool *reminded; /* becomes true if a line was told again, for svi_store_put_reminded() */
};

/* Tries all bots that a run would start (league/bot_trial.h), those that fail twice, unless the
 * store has all games of the league. Gives each that cannot play the status SVI_STATUS_SET_ASIDE
 * and the reason, or makes it its last good version. Who is out of a knockout stays out.
 * SV_E_RANGE: too few can play for the league; SV_E_SYSTEM: bots cannot be started here, or no
 * memory. A line says why. */
enum sv_status svi_set_aside_try(const struct svi_set_aside *how, struct svi_error *error);

/* Gives the bots that are set aside in a store of the league, or play in older versions, the same
 * status, reason and version here, for what must play as the store says. SV_E_UNKNOWN: the copy of
 * a version is not there. A line says so. */
enum sv_status svi_set_aside_obey(struct svi_league *league, const struct svi_store_info *info,
                                  const char *kept, struct svi_error *error);

#endif
