/* Checks of a store's rows against the values they should have, for `solvent verify`, which plays
 * its games again.
 *
 * Each check returns SV_E_MISMATCH if it fails, with one line about the first fault in `problem`,
 * or SV_E_SYSTEM with the reason in svi_store_error(). The store is open for reading, and stays the
 * caller's. */
#ifndef SVI_ARBITER_STORE_STORE_CHECK_H
#define SVI_ARBITER_STORE_STORE_CHECK_H

#include "store/rows.h"

/* Size of a buffer that holds any line about a problem. */
#define SVI_STORE_PROBLEM 400

/* Checks that the rows of `league`, `terms` and `bots` agree with the league's identity, and that
 * the stored hash is the hash of that identity. */
enum sv_status svi_store_check_league(struct svi_store *store, struct svi_error *problem);

/* Checks that rows belong to planned matches that the store has. */
enum sv_status svi_store_check_strays(struct svi_store *store, struct svi_error *problem);

/* Checks that each field of any table has the type of its column, and is no longer than any value
 * that a league stores. */
enum sv_status svi_store_check_fields(struct svi_store *store, struct svi_error *problem);

/* Checks that the rows of match expected->number equal `expected` in every column and every bit,
 * except clock times and printed text. */
enum sv_status svi_store_check_match(struct svi_store *store,
                                     const struct svi_store_match *expected,
                                     struct svi_error *problem);

#endif
