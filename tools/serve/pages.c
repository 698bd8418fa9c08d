#include "tools/serve/pages.h"

#include "memory/memory.h"
#include "tools/report/bot_columns.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"

#include "base/json.h"
#include "base/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEDULE 40u /* deals */

enum sv_status svi_pages_league(struct svi_asked *a)
{
    const struct svi_page *const page = &a->page;
    struct svi_buf *out = page->out;
    svi_out_char(out, '{');
    svi_report_status(page, out);
    svi_json_rows(out, "bots");
    for (unsigned id = 0; id < page->f->n; id++) {
        svi_json_object(out, JSON_INT("id", id), JSON_TEXT("bot", page->f->league->bot[id]));
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
    return SV_OK;
}

static void put_deal(void *user, const struct svi_pairing *p)
{
    const struct svi_page *page = user;
    struct svi_buf *out = page->out;
    svi_json_row(out);
    svi_json_members(out, JSON_INT("deal", p->deal), JSON_INT("table", p->table));
    svi_json_key(out, "bots");
    svi_out_char(out, '[');
    for (unsigned s = 0; s < page->f->league->seats; s++) {
        svi_json_element(out, page->f->league->bot[p->bot[s]]);
    }
    svi_out_char(out, ']');
    svi_json_ints(out, "ids", p->bot, page->f->league->seats);
    svi_json_row_end(out);
}

enum sv_status svi_pages_schedule(struct svi_asked *a)
{
    struct svi_page *const page = &a->page;
    (void)snprintf(a->title, sizeof a->title, "schedule");
    svi_report_begin(page, "schedule");
    svi_json_rows(page->out, "deals");
    if (page->f->sheet.tally.matches + page->f->hidden < page->f->sheet.tally.planned) {
        svi_model_next_deals(a->model, SCHEDULE, put_deal, page);
    }
    svi_json_rows_end(page->out);
    return SV_OK;
}

/* ---- standings ------------------------------------------------------------------------------- */

#define MOST 100u /* bots of a page */

/* Reads the order that an address asks for: a column of the ranking with "/up" or "/down". */
static bool find_order(const char *name, struct svi_column_order *order)
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
    struct svi_rows rows;
    SCOPED(scoped_free)
    struct svi_pair_row *row = svi_pair_rows(&f->sheet, &f->field, f, bot, n, &rows);
    svi_json_open(out, "field");
    svi_columns_json_all(&svi_pair_columns, &rows, SVI_IN_CROSS, "pairs", out);
    svi_out_char(out, '}');
}

enum sv_status svi_pages_standings(struct svi_asked *a)
{
    struct svi_page *const page = &a->page;
    const struct svi_figures *f = page->f;
    struct svi_column_order order = {0};
    if (a->rest != NULL && !find_order(a->rest, &order)) {
        return SV_E_UNKNOWN;
    }
    struct svi_buf *out = page->out;
    struct svi_rows rows;
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    unsigned bot[MOST];
    if (order.column != NULL) {
        (void)svi_column_sort(&order, row, &rows);
    }
    const unsigned all = rows.n, after = a->filter->value[SVI_FOR_AFTER] < all
                                             ? (unsigned)a->filter->value[SVI_FOR_AFTER]
                                             : all;
    const unsigned most =
        a->filter->value[SVI_FOR_LIMIT] > 0 && a->filter->value[SVI_FOR_LIMIT] < MOST
            ? (unsigned)a->filter->value[SVI_FOR_LIMIT]
            : MOST;
    rows = (struct svi_rows){row + after, sizeof *row, all - after < most ? all - after : most};
    for (unsigned i = 0; i < rows.n; i++) {
        bot[i] = row[after + i].bot;
    }
    svi_report_begin(page, "standings");
    svi_json_string(out, "store", page->store);
    if (order.column != NULL) {
        svi_json_members(out, JSON_TEXT("order", order.column->name),
                         JSON_BOOL("ascending", order.ascending));
    }
    svi_json_members(out, JSON_INT("after", after), JSON_BOOL("more", after + rows.n < all));
    const struct svi_document_table tables[] = {
        {"ranking", svi_bot_columns, rows, SVI_IN_PAGE, 0},
        {"luck", svi_bot_columns, rows, SVI_IN_LUCK, 0},
        {"incidents", svi_bot_columns, rows, SVI_IN_INCIDENTS, 0},
    };
    svi_tables_describe(tables, sizeof tables / sizeof *tables, out);
    svi_json_open(out, "ranking");
    svi_rank_summary_json(&f->sheet, out);
    svi_out_char(out, '}');
    svi_report_notes(f, out);
    put_bots(f, &rows, out);
    if (f->has_field) {
        put_field(f, bot, rows.n, out);
    }
    svi_report_steps(f, bot, rows.n, out);
    return SV_OK;
}
