/* How games went, how long decisions took, what went wrong. */
#include "tools/report/bot_columns.h"
#include "tools/report/chart.h"
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"
#include "tools/report/rank_field.h"
#include "tools/report/time_columns.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- times ----------------------------------------------------------------------------------- */

static uint64_t longest(const struct svi_figures *f)
{
    uint64_t most = 10;
    for (unsigned id = 0; id < f->n; id++) {
        most = f->bot[id].all_times.slowest_us > most ? f->bot[id].all_times.slowest_us : most;
    }
    return most;
}

static bool put_time_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct svi_time_row *r = row;
    struct svi_cell value;
    svi_column_cell(column, row, &value);
    if (value.kind == SVI_CELL_NONE) {
        return false;
    }
    if ((column->treated & SVI_COLUMN_NAME) != 0) {
        svi_page_bot_link(page, r->bot);
    } else if (column->shape == SVI_CHART) {
        svi_chart_times(page->out, svi_times_quantile(r->times, 500),
                        svi_times_quantile(r->times, 990), r->times->slowest_us, longest(page->f));
    } else if (strcmp(column->name, "kind") == 0) {
        svi_html_words(page->out, r->kind);
    } else if (strcmp(column->name, "longest_game") == 0) {
        svi_page_game_link(page, r->times->slowest);
    } else {
        return false;
    }
    return true;
}

/* Frees the rows. */
static void put_times(struct svi_page *page, struct svi_time_row *row, const struct svi_rows *rows,
                      unsigned where)
{
    const struct svi_page_table table = {&svi_time_columns, rows, where | SVI_IN_SPREAD, "times",
                                         put_time_cell};
    svi_page_columns(page, &table);
    page->out->failed = page->out->failed || row == NULL;
    free(row);
}

static void put_times_by_kind(struct svi_page *page, unsigned bot, unsigned where)
{
    struct svi_rows rows;
    struct svi_time_row *row = svi_time_rows_by_kind(page->f, bot, &rows);
    put_times(page, row, &rows, where);
}

/* ---- incidents ------------------------------------------------------------------------------- */

/* How the bot's processes were lost: those first that cost a game. */
static void put_losses(struct svi_page *page, unsigned bot)
{
    const struct svi_bot_figures *b = &page->f->bot[bot];
    struct svi_buf *out = page->out;
    for (unsigned k = 0; k < b->n_loss; k++) {
        const struct svi_loss_note *loss = &b->loss[k];
        svi_html_format(out, "<details class=crash><summary>%s", page->f->sheet.games.bot[bot]);
        if (loss->match != 0) {
            svi_html_format(out, " was lost in game %" PRIu64 ", seat %u%s", loss->match,
                            loss->seat,
                            loss->held > 0 ? ", which another process went on with" : "");
        } else {
            svi_out_text(out, " was lost in no game");
        }
        svi_out_text(out, "</summary><pre>");
        svi_html_prose(out, loss->report != NULL ? loss->report : "");
        svi_out_text(out, "</pre>");
        if (loss->match != 0) {
            svi_out_text(out, "<p>See what it was asked: <code>solvent replay ");
            svi_html_word(out, page->store);
            svi_html_format(out,
                            "#%" PRIu64 " --decisions</code>; ask it again: <code>solvent replay ",
                            loss->match);
            svi_html_word(out, page->store);
            svi_html_format(out, "#%" PRIu64 " --drive %u -- COMMAND</code></p>", loss->match,
                            loss->seat);
        }
        svi_out_text(out, "</details>\n");
    }
    if (b->losses > b->n_loss) {
        svi_html_format(out, "<p class=note>And %" PRIu64 " times more.</p>\n",
                        b->losses - b->n_loss);
    }
}

static bool put_incident_cell(struct svi_page *page, const struct svi_column *column,
                              const void *row)
{
    const unsigned bot = ((const struct svi_bot_row *)row)->bot;
    const struct svi_bot_figures *b = &page->f->bot[bot];
    if ((column->treated & SVI_COLUMN_NAME) != 0) {
        svi_page_bot_link(page, bot);
        return true;
    }
    for (unsigned k = 0; k < b->n_incident && column->shape == SVI_LIST; k++) {
        svi_out_text(page->out, k == 0 ? "" : " ");
        svi_page_incident_link(page, b->incident[k], bot);
    }
    return column->shape == SVI_LIST;
}

/* Of one bot, or of all that had one (a number above those of all bots). */
static void put_incidents(struct svi_page *page, unsigned bot)
{
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_incident_rows(page->f, bot, &rows);
    const struct svi_page_table table = {&svi_bot_columns, &rows, SVI_IN_INCIDENTS, "incidents",
                                         put_incident_cell};
    svi_page_columns(page, &table);
    free(row);
}

/* How to see what was asked and answered, game by game. */
static void put_commands(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<details><summary>What was asked and answered, bot by bot</summary>\n");
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        const unsigned bot = f->sheet.ratings.order[i];
        if (f->bot[bot].incidents > 0) {
            svi_out_text(out, "<p><code>solvent games ");
            svi_html_word(out, page->store);
            svi_out_text(out, " --incidents --bot ");
            svi_html_word(out, f->sheet.games.bot[bot]);
            svi_out_text(out, "</code></p>\n");
        }
    }
    svi_out_text(out, "</details>\n");
}

void svi_page_incidents(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<section id=incidents><h2>Incidents</h2>\n");
    (void)svi_bot_put_reasons(f->league, "<p>", svi_html_text, out);
    if (f->incidents + f->lost == 0) {
        svi_out_text(out, "<p><b>None.</b> Every answer came in time and was legal; nobody "
                          "forfeited, and no process was lost.</p></section>\n");
        return;
    }
    svi_out_text(out, "<p class=lead>Answers for which the default was taken, by reason; forfeits; "
                      "how often the bot's "
                      "process was lost; games with any of it. All of them: <code>solvent games ");
    svi_html_word(out, page->store);
    svi_out_text(out, " --incidents</code></p>\n");
    put_incidents(page, f->n);
    put_commands(page);
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        put_losses(page, f->sheet.ratings.order[i]);
    }
    svi_out_text(out, "</section>\n");
}

/* ---- one bot --------------------------------------------------------------------------------- */

static void put_opponents(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    struct svi_rows rows;
    if (!f->has_field) {
        return;
    }
    struct svi_pair_row *row = svi_pair_rows_of(f, bot, &rows);
    svi_out_text(page->out, "<section><h2>Against each</h2>\n");
    svi_page_pairs(page, &rows, SVI_IN_AGAINST);
    svi_out_text(page->out, "</section>\n");
    free(row);
}

void svi_page_bot(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    const struct svi_bot_figures *b = &f->bot[bot];
    const struct svi_bot_row row = {&f->sheet, bot, &f->sheet.tally, f->sheet.row[bot], f};
    const struct svi_rows rows = {&row, sizeof row, 1};
    const struct svi_page_table facts = {&svi_bot_columns, &rows, SVI_IN_FACTS, "", NULL};
    struct svi_buf *out = page->out;
    svi_out_text(out, "<section><h2>Figures</h2>\n<ul class=facts>\n");
    svi_page_column_facts(page, &facts, &row);
    if (b->won != 0) {
        svi_html_format(out, "<li>quickest win: %" PRIu32 " rounds, game ", b->won_rounds);
        svi_page_game_link(page, b->won);
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</ul>\n");
    svi_out_text(out, "<p class=legend>Places, first to last: ");
    for (unsigned k = 0; k < f->league->seats; k++) {
        svi_html_format(out, "<span class=of><span class=\"key s%u\"></span>%" PRIu64 "</span> ", k,
                        b->place[k]);
    }
    svi_out_text(out, "</p>\n");
    svi_chart_shares(out, b->place, f->league->seats, "places");
    svi_out_text(out, "</section>\n");
    svi_page_versions(page, bot);
    put_opponents(page, bot);
    svi_page_bot_decisions(page, bot);
    if (svi_times_all(&b->all_times) > 0) {
        svi_out_text(out, "<section><h2>Decision times</h2>\n");
        put_times_by_kind(page, bot, SVI_IN_KIND);
        svi_out_text(out, "</section>\n");
    }
    if (b->incidents + b->losses > 0) {
        svi_out_text(out, "<section><h2>Incidents</h2>\n");
        put_incidents(page, bot);
        put_losses(page, bot);
        svi_out_text(out, "</section>\n");
    }
    svi_out_text(out, "<section><h2>Last games</h2>\n");
    svi_page_game_table(page, b->last, b->n_last);
    if (page->served) {
        svi_html_format(out, "<p><a class=chip href=\"/games?bot=%u\">all games</a></p>\n", bot);
    }
    svi_out_text(out, "</section>\n");
}
