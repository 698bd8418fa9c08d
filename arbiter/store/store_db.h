/* Internals that the files of the store share: the connection and its statements. */
#ifndef SVI_ARBITER_STORE_STORE_DB_H
#define SVI_ARBITER_STORE_STORE_DB_H

#include "store/rows.h"

#include "base/buf.h"
#include "base/error.h"

#include <sqlite3.h>

#include <stdatomic.h>

/* X(NAME, SQL): the statements that store a match. */
#define SVI_STORE_INSERTS(X)                                                                       \
    X(MATCH, "INSERT INTO matches VALUES (?,?,?,?,?,?,?,?,?)")                                     \
    X(SEAT, "INSERT INTO seats VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)")                                \
    X(REPLAY, "INSERT INTO replays VALUES (?,?)")                                                  \
    X(TIMING, "INSERT INTO timings VALUES (?,?,?)")

enum svi_store_insert {
#define X(NAME, sql) SVI_INSERT_##NAME,
    SVI_STORE_INSERTS(X)
#undef X
        SVI_INSERT_COUNT
};

#define SVI_STORE_APPLICATION 0x534f4c56 /* "SOLV", in the header of the file */

/* Statements of tables, and values kept between calls. All 0 at first: each statement is prepared
 * when it is first needed. */

struct svi_matches_table {
    sqlite3_stmt *insert[SVI_INSERT_COUNT];
    sqlite3_stmt *replay;
};

struct svi_outputs_table {
    sqlite3_stmt *insert; /* NULL until text is stored */
};

struct svi_losses_table {
    sqlite3_stmt *insert; /* NULL until a loss is stored */
    int64_t at_us;        /* time of the last row */
};

struct svi_trades_table {
    sqlite3_stmt *insert;
};

struct svi_luck_table {
    sqlite3_stmt *insert;
    sqlite3_stmt *of;     /* reads the luck of a match */
    struct svi_buf found; /* copy of the figures found */
};

struct svi_runs_table {
    sqlite3_stmt *update, *estimate;
    int64_t number; /* number of the run that stores matches; 0 without a run */
    struct svi_store_run run;
    uint64_t written;   /* games stored when `run.last_ms` was set */
    char command[1024]; /* command of the last run */
};

struct svi_sessions_table {
    sqlite3_stmt *insert; /* inserts into `played` */
    int64_t session;      /* session that plays the games stored; 0 without one */
};

void svi_matches_table_finish(struct svi_matches_table *table);
void svi_outputs_table_finish(struct svi_outputs_table *table);
void svi_losses_table_finish(struct svi_losses_table *table);
void svi_trades_table_finish(struct svi_trades_table *table);
void svi_luck_table_finish(struct svi_luck_table *table);
void svi_runs_table_finish(struct svi_runs_table *table);
void svi_sessions_table_finish(struct svi_sessions_table *table);

struct svi_store {
    sqlite3 *db;
    /* Descriptor that holds the lock; -1 for a reader. Closed after the connection, because closing
     * any descriptor of the file drops SQLite's own locks. */
    int lock;
    bool wal;    /* the write-ahead log is on */
    bool begun;  /* a transaction is open */
    int version; /* version of the tables */
    struct svi_matches_table matches;
    struct svi_outputs_table outputs;
    struct svi_losses_table losses;
    struct svi_trades_table trades;
    struct svi_luck_table luck;
    struct svi_runs_table runs;
    struct svi_sessions_table sessions;
    /* Times that are not in the file yet; NULL until the first. */
    struct svi_store_pace *pace;
    /* State of svi_store_only_over(); NULL if all matches are visible. */
    struct svi_visible_games *over;
    int64_t data_version; /* of the last svi_store_changed() */
    /* Function of svi_store_watch(), or NULL. */
    void (*watch)(void *user, uint64_t done, uint64_t all);
    void *watcher;
    const atomic_bool *stop; /* flag of svi_store_stop_by(), or NULL */
    struct svi_store_info info;
    char *path;
    struct svi_error error;
};

/* Writes "PATH: what: SQLite's reason" into the store's error. Returns SV_E_SYSTEM. */
enum sv_status svi_store_fail(struct svi_store *store, const char *what);

/* Runs SQL whose rows, if any, are ignored. */
enum sv_status svi_store_exec(struct svi_store *store, const char *sql);

/* Prepares a statement. Returns NULL, with the store's error set, on failure. */
sqlite3_stmt *svi_store_prepare(struct svi_store *store, const char *sql);

/* Steps to the next row; *more tells whether there is one. */
enum sv_status svi_store_step(struct svi_store *store, sqlite3_stmt *statement, bool *more);

/* Returns a column of the current row as a whole number from `low` to `high`.
 *
 * Any other value, also a text or NULL, writes "PATH: COLUMN of match N: found ..., expected LOW to
 * HIGH" into the store's error (for match 0 without "of match 0"). Then *status becomes
 * SV_E_SYSTEM, unless it is an error already, and the function returns `low`. */
int64_t svi_store_whole(struct svi_store *store, sqlite3_stmt *s, int column, uint64_t match,
                        int64_t low, int64_t high, enum sv_status *status);

/* Reads a single number, for example of a PRAGMA. */
enum sv_status svi_store_read_number(struct svi_store *store, const char *sql, int64_t *out);

/* Reads the part of store->info that the tables of revisions hold; builds it for a store of version
 * 4, which has no such tables. */
enum sv_status svi_store_read_revisions(struct svi_store *store);

/* Create and fill these tables. Filling begins at the given revision. Call them within a
 * transaction. */
enum sv_status svi_store_make_revisions(struct svi_store *store);
enum sv_status svi_store_put_revisions(struct svi_store *store, const struct svi_store_info *want,
                                       unsigned revision);

/* Upgrades a store of an older version to the present version. */
enum sv_status svi_store_upgrade(struct svi_store *store);

/* Frees the contents of store->info. */
void svi_store_forget(struct svi_store_info *info);

/* Writes the rows of `bots` and `terms` of `want`, and the columns of `league` that can change.
 * Call it within a transaction. */
enum sv_status svi_store_put_now(struct svi_store *store, const struct svi_store_info *want);

/* Fills an empty file in one transaction; a kill in the middle leaves it empty. */
enum sv_status svi_store_begin_league(struct svi_store *store, const struct svi_store_info *want);

/* Reads store->info. */
enum sv_status svi_store_read_info(struct svi_store *store);

/* Write the row of a match and the rows of its seats as whole numbers, in the order of the columns.
 * Columns that are no numbers (`why`, `replay_hash`) are 0. */
#define SVI_MATCH_COLUMNS 9
#define SVI_MATCH_WHY 4
#define SVI_MATCH_HASH 8
#define SVI_SEAT_COLUMNS 13
void svi_store_match_values(const struct svi_store_match *match, int64_t out[SVI_MATCH_COLUMNS]);
void svi_store_seat_values(const struct svi_store_match *match, unsigned seat,
                           int64_t out[SVI_SEAT_COLUMNS]);

/* Begins a transaction unless one is open. */
enum sv_status svi_store_begin(struct svi_store *store);

/* Stores the text that the bots of a match printed. */
enum sv_status svi_store_put_outputs(struct svi_store *store, const struct svi_store_match *match);

/* Writes the row of a match in `trades` as text, and returns its length. */
/* longest pair: [7,8,4294967295,-2147483648], */
#define SVI_TRADE_BALANCE_TEXT (SVI_TRADE_PAIRS * 48u + 3)
size_t svi_store_trades_text(const struct svi_store_match *match,
                             char text[SVI_TRADE_BALANCE_TEXT]);

/* Store the seats' gains from trades, and add the match's decision times to the times not yet
 * written. */
enum sv_status svi_store_put_trades(struct svi_store *store, const struct svi_store_match *match);
enum sv_status svi_store_put_times(struct svi_store *store, const struct svi_store_match *match);

/* Returns whether times have waited long enough to be written with the current transaction. */
bool svi_store_times_due(const struct svi_store *store);

/* Create the tables if they do not exist. */
enum sv_status svi_store_make_trades(struct svi_store *store);
enum sv_status svi_store_make_times(struct svi_store *store);

/* Copies the times of the store attached as `other`. */
enum sv_status svi_store_merge_times(struct svi_store *store);

/* Free their argument; NULL does nothing. */
void svi_store_pace_destroy(struct svi_store_pace *pace);
void svi_visible_games_destroy(struct svi_visible_games *over);

/* Creates the table `outputs` if it does not exist. */
enum sv_status svi_store_make_outputs(struct svi_store *store);

/* Create the table `losses` if it does not exist, and copy the losses of the store attached as
 * `other` that belong to chosen matches or to no match. */
enum sv_status svi_store_make_losses(struct svi_store *store);
enum sv_status svi_store_merge_losses(struct svi_store *store);

/* Writes the progress of the run in the open transaction. */
enum sv_status svi_store_run_write(struct svi_store *store, const char *ended);

/* Drops the table of matches in flight. Call it within a transaction. */
enum sv_status svi_store_drop_playing(struct svi_store *store);

/* Create the table if it does not exist. */
enum sv_status svi_store_make_luck(struct svi_store *store);
enum sv_status svi_store_make_analyses(struct svi_store *store);

/* Creates an empty list of match numbers. svi_store_drop_chosen() deletes the rows of the matches
 * on it from every table. */
#define SVI_CHOSEN_SQL                                                                             \
    "CREATE TEMP TABLE IF NOT EXISTS chosen (number INTEGER PRIMARY KEY); DELETE FROM temp.chosen"
enum sv_status svi_store_drop_chosen(struct svi_store *store);

/* Tells whether the database `schema` ("main" or an attached one) has a table of that name. */
enum sv_status svi_store_has_table(struct svi_store *store, const char *schema, const char *table,
                                   bool *has);

/* Writes into store->error that the store has no game of this number, and which games it has.
 * Returns SV_E_UNKNOWN. */
enum sv_status svi_store_no_game(struct svi_store *store, uint64_t number);

#endif
