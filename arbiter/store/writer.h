/* Functions that write a store: plans, matches, runs, and other stores of the league. They return
 * SV_E_SYSTEM if SQLite refuses; svi_store_error() has the reason. "Commits at once" means that the
 * change is durable on return; other changes are written with the next svi_store_commit(). */
#ifndef SVI_ARBITER_STORE_WRITER_H
#define SVI_ARBITER_STORE_WRITER_H

#include "store/store.h"

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

/* As svi_store_plan(), for the next stage of a season: its lineups as text, each dealt in `rounds`
 * rounds. */
enum sv_status svi_store_plan_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                    const char *lineups);

/* Begin and end a night of a season. Commit at once. */
enum sv_status svi_store_begin_night(struct svi_store *store, uint64_t night, uint64_t matches);
enum sv_status svi_store_end_night(struct svi_store *store, uint64_t night);

/* Store a match, and commit everything stored so far. Return SV_E_SYSTEM if SQLite refuses (disk
 * full, match already stored); then close the store. */
enum sv_status svi_store_put(struct svi_store *store, const struct svi_store_match *match);
enum sv_status svi_store_commit(struct svi_store *store);

/* Stores a lost process and the present time; `bot` is the bot's place in the store. */
enum sv_status svi_store_put_loss(struct svi_store *store, const struct svi_loss *loss);

/* Marks runs that have not ended as killed. Call it as the only writer. */
enum sv_status svi_store_run_clear(struct svi_store *store);

/* Begins a run: matches stored from now on belong to it. Times, games and decisions of `run` are
 * ignored. */
enum sv_status svi_store_run_begin(struct svi_store *store, const struct svi_store_run *run);

/* Sets how many games of the run's share are known now, and how many of them were stored before it.
 * Written with the next match. */
void svi_store_run_planned(struct svi_store *store, uint64_t planned, uint64_t before);

/* Sets how long the rest of the run takes, in seconds, or -1. Written with the next match. */
void svi_store_run_left(struct svi_store *store, int64_t left_s);

/* Stores a bot that this run has parked, in place of an earlier row of the bot. */
enum sv_status svi_store_put_parked(struct svi_store *store, const struct svi_store_parked *row);

/* Stores the matches that a worker of this run has in flight, in place of its earlier ones. */
enum sv_status svi_store_put_playing(struct svi_store *store, unsigned worker,
                                     const struct svi_playing rows[], unsigned n);

/* Records that the operator has been reminded of bots that are set aside. Commits at once. */
enum sv_status svi_store_put_reminded(struct svi_store *store);

/* Ends the run. `how` is its `ended` text. Commits at once. */
enum sv_status svi_store_run_end(struct svi_store *store, const char *how);

/* Writes the times of all matches so far. */
enum sv_status svi_store_flush_times(struct svi_store *store);

/* Stores the luck of a match, in place of an earlier row. */
enum sv_status svi_store_put_luck(struct svi_store *store, const struct svi_store_luck *luck);

/* Stores the analysis of a match's decisions by a version of the analysis, in place of an earlier
 * one. */
enum sv_status svi_store_put_analysis(struct svi_store *store, uint64_t number,
                                      const uint8_t version[SVI_STORE_ANALYSIS_VERSION],
                                      const struct svi_buf *found);

/* Checks that another store belongs to the same league; one of them may know later changes of its
 * file. Returns SV_E_HASH if it does not, or if it is the store of a season; svi_store_error() has
 * the reason and calls the store `path`. */
enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other,
                                 const char *path);

/* Merges another store of the same league: copies all its matches or none. Returns SV_E_HASH if the
 * other file is no store of this league, or has another game under the same number. */
enum sv_status svi_store_merge(struct svi_store *store, const char *path);

/* Copies everything committed to one plain file, which replaces any file at `path`. Returns
 * SV_E_SYSTEM if it cannot be written; an existing file stays then. */
enum sv_status svi_store_save(struct svi_store *store, const char *path);

/* Makes a complete store one plain file. Does nothing while others read it. */
void svi_store_seal(struct svi_store *store);

#endif
