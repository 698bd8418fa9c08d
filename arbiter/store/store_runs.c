/* Progress of the runs that play into a store, for people who follow them. The table is created by
 * the first run, as older stores do not have it, and is no part of any result. */

#include "store/store_runs.h"

#include "base/file.h"
#include "base/time.h"
#include "base/utf8.h"
#include "memory/memory.h"
#include "store/store_db.h"
#include "store/store_sessions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

/* Table `time_left` says how long the rest of a run takes, as table `runs` of older stores has no
 * such column. Both it and `parked` have rows of the last run only. */
static const char table_sql[] =
    "CREATE TABLE IF NOT EXISTS main.runs (run INTEGER PRIMARY KEY, began_ms INTEGER NOT NULL,"
    " last_ms INTEGER NOT NULL, shard INTEGER NOT NULL, shards INTEGER NOT NULL,"
    " workers INTEGER NOT NULL, planned INTEGER NOT NULL, before INTEGER NOT NULL,"
    " games INTEGER NOT NULL, decisions INTEGER NOT NULL, ended TEXT NOT NULL,"
    " command TEXT NOT NULL);"
    "DROP TABLE IF EXISTS main.parked;"
    "DROP TABLE IF EXISTS main.time_left;"
    "CREATE TABLE main.time_left (run INTEGER PRIMARY KEY, left_s INTEGER NOT NULL)";

static const char parked_sql[] =
    "CREATE TABLE IF NOT EXISTS main.parked (bot INTEGER PRIMARY KEY, answer_us INTEGER NOT NULL,"
    " played INTEGER NOT NULL, left INTEGER NOT NULL, left_s INTEGER NOT NULL)";

static const char estimate_sql[] = "INSERT OR REPLACE INTO time_left VALUES (?,?)";

static const char insert_sql[] = "INSERT INTO runs VALUES (NULL,?,?,?,?,?,?,?,0,0,'',?)";
static const char update_sql[] = "UPDATE runs SET last_ms = ?, games = ?, decisions = ?,"
                                 " planned = ?, before = ?, ended = ? WHERE run = ?";
static const char last_sql[] = "SELECT began_ms, last_ms, shard, shards, workers, planned, before,"
                               " games, decisions, ended, command FROM runs ORDER BY run DESC LIMIT"
                               " 1";

enum sv_status svi_store_run_clear(struct svi_store *store)
{
    int64_t open_runs = 0;
    bool has = false;
    SVI_TRY(svi_store_has_table(store, "main", "runs", &has));
    if (has) {
        SVI_TRY(
            svi_store_read_number(store, "SELECT count(*) FROM runs WHERE ended = ''", &open_runs));
    }
    if (open_runs == 0) {
        return SV_OK;
    }
    SVI_TRY(svi_store_begin_by(store, "UPDATE runs SET ended = 'killed' WHERE ended = ''"));
    return svi_store_commit_now(store);
}

enum sv_status svi_store_run_begin(struct svi_store *store, const struct svi_store_run *run)
{
    struct svi_store_run *now = &store->runs.run;
    store->runs.number = 0;
    SVI_TRY(svi_store_begin_by(store, table_sql));
    SVI_TRY(svi_store_drop_playing(store));
    *now = *run;
    now->command = NULL; /* it stays the caller's */
    now->began_ms = now->last_ms = svi_time_wall_us() / 1000;
    now->games = store->runs.written = 0;
    now->decisions = 0;
    now->left_s = -1;
    SVI_TRY(svi_store_change(store, insert_sql,
                             SVI_VALUES(SVI_INT(now->began_ms), SVI_INT(now->began_ms),
                                        SVI_INT(run->shard), SVI_INT(run->shards),
                                        SVI_INT(run->workers), SVI_INT(run->planned),
                                        SVI_INT(run->before), SVI_STRING(run->command))));
    store->runs.number = sqlite3_last_insert_rowid(store->db);
    return svi_store_commit_now(store);
}

enum sv_status svi_store_run_write(struct svi_store *store, const char *ended)
{
    struct svi_store_run *run = &store->runs.run;
    /* not for matches in flight alone */
    if (run->games != store->runs.written || ended[0] != '\0') {
        run->last_ms = svi_time_wall_us() / 1000;
        store->runs.written = run->games;
    }
    SVI_TRY(svi_store_insert(store, svi_store_keep(store, &store->runs.update, update_sql),
                             SVI_VALUES(SVI_INT(run->last_ms), SVI_INT(run->games),
                                        SVI_INT(run->decisions), SVI_INT(run->planned),
                                        SVI_INT(run->before), SVI_STRING(ended),
                                        SVI_INT(store->runs.number))));
    return svi_store_insert(store, svi_store_keep(store, &store->runs.estimate, estimate_sql),
                            SVI_VALUES(SVI_INT(store->runs.number), SVI_INT(run->left_s)));
}

void svi_store_run_left(struct svi_store *store, int64_t left_s)
{
    store->runs.run.left_s = left_s;
}

void svi_store_run_planned(struct svi_store *store, uint64_t planned, uint64_t before)
{
    store->runs.run.planned = planned;
    store->runs.run.before = before;
}

enum sv_status svi_store_put_parked(struct svi_store *store, const struct svi_store_parked *row)
{
    SVI_TRY(svi_store_begin_by(store, parked_sql));
    return svi_store_change(store, "INSERT OR REPLACE INTO parked VALUES (?,?,?,?,?)",
                            SVI_VALUES(SVI_INT(row->bot), SVI_INT(row->answer_us),
                                       SVI_INT(row->played), SVI_INT(row->left),
                                       SVI_INT(row->left_s)));
}

enum sv_status svi_store_parked(struct svi_store *store,
                                void (*take)(void *user, const struct svi_store_parked *row),
                                void *user)
{
    const int64_t bots = (int64_t)store->info.n_bots;
    SVI_ROWS(r, store, "parked",
             "SELECT bot, answer_us, played, left, left_s FROM parked ORDER BY bot", SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const struct svi_store_parked row = {
            .bot = (unsigned)svi_rows_whole(&r, 0, 0, bots - 1),
            .answer_us = (uint64_t)svi_rows_whole(&r, 1, 0, INT64_MAX),
            .played = (uint64_t)svi_rows_whole(&r, 2, 0, INT64_MAX),
            .left = (uint64_t)svi_rows_whole(&r, 3, 0, INT64_MAX),
            .left_s = svi_rows_whole(&r, 4, INT64_MIN, INT64_MAX)};
        if (r.status == SV_OK) {
            take(user, &row);
        }
    }
    return r.status;
}

enum sv_status svi_store_put_about(struct svi_store *store, const char *key, const char *value)
{
    SVI_TRY(svi_store_begin_by(store, "CREATE TABLE IF NOT EXISTS main.about"
                                      " (key TEXT PRIMARY KEY, value TEXT NOT NULL)"));
    SVI_TRY(svi_store_change(store, "INSERT OR REPLACE INTO about VALUES (?,?)",
                             SVI_VALUES(SVI_STRING(key), SVI_STRING(value ? value : ""))));
    return svi_store_commit_now(store);
}

enum sv_status svi_store_about(struct svi_store *store, const char *key, char **value)
{
    SVI_ROWS(r, store, "about", "SELECT value FROM about WHERE key = ? AND value <> ''",
             SVI_VALUES(SVI_STRING(key)));
    *value = svi_rows_next(&r) ? svi_rows_copy(&r, 0) : NULL;
    if (*value != NULL) {
        svi_text_clean(*value); /* the store may come from a stranger */
    }
    return r.status;
}

static int open_mark(const char *path, int flags)
{
    SCOPED(scoped_free) char *name = svi_text("%s.trial", path);
    return open(name, flags | O_CLOEXEC, 0600);
}

int svi_store_trial_begin(const char *path)
{
    const bool exists = access(path, F_OK) == 0;
    const int mark = open_mark(path, exists ? O_RDWR : O_RDWR | O_CREAT);
    if (mark >= 0 && flock(mark, LOCK_EX | LOCK_NB) != 0) {
        (void)close(mark);
        return -1;
    }
    if (exists) {
        svi_store_trial_end(mark, path); /* left by a killed run */
        return -1;
    }
    return mark;
}

void svi_store_trial_end(int mark, const char *path)
{
    if (mark >= 0) {
        SCOPED(scoped_free) char *name = svi_text("%s.trial", path);
        (void)unlink(name);
        (void)close(mark);
    }
}

bool svi_store_is_on_trial(const char *path)
{
    SCOPED(scoped_close) const int mark = open_mark(path, O_RDONLY);
    const bool marked = mark >= 0 && flock(mark, LOCK_SH | LOCK_NB) != 0;
    return marked;
}

enum sv_status svi_store_runs(struct svi_store *store,
                              void (*each)(void *user, const struct svi_store_run *run), void *user)
{
    SVI_ROWS(r, store, "runs",
             "SELECT began_ms, last_ms, shards, before, games, ended FROM runs ORDER BY run",
             SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        struct svi_store_run run = {.began_ms = svi_rows_int(&r, 0),
                                    .last_ms = svi_rows_int(&r, 1),
                                    .shards = (unsigned)svi_rows_int(&r, 2),
                                    .before = svi_rows_uint(&r, 3),
                                    .games = svi_rows_uint(&r, 4),
                                    .command = ""};
        svi_rows_name(&r, 5, run.ended, sizeof run.ended);
        each(user, &run);
    }
    return r.status;
}

enum sv_status svi_store_run_end(struct svi_store *store, const char *how)
{
    if (store->runs.number != 0) {
        SVI_TRY(svi_store_begin(store));
        SVI_TRY(svi_store_drop_playing(store));
        const enum sv_status status = svi_store_run_write(store, how);
        store->runs.number = 0;
        SVI_TRY(status);
    }
    return svi_store_commit_now(store);
}

/* Reads how long the rest of the last run takes; not known in an older store. */
static enum sv_status read_estimate(struct svi_store *store, struct svi_store_run *run)
{
    SVI_ROWS(r, store, "time_left",
             "SELECT left_s FROM time_left WHERE run = (SELECT max(run) FROM runs)", SVI_NO_VALUES);
    run->left_s = svi_rows_next(&r) ? svi_rows_whole(&r, 0, -1, INT64_MAX) : -1;
    return r.status;
}

enum sv_status svi_store_last_run(struct svi_store *store, struct svi_store_run *run, bool *any)
{
    SVI_ROWS(r, store, "runs", last_sql, SVI_NO_VALUES);
    *run = (struct svi_store_run){0};
    *any = svi_rows_next(&r);
    if (!*any) {
        return r.status;
    }
    run->began_ms = svi_rows_int(&r, 0);
    run->last_ms = svi_rows_int(&r, 1);
    run->shard = (unsigned)svi_rows_int(&r, 2);
    run->shards = (unsigned)svi_rows_int(&r, 3);
    run->workers = (unsigned)svi_rows_int(&r, 4);
    run->planned = svi_rows_uint(&r, 5);
    run->before = svi_rows_uint(&r, 6);
    run->games = svi_rows_uint(&r, 7);
    run->decisions = svi_rows_uint(&r, 8);
    svi_rows_name(&r, 9, run->ended, sizeof run->ended);
    svi_rows_name(&r, 10, store->runs.command, sizeof store->runs.command);
    run->command = store->runs.command;
    return read_estimate(store, run);
}

enum sv_status svi_store_put_reminded(struct svi_store *store)
{
    SVI_TRY(svi_store_begin_by(store, "CREATE TABLE IF NOT EXISTS main.reminded"
                                      " (at_ms INTEGER NOT NULL); DELETE FROM reminded"));
    SVI_TRY(svi_store_change(store, "INSERT INTO reminded VALUES (?)",
                             SVI_VALUES(SVI_INT(svi_time_wall_us() / 1000))));
    return svi_store_commit_now(store);
}

enum sv_status svi_store_reminded(struct svi_store *store, int64_t *at_ms)
{
    static const char *const sources[][2] = {{"reminded", "SELECT at_ms FROM reminded"},
                                             {"runs", "SELECT min(began_ms) FROM runs"}};
    bool has = false;
    *at_ms = 0;
    for (size_t i = 0; !has && i < sizeof sources / sizeof sources[0]; i++) {
        SVI_TRY(svi_store_has_table(store, "main", sources[i][0], &has));
        if (has) {
            SVI_TRY(svi_store_read_number(store, sources[i][1], at_ms));
        }
    }
    return SV_OK;
}

int svi_store_watch_writer(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

bool svi_store_has_writer(int watch)
{
    if (watch < 0 || flock(watch, LOCK_SH | LOCK_NB) == 0) {
        (void)flock(watch, LOCK_UN);
        return false;
    }
    return errno == EWOULDBLOCK;
}

bool svi_store_is_written(const char *path)
{
    SCOPED(scoped_close) const int watch = svi_store_watch_writer(path);
    const bool is_written = svi_store_has_writer(watch);
    return is_written;
}

void svi_runs_table_finish(struct svi_runs_table *table)
{
    sqlite3_finalize(table->update);
    sqlite3_finalize(table->estimate);
}
