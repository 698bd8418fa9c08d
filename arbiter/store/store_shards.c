
#include "store/store_shards.h"

#include "memory/memory.h"
#include "store/store_db.h"
#include "store/store_matches.h"

#include "base/out.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prepares a statement with whole numbers bound from 1 on. */
static sqlite3_stmt *prepare(struct svi_store *store, const char *sql, const int64_t values[],
                             int n)
{
    sqlite3_stmt *s = svi_store_prepare(store, sql);
    for (int i = 0; s != NULL && i < n; i++) {
        sqlite3_bind_int64(s, i + 1, values[i]);
    }
    return s;
}

/* Runs a prepared statement once and frees it. */
static enum sv_status finish(struct svi_store *store, sqlite3_stmt *s)
{
    bool more;
    const enum sv_status status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    sqlite3_finalize(s);
    return status;
}

static char *text_of(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    char *copy = svi_copy(text != NULL ? text : "");
    if (copy != NULL) {
        svi_prose_clean(copy, strlen(copy)); /* may come from a stranger */
    }
    return copy;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static const char rounds_sql[] =
    "CREATE TABLE IF NOT EXISTS main.rounds (round INTEGER PRIMARY KEY, shards INTEGER NOT NULL,"
    " planned INTEGER NOT NULL, games INTEGER NOT NULL, expected_us INTEGER NOT NULL, costs TEXT "
    "NOT NULL)";

static const char env_key_sql[] =
    "CREATE TABLE IF NOT EXISTS main.env_key (key TEXT NOT NULL); DELETE FROM main.env_key";

/* Writes the cost of a game in microseconds, then the cost of each bot, in the order of bots. */
static void costs_text(const struct svi_costs *costs, unsigned bots, struct svi_buf *out)
{
    svi_out_int(out, costs->game_us);
    for (unsigned i = 0; i < bots; i++) {
        svi_out_char(out, ' ');
        svi_out_int(out, costs->bot_us[i]);
    }
    svi_buf_byte(out, 0);
}

static bool parse_costs(const char *text, unsigned bots, struct svi_costs *costs)
{
    *costs = (struct svi_costs){0};
    for (unsigned i = 0; i <= bots; i++) {
        char *end;
        const unsigned long us = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (us == 0 || us > UINT32_MAX || *end != (i < bots ? ' ' : '\0')) {
            return false;
        }
        if (i == 0) {
            costs->game_us = (uint32_t)us;
        } else {
            costs->bot_us[i - 1] = (uint32_t)us;
        }
        text = end + 1;
    }
    return true;
}

enum sv_status svi_store_put_round(struct svi_store *store, const struct svi_store_round *round)
{
    const int64_t values[] = {round->round, round->shards, (int64_t)round->planned,
                              (int64_t)round->games, (int64_t)round->expected_us};
    struct svi_buf text = {0};
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK) {
        status = svi_store_exec(store, rounds_sql);
    }
    if (status == SV_OK) {
        sqlite3_stmt *s =
            prepare(store, "INSERT OR REPLACE INTO rounds VALUES (?,?,?,?,?,?)", values, 5);
        costs_text(&round->costs, store->info.n_bots, &text);
        if (s != NULL) {
            sqlite3_bind_text(s, 6, (const char *)text.data, -1, SQLITE_STATIC);
        }
        status = finish(store, s);
    }
    svi_buf_finish(&text);
    if (status == SV_OK) {
        status = svi_store_exec(store, env_key_sql);
    }
    if (status == SV_OK && round->env_key[0] != '\0') {
        sqlite3_stmt *s = svi_store_prepare(store, "INSERT INTO env_key VALUES (?)");
        if (s != NULL) {
            sqlite3_bind_text(s, 1, round->env_key, -1, SQLITE_STATIC);
        }
        status = finish(store, s);
    }
    return status == SV_OK ? svi_store_commit(store) : status;
}

static enum sv_status read_env_key(struct svi_store *store, struct svi_store_round *round)
{
    bool more = false;
    enum sv_status status = svi_store_has_table(store, "main", "env_key", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(store, "SELECT key FROM env_key");
    status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    if (status == SV_OK && more) {
        const char *key = (const char *)sqlite3_column_text(s, 0);
        (void)snprintf(round->env_key, sizeof round->env_key, "%s", key != NULL ? key : "");
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_last_round(struct svi_store *store, struct svi_store_round *round)
{
    bool more = false;
    memset(round, 0, sizeof *round);
    enum sv_status status = svi_store_has_table(store, "main", "rounds", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(
        store,
        "SELECT round, shards, games, expected_us, costs, planned FROM rounds ORDER BY round DESC");
    status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    if (status == SV_OK && more) {
        const char *costs = (const char *)sqlite3_column_text(s, 4);
        const int64_t number = sqlite3_column_int64(s, 0), shards = sqlite3_column_int64(s, 1);
        if (number < 1 || number > UINT32_MAX || shards < 1 || shards > (int64_t)SVI_MAX_MATCHES ||
            costs == NULL || !parse_costs(costs, store->info.n_bots, &round->costs)) {
            status = svi_fail(&store->error, SV_E_MISMATCH, "%s: rounds: found an unsound row",
                              store->path);
        } else {
            round->round = (unsigned)number;
            round->shards = (unsigned)shards;
            round->games = (uint64_t)sqlite3_column_int64(s, 2);
            round->planned = (uint64_t)sqlite3_column_int64(s, 5);
            round->expected_us = (uint64_t)sqlite3_column_int64(s, 3);
        }
    }
    sqlite3_finalize(s);
    return status == SV_OK ? read_env_key(store, round) : status;
}

/* ---- a shard --------------------------------------------------------------------------------- */

static const char shard_sql[] =
    "CREATE TABLE IF NOT EXISTS main.shard (round INTEGER NOT NULL, shard INTEGER NOT NULL,"
    " shards INTEGER NOT NULL, planned INTEGER NOT NULL, solvent TEXT NOT NULL,"
    " bots TEXT NOT NULL); DELETE FROM main.shard";

enum sv_status svi_store_shard(struct svi_store *store, struct svi_store_shard *shard)
{
    bool more = false;
    memset(shard, 0, sizeof *shard);
    enum sv_status status = svi_store_has_table(store, "main", "shard", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(
        store, "SELECT round, shard, shards, planned, solvent, bots FROM main.shard");
    status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    if (status == SV_OK && more) {
        const char *solvent = (const char *)sqlite3_column_text(s, 4);
        const int64_t most = (int64_t)SVI_MAX_MATCHES;
        shard->round = (unsigned)svi_store_whole(store, s, 0, 0, 0, UINT32_MAX, &status);
        shard->shards = (unsigned)svi_store_whole(store, s, 2, 0, 1, most, &status);
        shard->shard = (unsigned)svi_store_whole(store, s, 1, 0, 1, shard->shards, &status);
        shard->planned = (uint64_t)svi_store_whole(store, s, 3, 0, 0, most, &status);
        (void)snprintf(shard->solvent, sizeof shard->solvent, "%s", solvent != NULL ? solvent : "");
        svi_text_clean(shard->solvent);
        shard->bots = text_of(s, 5);
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_put_shard(struct svi_store *store, const struct svi_store_shard *shard)
{
    struct svi_store_shard is;
    const int64_t values[] = {shard->round, shard->shard, shard->shards, (int64_t)shard->planned};
    enum sv_status status = svi_store_shard(store, &is);
    free(is.bots);
    if (status == SV_OK && is.shards != 0 && (is.round != 0 || shard->round != 0) &&
        (is.round != shard->round || is.shard != shard->shard || is.shards != shard->shards)) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: found shard %u/%u of round %u, expected shard %u/%u of round %u",
                        store->path, is.shard, is.shards, is.round, shard->shard, shard->shards,
                        shard->round);
    }
    status = status == SV_OK ? svi_store_begin(store) : status;
    status = status == SV_OK ? svi_store_exec(store, shard_sql) : status;
    if (status != SV_OK) {
        return status;
    }
    sqlite3_stmt *s = prepare(store, "INSERT INTO main.shard VALUES (?,?,?,?,?,?)", values, 4);
    if (s != NULL) {
        sqlite3_bind_text(s, 5, shard->solvent, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 6, shard->bots, -1, SQLITE_STATIC);
    }
    status = finish(store, s);
    return status == SV_OK ? svi_store_commit(store) : status;
}

/* ---- merged shards --------------------------------------------------------------------------- */

static const char merged_sql[] =
    "CREATE TABLE IF NOT EXISTS main.merged (round INTEGER NOT NULL, shard INTEGER NOT NULL,"
    " shards INTEGER NOT NULL, games INTEGER NOT NULL, planned INTEGER NOT NULL,"
    " PRIMARY KEY (round, shard)) WITHOUT ROWID";

enum sv_status svi_store_put_made_by(struct svi_store *store, const struct svi_store_shard *shard)
{
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK) {
        status = svi_store_exec(store, "CREATE TABLE IF NOT EXISTS main.made_by"
                                       " (solvent TEXT NOT NULL, bots TEXT NOT NULL)");
    }
    if (status == SV_OK) {
        sqlite3_stmt *s = svi_store_prepare(
            store, "INSERT INTO made_by SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM made_by)");
        if (s != NULL) {
            sqlite3_bind_text(s, 1, shard->solvent, -1, SQLITE_STATIC);
            sqlite3_bind_text(s, 2, shard->bots, -1, SQLITE_STATIC);
        }
        status = finish(store, s);
    }
    return status;
}

enum sv_status svi_store_put_merged(struct svi_store *store, const struct svi_store_shard *shard,
                                    uint64_t games)
{
    const int64_t values[] = {shard->round, shard->shard, shard->shards, (int64_t)games,
                              (int64_t)shard->planned};
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? svi_store_exec(store, merged_sql) : status;
    if (status == SV_OK) {
        status = finish(
            store, prepare(store, "INSERT OR REPLACE INTO merged VALUES (?,?,?,?,?)", values, 5));
    }
    return status == SV_OK ? svi_store_put_made_by(store, shard) : status;
}

enum sv_status svi_store_merged(struct svi_store *store, unsigned round,
                                void (*each)(void *user, unsigned shard, unsigned shards,
                                             uint64_t games, uint64_t planned),
                                void *user)
{
    bool more = false;
    const int64_t values[] = {round};
    enum sv_status status = svi_store_has_table(store, "main", "merged", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = prepare(store,
                              "SELECT shard, shards, games, planned FROM merged WHERE round = ?"
                              " ORDER BY shard",
                              values, 1);
    status = s != NULL ? SV_OK : SV_E_SYSTEM;
    while (status == SV_OK && (status = svi_store_step(store, s, &more)) == SV_OK && more) {
        const int64_t most = (int64_t)SVI_MAX_MATCHES;
        const int64_t value[] = {svi_store_whole(store, s, 0, 0, 1, most, &status),
                                 svi_store_whole(store, s, 1, 0, 1, most, &status),
                                 svi_store_whole(store, s, 2, 0, 0, most, &status),
                                 svi_store_whole(store, s, 3, 0, 0, most, &status)};
        if (status == SV_OK) {
            each(user, (unsigned)value[0], (unsigned)value[1], (uint64_t)value[2],
                 (uint64_t)value[3]);
        }
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_lacks_shards(struct svi_store *store, bool *lacks)
{
    int64_t round = 0, shards = 0;
    bool has = false;
    enum sv_status status = svi_store_has_table(store, "main", "rounds", &has);
    if (status == SV_OK && has) {
        status = svi_store_read_number(store, "SELECT coalesce(max(round), 0) FROM rounds", &round);
    }
    if (status == SV_OK && round > 0) {
        status = svi_store_read_number(
            store, "SELECT shards FROM rounds ORDER BY round DESC LIMIT 1", &shards);
    }
    if (status == SV_OK) {
        status = svi_store_has_table(store, "main", "merged", &has);
    }
    *lacks = shards > 0;
    if (status != SV_OK || !has) {
        return status;
    }
    sqlite3_stmt *s = prepare(store,
                              "SELECT count(*) < max(?2, coalesce(max(shards), 0)) OR"
                              " coalesce(sum(games < planned), 0) > 0 FROM merged WHERE round = ?1",
                              (const int64_t[]){round, shards}, 2);
    status = s != NULL ? svi_store_step(store, s, &has) : SV_E_SYSTEM;
    *lacks = status == SV_OK && has && sqlite3_column_int(s, 0) != 0;
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_made_by(struct svi_store *store, struct svi_store_shard *shard)
{
    bool more = false;
    memset(shard, 0, sizeof *shard);
    enum sv_status status = svi_store_has_table(store, "main", "made_by", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(store, "SELECT solvent, bots FROM made_by");
    status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    if (status == SV_OK && more) {
        const char *solvent = (const char *)sqlite3_column_text(s, 0);
        (void)snprintf(shard->solvent, sizeof shard->solvent, "%s", solvent != NULL ? solvent : "");
        svi_text_clean(shard->solvent);
        shard->bots = text_of(s, 1);
    }
    sqlite3_finalize(s);
    return status;
}
