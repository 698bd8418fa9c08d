/* A bot's rating over deals, beside its other versions, with dates and nights. */
#include "tools/report/chart.h"
#include "tools/report/column_page.h"
#include "tools/report/html.h"
#include "tools/report/page.h"

#include "base/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define VERSIONS 8u /* that are drawn, the bot itself among them */

/* ---- as a table ------------------------------------------------------------------------------ */

struct step_row {
    const struct svi_figure_step *step;
    unsigned bot; /* the sheet's number */
};

enum { DEALS, NIGHT };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_figure_step *step = ((const struct step_row *)row)->step;
    if (which == DEALS || step->night > 0) {
        svi_cell_set_int(value, which == DEALS ? step->deals : step->night);
    }
}

static void get_date(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_figure_step *step = ((const struct step_row *)row)->step;
    const time_t at = (time_t)(step->at_ms / 1000);
    struct tm parts;
    (void)which;
    if (step->at_ms > 0 && gmtime_r(&at, &parts) != NULL &&
        strftime(value->made, sizeof value->made, "%Y-%m-%d %H:%M", &parts) > 0) {
        svi_cell_set_text(value, value->made);
    }
}

static void get_rating(const void *row, unsigned which, struct svi_cell *value)
{
    const struct step_row *r = row;
    (void)which;
    svi_cell_set_real(value, r->step->rating[r->bot]);
}

static const struct svi_column step_columns[] = {
    {"deals", SVI_INTEGER, NULL, "The first deals of the league", SVI_IN_PAGE, .get = get_count,
     .which = DEALS},
    {"night", SVI_INTEGER, NULL, "Of the season, in which the last of them was", SVI_IN_PAGE,
     .get = get_count, .which = NIGHT},
    {"date", SVI_TEXT, NULL, "About when the last of them was played, in UTC", SVI_IN_PAGE,
     .get = get_date},
    {"rating", SVI_NUMBER, "Elo", "By these deals alone", SVI_IN_PAGE, SVI_INTERVAL, .digits = 2,
     .get = get_rating},
};

static void put_table(struct svi_page *page, unsigned bot)
{
    static const struct svi_columns of = {step_columns, sizeof step_columns / sizeof *step_columns};
    const struct svi_figures *f = page->f;
    struct step_row row[SVI_FIGURE_STEPS];
    unsigned n = 0;
    for (unsigned k = f->n_steps; k > 0; k--) { /* the newest first */
        if (isfinite(f->step[k - 1].rating[bot].value)) {
            row[n++] = (struct step_row){&f->step[k - 1], bot};
        }
    }
    const struct svi_rows rows = {row, sizeof *row, n};
    const struct svi_page_table table = {&of, &rows, SVI_IN_PAGE, "steps", NULL};
    svi_out_text(page->out, "<details><summary>With dates</summary>\n");
    svi_page_columns(page, &table);
    svi_out_text(page->out, "</details>\n");
}

/* ---- as a picture ---------------------------------------------------------------------------- */

/* The bot and its other versions, the newest first. */
static unsigned find_versions(const struct svi_figures *f, unsigned bot, unsigned version[VERSIONS])
{
    const struct svi_store_entry *entry = f->league->entry;
    unsigned n = 0;
    version[n++] = bot;
    for (unsigned other = f->n; other > 0 && entry != NULL && n < VERSIONS; other--) {
        if (other - 1 != bot && strcmp(entry[other - 1].origin, entry[bot].origin) == 0) {
            version[n++] = other - 1;
        }
    }
    return n;
}

static void put_lines(struct svi_page *page, const unsigned version[], unsigned n)
{
    const struct svi_figures *f = page->f;
    double value[VERSIONS][3][SVI_FIGURE_STEPS];
    struct svi_chart_line line[VERSIONS];
    uint32_t x[SVI_FIGURE_STEPS];
    for (unsigned v = 0; v < n; v++) {
        line[v] = (struct svi_chart_line){.name = f->sheet.games.bot[version[v]],
                                          .value = value[v][0],
                                          .low = value[v][1],
                                          .high = value[v][2]};
        if (v > 0) {
            (void)snprintf(line[v].link, sizeof line[v].link, page->served ? "/bots/%u" : "#b%u",
                           version[v]);
        }
        for (unsigned k = 0; k < f->n_steps; k++) {
            const struct svi_estimate e = f->step[k].rating[version[v]];
            x[k] = f->step[k].deals;
            value[v][0][k] = e.value;
            value[v][1][k] = e.low;
            value[v][2][k] = e.high;
        }
    }
    const struct svi_chart_marks nights = {f->night, f->n_nights};
    svi_chart_lines_marked(page->out, line, n, x, f->n_steps, &nights);
}

void svi_page_versions(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    unsigned version[VERSIONS];
    if (f->n_steps < 2) {
        return;
    }
    const unsigned n = find_versions(f, bot, version);
    svi_out_text(page->out, n > 1 ? "<section id=versions><h2>Rating over deals, by version</h2>\n"
                                  : "<section id=versions><h2>Rating over deals</h2>\n");
    if (f->n_nights > 0) {
        svi_out_text(page->out, "<p class=lead>A broken line across: a night begins.</p>\n");
    }
    put_lines(page, version, n);
    put_table(page, bot);
    svi_out_text(page->out, "</section>\n");
}
