#include "tools/serve/site.h"

#include "arbiter/clock.h"
#include "arbiter/league_store.h"
#include "tools/replay/html.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESTS 50 /* times as long as figures took, they are left alone */
#define LIST 100u
#define MOST_LIST 1000u
#define PAGES 16u /* of games, kept ready */
#define SCHEDULE 40u

/* The figures of one moment, with the reader that they were read by. */
struct model {
    struct svi_store *store;
    struct svi_figures figures;
    struct svi_plan plan;
    uint64_t version;
};

/* A game's page, which takes some tens of milliseconds to make. */
struct kept_page {
    uint64_t number, used;
    struct svi_buf page;
};

struct svi_site {
    const char *path;

    /* The thread that brings figures. */
    struct svi_store *watched; /* tells whether there is news */
    int64_t rest_until_us;
    bool stale;
    uint64_t versions;

    pthread_mutex_t lock; /* around the model */
    struct model *model;
    atomic_bool wanted;

    /* The thread that asks. */
    struct svi_store *games; /* as new as can be: a game is there as soon as its deal is over */
    struct kept_page kept[PAGES];
    uint64_t uses;
};

/* ---- figures ------------------------------------------------------------------------------------------- */

static void model_destroy(struct model *m)
{
    if (m != NULL) {
        svi_figures_finish(&m->figures);
        svi_plan_finish(&m->plan);
        svi_store_destroy(m->store);
        free(m);
    }
}

static enum sv_status open_store(struct svi_store **store, const char *path, char *error,
                                 size_t error_size)
{
    enum sv_status status = svi_store_create_reader(store, path, error, error_size);
    if (status == SV_OK && (status = svi_store_only_over(*store)) != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(*store));
        svi_store_destroy(*store);
        *store = NULL;
    }
    return status;
}

static enum sv_status model_create(struct model **out, const char *path, char *error,
                                   size_t error_size)
{
    const struct svi_rank_options options = {.prior = 1.0};
    struct model *m = calloc(1, sizeof *m);
    *out = NULL;
    if (m == NULL) {
        (void)snprintf(error, error_size, "no memory for the figures");
        return SV_E_SYSTEM;
    }
    enum sv_status status = open_store(&m->store, path, error, error_size);
    if (status == SV_OK) {
        status = svi_league_store_plan(m->store, &m->plan, error, error_size);
        if (status == SV_OK) {
            status = svi_figures_init(&m->figures, m->store, &options, error, error_size);
            if (status != SV_OK) {
                svi_plan_finish(&m->plan);
            }
        }
        if (status != SV_OK) {
            svi_store_destroy(m->store);
        }
    }
    if (status != SV_OK) {
        free(m);
        return status;
    }
    *out = m;
    return SV_OK;
}

enum sv_status svi_site_create(struct svi_site **out, const char *path, char *error,
                               size_t error_size)
{
    struct svi_site *site = calloc(1, sizeof *site);
    *out = NULL;
    if (site == NULL) {
        (void)snprintf(error, error_size, "no memory for the pages");
        return SV_E_SYSTEM;
    }
    site->path = path;
    pthread_mutex_init(&site->lock, NULL);
    enum sv_status status = svi_store_create_reader(&site->watched, path, error, error_size);
    bool changed;
    if (status == SV_OK && svi_store_changed(site->watched, &changed) != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(site->watched));
        status = SV_E_SYSTEM;
    }
    if (status == SV_OK) {
        status = open_store(&site->games, path, error, error_size);
    }
    if (status == SV_OK) {
        status = model_create(&site->model, path, error, error_size);
    }
    if (status != SV_OK) {
        svi_site_destroy(site);
        return status;
    }
    site->model->version = ++site->versions;
    *out = site;
    return SV_OK;
}

void svi_site_destroy(struct svi_site *site)
{
    if (site == NULL) {
        return;
    }
    for (unsigned k = 0; k < PAGES; k++) {
        svi_buf_finish(&site->kept[k].page);
    }
    model_destroy(site->model);
    svi_store_destroy(site->games);
    svi_store_destroy(site->watched);
    pthread_mutex_destroy(&site->lock);
    free(site);
}

void svi_site_wanted(struct svi_site *site)
{
    atomic_store(&site->wanted, true);
}

enum sv_status svi_site_renew(struct svi_site *site, bool *news, char text[256], char *error,
                              size_t error_size)
{
    bool changed = false;
    *news = false;
    if (svi_store_changed(site->watched, &changed) != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(site->watched));
        return SV_E_SYSTEM;
    }
    site->stale |= changed;
    const int64_t began_us = svi_clock_us();
    if (!site->stale || began_us < site->rest_until_us || !atomic_load(&site->wanted)) {
        return SV_OK;
    }
    struct model *fresh;
    site->stale = false;
    atomic_store(&site->wanted, false);
    const enum sv_status status = model_create(&fresh, site->path, error, error_size);
    const int64_t ended_us = svi_clock_us();
    site->rest_until_us = ended_us + RESTS * (ended_us - began_us);
    if (status != SV_OK) {
        site->stale = true;
        return status;
    }
    struct model *old = site->model; /* nobody else sets it */
    *news = fresh->figures.sheet.tally.matches != old->figures.sheet.tally.matches ||
            fresh->figures.hidden != old->figures.hidden ||
            fresh->figures.league->matches != old->figures.league->matches ||
            fresh->figures.n != old->figures.n;
    fresh->version = *news ? ++site->versions : old->version;
    (void)snprintf(text, 256,
                   "{\"version\":%" PRIu64 ",\"games\":%" PRIu64 ",\"planned\":%" PRIu64
                   ",\"deals\":%" PRIu32 "}",
                   fresh->version, fresh->figures.sheet.tally.matches,
                   fresh->figures.sheet.tally.planned, fresh->figures.sheet.ratings.deals);
    pthread_mutex_lock(&site->lock);
    site->model = fresh;
    pthread_mutex_unlock(&site->lock);
    model_destroy(old);
    return SV_OK;
}

/* ---- pages ----------------------------------------------------------------------------------------------- */

static const char nav[] = "<a href=\"/\">Standings</a><a href=\"/schedule\">Schedule</a><a "
                          "href=\"/games\">Games</a><a href=\"/report\">Report</a><a "
                          "href=\"/api/ranking\">JSON</a>";

static void begin(struct svi_page *page, const char *more, bool live)
{
    char title[2 * SV_MAX_NAME + 8];
    (void)snprintf(title, sizeof title, "%s%s%s", page->f->league->name, more != NULL ? " · " : "",
                   more != NULL ? more : "");
    svi_page_begin(page, title, nav, live ? "/events" : NULL);
}

static void put_standings(struct svi_page *page)
{
    begin(page, NULL, true);
    svi_page_ranking(page);
    svi_page_steps(page);
    svi_page_cross(page);
    svi_page_incidents(page);
    svi_page_end(page);
}

static void put_entry(struct svi_page *page, unsigned id)
{
    const struct svi_store_entry *e = &page->f->league->entry[id];
    struct svi_buf *out = page->out;
    svi_out_text(out, "<section><h2>Version</h2>\n<ul class=facts>\n<li>");
    svi_html_text(out, svi_status_name(e->status));
    if (e->reason != NULL) {
        svi_out_text(out, ": ");
        svi_html_text(out, e->reason);
    }
    svi_out_text(out, "\n<li>in the league file: <b>");
    svi_html_text(out, e->origin);
    svi_out_text(out, "</b>\n");
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

static void put_bot(struct svi_page *page, unsigned id)
{
    begin(page, page->f->league->bot[id], true);
    svi_page_bot(page, svi_figures_bot(page->f, id));
    put_entry(page, id);
    svi_page_end(page);
}

static bool is_in(const uint8_t *in, uint64_t number)
{
    return (in[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

/* Calls `each` with the next deals that are not over. */
static void next_deals(struct model *m, unsigned most,
                       void (*each)(void *user, const struct svi_pairing *p), void *user)
{
    const uint64_t matches =
        m->plan.matches < m->figures.league->matches ? m->plan.matches : m->figures.league->matches;
    uint8_t *in = calloc((size_t)(m->figures.league->matches + 7) / 8 + 1, 1);
    if (in != NULL && svi_store_finished(m->store, in) == SV_OK) {
        for (uint64_t n = 1; n <= matches && most > 0; n += m->plan.lanes) {
            if (!is_in(in, n) && !svi_plan_is_off(&m->plan, n)) {
                struct svi_pairing pairing;
                svi_plan_match(&m->plan, n, &pairing);
                each(user, &pairing);
                most--;
            }
        }
    }
    free(in);
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

static void put_schedule(struct svi_page *page, struct model *m)
{
    const uint64_t planned = m->figures.sheet.tally.planned;
    const uint64_t in = m->figures.sheet.tally.matches;
    struct svi_buf *out = page->out;
    begin(page, "schedule", true);
    svi_out_text(out, "<section id=schedule><h2>Schedule</h2>\n<p>");
    if (in + m->figures.hidden >= planned) {
        svi_out_text(out, "Everything that is planned has been played.</p></section>\n");
    } else {
        svi_html_count(out, planned - in);
        svi_html_format(
            out,
            " games of %" PRIu64 " are not to be seen yet; each deal is of %" PRIu32
            " games, shown when all of them are over.</p>\n<h3>Next deals</h3>\n<p class=lead>By "
            "their numbers; several are played at once, and in an order in which all bots get on "
            "alike.</p>\n<div class=wide><table>\n<thead><tr><th class=num>deal<th "
            "class=num>table<th>bots, as they sit first</thead>\n<tbody>\n",
            planned, m->plan.lanes);
        next_deals(m, SCHEDULE, deal_row, page);
        svi_out_text(out, "</tbody></table></div></section>\n");
    }
    svi_page_end(page);
}

static void put_report(struct svi_page *page)
{
    svi_page_report(page);
}

/* ---- games ------------------------------------------------------------------------------------------------ */

/* Sees what has been written since the last time. */
static bool refresh(struct svi_site *site)
{
    bool changed = false;
    char error[SVI_SITE_ERROR];
    if (svi_store_changed(site->games, &changed) != SV_OK) {
        return false;
    }
    if (!changed) {
        return true;
    }
    if (svi_store_outdated(site->games)) {
        struct svi_store *fresh;
        if (open_store(&fresh, site->path, error, sizeof error) != SV_OK) {
            return false;
        }
        svi_store_destroy(site->games);
        site->games = fresh;
        return true;
    }
    return svi_store_only_over(site->games) == SV_OK;
}

struct listing {
    const struct svi_store_info *info;
    struct svi_page *page; /* NULL: JSON */
    struct svi_buf *out;
    uint64_t left, last;
    bool more;
};

static void put_game_json(struct svi_buf *out, const struct svi_store_info *info,
                          const struct svi_store_match *m)
{
    svi_json_row(out);
    svi_json_int(out, "game", (int64_t)m->number);
    svi_json_int(out, "deal", m->deal);
    svi_json_int(out, "table", (int64_t)m->table);
    svi_json_int(out, "seating", m->seating);
    svi_json_string(out, "ended", sv_why_name(m->why));
    svi_json_int(out, "rounds", m->rounds);
    svi_json_int(out, "decisions", m->decisions);
    svi_json_key(out, "seats");
    for (unsigned s = 0; s < m->seats; s++) {
        const struct svi_store_seat *seat = &m->seat[s];
        svi_out_text(out, s == 0 ? "[{" : ",{");
        svi_json_string(out, "bot", info->bot[seat->bot]);
        svi_json_int(out, "id", seat->bot);
        svi_json_int(out, "place", seat->place);
        svi_json_int(out, "worth", seat->worth);
        svi_json_bool(out, "forfeited", seat->forfeited);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    svi_json_row_end(out);
}

static bool list_game(void *user, const struct svi_store_match *m)
{
    struct listing *l = user;
    if (l->left == 0) {
        l->more = true;
        return false;
    }
    l->left--;
    l->last = m->number;
    if (l->page == NULL) {
        put_game_json(l->out, l->info, m);
    } else {
        struct svi_game_line line = {.number = m->number,
                                     .deal = m->deal,
                                     .rounds = m->rounds,
                                     .decisions = m->decisions,
                                     .why = m->why,
                                     .seats = (uint8_t)m->seats};
        for (unsigned s = 0; s < m->seats; s++) {
            line.seat[s].bot = (uint16_t)m->seat[s].bot;
            line.seat[s].place = m->seat[s].place;
            line.seat[s].forfeited = m->seat[s].forfeited;
        }
        svi_page_game_row(l->page, &line);
    }
    return true;
}

static enum sv_status put_list(struct svi_site *site, struct svi_page *page, uint64_t after,
                               uint64_t limit, struct svi_buf *out)
{
    struct listing l = {.info = svi_store_info(site->games),
                        .page = page,
                        .out = out,
                        .left = limit == 0          ? LIST
                                : limit > MOST_LIST ? MOST_LIST
                                                    : limit};
    if (page == NULL) {
        svi_out_char(out, '{');
        svi_json_rows(out, "games");
    } else {
        begin(page, "games", false);
        svi_html_format(
            out,
            "<section><h2>Games after #%" PRIu64
            "</h2>\n<div class=wide><table class=games><thead><tr><th class=num>game<th "
            "class=num>deal<th class=num>rounds<th>ended<th>who finished ahead of whom"
            "</thead>\n<tbody>\n",
            after);
    }
    const enum sv_status status = svi_store_results(site->games, after, list_game, &l);
    if (page == NULL) {
        svi_json_rows_end(out);
        svi_json_bool(out, "more", l.more);
        svi_out_text(out, "}\n");
    } else {
        svi_out_text(out, "</tbody></table></div>\n<p><a class=chip href=\"/games\">first</a>");
        if (l.more) {
            svi_html_format(out, " <a class=chip href=\"/games?after=%" PRIu64 "\">next</a>",
                            l.last);
        }
        svi_out_text(out, "</p></section>\n");
        svi_page_end(page);
    }
    return status;
}

static struct kept_page *find_page(struct svi_site *site, uint64_t number)
{
    struct kept_page *oldest = &site->kept[0];
    for (unsigned k = 0; k < PAGES; k++) {
        if (site->kept[k].number == number) {
            return &site->kept[k];
        }
        oldest = site->kept[k].used < oldest->used ? &site->kept[k] : oldest;
    }
    svi_buf_clear(&oldest->page);
    oldest->number = 0;
    return oldest;
}

static unsigned put_game(struct svi_site *site, uint64_t number, bool raw, struct svi_buf *out)
{
    struct svi_buf replay = {0};
    char name[64], error[512];
    enum sv_status status = svi_store_replay(site->games, number, &replay);
    if (status == SV_OK && raw) {
        svi_buf_append(out, replay.data, replay.size);
    } else if (status == SV_OK) {
        struct kept_page *kept = find_page(site, number);
        if (kept->number == 0) {
            (void)snprintf(name, sizeof name, "game %" PRIu64, number);
            status =
                svi_replay_page(name, replay.data, replay.size, &kept->page, error, sizeof error);
        }
        if (status == SV_OK) {
            kept->number = number;
            kept->used = ++site->uses;
            svi_buf_append(out, kept->page.data, kept->page.size);
        }
    }
    svi_buf_finish(&replay);
    return status == SV_OK ? 200 : status == SV_E_UNKNOWN ? 404 : 500;
}

/* ---- which page is meant ------------------------------------------------------------------------------------ */

/* "/games/17.svr" with before "/games/" and behind ".svr": 17. Numbers have no leading zeros and nine digits at most. */
static bool number_in(const char *path, const char *before, const char *behind, uint64_t *number)
{
    const size_t length = strlen(before);
    if (strncmp(path, before, length) != 0) {
        return false;
    }
    const char *digits = path + length;
    const size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > 9 || (n > 1 && digits[0] == '0') || strcmp(digits + n, behind) != 0) {
        return false;
    }
    *number = strtoull(digits, NULL, 10);
    return true;
}

static void put_league(struct model *m, struct svi_buf *out)
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

/* What is made of the figures; false: there is no such page. With the lock. */
static bool from_figures(struct svi_site *site, const char *path, struct svi_site_answer *a)
{
    struct model *m = site->model;
    struct svi_page page = {.f = &m->figures,
                            .out = &a->out,
                            .store = site->path,
                            .game_link = "/games/",
                            .served = true};
    uint64_t id;
    if (strcmp(path, "/") == 0) {
        put_standings(&page);
    } else if (strcmp(path, "/schedule") == 0) {
        put_schedule(&page, m);
    } else if (strcmp(path, "/report") == 0) {
        put_report(&page);
    } else if (number_in(path, "/bots/", "", &id) && id < m->figures.n) {
        put_bot(&page, (unsigned)id);
    } else if (strcmp(path, "/api/league") == 0) {
        a->type = SVI_SITE_JSON;
        put_league(m, &a->out);
    } else if (strcmp(path, "/api/ranking") == 0) {
        a->type = SVI_SITE_JSON;
        svi_rank_print_json(&m->figures.sheet, &a->out);
    } else if (strcmp(path, "/api/report") == 0) {
        a->type = SVI_SITE_JSON;
        svi_report_json(&page);
    } else if (strcmp(path, "/api/schedule") == 0) {
        struct deal_list l = {m->figures.league, &a->out};
        a->type = SVI_SITE_JSON;
        svi_out_char(&a->out, '{');
        svi_json_rows(&a->out, "deals");
        next_deals(m, SCHEDULE, deal_json, &l);
        svi_json_rows_end(&a->out);
        svi_out_text(&a->out, "}\n");
    } else {
        return false;
    }
    return true;
}

/* What is read off the store as it is now; false: there is no such page. */
static bool from_store(struct svi_site *site, const char *path, uint64_t after, uint64_t limit,
                       struct svi_site_answer *a)
{
    uint64_t number = 0;
    const bool page = number_in(path, "/games/", "", &number);
    const bool replay = !page && number_in(path, "/games/", ".svr", &number);
    const bool json = strcmp(path, "/api/games") == 0;
    if (!page && !replay && !json && strcmp(path, "/games") != 0) {
        return false;
    }
    if (!refresh(site)) {
        a->status = 500;
    } else if (page || replay) {
        a->type = page ? SVI_SITE_GAME : SVI_SITE_REPLAY;
        a->forever = true;
        a->status = put_game(site, number, replay, &a->out);
    } else {
        pthread_mutex_lock(&site->lock);
        struct svi_page list = {.f = &site->model->figures,
                                .out = &a->out,
                                .store = site->path,
                                .game_link = "/games/",
                                .served = true};
        a->type = json ? SVI_SITE_JSON : SVI_SITE_HTML;
        const enum sv_status status = put_list(site, json ? NULL : &list, after, limit, &a->out);
        pthread_mutex_unlock(&site->lock);
        a->status = status == SV_OK ? 200 : 500;
    }
    return true;
}

static void put_problem(struct svi_site_answer *a)
{
    svi_buf_clear(&a->out);
    a->forever = false;
    if (a->type == SVI_SITE_JSON) {
        svi_html_format(&a->out, "{\"error\":%u}\n", a->status);
        return;
    }
    a->type = SVI_SITE_HTML;
    svi_html_format(
        &a->out,
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>%u</title>\n<p>%s "
        "<a href=\"/\">The standings</a>\n</html>\n",
        a->status,
        a->status == 404 ? "There is no such page, or it is of a deal that is not over."
                         : "This cannot be shown now.");
}

void svi_site_answer(struct svi_site *site, const char *path, uint64_t after, uint64_t limit,
                     struct svi_site_answer *answer)
{
    *answer = (struct svi_site_answer){.status = 200, .type = SVI_SITE_HTML};
    if (!from_store(site, path, after, limit, answer)) {
        pthread_mutex_lock(&site->lock);
        if (!from_figures(site, path, answer)) {
            answer->status = 404;
        }
        pthread_mutex_unlock(&site->lock);
        svi_site_wanted(site);
    }
    if (answer->out.failed) {
        answer->status = 500;
    }
    if (answer->status != 200) {
        put_problem(answer);
    }
}

void svi_site_policy(enum svi_site_type type, struct svi_buf *out)
{
    svi_out_text(out,
                 "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    if (type == SVI_SITE_HTML) {
        svi_out_text(out, "; connect-src 'self'; img-src data:; script-src 'sha256-");
        svi_html_hash(out, svi_report_script.bytes, svi_report_script.size);
        svi_out_text(out, "'; style-src 'sha256-");
        svi_html_hash(out, svi_report_style.bytes, svi_report_style.size);
        svi_out_char(out, '\'');
    } else if (type == SVI_SITE_GAME) {
        svi_replay_page_policy(out);
    }
}
