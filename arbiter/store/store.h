/* The store of a league: one SQLite file with the league's text, its seed, every finished match and
 * its replay. A match is either in it, whole, or not: there is no other state, so a run that was
 * killed is resumed by playing what is missing.
 *
 * It keeps what it is given: rows of plain values (arbiter/league/league_store.h makes them of a
 * league, its plan and its matches). Tables: `league` (one row), `terms`, `bots`, `entries` (what
 * bots are made of and whether they play), `matches`, `seats` (a row for each seat of each match),
 * `replays`, and, no part of any result, as they alone may differ between two runs of one league:
 * `timings`, whatever a wall clock measured, `losses`, how processes of bots were lost and what
 * they printed last, `outputs`, what a bot printed in a match, `times`, how long decisions took by
 * bot and kind, and `runs`, how far each run has come. `trades` has what seats gained from each
 * other in a match, `luck` what chance gave to whom, `analyses` what decisions cost. The last of
 * these are made when there is something to put in.
 *
 * A league's file may change while it goes on. The table `revisions` has a row for every state of
 * the file that games were planned by, and before which match it came; `league`, `terms`, `bots`
 * and `entries` say how it is now. Bots only ever come: their numbers stay. Of a season there are
 * also `stages`, the tables that were decided on, since to decide again takes long, and `nights`,
 * how far earlier runs went.
 *
 * The file holds the seed, so only its owner may read it.
 *
 * One process writes: it holds a lock (flock) on the file; any number may read at the same time.
 * While it is written, SQLite keeps a write-ahead log beside the file; a store with every match in
 * it is one plain file again. */
#ifndef SVI_ARBITER_STORE_STORE_H
#define SVI_ARBITER_STORE_STORE_H

#include "base/error.h"
#include "store/rows.h"

#include <stdatomic.h>

struct svi_store;

/* Opens a store for reading, by one thread at a time. SV_E_UNKNOWN: there is no such file, or it is
 * no store (a line says so). SV_E_SYSTEM: it cannot be read. */
enum sv_status svi_store_create_reader(struct svi_store **out, const char *path,
                                       struct svi_error *error);

/* Opens the store of the league `want` for writing, or begins it. Errors call the league `source`.
 * `drawn`: its seed has just been drawn, for a store that is begun; one that is there keeps its
 * own. SV_E_HASH: the store is another league's, the line names the first thing that differs.
 * SV_E_UNKNOWN: the file is no store. SV_E_SYSTEM: it cannot be written, or another process writes
 * it. */
enum sv_status svi_store_create_writer(struct svi_store **out, const char *path,
                                       const struct svi_store_info *want, const char *source,
                                       bool drawn, struct svi_error *error);

/* Opens a store for writing; *fresh: the file is empty, or new, and svi_store_found() is to be
 * called next. The same errors, but for SV_E_HASH. */
enum sv_status svi_store_open_writer(struct svi_store **out, const char *path, bool *fresh,
                                     struct svi_error *error);

/* Begins the league `want` in a fresh store. */
enum sv_status svi_store_found(struct svi_store *store, const struct svi_store_info *want);

/* Closes it; what has not been committed is dropped. NULL does nothing. */
void svi_store_destroy(struct svi_store *store);

const struct svi_store_info *svi_store_info(const struct svi_store *store);

/* The line about the last failure of any function below. */
const char *svi_store_error(const struct svi_store *store);

/* The first line in which two identities differ, as "found ..., expected ..." in `out`; false when
 * none does. */
bool svi_store_differs(const char *found, const char *expected, char *out, size_t size);

/* Whether a process is writing the store at this path. To be called before that is opened by this
 * process. */
bool svi_store_is_written(const char *path);

/* The same for who looks again and again: a descriptor to ask by, -1 where there is no file. To be
 * opened before, and closed after, all that this process opens of the store, as closing it takes
 * SQLite's locks away. */
int svi_store_watch_writer(const char *path);
bool svi_store_has_writer(int watch);

/* Once *stop whatever is being read of the store ends, with SV_E_SYSTEM, and nothing more is.
 * `stop` must outlive it. */
void svi_store_stop_by(struct svi_store *store, const atomic_bool *stop);

/* SV_E_SYSTEM once that has come: for whoever makes something of what was read, between one part
 * and the next. */
enum sv_status svi_store_go_on(struct svi_store *store);

/* Splits "STORE.db#17": the path goes to `path` (of `size` bytes), 17 to *number. False when the
 * word does not end in '#' and a number from 1, or the path does not fit. */
bool svi_store_split(const char *word, char *path, size_t size, uint64_t *number);

#endif
