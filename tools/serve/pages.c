#include "tools/serve/pages.h"

#include "store/reader.h"
#include "tools/replay/html.h"
#include "tools/report/html.h"
#include "tools/serve/request.h"

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
            svi_page_bot_link(page, svi_figures_bot(page->f, other));
            svi_out_char(out, '\n');
        }
    }
    svi_out_text(out, "</ul></section>\n");
}

void svi_pages_bot(struct svi_page *page, unsigned id)
{
    const unsigned bot = svi_figures_bot(page->f, id);
    struct svi_buf about = {0};
    svi_page_about_bot(page, bot, &about);
    svi_pages_begin_about(page, page->f->league->bot[id], true, &about);
    svi_page_bot(page, bot);
    put_entry(page, id);
    svi_page_end(page);
}

static void deal_row(void *user, const struct svi_pairing *p)
{
    struct svi_page *page = user;
    struct svi_buf *out = page->out;
    svi_html_format(out, "<tr><td class=num>%" PRIu32 "<td class=num>%" PRIu64 "<td>", p->deal,
                    p->table);
    for (unsigned s = 0; s < page->f->league->seats; s++) {
        svi_out_text(out, s > 0 ? ", " : "");
        svi_page_bot_link(page, svi_figures_bot(page->f, p->bot[s]));
    }
    svi_out_char(out, '\n');
}

void svi_pages_schedule(struct svi_page *page, struct svi_model *m)
{
    const uint64_t planned = m->figures.sheet.tally.planned;
    const uint64_t in = m->figures.sheet.tally.matches;
    struct svi_buf *out = page->out;
    svi_pages_begin(page, "schedule", true);
    svi_out_text(out, "<section id=schedule><h2>Schedule</h2>\n<p>");
    if (in + m->figures.hidden >= planned) {
        svi_out_text(out, "All scheduled games have been played.</p></section>\n");
    } else {
        svi_html_count(out, planned - in);
        svi_html_format(out,
                        " games of %" PRIu64
                        " are to be played, or hidden until their deal is over; a deal has %" PRIu32
                        " games.</p>\n<h3>Next deals</h3>\n<p class=lead>Sorted by number. Several "
                        "deals are played at once, in an order that keeps all bots equally "
                        "far.</p>\n",
                        planned, m->schedule.lanes);
        svi_page_table_begin(page, "", "next deals");
        svi_out_text(out, "<thead><tr><th class=num>deal<th "
                          "class=num>table<th>bots, in the first seating</thead>\n<tbody>\n");
        svi_model_next_deals(m, SCHEDULE, deal_row, page);
        svi_out_text(out, "</tbody>");
        svi_page_table_end(page);
        svi_out_text(out, "</section>\n");
    }
    svi_page_end(page);
}

void svi_pages_league_json(const struct svi_model *m, struct svi_buf *out)
{
    const struct svi_figures *f = &m->figures;
    svi_out_char(out, '{');
    svi_json_string(out, "league", f->league->name);
    svi_json_string(out, "edition", f->league->edition);
    svi_json_int(out, "version", (int64_t)m->version);
    svi_json_int(out, "games", (int64_t)f->sheet.tally.matches);
    svi_json_int(out, "hidden", (int64_t)f->hidden);
    svi_json_int(out, "planned", (int64_t)f->sheet.tally.planned);
    svi_json_int(out, "deals", f->sheet.ratings.deals);
    svi_json_int(out, "games_of_a_deal", f->league->lanes);
    svi_json_int(out, "seats", f->league->seats);
    svi_json_rows(out, "bots");
    for (unsigned id = 0; id < f->n; id++) {
        svi_json_row(out);
        svi_json_int(out, "id", id);
        svi_json_string(out, "bot", f->league->bot[id]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

struct deal_list {
    const struct svi_store_info *league;
    struct svi_buf *out;
};

static void deal_json(void *user, const struct svi_pairing *p)
{
    struct deal_list *l = user;
    svi_json_row(l->out);
    svi_json_int(l->out, "deal", p->deal);
    svi_json_int(l->out, "table", (int64_t)p->table);
    svi_json_key(l->out, "bots");
    svi_out_char(l->out, '[');
    for (unsigned s = 0; s < l->league->seats; s++) {
        svi_json_element(l->out, l->league->bot[p->bot[s]]);
    }
    svi_out_char(l->out, ']');
    svi_json_row_end(l->out);
}

void svi_pages_schedule_json(struct svi_model *m, struct svi_buf *out)
{
    struct deal_list l = {m->figures.league, out};
    svi_out_char(out, '{');
    svi_json_rows(out, "deals");
    svi_model_next_deals(m, SCHEDULE, deal_json, &l);
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}
