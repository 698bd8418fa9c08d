#include "store/store_shards.h"

#include "memory/memory.h"
#include "store/store.h"
#include "store/store_db.h"
#include "store/store_league.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "store/store_sessions.h"

#include "base/out.h"
#include "base/utf8.h"
#include "record/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads two columns about the programs that made a store: Solvent's version, and the bots'. */
static void read_maker(sqlite3_stmt *s, int column, struct svi_store_shard *shard)
{
    const char *solvent = (const char *)sqlite3_column_text(s, column);
    const char *bots = (const char *)sqlite3_column_text(s, column + 1);
    (void)snprintf(shard->solvent, sizeof shard->solvent, "%s", solvent != NULL ? solvent : "");
    svi_text_clean(shard->solvent);
    shard->bots = svi_copy(bots != NULL ? bots : "");
    svi_prose_clean(shard->bots, strlen(shard->bots)); /* may come from a stranger */
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static const char rounds_sql[] =
    "CREATE TABLE IF NOT EXISTS main.rounds (round INTEGER PRIMARY KEY, shards INTEGER NOT NULL,"
    " planned INTEGER NOT NULL, games INTEGER NOT NULL, expected_us INTEGER NOT NULL, costs TEXT "
    "NOT NULL)";

static const char env_key_sql[] =
    "CREATE TABLE IF NOT EXISTS main.env_key (key TEXT NOT NULL); DELETE FROM main.env_key";

/* Writes the cost of a game in microseconds, then the cost of each bot, in the order of bots. */
static void costs_text(const struct svi_costs *costs, unsigned bots, struct svi_buf *out)
{
    svi_out_int(out, costs->game_us);
    for (unsigned i = 0; i < bots; i++) {
        svi_out_char(out, ' ');
        svi_out_int(out, costs->bot_us[i]);
    }
    svi_buf_byte(out, 0);
}

static bool parse_costs(const char *text, unsigned bots, struct svi_costs *costs)
{
    *costs = (struct svi_costs){0};
    for (unsigned i = 0; i <= bots; i++) {
        char *end;
        const unsigned long us = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (us == 0 || us > UINT32_MAX || *end != (i < bots ? ' ' : '\0')) {
            return false;
        }
        if (i == 0) {
            costs->game_us = (uint32_t)us;
        } else {
            costs->bot_us[i - 1] = (uint32_t)us;
        }
        text = end + 1;
    }
    return true;
}

enum sv_status svi_store_put_round(struct svi_store *store, const struct svi_store_round *round)
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? svi_store_exec(store, rounds_sql) : status;
    if (status == SV_OK) {
        costs_text(&round->costs, store->info.n_bots, &text);
        status = svi_store_change(store, "INSERT OR REPLACE INTO rounds VALUES (?,?,?,?,?,?)",
                                  SVI_VALUES(SVI_INT(round->round), SVI_INT(round->shards),
                                             SVI_INT(round->planned), SVI_INT(round->games),
                                             SVI_INT(round->expected_us), SVI_STRING(text.data)));
    }
    status = status == SV_OK ? svi_store_exec(store, env_key_sql) : status;
    if (status == SV_OK && round->env_key[0] != '\0') {
        status = svi_store_change(store, "INSERT INTO env_key VALUES (?)",
                                  SVI_VALUES(SVI_STRING(round->env_key)));
    }
    return status == SV_OK ? svi_store_commit(store) : status;
}

static enum sv_status read_env_key(struct svi_store *store, struct svi_store_round *round)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status = svi_store_query(store, "env_key", "SELECT key FROM env_key", &s);
    if (svi_store_row(store, s, &status)) {
        const char *key = (const char *)sqlite3_column_text(s, 0);
        (void)snprintf(round->env_key, sizeof round->env_key, "%s", key != NULL ? key : "");
    }
    return status;
}

enum sv_status svi_store_last_round(struct svi_store *store, struct svi_store_round *round)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    memset(round, 0, sizeof *round);
    enum sv_status status = svi_store_query(
        store, "rounds",
        "SELECT round, shards, games, expected_us, costs, planned FROM rounds ORDER BY round DESC",
        &s);
    if (svi_store_row(store, s, &status)) {
        const char *costs = (const char *)sqlite3_column_text(s, 4);
        const int64_t number = sqlite3_column_int64(s, 0), shards = sqlite3_column_int64(s, 1);
        if (number < 1 || number > UINT32_MAX || shards < 1 || shards > (int64_t)SVI_MAX_MATCHES ||
            costs == NULL || !parse_costs(costs, store->info.n_bots, &round->costs)) {
            status = svi_fail(&store->error, SV_E_MISMATCH, "%s: rounds: found an unsound row",
                              store->path);
        } else {
            round->round = (unsigned)number;
            round->shards = (unsigned)shards;
            round->games = (uint64_t)sqlite3_column_int64(s, 2);
            round->planned = (uint64_t)sqlite3_column_int64(s, 5);
            round->expected_us = (uint64_t)sqlite3_column_int64(s, 3);
        }
    }
    return status == SV_OK ? read_env_key(store, round) : status;
}

/* ---- a shard --------------------------------------------------------------------------------- */

static const char shard_sql[] =
    "CREATE TABLE IF NOT EXISTS main.shard (round INTEGER NOT NULL, shard INTEGER NOT NULL,"
    " shards INTEGER NOT NULL, planned INTEGER NOT NULL, solvent TEXT NOT NULL,"
    " bots TEXT NOT NULL); DELETE FROM main.shard";

enum sv_status svi_store_shard(struct svi_store *store, struct svi_store_shard *shard)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    memset(shard, 0, sizeof *shard);
    enum sv_status status = svi_store_query(
        store, "shard", "SELECT round, shard, shards, planned, solvent, bots FROM main.shard", &s);
    if (svi_store_row(store, s, &status)) {
        const int64_t most = (int64_t)SVI_MAX_MATCHES;
        shard->round = (unsigned)svi_store_whole(store, s, 0, 0, 0, UINT32_MAX, &status);
        shard->shards = (unsigned)svi_store_whole(store, s, 2, 0, 1, most, &status);
        shard->shard = (unsigned)svi_store_whole(store, s, 1, 0, 1, shard->shards, &status);
        shard->planned = (uint64_t)svi_store_whole(store, s, 3, 0, 0, most, &status);
        read_maker(s, 4, shard);
    }
    return status;
}

enum sv_status svi_store_put_shard(struct svi_store *store, const struct svi_store_shard *shard)
{
    struct svi_store_shard is;
    enum sv_status status = svi_store_shard(store, &is);
    free(is.bots);
    if (status == SV_OK && is.shards != 0 && (is.round != 0 || shard->round != 0) &&
        (is.round != shard->round || is.shard != shard->shard || is.shards != shard->shards)) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: found shard %u/%u of round %u, expected shard %u/%u of round %u",
                        store->path, is.shard, is.shards, is.round, shard->shard, shard->shards,
                        shard->round);
    }
    status = status == SV_OK ? svi_store_begin(store) : status;
    status = status == SV_OK ? svi_store_exec(store, shard_sql) : status;
    if (status == SV_OK) {
        status = svi_store_change(store, "INSERT INTO main.shard VALUES (?,?,?,?,?,?)",
                                  SVI_VALUES(SVI_INT(shard->round), SVI_INT(shard->shard),
                                             SVI_INT(shard->shards), SVI_INT(shard->planned),
                                             SVI_STRING(shard->solvent), SVI_STRING(shard->bots)));
    }
    return status == SV_OK ? svi_store_commit(store) : status;
}

/* ---- merged shards --------------------------------------------------------------------------- */

static const char merged_sql[] =
    "CREATE TABLE IF NOT EXISTS main.merged (round INTEGER NOT NULL, shard INTEGER NOT NULL,"
    " shards INTEGER NOT NULL, games INTEGER NOT NULL, planned INTEGER NOT NULL,"
    " PRIMARY KEY (round, shard)) WITHOUT ROWID";

enum sv_status svi_store_put_made_by(struct svi_store *store, const struct svi_store_shard *shard)
{
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK) {
        status = svi_store_exec(store, "CREATE TABLE IF NOT EXISTS main.made_by"
                                       " (solvent TEXT NOT NULL, bots TEXT NOT NULL)");
    }
    if (status == SV_OK) {
        status = svi_store_change(
            store, "INSERT INTO made_by SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM made_by)",
            SVI_VALUES(SVI_STRING(shard->solvent), SVI_STRING(shard->bots)));
    }
    return status;
}

enum sv_status svi_store_put_merged(struct svi_store *store, const struct svi_store_shard *shard,
                                    uint64_t games)
{
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? svi_store_exec(store, merged_sql) : status;
    if (status == SV_OK) {
        status = svi_store_change(store, "INSERT OR REPLACE INTO merged VALUES (?,?,?,?,?)",
                                  SVI_VALUES(SVI_INT(shard->round), SVI_INT(shard->shard),
                                             SVI_INT(shard->shards), SVI_INT(games),
                                             SVI_INT(shard->planned)));
    }
    return status == SV_OK ? svi_store_put_made_by(store, shard) : status;
}

enum sv_status svi_store_merged(struct svi_store *store, unsigned round,
                                void (*each)(void *user, unsigned shard, unsigned shards,
                                             uint64_t games, uint64_t planned),
                                void *user)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status = svi_store_query(store, "merged",
                                            "SELECT shard, shards, games, planned FROM merged"
                                            " WHERE round = ? ORDER BY shard",
                                            &s);
    svi_store_bind(s, SVI_VALUES(SVI_INT(round)));
    while (svi_store_row(store, s, &status)) {
        const int64_t most = (int64_t)SVI_MAX_MATCHES;
        const int64_t value[] = {svi_store_whole(store, s, 0, 0, 1, most, &status),
                                 svi_store_whole(store, s, 1, 0, 1, most, &status),
                                 svi_store_whole(store, s, 2, 0, 0, most, &status),
                                 svi_store_whole(store, s, 3, 0, 0, most, &status)};
        if (status == SV_OK) {
            each(user, (unsigned)value[0], (unsigned)value[1], (uint64_t)value[2],
                 (uint64_t)value[3]);
        }
    }
    return status;
}

enum sv_status svi_store_lacks_shards(struct svi_store *store, bool *lacks)
{
    int64_t round = 0, shards = 0;
    bool has = false;
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status = svi_store_has_table(store, "main", "rounds", &has);
    if (status == SV_OK && has) {
        status = svi_store_read_number(store, "SELECT coalesce(max(round), 0) FROM rounds", &round);
    }
    if (status == SV_OK && round > 0) {
        status = svi_store_read_number(
            store, "SELECT shards FROM rounds ORDER BY round DESC LIMIT 1", &shards);
    }
    *lacks = shards > 0;
    if (status == SV_OK) {
        status = svi_store_query(store, "merged",
                                 "SELECT count(*) < max(?2, coalesce(max(shards), 0)) OR"
                                 " coalesce(sum(games < planned), 0) > 0 FROM merged"
                                 " WHERE round = ?1",
                                 &s);
    }
    svi_store_bind(s, SVI_VALUES(SVI_INT(round), SVI_INT(shards)));
    if (s != NULL) {
        *lacks = svi_store_row(store, s, &status) && sqlite3_column_int(s, 0) != 0;
    }
    return status;
}

enum sv_status svi_store_made_by(struct svi_store *store, struct svi_store_shard *shard)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    memset(shard, 0, sizeof *shard);
    enum sv_status status =
        svi_store_query(store, "made_by", "SELECT solvent, bots FROM made_by", &s);
    if (svi_store_row(store, s, &status)) {
        read_maker(s, 0, shard);
    }
    return status;
}

/* Reads the shard's rows first, however many the other store has: SQLite keeps the order of a CROSS
 * JOIN. */
#define BOTH(table)                                                                                \
    "SELECT theirs.number FROM other." table " AS theirs CROSS JOIN main." table                   \
    " AS ours ON ours.number = theirs.number"

static enum sv_status refuse_match(struct svi_store *store, const char *path, const char *sql,
                                   const char *what)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status = svi_store_query(store, NULL, sql, &s);
    if (svi_store_row(store, s, &status)) {
        status = svi_fail(&store->error, SV_E_MISMATCH,
                          "%s: found another %s of match %" PRId64 " than in %s, expected the same",
                          path, what, (int64_t)sqlite3_column_int64(s, 0), store->path);
    }
    return status;
}

/* Finds a match of both stores with different games or, where luck decides, different luck. */
static enum sv_status find_conflict(struct svi_store *store, const char *path)
{
    bool ours = false, theirs = false;
    enum sv_status status = refuse_match(
        store, path,
        BOTH("matches") " WHERE ours.replay_hash <> theirs.replay_hash ORDER BY 1 LIMIT 1", "game");
    if (status != SV_OK || !store->info.luck_decides) {
        return status;
    }
    status = svi_store_has_table(store, "main", "luck", &ours);
    if (status == SV_OK && ours) {
        status = svi_store_has_table(store, "other", "luck", &theirs);
    }
    return theirs && status == SV_OK
               ? refuse_match(store, path,
                              BOTH("luck") " WHERE ours.version <> theirs.version OR"
                                           " ours.figures <> theirs.figures ORDER BY 1 LIMIT 1",
                              "luck")
               : status;
}

/* Faults that rows of the other store may have, since any program may have written it. The SQL
 * finds the first faulty match, and `found` describes the fault. The parameters ?1, ?2 and ?3 are
 * this store's numbers of matches, seats and bots. length() of a long blob does not read
 * it. */
static const struct {
    const char *sql, *found;
} unsound[] = {
    {"SELECT number FROM other.matches WHERE number NOT BETWEEN 1 AND ?1",
     "a number of a match that is not planned"},
    {"SELECT number FROM other.matches WHERE length(replay_hash) <> 32", "no hash of its replay"},
    {"SELECT number FROM other.seats WHERE seat NOT BETWEEN 0 AND ?2 - 1",
     "a seat beyond the table"},
    {"SELECT number FROM other.matches WHERE (SELECT count(*) FROM other.seats"
     " WHERE seats.number = matches.number) <> ?2",
     "too few or too many seats"},
    {"SELECT number FROM other.matches WHERE NOT EXISTS (SELECT 1 FROM other.replays"
     " WHERE replays.number = matches.number AND length(svr) <= 67108864)",
     "no replay of at most 64 MiB"},
};

static enum sv_status refuse_unsound(struct svi_store *store, const char *path)
{
    const struct svi_store_info *info = &store->info;
    enum sv_status status = SV_OK;
    for (size_t i = 0; status == SV_OK && i < sizeof unsound / sizeof unsound[0]; i++) {
        SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
        status = svi_store_query(store, NULL, unsound[i].sql, &s);
        /* SQLite ignores parameters that the SQL does not use */
        svi_store_bind(s, SVI_VALUES(SVI_INT(info->matches), SVI_INT(info->seats)));
        if (svi_store_row(store, s, &status)) {
            status = svi_fail(&store->error, SV_E_MISMATCH, "%s: match %" PRId64 ": found %s", path,
                              (int64_t)sqlite3_column_int64(s, 0), unsound[i].found);
        }
    }
    return status;
}

/* Refuses games without luck where luck decides. */
static enum sv_status refuse_luckless(struct svi_store *store, const char *path)
{
    bool more = false;
    enum sv_status status = SV_OK;
    if (store->info.luck_decides) {
        status = svi_store_has_table(store, "other", "luck", &more);
    }
    if (status != SV_OK || !store->info.luck_decides) {
        return status;
    }
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    status = svi_store_query(store, NULL,
                             more ? "SELECT number FROM other.matches WHERE number NOT IN"
                                    " (SELECT number FROM other.luck) LIMIT 1"
                                  : "SELECT number FROM other.matches LIMIT 1",
                             &s);
    if (svi_store_row(store, s, &status)) {
        status = svi_fail(&store->error, SV_E_MISMATCH,
                          "%s: match %" PRId64 ": found no luck, which decides in this league; "
                          "`solvent luck --fill %s` finds it",
                          path, (int64_t)sqlite3_column_int64(s, 0), path);
    }
    return status;
}

static bool go_on(void *user, const struct svi_store_match *match)
{
    (void)user;
    (void)match;
    return true;
}

/* Reads all results of the other store once, so that no later reader of the merged store fails on
 * them. */
static enum sv_status read_through(struct svi_store *store, struct svi_store *other)
{
    const enum sv_status status = svi_store_results(other, 0, go_on, NULL);
    if (status != SV_OK) {
        (void)svi_fail(&store->error, status, "%s", svi_store_error(other));
    }
    return status;
}

/* Rows are copied column by column in their order, so both tables must have the same columns. */
static enum sv_status refuse_other_columns(struct svi_store *store, const char *path,
                                           const char *table)
{
    char sql[400];
    (void)snprintf(sql, sizeof sql,
                   "SELECT (SELECT group_concat(name || type || hidden) FROM"
                   " pragma_table_xinfo('%s', 'main')) IS (SELECT group_concat(name || type ||"
                   " hidden) FROM pragma_table_xinfo('%s', 'other'))",
                   table, table);
    int64_t same = 0;
    const enum sv_status status = svi_store_read_number(store, sql, &same);
    if (status == SV_OK && same == 0) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: found other columns in the table %s than %s has", path, table,
                        store->path);
    }
    return status;
}

/* Lists the matches that only the other store has, and deletes rows that would be in their way. A
 * damaged or edited store may have rows of no match; those stay unless a listed match has the same
 * number. */
static enum sv_status choose(struct svi_store *store)
{
    enum sv_status status = svi_store_exec(store, SVI_CHOSEN_SQL);
    if (status == SV_OK) {
        status = svi_store_exec(store, "INSERT INTO temp.chosen SELECT number FROM other.matches"
                                       " WHERE number NOT IN (SELECT number FROM main.matches)");
    }
    return status == SV_OK ? svi_store_drop_chosen(store) : status;
}

/* Returns the value of a note in a replay's header, or NULL if it has no such note. */
static const char *note_of(struct svi_header *header, const void *bytes, size_t size,
                           const char *key)
{
    struct svi_cursor c = svi_cursor_over(bytes, size);
    struct svi_error error;
    if (svi_header_get(&c, header, &error) == SV_OK) {
        for (unsigned i = 0; i < header->n_meta; i++) {
            if (strcmp(header->key[i], key) == 0) {
                return header->value[i];
            }
        }
    }
    return NULL;
}

/* Refuses a game in which others answered for the bots (replay --drive --what-if); its replay has a
 * note about that. */
static enum sv_status refuse_what_if(struct svi_store *store, const char *path)
{
    SCOPED(scoped_free) struct svi_header *header = svi_new(1, sizeof *header);
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status = svi_store_query(store, NULL,
                                            "SELECT number, svr FROM other.replays"
                                            " WHERE number IN (SELECT number FROM temp.chosen)",
                                            &s);
    while (svi_store_row(store, s, &status)) {
        const char *who = note_of(header, sqlite3_column_blob(s, 1),
                                  (size_t)sqlite3_column_bytes(s, 1), SVI_META_WHAT_IF);
        if (who != NULL) {
            status = svi_fail(&store->error, SV_E_MISMATCH,
                              "%s: match %" PRId64 ": found a game that its bots did not play: %s",
                              path, (int64_t)sqlite3_column_int64(s, 0), who);
        }
    }
    return status;
}

static enum sv_status copy_table(struct svi_store *store, const char *path, const char *table)
{
    char sql[160];
    const enum sv_status status = refuse_other_columns(store, path, table);
    snprintf(sql, sizeof sql,
             "INSERT INTO main.%s SELECT * FROM other.%s"
             " WHERE number IN (SELECT number FROM temp.chosen)",
             table, table);
    return status == SV_OK ? svi_store_exec(store, sql) : status;
}

/* Copies tables that not every store has, those that the other store has. */
static enum sv_status copy_extras(struct svi_store *store, const char *path)
{
    enum sv_status status = SV_OK;
    for (enum svi_store_extra table = 0; status == SV_OK && table < SVI_EXTRA_LOSSES; table++) {
        bool has = false;
        status = svi_store_has_table(store, "other", svi_store_extra_name(table), &has);
        if (status == SV_OK && has) {
            status = svi_store_make_extra(store, table);
            status =
                status == SV_OK ? copy_table(store, path, svi_store_extra_name(table)) : status;
        }
    }
    return status;
}

/* Copies the missing matches. */
static enum sv_status copy(struct svi_store *store, const char *path)
{
    static const char *const tables[] = {"seats", "replays", "timings", "matches"};
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? choose(store) : status;
    status = status == SV_OK ? refuse_what_if(store, path) : status;
    status = status == SV_OK ? copy_extras(store, path) : status;
    status = status == SV_OK ? svi_store_merge_losses(store) : status;
    status = status == SV_OK ? svi_store_merge_times(store) : status;
    status = status == SV_OK ? svi_store_merge_sessions(store) : status;
    for (size_t i = 0; status == SV_OK && i < sizeof tables / sizeof tables[0]; i++) {
        status = copy_table(store, path, tables[i]);
    }
    return svi_store_end(store, status);
}

enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other, const char *path)
{
    const struct svi_store_info *ours = &store->info, *theirs = &other->info;
    char difference[400] = "";
    uint64_t night = 0, matches;
    bool ended;
    enum sv_status status;
    if (memcmp(theirs->seed, ours->seed, SV_SEED_BYTES) != 0) {
        (void)snprintf(difference, sizeof difference, "its secret seed is another");
    }
    for (unsigned i = 0; i < theirs->n_revisions && i < ours->n_revisions; i++) {
        const struct svi_store_revision *a = &theirs->revision[i], *b = &ours->revision[i];
        if (svi_store_differs(a->identity, b->identity, difference, sizeof difference)) {
            break;
        }
        if (a->matches != b->matches) {
            (void)snprintf(difference, sizeof difference,
                           "found change %u of its file after %" PRIu64
                           " planned matches, expected it after %" PRIu64,
                           i, a->matches, b->matches);
        }
    }
    if (difference[0] == '\0' &&
        (status = svi_store_night(other, &night, &matches, &ended)) != SV_OK) {
        return svi_fail(&store->error, status, "%s", other->error.text);
    }
    if (difference[0] == '\0' && night > 0) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: found a season, which has one store, expected a shard of a league",
                        path);
    }
    if (difference[0] != '\0') {
        return svi_fail(&store->error, SV_E_MISMATCH, "%s: holds another league than %s: %s", path,
                        store->path, difference);
    }
    return SV_OK;
}

enum sv_status svi_store_merge(struct svi_store *store, const char *path)
{
    struct svi_store *other;
    enum sv_status status = svi_store_create_reader(&other, path, &store->error);
    if (status != SV_OK) {
        return status;
    }
    status = svi_store_is_same(store, other, path);
    status = status == SV_OK ? read_through(store, other) : status;
    if (status == SV_OK && other->info.n_revisions > store->info.n_revisions) {
        status = svi_store_revise(store, &other->info);
    }
    const uint64_t planned = other->info.matches;
    svi_store_destroy(other);
    if (status == SV_OK && planned > store->info.matches) {
        status = svi_store_plan(store, planned);
    }
    if (status == SV_OK) {
        status = svi_store_commit(store); /* SQLite cannot attach a store within a transaction */
    }
    if (status != SV_OK || (status = svi_store_change(store, "ATTACH DATABASE ? AS other",
                                                      SVI_VALUES(SVI_STRING(path)))) != SV_OK) {
        return status;
    }
    status = refuse_unsound(store, path);
    status = status == SV_OK ? refuse_luckless(store, path) : status;
    status = status == SV_OK ? find_conflict(store, path) : status;
    if (status == SV_OK) {
        status = copy(store, path);
    }
    (void)sqlite3_exec(store->db, "DETACH DATABASE other", NULL, NULL, NULL);
    return status;
}
