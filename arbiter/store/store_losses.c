/* How bots' processes were lost, in a table that only stores have in which one was. Stores from
 * before it have `crashes` instead, a row for a game that was lost by one. */
#include "memory/memory.h"
#include "store/reader.h"
#include "store/store_db.h"
#include "store/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OF_CRASHES                                                                                 \
    "SELECT number AS at_us, bot, number, seat, 1 AS forfeited, 0 AS held, report FROM "

enum sv_status svi_store_make_losses(struct svi_store *store)
{
    return svi_store_exec(store,
                          "CREATE TABLE IF NOT EXISTS main.losses (at_us INTEGER NOT NULL,"
                          " bot INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,"
                          " forfeited INTEGER NOT NULL, held INTEGER NOT NULL,"
                          " report TEXT NOT NULL, PRIMARY KEY (at_us, bot)) STRICT, WITHOUT ROWID");
}

static int64_t wall_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

enum sv_status svi_store_put_loss(struct svi_store *store, const struct svi_loss *loss)
{
    bool more;
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK && store->losses.insert == NULL) {
        status = svi_store_make_losses(store);
    }
    if (status == SV_OK && store->losses.insert == NULL) {
        store->losses.insert =
            svi_store_prepare(store, "INSERT INTO losses VALUES (?,?,?,?,?,?,?)");
    }
    sqlite3_stmt *s = store->losses.insert;
    if (status != SV_OK || s == NULL) {
        return SV_E_SYSTEM;
    }
    const int64_t now_us = wall_us();
    store->losses.at_us = now_us > store->losses.at_us ? now_us : store->losses.at_us + 1;
    const int64_t values[] = {store->losses.at_us, loss->bot,       (int64_t)loss->match,
                              loss->seat,          loss->forfeited, loss->held};
    for (int i = 0; i < 6; i++) {
        sqlite3_bind_int64(s, i + 1, values[i]);
    }
    sqlite3_bind_text(s, 7, loss->report, -1, SQLITE_STATIC);
    status = svi_store_step(store, s, &more);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return status;
}

enum sv_status svi_store_merge_losses(struct svi_store *store)
{
    static const char chosen[] = " (SELECT number FROM temp.chosen)";
    bool has = false, had = false;
    char sql[320];
    enum sv_status status = svi_store_has_table(store, "other", "losses", &has);
    status = status == SV_OK ? svi_store_has_table(store, "other", "crashes", &had) : status;
    if (status == SV_OK && (has || had)) {
        status = svi_store_make_losses(store);
    }
    if (status == SV_OK && has) {
        (void)snprintf(sql, sizeof sql,
                       "INSERT OR IGNORE INTO main.losses SELECT * FROM other.losses"
                       " WHERE number = 0 OR number IN%s",
                       chosen);
        status = svi_store_exec(store, sql);
    }
    if (status == SV_OK && had) {
        (void)snprintf(sql, sizeof sql,
                       "INSERT OR IGNORE INTO main.losses " OF_CRASHES
                       "other.crashes JOIN other.seats USING (number, seat) WHERE number IN%s",
                       chosen);
        status = svi_store_exec(store, sql);
    }
    return status;
}

enum sv_status svi_store_losses(struct svi_store *store,
                                bool (*each)(void *user, const struct svi_loss *loss), void *user)
{
    bool has = false, had = false, more = true;
    char sql[400];
    enum sv_status status = svi_store_has_table(store, "main", "losses", &has);
    status = status == SV_OK ? svi_store_has_table(store, "main", "crashes", &had) : status;
    if (status != SV_OK || (!has && !had)) {
        return status;
    }
    (void)snprintf(sql, sizeof sql, "%s%s%s ORDER BY forfeited = 0, number = 0, number, at_us",
                   has ? "SELECT at_us, bot, number, seat, forfeited, held, report FROM losses"
                       : "",
                   has && had ? " UNION ALL " : "",
                   had ? OF_CRASHES "crashes JOIN seats USING (number, seat)" : "");
    sqlite3_stmt *s = svi_store_prepare(store, sql);
    status = s != NULL ? SV_OK : SV_E_SYSTEM;
    while (status == SV_OK && more) {
        status = svi_store_step(store, s, &more);
        if (status == SV_OK && more) {
            const char *report = (const char *)sqlite3_column_text(s, 6);
            const int64_t bots = (int64_t)store->info.n_bots, most = (int64_t)SVI_MAX_MATCHES;
            const struct svi_loss loss = {
                .bot = (unsigned)svi_store_whole(store, s, 1, 0, 0, bots - 1, &status),
                .match = (uint64_t)svi_store_whole(store, s, 2, 0, 0, most, &status),
                .seat = (unsigned)svi_store_whole(store, s, 3, 0, 0, UINT8_MAX, &status),
                .forfeited = (unsigned)svi_store_whole(store, s, 4, 0, 0, UINT32_MAX, &status),
                .held = (unsigned)svi_store_whole(store, s, 5, 0, 0, UINT32_MAX, &status),
                .report = report != NULL ? report : ""};
            more = status == SV_OK && each(user, &loss);
        }
    }
    sqlite3_finalize(s);
    return status;
}

/* ---- the first of a bot ---------------------------------------------------------------------- */

struct first {
    struct svi_loss *loss;
    unsigned bot;
    uint64_t *count;
};

static bool take(void *user, const struct svi_loss *loss)
{
    const struct first *first = user;
    if (loss->bot == first->bot && ++*first->count == 1) {
        *first->loss = *loss;
        first->loss->report = svi_copy(loss->report);
    }
    return true;
}

enum sv_status svi_store_first_loss(struct svi_store *store, unsigned bot, uint64_t *count,
                                    struct svi_loss *loss)
{
    struct first first = {.loss = loss, .bot = bot, .count = count};
    *count = 0;
    memset(loss, 0, sizeof *loss);
    return svi_store_losses(store, take, &first);
}

void svi_losses_table_finish(struct svi_losses_table *table)
{
    sqlite3_finalize(table->insert);
}
