/* Sets bots that cannot play aside before a run's first game. The league goes on without them, or,
 * in a season, with their last versions that worked. The result is stored as a revision with the
 * status `set aside` and the reason, so that shards obey it; the next run tries again. `league run`
 * tries the bots, `league plan` and shards obey. Reasons and versions belong to the league, and all
 * else to the caller; a line is valid while `tell` runs. */
#ifndef SVI_ARBITER_LEAGUE_SET_ASIDE_H
#define SVI_ARBITER_LEAGUE_SET_ASIDE_H

#include "config/league.h"
#include "store/store.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>

struct svi_set_aside {
    struct svi_league *league; /* its secrets are loaded */
    const char *store_path;    /* path of its store, which need not exist */
    const char *versions_dir;  /* folder for copies of versions */
    const atomic_bool *stop;   /* as in struct svi_run_config; may be NULL */
    /* Called with a line about every bot that is set aside, plays in an older version, or plays
     * again. `news` means that the store does not say so yet, or that a week has passed since the
     * line was last printed. */
    void (*tell)(void *user, bool news, const char *line);
    void *user;
    bool *reminded; /* becomes true if a line was told again, for svi_store_put_reminded() */
};

/* Tries all bots that a run would start (league/bot_trial.h), and tries those that fail once more,
 * unless the store has all games of the league. A bot that cannot play gets the status
 * SVI_STATUS_SET_ASIDE and the reason, or is replaced by its last good version. In a knockout, a
 * bot that is set aside stays out.
 *
 * Call it before svi_league_store_create(), which stores the result. A store that cannot be opened
 * or has all games is no error. Returns SV_E_RANGE if too few bots can play for the league, the
 * errors of svi_bot_trial(), and in a season those of svi_league_versions(); a line has the reason.
 * Bots may have changed then: only finish the league. A trial that `stop` has ended sets no bot
 * aside. */
enum sv_status svi_set_aside_try(const struct svi_set_aside *how, struct svi_error *error);

/* Gives bots the status, reason and version that they have in a store of the league, if they are
 * set aside there or play in older versions. For commands beside a run, which must play as the
 * store says: `league plan`, and shards. Returns SV_E_UNKNOWN and a line if the copy of a version
 * is missing, SV_E_SYSTEM if it cannot be used, and the errors of svi_league_bot_version(). Bots
 * before the one at fault have changed then. */
enum sv_status svi_set_aside_obey(struct svi_league *league, const struct svi_store_info *info,
                                  const char *versions_dir, struct svi_error *error);

#endif
