/* What stores say of shards: that of one shard, which it is; that into which they are joined, how a
 * round was dealt out and whose shards are in. Tables that only such stores have, and no part of
 * any result.
 *
 * A *round* is what is played at once: an array of shards that begin with the same results. Rounds
 * count from 1; shards that nobody has dealt out (`--shard I/N` alone) are of round 0. */
#ifndef SVI_ARBITER_STORE_STORE_SHARDS_H
#define SVI_ARBITER_STORE_STORE_SHARDS_H

#include "schedule/shard_deals.h"
#include "store/store.h"

struct svi_store_round {
    unsigned round, shards;
    /* Games that were planned when the round began. The round has no others. */
    uint64_t planned;
    uint64_t games, expected_us; /* of all shards */
    struct svi_costs costs;
    /* Mark of the key that hides values of `env` (config/league_text.h), which all shards need; ""
     * if no bot has such a value, or an older version planned the round. */
    char env_key[48];
};

/* Puts in how the next round is dealt out. In at once. */
enum sv_status svi_store_put_round(struct svi_store *store, const struct svi_store_round *round);

/* The last round; round->round is 0: there is none. SV_E_HASH: its row is unsound, a line says so.
 */
enum sv_status svi_store_last_round(struct svi_store *store, struct svi_store_round *round);

/* Which shard a store is, and by whom its games were made. */
struct svi_store_shard {
    unsigned round, shard, shards;
    uint64_t planned; /* games that it is to have */
    char solvent[64]; /* its version */
    char *bots;       /* "name version" lines; to be freed */
};

/* Puts that in. SV_E_HASH: the store is another shard already; a line says so. In at once. */
enum sv_status svi_store_put_shard(struct svi_store *store, const struct svi_store_shard *shard);

/* Reads it; shard->shards is 0: the store is no shard. */
enum sv_status svi_store_shard(struct svi_store *store, struct svi_store_shard *shard);

/* Notes that a shard of a round has been taken over with so many games. With the next commit. */
enum sv_status svi_store_put_merged(struct svi_store *store, const struct svi_store_shard *shard,
                                    uint64_t games);

/* Calls `each` with every shard of a round that has been taken over, ascending. */
enum sv_status svi_store_merged(struct svi_store *store, unsigned round,
                                void (*each)(void *user, unsigned shard, unsigned shards,
                                             uint64_t games, uint64_t planned),
                                void *user);

/* Whether shards of the last round are not in the store yet, or had not played all their games. */
enum sv_status svi_store_lacks_shards(struct svi_store *store, bool *lacks);

/* By whom the shards in it were made: that of the first one; shard->bots is NULL: none is in. */
/* Notes by which program and versions of bots (`solvent`, `bots`) the store's games are made,
 * unless that stands there. */
enum sv_status svi_store_put_made_by(struct svi_store *store, const struct svi_store_shard *shard);

enum sv_status svi_store_made_by(struct svi_store *store, struct svi_store_shard *shard);

#endif
