/* solvent league status STORE */
#include "job/points.h"
#include "ranking/ranking.h"
#include "store/reader.h"
#include "store/store.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_summary.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/bot_columns.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "text json", SVI_TAKES_TEXT, "text (default), or json: one object"},
    {0},
};

/* How far a league is. */
struct standing {
    const char *path;
    const struct svi_store_info *league;
    struct svi_ranking ranking;
    struct svi_store_run run; /* the last */
    bool any_run;
    bool running;
    uint64_t games, planned;                      /* of the share that the store is for */
    int64_t elapsed_ms;                           /* of the last run, until its last game */
    int64_t since_ms;                             /* from then to now */
    struct svi_store_parked parked[SVI_MAX_BOTS]; /* bots with games left to play, as it is now */
    unsigned n_parked;
};

static bool is_whole(const struct standing *s)
{
    return s->games >= s->planned;
}

static const char *state_of(const struct standing *s)
{
    return s->running ? "running" : is_whole(s) ? "done" : "stopped";
}

/* Seconds that the rest takes at the pace of the last run; -1: not known. The games of parked bots
 * come after the others', at their own pace. */
static int64_t seconds_left(const struct standing *s)
{
    uint64_t left = s->planned - s->games, slow = 0;
    int64_t slow_s = 0;
    if (is_whole(s)) {
        return 0;
    }
    if (s->run.games == 0) {
        return -1;
    }
    for (unsigned i = 0; i < s->n_parked; i++) {
        slow = s->parked[i].left > slow ? s->parked[i].left : slow;
        slow_s = s->parked[i].left_s > slow_s ? s->parked[i].left_s : slow_s;
    }
    left -= slow < left ? slow : left;
    return (int64_t)((double)s->elapsed_ms / 1000 / (double)s->run.games * (double)left + 0.5) +
           slow_s;
}

static int64_t wall_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_progress(const struct standing *s, struct svi_buf *out)
{
    char text[200];
    svi_out_plain(out, s->league->name);
    (void)snprintf(text, sizeof text, ": %s, %" PRIu64 " of %" PRIu64 " games (%" PRIu64 "%%)",
                   state_of(s), s->games, s->planned,
                   s->planned > 0 ? s->games * 100 / s->planned : 100);
    svi_out_text(out, text);
    if (s->running && s->run.games > 0) {
        char rate[SVI_RATE_TEXT], left[SVI_TIME_TEXT];
        svi_rate_text(s->run.games, s->elapsed_ms * 1000, rate);
        svi_time_text((uint64_t)seconds_left(s), left);
        (void)snprintf(text, sizeof text, ", %s games/s, %s left", rate, left);
        svi_out_text(out, text);
    }
    svi_out_char(out, '\n');
}

static void put_run(const struct standing *s, struct svi_buf *out)
{
    char text[200], took[SVI_TIME_TEXT], since[SVI_TIME_TEXT], shard[40] = "";
    static const struct {
        const char *ended, *text;
    } ends[] = {{"done", "ended"},
                {"stopped", "was stopped"},
                {"time", "reached limits.league_s"},
                {"paused", "paused, as bots' processes were ended from outside,"},
                {"failed", "failed, with its error on stderr"},
                {"killed", "was killed (or could write no more)"},
                {"", "was killed (or could write no more)"}};
    if (!s->any_run) {
        return;
    }
    svi_time_text((uint64_t)(s->elapsed_ms / 1000), took);
    svi_time_text((uint64_t)(s->since_ms / 1000), since);
    if (s->run.shards > 1) {
        (void)snprintf(shard, sizeof shard, ", shard %u of %u", s->run.shard, s->run.shards);
    }
    if (s->running) {
        (void)snprintf(text, sizeof text,
                       "this run: %" PRIu64 " games in %s with %u worker%s%s, the last %s ago\n",
                       s->run.games, took, s->run.workers, s->run.workers == 1 ? "" : "s", shard,
                       since);
        svi_out_text(out, text);
        return;
    }
    const char *how = "ended";
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        how = strcmp(ends[i].ended, s->run.ended) == 0 ? ends[i].text : how;
    }
    (void)snprintf(text, sizeof text, "the last run%s %s %s ago, after %" PRIu64 " games in %s\n",
                   shard, how, since, s->run.games, took);
    svi_out_text(out, text);
    if (!is_whole(s) && s->run.command[0] != '\0') {
        svi_out_text(out, "to go on: ");
        svi_out_plain(out, s->run.command);
        svi_out_char(out, '\n');
    }
}

/* A line for each bot that holds the rest up. */
static void put_parked(const struct standing *s, struct svi_buf *out)
{
    for (unsigned i = 0; i < s->n_parked; i++) {
        const struct svi_store_parked *row = &s->parked[i];
        char text[160], left[SVI_TIME_TEXT] = "";
        if (row->left_s >= 0) {
            svi_time_text((uint64_t)row->left_s, left);
        }
        svi_out_plain(out, s->league->bot[row->bot]);
        (void)snprintf(text, sizeof text,
                       " is parked, as it delays the others (%.3f s an answer): its %" PRIu64
                       " games left are played last%s%s\n",
                       (double)row->answer_us / 1e6, row->left, *left != '\0' ? ", about " : "",
                       left);
        svi_out_text(out, text);
    }
}

static void put_ranking(const struct standing *s, struct svi_buf *out)
{
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows_of_tally(&s->ranking, &rows);
    svi_out_char(out, '\n');
    (void)svi_columns_text(&svi_bot_columns, &rows, SVI_IN_STATUS, svi_say_in_colour(1), true, out);
    out->failed = out->failed || row == NULL;
    free(row);
}

static void put_text(const struct standing *s, struct svi_store *store, struct svi_buf *out)
{
    put_progress(s, out);
    put_run(s, out);
    put_parked(s, out);
    if (s->ranking.told[0] != '\0') {
        svi_out_plain(out, s->ranking.told);
        svi_out_char(out, '\n');
    }
    put_ranking(s, out);
    svi_out_char(out, '\n');
    (void)svi_bot_put_reasons(s->league, "", svi_out_plain, out);
    (void)svi_league_put_incidents(&s->ranking, store, s->path, out);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_ms(struct svi_buf *out, const char *key, int64_t ms)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%" PRId64 ".%03" PRId64, ms / 1000, ms % 1000);
    svi_json_key(out, key);
    svi_out_text(out, text);
}

static void put_run_json(const struct standing *s, struct svi_buf *out)
{
    svi_json_key(out, "last_run");
    if (!s->any_run) {
        svi_out_text(out, "null");
        return;
    }
    svi_out_char(out, '{');
    svi_json_int(out, "games", (int64_t)s->run.games);
    svi_json_int(out, "decisions", (int64_t)s->run.decisions);
    put_ms(out, "began", s->run.began_ms);
    put_ms(out, "seconds", s->elapsed_ms);
    put_ms(out, "seconds_since", s->since_ms);
    svi_json_int(out, "workers", s->run.workers);
    svi_json_int(out, "shard", s->run.shard);
    svi_json_int(out, "shards", s->run.shards);
    svi_json_string(out, "ended",
                    s->running                ? "running"
                    : s->run.ended[0] != '\0' ? s->run.ended
                                              : "killed");
    svi_json_string(out, "command", s->run.command);
    svi_out_char(out, '}');
}

static void put_parked_json(const struct standing *s, struct svi_buf *out)
{
    svi_json_key(out, "parked");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < s->n_parked; i++) {
        const struct svi_store_parked *row = &s->parked[i];
        svi_out_text(out, i > 0 ? ",{" : "{");
        svi_json_string(out, "bot", s->league->bot[row->bot]);
        svi_json_int(out, "games_left", (int64_t)row->left);
        put_ms(out, "answer_s", (int64_t)(row->answer_us + 500) / 1000);
        if (row->left_s >= 0) {
            svi_json_int(out, "seconds_left", row->left_s);
        }
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

static void put_json(const struct standing *s, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_string(out, "league", s->league->name);
    svi_json_string(out, "store", s->path);
    svi_json_string(out, "state", state_of(s));
    svi_json_int(out, "games", (int64_t)s->games);
    svi_json_int(out, "planned", (int64_t)s->planned);
    svi_json_key(out, "games_per_s");
    if (s->run.games > 0 && s->elapsed_ms > 0) {
        char rate[SVI_RATIO_TEXT];
        svi_ratio_text((int64_t)s->run.games * 1000, s->elapsed_ms, 3, rate);
        svi_out_text(out, rate);
    } else {
        svi_out_text(out, "null");
    }
    if (seconds_left(s) >= 0) {
        svi_json_int(out, "seconds_left", seconds_left(s));
    } else {
        svi_json_key(out, "seconds_left");
        svi_out_text(out, "null");
    }
    if (s->ranking.told[0] != '\0') {
        svi_json_string(out, "told", s->ranking.told);
    }
    put_run_json(s, out);
    put_parked_json(s, out);
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows_of_tally(&s->ranking, &rows);
    svi_columns_json_all(&svi_bot_columns, &rows, SVI_IN_LEAGUE, "ranking", out);
    out->failed = out->failed || row == NULL;
    free(row);
    svi_out_text(out, "}\n");
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Notes what a parked bot has left by now. */
static void take_parked(void *user, const struct svi_store_parked *row)
{
    struct standing *s = user;
    uint64_t played = row->played;
    for (unsigned i = 0; i < s->ranking.n_rows; i++) {
        played = s->ranking.row[i].bot == row->bot ? s->ranking.row[i].games : played;
    }
    const uint64_t since = played > row->played ? played - row->played : 0;
    if (since < row->left && s->n_parked < SVI_MAX_BOTS) {
        struct svi_store_parked *now = &s->parked[s->n_parked++];
        *now = *row;
        now->left -= since;
        if (row->left_s > 0) {
            now->left_s = (int64_t)((double)row->left_s * (double)now->left / (double)row->left);
        }
    }
}

static enum sv_status read_store(struct svi_store *store, struct standing *s, char *error,
                                 size_t error_size)
{
    enum sv_status status = svi_store_last_run(store, &s->run, &s->any_run);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(store));
        return status;
    }
    status = svi_ranking_init(&s->ranking, store, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    s->league = svi_store_info(store);
    bool share = s->any_run && s->run.shards > 1; /* of all that is planned */
    for (unsigned i = 0; i < s->league->n_bots && s->any_run; i++) {
        share = share || s->league->entry[i].status != SVI_STATUS_PLAYS;
    }
    if (s->running && s->run.ended[0] != '\0') { /* what runs has not begun to play */
        s->any_run = false;
        s->run.games = 0;
    }
    s->games = s->ranking.matches;
    s->planned = share ? s->run.planned : s->league->matches;
    s->elapsed_ms = s->run.last_ms - s->run.began_ms;
    s->elapsed_ms = s->elapsed_ms > 0 ? s->elapsed_ms : 1;
    s->since_ms = wall_ms() - s->run.last_ms;
    s->since_ms = s->since_ms > 0 ? s->since_ms : 0; /* a clock that was set */
    status = svi_store_parked(store, take_parked, s);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(store));
    }
    return status;
}

static enum svi_exit show(const char *path, bool json)
{
    struct svi_store *store;
    struct svi_buf out = {0};
    char error[SVI_STORE_ERROR];
    struct standing s = {.path = path, .running = svi_store_is_written(path)};
    enum sv_status status = svi_store_create_reader(&store, path, error, sizeof error);
    if (status == SV_OK && (status = svi_store_snapshot(store)) != SV_OK) {
        (void)snprintf(error, sizeof error, "%s", svi_store_error(store));
    }
    if (status == SV_OK && (status = read_store(store, &s, error, sizeof error)) == SV_OK) {
        if (json) {
            put_json(&s, &out);
        } else {
            put_text(&s, store, &out);
        }
        svi_ranking_finish(&s.ranking);
        svi_store_snapshot_end(store);
    }
    svi_store_destroy(store);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

static enum svi_exit run(struct svi_words *w)
{
    const char *path = NULL;
    bool json = false;
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        if (key == 'f') {
            json = w->choice == 1;
        } else {
            svi_words_only(w, &path, "store");
        }
    }
    svi_words_need(w, path, "store");
    return show(path, json);
}

const struct svi_command svi_cmd_league_status = {
    .name = "status",
    .brief = "show the progress of a league",
    .operands = "STORE",
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "Games played and scheduled, the pace and the time left, the bots by their points so "
            "far, and their incidents. It only reads, and does not slow down a run. \"solvent "
            "rank\" has the ratings.",
    .topic = "leagues",
    .examples = "solvent league status cup.db\n"
                "watch -n 5 solvent league status cup.db",
    .exits = {"done", NULL, "usage or bad input, or no store", "the store cannot be read"},
    .run = run,
};
