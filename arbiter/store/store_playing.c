/* The matches in flight of a run, for spectators: a table that exists while a run plays, in no
 * digest. */
#include "store/reader.h"
#include "store/store_db.h"
#include "store/writer.h"

#include <stdio.h>
#include <string.h>

static const char table_sql[] =
    "CREATE TABLE IF NOT EXISTS main.playing (number INTEGER PRIMARY KEY, worker INTEGER NOT NULL,"
    " bots TEXT NOT NULL, round INTEGER NOT NULL, decisions INTEGER NOT NULL) STRICT";

#define BOTS_TEXT (SV_MAX_SEATS * 6u + 3u) /* "[65535,65535]" */

/* "[3,0,1,2]": by seat. */
static void print_bots(const struct svi_playing *row, char text[BOTS_TEXT])
{
    size_t length = 0;
    for (unsigned s = 0; s < row->seats; s++) {
        length += (size_t)snprintf(text + length, BOTS_TEXT - length, "%s%u", s == 0 ? "[" : ",",
                                   row->bot[s]);
    }
    (void)snprintf(text + length, BOTS_TEXT - length, "]");
}

static enum sv_status insert(struct svi_store *store, sqlite3_stmt *s, unsigned worker,
                             const struct svi_playing *row)
{
    char bots[BOTS_TEXT];
    bool more;
    print_bots(row, bots);
    sqlite3_bind_int64(s, 1, (sqlite3_int64)row->number);
    sqlite3_bind_int64(s, 2, worker);
    sqlite3_bind_text(s, 3, bots, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 4, row->round);
    sqlite3_bind_int64(s, 5, row->decisions);
    const enum sv_status status = svi_store_step(store, s, &more);
    sqlite3_reset(s);
    return status;
}

enum sv_status svi_store_put_playing(struct svi_store *store, unsigned worker,
                                     const struct svi_playing rows[], unsigned n)
{
    char sql[80];
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? svi_store_exec(store, table_sql) : status;
    (void)snprintf(sql, sizeof sql, "DELETE FROM main.playing WHERE worker = %u", worker);
    status = status == SV_OK ? svi_store_exec(store, sql) : status;
    sqlite3_stmt *s = status == SV_OK
                          ? svi_store_prepare(store, /* another worker's row may be older */
                                              "INSERT OR REPLACE INTO main.playing VALUES"
                                              " (?,?,?,?,?)")
                          : NULL;
    status = s != NULL ? SV_OK : SV_E_SYSTEM;
    for (unsigned i = 0; i < n && status == SV_OK; i++) {
        status = insert(store, s, worker, &rows[i]);
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_drop_playing(struct svi_store *store)
{
    return svi_store_exec(store, "DROP TABLE IF EXISTS main.playing");
}

/* Reads "[3,0,1,2]". False: the text is something else, as any program may have written the
 * store. */
static bool read_bots(const char *text, const struct svi_store_info *league,
                      struct svi_playing *row)
{
    for (row->seats = 0; row->seats < league->seats; row->seats++) {
        unsigned bot = 0, digits = 0;
        if (*text++ != (row->seats == 0 ? '[' : ',')) {
            return false;
        }
        for (; *text >= '0' && *text <= '9' && digits < 6; text++, digits++) {
            bot = bot * 10 + (unsigned)(*text - '0');
        }
        if (digits == 0 || bot >= league->n_bots) {
            return false;
        }
        row->bot[row->seats] = bot;
    }
    return strcmp(text, "]") == 0;
}

enum sv_status svi_store_playing(struct svi_store *store,
                                 void (*take)(void *user, const struct svi_playing *row),
                                 void *user)
{
    bool more = false;
    enum sv_status status = svi_store_has_table(store, "main", "playing", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(store, "SELECT number, round, decisions, bots FROM"
                                               " main.playing ORDER BY number");
    status = s != NULL ? SV_OK : SV_E_SYSTEM;
    while (status == SV_OK && (status = svi_store_step(store, s, &more)) == SV_OK && more) {
        struct svi_playing row = {
            .number = (uint64_t)svi_store_whole(store, s, 0, 0, 1, INT64_MAX, &status),
            .round = (uint32_t)svi_store_whole(store, s, 1, 0, 0, UINT32_MAX, &status),
            .decisions = (uint32_t)svi_store_whole(store, s, 2, 0, 0, UINT32_MAX, &status)};
        const char *bots = (const char *)sqlite3_column_text(s, 3);
        if (status == SV_OK && bots != NULL && read_bots(bots, &store->info, &row)) {
            take(user, &row);
        }
    }
    sqlite3_finalize(s);
    return status;
}
