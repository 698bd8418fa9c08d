#include "tools/game_data/analysis.h"

#include "tools/analysis/turnings.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <math.h>
#include <stdlib.h>

#define UNIT 100000    /* of the page's points in one point */
#define CURVE_STEP 100 /* in them: smaller changes of the curve are not seen */
#define MOST_SHOWN 4u  /* candidates, and the answer given */

static int64_t whole(double points)
{
    return llround(points * UNIT);
}

static void put_points(struct svi_buf *out, const double points[], unsigned seats)
{
    for (unsigned s = 0; s < seats; s++) {
        svi_out_text(out, s == 0 ? "" : ",");
        svi_out_int(out, whole(points[s]));
    }
}

static void put_curve(struct svi_buf *out, const struct svi_analysis *a)
{
    const double *last = NULL;
    svi_json_key(out, "curve");
    svi_out_char(out, '[');
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        const double *now = a->evaluated[i].before;
        bool differs = last == NULL;
        for (unsigned s = 0; s < a->decisions.seats && !differs; s++) {
            differs = llabs(whole(now[s]) - whole(last[s])) >= CURVE_STEP;
        }
        if (differs) {
            svi_out_text(out, last == NULL ? "[" : ",[");
            svi_out_int(out, a->decisions.list[i].event);
            svi_out_char(out, ',');
            put_points(out, now, a->decisions.seats);
            svi_out_char(out, ']');
            last = now;
        }
    }
    svi_out_char(out, ']');
}

static void put_turnings(struct svi_buf *out, const struct svi_analysis *a)
{
    struct svi_turning turning[SVI_TURNINGS];
    const unsigned n = svi_turnings(a, turning);
    svi_json_key(out, "turnings");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < n; i++) {
        svi_out_text(out, i == 0 ? "[" : ",[");
        svi_out_int(out, turning[i].event);
        svi_out_char(out, ',');
        svi_out_int(out, turning[i].seat);
        svi_out_char(out, ',');
        svi_out_int(out, whole(turning[i].points));
        svi_out_char(out, ']');
    }
    svi_out_char(out, ']');
}

static void put_candidates(struct svi_buf *out, const struct svi_decision *d,
                           const struct svi_evaluated *e)
{
    bool any = false;
    svi_json_key(out, "candidates");
    svi_out_char(out, '[');
    for (unsigned k = 0; k < e->n; k++) {
        if (k < MOST_SHOWN || k == e->given) {
            svi_out_text(out, any ? ",{" : "{");
            svi_json_int(out, "points", whole(e->candidate[k].points));
            svi_json_int(out, "half", whole(1.96 * e->candidate[k].se));
            svi_json_key(out, "answer");
            svi_jsonl_answer(out, &d->position, &e->candidate[k].answer);
            svi_out_char(out, '}');
            any = true;
        }
    }
    svi_out_char(out, ']');
}

static void put_decision(struct svi_buf *out, const struct svi_analysis *a, uint32_t i)
{
    const struct svi_decision *d = &a->decisions.list[i];
    const struct svi_evaluated *e = &a->evaluated[i];
    const double share = e->missed > 0 ? e->cost / e->missed : 1; /* that it is charged for */
    svi_json_int(out, "n", d->event);
    svi_json_string(out, "class", svi_class_name(e->class));
    svi_json_int(out, "cost", whole(e->cost));
    svi_json_int(out, "half", whole(1.96 * e->se * share));
    svi_json_key(out, "change");
    svi_out_char(out, '[');
    put_points(out, e->change, a->decisions.seats);
    svi_out_char(out, ']');
    svi_json_int(out, "given", e->given < MOST_SHOWN ? e->given : MOST_SHOWN);
    svi_json_int(out, "best", e->best);
    put_candidates(out, d, e);
}

static void put_analysis(struct svi_buf *out, const struct svi_analysis *a)
{
    bool any = false;
    svi_out_char(out, '{');
    put_curve(out, a);
    put_turnings(out, a);
    /* On one line, as the page splits the data into lines. */
    svi_json_key(out, "decisions");
    svi_out_char(out, '[');
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        if (a->evaluated[i].n > 1) {
            svi_out_text(out, any ? ",{" : "{");
            put_decision(out, a, i);
            svi_out_char(out, '}');
            any = true;
        }
    }
    svi_out_text(out, "]}");
}

void svi_game_data_analysis(struct svi_buf *out, const uint8_t *replay, size_t size)
{
    const struct svi_workers alone = {.jobs = 1};
    struct svi_analyst analyst = {0};
    struct svi_analysis a = {0};
    struct svi_error error;
    if (svi_analysis_make(&a, &analyst, &alone, replay, size, SVI_DEPTH_QUICK, SVI_FUTURES,
                          &error) == SV_OK) {
        put_analysis(out, &a);
    } else {
        svi_out_text(out, "null");
    }
    svi_analysis_finish(&a);
    svi_analyst_finish(&analyst);
}
