/* Results as they were put in, match by match. */
#include "arbiter/store_db.h"

#include <stdio.h>
#include <string.h>

static const char results_sql[] =
    "SELECT m.number, m.\"table\", m.deal, m.seating, m.rounds, m.turns, m.decisions, m.why,"
    " s.bot, s.place, s.points, s.worth, s.ok, s.late, s.malformed, s.illegal, s.dead, s.overtime,"
    " s.forfeited"
    " FROM matches m JOIN seats s ON s.number = m.number WHERE m.number > ?"
    " ORDER BY m.number, s.seat";

static uint32_t u32(sqlite3_stmt *s, int column)
{
    return (uint32_t)sqlite3_column_int64(s, column);
}

static void read_match(sqlite3_stmt *s, struct svi_store_match *m)
{
    const unsigned char *why = sqlite3_column_text(s, 7);
    memset(m, 0, sizeof *m);
    m->number = (uint64_t)sqlite3_column_int64(s, 0);
    m->table = (uint64_t)sqlite3_column_int64(s, 1);
    m->deal = u32(s, 2);
    m->seating = u32(s, 3);
    m->rounds = u32(s, 4);
    m->turns = u32(s, 5);
    m->decisions = u32(s, 6);
    for (unsigned i = 0; i < SV_WHY_COUNT && why != NULL; i++) {
        if (strcmp(sv_why_name(i), (const char *)why) == 0) {
            m->why = (uint8_t)i;
        }
    }
}

static void read_seat(sqlite3_stmt *s, struct svi_store_seat *seat)
{
    static const uint8_t columns[] = {SV_VERDICT_OK,      SV_VERDICT_LATE, SV_VERDICT_MALFORMED,
                                      SV_VERDICT_ILLEGAL, SV_VERDICT_DEAD, SV_VERDICT_OVERTIME};
    seat->bot = u32(s, 8);
    seat->place = (uint8_t)u32(s, 9);
    seat->points = u32(s, 10);
    seat->worth = (int32_t)sqlite3_column_int64(s, 11);
    for (unsigned i = 0; i < sizeof columns; i++) {
        seat->verdicts[columns[i]] = u32(s, 12 + (int)i);
    }
    seat->forfeited = sqlite3_column_int(s, 18) != 0;
}

void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user)
{
    store->watch = show;
    store->watcher = user;
}

#define SHOW_EVERY 64u

enum sv_status svi_store_results(struct svi_store *store, uint64_t after,
                                 bool (*each)(void *user, const struct svi_store_match *match),
                                 void *user)
{
    struct svi_store_match m;
    bool more = true;
    sqlite3_stmt *s = svi_store_prepare(store, results_sql);
    enum sv_status status = s != NULL ? SV_OK : SV_E_SYSTEM;
    const bool watched = store->watch != NULL && after == 0;
    uint64_t done = 0;
    uint64_t all = 0;
    if (status == SV_OK && watched) {
        status = svi_store_count(store, &all);
    }
    if (s != NULL) {
        sqlite3_bind_int64(s, 1, (sqlite3_int64)after);
    }
    m.seats = 0;
    while (status == SV_OK && more) {
        status = svi_store_step(store, s, &more);
        if (status != SV_OK || !more) {
            break;
        }
        if (m.seats == 0) {
            read_match(s, &m);
        }
        read_seat(s, &m.seat[m.seats]);
        if (m.seat[m.seats].bot >= store->info.n_bots) {
            snprintf(store->error, sizeof store->error,
                     "%s: match %llu has a bot %u, expected 0 to %u", store->path,
                     (unsigned long long)m.number, m.seat[m.seats].bot, store->info.n_bots - 1);
            status = SV_E_SYSTEM;
        } else if (++m.seats == store->info.seats) {
            more = each(user, &m);
            m.seats = 0;
            if (++done % SHOW_EVERY == 0 && watched) {
                store->watch(store->watcher, done, all);
            }
        }
    }
    sqlite3_finalize(s);
    if (watched) {
        store->watch(store->watcher, all, all);
    }
    return status;
}
