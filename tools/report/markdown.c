/* The report as a page of a repository. */
#include "tools/analysis/figure.h"
#include "tools/report/bot_columns.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"

#include "base/out.h"
#include "text/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_CROSS 16u /* bots for a table of each against each */
#define MOST 32u       /* columns of a table */
#define DASH "–"
#define STRIP 25 /* characters of a chart */

/* ---- tables ---------------------------------------------------------------------------------- */

struct scale {
    double low, high;
};

/* A column as a table shows it. */
struct shown {
    const struct svi_column *column;
    unsigned decimals;
    struct scale scale; /* of a chart */
};

static struct scale scale_of(const struct svi_column *c, const struct svi_rows *rows)
{
    struct scale scale = {INFINITY, -INFINITY};
    for (unsigned i = 0; i < rows->n && c->shape == SVI_CHART; i++) {
        struct svi_cell value;
        svi_column_cell(c, svi_row(rows, i), &value);
        if (value.kind == SVI_CELL_REAL) { /* fmin() and fmax() pass over NAN */
            scale.low = fmin(scale.low, fmin(value.real.value, value.real.low));
            scale.high = fmax(scale.high, fmax(value.real.value, value.real.high));
        }
    }
    return scale;
}

static bool is_time(const struct svi_column *c)
{
    return c->unit != NULL && strcmp(c->unit, "us") == 0;
}

/* "adjusted_rating" as "adjusted rating", "median_us" as "median". */
static void put_name(const struct svi_column *c, struct svi_buf *out)
{
    const size_t size = strlen(c->name) - (is_time(c) ? strlen("_us") : 0);
    for (const char *at = c->name; at < c->name + size; at++) {
        svi_out_char(out, *at == '_' ? ' ' : *at);
    }
}

/* "12 us", "1.30 ms", "2.05 s"; 0 is "< 1 us". */
static void print_time(uint64_t us, char text[SVI_CELL_SIZE])
{
    const bool seconds = us >= 1000000;
    if (us < 1000) {
        (void)snprintf(text, SVI_CELL_SIZE, "%s%" PRIu64 " \xc2\xb5s", us == 0 ? "< " : "",
                       us == 0 ? 1 : us);
    } else {
        (void)snprintf(text, SVI_CELL_SIZE, "%.*f %s",
                       us < 10000 || seconds ? 2
                       : us < 100000         ? 1
                                             : 0,
                       (double)us / (seconds ? 1e6 : 1e3), seconds ? "s" : "ms");
    }
}

/* Appends the interval of an estimate, if there is one. */
static void put_error(struct svi_buf *out, struct svi_estimate e, unsigned decimals)
{
    if (isfinite(e.low) && isfinite(e.high)) {
        svi_out_format(out, " %s", svi_figure_error(e, decimals).text);
    }
}

static void put_text(struct svi_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (strchr("\\`*_{}[]()#+-.!|<>~&$@", c) != NULL) {
            svi_out_char(out, '\\');
        }
        svi_out_char(out, c < 0x20 || c == 0x7f ? '?' : *text);
    }
}

/* "··──●──··" in a code span. */
static void put_strip(struct svi_buf *out, const struct scale *scale, struct svi_estimate e)
{
    const double range = scale->high > scale->low ? scale->high - scale->low : 1;
    svi_out_char(out, '`');
    for (int k = 0; k < STRIP; k++) {
        const double at = scale->low + range * k / (STRIP - 1), half = range / (STRIP - 1) / 2;
        if (isfinite(e.value) && fabs(e.value - at) <= half) {
            svi_out_text(out, "●");
        } else {
            svi_out_text(out,
                         isfinite(e.low) && at >= e.low - half && at <= e.high + half ? "─" : "·");
        }
    }
    svi_out_char(out, '`');
}

/* A link where there is a page to lead to. */
static void put_game(struct svi_page *page, uint64_t number)
{
    if (page->game_link == NULL) {
        svi_out_format(page->out, "\\#%" PRIu64, number);
        return;
    }
    svi_out_format(page->out, "[\\#%" PRIu64 "](<", number);
    for (const char *c = page->game_link; *c != '\0'; c++) {
        if (strchr("<>\n\\", *c) == NULL) {
            svi_out_char(page->out, *c);
        }
    }
    svi_out_format(page->out, "%" PRIu64 ">)", number);
}

static void put_games(struct svi_page *page, const uint64_t number[], unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        svi_out_text(page->out, k == 0 ? "" : ", ");
        put_game(page, number[k]);
    }
}

/* Games of a list. */
static void put_list(struct svi_page *page, const struct svi_column *c, const void *row)
{
    struct svi_cell value = {.kind = SVI_CELL_NONE};
    for (unsigned k = 0; c->get(row, k, &value), value.kind == SVI_CELL_INT; k++) {
        svi_out_text(page->out, k == 0 ? "" : ", ");
        put_game(page, (uint64_t)value.number);
    }
}

static void put_cell(struct svi_page *page, const struct shown *shown, const void *row)
{
    struct svi_buf *out = page->out;
    const struct svi_column *c = shown->column;
    char cell[SVI_CELL_SIZE];
    struct svi_cell value;
    svi_column_cell(c, row, &value);
    if (c->shape == SVI_LIST) {
        put_list(page, c, row);
    } else if (c->shape == SVI_CHART) {
        put_strip(out, &shown->scale, value.real);
    } else if (value.kind == SVI_CELL_TEXT) {
        put_text(out, value.text);
    } else if (is_time(c) && value.kind == SVI_CELL_INT) {
        print_time((uint64_t)value.number, cell);
        svi_out_text(out, cell);
    } else {
        svi_column_print(c, &value, shown->decimals, DASH, cell);
        svi_out_text(out, cell);
    }
    if (c->shape == SVI_INTERVAL) {
        put_error(out, value.real, shown->decimals);
    }
}

/* Appends the columns of an output that have a value in some row. */
static void put_table(struct svi_page *page, const struct svi_columns *of,
                      const struct svi_rows *rows, unsigned where)
{
    struct svi_buf *out = page->out;
    struct shown shown[MOST];
    unsigned n = 0;
    for (unsigned k = 0; k < of->count && n < MOST; k++) {
        const struct svi_column *c = &of->column[k];
        if ((c->where & where) != 0 && svi_column_has_value(c, rows)) {
            shown[n++] = (struct shown){c, svi_column_decimals(c, rows), scale_of(c, rows)};
            svi_out_text(out, "| ");
            if (c->shape != SVI_CHART) {
                put_name(c, out);
            }
            svi_out_char(out, ' ');
        }
    }
    svi_out_text(out, "|\n");
    for (unsigned k = 0; k < n; k++) {
        const struct svi_column *c = shown[k].column;
        svi_out_text(out, c->type == SVI_TEXT || c->shape == SVI_CHART ? "| --- " : "| ---: ");
    }
    for (unsigned i = 0; i < rows->n; i++) {
        svi_out_text(out, "|\n");
        for (unsigned k = 0; k < n; k++) {
            svi_out_text(out, "| ");
            put_cell(page, &shown[k], svi_row(rows, i));
            svi_out_char(out, ' ');
        }
    }
    svi_out_text(out, "|\n");
}

/* The rows of all bots. */
static void put_bots(struct svi_page *page, unsigned where)
{
    struct svi_rows rows;
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(&page->f->sheet, page->f, &rows);
    put_table(page, &svi_bot_columns, &rows, where);
}

/* ---- sections -------------------------------------------------------------------------------- */

static void put_bot(struct svi_page *page, unsigned bot)
{
    put_text(page->out, page->f->sheet.games.bot[bot]);
}

static void put_ranking(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    put_bots(page, SVI_IN_PAGE);
    svi_out_text(out,
                 "\nRating: with 400 more, a bot finishes ahead of another in 10 of 11 games. ");
    svi_out_text(out,
                 page->f->sheet.games.no_intervals
                     ? "(?): no interval and no rank is claimed, as results decide who plays.\n"
                     : "± and lines: 95% intervals. In 95 of 100 leagues every bracket holds "
                       "the true rank. (?), or no interval: fewer than 10 deals. A deal counts "
                       "as one observation.\n");
    if (page->f->sheet.tally.told[0] != '\0') {
        svi_out_char(out, '\n');
        put_text(out, page->f->sheet.tally.told);
        svi_out_char(out, '\n');
    }
}

static void put_luck(struct svi_page *page)
{
    if (page->f->sheet.games.has_luck && page->f->sheet.games.n_games > 0) {
        svi_out_text(page->out, "\n## Luck and skill\n\n");
        put_bots(page, SVI_IN_LUCK);
    }
}

static void put_cross(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    const unsigned n = f->sheet.ratings.n_order;
    if (!f->has_field || n > MOST_CROSS) {
        return;
    }
    svi_out_text(out, "\n## Each against each\n\nIn how many of 100 games the bot of the row was "
                      "ahead; bold where 50 is "
                      "outside the 95% interval.\n\n| | ");
    for (unsigned j = 0; j < n; j++) {
        svi_out_format(out, "| %u ", j + 1);
    }
    svi_out_text(out, "|\n| ---: | --- ");
    for (unsigned j = 0; j < n; j++) {
        svi_out_text(out, "| ---: ");
    }
    svi_out_text(out, "|\n");
    for (unsigned i = 0; i < n; i++) {
        svi_out_format(out, "| %u | ", i + 1);
        put_bot(page, f->sheet.ratings.order[i]);
        for (unsigned j = 0; j < n; j++) {
            const struct svi_meeting *m =
                &f->field.meeting[(size_t)f->sheet.ratings.order[i] * f->field.n +
                                  f->sheet.ratings.order[j]];
            const bool sure = m->ahead.low > 0.5 || m->ahead.high < 0.5;
            if (i == j || m->games == 0) {
                svi_out_text(out, " | ");
            } else {
                svi_out_format(out, sure ? " | **%s**" : " | %s",
                               svi_figure(100 * m->ahead.value, 0, "").text);
            }
        }
        svi_out_text(out, " |\n");
    }
}

static void put_field(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    if (!f->has_field) {
        return;
    }
    svi_out_text(out, "\n## Does one number say it all?\n\n");
    if (f->field.fit.known) {
        svi_out_format(out, "%s Chi-square %s with %s degrees of freedom, p ",
                       f->field.fit.p < 0.05 ? "**No: who beats whom depends on more.**"
                                             : "**One number will do.**",
                       svi_figure(f->field.fit.chi2, 1, "").text,
                       svi_figure(f->field.fit.df, 1, "").text);
        svi_out_text(out, svi_figure_chance(f->field.fit.p).text);
        svi_out_text(out, ".\n");
    } else {
        svi_out_text(out, "Not tested: too few deals or bots, or too many bots.\n");
    }
    svi_out_text(out, f->field.n_cycles == 0
                          ? "No certain cycle.\n"
                          : "Cycles, where each bot is ahead of the next with 95% confidence:\n\n");
    for (size_t k = 0; k < f->field.n_cycles && k < 20; k++) {
        const unsigned bot[] = {f->field.cycle[k].a, f->field.cycle[k].b, f->field.cycle[k].c,
                                f->field.cycle[k].a};
        for (unsigned i = 0; i < 4; i++) {
            svi_out_text(out, i == 0 ? "- " : " \\> ");
            put_bot(page, bot[i]);
        }
        svi_out_char(out, '\n');
    }
}

static void put_lengths(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    const uint64_t games = f->sheet.games.n_games;
    if (games == 0) {
        return;
    }
    svi_out_format(
        out,
        "\n## Lengths, ends, seats\n\n- %s rounds on average, median %u; shortest %" PRIu32
        " (game ",
        svi_figure((double)f->rounds_sum / (double)games, 1, "").text, svi_figures_rounds(f, 500),
        f->shortest_rounds);
    put_game(page, f->shortest);
    svi_out_format(out, "), longest %" PRIu32 " (game ", f->longest_rounds);
    put_game(page, f->longest);
    svi_out_text(out, ")\n");
    svi_out_text(out, "- ended by");
    for (unsigned k = 0; k < SVI_FIGURE_ENDS; k++) {
        svi_out_text(out, k == 0 ? " " : ", ");
        svi_say_word(out, sv_why_name(svi_figure_ends[k]));
        svi_out_format(out, " %" PRIu64, f->ends[svi_figure_ends[k]]);
    }
    svi_out_text(out, "\n- points by seat:");
    for (unsigned s = 0; s < f->seats; s++) {
        svi_out_format(out, "%s %s", s == 0 ? "" : ",", svi_figure(f->seat[s].value, 3, DASH).text);
        put_error(out, f->seat[s], 3);
    }
    svi_out_char(out, '\n');
}

static void put_times(struct svi_page *page)
{
    struct svi_rows rows;
    SCOPED(scoped_free) struct svi_time_row *row = svi_time_rows(page->f, &rows);
    bool any = false;
    for (unsigned i = 0; i < rows.n; i++) {
        any |= svi_times_all(row[i].times) > 0;
    }
    if (any) {
        svi_out_text(page->out, "\n## Decision times\n\n");
        put_table(page, &svi_time_columns, &rows, SVI_IN_PAGE);
    }
}

static void put_incidents(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_rows rows;
    struct svi_buf *out = page->out;
    svi_out_text(out, "\n## Incidents\n\n");
    if (svi_bot_put_reasons(f->league, "- ", put_text, out)) {
        svi_out_char(out, '\n');
    }
    if (f->incidents + f->lost == 0) {
        svi_out_text(out, "None.\n");
        return;
    }
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_incident_rows(f, &rows);
    put_table(page, &svi_bot_columns, &rows, SVI_IN_INCIDENTS);
}

static void put_trades(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    const struct svi_transfers *t = &f->transfers;
    struct svi_buf *out = page->out;
    if (!f->has_transfers || f->traded == 0 || f->n < 3) {
        return;
    }
    svi_out_text(out, "\n## Trade integrity\n\n");
    if (t->n_flagged == 0) {
        svi_out_text(out, "No pair stands out.\n");
    }
    for (unsigned k = 0; k < t->n_flagged; k++) {
        const unsigned i = t->flagged[k].i, j = t->flagged[k].j;
        const struct svi_transfer *p = &t->pair[(size_t)i * f->n + j];
        const struct svi_pair_figures *games = svi_figures_pair(f, i, j);
        const double rest = p->gain - p->expected;
        svi_out_text(out, "- ");
        put_text(out, f->league->bot[rest > 0 ? j : i]);
        svi_out_text(out, " gives ");
        put_text(out, f->league->bot[rest > 0 ? i : j]);
        svi_out_format(out,
                       " %s of worth a trade more than their trades with others explain (%" PRIu64
                       " trades, p = %s); greatest: ",
                       svi_figure(fabs(rest), 1, "").text, p->trades,
                       svi_figure(p->p_outlier, 4, "–").text);
        put_games(page, games != NULL ? games->gift : NULL, games != NULL ? games->n_gift : 0);
        svi_out_char(out, '\n');
    }
}

void svi_report_markdown(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_out_text(out, "# ");
    put_text(out, f->league->name);
    svi_out_format(out,
                   "\n\n%" PRIu64 " of %" PRIu64 " games, %" PRIu32
                   " deals, %u bots, tables of %u, edition ",
                   f->sheet.tally.matches, f->sheet.tally.planned, f->sheet.ratings.deals, f->n,
                   f->league->seats);
    put_text(out, f->league->edition);
    svi_out_text(out, "\n\n");
    put_ranking(page);
    put_luck(page);
    put_cross(page);
    put_field(page);
    put_lengths(page);
    put_times(page);
    put_incidents(page);
    put_trades(page);
    svi_out_text(out,
                 "\n## How to verify\n\n```sh\nsolvent verify STORE                          # "
                 "plays every game again\n"
                 "solvent rank STORE                            # the ranking and its digest\n"
                 "solvent games STORE --incidents               # what went wrong, game by game\n"
                 "solvent replay STORE#1 --html game.html       # a game to step through\n```\n");
    if (f->has_digest) {
        svi_out_text(out, "\nDigest of all games: `");
        svi_out_hex(out, f->sheet.tally.digest, sizeof f->sheet.tally.digest);
        svi_out_text(out, "`\n\nHead of the chain over settings, results and games: `");
        svi_out_hex(out, f->sheet.head, sizeof f->sheet.head);
        svi_out_text(out, "`\n");
    }
}
