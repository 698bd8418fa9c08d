/* On which machine games were played, and what the probe says of it: tables that only stores of
 * shards have, and no part of any result. A *session* is one run of a shard on one node; its games
 * and its probes are known by it. */
#ifndef SVI_ARBITER_STORE_STORE_NODES_H
#define SVI_ARBITER_STORE_STORE_NODES_H

#include "job/probe.h"
#include "store/store.h"

#define SVI_NODE_NAME 256u

/* Begins a session: games put in from now on are its games. In at once. */
enum sv_status svi_store_session(struct svi_store *store, const char *node, unsigned round,
                                 unsigned shard);

/* Puts in a probe of the session, with the next commit. */
enum sv_status svi_store_put_probe(struct svi_store *store, const struct svi_probe *probe);

/* Puts in whose game a match is, if a session has begun. */
enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number);

/* Calls `each` with every node that has begun a session in a round and its games of it, by name. */
enum sv_status svi_store_nodes(struct svi_store *store, unsigned round,
                               void (*each)(void *user, const char *node, uint64_t games),
                               void *user);

/* Calls `each` with every probe of the round, node by node. */
enum sv_status svi_store_probes(struct svi_store *store, unsigned round,
                                void (*each)(void *user, const char *node,
                                             const struct svi_probe *probe),
                                void *user);

/* Calls `each` with every game whose node is known, in the order of numbers; round 0: of all
 * rounds. */
enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number, const char *node),
                                void *user);

/* Takes the games out that a node has played in a round: they are to be played again. Who they were
 * stays in the table `voided`, with the reason. All at once; *games says how many. */
enum sv_status svi_store_void(struct svi_store *store, unsigned round, const char *node,
                              const char *reason, uint64_t *games);

/* Calls `each` with every node whose games have been taken out, how many, in which round and why.
 */
enum sv_status svi_store_voided(struct svi_store *store,
                                void (*each)(void *user, const char *node, unsigned round,
                                             uint64_t games, const char *reason),
                                void *user);

/* Takes over sessions, probes and whose the games are of the store attached as `other`, of the
 * chosen matches (store_db.h). */
enum sv_status svi_store_merge_nodes(struct svi_store *store);

#endif
