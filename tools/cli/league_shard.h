/* The share of a league's deals that one run plays, and the store that it begins with. */
#ifndef SVI_TOOLS_CLI_LEAGUE_SHARD_H
#define SVI_TOOLS_CLI_LEAGUE_SHARD_H

#include "config/league.h"
#include "league/league_run.h"
#include "store/store.h"
#include "store/store_shards.h"
#include "tools/console/exit.h"

#include "base/buf.h"

#include <stdbool.h>

#define SVI_LEAGUE_SHARDS_MOST 100000u

struct svi_league_shard {
    bool given;              /* false: the whole league, as shard 1 of 1 */
    unsigned number, of;     /* from 1 */
    const char *planned;     /* the store that has been dealt out in shards; NULL: none */
    struct svi_store *after; /* that, open for reading */
    struct svi_store_round round;
    char *versions; /* of the bots, as text */
};

/* Reads "2/4". False, and the shard is as it was: it is none. */
bool svi_league_shard_parse(const char *text, struct svi_league_shard *shard);

/* Whether the league can be played in shards like this one; a line says why not. */
enum svi_exit svi_league_shard_check(const struct svi_league_shard *shard,
                                     const struct svi_league *league);

/* Finds the versions of the bots, and opens the store that was planned: of this league, as its file
 * is, dealt out into so many shards; bots that are set aside there are set aside here. DONE, or
 * another status after a line; svi_league_shard_finish() ends it in any case. */
enum svi_exit svi_league_shard_init(struct svi_league_shard *shard, struct svi_league *league);
void svi_league_shard_finish(struct svi_league_shard *shard);

/* The name of the shard's store, where none is given. */
void svi_league_shard_name(const struct svi_league_shard *shard, const char *league, char *name,
                           size_t size);

/* Makes a store a copy of the one that was saved, if that is there and the store is not. On error
 * `error` says why. */
enum sv_status svi_league_shard_fetch(const char *saved, const char *where,
                                      struct svi_error *error);

/* Creates or opens the store of the run: that of a planned shard begins with what the plan's says
 * of its league. On error `error` says why. */
enum sv_status svi_league_shard_store(const struct svi_league_shard *shard,
                                      const struct svi_league *league, const char *where,
                                      struct svi_store **store, struct svi_error *error);

/* Prints what a planned shard has come to: by its own results it can rank nobody. */
enum svi_exit svi_league_shard_tell(const struct svi_league_shard *shard, const char *league,
                                    const char *path, bool json,
                                    const struct svi_league_progress *total);

#endif
