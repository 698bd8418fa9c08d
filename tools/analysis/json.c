/* Analyses for programs. Figures have six decimals. */
#include "tools/analysis/print.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_number(struct svi_buf *out, double points)
{
    char text[48];
    const int64_t millionths = llround(points * SVI_LUCK_UNIT);
    (void)snprintf(text, sizeof text, "%s%" PRId64 ".%06" PRId64, millionths < 0 ? "-" : "",
                   (millionths < 0 ? -millionths : millionths) / SVI_LUCK_UNIT,
                   (millionths < 0 ? -millionths : millionths) % SVI_LUCK_UNIT);
    svi_out_text(out, text);
}

void svi_analysis_points(struct svi_buf *out, const char *key, double points)
{
    svi_json_key(out, key);
    if (isnan(points)) {
        svi_out_text(out, "null");
    } else {
        put_number(out, points);
    }
}

static void put_candidates(const struct svi_analysis *a, uint32_t i, struct svi_buf *out)
{
    const struct svi_evaluated *e = &a->evaluated[i];
    svi_json_key(out, "candidates");
    svi_out_char(out, '[');
    for (unsigned k = 0; k < e->n; k++) {
        svi_out_text(out, k > 0 ? ",{" : "{");
        svi_json_key(out, "answer");
        svi_jsonl_answer(out, &a->decisions.list[i].position, &e->candidate[k].answer);
        svi_analysis_points(out, "points", e->candidate[k].points);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

static void put_decision(const struct svi_analysis *a, const struct svi_analysis_print *how,
                         uint32_t i, struct svi_buf *out)
{
    const struct svi_decision *d = &a->decisions.list[i];
    const struct svi_evaluated *e = &a->evaluated[i];
    svi_json_string(out, "game", how->name);
    svi_json_int(out, "decision", d->number);
    svi_json_int(out, "event", d->event);
    svi_json_int(out, "round", d->position.round);
    svi_json_int(out, "seat", d->question.seat);
    svi_json_string(out, "bot", a->decisions.name[d->question.seat]);
    svi_json_string(out, "kind", sv_decision_name(d->question.kind));
    svi_json_string(out, "verdict", sv_verdict_name(d->verdict));
    svi_analysis_points(out, "cost", e->cost);
    svi_analysis_points(out, "missed", e->missed);
    svi_json_key(out, "answer");
    svi_jsonl_answer(out, &d->position, &d->answer);
    svi_json_key(out, "before");
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        svi_out_char(out, s == 0 ? '[' : ',');
        put_number(out, e->before[s]);
    }
    svi_out_char(out, ']');
    put_candidates(a, i, out);
}

static void put_seats(const struct svi_analysis *a, struct svi_buf *out)
{
    const struct svi_decisions *d = &a->decisions;
    svi_json_rows(out, "players");
    for (unsigned s = 0; s < d->seats; s++) {
        svi_json_row(out);
        svi_json_int(out, "seat", s);
        svi_json_string(out, "bot", d->name[s]);
        svi_analysis_points(out, "points", d->points[s]);
        svi_analysis_points(out, "luck", d->accounted.seat[s].luck / (double)SVI_LUCK_UNIT);
        svi_analysis_points(out, "skill", d->accounted.seat[s].skill / (double)SVI_LUCK_UNIT);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

void svi_analysis_json(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_string(out, "game", how->name);
    svi_json_string(out, "edition", a->decisions.edition.name);
    svi_json_int(out, "seats", a->decisions.seats);
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
        char numbers[96];
        if (!sv_has(how->seats, d->question.seat)) {
            continue;
        }
        put_text(out, &words, how->name);
        (void)snprintf(numbers, sizeof numbers, ",%" PRIu32 ",%" PRIu32 ",%d,%d,", d->number,
                       d->event, d->position.round, d->question.seat);
        svi_out_text(out, numbers);
        put_text(out, &words, a->decisions.name[d->question.seat]);
        svi_out_char(out, ',');
        svi_out_text(out, sv_decision_name(d->question.kind));
        svi_out_char(out, ',');
        svi_out_text(out, sv_verdict_name(d->verdict));
        svi_out_char(out, ',');
        put_number(out, e->cost);
        svi_out_char(out, ',');
        put_number(out, e->missed);
        svi_out_char(out, ',');
        svi_out_int(out, e->n);
        svi_out_char(out, ',');
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
