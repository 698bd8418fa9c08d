#include "tools/serve/site.h"

#include "memory/memory.h"
#include "store/store.h"
#include "tools/replay/html.h"
#include "tools/report/figure.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"
#include "tools/serve/documents.h"
#include "tools/serve/games.h"
#include "tools/serve/model.h"
#include "tools/serve/pages.h"
#include "tools/serve/picture.h"
#include "tools/serve/play_figures.h"
#include "tools/serve/progress.h"

#include "base/out.h"
#include "base/time.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST_REST_US 1000000  /* between two sets of figures: viewers read them all */
#define LONG_REST_US 1500000   /* is still short enough for viewers to see a deal within 2 s */
#define RESTS 100              /* times as long as figures took, they are left alone, */
#define FEWEST_RESTS 50        /*   and after a long computation only this many times */
#define HIDDEN_REST_US 5000000 /* while no further deal is over */

struct svi_site {
    struct svi_site_source source;

    /* The thread that brings figures. */
    struct svi_site_watch watch;
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
    const enum sv_status status =
        svi_site_watch_init(&site->watch, source->path, &site->found, error);
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
    svi_site_watch_finish(&site->watch);
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
    enum sv_status status = svi_site_games_create(&games, &site->source, error);
    if (status != SV_OK) {
        return status;
    }
    status = svi_model_create(&model, &site->source, NULL, false, &site->read, error);
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
        status = svi_site_watch_look(&site->watch, site->progress, site->former,
                                     &site->model->figures.sheet.tally, wanted, rested, &looked,
                                     &site->stale, error);
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

bool svi_site_changes(enum svi_site_news news, const char *path)
{
    const bool is_fixed = strncmp(path, "/games/", 7) == 0 || strncmp(path, "/site/", 6) == 0;
    return (news == SVI_SITE_FIGURES && !is_fixed) ||
           (news == SVI_SITE_PROGRESS &&
            (strcmp(path, "/playing") == 0 || strcmp(path, "/api/playing") == 0));
}

/* ---- which page is meant --------------------------------------------------------------------- */

/* Reads a number and moves *at behind it. Numbers have no leading zeros and nine digits at most. */
static bool read_number(const char **at, uint64_t *number)
{
    const size_t n = strspn(*at, "0123456789");
    if (n == 0 || n > 9 || (n > 1 && **at == '0')) {
        return false;
    }
    *number = strtoull(*at, NULL, 10);
    *at += n;
    return true;
}

/* "/games/17.svr" with before "/games/" and behind ".svr": 17. */
static bool number_in(const char *path, const char *before, const char *behind, uint64_t *number)
{
    const char *at = path + strlen(before);
    return strncmp(path, before, strlen(before)) == 0 && read_number(&at, number) &&
           strcmp(at, behind) == 0;
}

/* "/pairs/3-7", of two bots that differ. */
static bool pair_in(const char *path, unsigned bots, uint64_t pair[2])
{
    static const char before[] = "/pairs/";
    const char *at = path + strlen(before);
    return strncmp(path, before, strlen(before)) == 0 && read_number(&at, &pair[0]) &&
           *at++ == '-' && read_number(&at, &pair[1]) && *at == '\0' && pair[0] < bots &&
           pair[1] < bots && pair[0] != pair[1];
}

static bool is_for_programs(const char *path)
{
    return strncmp(path, "/api/", strlen("/api/")) == 0;
}

/* Ends the document in a->out, and makes its page, unless a program asks for the document alone. */
static void finish_document(const struct svi_page *page, struct svi_head *head, const char *path,
                            struct svi_site_answer *a)
{
    a->type = SVI_SITE_JSON;
    svi_out_text(&a->out, "}\n");
    if (!is_for_programs(path) && a->status == 200) {
        struct svi_buf document = a->out;
        a->out = (struct svi_buf){0};
        a->type = SVI_SITE_APP;
        svi_site_page(page, head->title, &head->about, &document);
        svi_buf_finish(&document);
    }
    svi_buf_finish(&head->about);
}

/* Appends the document of a page that is made from the figures. `name` is the path of the page; the
 * same path below /api has the document alone. Returns false if no such page exists. */
static bool put_document(struct svi_site *site, const char *name, struct svi_page *page,
                         struct svi_head *head)
{
    struct svi_model *m = site->model;
    const size_t ranked = strlen("/standings/");
    uint64_t pair[2], id;
    if (strcmp(name, "/") == 0 || strcmp(name, "/standings") == 0 ||
        (strncmp(name, "/standings/", ranked) == 0 &&
         svi_pages_order(name + ranked, &page->order))) {
        svi_pages_standings(page);
    } else if (number_in(name, "/bots/", "", &id) && id < m->figures.n) {
        svi_pages_bot(page, head, (unsigned)id);
    } else if (strcmp(name, "/schedule") == 0) {
        svi_pages_schedule(page, head, m);
    } else if (strcmp(name, "/playing") == 0) {
        (void)snprintf(head->title, sizeof head->title, "in play");
        svi_site_progress_json(site->progress, page);
    } else if (strcmp(name, "/game") == 0) {
        svi_pages_game(page, head, svi_play_sample_get(site->sample));
    } else if (pair_in(name, m->figures.n, pair)) {
        svi_pages_pair(page, head, (unsigned)pair[0], (unsigned)pair[1]);
    } else {
        return false;
    }
    return true;
}

static void put_ranking(struct svi_page *page)
{
    svi_rank_print_json(&page->f->sheet, page->out);
}

/* Appends what a fixed address answers. Returns false if no such address exists. */
static bool put_fixed(const char *path, struct svi_page *page, enum svi_site_type *type)
{
    static const struct {
        const char *path;
        enum svi_site_type type;
        void (*put)(struct svi_page *page);
    } fixed[] = {{"/report", SVI_SITE_APP, svi_report_html},
                 {"/news.atom", SVI_SITE_ATOM, svi_report_atom},
#ifdef SOLVENT_SITE
                 {"/ranking.png", SVI_SITE_PNG, svi_picture_ranking},
#endif
                 {"/api/league", SVI_SITE_JSON, svi_pages_league},
                 {"/api/ranking", SVI_SITE_JSON, put_ranking},
                 {"/api/report", SVI_SITE_JSON, svi_report_json}};
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) {
        if (strcmp(path, fixed[k].path) == 0) {
            *type = fixed[k].type;
            fixed[k].put(page);
            return true;
        }
    }
    return false;
}

/* Answers with a page or a document that is made from the figures; the caller has the lock. Returns
 * false if no page has this path. */
static bool from_figures(struct svi_site *site, const char *path,
                         const struct svi_game_filter *filter, struct svi_site_answer *a)
{
    static const char game[] = "/game/";
    const bool is_report = strcmp(path, "/report") == 0; /* which follows nothing */
    struct svi_model *m = site->model;
    struct svi_page page = {.f = &m->figures,
                            .reader = m->store,
                            .out = &a->out,
                            .store = site->source.path,
                            .game_link = "/games/",
                            .served = true,
                            .site = site->source.url,
                            .progress = is_report ? NULL : site->progress->text,
                            .version = m->version,
                            .after = filter->after,
                            .limit = filter->limit};
    struct svi_head head = {0};
    if (put_document(site, is_for_programs(path) ? path + strlen("/api") : path, &page, &head)) {
        finish_document(&page, &head, path, a);
        return true;
    }
    a->type = SVI_SITE_CSV;
    return put_fixed(path, &page, &a->type) ||
           (strncmp(path, game, strlen(game)) == 0 &&
            svi_pages_game_csv(&m->figures, svi_play_sample_get(site->sample), path + strlen(game),
                               &a->out));
}

/* Answers with a list of games or a deal, read from the store as it is now; the caller has the
 * lock. */
static void put_games(struct svi_site *site, const char *path, uint64_t deal,
                      const struct svi_game_filter *filter, struct svi_site_answer *a)
{
    struct svi_page page = {.f = &site->model->figures,
                            .out = &a->out,
                            .served = true,
                            .site = site->source.url,
                            .version = site->model->version};
    struct svi_head head = {0};
    const enum sv_status status =
        deal > 0 ? svi_site_games_deal(site->games, &page, &head, deal)
                 : svi_site_games_list(site->games, &page, &head, filter, !is_for_programs(path));
    a->status = status == SV_OK ? 200 : status == SV_E_UNKNOWN ? 404 : 500;
    finish_document(&page, &head, path, a);
}

/* Answers with games, a deal or a replay, read from the store as it is now. Returns false if no
 * page has this path. */
static bool from_store(struct svi_site *site, const char *path,
                       const struct svi_game_filter *filter, struct svi_site_answer *a)
{
    const char *name = is_for_programs(path) ? path + strlen("/api") : path;
    uint64_t number = 0;
    static const struct {
        const char *ending;
        enum svi_site_type type;
    } forms[] = {[SVI_SITE_FORM_PAGE] = {"", SVI_SITE_GAME},
                 [SVI_SITE_FORM_REPLAY] = {".svr", SVI_SITE_REPLAY},
                 [SVI_SITE_FORM_PICTURE] = {".png", SVI_SITE_PNG}};
    const unsigned n_forms = sizeof forms / sizeof *forms;
    unsigned form = 0;
    while (form < n_forms && !number_in(path, "/games/", forms[form].ending, &number)) {
        form++;
    }
    const bool deal = number_in(name, "/deals/", "", &number);
    const bool csv = strcmp(path, "/games.csv") == 0;
    if (form == n_forms && !csv && strcmp(name, "/games") != 0 && !(deal && number > 0)) {
        return false;
    }
    if (!svi_site_games_refresh(site->games)) {
        a->status = 500;
    } else if (form < n_forms) {
        a->type = forms[form].type;
        const enum sv_status status =
            svi_site_games_put(site->games, number, (enum svi_site_form)form, &a->out);
        a->status = status == SV_OK ? 200 : status == SV_E_UNKNOWN ? 404 : 500;
    } else if (csv) {
        a->type = SVI_SITE_CSV;
        a->status = svi_site_games_csv(site->games, &a->out) == SV_OK ? 200 : 500;
    } else {
        pthread_mutex_lock(&site->lock);
        put_games(site, path, deal ? number : 0, filter, a);
        pthread_mutex_unlock(&site->lock);
    }
    return true;
}

/* Appends a page of a few words, and finishes the words. With `again` the page asks again every
 * second. */
static void put_notice(struct svi_buf *out, const char *title, bool again, struct svi_buf *text)
{
    static const char refresh[] = "<meta http-equiv=refresh content=1>\n";
    static const struct svi_page_kind kind = {&svi_site_text, &svi_site_style, NULL};
    const struct svi_page_word words[] = {{"refresh", refresh, again ? strlen(refresh) : 0},
                                          {"text", text->data, text->size}};
    svi_page_put(out, &kind, &(struct svi_page_head){.title = title, .served = true}, words, 2);
    out->failed = out->failed || text->failed;
    svi_buf_finish(text);
}

/* How far reading is; the page asks again by itself. */
static void put_reading(struct svi_site *site, const char *path, struct svi_site_answer *a)
{
    const uint64_t read = atomic_load_explicit(&site->read, memory_order_relaxed);
    struct svi_buf *out = &a->out, text = {0};
    a->status = 503;
    if (is_for_programs(path)) {
        a->type = SVI_SITE_JSON;
        svi_out_format(out, "{\"error\":503,\"read\":%" PRIu64 ",\"games\":%" PRIu64 "}\n", read,
                       site->found);
        return;
    }
    svi_out_int(&text, (int64_t)read);
    svi_out_text(&text, " of <b>");
    svi_out_int(&text, (int64_t)site->found);
    svi_out_text(&text, read < site->found
                            ? "</b> games have been read. The pages come when all are."
                            : "</b> games have been read; the figures are being computed.");
    put_notice(out, "Reading", true, &text);
}

static void put_problem(const char *path, struct svi_site_answer *a)
{
    svi_buf_clear(&a->out);
    if (a->type == SVI_SITE_JSON || is_for_programs(path)) {
        a->type = SVI_SITE_JSON;
        svi_out_format(&a->out, "{\"error\":%u}\n", a->status);
        return;
    }
    a->type = SVI_SITE_HTML;
    struct svi_buf text = {0};
    svi_out_text(&text,
                 strcmp(path, "/open") == 0
                     ? "This build has no page that opens recorded games: it was made without "
                       "clang for WebAssembly. <code>solvent replay GAME.svr --html "
                       "GAME.html</code> makes the page of one game."
                 : a->status == 404 ? "No such page. A game appears when its deal is finished."
                                    : "This cannot be shown now.");
    put_notice(&a->out, a->status == 404 ? "Not here" : "Not now", false, &text);
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
    struct svi_buf links = {0};
    svi_out_text(&links, "<nav class=\"league\" aria-label=\"League\"><a href=\"/\">Standings</a>"
                         "</nav>\n");
    const struct svi_replay_served served = {.links = &links, .site = site->source.url};
    svi_replay_opener(&served, &a->out);
    a->out.failed = a->out.failed || links.failed;
    a->type = SVI_SITE_OPENER;
    svi_buf_finish(&links);
    return true;
}

void svi_site_answer(struct svi_site *site, const char *path, const struct svi_game_filter *filter,
                     struct svi_site_answer *answer)
{
    *answer = (struct svi_site_answer){.status = 200, .type = SVI_SITE_HTML};
    if (put_opener(site, path, answer) || put_file(path, answer) ||
        svi_site_document(path, site->source.url, answer)) { /* they wait for nothing */
        if (answer->status != 200) {
            put_problem(path, answer);
        }
        return;
    }
    if (!svi_site_is_read(site)) {
        put_reading(site, path, answer);
        return;
    }
    if (!from_store(site, path, filter, answer)) {
        pthread_mutex_lock(&site->lock);
        if (!from_figures(site, path, filter, answer)) {
            answer->status = 404;
        }
        pthread_mutex_unlock(&site->lock);
        svi_site_wanted(site);
    }
    if (answer->out.failed) {
        answer->status = 500;
    }
    if (answer->status != 200) {
        put_problem(path, answer);
    }
}
