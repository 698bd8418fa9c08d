#include "tools/serve/site.h"

#include "memory/memory.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_runs.h"
#include "store/visible_games.h"
#include "tools/analysis/figure.h"
#include "tools/replay/html.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"
#include "tools/report/standing.h"
#include "tools/serve/documents.h"
#include "tools/serve/games.h"
#include "tools/serve/model.h"
#include "tools/serve/pages.h"
#include "tools/serve/picture.h"
#include "tools/serve/play_figures.h"

#include "base/json.h"
#include "base/out.h"
#include "base/time.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LEAST_REST_US 1000000  /* between two sets of figures: viewers read them all */
#define LONG_REST_US 1500000   /* is still short enough for viewers to see a deal within 2 s */
#define RESTS 100              /* times as long as figures took, they are left alone, */
#define FEWEST_RESTS 50        /*   and after a long computation only this many times */
#define LOOK_US 1000000        /* between two readings of progress */
#define HIDDEN_REST_US 5000000 /* while no further deal is over */

/* ---- progress -------------------------------------------------------------------------------- */

/* Progress of a running league and its matches in flight. Both are newer than the figures. The
 * thread that brings figures watches; answers show its last progress. */

#define TEXT 256u

struct svi_site_progress {
    struct svi_standing standing;
    char text[TEXT];  /* from svi_standing_put(), with the number of matches in play */
    uint64_t version; /* of the list of matches in flight */
};

/* Watches a store that another process may be writing, by a reader of its own. */
struct watch {
    struct svi_store *store;
    int writer;                /* svi_store_watch_writer() */
    struct svi_store_run seen; /* the last run, as of the last change of the store */
    int64_t look_at_us;        /* time of the next look */
    bool changed;              /* the store has changed since the last run was read */
    bool behind;               /* the store has changed since progress was read */
    bool unclear;              /* the change may be only in the matches in flight */
};

struct svi_site {
    struct svi_site_source source;

    /* The thread that brings figures. */
    struct watch watch;
    int64_t rest_until_us;
    int64_t rest_hidden_until_us;
    bool stale; /* there may be new figures */
    uint64_t versions;

    uint64_t found; /* games, when it was opened */
    atomic_ullong read;

    pthread_mutex_t lock;    /* around these; the first two come and stay together */
    struct svi_model *model; /* NULL: all is still being read */
    struct svi_site_progress *progress, *former; /* the one that is shown, and one to be filled */
    struct svi_site_games *games;                /* the thread that asks has it alone */
    struct svi_play_sample *sample;
    atomic_bool wanted;
};

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

static enum sv_status read_progress(struct watch *w, const struct svi_site_progress *now,
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

static enum sv_status failed(const struct watch *w, struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(w->store));
}

/* Starts to watch the store, before anything else opens it. Sets *games to the number of stored
 * games. Returns the errors of svi_store_create_reader(). Call watch_finish() in either case, after
 * all other readers are closed. */
static enum sv_status watch_init(struct watch *w, const char *path, uint64_t *games,
                                 struct svi_error *error)
{
    bool changed;
    *w = (struct watch){.writer = svi_store_watch_writer(path), .behind = true};
    const enum sv_status status = svi_store_create_reader(&w->store, path, error);
    if (status == SV_OK && (svi_store_changed(w->store, &changed) != SV_OK ||
                            svi_store_count(w->store, games) != SV_OK)) {
        return failed(w, error);
    }
    return status;
}

static void watch_finish(struct watch *w)
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

/* Looks for changes in the store.
 *
 * About every second, if progress is `wanted`, reads it into site->former and sets *looked. Progress
 * is read as well when new figures would be computed now (`rested`), so that viewers hear of both
 * together. Sets site->stale if there may be new figures; a change in the matches in flight makes
 * none. Returns SV_E_SYSTEM, with a line in `error`, if the store cannot be read. */
static enum sv_status watch_look(struct svi_site *site, bool wanted, bool rested, bool *looked,
                                 struct svi_error *error)
{
    struct watch *w = &site->watch;
    const struct svi_site_progress *now = site->progress;
    struct svi_site_progress *fresh = site->former;
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
        site->stale |= moved;
    }
    const bool due = svi_time_us() >= w->look_at_us || (rested && site->stale);
    if (wanted && due && (w->behind || now->standing.running)) {
        if (read_progress(w, now, fresh, &site->model->figures.sheet.tally) != SV_OK) {
            return failed(w, error);
        }
        *looked = true;
        site->stale |= w->unclear && fresh->version == now->version;
        w->unclear = false;
    }
    return SV_OK;
}

enum sv_status svi_site_create(struct svi_site **out, const struct svi_site_source *source,
                               struct svi_error *error)
{
    struct svi_site *site = svi_new(1, sizeof *site);
    *out = NULL;
    site->source = *source;
    pthread_mutex_init(&site->lock, NULL);
    site->sample = svi_play_sample_create(source->path);
    site->progress = svi_new(1, sizeof *site->progress);
    site->former = svi_new(1, sizeof *site->former);
    const enum sv_status status = watch_init(&site->watch, source->path, &site->found, error);
    if (status != SV_OK) {
        svi_site_destroy(site);
        return status;
    }
    *out = site;
    return SV_OK;
}

void svi_site_destroy(struct svi_site *site)
{
    if (site == NULL) {
        return;
    }
    svi_play_sample_destroy(site->sample);
    free(site->progress);
    free(site->former);
    svi_model_destroy(site->model);
    svi_site_games_destroy(site->games);
    watch_finish(&site->watch);
    pthread_mutex_destroy(&site->lock);
    free(site);
}

void svi_site_wanted(struct svi_site *site)
{
    atomic_store(&site->wanted, true);
}

uint64_t svi_site_games(const struct svi_site *site)
{
    return site->found;
}

bool svi_site_is_read(struct svi_site *site)
{
    pthread_mutex_lock(&site->lock);
    const bool is_read = site->model != NULL;
    pthread_mutex_unlock(&site->lock);
    return is_read;
}

static void tell(const struct svi_site *site, char text[SVI_SITE_NEWS])
{
    const struct svi_model *m = site->model;
    (void)snprintf(text, SVI_SITE_NEWS,
                   "{\"version\":%" PRIu64 ",\"games\":%" PRIu64 ",\"planned\":%" PRIu64
                   ",\"deals\":%" PRIu32 ",\"playing\":%" PRIu64 ",\"progress\":\"%s\"}",
                   m->version, m->figures.sheet.tally.matches, m->figures.sheet.tally.planned,
                   m->figures.sheet.ratings.deals, site->progress->version, site->progress->text);
}

/* Shows how far the league is by now; adds the kinds of news to *news. */
static void take_progress(struct svi_site *site, enum svi_site_news *news)
{
    struct svi_site_progress *fresh = site->former, *old = site->progress;
    if (fresh->standing.running != old->standing.running) {
        *news = SVI_SITE_FIGURES; /* every page says so */
    } else if (*news == SVI_SITE_SAME &&
               (fresh->version != old->version || strcmp(fresh->text, old->text) != 0)) {
        *news = SVI_SITE_PROGRESS;
    }
    pthread_mutex_lock(&site->lock);
    site->progress = fresh;
    site->former = old;
    pthread_mutex_unlock(&site->lock);
}

static enum sv_status read_first(struct svi_site *site, struct svi_error *error)
{
    struct svi_site_games *games;
    struct svi_model *model;
    SVI_TRY(svi_site_games_create(&games, &site->source, error));
    const enum sv_status status =
        svi_model_create(&model, &site->source, NULL, false, &site->read, error);
    if (status != SV_OK) {
        svi_site_games_destroy(games);
        return status;
    }
    model->version = ++site->versions;
    pthread_mutex_lock(&site->lock);
    site->games = games;
    site->model = model;
    pthread_mutex_unlock(&site->lock);
    return SV_OK;
}

/* Whether there are new figures of play. */
static bool renew_sample(struct svi_site *site)
{
    const struct svi_ranking *tally = &site->model->figures.sheet.tally;
    pthread_mutex_lock(&site->lock);
    const bool renewed = svi_play_sample_turn(site->sample, tally->matches, tally->planned,
                                              site->progress->standing.running);
    if (renewed) {
        site->model->version = ++site->versions;
    }
    pthread_mutex_unlock(&site->lock);
    return renewed;
}

/* Returns the time of this thread alone: other programs' load does not count. */
static int64_t own_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* How long figures rest that took so long. */
static int64_t rest_after(int64_t took_us)
{
    int64_t rest_us = RESTS * took_us;
    if (rest_us > LONG_REST_US) {
        rest_us = FEWEST_RESTS * took_us > LONG_REST_US ? FEWEST_RESTS * took_us : LONG_REST_US;
    }
    return rest_us > LEAST_REST_US ? rest_us : LEAST_REST_US;
}

/* Computes the figures anew. They leave out games of unfinished deals; how many there
 * are is told less often. */
static enum sv_status renew_figures(struct svi_site *site, enum svi_site_news *news,
                                    struct svi_error *error)
{
    struct svi_model *fresh;
    const int64_t now_us = svi_time_us();
    const int64_t began_us = own_us();
    atomic_store(&site->wanted, false);
    const enum sv_status status = svi_model_create(
        &fresh, &site->source, site->model, now_us < site->rest_hidden_until_us, NULL, error);
    const int64_t rest_us = rest_after(own_us() - began_us);
    site->rest_until_us = now_us + rest_us;
    if (rest_us <= LONG_REST_US) { /* so that viewers are told of both at once the next time too */
        site->watch.look_at_us = site->rest_until_us;
    }
    if (status != SV_OK || fresh == NULL) {
        return status; /* it stays stale */
    }
    site->stale = false;
    site->rest_hidden_until_us = now_us + HIDDEN_REST_US;
    struct svi_model *old = site->model; /* only this thread sets it */
    const bool differs = fresh->figures.sheet.tally.matches != old->figures.sheet.tally.matches ||
                         fresh->figures.hidden != old->figures.hidden ||
                         fresh->figures.league->matches != old->figures.league->matches ||
                         fresh->figures.n != old->figures.n;
    fresh->version = differs ? ++site->versions : old->version;
    *news = differs ? SVI_SITE_FIGURES : *news;
    pthread_mutex_lock(&site->lock);
    site->model = fresh;
    pthread_mutex_unlock(&site->lock);
    svi_model_destroy(old);
    return SV_OK;
}

enum sv_status svi_site_renew(struct svi_site *site, enum svi_site_news *news,
                              char text[SVI_SITE_NEWS], struct svi_error *error)
{
    const bool first = site->model == NULL; /* only this thread sets it */
    bool looked = false;
    *news = SVI_SITE_SAME;
    enum sv_status status = first ? read_first(site, error) : SV_OK;
    if (status == SV_OK && (first || renew_sample(site))) {
        *news = SVI_SITE_FIGURES;
    }
    const bool wanted = first || atomic_load(&site->wanted);
    const bool rested = svi_time_us() >= site->rest_until_us;
    if (status == SV_OK) {
        status = watch_look(site, wanted, rested, &looked, error);
    }
    if (looked) {
        take_progress(site, news);
    }
    if (status == SV_OK && site->stale && rested && atomic_load(&site->wanted)) {
        status = renew_figures(site, news, error);
    }
    if (status != SV_OK) {
        *news = SVI_SITE_SAME;
    } else if (*news != SVI_SITE_SAME) {
        tell(site, text);
    }
    return status;
}

/* ---- what is at an address ------------------------------------------------------------------- */

/* At most SVI_PLAYING_MOST matches of each worker. */
static enum sv_status put_playing(struct svi_asked *a)
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

static void put_ranking(struct svi_page *page)
{
    svi_rank_print_json(&page->f->sheet, page->out);
}

/* Sources of an answer: the figures, or the store as it is now. Answers from the store are not
 * kept, but a game stays as it is. */
enum source { FIGURES, STORE, FIXED };

/* Addresses. In a pattern # is a number, and * the rest. A document has a page, and stands alone
 * at the same address below /api. */
static const struct route {
    const char *pattern;
    enum svi_site_type type; /* SVI_SITE_APP: a document */
    enum source source;
    enum sv_status (*put)(struct svi_asked *a); /* NULL: `all`, which always succeeds */
    void (*all)(struct svi_page *page);
} routes[] = {
    {"/", SVI_SITE_APP, FIGURES, .put = svi_pages_standings},
    {"/standings", SVI_SITE_APP, FIGURES, .put = svi_pages_standings},
    {"/standings/*", SVI_SITE_APP, FIGURES, .put = svi_pages_standings},
    {"/bots/#", SVI_SITE_APP, FIGURES, .put = svi_pages_bot},
    {"/pairs/#-#", SVI_SITE_APP, FIGURES, .put = svi_pages_pair},
    {"/schedule", SVI_SITE_APP, FIGURES, .put = svi_pages_schedule},
    {"/playing", SVI_SITE_APP, FIGURES, .put = put_playing},
    {"/game", SVI_SITE_APP, FIGURES, .put = svi_pages_the_game},
    {"/game/*", SVI_SITE_CSV, FIGURES, .put = svi_pages_the_game_csv},
    {"/games", SVI_SITE_APP, STORE, .put = svi_pages_games},
    {"/deals/#", SVI_SITE_APP, STORE, .put = svi_pages_deal},
    {"/games.csv", SVI_SITE_CSV, STORE, .put = svi_pages_games_csv},
    {"/games/#", SVI_SITE_GAME, FIXED, .put = svi_pages_game},
    {"/games/#.svr", SVI_SITE_REPLAY, FIXED, .put = svi_pages_game},
    {"/games/#.png", SVI_SITE_PNG, FIXED, .put = svi_pages_game},
    {"/report", SVI_SITE_APP, FIGURES, .all = svi_report_document},
    {"/api/league", SVI_SITE_JSON, FIGURES, .put = svi_pages_league},
    {"/api/ranking", SVI_SITE_JSON, FIGURES, .all = put_ranking},
    {"/news.atom", SVI_SITE_ATOM, FIGURES, .all = svi_report_atom},
#ifdef SOLVENT_SITE
    {"/ranking.png", SVI_SITE_PNG, FIGURES, .all = svi_picture_ranking},
#endif
};

static bool is_for_programs(const char *path)
{
    return strncmp(path, "/api/", strlen("/api/")) == 0;
}

/* Returns whether a path has the form of a pattern, and takes its numbers and its rest. Numbers
 * have no leading zeros and nine digits at most. */
static bool fits(const char *pattern, const char *path, struct svi_asked *a)
{
    unsigned numbers = 0;
    for (; *pattern != '\0' && *pattern != '*'; pattern++) {
        const size_t digits = strspn(path, "0123456789");
        if (*pattern != '#' && *pattern != *path) {
            return false;
        }
        if (*pattern == '#' && (digits == 0 || digits > 9 || (digits > 1 && *path == '0'))) {
            return false;
        }
        if (*pattern == '#') {
            a->number[numbers++] = strtoull(path, NULL, 10);
        }
        path += *pattern == '#' ? digits : 1;
    }
    a->rest = *pattern == '*' ? path : NULL;
    return *pattern == '*' || *path == '\0';
}

static const struct route *find_route(const char *path, struct svi_asked *a)
{
    const char *const name = is_for_programs(path) ? path + strlen("/api") : path;
    a->is_page = name == path;
    for (size_t k = 0; k < sizeof routes / sizeof *routes; k++) {
        if (fits(routes[k].pattern, routes[k].type == SVI_SITE_APP ? name : path, a)) {
            return &routes[k];
        }
    }
    return NULL;
}

bool svi_site_changes(enum svi_site_news news, const char *path)
{
    struct svi_asked a;
    const struct route *route = find_route(path, &a);
    return (news == SVI_SITE_FIGURES && route != NULL && route->source == FIGURES) ||
           (news == SVI_SITE_PROGRESS && route != NULL && route->put == put_playing);
}

/* Ends the document, and makes its page unless a program asks for the document alone. */
static void finish_document(struct svi_asked *a)
{
    SCOPED(svi_buf_finish) struct svi_buf document = {0};
    struct svi_buf *const out = a->page.out;
    if (!a->is_page) {
        a->type = SVI_SITE_JSON;
        svi_out_text(out, "}\n");
        return;
    }
    document = *out;
    *out = (struct svi_buf){0};
    svi_out_text(&document, "}\n");
    svi_site_page(&a->page, a->title, &a->about, &document);
}

/* Answers from the figures or the store. The site's lock keeps the figures meanwhile; a game needs
 * none of them, and takes longer. */
static void put_route(struct svi_site *site, const char *path, const struct svi_game_filter *filter,
                      struct svi_site_answer *answer)
{
    struct svi_asked a = {.filter = filter, .page.out = &answer->out};
    const struct route *const route = find_route(path, &a);
    enum sv_status status = route != NULL ? SV_OK : SV_E_UNKNOWN;
    if (route != NULL && route->source != FIGURES && !svi_site_games_refresh(site->games)) {
        status = SV_E_SYSTEM;
    }
    if (status == SV_OK && route->source != FIXED) {
        pthread_mutex_lock(&site->lock);
        a.model = site->model;
        a.play = svi_play_sample_get(site->sample);
        a.progress = site->progress;
        a.page = (struct svi_page){.f = &a.model->figures,
                                   .reader = a.model->store,
                                   .out = &answer->out,
                                   .store = site->source.path,
                                   .game_link = "/games/",
                                   .served = true,
                                   .site = site->source.url,
                                   .version = a.model->version};
        if (route->source == FIGURES && route->all != svi_report_document) { /* which stays */
            a.page.progress = a.progress->text;
        }
    }
    if (status == SV_OK) {
        a.games = site->games;
        a.type = route->type;
        if (route->put != NULL) {
            status = route->put(&a);
        } else {
            route->all(&a.page);
        }
        if (status == SV_OK && route->type == SVI_SITE_APP) {
            finish_document(&a);
        }
        if (route->source != FIXED) {
            pthread_mutex_unlock(&site->lock);
        }
        answer->type = a.type;
        answer->may_keep = route->source != STORE;
        svi_buf_finish(&a.about);
        if (route->source == FIGURES) {
            svi_site_wanted(site);
        }
    }
    answer->status = status == SV_OK ? 200 : status == SV_E_UNKNOWN ? 404 : 500;
}

/* Answers in a few words: how far the first reading is, whose page asks again every second, or why
 * there is nothing else. */
static void put_notice(const struct svi_site *site, const char *path, struct svi_site_answer *a)
{
    static const char refresh[] = "<meta http-equiv=refresh content=1>\n";
    static const struct svi_page_kind kind = {&svi_site_text, &svi_site_style, NULL};
    const bool reads = a->status == 503;
    const uint64_t read = atomic_load_explicit(&site->read, memory_order_relaxed);
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    svi_buf_clear(&a->out);
    a->type = is_for_programs(path) ? SVI_SITE_JSON : SVI_SITE_HTML;
    if (a->type == SVI_SITE_JSON && reads) {
        svi_out_format(&a->out, "{\"error\":503,\"read\":%" PRIu64 ",\"games\":%" PRIu64 "}\n",
                       read, site->found);
        return;
    }
    if (a->type == SVI_SITE_JSON) {
        svi_out_format(&a->out, "{\"error\":%u}\n", a->status);
        return;
    }
    if (reads) {
        svi_out_format(&text, "%" PRIu64 " of %" PRIu64 " games have been read%s", read,
                       site->found,
                       read < site->found ? ". The pages come when all are."
                                          : "; the figures are being computed.");
    } else {
        svi_out_text(&text,
                     strcmp(path, "/open") == 0
                         ? "This build has no page that opens recorded games: it was made without "
                           "clang for WebAssembly. <code>solvent replay GAME.svr --html "
                           "GAME.html</code> makes the page of one game."
                     : a->status == 404 ? "No such page. A game appears when its deal is finished."
                                        : "This cannot be shown now.");
    }
    const struct svi_page_head head = {.title = reads              ? "Reading"
                                                : a->status == 404 ? "Not here"
                                                                   : "Not now",
                                       .served = true};
    const struct svi_page_word words[] = {{"refresh", refresh, reads ? strlen(refresh) : 0},
                                          {"text", text.data, text.size}};
    svi_page_put(&a->out, &kind, &head, words, 2);
    a->out.failed = a->out.failed || text.failed;
}

/* A style or script that pages share. Its address is made of its bytes. */
static bool put_file(const char *path, struct svi_site_answer *a)
{
    static const struct {
        const struct svi_page_file *file;
        enum svi_site_type type;
    } files[] = {
        {&svi_site_style, SVI_SITE_STYLE},
#ifdef SOLVENT_SITE
        {&svi_site_script, SVI_SITE_SCRIPT},
        {&svi_page_style, SVI_SITE_STYLE},
        {&svi_page_script, SVI_SITE_SCRIPT},
#endif
    };
    char own[SVI_PAGE_PATH];
    for (size_t k = 0; strncmp(path, "/site/", 6) == 0 && k < sizeof files / sizeof *files; k++) {
        svi_page_path(files[k].file, files[k].type == SVI_SITE_SCRIPT ? "js" : "css", own);
        if (strcmp(path, own) == 0) {
            a->type = files[k].type;
            svi_buf_append(&a->out, files[k].file->bytes, files[k].file->size);
            return true;
        }
    }
    return false;
}

/* The page on which a reader's browser opens a game of its own: nothing is sent here. */
static bool put_opener(const struct svi_site *site, const char *path, struct svi_site_answer *a)
{
    if (strcmp(path, "/open") != 0 || !svi_replay_has_opener()) {
        return false;
    }
    SCOPED(svi_buf_finish) struct svi_buf links = {0};
    svi_out_text(&links, "<nav class=\"league\" aria-label=\"League\"><a href=\"/\">Standings</a>"
                         "</nav>\n");
    const struct svi_replay_served served = {.links = &links, .site = site->source.url};
    svi_replay_opener(&served, &a->out);
    a->out.failed = a->out.failed || links.failed;
    a->type = SVI_SITE_OPENER;
    return true;
}

void svi_site_answer(struct svi_site *site, const char *path, const struct svi_game_filter *filter,
                     struct svi_site_answer *answer)
{
    *answer = (struct svi_site_answer){.status = 200, .type = SVI_SITE_HTML, .may_keep = true};
    if (!put_opener(site, path, answer) && !put_file(path, answer) &&
        !svi_site_document(path, site->source.url, answer)) { /* these wait for nothing */
        if (svi_site_is_read(site)) {
            put_route(site, path, filter, answer);
        } else {
            answer->status = 503;
        }
    }
    if (answer->out.failed) {
        answer->status = 500;
    }
    if (answer->status != 200) {
        put_notice(site, path, answer);
    }
}
