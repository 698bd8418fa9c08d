/* The matches of a store: storing them, and reading totals, places and replays. A run stores them
 * through write_queue.h, and finds here which are missing. Rankings, reports, analyses, `serve` and
 * `verify` read them, all from a store that store.h opens.
 *
 * Functions that return a status return SV_E_SYSTEM if SQLite refuses or a row is unsound, with the
 * reason in svi_store_error(); outputs are not valid then, and callbacks may have been called
 * before. Their arguments are valid during the call. */
#ifndef SVI_ARBITER_STORE_STORE_MATCHES_H
#define SVI_ARBITER_STORE_STORE_MATCHES_H

#include "store/rows.h"

/* Begins and ends a snapshot. Between the two calls every reading function sees the same matches,
 * whatever is written meanwhile. Snapshots may be nested. After an error in the first, do not call
 * the second. */
enum sv_status svi_store_snapshot(struct svi_store *store);
void svi_store_snapshot_end(struct svi_store *store);

/* Counts the stored matches. */
enum sv_status svi_store_count(struct svi_store *store, uint64_t *matches);

/* Tells whether all matches of the deal that match `number` belongs to are stored. */
enum sv_status svi_store_deal_over(struct svi_store *store, uint64_t number, bool *over);

/* Sets bit (number - 1) for every stored match, and clears no bit. `bits` has room for
 * svi_store_info()->matches bits. */
enum sv_status svi_store_finished(struct svi_store *store, uint8_t *bits);

/* Finds the first stored match with a number above `after`; *number is 0 if no match follows. To go
 * through a store: for (n = 0; next(store, n, &n) == SV_OK && n != 0;). */
enum sv_status svi_store_next(struct svi_store *store, uint64_t after, uint64_t *number);

/* Calls `each` with the bots and places, by seat, of every stored match with a number above
 * `after`, in the order of numbers, until `each` returns false. The arrays are valid during the
 * call. */
enum sv_status svi_store_places(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number, const unsigned bot[],
                                             const uint8_t place[]),
                                void *user);

/* Appends the replay of a match. The caller frees the buffer, which is `failed` without memory.
 * Returns SV_E_UNKNOWN if the match is not stored. */
enum sv_status svi_store_replay(struct svi_store *store, uint64_t number, struct svi_buf *out);

/* Returns whether a match counts for the ranking: no bot at its table is disqualified. */
bool svi_store_counts(const struct svi_store_info *info, const struct svi_store_match *match);

/* Counts the stored matches that do not count for the ranking. */
enum sv_status svi_store_count_left_out(struct svi_store *store, uint64_t *matches);

/* Calls `each` for every bot and every seat that it has played from, in the order of bots, then
 * seats. */
enum sv_status svi_store_tallies(struct svi_store *store,
                                 void (*each)(void *user, const struct svi_store_tally *tally),
                                 void *user);

/* Counts the decisions of all stored matches. */
enum sv_status svi_store_decisions(struct svi_store *store, uint64_t *decisions);

/* Store a match, and commit everything stored so far. The match has a planned number, as many seats
 * as the league's tables, and a replay. Return SV_E_SYSTEM if SQLite refuses (disk full, match
 * already stored); then close the store. Nothing of that match is stored then. */
enum sv_status svi_store_put(struct svi_store *store, const struct svi_store_match *match);
enum sv_status svi_store_commit(struct svi_store *store);

/* Copies everything committed to one plain file, which replaces any file at `path`. Returns
 * SV_E_SYSTEM if it cannot be written; an existing file stays then. */
enum sv_status svi_store_save(struct svi_store *store, const char *path);

/* Makes a complete store one plain file; commands call it after their last commit. Does nothing
 * while others read the store, and reports no failure. */
void svi_store_seal(struct svi_store *store);

/* ---- for the other files of the store -------------------------------------------------------- */

struct svi_matches_table; /* store_db.h */

/* Write the row of a match and the rows of its seats as whole numbers, in the order of the columns.
 * Columns that are no numbers (`why`, `replay_hash`) are 0. */
#define SVI_MATCH_COLUMNS 9
#define SVI_MATCH_WHY 4
#define SVI_MATCH_HASH 8
#define SVI_SEAT_COLUMNS 13
void svi_store_match_values(const struct svi_store_match *match, int64_t out[SVI_MATCH_COLUMNS]);
void svi_store_seat_values(const struct svi_store_match *match, unsigned seat,
                           int64_t out[SVI_SEAT_COLUMNS]);

/* Ends a transaction of several statements: commits it by svi_store_commit() if `status` is SV_OK,
 * or rolls it back. Returns `status`, or the commit's error. */
enum sv_status svi_store_end(struct svi_store *store, enum sv_status status);

/* Finalises the statements of the table. */
void svi_matches_table_finish(struct svi_matches_table *table);

#endif
