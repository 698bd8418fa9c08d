/* The store of a league: an SQLite file with the league's text, its seed, every finished match and
 * its replay. A match is either stored whole or not at all, so a run that was killed is resumed by
 * playing the missing matches.
 *
 * The store holds rows of plain values; arbiter/league/league_store.h makes them from a league, its
 * plan and its matches. Every store has these tables:
 *
 *  - `league` (one row), `terms`, `bots`, and `entries` (definitions, versions and statuses);
 *  - `matches`, `seats` (a row for each seat of each match), and `replays`;
 *  - `timings`: everything that a wall clock measured in a match;
 *  - `revisions`: a row for every state of the league file that games were planned by, with the
 *    match that it came before;
 *  - of a season, `stages` (the tables decided on, since deciding again takes long) and `nights`
 *    (where earlier runs ended).
 *
 * These tables are created when they get a first row:
 *
 *  - `trades`: the gains of seats from each other in a match;
 *  - `fallbacks`: how many of a seat's answers were fallbacks, where there were any;
 *  - `luck`: the luck of each seat, `played_on`: what games played on from recorded ones
 *    have shown of decisions; and `analyses`, which only versions before 0.2 wrote;
 *  - `losses`: how processes of bots were lost, and the last text they printed;
 *  - `outputs`: text that a bot printed in a match;
 *  - `times`: decision times by bot and kind, and `runs`: the progress of each run.
 *
 * Two runs of one league may differ in `timings`, `losses`, `outputs`, `times` and `runs`, so these
 * are no part of any result.
 *
 * A league file may change during the league. `league`, `terms`, `bots` and `entries` describe the
 * present state. Bots are only ever added, so their numbers never change.
 *
 * The file holds the seed, so only its owner may read it.
 *
 * One process writes at a time: it holds a lock (flock) on the file. Any number of processes may
 * read meanwhile. During writing SQLite keeps a write-ahead log beside the file; a store with every
 * match in it is one plain file again.
 *
 * Functions that read see the matches stored when they are called; within a snapshot, those stored
 * when the snapshot began. Functions that write return SV_E_SYSTEM if SQLite refuses. "Commits at
 * once" means that the change is durable on return; other changes are written with the next
 * svi_store_commit(). svi_store_error() has the reason of a failure.
 *
 * Functions that open a store set *out to NULL on errors; else the caller closes the store by
 * svi_store_destroy().
 *
 * Commands and the load benchmark open stores and hand them to arbiter/league, arbiter/ranking,
 * tools/report, tools/replay, tools/analysis and `serve`. One thread at a time may use a store.
 * Paths and texts given to the functions are copied, unless a function says otherwise. */
#ifndef SVI_ARBITER_STORE_STORE_H
#define SVI_ARBITER_STORE_STORE_H

#include "base/error.h"
#include "store/rows.h"

#include <stdatomic.h>

/* Opens a store for reading, by one thread at a time. Returns SV_E_UNKNOWN if the file does not
 * exist, is no store, has a version that is not read here, or if its schema computes something (a
 * line says which), SV_E_LENGTH if the store's league is unsound, and SV_E_SYSTEM if the file
 * cannot be read. */
enum sv_status svi_store_create_reader(struct svi_store **out, const char *path,
                                       struct svi_error *error);

/* Opens another file of tables than a store for reading, with the same care: its schema may not
 * compute anything. Returns SV_E_UNKNOWN if it does, SV_E_SYSTEM if the file cannot be read. The
 * caller closes it by svi_store_destroy(). It has no league: svi_store_info() is all 0. */
enum sv_status svi_store_open_tables(struct svi_store **out, const char *path,
                                     struct svi_error *error);

/* Opens the store of the league `want` for writing, or creates it. Errors call the league `source`.
 * `drawn` says that the seed of `want` has just been drawn: a new store takes that seed, and an
 * existing store keeps its own.
 *
 * Returns SV_E_MISMATCH if the store belongs to another league; the line names the first
 * difference. Returns SV_E_UNKNOWN as svi_store_create_reader(), but not for a missing file,
 * SV_E_LENGTH if its league is unsound, and SV_E_SYSTEM if it cannot be written or another process
 * is writing it. */
enum sv_status svi_store_create_writer(struct svi_store **out, const char *path,
                                       const struct svi_store_info *want, const char *source,
                                       bool drawn, struct svi_error *error);

/* Opens a store for writing, for league runs (league_store.h), `luck` and `analyse`. *fresh tells
 * that the file is empty or new; then call svi_store_write_league() next. Returns the errors of
 * svi_store_create_writer() except SV_E_MISMATCH. A file that gets no league stays behind, empty,
 * and is fresh the next time. */
enum sv_status svi_store_open_writer(struct svi_store **out, const char *path, bool *fresh,
                                     struct svi_error *error);

/* Writes the league `want`, which is copied, into a fresh store. Returns SV_E_SYSTEM, or
 * SV_E_LENGTH if the league is unsound; then close the store. */
enum sv_status svi_store_write_league(struct svi_store *store, const struct svi_store_info *want);

/* Closes a store; uncommitted changes are dropped. NULL does nothing. */
void svi_store_destroy(struct svi_store *store);

/* Returns the store's league, which belongs to the store. Its texts and arrays are valid until the
 * league file changes in it: svi_store_revise(), svi_store_retell(), svi_store_retag() or
 * svi_store_merge(). */
const struct svi_store_info *svi_store_info(const struct svi_store *store);

/* Returns the line about the last failure of any function of the store, or "". It is valid until
 * the next failure. */
const char *svi_store_error(const struct svi_store *store);

/* Passes a failure of a store's function on. Returns SV_OK if `status` is SV_OK; else SV_E_SYSTEM,
 * with the line of svi_store_error() in `error`:
 *
 *     SVI_TRY(svi_store_pass(store, svi_store_count(store, &matches), error)); */
enum sv_status svi_store_pass(const struct svi_store *store, enum sv_status status,
                              struct svi_error *error);

/* Writes the first line in which two identities differ to `out`, as "found ..., expected ...".
 * Returns false if they are equal. */
bool svi_store_differs(const char *found, const char *expected, char *out, size_t size);

/* Sets a flag, or none (NULL), that stops reading: once *stop is true, the current read ends with
 * SV_E_SYSTEM, and so do all later ones. `stop` must outlive the store. */
void svi_store_stop_by(struct svi_store *store, const atomic_bool *stop);

/* Returns SV_E_SYSTEM once the flag of svi_store_stop_by() is true. For callers that work on rows
 * they have read, between one piece and the next. */
enum sv_status svi_store_check_stop(struct svi_store *store);

/* Splits "STORE.db#17": writes the path to `path` (of `size` bytes) and 17 to *number. Returns
 * false if the word does not end in '#' and a number from 1 of at most nine digits, or if the path
 * does not fit. */
bool svi_store_split(const char *word, char *path, size_t size, uint64_t *number);

#endif
