#include "tools/cli/what_if.h"

#include "memory/memory.h"
#include "tools/analysis/print.h"
#include "tools/cli/futures_bots.h"
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
    struct svi_futures_bots bots;
    unsigned bot[SV_MAX_SEATS]; /* by seat: its bot among those that play on */
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

/* Plays the decisions on with the league's bots. */
static enum sv_status play(struct what_if *w, struct svi_progress *progress,
                           struct svi_error *error)
{
    struct svi_futures futures = {.game = &w->game,
                                  .decisions = &w->a.decisions,
                                  .futures = w->how->futures,
                                  .progress = svi_progress_pass,
                                  .user = progress};
    const enum sv_status status =
        svi_futures_bots_config(&w->bots, w->store, w->how->jobs, &futures.run, error);
    if (status != SV_OK) {
        return status;
    }
    memcpy(futures.bot, w->bot, sizeof futures.bot);
    svi_note("%u decision%s: up to %" PRIu64 " games", w->n, w->n == 1 ? "" : "s",
             svi_futures_games(&futures, w->played, w->n));
    return svi_futures_play(&futures, w->played, w->n, error);
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
        svi_out_format(out, "%s, cost %.3f \xc2\xb1%.3f points in %u futures",
                       svi_class_name(p->class), p->cost, 1.96 * p->se, p->answer[p->best].futures);
        if (p->left_out > 0) {
            svi_out_format(out, ", %u left out as a bot was lost", p->left_out);
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
        if (w->bot[s] == svi_futures_bots_stand_in(&w->bots)) {
            svi_futures_bots_tell_stand_in(&w->bots, w->a.decisions.name[s], w->how->json, &out);
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
        result =
            svi_futures_bots_seat(&w->bots, w->how->game, s, w->a.decisions.name[s], &w->bot[s]);
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
    uint64_t number;
    w->how = how;
    if (!svi_store_split(how->game, w->store, sizeof w->store, &number)) {
        w->store[0] = '\0';
    }
    enum svi_exit result =
        svi_futures_bots_open(&w->bots, how->game, how->league, w->store, how->stand_in);
    result = result == SVI_EXIT_DONE ? read_game(w) : result;
    result = result == SVI_EXIT_DONE ? find_decisions(w) : result;
    result = result == SVI_EXIT_DONE ? play_league(w) : result;
    for (unsigned i = 0; i < w->n; i++) {
        svi_played_finish(&w->played[i]);
    }
    svi_futures_bots_finish(&w->bots);
    svi_analysis_finish(&w->a);
    svi_analyst_finish(&w->analyst);
    svi_buf_finish(&w->game);
    free(w);
    return result;
}
