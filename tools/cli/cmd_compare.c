/* solvent compare STORE.db A B */
#include "tools/analysis/compare.h"
#include "tools/analysis/print.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    const char *store, *bot[2];
    unsigned most;
    bool json;
    struct svi_comparison c;
};

static const struct svi_option options[] = {
    {"depth", 0, "DEPTH", "quick (default), or search: about ten times slower",
     SVI_SET_WORD(c.depth), .words = "quick search"},
    {"futures", 0, "N", "With search: futures for each answer, 8 to 1024 (64)",
     SVI_SET_NUMBER(c.futures, 8, SVI_MOST_FUTURES)},
    {"most", 0, "N", "In text: kinds of differences shown (10)", SVI_SET_NUMBER(most, 0, 1000)},
    SVI_OPTION_JSON(json),
    {0},
};

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

static void put_text(const struct arguments *a, struct svi_buf *out)
{
    static const char *const titles[] = {"decision", "n",        "value", "\xc2\xb1",
                                         "points",   "\xc2\xb1", "where"};
    const struct svi_comparison *c = &a->c;
    struct svi_table table;
    put_head(a, out);
    if (c->n == 0 || a->most == 0) {
        return;
    }
    svi_out_char(out, '\n');
    svi_table_init(&table, 9, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 8);
    svi_table_add(&table, "%s", titles[0]);
    svi_table_add(&table, "%s", a->bot[0]);
    svi_table_add(&table, "%s", a->bot[1]);
    for (unsigned i = 1; i < sizeof titles / sizeof titles[0]; i++) {
        svi_table_add(&table, "%s", titles[i]);
    }
    for (unsigned i = 0; i < c->n && i < a->most; i++) {
        const struct svi_divergence *p = &c->divergence[i];
        svi_table_add(&table, "%s", sv_decision_name(p->kind));
        svi_table_add(&table, "%s", p->manner[0]);
        svi_table_add(&table, "%s", p->manner[1]);
        svi_table_add(&table, "%" PRIu64, p->n);
        put_mean(&table, &p->value, p->n);
        put_mean(&table, &p->points, p->n);
        char where[2][48];
        for (unsigned k = 0; k < 2; k++) {
            const int used = snprintf(where[k], sizeof where[k], "#%" PRIu64, p->game[k]);
            if (p->decision[k] > 0) {
                (void)snprintf(where[k] + used, sizeof where[k] - (size_t)used, " d=%" PRIu32,
                               p->decision[k]);
            }
        }
        svi_table_add(&table, "%s, %s", where[0], where[1]);
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_table_finish(&table);
    svi_out_text(out, "\nvalue: points that the first bot's answer is worth more.\n"
                      "points: that it got more in the game, luck taken away.\n"
                      "where: both games, and the decision, with the greatest value. "
                      "(Its page: solvent replay ");
    svi_out_plain(out, a->store);
    svi_out_text(out, "#N --html N.html, then N.html#d=D)\n");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_spread(struct svi_buf *out, const char *mean, const char *half,
                       const struct svi_spread *s, uint64_t n)
{
    svi_analysis_points(out, mean, n > 0 ? svi_spread_mean(s, n) : NAN);
    svi_analysis_points(out, half, svi_spread_half(s, n));
}

static void put_json(const struct arguments *a, struct svi_buf *out)
{
    const struct svi_comparison *c = &a->c;
    svi_out_char(out, '{');
    svi_json_string(out, "store", a->store);
    svi_json_string(out, "a", a->bot[0]);
    svi_json_string(out, "b", a->bot[1]);
    svi_json_string(out, "depth", c->depth == SVI_DEPTH_QUICK ? "quick" : "search");
    svi_json_int(out, "games", (int64_t)c->games);
    svi_json_int(out, "parted", (int64_t)c->parted);
    svi_json_int(out, "same", (int64_t)c->same);
    svi_json_int(out, "others", (int64_t)c->others);
    put_spread(out, "points", "points_half", &c->points, c->parted + c->same);
    svi_json_rows(out, "partings");
    for (unsigned i = 0; i < c->n; i++) {
        const struct svi_divergence *p = &c->divergence[i];
        svi_json_row(out);
        svi_json_string(out, "kind", sv_decision_name(p->kind));
        svi_json_string(out, "a", p->manner[0]);
        svi_json_string(out, "b", p->manner[1]);
        svi_json_int(out, "pairs", (int64_t)p->n);
        put_spread(out, "value", "value_half", &p->value, p->n);
        put_spread(out, "points", "points_half", &p->points, p->n);
        svi_json_int(out, "game_a", (int64_t)p->game[0]);
        svi_json_int(out, "game_b", (int64_t)p->game[1]);
        svi_json_int(out, "decision_a", p->decision[0]);
        svi_json_int(out, "decision_b", p->decision[1]);
        svi_analysis_points(out, "most", p->most);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum svi_exit find_bots(struct arguments *a)
{
    for (unsigned k = 0; k < 2; k++) {
        a->c.bot[k] = svi_store_bot(a->c.store, a->store, "", a->bot[k]);
        if (a->c.bot[k] == svi_store_info(a->c.store)->n_bots) {
            return SVI_EXIT_USAGE;
        }
    }
    return a->c.bot[0] != a->c.bot[1]
               ? SVI_EXIT_DONE
               : svi_complain(SVI_EXIT_USAGE, "found '%s' twice, expected two bots", a->bot[0]);
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
        return svi_complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED, "%s%s",
                            a->store, error.text);
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
    struct svi_error error;
    struct arguments a = {.most = 10, .c = {.futures = SVI_FUTURES}};
    svi_words_read(w, &a);
    const enum sv_status status = svi_store_create_reader(&a.c.store, a.store, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    enum svi_exit result = find_bots(&a);
    result = result == SVI_EXIT_DONE ? compare(&a) : result;
    svi_comparison_finish(&a.c);
    svi_store_destroy(a.c.store);
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
            "A league of format sprt gives many games of this kind for two versions of a bot.",
    .topic = "analysis",
    .examples = "solvent compare sprt.db new old\n"
                "solvent compare quickstart.db trader careful --format json",
    .exits = {"done", "a game's record is damaged",
              "usage or bad input, or an unknown store or bot", "no memory, or it was interrupted"},
    .run = run,
};
