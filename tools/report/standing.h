/* How far a league is: games, pace and time left, for `solvent league status` and the live pages.
 * `out` is `failed` without memory (base/buf.h); texts returned are static. */
#ifndef SVI_TOOLS_REPORT_STANDING_H
#define SVI_TOOLS_REPORT_STANDING_H

#include "ranking/ranking.h"
#include "store/store.h"
#include "store/store_runs.h"

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_STANDING_PLAYING 256u /* matches in flight that are kept */

struct svi_standing {
    bool running;
    bool any_run;             /* `run` is the last one */
    struct svi_store_run run; /* its `command` belongs to the store */
    uint64_t games, planned;  /* of the share that the store is for */
    int64_t elapsed_ms;       /* of the last run, until its last game; at least 1 */
    int64_t since_ms;         /* from then to now */
    unsigned n_parked;
    struct svi_store_parked parked[SVI_MAX_BOTS]; /* bots with games left to play, as it is now */
    unsigned n_playing;
    struct svi_playing playing[SVI_STANDING_PLAYING]; /* while it runs; `bot` is the store's */
};

/* Reads the standing from a store. `running` says that a program is writing it
 * (svi_store_is_written()), `ranking` has the games of each bot, and `games` is the number of
 * stored games. Returns SV_E_SYSTEM, with a line in svi_store_error(), if the store cannot be read.
 * There is nothing to finish. */
enum sv_status svi_standing_read(struct svi_standing *s, struct svi_store *store, bool running,
                                 const struct svi_ranking *ranking, uint64_t games);

/* Returns whether all planned games are finished. */
bool svi_standing_is_whole(const struct svi_standing *s);

/* Returns "running", "done" or "stopped". */
const char *svi_standing_state(const struct svi_standing *s);

/* Returns the seconds that the rest takes, as the last run has estimated (base/time.h), or -1
 * if that is not known. */
int64_t svi_standing_seconds_left(const struct svi_standing *s);

/* Appends "running, 120 of 4000 games (3%), 35 games/s, 1:51 left"; without `counted`, for a page
 * that counts finished deals elsewhere, "running, 35 games/s, 1:51 left". */
void svi_standing_put(const struct svi_standing *s, bool counted, struct svi_buf *out);

/* Appends "games_per_s" and "seconds_left", null where they are not known. */
void svi_standing_rate_json(const struct svi_standing *s, struct svi_buf *out);

/* Appends the matches in flight, "playing", with `game`, `seats`, `round` and `decisions`;
 * `with_ids` also with `ids`, the numbers of the bots in the store. */
void svi_standing_playing_json(const struct svi_standing *s, const struct svi_store_info *league,
                               bool with_ids, struct svi_buf *out);

#endif
