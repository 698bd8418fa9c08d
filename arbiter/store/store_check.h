/* What a store says, held against what it should say: for those who have played its games again. */
#ifndef SVI_ARBITER_STORE_STORE_CHECK_H
#define SVI_ARBITER_STORE_STORE_CHECK_H

#include "store/store.h"

#include <sodium.h>

/* Room that every line of a problem fits in. */
#define SVI_STORE_PROBLEM 400

/* Whether the rows of `league`, `terms` and `bots` agree with the league's identity, and that with
 * its hash. SV_E_HASH: the line in `problem` names the first column that does not. SV_E_SYSTEM:
 * svi_store_error(). */
enum sv_status svi_store_check_league(struct svi_store *store, struct svi_error *problem);

/* Looks for rows that no match has: SV_E_HASH and a line when there are any. */
enum sv_status svi_store_check_strays(struct svi_store *store, struct svi_error *problem);

/* Looks for a field of any table that is of another type than its column, or longer than any that a
 * league stores: SV_E_HASH and a line that names the first. */
enum sv_status svi_store_check_fields(struct svi_store *store, struct svi_error *problem);

/* Whether the rows of match expected->number say what `expected` does, every column in every bit;
 * the clock's figures and what bots printed are no part of this. SV_E_HASH: the line in `problem`
 * names the first column that does not. SV_E_SYSTEM: svi_store_error(). */
enum sv_status svi_store_check_match(struct svi_store *store,
                                     const struct svi_store_match *expected,
                                     struct svi_error *problem);

/* Takes the next match into a digest as svi_store_digest() makes it: its number, and `hash_size`
 * bytes that name its game, SVI_REPLAY_HASH_BYTES in a sound store. `state` begins as
 * crypto_generichash_init(.., NULL, 0, 32). */
void svi_store_digest_add(crypto_generichash_state *state, uint64_t number, const uint8_t *hash,
                          size_t hash_size);

/* Takes in the luck of that match, where luck decides. */
void svi_store_digest_luck(crypto_generichash_state *state, const struct svi_store_luck *luck);

#endif
