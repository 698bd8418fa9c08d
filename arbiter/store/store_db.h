/* The connection and its statements, which the files of the store share. Called by them alone.
 * Functions return SV_E_SYSTEM with a line in store->error if SQLite refuses; outputs are not valid
 * then. Texts and SQL that they get need only live during the call. */
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

/* X(NAME, name, columns, how a row is inserted): tables that a store gets when their first row is
 * stored. svi_store_merge() copies them in this order, the losses apart. */
#define SVI_STORE_EXTRAS(X)                                                                        \
    X(OUTPUTS, "outputs",                                                                          \
      "(number INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,"                       \
      " PRIMARY KEY (number, seat))",                                                              \
      "INSERT INTO outputs VALUES (?,?,?)")                                                        \
    X(LUCK, "luck", "(number INTEGER PRIMARY KEY, version BLOB NOT NULL, figures BLOB NOT NULL)",  \
      "INSERT OR REPLACE INTO luck VALUES (?,?,?)")                                                \
    X(ANALYSES, "analyses",                                                                        \
      "(number INTEGER PRIMARY KEY, version BLOB NOT NULL, found BLOB NOT NULL)",                  \
      "INSERT OR REPLACE INTO analyses VALUES (?,?,?)")                                            \
    X(PLAYED_ON, "played_on",                                                                      \
      "(number INTEGER NOT NULL, seat INTEGER NOT NULL, decision INTEGER NOT NULL,"                \
      " version BLOB NOT NULL, found BLOB NOT NULL, PRIMARY KEY (number, seat, decision))",        \
      "INSERT OR REPLACE INTO played_on VALUES (?,?,?,?,?)")                                       \
    X(TRADES, "trades", "(number INTEGER PRIMARY KEY, pairs TEXT NOT NULL)",                       \
      "INSERT INTO trades VALUES (?,?)")                                                           \
    X(FALLBACKS, "fallbacks",                                                                      \
      "(number INTEGER NOT NULL, seat INTEGER NOT NULL, answers INTEGER NOT NULL,"                 \
      " PRIMARY KEY (number, seat)) WITHOUT ROWID",                                                \
      "INSERT INTO fallbacks VALUES (?,?,?)")                                                      \
    X(LOSSES, "losses",                                                                            \
      "(at_us INTEGER NOT NULL, bot INTEGER NOT NULL, number INTEGER NOT NULL,"                    \
      " seat INTEGER NOT NULL, forfeited INTEGER NOT NULL, held INTEGER NOT NULL,"                 \
      " report TEXT NOT NULL, PRIMARY KEY (at_us, bot)) WITHOUT ROWID",                            \
      "INSERT INTO losses VALUES (?,?,?,?,?,?,?)")

enum svi_store_extra {
#define X(NAME, ...) SVI_EXTRA_##NAME,
    SVI_STORE_EXTRAS(X)
#undef X
        SVI_EXTRA_COUNT
};

#define SVI_STORE_APPLICATION 0x534f4c56 /* "SOLV", in the header of the file */

/* Statements of tables, and values kept between calls. All 0 at first: each statement is prepared
 * when it is first needed. */

struct svi_matches_table {
    sqlite3_stmt *insert[SVI_INSERT_COUNT];
    sqlite3_stmt *replay;
};

struct svi_luck_table {
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

struct svi_store {
    sqlite3 *db;
    /* Descriptor that holds the lock; -1 for a reader. Closed after the connection, because closing
     * any descriptor of the file drops SQLite's own locks. */
    int lock;
    bool wal;    /* the write-ahead log is on */
    bool begun;  /* a transaction is open */
    int version; /* version of the tables */
    struct svi_matches_table matches;
    sqlite3_stmt *extra[SVI_EXTRA_COUNT]; /* each inserts a row of that table */
    int64_t loss_us;                      /* time of the last loss */
    struct svi_luck_table luck;
    struct svi_runs_table runs;
    struct svi_sessions_table sessions;
    /* Times that are not in the file yet; NULL until the first. */
    struct svi_store_pace *pace;
    /* State of svi_store_hide_unfinished(); NULL if all matches are visible. */
    struct svi_visible_games *over;
    bool masked;          /* by svi_store_mask() */
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

/* Prepares a statement, which the caller finalises. Returns NULL, with the store's error set, on
 * failure. */
sqlite3_stmt *svi_store_prepare(struct svi_store *store, const char *sql);

/* Returns the statement at *kept, which it prepares first; NULL on errors. The caller finalises
 * it. */
sqlite3_stmt *svi_store_keep(struct svi_store *store, sqlite3_stmt **kept, const char *sql);

/* Finalises a statement, for SCOPED(). */
void svi_statement_finish(sqlite3_stmt **statement);

/* Steps to the next row and returns whether there is one. Returns false, and does nothing, if
 * *status is an error or the statement is NULL. */
bool svi_store_row(struct svi_store *store, sqlite3_stmt *statement, enum sv_status *status);

/* A value of a parameter. A text or its bytes may be NULL. */
struct svi_store_value {
    enum { SVI_VALUE_INT, SVI_VALUE_STRING, SVI_VALUE_BYTES } type;
    int64_t whole;
    const void *bytes;
    size_t size;
};

/* The two arguments of the functions below: the values of all parameters, in order.
 *
 *     status = svi_store_change(store, "INSERT INTO bots VALUES (?,?)",
 *                               SVI_VALUES(SVI_INT(i), SVI_STRING(name))); */
#define SVI_VALUES(...)                                                                            \
    (const struct svi_store_value[]){__VA_ARGS__},                                                 \
        sizeof((const struct svi_store_value[]){__VA_ARGS__}) / sizeof(struct svi_store_value)
#define SVI_NO_VALUES NULL, 0
#define SVI_INT(n)                                                                                 \
    {                                                                                              \
        .whole = (int64_t)(n)                                                                      \
    }
#define SVI_STRING(text)                                                                           \
    {                                                                                              \
        .type = SVI_VALUE_STRING, .bytes = (text)                                                  \
    }
#define SVI_BYTES(data, n)                                                                         \
    {                                                                                              \
        .type = SVI_VALUE_BYTES, .bytes = (data), .size = (n)                                      \
    }

/* Binds values, which must outlive the next step. Does nothing if the statement is NULL. */
void svi_store_bind(sqlite3_stmt *statement, const struct svi_store_value values[], size_t n);

/* Runs a statement that is kept, and unbinds its values. Returns SV_E_SYSTEM if it is NULL. */
enum sv_status svi_store_insert(struct svi_store *store, sqlite3_stmt *statement,
                                const struct svi_store_value values[], size_t n);

/* Prepares a statement and runs it once. */
enum sv_status svi_store_change(struct svi_store *store, const char *sql,
                                const struct svi_store_value values[], size_t n);

/* The rows that a query finds, one at a time. */
struct svi_rows {
    struct svi_store *store;
    sqlite3_stmt *s; /* NULL if there is no such table, and on errors */
    enum sv_status status;
    uint64_t match; /* match of the current row, for errors; 0: not known */
};

/* Begins a query, for SCOPED(svi_rows_finish). `table` is a table that older stores do not have;
 * NULL: all stores have it. The values must outlive the rows. SVI_ROWS() declares the rows of a
 * query, which end with the block:
 *
 *     SVI_ROWS(r, store, NULL, "SELECT name FROM bots", SVI_NO_VALUES);
 *     while (svi_rows_next(&r)) {
 *         puts(svi_rows_text(&r, 0));
 *     }
 *     return r.status; */
struct svi_rows svi_store_rows(struct svi_store *store, const char *table, const char *sql,
                               const struct svi_store_value values[], size_t n);
void svi_rows_finish(struct svi_rows *r);
#define SVI_ROWS(r, ...) SCOPED(svi_rows_finish) struct svi_rows r = svi_store_rows(__VA_ARGS__)

/* Steps to the next row and returns whether there is one. Returns false if r->status is an error. */
bool svi_rows_next(struct svi_rows *r);

/* Return a column of the current row. The text, NULL for a NULL, is valid until the next row. */
const char *svi_rows_text(const struct svi_rows *r, int column);
int64_t svi_rows_int(const struct svi_rows *r, int column);
uint64_t svi_rows_uint(const struct svi_rows *r, int column);

/* Returns a copy of a text that is never NULL in the store, for the caller to free; NULL without
 * memory. */
char *svi_rows_copy(const struct svi_rows *r, int column);

/* Writes a text as one clean line to `out`, cut off at `size` bytes. NULL becomes "". */
void svi_rows_name(const struct svi_rows *r, int column, char *out, size_t size);

/* Returns a column of the current row as a whole number from `low` to `high`.
 *
 * Any other value, also a text or NULL, writes "PATH: COLUMN of match N: found ..., expected LOW to
 * HIGH" into the store's error (without "of match N" if r->match is 0). Then r->status becomes
 * SV_E_SYSTEM, unless it is an error already, and the function returns `low`. */
int64_t svi_rows_whole(struct svi_rows *r, int column, int64_t low, int64_t high);

/* Reads a single number, for example of a PRAGMA. */
enum sv_status svi_store_read_number(struct svi_store *store, const char *sql, int64_t *out);

/* Begins a transaction unless one is open. */
enum sv_status svi_store_begin(struct svi_store *store);

/* As svi_store_begin(), and runs SQL in the transaction, such as CREATE TABLE IF NOT EXISTS. */
enum sv_status svi_store_begin_by(struct svi_store *store, const char *sql);

/* Commits the open transaction, if any. svi_store_commit() also writes the run's progress. */
enum sv_status svi_store_commit_now(struct svi_store *store);

/* As svi_store_rows(), for rows of the seats `s`: between the two parts of the SQL comes the number
 * of a seat's fallbacks. Only stores with fallbacks have their table. */
struct svi_rows svi_store_seat_rows(struct svi_store *store, const char *before, const char *after,
                                    const struct svi_store_value values[], size_t n);

/* Tells whether the database `schema` ("main" or an attached one) has a table of that name. */
enum sv_status svi_store_has_table(struct svi_store *store, const char *schema, const char *table,
                                   bool *has);

/* Writes that there is no memory for a league into store->error. Returns SV_E_SYSTEM. */
enum sv_status svi_store_no_memory(struct svi_store *store);

/* Writes into store->error that the store has no game of this number, and which games it has.
 * Returns SV_E_UNKNOWN. */
enum sv_status svi_store_no_game(struct svi_store *store, uint64_t number);

/* Returns a table's name. The text is static. */
const char *svi_store_extra_name(enum svi_store_extra table);

/* Creates a table if it does not exist. */
enum sv_status svi_store_make_extra(struct svi_store *store, enum svi_store_extra table);

/* Begins a transaction unless one is open, creates the table if it does not exist, and returns the
 * statement that inserts a row, which belongs to the store. Returns NULL on errors. */
sqlite3_stmt *svi_store_inserting(struct svi_store *store, enum svi_store_extra table);

#endif
