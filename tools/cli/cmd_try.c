/* solvent try BOT */
#include "base/json.h"
#include "base/out.h"
#include "config/bot_hash.h"
#include "config/league_draft.h"
#include "league/league_run.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "store/store_matches.h"
#include "thread/thread.h"
#include "tools/analysis/figure.h"
#include "tools/analysis/games.h"
#include "tools/analysis/never.h"
#include "tools/analysis/print.h"
#include "tools/check/check.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_summary.h"
#include "tools/cli/match_setup.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/html.h"
#include "tools/report/rank_sheet.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- try league ------------------------------------------------------------------------------ */

/* The league of `solvent try`: the bot under test at tables of three with two reference bots. */

#define SVI_TRY_SEATS 3u
#define SVI_TRY_OTHERS (SVI_TRY_SEATS - 1)
extern const char *const svi_try_others[SVI_TRY_OTHERS]; /* opponents: careful, trader */

struct svi_try {
    const struct svi_bot_argument *bot; /* has another name than the reference bots */
    const char *edition, *seed;
    unsigned games;   /* rounded up to whole deals, in which each bot has every seat once */
    unsigned workers; /* 0: as many as fit the machine */
    /* Files in the current folder: "try-NAME.yaml", ".db", ".html" and ".logs". Valid from
     * try_name() until try_forget(). */
    char *file, *store, *page, *logs;
};

#define AT_ONCE 64u /* most matches at once for a bot; a bot may state a lower number */
#define MAX_WORKERS 256u

const char *const svi_try_others[SVI_TRY_OTHERS] = {"careful", "trader"};

/* Sets the names of the files. */
static void try_name(struct svi_try *t)
{
    const char *name = t->bot->name;
    t->file = svi_text("try-%s.yaml", name);
    t->store = svi_text("try-%s.db", name);
    t->page = svi_text("try-%s.html", name);
    t->logs = svi_text("try-%s.logs", name);
}

static void try_forget(struct svi_try *t)
{
    free(t->file);
    free(t->store);
    free(t->page);
    free(t->logs);
}

static void put_bot(struct svi_buf *out, const char *name, const char *const *argv)
{
    const struct svi_draft_bot bot = {.name = name, .argv = argv, .matches = AT_ONCE};
    svi_out_text(out, "  - ");
    svi_league_draft_bot(out, &bot);
    svi_out_char(out, '\n');
}

static void put_league(const struct svi_try *t, struct svi_buf *out)
{
    svi_out_text(out, "# Made by `solvent try`, which replaces it each time.\nname: ");
    svi_out_json_string(out, "try");
    svi_out_text(out, "\nedition: ");
    svi_out_json_string(out, t->edition);
    svi_out_text(out, "\nseed: ");
    svi_out_json_string(out, t->seed);
    svi_out_format(
        out, "\nseats: %u\ndeals: %u\nseatings: rotations\nlanes: off\nsandbox: none\nbots:\n",
        SVI_TRY_SEATS, (t->games + SVI_TRY_SEATS - 1) / SVI_TRY_SEATS);
    for (unsigned i = 0; i < SVI_TRY_OTHERS; i++) {
        const char *const argv[] = {svi_try_others[i], NULL};
        put_bot(out, svi_try_others[i], argv);
    }
    put_bot(out, t->bot->name, (const char *const *)t->bot->argv);
}

static void write_league(const struct svi_try *t)
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    put_league(t, &text);
    if (svi_say_file(t->file, text.data, text.size) != SVI_EXIT_DONE) {
        svi_stop(SVI_EXIT_ENVIRONMENT);
    }
}

/* Removes the store of an earlier try, and the files that an interrupted try left beside it. */
static void remove_store(const struct svi_try *t)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *path = svi_text("%s%s", t->store, endings[i]);
        const bool ok = unlink(path) == 0 || errno == ENOENT;
        free(path);
        if (!ok) {
            svi_die(SVI_EXIT_ENVIRONMENT, "%s: cannot remove: %s", t->store, svi_errno_text(errno));
        }
    }
}

static void show(void *user, const struct svi_league_progress *so_far)
{
    struct svi_progress *progress = user;
    progress->told_left = true;
    progress->left_s = so_far->left_s;
    svi_progress_show(progress, so_far->played, so_far->planned, so_far->played, so_far->decisions);
}

static void play(const struct svi_try *t, struct svi_league *league, struct svi_store *store)
{
    struct svi_error error;
    struct svi_progress progress;
    struct svi_league_progress total;
    struct svi_buf versions = {0};
    const unsigned fit = svi_concurrency_workers(league, svi_thread_cores(UINT_MAX), MAX_WORKERS);
    (void)svi_league_version_lines(league, &versions, &error);
    char *text = svi_text_of(&versions);
    const struct svi_league_run run = {.league = league,
                                       .store = store,
                                       .store_path = t->store,
                                       .workers = t->workers > 0 ? t->workers : fit,
                                       .shard = 1,
                                       .shards = 1,
                                       .versions = text,
                                       .luck = true,
                                       .bot_logs = t->logs,
                                       .own = true,
                                       .note = svi_note,
                                       .stop = svi_interrupt_catch(),
                                       .progress = show,
                                       .user = &progress};
    svi_progress_init(&progress, "games");
    const enum sv_status status = svi_league_run(&run, &total, &error);
    (void)svi_progress_finish(&progress);
    free(text);
    svi_must(status, &error);
    if (total.played < total.planned) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
    svi_store_seal(store);
}

/* Writes the league file, replacing an older one, and plays it into a new store, which it
 * returns. */
static struct svi_store *try_play(struct svi_try *t)
{
    static struct svi_league league;
    struct svi_error error;
    struct svi_store *store;
    write_league(t);
    remove_store(t);
    svi_league_open(&league, t->file);
    svi_must(svi_league_store_create(&store, t->store, &league, &error), &error);
    play(t, &league, svi_store_until_end(store));
    svi_league_finish(&league);
    return store;
}

/* ---- cmd try --------------------------------------------------------------------------------- */

/* Matches of the check's point about memory; `solvent check` plays more. */
#define CHECK_MATCHES 100u

/* Games on which habits are priced. */
#define PRICED 100u

/* Results of the trial. */
struct arguments {
    struct svi_bot_argument bot;
    struct svi_try league;
    bool no_check, json;
    unsigned checked;           /* number of points that are ok */
    uint64_t games;             /* games played */
    struct svi_estimate points; /* points a game, adjusted for luck if luck is known */
    struct svi_estimate ahead[SVI_TRY_OTHERS]; /* lead over each of the others, in Elo */
    bool adjusted;
    uint64_t incidents, incident; /* Answers that were refused, and the first game with one. */
    uint64_t worst;          /* The game with the most costly decision; 0: no cost is certain. */
    uint32_t decision;       /* the most costly decision */
    double cost;             /* its cost */
    struct svi_buf sentence; /* its description */
    struct svi_buf replay;   /* replay of the game `worst` */
    struct svi_buf game[PRICED];
    struct svi_never_game priced[PRICED]; /* their replays are in `game` */
    unsigned n_priced, acts;              /* acts of the bot in all games (habits.h) */
    struct svi_never never[SVI_NEVERS];
    unsigned n_never;
};

static const struct svi_option options[] = {
    SVI_OPTION_EDITION(league.edition),
    {"games", 0, "N", "Number of games, rounded up to a multiple of 3 (100)",
     SVI_SET_NUMBER(league.games, SVI_TRY_SEATS, 100000)},
    {"seed", 's', "SEED",
     "Any text; the same seed has the same luck (try)\n"
     "So two versions of a bot play the same deals.",
     SVI_SET_TEXT(league.seed)},
    {"jobs", 'j', "N",
     "Number of workers (as many as fit)\n"
     "Each has one process of every bot.",
     SVI_SET_NUMBER(league.workers, 1, MAX_WORKERS)},
    {"no-check", 0, NULL, "Don't check the protocol first", SVI_SET_FLAG(no_check)},
    SVI_OPTION_JSON(json),
    {0},
};

/* ---- words ----------------------------------------------------------------------------------- */

static void read_bot(const struct svi_words *w, void *arguments)
{
    struct arguments *t = arguments;
    svi_bot_argument_take(&t->bot, true, w);
}

/* ---- check ----------------------------------------------------------------------------------- */

static void check(struct arguments *t)
{
    struct svi_check c = {
        .bot = {.argv = (const char *const *)t->bot.argv, .hello_ms = 10000, .clock_ms = 1000},
        .matches = CHECK_MATCHES};
    svi_check_report_init(&c.report, false);
    const enum svi_exit result = svi_check_run(&c);
    t->checked = c.report.count[SVI_CHECK_OK];
    if (result == SVI_EXIT_FAILED) {
        svi_die(result,
                "%s: %u of %u points of the check failed: %s; solvent check shows all of them, and "
                "--no-check plays in any case",
                t->bot.name, c.report.count[SVI_CHECK_FAIL],
                c.report.count[SVI_CHECK_FAIL] + t->checked, c.report.fault);
    }
    svi_check_report_finish(&c.report);
    svi_note("check: %u points ok", t->checked);
}

/* ---- strength -------------------------------------------------------------------------------- */

static void read_points(struct arguments *t, struct svi_store *store)
{
    struct svi_error error;
    struct svi_rank_sheet sheet;
    const struct svi_rank_options how = {.prior = 1};
    const enum sv_status status = svi_rank_sheet_init_store(&sheet, store, &how, &error);
    if (status != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: %s", t->league.store, error.text);
    }
    const unsigned bot = svi_games_find(&sheet.games, t->bot.name);
    t->adjusted = sheet.has_adjusted;
    t->points = sheet.has_adjusted ? sheet.adjusted.points[bot] : sheet.ratings.bot[bot].points;
    t->games = sheet.ratings.bot[bot].games;
    const struct svi_ratings *ratings =
        sheet.has_adjusted && sheet.adjusted.has_ratings ? &sheet.adjusted.ratings : &sheet.ratings;
    for (unsigned i = 0; i < SVI_TRY_OTHERS; i++) {
        t->ahead[i] =
            svi_ratings_difference(ratings, bot, svi_games_find(&sheet.games, svi_try_others[i]));
    }
    const struct svi_rank_row *row = sheet.row[bot];
    for (unsigned v = 0; row != NULL && v < SV_VERDICT_COUNT; v++) {
        t->incidents += svi_verdict_accepts(v) || v == SV_VERDICT_DEFAULT ? 0 : row->verdicts[v];
    }
    t->incident = row != NULL ? row->incident : 0;
    svi_rank_sheet_finish(&sheet);
}

/* ---- the worst game -------------------------------------------------------------------------- */

static bool take_game(void *user, uint64_t number, const struct svi_analysis *a,
                      const struct svi_buf *replay)
{
    struct arguments *t = user;
    unsigned seat = 0;
    uint32_t worst;
    while (seat + 1 < a->decisions.seats && strcmp(a->decisions.name[seat], t->bot.name) != 0) {
        seat++;
    }
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        const struct svi_decision *d = &a->decisions.list[i];
        if (d->question.seat == seat) {
            t->acts |= svi_acts(&d->question, &d->position, &d->answer);
        }
    }
    if (t->n_priced < PRICED) {
        struct svi_buf *game = &t->game[t->n_priced];
        svi_buf_append(game, replay->data, replay->size);
        t->priced[t->n_priced++] = (struct svi_never_game){number, game->data, game->size, seat};
        t->replay.failed |= game->failed;
    }
    if (svi_analysis_worst(a, 1u << seat, SVI_COSTLY_ESTIMATE, &worst, 1) > 0 &&
        (t->worst == 0 || a->evaluated[worst].cost > t->cost)) {
        t->worst = number;
        t->decision = a->decisions.list[worst].number;
        t->cost = a->evaluated[worst].cost;
        svi_buf_clear(&t->sentence);
        svi_buf_clear(&t->replay);
        svi_buf_append(&t->replay, replay->data, replay->size);
        svi_analysis_sentence(a, worst, &t->sentence);
    }
    return !t->replay.failed && !t->sentence.failed;
}

static void write_page(const struct arguments *t)
{
    struct svi_error error;
    SCOPED(svi_buf_finish) struct svi_buf page = {0};
    const enum sv_status made =
        svi_replay_page(t->league.store, t->replay.data, t->replay.size, NULL, &page, &error);
    if (made != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    if (svi_say_file(t->league.page, page.data, page.size) != SVI_EXIT_DONE) {
        svi_stop(SVI_EXIT_ENVIRONMENT);
    }
}

/* Prices what the bot never does. */
static void price(struct arguments *t)
{
    struct svi_progress progress;
    const struct svi_workers workers = {.jobs = svi_thread_cores(SVI_MOST_WORKERS),
                                        .stop = svi_interrupt_catch(),
                                        .progress = svi_progress_pass,
                                        .user = &progress};
    svi_progress_init(&progress, "habits");
    const enum sv_status status =
        svi_never_price(t->priced, t->n_priced, t->acts, &workers, t->never, &t->n_never);
    (void)svi_progress_finish(&progress);
    if (status == SV_E_SYSTEM) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted");
    } else if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s: %s", t->league.store, sv_status_text(status));
    }
}

static void analyse(struct arguments *t, struct svi_store *store)
{
    struct svi_error error;
    struct svi_progress progress;
    const struct svi_games_analysis games = {.store = store,
                                             .bot = SVI_EVERY_BOT,
                                             .jobs = svi_thread_cores(SVI_MOST_WORKERS),
                                             .stop = svi_interrupt_catch(),
                                             .take = take_game,
                                             .user = t,
                                             .progress = svi_progress_pass,
                                             .progress_user = &progress};
    svi_progress_init(&progress, "analysis");
    const enum sv_status status = svi_games_analyse(&games, &error);
    (void)svi_progress_finish(&progress);
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s%s", t->league.store, error.text);
    }
    price(t);
    if (t->worst > 0) {
        write_page(t);
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

enum verdict { STRONGER, WEAKER, LEVEL, UNKNOWN, VERDICTS };
static const char *const verdict_names[VERDICTS] = {"stronger", "weaker", "level", "unknown"};

static enum verdict verdict_of(const struct svi_estimate *ahead)
{
    return !(ahead->high >= ahead->low) ? UNKNOWN
           : ahead->low > 0             ? STRONGER
           : ahead->high < 0            ? WEAKER
                                        : LEVEL;
}

/* Appends "mybot: stronger than careful, weaker than trader: 0.47 ±0.05 points a game...". */
static void put_verdict(const struct arguments *t, struct svi_buf *out)
{
    static const char *const words[VERDICTS] = {"stronger than ", "weaker than ",
                                                "not yet told apart from ",
                                                "too few games to compare with "};
    bool any = false;
    svi_out_plain(out, t->bot.name);
    svi_out_text(out, ": ");
    for (unsigned v = 0; v < VERDICTS; v++) {
        unsigned n = 0;
        for (unsigned i = 0; i < SVI_TRY_OTHERS; i++) {
            if (verdict_of(&t->ahead[i]) == v) {
                svi_out_text(out, n > 0 ? " and " : any ? ", " : "");
                svi_out_text(out, n++ == 0 ? words[v] : "");
                svi_out_text(out, svi_try_others[i]);
                any = true;
            }
        }
    }
    svi_out_format(out, ": %.2f", t->points.value);
    const struct svi_figure_error error = svi_figure_error(t->points, 2);
    svi_out_text(out, error.text[0] != '\0' ? " " : "");
    svi_out_text(out, error.text);
    svi_out_format(out, " points a game%s, in %" PRIu64 " games.\n",
                   t->adjusted ? " without luck" : "", t->games);
}

/* Tells what the bot never does, as far as that certainly costs something. */
static void put_never(const struct arguments *t, struct svi_buf *out)
{
    bool any = false;
    for (unsigned i = 0; i < t->n_never; i++) {
        const struct svi_never *never = &t->never[i];
        const double points = svi_spread_mean(&never->points, t->n_priced);
        const double half = svi_spread_half(&never->points, t->n_priced);
        if (points + half < 0) {
            svi_out_format(out, "%s: %.2f \xc2\xb1%.2f points a game (", never->words, points,
                           half);
            for (unsigned k = 0; k < SVI_NEVER_PLACES && never->most[k] < 0; k++) {
                svi_out_format(out, "%s#%" PRIu64, k > 0 ? ", " : "", never->place[k]);
            }
            svi_out_text(out, ")\n");
            any = true;
        }
    }
    if (any) {
        svi_out_format(out,
                       "So much does learner lose without it, on the same deals. (#N: solvent "
                       "replay %s#N)\n",
                       t->league.store);
    }
}

static void put_text(const struct arguments *t, struct svi_buf *out)
{
    put_verdict(t, out);
    if (t->incidents > 0) {
        svi_out_format(
            out, "%" PRIu64 " answers were late, malformed or illegal; first in %s#%" PRIu64 "\n",
            t->incidents, t->league.store, t->incident);
    }
    put_never(t, out);
    if (t->worst == 0) {
        svi_out_text(out, "no decision cost 0.05 points by the model\n");
        return;
    }
    svi_out_format(out, "costliest decision by a model, %.2f points: ", t->cost);
    svi_buf_append(out, t->sentence.data, t->sentence.size);
    svi_out_format(out, "\nits page: %s#d=%" PRIu32 " (%s#%" PRIu64 ")\n", t->league.page,
                   t->decision, t->league.store, t->worst);
    svi_out_format(out,
                   "ask the bots that played: solvent what-if %s#%" PRIu64 " --at %" PRIu32 "\n",
                   t->league.store, t->worst, t->decision);
}

static void put_json(const struct arguments *t, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("bot", t->bot.name), JSON_INT("checked", t->checked),
                     JSON_INT("games", t->games));
    svi_json_rows(out, "against");
    for (unsigned i = 0; i < SVI_TRY_OTHERS; i++) {
        svi_json_object(out, JSON_TEXT("bot", svi_try_others[i]),
                        JSON_TEXT("verdict", verdict_names[verdict_of(&t->ahead[i])]),
                        JSON_FIGURE("elo", t->ahead[i].value, 6),
                        JSON_FIGURE("low", t->ahead[i].low, 6),
                        JSON_FIGURE("high", t->ahead[i].high, 6));
    }
    svi_json_rows_end(out);
    svi_json_members(out, JSON_FIGURE("points", t->points.value, 6),
                     JSON_FIGURE("low", t->points.low, 6), JSON_FIGURE("high", t->points.high, 6),
                     JSON_BOOL("adjusted", t->adjusted), JSON_INT("incidents", t->incidents));
    svi_json_rows(out, "never");
    for (unsigned i = 0; i < t->n_never; i++) {
        const struct svi_never *never = &t->never[i];
        svi_json_row(out);
        svi_json_members(out, JSON_TEXT("habit", never->words),
                         JSON_FIGURE("points", svi_spread_mean(&never->points, t->n_priced), 6),
                         JSON_FIGURE("half", svi_spread_half(&never->points, t->n_priced), 6));
        svi_json_rows(out, "games");
        for (unsigned k = 0; k < SVI_NEVER_PLACES && never->most[k] < 0; k++) {
            svi_json_object(out, JSON_INT("game", never->place[k]));
        }
        svi_json_rows_end(out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_json_members(out, JSON_TEXT("store", t->league.store), JSON_TEXT("page", t->league.page),
                     JSON_INT("worst_game", t->worst), JSON_INT("worst_decision", t->decision),
                     JSON_FIGURE("worst_cost", t->cost, 6));
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Gives the bot a name that differs from the reference bots' names and suits files. */
static void take_name(struct arguments *t)
{
    struct svi_bot_argument bots[SVI_TRY_SEATS] = {0};
    for (unsigned i = 0; i < SVI_TRY_OTHERS; i++) {
        (void)snprintf(bots[i].name, sizeof bots[i].name, "%s", svi_try_others[i]);
    }
    bots[SVI_TRY_OTHERS] = t->bot;
    svi_bot_argument_distinguish(bots, SVI_TRY_SEATS);
    t->bot = bots[SVI_TRY_OTHERS];
    t->league.bot = &t->bot;
    try_name(&t->league);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments t = {.league = {.edition = "classic", .seed = "try", .games = 100}};
    struct svi_buf out = {0};
    svi_words_read(w, &t);
    assert(t.bot.argv != NULL);
    svi_match_program(t.bot.argv[0], SVI_EXIT_ENVIRONMENT);
    take_name(&t);
    if (!t.no_check) {
        check(&t);
    }
    struct svi_store *store = try_play(&t.league);
    read_points(&t, store);
    analyse(&t, store);
    (t.json ? put_json : put_text)(&t, &out);
    try_forget(&t.league);
    svi_buf_finish(&t.sentence);
    svi_buf_finish(&t.replay);
    for (unsigned i = 0; i < t.n_priced; i++) {
        svi_buf_finish(&t.game[i]);
    }
    svi_bot_argument_finish(&t.bot);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_try = {
    .name = "try",
    .brief = "check a bot, play 100 games, show what it does badly",
    .operands = "BOT",
    .operand = {{"bot", SVI_CALL(read_bot)}},
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text = "Checks the bot and plays 100 games at tables with careful and trader. One sentence "
            "says how strong the bot is, and further ones what it never does and what that costs. "
            "Then it writes the game with the decision that a model "
            "finds costliest as a page, and prints a link that opens the page there.\n"
            "\n"
            "It replaces try-NAME.yaml, .db, .html and .logs in the current folder. The bot runs "
            "without a sandbox.",
    .note = "BOT is a command line, or NAME=COMMAND.",
    .topic = "analysis",
    .examples = "solvent try build/bots/tiny\n"
                "solvent try \"python3 mybot.py\" -e mega --games 1000",
    .exits = {"done, however strong it is", "a point of the check failed", "usage or bad input",
              "the bot or a file cannot be used, or it was interrupted"},
    .run = run,
};
