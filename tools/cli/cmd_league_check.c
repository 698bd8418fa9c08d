/* solvent league check FILE.yaml */
#include "config/league_file.h"
#include "job/points.h"
#include "league/league_run.h"
#include "league/preflight.h"
#include "memory/memory.h"
#include "schedule/settings.h"
#include "thread/thread.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_summary.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_WORKERS 256u
#define MOST_NAMED 5u /* most bots named in one line */

struct arguments {
    const char *file, *seed;
    unsigned workers, seconds, wait_s;
    bool json;
};

static const struct svi_option options[] = {
    {"seconds", 's', "S",
     "Seconds to play, for the pace (5; 0: no games)\n"
     "The short matches are played in any case.",
     SVI_SET_NUMBER(seconds, 0, 86400)},
    {"jobs", 'j', "N", "Number of workers, as of league run",
     SVI_SET_NUMBER(workers, 1, MAX_WORKERS)},
    {"wait", 0, "S", "Seconds to wait for each remote bot (10)", SVI_SET_NUMBER(wait_s, 1, 3600)},
    {"seed", 0, "SEED",
     "Any text: the same short matches again\n"
     "The default is a new seed. It is never that of the league.",
     SVI_SET_TEXT(seed)},
    SVI_OPTION_JSON(json),
    {0},
};

/* ---- verdict on a bot ------------------------------------------------------------------------ */

static uint64_t count_wrong(const struct svi_preflight_bot *bot)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < SVI_INCIDENTS; i++) {
        wrong += bot->verdicts[svi_incidents[i]];
    }
    return wrong;
}

static bool is_fine(const struct svi_preflight_bot *bot)
{
    return !bot->absent && (!bot->plays || (bot->started && bot->tried && bot->forfeited == 0 &&
                                            count_wrong(bot) == 0));
}

/* Appends the verdict on a bot in a few words. */
static void put_verdict(const struct svi_preflight_bot *bot, const struct svi_league_bot *row,
                        struct svi_buf *out)
{
    const char *comma = "";
    const char *words = bot->absent   ? "not tried, see above"
                        : !bot->plays ? (row->web ? "a person, not tried" : "does not play")
                        : !bot->started
                            ? (row->endpoint != NULL ? "has not come" : "does not start")
                            : NULL;
    for (size_t i = 0; i < SVI_INCIDENTS && words == NULL; i++) {
        if (bot->verdicts[svi_incidents[i]] > 0) {
            svi_out_format(out, "%s%" PRIu64 " %s", comma, bot->verdicts[svi_incidents[i]],
                           sv_verdict_name(svi_incidents[i]));
            comma = ", ";
        }
    }
    if (words == NULL && bot->forfeited > 0) {
        svi_out_format(out, "%s%" PRIu64 " forfeited", comma, bot->forfeited);
    } else if (*comma == '\0') {
        svi_out_text(out, words != NULL       ? words
                          : !bot->tried       ? "has not ended its first match"
                          : bot->answers == 0 ? "fine, was asked nothing"
                                              : "fine");
    }
}

/* ---- text ------------------------------------------------------------------------------------ */

static void put_size(struct svi_buf *out, double bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    size_t unit = 0;
    bytes /= 1000;
    while (bytes >= 999.5 && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= 1000;
        unit++;
    }
    svi_out_format(out, "%.*f %s", bytes < 9.95 ? 1 : 0, bytes, units[unit]);
}

static void put_bots(const struct svi_league *league, const struct svi_preflight *t,
                     struct svi_buf *out)
{
    SCOPED(svi_table_finish) struct svi_table table;
    svi_table_init(&table, 6, 1u << 0 | 1u << 5);
    svi_table_cut(&table, 1u << 0);
    svi_table_row(&table, "bot\tstart ms\tat once\tsays\tanswers\tresult");
    for (unsigned i = 0; i < t->n_bots; i++) {
        const struct svi_preflight_bot *bot = &t->bot[i];
        const unsigned allowed = league->bot[i].matches;
        SCOPED(svi_buf_finish) struct svi_buf verdict = {0};
        put_verdict(bot, &league->bot[i], &verdict);
        svi_table_add(&table, "%s", league->bot[i].name);
        if (bot->started) {
            svi_table_row(&table, "%" PRIu64 "\t%u\t%u", (bot->start_us + 500) / 1000,
                          bot->says < allowed ? bot->says : allowed, bot->says);
        } else {
            svi_table_row(&table, "-\t-\t-");
        }
        svi_table_row(&table, "%" PRIu64 "\t%.*s", bot->answers, (int)verdict.size,
                      (const char *)verdict.data);
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
}

/* Appends lines, each after four blanks and a bar. */
static void put_lines(struct svi_buf *out, const char *text)
{
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        if (size > 0) {
            svi_out_text(out, "    | ");
            svi_buf_append(out, text, size);
            svi_out_char(out, '\n');
        }
        text += size + (text[size] != '\0');
    }
}

/* Appends how each faulty bot ended, and its last output. */
static void put_troubles(const struct svi_league *league, const struct svi_preflight *t,
                         struct svi_buf *out)
{
    for (unsigned i = 0; i < t->n_bots; i++) {
        const struct svi_preflight_bot *bot = &t->bot[i];
        if (is_fine(bot) || (bot->crash == NULL && bot->last == NULL)) {
            continue;
        }
        svi_out_text(out, "\n  ");
        svi_out_plain(out, league->bot[i].name);
        if (bot->crash != NULL) {
            const size_t first = strcspn(bot->crash, "\n");
            svi_out_char(out, ' ');
            svi_buf_append(out, bot->crash, first);
            svi_out_char(out, '\n');
            put_lines(out, bot->crash + first);
        } else {
            svi_out_text(out, " printed last:\n");
            put_lines(out, bot->last);
        }
    }
}

/* Appends a hint about bots that could play more matches at once than the file allows. */
static void put_hints(const struct svi_league *league, const struct svi_preflight *t,
                      struct svi_buf *out)
{
    unsigned slow = 0;
    for (unsigned i = 0; i < t->n_bots; i++) {
        slow += t->bot[i].started && t->bot[i].says > 1 && league->bot[i].matches == 1;
    }
    if (slow > 0) {
        svi_out_format(out,
                       "%u bot%s can play more matches at once than 1: with matches: 64 in the "
                       "file the league is faster\n",
                       slow, slow == 1 ? "" : "s");
    }
}

/* Appends the games or minutes of one run of a season. */
static void put_season(const struct svi_preflight *t, const struct svi_settings *settings,
                       struct svi_buf *out)
{
    if (t->planned > 0) {
        svi_out_format(out, "%" PRIu64 " games in each run (budget), ", t->planned);
    } else {
        svi_out_format(out, "%lld minutes in each run (budget), ",
                       (long long)settings->budget.value[SVI_BUDGET_minutes]);
    }
    svi_out_format(out, "%u games to a deal (seatings: %s, lanes: %s), where they tell most\n",
                   t->lanes, svi_seatings_name(settings->seatings),
                   svi_lanes_name(settings->lanes));
}

/* Appends the folder that bots see as /usr, if the league replaces it. */
static void put_root(const struct svi_league *league, struct svi_buf *out)
{
    bool locked;
    if (league->root != NULL) {
        const uint64_t bytes = svi_sandbox_root_bytes(league->root, &locked);
        svi_out_format(out, "/usr: %llu MiB held in memory%s, from ",
                       (unsigned long long)((bytes + 1048575) >> 20),
                       locked ? "" : " and not locked (ulimit -l)");
        svi_out_plain(out, svi_sandbox_root_path(league->root));
        svi_out_text(out, "\n");
    }
}

/* Names the chosen bots, between two texts; puts nothing without such bots. */
static void put_chosen(const struct svi_league *league, const bool chosen[SVI_MAX_BOTS],
                       const char *before, const char *after, struct svi_buf *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (chosen[i] && n++ < MOST_NAMED) {
            svi_out_text(out, n == 1 ? before : ", ");
            svi_out_plain(out, league->bot[i].name);
        }
    }
    if (n > MOST_NAMED) {
        svi_out_format(out, " and %u more", n - MOST_NAMED);
    }
    svi_out_text(out, n > 0 ? after : "");
}

/* Names the bots that a run would leave out. */
static void put_unfit(const struct svi_league *league, const struct svi_preflight *t,
                      struct svi_buf *out)
{
    bool unfit[SVI_MAX_BOTS] = {false};
    for (unsigned i = 0; i < t->n_bots; i++) {
        unfit[i] = t->bot[i].unfit;
    }
    put_chosen(league, unfit, "cannot play: ", "; what follows is for the others\n", out);
}

/* Says so if the candidate and the baseline of an sprt play under different conditions. */
static void put_conditions(const struct svi_league *league, struct svi_buf *out)
{
    const struct svi_group *sprt = &league->settings.sprt;
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    for (unsigned i = 0; i < 2 && sprt->given; i++) {
        const struct svi_league_bot *bot[] = {
            &league->bot[sprt->value[i == 0 ? SVI_SPRT_candidate : SVI_SPRT_baseline]],
            &league->bot[sprt->value[i == 0 ? SVI_SPRT_baseline : SVI_SPRT_candidate]]};
        svi_out_text(&text, i == 0 ? "conditions of candidate and baseline differ: " : ", ");
        svi_out_plain(&text, bot[0]->name);
        const size_t before = text.size;
        svi_conditions_put(&bot[0]->conditions, &bot[1]->conditions, true, &text);
        if (text.size == before) {
            break; /* no difference */
        }
        if (i == 1) {
            svi_buf_append(out, text.data, text.size);
            svi_out_char(out, '\n');
        }
    }
}

static void put_deals(const struct svi_preflight *t, const struct svi_settings *settings,
                      struct svi_buf *out)
{
    svi_out_format(out,
                   "%s%" PRIu64 " games%s; %s%" PRIu64 " table%s, %" PRIu64
                   " deals, each with %u game%s (seatings: %s, lanes: %s)\n",
                   t->planned_most ? "more than "
                   : t->by_results ? "about "
                                   : "",
                   t->planned, t->by_results ? ", as results decide" : "",
                   t->by_results ? "at first " : "", t->lineups, t->lineups == 1 ? "" : "s",
                   t->first / t->lanes, t->lanes, t->lanes == 1 ? "" : "s",
                   svi_seatings_name(settings->seatings), svi_lanes_name(settings->lanes));
}

static void put_plan(const struct svi_league *league, const struct svi_preflight *t,
                     struct svi_buf *out)
{
    const struct svi_settings *settings = &league->settings;
    svi_out_plain(out, league->name);
    svi_out_format(out, ": %s, edition %s, %u bots, %u at a table\nsandbox: %s%s, %s\n",
                   settings->format->name, league->edition.name, league->n_bots, settings->seats,
                   t->isolation.sandboxed ? "bubblewrap" : "none",
                   t->isolation.users ? ", each bot a user of its own" : "",
                   t->isolation.groups ? "control groups" : "no control groups");
    put_root(league, out);
    put_conditions(league, out);
    put_unfit(league, t, out);
    svi_out_text(out, "\nwould be played: ");
    if (t->too_few) {
        svi_out_format(out, "nothing; too few bots can play for format: %s with seats: %u\n",
                       settings->format->name, (unsigned)settings->seats);
        return;
    }
    if (t->season) {
        put_season(t, settings, out);
    } else {
        put_deals(t, settings, out);
    }
    put_chosen(league, settings->remembers,
               "can remember deals, so that each game at their tables has luck of its own: ", "\n",
               out);
}

static void put_needs(const struct arguments *a, const struct svi_preflight *t, struct svi_buf *out)
{
    char took[SVI_TIME_TEXT], rate[SVI_RATE_TEXT];
    if (t->games_per_s <= 0) {
        if (a->seconds > 0 && !t->too_few) {
            svi_out_text(out, "how long: not known, no game ended in time; --seconds gives more\n");
        }
        return;
    }
    svi_rate_text((uint64_t)(t->games_per_s * 1000 + 0.5), 1000000000, rate);
    if (t->planned == 0) {
        svi_out_format(out, "the pace: %s games/s (%" PRIu64 " games in %.1f s, -j %u), ", rate,
                       t->games, t->seconds, a->workers);
        put_size(out, t->game_bytes);
        svi_out_text(out, " a game\n");
        return;
    }
    const double starts_s = (double)t->batches * t->batch_s;
    svi_time_text((uint64_t)ceil(t->planned_s), took);
    svi_out_format(out, "how long: about %s, at %s games/s (%" PRIu64 " games in %.1f s, -j %u)",
                   took, rate, t->games, t->seconds, a->workers);
    if (starts_s >= 1) {
        svi_out_format(out,
                       "; %.0f s of this to start the bots, again for each of %" PRIu64 " batches",
                       starts_s, t->batches);
    }
    svi_out_char(out, '\n');
    svi_out_text(out, "disk: about ");
    put_size(out, t->game_bytes * (double)t->planned);
    svi_out_text(out, ", ");
    put_size(out, t->game_bytes);
    svi_out_text(out, " a game\n");
}

static void put_text(const struct arguments *a, const struct svi_league *league,
                     const struct svi_preflight *t, struct svi_buf *out)
{
    put_plan(league, t, out);
    put_needs(a, t, out);
    svi_out_char(out, '\n');
    put_bots(league, t, out);
    put_troubles(league, t, out);
    put_hints(league, t, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_figure(struct svi_buf *out, const char *key, double value)
{
    char text[SVI_RATIO_TEXT];
    svi_json_key(out, key);
    if (value > 0) {
        svi_ratio_text((int64_t)(value * 1000 + 0.5), 1000, 3, text);
        svi_out_text(out, text);
    } else {
        svi_out_text(out, "null");
    }
}

static void put_bot_json(const struct svi_league_bot *in, const struct svi_preflight_bot *bot,
                         struct svi_buf *out)
{
    svi_json_row(out);
    svi_json_members(out, JSON_TEXT("bot", in->name), JSON_BOOL("fine", is_fine(bot)),
                     JSON_BOOL("cannot_play", bot->unfit), JSON_BOOL("started", bot->started));
    put_figure(out, "start_ms", bot->started ? (double)bot->start_us / 1000 : 0);
    svi_json_members(out, JSON_INT("matches", in->matches), JSON_INT("says_matches", bot->says),
                     JSON_INT("games", bot->games), JSON_INT("answers", bot->answers));
    for (size_t k = 0; k < SVI_INCIDENTS; k++) {
        svi_json_int(out, sv_verdict_name(svi_incidents[k]),
                     (int64_t)bot->verdicts[svi_incidents[k]]);
    }
    svi_json_int(out, "forfeited", (int64_t)bot->forfeited);
    if (bot->crash != NULL) {
        svi_json_string(out, "crash", bot->crash);
    }
    if (bot->last != NULL) {
        svi_json_string(out, "printed", bot->last);
    }
    svi_json_row_end(out);
}

static void put_json(const struct arguments *a, const struct svi_league *league,
                     const struct svi_preflight *t, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(
        out, JSON_TEXT("league", league->name), JSON_TEXT("format", league->settings.format->name),
        JSON_TEXT("edition", league->edition.name), JSON_INT("seats", league->settings.seats),
        JSON_BOOL("sandboxed", t->isolation.sandboxed),
        JSON_BOOL("control_groups", t->isolation.groups), JSON_INT("tables", t->lineups),
        JSON_INT("deals", (t->first / t->lanes)), JSON_INT("games_per_deal", t->lanes),
        JSON_INT("games", t->too_few ? 0 : (int64_t)t->planned), JSON_INT("cannot_play", t->unfit),
        JSON_BOOL("by_results", t->by_results), JSON_INT("workers", a->workers),
        JSON_INT("trial_games", t->games));
    put_figure(out, "games_per_s", t->games_per_s);
    put_figure(out, "seconds", t->planned_s);
    svi_json_int(out, "batches", (int64_t)t->batches);
    put_figure(out, "bytes", t->game_bytes * (double)t->planned);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < t->n_bots; i++) {
        put_bot_json(&league->bot[i], &t->bot[i], out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Prints lines as errors, one after another, and clears them. */
static void complain_lines(struct svi_buf *lines)
{
    SCOPED(scoped_free) char *text = svi_text_of(lines);
    for (char *line = text; *line != '\0';) {
        char *end = strchr(line, '\n');
        *end = '\0';
        (void)svi_complain(SVI_EXIT_USAGE, "%s", line);
        line = end + 1;
    }
}

/* Checks each bot before any bot is started. Sets absent[i] if bot i cannot be started. A run sets
 * a bot with a missing program aside, but refuses to begin without a secret or a port. */
static enum svi_exit look_at_bots(struct svi_league *league, bool absent[])
{
    SCOPED(svi_buf_finish) struct svi_buf lines = {0};
    enum svi_exit result = SVI_EXIT_DONE;
    for (unsigned i = 0; i < league->n_bots; i++) {
        const enum sv_status status = svi_league_check_bot(league, i, &lines);
        const enum svi_exit exit = status == SV_OK          ? SVI_EXIT_DONE
                                   : status == SV_E_UNKNOWN ? SVI_EXIT_FAILED
                                                            : svi_exit_of(status);
        absent[i] = status != SV_OK;
        result = exit > result ? exit : result;
        complain_lines(&lines);
    }
    return result;
}

/* Tries the bots that are not absent, and prints the results. */
static enum svi_exit try_bots(struct arguments *a, const struct svi_league *league,
                              const bool absent[])
{
    struct svi_error error;
    struct svi_preflight trial;
    struct svi_buf out = {0};
    if (a->workers > 1 && league->endpoint != NULL) {
        svi_die(SVI_EXIT_USAGE, "--jobs: found %u, expected 1 with remote bots", a->workers);
    }
    if (a->workers == 0) {
        a->workers = svi_concurrency_workers(league, svi_thread_cores(UINT_MAX), MAX_WORKERS);
    }
    const struct svi_preflight_setup setup = {.league = league,
                                              .absent = absent,
                                              .workers = a->workers,
                                              .wait_s = a->wait_s,
                                              .seconds = a->seconds,
                                              .seed = a->seed,
                                              .note = svi_note,
                                              .stop = svi_interrupt_catch()};
    svi_must(svi_preflight_init(&trial, &setup, &error), &error);
    if (trial.interrupted) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
    unsigned wrong = 0;
    for (unsigned i = 0; i < trial.n_bots; i++) {
        wrong += !is_fine(&trial.bot[i]);
    }
    if (a->json) {
        put_json(a, league, &trial, &out);
    } else {
        put_text(a, league, &trial, &out);
    }
    svi_preflight_finish(&trial);
    const enum svi_exit said = svi_say_result(SVI_EXIT_DONE, &out);
    if (said != SVI_EXIT_DONE || wrong == 0) {
        return said;
    }
    return svi_complain(SVI_EXIT_FAILED, "%s: %u of %u bots are not fine", a->file, wrong,
                        league->n_bots);
}

/* Tries the league in `text`, or prints all its mistakes. */
static enum svi_exit check_text(struct arguments *a, const struct svi_buf *text)
{
    static struct svi_league league;
    struct svi_buf mistakes = {0};
    const enum sv_status status =
        svi_league_parse_noting(&league, a->file, (const char *)text->data, text->size, &mistakes);
    complain_lines(&mistakes);
    svi_buf_finish(&mistakes);
    enum svi_exit result = svi_exit_of(status);
    if (status != SV_E_SYSTEM) {
        SCOPED(scoped_free) bool *absent = svi_new(league.n_bots + 1u, sizeof *absent);
        const enum svi_exit looked = look_at_bots(&league, absent);
        const enum svi_exit tried = status == SV_OK ? try_bots(a, &league, absent) : result;
        result = looked > tried ? looked : tried;
    }
    svi_league_finish(&league);
    return result;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.seconds = 5, .wait_s = 10};
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    struct svi_error error;
    svi_words_read(w, &a);
    svi_must(svi_league_file_read(a.file, &text, &error), &error);
    return check_text(&a, &text);
}

const struct svi_command svi_cmd_league_check = {
    .name = "check",
    .brief = "try every bot of a league file, and show what would be played",
    .operands = "FILE.yaml",
    .operand = {{"league file", SVI_SET_TEXT(file)}},
    .takes = SVI_TAKES_LEAGUE,
    .options = options,
    .text = "All mistakes in the file are listed. If there are none, every bot is started once, in "
            "its sandbox and under its limits, and plays a short match. Then the bots that work "
            "play for some seconds, with a new seed, to measure the pace of a league without the "
            "others. No store is made, and no deal of the league is seen. A bot is fine when it "
            "starts, and all its answers are in time and legal.",
    .topic = "leagues",
    .examples = "solvent league check cup.yaml\n"
                "solvent league check cup.yaml --seconds 60 -j 2 --format json",
    .exits = {"all bots are fine", "a bot is not", "usage, or the file has mistakes",
              "bots cannot be started here"},
    .run = run,
};
