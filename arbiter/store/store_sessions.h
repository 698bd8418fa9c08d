/* Records which run of a shard has played each game. Only stores of shards have these tables, and
 * they are no part of any result. A *session* is one run of a shard. Stores of earlier versions
 * also name the machine, and more; these columns are not read.
 *
 * Also holds the matches in flight and the decision times. A run writes them through write_queue.h;
 * `league status`, reports and `serve` read them. Arguments of callbacks are valid during the call.
 * Functions that return a status return SV_E_SYSTEM if SQLite refuses or a row is unsound, with a
 * line in svi_store_error(); `each` may have been called before. */
#ifndef SVI_ARBITER_STORE_STORE_SESSIONS_H
#define SVI_ARBITER_STORE_STORE_SESSIONS_H

#include "store/rows.h"

/* Begins a session: games stored from now on belong to it. Commits at once. The function itself
 * initialises libsodium. */
enum sv_status svi_store_session(struct svi_store *store, unsigned round, unsigned shard);

/* Records the session of a match, if a session has begun. svi_store_put() calls it, within its
 * transaction. */
enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number);

/* Calls `each` with every game that was played in a round, in the order of numbers. */
enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number), void *user);

/* Copies the sessions of the store attached as `other`, and the session of each chosen match
 * (SVI_CHOSEN_SQL in store_db.h). */
enum sv_status svi_store_merge_sessions(struct svi_store *store);

/* Calls take() for the matches in flight, as of at most a second ago, in the order of their
 * numbers. If no process writes the store (svi_store_is_written()), they are the matches of a run
 * that was killed. Rows that cannot be read are left out. */
enum sv_status svi_store_playing(struct svi_store *store,
                                 void (*take)(void *user, const struct svi_playing *row),
                                 void *user);

/* Calls `each` with decision times by bot and kind of decision. A pair of bot and kind may come
 * several times, once for each merged store. Times are written up to a second after their matches,
 * so a kill may lose the times of that second. */
enum sv_status svi_store_times(struct svi_store *store,
                               void (*each)(void *user, unsigned bot, enum sv_decision kind,
                                            const struct svi_times *times),
                               void *user);

/* Calls `each` with each bot's games and its thinking time in them, by its clock. Games without a
 * clock time do not count. */
enum sv_status svi_store_used(struct svi_store *store,
                              void (*each)(void *user, unsigned bot, uint64_t games,
                                           uint64_t used_us),
                              void *user);

/* Stores the matches that a worker of this run has in flight, in place of its earlier ones. The
 * caller keeps `rows`. Written with the next commit. */
enum sv_status svi_store_put_playing(struct svi_store *store, unsigned worker,
                                     const struct svi_playing rows[], unsigned n);

/* Writes the times of all matches so far, in the open transaction or a new one, which the caller
 * commits. After an error some of these times are lost. */
enum sv_status svi_store_flush_times(struct svi_store *store);

/* ---- for the other files of the store -------------------------------------------------------- */

struct svi_sessions_table; /* store_db.h */
struct svi_store_pace;

/* Returns whether times have waited long enough to be written with the current transaction. */
bool svi_store_times_due(const struct svi_store *store);

/* Copies the times of the store attached as `other`. */
enum sv_status svi_store_merge_times(struct svi_store *store);

/* Drops the table of matches in flight. Call it within a transaction. */
enum sv_status svi_store_drop_playing(struct svi_store *store);

/* Creates an empty list of match numbers. svi_store_drop_chosen() deletes the rows of the matches
 * on it from every table. */
#define SVI_CHOSEN_SQL                                                                             \
    "CREATE TEMP TABLE IF NOT EXISTS chosen (number INTEGER PRIMARY KEY); DELETE FROM temp.chosen"
enum sv_status svi_store_drop_chosen(struct svi_store *store);

/* Finalises the statements of the table. */
void svi_sessions_table_finish(struct svi_sessions_table *table);

/* Adds the match's decision times to the times not yet written. Without memory they are lost. */
void svi_store_put_times(struct svi_store *store, const struct svi_store_match *match);

/* Frees times not yet written; NULL does nothing. */
void svi_store_pace_destroy(struct svi_store_pace *pace);

#endif
