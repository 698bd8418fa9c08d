/* What decisions cost each bot, by a sample of games: for the page, for Markdown, for JSON. */
#include "tools/analysis/print.h"
#include "tools/report/column_page.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"
#include "tools/report/report.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LEAST 0.0005 /* points a game; what costs less is no line of its own */

/* Points as precise as the interval allows. */
static unsigned decimals(double half)
{
    return isfinite(half) && half < 0.02 ? 3 : 2;
}

static const struct svi_bot_costs *costs_of(const struct svi_page *page, unsigned bot)
{
    for (unsigned b = 0; page->costs != NULL && b < page->costs->n; b++) {
        if (strcmp(page->costs->bot[b].name, page->f->sheet.games.bot[bot]) == 0) {
            return &page->costs->bot[b];
        }
    }
    return NULL;
}

static unsigned worst_kind(const struct svi_bot_costs *b)
{
    unsigned worst = 0;
    for (unsigned k = 1; k < SV_DECISION_COUNT; k++) {
        worst = b->cost[k].sum > b->cost[worst].sum ? k : worst;
    }
    return worst;
}

/* "0.06 ±0.02" of a game. */
static void put_points(struct svi_buf *out, const struct svi_spread *cost, uint64_t games)
{
    const double half = svi_spread_half(cost, games);
    svi_out_text(out, svi_figure(svi_spread_mean(cost, games), decimals(half), "–").text);
    if (isfinite(half)) {
        svi_out_text(out, " ±");
        svi_out_text(out, svi_figure(half, decimals(half), "–").text);
    }
}

static double mistakes(const struct svi_bot_costs *b)
{
    return (double)(b->classes[SVI_CLASS_MISTAKE] + b->classes[SVI_CLASS_BLUNDER]) /
           (double)b->games;
}

bool svi_page_has_costs(const struct svi_page *page)
{
    return page->costs != NULL && page->costs->games > 0;
}

static void put_lead(struct svi_page *page)
{
    svi_html_format(page->out,
                    "Points a game that a bot's decisions lost, against the best candidate for "
                    "each, with 95%% intervals. From a sample of %" PRIu64 " games.",
                    page->costs->games);
}

/* The same in a page, with how far to trust it. */
static void put_html_lead(struct svi_page *page)
{
    svi_out_text(page->out, "<section id=decisions><h2>Cost of decisions</h2>\n<p class=lead>");
    put_lead(page);
    svi_out_text(page->out, " How far to trust it: ");
    svi_page_document(page, "ANALYSIS", "analysis");
    svi_out_text(page->out, ".</p>\n");
}

void svi_page_decisions(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    if (!svi_page_has_costs(page)) {
        return;
    }
    put_html_lead(page);
    svi_page_table_begin(page, "", "cost of decisions");
    svi_out_text(out, "<thead><tr><th>bot<th class=num>games"
                      "<th class=num>points lost<th class=num>mistakes a game<th>most by"
                      "<th class=num>of which</thead>\n<tbody>\n");
    for (unsigned i = 0; i < page->f->sheet.n_shown; i++) {
        const struct svi_bot_costs *b = costs_of(page, page->f->sheet.shown[i]);
        if (b == NULL) {
            continue;
        }
        svi_out_text(out, "<tr><td class=bot>");
        svi_page_bot_link(page, page->f->sheet.shown[i]);
        svi_html_format(out, "<td class=num>%" PRIu64 "<td class=num>", b->games);
        put_points(out, &b->all, b->games);
        svi_html_format(out, "<td class=num>%s<td>", svi_figure(mistakes(b), 1, "–").text);
        svi_html_words(out, sv_decision_name(worst_kind(b)));
        svi_out_text(out, "<td class=num>");
        put_points(out, &b->cost[worst_kind(b)], b->games);
        svi_out_char(out, '\n');
    }
    svi_out_text(out, "</tbody>");
    svi_page_table_end(page);
    svi_out_text(out, "</section>\n");
}

void svi_page_bot_decisions(struct svi_page *page, unsigned bot)
{
    const struct svi_bot_costs *b = costs_of(page, bot);
    struct svi_buf *out = page->out;
    uint32_t left = 0;
    if (b == NULL) {
        return;
    }
    put_html_lead(page);
    svi_out_text(out, "<ul class=facts>\n<li>In all <b>");
    put_points(out, &b->all, b->games);
    svi_out_text(out, "</b> a game\n");
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        left |= svi_spread_mean(&b->cost[k], b->games) >= LEAST ? 1u << k : 0;
    }
    while (left != 0) { /* the dearest first */
        unsigned worst = sv_first(left);
        for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
            worst = b->cost[sv_first(rest)].sum > b->cost[worst].sum ? sv_first(rest) : worst;
        }
        left &= ~(1u << worst);
        svi_out_text(out, "<li>loses ");
        put_points(out, &b->cost[worst], b->games);
        svi_out_text(out, " a game in ");
        svi_html_words(out, sv_decision_name(worst));
        svi_html_format(out, ", %" PRIu64 " decisions\n", b->decisions[worst]);
    }
    svi_out_text(out, "</ul></section>\n");
}

void svi_markdown_decisions(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    if (!svi_page_has_costs(page)) {
        return;
    }
    svi_out_text(out, "\n## Cost of decisions\n\n");
    put_lead(page);
    svi_out_text(out, "\n\n| bot | games | points lost | mistakes a game | most by | of which |\n"
                      "| --- | ---: | ---: | ---: | --- | ---: |\n");
    for (unsigned i = 0; i < page->f->sheet.n_shown; i++) {
        const struct svi_bot_costs *b = costs_of(page, page->f->sheet.shown[i]);
        if (b == NULL) {
            continue;
        }
        svi_out_text(out, "| ");
        svi_markdown_text(out, b->name);
        svi_html_format(out, " | %" PRIu64 " | ", b->games);
        put_points(out, &b->all, b->games);
        svi_html_format(out, " | %s | %s | ", svi_figure(mistakes(b), 1, "–").text,
                        sv_decision_name(worst_kind(b)));
        put_points(out, &b->cost[worst_kind(b)], b->games);
        svi_out_text(out, " |\n");
    }
}

void svi_json_decisions(struct svi_page *page)
{
    if (svi_page_has_costs(page)) {
        svi_json_key(page->out, "decision_costs");
        svi_out_char(page->out, '{');
        svi_json_int(page->out, "games", (int64_t)page->costs->games);
        svi_decision_costs_json(page->costs, page->out);
        svi_out_char(page->out, '}');
    }
}
