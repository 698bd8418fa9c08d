/* The league of a store: its rows, and changes of the league's file. arbiter/league/ and merges
 * call these functions, with a store that is open for writing; they copy what they are given.
 * svi_store_info() shows the change on return. Functions return SV_E_SYSTEM if SQLite refuses, and
 * SV_E_LENGTH if the league read back is unsound, with a line in svi_store_error(). Then close the
 * store. */
#ifndef SVI_ARBITER_STORE_STORE_LEAGUE_H
#define SVI_ARBITER_STORE_STORE_LEAGUE_H

#include "store/rows.h"

/* Records a changed league file. `want` has the store's revisions and bots, more of either after
 * them, and the present state. Commits at once. */
enum sv_status svi_store_revise(struct svi_store *store, const struct svi_store_info *want);

/* Replaces texts of the league file in the revisions; where texts[i] is NULL, the old text stays.
 * Overwrites the old texts in the file. Commits at once. */
enum sv_status svi_store_retell(struct svi_store *store, char *const texts[]);

/* Stores the tags of the bots of `want`. Commits at once. */
enum sv_status svi_store_retag(struct svi_store *store, const struct svi_store_info *want);

/* Raises the number of planned matches to `matches`, which must not be lower than before. Commits
 * at once. */
enum sv_status svi_store_plan(struct svi_store *store, uint64_t matches);

/* ---- for the other files of the store -------------------------------------------------------- */

/* Fills an empty file in one transaction; a kill in the middle leaves it empty. */
enum sv_status svi_store_begin_league(struct svi_store *store, const struct svi_store_info *want);

/* Reads store->info. */
enum sv_status svi_store_read_info(struct svi_store *store);

#endif
