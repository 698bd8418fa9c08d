#include "tools/serve/deal_page.h"

#include "job/points.h"
#include "memory/memory.h"
#include "ranking/ranking_games.h"
#include "store/reader.h"
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/serve/pages.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a game, with who sat where -------------------------------------------------------------- */

struct game_row {
    const struct svi_store_info *league;
    struct svi_store_match match;
    double luck[SV_MAX_SEATS]; /* in points, if */
    bool has_luck;             /*   this */
};

struct games {
    struct svi_store *store;
    struct game_row *row;
    size_t n, room;
    uint64_t last; /* the number that is wanted last */
};

static bool take_game(void *user, const struct svi_store_match *m)
{
    struct games *g = user;
    if (m->number > g->last || g->n == g->room) {
        return false;
    }
    struct game_row *row = &g->row[g->n++];
    *row = (struct game_row){.league = svi_store_info(g->store), .match = *m};
    row->has_luck = svi_ranking_luck_of(g->store, m->number, m->seats, row->luck);
    return true;
}

enum { GAME, TABLE, ROUNDS };

static void get_game(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_store_match *m = &((const struct game_row *)row)->match;
    svi_cell_set_int(value, which == GAME ? m->number : which == TABLE ? m->table : m->rounds);
}

static void get_ended(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_text(value, sv_why_name(((const struct game_row *)row)->match.why));
}

static void get_seat(const void *row, unsigned seat, struct svi_cell *value)
{
    const struct game_row *r = row;
    if (seat < r->match.seats) {
        svi_cell_set_text(value, r->league->bot[r->match.seat[seat].bot]);
    }
}

#define SEAT(n)                                                                                    \
    {                                                                                              \
        "seat_" #n, SVI_TEXT, NULL,                                                                \
            "Who sat there, its place, and the points that chance gave it", SVI_IN_PAGE,           \
            .get = get_seat, .which = (n)                                                          \
    }

static const struct svi_column game_columns[] = {
    {"game", SVI_INTEGER, NULL, "Its number", SVI_IN_PAGE, .get = get_game, .which = GAME},
    {"table", SVI_INTEGER, NULL, "Which bots sit together", SVI_IN_PAGE, .get = get_game,
     .which = TABLE},
    {"rounds", SVI_INTEGER, NULL, "Played", SVI_IN_PAGE, .get = get_game, .which = ROUNDS},
    {"ended", SVI_TEXT, NULL, "How", SVI_IN_PAGE, .get = get_ended},
    SEAT(0),
    SEAT(1),
    SEAT(2),
    SEAT(3),
    SEAT(4),
    SEAT(5),
    SEAT(6),
    SEAT(7),
};

static void put_luck(struct svi_buf *out, double luck)
{
    svi_out_text(out, luck >= 0.005 ? " <small>+" : " <small>");
    svi_html_figure(out, svi_figure(luck, 2, "").text);
    svi_out_text(out, "</small>");
}

static bool put_game_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct game_row *r = row;
    struct svi_buf *out = page->out;
    if (column->get == get_game && column->which == GAME) {
        svi_html_format(out, "<a href=\"/games/%" PRIu64 "\">#%" PRIu64 "</a>", r->match.number,
                        r->match.number);
    } else if (column->get == get_ended) {
        svi_html_words(out, sv_why_name(r->match.why));
    } else if (column->get == get_seat && column->which < r->match.seats) {
        const struct svi_store_seat *seat = &r->match.seat[column->which];
        svi_html_format(out, "%s <b>%u</b>", r->league->bot[seat->bot], seat->place);
        if (r->has_luck) {
            put_luck(out, r->luck[column->which]);
        }
        if (svi_store_incidents(seat) > 0) {
            svi_out_text(out, seat->forfeited ? " <em>forfeited</em>" : " <em>incidents</em>");
        }
    } else {
        return false;
    }
    return true;
}

/* ---- a bot, over all its seats --------------------------------------------------------------- */

struct bot_row {
    const struct svi_store_info *league;
    unsigned bot;
    uint64_t seats, won;
    double points, luck;
    bool has_luck; /* of all its seats */
};

static void get_bot(const void *row, unsigned which, struct svi_cell *value)
{
    const struct bot_row *r = row;
    (void)which;
    svi_cell_set_text(value, r->league->bot[r->bot]);
}

enum { GAMES, WON };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct bot_row *r = row;
    svi_cell_set_int(value, which == GAMES ? r->seats : r->won);
}

enum { POINTS, LUCK, REST };

static void get_mean(const void *row, unsigned which, struct svi_cell *value)
{
    const struct bot_row *r = row;
    const double points = r->points / (double)r->seats, luck = r->luck / (double)r->seats;
    if (which == POINTS || r->has_luck) {
        const double mean = which == POINTS ? points : which == LUCK ? luck : points - luck;
        svi_cell_set_real(value, (struct svi_estimate){mean, NAN, NAN});
    }
}

static const struct svi_column bot_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME, .get = get_bot},
    {"games", SVI_INTEGER, NULL, "Its seats in the deal", SVI_IN_PAGE, .get = get_count,
     .which = GAMES},
    {"won", SVI_INTEGER, NULL, "Of them, first places, alone or not", SVI_IN_PAGE, .get = get_count,
     .which = WON},
    {"points", SVI_NUMBER, "points a game", "Mean in the deal", SVI_IN_PAGE, .digits = 6,
     .shown = 2, .get = get_mean, .which = POINTS},
    {"luck", SVI_NUMBER, "points a game", "What dice and cards gave it", SVI_IN_PAGE, .digits = 6,
     .shown = 2, .get = get_mean, .which = LUCK},
    {"adjusted", SVI_NUMBER, "points a game", "Points minus luck", SVI_IN_PAGE, .digits = 6,
     .shown = 2, .get = get_mean, .which = REST},
};

static bool put_bot_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct bot_row *r = row;
    if ((column->treated & SVI_COLUMN_NAME) == 0) {
        return false;
    }
    svi_html_format(page->out, "<a href=\"/bots/%u\">%s</a>", r->bot, r->league->bot[r->bot]);
    return true;
}

static int by_points(const void *one, const void *other)
{
    const struct bot_row *a = one, *b = other;
    const double x = a->points / (double)a->seats, y = b->points / (double)b->seats;
    return x != y ? (x < y) - (x > y) : (a->bot > b->bot) - (a->bot < b->bot);
}

/* The bots of these games, the one with the most points first. */
static unsigned find_bots(const struct games *g, struct bot_row row[])
{
    const struct svi_store_info *league = svi_store_info(g->store);
    unsigned n = 0;
    for (unsigned bot = 0; bot < league->n_bots; bot++) {
        row[bot] = (struct bot_row){.league = league, .bot = bot, .has_luck = true};
    }
    for (size_t i = 0; i < g->n; i++) {
        const struct game_row *game = &g->row[i];
        for (unsigned s = 0; s < game->match.seats; s++) {
            const struct svi_store_seat *seat = &game->match.seat[s];
            struct bot_row *r = &row[seat->bot];
            r->seats++;
            r->won += seat->place == 1;
            r->points += (double)seat->points / svi_points_unit(game->match.seats);
            r->luck += game->luck[s];
            r->has_luck = r->has_luck && game->has_luck;
        }
    }
    for (unsigned bot = 0; bot < league->n_bots; bot++) {
        if (row[bot].seats > 0) {
            row[n++] = row[bot];
        }
    }
    qsort(row, n, sizeof *row, by_points);
    return n;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void put_page(struct svi_page *page, const struct games *g, uint64_t deal,
                     struct bot_row bot[])
{
    static const struct svi_columns of_bots = {bot_columns,
                                               sizeof bot_columns / sizeof *bot_columns};
    static const struct svi_columns of_games = {game_columns,
                                                sizeof game_columns / sizeof *game_columns};
    const struct svi_store_info *league = svi_store_info(g->store);
    const struct svi_rows bots = {bot, sizeof *bot, find_bots(g, bot)};
    const struct svi_rows games = {g->row, sizeof *g->row, (unsigned)g->n};
    const struct svi_page_table bots_table = {&of_bots, &bots, SVI_IN_PAGE, "sides", put_bot_cell};
    const struct svi_page_table games_table = {&of_games, &games, SVI_IN_PAGE, "seatings",
                                               put_game_cell};
    struct svi_buf *out = page->out;
    char title[32];
    (void)snprintf(title, sizeof title, "deal %" PRIu64, deal);
    struct svi_buf about = {0};
    svi_out_text(&about, "The same dice and cards in ");
    svi_out_int(&about, (int64_t)g->n);
    svi_out_text(&about, " games with other bots in the seats: who sat where, places and points.");
    svi_pages_begin_about(page, title, false, &about);
    svi_html_format(out,
                    "<section><h2>Deal %" PRIu64 "</h2>\n<p class=lead>%zu games on one seed: the "
                    "same dice and cards by seat, other bots in the seats.</p>\n",
                    deal, g->n);
    svi_page_columns(page, &bots_table);
    svi_out_text(out,
                 "</section>\n<section><h2>Seatings</h2>\n<p class=lead>Who sat where, in bold "
                 "the place");
    svi_out_text(out, g->row[0].has_luck ? ", and the points that chance gave.</p>\n" : ".</p>\n");
    svi_page_columns(page, &games_table);
    svi_out_text(out, "<p>");
    if (deal > 1) {
        svi_html_format(out, "<a class=chip href=\"/deals/%" PRIu64 "\">deal before</a>\n",
                        deal - 1);
    }
    if (deal * league->lanes < league->matches) {
        svi_html_format(out, "<a class=chip href=\"/deals/%" PRIu64 "\">next deal</a>\n", deal + 1);
    }
    svi_out_text(out, "</p></section>\n");
    svi_page_end(page);
}

enum sv_status svi_deal_page(struct svi_page *page, struct svi_store *store, uint64_t deal)
{
    const struct svi_store_info *league = svi_store_info(store);
    if (deal == 0 || !svi_visible_games_over(store, deal - 1)) {
        return SV_E_UNKNOWN;
    }
    struct games g = {.store = store,
                      .row = svi_new(league->lanes, sizeof *g.row),
                      .room = league->lanes,
                      .last = deal * league->lanes};
    struct bot_row *bot = svi_new(league->n_bots, sizeof *bot);
    enum sv_status status = SV_E_SYSTEM;
    if (g.row != NULL && bot != NULL) {
        status = svi_store_results(store, (deal - 1) * league->lanes, take_game, &g);
    }
    if (status == SV_OK && g.n == 0) {
        status = SV_E_UNKNOWN;
    }
    if (status == SV_OK) {
        put_page(page, &g, deal, bot);
    }
    free(g.row);
    free(bot);
    return status;
}
