/* The matches of a store: storing them, and reading totals and replays. */
#include "store/store_matches.h"

#include "base/file.h"
#include "memory/memory.h"
#include "store/store_db.h"
#include "store/store_results.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- writing ------------------------------------------------------------------------------ */

enum sv_status svi_store_commit(struct svi_store *store)
{
    if (store->begun && store->runs.number != 0) {
        SVI_TRY(svi_store_run_write(store, ""));
    }
    if (store->begun && svi_store_times_due(store)) {
        SVI_TRY(svi_store_flush_times(store));
    }
    return svi_store_commit_now(store);
}

enum sv_status svi_store_end(struct svi_store *store, enum sv_status status)
{
    if (status == SV_OK) {
        return svi_store_commit(store);
    }
    (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->begun = false;
    return status;
}

static enum sv_status ready(struct svi_store *store)
{
    static const char *const sql[SVI_INSERT_COUNT] = {
#define X(NAME, text) text,
        SVI_STORE_INSERTS(X)
#undef X
    };
    for (unsigned i = 0; i < SVI_INSERT_COUNT; i++) {
        if (store->matches.insert[i] == NULL &&
            (store->matches.insert[i] = svi_store_prepare(store, sql[i])) == NULL) {
            return SV_E_SYSTEM;
        }
    }
    return svi_store_begin(store);
}

void svi_store_match_values(const struct svi_store_match *m, int64_t out[SVI_MATCH_COLUMNS])
{
    const int64_t values[SVI_MATCH_COLUMNS] = {
        (int64_t)m->number, (int64_t)m->table, m->deal,      m->seating, 0,
        m->rounds,          m->turns,          m->decisions, 0};
    memcpy(out, values, sizeof values);
}

void svi_store_seat_values(const struct svi_store_match *m, unsigned s,
                           int64_t out[SVI_SEAT_COLUMNS])
{
    const struct svi_store_seat *seat = &m->seat[s];
    const int64_t values[SVI_SEAT_COLUMNS] = {(int64_t)m->number,
                                              s,
                                              seat->bot,
                                              seat->place,
                                              seat->points,
                                              seat->worth,
                                              seat->verdicts[SV_VERDICT_OK],
                                              seat->verdicts[SV_VERDICT_LATE],
                                              seat->verdicts[SV_VERDICT_MALFORMED],
                                              seat->verdicts[SV_VERDICT_ILLEGAL],
                                              seat->verdicts[SV_VERDICT_DEAD],
                                              seat->verdicts[SV_VERDICT_OVERTIME],
                                              seat->forfeited};
    memcpy(out, values, sizeof values);
}

static enum sv_status put_match(struct svi_store *store, const struct svi_store_match *m)
{
    const uint8_t *hash = m->replay + m->replay_size - SVI_REPLAY_HASH_BYTES;
    return svi_store_insert(store, store->matches.insert[SVI_INSERT_MATCH],
                            SVI_VALUES(SVI_INT(m->number), SVI_INT(m->table), SVI_INT(m->deal),
                                       SVI_INT(m->seating), SVI_STRING(sv_why_name(m->why)),
                                       SVI_INT(m->rounds), SVI_INT(m->turns), SVI_INT(m->decisions),
                                       SVI_BYTES(hash, SVI_REPLAY_HASH_BYTES)));
}

static enum sv_status put_seat(struct svi_store *store, const struct svi_store_match *m, unsigned s)
{
    int64_t values[SVI_SEAT_COLUMNS];
    struct svi_store_value bound[SVI_SEAT_COLUMNS] = {{0}};
    svi_store_seat_values(m, s, values);
    for (unsigned i = 0; i < SVI_SEAT_COLUMNS; i++) {
        bound[i].whole = values[i];
    }
    SVI_TRY(
        svi_store_insert(store, store->matches.insert[SVI_INSERT_SEAT], bound, SVI_SEAT_COLUMNS));
    return m->seat[s].verdicts[SV_VERDICT_FALLBACK] > 0 ? svi_store_put_fallbacks(store, m, s)
                                                        : SV_OK;
}

/* Stores the time that each seat used as a list, "[12,40]". Only people and json_each() read it. */
static enum sv_status put_timing(struct svi_store *store, const struct svi_store_match *m)
{
    char used[SV_MAX_SEATS * 21 + 3] = "[";
    size_t length = 1;
    for (unsigned i = 0; i < m->seats; i++) {
        length += (size_t)snprintf(used + length, sizeof used - length, "%" PRIu64 "%s",
                                   m->seat[i].used_us, i + 1 < m->seats ? "," : "]");
    }
    return svi_store_insert(store, store->matches.insert[SVI_INSERT_TIMING],
                            SVI_VALUES(SVI_INT(m->number), SVI_INT(m->wall_us), SVI_STRING(used)));
}

static enum sv_status put_all(struct svi_store *store, const struct svi_store_match *m)
{
    SVI_TRY(put_match(store, m));
    for (unsigned i = 0; i < m->seats; i++) {
        SVI_TRY(put_seat(store, m, i));
    }
    SVI_TRY(svi_store_insert(store, store->matches.insert[SVI_INSERT_REPLAY],
                             SVI_VALUES(SVI_INT(m->number), SVI_BYTES(m->replay, m->replay_size))));
    SVI_TRY(svi_store_put_outputs(store, m));
    store->runs.run.games++;
    store->runs.run.decisions += m->decisions;
    if (m->has_trades) {
        SVI_TRY(svi_store_put_trades(store, m));
    }
    if (m->luck.size > 0) {
        struct svi_store_luck luck = {
            .number = m->number, .figures = m->luck.bytes, .size = m->luck.size};
        memcpy(luck.version, m->luck.version, sizeof luck.version);
        SVI_TRY(svi_store_put_luck(store, &luck));
    }
    svi_store_put_times(store, m);
    SVI_TRY(svi_store_put_played(store, m->number));
    return put_timing(store, m);
}

enum sv_status svi_store_put(struct svi_store *store, const struct svi_store_match *m)
{
    assert(m->number >= 1 && m->number <= store->info.matches && m->seats == store->info.seats);
    assert(m->replay_size >= SVI_REPLAY_HASH_BYTES);
    SVI_TRY(ready(store));
    SVI_TRY(svi_store_exec(store, "SAVEPOINT game"));
    const enum sv_status status = put_all(store, m);
    if (status != SV_OK) {
        /* The next commit must not write half a game. */
        (void)sqlite3_exec(store->db, "ROLLBACK TO game; RELEASE game", NULL, NULL, NULL);
        return status;
    }
    return svi_store_exec(store, "RELEASE game");
}

static enum sv_status save_failed(struct svi_store *store, const char *path)
{
    return svi_fail(&store->error, SV_E_SYSTEM, "%s: cannot be written: %s", path,
                    svi_errno_text(errno));
}

/* Makes sure that the file's bytes are on the disk. */
static bool settle(const char *path)
{
    SCOPED(scoped_close) const int file = open(path, O_RDWR | O_CLOEXEC);
    const bool done = file >= 0 && fsync(file) == 0;
    return done;
}

/* Returns the name of the copy while it is being made; the caller frees it. The name holds the host
 * and the store's inode. So writers of other stores or on other machines can save to the same path,
 * and a writer that was killed finds its unfinished copy again and removes it. */
static char *name_aside(const struct svi_store *store, const char *path)
{
    char host[HOST_NAME_MAX + 1] = "";
    struct stat st;
    if (store->lock < 0 || fstat(store->lock, &st) != 0) {
        return svi_text("%s.%ld.part", path, (long)getpid());
    }
    (void)gethostname(host, sizeof host - 1);
    return svi_text("%s.%s.%jx.%jx.part", path, host, (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
}

/* Removes an unfinished copy and its journal. */
static void remove_aside(const char *aside)
{
    SCOPED(scoped_free) char *journal = svi_text("%s-journal", aside);
    (void)unlink(journal);
    (void)unlink(aside);
}

enum sv_status svi_store_save(struct svi_store *store, const char *path)
{
    SCOPED(scoped_free) char *aside = name_aside(store, path);
    remove_aside(aside);
    /* The copy holds the seed, so other users must never be able to read it. */
    const int file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return save_failed(store, path);
    }
    (void)close(file);
    enum sv_status status = svi_store_change(store, "VACUUM INTO ?", SVI_VALUES(SVI_STRING(aside)));
    if (status == SV_OK && (!settle(aside) || rename(aside, path) != 0)) {
        status = save_failed(store, path);
    }
    if (status != SV_OK) {
        remove_aside(aside);
    }
    return status;
}

void svi_store_seal(struct svi_store *store)
{
    /* With readers SQLite keeps the log and returns an error, which does no harm. */
    (void)sqlite3_exec(store->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    store->wal = false;
}

/* ---- reading ------------------------------------------------------------------------------ */

enum sv_status svi_store_snapshot(struct svi_store *store)
{
    return svi_store_exec(store, "SAVEPOINT snapshot");
}

void svi_store_snapshot_end(struct svi_store *store)
{
    (void)sqlite3_exec(store->db, "RELEASE snapshot", NULL, NULL, NULL);
}

/* Reads a number. SQLite ignores `after` in SQL without a parameter. */
static enum sv_status single(struct svi_store *store, const char *sql, uint64_t after,
                             uint64_t *out)
{
    SVI_ROWS(r, store, NULL, sql, SVI_VALUES(SVI_INT(after)));
    *out = svi_rows_next(&r) ? svi_rows_uint(&r, 0) : 0;
    return r.status;
}

enum sv_status svi_store_count(struct svi_store *store, uint64_t *matches)
{
    return single(store, "SELECT count(*) FROM matches", 0, matches);
}

enum sv_status svi_store_decisions(struct svi_store *store, uint64_t *decisions)
{
    return single(store, "SELECT coalesce(sum(decisions), 0) FROM matches", 0, decisions);
}

enum sv_status svi_store_deal_over(struct svi_store *store, uint64_t number, bool *over)
{
    const uint64_t lanes = store->info.lanes;
    /* last match number of the deals before */
    const uint64_t before = (number - 1) / lanes * lanes;
    uint64_t in = 0;
    char sql[128];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM matches WHERE number > ? AND number <= %" PRIu64,
                   before + lanes);
    const enum sv_status status = single(store, sql, before, &in);
    *over = in == lanes;
    return status;
}

enum sv_status svi_store_next(struct svi_store *store, uint64_t after, uint64_t *number)
{
    return single(store, "SELECT min(number) FROM matches WHERE number > ?", after, number);
}

enum sv_status svi_store_finished(struct svi_store *store, uint8_t *bits)
{
    SVI_ROWS(r, store, NULL, "SELECT number FROM matches", SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const int64_t number = svi_rows_int(&r, 0);
        if (number >= 1 && (uint64_t)number <= store->info.matches) {
            bits[(number - 1) / 8] |= (uint8_t)(1u << ((number - 1) % 8));
        }
    }
    return r.status;
}

enum sv_status svi_store_places(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number, const unsigned bot[],
                                             const uint8_t place[]),
                                void *user)
{
    uint8_t place[SV_MAX_SEATS] = {0};
    unsigned bot[SV_MAX_SEATS] = {0}, seats = 0;
    bool more = true;
    SVI_ROWS(r, store, NULL,
             "SELECT number, place, bot FROM seats WHERE number > ? ORDER BY number, seat",
             SVI_VALUES(SVI_INT(after)));
    while (more && svi_rows_next(&r)) {
        r.match = 0;
        r.match = (uint64_t)svi_rows_whole(&r, 0, 1, (int64_t)SVI_MAX_MATCHES);
        bot[seats] = (unsigned)svi_rows_whole(&r, 2, 0, (int64_t)store->info.n_bots - 1);
        place[seats++] = (uint8_t)svi_rows_whole(&r, 1, 1, store->info.seats);
        if (r.status == SV_OK && seats == store->info.seats) {
            more = each(user, r.match, bot, place);
            seats = 0;
        }
    }
    return r.status;
}

enum sv_status svi_store_replay(struct svi_store *store, uint64_t number, struct svi_buf *out)
{
    sqlite3_stmt *s =
        svi_store_keep(store, &store->matches.replay, "SELECT svr FROM replays WHERE number = ?");
    enum sv_status status = s != NULL ? SV_OK : SV_E_SYSTEM;
    svi_store_bind(s, SVI_VALUES(SVI_INT(number)));
    if (svi_store_row(store, s, &status)) {
        svi_buf_append(out, sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0));
        if (out->failed) {
            status =
                svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a replay", store->path);
        }
    } else if (status == SV_OK) {
        status = svi_store_no_game(store, number);
    }
    sqlite3_reset(s);
    return status;
}

/* ---- totals ------------------------------------------------------------------------------- */

bool svi_store_counts(const struct svi_store_info *info, const struct svi_store_match *match)
{
    for (unsigned s = 0; s < match->seats && info->entry != NULL; s++) {
        if (info->entry[match->seat[s].bot].status == SVI_STATUS_DISQUALIFIED) {
            return false;
        }
    }
    return true;
}

static bool any_disqualified(const struct svi_store_info *info)
{
    bool any = false;
    for (unsigned i = 0; i < info->n_bots; i++) {
        any |= info->entry[i].status == SVI_STATUS_DISQUALIFIED;
    }
    return any;
}

#define LEFT_OUT                                                                                   \
    "SELECT number FROM seats WHERE bot IN (SELECT bot FROM entries"                               \
    " WHERE status = 'disqualified')"

enum sv_status svi_store_count_left_out(struct svi_store *store, uint64_t *matches)
{
    *matches = 0;
    return any_disqualified(&store->info)
               ? single(store, "SELECT count(*) FROM matches WHERE number IN (" LEFT_OUT ")", 0,
                        matches)
               : SV_OK;
}

/* Adds row by row: grouping would sort all rows of the store, on disk if there are many. */
#define TALLY                                                                                      \
    "SELECT bot, seat, number, place, points, worth, forfeited,"                                   \
    " ok, late, malformed, illegal, dead, overtime, why, "
#define OF_SEATS " FROM seats s JOIN matches USING (number)"
static const char of_all[] = OF_SEATS;
static const char of_counting[] = OF_SEATS " WHERE number NOT IN (" LEFT_OUT ")";

static void add_to_tally(struct svi_store_tally *t, const struct svi_rows *r)
{
    const uint64_t number = svi_rows_uint(r, 2), forfeited = svi_rows_uint(r, 6);
    const char *why = svi_rows_text(r, 13);
    uint64_t incidents = forfeited;
    t->games++;
    t->wins += svi_rows_uint(r, 3) == 1;
    t->places += svi_rows_uint(r, 3);
    t->points += svi_rows_uint(r, 4);
    t->worth += svi_rows_int(r, 5);
    t->forfeited += forfeited;
    t->verdicts[SV_VERDICT_OK] += svi_rows_uint(r, 7);
    t->verdicts[SV_VERDICT_FALLBACK] += svi_rows_uint(r, 14);
    for (unsigned i = 0; i < SVI_INCIDENTS; i++) {
        const uint64_t answers = svi_rows_uint(r, 8 + (int)i);
        t->verdicts[svi_incidents[i]] += answers;
        incidents += answers;
    }
    for (unsigned i = 0; i < SV_WHY_COUNT && why != NULL; i++) {
        t->ends[i] += strcmp(sv_why_name(i), why) == 0;
    }
    if ((int64_t)incidents > 0 && (t->incident == 0 || number < t->incident)) {
        t->incident = number;
    }
}

enum sv_status svi_store_tallies(struct svi_store *store,
                                 void (*each)(void *user, const struct svi_store_tally *tally),
                                 void *user)
{
    const unsigned bots = store->info.n_bots, seats = store->info.seats;
    SCOPED(scoped_free)
    struct svi_store_tally *tally = svi_new((size_t)bots * seats + 1, sizeof *tally);
    if (tally == NULL) {
        return svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for sums", store->path);
    }
    SCOPED(svi_rows_finish)
    struct svi_rows r = svi_store_seat_rows(
        store, TALLY, any_disqualified(&store->info) ? of_counting : of_all, SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const uint64_t bot = svi_rows_uint(&r, 0), seat = svi_rows_uint(&r, 1);
        if (bot < bots && seat < seats) {
            add_to_tally(&tally[bot * seats + seat], &r);
        }
    }
    for (unsigned i = 0; i < bots * seats && r.status == SV_OK; i++) {
        if (tally[i].games > 0) {
            tally[i].bot = i / seats;
            tally[i].seat = i % seats;
            each(user, &tally[i]);
        }
    }
    return r.status;
}

void svi_matches_table_finish(struct svi_matches_table *table)
{
    for (unsigned i = 0; i < SVI_INSERT_COUNT; i++) {
        sqlite3_finalize(table->insert[i]);
    }
    sqlite3_finalize(table->replay);
}
