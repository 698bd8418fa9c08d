/* Results, luck, trades, losses and printed text of matches, one match at a time. */
#include "store/store_results.h"

#include "base/time.h"
#include "job/points.h"
#include "memory/memory.h"
#include "store/store_db.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- store played on ------------------------------------------------------------------------- */

enum sv_status svi_store_put_played_on(struct svi_store *store,
                                       const struct svi_store_played_on *row)
{
    return svi_store_insert(
        store, svi_store_inserting(store, SVI_EXTRA_PLAYED_ON),
        SVI_VALUES(SVI_INT(row->number), SVI_INT(row->seat), SVI_INT(row->decision),
                   SVI_BYTES(row->version, sizeof row->version), SVI_BYTES(row->found, row->size)));
}

/* This program writes no longer values, but another program may have. */
#define PLAYED_ON                                                                                  \
    "SELECT number, seat, decision, version, found, bot FROM played_on"                            \
    " JOIN seats USING (number, seat)"                                                             \
    " WHERE (?1 = 0 OR number = ?1) AND length(version) = 16 AND length(found) <= 65536"           \
    " ORDER BY number, seat, decision"
_Static_assert(SVI_STORE_PLAYED_VERSION == 16, "as PLAYED_ON has it");

enum sv_status svi_store_played_on(struct svi_store *store, uint64_t number,
                                   bool (*each)(void *user, const struct svi_store_played_on *row),
                                   void *user)
{
    bool more = true;
    SVI_ROWS(r, store, "played_on", PLAYED_ON, SVI_VALUES(SVI_INT(number)));
    while (more && svi_rows_next(&r)) {
        struct svi_store_played_on row = {.number = svi_rows_uint(&r, 0),
                                          .seat = (uint32_t)svi_rows_int(&r, 1),
                                          .decision = (uint32_t)svi_rows_int(&r, 2),
                                          .found = sqlite3_column_blob(r.s, 4),
                                          .size = (size_t)sqlite3_column_bytes(r.s, 4),
                                          .bot = (unsigned)svi_rows_int(&r, 5)};
        memcpy(row.version, sqlite3_column_blob(r.s, 3), sizeof row.version);
        more = each(user, &row);
    }
    return r.status;
}

/* ---- store output ---------------------------------------------------------------------------- */

enum sv_status svi_store_put_outputs(struct svi_store *store, const struct svi_store_match *match)
{
    for (unsigned s = 0; s < match->seats; s++) {
        if (match->seat[s].printed != NULL) {
            SVI_TRY(svi_store_insert(store, svi_store_inserting(store, SVI_EXTRA_OUTPUTS),
                                     SVI_VALUES(SVI_INT(match->number), SVI_INT(s),
                                                SVI_STRING(match->seat[s].printed))));
        }
    }
    return SV_OK;
}

enum sv_status svi_store_output(struct svi_store *store, uint64_t number, unsigned seat,
                                unsigned *bot, char **text)
{
    static const char with[] = "SELECT bot, text FROM seats LEFT JOIN outputs USING (number, seat)"
                               " WHERE number = ? AND seat = ?";
    static const char without[] = "SELECT bot, NULL FROM seats WHERE number = ? AND seat = ?";
    bool has = false;
    *text = NULL;
    *bot = 0;
    SVI_TRY(svi_store_has_table(store, "main", "outputs", &has));
    SVI_ROWS(r, store, NULL, has ? with : without, SVI_VALUES(SVI_INT(number), SVI_INT(seat)));
    r.match = number;
    if (svi_rows_next(&r)) {
        *bot = (unsigned)svi_rows_whole(&r, 0, 0, (int64_t)store->info.n_bots - 1);
        const char *found = r.status == SV_OK ? svi_rows_text(&r, 1) : NULL;
        if (found != NULL && (*text = svi_copy(found)) == NULL) {
            return svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a text", store->path);
        }
        return r.status;
    }
    SVI_TRY(r.status);
    return seat < store->info.seats ? svi_store_no_game(store, number)
                                    : svi_fail(&store->error, SV_E_UNKNOWN,
                                               "%s: found no seat %u; its games have seats 0 to %u",
                                               store->path, seat, store->info.seats - 1);
}

/* ---- store luck ------------------------------------------------------------------------------ */

enum sv_status svi_store_put_luck(struct svi_store *store, const struct svi_store_luck *luck)
{
    return svi_store_insert(store, svi_store_inserting(store, SVI_EXTRA_LUCK),
                            SVI_VALUES(SVI_INT(luck->number),
                                       SVI_BYTES(luck->version, SVI_STORE_LUCK_VERSION),
                                       SVI_BYTES(luck->figures, luck->size)));
}

/* The columns that are read. Any program may have written the store, so values of hundreds of
 * megabytes stay on the disk. */
#define COLUMNS                                                                                    \
    "number, iif(length(version) = 16, version, NULL), iif(length(figures) <= 320, figures, NULL)" \
    " FROM luck"
_Static_assert(SVI_STORE_LUCK_VERSION == 16 && SVI_STORE_LUCK_ROW == 320, "as COLUMNS has it");

/* Takes the current row. Returns false if it has no version or too many figures; then this program
 * has not written it. */
static bool take_row(sqlite3_stmt *s, struct svi_store_luck *luck)
{
    *luck = (struct svi_store_luck){.number = (uint64_t)sqlite3_column_int64(s, 0),
                                    .figures = sqlite3_column_blob(s, 2),
                                    .size = (size_t)sqlite3_column_bytes(s, 2)};
    if (sqlite3_column_bytes(s, 1) != (int)SVI_STORE_LUCK_VERSION || luck->figures == NULL) {
        return false;
    }
    memcpy(luck->version, sqlite3_column_blob(s, 1), SVI_STORE_LUCK_VERSION);
    return true;
}

enum sv_status svi_store_lucks(struct svi_store *store,
                               bool (*each)(void *user, const struct svi_store_luck *luck),
                               void *user)
{
    bool more = true;
    SVI_ROWS(r, store, "luck", "SELECT " COLUMNS " JOIN matches USING (number) ORDER BY number",
             SVI_NO_VALUES);
    while (more && svi_rows_next(&r)) {
        struct svi_store_luck luck;
        more = !take_row(r.s, &luck) || each(user, &luck);
    }
    return r.status;
}

enum sv_status svi_store_luck_of(struct svi_store *store, uint64_t number,
                                 struct svi_store_luck *luck, bool *found)
{
    enum sv_status status = SV_OK;
    *found = false;
    if (store->luck.of == NULL) {
        bool has;
        SVI_TRY(svi_store_has_luck(store, &has));
        if (!has) {
            return SV_OK;
        }
    }
    sqlite3_stmt *s =
        svi_store_keep(store, &store->luck.of, "SELECT " COLUMNS " WHERE number = ?1");
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    svi_store_bind(s, SVI_VALUES(SVI_INT(number)));
    *found = svi_store_row(store, s, &status) && take_row(s, luck);
    if (*found) { /* a copy: an open statement would hold on to an old state of the store */
        svi_buf_clear(&store->luck.found);
        svi_buf_append(&store->luck.found, luck->figures, luck->size);
        luck->figures = store->luck.found.data;
        *found = !store->luck.found.failed;
    }
    sqlite3_reset(s);
    return *found || !store->luck.found.failed ? status : SV_E_SYSTEM;
}

enum sv_status svi_store_has_luck(struct svi_store *store, bool *has)
{
    return svi_store_has_table(store, "main", "luck", has);
}

/* ?1 is the version, ?2 the number to begin after. */
#define LACKING                                                                                    \
    " FROM matches AS m WHERE m.number > ?2 AND NOT EXISTS"                                        \
    " (SELECT 1 FROM luck WHERE luck.number = m.number AND (?1 IS NULL OR version = ?1))"

/* Reads numbers about matches without luck; `without` serves stores that have no table of luck. */
static enum sv_status ask(struct svi_store *store, const char *with, const char *without,
                          const uint8_t *version, uint64_t after, uint64_t numbers[], unsigned most,
                          unsigned *n)
{
    bool has = false;
    SVI_TRY(svi_store_has_luck(store, &has));
    SVI_ROWS(r, store, NULL, has ? with : without,
             SVI_VALUES(SVI_BYTES(version, version ? SVI_STORE_LUCK_VERSION : 0), SVI_INT(after)));
    for (*n = 0; *n < most && svi_rows_next(&r);) {
        numbers[(*n)++] = svi_rows_uint(&r, 0);
    }
    return r.status;
}

enum sv_status svi_store_count_without_luck(struct svi_store *store,
                                            const uint8_t version[SVI_STORE_LUCK_VERSION],
                                            uint64_t *count)
{
    unsigned n;
    *count = 0;
    return ask(store, "SELECT count(*)" LACKING,
               "SELECT count(*) FROM matches WHERE number > ?2 AND ?1 IS ?1", version, 0, count, 1,
               &n);
}

enum sv_status svi_store_without_luck(struct svi_store *store,
                                      const uint8_t version[SVI_STORE_LUCK_VERSION], uint64_t after,
                                      uint64_t numbers[], unsigned most, unsigned *n)
{
    return ask(store, "SELECT m.number" LACKING " ORDER BY m.number",
               "SELECT number FROM matches WHERE number > ?2 AND ?1 IS ?1 ORDER BY number", version,
               after, numbers, most, n);
}

void svi_luck_table_finish(struct svi_luck_table *table)
{
    sqlite3_finalize(table->of);
    svi_buf_finish(&table->found);
}

/* ---- store trades ---------------------------------------------------------------------------- */

/* A row is [[seat, other, trades, gain of seat], ...]. Only this file, people and json_each() read
 * it. */
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
    (void)svi_store_trades_text(match, text);
    return svi_store_insert(store, svi_store_inserting(store, SVI_EXTRA_TRADES),
                            SVI_VALUES(SVI_INT(match->number), SVI_STRING(text)));
}

/* Reads the text of svi_store_trades_text(); of any other text the pairs that make sense. */
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
    bool more = true;
    SVI_ROWS(r, store, "trades",
             "SELECT number, pairs FROM trades WHERE number > ? ORDER BY number",
             SVI_VALUES(SVI_INT(after)));
    while (more && svi_rows_next(&r)) {
        struct svi_trade_pair pair[SVI_TRADE_PAIRS];
        const uint64_t number = (uint64_t)svi_rows_whole(&r, 0, 1, (int64_t)SVI_MAX_MATCHES);
        const char *text = svi_rows_text(&r, 1);
        const unsigned n = read_pairs(text != NULL ? text : "", store->info.seats, pair);
        more = r.status == SV_OK && each(user, number, pair, n);
    }
    return r.status;
}

/* ---- store losses ---------------------------------------------------------------------------- */

#define OF_CRASHES                                                                                 \
    "SELECT number AS at_us, bot, number, seat, 1 AS forfeited, 0 AS held, report FROM "

enum sv_status svi_store_put_loss(struct svi_store *store, const struct svi_loss *loss)
{
    sqlite3_stmt *s = svi_store_inserting(store, SVI_EXTRA_LOSSES);
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    const int64_t now_us = svi_time_wall_us();
    store->loss_us = now_us > store->loss_us ? now_us : store->loss_us + 1;
    return svi_store_insert(store, s,
                            SVI_VALUES(SVI_INT(store->loss_us), SVI_INT(loss->bot),
                                       SVI_INT(loss->match), SVI_INT(loss->seat),
                                       SVI_INT(loss->forfeited), SVI_INT(loss->recovered),
                                       SVI_STRING(loss->report)));
}

enum sv_status svi_store_merge_losses(struct svi_store *store)
{
    bool has = false, had = false;
    SVI_TRY(svi_store_has_table(store, "other", "losses", &has));
    SVI_TRY(svi_store_has_table(store, "other", "crashes", &had));
    if (has || had) {
        SVI_TRY(svi_store_make_extra(store, SVI_EXTRA_LOSSES));
    }
    if (has) {
        SVI_TRY(svi_store_exec(store,
                               "INSERT OR IGNORE INTO main.losses SELECT * FROM other.losses"
                               " WHERE number = 0 OR number IN (SELECT number FROM temp.chosen)"));
    }
    return had ? svi_store_exec(store, "INSERT OR IGNORE INTO main.losses " OF_CRASHES
                                       "other.crashes JOIN other.seats USING (number, seat)"
                                       " WHERE number IN (SELECT number FROM temp.chosen)")
               : SV_OK;
}

enum sv_status svi_store_losses(struct svi_store *store,
                                bool (*each)(void *user, const struct svi_loss *loss), void *user)
{
    const int64_t bots = (int64_t)store->info.n_bots, most = (int64_t)SVI_MAX_MATCHES;
    bool has = false, had = false, more = true;
    char sql[400];
    SVI_TRY(svi_store_has_table(store, "main", "losses", &has));
    SVI_TRY(svi_store_has_table(store, "main", "crashes", &had));
    if (!has && !had) {
        return SV_OK;
    }
    (void)snprintf(sql, sizeof sql, "%s%s%s ORDER BY forfeited = 0, number = 0, number, at_us",
                   has ? "SELECT at_us, bot, number, seat, forfeited, held, report FROM losses"
                       : "",
                   has && had ? " UNION ALL " : "",
                   had ? OF_CRASHES "crashes JOIN seats USING (number, seat)" : "");
    SVI_ROWS(r, store, NULL, sql, SVI_NO_VALUES);
    while (more && svi_rows_next(&r)) {
        const char *report = svi_rows_text(&r, 6);
        SCOPED(scoped_free)
        char *line =
            store->masked && report != NULL ? svi_copy_bytes(report, strcspn(report, "\n")) : NULL;
        const struct svi_loss loss = {.bot = (unsigned)svi_rows_whole(&r, 1, 0, bots - 1),
                                      .match = (uint64_t)svi_rows_whole(&r, 2, 0, most),
                                      .seat = (unsigned)svi_rows_whole(&r, 3, 0, UINT8_MAX),
                                      .forfeited = (unsigned)svi_rows_whole(&r, 4, 0, UINT32_MAX),
                                      .recovered = (unsigned)svi_rows_whole(&r, 5, 0, UINT32_MAX),
                                      .report = line != NULL     ? line
                                                : report != NULL ? report
                                                                 : ""};
        more = r.status == SV_OK && each(user, &loss);
    }
    return r.status;
}

/* ---- a bot's first loss ---------------------------------------------------------------------- */

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

/* ---- store fallbacks ------------------------------------------------------------------------- */

enum sv_status svi_store_put_fallbacks(struct svi_store *store, const struct svi_store_match *match,
                                       unsigned seat)
{
    return svi_store_insert(store, svi_store_inserting(store, SVI_EXTRA_FALLBACKS),
                            SVI_VALUES(SVI_INT(match->number), SVI_INT(seat),
                                       SVI_INT(match->seat[seat].verdicts[SV_VERDICT_FALLBACK])));
}

/* ---- store results --------------------------------------------------------------------------- */

#define SELECT                                                                                     \
    "SELECT m.number, m.\"table\", m.deal, m.seating, m.rounds, m.turns, m.decisions, m.why, "     \
    "s.bot,"                                                                                       \
    " s.place, s.points, s.worth, s.ok, s.late, s.malformed, s.illegal, s.dead, s.overtime,"       \
    " s.forfeited, "
#define FROM " FROM matches m JOIN seats s ON s.number = m.number "

static const char from_results[] = FROM "WHERE m.number > ?1 ORDER BY m.number, s.seat";
static const char from_result[] = FROM "WHERE m.number = ?1 ORDER BY s.seat";

static uint32_t count(struct svi_rows *r, int column)
{
    return (uint32_t)svi_rows_whole(r, column, 0, UINT32_MAX);
}

static void read_match(struct svi_rows *r, struct svi_store_match *m)
{
    const char *why = svi_rows_text(r, 7);
    memset(m, 0, sizeof *m);
    r->match = 0;
    m->number = (uint64_t)svi_rows_whole(r, 0, 1, (int64_t)SVI_MAX_MATCHES);
    r->match = m->number;
    m->table = (uint64_t)svi_rows_whole(r, 1, 0, INT64_MAX);
    m->deal = count(r, 2);
    m->seating = count(r, 3);
    m->rounds = count(r, 4);
    m->turns = count(r, 5);
    m->decisions = count(r, 6);
    for (unsigned i = 0; i < SV_WHY_COUNT && why != NULL; i++) {
        if (strcmp(sv_why_name(i), why) == 0) {
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

static void read_seat(struct svi_rows *r, struct svi_store_seat *seat)
{
    const struct svi_store_info *info = &r->store->info;
    seat->bot = (unsigned)svi_rows_whole(r, 8, 0, (int64_t)info->n_bots - 1);
    seat->place = (uint8_t)svi_rows_whole(r, 9, 1, info->seats);
    seat->points = (uint32_t)svi_rows_whole(r, 10, 0, svi_points_unit(info->seats));
    seat->worth = (int32_t)svi_rows_whole(r, 11, INT32_MIN, INT32_MAX);
    seat->verdicts[SV_VERDICT_OK] = count(r, 12);
    for (unsigned i = 0; i < SVI_INCIDENTS; i++) {
        seat->verdicts[svi_incidents[i]] = count(r, 13 + (int)i);
    }
    seat->forfeited = svi_rows_whole(r, 18, 0, 1) != 0;
    seat->verdicts[SV_VERDICT_FALLBACK] = count(r, 19);
}

void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user)
{
    store->watch = show;
    store->watcher = user;
}

#define SHOW_EVERY 64u

/* Calls `each` with the matches of these rows. If `all`, their number, is not 0, reports
 * the progress to the store's watcher. */
static enum sv_status read_results(struct svi_rows *r, uint64_t all,
                                   bool (*each)(void *user, const struct svi_store_match *match),
                                   void *user)
{
    struct svi_store *store = r->store;
    struct svi_store_match m;
    bool more = true;
    uint64_t done = 0;
    m.seats = 0;
    while (more && svi_rows_next(r)) {
        if (m.seats == 0) {
            read_match(r, &m);
        } else { /* must be of the same match: a match without all its seats has no result */
            (void)svi_rows_whole(r, 0, (int64_t)m.number, (int64_t)m.number);
        }
        read_seat(r, &m.seat[m.seats]);
        if (r->status == SV_OK && ++m.seats == store->info.seats) {
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
    return r->status;
}

enum sv_status svi_store_results(struct svi_store *store, uint64_t after,
                                 bool (*each)(void *user, const struct svi_store_match *match),
                                 void *user)
{
    int64_t all = 0;
    if (store->watch != NULL && after == 0) {
        SVI_TRY(svi_store_read_number(store, "SELECT count(*) FROM matches", &all));
    }
    SCOPED(svi_rows_finish)
    struct svi_rows r =
        svi_store_seat_rows(store, SELECT, from_results, SVI_VALUES(SVI_INT(after)));
    return r.s != NULL ? read_results(&r, (uint64_t)all, each, user) : r.status;
}

enum sv_status svi_store_results_at(struct svi_store *store, const uint64_t number[], size_t n,
                                    bool (*each)(void *user, const struct svi_store_match *match),
                                    void *user)
{
    SCOPED(svi_rows_finish)
    struct svi_rows r = svi_store_seat_rows(store, SELECT, from_result, SVI_NO_VALUES);
    for (size_t k = 0; k < n && r.status == SV_OK; k++) {
        svi_store_bind(r.s, SVI_VALUES(SVI_INT(number[k])));
        (void)read_results(&r, 0, each, user);
        sqlite3_reset(r.s);
    }
    return r.status;
}
