/* The title and sentence of a page, for previews of links to it. */
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

/* "s" for any number but 1. */
static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Two bots that only meet each other: "trader beat careful 52 to 48 in 100 games." */
static void put_two(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const unsigned first = sheet->ratings.order[0], second = sheet->ratings.order[1];
    const double points[2] = {sheet->ratings.bot[first].points_sum,
                              sheet->ratings.bot[second].points_sum};
    const uint64_t games = sheet->tally.matches, planned = sheet->tally.planned;
    const char *verb = fabs(points[0] - points[1]) < 1e-6 ? "drew with"
                       : points[0] < points[1]            ? "ranks above"
                       : games >= planned                 ? "beat"
                                                          : "leads";
    svi_figure_print(out, "%s %s %s %s to %s %s ", sheet->games.bot[first], verb,
                     sheet->games.bot[second], sum_of(points[0]).text, sum_of(points[1]).text,
                     games >= planned ? "in" : "after");
    if (games < planned) {
        svi_figure_print(out, "%" PRIu64 " of ", games);
    }
    svi_figure_print(out, "%" PRIu64 " game%s.", planned, plural(planned));
}

static void put_points(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const double points = sheet->ratings.bot[bot].points.value;
    if (isfinite(points)) {
        svi_figure_print(out, ", %s points a game", svi_figure(points, 2, "").text);
    }
}

/* The best of more: "Best of 4 bots after 48 of 48 games: 1. trader, 0.61 points a game; ..." */
static void put_best(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const unsigned n = sheet->ratings.n_order;
    svi_figure_print(out, "%s%u bot%s after %" PRIu64 " of %" PRIu64 " game%s",
                     n > MOST_NAMED ? "The best of " : "", n, plural(n), sheet->tally.matches,
                     sheet->tally.planned, plural(sheet->tally.planned));
    for (unsigned i = 0; i < n && i < MOST_NAMED; i++) {
        const unsigned bot = sheet->ratings.order[i];
        svi_figure_print(out, "%s%u. %s", i == 0 ? ": " : "; ", sheet->ratings.bot[bot].rank,
                         sheet->games.bot[bot]);
        put_points(sheet, bot, out);
    }
    svi_out_char(out, '.');
}

void svi_page_about_league(const struct svi_page *page, struct svi_buf *out)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    if (sheet->tally.matches == 0) {
        svi_figure_print(out, "No game is counted yet, of %" PRIu64 ".", sheet->tally.planned);
    } else if (sheet->ratings.n_order == 2) {
        put_two(sheet, out);
    } else {
        put_best(sheet, out);
    }
    svi_figure_print(out, " Edition %s.", page->f->league->edition);
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
    svi_figure_print(out, ": rank %u of %u bot%s", r->rank, sheet->ratings.n_order,
                     plural(sheet->ratings.n_order));
    put_points(sheet, bot, out);
    svi_figure_print(out, ", %" PRIu64 " game%s.", (uint64_t)r->games, plural(r->games));
}

void svi_page_about_pair(const struct svi_page *page, const unsigned bot[2], const double points[2],
                         uint64_t games, struct svi_buf *out)
{
    const char *const name[2] = {page->f->sheet.games.bot[bot[0]],
                                 page->f->sheet.games.bot[bot[1]]};
    if (games == 0) {
        svi_figure_print(out, "%s and %s have not met in a deal that is over.", name[0], name[1]);
        return;
    }
    svi_figure_print(out, "%s %s, %s %s points a game, in %" PRIu64 " game%s at one table.",
                     name[0], svi_figure(points[0], 2, "no").text, name[1],
                     svi_figure(points[1], 2, "no").text, games, plural(games));
}
