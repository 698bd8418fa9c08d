/* What the decisions of a bot cost, by a sample of games: for its page. */
#include "tools/report/figure.h"
#include "tools/report/html.h"
#include "tools/report/page.h"

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

void svi_page_bot_decisions(struct svi_page *page, unsigned bot)
{
    const struct svi_bot_costs *b = costs_of(page, bot);
    struct svi_buf *out = page->out;
    uint32_t left = 0;
    if (b == NULL) {
        return;
    }
    svi_html_format(out,
                    "<section id=decisions><h2>Cost of decisions</h2>\n<p class=lead>Points a game "
                    "that its decisions lost, against the best candidate for each, with 95%% "
                    "intervals. From a sample of %" PRIu64 " games. Compare the decisions of this "
                    "bot by it, not bots. How far to trust it: ",
                    page->costs->games);
    svi_page_document(page, "ANALYSIS", "analysis");
    svi_out_text(out, ".</p>\n<ul class=facts>\n<li>In all <b>");
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
