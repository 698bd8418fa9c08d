#include "store/reader.h"
#include "store/store_db.h"
#include "store/store_sessions.h"
#include "store/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Finds a match that both have but not the same game of. */
static enum sv_status find_conflict(struct svi_store *store, const char *path)
{
    bool more = false;
    sqlite3_stmt *statement = svi_store_prepare(
        store, /* the shard's rows first, however many the other store has: SQLite keeps to the
                  order of a CROSS JOIN */
        "SELECT theirs.number FROM other.matches AS theirs CROSS JOIN main.matches AS ours"
        " ON ours.number = theirs.number WHERE ours.replay_hash <> theirs.replay_hash"
        " ORDER BY theirs.number LIMIT 1");
    if (statement == NULL) {
        return SV_E_SYSTEM;
    }
    enum sv_status status = svi_store_step(store, statement, &more);
    if (status == SV_OK && more) {
        snprintf(store->error, sizeof store->error,
                 "%s: found another game of match %" PRId64 " than in %s, expected the same", path,
                 (int64_t)sqlite3_column_int64(statement, 0), store->path);
        status = SV_E_HASH;
    }
    sqlite3_finalize(statement);
    return status;
}

/* Makes way for the matches that only the other store has. Rows of no match, as a store may have
 * that was edited or broke, are left where they are unless one of these is theirs: then its own
 * rows take their place. */
static enum sv_status choose(struct svi_store *store)
{
    enum sv_status status = svi_store_exec(store, SVI_CHOSEN_SQL);
    if (status == SV_OK) {
        status = svi_store_exec(store, "INSERT INTO temp.chosen SELECT number FROM other.matches"
                                       " WHERE number NOT IN (SELECT number FROM main.matches)");
    }
    return status == SV_OK ? svi_store_drop_chosen(store) : status;
}

static enum sv_status copy_table(struct svi_store *store, const char *table)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "INSERT INTO main.%s SELECT * FROM other.%s"
             " WHERE number IN (SELECT number FROM temp.chosen)",
             table, table);
    return svi_store_exec(store, sql);
}

/* A table that not every store has, if the other one has it. */
static enum sv_status copy_if_there(struct svi_store *store, const char *table,
                                    enum sv_status (*make)(struct svi_store *store))
{
    bool has = false;
    enum sv_status status = svi_store_has_table(store, "other", table, &has);
    if (status == SV_OK && has) {
        status = make(store);
        status = status == SV_OK ? copy_table(store, table) : status;
    }
    return status;
}

/* Copies what is missing. */
static enum sv_status copy(struct svi_store *store)
{
    static const char *const tables[] = {"seats", "replays", "timings", "matches"};
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? choose(store) : status;
    if (status == SV_OK) {
        status = copy_if_there(store, "outputs", svi_store_make_outputs);
    }
    if (status == SV_OK) {
        status = copy_if_there(store, "luck", svi_store_make_luck);
    }
    if (status == SV_OK) {
        status = copy_if_there(store, "trades", svi_store_make_trades);
    }
    if (status == SV_OK) {
        status = svi_store_merge_losses(store);
    }
    if (status == SV_OK) {
        status = svi_store_merge_times(store);
    }
    if (status == SV_OK) {
        status = svi_store_merge_sessions(store);
    }
    for (size_t i = 0; status == SV_OK && i < sizeof tables / sizeof tables[0]; i++) {
        status = copy_table(store, tables[i]);
    }
    if (status == SV_OK) {
        return svi_store_commit(store);
    }
    (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->begun = false;
    return status;
}

static enum sv_status attach(struct svi_store *store, const char *path)
{
    bool more;
    sqlite3_stmt *statement = svi_store_prepare(store, "ATTACH DATABASE ? AS other");
    if (statement == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    const enum sv_status status = svi_store_step(store, statement, &more);
    sqlite3_finalize(statement);
    return status;
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
    if (difference[0] == '\0' && svi_store_night(other, &night, &matches, &ended) == SV_OK &&
        night > 0) {
        (void)snprintf(store->error, sizeof store->error,
                       "%s: found a season, which has one store, expected a shard of a league",
                       path);
        return SV_E_HASH;
    }
    if (difference[0] != '\0') {
        (void)snprintf(store->error, sizeof store->error, "%s: holds another league than %s: %s",
                       path, store->path, difference);
        return SV_E_HASH;
    }
    return SV_OK;
}

enum sv_status svi_store_merge(struct svi_store *store, const char *path)
{
    struct svi_store *other;
    enum sv_status status =
        svi_store_create_reader(&other, path, store->error, sizeof store->error);
    if (status != SV_OK) {
        return status;
    }
    status = svi_store_is_same(store, other, path);
    if (status == SV_OK && other->info.n_revisions > store->info.n_revisions) {
        status = svi_store_revise(store, &other->info);
    }
    const uint64_t planned = other->info.matches;
    svi_store_destroy(other);
    if (status == SV_OK && planned > store->info.matches) {
        status = svi_store_plan(store, planned);
    }
    if (status == SV_OK) {
        status = svi_store_commit(store); /* no store can be attached within a transaction */
    }
    if (status != SV_OK || (status = attach(store, path)) != SV_OK) {
        return status;
    }
    status = find_conflict(store, path);
    if (status == SV_OK) {
        status = copy(store);
    }
    (void)sqlite3_exec(store->db, "DETACH DATABASE other", NULL, NULL, NULL);
    return status;
}
