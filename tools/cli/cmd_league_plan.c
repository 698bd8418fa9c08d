/* solvent league plan FILE.yaml --shards N */
#include "config/bot_hash.h"
#include "config/league_file.h"
#include "league/league_run.h"
#include "league/league_store.h"
#include "league/preflight.h"
#include "memory/memory.h"
#include "schedule/settings.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_people.h"
#include "tools/cli/league_summary.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"
#include "store/store_matches.h"
#include "store/store_shards.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHARDS 100000u
#define MOST_WORKERS 100000u
#define LINES 12u /* most bots with their costs shown */

struct arguments {
    const char *file, *store;
    const char *measured; /* a store with times; or NULL */
    unsigned measure_s;   /* 0: no trial */
    unsigned shards, tasks;
    bool json;
};

static const struct svi_option options[] = {
    {"shards", 0, "N", "Most shards (16)", SVI_SET_NUMBER(shards, 1, MOST_SHARDS)},
    {"store", 's', "FILE.db",
     "Where the games come together (NAME.db)\n"
     "NAME is that of the league; the file is in the current folder.",
     SVI_SET_TEXT(store), .takes = SVI_TAKES_STORE},
    {"measured", 0, "STORE", "Take the cost of games from STORE (--store)", SVI_SET_TEXT(measured),
     .takes = SVI_TAKES_STORE},
    {"measure", 0, "S",
     "Measure the cost of games for S seconds\n"
     "It plays as \"solvent league check\" does.",
     SVI_SET_NUMBER(measure_s, 1, 3600)},
    {"tasks", 0, "N", "Shards played at once, to estimate time (shards / 4)",
     SVI_SET_NUMBER(tasks, 1, MOST_WORKERS)},
    SVI_OPTION_JSON(json),
    {0},
};

/* ---- costs of games -------------------------------------------------------------------------- */

/* Measures costs in a trial. */
static void costs_of_trial(const struct svi_league *league, const struct arguments *a,
                           const struct svi_store_info *info, struct svi_costs *costs,
                           unsigned *known)
{
    struct svi_error error;
    struct svi_preflight trial;
    const struct svi_preflight_setup setup = {.league = league,
                                              .workers = 1,
                                              .wait_s = 10,
                                              .seconds = a->measure_s,
                                              .note = svi_note,
                                              .stop = svi_interrupt_catch()};
    svi_must(svi_preflight_init(&trial, &setup, &error), &error);
    for (unsigned i = 0; i < trial.n_bots; i++) {
        for (unsigned k = 0; k < info->n_bots && trial.bot[i].games > 0; k++) {
            if (strcmp(info->bot[k], league->bot[i].name) == 0) {
                const uint64_t us = trial.bot[i].used_us / trial.bot[i].games;
                costs->bot_us[k] = us < 10 ? 10 : us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
                ++*known;
            }
        }
    }
    svi_preflight_finish(&trial);
}

/* ---- output ---------------------------------------------------------------------------------- */

struct told {
    const struct svi_league_round *round;
    const struct svi_store_info *info;
    const struct arguments *a;
    const char *store;
    const char *source; /* source of the costs */
    uint64_t least_us, most_us, least_games, most_games;
    unsigned tasks;
    /* Time that `tasks` tasks need if each takes the next shard when it is free. */
    uint64_t wall_us;
};

/* Returns how long `tasks` tasks take when the shards are handed out in order. */
static uint64_t makespan(const struct svi_league_round *r, unsigned tasks)
{
    uint64_t *busy = svi_new(tasks, sizeof *busy), most = 0;
    for (unsigned i = 0; i < r->round.shards; i++) {
        unsigned first = 0;
        for (unsigned k = 1; k < tasks; k++) {
            first = busy[k] < busy[first] ? k : first;
        }
        busy[first] += r->share[i].us;
        most = busy[first] > most ? busy[first] : most;
    }
    free(busy);
    return most;
}

static void sum_up(struct told *t)
{
    const struct svi_league_round *r = t->round;
    t->least_us = t->least_games = UINT64_MAX;
    for (unsigned i = 0; i < r->round.shards; i++) {
        const struct svi_shard_share *s = &r->share[i];
        t->least_us = s->us < t->least_us ? s->us : t->least_us;
        t->most_us = s->us > t->most_us ? s->us : t->most_us;
        t->least_games = s->games < t->least_games ? s->games : t->least_games;
        t->most_games = s->games > t->most_games ? s->games : t->most_games;
    }
    t->tasks = t->a->tasks > 0 ? t->a->tasks : (r->round.shards + 3) / 4;
    t->tasks = t->tasks > r->round.shards ? r->round.shards : t->tasks;
    t->wall_us = t->tasks > 0 ? makespan(r, t->tasks) : 0;
}

static void put_line(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_line(struct svi_buf *out, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_plain(out, text);
    svi_out_char(out, '\n');
}

static double seconds(uint64_t us)
{
    return (double)us / 1e6;
}

/* Appends the bots with the highest costs. */
static void put_costs(const struct told *t, struct svi_buf *out)
{
    const struct svi_costs *costs = &t->round->round.costs;
    SCOPED(scoped_free) bool *shown = svi_new(t->info->n_bots, sizeof *shown);
    put_line(out, "expected costs, %s: %.2f ms a game, and for each bot at the table", t->source,
             costs->game_us / 1e3);
    for (unsigned n = 0; n < LINES && n < t->info->n_bots; n++) {
        unsigned most = t->info->n_bots;
        for (unsigned i = 0; i < t->info->n_bots; i++) {
            if (!shown[i] && (most == t->info->n_bots || costs->bot_us[i] > costs->bot_us[most])) {
                most = i;
            }
        }
        shown[most] = true;
        put_line(out, "  %10.2f ms  %s", costs->bot_us[most] / 1e3, t->info->bot[most]);
    }
    if (t->info->n_bots > LINES) {
        put_line(out, "  and %u bots that cost less", t->info->n_bots - LINES);
    }
}

static void put_text(const struct told *t, struct svi_buf *out)
{
    const struct svi_league_round *r = t->round;
    const struct svi_store_round *round = &r->round;
    if (round->games == 0) {
        put_line(out, "%s: nothing is left to play, %" PRIu64 " games are in %s", t->info->name,
                 r->played, t->store);
        return;
    }
    put_line(out,
             "%s, round %u: %" PRIu64 " games in %u shards; %" PRIu64 " of %" PRIu64
             " planned are in %s",
             t->info->name, round->round, round->games, round->shards, r->played, r->planned,
             t->store);
    put_costs(t, out);
    put_line(out,
             "a shard: %" PRIu64 " to %" PRIu64
             " games, %.1f to %.1f s of play; no two differ by more than a deal, %.1f s at most",
             t->least_games, t->most_games, seconds(t->least_us), seconds(t->most_us),
             seconds(r->costliest_us));
    put_line(out, "all: %.1f s of play; %u at a time: %.1f s, %.0f%% of what they could be at best",
             seconds(round->expected_us), t->tasks, seconds(t->wall_us),
             t->wall_us > 0 ? 100.0 * (double)t->wall_us / ((double)round->expected_us / t->tasks)
                            : 100.0);
    put_line(out, "each: solvent league run %s --shard I/%u --after %s", t->a->file, round->shards,
             t->store);
}

static void put_json(const struct told *t, struct svi_buf *out)
{
    const struct svi_league_round *r = t->round;
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("league", t->info->name), JSON_TEXT("store", t->store),
                     JSON_INT("planned", r->planned), JSON_INT("games", r->played),
                     JSON_INT("round", r->round.games > 0 ? r->round.round : 0),
                     JSON_INT("shards", r->round.games > 0 ? r->round.shards : 0),
                     JSON_INT("left", r->round.games),
                     JSON_INT("expected_us", r->round.expected_us),
                     JSON_INT("costliest_deal_us", r->costliest_us),
                     JSON_INT("game_us", r->round.costs.game_us), JSON_TEXT("costs", t->source));
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < t->info->n_bots; i++) {
        svi_json_object(out, JSON_TEXT("bot", t->info->bot[i]),
                        JSON_INT("us", r->round.costs.bot_us[i]));
    }
    svi_json_rows_end(out);
    svi_json_rows(out, "shares");
    for (unsigned i = 0; r->round.games > 0 && i < r->round.shards; i++) {
        svi_json_object(out, JSON_INT("shard", i + 1), JSON_INT("deals", r->share[i].deals),
                        JSON_INT("games", r->share[i].games), JSON_INT("us", r->share[i].us));
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Plans the next round in an open store, and prints the plan. */
static enum svi_exit plan(const struct svi_league *league, const struct arguments *a,
                          struct svi_store *store, const char *path)
{
    struct svi_error error;
    char source[200] = "not measured";
    struct svi_costs costs = svi_costs_unknown();
    struct svi_league_round round;
    struct svi_buf out = {0};
    unsigned known = 0;
    const struct svi_store_info *info = svi_store_info(store);
    if (a->measure_s > 0 && a->measured == NULL) {
        costs_of_trial(league, a, info, &costs, &known);
        (void)snprintf(source, sizeof source, "by playing for %u s", a->measure_s);
    } else {
        struct svi_store *timed = a->measured != NULL ? svi_store_open(a->measured) : store;
        svi_must(svi_league_round_costs(timed, info, &costs, &known, &error), &error);
        if (a->measured != NULL) {
            (void)snprintf(source, sizeof source, "by %u bots' times in %s", known, a->measured);
        } else if (known > 0) {
            (void)snprintf(source, sizeof source, "by the rounds before");
        }
    }
    svi_must(svi_league_round_plan(&round, store, league, &costs, a->shards, &error), &error);
    /* Shards read the store, perhaps over a network, so it becomes one plain file. */
    svi_store_seal(store);
    struct told told = {.round = &round,
                        .info = info,
                        .a = a,
                        .store = path,
                        .source = known > 0 ? source : "not measured"};
    if (round.round.games > 0) {
        sum_up(&told);
    }
    if (a->json) {
        put_json(&told, &out);
    } else {
        put_text(&told, &out);
    }
    free(round.share);
    return svi_say_result(round.round.games > 0 ? SVI_EXIT_DONE : SVI_EXIT_FAILED, &out);
}

static enum svi_exit run(struct svi_words *w)
{
    static struct svi_league league;
    struct arguments a = {.shards = 16};
    struct svi_error error;
    struct svi_store *store;
    char path[SV_MAX_NAME + 8];
    svi_words_read(w, &a);
    svi_league_open(&league, a.file);
    svi_league_people_refuse_shards(&league);
    (void)snprintf(path, sizeof path, "%s.db", league.name);
    const char *where = a.store != NULL ? a.store : path;
    svi_league_obey(&league, where);
    if (league.settings.format->season && svi_league_versions(&league, &error) != SV_OK) {
        svi_die(SVI_EXIT_USAGE, "%s", error.text);
    }
    if (a.measure_s > 0) {
        svi_must(svi_league_load_secrets(&league, &error), &error);
    }
    svi_must(svi_league_store_create(&store, where, &league, &error), &error);
    const enum svi_exit result = plan(&league, &a, svi_store_until_end(store), where);
    svi_league_finish(&league);
    return result;
}

const struct svi_command svi_cmd_league_plan = {
    .name = "plan",
    .brief = "plan the next round of a league for many machines",
    .operands = "FILE.yaml",
    .operand = {{"league file", SVI_SET_TEXT(file)}},
    .takes = SVI_TAKES_LEAGUE,
    .options = options,
    .text =
        "Divides what the store lacks into shards, as far as the results so far determine it. A "
        "shard has whole deals, and all shards are expected to take equally long. \"solvent league "
        "run FILE.yaml --shard I/N --after STORE\" plays a shard; \"solvent league merge STORE "
        "SHARD.db...\" merges the games. Then plan the next round, until nothing is left. Most "
        "leagues have one round. Where the schedule depends on results, every stage is a round.\n"
        "\n"
        "The expected time of a shard is the time that its bots took in earlier games: by "
        "--measured, by --measure, or in the store itself. Use about four shards per task: the "
        "overhead is small and the last task does not straggle.",
    .topic = "scaling",
    .examples = "solvent league plan cup.yaml --shards 64 --measure 2\n"
                "solvent league plan cup.yaml --shards 64 --tasks 16 --format json",
    .exits = {"a round is planned", "nothing is left to play", "usage or bad input",
              "a store or a bot cannot be used"},
    .run = run,
};
