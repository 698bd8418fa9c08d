/* Each against each, whether one number says it all, and what was traded. */
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"
#include "tools/report/rank_field.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PAIRS_SHOWN 15u
#define CYCLES_SHOWN 20u

static const struct svi_meeting *meeting(const struct svi_figures *f, unsigned i, unsigned j)
{
    return &f->field.meeting[(size_t)i * f->field.n + j];
}

/* The pair's page, or "#p3-7", its games. */
static void open_pair(struct svi_page *page, unsigned i, unsigned j)
{
    const unsigned a = svi_figures_id(page->f, i), b = svi_figures_id(page->f, j);
    svi_html_format(page->out, "<a href=\"%s%u-%u\">", page->served ? "/pairs/" : "#p", a, b);
}

/* ---- each against each ----------------------------------------------------------------------- */

static void put_cell(struct svi_page *page, unsigned i, unsigned j)
{
    const struct svi_meeting *m = meeting(page->f, i, j);
    struct svi_buf *out = page->out;
    if (i == j || m->games == 0) {
        svi_out_text(out, "<td class=self>");
        return;
    }
    const double v = m->ahead.value;
    const unsigned heat = (unsigned)(v * 10 + 0.5);
    const bool sure = m->ahead.low > 0.5 || m->ahead.high < 0.5;
    svi_html_format(out, "<td class=\"h%u%s\">", heat > 10 ? 10 : heat, sure ? " sure" : "");
    open_pair(page, i, j);
    svi_html_format(out, "%s</a>", svi_figure(100 * v, 0, "").text);
}

/* A table of each bot that is shown against each. */
static void put_table(struct svi_page *page,
                      void (*put)(struct svi_page *page, unsigned i, unsigned j))
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    struct svi_buf *out = page->out;
    svi_page_table_begin(page, "class=cross", "each against each");
    svi_out_text(out, "<thead><tr><th class=num><th>bot");
    for (unsigned j = 0; j < sheet->n_shown; j++) {
        svi_html_format(out, "<th>%u", j + 1);
    }
    svi_out_text(out, "</thead>\n<tbody>\n");
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        svi_html_format(out, "<tr><th class=num>%u<th class=bot>", i + 1);
        svi_page_bot_link(page, sheet->shown[i]);
        for (unsigned j = 0; j < sheet->n_shown; j++) {
            put(page, sheet->shown[i], sheet->shown[j]);
        }
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</tbody>");
    svi_page_table_end(page);
}

void svi_page_cross(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    if (!page->f->has_field) {
        return;
    }
    svi_out_text(
        out,
        "<section id=cross><h2>Each against each</h2>\n<p class=lead>How often the bot of the row "
        "finished ahead of the bot of the column, in 100 of their shared games. A tie counts half. "
        "Bold: 50 is outside the 95% interval. Select a figure to see more of the pair.</p>\n");
    put_table(page, put_cell);
    svi_out_text(out, "</section>\n");
}

/* ---- the field ------------------------------------------------------------------------------- */

/* How far a pair is from what the ratings expect, in standard errors, about. */
static double surprise(const struct svi_meeting *m)
{
    const double half = 0.5 * (m->ahead.high - m->ahead.low);
    return m->games > 0 && isfinite(m->expected) && half > 0
               ? fabs(m->ahead.value - m->expected) / half
               : -1;
}

/* The next most surprising pair below `most`, the better ranked first. */
static double next_pair(const struct svi_figures *f, double most, unsigned *a, unsigned *b)
{
    double found = -1;
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        for (unsigned j = i + 1; j < f->sheet.n_shown; j++) {
            const double s = surprise(meeting(f, f->sheet.shown[i], f->sheet.shown[j]));
            if (s > found && s < most) {
                found = s;
                *a = f->sheet.shown[i];
                *b = f->sheet.shown[j];
            }
        }
    }
    return found;
}

static bool put_pair_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    const struct svi_pair_row *r = row;
    struct svi_cell value;
    if ((column->treated & SVI_COLUMN_NAME) != 0) {
        svi_page_bot_link(page, strcmp(column->name, "bot") == 0 ? r->bot : r->against);
    } else if (strcmp(column->name, "games") == 0) {
        open_pair(page, r->bot, r->against);
        svi_html_format(page->out, "%" PRIu64 "</a>", svi_pair_meeting(r)->games);
    } else if (column->shape == SVI_LIST) {
        for (unsigned k = 0;; k++) {
            column->get(row, k, &value);
            if (value.kind == SVI_CELL_END) {
                break;
            }
            svi_out_text(page->out, k == 0 ? "" : " ");
            svi_page_game_link(page, (uint64_t)value.number);
        }
    } else {
        return false;
    }
    return true;
}

void svi_page_pairs(struct svi_page *page, const struct svi_rows *rows, unsigned where)
{
    const struct svi_page_table table = {&svi_pair_columns, rows, where, "pairs", put_pair_cell};
    svi_page_columns(page, &table);
}

static void put_pairs(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_pair_row row[PAIRS_SHOWN];
    unsigned a = 0, b = 0, shown = 0;
    for (double s = INFINITY; shown < PAIRS_SHOWN && (s = next_pair(f, s, &a, &b)) >= 0; shown++) {
        row[shown] = (struct svi_pair_row){&f->sheet, &f->field, f, a, b};
    }
    const struct svi_rows rows = {row, sizeof *row, shown};
    svi_html_format(page->out,
                    "<h3>Head to head</h3>\n<p class=lead>The pairs furthest from what their "
                    "ratings expect, up to %u.</p>\n",
                    PAIRS_SHOWN);
    svi_page_pairs(page, &rows, SVI_IN_PAGE);
}

static void put_cycles(struct svi_page *page)
{
    const struct svi_field *field = &page->f->field;
    struct svi_buf *out = page->out;
    if (field->n_cycles == 0) {
        svi_out_text(out, "<p>No certain cycle: no three bots are each ahead of the next with 95% "
                          "confidence.</p>\n");
        return;
    }
    svi_out_text(out, "<p class=warn>Cycles, where each bot is ahead of the next with 95% "
                      "confidence:</p>\n<ul>\n");
    for (size_t k = 0; k < field->n_cycles && k < CYCLES_SHOWN; k++) {
        const unsigned who[] = {field->cycle[k].a, field->cycle[k].b, field->cycle[k].c,
                                field->cycle[k].a};
        svi_out_text(out, "<li>");
        for (unsigned i = 0; i < 4; i++) {
            svi_out_text(out, i == 0 ? "" : " &gt; ");
            svi_page_bot_link(page, who[i]);
        }
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</ul>\n");
    if (field->n_cycles > CYCLES_SHOWN) {
        svi_html_format(out, "<p>And %zu more.</p>\n", field->n_cycles - CYCLES_SHOWN);
    }
}

void svi_page_field(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    if (!f->has_field) {
        return;
    }
    svi_out_text(out, "<section id=field><h2>Does one number say it all?</h2>\n");
    if (!f->field.fit.known) {
        svi_out_text(out, "<p>Not tested: too few deals or bots, or too many bots.</p>\n");
    } else {
        const bool fits = f->field.fit.p >= 0.05;
        svi_html_format(out, "<p%s><b>%s</b> Chi-square %s with %s degrees of freedom, p %s.</p>\n",
                        fits ? "" : " class=warn",
                        fits ? "One number will do."
                             : "No: who beats whom depends on more than one number. Compare the "
                               "bots pair by pair, below.",
                        svi_figure(f->field.fit.chi2, 1, "").text,
                        svi_figure(f->field.fit.df, 1, "").text,
                        svi_figure_chance(f->field.fit.p).text);
    }
    put_cycles(page);
    put_pairs(page);
    svi_out_text(out, "</section>\n");
}

/* ---- trades ---------------------------------------------------------------------------------- */

static unsigned bot_of(const struct svi_figures *f, unsigned id)
{
    return svi_figures_bot(f, id);
}

/* Turned so that who gives stands first. */
static void put_flag(struct svi_page *page, unsigned i, unsigned j)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    const struct svi_transfer *p = &f->transfers.pair[(size_t)i * f->n + j];
    const struct svi_pair_figures *games = svi_figures_pair(f, i, j);
    const double rest = p->gain - p->expected;
    const unsigned giver = rest > 0 ? j : i, taker = rest > 0 ? i : j;
    svi_out_text(out, "<li>");
    svi_page_bot_link(page, bot_of(f, giver));
    svi_out_text(out, " gives ");
    svi_page_bot_link(page, bot_of(f, taker));
    svi_html_format(
        out,
        " <b>%s</b> of worth a trade more than their trades with others explain (±%s, %" PRIu64
        " trades, p = %s). Greatest: ",
        svi_figure(fabs(rest), 1, "").text, svi_figure(1.96 * p->error, 1, "–").text, p->trades,
        svi_figure(p->p_outlier, 4, "–").text);
    for (unsigned k = 0; games != NULL && k < games->n_gift; k++) {
        svi_out_text(out, k == 0 ? "" : ", ");
        svi_page_game_link(page, games->gift[k]);
        svi_html_format(out, " (%" PRId32 ")",
                        games->gain[k] < 0 ? -games->gain[k] : games->gain[k]);
    }
    svi_out_char(out, '\n');
}

void svi_page_trades(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    const struct svi_transfers *t = &f->transfers;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<section id=trades><h2>Trade integrity</h2>\n");
    if (!f->has_transfers || f->traded == 0) {
        svi_out_text(out, "<p>These games have no record of trades: an older Solvent played them, "
                          "or there are too many bots.</p></section>\n");
        return;
    }
    if (f->traded < f->sheet.tally.matches) {
        svi_html_format(out, "<p class=note>Recorded in %" PRIu64 " of %" PRIu64 " games.</p>\n",
                        f->traded, f->sheet.tally.matches);
    }
    if (f->n < 3) {
        svi_out_text(out, "<p>Two bots alone: a gift cannot be told from skill.</p>\n");
    } else if (t->n_flagged == 0) {
        svi_out_text(out, "<p><b>No pair stands out</b>: how each trades with everybody explains "
                          "what they gain of each other.</p>\n");
    } else {
        svi_html_format(
            out,
            "<p class=warn>%u pair%s out among %u permutations. That is a reason to look at games, "
            "not yet a proof.</p>\n<ul>\n",
            t->n_flagged, t->n_flagged == 1 ? " stands" : "s stand", t->permutations);
        for (unsigned k = 0; k < t->n_flagged; k++) {
            put_flag(page, t->flagged[k].i < t->flagged[k].j ? t->flagged[k].i : t->flagged[k].j,
                     t->flagged[k].i < t->flagged[k].j ? t->flagged[k].j : t->flagged[k].i);
        }
        svi_out_text(out, "</ul>\n");
    }
    svi_out_text(
        out,
        "<p class=note>In worth: cash, and deeds at their printed price, mortgaged ones at their "
        "mortgage value.</p></section>\n");
}
