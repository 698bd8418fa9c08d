#include "tools/tui/mistakes.h"

#include "tools/analysis/print.h"

#include "base/out.h"

#include <stdio.h>

bool svi_tui_mistakes_find(struct svi_tui_mistakes *m, const struct svi_buf *replay)
{
    if (!m->made && !m->failed) {
        const struct svi_workers alone = {.jobs = 1};
        struct svi_analyst analyst = {0};
        struct svi_error error;
        m->made = svi_analysis_make(&m->analysis, &analyst, &alone, replay->data, replay->size,
                                    SVI_DEPTH_QUICK, SVI_FUTURES, &error) == SV_OK;
        m->failed = !m->made;
        svi_analyst_finish(&analyst);
    }
    return m->made;
}

void svi_tui_mistakes_finish(struct svi_tui_mistakes *m)
{
    svi_analysis_finish(&m->analysis);
}

uint32_t svi_tui_mistakes_jump(const struct svi_tui_mistakes *m, uint32_t n, unsigned seat,
                               int direction)
{
    const struct svi_decisions *d = &m->analysis.decisions;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct svi_decision *one = &d->list[i];
        const bool beyond = direction < 0 ? one->event < n : one->event > n;
        if (m->analysis.evaluated[i].class >= SVI_CLASS_MISTAKE && beyond &&
            (seat == SV_NONE || one->question.seat == seat)) {
            found = one->event;
            if (direction > 0) {
                break;
            }
        }
    }
    return found;
}

void svi_tui_mistakes_line(const struct svi_tui_mistakes *m, uint32_t n, struct svi_buf *out)
{
    char text[120], points[SVI_POINTS_TEXT];
    for (uint32_t i = 0; i < m->analysis.decisions.n; i++) {
        const struct svi_evaluated *e = &m->analysis.evaluated[i];
        if (m->analysis.decisions.list[i].event == n) {
            (void)snprintf(text, sizeof text, " %s %s: %s points; ", svi_class_mark(e->class),
                           svi_class_name(e->class), svi_points_text(-e->cost, points));
            svi_out_text(out, text);
            svi_analysis_sentence(&m->analysis, i, out);
        }
    }
}

void svi_tui_mistakes_page(const struct svi_tui_mistakes *m, uint32_t n, struct svi_buf *out)
{
    const struct svi_decisions *d = &m->analysis.decisions;
    char text[120], points[SVI_POINTS_TEXT];
    uint32_t i = d->n;
    while (i > 0 && d->list[i - 1].event > n) {
        i--;
    }
    if (i == 0) {
        svi_out_text(out, "No decision so far.\n");
        return;
    }
    const struct svi_evaluated *e = &m->analysis.evaluated[i - 1];
    (void)snprintf(text, sizeof text, "Decision %u, %s: %s points\n", d->list[i - 1].number,
                   svi_class_name(e->class), svi_points_text(-e->cost, points));
    svi_out_text(out, text);
    svi_analysis_sentence(&m->analysis, i - 1, out);
    svi_out_text(out,
                 "\n\nWhat could be answered, with the points that the seat might expect:\n\n");
    for (unsigned k = 0; k < e->n; k++) {
        (void)snprintf(text, sizeof text, "%s %.3f  ", k == e->given ? ">" : " ",
                       e->candidate[k].points);
        svi_out_text(out, text);
        svi_analysis_answer(&m->analysis, i - 1, &e->candidate[k].answer, out);
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "\n> is the answer given. How far to trust it: solvent help analysis.\n");
}
