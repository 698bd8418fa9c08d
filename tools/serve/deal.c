/* The document of a deal: its seatings side by side. */
#include "job/points.h"
#include "memory/memory.h"
#include "store/store_results.h"
#include "store/visible_games.h"
#include "tools/report/game_columns.h"
#include "tools/report/report.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The games of a deal. */
struct games {
    struct svi_store *store;
    struct svi_game_row *row;
    struct svi_store_match *match;
    size_t n, room;
    uint64_t last; /* the number that is wanted last */
    enum sv_status status;
};

static bool take_game(void *user, const struct svi_store_match *m)
{
    struct games *g = user;
    if (m->number > g->last || g->n == g->room) {
        return false;
    }
    g->match[g->n] = *m;
    g->status = svi_game_row_init(&g->row[g->n], g->store, &g->match[g->n]);
    g->n++;
    return g->status == SV_OK;
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
    svi_cell_set_bot(value, r->league->bot[r->bot], r->bot);
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
    {"won", SVI_INTEGER, NULL, "Of them, first places, shared ones included", SVI_IN_PAGE,
     .get = get_count, .which = WON},
    {"points", SVI_NUMBER, "points a game", "Mean in the deal", SVI_IN_PAGE, .digits = 6,
     .shown = 2, .get = get_mean, .which = POINTS},
    {"luck", SVI_NUMBER, "points a game", "What dice and cards gave it", SVI_IN_PAGE, .digits = 6,
     .shown = 2, .get = get_mean, .which = LUCK},
    {"adjusted", SVI_NUMBER, "points a game", "Points minus luck", SVI_IN_PAGE, .digits = 6,
     .shown = 2, .get = get_mean, .which = REST},
};

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
        const struct svi_game_row *game = &g->row[i];
        for (unsigned s = 0; s < game->match->seats; s++) {
            const struct svi_store_seat *seat = &game->match->seat[s];
            struct bot_row *r = &row[seat->bot];
            r->seats++;
            r->won += seat->place == 1;
            r->points += (double)seat->points / svi_points_unit(game->match->seats);
            r->luck += game->has_luck ? game->luck.seat[s].luck / (double)SVI_LUCK_UNIT : 0;
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

/* ---- the document ---------------------------------------------------------------------------- */

static void put_document(struct svi_page *page, struct svi_head *head, const struct games *g,
                         uint64_t deal, struct bot_row bot[])
{
    const struct svi_store_info *league = svi_store_info(g->store);
    const struct svi_document_table sides = {
        "sides", SVI_COLUMNS(bot_columns), {bot, sizeof *bot, find_bots(g, bot)}, SVI_IN_PAGE, 0};
    struct svi_buf *out = page->out;
    (void)snprintf(head->title, sizeof head->title, "deal %" PRIu64, deal);
    svi_out_text(&head->about, "The same dice and cards in ");
    svi_out_int(&head->about, (int64_t)g->n);
    svi_out_text(&head->about,
                 " games with other bots in the seats: who sat where, places and points.");
    svi_report_begin(page, "deal");
    svi_json_int(out, "deal", (int64_t)deal);
    svi_json_bool(out, "is_last", deal * league->lanes >= league->matches);
    svi_tables_json(&sides, 1, out);
    svi_json_rows(out, "games");
    for (size_t i = 0; i < g->n; i++) {
        svi_json_row(out);
        svi_game_json(&g->row[i], SVI_IN_PAGE, out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_pages_end(page);
}

enum sv_status svi_pages_deal(struct svi_page *page, struct svi_head *head, struct svi_store *store,
                              uint64_t deal)
{
    const struct svi_store_info *league = svi_store_info(store);
    if (deal == 0 || !svi_visible_games_over(store, deal - 1)) {
        return SV_E_UNKNOWN;
    }
    struct games g = {.store = store,
                      .row = svi_new(league->lanes, sizeof *g.row),
                      .match = svi_new(league->lanes, sizeof *g.match),
                      .room = league->lanes,
                      .last = deal * league->lanes};
    struct bot_row *bot = svi_new(league->n_bots, sizeof *bot);
    enum sv_status status = svi_store_results(store, (deal - 1) * league->lanes, take_game, &g);
    status = status == SV_OK ? g.status : status;
    if (status == SV_OK && g.n == 0) {
        status = SV_E_UNKNOWN;
    }
    if (status == SV_OK) {
        put_document(page, head, &g, deal, bot);
    }
    free(g.row);
    free(g.match);
    free(bot);
    return status;
}
