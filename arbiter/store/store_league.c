/* The rows about a store's league: how they are written at the beginning, and how they are read
 * back. */
#include "store/store_league.h"

#include "job/points.h"
#include "memory/memory.h"
#include "schedule/league_size.h"
#include "store/store_db.h"
#include "store/store_matches.h"
#include "store/store_revisions.h"

#include "base/utf8.h"

#include <solvent/version.h>

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TERMS 64

/* `points` count in units; league.points_unit units are a point. `why` is a name. Bots, seats and
 * seatings count from 0, matches, tables and deals from 1. A deal is one seed, and deals are
 * numbered through the league. */
static const char schema[] =
    "CREATE TABLE league (name TEXT NOT NULL, edition TEXT NOT NULL, edition_hash BLOB NOT NULL,"
    " seats INTEGER NOT NULL, matches INTEGER NOT NULL, lanes INTEGER NOT NULL, points_unit "
    "INTEGER NOT NULL,"
    " seed BLOB NOT NULL, hash BLOB NOT NULL, identity TEXT NOT NULL, text TEXT NOT NULL,"
    " version TEXT NOT NULL);"
    "CREATE TABLE terms (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE bots (bot INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE matches (number INTEGER PRIMARY KEY, \"table\" INTEGER NOT NULL,"
    " deal INTEGER NOT NULL, seating INTEGER NOT NULL, why TEXT NOT NULL, rounds INTEGER NOT NULL,"
    " turns INTEGER NOT NULL, decisions INTEGER NOT NULL, replay_hash BLOB NOT NULL);"
    "CREATE TABLE seats (number INTEGER NOT NULL, seat INTEGER NOT NULL, bot INTEGER NOT NULL,"
    " place INTEGER NOT NULL, points INTEGER NOT NULL, worth INTEGER NOT NULL, ok INTEGER NOT NULL,"
    " late INTEGER NOT NULL, malformed INTEGER NOT NULL, illegal INTEGER NOT NULL,"
    " dead INTEGER NOT NULL, overtime INTEGER NOT NULL, forfeited INTEGER NOT NULL, PRIMARY KEY "
    "(number, seat))"
    " WITHOUT ROWID;"
    "CREATE TABLE replays (number INTEGER PRIMARY KEY, svr BLOB NOT NULL);"
    "CREATE TABLE timings (number INTEGER PRIMARY KEY, wall_us INTEGER NOT NULL,"
    " used_us TEXT NOT NULL);";

/* ---- reading ------------------------------------------------------------------------------ */

static bool copy_blob(uint8_t out[32], sqlite3_stmt *statement, int column)
{
    const bool fits = sqlite3_column_bytes(statement, column) == 32;
    if (fits) {
        memcpy(out, sqlite3_column_blob(statement, column), 32);
    }
    return fits;
}

/* Bots are identified by their names, also after control characters were removed from them. */
static enum sv_status check_names(struct svi_store *store)
{
    const struct svi_store_info *info = &store->info;
    bool same = false;
    SCOPED(scoped_free) char **name = svi_new(info->n_bots, sizeof *name);
    for (unsigned i = 0; i < info->n_bots; i++) {
        name[i] = info->bot[i];
    }
    svi_texts_sort(name, info->n_bots);
    for (unsigned i = 1; i < info->n_bots; i++) {
        same |= strcmp(name[i - 1], name[i]) == 0;
    }
    return same ? SV_E_LENGTH : SV_OK;
}

static enum sv_status read_bots(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    int64_t count = 0;
    SVI_TRY(svi_store_read_number(store, "SELECT count(*) FROM bots", &count));
    if (count < 2 || count > SVI_MAX_BOTS) {
        return SV_E_LENGTH;
    }
    info->bot = svi_new((size_t)count, sizeof *info->bot);
    info->entry = svi_new((size_t)count, sizeof *info->entry);
    if (info->bot == NULL || info->entry == NULL) {
        return svi_store_no_memory(store);
    }
    SVI_ROWS(r, store, NULL, "SELECT name FROM bots ORDER BY bot", SVI_NO_VALUES);
    while (info->n_bots < count && svi_rows_next(&r)) {
        svi_rows_name(&r, 0, info->bot[info->n_bots++], SV_MAX_NAME);
    }
    return r.status == SV_OK ? check_names(store) : r.status;
}

static enum sv_status read_terms(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    int64_t count = 0;
    SVI_TRY(svi_store_read_number(store, "SELECT count(*) FROM terms", &count));
    if (count < 1 || count > MAX_TERMS) {
        return SV_E_LENGTH;
    }
    info->term = svi_new((size_t)count, sizeof *info->term);
    SVI_ROWS(r, store, NULL, "SELECT key, value FROM terms ORDER BY key", SVI_NO_VALUES);
    while (info->n_terms < count && svi_rows_next(&r)) {
        struct svi_store_term *term = &info->term[info->n_terms++];
        svi_rows_name(&r, 0, term->key, sizeof term->key);
        term->value = svi_rows_copy(&r, 1);
        r.status = term->value != NULL ? SV_OK : svi_store_no_memory(store);
        info->luck_decides |= strcmp(term->key, svi_term_key(SVI_TERM_luck)) == 0;
    }
    return r.status;
}

/* Reads the row of the league. */
static enum sv_status read_league(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    SVI_ROWS(r, store, NULL,
             "SELECT name, edition, edition_hash, seats, matches, seed, identity, text,"
             " lanes, version FROM league",
             SVI_NO_VALUES);
    if (!svi_rows_next(&r)) {
        return r.status != SV_OK ? r.status : SV_E_LENGTH;
    }
    svi_rows_name(&r, 0, info->name, sizeof info->name);
    svi_rows_name(&r, 1, info->edition, sizeof info->edition);
    svi_rows_name(&r, 9, info->version, sizeof info->version);
    info->seats = (unsigned)svi_rows_int(&r, 3);
    info->matches = svi_rows_uint(&r, 4);
    info->lanes = (uint32_t)svi_rows_int(&r, 8);
    info->identity = svi_rows_copy(&r, 6);
    info->text = svi_rows_copy(&r, 7);
    if (info->identity == NULL || info->text == NULL) {
        return svi_store_no_memory(store);
    }
    const bool sound = copy_blob(info->edition_hash, r.s, 2) && copy_blob(info->seed, r.s, 5) &&
                       info->seats >= 2 && info->seats <= SV_MAX_SEATS && info->matches >= 1 &&
                       info->matches <= SVI_MAX_MATCHES && info->lanes >= 1;
    return sound ? SV_OK : SV_E_LENGTH;
}

static enum sv_status read_all(struct svi_store *store)
{
    SVI_TRY(read_league(store));
    SVI_TRY(read_bots(store));
    SVI_TRY(read_terms(store));
    return svi_store_read_revisions(store);
}

enum sv_status svi_store_read_info(struct svi_store *store)
{
    const enum sv_status status = read_all(store);
    if (status == SV_E_LENGTH) {
        (void)svi_fail(&store->error, status, "%s: found a store without a sound league",
                       store->path);
    }
    return status;
}

/* ---- beginning ---------------------------------------------------------------------------- */

static enum sv_status insert_league(struct svi_store *store, const struct svi_store_info *want)
{
    uint8_t hash[32];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)want->identity, strlen(want->identity),
                       NULL, 0);
    return svi_store_change(store, "INSERT INTO league VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                            SVI_VALUES(SVI_STRING(want->name), SVI_STRING(want->edition),
                                       SVI_BYTES(want->edition_hash, sizeof want->edition_hash),
                                       SVI_INT(want->seats), SVI_INT(want->matches),
                                       SVI_INT(want->lanes), SVI_INT(svi_points_unit(want->seats)),
                                       SVI_BYTES(want->seed, sizeof want->seed),
                                       SVI_BYTES(hash, sizeof hash), SVI_STRING(want->identity),
                                       SVI_STRING(want->text), SVI_STRING(SV_VERSION_STRING)));
}

static enum sv_status insert_bots(struct svi_store *store, const struct svi_store_info *want)
{
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s = svi_store_prepare(store, "INSERT OR IGNORE INTO bots VALUES (?,?)");
    for (unsigned i = 0; i < want->n_bots; i++) {
        SVI_TRY(svi_store_insert(store, s, SVI_VALUES(SVI_INT(i), SVI_STRING(want->bot[i]))));
    }
    return SV_OK;
}

static enum sv_status insert_terms(struct svi_store *store, const struct svi_store_info *want)
{
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s = svi_store_prepare(store, "INSERT OR REPLACE INTO terms VALUES (?,?)");
    for (unsigned i = 0; i < want->n_terms; i++) {
        const struct svi_store_term *term = &want->term[i];
        SVI_TRY(
            svi_store_insert(store, s, SVI_VALUES(SVI_STRING(term->key), SVI_STRING(term->value))));
    }
    return SV_OK;
}

enum sv_status svi_store_begin_league(struct svi_store *store, const struct svi_store_info *want)
{
    char numbers[96];
    snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             SVI_STORE_APPLICATION, SVI_STORE_VERSION);
    SVI_TRY(svi_store_exec(store, "BEGIN IMMEDIATE"));
    SVI_TRY(svi_store_exec(store, numbers));
    SVI_TRY(svi_store_exec(store, schema));
    SVI_TRY(insert_league(store, want));
    SVI_TRY(insert_bots(store, want));
    SVI_TRY(insert_terms(store, want));
    SVI_TRY(svi_store_make_revisions(store));
    SVI_TRY(svi_store_put_revisions(store, want, 0));
    store->version = SVI_STORE_VERSION;
    return svi_store_exec(store, "COMMIT");
}

/* Writes the rows of `bots` and `terms` of `want`, its new revisions, and the columns of `league`
 * that can change. Call it within a transaction. */
static enum sv_status put_now(struct svi_store *store, const struct svi_store_info *want)
{
    uint8_t hash[32];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)want->identity, strlen(want->identity),
                       NULL, 0);
    SVI_TRY(svi_store_change(store,
                             "UPDATE league SET matches = ?, hash = ?, identity = ?, text = ?",
                             SVI_VALUES(SVI_INT(want->matches), SVI_BYTES(hash, sizeof hash),
                                        SVI_STRING(want->identity), SVI_STRING(want->text))));
    SVI_TRY(insert_bots(store, want));
    SVI_TRY(svi_store_exec(store, "DELETE FROM terms"));
    SVI_TRY(insert_terms(store, want));
    return svi_store_put_revisions(store, want, store->info.n_revisions);
}

enum sv_status svi_store_plan(struct svi_store *store, uint64_t matches)
{
    SVI_TRY(svi_store_begin(store));
    SVI_TRY(svi_store_change(store, "UPDATE league SET matches = ?", SVI_VALUES(SVI_INT(matches))));
    SVI_TRY(svi_store_commit(store));
    store->info.matches = matches;
    return SV_OK;
}

/* ---- changes of the league file -------------------------------------------------------------- */

/* Ends a transaction, and reads the league that it has changed. */
static enum sv_status end_and_read(struct svi_store *store, enum sv_status status)
{
    SVI_TRY(svi_store_end(store, status));
    svi_store_forget(&store->info);
    return svi_store_read_info(store);
}

enum sv_status svi_store_revise(struct svi_store *store, const struct svi_store_info *want)
{
    const enum sv_status status = svi_store_begin(store);
    return end_and_read(store, status == SV_OK ? put_now(store, want) : status);
}

enum sv_status svi_store_retag(struct svi_store *store, const struct svi_store_info *want)
{
    const enum sv_status status = svi_store_begin(store);
    return end_and_read(store, status == SV_OK ? svi_store_put_tags(store, want) : status);
}

static enum sv_status put_texts(struct svi_store *store, char *const texts[])
{
    SVI_TRY(svi_store_exec(store, "PRAGMA secure_delete = ON"));
    SVI_TRY(svi_store_begin(store));
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s = svi_store_prepare(store, "UPDATE revisions SET text = ? WHERE revision = ?");
    for (unsigned i = 0; i < store->info.n_revisions; i++) {
        if (texts[i] != NULL) {
            SVI_TRY(svi_store_insert(store, s, SVI_VALUES(SVI_STRING(texts[i]), SVI_INT(i + 1))));
        }
    }
    return svi_store_exec(store, "UPDATE league SET text = (SELECT text FROM revisions "
                                 "ORDER BY revision DESC LIMIT 1)");
}

enum sv_status svi_store_retell(struct svi_store *store, char *const texts[])
{
    return end_and_read(store, put_texts(store, texts));
}
