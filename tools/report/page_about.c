/* What pages say about themselves where links to them are passed on. */
#include "tools/report/figure.h"
#include "tools/report/page.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>

#define MOST_NAMED 5u /* bots */

/* A sum of points: whole, or in halves and less. */
static struct svi_figure sum_of(double points)
{
    return svi_figure(points, fabs(points - round(points)) < 1e-6 ? 0 : 1, "0");
}

static void put_count(struct svi_buf *out, uint64_t count, const char *noun)
{
    svi_out_int(out, (int64_t)count);
    svi_out_text(out, noun);
    svi_out_text(out, count == 1 ? "" : "s");
}

/* Two bots that only meet each other: "trader beat careful 52 to 48 in 100 games." */
static void put_two(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const unsigned first = sheet->ratings.order[0], second = sheet->ratings.order[1];
    const double points[2] = {sheet->ratings.bot[first].points_sum,
                              sheet->ratings.bot[second].points_sum};
    const bool over = sheet->tally.matches >= sheet->tally.planned;
    const char *verb = fabs(points[0] - points[1]) < 1e-6 ? " drew with "
                       : points[0] < points[1]            ? " ranks above "
                       : over                             ? " beat "
                                                          : " leads ";
    svi_out_text(out, sheet->games.bot[first]);
    svi_out_text(out, verb);
    svi_out_text(out, sheet->games.bot[second]);
    svi_out_char(out, ' ');
    svi_out_text(out, sum_of(points[0]).text);
    svi_out_text(out, " to ");
    svi_out_text(out, sum_of(points[1]).text);
    svi_out_text(out, over ? " in " : " after ");
    if (!over) {
        svi_out_int(out, (int64_t)sheet->tally.matches);
        svi_out_text(out, " of ");
    }
    put_count(out, sheet->tally.planned, " game");
    svi_out_char(out, '.');
}

static void put_points(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const double points = sheet->ratings.bot[bot].points.value;
    if (isfinite(points)) {
        svi_out_text(out, ", ");
        svi_out_text(out, svi_figure(points, 2, "").text);
        svi_out_text(out, " points a game");
    }
}

/* The best of more: "Best of 4 bots after 48 of 48 games: 1. trader, 0.61 points a game; ..." */
static void put_best(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const unsigned n = sheet->ratings.n_order;
    if (n > MOST_NAMED) {
        svi_out_text(out, "The best of ");
    }
    put_count(out, n, " bot");
    svi_out_text(out, " after ");
    svi_out_int(out, (int64_t)sheet->tally.matches);
    svi_out_text(out, " of ");
    put_count(out, sheet->tally.planned, " game");
    for (unsigned i = 0; i < n && i < MOST_NAMED; i++) {
        const unsigned bot = sheet->ratings.order[i];
        svi_out_text(out, i == 0 ? ": " : "; ");
        svi_out_int(out, sheet->ratings.bot[bot].rank);
        svi_out_text(out, ". ");
        svi_out_text(out, sheet->games.bot[bot]);
        put_points(sheet, bot, out);
    }
    svi_out_char(out, '.');
}

void svi_page_about_league(const struct svi_page *page, struct svi_buf *out)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    if (sheet->tally.matches == 0) {
        svi_out_text(out, "No game is counted yet, of ");
        svi_out_int(out, (int64_t)sheet->tally.planned);
        svi_out_char(out, '.');
    } else if (sheet->ratings.n_order == 2) {
        put_two(sheet, out);
    } else {
        put_best(sheet, out);
    }
    svi_out_text(out, " Edition ");
    svi_out_text(out, page->f->league->edition);
    svi_out_char(out, '.');
}

void svi_page_about_bot(const struct svi_page *page, unsigned bot, struct svi_buf *out)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    const struct svi_rating *r = &sheet->ratings.bot[bot];
    svi_out_text(out, sheet->games.bot[bot]);
    if (r->games == 0) {
        svi_out_text(out, ": no game is counted yet.");
        return;
    }
    svi_out_text(out, ": rank ");
    svi_out_int(out, r->rank);
    svi_out_text(out, " of ");
    put_count(out, sheet->ratings.n_order, " bot");
    put_points(sheet, bot, out);
    svi_out_text(out, ", ");
    put_count(out, r->games, " game");
    svi_out_char(out, '.');
}

void svi_page_about_pair(const struct svi_page *page, const unsigned bot[2], const double points[2],
                         uint64_t games, struct svi_buf *out)
{
    if (games == 0) {
        svi_out_text(out, page->f->sheet.games.bot[bot[0]]);
        svi_out_text(out, " and ");
        svi_out_text(out, page->f->sheet.games.bot[bot[1]]);
        svi_out_text(out, " have not met in a deal that is over.");
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        svi_out_text(out, k > 0 ? ", " : "");
        svi_out_text(out, page->f->sheet.games.bot[bot[k]]);
        svi_out_char(out, ' ');
        svi_out_text(out, svi_figure(points[k], 2, "no").text);
    }
    svi_out_text(out, " points a game, in ");
    put_count(out, games, " game");
    svi_out_text(out, " at one table.");
}
