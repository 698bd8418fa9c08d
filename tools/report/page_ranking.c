/* The ranking, how it came about, places and seats. */
#include "memory/memory.h"
#include "store/reader.h"
#include "tools/report/bot_columns.h"
#include "tools/report/chart.h"
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bot as a link, with what keeps it from playing; incidents as one to what they were. */
static bool put_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct svi_bot_row *r = row;
    struct svi_buf *out = page->out;
    if ((column->treated & SVI_COLUMN_NAME) != 0) {
        const struct svi_store_entry *entry = svi_bot_entry(r);
        svi_page_bot_link(page, r->bot);
        if (entry != NULL && (entry->status != SVI_STATUS_PLAYS || entry->reason != NULL)) {
            svi_html_format(out, " <em title=\"%s\">%s</em>",
                            entry->reason != NULL ? entry->reason : "", svi_store_state(entry));
        }
        return true;
    }
    if (strcmp(column->name, "incidents") == 0 && svi_bot_incidents(r->row) > 0) {
        svi_html_format(out, "<a href=\"%s#incidents\" class=warn>%" PRIu64 "</a>",
                        page->served ? "/report" : "", svi_bot_incidents(r->row));
        return true;
    }
    return false;
}

static void put_table(struct svi_page *page, unsigned where, const char *class)
{
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(&page->f->sheet, page->f, &rows);
    const struct svi_page_table table = {&svi_bot_columns, &rows, where, class, put_cell};
    const bool is_ordered = page->served && where == SVI_IN_PAGE;
    if (is_ordered && page->order.column != NULL && !svi_column_sort(&page->order, row, &rows)) {
        page->out->failed = true;
    }
    svi_page_columns_ordered(page, &table, is_ordered ? &page->order : NULL,
                             is_ordered ? "/standings/" : NULL);
    free(row);
}

bool svi_page_ranking_order(const char *name, struct svi_column_order *order)
{
    for (unsigned k = 0; k < svi_bot_columns.count; k++) {
        const struct svi_column *c = &svi_bot_columns.column[k];
        const size_t length = strlen(c->name);
        if ((c->where & SVI_IN_PAGE) != 0 && svi_column_orders(c) &&
            strncmp(name, c->name, length) == 0 &&
            (strcmp(name + length, "/up") == 0 || strcmp(name + length, "/down") == 0)) {
            *order = (struct svi_column_order){c, strcmp(name + length, "/up") == 0};
            return true;
        }
    }
    return false;
}

static void put_notes(struct svi_page *page)
{
    const struct svi_ratings *r = &page->f->sheet.ratings;
    struct svi_buf *out = page->out;
    unsigned few = 0, outside = 0;
    for (unsigned i = 0; i < page->f->sheet.ratings.n_order; i++) {
        const unsigned bot = page->f->sheet.ratings.order[i];
        if (r->bot[bot].seats > 0) {
            outside += r->luce.group[svi_games_place(r->games, bot)] != r->luce.main_group;
            few += r->bot[bot].deals < SVI_FEW_DEALS;
        }
    }
    svi_out_text(out, r->deals == 0
                          ? "<p class=note>No deal is over, so no bot has a rating."
                          : "<p class=note>Rating: with 400 more, a bot finishes ahead of another "
                            "in 10 of 11 games; 0 is the mean.");
    if (r->games->no_intervals) {
        svi_out_text(out, " (?): no interval and no rank is claimed, as results decide who plays.");
    } else if (r->deals > 0) {
        svi_out_text(out, " ± and bars: 95% intervals. In 95 of 100 leagues every bracket holds "
                          "the true rank. A deal, all games on one seed, counts as one "
                          "observation.");
    }
    if (few > 0 && !r->games->no_intervals) {
        svi_html_format(out,
                        " (?): few deals; below %u there is no interval, and no rank is claimed.",
                        SVI_FEW_DEALS);
    }
    if (outside > 0 && !r->games->no_intervals) {
        svi_html_format(out,
                        " %u bot%s never both ahead of and behind the others, so without interval.",
                        outside, outside == 1 ? "" : "s");
    }
    if (!r->luce.connected) {
        svi_out_text(out, " Some bots are not connected by any chain of games, so their ratings "
                          "cannot be compared.");
    }
    if (r->deals > 1 && !r->sandwich.known && !r->games->no_intervals) {
        svi_out_text(out, " No intervals of ratings: some bot is known from one deal alone.");
    }
    svi_out_text(out, "</p>\n");
    if (page->f->sheet.tally.told[0] != '\0') {
        svi_out_text(out, "<p>");
        svi_html_prose(out, page->f->sheet.tally.told);
        svi_out_text(out, "</p>\n");
    }
}

void svi_page_ranking(struct svi_page *page)
{
    svi_out_text(page->out, "<section id=ranking><h2>Ranking</h2>\n");
    put_table(page, SVI_IN_PAGE, "ranking");
    put_notes(page);
    svi_out_text(page->out, "</section>\n");
}

/* ---- over deals ------------------------------------------------------------------------------ */

/* The first at which anybody has a rating. */
static unsigned first_step(const struct svi_figures *f)
{
    for (unsigned k = 0; k < f->n_steps; k++) {
        for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
            if (isfinite(f->step[k].rating[f->sheet.ratings.order[i]].value)) {
                return k;
            }
        }
    }
    return 0;
}

static void put_lines(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    const unsigned n = f->sheet.ratings.n_order, first = first_step(f), steps = f->n_steps - first;
    struct svi_chart_line *line = svi_new(n + 1u, sizeof *line);
    double *value = svi_new(((size_t)n * steps + 1) * 3, sizeof *value);
    uint32_t x[SVI_FIGURE_STEPS];
    if (line == NULL || value == NULL) {
        page->out->failed = true;
    } else {
        double *low = value + (size_t)n * steps, *high = low + (size_t)n * steps;
        for (unsigned i = 0; i < n; i++) {
            const size_t at = (size_t)i * steps;
            line[i] = (struct svi_chart_line){.name = f->sheet.games.bot[f->sheet.ratings.order[i]],
                                              .value = value + at,
                                              .low = low + at,
                                              .high = high + at};
            (void)snprintf(line[i].link, sizeof line[i].link, page->served ? "/bots/%u" : "#b%u",
                           f->sheet.ratings.order[i]);
            for (unsigned k = 0; k < steps; k++) {
                const struct svi_estimate e = f->step[first + k].rating[f->sheet.ratings.order[i]];
                x[k] = f->step[first + k].deals;
                value[at + k] = e.value;
                low[at + k] = e.low;
                high[at + k] = e.high;
            }
        }
        const struct svi_chart_marks nights = {f->night, f->n_nights};
        svi_chart_lines_marked(page->out, line, n, x, steps, &nights);
    }
    free(line);
    free(value);
}

static void put_sparks(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    struct svi_chart_scale scale = {0, 1};
    svi_out_text(out, "<details><summary>Points in each twelfth of the deals</summary>\n");
    svi_page_table_begin(page, "class=twelfths", "points in each twelfth");
    svi_out_text(out, "<thead><tr><th>bot<th>from 0 to 1");
    for (unsigned k = 0; k < SVI_FIGURE_STRETCHES; k++) {
        svi_html_format(out, "<th class=num>%u", k + 1);
    }
    svi_out_text(out, "</thead>\n<tbody>\n");
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        const struct svi_bot_figures *b = &f->bot[f->sheet.ratings.order[i]];
        double mean[SVI_FIGURE_STRETCHES];
        for (unsigned k = 0; k < SVI_FIGURE_STRETCHES; k++) {
            mean[k] = b->stretch_points[k] / (double)b->stretch_games[k];
        }
        svi_page_bot_row(page, f->sheet.ratings.order[i]);
        svi_out_text(out, "<td>");
        svi_chart_spark(out, mean, SVI_FIGURE_STRETCHES, &scale);
        for (unsigned k = 0; k < SVI_FIGURE_STRETCHES; k++) {
            svi_html_format(out, "<td class=num>%s", svi_figure(mean[k], 2, "–").text);
        }
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</tbody>");
    svi_page_table_end(page);
    svi_out_text(out, "</details>\n");
}

void svi_page_steps(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    if (f->n_steps < 2) {
        return;
    }
    svi_out_text(page->out, "<section id=steps><h2>Rating over deals</h2>\n<p class=lead>The "
                            "rating of each bot after the first deals, in their order. Where lines "
                            "cross late, the order of the bots is not settled. Shaded: 95%");
    svi_out_text(page->out, f->n_nights > 0 ? "; a broken line across: a night begins" : "");
    svi_out_text(page->out,
                 f->sheet.ratings.n_order > 8 ? "; named are the first eight.</p>\n" : ".</p>\n");
    put_lines(page);
    put_sparks(page);
    svi_out_text(page->out, "</section>\n");
}

/* ---- luck and skill -------------------------------------------------------------------------- */

bool svi_page_has_luck(const struct svi_page *page)
{
    const struct svi_games *games = &page->f->sheet.games;
    return games->has_luck && games->n_games > 0;
}

void svi_page_luck(struct svi_page *page)
{
    if (!svi_page_has_luck(page)) {
        return;
    }
    svi_out_text(page->out, "<section id=luck><h2>Luck and skill</h2>\n<p class=lead>The luck of "
                            "each bot in points a game, and its points and rating adjusted for "
                            "luck. Over many deals luck averages to zero.</p>\n");
    put_table(page, SVI_IN_LUCK, "luck");
    svi_out_text(page->out, "</section>\n");
}
