/* The report for programs: JSON and csv. */
#include "tools/report/report.h"

#include "tools/report/figure.h"
#include "tools/report/rank_field.h"
#include "tools/report/rank_figures.h"
#include "tools/report/rank_print.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <string.h>

static void number(struct svi_buf *out, const char *key, double value, unsigned decimals)
{
    svi_json_key(out, key);
    svi_out_text(out, svi_figure(value, decimals, "null").text);
}

static void estimate(struct svi_buf *out, const char *name, struct svi_estimate e,
                     unsigned decimals)
{
    svi_json_key(out, name);
    svi_out_char(out, '[');
    svi_out_text(out, svi_figure(e.value, decimals, "null").text);
    svi_out_char(out, ',');
    svi_out_text(out, svi_figure(e.low, decimals, "null").text);
    svi_out_char(out, ',');
    svi_out_text(out, svi_figure(e.high, decimals, "null").text);
    svi_out_char(out, ']');
}

/* A list of numbers. */
static void numbers(struct svi_buf *out, const char *key, const uint64_t value[], size_t n)
{
    svi_json_key(out, key);
    svi_out_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        svi_out_text(out, i == 0 ? "" : ",");
        svi_out_int(out, (int64_t)value[i]);
    }
    svi_out_char(out, ']');
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* An embedded object, without the end of its line. */
static void embed(struct svi_buf *out, const char *key, struct svi_buf *object)
{
    svi_json_key(out, key);
    svi_buf_append(out, object->data, object->size > 0 ? object->size - 1 : 0);
    out->failed = out->failed || object->failed;
    svi_buf_finish(object);
}

static void put_times(struct svi_buf *out, const struct svi_times *t)
{
    svi_json_int(out, "decisions", (int64_t)svi_times_all(t));
    svi_json_int(out, "charged_us", (int64_t)t->charged_us);
    svi_json_int(out, "median_us", (int64_t)svi_times_quantile(t, 500));
    svi_json_int(out, "p99_us", (int64_t)svi_times_quantile(t, 990));
    svi_json_int(out, "longest_us", (int64_t)t->slowest_us);
}

static void put_bot(const struct svi_figures *f, unsigned bot, struct svi_buf *out)
{
    const unsigned id = svi_figures_id(f, bot);
    const struct svi_bot_figures *b = &f->bot[id];
    svi_json_row(out);
    svi_json_string(out, "bot", f->sheet.games.bot[bot]);
    svi_json_int(out, "id", id);
    numbers(out, "places", b->place, f->league->seats);
    svi_json_key(out, "points_over_deals");
    svi_out_char(out, '[');
    for (unsigned k = 0; k < SVI_FIGURE_STRETCHES; k++) {
        svi_out_text(out, k == 0 ? "" : ",");
        svi_out_text(
            out, svi_figure(b->stretch_points[k] / (double)b->stretch_games[k], 6, "null").text);
    }
    svi_out_char(out, ']');
    put_times(out, &b->all_times);
    svi_json_int(out, "incidents", (int64_t)b->incidents);
    numbers(out, "incident_games", b->incident, b->n_incident);
    svi_json_int(out, "crashes", (int64_t)b->losses);
    numbers(out, "last_games", b->last, b->n_last);
    if (f->has_transfers && f->traded > 0) {
        number(out, "trade_gain", f->transfers.skill[id], 4);
    }
    svi_json_rows(out, "kinds");
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (svi_times_all(&b->times[k]) > 0) {
            svi_json_row(out);
            svi_json_string(out, "kind", sv_decision_name(k));
            put_times(out, &b->times[k]);
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
    svi_json_row_end(out);
}

static void put_steps(const struct svi_figures *f, struct svi_buf *out)
{
    svi_json_rows(out, "ratings_over_deals");
    for (unsigned k = 0; k < f->n_steps; k++) {
        svi_json_row(out);
        svi_json_int(out, "deals", f->step[k].deals);
        svi_json_key(out, "ratings");
        svi_out_char(out, '{');
        for (unsigned i = 0; i < f->sheet.n_shown; i++) {
            estimate(out, f->sheet.games.bot[f->sheet.shown[i]],
                     f->step[k].rating[f->sheet.shown[i]], 2);
        }
        svi_out_char(out, '}');
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

static void put_transfers(const struct svi_figures *f, struct svi_buf *out)
{
    const struct svi_transfers *t = &f->transfers;
    svi_json_int(out, "traded", (int64_t)f->traded);
    svi_json_rows(out, "transfers");
    for (unsigned i = 0; i < f->n && f->traded > 0; i++) {
        for (unsigned j = i + 1; j < f->n; j++) {
            const struct svi_transfer *p = &t->pair[(size_t)i * f->n + j];
            const struct svi_pair_figures *games = svi_figures_pair(f, i, j);
            if (p->games == 0) {
                continue;
            }
            svi_json_row(out);
            svi_json_string(out, "bot", f->league->bot[i]);
            svi_json_string(out, "against", f->league->bot[j]);
            svi_json_int(out, "games", (int64_t)p->games);
            svi_json_int(out, "trades", (int64_t)p->trades);
            number(out, "gain", p->gain, 4);
            number(out, "expected", p->expected, 4);
            number(out, "error", p->error, 4);
            number(out, "p_chance", p->p_chance, 4);
            number(out, "p_outlier", p->p_outlier, 6);
            svi_json_bool(out, "flagged", p->flagged);
            if (p->flagged && games != NULL) {
                numbers(out, "greatest", games->gift, games->n_gift);
            }
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
}

void svi_report_json(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out, part = {0};
    svi_out_char(out, '{');
    svi_rank_print_json(&f->sheet, &part);
    embed(out, "ranking", &part);
    if (f->has_field) {
        svi_rank_field_json(&f->sheet, &f->field, &part);
        embed(out, "field", &part);
    }
    svi_json_int(out, "hidden", (int64_t)f->hidden);
    svi_json_int(out, "forfeits", (int64_t)f->forfeits);
    svi_json_int(out, "faults", (int64_t)f->faults);
    for (unsigned k = 0; k < SVI_RANK_ENDS; k++) {
        svi_json_int(out, sv_why_name(svi_rank_ends[k]), (int64_t)f->ends[svi_rank_ends[k]]);
    }
    svi_json_int(out, "rounds_median", svi_figures_rounds(f, 500));
    svi_json_int(out, "shortest_game", (int64_t)f->shortest);
    svi_json_int(out, "shortest_rounds", f->shortest_rounds);
    svi_json_int(out, "longest_game", (int64_t)f->longest);
    svi_json_int(out, "longest_rounds", f->longest_rounds);
    svi_json_rows(out, "seats");
    for (unsigned s = 0; s < f->seats && f->sheet.games.n_games > 0; s++) {
        svi_json_row(out);
        svi_json_int(out, "seat", s);
        estimate(out, "points", f->seat[s], 6);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        put_bot(f, f->sheet.shown[i], out);
    }
    svi_json_rows_end(out);
    put_steps(f, out);
    put_transfers(f, out);
    svi_out_text(out, "}\n");
}

/* ---- csv ------------------------------------------------------------------------------------- */

static void put_columns(const struct svi_figures *f, unsigned bot, struct svi_buf *out)
{
    const unsigned id = svi_figures_id(f, bot);
    const struct svi_bot_figures *b = &f->bot[id];
    const struct svi_times *t = &b->all_times;
    const uint64_t value[] = {svi_times_all(t),
                              svi_times_quantile(t, 500),
                              svi_times_quantile(t, 990),
                              t->slowest_us,
                              t->slowest,
                              b->incidents,
                              b->losses};
    const bool shown = svi_figures_game(f, t->slowest) != NULL;
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
        svi_out_char(out, ',');
        if ((i >= 5 || value[0] > 0) && (i != 4 || shown)) {
            svi_out_int(out, (int64_t)value[i]);
        }
    }
    svi_out_char(out, ',');
    svi_out_text(
        out,
        svi_figure(f->has_transfers && f->traded > 0 ? f->transfers.skill[id] : NAN, 4, "").text);
}

void svi_report_csv(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf lines = {0};
    svi_rank_print_csv(&f->sheet, &lines);
    const uint8_t *at = lines.data;
    size_t left = lines.size;
    for (unsigned line = 0; left > 0; line++) { /* no name has a line's end in it */
        const uint8_t *end = memchr(at, '\n', left);
        const size_t size = end != NULL ? (size_t)(end - at) : left;
        svi_buf_append(page->out, at, size);
        if (line == 0) {
            svi_out_text(page->out, SVI_REPORT_CSV_TITLES);
        } else if (line <= f->sheet.n_shown) {
            put_columns(f, f->sheet.shown[line - 1], page->out);
        }
        svi_out_char(page->out, '\n');
        left -= size + (end != NULL);
        at += size + (end != NULL);
    }
    page->out->failed = page->out->failed || lines.failed;
    svi_buf_finish(&lines);
}
