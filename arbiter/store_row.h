/* The results of one match as its rows in a store tell them, for those who check them against the replay. */
#ifndef SVI_ARBITER_STORE_ROW_H
#define SVI_ARBITER_STORE_ROW_H

#include "store.h"

/* Fills `match` with everything but the replay and what a clock measured, and `hash` with the digest that
 * the row gives the replay. SV_E_UNKNOWN: that match is not in, or its rows make no sense (svi_store_error()
 * says which). */
enum sv_status svi_store_row(struct svi_store *store, uint64_t number,
                             struct svi_store_match *match, uint8_t hash[SVI_REPLAY_HASH_BYTES]);

#endif
