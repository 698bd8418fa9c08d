/* The store of a league: one SQLite file with the league's text, its seed, every finished match and its
 * replay. A match is either in it, whole, or not: there is no other state, so a run that was killed is
 * resumed by playing what is missing.
 *
 * It keeps what it is given: rows of plain values (arbiter/league/league_store.h makes them of a league, its plan and its
 * matches). Tables: `league` (one row), `terms`, `bots`, `entries` (what bots are made of and whether they play), `matches`,
 * `seats` (a row for each seat of each match), `replays`, and, no part of any result, as they alone may differ between two runs of one league: `timings`, whatever a
 * wall clock measured, `crashes`, how bots were lost and what they printed last, `outputs`, what a bot
 * printed in a match, `times`, how long decisions took by bot and kind, and `runs`, how far each run has come. `trades` has what
 * seats gained from each other in a match, `luck` what chance gave to whom. The last of these are made when there is something to put in.
 *
 * A league's file may change while it goes on. The table `revisions` has a row for every state of the file that games were
 * planned by, and before which match it came; `league`, `terms`, `bots` and `entries` say how it is now. Bots only ever come:
 * their numbers stay. Of a season there are also `stages`, the tables that were decided on, since to decide again
 * takes long, and `nights`, how far earlier runs went.
 *
 * The file holds the seed, so only its
 * owner may read it.
 *
 * One process writes: it holds a lock (flock) on the file; any number may read at the same time. While it is
 * written, SQLite keeps a write-ahead log beside the file; a store with every match in it is one plain
 * file again. */
#ifndef SVI_ARBITER_STORE_STORE_H
#define SVI_ARBITER_STORE_STORE_H

#include "job/outcome.h"
#include "job/times.h"
#include "schedule/settings.h"

#include "base/buf.h"

#include <solvent/luck.h>
#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_STORE_LUCK_VERSION 16u
#define SVI_STORE_LUCK_ROW 320u /* bytes that are kept of a match's luck, at most */

#define SVI_STORE_VERSION 5  /* of the tables: SQLite's user_version */
#define SVI_STORE_OLDEST 4   /* that is read; made the newest when it is written */
#define SVI_STORE_ERROR 1536 /* room that every line of error fits in */
#define SVI_REPLAY_HASH_BYTES 32u

struct svi_store;

/* A term of the league: its key in the league file and its value. */
struct svi_store_term {
    char key[SV_MAX_NAME];
    char *value;
};

/* What is known of a bot beside its name. */
struct svi_store_entry {
    char origin[SV_MAX_NAME]; /* its name in the league file */
    char *definition;         /* the line of the identity that says how it is started */
    bool versioned;           /* what follows is known */
    uint8_t version[32];
    enum svi_status status; /* now, as is the reason; NULL: none */
    char *reason;
};

/* A state of the league file, from a match on. */
struct svi_store_revision {
    uint64_t matches; /* that were planned before it */
    unsigned bots;    /* there were so many, the first of them */
    char *settings;   /* "key: value" lines */
    char *statuses;   /* svi_settings_statuses() */
    char *identity, *text;
};

/* What a store says of its league. Belongs to the store. */
struct svi_store_info {
    char name[SV_MAX_NAME];
    char edition[SV_MAX_NAME];
    uint8_t edition_hash[32];
    uint8_t seed[SV_SEED_BYTES];
    unsigned seats;
    uint64_t matches; /* planned so far */
    uint32_t lanes;   /* matches of a deal, whose numbers follow each other */
    struct svi_store_term *term;
    unsigned n_terms;
    unsigned n_bots;
    char (*bot)[SV_MAX_NAME];      /* in the order of the league file */
    struct svi_store_entry *entry; /* of each bot; NULL, of a league that is simulated: all play */
    struct svi_store_revision *revision;
    unsigned n_revisions; /* at least 1 */
    char *text; /* of the league file as it stands now: of the last revision, as is the identity */
    char *identity; /* "key: value" lines of all that a result depends on */
};

/* Opens a store for reading, by one thread at a time. SV_E_UNKNOWN: there is no such file, or it is no store (a line says so).
 * SV_E_SYSTEM: it cannot be read. */
enum sv_status svi_store_create_reader(struct svi_store **out, const char *path, char *error,
                                       size_t error_size);

/* Opens the store of the league `want` for writing, or begins it. Errors call the league `source`. `drawn`: its seed has just
 * been drawn, for a store that is begun; one that is there keeps its own.
 * SV_E_HASH: the store is another league's, the line names the first thing that differs.
 * SV_E_UNKNOWN: the file is no store. SV_E_SYSTEM: it cannot be written, or another process writes it. */
enum sv_status svi_store_create_writer(struct svi_store **out, const char *path,
                                       const struct svi_store_info *want, const char *source,
                                       bool drawn, char *error, size_t error_size);

/* Opens a store for writing; *fresh: the file is empty, or new, and svi_store_found() is to be called next. The same errors, but for
 * SV_E_HASH. */
enum sv_status svi_store_open_writer(struct svi_store **out, const char *path, bool *fresh,
                                     char *error, size_t error_size);

/* Begins the league `want` in a fresh store. */
enum sv_status svi_store_found(struct svi_store *store, const struct svi_store_info *want);

/* The league file has changed: `want` has the store's revisions and more of them, its bots and more of them, and how it is
 * now. In at once. */
enum sv_status svi_store_revise(struct svi_store *store, const struct svi_store_info *want);

/* More matches have been planned; `matches` is not below what it was. In at once. */
enum sv_status svi_store_plan(struct svi_store *store, uint64_t matches);

/* The same of a season, whose next stage it is: its lineups as a text, each dealt in so many rounds. */
enum sv_status svi_store_plan_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                    const char *lineups);

/* The stage of a season that begins after so many matches; *lineups is to be freed. SV_E_UNKNOWN: there is none. */
enum sv_status svi_store_stage(struct svi_store *store, uint64_t before, uint32_t *rounds,
                               char **lineups);

/* The last night of a season, from 1, how many matches were planned before it, and whether it has ended; 0: there has been
 * none. */
enum sv_status svi_store_night(struct svi_store *store, uint64_t *night, uint64_t *matches,
                               bool *ended);

/* Begins the next one, and ends it. In at once. */
enum sv_status svi_store_begin_night(struct svi_store *store, uint64_t night, uint64_t matches);
enum sv_status svi_store_end_night(struct svi_store *store, uint64_t night);

/* Closes it; what has not been committed is dropped. NULL does nothing. */
void svi_store_destroy(struct svi_store *store);

const struct svi_store_info *svi_store_info(const struct svi_store *store);

/* The line about the last failure of any function below. */
const char *svi_store_error(const struct svi_store *store);

/* The first line in which two identities differ, as "found ..., expected ..." in `out`; false when none
 * does. */
bool svi_store_differs(const char *found, const char *expected, char *out, size_t size);

/* ---- matches ------------------------------------------------------------------------------ */

struct svi_store_seat {
    unsigned bot; /* its place in the league file, from 0 */
    uint8_t place;
    uint32_t points; /* arbiter/job/points.h */
    int32_t worth;
    uint32_t verdicts[SV_VERDICT_COUNT];
    bool forfeited;
    uint64_t used_us;    /* wall clock, as is wall_us below */
    const char *printed; /* struct svi_job_seat; NULL: nothing. Not read back with the match */
};

/* A finished match. */
struct svi_store_match {
    uint64_t number, table;
    uint32_t deal, seating;
    uint8_t why; /* enum sv_why */
    uint32_t rounds, turns, decisions;
    uint64_t wall_us;
    unsigned seats;
    struct svi_store_seat seat[SV_MAX_SEATS];
    const uint8_t *replay; /* the .svr file; its last 32 bytes, a digest, name the game */
    size_t replay_size;
    const char *crash; /* struct svi_outcome; NULL: none */
    unsigned crash_seat;

    /* Not read back with the match: svi_store_trades(), svi_store_times(). */
    bool has_trades; /* false: nobody has looked for them */
    unsigned n_trades;
    struct svi_trade_pair trade[SVI_TRADE_PAIRS];
    const struct svi_decision_times *times; /* struct svi_outcome */
    size_t n_times;
    struct {
        uint8_t version[SVI_STORE_LUCK_VERSION];
        uint8_t bytes[SVI_STORE_LUCK_ROW];
        size_t size; /* 0: nobody has accounted for it */
    } luck;          /* struct svi_store_luck */
};

/* Puts a match in; it is there for good with the next commit. SV_E_SYSTEM: SQLite refuses (disk full,
 * the match is in already): the store is to be closed then. */
enum sv_status svi_store_put(struct svi_store *store, const struct svi_store_match *match);
enum sv_status svi_store_commit(struct svi_store *store);

/* ---- runs --------------------------------------------------------------------------------- */

/* A run that puts matches into a store: how far it is, for whoever looks on. Times by the wall clock, ms since 1970. */
struct svi_store_run {
    int64_t began_ms, last_ms; /* when it began, and when the last of its games went in */
    unsigned shard, shards, workers;
    uint64_t planned,
        before; /* games of its share as far as they are known, and those that were in when it began */
    uint64_t games, decisions; /* that it has put in */
    char ended
        [16]; /* how: "done", "stopped", "time", "failed", "killed"; "": it goes on, or was killed */
    const char *command; /* that plays the rest */
};

/* We are the only ones who write: runs that have not ended were killed, and are noted as such. */
enum sv_status svi_store_run_clear(struct svi_store *store);

/* From now on the matches put in are those of this run, of which times, games and decisions are not looked at. */
enum sv_status svi_store_run_begin(struct svi_store *store, const struct svi_store_run *run);

/* So many games of its share are known now, and so many had been in. Written with the next match. */
void svi_store_run_planned(struct svi_store *store, uint64_t planned, uint64_t before);

/* The run is over. */
enum sv_status svi_store_run_end(struct svi_store *store, const char *how);

/* The run that began last; its texts are the store's. !*any: none has been noted. */
enum sv_status svi_store_last_run(struct svi_store *store, struct svi_store_run *run, bool *any);

/* Whether a process is writing the store at this path. To be called before that is opened by this process. */
bool svi_store_is_written(const char *path);

/* ---- reading ------------------------------------------------------------------------------ */

/* Between these two every reading function sees the same matches, whatever is written meanwhile. Pairs may stand
 * inside each other. */
enum sv_status svi_store_snapshot(struct svi_store *store);
void svi_store_snapshot_end(struct svi_store *store);

/* From now on every reading function sees only matches whose deal is over, as if no other were in; those of deals that were over
 * when it was called last. For readers, outside any snapshot. svi_store_info()->matches is what is planned by now. */
enum sv_status svi_store_only_over(struct svi_store *store);

/* The same, and need not look at deals that were over for another reader of the same store. */
enum sv_status svi_store_only_over_from(struct svi_store *store, const struct svi_store *older);

/* The next matches, after + 1 to last, of deals that are over for this reader and were not for the older one; *deal is where to go on,
 * 0 at first. False: there are none left. */
bool svi_visible_games_news(const struct svi_store *store, const struct svi_store *older,
                            uint64_t *deal, uint64_t *after, uint64_t *last);

/* Whether there are other bots by now than svi_store_info() knows, or they play otherwise: the store is to be opened anew. */
bool svi_store_outdated(struct svi_store *store);

/* How many matches are in that svi_store_only_over() hides; 0 where it was not called. */
enum sv_status svi_store_hidden(struct svi_store *store, uint64_t *matches);

/* Whether anybody has written to the store since this was asked last. */
enum sv_status svi_store_changed(struct svi_store *store, bool *changed);

/* How many matches are in. */
enum sv_status svi_store_count(struct svi_store *store, uint64_t *matches);

/* Whether every match of the deal that this one belongs to is in. */
enum sv_status svi_store_deal_over(struct svi_store *store, uint64_t number, bool *over);

/* Sets bit (number - 1) for every match that is in; `bits` has room for svi_store_info()->matches. */
enum sv_status svi_store_finished(struct svi_store *store, uint8_t *bits);

/* The first match that is in and has a number above `after`; *number is 0 when there is none. Goes through
 * a store: for (n = 0; next(store, n, &n) == SV_OK && n != 0;). */
enum sv_status svi_store_next(struct svi_store *store, uint64_t after, uint64_t *number);

/* Calls `each` with the places by seat of every match that is in and has a number above `after`, in the order of
 * numbers, until it returns false. */
enum sv_status svi_store_places(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number, const uint8_t place[]),
                                void *user);

/* The same with all that is known of a result: no replay, no clock's figures, no crash, nothing printed. */
enum sv_status svi_store_results(struct svi_store *store, uint64_t after,
                                 bool (*each)(void *user, const struct svi_store_match *match),
                                 void *user);

/* The same of the matches in which a bot played. */
enum sv_status svi_store_results_of(struct svi_store *store, unsigned bot, uint64_t after,
                                    bool (*each)(void *user, const struct svi_store_match *match),
                                    void *user);

/* Once *stop whatever is being read of the store ends, with SV_E_SYSTEM, and nothing more is. `stop` must outlive it. */
void svi_store_stop_by(struct svi_store *store, const atomic_bool *stop);

/* SV_E_SYSTEM once that has come: for whoever makes something of what was read, between one part and the next. */
enum sv_status svi_store_go_on(struct svi_store *store);

/* Somebody wants to know how far svi_store_results() from 0 on has come: `show` is called now and then with how many matches it has given
 * and how many are in, and a last time with `done` == `all` when it is over, however. NULL: nobody does any more. */
void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user);

/* Appends the replay of a match. SV_E_UNKNOWN: that match is not in. */
enum sv_status svi_store_replay(struct svi_store *store, uint64_t number, struct svi_buf *out);

/* Whether a match counts for the ranking: no bot at its table is disqualified. */
bool svi_store_counts(const struct svi_store_info *info, const struct svi_store_match *match);

/* How many of those that are in do not. */
enum sv_status svi_store_count_left_out(struct svi_store *store, uint64_t *matches);

/* What a bot did from one seat, over all matches that are in and count: sums and counts. */
struct svi_store_tally {
    unsigned bot, seat;
    uint64_t games, wins, points, places;
    int64_t worth;
    uint64_t ends[SV_WHY_COUNT];         /* games by why they ended */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* as in struct svi_store_seat */
    uint64_t forfeited;                  /* games */
    uint64_t
        incident; /* the first match with a late, malformed, illegal, dead or overtime answer or a forfeit; 0: none */
};

/* Calls `each` for every bot and seat it has played from, in the order of bots, then seats. */
enum sv_status svi_store_tallies(struct svi_store *store,
                                 void (*each)(void *user, const struct svi_store_tally *tally),
                                 void *user);

/* The first match in which a bot was lost, with its seat and the report, to be freed; *number is 0 when there is
 * none. */
enum sv_status svi_store_crash(struct svi_store *store, unsigned bot, uint64_t *number,
                               unsigned *seat, char **report);

/* Which bot had a seat in a match, and what it printed there, to be freed; NULL when that is nothing. The text is as
 * whoever wrote the store left it. SV_E_UNKNOWN: that match is not in, or has no such seat. */
enum sv_status svi_store_output(struct svi_store *store, uint64_t number, unsigned seat,
                                unsigned *bot, char **text);

/* Calls `each` with the trades of every match that is in, has a number above `after` and was looked at for them, in the order of
 * numbers, until it returns false. */
enum sv_status svi_store_trades(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number,
                                             const struct svi_trade_pair pair[], unsigned n),
                                void *user);

/* Calls `each` with how long decisions of every bot and kind took, as often for one of them as stores were merged. They come
 * at most a second after the matches, so that a kill may leave out that much. */
enum sv_status svi_store_times(struct svi_store *store,
                               void (*each)(void *user, unsigned bot, enum sv_decision kind,
                                            const struct svi_times *times),
                               void *user);

/* Calls `each` with how long bots have thought, by their clocks, in all games that are in; those that have one. */
enum sv_status svi_store_used(struct svi_store *store,
                              void (*each)(void *user, unsigned bot, uint64_t games,
                                           uint64_t used_us),
                              void *user);

/* Puts in the times of all matches so far, with the next commit. */
enum sv_status svi_store_flush_times(struct svi_store *store);

/* Calls `each` with every report of a lost bot, in the order of matches, until it returns false. */
enum sv_status svi_store_crashes(struct svi_store *store,
                                 bool (*each)(void *user, uint64_t number, unsigned seat,
                                              unsigned bot, const char *report),
                                 void *user);

/* ---- luck --------------------------------------------------------------------------------------- */

/* What has been accounted for of a match's luck (arbiter/job/luck_row.h has the figures), and the version that it was made by. */
struct svi_store_luck {
    uint64_t number;
    uint8_t version[SVI_STORE_LUCK_VERSION];
    const uint8_t *figures;
    size_t size;
};

/* Puts it in, in the place of what was there; with the next commit. */
enum sv_status svi_store_put_luck(struct svi_store *store, const struct svi_store_luck *luck);

/* Calls `each` for every match that is in with its luck, in the order of numbers, until it returns false. */
enum sv_status svi_store_lucks(struct svi_store *store,
                               bool (*each)(void *user, const struct svi_store_luck *luck),
                               void *user);

/* The luck of a match; *found: it is there. Its figures are the store's until the next call. */
enum sv_status svi_store_luck_of(struct svi_store *store, uint64_t number,
                                 struct svi_store_luck *luck, bool *found);

/* Whether there is luck of any match. */
enum sv_status svi_store_has_luck(struct svi_store *store, bool *has);

/* How many matches are in without luck of this version (NULL: of any); and their numbers above `after`, ascending, `most` at most. */
enum sv_status svi_store_count_without_luck(struct svi_store *store,
                                            const uint8_t version[SVI_STORE_LUCK_VERSION],
                                            uint64_t *count);
enum sv_status svi_store_without_luck(struct svi_store *store,
                                      const uint8_t version[SVI_STORE_LUCK_VERSION], uint64_t after,
                                      uint64_t numbers[], unsigned most, unsigned *n);

/* Decisions of all matches that are in. */
enum sv_status svi_store_decisions(struct svi_store *store, uint64_t *decisions);

/* BLAKE2b-256 over all matches that are in, in the order of their numbers: the number as 8 bytes, least
 * significant first, then the digest at the end of its replay. Equal: the same games to the last byte. */
enum sv_status svi_store_digest(struct svi_store *store, uint8_t digest[32]);

/* Whether another store is of the same league; one may know of later changes of its file than the other. SV_E_HASH: it is not, or it
 * is a season's own store; svi_store_error() says so and calls it `path`. */
enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other,
                                 const char *path);

/* Takes over every match of another store of the same league, whole or not at all. SV_E_HASH: the other is
 * no store of this league, or has another game under the same number. */
enum sv_status svi_store_merge(struct svi_store *store, const char *path);

/* Copies what has been committed to another file, whole: one plain file, in the place of what was there. SV_E_SYSTEM: it cannot be
 * written; what was there stays. */
enum sv_status svi_store_save(struct svi_store *store, const char *path);

/* Every match is in: makes it one plain file. Nothing happens while others read it. */
void svi_store_seal(struct svi_store *store);

/* Splits "STORE.db#17": the path goes to `path` (of `size` bytes), 17 to *number. False when the word does not
 * end in '#' and a number from 1, or the path does not fit. */
bool svi_store_split(const char *word, char *path, size_t size, uint64_t *number);

#endif
