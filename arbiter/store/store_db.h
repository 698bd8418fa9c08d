/* What the files of the store share: the connection and its statements. */
#ifndef SVI_ARBITER_STORE_STORE_DB_H
#define SVI_ARBITER_STORE_STORE_DB_H

#include "store/rows.h"

#include "base/buf.h"
#include "base/error.h"

#include <sqlite3.h>

#include <stdatomic.h>

/* X(NAME, SQL): the statements that putting a match in takes. */
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

/* Statements of tables, and what is kept between two of their calls. All 0 at first: each is
 * prepared when it is needed. */

struct svi_matches_table {
    sqlite3_stmt *insert[SVI_INSERT_COUNT];
    sqlite3_stmt *replay;
};

struct svi_outputs_table {
    sqlite3_stmt *insert; /* NULL: nothing has been printed yet */
};

struct svi_losses_table {
    sqlite3_stmt *insert; /* NULL: nobody has been lost yet */
    int64_t at_us;        /* of the last row */
};

struct svi_trades_table {
    sqlite3_stmt *insert;
};

struct svi_luck_table {
    sqlite3_stmt *insert;
    sqlite3_stmt *of;     /* of a match, */
    struct svi_buf found; /*   and what was found */
};

struct svi_runs_table {
    sqlite3_stmt *update, *estimate;
    int64_t number; /* of the run that matches are put in by; 0: of none */
    struct svi_store_run run;
    uint64_t written;   /* games, when `run.last_ms` was set */
    char command[1024]; /* of the last run */
};

struct svi_sessions_table {
    sqlite3_stmt *insert; /* into `played` */
    int64_t session;      /* whose games are put in; 0: nobody's */
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
    int lock;    /* descriptor that holds the lock, -1 for a reader; closed after the connection:
                    closing any    descriptor of the file takes SQLite's own locks away */
    bool wal;    /* the log has been switched on */
    bool begun;  /* a transaction is open */
    int version; /* of the tables */
    struct svi_matches_table matches;
    struct svi_outputs_table outputs;
    struct svi_losses_table losses;
    struct svi_trades_table trades;
    struct svi_luck_table luck;
    struct svi_runs_table runs;
    struct svi_sessions_table sessions;
    struct svi_store_pace *pace;    /* times that are not in the file yet; NULL: there were none */
    struct svi_visible_games *over; /* svi_store_only_over(); NULL: everything is seen */
    int64_t data_version;           /* svi_store_changed() */
    void (*watch)(void *user, uint64_t done, uint64_t all); /* svi_store_watch(); NULL: nobody */
    void *watcher;
    const atomic_bool *stop; /* svi_store_stop_by(); NULL: nobody stops it */
    struct svi_store_info info;
    char *path;
    struct svi_error error;
};

/* Writes "PATH: what: SQLite's reason" into the store's error; SV_E_SYSTEM. */
enum sv_status svi_store_fail(struct svi_store *store, const char *what);

/* Runs SQL that returns nothing of interest. */
enum sv_status svi_store_exec(struct svi_store *store, const char *sql);

/* Prepares a statement; NULL with the error set. */
sqlite3_stmt *svi_store_prepare(struct svi_store *store, const char *sql);

/* The next row: SV_OK and *more. */
enum sv_status svi_store_step(struct svi_store *store, sqlite3_stmt *statement, bool *more);

/* A column of the row at hand, a whole number of `low` to `high`. Anything else, also a text or
 * nothing, writes "PATH: COLUMN of match N: found ..., expected LOW to HIGH" into the store's error
 * (match 0: without "of match 0"), *status becomes SV_E_SYSTEM, and it is `low`. Where *status is
 * an error already, that stays. */
int64_t svi_store_whole(struct svi_store *store, sqlite3_stmt *s, int column, uint64_t match,
                        int64_t low, int64_t high, enum sv_status *status);

/* A single number, e.g. of a PRAGMA. */
enum sv_status svi_store_read_number(struct svi_store *store, const char *sql, int64_t *out);

/* Reads of store->info what the tables of revisions say, or a store of version 4 without them. */
enum sv_status svi_store_read_revisions(struct svi_store *store);

/* Makes these tables and fills them; begins at the given revision and bot. Within a transaction. */
enum sv_status svi_store_make_revisions(struct svi_store *store);
enum sv_status svi_store_put_revisions(struct svi_store *store, const struct svi_store_info *want,
                                       unsigned revision);

/* Makes a store of an older version one of this. */
enum sv_status svi_store_upgrade(struct svi_store *store);

/* Gives back what store->info holds. */
void svi_store_forget(struct svi_store_info *info);

/* The rows of `bots` and `terms` as `want` has them, and whatever of `league` changes. Within a
 * transaction. */
enum sv_status svi_store_put_now(struct svi_store *store, const struct svi_store_info *want);

/* Fills an empty file, all at once: killed amid this it is empty again. */
enum sv_status svi_store_begin_league(struct svi_store *store, const struct svi_store_info *want);

/* Reads store->info. */
enum sv_status svi_store_read_info(struct svi_store *store);

/* The row of a match and those of its seats as whole numbers, in the order of the columns; what is
 * none (`why`, `replay_hash`) is 0. */
#define SVI_MATCH_COLUMNS 9
#define SVI_MATCH_WHY 4
#define SVI_MATCH_HASH 8
#define SVI_SEAT_COLUMNS 13
void svi_store_match_values(const struct svi_store_match *match, int64_t out[SVI_MATCH_COLUMNS]);
void svi_store_seat_values(const struct svi_store_match *match, unsigned seat,
                           int64_t out[SVI_SEAT_COLUMNS]);

/* Begins a transaction unless one is open. */
enum sv_status svi_store_begin(struct svi_store *store);

/* Puts in what the bots of a match printed. */
enum sv_status svi_store_put_outputs(struct svi_store *store, const struct svi_store_match *match);

/* The row of `trades` of a match, a text; returns its length. */
#define SVI_TRADE_BALANCE_TEXT (SVI_TRADE_PAIRS * 48u + 3) /* [7,8,4294967295,-2147483648], */
size_t svi_store_trades_text(const struct svi_store_match *match,
                             char text[SVI_TRADE_BALANCE_TEXT]);

/* Puts in what seats gained by trades, and takes in how long decisions took. */
enum sv_status svi_store_put_trades(struct svi_store *store, const struct svi_store_match *match);
enum sv_status svi_store_put_times(struct svi_store *store, const struct svi_store_match *match);

/* Whether times have waited for so long that they should go in with the transaction at hand. */
bool svi_store_times_due(const struct svi_store *store);

/* Makes the tables if they are not there. */
enum sv_status svi_store_make_trades(struct svi_store *store);
enum sv_status svi_store_make_times(struct svi_store *store);

/* Takes over the times of the store attached as `other`. */
enum sv_status svi_store_merge_times(struct svi_store *store);

/* Frees them; NULL does nothing. */
void svi_store_pace_destroy(struct svi_store_pace *pace);
void svi_visible_games_destroy(struct svi_visible_games *over);

/* Makes the table `outputs` if it is not there. */
enum sv_status svi_store_make_outputs(struct svi_store *store);

/* Makes the table `losses` if it is not there, and takes over the losses of the store attached as
 * `other` that are of chosen matches or of none. */
enum sv_status svi_store_make_losses(struct svi_store *store);
enum sv_status svi_store_merge_losses(struct svi_store *store);

/* Writes how far the run has come, into the open transaction. */
enum sv_status svi_store_run_write(struct svi_store *store, const char *ended);

/* Takes away what has been told of matches in flight. Within a transaction. */
enum sv_status svi_store_drop_playing(struct svi_store *store);

/* Makes the table if it is not there. */
enum sv_status svi_store_make_luck(struct svi_store *store);
enum sv_status svi_store_make_analyses(struct svi_store *store);

/* Makes an empty list for the numbers of matches, and takes all rows of those that it names out of
 * every table. */
#define SVI_CHOSEN_SQL                                                                             \
    "CREATE TEMP TABLE IF NOT EXISTS chosen (number INTEGER PRIMARY KEY); DELETE FROM temp.chosen"
enum sv_status svi_store_drop_chosen(struct svi_store *store);

/* Whether the database `schema` ("main" or an attached one) has a table of that name. */
enum sv_status svi_store_has_table(struct svi_store *store, const char *schema, const char *table,
                                   bool *has);

/* Says in store->error that the store has no game of this number, and which it has. Returns
 * SV_E_UNKNOWN. */
enum sv_status svi_store_no_game(struct svi_store *store, uint64_t number);

#endif
