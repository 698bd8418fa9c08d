#include "tools/serve/progress.h"

#include "store/reader.h"
#include "tools/report/html.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"
#include "base/time.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOOK_US 1000000 /* between two readings of progress */

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

static enum sv_status read_progress(struct svi_site_watch *w, const struct svi_site_progress *now,
                                    struct svi_site_progress *fresh,
                                    const struct svi_ranking *ranking)
{
    const bool running = svi_store_has_writer(w->writer); /* before: who ends was not killed */
    uint64_t games = 0;
    enum sv_status status = running ? SV_OK : svi_store_count(w->store, &games);
    if (status == SV_OK) {
        status = svi_standing_read(&fresh->standing, w->store, running, ranking, games);
    }
    struct svi_store_run *run = &fresh->standing.run;
    run->command = NULL;                      /* the store's, which may be gone when it is shown */
    if (running && fresh->standing.any_run) { /* they need not be counted */
        fresh->standing.games = run->before + run->games;
        fresh->standing.planned = run->planned;
    }
    fresh->version = now->version + !same_list(&fresh->standing, &now->standing);
    print(fresh);
    w->look_at_us = svi_time_us() + LOOK_US;
    w->behind = false;
    return status;
}

static enum sv_status failed(const struct svi_site_watch *w, struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(w->store));
}

enum sv_status svi_site_watch_init(struct svi_site_watch *w, const char *path, uint64_t *games,
                                   struct svi_error *error)
{
    bool changed;
    *w = (struct svi_site_watch){.writer = svi_store_watch_writer(path), .behind = true};
    const enum sv_status status = svi_store_create_reader(&w->store, path, error);
    if (status == SV_OK && (svi_store_changed(w->store, &changed) != SV_OK ||
                            svi_store_count(w->store, games) != SV_OK)) {
        return failed(w, error);
    }
    return status;
}

void svi_site_watch_finish(struct svi_site_watch *w)
{
    svi_store_destroy(w->store);
    if (w->writer > 0) {
        (void)close(w->writer);
    }
}

/* Whether a run has put in games, or ended, or another has begun. */
static bool has_moved(const struct svi_store_run *now, const struct svi_store_run *then)
{
    return now->began_ms != then->began_ms || now->games != then->games ||
           now->planned != then->planned || strcmp(now->ended, then->ended) != 0;
}

enum sv_status svi_site_watch_look(struct svi_site_watch *w, const struct svi_site_progress *now,
                                   struct svi_site_progress *fresh,
                                   const struct svi_ranking *ranking, bool wanted, bool rested,
                                   bool *looked, bool *stale, struct svi_error *error)
{
    struct svi_store_run run;
    bool changed = false, any = false;
    *looked = false;
    if (svi_store_changed(w->store, &changed) != SV_OK ||
        (changed && svi_store_last_run(w->store, &run, &any) != SV_OK)) {
        return failed(w, error);
    }
    if (changed) {
        const bool moved = !any || has_moved(&run, &w->seen);
        w->seen = run;
        w->behind = true;
        w->unclear |= !moved; /* matches in flight, or what no run writes */
        *stale |= moved;
    }
    const bool due = svi_time_us() >= w->look_at_us || (rested && *stale);
    if (wanted && due && (w->behind || now->standing.running)) {
        if (read_progress(w, now, fresh, ranking) != SV_OK) {
            return failed(w, error);
        }
        *looked = true;
        *stale |= w->unclear && fresh->version == now->version;
        w->unclear = false;
    }
    return SV_OK;
}

static void put_row(struct svi_page *page, const struct svi_playing *row)
{
    struct svi_buf *out = page->out;
    svi_html_format(out, "<tr id=t%" PRIu64 "><td class=num>#%" PRIu64 "<td class=who>",
                    row->number, row->number);
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
                        "last three seconds. Money and deeds are shown when all games of the deal "
                        "are over.</p>\n",
                        SVI_PLAYING_MOST);
        svi_page_table_begin(page, "class=playing", "games in play");
        svi_out_text(out, "<thead><tr><th class=num>game<th>bots, by seat<th class=num>round<th "
                          "class=num>decisions</thead>\n<tbody>\n");
        for (unsigned i = 0; i < p->standing.n_playing; i++) {
            put_row(page, &p->standing.playing[i]);
        }
        svi_out_text(out, "</tbody>");
        svi_page_table_end(page);
        svi_out_text(out, "</section>\n");
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
