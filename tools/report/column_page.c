#include "tools/report/column_page.h"

#include "tools/report/chart.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DASH "–"
#define MOST 32u
#define STRIP 25 /* characters of a chart in Markdown */

/* What a table shows of a column. */
struct shown {
    const struct svi_column *column;
    unsigned decimals;
    struct svi_chart_scale scale; /* of a chart */
};

static struct svi_chart_scale scale_of(const struct svi_column *c, const struct svi_rows *rows)
{
    struct svi_chart_scale scale = {INFINITY, -INFINITY};
    for (unsigned i = 0; i < rows->n && c->shape == SVI_CHART; i++) {
        struct svi_cell value;
        svi_column_cell(c, svi_row(rows, i), &value);
        if (value.kind == SVI_CELL_REAL) {
            svi_chart_take(&scale, value.real);
        }
    }
    return scale;
}

/* The columns that have a value; returns how many. The chart of times has a scale of its own. */
static unsigned find_shown(const struct svi_page_table *t, struct shown shown[MOST])
{
    unsigned n = 0;
    for (unsigned k = 0; k < t->of->count && n < MOST; k++) {
        const struct svi_column *c = &t->of->column[k];
        bool any = t->rows->n == 0;
        for (unsigned i = 0; i < t->rows->n && !any && (c->where & t->where) != 0; i++) {
            struct svi_cell value;
            svi_column_cell(c, svi_row(t->rows, i), &value);
            any = value.kind != SVI_CELL_NONE && value.kind != SVI_CELL_END;
        }
        if (any && (c->where & t->where) != 0) {
            shown[n++] = (struct shown){c, svi_column_decimals(c, t->rows), scale_of(c, t->rows)};
        }
    }
    return n;
}

static bool is_time(const struct svi_column *c)
{
    return c->unit != NULL && strcmp(c->unit, "us") == 0;
}

/* "adjusted_rating" as "adjusted rating", "median_us" as "median". */
static void put_name(const struct svi_column *c, struct svi_buf *out)
{
    const size_t size = strlen(c->name) - (is_time(c) ? strlen("_us") : 0);
    for (const char *at = c->name; at < c->name + size; at++) {
        svi_out_char(out, *at == '_' ? ' ' : *at);
    }
}

/* ---- HTML ------------------------------------------------------------------------------------ */

/* Appends the interval of an estimate, if there is one. */
static void put_error(struct svi_buf *out, const char *before, struct svi_estimate e,
                      unsigned decimals, const char *after)
{
    const struct svi_figure_error error = svi_figure_error(e, decimals);
    if (error.text[0] != '\0') {
        svi_out_text(out, before);
        svi_out_text(out, error.text);
        svi_out_text(out, after);
    }
}

void svi_page_estimate(struct svi_buf *out, struct svi_estimate e, unsigned decimals)
{
    svi_html_figure(out, svi_figure(e.value, decimals, DASH).text);
    put_error(out, " <small>", e, decimals, "</small>");
}

static void put_class(const struct svi_column *c, struct svi_buf *out)
{
    const char *kind = c->shape == SVI_LIST                  ? "numbers"
                       : c->shape == SVI_CHART               ? "strips"
                       : (c->treated & SVI_COLUMN_NAME) != 0 ? "bot"
                       : c->type == SVI_TEXT                 ? ""
                                                             : "num";
    svi_html_format(out, kind[0] != '\0' ? " class=%s" : "%s", kind);
}

static void put_bracket(const struct svi_cell *value, struct svi_buf *out)
{
    char text[SVI_CELL_SIZE];
    svi_cell_bracket(value, "–", text);
    const size_t size = strcspn(text, " ");
    text[size] = '\0';
    svi_html_format(out, "<b>%s</b> <small>%s</small>", text, text + size + 1);
}

static void put_value(const struct svi_column *c, const struct svi_cell *value, unsigned decimals,
                      struct svi_buf *out)
{
    char cell[SVI_CELL_SIZE];
    if (c->shape == SVI_BRACKET && value->kind != SVI_CELL_NONE) {
        put_bracket(value, out);
        return;
    }
    if (is_time(c) && value->kind == SVI_CELL_INT) {
        char time[SVI_HTML_TIME];
        svi_html_time((uint64_t)value->number, time);
        svi_html_text(out, time);
        return;
    }
    svi_cell_print(value, decimals, DASH, cell);
    if (value->kind == SVI_CELL_TEXT) {
        svi_html_text(out, cell);
    } else {
        svi_html_figure(out, cell);
    }
    if (c->shape == SVI_INTERVAL) {
        put_error(out, " <small>", value->real, decimals, "</small>");
    }
}

static void put_row(struct svi_page *page, const struct svi_page_table *t,
                    const struct shown shown[], unsigned n, const void *row)
{
    struct svi_buf *out = page->out;
    svi_out_text(out, "<tr>");
    for (unsigned k = 0; k < n; k++) {
        const struct svi_column *c = shown[k].column;
        struct svi_cell value;
        svi_out_text(out, "<td");
        put_class(c, out);
        svi_out_char(out, '>');
        svi_column_cell(c, row, &value);
        if (t->cell != NULL && t->cell(page, c, row)) {
            continue;
        }
        if (c->shape == SVI_CHART) {
            svi_chart_strip(out, &shown[k].scale, value.real, 0);
        } else {
            put_value(c, &value, shown[k].decimals, out);
        }
    }
    svi_out_char(out, '\n');
}

/* The scales of charts. */
static void put_axes(const struct shown shown[], unsigned n, struct svi_buf *out)
{
    svi_out_text(out, "<tfoot class=scale><tr>");
    for (unsigned k = 0; k < n; k++) {
        svi_out_text(out, "<td");
        put_class(shown[k].column, out);
        svi_out_char(out, '>');
        if (isfinite(shown[k].scale.low)) {
            svi_chart_axis(out, &shown[k].scale);
        }
    }
    svi_out_text(out, "</tfoot>");
}

/* A title, as a link where rows can be ordered by it. */
static void put_title(const struct svi_column *c, const struct svi_column_order *order,
                      const char *link, struct svi_buf *out)
{
    const bool is_order = order != NULL && order->column == c;
    if (c->shape == SVI_CHART) {
        return;
    }
    if (link == NULL || !svi_column_orders(c)) {
        put_name(c, out);
        return;
    }
    const bool up = is_order ? !order->ascending : svi_column_ascends(c);
    svi_html_format(out, "<a href=\"%s%s/%s\">", link, c->name, up ? "up" : "down");
    put_name(c, out);
    svi_out_text(out, !is_order          ? "</a>"
                      : order->ascending ? "</a> \xe2\x96\xb2"
                                         : "</a> \xe2\x96\xbc");
}

void svi_page_columns_ordered(struct svi_page *page, const struct svi_page_table *t,
                              const struct svi_column_order *order, const char *link)
{
    struct svi_buf *out = page->out;
    struct shown shown[MOST];
    const unsigned n = find_shown(t, shown);
    bool charts = false;
    char attributes[64];
    (void)snprintf(attributes, sizeof attributes, "class=\"%s\"", t->class);
    svi_page_table_begin(page, attributes, t->class);
    svi_out_text(out, "<thead><tr>");
    for (unsigned k = 0; k < n; k++) {
        const struct svi_column *c = shown[k].column;
        svi_out_text(out, "<th");
        if ((c->treated & SVI_COLUMN_NAME) == 0) {
            put_class(c, out);
        }
        svi_html_format(out, " title=\"%s\"", c->help);
        if (order != NULL && order->column == c) {
            svi_html_format(out, " aria-sort=%s", order->ascending ? "ascending" : "descending");
        }
        svi_out_char(out, '>');
        put_title(c, order, link, out);
        charts |= isfinite(shown[k].scale.low);
    }
    svi_out_text(out, "</thead>\n<tbody>\n");
    for (unsigned i = 0; i < t->rows->n; i++) {
        put_row(page, t, shown, n, svi_row(t->rows, i));
    }
    svi_out_text(out, "</tbody>\n");
    if (charts) {
        put_axes(shown, n, out);
    }
    svi_page_table_end(page);
}

void svi_page_columns(struct svi_page *page, const struct svi_page_table *t)
{
    svi_page_columns_ordered(page, t, NULL, NULL);
}

void svi_page_column_facts(struct svi_page *page, const struct svi_page_table *t, const void *row)
{
    struct shown shown[MOST];
    const unsigned n = find_shown(t, shown);
    for (unsigned k = 0; k < n; k++) {
        struct svi_cell value;
        svi_column_cell(shown[k].column, row, &value);
        if (value.kind != SVI_CELL_NONE) {
            svi_html_format(page->out, "<li title=\"%s\">", shown[k].column->help);
            put_name(shown[k].column, page->out);
            svi_out_text(page->out, " <b>");
            put_value(shown[k].column, &value, shown[k].decimals, page->out);
            svi_out_text(page->out, "</b>\n");
        }
    }
}

/* ---- Markdown -------------------------------------------------------------------------------- */

void svi_markdown_text(struct svi_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (strchr("\\`*_{}[]()#+-.!|<>~&$@", c) != NULL) {
            svi_out_char(out, '\\');
        }
        svi_out_char(out, c < 0x20 || c == 0x7f ? '?' : *text);
    }
}

/* "··──●──··" in a code span. */
static void put_strip(struct svi_buf *out, const struct svi_chart_scale *scale,
                      struct svi_estimate e)
{
    const double range = scale->high > scale->low ? scale->high - scale->low : 1;
    svi_out_char(out, '`');
    for (int k = 0; k < STRIP; k++) {
        const double at = scale->low + range * k / (STRIP - 1), half = range / (STRIP - 1) / 2;
        if (isfinite(e.value) && fabs(e.value - at) <= half) {
            svi_out_text(out, "●");
        } else {
            svi_out_text(out,
                         isfinite(e.low) && at >= e.low - half && at <= e.high + half ? "─" : "·");
        }
    }
    svi_out_char(out, '`');
}

static void put_cell(struct svi_page *page, const struct svi_page_table *t,
                     const struct shown *shown, const void *row)
{
    struct svi_buf *out = page->out;
    const struct svi_column *c = shown->column;
    char cell[SVI_CELL_SIZE];
    struct svi_cell value;
    svi_column_cell(c, row, &value);
    if (t->cell != NULL && t->cell(page, c, row)) {
        return;
    }
    if (c->shape == SVI_CHART) {
        put_strip(out, &shown->scale, value.real);
        return;
    }
    if (c->shape == SVI_BRACKET && value.kind != SVI_CELL_NONE) {
        svi_cell_bracket(&value, "-", cell);
    } else if (is_time(c) && value.kind == SVI_CELL_INT) {
        svi_html_time((uint64_t)value.number, cell);
    } else {
        svi_cell_print(&value, shown->decimals, DASH, cell);
    }
    if (value.kind == SVI_CELL_TEXT) {
        svi_markdown_text(out, cell);
    } else {
        svi_out_text(out, cell);
    }
    if (c->shape == SVI_INTERVAL) {
        put_error(out, " ", value.real, shown->decimals, "");
    }
}

void svi_markdown_columns(struct svi_page *page, const struct svi_page_table *t)
{
    struct svi_buf *out = page->out;
    struct shown shown[MOST];
    const unsigned n = find_shown(t, shown);
    for (unsigned k = 0; k < n; k++) {
        svi_out_text(out, "| ");
        if (shown[k].column->shape != SVI_CHART) {
            put_name(shown[k].column, out);
        }
        svi_out_char(out, ' ');
    }
    svi_out_text(out, "|\n");
    for (unsigned k = 0; k < n; k++) {
        const struct svi_column *c = shown[k].column;
        svi_out_text(out, c->type == SVI_TEXT || c->shape == SVI_CHART ? "| --- " : "| ---: ");
    }
    svi_out_text(out, "|\n");
    for (unsigned i = 0; i < t->rows->n; i++) {
        for (unsigned k = 0; k < n; k++) {
            svi_out_text(out, "| ");
            put_cell(page, t, &shown[k], svi_row(t->rows, i));
            svi_out_char(out, ' ');
        }
        svi_out_text(out, "|\n");
    }
}
