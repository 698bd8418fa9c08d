/* A reader that sees only finished deals, for `solvent report` and `serve`. Functions that return a
 * status return SV_E_SYSTEM if SQLite refuses, with a line in svi_store_error(); outputs are not
 * valid then. Missing memory for the deals of a great store is told in the same way. */
#ifndef SVI_ARBITER_STORE_VISIBLE_GAMES_H
#define SVI_ARBITER_STORE_VISIBLE_GAMES_H

#include "store/rows.h"

/* Hides unfinished deals: from now on every reading function sees only matches of deals that were
 * finished at the last call of this function. For readers, outside any snapshot. Also updates
 * svi_store_info()->matches to the number of matches planned by now. If the first call fails,
 * unfinished deals stay visible: close the store. If a later call fails, unfinished deals stay
 * hidden, and the store may be used on. */
enum sv_status svi_store_hide_unfinished(struct svi_store *store);

/* As svi_store_hide_unfinished(), but skips the deals that `older`, another reader of the same
 * store, has already seen finished. */
enum sv_status svi_store_hide_unfinished_since(struct svi_store *store,
                                               const struct svi_store *older);

/* Finds the next range of matches, after + 1 to last, of deals that `store` sees as finished and
 * `older` does not. *deal is the place where the search goes on; begin with 0. Returns false if no
 * range is left. svi_store_hide_unfinished() must have been called for both stores. */
bool svi_visible_games_news(const struct svi_store *store, const struct svi_store *older,
                            uint64_t *deal, uint64_t *after, uint64_t *last);

/* Returns whether a deal, from 0, was finished at the last call of svi_store_hide_unfinished(),
 * which must have been called. */
bool svi_visible_games_over(const struct svi_store *store, uint64_t deal);

/* Returns whether the store has more bots or more states of the league file by now than
 * svi_store_info() shows. Open the store again then. Returns false also if it cannot be read. */
bool svi_store_outdated(struct svi_store *store);

/* Counts the stored matches that svi_store_hide_unfinished() hides; 0 if it was not called. */
enum sv_status svi_store_hidden(struct svi_store *store, uint64_t *matches);

/* Tells whether any process has written to the store since the last call; true at the first. */
enum sv_status svi_store_changed(struct svi_store *store, bool *changed);

/* ---- for the other files of the store -------------------------------------------------------- */

struct svi_visible_games;

/* Frees the state of svi_store_hide_unfinished(); NULL does nothing. */
void svi_visible_games_destroy(struct svi_visible_games *over);

#endif
