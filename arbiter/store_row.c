#include "store_row.h"

#include "store_db.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char row_sql[] =
    "SELECT \"table\", deal, seating, why, rounds, turns, decisions, replay_hash, seat, bot, place,"
    " points, worth, ok, late, malformed, illegal, dead, forfeited"
    " FROM matches JOIN seats USING (number) WHERE number = ? ORDER BY seat";

static enum sv_status senseless(struct svi_store *store, uint64_t number)
{
    (void)snprintf(store->error, sizeof store->error,
                   "%s: the rows of match %" PRIu64 " are missing or make no sense", store->path,
                   number);
    return SV_E_UNKNOWN;
}

static bool read_match(sqlite3_stmt *s, struct svi_store_match *m,
                       uint8_t hash[SVI_REPLAY_HASH_BYTES])
{
    const char *why = (const char *)sqlite3_column_text(s, 3);
    m->table = (uint64_t)sqlite3_column_int64(s, 0);
    m->deal = (uint32_t)sqlite3_column_int64(s, 1);
    m->seating = (uint32_t)sqlite3_column_int64(s, 2);
    m->rounds = (uint32_t)sqlite3_column_int64(s, 4);
    m->turns = (uint32_t)sqlite3_column_int64(s, 5);
    m->decisions = (uint32_t)sqlite3_column_int64(s, 6);
    for (unsigned w = 0; w < SV_WHY_COUNT; w++) {
        if (why != NULL && strcmp(why, sv_why_name(w)) == 0) {
            m->why = (uint8_t)w;
        }
    }
    if (sqlite3_column_bytes(s, 7) != (int)SVI_REPLAY_HASH_BYTES) {
        return false;
    }
    memcpy(hash, sqlite3_column_blob(s, 7), SVI_REPLAY_HASH_BYTES);
    return true;
}

static void read_seat(sqlite3_stmt *s, struct svi_store_seat *seat)
{
    static const struct {
        int column;
        enum sv_verdict verdict;
    } verdicts[] = {{13, SV_VERDICT_OK},
                    {14, SV_VERDICT_LATE},
                    {15, SV_VERDICT_MALFORMED},
                    {16, SV_VERDICT_ILLEGAL},
                    {17, SV_VERDICT_DEAD}};
    seat->bot = (unsigned)sqlite3_column_int64(s, 9);
    seat->place = (uint8_t)sqlite3_column_int64(s, 10);
    seat->points = (uint32_t)sqlite3_column_int64(s, 11);
    seat->worth = (int32_t)sqlite3_column_int64(s, 12);
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        seat->verdicts[verdicts[i].verdict] = (uint32_t)sqlite3_column_int64(s, verdicts[i].column);
    }
    seat->forfeited = sqlite3_column_int64(s, 18) != 0;
}

enum sv_status svi_store_row(struct svi_store *store, uint64_t number,
                             struct svi_store_match *match, uint8_t hash[SVI_REPLAY_HASH_BYTES])
{
    sqlite3_stmt *statement = svi_store_prepare(store, row_sql);
    enum sv_status status = statement != NULL ? SV_OK : SV_E_SYSTEM;
    bool more = true;
    bool sense = true;
    memset(match, 0, sizeof *match);
    match->number = number;
    if (status == SV_OK) {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)number);
    }
    while (status == SV_OK && (status = svi_store_step(store, statement, &more)) == SV_OK && more) {
        sense = sense && match->seats < SV_MAX_SEATS &&
                sqlite3_column_int64(statement, 8) == (int64_t)match->seats &&
                (match->seats > 0 || read_match(statement, match, hash));
        if (sense) {
            read_seat(statement, &match->seat[match->seats++]);
        }
    }
    sqlite3_finalize(statement);
    if (status == SV_OK && (!sense || match->seats == 0)) {
        return senseless(store, number);
    }
    return status;
}
