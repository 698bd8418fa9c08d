/* The document of the standings. */
#include "memory/memory.h"
#include "tools/report/bot_columns.h"
#include "tools/report/rank_field.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <stdlib.h>
#include <string.h>

#define MOST 100u /* bots of a page */

bool svi_pages_order(const char *name, struct svi_column_order *order)
{
    for (unsigned k = 0; k < svi_bot_columns.count; k++) {
        const struct svi_column *c = &svi_bot_columns.column[k];
        const size_t length = strlen(c->name);
        if ((c->where & SVI_IN_PAGE) != 0 && svi_column_orders(c) &&
            strncmp(name, c->name, length) == 0 &&
            (strcmp(name + length, "/up") == 0 || strcmp(name + length, "/down") == 0)) {
            *order = (struct svi_column_order){c, strcmp(name + length, "/up") == 0};
            return true;
        }
    }
    return false;
}

static void put_bots(const struct svi_figures *f, const struct svi_rows *rows, struct svi_buf *out)
{
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < rows->n; i++) {
        const struct svi_bot_row *row = svi_row(rows, i);
        const unsigned id = row->bot;
        svi_json_row(out);
        svi_report_bot(f, id, out);
        svi_columns_json(&svi_bot_columns, row,
                         SVI_IN_PAGE | SVI_IN_LUCK | SVI_IN_INCIDENTS | SVI_IN_REPORT |
                             SVI_IN_LEAGUE | SVI_IN_FACTS,
                         out);
        svi_report_losses(&f->bot[id], out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

/* How often each of these bots finished ahead of each. */
static void put_field(const struct svi_figures *f, const unsigned bot[], unsigned n,
                      struct svi_buf *out)
{
    struct svi_pair_row *row = svi_new((size_t)n * n / 2 + 1, sizeof *row);
    struct svi_rows rows = {row, sizeof *row, 0};
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = i + 1; j < n; j++) {
            row[rows.n] = (struct svi_pair_row){&f->sheet, &f->field, f, bot[i], bot[j]};
            rows.n += svi_pair_meeting(&row[rows.n])->games > 0;
        }
    }
    svi_json_key(out, "field");
    svi_out_char(out, '{');
    svi_columns_json_all(&svi_pair_columns, &rows, SVI_IN_CROSS, "pairs", out);
    svi_out_char(out, '}');
    free(row);
}

/* Games with incidents: their first decision that went wrong is what a link leads to. */
static void put_games(const struct svi_figures *f, struct svi_buf *out)
{
    svi_json_rows(out, "games");
    for (size_t k = 0; k < f->n_games; k++) {
        bool any = false;
        for (unsigned s = 0; s < f->game[k].seats; s++) {
            any = any || f->game[k].seat[s].incident != 0;
        }
        if (any) {
            svi_report_game(f, &f->game[k], out);
        }
    }
    svi_json_rows_end(out);
}

void svi_pages_standings(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    unsigned bot[MOST];
    if (page->order.column != NULL) {
        (void)svi_column_sort(&page->order, row, &rows);
    }
    const unsigned all = rows.n, after = page->after < all ? (unsigned)page->after : all;
    const unsigned most = page->limit > 0 && page->limit < MOST ? (unsigned)page->limit : MOST;
    rows = (struct svi_rows){row + after, sizeof *row, all - after < most ? all - after : most};
    for (unsigned i = 0; i < rows.n; i++) {
        bot[i] = row[after + i].bot;
    }
    svi_report_begin(page, "standings");
    svi_json_string(out, "store", page->store);
    if (page->order.column != NULL) {
        svi_json_string(out, "order", page->order.column->name);
        svi_json_bool(out, "ascending", page->order.ascending);
    }
    svi_json_int(out, "after", after);
    svi_json_bool(out, "more", after + rows.n < all);
    const struct svi_document_table tables[] = {
        {"ranking", svi_bot_columns, rows, SVI_IN_PAGE, 0},
        {"luck", svi_bot_columns, rows, SVI_IN_LUCK, 0},
        {"incidents", svi_bot_columns, rows, SVI_IN_INCIDENTS, 0},
    };
    svi_tables_describe(tables, sizeof tables / sizeof *tables, out);
    svi_json_key(out, "ranking");
    svi_out_char(out, '{');
    svi_rank_summary_json(&f->sheet, out);
    svi_out_char(out, '}');
    svi_report_notes(f, out);
    put_bots(f, &rows, out);
    if (f->has_field) {
        put_field(f, bot, rows.n, out);
    }
    svi_report_steps(f, bot, rows.n, out);
    put_games(f, out);
    svi_pages_end(page);
    free(row);
}
