/* Each against each, whether one number says it all, and what was traded. */
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"
#include "tools/report/rank_field.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct svi_meeting *meeting(const struct svi_figures *f, unsigned i, unsigned j)
{
    return &f->field.meeting[(size_t)i * f->field.n + j];
}

/* The pair's page, or "#p3-7", its games. */
static void open_pair(struct svi_page *page, unsigned i, unsigned j)
{
    svi_html_format(page->out, "<a href=\"%s%u-%u\">", page->served ? "/pairs/" : "#p", i, j);
}

/* ---- each against each ----------------------------------------------------------------------- */

static void put_cell(struct svi_page *page, unsigned i, unsigned j)
{
    const struct svi_meeting *m = meeting(page->f, i, j);
    struct svi_buf *out = page->out;
    if (i == j || m->games == 0) {
        svi_out_text(out, "<td class=self>");
        return;
    }
    const double v = m->ahead.value;
    const unsigned heat = (unsigned)(v * 10 + 0.5);
    const bool sure = m->ahead.low > 0.5 || m->ahead.high < 0.5;
    svi_html_format(out, "<td class=\"h%u%s\">", heat > 10 ? 10 : heat, sure ? " sure" : "");
    open_pair(page, i, j);
    svi_html_format(out, "%s</a>", svi_figure(100 * v, 0, "").text);
}

/* A table of each bot that is shown against each. */
static void put_table(struct svi_page *page,
                      void (*put)(struct svi_page *page, unsigned i, unsigned j))
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    struct svi_buf *out = page->out;
    svi_page_table_begin(page, "class=cross", "each against each");
    svi_out_text(out, "<thead><tr><th class=num><th>bot");
    for (unsigned j = 0; j < sheet->ratings.n_order; j++) {
        svi_html_format(out, "<th>%u", j + 1);
    }
    svi_out_text(out, "</thead>\n<tbody>\n");
    for (unsigned i = 0; i < sheet->ratings.n_order; i++) {
        svi_html_format(out, "<tr><th class=num>%u<th class=bot>", i + 1);
        svi_page_bot_link(page, sheet->ratings.order[i]);
        for (unsigned j = 0; j < sheet->ratings.n_order; j++) {
            put(page, sheet->ratings.order[i], sheet->ratings.order[j]);
        }
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</tbody>");
    svi_page_table_end(page);
}

void svi_page_cross(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    if (!page->f->has_field) {
        return;
    }
    svi_out_text(
        out,
        "<section id=cross><h2>Each against each</h2>\n<p class=lead>How often the bot of the row "
        "finished ahead of the bot of the column, in 100 of their shared games. A tie counts half. "
        "Bold: 50 is outside the 95% interval. Select a figure to see more of the pair.</p>\n");
    put_table(page, put_cell);
    svi_out_text(out, "</section>\n");
}

/* ---- pairs ---------------------------------------------------------------------------------- */

static bool put_pair_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct svi_pair_row *r = row;
    struct svi_cell value;
    if ((column->treated & SVI_COLUMN_NAME) != 0) {
        svi_page_bot_link(page, strcmp(column->name, "bot") == 0 ? r->bot : r->against);
    } else if (strcmp(column->name, "games") == 0) {
        open_pair(page, r->bot, r->against);
        svi_html_format(page->out, "%" PRIu64 "</a>", svi_pair_meeting(r)->games);
    } else if (column->shape == SVI_LIST) {
        for (unsigned k = 0;; k++) {
            column->get(row, k, &value);
            if (value.kind == SVI_CELL_END) {
                break;
            }
            svi_out_text(page->out, k == 0 ? "" : " ");
            svi_page_game_link(page, (uint64_t)value.number);
        }
    } else {
        return false;
    }
    return true;
}

void svi_page_pairs(struct svi_page *page, const struct svi_rows *rows, unsigned where)
{
    const struct svi_page_table table = {&svi_pair_columns, rows, where, "pairs", put_pair_cell};
    svi_page_columns(page, &table);
}
