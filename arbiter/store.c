/* Opening and beginning stores; what is in them is store_matches.c's. */
#include "arbiter/store_db.h"

#include "arbiter/points.h"

#include <solvent/version.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define APPLICATION 0x534f4c56 /* "SOLV", in the header of the file */

/* `points` count in units, league.points_unit of them to a point; `why` is a name; bots, seats and
 * seatings count from 0, matches, tables and deals from 1. */
static const char schema[] =
    "CREATE TABLE league (name TEXT NOT NULL, edition TEXT NOT NULL, edition_hash BLOB NOT NULL,"
    " seats INTEGER NOT NULL, matches INTEGER NOT NULL, points_unit INTEGER NOT NULL,"
    " seed BLOB NOT NULL, hash BLOB NOT NULL, identity TEXT NOT NULL, text TEXT NOT NULL,"
    " version TEXT NOT NULL) STRICT;"
    "CREATE TABLE bots (bot INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE matches (number INTEGER PRIMARY KEY, \"table\" INTEGER NOT NULL,"
    " deal INTEGER NOT NULL, seating INTEGER NOT NULL, why TEXT NOT NULL, rounds INTEGER NOT NULL,"
    " turns INTEGER NOT NULL, decisions INTEGER NOT NULL, replay_hash BLOB NOT NULL) STRICT;"
    "CREATE TABLE seats (number INTEGER NOT NULL, seat INTEGER NOT NULL, bot INTEGER NOT NULL,"
    " place INTEGER NOT NULL, points INTEGER NOT NULL, worth INTEGER NOT NULL, ok INTEGER NOT NULL,"
    " late INTEGER NOT NULL, malformed INTEGER NOT NULL, illegal INTEGER NOT NULL,"
    " dead INTEGER NOT NULL, forfeited INTEGER NOT NULL, PRIMARY KEY (number, seat))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE replays (number INTEGER PRIMARY KEY, svr BLOB NOT NULL) STRICT;"
    "CREATE TABLE timings (number INTEGER PRIMARY KEY, wall_us INTEGER NOT NULL,"
    " used_us TEXT NOT NULL) STRICT;"
    "CREATE TABLE crashes (number INTEGER PRIMARY KEY, seat INTEGER NOT NULL, report TEXT NOT NULL)"
    " STRICT;";

/* ---- SQLite ------------------------------------------------------------------------------- */

enum sv_status svi_store_fail(struct svi_store *store, const char *what)
{
    snprintf(store->error, sizeof store->error, "%s: %s: %s", store->path, what,
             sqlite3_errmsg(store->db));
    return SV_E_SYSTEM;
}

enum sv_status svi_store_exec(struct svi_store *store, const char *sql)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? SV_OK
               : svi_store_fail(store, "SQLite refuses");
}

sqlite3_stmt *svi_store_prepare(struct svi_store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        svi_store_fail(store, "SQLite refuses");
    }
    return statement;
}

enum sv_status svi_store_step(struct svi_store *store, sqlite3_stmt *statement, bool *more)
{
    const int result = sqlite3_step(statement);
    *more = result == SQLITE_ROW;
    return result == SQLITE_ROW || result == SQLITE_DONE ? SV_OK
                                                         : svi_store_fail(store, "SQLite refuses");
}

/* A single number, e.g. of a PRAGMA. */
static enum sv_status read_number(struct svi_store *store, const char *sql, int64_t *out)
{
    bool more = false;
    sqlite3_stmt *statement = svi_store_prepare(store, sql);
    enum sv_status status =
        statement == NULL ? SV_E_SYSTEM : svi_store_step(store, statement, &more);
    *out = more ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return status;
}

/* ---- what a store says of itself ---------------------------------------------------------- */

static char *copy_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? strdup((const char *)text) : NULL;
}

static void copy_name(char out[SV_MAX_NAME], sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(out, SV_MAX_NAME, "%s", text != NULL ? (const char *)text : "");
}

static bool copy_blob(uint8_t out[32], sqlite3_stmt *statement, int column)
{
    const bool fits = sqlite3_column_bytes(statement, column) == 32;
    if (fits) {
        memcpy(out, sqlite3_column_blob(statement, column), 32);
    }
    return fits;
}

static enum sv_status read_bots(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    int64_t count = 0;
    enum sv_status status = read_number(store, "SELECT count(*) FROM bots", &count);
    if (status != SV_OK || count < 2 || count > SVI_MAX_BOTS) {
        return status != SV_OK ? status : SV_E_LENGTH;
    }
    info->bot = calloc((size_t)count, sizeof *info->bot);
    sqlite3_stmt *statement = svi_store_prepare(store, "SELECT name FROM bots ORDER BY bot");
    bool more = true;
    while (info->bot != NULL && statement != NULL && more && status == SV_OK) {
        status = svi_store_step(store, statement, &more);
        if (status == SV_OK && more && info->n_bots < count) {
            copy_name(info->bot[info->n_bots++], statement, 0);
        }
    }
    const bool made = info->bot != NULL && statement != NULL;
    sqlite3_finalize(statement);
    return made ? status : SV_E_SYSTEM;
}

static enum sv_status read_info(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    sqlite3_stmt *statement = svi_store_prepare(
        store,
        "SELECT name, edition, edition_hash, seats, matches, seed, identity, text FROM league");
    bool more = false;
    enum sv_status status =
        statement != NULL ? svi_store_step(store, statement, &more) : SV_E_SYSTEM;
    if (status == SV_OK && more) {
        copy_name(info->name, statement, 0);
        copy_name(info->edition, statement, 1);
        info->seats = (unsigned)sqlite3_column_int(statement, 3);
        info->matches = (uint64_t)sqlite3_column_int64(statement, 4);
        info->identity = copy_text(statement, 6);
        info->text = copy_text(statement, 7);
        more = copy_blob(info->edition_hash, statement, 2) && copy_blob(info->seed, statement, 5) &&
               info->identity != NULL && info->text != NULL && info->seats >= 2 &&
               info->seats <= SV_MAX_SEATS && info->matches >= 1 &&
               info->matches <= SVI_MAX_SCHEDULED;
    }
    sqlite3_finalize(statement);
    if (status == SV_OK) {
        status = more ? read_bots(store) : SV_E_LENGTH;
    }
    if (status == SV_E_LENGTH) {
        snprintf(store->error, sizeof store->error, "%s: found a store without a sound league",
                 store->path);
    }
    return status;
}

/* Looks whether the open file is a store, or empty (*fresh). */
static enum sv_status recognise(struct svi_store *store, bool *fresh)
{
    int64_t application = 0, version = 0, tables = 0;
    enum sv_status status = read_number(store, "PRAGMA application_id", &application);
    if (status == SV_OK) {
        status = read_number(store, "PRAGMA user_version", &version);
    }
    if (status == SV_OK) {
        status = read_number(store, "SELECT count(*) FROM sqlite_schema", &tables);
    }
    *fresh = status == SV_OK && application == 0 && version == 0 && tables == 0;
    const bool alien = status == SV_OK ? !*fresh && application != APPLICATION
                                       : sqlite3_errcode(store->db) == SQLITE_NOTADB;
    if (alien) {
        snprintf(store->error, sizeof store->error, "%s: found a file that is no store of a league",
                 store->path);
        return SV_E_UNKNOWN;
    }
    if (status == SV_OK && !*fresh && version != SVI_STORE_VERSION) {
        snprintf(store->error, sizeof store->error,
                 "%s: found a store of version %" PRId64 ", expected version %d", store->path,
                 version, SVI_STORE_VERSION);
        return SV_E_UNKNOWN;
    }
    return status;
}

/* ---- opening ------------------------------------------------------------------------------ */

static struct svi_store *make(const char *path, char *error, size_t error_size)
{
    struct svi_store *store = calloc(1, sizeof *store);
    if (store != NULL) {
        store->lock = -1;
        store->path = strdup(path);
    }
    if (store == NULL || store->path == NULL) {
        snprintf(error, error_size, "%s: no memory for a store", path);
        free(store);
        return NULL;
    }
    return store;
}

void svi_store_destroy(struct svi_store *store)
{
    if (store == NULL) {
        return;
    }
    for (unsigned i = 0; i < SVI_INSERT_COUNT; i++) {
        sqlite3_finalize(store->insert[i]);
    }
    sqlite3_finalize(store->output);
    sqlite3_finalize(store->replay);
    sqlite3_close(store->db);
    if (store->lock >= 0) {
        close(store->lock);
    }
    free(store->info.bot);
    free(store->info.text);
    free(store->info.identity);
    free(store->path);
    free(store);
}

/* Hands over what has been opened, or its error. */
static enum sv_status finish(struct svi_store *store, enum sv_status status, struct svi_store **out,
                             char *error, size_t error_size)
{
    *out = store;
    if (status != SV_OK) {
        snprintf(error, error_size, "%s", store->error);
        svi_store_destroy(store);
        *out = NULL;
    }
    return status;
}

static enum sv_status connect(struct svi_store *store, int flags)
{
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK) {
        return svi_store_fail(store, "cannot be opened");
    }
    sqlite3_busy_timeout(store->db, 5000);
    return SV_OK;
}

/* Takes back what a killed writer has left half done in the file itself, which only one who may write can do:
 * SQLite does by itself at the first look, and nobody is writing then. */
static enum sv_status take_back(struct svi_store *store)
{
    int64_t version;
    sqlite3_close(store->db);
    enum sv_status status = connect(store, SQLITE_OPEN_READWRITE);
    if (status == SV_OK) {
        status = read_number(store, "PRAGMA schema_version", &version);
    }
    if (status == SV_OK) {
        sqlite3_close(store->db);
        status = connect(store, SQLITE_OPEN_READONLY);
    }
    return status;
}

static enum sv_status open_to_read(struct svi_store *store, bool *fresh)
{
    enum sv_status status = connect(store, SQLITE_OPEN_READONLY);
    if (status == SV_OK && (status = recognise(store, fresh)) != SV_OK &&
        sqlite3_errcode(store->db) == SQLITE_READONLY && (status = take_back(store)) == SV_OK) {
        status = recognise(store, fresh);
    }
    return status;
}

enum sv_status svi_store_create_reader(struct svi_store **out, const char *path, char *error,
                                       size_t error_size)
{
    *out = NULL;
    struct svi_store *store = make(path, error, error_size);
    if (store == NULL) {
        return SV_E_SYSTEM;
    }
    enum sv_status status = SV_OK;
    bool fresh = false;
    if (access(path, R_OK) != 0) {
        snprintf(store->error, sizeof store->error,
                 "%s: found no file that can be read (%s), expected the store of a league", path,
                 strerrordesc_np(errno));
        status = errno == ENOENT ? SV_E_UNKNOWN : SV_E_SYSTEM;
    } else if ((status = open_to_read(store, &fresh)) == SV_OK) {
        if (fresh) {
            snprintf(store->error, sizeof store->error,
                     "%s: found an empty file, expected the "
                     "store of a league",
                     path);
            status = SV_E_UNKNOWN;
        } else {
            status = read_info(store);
        }
    }
    return finish(store, status, out, error, error_size);
}

static enum sv_status lock(struct svi_store *store)
{
    store->lock = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0) {
        snprintf(store->error, sizeof store->error, "%s: cannot be opened for writing: %s",
                 store->path, strerrordesc_np(errno));
        return SV_E_SYSTEM;
    }
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0) {
        snprintf(store->error, sizeof store->error, "%s: %s", store->path,
                 errno == EWOULDBLOCK ? "another process is writing this store"
                                      : strerrordesc_np(errno));
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

static enum sv_status insert_league(struct svi_store *store, const struct svi_store_info *want)
{
    uint8_t hash[32];
    bool more;
    crypto_generichash(hash, sizeof hash, (const uint8_t *)want->identity, strlen(want->identity),
                       NULL, 0);
    sqlite3_stmt *s = svi_store_prepare(store, "INSERT INTO league VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_text(s, 1, want->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, want->edition, -1, SQLITE_STATIC);
    sqlite3_bind_blob(s, 3, want->edition_hash, sizeof want->edition_hash, SQLITE_STATIC);
    sqlite3_bind_int64(s, 4, want->seats);
    sqlite3_bind_int64(s, 5, (sqlite3_int64)want->matches);
    sqlite3_bind_int64(s, 6, svi_points_unit(want->seats));
    sqlite3_bind_blob(s, 7, want->seed, sizeof want->seed, SQLITE_STATIC);
    sqlite3_bind_blob(s, 8, hash, sizeof hash, SQLITE_STATIC);
    sqlite3_bind_text(s, 9, want->identity, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 10, want->text, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 11, SV_VERSION_STRING, -1, SQLITE_STATIC);
    enum sv_status status = svi_store_step(store, s, &more);
    sqlite3_finalize(s);
    s = status == SV_OK ? svi_store_prepare(store, "INSERT INTO bots VALUES (?,?)") : NULL;
    for (unsigned i = 0; s != NULL && status == SV_OK && i < want->n_bots; i++) {
        sqlite3_bind_int64(s, 1, i);
        sqlite3_bind_text(s, 2, want->bot[i], -1, SQLITE_STATIC);
        status = svi_store_step(store, s, &more);
        sqlite3_reset(s);
    }
    const bool made = s != NULL;
    sqlite3_finalize(s);
    return made ? status : SV_E_SYSTEM;
}

/* Fills an empty file, all at once: killed amid this it is empty again. */
static enum sv_status begin_league(struct svi_store *store, const struct svi_store_info *want)
{
    char numbers[96];
    snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION, SVI_STORE_VERSION);
    enum sv_status status = svi_store_exec(store, "BEGIN IMMEDIATE");
    if (status == SV_OK) {
        status = svi_store_exec(store, numbers);
    }
    if (status == SV_OK) {
        status = svi_store_exec(store, schema);
    }
    if (status == SV_OK) {
        status = insert_league(store, want);
    }
    return status == SV_OK ? svi_store_exec(store, "COMMIT") : status;
}

bool svi_store_differs(const char *found, const char *expected, char *out, size_t size)
{
    while (*found != 0 || *expected != 0) {
        const size_t found_size = strcspn(found, "\n"), expected_size = strcspn(expected, "\n");
        if (found_size != expected_size || strncmp(found, expected, found_size) != 0) {
            snprintf(out, size, "found \"%.*s\", expected \"%.*s\"", (int)found_size, found,
                     (int)expected_size, expected);
            return true;
        }
        found += found_size + (found[found_size] != 0);
        expected += expected_size + (expected[expected_size] != 0);
    }
    return false;
}

/* Opens a store for writing and makes sure that it is of the league `want`, or begins it. */
static enum sv_status open_writer(struct svi_store **out, const char *path,
                                  const struct svi_store_info *want, const char *source,
                                  bool secret, char *error, size_t error_size)
{
    struct svi_store *store = make(path, error, error_size);
    if (store == NULL) {
        return SV_E_SYSTEM;
    }
    bool fresh = false;
    char difference[400];
    enum sv_status status = lock(store);
    if (status == SV_OK) {
        status = connect(store, SQLITE_OPEN_READWRITE);
    }
    if (status == SV_OK) {
        status = recognise(store, &fresh);
    }
    if (status == SV_OK && fresh) {
        status = begin_league(store, want);
    }
    if (status == SV_OK) {
        status = read_info(store);
    }
    if (status == SV_OK &&
        svi_store_differs(store->info.identity, want->identity, difference, sizeof difference)) {
        snprintf(store->error, sizeof store->error, "%s: holds another league than %s: %s", path,
                 source, difference);
        status = SV_E_HASH;
    }
    if (status == SV_OK && !secret && memcmp(store->info.seed, want->seed, SV_SEED_BYTES) != 0) {
        snprintf(store->error, sizeof store->error,
                 "%s: holds another league than %s: its secret seed is another", path, source);
        status = SV_E_HASH;
    }
    return finish(store, status, out, error, error_size);
}

enum sv_status svi_store_create_writer(struct svi_store **out, const char *path,
                                       const struct svi_league *league, char *error,
                                       size_t error_size)
{
    struct svi_schedule schedule;
    struct svi_buf identity = {0};
    struct svi_store_info want = {
        .seats = league->seats, .n_bots = league->n_bots, .text = league->text};
    *out = NULL;
    svi_league_identity(league, &identity);
    svi_buf_byte(&identity, 0);
    want.bot = calloc(league->n_bots, sizeof *want.bot);
    enum sv_status status = SV_E_SYSTEM;
    if (want.bot == NULL || identity.failed || sodium_init() < 0) {
        snprintf(error, error_size, "%s: no memory for a store", path);
    } else {
        memcpy(want.name, league->name, sizeof want.name);
        memcpy(want.edition, league->edition.name, sizeof want.edition);
        memcpy(want.edition_hash, league->edition_hash, sizeof want.edition_hash);
        memcpy(want.seed, league->seed, sizeof want.seed);
        if (!league->seeded) {
            randombytes_buf(want.seed, sizeof want.seed);
        }
        for (unsigned i = 0; i < league->n_bots; i++) {
            memcpy(want.bot[i], league->bot[i].name, SV_MAX_NAME);
        }
        want.identity = (char *)identity.data;
        status = svi_schedule_init(&schedule, league->n_bots, league->seats, league->deals,
                                   league->seatings, want.seed);
        want.matches = schedule.matches;
        status = status != SV_OK ? status
                                 : open_writer(out, path, &want, league->file, !league->seeded,
                                               error, error_size);
    }
    sodium_memzero(want.seed, sizeof want.seed);
    free(want.bot);
    svi_buf_finish(&identity);
    return status;
}

enum sv_status svi_store_create_copy(struct svi_store **out, const char *path,
                                     const struct svi_store *other, char *error, size_t error_size)
{
    *out = NULL;
    return open_writer(out, path, &other->info, other->path, false, error, error_size);
}

const struct svi_store_info *svi_store_info(const struct svi_store *store)
{
    return &store->info;
}

const char *svi_store_error(const struct svi_store *store)
{
    return store->error;
}

bool svi_store_split(const char *word, char *path, size_t size, uint64_t *number)
{
    const char *mark = strrchr(word, '#');
    if (mark == NULL || mark == word || (size_t)(mark - word) >= size || mark[1] < '1' ||
        mark[1] > '9' || strspn(mark + 1, "0123456789") != strlen(mark + 1) ||
        strlen(mark + 1) > 9) {
        return false;
    }
    *number = strtoull(mark + 1, NULL, 10);
    memcpy(path, word, (size_t)(mark - word));
    path[mark - word] = 0;
    return true;
}
