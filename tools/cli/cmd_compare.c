/* solvent compare STORE.db A B */
#include "tools/analysis/compare.h"
#include "tools/analysis/figure.h"
#include "tools/analysis/print.h"
#include "tools/cli/commands.h"
#include "tools/cli/futures_bots.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"
#include "tools/futures/futures.h"

#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"
#include "store/store_matches.h"
#include "thread/thread.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_FUTURES 500u
_Static_assert(2 * MOST_FUTURES * sizeof(struct svi_parting) < SVI_SMALL, "always allocated");

/* The result of playing both answers of a kind on. */
struct played {
    struct svi_spread points; /* that the first bot's answer brings more */
    uint64_t n;               /* futures */
};

struct arguments {
    const char *store, *bot[2], *league, *stand_in;
    unsigned most, jobs;
    bool json;
    struct svi_comparison c;
    struct played *played; /* by kind, the first `most`; NULL: nothing is played on */
    struct svi_futures_bots bots;
    struct svi_run_config run;
    unsigned *place; /* by the store's bot: its index in run.bots */
};

static const struct svi_option options[] = {
    {"futures", 0, "N",
     "Futures of each kind, played with both answers (0)\n"
     "They are shared out over the kind's decisions, at most N of them.",
     SVI_SET_NUMBER(c.keep, 0, MOST_FUTURES)},
    {"league", 0, "FILE", "With --futures: the bots' league file (beside the store)",
     SVI_SET_TEXT(league), .takes = SVI_TAKES_LEAGUE},
    {"stand-in", 0, "BOT", "For remote bots and bots with secrets (--futures)",
     SVI_SET_TEXT(stand_in), .takes = SVI_TAKES_BOT},
    {"most", 0, "N", "Kinds of differences that are shown, or played on (10)",
     SVI_SET_NUMBER(most, 0, 1000)},
    {"jobs", 'j', "N", "Number of workers, 1 to 256 (one for each core)",
     SVI_SET_NUMBER(jobs, 1, SVI_MOST_WORKERS)},
    SVI_OPTION_JSON(json),
    {0},
};

static unsigned shown(const struct arguments *a)
{
    return a->c.n < a->most ? a->c.n : a->most;
}

/* ---- played on ------------------------------------------------------------------------------- */

/* A decision of a kind that is played on. */
struct playing {
    struct svi_buf game;
    struct svi_own_sample sample;
    double *points;
};

/* Samples the decision `futures` times. */
static enum sv_status prepare(const struct arguments *a, const struct svi_parting *at, uint8_t kind,
                              unsigned futures, struct playing *p)
{
    if (svi_store_replay(a->c.store, at->game, &p->game) != SV_OK ||
        p->game.size < SVI_DIGEST_BYTES) {
        return SV_E_SYSTEM;
    }
    memcpy(p->sample.digest, p->game.data + p->game.size - SVI_DIGEST_BYTES, SVI_DIGEST_BYTES);
    p->sample.list = svi_new(futures, sizeof *p->sample.list);
    p->points = svi_new(futures, sizeof *p->points);
    for (p->sample.n = 0; p->sample.n < futures; p->sample.n++) {
        p->sample.list[p->sample.n] = (struct svi_own_decision){.number = at->decision,
                                                                .round = at->round,
                                                                .kind = kind,
                                                                .given = at->answer[0],
                                                                .reference = at->answer[1],
                                                                .future = p->sample.n,
                                                                .weight = 1};
    }
    return SV_OK;
}

/* Plays the decisions of a kind on. */
static enum sv_status play_kind(struct arguments *a, const struct svi_divergence *kind,
                                struct played *out, struct svi_error *error)
{
    const unsigned n = (unsigned)kind->kept;
    SCOPED(scoped_free) struct playing *playing = svi_new(n, sizeof *playing);
    SCOPED(scoped_free) struct svi_own_seat *seat = svi_new(n, sizeof *seat);
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < n && status == SV_OK; i++) {
        const struct svi_parting *at = &kind->parting[i];
        status = prepare(a, at, kind->kind, a->c.keep / n + (i < a->c.keep % n), &playing[i]);
        if (status != SV_OK) {
            (void)svi_fail(error, status, "%s", svi_store_error(a->c.store));
        }
        seat[i] = (struct svi_own_seat){.game = &playing[i].game,
                                        .edition = &a->c.edition,
                                        .seat = at->seat,
                                        .sample = &playing[i].sample,
                                        .points = playing[i].points};
        for (unsigned s = 0; s < at->seats; s++) {
            seat[i].bot[s] = a->place[at->bot[s]];
        }
    }
    const struct svi_own_futures futures = {.run = a->run, .seat = seat, .n = n};
    status = status == SV_OK ? svi_own_futures_play(&futures, error) : status;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < playing[i].sample.n && status == SV_OK; k++) {
            if (!isnan(playing[i].points[k])) {
                svi_spread_add(&out->points, playing[i].points[k]);
                out->n++;
            }
        }
        svi_own_sample_finish(&playing[i].sample);
        svi_buf_finish(&playing[i].game);
        free(playing[i].points);
    }
    return status;
}

/* Finds the bots of all games that are played on. */
static void find_players(struct arguments *a)
{
    const struct svi_store_info *info = svi_store_info(a->c.store);
    a->place = svi_new(info->n_bots, sizeof *a->place);
    memset(a->place, 0xff, info->n_bots * sizeof *a->place);
    for (unsigned k = 0; k < shown(a); k++) {
        for (size_t i = 0; i < a->c.divergence[k].kept; i++) {
            const struct svi_parting *at = &a->c.divergence[k].parting[i];
            char game[512];
            (void)snprintf(game, sizeof game, "%s#%" PRIu64, a->store, at->game);
            for (unsigned s = 0; s < at->seats; s++) {
                unsigned *place = &a->place[at->bot[s]];
                if (*place == UINT32_MAX) {
                    *place = svi_futures_bots_seat(&a->bots, game, s, info->bot[at->bot[s]]);
                }
            }
        }
    }
}

static void play_on(struct arguments *a)
{
    struct svi_error error;
    struct svi_progress progress;
    enum sv_status status = SV_OK;
    svi_futures_bots_open(&a->bots, a->store, a->league, a->store, a->stand_in);
    find_players(a);
    a->played = svi_new(shown(a), sizeof *a->played);
    svi_note("%u kinds of differences: %u games", shown(a), 2 * a->c.keep * shown(a));
    a->run = svi_futures_bots_config(&a->bots, a->store, a->jobs);
    svi_progress_init(&progress, a->store);
    for (unsigned k = 0; k < shown(a) && status == SV_OK; k++) {
        status = play_kind(a, &a->c.divergence[k], &a->played[k], &error);
        svi_progress_pass(&progress, k + 1, shown(a));
    }
    (void)svi_progress_finish(&progress);
    if (status != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: %s", a->store, error.text);
    }
}

/* Whether the games say something else than the answers alone, beyond chance. */
static bool disagrees(const struct arguments *a, unsigned kind)
{
    const struct svi_divergence *p = &a->c.divergence[kind];
    const struct played *played = &a->played[kind];
    const double apart =
        svi_spread_mean(&p->points, p->n) - svi_spread_mean(&played->points, played->n);
    return fabs(apart) >
           hypot(svi_spread_half(&p->points, p->n), svi_spread_half(&played->points, played->n));
}

/* ---- text ------------------------------------------------------------------------------------ */

static void put_mean(struct svi_table *table, const struct svi_spread *s, uint64_t n)
{
    char text[SVI_POINTS_TEXT];
    svi_table_add(table, "%s", svi_points_text(svi_spread_mean(s, n), text));
    const double half = svi_spread_half(s, n);
    if (isfinite(half)) {
        svi_table_add(table, "%.3f", half);
    } else {
        svi_table_add(table, "-");
    }
}

static void put_head(const struct arguments *a, struct svi_buf *out)
{
    char mean[SVI_POINTS_TEXT];
    const struct svi_comparison *c = &a->c;
    const uint64_t pairs = c->parted + c->same;
    svi_out_format(out,
                   "pairs of games on the same deals and seats: %" PRIu64 " (parted: %" PRIu64
                   ", alike to the end: %" PRIu64 ")\n",
                   pairs, c->parted, c->same);
    if (c->others > 0) {
        svi_out_format(out, "left out, as another seat plays differently first: %" PRIu64 "\n",
                       c->others);
    }
    if (pairs == 0) {
        svi_out_text(out, "To be compared, two bots play the same deals in the same seats, beside "
                          "the same bots, as in a league with format: sprt.\n");
    }
    if (pairs > 1) {
        svi_out_plain(out, a->bot[0]);
        const double half = svi_spread_half(&c->points, pairs);
        svi_out_format(out, " got %s ", svi_points_text(svi_spread_mean(&c->points, pairs), mean));
        if (isfinite(half)) {
            svi_out_format(out, "\xc2\xb1%.3f ", half);
        }
        svi_out_text(out, "points a game more than ");
        svi_out_plain(out, a->bot[1]);
        svi_out_text(out, " there, luck taken away\n");
    }
}

static void put_where(const struct svi_divergence *p, struct svi_table *table)
{
    char where[2][48];
    for (unsigned k = 0; k < 2; k++) {
        const int used = snprintf(where[k], sizeof where[k], "#%" PRIu64, p->game[k]);
        if (p->decision[k] > 0) {
            (void)snprintf(where[k] + used, sizeof where[k] - (size_t)used, " d=%" PRIu32,
                           p->decision[k]);
        }
    }
    svi_table_add(table, "%s, %s", where[0], where[1]);
}

static void put_text(const struct arguments *a, struct svi_buf *out)
{
    const char *const titles[] = {"decision", a->bot[0], a->bot[1],  "n",     "points",
                                  "\xc2\xb1", "answer",  "\xc2\xb1", "where", ""};
    const struct svi_comparison *c = &a->c;
    const unsigned columns = sizeof titles / sizeof *titles;
    struct svi_table table;
    put_head(a, out);
    if (shown(a) == 0) {
        return;
    }
    svi_out_char(out, '\n');
    svi_table_init(&table, a->played != NULL ? columns : columns - 3,
                   a->played != NULL ? 7u | 3u << 8 : 7u | 1u << 6);
    for (unsigned i = 0; i < columns; i++) {
        if (a->played != NULL || i < 6 || i == 8) {
            svi_table_add(&table, "%s", titles[i]);
        }
    }
    for (unsigned i = 0; i < shown(a); i++) {
        const struct svi_divergence *p = &c->divergence[i];
        svi_table_add(&table, "%s", sv_decision_name(p->kind));
        svi_table_add(&table, "%s", p->manner[0]);
        svi_table_add(&table, "%s", p->manner[1]);
        svi_table_add(&table, "%" PRIu64, p->n);
        put_mean(&table, &p->points, p->n);
        if (a->played != NULL) {
            put_mean(&table, &a->played[i].points, a->played[i].n);
        }
        put_where(p, &table);
        if (a->played != NULL) {
            svi_table_add(&table, "%s", disagrees(a, i) ? "they disagree" : "");
        }
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_table_finish(&table);
    svi_out_text(out, "\npoints: that the first bot got more in the games, luck taken away.\n");
    if (a->played != NULL) {
        svi_out_text(out, "answer: that its answer alone brings more, as the same bots play both "
                          "answers on.\n"
                          "they disagree: beyond chance (95%), so later decisions make the "
                          "difference.\n");
    }
    svi_out_text(out, "where: both games, and the decision, with the greatest difference. "
                      "(Its page: solvent replay ");
    svi_out_plain(out, a->store);
    svi_out_text(out, "#N --html N.html, then N.html#d=D)\n");
    if (a->played != NULL) {
        svi_futures_bots_tell_stand_ins(&a->bots, svi_store_info(c->store), a->place, a->json, out);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

#define JSON_SPREAD(key, s, n)                                                                     \
    JSON_FIGURE(key, (n) > 0 ? svi_spread_mean((s), (n)) : (double)NAN, 6),                        \
        JSON_FIGURE(key "_half", svi_spread_half((s), (n)), 6)

static void put_json(const struct arguments *a, struct svi_buf *out)
{
    const struct svi_comparison *c = &a->c;
    svi_out_char(out, '{');
    svi_json_members(
        out, JSON_TEXT("store", a->store), JSON_TEXT("a", a->bot[0]), JSON_TEXT("b", a->bot[1]),
        JSON_INT("games", c->games), JSON_INT("parted", c->parted), JSON_INT("same", c->same),
        JSON_INT("others", c->others), JSON_SPREAD("points", &c->points, c->parted + c->same));
    svi_json_rows(out, "partings");
    for (unsigned i = 0; i < c->n; i++) {
        const struct svi_divergence *p = &c->divergence[i];
        svi_json_row(out);
        svi_json_members(out, JSON_TEXT("kind", sv_decision_name(p->kind)),
                         JSON_TEXT("a", p->manner[0]), JSON_TEXT("b", p->manner[1]),
                         JSON_INT("pairs", p->n), JSON_SPREAD("points", &p->points, p->n));
        if (a->played != NULL && i < shown(a)) {
            const struct played *played = &a->played[i];
            svi_json_members(out, JSON_INT("futures", played->n),
                             JSON_SPREAD("answer", &played->points, played->n),
                             JSON_BOOL("disagree", disagrees(a, i)));
        }
        svi_json_members(out, JSON_INT("game_a", p->game[0]), JSON_INT("game_b", p->game[1]),
                         JSON_INT("decision_a", p->decision[0]),
                         JSON_INT("decision_b", p->decision[1]), JSON_FIGURE("most", p->most, 6));
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_json_rows(out, "stand_ins");
    if (a->played != NULL) {
        svi_futures_bots_tell_stand_ins(&a->bots, svi_store_info(c->store), a->place, a->json, out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

static void find_bots(struct arguments *a)
{
    for (unsigned k = 0; k < 2; k++) {
        a->c.bot[k] = svi_store_bot(a->c.store, a->store, "", a->bot[k]);
    }
    if (a->c.bot[0] == a->c.bot[1]) {
        svi_die(SVI_EXIT_USAGE, "found '%s' twice, expected two bots", a->bot[0]);
    }
}

static enum svi_exit compare(struct arguments *a)
{
    struct svi_error error;
    struct svi_progress progress;
    struct svi_buf out = {0};
    a->c.stop = svi_interrupt_catch();
    a->c.progress = svi_progress_pass;
    a->c.user = &progress;
    svi_progress_init(&progress, a->store);
    const enum sv_status status = svi_compare(&a->c, &error);
    (void)svi_progress_finish(&progress);
    if (status != SV_OK) {
        svi_die(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED, "%s%s", a->store,
                error.text);
    }
    if (a->c.keep > 0) {
        play_on(a);
    }
    if (a->json) {
        put_json(a, &out);
    } else {
        put_text(a, &out);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.most = 10, .jobs = svi_thread_cores(SVI_MOST_WORKERS)};
    svi_words_read(w, &a);
    if (a.c.keep == 0 && (a.league != NULL || a.stand_in != NULL)) {
        svi_words_fail(w, "found --league or --stand-in without --futures");
    }
    a.c.store = svi_store_open(a.store);
    find_bots(&a);
    const enum svi_exit result = compare(&a);
    svi_comparison_finish(&a.c);
    svi_futures_bots_finish(&a.bots);
    free(a.played);
    free(a.place);
    return result;
}

const struct svi_command svi_cmd_compare = {
    .name = "compare",
    .brief = "show where two bots differ on the same deals, and what that cost",
    .operands = "STORE.db A B",
    .operand = {{"store", SVI_SET_TEXT(store)},
                {"bot", SVI_SET_TEXT(bot[0])},
                {"second bot", SVI_SET_TEXT(bot[1])}},
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "Compares games on the same deal in which A has the seat that B has in the other game. "
            "It looks at the first decision that they answered differently. Differences of a kind "
            "are put together, and those with the largest effect come first.\n"
            "\n"
            "Games differ in all later decisions too. With --futures the league's bots play both "
            "answers on in the same futures, which shows what the answer alone brings, and where "
            "games and answers disagree.\n"
            "\n"
            "A league of format sprt gives many games of this kind for two versions of a bot.",
    .topic = "analysis",
    .examples = "solvent compare sprt.db new old\n"
                "solvent compare sprt.db new old --futures 100\n"
                "solvent compare quickstart.db trader careful --format json",
    .exits = {"done", "a game's record is damaged",
              "usage or bad input, or an unknown store or bot", "no memory, or it was interrupted"},
    .run = run,
};
