#include "tools/serve/pages.h"

#include "tools/report/report.h"

#include "base/json.h"
#include "base/out.h"

#include <stdio.h>

#define SCHEDULE 40u /* deals */

void svi_pages_end(struct svi_page *page)
{
    svi_out_text(page->out, "}\n");
}

void svi_pages_league(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    svi_out_char(out, '{');
    svi_report_status(page, out);
    svi_json_rows(out, "bots");
    for (unsigned id = 0; id < page->f->n; id++) {
        svi_json_row(out);
        svi_json_int(out, "id", id);
        svi_json_string(out, "bot", page->f->league->bot[id]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_pages_end(page);
}

static void put_deal(void *user, const struct svi_pairing *p)
{
    const struct svi_page *page = user;
    struct svi_buf *out = page->out;
    svi_json_row(out);
    svi_json_int(out, "deal", p->deal);
    svi_json_int(out, "table", (int64_t)p->table);
    svi_json_key(out, "bots");
    svi_out_char(out, '[');
    for (unsigned s = 0; s < page->f->league->seats; s++) {
        svi_json_element(out, page->f->league->bot[p->bot[s]]);
    }
    svi_out_char(out, ']');
    svi_json_ints(out, "ids", p->bot, page->f->league->seats);
    svi_json_row_end(out);
}

void svi_pages_schedule(struct svi_page *page, struct svi_head *head, struct svi_model *m)
{
    (void)snprintf(head->title, sizeof head->title, "schedule");
    svi_report_begin(page, "schedule");
    svi_json_rows(page->out, "deals");
    if (page->f->sheet.tally.matches + page->f->hidden < page->f->sheet.tally.planned) {
        svi_model_next_deals(m, SCHEDULE, put_deal, page);
    }
    svi_json_rows_end(page->out);
    svi_pages_end(page);
}
