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
static void read_maker(const struct svi_rows *r, int column, struct svi_store_shard *shard)
{
    const char *bots = svi_rows_text(r, column + 1);
    svi_rows_name(r, column, shard->solvent, sizeof shard->solvent);
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
    SVI_TRY(svi_store_begin_by(store, rounds_sql));
    costs_text(&round->costs, store->info.n_bots, &text);
    SVI_TRY(svi_store_change(store, "INSERT OR REPLACE INTO rounds VALUES (?,?,?,?,?,?)",
                             SVI_VALUES(SVI_INT(round->round), SVI_INT(round->shards),
                                        SVI_INT(round->planned), SVI_INT(round->games),
                                        SVI_INT(round->expected_us), SVI_STRING(text.data))));
    SVI_TRY(svi_store_exec(store, env_key_sql));
    if (round->env_key[0] != '\0') {
        SVI_TRY(svi_store_change(store, "INSERT INTO env_key VALUES (?)",
                                 SVI_VALUES(SVI_STRING(round->env_key))));
    }
    return svi_store_commit(store);
}

static enum sv_status read_env_key(struct svi_store *store, struct svi_store_round *round)
{
    SVI_ROWS(r, store, "env_key", "SELECT key FROM env_key", SVI_NO_VALUES);
    if (svi_rows_next(&r)) {
        svi_rows_name(&r, 0, round->env_key, sizeof round->env_key);
    }
    return r.status;
}

enum sv_status svi_store_last_round(struct svi_store *store, struct svi_store_round *round)
{
    SVI_ROWS(
        r, store, "rounds",
        "SELECT round, shards, games, expected_us, costs, planned FROM rounds ORDER BY round DESC",
        SVI_NO_VALUES);
    memset(round, 0, sizeof *round);
    if (svi_rows_next(&r)) {
        const char *costs = svi_rows_text(&r, 4);
        const int64_t number = svi_rows_int(&r, 0), shards = svi_rows_int(&r, 1);
        if (number < 1 || number > UINT32_MAX || shards < 1 || shards > (int64_t)SVI_MAX_MATCHES ||
            costs == NULL || !parse_costs(costs, store->info.n_bots, &round->costs)) {
            return svi_fail(&store->error, SV_E_MISMATCH, "%s: rounds: found an unsound row",
                            store->path);
        }
        round->round = (unsigned)number;
        round->shards = (unsigned)shards;
        round->games = svi_rows_uint(&r, 2);
        round->planned = svi_rows_uint(&r, 5);
        round->expected_us = svi_rows_uint(&r, 3);
    }
    SVI_TRY(r.status);
    return read_env_key(store, round);
}

/* ---- a shard --------------------------------------------------------------------------------- */

static const char shard_sql[] =
    "CREATE TABLE IF NOT EXISTS main.shard (round INTEGER NOT NULL, shard INTEGER NOT NULL,"
    " shards INTEGER NOT NULL, planned INTEGER NOT NULL, solvent TEXT NOT NULL,"
    " bots TEXT NOT NULL); DELETE FROM main.shard";

enum sv_status svi_store_shard(struct svi_store *store, struct svi_store_shard *shard)
{
    const int64_t most = (int64_t)SVI_MAX_MATCHES;
    SVI_ROWS(r, store, "shard",
             "SELECT round, shard, shards, planned, solvent, bots FROM main.shard", SVI_NO_VALUES);
    memset(shard, 0, sizeof *shard);
    if (svi_rows_next(&r)) {
        shard->round = (unsigned)svi_rows_whole(&r, 0, 0, UINT32_MAX);
        shard->shards = (unsigned)svi_rows_whole(&r, 2, 1, most);
        shard->shard = (unsigned)svi_rows_whole(&r, 1, 1, shard->shards);
        shard->planned = (uint64_t)svi_rows_whole(&r, 3, 0, most);
        read_maker(&r, 4, shard);
    }
    return r.status;
}

enum sv_status svi_store_put_shard(struct svi_store *store, const struct svi_store_shard *shard)
{
    struct svi_store_shard is;
    const enum sv_status status = svi_store_shard(store, &is);
    free(is.bots);
    SVI_TRY(status);
    if (is.shards != 0 && (is.round != 0 || shard->round != 0) &&
        (is.round != shard->round || is.shard != shard->shard || is.shards != shard->shards)) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: found shard %u/%u of round %u, expected shard %u/%u of round %u",
                        store->path, is.shard, is.shards, is.round, shard->shard, shard->shards,
                        shard->round);
    }
    SVI_TRY(svi_store_begin_by(store, shard_sql));
    SVI_TRY(svi_store_change(store, "INSERT INTO main.shard VALUES (?,?,?,?,?,?)",
                             SVI_VALUES(SVI_INT(shard->round), SVI_INT(shard->shard),
                                        SVI_INT(shard->shards), SVI_INT(shard->planned),
                                        SVI_STRING(shard->solvent), SVI_STRING(shard->bots))));
    return svi_store_commit(store);
}

/* ---- merged shards --------------------------------------------------------------------------- */

static const char merged_sql[] =
    "CREATE TABLE IF NOT EXISTS main.merged (round INTEGER NOT NULL, shard INTEGER NOT NULL,"
    " shards INTEGER NOT NULL, games INTEGER NOT NULL, planned INTEGER NOT NULL,"
    " PRIMARY KEY (round, shard)) WITHOUT ROWID";

enum sv_status svi_store_put_made_by(struct svi_store *store, const struct svi_store_shard *shard)
{
    SVI_TRY(svi_store_begin_by(store, "CREATE TABLE IF NOT EXISTS main.made_by"
                                      " (solvent TEXT NOT NULL, bots TEXT NOT NULL)"));
    return svi_store_change(
        store, "INSERT INTO made_by SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM made_by)",
        SVI_VALUES(SVI_STRING(shard->solvent), SVI_STRING(shard->bots)));
}

enum sv_status svi_store_put_merged(struct svi_store *store, const struct svi_store_shard *shard,
                                    uint64_t games)
{
    SVI_TRY(svi_store_begin_by(store, merged_sql));
    SVI_TRY(svi_store_change(store, "INSERT OR REPLACE INTO merged VALUES (?,?,?,?,?)",
                             SVI_VALUES(SVI_INT(shard->round), SVI_INT(shard->shard),
                                        SVI_INT(shard->shards), SVI_INT(games),
                                        SVI_INT(shard->planned))));
    return svi_store_put_made_by(store, shard);
}

enum sv_status svi_store_merged(struct svi_store *store, unsigned round,
                                void (*each)(void *user, unsigned shard, unsigned shards,
                                             uint64_t games, uint64_t planned),
                                void *user)
{
    const int64_t most = (int64_t)SVI_MAX_MATCHES;
    SVI_ROWS(r, store, "merged",
             "SELECT shard, shards, games, planned FROM merged"
             " WHERE round = ? ORDER BY shard",
             SVI_VALUES(SVI_INT(round)));
    while (svi_rows_next(&r)) {
        const int64_t value[] = {svi_rows_whole(&r, 0, 1, most), svi_rows_whole(&r, 1, 1, most),
                                 svi_rows_whole(&r, 2, 0, most), svi_rows_whole(&r, 3, 0, most)};
        if (r.status == SV_OK) {
            each(user, (unsigned)value[0], (unsigned)value[1], (uint64_t)value[2],
                 (uint64_t)value[3]);
        }
    }
    return r.status;
}

enum sv_status svi_store_lacks_shards(struct svi_store *store, bool *lacks)
{
    int64_t round = 0, shards = 0;
    bool has = false;
    SVI_TRY(svi_store_has_table(store, "main", "rounds", &has));
    if (has) {
        SVI_TRY(svi_store_read_number(store, "SELECT coalesce(max(round), 0) FROM rounds", &round));
    }
    if (round > 0) {
        SVI_TRY(svi_store_read_number(
            store, "SELECT shards FROM rounds ORDER BY round DESC LIMIT 1", &shards));
    }
    SVI_ROWS(r, store, "merged",
             "SELECT count(*) < max(?2, coalesce(max(shards), 0)) OR"
             " coalesce(sum(games < planned), 0) > 0 FROM merged"
             " WHERE round = ?1",
             SVI_VALUES(SVI_INT(round), SVI_INT(shards)));
    *lacks = svi_rows_next(&r) ? svi_rows_int(&r, 0) != 0 : shards > 0;
    return r.status;
}

enum sv_status svi_store_made_by(struct svi_store *store, struct svi_store_shard *shard)
{
    SVI_ROWS(r, store, "made_by", "SELECT solvent, bots FROM made_by", SVI_NO_VALUES);
    memset(shard, 0, sizeof *shard);
    if (svi_rows_next(&r)) {
        read_maker(&r, 0, shard);
    }
    return r.status;
}

/* Reads the shard's rows first, however many the other store has: SQLite keeps the order of a CROSS
 * JOIN. */
#define BOTH(table)                                                                                \
    "SELECT theirs.number FROM other." table " AS theirs CROSS JOIN main." table                   \
    " AS ours ON ours.number = theirs.number"

static enum sv_status refuse_match(struct svi_store *store, const char *path, const char *sql,
                                   const char *what)
{
    SVI_ROWS(r, store, NULL, sql, SVI_NO_VALUES);
    return svi_rows_next(&r)
               ? svi_fail(&store->error, SV_E_MISMATCH,
                          "%s: found another %s of match %" PRId64 " than in %s, expected the same",
                          path, what, svi_rows_int(&r, 0), store->path)
               : r.status;
}

/* Finds a match of both stores with different games or, where luck decides, different luck. */
static enum sv_status find_conflict(struct svi_store *store, const char *path)
{
    bool ours = false, theirs = false;
    SVI_TRY(refuse_match(
        store, path,
        BOTH("matches") " WHERE ours.replay_hash <> theirs.replay_hash ORDER BY 1 LIMIT 1",
        "game"));
    if (!store->info.luck_decides) {
        return SV_OK;
    }
    SVI_TRY(svi_store_has_table(store, "main", "luck", &ours));
    SVI_TRY(svi_store_has_table(store, "other", "luck", &theirs));
    return ours && theirs
               ? refuse_match(store, path,
                              BOTH("luck") " WHERE ours.version <> theirs.version OR"
                                           " ours.figures <> theirs.figures ORDER BY 1 LIMIT 1",
                              "luck")
               : SV_OK;
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
    for (size_t i = 0; i < sizeof unsound / sizeof unsound[0]; i++) {
        /* SQLite ignores parameters that the SQL does not use */
        SVI_ROWS(r, store, NULL, unsound[i].sql,
                 SVI_VALUES(SVI_INT(info->matches), SVI_INT(info->seats)));
        if (svi_rows_next(&r)) {
            return svi_fail(&store->error, SV_E_MISMATCH, "%s: match %" PRId64 ": found %s", path,
                            svi_rows_int(&r, 0), unsound[i].found);
        }
        SVI_TRY(r.status);
    }
    return SV_OK;
}

/* Refuses games without luck where luck decides. */
static enum sv_status refuse_luckless(struct svi_store *store, const char *path)
{
    bool has = false;
    if (!store->info.luck_decides) {
        return SV_OK;
    }
    SVI_TRY(svi_store_has_table(store, "other", "luck", &has));
    SVI_ROWS(r, store, NULL,
             has ? "SELECT number FROM other.matches WHERE number NOT IN"
                   " (SELECT number FROM other.luck) LIMIT 1"
                 : "SELECT number FROM other.matches LIMIT 1",
             SVI_NO_VALUES);
    return svi_rows_next(&r)
               ? svi_fail(&store->error, SV_E_MISMATCH,
                          "%s: match %" PRId64 ": found no luck, which decides in this league; "
                          "`solvent luck --fill %s` finds it",
                          path, svi_rows_int(&r, 0), path)
               : r.status;
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
    SVI_ROWS(
        r, store, NULL,
        "SELECT (SELECT group_concat(name || type || hidden) FROM pragma_table_xinfo(?1, 'main'))"
        " IS (SELECT group_concat(name || type || hidden) FROM pragma_table_xinfo(?1, 'other'))",
        SVI_VALUES(SVI_STRING(table)));
    if (svi_rows_next(&r) && svi_rows_int(&r, 0) == 0) {
        return svi_fail(&store->error, SV_E_MISMATCH,
                        "%s: found other columns in the table %s than %s has", path, table,
                        store->path);
    }
    return r.status;
}

/* Lists the matches that only the other store has, and deletes rows that would be in their way. A
 * damaged or edited store may have rows of no match; those stay unless a listed match has the same
 * number. */
static enum sv_status choose(struct svi_store *store)
{
    SVI_TRY(svi_store_exec(store, SVI_CHOSEN_SQL));
    SVI_TRY(svi_store_exec(store, "INSERT INTO temp.chosen SELECT number FROM other.matches"
                                  " WHERE number NOT IN (SELECT number FROM main.matches)"));
    return svi_store_drop_chosen(store);
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
    SVI_ROWS(r, store, NULL,
             "SELECT number, svr FROM other.replays"
             " WHERE number IN (SELECT number FROM temp.chosen)",
             SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const char *who = note_of(header, sqlite3_column_blob(r.s, 1),
                                  (size_t)sqlite3_column_bytes(r.s, 1), SVI_META_WHAT_IF);
        if (who != NULL) {
            return svi_fail(&store->error, SV_E_MISMATCH,
                            "%s: match %" PRId64 ": found a game that its bots did not play: %s",
                            path, svi_rows_int(&r, 0), who);
        }
    }
    return r.status;
}

static enum sv_status copy_table(struct svi_store *store, const char *path, const char *table)
{
    char sql[160];
    SVI_TRY(refuse_other_columns(store, path, table));
    snprintf(sql, sizeof sql,
             "INSERT INTO main.%s SELECT * FROM other.%s"
             " WHERE number IN (SELECT number FROM temp.chosen)",
             table, table);
    return svi_store_exec(store, sql);
}

/* Copies tables that not every store has, those that the other store has. */
static enum sv_status copy_extras(struct svi_store *store, const char *path)
{
    for (enum svi_store_extra table = 0; table < SVI_EXTRA_LOSSES; table++) {
        bool has = false;
        SVI_TRY(svi_store_has_table(store, "other", svi_store_extra_name(table), &has));
        if (has) {
            SVI_TRY(svi_store_make_extra(store, table));
            SVI_TRY(copy_table(store, path, svi_store_extra_name(table)));
        }
    }
    return SV_OK;
}

/* Copies the missing matches in a transaction, which the caller ends. */
static enum sv_status copy(struct svi_store *store, const char *path)
{
    static const char *const tables[] = {"seats", "replays", "timings", "matches"};
    SVI_TRY(svi_store_begin(store));
    SVI_TRY(choose(store));
    SVI_TRY(refuse_what_if(store, path));
    SVI_TRY(copy_extras(store, path));
    SVI_TRY(svi_store_merge_losses(store));
    SVI_TRY(svi_store_merge_times(store));
    SVI_TRY(svi_store_merge_sessions(store));
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        SVI_TRY(copy_table(store, path, tables[i]));
    }
    return SV_OK;
}

enum sv_status svi_store_is_same(struct svi_store *store, struct svi_store *other, const char *path)
{
    const struct svi_store_info *ours = &store->info, *theirs = &other->info;
    char difference[400] = "";
    uint64_t night = 0, matches;
    bool ended;
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
    if (difference[0] != '\0') {
        return svi_fail(&store->error, SV_E_MISMATCH, "%s: holds another league than %s: %s", path,
                        store->path, difference);
    }
    const enum sv_status status = svi_store_night(other, &night, &matches, &ended);
    if (status != SV_OK) {
        return svi_fail(&store->error, status, "%s", other->error.text);
    }
    return night > 0
               ? svi_fail(&store->error, SV_E_MISMATCH,
                          "%s: found a season, which has one store, expected a shard of a league",
                          path)
               : SV_OK;
}

/* Takes over changes of the league file, and the number of planned matches. */
static enum sv_status follow(struct svi_store *store, struct svi_store *other, const char *path)
{
    SVI_TRY(svi_store_is_same(store, other, path));
    SVI_TRY(read_through(store, other));
    if (other->info.n_revisions > store->info.n_revisions) {
        SVI_TRY(svi_store_revise(store, &other->info));
    }
    if (other->info.matches > store->info.matches) {
        SVI_TRY(svi_store_plan(store, other->info.matches));
    }
    return svi_store_commit(store); /* SQLite cannot attach a store within a transaction */
}

static enum sv_status merge(struct svi_store *store, const char *path)
{
    SVI_TRY(refuse_unsound(store, path));
    SVI_TRY(refuse_luckless(store, path));
    SVI_TRY(find_conflict(store, path));
    return svi_store_end(store, copy(store, path));
}

enum sv_status svi_store_merge(struct svi_store *store, const char *path)
{
    struct svi_store *other;
    SVI_TRY(svi_store_create_reader(&other, path, &store->error));
    enum sv_status status = follow(store, other, path);
    svi_store_destroy(other);
    SVI_TRY(status);
    SVI_TRY(svi_store_change(store, "ATTACH DATABASE ? AS other", SVI_VALUES(SVI_STRING(path))));
    status = merge(store, path);
    (void)sqlite3_exec(store->db, "DETACH DATABASE other", NULL, NULL, NULL);
    return status;
}
