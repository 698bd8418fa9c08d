#include "tools/serve/games.h"

#include "store/reader.h"
#include "store/store.h"
#include "tools/replay/html.h"
#include "tools/report/game_columns.h"
#include "tools/report/html.h"
#include "tools/serve/model.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define LIST 100u
#define MOST_LIST 1000u
#define PAGES 16u /* of games, kept ready */

/* A game's page, which takes some tens of milliseconds to make. */
struct kept_page {
    uint64_t number, used;
    struct svi_buf page;
};

struct svi_site_games {
    const char *path;
    const atomic_bool *stop;
    struct svi_store *store;
    struct kept_page kept[PAGES];
    uint64_t uses;
};

enum sv_status svi_site_games_create(struct svi_site_games **out, const char *path,
                                     const atomic_bool *stop, char *error, size_t error_size)
{
    struct svi_site_games *games = calloc(1, sizeof *games);
    *out = NULL;
    if (games == NULL) {
        (void)snprintf(error, error_size, "no memory for the games");
        return SV_E_SYSTEM;
    }
    games->path = path;
    games->stop = stop;
    const enum sv_status status =
        svi_model_store(&games->store, path, NULL, stop, error, error_size);
    if (status != SV_OK) {
        free(games);
        return status;
    }
    *out = games;
    return SV_OK;
}

void svi_site_games_destroy(struct svi_site_games *games)
{
    if (games == NULL) {
        return;
    }
    for (unsigned k = 0; k < PAGES; k++) {
        svi_buf_finish(&games->kept[k].page);
    }
    svi_store_destroy(games->store);
    free(games);
}

bool svi_site_games_refresh(struct svi_site_games *games)
{
    bool changed = false;
    char error[SVI_STORE_ERROR];
    if (svi_store_changed(games->store, &changed) != SV_OK) {
        return false;
    }
    if (!changed) {
        return true;
    }
    if (svi_store_outdated(games->store)) {
        struct svi_store *fresh;
        if (svi_model_store(&fresh, games->path, games->store, games->stop, error, sizeof error) !=
            SV_OK) {
            return false;
        }
        svi_store_destroy(games->store);
        games->store = fresh;
        return true;
    }
    return svi_store_only_over(games->store) == SV_OK;
}

struct listing {
    struct svi_store *store;
    const struct svi_store_info *info;
    struct svi_page *page; /* NULL: JSON */
    struct svi_buf *out;
    uint64_t left, last;
    bool more;
};

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
        struct svi_game_row row;
        if (svi_game_row_init(&row, l->store, m) != SV_OK) {
            return false;
        }
        svi_json_row(l->out);
        svi_game_json(&row, l->out);
        svi_json_row_end(l->out);
    } else {
        struct svi_game_line line;
        svi_figures_line(l->store, m, &line);
        svi_page_game_row(l->page, &line);
    }
    return true;
}

/* A link to games below number `before` (0: to all), and to those of the same bot as far as that
 * was asked for. */
static void put_part(struct svi_buf *out, const struct svi_site_part *part, uint64_t before,
                     const char *text)
{
    svi_out_text(out, "<a class=chip href=\"/games");
    if (part->by_bot) {
        svi_html_format(out, "?bot=%" PRIu64, part->bot);
    }
    if (before > 0) {
        svi_html_format(out, "%sbefore=%" PRIu64, part->by_bot ? "&" : "?", before);
    }
    svi_html_format(out, "\">%s</a>\n", text);
}

/* Goes to a part by its number. */
static void put_jump(struct svi_buf *out, const struct svi_site_part *part)
{
    svi_out_text(out, "<form action=\"/games\"><label>Games before number <input type=number "
                      "name=before min=1 max=999999999 required></label> ");
    if (part->by_bot) {
        svi_html_format(out, "<input type=hidden name=bot value=%" PRIu64 ">", part->bot);
    }
    svi_out_text(out, "<button class=chip>show</button></form>\n");
}

static void put_head(struct svi_page *page, const struct svi_store_info *info,
                     const struct svi_site_part *part)
{
    static const struct svi_site_part all = {0};
    struct svi_buf *out = page->out;
    svi_pages_begin(page, "games", false);
    svi_out_text(out, "<section><h2>Games");
    if (part->by_bot) {
        svi_html_format(out, " of <a href=\"/bots/%" PRIu64 "\">%s</a>", part->bot,
                        info->bot[part->bot]);
    }
    if (part->before > 0) {
        svi_html_format(out, " before #%" PRIu64, part->before);
    }
    svi_out_text(out, "</h2>\n<p class=lead>Newest first.</p>\n");
    if (part->by_bot) {
        svi_out_text(out, "<p>");
        put_part(out, &all, 0, "games of all bots");
        svi_out_text(out, "</p>\n");
    }
    put_jump(out, part);
    svi_out_text(out, "<div class=wide><table class=games>");
    svi_page_game_titles(page);
}

enum sv_status svi_site_games_list(struct svi_site_games *games, struct svi_page *page,
                                   const struct svi_site_part *part, struct svi_buf *out)
{
    struct listing l = {.store = games->store,
                        .info = svi_store_info(games->store),
                        .page = page,
                        .out = out,
                        .left = part->limit == 0          ? LIST
                                : part->limit > MOST_LIST ? MOST_LIST
                                                          : part->limit};
    if (part->by_bot && part->bot >= l.info->n_bots) {
        return SV_E_UNKNOWN;
    }
    if (page == NULL) {
        svi_out_char(out, '{');
        svi_json_rows(out, "games");
    } else {
        put_head(page, l.info, part);
    }
    const uint64_t before = part->before > 0 ? part->before : SVI_MAX_MATCHES + 1;
    const enum sv_status status =
        page != NULL ? svi_store_results_back(games->store, part->by_bot ? (int)part->bot : -1,
                                              before, list_game, &l)
        : part->by_bot
            ? svi_store_results_of(games->store, (unsigned)part->bot, part->after, list_game, &l)
            : svi_store_results(games->store, part->after, list_game, &l);
    if (page == NULL) {
        svi_json_rows_end(out);
        svi_json_bool(out, "more", l.more);
        svi_out_text(out, "}\n");
    } else {
        svi_out_text(out, "</tbody></table></div>\n<p>");
        put_part(out, part, 0, "newest");
        if (l.more) {
            put_part(out, part, l.last, "older");
        }
        svi_out_text(out, "</p></section>\n");
        svi_page_end(page);
    }
    return status;
}

/* The way back from a game: the league, its games, and who sits there, each once. */
static void put_links(struct svi_buf *out, const struct svi_store_info *info,
                      const struct svi_game_line *line)
{
    svi_html_format(out,
                    "<nav class=\"league\" aria-label=\"League\"><a href=\"/\">%s</a><a "
                    "href=\"/games\">Games</a>",
                    info->name);
    for (unsigned s = 0; s < line->seats; s++) {
        unsigned before = 0;
        while (line->seat[before].bot != line->seat[s].bot) {
            before++;
        }
        if (before == s) {
            svi_html_format(out, "<a href=\"/bots/%u\">%s</a>", line->seat[s].bot,
                            info->bot[line->seat[s].bot]);
        }
    }
    svi_out_text(out, "</nav>\n");
}

/* Makes a game's page of its replay. */
static enum sv_status make_page(struct svi_site_games *games, uint64_t number,
                                const struct svi_buf *replay, struct svi_buf *page)
{
    char name[64], error[512];
    struct svi_game_line line;
    struct svi_buf links = {0};
    if (!svi_figures_read_game(games->store, number, &line)) {
        return SV_E_SYSTEM;
    }
    put_links(&links, svi_store_info(games->store), &line);
    (void)snprintf(name, sizeof name, "game %" PRIu64, number);
    const enum sv_status status =
        svi_replay_page(name, replay->data, replay->size, &links, page, error, sizeof error);
    svi_buf_finish(&links);
    return status;
}

static struct kept_page *find_page(struct svi_site_games *games, uint64_t number)
{
    struct kept_page *oldest = &games->kept[0];
    for (unsigned k = 0; k < PAGES; k++) {
        if (games->kept[k].number == number) {
            return &games->kept[k];
        }
        oldest = games->kept[k].used < oldest->used ? &games->kept[k] : oldest;
    }
    svi_buf_clear(&oldest->page);
    oldest->number = 0;
    return oldest;
}

enum sv_status svi_site_games_put(struct svi_site_games *games, uint64_t number, bool raw,
                                  struct svi_buf *out)
{
    struct svi_buf replay = {0};
    enum sv_status status = svi_store_replay(games->store, number, &replay);
    if (status == SV_OK && raw) {
        svi_buf_append(out, replay.data, replay.size);
    } else if (status == SV_OK) {
        struct kept_page *kept = find_page(games, number);
        if (kept->number == 0) {
            status = make_page(games, number, &replay, &kept->page);
        }
        if (status == SV_OK) {
            kept->number = number;
            kept->used = ++games->uses;
            svi_buf_append(out, kept->page.data, kept->page.size);
        }
    }
    svi_buf_finish(&replay);
    return status;
}
