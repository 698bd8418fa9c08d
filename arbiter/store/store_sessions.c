
#include "store/store_sessions.h"

#include "base/time.h"
#include "memory/memory.h"
#include "store/store_db.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- store times ----------------------------------------------------------------------------- */

#define FLUSH_US 1000000
#define COUNT_BYTES 8u /* bytes of a bucket's count in a row, least significant first */
#define MOST_US INT64_C(1000000000000000) /* longest time that is accepted: 31 years */

struct svi_store_pace {
    /* Index bot * SV_DECISION_COUNT + kind; NULL without decisions since the last flush. */
    struct svi_times **times;
    size_t n;
    int64_t flushed_us;
    int64_t source; /* this file's number in the table `times`; 0 until known */
};

void svi_store_pace_destroy(struct svi_store_pace *pace)
{
    for (size_t i = 0; pace != NULL && i < pace->n; i++) {
        free(pace->times[i]);
    }
    if (pace != NULL) {
        free(pace->times);
        free(pace);
    }
}

/* Tells whether the table has the column of times charged to clocks, which older stores lack. */
static enum sv_status has_charged(struct svi_store *store, const char *schema, bool *has)
{
    SVI_ROWS(r, store, NULL,
             "SELECT 1 FROM pragma_table_info('times', ?) WHERE name = 'charged_us'",
             SVI_VALUES(SVI_STRING(schema)));
    *has = svi_rows_next(&r);
    return r.status;
}

/* Creates the table `times` if it does not exist. */
static enum sv_status make_times(struct svi_store *store)
{
    bool has = false;
    SVI_TRY(svi_store_exec(
        store,
        "CREATE TABLE IF NOT EXISTS main.times (source INTEGER NOT NULL, bot INTEGER NOT NULL,"
        " kind TEXT NOT NULL, decisions INTEGER NOT NULL, counts BLOB NOT NULL,"
        " slowest_us INTEGER NOT NULL, slowest INTEGER NOT NULL,"
        " charged_us INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (source, bot, kind))"
        " WITHOUT ROWID;"
        "CREATE TABLE IF NOT EXISTS main.source (id INTEGER NOT NULL)"));
    SVI_TRY(has_charged(store, "main", &has));
    return has ? SV_OK
               : svi_store_exec(
                     store,
                     "ALTER TABLE main.times ADD COLUMN charged_us INTEGER NOT NULL DEFAULT 0");
}

/* ---- writing --------------------------------------------------------------------------------- */

static struct svi_times *times_of(struct svi_store *store, unsigned bot, unsigned kind)
{
    if (store->pace == NULL) {
        const size_t n = (size_t)store->info.n_bots * SV_DECISION_COUNT;
        struct svi_times **times = svi_new(n, sizeof(void *));
        if (times == NULL) {
            return NULL;
        }
        struct svi_store_pace *pace = svi_new(1, sizeof *pace);
        pace->times = times;
        pace->n = n;
        pace->flushed_us = svi_time_us();
        store->pace = pace;
    }
    const size_t i = (size_t)bot * SV_DECISION_COUNT + kind;
    if (i >= store->pace->n) {
        return NULL;
    }
    if (store->pace->times[i] == NULL) {
        store->pace->times[i] = svi_new(1, sizeof(struct svi_times));
    }
    return store->pace->times[i];
}

void svi_store_put_times(struct svi_store *store, const struct svi_store_match *m)
{
    for (size_t i = 0; i < m->n_times; i++) {
        const struct svi_decision_times *t = &m->times[i];
        struct svi_times *times = t->seat < m->seats && t->kind < SV_DECISION_COUNT
                                      ? times_of(store, m->seat[t->seat].bot, t->kind)
                                      : NULL;
        if (times != NULL) { /* without memory the times are lost, but the match is stored */
            svi_times_add_some(times, t->bucket, t->count, t->slowest_us, m->number);
            times->charged_us += t->charged_us;
        }
    }
}

bool svi_store_times_due(const struct svi_store *store)
{
    return store->pace != NULL && svi_time_us() - store->pace->flushed_us >= FLUSH_US;
}

/* Reads the figures of a row. They are all 0 if the row is unsound. */
static void read_times(sqlite3_stmt *s, int column, struct svi_times *times)
{
    const uint8_t *bytes = sqlite3_column_blob(s, column);
    const int64_t slowest_us = sqlite3_column_int64(s, column + 1);
    const int64_t slowest = sqlite3_column_int64(s, column + 2);
    const int64_t charged_us = sqlite3_column_int64(s, column + 3);
    memset(times, 0, sizeof *times);
    if (bytes == NULL || sqlite3_column_bytes(s, column) != SVI_TIMES_BUCKETS * (int)COUNT_BYTES ||
        slowest_us < 0 || slowest_us > MOST_US || slowest < 0) {
        return;
    }
    for (size_t i = 0; i < SVI_TIMES_BUCKETS * COUNT_BYTES; i++) {
        times->count[i / COUNT_BYTES] |= (uint64_t)bytes[i] << 8 * (i % COUNT_BYTES);
    }
    times->slowest_us = (uint64_t)slowest_us;
    times->slowest = (uint64_t)slowest;
    times->charged_us = charged_us > 0 ? (uint64_t)charged_us : 0;
}

/* Draws a number at random, so that no two shards share it. */
static enum sv_status draw_number(int64_t *out)
{
    uint64_t id;
    if (sodium_init() < 0) {
        return SV_E_SYSTEM;
    }
    randombytes_buf(&id, sizeof id);
    *out = (int64_t)(id >> 2 | 1);
    return SV_OK;
}

/* Finds the number of this file's own rows, which is drawn once. */
static enum sv_status find_source(struct svi_store *store)
{
    int64_t *source = &store->pace->source;
    SVI_TRY(svi_store_read_number(store, "SELECT id FROM source LIMIT 1", source));
    if (*source != 0) {
        return SV_OK;
    }
    SVI_TRY(draw_number(source));
    return svi_store_change(store, "INSERT INTO source VALUES (?)", SVI_VALUES(SVI_INT(*source)));
}

/* Adds the new times to the row. */
static enum sv_status add_row(struct svi_store *store, sqlite3_stmt *select, sqlite3_stmt *insert,
                              size_t i, struct svi_times *times)
{
    uint8_t bytes[SVI_TIMES_BUCKETS * COUNT_BYTES];
    struct svi_times before;
    const char *kind = sv_decision_name((enum sv_decision)(i % SV_DECISION_COUNT));
    const size_t bot = i / SV_DECISION_COUNT;
    enum sv_status status = SV_OK;
    svi_store_bind(select,
                   SVI_VALUES(SVI_INT(store->pace->source), SVI_INT(bot), SVI_STRING(kind)));
    if (svi_store_row(store, select, &status)) {
        read_times(select, 0, &before);
        svi_times_join(times, &before);
    }
    sqlite3_reset(select);
    SVI_TRY(status);
    for (size_t k = 0; k < sizeof bytes; k++) {
        bytes[k] = (uint8_t)(times->count[k / COUNT_BYTES] >> 8 * (k % COUNT_BYTES));
    }
    return svi_store_insert(store, insert,
                            SVI_VALUES(SVI_INT(store->pace->source), SVI_INT(bot), SVI_STRING(kind),
                                       SVI_INT(svi_times_all(times)),
                                       SVI_BYTES(bytes, sizeof bytes), SVI_INT(times->slowest_us),
                                       SVI_INT(times->slowest), SVI_INT(times->charged_us)));
}

enum sv_status svi_store_flush_times(struct svi_store *store)
{
    struct svi_store_pace *pace = store->pace;
    if (pace == NULL) {
        return SV_OK;
    }
    SVI_TRY(svi_store_begin(store));
    if (pace->source == 0) {
        SVI_TRY(make_times(store));
        SVI_TRY(find_source(store));
    }
    SCOPED(svi_statement_finish)
    sqlite3_stmt *select =
        svi_store_prepare(store, "SELECT counts, slowest_us, slowest, charged_us FROM times"
                                 " WHERE source = ? AND bot = ? AND kind = ?");
    SCOPED(svi_statement_finish)
    sqlite3_stmt *insert =
        svi_store_prepare(store, "INSERT OR REPLACE INTO times VALUES (?,?,?,?,?,?,?,?)");
    enum sv_status status = select != NULL ? SV_OK : SV_E_SYSTEM;
    for (size_t i = 0; i < pace->n && status == SV_OK; i++) {
        if (pace->times[i] != NULL) {
            status = add_row(store, select, insert, i, pace->times[i]);
            free(pace->times[i]);
            pace->times[i] = NULL;
        }
    }
    pace->flushed_us = svi_time_us();
    return status;
}

enum sv_status svi_store_merge_times(struct svi_store *store)
{
    bool has = false;
    char sql[512];
    SVI_TRY(svi_store_has_table(store, "other", "times", &has));
    if (!has) {
        return SV_OK;
    }
    SVI_TRY(make_times(store));
    SVI_TRY(has_charged(store, "other", &has));
    (void)snprintf(sql, sizeof sql,
                   "INSERT INTO main.times SELECT source, bot, kind, decisions, counts, slowest_us,"
                   " slowest, %s FROM other.times WHERE true"
                   " ON CONFLICT (source, bot, kind) DO UPDATE SET"
                   " decisions = excluded.decisions, counts = excluded.counts,"
                   " slowest_us = excluded.slowest_us, slowest = excluded.slowest,"
                   " charged_us = excluded.charged_us WHERE excluded.decisions > decisions",
                   has ? "charged_us" : "0");
    return svi_store_exec(store, sql);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool find_kind(const char *name, enum sv_decision *kind)
{
    for (unsigned k = 0; k < SV_DECISION_COUNT && name != NULL; k++) {
        if (strcmp(sv_decision_name((enum sv_decision)k), name) == 0) {
            *kind = (enum sv_decision)k;
            return true;
        }
    }
    return false;
}

enum sv_status svi_store_times(struct svi_store *store,
                               void (*each)(void *user, unsigned bot, enum sv_decision kind,
                                            const struct svi_times *times),
                               void *user)
{
    bool charged = false;
    char sql[160];
    SVI_TRY(has_charged(store, "main", &charged));
    (void)snprintf(sql, sizeof sql,
                   "SELECT counts, slowest_us, slowest, %s, bot, kind FROM times"
                   " ORDER BY bot, kind, source",
                   charged ? "charged_us" : "0");
    SVI_ROWS(r, store, "times", sql, SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        enum sv_decision kind;
        if (find_kind(svi_rows_text(&r, 5), &kind)) {
            const int64_t bot = svi_rows_int(&r, 4);
            struct svi_times times;
            read_times(r.s, 0, &times);
            if (bot >= 0 && bot < store->info.n_bots) {
                each(user, (unsigned)bot, kind, &times);
            }
        }
    }
    return r.status;
}

enum sv_status svi_store_used(struct svi_store *store,
                              void (*each)(void *user, unsigned bot, uint64_t games,
                                           uint64_t used_us),
                              void *user)
{
    SVI_ROWS(r, store, NULL,
             "SELECT bot, count(*), sum(max(0, CAST(json_extract(used_us, '$[' || seat || ']') AS"
             " INTEGER))) FROM seats JOIN timings USING (number) WHERE json_valid(used_us)"
             " GROUP BY bot ORDER BY bot",
             SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const int64_t bot = svi_rows_int(&r, 0);
        if (bot >= 0 && bot < store->info.n_bots) {
            each(user, (unsigned)bot, svi_rows_uint(&r, 1), svi_rows_uint(&r, 2));
        }
    }
    return r.status;
}

/* ---- store playing --------------------------------------------------------------------------- */

static const char table_sql[] =
    "CREATE TABLE IF NOT EXISTS main.playing (number INTEGER PRIMARY KEY, worker INTEGER NOT NULL,"
    " bots TEXT NOT NULL, round INTEGER NOT NULL, decisions INTEGER NOT NULL)";

#define BOTS_TEXT (SV_MAX_SEATS * 7u + 3u) /* "[-65536,-65536]" */

/* Writes the bots by seat: "[3,0,-2,2]". Bot b is written as -1 - b when its seat is bankrupt. */
static void print_bots(const struct svi_playing *row, char text[BOTS_TEXT])
{
    size_t length = 0;
    for (unsigned s = 0; s < row->seats; s++) {
        const int bot = (int)row->bot[s];
        length += (size_t)snprintf(text + length, BOTS_TEXT - length, "%s%d", s == 0 ? "[" : ",",
                                   sv_has(row->alive, s) ? bot : -1 - bot);
    }
    (void)snprintf(text + length, BOTS_TEXT - length, "]");
}

enum sv_status svi_store_put_playing(struct svi_store *store, unsigned worker,
                                     const struct svi_playing rows[], unsigned n)
{
    SVI_TRY(svi_store_begin_by(store, table_sql));
    SVI_TRY(svi_store_change(store, "DELETE FROM main.playing WHERE worker = ?",
                             SVI_VALUES(SVI_INT(worker))));
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s =
        svi_store_prepare(/* another worker's row may be older */
                          store, "INSERT OR REPLACE INTO main.playing VALUES (?,?,?,?,?)");
    for (unsigned i = 0; i < n; i++) {
        const struct svi_playing *row = &rows[i];
        char bots[BOTS_TEXT];
        print_bots(row, bots);
        SVI_TRY(svi_store_insert(store, s,
                                 SVI_VALUES(SVI_INT(row->number), SVI_INT(worker), SVI_STRING(bots),
                                            SVI_INT(row->round), SVI_INT(row->decisions))));
    }
    return SV_OK;
}

enum sv_status svi_store_drop_playing(struct svi_store *store)
{
    return svi_store_exec(store, "DROP TABLE IF EXISTS main.playing");
}

/* Reads the text of print_bots(). Returns false for any other text; any program may have written
 * the store. */
static bool read_bots(const char *text, const struct svi_store_info *league,
                      struct svi_playing *row)
{
    for (row->seats = 0; row->seats < league->seats; row->seats++) {
        unsigned bot = 0, digits = 0;
        if (*text++ != (row->seats == 0 ? '[' : ',')) {
            return false;
        }
        const bool out = *text == '-';
        text += out;
        for (; *text >= '0' && *text <= '9' && digits < 6; text++, digits++) {
            bot = bot * 10 + (unsigned)(*text - '0');
        }
        bot -= out; /* "-0" becomes the largest number */
        if (digits == 0 || bot >= league->n_bots) {
            return false;
        }
        row->bot[row->seats] = bot;
        row->alive |= (uint8_t)(!out << row->seats);
    }
    return strcmp(text, "]") == 0;
}

enum sv_status svi_store_playing(struct svi_store *store,
                                 void (*take)(void *user, const struct svi_playing *row),
                                 void *user)
{
    SVI_ROWS(r, store, "playing",
             "SELECT number, round, decisions, bots FROM main.playing ORDER BY number",
             SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        struct svi_playing row = {.number = (uint64_t)svi_rows_whole(&r, 0, 1, INT64_MAX),
                                  .round = (uint32_t)svi_rows_whole(&r, 1, 0, UINT32_MAX),
                                  .decisions = (uint32_t)svi_rows_whole(&r, 2, 0, UINT32_MAX)};
        const char *bots = svi_rows_text(&r, 3);
        if (r.status == SV_OK && bots != NULL && read_bots(bots, &store->info, &row)) {
            take(user, &row);
        }
    }
    return r.status;
}

/* ---- store sessions -------------------------------------------------------------------------- */

static const char tables_sql[] =
    "CREATE TABLE IF NOT EXISTS main.sessions (session INTEGER PRIMARY KEY, node TEXT NOT NULL,"
    " round INTEGER NOT NULL, shard INTEGER NOT NULL, began_ms INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS main.played (number INTEGER PRIMARY KEY, session INTEGER NOT NULL)";

/* ---- writing --------------------------------------------------------------------------------- */

enum sv_status svi_store_session(struct svi_store *store, unsigned round, unsigned shard)
{
    int64_t *session = &store->sessions.session;
    SVI_TRY(svi_store_begin_by(store, tables_sql));
    SVI_TRY(draw_number(session));
    SVI_TRY(svi_store_change(store, "INSERT INTO sessions VALUES (?,'',?,?,?)",
                             SVI_VALUES(SVI_INT(*session), SVI_INT(round), SVI_INT(shard),
                                        SVI_INT(svi_time_wall_us() / 1000))));
    return svi_store_commit_now(store);
}

enum sv_status svi_store_put_played(struct svi_store *store, uint64_t number)
{
    if (store->sessions.session == 0) {
        return SV_OK;
    }
    return svi_store_insert(
        store, svi_store_keep(store, &store->sessions.insert, "INSERT INTO played VALUES (?,?)"),
        SVI_VALUES(SVI_INT(number), SVI_INT(store->sessions.session)));
}

enum sv_status svi_store_merge_sessions(struct svi_store *store)
{
    bool has = false;
    SVI_TRY(svi_store_has_table(store, "other", "sessions", &has));
    if (!has) {
        return SV_OK;
    }
    SVI_TRY(svi_store_exec(store, tables_sql));
    return svi_store_exec(store, "INSERT OR IGNORE INTO main.sessions SELECT * FROM other.sessions;"
                                 "INSERT INTO main.played SELECT * FROM other.played"
                                 " WHERE number IN (SELECT number FROM temp.chosen)");
}

/* ---- reading --------------------------------------------------------------------------------- */

enum sv_status svi_store_played(struct svi_store *store, unsigned round,
                                void (*each)(void *user, uint64_t number), void *user)
{
    SVI_ROWS(r, store, "played",
             "SELECT number FROM played JOIN sessions USING"
             " (session) WHERE round = ? ORDER BY number",
             SVI_VALUES(SVI_INT(round)));
    while (svi_rows_next(&r)) {
        const uint64_t number = (uint64_t)svi_rows_whole(&r, 0, 1, (int64_t)SVI_MAX_MATCHES);
        if (r.status == SV_OK) {
            each(user, number);
        }
    }
    return r.status;
}

enum sv_status svi_store_drop_chosen(struct svi_store *store)
{
    static const char *const tables[] = {"outputs", "luck",    "trades",   "seats",
                                         "replays", "timings", "crashes",  "losses",
                                         "matches", "played",  "analyses", "played_on"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char sql[120];
        bool has = false;
        SVI_TRY(svi_store_has_table(store, "main", tables[i], &has));
        (void)snprintf(sql, sizeof sql,
                       "DELETE FROM main.%s WHERE number IN (SELECT number FROM temp.chosen)",
                       tables[i]);
        SVI_TRY(has ? svi_store_exec(store, sql) : SV_OK);
    }
    return SV_OK;
}

void svi_sessions_table_finish(struct svi_sessions_table *table)
{
    sqlite3_finalize(table->insert);
}
