#include "tools/serve/games.h"

#include "base/order.h"
#include "job/points.h"
#include "memory/memory.h"
#include "record/replay.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "store/visible_games.h"
#include "tools/console/help.h"
#include "tools/game_data/game_data.h"
#include "tools/replay/html.h"
#include "tools/report/game_columns.h"
#include "tools/report/report.h"
#include "tools/serve/game_index.h"
#include "tools/serve/model.h"
#include "tools/serve/pages.h"
#include "tools/serve/picture.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LIST 100u

struct svi_site_games {
    const struct svi_site_source *source;
    struct svi_store *store;
    struct svi_game_index *index;
    bool behind; /* a change of the store has not been read in full */
};

enum sv_status svi_site_games_create(struct svi_site_games **out,
                                     const struct svi_site_source *source, struct svi_error *error)
{
    struct svi_site_games *games = svi_new(1, sizeof *games);
    *out = NULL;
    games->source = source;
    enum sv_status status = svi_model_store(&games->store, source, NULL, error);
    games->index = svi_game_index_create();
    if (status == SV_OK) {
        status = svi_game_index_renew(games->index, games->store, true);
        (void)svi_fail(error, status, "%s",
                       svi_store_error(games->store)[0] != '\0' ? svi_store_error(games->store)
                                                                : "no memory for the games");
    }
    if (status != SV_OK) {
        svi_site_games_destroy(games);
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
    svi_game_index_destroy(games->index);
    svi_store_destroy(games->store);
    free(games);
}

bool svi_site_games_refresh(struct svi_site_games *games)
{
    bool changed = false;
    struct svi_error error;
    if (svi_store_changed(games->store, &changed) != SV_OK) {
        return false;
    }
    games->behind |= changed;
    if (games->behind && svi_store_outdated(games->store)) {
        struct svi_store *fresh;
        if (svi_model_store(&fresh, games->source, games->store, &error) != SV_OK) {
            return false;
        }
        svi_store_destroy(games->store);
        games->store = fresh;
    } else if (games->behind && svi_store_hide_unfinished(games->store) != SV_OK) {
        return false;
    }
    if (svi_game_index_renew(games->index, games->store, games->behind) != SV_OK) {
        return false;
    }
    games->behind = false;
    return true;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Names of bots, to choose from. */
static void put_bots(const struct svi_store_info *info, struct svi_buf *out)
{
    svi_json_key(out, "bots");
    for (unsigned id = 0; id < info->n_bots; id++) {
        svi_out_text(out, id == 0 ? "[" : ",");
        svi_out_json_string(out, info->bot[id]);
    }
    svi_out_char(out, ']');
}

enum sv_status svi_pages_games(struct svi_asked *a)
{
    struct svi_site_games *const games = a->games;
    const struct svi_store_info *info = svi_store_info(games->store);
    struct svi_game_filter filter = *a->filter;
    struct svi_game_choice choice;
    struct svi_buf *out = a->page.out;
    uint64_t *const value = filter.value;
    value[SVI_FOR_LIMIT] = filter.given[SVI_FOR_LIMIT] ? value[SVI_FOR_LIMIT] : LIST;
    if (!filter.given[SVI_FOR_ORDER] && !a->is_page) {
        value[SVI_FOR_ORDER] = SVI_SITE_OLDEST;
    }
    if (value[SVI_FOR_BOT] >= info->n_bots || value[SVI_FOR_AGAINST] >= info->n_bots) {
        return SV_E_UNKNOWN;
    }
    svi_game_index_choose(games->index, &filter, &choice);
    (void)snprintf(a->title, sizeof a->title, "games");
    svi_report_begin(&a->page, "games");
    svi_json_open(out, "asked");
    svi_game_filter_json(a->filter, out);
    svi_out_char(out, '}');
    svi_json_members(out, JSON_INT("chosen", choice.all), JSON_BOOL("more", choice.more),
                     JSON_BOOL("has_luck", svi_game_index_has_luck(games->index)));
    if (a->is_page) {
        put_bots(info, out);
    }
    return svi_games_json(games->store, a->page.f, choice.number, choice.n,
                          a->is_page ? SVI_IN_PAGE : SVI_IN_JSON | SVI_IN_TIME, "games", out);
}

struct csv {
    struct svi_store *store;
    struct svi_buf *out;
    enum sv_status status;
};

static bool put_csv(void *user, const struct svi_store_match *m)
{
    struct csv *csv = user;
    struct svi_game_row row;
    csv->status = svi_game_row_init(&row, csv->store, m, NULL);
    if (csv->status == SV_OK) {
        svi_game_csv(&row, SVI_IN_CSV | SVI_IN_LUCK_CSV, csv->out);
    }
    return csv->status == SV_OK && !csv->out->failed;
}

enum sv_status svi_pages_games_csv(struct svi_asked *a)
{
    struct csv csv = {a->games->store, a->page.out, SV_OK};
    svi_game_csv_titles(SVI_IN_CSV | SVI_IN_LUCK_CSV, csv.out);
    SVI_TRY(svi_store_results(csv.store, 0, put_csv, &csv));
    return csv.status;
}

/* ---- a single game --------------------------------------------------------------------------- */

/* The way back from a game: the league, its games, and who sits there, each once. */
static void put_links(struct svi_buf *out, const struct svi_store_info *info,
                      const struct svi_store_match *match)
{
    svi_out_text(out, "<nav class=\"league\" aria-label=\"League\"><a href=\"/\">");
    svi_markup_text(out, info->name, false);
    svi_out_text(out, "</a><a href=\"/games\">Games</a>");
    for (unsigned s = 0; s < match->seats; s++) {
        unsigned before = 0;
        while (match->seat[before].bot != match->seat[s].bot) {
            before++;
        }
        if (before == s) {
            svi_out_text(out, "<a href=\"/bots/");
            svi_out_int(out, match->seat[s].bot);
            svi_out_text(out, "\">");
            svi_markup_text(out, info->bot[match->seat[s].bot], false);
            svi_out_text(out, "</a>");
        }
    }
    svi_out_text(out, "</nav>\n");
}

/* Makes a game's page of its replay. */
static enum sv_status make_page(struct svi_site_games *games, const struct svi_store_match *match,
                                const struct svi_buf *replay, struct svi_buf *page)
{
    struct svi_error error;
    char name[4096], picture[40];
    SCOPED(svi_buf_finish) struct svi_buf links = {0};
    const struct svi_store_info *info = svi_store_info(games->store);
    struct svi_game_mask mask;
    for (unsigned s = 0; s < match->seats; s++) {
        mask.name[s] = info->bot[match->seat[s].bot];
    }
    put_links(&links, info, match);
    (void)snprintf(name, sizeof name, "%s#%" PRIu64, games->source->path, match->number);
    (void)snprintf(picture, sizeof picture, "games/%" PRIu64 ".png", match->number);
    const struct svi_replay_served served = {.links = &links,
                                             .site = games->source->url,
                                             .picture = picture,
                                             .mask = games->source->is_private ? NULL : &mask};
    return svi_replay_page(name, replay->data, replay->size, &served, page, &error);
}

static void find_remark(void *user, const struct sv_event *ev)
{
    bool *found = user;
    *found |= ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE;
}

/* Returns whether everybody may have a replay: it has no remarks of bots, and their names. */
static bool is_public(const struct svi_site_games *games, const struct svi_buf *bytes)
{
    SCOPED(scoped_free) struct svi_replay *replay = svi_new(1, sizeof *replay);
    SCOPED(scoped_free) struct svi_game *game = svi_new(1, sizeof *game);
    bool found = svi_store_has_pseudonyms(games->store);
    const struct sv_sink sink = {find_remark, &found};
    svi_game_init(game);
    const bool done = svi_replay_open(replay, bytes->data, bytes->size) == SV_OK &&
                      svi_replay_run(replay, game, &sink) == SV_OK;
    svi_game_finish(game);
    return done && !found;
}

static bool take_match(void *user, const struct svi_store_match *m)
{
    *(struct svi_store_match *)user = *m;
    return true;
}

enum sv_status svi_pages_game(struct svi_asked *a)
{
    struct svi_site_games *const games = a->games;
    struct svi_buf *const out = a->page.out;
    const uint64_t number = a->number[0];
    SCOPED(svi_buf_finish) struct svi_buf replay = {0};
    struct svi_store_match match;
    SVI_TRY(svi_store_replay(games->store, number, &replay));
    SVI_TRY(svi_store_results_at(games->store, &number, 1, take_match, &match));
    if (a->type == SVI_SITE_GAME) {
        return make_page(games, &match, &replay, out);
    }
    if (a->type == SVI_SITE_PNG) {
        return svi_picture_game(&replay, svi_store_info(games->store), &match, out);
    }
    if (!games->source->is_private && !is_public(games, &replay)) {
        return SV_E_UNKNOWN;
    }
    svi_buf_append(out, replay.data, replay.size);
    return SV_OK;
}

/* ---- a deal: its seatings side by side ------------------------------------------------------- */

/* The games of a deal. */
struct deal_games {
    struct svi_store *store;
    const struct svi_figures *f;
    struct svi_game_row *row;
    struct svi_store_match *match;
    size_t n, room;
    uint64_t last; /* the number that is wanted last */
    enum sv_status status;
};

static bool take_seating(void *user, const struct svi_store_match *m)
{
    struct deal_games *g = user;
    if (m->number > g->last || g->n == g->room) {
        return false;
    }
    g->match[g->n] = *m;
    g->status = svi_game_row_init(&g->row[g->n], g->store, &g->match[g->n], g->f);
    g->n++;
    return g->status == SV_OK;
}

/* ---- a bot, over all its seats --------------------------------------------------------------- */

struct bot_row {
    struct svi_bot_name bot;
    uint64_t seats, won;
    double points, luck, rest; /* sums, then means; `luck` is NAN unless it is known everywhere */
};

static const struct svi_column bot_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct bot_row, bot)},
    {"games", SVI_INTEGER, NULL, "Its seats in the deal", SVI_IN_PAGE,
     SVI_AT(struct bot_row, seats)},
    {"won", SVI_INTEGER, NULL, "Of them, first places, shared ones included", SVI_IN_PAGE,
     SVI_AT(struct bot_row, won)},
    {"points", SVI_NUMBER, "points a game", "Mean in the deal", SVI_IN_PAGE, .digits = 6,
     .shown = 2, SVI_AT(struct bot_row, points)},
    {"luck", SVI_NUMBER, "points a game", "What dice and cards gave it", SVI_IN_PAGE, .digits = 6,
     .shown = 2, SVI_AT(struct bot_row, luck)},
    {"adjusted", SVI_NUMBER, "points a game", "Points minus luck", SVI_IN_PAGE, .digits = 6,
     .shown = 2, SVI_AT(struct bot_row, rest)},
};

SVI_ORDER(by_points, struct bot_row,
          SVI_THEN(SVI_COMPARE(other->points, one->points),
                   SVI_COMPARE(one->bot.id, other->bot.id)))

/* The bots of these games, the one with the most points first. */
static unsigned find_bots(const struct deal_games *g, struct bot_row row[])
{
    const struct svi_store_info *league = svi_store_info(g->store);
    unsigned n = 0;
    for (unsigned bot = 0; bot < league->n_bots; bot++) {
        row[bot] = (struct bot_row){.bot = {league->bot[bot], bot}};
    }
    for (size_t i = 0; i < g->n; i++) {
        const struct svi_game_row *game = &g->row[i];
        for (unsigned s = 0; s < game->match->seats; s++) {
            const struct svi_store_seat *seat = &game->match->seat[s];
            struct bot_row *r = &row[seat->bot];
            r->seats++;
            r->won += seat->place == 1;
            r->points += (double)seat->points / svi_points_unit(game->match->seats);
            r->luck +=
                game->has_luck ? game->luck.seat[s].luck / (double)SVI_LUCK_UNIT : (double)NAN;
        }
    }
    for (unsigned bot = 0; bot < league->n_bots; bot++) {
        if (row[bot].seats > 0) {
            row[bot].points /= (double)row[bot].seats;
            row[bot].luck /= (double)row[bot].seats;
            row[bot].rest = row[bot].points - row[bot].luck;
            row[n++] = row[bot];
        }
    }
    qsort(row, n, sizeof *row, by_points);
    return n;
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_deal(struct svi_asked *a, const struct deal_games *g, struct bot_row bot[])
{
    const uint64_t deal = a->number[0];
    const struct svi_store_info *league = svi_store_info(g->store);
    const struct svi_document_table sides = {
        "sides", SVI_COLUMNS(bot_columns), {bot, sizeof *bot, find_bots(g, bot)}, SVI_IN_PAGE, 0};
    struct svi_buf *out = a->page.out;
    (void)snprintf(a->title, sizeof a->title, "deal %" PRIu64, deal);
    svi_out_text(&a->about, "The same dice and cards in ");
    svi_out_int(&a->about, (int64_t)g->n);
    svi_out_text(&a->about,
                 " games with other bots in the seats: who sat where, places and points.");
    svi_report_begin(&a->page, "deal");
    svi_json_members(out, JSON_INT("deal", deal),
                     JSON_BOOL("is_last", deal * league->lanes >= league->matches));
    svi_tables_json(&sides, 1, out);
    svi_json_rows(out, "games");
    for (size_t i = 0; i < g->n; i++) {
        svi_json_row(out);
        svi_game_json(&g->row[i], SVI_IN_PAGE, out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

enum sv_status svi_pages_deal(struct svi_asked *a)
{
    struct svi_store *store = a->games->store;
    const uint64_t deal = a->number[0];
    const struct svi_store_info *league = svi_store_info(store);
    if (deal == 0 || !svi_visible_games_over(store, deal - 1)) {
        return SV_E_UNKNOWN;
    }
    SCOPED(scoped_free) struct svi_game_row *row = svi_new(league->lanes, sizeof *row);
    SCOPED(scoped_free) struct svi_store_match *match = svi_new(league->lanes, sizeof *match);
    SCOPED(scoped_free) struct bot_row *bot = svi_new(league->n_bots, sizeof *bot);
    struct deal_games g = {store, a->page.f, row, match, 0, league->lanes, deal * league->lanes,
                           SV_OK};
    SVI_TRY(svi_store_results(store, (deal - 1) * league->lanes, take_seating, &g));
    SVI_TRY(g.status);
    if (g.n == 0) {
        return SV_E_UNKNOWN;
    }
    put_deal(a, &g, bot);
    return SV_OK;
}
