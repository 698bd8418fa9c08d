/* The report as a page of a repository. */
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/rank_field.h"
#include "tools/report/rank_figures.h"
#include "tools/report/rank_savings.h"
#include "tools/report/report.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define STRIP 25       /* characters of an interval */
#define MOST_CROSS 16u /* bots for a table of each against each */

/* A text in which nothing is markup. */
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

static void put_bot(struct svi_page *page, unsigned bot)
{
    put_text(page->out, page->f->sheet.games.bot[bot]);
}

/* A link where there is a page to lead to. */
static void put_game(struct svi_page *page, uint64_t number)
{
    if (page->game_link == NULL) {
        svi_html_format(page->out, "\\#%" PRIu64, number);
        return;
    }
    svi_html_format(page->out, "[\\#%" PRIu64 "](<", number);
    for (const char *c = page->game_link; *c != '\0'; c++) {
        if (strchr("<>\n\\", *c) == NULL) {
            svi_out_char(page->out, *c);
        }
    }
    svi_html_format(page->out, "%" PRIu64 ">)", number);
}

static void put_games(struct svi_page *page, const uint64_t number[], unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        svi_out_text(page->out, k == 0 ? "" : ", ");
        put_game(page, number[k]);
    }
}

/* "   |--o--|   " in a code span. */
static void put_strip(struct svi_buf *out, double low, double high, struct svi_estimate e)
{
    const double range = high > low ? high - low : 1;
    svi_out_char(out, '`');
    for (int k = 0; k < STRIP; k++) {
        const double at = low + range * k / (STRIP - 1), half = range / (STRIP - 1) / 2;
        if (isfinite(e.value) && fabs(e.value - at) <= half) {
            svi_out_text(out, "●");
        } else {
            svi_out_text(out,
                         isfinite(e.low) && at >= e.low - half && at <= e.high + half ? "─" : "·");
        }
    }
    svi_out_char(out, '`');
}

/* "12 ±3"; a dash where there is none. */
static void put_estimate(struct svi_buf *out, const char *value, struct svi_estimate e,
                         unsigned decimals)
{
    svi_out_text(out, value);
    if (isfinite(e.low)) {
        svi_html_format(out, " ±%s", svi_figure(svi_rank_half_width(e), decimals, "").text);
    }
    svi_out_text(out, " | ");
}

static void put_ranking(struct svi_page *page)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    struct svi_buf *out = page->out;
    double low = INFINITY, high = -INFINITY;
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const struct svi_estimate e = sheet->ratings.bot[sheet->shown[i]].rating;
        const double l = isfinite(e.low) ? e.low : e.value, h = isfinite(e.high) ? e.high : e.value;
        low = l < low ? l : low;
        high = h > high ? h : high;
    }
    svi_out_text(out, "| rank | bot | 95% | rating | points | place | games | wins | faults |\n"
                      "| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const unsigned bot = sheet->shown[i];
        const struct svi_rating *r = &sheet->ratings.bot[bot];
        uint64_t faults = 0;
        char rank[48];
        for (unsigned k = 0; k < SVI_RANK_WRONGS; k++) {
            faults += sheet->row[bot]->verdicts[svi_rank_wrongs[k]];
        }
        svi_rank_text(r, rank, sizeof rank);
        svi_html_format(out, "| %s | ", rank);
        put_bot(page, bot);
        svi_out_text(out, " | ");
        put_strip(out, low, high, r->rating);
        svi_out_text(out, " | ");
        put_estimate(out, svi_figure(r->rating.value, 0, "–").text, r->rating, 0);
        put_estimate(out, svi_rank_mean_points(sheet, bot, 4, "–").text, r->points, 4);
        svi_html_format(out, "%s | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n",
                        svi_rank_mean_place(sheet, bot, 2, "–").text, r->seats, r->wins, faults);
    }
    svi_out_text(
        out, "\nRating: 400 more are odds of 10 : 1 of finishing ahead. ± and lines: 95%; ranks in "
             "brackets hold all together. A deal counts as one observation.\n");
    if (sheet->tally.told[0] != '\0') {
        svi_out_char(out, '\n');
        put_text(out, sheet->tally.told);
        svi_out_char(out, '\n');
    }
}

/* What chance gave to each, where that is known, and what adjusting for it saves. */
static void put_luck(struct svi_page *page)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    struct svi_buf *out = page->out;
    if (svi_page_has_luck(page)) {
        svi_out_text(out, "\n## Luck and skill\n\n| bot | points | luck in them | adjusted points |"
                          " adjusted rating |\n| --- | ---: | ---: | ---: | ---: |\n");
        for (unsigned i = 0; i < sheet->n_shown; i++) {
            const unsigned bot = sheet->shown[i];
            const struct svi_rating *r = &sheet->ratings.bot[bot];
            const struct svi_estimate none = {NAN, NAN, NAN};
            const struct svi_estimate points =
                sheet->has_adjusted ? sheet->adjusted.points[bot] : none;
            const struct svi_estimate rating = sheet->has_adjusted && sheet->adjusted.has_ratings
                                                   ? sheet->adjusted.ratings.bot[bot].rating
                                                   : none;
            svi_out_text(out, "| ");
            put_bot(page, bot);
            svi_out_text(out, " | ");
            put_estimate(out, svi_figure(r->points.value, 4, "–").text, r->points, 4);
            put_estimate(out, svi_figure(r->luck.value, 4, "–").text, r->luck, 4);
            put_estimate(out, svi_figure(points.value, 4, "–").text, points, 4);
            put_estimate(out, svi_figure(rating.value, 0, "–").text, rating, 0);
            svi_out_char(out, '\n');
        }
    }
    svi_out_char(out, '\n');
    svi_rank_savings_put(sheet, "**", "**", out);
    svi_out_char(out, '\n');
}

static void put_cross(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    const unsigned n = f->sheet.n_shown;
    if (!f->has_field || n > MOST_CROSS) {
        return;
    }
    svi_out_text(out, "\n## Each against each\n\nIn how many of 100 games the bot of the row was "
                      "ahead; bold where 50 is "
                      "outside the 95% interval.\n\n| | ");
    for (unsigned j = 0; j < n; j++) {
        svi_html_format(out, "| %u ", j + 1);
    }
    svi_out_text(out, "|\n| ---: | --- ");
    for (unsigned j = 0; j < n; j++) {
        svi_out_text(out, "| ---: ");
    }
    svi_out_text(out, "|\n");
    for (unsigned i = 0; i < n; i++) {
        svi_html_format(out, "| %u | ", i + 1);
        put_bot(page, f->sheet.shown[i]);
        for (unsigned j = 0; j < n; j++) {
            const struct svi_meeting *m =
                &f->field.meeting[(size_t)f->sheet.shown[i] * f->field.n + f->sheet.shown[j]];
            const bool sure = m->ahead.low > 0.5 || m->ahead.high < 0.5;
            if (i == j || m->games == 0) {
                svi_out_text(out, " | ");
            } else {
                svi_html_format(out, sure ? " | **%s**" : " | %s",
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
    bool any = false;
    if (!f->has_field) {
        return;
    }
    svi_out_text(out, "\n## Does one number say it all?\n\n");
    if (f->field.fit.known) {
        svi_html_format(out, "%s Chi-square %s with %s degrees of freedom, p ",
                        f->field.fit.p < 0.05 ? "**No: who beats whom depends on more.**"
                                              : "**One number will do.**",
                        svi_figure(f->field.fit.chi2, 1, "").text,
                        svi_figure(f->field.fit.df, 1, "").text);
        svi_out_text(out, svi_figure_chance(f->field.fit.p).text);
        svi_out_text(out, ".\n");
    } else {
        svi_out_text(out, "Not tested: too few deals or bots, or too many bots.\n");
    }
    svi_out_text(out, f->field.n_cycles == 0 ? "No cycle is sure.\n"
                                             : "Cycles, each surely ahead of the next:\n\n");
    for (size_t k = 0; k < f->field.n_cycles && k < 20; k++) {
        svi_out_text(out, "- ");
        put_bot(page, f->field.cycle[k].a);
        svi_out_text(out, " \\> ");
        put_bot(page, f->field.cycle[k].b);
        svi_out_text(out, " \\> ");
        put_bot(page, f->field.cycle[k].c);
        svi_out_text(out, " \\> ");
        put_bot(page, f->field.cycle[k].a);
        svi_out_char(out, '\n');
    }
    for (unsigned x = 0; x < f->sheet.n_shown; x++) {
        for (unsigned i = 0; i < f->sheet.n_shown; i++) {
            unsigned now, expected;
            if (svi_rank_field_changes(&f->field, f->sheet.shown[x], f->sheet.shown[i], &now,
                                       &expected)) {
                svi_out_text(out,
                             any ? "- without "
                                 : "\nRanks that change when one bot is left out:\n\n- without ");
                put_bot(page, f->sheet.shown[x]);
                svi_out_text(out, ": ");
                put_bot(page, f->sheet.shown[i]);
                svi_html_format(out, " %u, not %u\n", now, expected);
                any = true;
            }
        }
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
    svi_html_format(
        out,
        "\n## Lengths, ends, seats\n\n- %s rounds on average, median %u; shortest %" PRIu32
        " (game ",
        svi_figure((double)f->rounds_sum / (double)games, 1, "").text, svi_figures_rounds(f, 500),
        f->shortest_rounds);
    put_game(page, f->shortest);
    svi_html_format(out, "), longest %" PRIu32 " (game ", f->longest_rounds);
    put_game(page, f->longest);
    svi_out_text(out, ")\n");
    svi_out_text(out, "- ended by");
    for (unsigned k = 0; k < SVI_RANK_ENDS; k++) {
        svi_out_text(out, k == 0 ? " " : ", ");
        put_text(out, sv_why_name(svi_rank_ends[k]));
        svi_html_format(out, " %" PRIu64, f->ends[svi_rank_ends[k]]);
    }
    svi_out_text(out, "\n- points by seat:");
    for (unsigned s = 0; s < f->seats; s++) {
        svi_html_format(out, "%s %s ±%s", s == 0 ? "" : ",",
                        svi_figure(f->seat[s].value, 3, "–").text,
                        svi_figure(svi_rank_half_width(f->seat[s]), 3, "–").text);
    }
    svi_out_char(out, '\n');
}

static void put_times(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    bool any = false;
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        const struct svi_times *t = &f->bot[svi_figures_id(f, f->sheet.shown[i])].all_times;
        char p50[SVI_HTML_TIME], p99[SVI_HTML_TIME], most[SVI_HTML_TIME], charged[SVI_HTML_TIME];
        if (svi_times_all(t) == 0) {
            continue;
        }
        svi_out_text(
            out,
            any ? ""
                : "\n## Decision times\n\n| bot | decisions | charged | median | 99% | longest "
                  "|\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
        any = true;
        svi_html_time(svi_times_quantile(t, 500), p50);
        svi_html_time(svi_times_quantile(t, 990), p99);
        svi_html_time(t->slowest_us, most);
        svi_html_time(t->charged_us / svi_times_all(t), charged);
        svi_out_text(out, "| ");
        put_bot(page, f->sheet.shown[i]);
        svi_html_format(out, " | %" PRIu64 " | %s | %s | %s | %s |\n", svi_times_all(t), charged,
                        p50, p99, most);
    }
}

static void put_incidents(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_out_text(out, "\n## Incidents\n\n");
    if (svi_rank_put_reasons(f->league, "- ", put_text, out)) {
        svi_out_char(out, '\n');
    }
    if (f->faults + f->forfeits + f->lost == 0) {
        svi_out_text(out, "None.\n");
        return;
    }
    svi_out_text(out, "| bot |");
    for (unsigned k = 0; k < SVI_RANK_WRONGS; k++) {
        svi_html_format(out, " %s |", sv_verdict_name(svi_rank_wrongs[k]));
    }
    svi_out_text(out, " forfeits | lost | games | first ones |\n| --- |");
    for (unsigned k = 0; k < SVI_RANK_WRONGS; k++) {
        svi_out_text(out, " ---: |");
    }
    svi_out_text(out, " ---: | ---: | ---: | --- |\n");
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        const unsigned bot = f->sheet.shown[i];
        const struct svi_bot_figures *b = &f->bot[svi_figures_id(f, bot)];
        if (b->incidents + b->losses == 0) {
            continue;
        }
        svi_out_text(out, "| ");
        put_bot(page, bot);
        for (unsigned k = 0; k < SVI_RANK_WRONGS; k++) {
            svi_html_format(out, " | %" PRIu64, f->sheet.row[bot]->verdicts[svi_rank_wrongs[k]]);
        }
        svi_html_format(out, " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | ",
                        f->sheet.row[bot]->forfeited, b->losses, b->incidents);
        put_games(page, b->incident, b->n_incident);
        svi_out_text(out, " |\n");
    }
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
        svi_html_format(out, "No pair stands out among %u permutations.\n", t->permutations);
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
        svi_html_format(out,
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
    svi_html_format(out,
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
        svi_out_text(out, "`\n");
    }
}
