/* How games went, how long decisions took, what went wrong. */
#include "tools/report/chart.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"
#include "tools/report/rank_figures.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- lengths and ends ------------------------------------------------------------------------ */

static void put_lengths(struct svi_page *page)
{
    struct svi_figure_bar bar[SVI_FIGURE_BARS];
    struct svi_chart_bar shown[SVI_FIGURE_BARS];
    unsigned width;
    const unsigned bars = svi_figures_bars(page->f, bar, &width);
    for (unsigned k = 0; k < bars; k++) {
        shown[k] = (struct svi_chart_bar){bar[k].games, bar[k].first};
    }
    svi_chart_bars(page->out, shown, bars, width, page->game_link != NULL ? page->game_link : "#g",
                   "Games by rounds");
}

void svi_page_lengths(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    const uint64_t games = f->sheet.games.n_games;
    if (games == 0) {
        return;
    }
    svi_html_format(
        out,
        "<section id=lengths><h2>Lengths and ends</h2>\n<ul class=facts>\n<li><b>%s</b> rounds on "
        "average, the median game %u, nine of ten between %u and %u\n<li>the shortest %" PRIu32
        ": game ",
        svi_figure((double)f->rounds_sum / (double)games, 1, "").text, svi_figures_rounds(f, 500),
        svi_figures_rounds(f, 50), svi_figures_rounds(f, 950), f->shortest_rounds);
    svi_page_game_link(page, f->shortest);
    svi_html_format(out, ", the longest %" PRIu32 ": game ", f->longest_rounds);
    svi_page_game_link(page, f->longest);
    svi_html_format(out, "\n<li><b>%s</b> decisions a game\n",
                    svi_figure((double)f->sheet.tally.decisions / (double)games, 0, "").text);
    static const char *const words[SVI_RANK_ENDS] = {
        "with one player left", "at the limit of rounds", "as all others had forfeited"};
    for (unsigned k = 0; k < SVI_RANK_ENDS; k++) {
        const uint64_t n = f->ends[svi_rank_ends[k]];
        svi_html_format(out, "<li>ended %s: <b>", words[k]);
        svi_html_count(out, n);
        svi_html_format(out, "</b> (%s%%)",
                        svi_figure(100.0 * (double)n / (double)games, 1, "").text);
        if (n > 0) {
            svi_out_text(out, ", the first: game ");
            svi_page_game_link(page, f->first_end[svi_rank_ends[k]]);
        }
        svi_out_char(out, '\n');
    }
    svi_out_text(
        out, "</ul>\n<p class=lead>Games by the rounds they took; a bar leads to its first:</p>\n");
    put_lengths(page);
    svi_out_text(out, "</section>\n");
}

/* ---- times ----------------------------------------------------------------------------------- */

static void put_time(struct svi_buf *out, uint64_t us)
{
    char text[SVI_HTML_TIME];
    svi_html_time(us, text);
    svi_html_format(out, "<td class=num>%s", text);
}

static void put_times_row(struct svi_page *page, const struct svi_times *t, uint64_t most)
{
    struct svi_buf *out = page->out;
    if (svi_times_all(t) == 0) {
        svi_out_text(
            out,
            "<td class=num>0<td class=num>–<td class=num>–<td class=num>–<td class=num>–<td>\n");
        return;
    }
    const uint64_t p50 = svi_times_quantile(t, 500), p99 = svi_times_quantile(t, 990);
    svi_out_text(out, "<td class=num>");
    svi_html_count(out, svi_times_all(t));
    put_time(out, t->charged_us / svi_times_all(t));
    put_time(out, p50);
    put_time(out, p99);
    put_time(out, t->slowest_us);
    svi_out_text(out, " <small>");
    if (svi_figures_game(page->f, t->slowest) != NULL) {
        svi_page_game_link(page, t->slowest);
    }
    svi_out_text(out, "</small><td class=strips>");
    svi_chart_times(out, p50, p99, t->slowest_us, most);
    svi_out_char(out, '\n');
}

static void put_time_titles(struct svi_buf *out, const char *first)
{
    svi_out_text(out, "<div class=wide><table>\n<thead><tr>");
    svi_out_text(out, first);
    svi_out_text(
        out, "<th class=num>decisions<th class=num>charged<th class=num>median<th class=num>99%<th "
             "class=num>longest<th>from the median to 99% and the longest</thead>\n<tbody>\n");
}

static uint64_t longest(const struct svi_figures *f)
{
    uint64_t most = 10;
    for (unsigned id = 0; id < f->n; id++) {
        most = f->bot[id].all_times.slowest_us > most ? f->bot[id].all_times.slowest_us : most;
    }
    return most;
}

static void put_kinds(struct svi_page *page, unsigned bot, uint64_t most, bool named)
{
    const struct svi_bot_figures *b = &page->f->bot[svi_figures_id(page->f, bot)];
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (svi_times_all(&b->times[k]) > 0) {
            svi_out_text(page->out, "<tr>");
            if (named) {
                svi_out_text(page->out, "<td class=bot>");
                svi_page_bot_link(page, bot);
            }
            svi_html_format(page->out, "<td>%s", sv_decision_name(k));
            put_times_row(page, &b->times[k], most);
        }
    }
}

void svi_page_times(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    const uint64_t most = longest(f);
    bool any = false;
    for (unsigned id = 0; id < f->n; id++) {
        any = any || svi_times_all(&f->bot[id].all_times) > 0;
    }
    svi_out_text(out, "<section id=times><h2>Decision times</h2>\n");
    if (!any) {
        svi_out_text(
            out,
            "<p>Nobody has noted how long decisions took: the games were played before Solvent "
            "did.</p></section>\n");
        return;
    }
    svi_out_text(
        out, "<p class=lead>How long answers took to come, on whatever machine the league ran; no "
             "part of any result. The time of a frame with several answers is shared equally. "
             "Charged is what the clocks were charged in the mean: not what the machine or the "
             "arbiter took, so that an answer that was there when the arbiter came back from other "
             "work costs nothing. The scale is one of powers of ten, with lines at 1 µs, 1 ms and "
             "1 s.</p>\n");
    put_time_titles(out, "<th>bot");
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        svi_page_bot_row(page, f->sheet.shown[i]);
        put_times_row(page, &f->bot[svi_figures_id(f, f->sheet.shown[i])].all_times, most);
    }
    svi_out_text(out, "</tbody></table></div>\n<details><summary>By kind of decision</summary>\n");
    put_time_titles(out, "<th>bot<th>kind");
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        put_kinds(page, f->sheet.shown[i], most, true);
    }
    svi_out_text(out, "</tbody></table></div></details></section>\n");
}

/* ---- incidents ------------------------------------------------------------------------------- */

/* How the bot's processes were lost: those first that cost a game. */
static void put_losses(struct svi_page *page, unsigned bot)
{
    const struct svi_bot_figures *b = &page->f->bot[svi_figures_id(page->f, bot)];
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

static void put_incident_row(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    const struct svi_bot_figures *b = &f->bot[svi_figures_id(f, bot)];
    const struct svi_rank_row *row = f->sheet.row[bot];
    struct svi_buf *out = page->out;
    svi_page_bot_row(page, bot);
    for (unsigned k = 0; k < SVI_RANK_WRONGS; k++) {
        svi_html_format(out, "<td class=num>%" PRIu64, row->verdicts[svi_rank_wrongs[k]]);
    }
    svi_html_format(out,
                    "<td class=num>%" PRIu64 "<td class=num>%" PRIu64 "<td class=num>%" PRIu64
                    "<td class=numbers>",
                    row->forfeited, b->losses, b->incidents);
    for (unsigned k = 0; k < b->n_incident; k++) {
        svi_out_text(out, k == 0 ? "" : " ");
        svi_page_incident_link(page, b->incident[k], bot);
    }
    svi_out_char(out, '\n');
}

static void put_incident_titles(struct svi_buf *out)
{
    svi_out_text(out, "<div class=wide><table>\n<thead><tr><th>bot");
    for (unsigned k = 0; k < SVI_RANK_WRONGS; k++) {
        svi_html_format(out, "<th class=num>%s", sv_verdict_name(svi_rank_wrongs[k]));
    }
    svi_out_text(out, "<th class=num>forfeits<th class=num>lost<th class=num>games<th>first "
                      "ones</thead>\n<tbody>\n");
}

/* How to see what was asked and answered, game by game. */
static void put_commands(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<details><summary>What was asked and answered, bot by bot</summary>\n");
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        const unsigned bot = f->sheet.shown[i];
        if (f->bot[svi_figures_id(f, bot)].incidents > 0) {
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
    (void)svi_rank_put_reasons(f->league, "<p>", svi_html_text, out);
    if (f->faults + f->forfeits + f->lost == 0) {
        svi_out_text(out, "<p><b>None.</b> Every answer came in time and was legal; nobody "
                          "forfeited, and no process was lost.</p></section>\n");
        return;
    }
    svi_out_text(out, "<p class=lead>Answers for which the default was taken, by reason; forfeits; "
                      "how often the bot's "
                      "process was lost; games with any of it. All of them: <code>solvent games ");
    svi_html_word(out, page->store);
    svi_out_text(out, " --incidents</code></p>\n");
    put_incident_titles(out);
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        const struct svi_bot_figures *b = &f->bot[svi_figures_id(f, f->sheet.shown[i])];
        if (b->incidents + b->losses > 0) {
            put_incident_row(page, f->sheet.shown[i]);
        }
    }
    svi_out_text(out, "</tbody></table></div>\n");
    put_commands(page);
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        put_losses(page, f->sheet.shown[i]);
    }
    svi_out_text(out, "</section>\n");
}

/* ---- one bot --------------------------------------------------------------------------------- */

static void put_opponents(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    if (!f->has_field) {
        return;
    }
    svi_out_text(out, "<section><h2>Against each</h2>\n<div "
                      "class=wide><table>\n<thead><tr><th>bot<th class=num>games<th "
                      "class=num>ahead, %<th class=num>expected<th class=num>margin, "
                      "points<th>last games</thead>\n<tbody>\n");
    for (unsigned i = 0; i < f->sheet.n_shown; i++) {
        const unsigned other = f->sheet.shown[i];
        const struct svi_meeting *m = &f->field.meeting[(size_t)bot * f->field.n + other];
        if (other == bot || m->games == 0) {
            continue;
        }
        const struct svi_pair_figures *p =
            svi_figures_pair(f, svi_figures_id(f, bot), svi_figures_id(f, other));
        svi_page_bot_row(page, other);
        svi_html_format(
            out,
            "<td class=num>%" PRIu64 "<td class=num>%s <small>±%s</small><td class=num>%s"
            "<td class=num>%s <small>±%s</small><td class=numbers>",
            m->games, svi_figure(100 * m->ahead.value, 1, "–").text,
            svi_figure(50 * (m->ahead.high - m->ahead.low), 1, "–").text,
            svi_figure(100 * m->expected, 1, "–").text, svi_figure(m->margin.value, 3, "–").text,
            svi_figure(0.5 * (m->margin.high - m->margin.low), 3, "–").text);
        for (unsigned k = 0; p != NULL && k < p->n_last; k++) {
            svi_page_game_link(page, p->last[k]);
            svi_out_char(out, ' ');
        }
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</tbody></table></div></section>\n");
}

/* Its rating on its way, alone. */
static void put_way(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    double value[SVI_FIGURE_STEPS], low[SVI_FIGURE_STEPS], high[SVI_FIGURE_STEPS];
    uint32_t x[SVI_FIGURE_STEPS];
    if (f->n_steps < 2) {
        return;
    }
    for (unsigned k = 0; k < f->n_steps; k++) {
        const struct svi_estimate e = f->step[k].rating[bot];
        x[k] = f->step[k].deals;
        value[k] = e.value;
        low[k] = e.low;
        high[k] = e.high;
    }
    const struct svi_chart_line line = {
        .name = f->sheet.games.bot[bot], .value = value, .low = low, .high = high};
    svi_out_text(page->out, "<section><h2>Rating over deals</h2>\n");
    svi_chart_lines(page->out, &line, 1, x, f->n_steps);
    svi_out_text(page->out, "</section>\n");
}

static void put_adjusted(struct svi_buf *out, const char *what, struct svi_estimate e,
                         unsigned decimals)
{
    svi_html_format(out, "<li>%s <b>%s</b> (95%%: %s to %s)\n", what,
                    svi_figure(e.value, decimals, "–").text, svi_figure(e.low, decimals, "–").text,
                    svi_figure(e.high, decimals, "–").text);
}

/* What chance gave the bot, and its figures without; nothing where that is not known. */
static void put_luck(struct svi_page *page, unsigned bot)
{
    const struct svi_rank_sheet *sheet = &page->f->sheet;
    if (!svi_page_has_luck(page)) {
        return;
    }
    put_adjusted(page->out, "luck in its points", sheet->ratings.bot[bot].luck, 4);
    if (sheet->has_adjusted) {
        put_adjusted(page->out, "points adjusted for luck", sheet->adjusted.points[bot], 4);
    }
    if (sheet->has_adjusted && sheet->adjusted.has_ratings) {
        put_adjusted(page->out, "rating adjusted for luck", sheet->adjusted.ratings.bot[bot].rating,
                     0);
    }
}

void svi_page_bot(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    const struct svi_rating *r = &f->sheet.ratings.bot[bot];
    const struct svi_bot_figures *b = &f->bot[svi_figures_id(f, bot)];
    struct svi_buf *out = page->out;
    char rank[48];
    svi_rank_text(r, rank, sizeof rank);
    svi_html_format(
        out,
        "<section><h2>Figures</h2>\n<ul class=facts>\n<li>rank <b>%s</b> of %u\n<li>rating "
        "<b>%s</b> (95%%: %s to %s)\n<li>mean points <b>%s</b>, mean place %s\n",
        rank, f->sheet.n_shown, svi_figure(r->rating.value, 0, "–").text,
        svi_figure(r->rating.low, 0, "–").text, svi_figure(r->rating.high, 0, "–").text,
        svi_rank_mean_points(&f->sheet, bot, 4, "–").text,
        svi_rank_mean_place(&f->sheet, bot, 2, "–").text);
    put_luck(page, bot);
    svi_html_format(out, "<li><b>%" PRIu64 "</b> games on %" PRIu32 " deals, %" PRIu64 " wins\n",
                    r->seats, r->deals, r->wins);
    if (b->won != 0) {
        svi_html_format(out, "<li>quickest win: %" PRIu32 " rounds, game ", b->won_rounds);
        svi_page_game_link(page, b->won);
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</ul>\n");
    svi_out_text(out, "<p class=legend>Places, first to last: ");
    for (unsigned k = 0; k < f->league->seats; k++) {
        svi_html_format(out, "<span class=\"key s%u\"></span>%" PRIu64 " ", k, b->place[k]);
    }
    svi_out_text(out, "</p>\n");
    svi_chart_shares(out, b->place, f->league->seats, "places");
    svi_out_text(out, "</section>\n");
    put_way(page, bot);
    put_opponents(page, bot);
    if (svi_times_all(&b->all_times) > 0) {
        svi_out_text(out, "<section><h2>Decision times</h2>\n");
        put_time_titles(out, "<th>kind");
        put_kinds(page, bot, longest(f), false);
        svi_out_text(out, "</tbody></table></div></section>\n");
    }
    if (b->incidents + b->losses > 0) {
        svi_out_text(out, "<section><h2>Incidents</h2>\n");
        put_incident_titles(out);
        put_incident_row(page, bot);
        svi_out_text(out, "</tbody></table></div>\n");
        put_losses(page, bot);
        svi_out_text(out, "</section>\n");
    }
    svi_out_text(out, "<section><h2>Last games</h2>\n");
    svi_page_game_table(page, b->last, b->n_last);
    if (page->served) {
        svi_html_format(out, "<p><a class=chip href=\"/games?bot=%u\">all games</a></p>\n",
                        svi_figures_id(f, bot));
    }
    svi_out_text(out, "</section>\n");
}
