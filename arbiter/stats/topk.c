#include "stats/topk.h"

#include "stats/numeric.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum sv_status svi_topk_init(struct svi_topk *topk, unsigned n, const struct svi_topk_terms *terms)
{
    assert(terms->top >= 1 && terms->top < n);
    memset(topk, 0, sizeof *topk);
    topk->terms = *terms;
    topk->n = n;
    const double pairs = (double)terms->top * (n - terms->top);
    topk->penalty = 2.0 * svi_log(pairs / (2.0 * (1.0 - terms->confidence)));
    topk->pair = calloc((size_t)n * n, sizeof *topk->pair);
    topk->sum = calloc(n, sizeof *topk->sum);
    topk->played = calloc(n, sizeof *topk->played);
    topk->order = calloc(n, sizeof *topk->order);
    topk->place = calloc(n, sizeof *topk->place);
    if (topk->pair == NULL || topk->sum == NULL || topk->played == NULL || topk->order == NULL ||
        topk->place == NULL) {
        svi_topk_finish(topk);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

void svi_topk_finish(struct svi_topk *topk)
{
    free(topk->pair);
    free(topk->sum);
    free(topk->played);
    free(topk->order);
    free(topk->place);
    memset(topk, 0, sizeof *topk);
}

/* How far i is on the way to stand above j: from 1 on it does. 0 before the first look. */
static double progress(const struct svi_topk *topk, unsigned i, unsigned j)
{
    const struct svi_topk_pair *p =
        &topk->pair[i < j ? (size_t)i * topk->n + j : (size_t)j * topk->n + i];
    const double t = p->deals, m = topk->terms.margin;
    const double sum = i < j ? p->sum : -p->sum;
    const double s = sum + t * m;
    const double v = p->squares + 2.0 * m * sum + t * m * m;
    const double rho = SVI_TOPK_RHO;
    return p->deals < SVI_TOPK_FIRST_LOOK
               ? 0.0
               : s / sqrt((v + rho) * (svi_log(1.0 + v / rho) + topk->penalty));
}

bool svi_topk_above(const struct svi_topk *topk, unsigned i, unsigned j)
{
    return progress(topk, i, j) >= 1.0;
}

static double mean_of(const struct svi_topk *topk, unsigned bot)
{
    return topk->played[bot] > 0 ? topk->sum[bot] / (double)topk->played[bot] : -1.0;
}

static int compare(const void *a, const void *b)
{
    const struct svi_topk_place *one = a, *other = b;
    if (one->below != other->below) {
        return one->below > other->below ? -1 : 1;
    }
    if (one->mean != other->mean) {
        return one->mean > other->mean ? -1 : 1;
    }
    return (one->bot > other->bot) - (one->bot < other->bot);
}

/* Those above most others first, then by mean points, then by number; or by means alone. */
static void order(const struct svi_topk *topk, bool by_means, struct svi_topk_place places[])
{
    for (unsigned i = 0; i < topk->n; i++) {
        places[i] = (struct svi_topk_place){i, 0, mean_of(topk, i)};
        for (unsigned j = 0; j < topk->n && !by_means; j++) {
            places[i].below += j != i && svi_topk_above(topk, i, j);
        }
    }
    qsort(places, topk->n, sizeof *places, compare);
}

static bool decide(struct svi_topk *topk)
{
    struct svi_topk_place *places = topk->place;
    order(topk, false, places);
    for (unsigned a = 0; a < topk->terms.top; a++) {
        for (unsigned b = topk->terms.top; b < topk->n; b++) {
            if (!svi_topk_above(topk, places[a].bot, places[b].bot)) {
                return false;
            }
        }
    }
    for (unsigned i = 0; i < topk->n; i++) {
        topk->order[i] = places[i].bot;
    }
    return true;
}

bool svi_topk_add(struct svi_topk *topk, const double mean[], const bool played[])
{
    topk->deals++;
    for (unsigned i = 0; i < topk->n; i++) {
        if (!played[i]) {
            continue;
        }
        topk->sum[i] += mean[i];
        topk->played[i]++;
        for (unsigned j = i + 1; j < topk->n; j++) {
            if (played[j]) {
                struct svi_topk_pair *p = &topk->pair[(size_t)i * topk->n + j];
                const double e = mean[i] - mean[j];
                p->deals++;
                p->sum += e;
                p->squares += e * e;
            }
        }
    }
    if (topk->deals >= SVI_TOPK_FIRST_LOOK) {
        topk->decided = decide(topk);
    }
    return topk->decided || (topk->terms.max_deals > 0 && topk->deals >= topk->terms.max_deals);
}

void svi_topk_next(const struct svi_topk *topk, unsigned *inside, unsigned *outside)
{
    struct svi_topk_place *places = topk->place;
    double least = 0;
    bool any = false;
    order(topk, true, places);
    for (unsigned a = 0; a < topk->terms.top; a++) {
        for (unsigned b = topk->terms.top; b < topk->n; b++) {
            const double now = progress(topk, places[a].bot, places[b].bot);
            if (!any || now < least) {
                any = true;
                least = now;
                *inside = places[a].bot;
                *outside = places[b].bot;
            }
        }
    }
}
