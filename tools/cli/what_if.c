#include "tools/cli/what_if.h"

#include "league/roster.h"
#include "memory/memory.h"
#include "tools/analysis/print.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/futures/futures.h"
#include "tools/replay/game_file.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"
#include "store/store.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 64u

struct what_if {
    const struct svi_what_if *how;
    char store[4096]; /* path of the game's store, or "" */
    struct svi_buf game;
    struct svi_analyst analyst;
    struct svi_analysis a;
    struct svi_league league;
    struct svi_bot_argument stand_in;
    unsigned bot[SV_MAX_SEATS]; /* by seat, of the league; n_bots for the stand-in */
    struct svi_played played[MOST];
    unsigned n;
};

/* ---- decisions ------------------------------------------------------------------------------- */

static enum svi_exit read_game(struct what_if *w)
{
    const struct svi_what_if *how = w->how;
    const struct svi_workers one = {.jobs = 1};
    struct svi_error error;
    bool sealed;
    const enum svi_exit loaded = svi_game_file_load(how->game, &w->game, &sealed, &error);
    if (loaded != SVI_EXIT_DONE) {
        return svi_complain(loaded, "%s", error.text);
    }
    if (sealed) {
        return svi_complain(
            SVI_EXIT_USAGE,
            "%s: other games of this deal are not over; expected a deal whose games are all over",
            how->game);
    }
    const enum sv_status status = svi_analysis_make(
        &w->a, &w->analyst, &one, w->game.data, w->game.size, SVI_DEPTH_QUICK, SVI_FUTURES, &error);
    return status == SV_OK
               ? SVI_EXIT_DONE
               : svi_complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED,
                              "%s: %s", how->game, error.text);
}

/* Keeps the decisions of a bot with the greatest costs by `quick`, the greatest first. */
static void find_costly(struct what_if *w)
{
    uint32_t order[MOST];
    const struct svi_decisions *d = &w->a.decisions;
    for (uint32_t i = 0; i < d->n; i++) {
        const char *name = d->name[d->list[i].question.seat];
        unsigned at = w->n;
        if (w->a.evaluated[i].n < 2 || (w->how->bot != NULL && strcmp(name, w->how->bot) != 0)) {
            continue;
        }
        while (at > 0 && w->a.evaluated[order[at - 1]].cost < w->a.evaluated[i].cost) {
            at--;
        }
        if (at == w->how->most) {
            continue;
        }
        w->n += w->n < w->how->most;
        memmove(&order[at + 1], &order[at], (w->n - 1 - at) * sizeof *order);
        order[at] = i;
    }
    for (unsigned k = 0; k < w->n; k++) {
        svi_played_begin(&w->played[k], &w->a, order[k], w->how->futures);
    }
}

static enum svi_exit find_decisions(struct what_if *w)
{
    const struct svi_decisions *d = &w->a.decisions;
    if (w->how->at == 0) {
        find_costly(w);
        return w->n > 0 ? SVI_EXIT_DONE
                        : svi_complain(SVI_EXIT_USAGE,
                                       "%s: found no decision of '%s' with a choice, expected one",
                                       w->how->game, w->how->bot != NULL ? w->how->bot : "any bot");
    }
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->list[i].number == w->how->at) {
            svi_played_begin(&w->played[w->n++], &w->a, i, w->how->futures);
            return SVI_EXIT_DONE;
        }
    }
    return svi_complain(SVI_EXIT_USAGE,
                        "--at: found %" PRIu32 ", expected a decision from 1 to %" PRIu32,
                        w->how->at, d->n > 0 ? d->list[d->n - 1].number : 0);
}

/* ---- bots ------------------------------------------------------------------------------------ */

/* Finds who plays a seat on: its bot of the league, or the stand-in. */
static enum svi_exit seat_bot(struct what_if *w, unsigned seat)
{
    const char *name = w->a.decisions.name[seat];
    const struct svi_league *league = &w->league;
    unsigned bot = 0;
    while (bot < league->n_bots && strcmp(league->bot[bot].name, name) != 0) {
        bot++;
    }
    const bool missing = bot == league->n_bots;
    if (!missing && league->bot[bot].argv != NULL && league->bot[bot].n_secrets == 0) {
        w->bot[seat] = bot;
        return SVI_EXIT_DONE;
    }
    const char *why = missing                         ? "which the league file does not have"
                      : league->bot[bot].argv == NULL ? "which connects from elsewhere"
                                                      : "which has secrets";
    if (w->how->stand_in == NULL) {
        return svi_complain(SVI_EXIT_USAGE,
                            "%s: seat %u: found '%s', %s; expected a bot that the league file "
                            "starts, or --stand-in BOT",
                            w->how->game, seat, name, why);
    }
    w->bot[seat] = league->n_bots;
    return SVI_EXIT_DONE;
}

/* Plays the decisions on with the league's bots. */
static enum sv_status play(struct what_if *w, struct svi_progress *progress,
                           struct svi_error *error)
{
    const struct svi_league *league = &w->league;
    struct svi_roster roster;
    struct svi_housing housing = {0};
    const char *const ours[] = {w->store[0] != '\0' ? w->store : NULL, NULL};
    const char **hidden = svi_league_hidden(league, ours);
    (void)svi_fail(error, SV_E_SYSTEM, "no memory to play on");
    enum sv_status status =
        hidden != NULL ? svi_roster_init(&roster, league, w->how->jobs) : SV_E_SYSTEM;
    if (status == SV_OK) {
        struct svi_bot_spec *specs = svi_new(league->n_bots + 1u, sizeof *specs);
        memcpy(specs, roster.spec, league->n_bots * sizeof *specs);
        for (unsigned i = 0; i < league->n_bots; i++) {
            specs[i].endpoint = NULL; /* remote bots are neither asked nor waited for */
            roster.conditions[i].strikes = UINT32_MAX;
            roster.conditions[i].match_s = 0;
        }
        specs[league->n_bots] = (struct svi_bot_spec){.name = w->stand_in.name,
                                                      .argv = (const char *const *)w->stand_in.argv,
                                                      .matches = 64,
                                                      .trusted = true};
        struct svi_conditions conditions = league->conditions; /* of the stand-in */
        conditions.strikes = UINT32_MAX;
        conditions.match_s = 0;
        struct svi_futures futures = {.run = {.bots = specs,
                                              .n_bots = league->n_bots + (w->how->stand_in != NULL),
                                              .workers = w->how->jobs,
                                              .conditions = conditions,
                                              .sandbox = league->sandbox,
                                              .root = league->root,
                                              .housing = &housing,
                                              .hidden = hidden,
                                              .note = svi_note,
                                              .stop = svi_interrupt_catch()},
                                      .game = &w->game,
                                      .decisions = &w->a.decisions,
                                      .futures = w->how->futures,
                                      .progress = svi_progress_pass,
                                      .user = progress};
        memcpy(futures.bot, w->bot, sizeof futures.bot);
        svi_note("%u decision%s: up to %" PRIu64 " games", w->n, w->n == 1 ? "" : "s",
                 svi_futures_games(&futures, w->played, w->n));
        status = svi_futures_play(&futures, w->played, w->n, error);
        free(specs);
        svi_roster_finish(&roster);
    }
    free(hidden);
    return status;
}

/* ---- result ---------------------------------------------------------------------------------- */

static bool is_shown(const struct svi_played *p, unsigned i)
{
    return i == p->given || p->answer[i].futures > 0;
}

/* Appends a decision: what it cost, and a table of the answers. */
static void put_decision(const struct what_if *w, const struct svi_played *p, struct svi_buf *out)
{
    static const char *const titles[] = {"answer", "points", "\xc2\xb1", "futures", ""};
    const struct svi_decision *d = &w->a.decisions.list[p->decision];
    struct svi_table table;
    char text[200];
    char points[SVI_POINTS_TEXT];
    (void)snprintf(text, sizeof text, "round %d, decision %" PRIu32 ", %s: ", d->position.round,
                   d->number, w->a.decisions.name[d->question.seat]);
    svi_out_plain(out, text);
    if (p->best == p->given) {
        svi_out_text(out, "no answer was found to be better\n");
    } else {
        (void)snprintf(text, sizeof text, "%s, cost %.3f \xc2\xb1%.3f points in %u futures",
                       svi_class_name(p->class), p->cost, 1.96 * p->se, p->answer[p->best].futures);
        svi_out_text(out, text);
        if (p->left_out > 0) {
            (void)snprintf(text, sizeof text, ", %u left out as a bot was lost", p->left_out);
            svi_out_text(out, text);
        }
        svi_out_char(out, '\n');
    }
    svi_table_init(&table, 5, 1u | 1u << 4);
    for (unsigned c = 0; c < 5; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned i = 0; i < p->n; i++) {
        struct svi_buf words = {0};
        if (!is_shown(p, i)) {
            continue;
        }
        svi_analysis_answer(&w->a, p->decision, &p->answer[i].answer, &words);
        svi_table_add(&table, "%.*s", (int)words.size, (const char *)words.data);
        svi_buf_finish(&words);
        if (i == p->given) {
            svi_table_add(&table, "%s", "");
            svi_table_add(&table, "%s", "");
            svi_table_add(&table, "%s", "");
        } else {
            svi_table_add(&table, "%s", svi_points_text(p->answer[i].difference, points));
            if (p->answer[i].se > 0) {
                svi_table_add(&table, "%.3f", 1.96 * p->answer[i].se);
            } else { /* all futures were alike, which gives no interval */
                svi_table_add(&table, "-");
            }
            svi_table_add(&table, "%u", p->answer[i].futures);
        }
        svi_table_add(&table, "%s", i == p->given ? "given" : i == p->best ? "best" : "");
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_table_finish(&table);
}

static void json_decision(const struct what_if *w, const struct svi_played *p, struct svi_buf *out)
{
    const struct svi_decision *d = &w->a.decisions.list[p->decision];
    svi_json_row(out);
    svi_json_string(out, "game", w->how->game);
    svi_json_int(out, "decision", d->number);
    svi_json_int(out, "round", d->position.round);
    svi_json_int(out, "seat", d->question.seat);
    svi_json_string(out, "bot", w->a.decisions.name[d->question.seat]);
    svi_json_string(out, "kind", sv_decision_name(d->question.kind));
    svi_json_string(out, "class", svi_class_name(p->class));
    svi_analysis_points(out, "cost", p->cost);
    svi_analysis_points(out, "se", p->se);
    svi_json_int(out, "left_out", p->left_out);
    svi_json_rows(out, "answers");
    for (unsigned i = 0; i < p->n; i++) {
        if (is_shown(p, i)) {
            svi_json_row(out);
            svi_json_key(out, "answer");
            svi_jsonl_answer(out, &d->position, &p->answer[i].answer);
            svi_json_bool(out, "given", i == p->given);
            svi_json_bool(out, "best", i == p->best);
            svi_analysis_points(out, "difference", p->answer[i].difference);
            svi_analysis_points(out, "se", p->answer[i].se);
            svi_json_int(out, "futures", p->answer[i].futures);
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
    svi_json_row_end(out);
}

/* Says who played on in the place of a seat's bot. */
static void put_stand_in(const struct what_if *w, unsigned seat, struct svi_buf *out)
{
    if (w->how->json) {
        svi_json_row(out);
        svi_json_int(out, "seat", seat);
        svi_json_string(out, "bot", w->a.decisions.name[seat]);
        svi_json_string(out, "stand_in", w->stand_in.name);
        svi_json_row_end(out);
        return;
    }
    svi_out_text(out, "\nin place of ");
    svi_out_plain(out, w->a.decisions.name[seat]);
    svi_out_text(out, ": ");
    svi_out_plain(out, w->stand_in.name);
    svi_out_char(out, '\n');
}

static int by_cost(const void *a, const void *b)
{
    const struct svi_played *const x = a, *const y = b;
    return x->cost != y->cost ? (x->cost < y->cost ? 1 : -1)
                              : (x->decision > y->decision) - (x->decision < y->decision);
}

static enum svi_exit tell(struct what_if *w)
{
    struct svi_buf out = {0};
    qsort(w->played, w->n, sizeof *w->played, by_cost);
    if (w->how->json) {
        svi_out_char(&out, '{');
        svi_json_rows(&out, "decisions");
    }
    for (unsigned i = 0; i < w->n; i++) {
        if (w->how->json) {
            json_decision(w, &w->played[i], &out);
        } else {
            svi_out_text(&out, i > 0 ? "\n" : "");
            put_decision(w, &w->played[i], &out);
        }
    }
    if (w->how->json) {
        svi_json_rows_end(&out);
        svi_json_rows(&out, "stand_ins");
    }
    for (unsigned s = 0; s < w->a.decisions.seats; s++) {
        if (w->bot[s] == w->league.n_bots) {
            put_stand_in(w, s, &out);
        }
    }
    if (w->how->json) {
        svi_json_rows_end(&out);
        svi_out_text(&out, "}\n");
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum svi_exit play_league(struct what_if *w)
{
    struct svi_error error;
    struct svi_progress progress;
    enum svi_exit result = SVI_EXIT_DONE;
    for (unsigned s = 0; s < w->a.decisions.seats && result == SVI_EXIT_DONE; s++) {
        result = seat_bot(w, s);
    }
    if (result != SVI_EXIT_DONE) {
        return result;
    }
    svi_progress_init(&progress, w->how->game);
    const enum sv_status status = play(w, &progress, &error);
    (void)svi_progress_finish(&progress);
    return status == SV_OK ? tell(w)
                           : svi_complain(SVI_EXIT_ENVIRONMENT, "%s: %s", w->how->game, error.text);
}

enum svi_exit svi_what_if(const struct svi_what_if *how)
{
    struct what_if *w = svi_new(1, sizeof *w);
    struct svi_error error;
    char *beside = NULL;
    uint64_t number;
    w->how = how;
    const bool is_stored = svi_store_split(how->game, w->store, sizeof w->store, &number);
    w->store[0] = is_stored ? w->store[0] : '\0';
    enum svi_exit result = SVI_EXIT_DONE;
    if (how->stand_in != NULL && !svi_bot_argument_init(&w->stand_in, how->stand_in, &error)) {
        result = svi_complain(SVI_EXIT_USAGE, "--stand-in: %s", error.text);
    } else if (how->league == NULL && !is_stored) {
        result =
            svi_complain(SVI_EXIT_USAGE,
                         "found '%s', expected STORE.db#N, or --league FILE.yaml with the bots "
                         "of the game",
                         how->game);
    }
    result = result == SVI_EXIT_DONE ? read_game(w) : result;
    result = result == SVI_EXIT_DONE ? find_decisions(w) : result;
    if (result == SVI_EXIT_DONE) {
        result = svi_league_open_for(&w->league, how->game, how->league, w->store, &beside);
        if (result == SVI_EXIT_DONE) {
            result = play_league(w);
            svi_league_finish(&w->league);
        }
    }
    for (unsigned i = 0; i < w->n; i++) {
        svi_played_finish(&w->played[i]);
    }
    free(beside);
    svi_bot_argument_finish(&w->stand_in);
    svi_analysis_finish(&w->a);
    svi_analyst_finish(&w->analyst);
    svi_buf_finish(&w->game);
    free(w);
    return result;
}
