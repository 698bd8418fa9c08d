/* Records which run of a shard has played each game. Only stores of shards have these tables, and
 * they are no part of any result. A *session* is one run of a shard. Stores of earlier versions
 * also name the machine, and more; these columns are not read. */
#ifndef SVI_ARBITER_STORE_STORE_SESSIONS_H
#define SVI_ARBITER_STORE_STORE_SESSIONS_H

#include "store/store.h"

/* Begins a session: games stored from now on belong to it. Commits at once. */
enum sv_status svi_store_session(struct svi_store *store, unsigned round, unsigned shard);

/* Records the session of a match, if a session has begun. */
enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number);

/* Calls `each` with every game that was played in a round, in the order of numbers. */
enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number), void *user);

/* Copies the sessions of the store attached as `other`, and the session of each chosen match
 * (SVI_CHOSEN_SQL in store_db.h). */
enum sv_status svi_store_merge_sessions(struct svi_store *store);

#endif
