#include "tools/serve/pair_page.h"

#include "stats/versus.h"
#include "store/reader.h"
#include "tools/report/chart.h"
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/rank_field.h"
#include "tools/serve/pages.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LAST_GAMES 20u
#define DEALS_SHOWN 15u
#define BARS 20u /* of differences, from -1 to 1 */

/* What all rows are read off. */
struct pair {
    const struct svi_figures *f;
    struct svi_versus versus;
    unsigned bot[2]; /* the sheet's numbers */
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
    (void)which;
    svi_cell_set_text(value, r->pair->f->sheet.games.bot[r->pair->bot[r->side]]);
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
    (void)which;
    value->kind = side_of(row)->seats > 0 ? SVI_CELL_REAL : SVI_CELL_NONE;
}

static const struct svi_column side_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE, .treated = SVI_COLUMN_NAME, .get = get_bot},
    {"games", SVI_INTEGER, NULL, "Seats of the bot in shared games", SVI_IN_PAGE, .get = get_count,
     .which = SEATS},
    {"won", SVI_INTEGER, NULL, "Of them, first places, alone or not", SVI_IN_PAGE, .get = get_count,
     .which = WINS},
    {"points", SVI_NUMBER, "points a game", "Mean in shared games; deals are the observations",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = POINTS},
    {"luck", SVI_NUMBER, "points a game", "What dice and cards gave it in shared games",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = LUCK},
    {"places", SVI_NUMBER, NULL, "Places, first to last", SVI_IN_PAGE, SVI_CHART,
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

static bool put_side_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct side_row *r = row;
    if ((column->treated & SVI_COLUMN_NAME) != 0) {
        svi_page_bot_link(page, r->pair->bot[r->side]);
    } else if (column->shape == SVI_CHART) {
        char label[200];
        size_t length = 0;
        const uint64_t *place = side_of(r)->place;
        for (unsigned k = 0; k < page->f->league->seats && length < sizeof label; k++) {
            length += (size_t)snprintf(label + length, sizeof label - length, "%s%" PRIu64,
                                       k == 0 ? "places: " : ", ", place[k]);
        }
        svi_chart_shares(page->out, place, page->f->league->seats, label);
    } else {
        return false;
    }
    return true;
}

static void put_table(struct svi_page *page, const struct svi_column column[], size_t n_columns,
                      const struct svi_rows *rows, const char *class,
                      bool (*cell)(struct svi_page *page, const struct svi_column *column,
                                   const void *row))
{
    const struct svi_columns of = {column, (unsigned)n_columns};
    const struct svi_page_table table = {&of, rows, SVI_IN_PAGE, class, cell};
    svi_page_columns(page, &table);
}

#define COLUMNS(list) list, sizeof(list) / sizeof *(list)

static void put_sides(struct svi_page *page, const struct pair *p)
{
    const struct side_row row[2] = {{p, 0, 0}, {p, 1, 0}};
    const struct svi_rows rows = {row, sizeof *row, 2};
    put_table(page, COLUMNS(side_columns), &rows, "sides", put_side_cell);
}

static void put_seats(struct svi_page *page, const struct pair *p)
{
    struct side_row row[2 * SVI_STATS_SEATS];
    unsigned n = 0;
    for (unsigned seat = 0; seat < page->f->league->seats; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            if (p->versus.bot[side].n_at_seat[seat] > 0) {
                row[n++] = (struct side_row){p, side, seat};
            }
        }
    }
    const struct svi_rows seats = {row, sizeof *row, n};
    svi_out_text(page->out, "<section id=seats><h2>By seat and order</h2>\n");
    put_table(page, COLUMNS(seat_columns), &seats, "seats", put_side_cell);
    svi_out_text(page->out, "<h3>By who has the lower seat</h3>\n");
    svi_html_format(page->out, "<p class=lead>The difference: points of %s less those of %s.</p>\n",
                    page->f->sheet.games.bot[p->bot[0]], page->f->sheet.games.bot[p->bot[1]]);
    const struct side_row order[2] = {{p, 0, 0}, {p, 1, 0}};
    const struct svi_rows orders = {order, sizeof *order, 2};
    put_table(page, COLUMNS(order_columns), &orders, "order", put_side_cell);
    svi_out_text(page->out, "</section>\n");
}

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

static bool put_deal_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    if (column != &deal_columns[0]) {
        return false;
    }
    svi_page_deal_link(page, ((const struct svi_versus_deal *)row)->number);
    return true;
}

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

/* How many deals had which difference. */
static void put_bars(struct svi_buf *out, const struct svi_versus *v)
{
    const double width = 720.0 / BARS, height = 116;
    uint32_t deals[BARS] = {0}, most = 1;
    for (uint32_t d = 0; d < v->n_deals; d++) {
        const double at = floor((difference(&v->deal[d]) + 1) / 2 * BARS);
        uint32_t *bar = &deals[at < 0 ? 0 : at >= BARS ? BARS - 1 : (unsigned)at];
        most = ++*bar > most ? *bar : most;
    }
    svi_html_format(out,
                    "<svg class=\"chart bars\" viewBox=\"0 0 720 %.0f\" preserveAspectRatio=none "
                    "role=img aria-label=\"Deals by difference of points, at most %" PRIu32
                    " in a bar\"><path class=grid d=\"M0 %.0fH720M360 0V%.0f\"/>",
                    height, most, height, height);
    for (unsigned k = 0; k < BARS; k++) {
        const double tall = (double)deals[k] / most * (height - 8);
        if (deals[k] > 0) {
            svi_html_format(out,
                            "<path class=bar d=\"M%.1f %.0fv-%.1fh%.1fv%.1fz\"><title>%.1f to "
                            "%.1f: %" PRIu32 " deals</title></path>",
                            width * k + 1, height, tall, width - 2, tall, 2.0 * k / BARS - 1,
                            2.0 * (k + 1) / BARS - 1, deals[k]);
        }
    }
    svi_out_text(out, "</svg><svg class=\"chart along bars-along\" aria-hidden=true>");
    for (int x = -2; x <= 2; x++) {
        svi_html_format(out, "<text class=%s x=\"%d%%\" y=14>",
                        x == -2  ? "start"
                        : x == 2 ? "end"
                                 : "mid",
                        50 + 25 * x);
        svi_html_number(out, 0.5 * x);
        svi_out_text(out, "</text>");
    }
    svi_out_text(out, "</svg>\n");
}

static void put_deals(struct svi_page *page, struct pair *p)
{
    struct svi_versus *v = &p->versus;
    svi_out_text(page->out,
                 "<section id=deals><h2>By deal</h2>\n<p class=lead>Deals by the difference of "
                 "points in them. Right of the middle: ");
    svi_page_bot_link(page, p->bot[0]);
    svi_out_text(page->out, " had more.</p>\n");
    put_bars(page->out, v);
    qsort(v->deal, v->n_deals, sizeof *v->deal, by_difference);
    const struct svi_rows rows = {v->deal, sizeof *v->deal,
                                  v->n_deals < DEALS_SHOWN ? v->n_deals : DEALS_SHOWN};
    svi_html_format(page->out,
                    "<h3>The greatest differences</h3>\n<p class=lead>The first is %s, the second "
                    "%s.</p>\n",
                    page->f->sheet.games.bot[p->bot[0]], page->f->sheet.games.bot[p->bot[1]]);
    put_table(page, COLUMNS(deal_columns), &rows, "deals", put_deal_cell);
    svi_out_text(page->out, "</section>\n");
}

/* ---- games ----------------------------------------------------------------------------------- */

struct listing {
    struct svi_page *page;
    struct svi_store *store;
};

static bool put_game(void *user, const struct svi_store_match *m)
{
    const struct listing *l = user;
    struct svi_game_line line;
    svi_figures_line(l->store, m, &line);
    svi_page_game_row(l->page, &line);
    return true;
}

static bool has_both(const struct svi_games *games, const struct svi_game_rows *g,
                     const unsigned bot[2])
{
    bool sits[2] = {false, false};
    for (unsigned s = 0; s < svi_game_seats(g); s++) {
        sits[0] |= games->row[g->first + s].bot == bot[0];
        sits[1] |= games->row[g->first + s].bot == bot[1];
    }
    return sits[0] && sits[1];
}

static void put_games(struct svi_page *page, struct svi_model *m, const struct pair *p,
                      const unsigned id[2])
{
    const struct svi_games *games = &p->f->sheet.games;
    struct listing l = {page, m->store};
    uint64_t number[LAST_GAMES];
    size_t n = 0;
    for (size_t g = games->n_games; g > 0 && n < LAST_GAMES; g--) {
        if (has_both(games, &games->game[g - 1], p->bot)) {
            number[n++] = games->game[g - 1].number;
        }
    }
    svi_out_text(page->out, "<section id=latest><h2>Latest games</h2>\n");
    svi_page_table_begin(page, "class=games", "latest games");
    svi_page_game_titles(page);
    if (svi_store_results_at(m->store, number, n, put_game, &l) != SV_OK) {
        page->out->failed = true;
    }
    svi_out_text(page->out, "</tbody>");
    svi_page_table_end(page);
    svi_html_format(page->out,
                    "<p><a class=chip href=\"/games?bot=%u%sagainst=%u\">"
                    "all their games</a></p></section>\n",
                    id[0], "&", id[1]);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void put_estimate(struct svi_buf *out, const char *before, struct svi_estimate e)
{
    const double half = 0.5 * (e.high - e.low);
    svi_out_text(out, before);
    svi_page_estimate(out, e, half > 0 && half < 0.015 ? 3 : 2);
    svi_out_text(out, "</b>\n");
}

static void put_facts(struct svi_page *page, const struct pair *p)
{
    const struct svi_versus *v = &p->versus;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<ul class=facts>\n<li><b>");
    svi_html_count(out, v->games);
    svi_out_text(out, v->games == 1 ? "</b> game at one table, in <b>"
                                    : "</b> games at one table, in <b>");
    svi_html_count(out, v->n_deals);
    svi_out_text(out, v->n_deals == 1 ? "</b> deal\n" : "</b> deals\n");
    if (p->f->has_field) {
        const struct svi_meeting *m =
            &p->f->field.meeting[(size_t)p->bot[0] * p->f->field.n + p->bot[1]];
        svi_html_format(out, "<li>%s finished ahead in a share of <b>",
                        p->f->sheet.games.bot[p->bot[0]]);
        put_estimate(out, "", m->ahead);
        if (isfinite(m->expected)) {
            svi_html_format(out, "<li>by their ratings: <b>%s</b>\n",
                            svi_figure(m->expected, 2, "").text);
        }
    }
    put_estimate(out, "<li>difference of points a game: <b>", v->difference);
    if (isfinite(v->rest.value)) {
        put_estimate(out, "<li>the same without luck: <b>", v->rest);
    }
    svi_out_text(out, "</ul>\n");
}

void svi_pair_page(struct svi_page *page, struct svi_model *m, unsigned one, unsigned other)
{
    const struct svi_figures *f = &m->figures;
    const unsigned id[2] = {one, other};
    struct pair p = {.f = f, .bot = {svi_figures_bot(f, one), svi_figures_bot(f, other)}};
    struct svi_buf *out = page->out;
    char title[2 * SV_MAX_NAME + 16];
    (void)snprintf(title, sizeof title, "%s against %s", f->league->bot[one],
                   f->league->bot[other]);
    if (p.bot[0] >= f->sheet.games.n_bots || p.bot[1] >= f->sheet.games.n_bots ||
        svi_versus_init(&p.versus, &f->sheet.games, p.bot[0], p.bot[1]) != SV_OK) {
        out->failed = true;
        return;
    }
    const double points[2] = {p.versus.bot[0].points.value, p.versus.bot[1].points.value};
    struct svi_buf about = {0};
    svi_page_about_pair(page, p.bot, points, p.versus.games, &about);
    svi_pages_begin_about(page, title, true, &about);
    svi_out_text(out, "<section id=pair><h2>");
    svi_page_bot_link(page, p.bot[0]);
    svi_out_text(out, " against ");
    svi_page_bot_link(page, p.bot[1]);
    svi_out_text(out, "</h2>\n");
    if (p.versus.games == 0) {
        svi_out_text(out, "<p>They have not met in a deal that is over.</p></section>\n");
    } else {
        put_facts(page, &p);
        put_sides(page, &p);
        svi_out_text(out, "<p class=note>\xc2\xb1: 95% intervals, with deals as observations. A "
                          "difference is the first bot less the second. The bar: places, "
                          "first to last.</p></section>\n");
        put_seats(page, &p);
        put_deals(page, &p);
        put_games(page, m, &p, id);
    }
    svi_versus_finish(&p.versus);
    svi_page_end(page);
}
