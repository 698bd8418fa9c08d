/* The report for programs: JSON and csv. */
#include "tools/report/report.h"

#include "tools/report/bot_columns.h"
#include "tools/report/figure.h"
#include "tools/report/rank_field.h"
#include "tools/report/rank_print.h"
#include "tools/report/time_columns.h"

#include "base/json.h"
#include "base/out.h"

#include <stdlib.h>

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

static void put_bot(const struct svi_figures *f, const struct svi_bot_row *row, struct svi_buf *out)
{
    const unsigned id = svi_figures_id(f, row->bot);
    struct svi_rows rows;
    const struct svi_time_row all = {f, row->bot, NULL, &f->bot[id].all_times};
    svi_json_row(out);
    svi_json_int(out, "id", id);
    svi_columns_json(&svi_bot_columns, row, SVI_IN_REPORT, out);
    svi_columns_json(&svi_time_columns, &all, SVI_IN_JSON, out);
    struct svi_time_row *kinds = svi_time_rows_by_kind(f, row->bot, &rows);
    svi_columns_json_all(&svi_time_columns, &rows, SVI_IN_JSON | SVI_IN_KIND, "kinds", out);
    out->failed = out->failed || kinds == NULL;
    free(kinds);
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
    svi_json_int(out, "incidents", (int64_t)f->incidents);
    svi_json_int(out, "forfeited", (int64_t)f->forfeited);
    for (unsigned k = 0; k < SVI_FIGURE_ENDS; k++) {
        svi_json_int(out, sv_why_name(svi_figure_ends[k]), (int64_t)f->ends[svi_figure_ends[k]]);
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
        number(out, "points", f->seat[s].value, 6);
        number(out, "points_low", f->seat[s].low, 6);
        number(out, "points_high", f->seat[s].high, 6);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < rows.n; i++) {
        put_bot(f, &row[i], out);
    }
    svi_json_rows_end(out);
    free(row);
    put_steps(f, out);
    put_transfers(f, out);
    svi_out_text(out, "}\n");
}

/* ---- csv ------------------------------------------------------------------------------------- */

void svi_report_csv(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    svi_columns_csv_titles(&svi_bot_columns, SVI_IN_CSV | SVI_IN_MORE, true, out);
    svi_columns_csv_titles(&svi_time_columns, SVI_IN_CSV, false, out);
    svi_out_char(out, '\n');
    for (unsigned i = 0; i < rows.n; i++) {
        const struct svi_time_row times = {f, row[i].bot, NULL,
                                           &f->bot[svi_figures_id(f, row[i].bot)].all_times};
        svi_columns_csv(&svi_bot_columns, &row[i], SVI_IN_CSV | SVI_IN_MORE, true, out);
        svi_columns_csv(&svi_time_columns, &times, SVI_IN_CSV, false, out);
        svi_out_char(out, '\n');
    }
    free(row);
}
