/* Shards in stores. The store of a shard records which shard it is. The store that shards are
 * merged into records how a round was dealt out and which shards have arrived. Only such stores
 * have these tables, and they are no part of any result. `solvent league plan` deals rounds out,
 * `league run` records its shard, and `league merge` those that have arrived; `verify` reads.
 * Functions also return SV_E_SYSTEM if SQLite refuses or a row is unsound, with a line in
 * svi_store_error(); outputs are not valid then, but for shard->bots, and `each` may have been
 * called before. Rows to be stored stay the caller's.
 *
 * A *round* is an array of shards that play at the same time and begin with the same results.
 * Rounds count from 1; shards that were not dealt out (`--shard I/N` alone) belong to round 0. */
#ifndef SVI_ARBITER_STORE_STORE_SHARDS_H
#define SVI_ARBITER_STORE_STORE_SHARDS_H

#include "schedule/shard_deals.h"
#include "store/rows.h"
#include "store/store.h"

struct svi_store_round {
    unsigned round, shards;
    /* Games that were planned when the round began. The round has no others. */
    uint64_t planned;
    uint64_t games, expected_us; /* totals of all shards */
    struct svi_costs costs;
    /* Mark of the key that hides values of `env` (config/league_text.h), which all shards need; ""
     * if no bot has such a value, or an older version planned the round. */
    char env_key[48];
};

/* Stores how the next round is dealt out. Commits at once. */
enum sv_status svi_store_put_round(struct svi_store *store, const struct svi_store_round *round);

/* Reads the last round; round->round is 0 if there was no round. Returns SV_E_MISMATCH and a line
 * if its row is unsound. */
enum sv_status svi_store_last_round(struct svi_store *store, struct svi_store_round *round);

/* The number of a shard, and the programs that played its games. */
struct svi_store_shard {
    unsigned round, shard, shards;
    uint64_t planned; /* games in its share */
    char solvent[64]; /* its version of Solvent */
    char *bots;       /* "name version" lines; a reader frees them, on errors too */
};

/* Records that a store is this shard. Commits at once. Returns SV_E_MISMATCH and a line if the
 * store is another shard already; shards of round 0 may replace each other. */
enum sv_status svi_store_put_shard(struct svi_store *store, const struct svi_store_shard *shard);

/* Reads which shard a store is; shard->shards is 0 if it is no shard. */
enum sv_status svi_store_shard(struct svi_store *store, struct svi_store_shard *shard);

/* Records that a shard of a round was merged, with its number of games. Written with the next
 * commit. */
enum sv_status svi_store_put_merged(struct svi_store *store, const struct svi_store_shard *shard,
                                    uint64_t games);

/* Calls `each` with every merged shard of a round, ascending. */
enum sv_status svi_store_merged(struct svi_store *store, unsigned round,
                                void (*each)(void *user, unsigned shard, unsigned shards,
                                             uint64_t games, uint64_t planned),
                                void *user);

/* Tells whether shards of the last round are missing, or came before they had played all their
 * games. */
enum sv_status svi_store_lacks_shards(struct svi_store *store, bool *lacks);

/* Write and read the program and the versions of bots (`solvent`, `bots`) that made the store's
 * games. The first write counts; later ones change nothing. It is written with the next commit.
 * Reading gives NULL in shard->bots if nothing was recorded. */
enum sv_status svi_store_put_made_by(struct svi_store *store, const struct svi_store_shard *shard);

enum sv_status svi_store_made_by(struct svi_store *store, struct svi_store_shard *shard);

/* Merging stores of one league, for `solvent league merge`. `store` is open for writing.
 * svi_store_destroy() closes both stores, which stay the caller's. */

/* Checks that another store belongs to the same league; one of them may know later changes of its
 * file. Returns SV_E_MISMATCH if it does not, or if it is the store of a season, and SV_E_SYSTEM if
 * a store cannot be read; svi_store_error() has the reason and calls the store `path`. */
enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other,
                                 const char *path);

/* Merges another store of the same league: copies all its matches or none, and commits at once.
 * Later changes of the league file and matches that only the other store plans stay even if the
 * copy is refused.
 *
 * Returns SV_E_MISMATCH if the other store is of another league, has another game under the same
 * number, or unsound rows. Also returns the errors of svi_store_create_reader(). After
 * SV_E_MISMATCH other stores can still be merged. */
enum sv_status svi_store_merge(struct svi_store *store, const char *path);

#endif
