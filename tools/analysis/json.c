/* Analyses for programs. Figures have six decimals. */
#include "tools/analysis/figure.h"
#include "tools/analysis/print.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <inttypes.h>

static void put_candidates(const struct svi_analysis *a, uint32_t i, struct svi_buf *out)
{
    const struct svi_evaluated *e = &a->evaluated[i];
    svi_json_key(out, "candidates");
    svi_out_char(out, '[');
    for (unsigned k = 0; k < e->n; k++) {
        svi_out_text(out, k > 0 ? ",{" : "{");
        svi_json_key(out, "answer");
        svi_jsonl_answer(out, &a->decisions.list[i].position, &e->candidate[k].answer);
        svi_figure_json(out, "points", e->candidate[k].points, 6);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

static void put_decision(const struct svi_analysis *a, const struct svi_analysis_print *how,
                         uint32_t i, struct svi_buf *out)
{
    const struct svi_decision *d = &a->decisions.list[i];
    const struct svi_evaluated *e = &a->evaluated[i];
    svi_json_members(out, JSON_TEXT("game", how->name), JSON_INT("decision", d->number),
                     JSON_INT("event", d->event), JSON_INT("round", d->position.round),
                     JSON_INT("seat", d->question.seat),
                     JSON_TEXT("bot", a->decisions.name[d->question.seat]),
                     JSON_TEXT("kind", sv_decision_name(d->question.kind)),
                     JSON_TEXT("verdict", sv_verdict_name(d->verdict)),
                     JSON_FIGURE("cost", e->cost, 6), JSON_FIGURE("missed", e->missed, 6));
    svi_json_key(out, "answer");
    svi_jsonl_answer(out, &d->position, &d->answer);
    svi_json_key(out, "before");
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        svi_out_char(out, s == 0 ? '[' : ',');
        svi_out_text(out, svi_figure(e->before[s], 6, "null").text);
    }
    svi_out_char(out, ']');
    put_candidates(a, i, out);
}

static void put_seats(const struct svi_analysis *a, struct svi_buf *out)
{
    const struct svi_decisions *d = &a->decisions;
    svi_json_rows(out, "players");
    for (unsigned s = 0; s < d->seats; s++) {
        svi_json_object(
            out, JSON_INT("seat", s), JSON_TEXT("bot", d->name[s]),
            JSON_FIGURE("points", d->points[s], 6),
            JSON_FIGURE("luck", d->accounted.seat[s].luck / (double)SVI_LUCK_UNIT, 6),
            JSON_FIGURE("skill", d->accounted.seat[s].skill / (double)SVI_LUCK_UNIT, 6));
    }
    svi_json_rows_end(out);
}

void svi_analysis_json(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("game", how->name),
                     JSON_TEXT("edition", a->decisions.edition.name),
                     JSON_INT("seats", a->decisions.seats));
    put_seats(a, out);
    svi_json_rows(out, "decisions");
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        if (sv_has(how->seats, a->decisions.list[i].question.seat)) {
            svi_json_row(out);
            put_decision(a, how, i, out);
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
    svi_out_char(out, '}');
}

void svi_analysis_csv_titles(struct svi_buf *out)
{
    svi_out_text(out, "game,decision,event,round,seat,bot,kind,verdict,cost,missed,"
                      "candidates,answer,better\n");
}

/* A field in quotes. */
static void put_field(struct svi_buf *out, const struct svi_buf *text)
{
    svi_out_char(out, '"');
    for (size_t i = 0; i < text->size; i++) {
        if (text->data[i] == '"') {
            svi_out_char(out, '"');
        }
        svi_out_char(out, (char)text->data[i]);
    }
    svi_out_char(out, '"');
}

static void put_text(struct svi_buf *out, struct svi_buf *words, const char *text)
{
    svi_buf_clear(words);
    svi_out_plain(words, text);
    put_field(out, words);
}

void svi_analysis_csv(const struct svi_analysis *a, const struct svi_analysis_print *how,
                      struct svi_buf *out)
{
    struct svi_buf words = {0};
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        const struct svi_decision *d = &a->decisions.list[i];
        const struct svi_evaluated *e = &a->evaluated[i];
        if (!sv_has(how->seats, d->question.seat)) {
            continue;
        }
        put_text(out, &words, how->name);
        svi_out_format(out, ",%" PRIu32 ",%" PRIu32 ",%d,%d,", d->number, d->event,
                       d->position.round, d->question.seat);
        put_text(out, &words, a->decisions.name[d->question.seat]);
        svi_out_format(out, ",%s,%s,%s,%s,%u,", sv_decision_name(d->question.kind),
                       sv_verdict_name(d->verdict), svi_figure(e->cost, 6, "").text,
                       svi_figure(e->missed, 6, "").text, e->n);
        svi_buf_clear(&words);
        svi_analysis_answer(a, i, &d->answer, &words);
        put_field(out, &words);
        svi_out_char(out, ',');
        svi_buf_clear(&words);
        if (e->best != e->given) {
            svi_analysis_answer(a, i, &e->candidate[e->best].answer, &words);
        }
        put_field(out, &words);
        svi_out_char(out, '\n');
    }
    svi_buf_finish(&words);
}
