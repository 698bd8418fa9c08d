/* Which run of a shard has played a game: tables that only stores of shards have, and no part of
 * any result. A *session* is one run of a shard; its games are known by it. Stores of earlier
 * versions also say on which machine it was, and more; nobody reads that. */
#ifndef SVI_ARBITER_STORE_STORE_SESSIONS_H
#define SVI_ARBITER_STORE_STORE_SESSIONS_H

#include "store/store.h"

/* Begins a session: games put in from now on are its games. In at once. */
enum sv_status svi_store_session(struct svi_store *store, unsigned round, unsigned shard);

/* Puts in whose game a match is, if a session has begun. */
enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number);

/* Calls `each` with every game that was played in a round, in the order of numbers. */
enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number), void *user);

/* Takes over sessions and whose the games are of the store attached as `other`, of the chosen
 * matches (store_db.h). */
enum sv_status svi_store_merge_sessions(struct svi_store *store);

#endif
