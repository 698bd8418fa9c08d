/* The chain over a store: a hash over the rows of its league (settings, revisions, entries, stages)
 * and of its matches (result, seats, trades, luck), in the order of the schedule. Every match is a
 * link, BLAKE2b-256 of the link before it and of its rows; the last link is the head. Two stores
 * have one head exactly if they say the same, however their games were played: in shards, with
 * kills, at any concurrency. A head that was published later shows that nothing before it was
 * changed: it is a link of the chain of the grown store. */
#ifndef SVI_ARBITER_STORE_STORE_CHAIN_H
#define SVI_ARBITER_STORE_STORE_CHAIN_H

#include "store/store.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stdint.h>

#define SVI_HEAD_BYTES 32u

/* The head. `each` (or NULL) is told of every link, and of the last match in it, 0 for none; false:
 * no more, and `head` is that link. One pass over the store. SV_E_SYSTEM: svi_store_error(). */
enum sv_status svi_store_chain(struct svi_store *store,
                               bool (*each)(void *user, uint64_t match, const uint8_t link[]),
                               void *user, uint8_t head[SVI_HEAD_BYTES]);

#endif
