/* Analyses for people. */
#include "tools/analysis/print.h"

#include "tools/console/table.h"

#include "base/out.h"
#include "text/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void out_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void out_format(struct svi_buf *out, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_text(out, text);
}

const char *svi_points_text(double points, char out[SVI_POINTS_TEXT])
{
    const double thousandths = points * 1000;
    (void)snprintf(out, SVI_POINTS_TEXT, "%s%.3f", thousandths >= 0.5 ? "+" : "",
                   fabs(thousandths) < 0.5 ? 0 : points);
    return out;
}

/* The table where the decision was asked. */
static struct sv_text_view view_of(const struct svi_analysis *a, uint32_t decision)
{
    struct sv_text_view v = {.edition = &a->decisions.edition,
                             .position = &a->decisions.list[decision].position,
                             .seat = SV_NONE};
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        v.name[s] = a->decisions.name[s];
    }
    return v;
}

void svi_analysis_answer(const struct svi_analysis *a, uint32_t decision,
                         const struct sv_answer *answer, struct svi_buf *out)
{
    const struct sv_text_view v = view_of(a, decision);
    svi_say_answer_alone(out, &v, answer, "does nothing");
}

void svi_analysis_sentence(const struct svi_analysis *a, uint32_t decision, struct svi_buf *out)
{
    const struct svi_decision *d = &a->decisions.list[decision];
    const struct svi_evaluated *e = &a->evaluated[decision];
    const struct sv_text_view v = view_of(a, decision);
    svi_say_player(out, &v, d->question.seat);
    svi_out_text(out, ", ");
    svi_say_question(out, &v, &d->question);
    svi_out_text(out, ": ");
    svi_say_answer_alone(out, &v, &d->answer, "does nothing");
    if (e->best != e->given) {
        svi_out_text(out, "; better: ");
        svi_say_answer_alone(out, &v, &e->candidate[e->best].answer, "does nothing");
    }
}

static void put_account(const struct svi_analysis *a, bool bold, struct svi_buf *out)
{
    static const char *const titles[] = {"seat", "bot", "points", "start",
                                         "luck", "own", "others", "drift"};
    struct svi_table table;
    char text[SVI_POINTS_TEXT];
    const unsigned columns = 8 + a->decisions.forfeited;
    svi_table_init(&table, columns, 1u << 1);
    for (unsigned c = 0; c < 8; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    if (a->decisions.forfeited) {
        svi_table_add(&table, "forfeit");
    }
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        const struct svi_account *c = &a->account[s];
        double others = 0;
        for (unsigned j = 0; j < a->decisions.seats; j++) {
            others += c->others[j];
        }
        svi_table_add(&table, "%u", s);
        svi_table_add(&table, "%s", a->decisions.name[s]);
        svi_table_add(&table, "%.3f", c->points / (double)SVI_LUCK_UNIT);
        svi_table_add(&table, "%.3f", c->start / (double)SVI_LUCK_UNIT);
        svi_table_add(&table, "%s", svi_points_text(c->luck / (double)SVI_LUCK_UNIT, text));
        svi_table_add(&table, "%s", svi_points_text(c->own / (double)SVI_LUCK_UNIT, text));
        svi_table_add(&table, "%s", svi_points_text(others / SVI_LUCK_UNIT, text));
        svi_table_add(&table, "%s", svi_points_text(c->drift / (double)SVI_LUCK_UNIT, text));
        if (a->decisions.forfeited) {
            svi_table_add(&table, "%s", svi_points_text(c->forfeit / (double)SVI_LUCK_UNIT, text));
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

#define MOST 64u
#define INDENT 12 /* of a sentence's further lines: below its first figure */

/* Appends a line that is wrapped to the screen. */
static void put_wrapped(struct svi_buf *line, size_t indent, struct svi_buf *out)
{
    svi_buf_byte(line, 0);
    svi_width_wrap((const char *)line->data, indent, svi_width_screen(), out);
}

static void put_worst(const struct svi_analysis *a, const struct svi_analysis_print *how,
                      struct svi_buf *out)
{
    uint32_t order[MOST];
    const unsigned most = how->most < MOST ? how->most : MOST;
    const unsigned n = svi_analysis_worst(a, how->seats, order, most);
    if (n == 0) {
        svi_out_text(out, "\nNo decision cost as much as an inaccuracy for certain.\n");
        return;
    }
    out_format(out, "\n%u %s, the most costly first:\n", n,
               n == 1 ? "costly decision" : "costly decisions");
    struct svi_buf line = {0};
    for (unsigned i = 0; i < n && i < most; i++) {
        const struct svi_decision *d = &a->decisions.list[order[i]];
        const struct svi_evaluated *e = &a->evaluated[order[i]];
        svi_buf_clear(&line);
        out_format(&line, "%-*s-%.3f \xc2\xb1%.3f  round %d, decision %" PRIu32 ": ", INDENT,
                   svi_class_name(e->class), e->cost,
                   1.96 * e->se * (e->missed > 0 ? e->cost / e->missed : 1), d->position.round,
                   d->number);
        svi_analysis_sentence(a, order[i], &line);
        put_wrapped(&line, INDENT, out);
    }
    svi_buf_finish(&line);
    if (n > most) {
        out_format(out, "and %u more (--most %u)\n", n - most, n);
    }
}

void svi_analysis_text(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out)
{
    const struct svi_decisions *d = &a->decisions;
    out_format(out, "%s: %s, %u seats, %" PRIu32 " rounds, %" PRIu32 " decisions\n\n", how->name,
               d->edition.name, d->seats, d->rounds, d->n);
    put_account(a, how->bold, out);
    put_worst(a, how, out);
    if (how->most > 0) {
        svi_out_char(out, '\n');
        svi_width_wrap("points = start + luck + own + others + drift: what chance gave; what the "
                       "seat's own decisions lost; what others' changed; what the value function "
                       "cannot explain",
                       0, svi_width_screen(), out);
    }
}

void svi_decision_costs_text(const struct svi_decision_costs *costs, bool bold, struct svi_buf *out)
{
    struct svi_table table;
    svi_table_init(&table, 8, 3);
    static const char *const titles[] = {"bot",  "kind",     "games",   "decisions",
                                         "lost", "\xc2\xb1", "per 100", "mistakes"};
    for (unsigned c = 0; c < 8; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned b = 0; b < costs->n; b++) {
        const struct svi_bot_costs *bot = &costs->bot[b];
        uint64_t decisions = 0;
        for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
            decisions += bot->decisions[k];
        }
        for (unsigned k = 0; k <= SV_DECISION_COUNT; k++) {
            const bool all = k == 0;
            const struct svi_spread *cost = all ? &bot->all : &bot->cost[k - 1];
            const uint64_t n = all ? decisions : bot->decisions[k - 1];
            if (n == 0) {
                continue;
            }
            svi_table_add(&table, "%s", bot->name);
            svi_table_add(&table, "%s", all ? "all" : sv_decision_name(k - 1));
            svi_table_add(&table, "%" PRIu64, bot->games);
            svi_table_add(&table, "%" PRIu64, n);
            svi_table_add(&table, "%.3f", svi_spread_mean(cost, bot->games));
            const double half = svi_spread_half(cost, bot->games);
            if (isfinite(half)) {
                svi_table_add(&table, "%.3f", half);
            } else {
                svi_table_add(&table, "-");
            }
            svi_table_add(&table, "%.2f", 100 * cost->sum / (double)n);
            if (all) {
                svi_table_add(&table, "%" PRIu64,
                              bot->classes[SVI_CLASS_MISTAKE] + bot->classes[SVI_CLASS_BLUNDER]);
            } else {
                svi_table_add(&table, "%s", "");
            }
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
    svi_out_char(out, '\n');
    svi_width_wrap("lost: points a game, with its 95% interval; per 100: points lost in 100 "
                   "decisions of the kind. Compare the decisions of one bot by this, not bots: "
                   "\"solvent rank\" does.",
                   0, svi_width_screen(), out);
    if (costs->games > 1) {
        struct svi_buf line = {0};
        uint64_t seats = 0;
        for (unsigned b = 0; b < costs->n; b++) {
            seats += costs->bot[b].games;
        }
        out_format(&line,
                   "Unexplained (drift): standard deviation %.3f points of a seat in a game. "
                   "Sums below that say little.",
                   svi_spread_sd(&costs->drift, seats));
        put_wrapped(&line, 0, out);
        svi_buf_clear(&line);
        out_format(&line, "Of drift, what the best answers would bring (options): %.3f.",
                   svi_spread_sd(&costs->options, seats));
        put_wrapped(&line, 0, out);
        svi_buf_finish(&line);
    }
}
