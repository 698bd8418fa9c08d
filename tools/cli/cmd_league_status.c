/* solvent league status STORE */
#include "ranking/ranking.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_runs.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_summary.h"
#include "tools/cli/store_open.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/bot_columns.h"
#include "tools/report/standing.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *store;
    bool json;
};

static const struct svi_option options[] = {
    SVI_OPTION_JSON(json),
    {0},
};

#define MOST_PLAYING 8u /* most matches shown, one a line */

struct status {
    const char *path;
    const struct svi_store_info *league;
    struct svi_ranking ranking;
    /* Read before the store, so that a run that ends in between is not taken for killed. */
    bool running;
    struct svi_standing standing;
};

/* ---- text ----------------------------------------------------------------------------------- */

static void put_progress(const struct status *s, struct svi_buf *out)
{
    svi_out_plain(out, s->league->name);
    svi_out_text(out, ": ");
    svi_standing_put(&s->standing, true, out);
    svi_out_char(out, '\n');
}

static void put_run(const struct status *status, struct svi_buf *out)
{
    const struct svi_standing *s = &status->standing;
    char took[SVI_TIME_TEXT], since[SVI_TIME_TEXT], shard[40] = "";
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
        svi_out_format(
            out, "this run: %" PRIu64 " games in %s with %u worker%s%s, the last %s ago\n",
            s->run.games, took, s->run.workers, s->run.workers == 1 ? "" : "s", shard, since);
        return;
    }
    const char *how = "ended";
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        how = strcmp(ends[i].ended, s->run.ended) == 0 ? ends[i].text : how;
    }
    svi_out_format(out, "the last run%s %s %s ago, after %" PRIu64 " games in %s\n", shard, how,
                   since, s->run.games, took);
    if (!svi_standing_is_whole(s) && s->run.command[0] != '\0') {
        svi_out_text(out, "to go on: ");
        svi_out_plain(out, s->run.command);
        svi_out_char(out, '\n');
    }
}

/* Appends a line for each bot that delays the rest. */
static void put_parked(const struct status *status, struct svi_buf *out)
{
    const struct svi_standing *s = &status->standing;
    for (unsigned i = 0; i < s->n_parked; i++) {
        const struct svi_store_parked *row = &s->parked[i];
        char left[SVI_TIME_TEXT] = "";
        if (row->left_s >= 0) {
            svi_time_text((uint64_t)row->left_s, left);
        }
        svi_out_plain(out, status->league->bot[row->bot]);
        svi_out_format(out,
                       " is parked, as it delays the others (%.3f s an answer): its %" PRIu64
                       " games left are played last%s%s\n",
                       (double)row->answer_us / 1e6, row->left, *left != '\0' ? ", about " : "",
                       left);
    }
}

/* Appends a line for each match in flight, up to MOST_PLAYING. */
static void put_playing(const struct status *status, struct svi_buf *out)
{
    const struct svi_standing *s = &status->standing;
    for (unsigned i = 0; i < s->n_playing && i < MOST_PLAYING; i++) {
        const struct svi_playing *row = &s->playing[i];
        svi_out_format(out, "%s game %" PRIu64 ": round %" PRIu32 ", %" PRIu32 "+ decisions: ",
                       i == 0 ? "in play:" : "        ", row->number, row->round, row->decisions);
        for (unsigned k = 0; k < row->seats; k++) {
            svi_out_text(out, k > 0 ? ", " : "");
            svi_out_plain(out, status->league->bot[row->bot[k]]);
            svi_out_text(out, sv_has(row->alive, k) ? "" : " (bankrupt)");
        }
        svi_out_char(out, '\n');
    }
    if (s->n_playing > MOST_PLAYING) {
        svi_out_format(out, "         and %u more (--format json)\n", s->n_playing - MOST_PLAYING);
    }
}

static void put_ranking(const struct status *s, struct svi_buf *out)
{
    struct svi_rows rows;
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows_of_tally(&s->ranking, &rows);
    svi_out_char(out, '\n');
    (void)svi_columns_text(&svi_bot_columns, &rows, SVI_IN_STATUS, svi_say_in_colour(1), true, out);
}

static void put_text(const struct status *s, struct svi_store *store, struct svi_buf *out)
{
    put_progress(s, out);
    put_run(s, out);
    put_parked(s, out);
    put_playing(s, out);
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

static void put_run_json(const struct status *status, struct svi_buf *out)
{
    const struct svi_standing *s = &status->standing;
    svi_json_key(out, "last_run");
    if (!s->any_run) {
        svi_out_text(out, "null");
        return;
    }
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("games", s->run.games), JSON_INT("decisions", s->run.decisions));
    put_ms(out, "began", s->run.began_ms);
    put_ms(out, "seconds", s->elapsed_ms);
    put_ms(out, "seconds_since", s->since_ms);
    svi_json_members(out, JSON_INT("workers", s->run.workers), JSON_INT("shard", s->run.shard),
                     JSON_INT("shards", s->run.shards));
    svi_json_members(out,
                     JSON_TEXT("ended", s->running                ? "running"
                                        : s->run.ended[0] != '\0' ? s->run.ended
                                                                  : "killed"),
                     JSON_TEXT("command", s->run.command));
    svi_out_char(out, '}');
}

static void put_parked_json(const struct status *status, struct svi_buf *out)
{
    const struct svi_standing *s = &status->standing;
    svi_json_key(out, "parked");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < s->n_parked; i++) {
        const struct svi_store_parked *row = &s->parked[i];
        svi_out_text(out, i > 0 ? ",{" : "{");
        svi_json_members(out, JSON_TEXT("bot", status->league->bot[row->bot]),
                         JSON_INT("games_left", row->left));
        put_ms(out, "answer_s", (int64_t)(row->answer_us + 500) / 1000);
        if (row->left_s >= 0) {
            svi_json_int(out, "seconds_left", row->left_s);
        }
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

static void put_json(const struct status *s, struct svi_buf *out)
{
    const struct svi_standing *standing = &s->standing;
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("league", s->league->name), JSON_TEXT("store", s->path),
                     JSON_TEXT("state", svi_standing_state(standing)),
                     JSON_INT("games", standing->games), JSON_INT("planned", standing->planned));
    svi_standing_rate_json(standing, out);
    if (s->ranking.told[0] != '\0') {
        svi_json_string(out, "told", s->ranking.told);
    }
    put_run_json(s, out);
    put_parked_json(s, out);
    svi_standing_playing_json(standing, s->league, false, out);
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows_of_tally(&s->ranking, &rows);
    svi_columns_json_all(&svi_bot_columns, &rows, SVI_IN_LEAGUE, "ranking", out);
    free(row);
    svi_out_text(out, "}\n");
}

/* ---- the command ---------------------------------------------------------------------------- */

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    struct svi_buf out = {0};
    struct svi_error error;
    svi_words_read(w, &a);
    struct status s = {.path = a.store, .running = svi_store_is_written(a.store)};
    struct svi_store *store = svi_store_open(a.store);
    enum sv_status status = svi_store_snapshot(store);
    if (status == SV_OK) {
        svi_must(svi_ranking_init(&s.ranking, store, &error), &error);
        s.league = svi_store_info(store);
        status = svi_standing_read(&s.standing, store, s.running, &s.ranking, s.ranking.matches);
    }
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s", svi_store_error(store));
    }
    if (a.json) {
        put_json(&s, &out);
    } else {
        put_text(&s, store, &out);
    }
    svi_ranking_finish(&s.ranking);
    svi_store_snapshot_end(store);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_league_status = {
    .name = "status",
    .brief = "show the progress of a league",
    .operands = "STORE",
    .operand = {{"store", SVI_SET_TEXT(store)}},
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
