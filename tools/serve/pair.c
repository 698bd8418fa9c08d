/* The document of two bots: their shared games. */
#include "stats/versus.h"
#include "store/store.h"
#include "tools/report/game_columns.h"
#include "tools/report/rank_field.h"
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
    unsigned bot[2]; /* the store's numbers */
};

/* ---- each of them, and their seats ----------------------------------------------------------- */

struct side_row {
    const struct pair *pair;
    unsigned side, seat;
};

static const struct svi_versus_bot *side_of(const struct side_row *r)
{
    return &r->pair->versus.bot[r->side];
}

static void get_bot(const void *row, unsigned which, struct svi_cell *value)
{
    const struct side_row *r = row;
    const unsigned bot = r->pair->bot[r->side];
    (void)which;
    svi_cell_set_bot(value, r->pair->f->sheet.games.bot[bot], bot);
}

enum { SEATS, WINS, SEAT, GAMES_AT_SEAT, GAMES_BEFORE };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct side_row *r = row;
    const uint64_t counts[] = {[SEATS] = side_of(r)->seats,
                               [WINS] = side_of(r)->place[0],
                               [SEAT] = r->seat,
                               [GAMES_AT_SEAT] = side_of(r)->n_at_seat[r->seat],
                               [GAMES_BEFORE] = r->pair->versus.n_margin[r->side]};
    svi_cell_set_int(value, counts[which]);
}

enum { POINTS, LUCK, AT_SEAT, MARGIN };

static void get_estimate(const void *row, unsigned which, struct svi_cell *value)
{
    const struct side_row *r = row;
    const struct svi_estimate e = which == POINTS    ? side_of(r)->points
                                  : which == LUCK    ? side_of(r)->luck
                                  : which == AT_SEAT ? side_of(r)->at_seat[r->seat]
                                                     : r->pair->versus.margin[r->side];
    svi_cell_set_real(value, e);
}

static void get_places(const void *row, unsigned which, struct svi_cell *value)
{
    const struct side_row *r = row;
    if (which < r->pair->f->league->seats) {
        svi_cell_set_int(value, side_of(r)->place[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

static const struct svi_column side_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME, .get = get_bot},
    {"games", SVI_INTEGER, NULL, "Seats of the bot in shared games", SVI_IN_PAGE, .get = get_count,
     .which = SEATS},
    {"won", SVI_INTEGER, NULL, "Of them, first places, shared ones included", SVI_IN_PAGE,
     .get = get_count, .which = WINS},
    {"points", SVI_NUMBER, "points a game", "Mean in shared games; deals are the observations",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = POINTS},
    {"luck", SVI_NUMBER, "points a game", "What dice and cards gave it in shared games",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = LUCK},
    {"places", SVI_INTEGER, NULL, "Games by its place, from the first", SVI_IN_PAGE, SVI_LIST,
     .get = get_places},
};

static const struct svi_column seat_columns[] = {
    {"seat", SVI_INTEGER, NULL, "From 0", SVI_IN_PAGE, .get = get_count, .which = SEAT},
    {"bot", SVI_TEXT, NULL, "Who sits there", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME,
     .get = get_bot},
    {"games", SVI_INTEGER, NULL, "Shared games from this seat", SVI_IN_PAGE, .get = get_count,
     .which = GAMES_AT_SEAT},
    {"points", SVI_NUMBER, "points a game", "Mean from this seat", SVI_IN_PAGE, SVI_INTERVAL,
     .digits = 6, .shown = 3, .get = get_estimate, .which = AT_SEAT},
};

static const struct svi_column order_columns[] = {
    {"lower_seat", SVI_TEXT, NULL, "Who has the lower seat", SVI_IN_PAGE,
     .treated = SVI_COLUMN_NAME, .get = get_bot},
    {"games", SVI_INTEGER, NULL, "Shared games with this order", SVI_IN_PAGE, .get = get_count,
     .which = GAMES_BEFORE},
    {"difference", SVI_NUMBER, "points a game",
     "Points of the bot named first on this page less those of the other", SVI_IN_PAGE,
     SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = MARGIN},
};

/* ---- deals ----------------------------------------------------------------------------------- */

enum { DEAL, GAMES };

static void get_deal(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_versus_deal *d = row;
    svi_cell_set_int(value, which == DEAL ? d->number : d->games);
}

enum { FIRST, SECOND, DIFFERENCE, LUCKS };

static void get_of_deal(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_versus_deal *d = row;
    const double values[] = {[FIRST] = d->points[0],
                             [SECOND] = d->points[1],
                             [DIFFERENCE] = d->points[0] - d->points[1],
                             [LUCKS] = d->luck[0] - d->luck[1]};
    svi_cell_set_real(value, (struct svi_estimate){values[which], NAN, NAN});
}

static const struct svi_column deal_columns[] = {
    {"deal", SVI_INTEGER, NULL, "All games on one seed", SVI_IN_PAGE, .get = get_deal,
     .which = DEAL},
    {"games", SVI_INTEGER, NULL, "That they shared there", SVI_IN_PAGE, .get = get_deal,
     .which = GAMES},
    {"points_of_the_first", SVI_NUMBER, "points a game", "Of the bot named first on this page",
     SVI_IN_PAGE, .digits = 6, .shown = 2, .get = get_of_deal, .which = FIRST},
    {"points_of_the_second", SVI_NUMBER, "points a game", "Of the bot named second", SVI_IN_PAGE,
     .digits = 6, .shown = 2, .get = get_of_deal, .which = SECOND},
    {"difference", SVI_NUMBER, "points a game", "The first less the second", SVI_IN_PAGE,
     .digits = 6, .shown = 2, .get = get_of_deal, .which = DIFFERENCE},
    {"luck_difference", SVI_NUMBER, "points a game", "Luck of the first less that of the second",
     SVI_IN_PAGE, .digits = 6, .shown = 2, .get = get_of_deal, .which = LUCKS},
};

static double difference(const struct svi_versus_deal *d)
{
    return d->points[0] - d->points[1];
}

static int by_difference(const void *one, const void *other)
{
    const struct svi_versus_deal *a = one, *b = other;
    const double x = fabs(difference(a)), y = fabs(difference(b));
    return x != y ? (x < y) - (x > y) : (a->number > b->number) - (a->number < b->number);
}

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

enum { PAIR_GAMES, PAIR_DEALS };

static void get_pair_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct pair *p = row;
    svi_cell_set_int(value, which == PAIR_GAMES ? p->versus.games : p->versus.n_deals);
}

enum { AHEAD, EXPECTED, PAIR_DIFFERENCE, PAIR_REST };

static void get_pair_estimate(const void *row, unsigned which, struct svi_cell *value)
{
    static const struct svi_estimate none = {NAN, NAN, NAN};
    const struct pair *p = row;
    const struct svi_meeting *m =
        p->f->has_field ? &p->f->field.meeting[(size_t)p->bot[0] * p->f->field.n + p->bot[1]]
                        : NULL;
    svi_cell_set_real(value, which == PAIR_DIFFERENCE ? p->versus.difference
                             : which == PAIR_REST     ? p->versus.rest
                             : m == NULL              ? none
                             : which == AHEAD         ? m->ahead
                                              : (struct svi_estimate){m->expected, NAN, NAN});
}

#define ESTIMATE(title, unit, help, which_estimate)                                                \
    {                                                                                              \
        title, SVI_NUMBER, unit, help, SVI_IN_PAGE, SVI_INTERVAL,                                  \
            .digits = 6, .shown = 2, .get = get_pair_estimate, .which = (which_estimate)           \
    }

static const struct svi_column pair_columns[] = {
    {"games", SVI_INTEGER, NULL, "At one table", SVI_IN_PAGE, .get = get_pair_count,
     .which = PAIR_GAMES},
    {"deals", SVI_INTEGER, NULL, "In which they met", SVI_IN_PAGE, .get = get_pair_count,
     .which = PAIR_DEALS},
    ESTIMATE("ahead", "share of games", "The first finished ahead of the second, ties half", AHEAD),
    ESTIMATE("expected", "share of games", "The same by their ratings", EXPECTED),
    ESTIMATE("difference", "points a game", "Points of the first less those of the second",
             PAIR_DIFFERENCE),
    ESTIMATE("without_luck", "points a game", "The difference less that of their luck", PAIR_REST),
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

static void put_games(struct svi_page *page, struct svi_model *m, const struct pair *p)
{
    const struct svi_games *games = &p->f->sheet.games;
    uint64_t number[LAST_GAMES];
    size_t n = 0;
    for (size_t g = games->n_games; g > 0 && n < LAST_GAMES; g--) {
        if (has_both(games, &games->game[g - 1], p->bot)) {
            number[n++] = games->game[g - 1].number;
        }
    }
    if (svi_games_json(m->store, number, n, SVI_IN_PAGE, "latest", page->out) != SV_OK) {
        page->out->failed = true;
    }
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_tables(struct svi_page *page, struct pair *p)
{
    struct side_row both[2] = {{p, 0, 0}, {p, 1, 0}}, seat[2 * SVI_STATS_SEATS];
    struct svi_versus *v = &p->versus;
    unsigned n = 0;
    for (unsigned k = 0; k < 2 * page->f->league->seats; k++) {
        if (v->bot[k % 2].n_at_seat[k / 2] > 0) {
            seat[n++] = (struct side_row){p, k % 2, k / 2};
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

void svi_pages_pair(struct svi_page *page, struct svi_head *head, struct svi_model *m, unsigned one,
                    unsigned other)
{
    const struct svi_figures *f = &m->figures;
    const unsigned id[2] = {one, other};
    struct pair p = {.f = f, .bot = {one, other}};
    struct svi_buf *out = page->out;
    (void)snprintf(head->title, sizeof head->title, "%s against %s", f->league->bot[one],
                   f->league->bot[other]);
    if (p.bot[0] >= f->sheet.games.n_bots || p.bot[1] >= f->sheet.games.n_bots ||
        svi_versus_init(&p.versus, &f->sheet.games, p.bot[0], p.bot[1]) != SV_OK) {
        out->failed = true;
        return;
    }
    const double points[2] = {p.versus.bot[0].points.value, p.versus.bot[1].points.value};
    svi_page_about_pair(page, p.bot, points, p.versus.games, &head->about);
    svi_report_begin(page, "pair");
    svi_json_rows(out, "bots");
    for (unsigned k = 0; k < 2; k++) {
        svi_json_row(out);
        svi_json_int(out, "id", id[k]);
        svi_json_string(out, "bot", f->league->bot[id[k]]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    put_tables(page, &p);
    put_bars(out, &p.versus);
    put_games(page, m, &p);
    svi_pages_end(page);
    svi_versus_finish(&p.versus);
}
