/* The document of two bots: their shared games. */
#include "base/order.h"
#include "stats/versus.h"
#include "store/store.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LAST_GAMES 20u
#define DEALS_SHOWN 15u
#define BARS 20u /* of differences, from -1 to 1 */

/* Source of all rows. */
struct pair {
    const struct svi_figures *f;
    struct svi_versus versus;
    const struct svi_meeting *meeting; /* NULL without a field */
    unsigned bot[2];                   /* the store's numbers */
};

/* ---- each of them, and their seats ----------------------------------------------------------- */

struct side_row {
    struct svi_bot_name bot;
    const struct svi_versus_bot *of;
    unsigned seat, places;
    uint64_t n_at_seat, n_margin; /* games at `seat`, and with the lower seat */
    struct svi_estimate at_seat, margin;
};

static struct side_row side_row(const struct pair *p, unsigned side, unsigned seat)
{
    const struct svi_versus *v = &p->versus;
    return (struct side_row){.bot = {p->f->sheet.games.bot[p->bot[side]], p->bot[side]},
                             .of = &v->bot[side],
                             .seat = seat,
                             .places = p->f->league->seats,
                             .n_at_seat = v->bot[side].n_at_seat[seat],
                             .n_margin = v->n_margin[side],
                             .at_seat = v->bot[side].at_seat[seat],
                             .margin = v->margin[side]};
}

static void get_places(const void *row, unsigned which, struct svi_cell *value)
{
    const struct side_row *r = row;
    if (which < r->places) {
        svi_cell_set_int(value, r->of->place[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

static const struct svi_column side_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct side_row, bot)},
    {"games", SVI_INTEGER, NULL, "Seats of the bot in shared games", SVI_IN_PAGE,
     SVI_VIA(struct side_row, of, seats)},
    {"won", SVI_INTEGER, NULL, "Of them, first places, shared ones included", SVI_IN_PAGE,
     SVI_VIA(struct side_row, of, place[0])},
    {"points", SVI_NUMBER, "points a game", "Mean in shared games; deals are the observations",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, SVI_VIA(struct side_row, of, points)},
    {"luck", SVI_NUMBER, "points a game", "What dice and cards gave it in shared games",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, SVI_VIA(struct side_row, of, luck)},
    {"places", SVI_INTEGER, NULL, "Games by its place, from the first", SVI_IN_PAGE, SVI_LIST,
     .get = get_places},
};

static const struct svi_column seat_columns[] = {
    {"seat", SVI_INTEGER, NULL, "From 0", SVI_IN_PAGE, SVI_AT(struct side_row, seat)},
    {"bot", SVI_TEXT, NULL, "Who sits there", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct side_row, bot)},
    {"games", SVI_INTEGER, NULL, "Shared games from this seat", SVI_IN_PAGE,
     SVI_AT(struct side_row, n_at_seat)},
    {"points", SVI_NUMBER, "points a game", "Mean from this seat", SVI_IN_PAGE, SVI_INTERVAL,
     .digits = 6, .shown = 3, SVI_AT(struct side_row, at_seat)},
};

static const struct svi_column order_columns[] = {
    {"lower_seat", SVI_TEXT, NULL, "Who has the lower seat", SVI_IN_PAGE,
     .treated = SVI_COLUMN_NAME, SVI_AT(struct side_row, bot)},
    {"games", SVI_INTEGER, NULL, "Shared games with this order", SVI_IN_PAGE,
     SVI_AT(struct side_row, n_margin)},
    {"difference", SVI_NUMBER, "points a game",
     "Points of the bot named first on this page less those of the other", SVI_IN_PAGE,
     SVI_INTERVAL, .digits = 6, .shown = 3, SVI_AT(struct side_row, margin)},
};

/* ---- deals ----------------------------------------------------------------------------------- */

static double difference(const struct svi_versus_deal *d)
{
    return d->points[0] - d->points[1];
}

enum { DIFFERENCE, LUCKS };

static void get_difference(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_versus_deal *d = row;
    const double of = which == DIFFERENCE ? difference(d) : d->luck[0] - d->luck[1];
    svi_cell_set_real(value, (struct svi_estimate){of, NAN, NAN});
}

static const struct svi_column deal_columns[] = {
    {"deal", SVI_INTEGER, NULL, "All games on one seed", SVI_IN_PAGE,
     SVI_AT(struct svi_versus_deal, number)},
    {"games", SVI_INTEGER, NULL, "That they shared there", SVI_IN_PAGE,
     SVI_AT(struct svi_versus_deal, games)},
    {"points_of_the_first", SVI_NUMBER, "points a game", "Of the bot named first on this page",
     SVI_IN_PAGE, .digits = 6, .shown = 2, SVI_AT(struct svi_versus_deal, points[0])},
    {"points_of_the_second", SVI_NUMBER, "points a game", "Of the bot named second", SVI_IN_PAGE,
     .digits = 6, .shown = 2, SVI_AT(struct svi_versus_deal, points[1])},
    {"difference", SVI_NUMBER, "points a game", "The first less the second", SVI_IN_PAGE,
     .digits = 6, .shown = 2, .get = get_difference, .which = DIFFERENCE},
    {"luck_difference", SVI_NUMBER, "points a game", "Luck of the first less that of the second",
     SVI_IN_PAGE, .digits = 6, .shown = 2, .get = get_difference, .which = LUCKS},
};

SVI_ORDER(by_difference, struct svi_versus_deal,
          SVI_THEN(SVI_COMPARE(fabs(difference(other)), fabs(difference(one))),
                   SVI_COMPARE(one->number, other->number)))

/* Appends how many deals had which difference: a number for each twentieth of the scale from -1 to
 * 1. */
static void put_bars(struct svi_buf *out, const struct svi_versus *v)
{
    uint32_t deals[BARS] = {0};
    for (uint32_t d = 0; d < v->n_deals; d++) {
        const double at = floor((difference(&v->deal[d]) + 1) / 2 * BARS);
        deals[at < 0 ? 0 : at >= BARS ? BARS - 1 : (unsigned)at]++;
    }
    svi_json_ints(out, "deals_by_difference", deals, BARS);
}

/* ---- the figures of the pair ----------------------------------------------------------------- */

#define ESTIMATE(title, unit, help, ...)                                                           \
    {                                                                                              \
        title, SVI_NUMBER, unit, help, SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 2,         \
                                                                  __VA_ARGS__                      \
    }

static const struct svi_column pair_columns[] = {
    {"games", SVI_INTEGER, NULL, "At one table", SVI_IN_PAGE, SVI_AT(struct pair, versus.games)},
    {"deals", SVI_INTEGER, NULL, "In which they met", SVI_IN_PAGE,
     SVI_AT(struct pair, versus.n_deals)},
    ESTIMATE("ahead", "share of games", "The first finished ahead of the second, ties half",
             SVI_VIA(struct pair, meeting, ahead)),
    ESTIMATE("expected", "share of games", "The same by their ratings",
             SVI_VIA(struct pair, meeting, expected)),
    ESTIMATE("difference", "points a game", "Points of the first less those of the second",
             SVI_AT(struct pair, versus.difference)),
    ESTIMATE("without_luck", "points a game", "The difference less that of their luck",
             SVI_AT(struct pair, versus.rest)),
};

/* ---- games ----------------------------------------------------------------------------------- */

static bool has_both(const struct svi_games *games, const struct svi_game_rows *g,
                     const unsigned bot[2])
{
    bool sits[2] = {false, false};
    for (unsigned s = 0; s < svi_game_seats(g); s++) {
        sits[0] |= svi_games_number(games, games->row[g->first + s].bot) == bot[0];
        sits[1] |= svi_games_number(games, games->row[g->first + s].bot) == bot[1];
    }
    return sits[0] && sits[1];
}

static void put_games(struct svi_page *page, const struct pair *p)
{
    const struct svi_games *games = &p->f->sheet.games;
    uint64_t number[LAST_GAMES];
    size_t first = LAST_GAMES;
    for (size_t g = games->n_games; g > 0 && first > 0; g--) {
        if (has_both(games, &games->game[g - 1], p->bot)) {
            number[--first] = games->game[g - 1].number;
        }
    }
    svi_report_games(page, "latest", number + first, LAST_GAMES - first);
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_tables(struct svi_page *page, struct pair *p)
{
    struct side_row both[2] = {side_row(p, 0, 0), side_row(p, 1, 0)}, seat[2 * SVI_STATS_SEATS];
    struct svi_versus *v = &p->versus;
    unsigned n = 0;
    for (unsigned k = 0; k < 2 * page->f->league->seats; k++) {
        if (v->bot[k % 2].n_at_seat[k / 2] > 0) {
            seat[n++] = side_row(p, k % 2, k / 2);
        }
    }
    qsort(v->deal, v->n_deals, sizeof *v->deal, by_difference);
    const struct svi_document_table tables[] = {
        {"figures", SVI_COLUMNS(pair_columns), {p, sizeof *p, 1}, SVI_IN_PAGE, 0},
        {"sides", SVI_COLUMNS(side_columns), {both, sizeof *both, 2}, SVI_IN_PAGE, 0},
        {"seats", SVI_COLUMNS(seat_columns), {seat, sizeof *seat, n}, SVI_IN_PAGE, 0},
        {"order", SVI_COLUMNS(order_columns), {both, sizeof *both, 2}, SVI_IN_PAGE, 0},
        {"deals",
         SVI_COLUMNS(deal_columns),
         {v->deal, sizeof *v->deal, v->n_deals < DEALS_SHOWN ? v->n_deals : DEALS_SHOWN},
         SVI_IN_PAGE,
         0},
    };
    svi_tables_json(tables, sizeof tables / sizeof *tables, page->out);
}

enum sv_status svi_pages_pair(struct svi_asked *a)
{
    struct svi_page *const page = &a->page;
    const struct svi_figures *f = page->f;
    struct pair p = {.f = f, .bot = {(unsigned)a->number[0], (unsigned)a->number[1]}};
    struct svi_buf *out = page->out;
    if (a->number[0] >= f->n || a->number[1] >= f->n || p.bot[0] == p.bot[1]) {
        return SV_E_UNKNOWN;
    }
    (void)snprintf(a->title, sizeof a->title, "%s against %s", f->league->bot[p.bot[0]],
                   f->league->bot[p.bot[1]]);
    SVI_TRY(svi_versus_init(&p.versus, &f->sheet.games, p.bot[0], p.bot[1]));
    p.meeting = f->has_field ? &f->field.meeting[(size_t)p.bot[0] * f->field.n + p.bot[1]] : NULL;
    const double points[2] = {p.versus.bot[0].points.value, p.versus.bot[1].points.value};
    svi_page_about_pair(page, p.bot, points, p.versus.games, &a->about);
    svi_report_begin(page, "pair");
    svi_json_rows(out, "bots");
    for (unsigned k = 0; k < 2; k++) {
        svi_json_object(out, JSON_INT("id", p.bot[k]), JSON_TEXT("bot", f->league->bot[p.bot[k]]));
    }
    svi_json_rows_end(out);
    put_tables(page, &p);
    put_bars(out, &p.versus);
    put_games(page, &p);
    svi_versus_finish(&p.versus);
    return SV_OK;
}
