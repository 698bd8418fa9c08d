/* Runs that play matches into a store, and the process that writes it. `solvent league run` records
 * its run; `league status`, reports, `serve` and `verify` read. Functions that return a status
 * return SV_E_SYSTEM if SQLite refuses or a row is unsound, with a line in svi_store_error();
 * outputs are not valid then, texts to free are NULL, and callbacks may have been called before.
 * Their arguments are valid during the call. Rows and texts to be stored stay the caller's. */
#ifndef SVI_ARBITER_STORE_STORE_RUNS_H
#define SVI_ARBITER_STORE_STORE_RUNS_H

#include "store/rows.h"

/* Calls `each` with every run, in the order in which they began. Only began_ms, last_ms, shards,
 * before, games and `ended` are filled. The run is valid during the call. */
enum sv_status svi_store_runs(struct svi_store *store,
                              void (*each)(void *user, const struct svi_store_run *run),
                              void *user);

/* Reads the time of the last call of svi_store_put_reminded(), in milliseconds since 1970; without
 * such a call, the time when the first run began; without a run, 0. */
enum sv_status svi_store_reminded(struct svi_store *store, int64_t *at_ms);

/* Reads the run that began last. run->command belongs to the store, and is valid until the next
 * call. *any is false if no run has been recorded. */
enum sv_status svi_store_last_run(struct svi_store *store, struct svi_store_run *run, bool *any);

/* Calls take() for every bot that the last run has parked, in the order of bots. */
enum sv_status svi_store_parked(struct svi_store *store,
                                void (*take)(void *user, const struct svi_store_parked *row),
                                void *user);

/* Marks runs that have not ended as killed. Call it as the only writer. Commits at once. */
enum sv_status svi_store_run_clear(struct svi_store *store);

/* Begins a run: matches stored from now on belong to it. Times, games and decisions of `run` are
 * ignored. Commits at once. svi_store_run_clear() comes before. After an error close the store. */
enum sv_status svi_store_run_begin(struct svi_store *store, const struct svi_store_run *run);

/* Sets how many games of the run's share are known now, and how many of them were stored before it.
 * Written with the next match. */
void svi_store_run_planned(struct svi_store *store, uint64_t planned, uint64_t before);

/* Sets how long the rest of the run takes, in seconds, or -1. Written with the next match. */
void svi_store_run_left(struct svi_store *store, int64_t left_s);

/* Stores a bot that this run has parked, in place of an earlier row of the bot. Written with the
 * next commit. */
enum sv_status svi_store_put_parked(struct svi_store *store, const struct svi_store_parked *row);

/* Records that the operator has been reminded of bots that are set aside. Commits at once. */
enum sv_status svi_store_put_reminded(struct svi_store *store);

/* Stores a fact about a league beside its results, such as its author: `key` names it. NULL or ""
 * removes it. Commits at once. */
enum sv_status svi_store_put_about(struct svi_store *store, const char *key, const char *value);

/* Reads such a fact. The caller frees *value, which is NULL if the store has none. */
enum sv_status svi_store_about(struct svi_store *store, const char *key, char **value);

/* Ends the run, if one has begun and has not ended. `how` is its `ended` text. Commits at once. */
enum sv_status svi_store_run_end(struct svi_store *store, const char *how);

/* Returns whether a process is writing the store at this path. Call it before this process opens
 * the store. */
bool svi_store_is_written(const char *path);

/* As svi_store_is_written(), for repeated looks: svi_store_watch_writer() returns a descriptor for
 * svi_store_has_writer(), or -1 if the file cannot be opened. Open it before this process opens the
 * store, and close() it after all stores of that path are closed, as closing it drops SQLite's
 * locks. svi_store_has_writer(-1) is false. */
int svi_store_watch_writer(const char *path);
bool svi_store_has_writer(int watch);

/* Marks that bots are on trial for a run that will create the store at this path. Returns the mark,
 * or -1 if the store exists or no mark can be made. svi_store_trial_end() removes it, and does
 * nothing for -1. A killed process leaves a file that marks nothing, and the next call removes
 * that. */
int svi_store_trial_begin(const char *path);
void svi_store_trial_end(int mark, const char *path);

/* Returns whether another process has such a mark. */
bool svi_store_is_on_trial(const char *path);

/* ---- for the other files of the store -------------------------------------------------------- */

struct svi_runs_table; /* store_db.h */

/* Writes the progress of the run in the open transaction. */
enum sv_status svi_store_run_write(struct svi_store *store, const char *ended);

/* Finalises the statements of the table. */
void svi_runs_table_finish(struct svi_runs_table *table);

#endif
