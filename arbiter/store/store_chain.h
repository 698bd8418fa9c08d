/* The chain over a store: a hash over the rows of its league and of its matches, in the order of
 * the schedule. Rows of the league are settings, revisions, entries and stages; rows of a match are
 * its result, seats, trades and luck.
 *
 * Every match is a link, the BLAKE2b-256 of the previous link and of the match's rows; the last
 * link is the head. Two stores have the same head exactly if these rows are equal, however their
 * games were played: in shards, with kills, at any concurrency. A published head later proves that
 * nothing before it was changed, because it is still a link of the grown store's chain.
 *
 * `solvent verify`, `league run`, `league merge` and reports compute the head, and rankings the
 * digest. Functions that return a status return SV_E_SYSTEM if the store cannot be read, with the
 * reason in svi_store_error(); head and digest are not valid then. */
#ifndef SVI_ARBITER_STORE_STORE_CHAIN_H
#define SVI_ARBITER_STORE_STORE_CHAIN_H

#include "store/rows.h"

#include <solvent/status.h>

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

#define SVI_HEAD_BYTES 32u

/* Computes the head in one pass over the store. `each` (or NULL) gets every link and the number of
 * the last match in it, 0 before the first match. If it returns false, the pass ends and `head` is
 * that link. A link is valid during the call. */
enum sv_status svi_store_chain(struct svi_store *store,
                               bool (*each)(void *user, uint64_t match, const uint8_t link[]),
                               void *user, uint8_t head[SVI_HEAD_BYTES]);

/* Computes the digest of all stored matches: BLAKE2b-256 over the matches in the order of their
 * numbers. Each adds its number as 8 bytes, least significant first, then the digest at the end of
 * its replay. Where luck decides, the number of bytes of its luck figures follows, again as 8
 * bytes, then the luck's version and figures. Equal digests mean the same games to the last byte,
 * and the same decisions. */
enum sv_status svi_store_digest(struct svi_store *store, uint8_t digest[32]);

/* Adds the next match to a digest as svi_store_digest() computes it, for `verify`: its number, and
 * the `hash_size` bytes that identify its game, SVI_REPLAY_HASH_BYTES in a sound store. `state`
 * begins as crypto_generichash_init(.., NULL, 0, 32). */
void svi_store_digest_add(crypto_generichash_state *state, uint64_t number, const uint8_t *hash,
                          size_t hash_size);

/* Adds the luck of that match, for leagues where luck decides. */
void svi_store_digest_luck(crypto_generichash_state *state, const struct svi_store_luck *luck);

#endif
