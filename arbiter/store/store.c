
#include "store/store.h"

#include "base/file.h"
#include "memory/memory.h"
#include "store/store_db.h"
#include "store/store_league.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "store/visible_games.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define LONGEST_VALUE (256 << 20) /* bytes; a replay has a hundredth of that */
#define LOCK_TRIES 400u
#define LOCK_WAIT_US 5000u
/* Steps of SQLite's virtual machine between two checks of the stop flag, some hundredths of a
 * millisecond. */
#define STOP_STEPS 1000

enum sv_status svi_store_check_stop(struct svi_store *store)
{
    if (store->stop == NULL || !atomic_load_explicit(store->stop, memory_order_relaxed)) {
        return SV_OK;
    }
    return svi_fail(&store->error, SV_E_SYSTEM, "%s: interrupted", store->path);
}

/* A progress handler for SQLite: returns whether to stop. */
static int gives_up(void *user)
{
    return svi_store_check_stop(user) != SV_OK;
}

void svi_store_stop_by(struct svi_store *store, const atomic_bool *stop)
{
    store->stop = stop;
    sqlite3_progress_handler(store->db, STOP_STEPS, gives_up, store);
}

/* Reports a store of another version, and the version of Solvent that wrote it. */
static enum sv_status other_version(struct svi_store *store, int64_t version)
{
    SVI_ROWS(r, store, NULL, "SELECT version FROM league", SVI_NO_VALUES);
    const char *by = svi_rows_next(&r) ? svi_rows_text(&r, 0) : NULL;
    return svi_fail(
        &store->error, SV_E_UNKNOWN,
        "%s: found a store of version %" PRId64 ", expected version %d or %d: read it with "
        "the Solvent that wrote it (%.20s), or play the league again into another store "
        "(--store)",
        store->path, version, SVI_STORE_OLDEST, SVI_STORE_VERSION, by != NULL ? by : "unknown");
}

/* Counts parts of a schema that compute something. A view may be endless, and a trigger or an index
 * runs expressions of its author. */
static const char programs_sql[] =
    "SELECT count(*) FROM sqlite_schema WHERE coalesce(rootpage, 0) = 0"
    " OR (type = 'index' AND sql IS NOT NULL)";
/* Counts columns that are generated or have a default: a few bytes of the file become megabytes in
 * every row. */
static const char made_columns_sql[] =
    "SELECT count(*) FROM sqlite_schema AS s, pragma_table_xinfo(s.name, 'main') AS c"
    " WHERE s.type = 'table' AND (c.hidden <> 0 OR coalesce(c.dflt_value, '0') <> '0')";

/* Refuses a store whose schema computes anything. */
static enum sv_status refuse_programs(struct svi_store *store)
{
    int64_t programs = 0, columns = 0;
    SVI_TRY(svi_store_read_number(store, programs_sql, &programs));
    SVI_TRY(svi_store_read_number(store, made_columns_sql, &columns));
    if (programs + columns > 0) {
        return svi_fail(&store->error, SV_E_UNKNOWN,
                        "%s: found %s, expected the tables of a store alone", store->path,
                        programs > 0 ? "views, triggers, indexes or virtual tables"
                                     : "columns that are generated or have defaults");
    }
    return SV_OK;
}

/* Checks whether the open file is a store, or is empty (*fresh). */
static enum sv_status recognise(struct svi_store *store, bool *fresh)
{
    int64_t application = 0, version = 0, tables = 0;
    enum sv_status status = svi_store_read_number(store, "PRAGMA application_id", &application);
    if (status == SV_OK) {
        status = svi_store_read_number(store, "PRAGMA user_version", &version);
    }
    if (status == SV_OK) {
        status = svi_store_read_number(store, "SELECT count(*) FROM sqlite_schema", &tables);
    }
    *fresh = status == SV_OK && application == 0 && version == 0 && tables == 0;
    if (status == SV_OK ? !*fresh && application != SVI_STORE_APPLICATION
                        : sqlite3_errcode(store->db) == SQLITE_NOTADB) {
        return svi_fail(&store->error, SV_E_UNKNOWN,
                        "%s: found a file that is not the store of a league", store->path);
    }
    SVI_TRY(status);
    SVI_TRY(refuse_programs(store));
    if (!*fresh && (version < SVI_STORE_OLDEST || version > SVI_STORE_VERSION)) {
        return other_version(store, version);
    }
    store->version = (int)version;
    return SV_OK;
}

/* ---- opening ------------------------------------------------------------------------------ */

static struct svi_store *make(const char *path)
{
    struct svi_store *store = svi_new(1, sizeof *store);
    store->lock = -1;
    store->path = svi_copy(path);
    return store;
}

void svi_store_destroy(struct svi_store *store)
{
    if (store == NULL) {
        return;
    }
    svi_matches_table_finish(&store->matches);
    for (unsigned i = 0; i < SVI_EXTRA_COUNT; i++) {
        sqlite3_finalize(store->extra[i]);
    }
    svi_sessions_table_finish(&store->sessions);
    svi_luck_table_finish(&store->luck);
    svi_runs_table_finish(&store->runs);
    svi_store_pace_destroy(store->pace);
    svi_visible_games_destroy(store->over);
    sqlite3_close(store->db);
    scoped_close(&store->lock);
    svi_store_forget(&store->info);
    free(store->path);
    free(store);
}

/* Hands over the opened store, or the error. */
static enum sv_status finish(struct svi_store *store, enum sv_status status, struct svi_store **out,
                             struct svi_error *error)
{
    *out = store;
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s", store->error.text);
        svi_store_destroy(store);
        *out = NULL;
    }
    return status;
}

static enum sv_status connect(struct svi_store *store, int flags)
{
    /* A reader is used by one thread only; without SQLite's locks every column is read faster. */
    flags |= (flags & SQLITE_OPEN_READONLY) != 0 ? SQLITE_OPEN_NOMUTEX : 0;
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK) {
        return svi_store_fail(store, "cannot be opened");
    }
    sqlite3_busy_timeout(store->db, 5000);
    /* The file may come from a stranger, and so may its schema: nothing in it runs, and no value is
     * larger than any that a league stores. */
    /* Before 3.35 this would forbid our own temporary views too; refuse_programs() stands alone. */
    if (sqlite3_libversion_number() >= 3035000) {
        (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    }
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_limit(store->db, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
    /* A CHECK would also run an expression of the file's author. */
    return svi_store_exec(store, "PRAGMA ignore_check_constraints = ON");
}

/* Rolls back a killed writer's journal, which needs write access. SQLite does so by itself at the
 * first read; no process is writing then. */
static enum sv_status take_back(struct svi_store *store)
{
    int64_t version;
    sqlite3_close(store->db);
    SVI_TRY(connect(store, SQLITE_OPEN_READWRITE));
    SVI_TRY(svi_store_read_number(store, "PRAGMA schema_version", &version));
    sqlite3_close(store->db);
    return connect(store, SQLITE_OPEN_READONLY);
}

static enum sv_status open_to_read(struct svi_store *store, bool *fresh)
{
    SVI_TRY(connect(store, SQLITE_OPEN_READONLY));
    const enum sv_status status = recognise(store, fresh);
    if (status == SV_OK || sqlite3_errcode(store->db) != SQLITE_READONLY) {
        return status;
    }
    SVI_TRY(take_back(store));
    return recognise(store, fresh);
}

static enum sv_status open_reader(struct svi_store *store, const char *path)
{
    bool fresh = false;
    if (access(path, R_OK) != 0) {
        return svi_fail(&store->error, errno == ENOENT ? SV_E_UNKNOWN : SV_E_SYSTEM,
                        "%s: found no file that can be read (%s), expected the store of a league",
                        path, svi_errno_text(errno));
    }
    SVI_TRY(open_to_read(store, &fresh));
    return fresh ? svi_fail(&store->error, SV_E_UNKNOWN,
                            "%s: found an empty file, expected the store of a league", path)
                 : svi_store_read_info(store);
}

enum sv_status svi_store_create_reader(struct svi_store **out, const char *path,
                                       struct svi_error *error)
{
    struct svi_store *store = make(path);
    return finish(store, open_reader(store, path), out, error);
}

enum sv_status svi_store_open_tables(struct svi_store **out, const char *path,
                                     struct svi_error *error)
{
    struct svi_store *store = make(path);
    enum sv_status status = connect(store, SQLITE_OPEN_READONLY);
    status = status == SV_OK ? refuse_programs(store) : status;
    return finish(store, status, out, error);
}

static enum sv_status lock(struct svi_store *store)
{
    store->lock = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0) {
        return svi_fail(&store->error, SV_E_SYSTEM, "%s: cannot be opened for writing: %s",
                        store->path, svi_errno_text(errno));
    }
    /* A process that checks for a writer (svi_store_is_written()) holds the lock for an instant. So
     * does a process that a killed run was just about to start. */
    int locked = flock(store->lock, LOCK_EX | LOCK_NB);
    for (unsigned i = 0; i < LOCK_TRIES && locked != 0 && errno == EWOULDBLOCK; i++) {
        (void)usleep(LOCK_WAIT_US);
        locked = flock(store->lock, LOCK_EX | LOCK_NB);
    }
    if (locked != 0) {
        return svi_fail(&store->error, SV_E_SYSTEM, "%s: %s", store->path,
                        errno == EWOULDBLOCK ? "another process is writing this store"
                                             : svi_errno_text(errno));
    }
    return SV_OK;
}

bool svi_store_differs(const char *found, const char *expected, char *out, size_t size)
{
    while (*found != 0 || *expected != 0) {
        const size_t found_size = strcspn(found, "\n"), expected_size = strcspn(expected, "\n");
        if (found_size != expected_size || strncmp(found, expected, found_size) != 0) {
            snprintf(out, size, "found '%.*s', expected '%.*s'", (int)found_size, found,
                     (int)expected_size, expected);
            return true;
        }
        found += found_size + (found[found_size] != 0);
        expected += expected_size + (expected[expected_size] != 0);
    }
    return false;
}

static enum sv_status open_writer(struct svi_store *store, bool *fresh)
{
    SVI_TRY(lock(store));
    SVI_TRY(connect(store, SQLITE_OPEN_READWRITE));
    SVI_TRY(recognise(store, fresh));
    if (*fresh) {
        return SV_OK;
    }
    SVI_TRY(svi_store_read_info(store));
    return store->version < SVI_STORE_VERSION ? svi_store_upgrade(store) : SV_OK;
}

enum sv_status svi_store_open_writer(struct svi_store **out, const char *path, bool *fresh,
                                     struct svi_error *error)
{
    struct svi_store *store = make(path);
    return finish(store, open_writer(store, fresh), out, error);
}

enum sv_status svi_store_write_league(struct svi_store *store, const struct svi_store_info *want)
{
    SVI_TRY(svi_store_begin_league(store, want));
    return svi_store_read_info(store);
}

/* Writes the league `want` into a fresh store, or compares it with the store's own. */
static enum sv_status settle(struct svi_store *store, const char *path, bool fresh,
                             const struct svi_store_info *want, const char *source, bool drawn)
{
    char difference[400];
    if (fresh) {
        SVI_TRY(svi_store_write_league(store, want));
    }
    if (svi_store_differs(store->info.revision[0].identity, want->revision[0].identity, difference,
                          sizeof difference)) {
        return svi_fail(&store->error, SV_E_MISMATCH, "%s: holds another league than %s: %s", path,
                        source, difference);
    }
    if (!drawn && memcmp(store->info.seed, want->seed, SV_SEED_BYTES) != 0) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: holds another league than %s: its secret seed is another", path,
                        source);
    }
    return SV_OK;
}

enum sv_status svi_store_create_writer(struct svi_store **out, const char *path,
                                       const struct svi_store_info *want, const char *source,
                                       bool drawn, struct svi_error *error)
{
    bool fresh = false;
    SVI_TRY(svi_store_open_writer(out, path, &fresh, error));
    return finish(*out, settle(*out, path, fresh, want, source, drawn), out, error);
}

const struct svi_store_info *svi_store_info(const struct svi_store *store)
{
    return &store->info;
}

const char *svi_store_error(const struct svi_store *store)
{
    return store->error.text;
}

enum sv_status svi_store_pass(const struct svi_store *store, enum sv_status status,
                              struct svi_error *error)
{
    return status == SV_OK ? SV_OK : svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(store));
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
