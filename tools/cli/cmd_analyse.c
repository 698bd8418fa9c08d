/* solvent analyse GAME.svr | STORE.db#N | STORE.db */
#include "base/json.h"
#include "base/nearest.h"
#include "base/out.h"
#include "base/scoped.h"
#include "memory/memory.h"
#include "store/store_matches.h"
#include "thread/thread.h"
#include "thread/workers.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/games.h"
#include "tools/analysis/own.h"
#include "tools/analysis/print.h"
#include "tools/cli/commands.h"
#include "tools/cli/own.h"
#include "tools/cli/store_open.h"
#include "tools/console/exit.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"
#include "tools/futures/futures.h"
#include "tools/replay/game_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- analyse store --------------------------------------------------------------------------- */

/* `solvent analyse` of a whole store. */

enum svi_analyse_format { SVI_ANALYSE_TEXT, SVI_ANALYSE_JSON, SVI_ANALYSE_CSV };

#define PLAY 1u /* place of its word in --depth */
#define UNSAID UINT32_MAX
#define OWN_GAMES 100u /* games of each bot that --depth play measures by default */

/* Arguments of the command. */
struct arguments {
    const char *name, *bot; /* `name` is the file or store; `bot` NULL means every bot. */
    unsigned depth;         /* which word of --depth */
    const char *league, *stand_in;
    unsigned futures, jobs, most, format; /* futures 0: the default */
    uint64_t games;                       /* 0: all */
};

struct telling {
    const struct arguments *how;
    struct svi_worst worst;
    struct svi_buf out;
    bool any; /* something has been printed */
};

/* Prints each game at once, so that memory does not grow with the games. */
static bool take_game(void *user, uint64_t number, const struct svi_analysis *a,
                      const struct svi_buf *replay)
{
    struct telling *t = user;
    char name[512];
    (void)replay;
    (void)snprintf(name, sizeof name, "%s#%" PRIu64, t->how->name, number);
    const struct svi_analysis_print how = {.name = name,
                                           .seats = svi_seats_of(&a->decisions, t->how->bot)};
    if (t->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&t->out, t->any ? ",\n" : "\n");
        svi_analysis_json(a, &how, &t->out);
    } else if (t->how->format == SVI_ANALYSE_CSV) {
        svi_analysis_csv(a, &how, &t->out);
    }
    t->any = true;
    if (t->how->format == SVI_ANALYSE_TEXT) {
        (void)snprintf(name, sizeof name, "#%" PRIu64, number);
        svi_worst_add(&t->worst, a, how.seats, name);
    }
    const bool ok = !t->out.failed;
    if (ok && t->out.size > 0) {
        (void)fwrite(t->out.data, 1, t->out.size, stdout);
        t->out.size = 0;
    }
    return ok;
}

static enum svi_exit go(struct telling *t, struct svi_store *store, unsigned bot)
{
    struct svi_error error;
    struct svi_progress progress;
    const struct svi_games_analysis games = {.store = store,
                                             .bot = bot,
                                             .most = t->how->games,
                                             .jobs = t->how->jobs,
                                             .stop = svi_interrupt_catch(),
                                             .take = take_game,
                                             .user = t,
                                             .progress = svi_progress_pass,
                                             .progress_user = &progress};
    svi_progress_init(&progress, t->how->name);
    if (t->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&t->out, "{\"games\":[");
    } else if (t->how->format == SVI_ANALYSE_CSV) {
        svi_analysis_csv_titles(&t->out);
    }
    const enum sv_status status = svi_games_analyse(&games, &error);
    (void)svi_progress_finish(&progress);
    if (t->out.failed) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (status != SV_OK) {
        svi_die(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED, "%s%s",
                t->how->name, error.text);
    }
    if (t->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&t->out, "]}\n");
    } else if (t->how->format == SVI_ANALYSE_TEXT) {
        svi_worst_text(&t->worst, &t->out);
    }
    return svi_say_result(SVI_EXIT_DONE, &t->out);
}

/* Analyses the store's games on several threads, prints the result, and reports errors on
 * stderr. */
static enum svi_exit analyse_store(const struct arguments *how)
{
    struct telling t = {.how = how, .worst.most = how->most};
    struct svi_store *store = svi_store_open(how->name);
    const unsigned bot =
        how->bot != NULL ? svi_store_bot(store, how->name, "--bot: ", how->bot) : SVI_EVERY_BOT;
    const enum svi_exit result = go(&t, store, bot);
    svi_worst_finish(&t.worst);
    svi_buf_finish(&t.out);
    return result;
}

/* ---- cmd analyse ----------------------------------------------------------------------------- */

static const struct svi_option options[] = {
    {"bot", 0, "NAME", "Only this bot's decisions", SVI_SET_TEXT(bot)},
    {"depth", 0, "DEPTH",
     "quick (default, milliseconds a game) or play\n"
     "quick uses the value function. play has the game's own bots play costly decisions on "
     "(what-if); of a store it compares decisions with learner@1's.",
     SVI_SET_WORD(depth), .words = "quick play"},
    {"futures", 0, "N", "With play: futures that measure, 20 to 10000 (200)",
     SVI_SET_NUMBER(futures, SVI_LEAST_PLAYED_FUTURES, SVI_MOST_PLAYED_FUTURES)},
    {"league", 0, "FILE", "With play: the bots' league file (beside the store)",
     SVI_SET_TEXT(league), .takes = SVI_TAKES_LEAGUE},
    {"stand-in", 0, "BOT", "With play: bot for remote bots and bots with secrets",
     SVI_SET_TEXT(stand_in), .takes = SVI_TAKES_BOT},
    {"games", 0, "N", "Of a store: at most N games (all; play: 100 a bot)",
     SVI_SET_NUMBER(games, 1, UINT32_MAX)},
    {"most", 0, "N", "Decisions: shown, or played on (10; store: all)",
     SVI_SET_NUMBER(most, 0, 64)},
    {"jobs", 'j', "N",
     "Number of threads, 1 to 256 (one for each core)\n"
     "The result is the same with any number.",
     SVI_SET_NUMBER(jobs, 1, SVI_MOST_WORKERS)},
    {"format", 'f', "FORMAT", "text (default), json, or csv: a line a decision",
     SVI_SET_WORD(format), .words = "text json csv"},
    {0},
};

/* ---- a game ---------------------------------------------------------------------------------- */

static const char *name_at(const void *words, size_t i)
{
    const struct svi_analysis *a = words;
    return i < a->decisions.seats ? a->decisions.name[i] : NULL;
}

static noreturn void no_such_bot(const struct arguments *how, const struct svi_analysis *a)
{
    char expected[SVI_EXPECTED];
    const struct svi_choices choices = {.at = name_at, .words = a, .what = "a bot of this game"};
    svi_die(SVI_EXIT_USAGE, "--bot: found '%.80s', %s", how->bot,
            svi_expected(&choices, how->bot, expected, sizeof expected));
}

static void print_game(const struct arguments *how, const struct svi_analysis *a, unsigned seats,
                       struct svi_buf *out)
{
    const struct svi_analysis_print print = {.name = how->name,
                                             .seats = seats,
                                             .most = how->most,
                                             .bold = svi_say_in_colour(STDOUT_FILENO)};
    switch (how->format) {
    case SVI_ANALYSE_TEXT:
        svi_analysis_text(a, &print, out);
        break;
    case SVI_ANALYSE_JSON:
        svi_out_char(out, '{');
        svi_json_key(out, "games");
        svi_out_char(out, '[');
        svi_analysis_json(a, &print, out);
        svi_out_text(out, "]}\n");
        break;
    default:
        svi_analysis_csv_titles(out);
        svi_analysis_csv(a, &print, out);
    }
}

/* Tells which decisions a bot has left to defaults, and the command that prices them. */
static void print_unasked(const struct arguments *how, const struct svi_analysis *a,
                          const struct svi_buf *bytes, struct svi_buf *out)
{
    uint32_t unasked[SV_DECISION_COUNT];
    struct svi_error error;
    uint32_t all = 0;
    SCOPED(svi_buf_finish) struct svi_buf kinds = {0};
    if (how->bot == NULL || how->format != SVI_ANALYSE_TEXT ||
        svi_own_unasked(&a->decisions, bytes->data, bytes->size,
                        svi_seats_of(&a->decisions, how->bot), unasked, &error) != SV_OK) {
        return;
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (unasked[k] > 0) {
            svi_out_format(&kinds, "%s%s %" PRIu32, all > 0 ? ", " : "", sv_decision_name(k),
                           unasked[k]);
            all += unasked[k];
        }
    }
    if (all > 0) {
        const char *number = strrchr(how->name, '#');
        SCOPED(scoped_free)
        char *text =
            svi_text("%s was not asked %" PRIu32 " decision%s, which had the default answer: %.*s. "
                     "What that cost, by kind: solvent analyse %.*s --depth play --bot %s",
                     how->bot, all, all == 1 ? "" : "s", (int)kinds.size, (const char *)kinds.data,
                     number != NULL ? (int)(number - how->name) : 8,
                     number != NULL ? how->name : "STORE.db", how->bot);
        svi_out_char(out, '\n');
        svi_width_wrap(text, 0, svi_width_screen(), out);
    }
}

static enum svi_exit analyse_game(const struct arguments *how)
{
    struct svi_error error;
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    struct svi_buf out = {0};
    struct svi_analysis a = {0};
    struct svi_analyst analyst = {0};
    (void)svi_game_file_open(how->name, &bytes);
    const enum sv_status status = svi_analysis_make(&a, &analyst, bytes.data, bytes.size, &error);
    if (status != SV_OK) {
        svi_die(status == SV_E_SYSTEM                   ? SVI_EXIT_ENVIRONMENT
                : svi_replay_is(bytes.data, bytes.size) ? SVI_EXIT_FAILED
                                                        : SVI_EXIT_USAGE,
                "%s: %s", how->name, error.text);
    }
    const unsigned seats = svi_seats_of(&a.decisions, how->bot);
    if (seats == 0) {
        no_such_bot(how, &a);
    }
    print_game(how, &a, seats, &out);
    print_unasked(how, &a, &bytes, &out);
    svi_analyst_finish(&analyst);
    svi_analysis_finish(&a);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* Compares decisions with learner's, in a sample of the store's games. */
static enum svi_exit play_store(struct svi_words *w, const struct arguments *how,
                                const struct svi_what_if *played)
{
    if (how->futures > 0) {
        svi_words_fail(w, "--futures: found a whole store, expected one of its games, STORE.db#N; "
                          "--games and --most say how much is played of a store");
    }
    return svi_own(played, how->games > 0 ? how->games : OWN_GAMES);
}

/* Has the game's bots play costly decisions on. */
static enum svi_exit play_game(struct svi_words *w, const struct arguments *how)
{
    const struct svi_what_if played = {.game = how->name,
                                       .league = how->league,
                                       .bot = how->bot,
                                       .stand_in = how->stand_in,
                                       .most = how->most,
                                       .futures =
                                           how->futures > 0 ? how->futures : SVI_PLAYED_FUTURES,
                                       .jobs = how->jobs,
                                       .json = how->format == SVI_ANALYSE_JSON};
    if (how->format == SVI_ANALYSE_CSV) {
        svi_words_fail(w, "--depth play: found --format csv, expected text or json");
    }
    if (svi_game_file_is_store(how->name)) {
        return play_store(w, how, &played);
    }
    if (how->most == 0) {
        svi_words_fail(w, "--depth play: found --most 0, expected 1 or more");
    }
    if (how->games > 0) {
        svi_words_fail(w, "--games: found a single game, expected a whole store");
    }
    return svi_what_if(&played);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments how = {.jobs = svi_thread_cores(SVI_MOST_WORKERS), .most = UNSAID};
    svi_words_read(w, &how);
    const bool plays_store = how.depth == PLAY && svi_game_file_is_store(how.name);
    how.most = how.most != UNSAID ? how.most : plays_store ? 0 : 10;
    if (how.depth == PLAY) {
        return play_game(w, &how);
    }
    if (how.league != NULL || how.stand_in != NULL || how.futures > 0) {
        svi_words_fail(w, "found --league, --stand-in or --futures without --depth play");
    }
    return svi_game_file_is_store(how.name) ? analyse_store(&how) : analyse_game(&how);
}

const struct svi_command svi_cmd_analyse = {
    .name = "analyse",
    .brief = "show what each decision cost, and where the game turned",
    .operands = "FILE.svr|STORE.db#N\nSTORE.db",
    .operand = {{"game or store", SVI_SET_TEXT(name)}},
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text =
        "Compares the answer to every decision with other answers that the seat might have "
        "given. The cost is in points of the game: 1 for the first place, 0 for the last. quick "
        "is a model, which says where to look.\n"
        "\n"
        "With --depth play the bots that played measure the costliest decisions (solvent "
        "what-if). A decision is an inaccuracy, a mistake or a blunder when it cost at least 0.02, "
        "0.05 or 0.10 points with 95% certainty. The store keeps these figures, which no digest "
        "covers. The same command resumes.\n"
        "\n"
        "Of a store: the costliest decisions of all games.",
    .topic = "analysis",
    .examples = "solvent analyse game.svr\n"
                "solvent analyse quickstart.db#17 --depth play --most 3\n"
                "solvent analyse quickstart.db --depth play --league quickstart.yaml\n"
                "solvent analyse quickstart.db --games 100\n"
                "solvent analyse --format json game.svr",
    .exits = {"done", "the game's file is damaged", "usage or bad input, or an unknown game or bot",
              "no memory, or it was interrupted"},
    .run = run,
};
