/* Writing a store: what has been planned, matches, runs, and other stores of the league.
 * SV_E_SYSTEM: SQLite refuses; svi_store_error() says why. */
#ifndef SVI_ARBITER_STORE_WRITER_H
#define SVI_ARBITER_STORE_WRITER_H

#include "store/store.h"

/* The league file has changed: `want` has the store's revisions and more of them, its bots and more
 * of them, and how it is now. In at once. */
enum sv_status svi_store_revise(struct svi_store *store, const struct svi_store_info *want);

/* Puts other texts of the league file in the place of those of the revisions, texts[i] NULL: it
 * stays. Nothing is left of the old ones. In at once. */
enum sv_status svi_store_retell(struct svi_store *store, char *const texts[]);

/* Puts in what tags the bots of `want` have. In at once. */
enum sv_status svi_store_retag(struct svi_store *store, const struct svi_store_info *want);

/* More matches have been planned; `matches` is not below what it was. In at once. */
enum sv_status svi_store_plan(struct svi_store *store, uint64_t matches);

/* The same of a season, whose next stage it is: its lineups as a text, each dealt in so many
 * rounds. */
enum sv_status svi_store_plan_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                    const char *lineups);

/* Begins the next one, and ends it. In at once. */
enum sv_status svi_store_begin_night(struct svi_store *store, uint64_t night, uint64_t matches);
enum sv_status svi_store_end_night(struct svi_store *store, uint64_t night);

/* Puts a match in; it is there for good with the next commit. SV_E_SYSTEM: SQLite refuses (disk
 * full, the match is in already): the store is to be closed then. */
enum sv_status svi_store_put(struct svi_store *store, const struct svi_store_match *match);
enum sv_status svi_store_commit(struct svi_store *store);

/* The same of a process that was lost; `bot` is its place among the store's. When it was is noted:
 * now. */
enum sv_status svi_store_put_loss(struct svi_store *store, const struct svi_loss *loss);

/* We are the only ones who write: runs that have not ended were killed, and are noted as such. */
enum sv_status svi_store_run_clear(struct svi_store *store);

/* From now on the matches put in are those of this run, of which times, games and decisions are not
 * looked at. */
enum sv_status svi_store_run_begin(struct svi_store *store, const struct svi_store_run *run);

/* So many games of its share are known now, and so many had been in. Written with the next match.
 */
void svi_store_run_planned(struct svi_store *store, uint64_t planned, uint64_t before);

/* Sets how long the rest of the run takes, or -1. Written with the next match. */
void svi_store_run_left(struct svi_store *store, int64_t left_s);

/* Puts in a bot that this run has parked, in the place of what was there of it; with the next
 * commit. */
enum sv_status svi_store_put_parked(struct svi_store *store, const struct svi_store_parked *row);

/* The matches that a worker of this run has in flight, in the place of those that it had; with the
 * next commit. */
enum sv_status svi_store_put_playing(struct svi_store *store, unsigned worker,
                                     const struct svi_playing rows[], unsigned n);

/* Notes that the operator has been told again of bots that are set aside. In at once. */
enum sv_status svi_store_put_reminded(struct svi_store *store);

/* The run is over. */
enum sv_status svi_store_run_end(struct svi_store *store, const char *how);

/* Puts in the times of all matches so far, with the next commit. */
enum sv_status svi_store_flush_times(struct svi_store *store);

/* Puts it in, in the place of what was there; with the next commit. */
enum sv_status svi_store_put_luck(struct svi_store *store, const struct svi_store_luck *luck);

/* What has been found of a match's decisions, by that version; in the place of what was there; with
 * the next commit. */
enum sv_status svi_store_put_analysis(struct svi_store *store, uint64_t number,
                                      const uint8_t version[SVI_STORE_ANALYSIS_VERSION],
                                      const struct svi_buf *found);

/* Whether another store is of the same league; one may know of later changes of its file than the
 * other. SV_E_HASH: it is not, or it is a season's own store; svi_store_error() says so and calls
 * it `path`. */
enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other,
                                 const char *path);

/* Takes over every match of another store of the same league, whole or not at all. SV_E_HASH: the
 * other is no store of this league, or has another game under the same number. */
enum sv_status svi_store_merge(struct svi_store *store, const char *path);

/* Copies what has been committed to another file, whole: one plain file, in the place of what was
 * there. SV_E_SYSTEM: it cannot be written; what was there stays. */
enum sv_status svi_store_save(struct svi_store *store, const char *path);

/* Every match is in: makes it one plain file. Nothing happens while others read it. */
void svi_store_seal(struct svi_store *store);

#endif
