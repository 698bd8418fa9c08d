#include "tools/report/report.h"

#include "memory/memory.h"
#include "tools/analysis/figure.h"
#include "tools/console/help.h"
#include "tools/report/rank_print.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef SOLVENT_SITE

/* Appends JSON such that no text in it ends the <script> that it stands in. */
static void put_document(struct svi_buf *out, const struct svi_buf *document)
{
    const char *at = (const char *)document->data, *const end = at + document->size;
    for (const char *open; at < end; at = open + 1) {
        open = memchr(at, '<', (size_t)(end - at));
        if (open == NULL) {
            svi_buf_append(out, at, (size_t)(end - at));
            return;
        }
        svi_buf_append(out, at, (size_t)(open - at));
        svi_out_text(out, "\\u003c");
    }
}

static void put_page(const struct svi_page *page, const struct svi_page_head *head,
                     const struct svi_buf *document)
{
    static const struct svi_page_kind kind = {&svi_site_template, &svi_site_style,
                                              &svi_site_script};
    static const char link[] = "<link rel=\"alternate\" type=\"application/atom+xml\" "
                               "title=\"News\" href=\"/news.atom\">\n";
    const char *const served = page->served ? " data-served" : "";
    SCOPED(svi_buf_finish) struct svi_buf data = {0};
    put_document(&data, document);
    const struct svi_page_word words[] = {{"served", served, strlen(served)},
                                          {"feed", link, page->served ? strlen(link) : 0},
                                          {"document", data.data, data.size}};
    svi_page_put(page->out, &kind, head, words, sizeof words / sizeof *words);
    page->out->failed = page->out->failed || data.failed || document->failed;
}

#else

/* The ranking as a plain table, whatever the document shows. */
static void put_page(const struct svi_page *page, const struct svi_page_head *head,
                     const struct svi_buf *document)
{
    struct svi_buf table = {0};
    svi_rank_print_table(&page->f->sheet, false, true, &table);
    SCOPED(scoped_free) char *text = svi_text_of(&table);
    svi_out_text(page->out, "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>");
    svi_markup_text(page->out, head->title, false);
    svi_out_text(page->out, "</title>\n<pre>");
    svi_markup_text(page->out, text, true);
    svi_out_text(page->out, "</pre>\n<p>This build has no pages: it was configured with "
                            "-DSOLVENT_SITE=OFF, without esbuild. All figures: <code>solvent "
                            "report --format json</code>.</p>\n</html>\n");
    (void)document;
}

#endif

void svi_site_page(const struct svi_page *page, const char *title, struct svi_buf *about,
                   const struct svi_buf *document)
{
    struct svi_buf name = {0};
    svi_out_text(&name, page->f->league->name);
    if (title[0] != '\0') {
        svi_out_text(&name, " \xc2\xb7 ");
        svi_out_text(&name, title);
    }
    if (about->size == 0) {
        svi_page_about_league(page, about);
    }
    SCOPED(scoped_free) char *whole = svi_text_of(&name);
    SCOPED(scoped_free) char *text = svi_text_of(about);
    put_page(page,
             &(struct svi_page_head){.title = whole,
                                     .about = text,
                                     .site = page->site,
                                     .picture = "ranking.png",
                                     .served = page->served},
             document);
}

void svi_report_html(struct svi_page *page)
{
    SCOPED(svi_buf_finish) struct svi_buf document = {0};
    struct svi_buf about = {0}, *const out = page->out;
    page->out = &document;
    svi_report_json(page);
    page->out = out;
    svi_site_page(page, "", &about, &document);
}

/* ---- previews of links ----------------------------------------------------------------------- */

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
    svi_out_format(out, "%s %s %s %s to %s %s ", sheet->games.bot[first], verb,
                   sheet->games.bot[second], sum_of(points[0]).text, sum_of(points[1]).text,
                   games >= planned ? "in" : "after");
    if (games < planned) {
        svi_out_format(out, "%" PRIu64 " of ", games);
    }
    svi_out_format(out, "%" PRIu64 " game%s.", planned, plural(planned));
}

static void put_points(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const double points = sheet->ratings.bot[bot].points.value;
    if (isfinite(points)) {
        svi_out_format(out, ", %s points a game", svi_figure(points, 2, "").text);
    }
}

/* The best of more: "Best of 4 bots after 48 of 48 games: 1. trader, 0.61 points a game; ..." */
static void put_best(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const unsigned n = sheet->ratings.n_order;
    svi_out_format(out, "%s%u bot%s after %" PRIu64 " of %" PRIu64 " game%s",
                   n > MOST_NAMED ? "The best of " : "", n, plural(n), sheet->tally.matches,
                   sheet->tally.planned, plural(sheet->tally.planned));
    for (unsigned i = 0; i < n && i < MOST_NAMED; i++) {
        const unsigned bot = sheet->ratings.order[i];
        svi_out_format(out, "%s%u. %s", i == 0 ? ": " : "; ", sheet->ratings.bot[bot].rank,
                       sheet->games.bot[bot]);
        put_points(sheet, bot, out);
    }
    svi_out_char(out, '.');
}

void svi_page_about_league(const struct svi_page *page, struct svi_buf *out)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    if (sheet->tally.matches == 0) {
        svi_out_format(out, "No game is counted yet, of %" PRIu64 ".", sheet->tally.planned);
    } else if (sheet->ratings.n_order == 2) {
        put_two(sheet, out);
    } else {
        put_best(sheet, out);
    }
    svi_out_format(out, " Edition %s.", page->f->league->edition);
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
    svi_out_format(out, ": rank %u of %u bot%s", r->rank, sheet->ratings.n_order,
                   plural(sheet->ratings.n_order));
    put_points(sheet, bot, out);
    svi_out_format(out, ", %" PRIu64 " game%s.", (uint64_t)r->games, plural(r->games));
}

void svi_page_about_pair(const struct svi_page *page, const unsigned bot[2], const double points[2],
                         uint64_t games, struct svi_buf *out)
{
    const char *const name[2] = {page->f->sheet.games.bot[bot[0]],
                                 page->f->sheet.games.bot[bot[1]]};
    if (games == 0) {
        svi_out_format(out, "%s and %s have not met in a deal that is over.", name[0], name[1]);
        return;
    }
    svi_out_format(out, "%s %s, %s %s points a game, in %" PRIu64 " game%s at one table.", name[0],
                   svi_figure(points[0], 2, "no").text, name[1],
                   svi_figure(points[1], 2, "no").text, games, plural(games));
}
