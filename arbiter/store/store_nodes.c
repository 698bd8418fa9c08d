#include "store/store_nodes.h"

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
    "CREATE TABLE IF NOT EXISTS main.probes (session INTEGER NOT NULL, probe INTEGER NOT NULL,"
    " at INTEGER NOT NULL, us INTEGER NOT NULL, mark BLOB NOT NULL, PRIMARY KEY (session, probe))"
    " STRICT, WITHOUT ROWID;"
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

enum sv_status svi_store_session(struct svi_store *store, const char *node, unsigned round,
                                 unsigned shard)
{
    struct timespec now;
    uint64_t id;
    enum sv_status status = sodium_init() >= 0 ? svi_store_begin(store) : SV_E_SYSTEM;
    status = status == SV_OK ? svi_store_exec(store, tables_sql) : status;
    sqlite3_stmt *s = status == SV_OK
                          ? svi_store_prepare(store, "INSERT INTO sessions VALUES (?,?,?,?,?)")
                          : NULL;
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    (void)clock_gettime(CLOCK_REALTIME, &now);
    randombytes_buf(&id, sizeof id); /* so that no two shards have the same */
    store->nodes.session = (int64_t)(id >> 2 | 1);
    store->nodes.probes = 0;
    sqlite3_bind_int64(s, 1, store->nodes.session);
    sqlite3_bind_text(s, 2, node, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, round);
    sqlite3_bind_int64(s, 4, shard);
    sqlite3_bind_int64(s, 5, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    status = finish(store, s);
    return status == SV_OK ? svi_store_commit(store) : status;
}

enum sv_status svi_store_put_probe(struct svi_store *store, const struct svi_probe *probe)
{
    const enum sv_status status = svi_store_begin(store);
    sqlite3_stmt *s =
        status == SV_OK ? svi_store_prepare(store, "INSERT INTO probes VALUES (?,?,?,?,?)") : NULL;
    if (s != NULL) {
        sqlite3_bind_int64(s, 1, store->nodes.session);
        sqlite3_bind_int64(s, 2, ++store->nodes.probes);
        sqlite3_bind_int64(s, 3, probe->when);
        sqlite3_bind_int64(s, 4, (sqlite3_int64)probe->us);
        sqlite3_bind_blob(s, 5, probe->mark, sizeof probe->mark, SQLITE_STATIC);
    }
    return finish(store, s);
}

enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number)
{
    bool more;
    if (store->nodes.session == 0) {
        return SV_OK;
    }
    if (store->nodes.insert == NULL && (store->nodes.insert = svi_store_prepare(
                                            store, "INSERT INTO played VALUES (?,?)")) == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(store->nodes.insert, 1, (sqlite3_int64)number);
    sqlite3_bind_int64(store->nodes.insert, 2, store->nodes.session);
    const enum sv_status status = svi_store_step(store, store->nodes.insert, &more);
    sqlite3_reset(store->nodes.insert);
    return status;
}

enum sv_status svi_store_merge_nodes(struct svi_store *store)
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
                                "INSERT OR IGNORE INTO main.probes SELECT * FROM other.probes;"
                                "INSERT INTO main.played SELECT * FROM other.played"
                                " WHERE number IN (SELECT number FROM temp.chosen)")
               : status;
}

/* ---- out ------------------------------------------------------------------------------------- */

/* A question about a round (?1), where there may be no such tables; NULL with SV_OK. */
static enum sv_status ask(struct svi_store *store, const char *table, const char *sql,
                          unsigned round, sqlite3_stmt **s)
{
    bool has = false;
    *s = NULL;
    const enum sv_status status = svi_store_has_table(store, "main", table, &has);
    if (status != SV_OK || !has) {
        return status;
    }
    *s = svi_store_prepare(store, sql);
    if (*s != NULL) {
        sqlite3_bind_int64(*s, 1, round);
    }
    return *s != NULL ? SV_OK : SV_E_SYSTEM;
}

static void read_name(sqlite3_stmt *s, int column, char name[SVI_NODE_NAME])
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    (void)snprintf(name, SVI_NODE_NAME, "%s", text != NULL ? text : "");
    svi_text_clean(name); /* of whoever wrote the store */
}

enum sv_status svi_store_nodes(struct svi_store *store, unsigned round,
                               void (*each)(void *user, const char *node, uint64_t games),
                               void *user)
{
    sqlite3_stmt *s;
    bool more;
    enum sv_status status =
        ask(store, "sessions",
            "SELECT node, sum((SELECT count(*) FROM played WHERE played.session ="
            " sessions.session)) FROM sessions WHERE round = ? GROUP BY node ORDER BY node",
            round, &s);
    while (status == SV_OK && s != NULL && (status = svi_store_step(store, s, &more)) == SV_OK &&
           more) {
        char name[SVI_NODE_NAME];
        read_name(s, 0, name);
        each(user, name, (uint64_t)sqlite3_column_int64(s, 1));
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_probes(struct svi_store *store, unsigned round,
                                void (*each)(void *user, const char *node,
                                             const struct svi_probe *probe),
                                void *user)
{
    sqlite3_stmt *s;
    bool more;
    enum sv_status status = ask(store, "sessions",
                                "SELECT node, at, us, mark FROM sessions JOIN probes USING"
                                " (session) WHERE round = ? ORDER BY node, session, probe",
                                round, &s);
    while (status == SV_OK && s != NULL && (status = svi_store_step(store, s, &more)) == SV_OK &&
           more) {
        char name[SVI_NODE_NAME];
        struct svi_probe probe = {.when = sqlite3_column_int64(s, 1) == SVI_PROBE_AT_BEGIN
                                              ? SVI_PROBE_AT_BEGIN
                                              : SVI_PROBE_DURING,
                                  .us = (uint64_t)sqlite3_column_int64(s, 2)};
        if (sqlite3_column_bytes(s, 3) == (int)sizeof probe.mark) {
            memcpy(probe.mark, sqlite3_column_blob(s, 3), sizeof probe.mark);
        }
        read_name(s, 0, name);
        each(user, name, &probe);
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number, const char *node),
                                void *user)
{
    sqlite3_stmt *s;
    bool more;
    enum sv_status status = ask(store, "played",
                                "SELECT number, node FROM played JOIN sessions USING (session)"
                                " WHERE ?1 = 0 OR round = ?1 ORDER BY number",
                                round, &s);
    while (status == SV_OK && s != NULL && (status = svi_store_step(store, s, &more)) == SV_OK &&
           more) {
        char name[SVI_NODE_NAME];
        read_name(s, 1, name);
        each(user, (uint64_t)sqlite3_column_int64(s, 0), name);
    }
    sqlite3_finalize(s);
    return status;
}

/* ---- out again ------------------------------------------------------------------------------- */

static const char voided_sql[] =
    "CREATE TABLE IF NOT EXISTS main.voided (number INTEGER NOT NULL, round INTEGER NOT NULL,"
    " node TEXT NOT NULL, reason TEXT NOT NULL, replay_hash BLOB NOT NULL) STRICT;" SVI_CHOSEN_SQL;

static enum sv_status bound(struct svi_store *store, const char *sql, unsigned round,
                            const char *node, const char *reason)
{
    sqlite3_stmt *s = svi_store_prepare(store, sql);
    if (s != NULL) {
        sqlite3_bind_int64(s, 1, round);
        sqlite3_bind_text(s, 2, node, -1, SQLITE_STATIC);
        if (reason != NULL) {
            sqlite3_bind_text(s, 3, reason, -1, SQLITE_STATIC);
        }
    }
    return finish(store, s);
}

enum sv_status svi_store_drop_chosen(struct svi_store *store)
{
    static const char *const tables[] = {"outputs", "luck",    "trades", "seats",   "replays",
                                         "timings", "crashes", "losses", "matches", "played"};
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

enum sv_status svi_store_void(struct svi_store *store, unsigned round, const char *node,
                              const char *reason, uint64_t *games)
{
    int64_t count = 0;
    *games = 0;
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? svi_store_exec(store, tables_sql) : status;
    status = status == SV_OK ? svi_store_exec(store, voided_sql) : status;
    if (status == SV_OK) {
        status = bound(store,
                       "INSERT INTO temp.chosen SELECT number FROM played JOIN sessions USING"
                       " (session) WHERE round = ? AND node = ?",
                       round, node, NULL);
    }
    if (status == SV_OK) {
        status = bound(store,
                       "INSERT INTO voided SELECT number, ?1, ?2, ?3, replay_hash FROM matches"
                       " WHERE number IN (SELECT number FROM temp.chosen)",
                       round, node, reason);
    }
    if (status == SV_OK) {
        status = svi_store_read_number(store, "SELECT count(*) FROM temp.chosen", &count);
    }
    status = status == SV_OK ? svi_store_drop_chosen(store) : status;
    *games = (uint64_t)count;
    return status == SV_OK ? svi_store_commit(store) : status;
}

enum sv_status svi_store_voided(struct svi_store *store,
                                void (*each)(void *user, const char *node, unsigned round,
                                             uint64_t games, const char *reason),
                                void *user)
{
    sqlite3_stmt *s;
    bool more;
    enum sv_status status = ask(store, "voided",
                                "SELECT node, round, count(*), reason FROM voided WHERE ?1 = 0"
                                " GROUP BY round, node, reason ORDER BY round, node",
                                0, &s);
    while (status == SV_OK && s != NULL && (status = svi_store_step(store, s, &more)) == SV_OK &&
           more) {
        char name[SVI_NODE_NAME], reason[SVI_NODE_NAME];
        read_name(s, 0, name);
        read_name(s, 3, reason);
        each(user, name, (unsigned)sqlite3_column_int64(s, 1), (uint64_t)sqlite3_column_int64(s, 2),
             reason);
    }
    sqlite3_finalize(s);
    return status;
}

void svi_nodes_table_finish(struct svi_nodes_table *table)
{
    sqlite3_finalize(table->insert);
}
