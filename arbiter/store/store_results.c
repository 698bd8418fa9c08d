/* Results as they were put in, match by match. */
#include "job/points.h"
#include "store/reader.h"
#include "store/store_db.h"

#include <stdio.h>
#include <string.h>

#define SELECT                                                                                     \
    "SELECT m.number, m.\"table\", m.deal, m.seating, m.rounds, m.turns, m.decisions, m.why, "     \
    "s.bot,"                                                                                       \
    " s.place, s.points, s.worth, s.ok, s.late, s.malformed, s.illegal, s.dead, s.overtime,"       \
    " s.forfeited FROM matches m JOIN seats s ON s.number = m.number "

static const char results_sql[] = SELECT "WHERE m.number > ?1 ORDER BY m.number, s.seat";
static const char result_sql[] = SELECT "WHERE m.number = ?1 ORDER BY s.seat";

/* A row at hand, and how reading it went. */
struct row {
    struct svi_store *store;
    sqlite3_stmt *s;
    uint64_t match;
    enum sv_status status;
};

static int64_t whole(struct row *r, int column, int64_t low, int64_t high)
{
    return svi_store_whole(r->store, r->s, column, r->match, low, high, &r->status);
}

static uint32_t count(struct row *r, int column)
{
    return (uint32_t)whole(r, column, 0, UINT32_MAX);
}

static void read_match(struct row *r, struct svi_store_match *m)
{
    const unsigned char *why = sqlite3_column_text(r->s, 7);
    memset(m, 0, sizeof *m);
    r->match = 0;
    m->number = (uint64_t)whole(r, 0, 1, (int64_t)SVI_MAX_MATCHES);
    r->match = m->number;
    m->table = (uint64_t)whole(r, 1, 0, INT64_MAX);
    m->deal = count(r, 2);
    m->seating = count(r, 3);
    m->rounds = count(r, 4);
    m->turns = count(r, 5);
    m->decisions = count(r, 6);
    for (unsigned i = 0; i < SV_WHY_COUNT && why != NULL; i++) {
        if (strcmp(sv_why_name(i), (const char *)why) == 0) {
            m->why = (uint8_t)i;
        }
    }
}

const enum sv_verdict svi_incidents[SVI_INCIDENTS] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED,
                                                      SV_VERDICT_ILLEGAL, SV_VERDICT_DEAD,
                                                      SV_VERDICT_OVERTIME};

uint32_t svi_store_incidents(const struct svi_store_seat *seat)
{
    uint32_t sum = seat->forfeited;
    for (unsigned i = 0; i < SVI_INCIDENTS; i++) {
        sum += seat->verdicts[svi_incidents[i]];
    }
    return sum;
}

static void read_seat(struct row *r, struct svi_store_seat *seat)
{
    const struct svi_store_info *info = &r->store->info;
    seat->bot = (unsigned)whole(r, 8, 0, (int64_t)info->n_bots - 1);
    seat->place = (uint8_t)whole(r, 9, 1, info->seats);
    seat->points = (uint32_t)whole(r, 10, 0, svi_points_unit(info->seats));
    seat->worth = (int32_t)whole(r, 11, INT32_MIN, INT32_MAX);
    seat->verdicts[SV_VERDICT_OK] = count(r, 12);
    for (unsigned i = 0; i < SVI_INCIDENTS; i++) {
        seat->verdicts[svi_incidents[i]] = count(r, 13 + (int)i);
    }
    seat->forfeited = whole(r, 18, 0, 1) != 0;
}

void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user)
{
    store->watch = show;
    store->watcher = user;
}

#define SHOW_EVERY 64u

/* Calls `each` with the matches that a statement names. Of `all` matches, unless that
 * is 0, somebody is told now and then how many it has given. */
static enum sv_status read_results(struct svi_store *store, sqlite3_stmt *s, uint64_t all,
                                   bool (*each)(void *user, const struct svi_store_match *match),
                                   void *user)
{
    struct svi_store_match m;
    struct row row = {.store = store, .s = s};
    bool more = true;
    uint64_t done = 0;
    m.seats = 0;
    while (row.status == SV_OK && more) {
        row.status = svi_store_step(store, s, &more);
        if (row.status != SV_OK || !more) {
            break;
        }
        if (m.seats == 0) {
            read_match(&row, &m);
        } else { /* of the same match: one without all its seats has no result */
            (void)whole(&row, 0, (int64_t)m.number, (int64_t)m.number);
        }
        read_seat(&row, &m.seat[m.seats]);
        if (row.status == SV_OK && ++m.seats == store->info.seats) {
            more = each(user, &m);
            m.seats = 0;
            if (++done % SHOW_EVERY == 0 && all > 0) {
                store->watch(store->watcher, done, all);
            }
        }
    }
    if (all > 0) {
        store->watch(store->watcher, all, all);
    }
    return row.status;
}

enum sv_status svi_store_results(struct svi_store *store, uint64_t after,
                                 bool (*each)(void *user, const struct svi_store_match *match),
                                 void *user)
{
    uint64_t all = 0;
    enum sv_status status = SV_OK;
    if (store->watch != NULL && after == 0) {
        status = svi_store_count(store, &all);
    }
    sqlite3_stmt *s = status == SV_OK ? svi_store_prepare(store, results_sql) : NULL;
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)after);
    status = read_results(store, s, all, each, user);
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_results_at(struct svi_store *store, const uint64_t number[], size_t n,
                                    bool (*each)(void *user, const struct svi_store_match *match),
                                    void *user)
{
    sqlite3_stmt *s = svi_store_prepare(store, result_sql);
    enum sv_status status = s != NULL ? SV_OK : SV_E_SYSTEM;
    for (size_t k = 0; k < n && status == SV_OK; k++) {
        sqlite3_bind_int64(s, 1, (sqlite3_int64)number[k]);
        status = read_results(store, s, 0, each, user);
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    return status;
}
