#include "store/store_sessions.h"

#include "store/store_db.h"
#include "store/writer.h"

#include "base/utf8.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char tables_sql[] =
    "CREATE TABLE IF NOT EXISTS main.sessions (session INTEGER PRIMARY KEY, node TEXT NOT NULL,"
    " round INTEGER NOT NULL, shard INTEGER NOT NULL, began_ms INTEGER NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS main.played (number INTEGER PRIMARY KEY, session INTEGER NOT NULL)"
    " STRICT";

static enum sv_status finish(struct svi_store *store, sqlite3_stmt *s)
{
    bool more;
    const enum sv_status status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    sqlite3_finalize(s);
    return status;
}

/* ---- in -------------------------------------------------------------------------------------- */

enum sv_status svi_store_session(struct svi_store *store, unsigned round, unsigned shard)
{
    struct timespec now;
    uint64_t id;
    enum sv_status status = sodium_init() >= 0 ? svi_store_begin(store) : SV_E_SYSTEM;
    status = status == SV_OK ? svi_store_exec(store, tables_sql) : status;
    sqlite3_stmt *s = status == SV_OK
                          ? svi_store_prepare(store, "INSERT INTO sessions VALUES (?,'',?,?,?)")
                          : NULL;
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    (void)clock_gettime(CLOCK_REALTIME, &now);
    randombytes_buf(&id, sizeof id); /* so that no two shards have the same */
    store->sessions.session = (int64_t)(id >> 2 | 1);
    sqlite3_bind_int64(s, 1, store->sessions.session);
    sqlite3_bind_int64(s, 2, round);
    sqlite3_bind_int64(s, 3, shard);
    sqlite3_bind_int64(s, 4, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    status = finish(store, s);
    return status == SV_OK ? svi_store_commit(store) : status;
}

enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number)
{
    bool more;
    if (store->sessions.session == 0) {
        return SV_OK;
    }
    if (store->sessions.insert == NULL && (store->sessions.insert = svi_store_prepare(
                                               store, "INSERT INTO played VALUES (?,?)")) == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(store->sessions.insert, 1, (sqlite3_int64)number);
    sqlite3_bind_int64(store->sessions.insert, 2, store->sessions.session);
    const enum sv_status status = svi_store_step(store, store->sessions.insert, &more);
    sqlite3_reset(store->sessions.insert);
    return status;
}

enum sv_status svi_store_merge_sessions(struct svi_store *store)
{
    bool has = false;
    enum sv_status status = svi_store_has_table(store, "other", "sessions", &has);
    if (status != SV_OK || !has) {
        return status;
    }
    status = svi_store_exec(store, tables_sql);
    return status == SV_OK
               ? svi_store_exec(store,
                                "INSERT OR IGNORE INTO main.sessions SELECT * FROM other.sessions;"
                                "INSERT INTO main.played SELECT * FROM other.played"
                                " WHERE number IN (SELECT number FROM temp.chosen)")
               : status;
}

/* ---- out ------------------------------------------------------------------------------------- */

enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number), void *user)
{
    bool has = false, more = true;
    enum sv_status status = svi_store_has_table(store, "main", "played", &has);
    if (status != SV_OK || !has) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(store, "SELECT number FROM played JOIN sessions USING"
                                               " (session) WHERE round = ? ORDER BY number");
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(s, 1, round);
    while (status == SV_OK && more) {
        status = svi_store_step(store, s, &more);
        if (status == SV_OK && more) {
            const uint64_t number =
                (uint64_t)svi_store_whole(store, s, 0, 0, 1, (int64_t)SVI_MAX_MATCHES, &status);
            if (status == SV_OK) {
                each(user, number);
            }
        }
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_drop_chosen(struct svi_store *store)
{
    static const char *const tables[] = {"outputs", "luck",    "trades",  "seats",
                                         "replays", "timings", "crashes", "losses",
                                         "matches", "played",  "analyses"};
    enum sv_status status = SV_OK;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0] && status == SV_OK; i++) {
        char sql[120];
        bool has = false;
        status = svi_store_has_table(store, "main", tables[i], &has);
        (void)snprintf(sql, sizeof sql,
                       "DELETE FROM main.%s WHERE number IN (SELECT number FROM temp.chosen)",
                       tables[i]);
        status = status == SV_OK && has ? svi_store_exec(store, sql) : status;
    }
    return status;
}

void svi_sessions_table_finish(struct svi_sessions_table *table)
{
    sqlite3_finalize(table->insert);
}
