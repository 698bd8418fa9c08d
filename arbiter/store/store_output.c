/* What bots printed, in a table that only stores in which a bot has printed something have: it came
 * later than the others, and the same version of the tables is read and written with and without
 * it. */
#include "memory/memory.h"
#include "store/reader.h"
#include "store/store_db.h"

#include <stdio.h>
#include <string.h>

enum sv_status svi_store_has_table(struct svi_store *store, const char *schema, const char *table,
                                   bool *has)
{
    char sql[120];
    (void)snprintf(sql, sizeof sql,
                   "SELECT 1 FROM %s.sqlite_schema WHERE type = 'table' AND name = '%s'", schema,
                   table);
    sqlite3_stmt *statement = svi_store_prepare(store, sql);
    *has = false;
    const enum sv_status status =
        statement != NULL ? svi_store_step(store, statement, has) : SV_E_SYSTEM;
    sqlite3_finalize(statement);
    return status;
}

enum sv_status svi_store_make_outputs(struct svi_store *store)
{
    return svi_store_exec(store,
                          "CREATE TABLE IF NOT EXISTS main.outputs (number INTEGER NOT NULL,"
                          " seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (number, seat))"
                          " STRICT");
}

static enum sv_status put_output(struct svi_store *store, uint64_t number, unsigned seat,
                                 const char *text)
{
    bool more;
    if (store->outputs.insert == NULL) {
        const enum sv_status made = svi_store_make_outputs(store);
        if (made != SV_OK) {
            return made;
        }
        store->outputs.insert = svi_store_prepare(store, "INSERT INTO outputs VALUES (?,?,?)");
    }
    if (store->outputs.insert == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(store->outputs.insert, 1, (sqlite3_int64)number);
    sqlite3_bind_int64(store->outputs.insert, 2, seat);
    sqlite3_bind_text(store->outputs.insert, 3, text, -1, SQLITE_STATIC);
    const enum sv_status status = svi_store_step(store, store->outputs.insert, &more);
    sqlite3_reset(store->outputs.insert);
    sqlite3_clear_bindings(store->outputs.insert);
    return status;
}

enum sv_status svi_store_put_outputs(struct svi_store *store, const struct svi_store_match *match)
{
    enum sv_status status = SV_OK;
    for (unsigned s = 0; status == SV_OK && s < match->seats; s++) {
        if (match->seat[s].printed != NULL) {
            status = put_output(store, match->number, s, match->seat[s].printed);
        }
    }
    return status;
}

enum sv_status svi_store_output(struct svi_store *store, uint64_t number, unsigned seat,
                                unsigned *bot, char **text)
{
    static const char with[] = "SELECT bot, text FROM seats LEFT JOIN outputs USING (number, seat)"
                               " WHERE number = ? AND seat = ?";
    static const char without[] = "SELECT bot, NULL FROM seats WHERE number = ? AND seat = ?";
    bool more = false;
    *text = NULL;
    enum sv_status status = svi_store_has_table(store, "main", "outputs", &more);
    sqlite3_stmt *s = status == SV_OK ? svi_store_prepare(store, more ? with : without) : NULL;
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)number);
    sqlite3_bind_int64(s, 2, seat);
    status = svi_store_step(store, s, &more);
    if (status == SV_OK && !more && seat < store->info.seats) {
        status = svi_store_no_game(store, number);
    } else if (status == SV_OK && !more) {
        status = svi_fail(&store->error, SV_E_UNKNOWN,
                          "%s: found no seat %u; its games have seats 0 to %u", store->path, seat,
                          store->info.seats - 1);
    }
    *bot = 0;
    if (more) {
        *bot = (unsigned)svi_store_whole(store, s, 0, number, 0, (int64_t)store->info.n_bots - 1,
                                         &status);
    }
    const char *found = status == SV_OK && more ? (const char *)sqlite3_column_text(s, 1) : NULL;
    if (found != NULL && (*text = svi_copy(found)) == NULL) {
        status = svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a text", store->path);
    }
    sqlite3_finalize(s);
    return status;
}

void svi_outputs_table_finish(struct svi_outputs_table *table)
{
    sqlite3_finalize(table->insert);
}
