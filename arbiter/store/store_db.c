#include "store/store_db.h"

#include "base/utf8.h"
#include "memory/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum sv_status svi_store_fail(struct svi_store *store, const char *what)
{
    /* SQLite's primary error codes. The connection itself may be missing for want of memory. */
    const bool no_memory = (sqlite3_errcode(store->db) & 0xff) == SQLITE_NOMEM;
    return svi_fail(&store->error, SV_E_SYSTEM, "%s: %s: %s", store->path, what,
                    no_memory ? "no memory" : sqlite3_errmsg(store->db));
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

sqlite3_stmt *svi_store_keep(struct svi_store *store, sqlite3_stmt **kept, const char *sql)
{
    *kept = *kept != NULL ? *kept : svi_store_prepare(store, sql);
    return *kept;
}

void svi_statement_finish(sqlite3_stmt **statement)
{
    sqlite3_finalize(*statement);
}

bool svi_store_row(struct svi_store *store, sqlite3_stmt *statement, enum sv_status *status)
{
    const int result =
        *status == SV_OK && statement != NULL ? sqlite3_step(statement) : SQLITE_DONE;
    if (result != SQLITE_ROW && result != SQLITE_DONE) {
        *status = svi_store_fail(store, "SQLite refuses");
    }
    return result == SQLITE_ROW;
}

void svi_store_bind(sqlite3_stmt *s, const struct svi_store_value values[], size_t n)
{
    for (size_t i = 0; s != NULL && i < n; i++) {
        const struct svi_store_value *v = &values[i];
        if (v->type == SVI_VALUE_INT) {
            sqlite3_bind_int64(s, (int)i + 1, v->whole);
        } else if (v->type == SVI_VALUE_STRING) {
            sqlite3_bind_text(s, (int)i + 1, v->bytes, -1, SQLITE_STATIC);
        } else {
            sqlite3_bind_blob64(s, (int)i + 1, v->bytes, v->size, SQLITE_STATIC);
        }
    }
}

enum sv_status svi_store_insert(struct svi_store *store, sqlite3_stmt *s,
                                const struct svi_store_value values[], size_t n)
{
    enum sv_status status = SV_OK;
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    svi_store_bind(s, values, n);
    (void)svi_store_row(store, s, &status);
    sqlite3_reset(s);
    (void)sqlite3_clear_bindings(s);
    return status;
}

enum sv_status svi_store_change(struct svi_store *store, const char *sql,
                                const struct svi_store_value values[], size_t n)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = svi_store_prepare(store, sql);
    return svi_store_insert(store, s, values, n);
}

struct svi_rows svi_store_rows(struct svi_store *store, const char *table, const char *sql,
                               const struct svi_store_value values[], size_t n)
{
    struct svi_rows r = {.store = store};
    bool has = true;
    if (table != NULL) {
        r.status = svi_store_has_table(store, "main", table, &has);
    }
    if (r.status == SV_OK && has) {
        r.s = svi_store_prepare(store, sql);
        r.status = r.s != NULL ? SV_OK : SV_E_SYSTEM;
        svi_store_bind(r.s, values, n);
    }
    return r;
}

void svi_rows_finish(struct svi_rows *r)
{
    sqlite3_finalize(r->s);
}

bool svi_rows_next(struct svi_rows *r)
{
    return svi_store_row(r->store, r->s, &r->status);
}

const char *svi_rows_text(const struct svi_rows *r, int column)
{
    return (const char *)sqlite3_column_text(r->s, column);
}

int64_t svi_rows_int(const struct svi_rows *r, int column)
{
    return sqlite3_column_int64(r->s, column);
}

uint64_t svi_rows_uint(const struct svi_rows *r, int column)
{
    return (uint64_t)sqlite3_column_int64(r->s, column);
}

char *svi_rows_copy(const struct svi_rows *r, int column)
{
    const char *text = svi_rows_text(r, column);
    return text != NULL ? svi_copy(text) : NULL;
}

void svi_rows_name(const struct svi_rows *r, int column, char *out, size_t size)
{
    const char *text = svi_rows_text(r, column);
    snprintf(out, size, "%s", text != NULL ? text : "");
    svi_text_clean(out); /* may come from a stranger */
}

int64_t svi_rows_whole(struct svi_rows *r, int column, int64_t low, int64_t high)
{
    const bool number = sqlite3_column_type(r->s, column) == SQLITE_INTEGER;
    const int64_t value = number ? sqlite3_column_int64(r->s, column) : 0;
    if (number && value >= low && value <= high) {
        return value;
    }
    if (r->status == SV_OK) {
        char found[32] = "no whole number", of[40] = "";
        if (number) {
            snprintf(found, sizeof found, "%" PRId64, value);
        }
        if (r->match > 0) {
            snprintf(of, sizeof of, " of match %" PRIu64, r->match);
        }
        r->status = svi_fail(&r->store->error, SV_E_SYSTEM,
                             "%s: %s%s: found %s, expected %" PRId64 " to %" PRId64, r->store->path,
                             sqlite3_column_name(r->s, column), of, found, low, high);
    }
    return low;
}

enum sv_status svi_store_read_number(struct svi_store *store, const char *sql, int64_t *out)
{
    SVI_ROWS(r, store, NULL, sql, SVI_NO_VALUES);
    *out = svi_rows_next(&r) ? svi_rows_int(&r, 0) : 0;
    return r.status;
}

enum sv_status svi_store_has_table(struct svi_store *store, const char *schema, const char *table,
                                   bool *has)
{
    char sql[120];
    (void)snprintf(sql, sizeof sql,
                   "SELECT 1 FROM %s.sqlite_schema WHERE type = 'table' AND name = '%s'", schema,
                   table);
    SVI_ROWS(r, store, NULL, sql, SVI_NO_VALUES);
    *has = svi_rows_next(&r);
    return r.status;
}

struct svi_rows svi_store_seat_rows(struct svi_store *store, const char *before, const char *after,
                                    const struct svi_store_value values[], size_t n)
{
    bool has = false;
    const enum sv_status status = svi_store_has_table(store, "main", "fallbacks", &has);
    if (status != SV_OK) {
        return (struct svi_rows){.store = store, .status = status};
    }
    SCOPED(scoped_free)
    char *sql = svi_text("%s%s%s", before,
                         has ? "ifnull((SELECT answers FROM fallbacks AS f WHERE f.number ="
                               " s.number AND f.seat = s.seat), 0)"
                             : "0",
                         after);
    return svi_store_rows(store, NULL, sql, values, n);
}

enum sv_status svi_store_no_memory(struct svi_store *store)
{
    return svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a league", store->path);
}

enum sv_status svi_store_no_game(struct svi_store *store, uint64_t number)
{
    const uint64_t planned = store->info.matches;
    if (number >= 1 && number <= planned) {
        return svi_fail(&store->error, SV_E_UNKNOWN,
                        "%s: found no game %" PRIu64
                        " yet; 'solvent games %s' lists those that are played",
                        store->path, number, store->path);
    }
    if (planned == 0) {
        return svi_fail(&store->error, SV_E_UNKNOWN, "%s: found no game %" PRIu64 ", and no other",
                        store->path, number);
    }
    return svi_fail(&store->error, SV_E_UNKNOWN,
                    "%s: found no game %" PRIu64 "; it has games 1 to %" PRIu64, store->path,
                    number, planned);
}

enum sv_status svi_store_begin(struct svi_store *store)
{
    if (store->begun) {
        return SV_OK;
    }
    if (!store->wal) {
        /* Where no such log is possible (some network file systems) SQLite goes on without it, only
         * slower. */
        SVI_TRY(svi_store_exec(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"));
        store->wal = true;
    }
    SVI_TRY(svi_store_exec(store, "BEGIN IMMEDIATE"));
    store->begun = true;
    return SV_OK;
}

enum sv_status svi_store_begin_by(struct svi_store *store, const char *sql)
{
    SVI_TRY(svi_store_begin(store));
    return svi_store_exec(store, sql);
}

enum sv_status svi_store_commit_now(struct svi_store *store)
{
    if (!store->begun) {
        return SV_OK;
    }
    store->begun = false;
    return svi_store_exec(store, "COMMIT");
}

/* ---- extras ---------------------------------------------------------------------------------- */

static const struct {
    const char *name, *create, *insert;
} extras[SVI_EXTRA_COUNT] = {
#define X(NAME, name, columns, insert)                                                             \
    {name, "CREATE TABLE IF NOT EXISTS main." name " " columns, insert},
    SVI_STORE_EXTRAS(X)
#undef X
};

const char *svi_store_extra_name(enum svi_store_extra table)
{
    return extras[table].name;
}

enum sv_status svi_store_make_extra(struct svi_store *store, enum svi_store_extra table)
{
    return svi_store_exec(store, extras[table].create);
}

sqlite3_stmt *svi_store_inserting(struct svi_store *store, enum svi_store_extra table)
{
    if (svi_store_begin(store) != SV_OK) {
        return NULL;
    }
    if (store->extra[table] == NULL && svi_store_make_extra(store, table) == SV_OK) {
        store->extra[table] = svi_store_prepare(store, extras[table].insert);
    }
    return store->extra[table];
}
