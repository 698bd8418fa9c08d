/* Analyses for people. */
#include "tools/analysis/print.h"

#include "tools/console/table.h"

#include "base/out.h"
#include "memory/memory.h"
#include "text/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    struct sv_question question = d->question;
    question.choices = 0; /* the two that matter are named as answers */
    svi_say_player(out, &v, question.seat);
    svi_out_text(out, ", ");
    svi_say_question(out, &v, &question);
    svi_out_text(out, ": ");
    svi_say_answer_alone(out, &v, &d->answer, "does nothing");
    if (e->best != e->given) {
        svi_out_text(out, "; better: ");
        svi_say_answer_alone(out, &v, &e->candidate[e->best].answer, "does nothing");
    }
}

static void put_seats(const struct svi_analysis *a, bool bold, struct svi_buf *out)
{
    static const char *const titles[] = {"seat", "bot", "points", "luck", "skill"};
    const struct svi_decisions *d = &a->decisions;
    struct svi_table table;
    char text[SVI_POINTS_TEXT];
    svi_table_init(&table, 5, 1u << 1);
    for (unsigned c = 0; c < 5; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned s = 0; s < d->seats; s++) {
        svi_table_add(&table, "%u", s);
        svi_table_add(&table, "%s", d->name[s]);
        svi_table_add(&table, "%.3f", d->points[s]);
        svi_table_add(&table, "%s",
                      svi_points_text(d->accounted.seat[s].luck / (double)SVI_LUCK_UNIT, text));
        svi_table_add(&table, "%s",
                      svi_points_text(d->accounted.seat[s].skill / (double)SVI_LUCK_UNIT, text));
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

/* ---- costly decisions ------------------------------------------------------------------------ */

#define INDENT 8 /* of a sentence's further lines: below its first figure */

/* Returns a decision's line, which the caller frees. */
static char *line_of(const struct svi_analysis *a, uint32_t i, const char *game)
{
    const struct svi_decision *d = &a->decisions.list[i];
    struct svi_buf sentence = {0};
    svi_analysis_sentence(a, i, &sentence);
    char *line = svi_text("-%.3f  %s%sround %d, decision %" PRIu32 ": %.*s", a->evaluated[i].cost,
                          game, game[0] != '\0' ? ", " : "", d->position.round, d->number,
                          (int)sentence.size, (const char *)sentence.data);
    svi_buf_finish(&sentence);
    return line;
}

void svi_worst_add(struct svi_worst *worst, const struct svi_analysis *a, unsigned seats,
                   const char *game)
{
    uint32_t order[SVI_WORST];
    const unsigned n = svi_analysis_worst(a, seats, SVI_COSTLY_ESTIMATE, order, worst->most);
    worst->found += n;
    for (unsigned i = 0; i < n && i < worst->most; i++) {
        const double cost = a->evaluated[order[i]].cost;
        unsigned at = worst->n;
        while (at > 0 && worst->list[at - 1].cost < cost) {
            at--;
        }
        if (at == worst->most) {
            return;
        }
        if (worst->n == worst->most) {
            free(worst->list[--worst->n].line);
        }
        memmove(&worst->list[at + 1], &worst->list[at], (worst->n - at) * sizeof *worst->list);
        worst->list[at] = (struct svi_worst_decision){cost, line_of(a, order[i], game)};
        worst->n++;
    }
}

void svi_worst_text(const struct svi_worst *worst, struct svi_buf *out)
{
    if (worst->found == 0) {
        svi_width_wrap("No decision cost 0.05 points by the model, which does not see "
                       "what a bot never does. Games show that: solvent analyse STORE.db --depth "
                       "play",
                       0, svi_width_screen(), out);
        return;
    }
    svi_out_format(out, "%" PRIu64 " costly decision%s by the model, the most costly first:\n",
                   worst->found, worst->found == 1 ? "" : "s");
    for (unsigned i = 0; i < worst->n; i++) {
        svi_width_wrap(worst->list[i].line, INDENT, svi_width_screen(), out);
    }
    if (worst->found > worst->n) {
        svi_out_format(out, "and %" PRIu64 " more (--most N)\n", worst->found - worst->n);
    }
    if (worst->n > 0) {
        svi_out_char(out, '\n');
        svi_width_wrap("The bots that played confirm too few of these for a word such as mistake: "
                       "let them play a decision on (solvent what-if GAME --at D).",
                       0, svi_width_screen(), out);
    }
}

void svi_worst_finish(struct svi_worst *worst)
{
    while (worst->n > 0) {
        free(worst->list[--worst->n].line);
    }
}

void svi_analysis_text(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out)
{
    const struct svi_decisions *d = &a->decisions;
    struct svi_worst worst = {.most = how->most};
    svi_out_format(out, "%s: %s, %u seats, %" PRIu32 " rounds, %" PRIu32 " decisions\n\n",
                   how->name, d->edition.name, d->seats, d->rounds, d->n);
    put_seats(a, how->bold, out);
    svi_worst_add(&worst, a, how->seats, "");
    svi_out_char(out, '\n');
    svi_worst_text(&worst, out);
    svi_worst_finish(&worst);
}
