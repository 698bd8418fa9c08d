#include "tools/serve/progress.h"

#include "store/store_matches.h"
#include "store/store_runs.h"
#include "store/visible_games.h"
#include "tools/report/report.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"
#include "base/time.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOOK_US 1000000 /* between two readings of progress */

static void print(struct svi_site_progress *p)
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    svi_standing_put(&p->standing, false, &text);
    (void)snprintf(p->text, sizeof p->text, "%.*s", text.failed ? 0 : (int)text.size,
                   (const char *)text.data);
}

static bool same_list(const struct svi_standing *a, const struct svi_standing *b)
{
    bool same = a->n_playing == b->n_playing;
    for (unsigned i = 0; same && i < a->n_playing; i++) {
        const struct svi_playing *x = &a->playing[i], *y = &b->playing[i];
        same = x->number == y->number && x->round == y->round && x->decisions == y->decisions &&
               x->alive == y->alive;
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
    if (svi_store_changed(w->store, &changed) != SV_OK) {
        return failed(w, error);
    }
    w->changed |= changed;
    if (w->changed && svi_store_last_run(w->store, &run, &any) != SV_OK) {
        return failed(w, error);
    }
    if (w->changed) {
        w->changed = false;
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

/* At most SVI_PLAYING_MOST matches of each worker. */
enum sv_status svi_pages_playing(struct svi_asked *a)
{
    const struct svi_standing *s = &a->progress->standing;
    struct svi_buf *const out = a->page.out;
    (void)snprintf(a->title, sizeof a->title, "in play");
    svi_report_begin(&a->page, "playing");
    svi_json_members(out, JSON_TEXT("state", svi_standing_state(s)), JSON_INT("games", s->games),
                     JSON_INT("planned", s->planned));
    svi_standing_rate_json(s, out);
    svi_json_int(out, "games_of_each_worker", SVI_PLAYING_MOST);
    svi_standing_playing_json(s, a->page.f->league, true, out);
    return SV_OK;
}
