#include "tools/serve/pages.h"

#include "store/reader.h"
#include "tools/replay/html.h"
#include "tools/report/html.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SCHEDULE 40u

#define NAV                                                                                        \
    "<a href=\"/\">Standings</a><a href=\"/schedule\">Schedule</a><a href=\"/playing\">In "        \
    "play</a>"                                                                                     \
    "<a href=\"/games\">Games</a><a href=\"/game\">The game</a><a href=\"/report\">Report</a>"
#define NAV_END "<a href=\"/docs/\">Documents</a><a href=\"/api/ranking\">JSON</a>"

void svi_pages_begin(struct svi_page *page, const char *more, bool live)
{
    char title[3 * SV_MAX_NAME + 32];
    (void)snprintf(title, sizeof title, "%s%s%s", page->f->league->name, more != NULL ? " · " : "",
                   more != NULL ? more : "");
    svi_page_begin(page, title,
                   svi_replay_has_opener() ? NAV "<a href=\"/open\">Open a file</a>" NAV_END
                                           : NAV NAV_END,
                   live ? "/events" : NULL);
}

void svi_pages_begin_about(struct svi_page *page, const char *more, bool live,
                           struct svi_buf *about)
{
    page->about = about;
    svi_pages_begin(page, more, live);
    page->about = NULL;
    svi_buf_finish(about);
}

void svi_pages_standings(struct svi_page *page)
{
    svi_pages_begin(page, NULL, true);
    svi_page_ranking(page);
    svi_page_luck(page);
    svi_page_steps(page);
    svi_page_cross(page);
    svi_page_incidents(page);
    svi_out_text(page->out, "<section id=hashes><h2>Hashes</h2>\n");
    svi_page_hashes(page);
    svi_out_text(page->out, "</section>\n");
    svi_page_end(page);
}

static void put_entry(struct svi_page *page, unsigned id)
{
    const struct svi_store_entry *e = &page->f->league->entry[id];
    struct svi_buf *out = page->out;
    svi_html_format(out, "<section><h2>Version</h2>\n<ul class=facts>\n<li>%s", svi_store_state(e));
    if (e->reason != NULL) {
        svi_html_format(out, ": %s", e->reason);
    }
    svi_html_format(out, "\n<li>in the league file: <b>%s</b>\n", e->origin);
    if (e->versioned) {
        svi_out_text(out, "<li>made of files with the hash <code>");
        svi_out_hex(out, e->version, 8);
        svi_out_text(out, "</code>\n");
    }
    for (unsigned other = 0; other < page->f->n; other++) {
        const struct svi_store_entry *o = &page->f->league->entry[other];
        if (other != id && strcmp(o->origin, e->origin) == 0) {
            svi_out_text(out, "<li>another version: ");
            svi_page_bot_link(page, other);
            svi_out_char(out, '\n');
        }
    }
    svi_out_text(out, "</ul></section>\n");
}

void svi_pages_bot(struct svi_page *page, unsigned id)
{
    struct svi_buf about = {0};
    svi_page_about_bot(page, id, &about);
    svi_pages_begin_about(page, page->f->league->bot[id], true, &about);
    svi_page_bot(page, id);
    put_entry(page, id);
    svi_page_end(page);
}

/* ---- documents ------------------------------------------------------------------------------- */

static void put_status(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_json_string(out, "league", f->league->name);
    svi_json_string(out, "edition", f->league->edition);
    svi_json_string(out, "format", svi_page_format(f));
    svi_json_int(out, "version", (int64_t)page->version);
    svi_json_int(out, "games", (int64_t)f->sheet.tally.matches);
    svi_json_int(out, "hidden", (int64_t)f->hidden);
    svi_json_int(out, "left_out", (int64_t)f->sheet.tally.left_out);
    svi_json_int(out, "planned", (int64_t)f->sheet.tally.planned);
    svi_json_int(out, "deals", f->sheet.ratings.deals);
    svi_json_int(out, "games_of_a_deal", f->league->lanes);
    svi_json_int(out, "seats", f->league->seats);
}

void svi_pages_document(struct svi_page *page, const char *kind)
{
    struct svi_buf *out = page->out;
    svi_out_char(out, '{');
    svi_json_string(out, "page", kind);
    svi_json_key(out, "status");
    svi_out_char(out, '{');
    put_status(page);
    svi_json_int(out, "bots", page->f->n);
    if (page->progress != NULL) {
        svi_json_string(out, "progress", page->progress);
    }
    svi_json_bool(out, "opens_files", svi_replay_has_opener());
    svi_out_char(out, '}');
}

void svi_pages_end(struct svi_page *page)
{
    svi_out_text(page->out, "}\n");
}

void svi_pages_league(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    svi_out_char(out, '{');
    put_status(page);
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
    svi_pages_document(page, "schedule");
    svi_json_rows(page->out, "deals");
    if (page->f->sheet.tally.matches + page->f->hidden < page->f->sheet.tally.planned) {
        svi_model_next_deals(m, SCHEDULE, put_deal, page);
    }
    svi_json_rows_end(page->out);
    svi_pages_end(page);
}
