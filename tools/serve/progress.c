#include "tools/serve/progress.h"

#include "store/reader.h"
#include "tools/report/html.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print(struct svi_site_progress *p)
{
    struct svi_buf text = {0};
    svi_standing_put(&p->standing, &text);
    (void)snprintf(p->text, sizeof p->text, "%.*s", text.failed ? 0 : (int)text.size,
                   (const char *)text.data);
    svi_buf_finish(&text);
}

static bool same_list(const struct svi_standing *a, const struct svi_standing *b)
{
    bool same = a->n_playing == b->n_playing;
    for (unsigned i = 0; same && i < a->n_playing; i++) {
        const struct svi_playing *x = &a->playing[i], *y = &b->playing[i];
        same = x->number == y->number && x->round == y->round && x->decisions == y->decisions;
    }
    return same;
}

enum sv_status svi_site_progress_read(struct svi_site_progress *p,
                                      const struct svi_site_progress *older,
                                      struct svi_store *store, bool running,
                                      const struct svi_ranking *ranking)
{
    uint64_t games = 0;
    enum sv_status status = running ? SV_OK : svi_store_count(store, &games);
    if (status == SV_OK) {
        status = svi_standing_read(&p->standing, store, running, ranking, games);
    }
    const struct svi_store_run *run = &p->standing.run;
    p->standing.run.command = NULL;       /* the store's, which may be gone when it is shown */
    if (running && p->standing.any_run) { /* they need not be counted */
        p->standing.games = run->before + run->games;
        p->standing.planned = run->planned;
    }
    p->version = older->version + !same_list(&p->standing, &older->standing);
    print(p);
    return status;
}

static void put_row(struct svi_page *page, const struct svi_playing *row)
{
    struct svi_buf *out = page->out;
    svi_html_format(out, "<tr id=t%" PRIu64 "><td class=num>#%" PRIu64 "<td>", row->number,
                    row->number);
    for (unsigned s = 0; s < row->seats; s++) {
        svi_out_text(out, s > 0 ? ", " : "");
        svi_page_bot_link(page, svi_figures_bot(page->f, row->bot[s]));
    }
    svi_html_format(out, "<td class=num>%" PRIu32 "<td class=num>%" PRIu32 "+\n", row->round,
                    row->decisions);
}

void svi_site_progress_page(const struct svi_site_progress *p, struct svi_page *page)
{
    struct svi_buf *out = page->out;
    svi_pages_begin(page, "in play", true);
    svi_out_text(out, "<section id=playing><h2>In play</h2>\n");
    if (p->standing.n_playing == 0) {
        svi_out_text(out, "<p>No game is being played now.</p></section>\n");
    } else {
        svi_html_format(out,
                        "<p class=lead>Up to %u games of each worker, as they stood within the "
                        "last two seconds. Money and deeds are shown when all games of the deal "
                        "are over.</p>\n<div class=wide><table>\n<thead><tr><th class=num>game"
                        "<th>bots, by seat<th class=num>round<th class=num>decisions</thead>\n"
                        "<tbody>\n",
                        SVI_PLAYING_MOST);
        for (unsigned i = 0; i < p->standing.n_playing; i++) {
            put_row(page, &p->standing.playing[i]);
        }
        svi_out_text(out, "</tbody></table></div></section>\n");
    }
    svi_page_end(page);
}

void svi_site_progress_json(const struct svi_site_progress *p, const struct svi_store_info *league,
                            struct svi_buf *out)
{
    const struct svi_standing *s = &p->standing;
    svi_out_char(out, '{');
    svi_json_string(out, "state", svi_standing_state(s));
    svi_json_int(out, "games", (int64_t)s->games);
    svi_json_int(out, "planned", (int64_t)s->planned);
    svi_standing_rate_json(s, out);
    svi_standing_playing_json(s, league, out);
    svi_out_text(out, "}\n");
}
