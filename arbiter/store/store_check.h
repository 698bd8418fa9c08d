/* Checks of a store's rows against the values they should have, for programs that have played its
 * games again. */
#ifndef SVI_ARBITER_STORE_STORE_CHECK_H
#define SVI_ARBITER_STORE_STORE_CHECK_H

#include "store/rows.h"

/* Size of a buffer that holds any line about a problem. */
#define SVI_STORE_PROBLEM 400

/* Checks that the rows of `league`, `terms` and `bots` agree with the league's identity, and that
 * the stored hash is the hash of that identity. Returns SV_E_HASH and names the first column that
 * differs in `problem`, or SV_E_SYSTEM with the reason in svi_store_error(). */
enum sv_status svi_store_check_league(struct svi_store *store, struct svi_error *problem);

/* Looks for rows that belong to no match. Returns SV_E_HASH and a line if it finds any. */
enum sv_status svi_store_check_strays(struct svi_store *store, struct svi_error *problem);

/* Looks for a field of any table that has another type than its column, or that is longer than any
 * value a league stores. Returns SV_E_HASH and a line that names the first. */
enum sv_status svi_store_check_fields(struct svi_store *store, struct svi_error *problem);

/* Checks that the rows of match expected->number equal `expected` in every column and every bit,
 * except clock times and printed text. Returns SV_E_HASH and names the first column that differs in
 * `problem`, or SV_E_SYSTEM with the reason in svi_store_error(). */
enum sv_status svi_store_check_match(struct svi_store *store,
                                     const struct svi_store_match *expected,
                                     struct svi_error *problem);

#endif
