/* Merging stores of one league, for `solvent league merge`. `store` is open for writing.
 * svi_store_destroy() closes both stores, which stay the caller's. */
#ifndef SVI_ARBITER_STORE_STORE_MERGE_H
#define SVI_ARBITER_STORE_STORE_MERGE_H

#include "store/rows.h"

/* Checks that another store belongs to the same league; one of them may know later changes of its
 * file. Returns SV_E_MISMATCH if it does not, or if it is the store of a season, and SV_E_SYSTEM if
 * a store cannot be read; svi_store_error() has the reason and calls the store `path`. */
enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other,
                                 const char *path);

/* Merges another store of the same league: copies all its matches or none, and commits at once.
 * Later changes of the league file and matches that only the other store plans stay even if the
 * copy is refused.
 *
 * Returns SV_E_MISMATCH if the other store is of another league, has another game under the same
 * number, or unsound rows. Also returns the errors of svi_store_create_reader(). After
 * SV_E_MISMATCH other stores can still be merged. */
enum sv_status svi_store_merge(struct svi_store *store, const char *path);

#endif
