/* What seats gained from each other by trades, match by match, in a table that came later than the
 * others: stores are read and written with and without it, and a match that has no row there was
 * not looked at. */
#include "store/reader.h"
#include "store/store_db.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum sv_status svi_store_make_trades(struct svi_store *store)
{
    return svi_store_exec(store,
                          "CREATE TABLE IF NOT EXISTS main.trades (number INTEGER PRIMARY KEY,"
                          " pairs TEXT NOT NULL) STRICT");
}

/* A row says [[seat, other, trades, gain of seat], ...]: nothing but this file, people and
 * json_each() read it. */
size_t svi_store_trades_text(const struct svi_store_match *match, char text[SVI_TRADE_BALANCE_TEXT])
{
    size_t length = 1;
    text[0] = '[';
    for (unsigned i = 0; i < match->n_trades; i++) {
        const struct svi_trade_pair *p = &match->trade[i];
        length += (size_t)snprintf(text + length, SVI_TRADE_BALANCE_TEXT - length,
                                   "%s[%u,%u,%" PRIu32 ",%" PRId32 "]", i > 0 ? "," : "", p->seat,
                                   p->other, p->trades, p->gain);
    }
    text[length++] = ']';
    text[length] = '\0';
    return length;
}

enum sv_status svi_store_put_trades(struct svi_store *store, const struct svi_store_match *match)
{
    char text[SVI_TRADE_BALANCE_TEXT];
    bool more;
    if (store->trades.insert == NULL) {
        const enum sv_status made = svi_store_make_trades(store);
        if (made != SV_OK) {
            return made;
        }
        store->trades.insert = svi_store_prepare(store, "INSERT INTO trades VALUES (?,?)");
    }
    if (store->trades.insert == NULL) {
        return SV_E_SYSTEM;
    }
    const size_t length = svi_store_trades_text(match, text);
    sqlite3_bind_int64(store->trades.insert, 1, (sqlite3_int64)match->number);
    sqlite3_bind_text(store->trades.insert, 2, text, (int)length, SQLITE_STATIC);
    const enum sv_status status = svi_store_step(store, store->trades.insert, &more);
    sqlite3_reset(store->trades.insert);
    sqlite3_clear_bindings(store->trades.insert);
    return status;
}

/* Reads what put_trades() writes; of anything else what can be made sense of. */
static unsigned read_pairs(const char *text, unsigned seats,
                           struct svi_trade_pair pair[SVI_TRADE_PAIRS])
{
    unsigned n = 0;
    for (const char *at = text; n < SVI_TRADE_PAIRS;) {
        long long value[4];
        unsigned found = 0;
        while (*at != '\0' && found < 4) {
            char *end;
            value[found] = strtoll(at, &end, 10);
            found += end != at;
            at = end != at ? end : at + 1;
        }
        if (found < 4) {
            return n;
        }
        if (value[0] >= 0 && value[0] < value[1] && value[1] < (long long)seats && value[2] >= 0 &&
            value[2] <= UINT32_MAX && value[3] >= INT32_MIN && value[3] <= INT32_MAX) {
            pair[n++] = (struct svi_trade_pair){.seat = (uint8_t)value[0],
                                                .other = (uint8_t)value[1],
                                                .trades = (uint32_t)value[2],
                                                .gain = (int32_t)value[3]};
        }
    }
    return n;
}

enum sv_status svi_store_trades(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number,
                                             const struct svi_trade_pair pair[], unsigned n),
                                void *user)
{
    bool more = false;
    enum sv_status status = svi_store_has_table(store, "main", "trades", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(
        store, "SELECT number, pairs FROM trades WHERE number > ? ORDER BY number");
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)after);
    while (status == SV_OK && more) {
        status = svi_store_step(store, s, &more);
        if (status == SV_OK && more) {
            struct svi_trade_pair pair[SVI_TRADE_PAIRS];
            const uint64_t number =
                (uint64_t)svi_store_whole(store, s, 0, 0, 1, (int64_t)SVI_MAX_MATCHES, &status);
            const char *text = (const char *)sqlite3_column_text(s, 1);
            const unsigned n = read_pairs(text != NULL ? text : "", store->info.seats, pair);
            more = status == SV_OK && each(user, number, pair, n);
        }
    }
    sqlite3_finalize(s);
    return status;
}

void svi_trades_table_finish(struct svi_trades_table *table)
{
    sqlite3_finalize(table->insert);
}
