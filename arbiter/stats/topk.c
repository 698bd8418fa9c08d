#include "stats/topk.h"

#include "base/order.h"
#include "memory/memory.h"
#include "stats/matrix.h"
#include "stats/numeric.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WON 1e100 /* more than any test asks for; keeps products finite */

/* The share of the current fortune that each bet puts on a deal. */
static const double bets[SVI_TOPK_BETS] = {0.9375, 0.5, 0.25, 0.125, 0.0625};

enum sv_status svi_topk_init(struct svi_topk *topk, unsigned n,
                             const struct svi_topk_settings *settings)
{
    assert(settings->top >= 1 && settings->top < n);
    memset(topk, 0, sizeof *topk);
    topk->settings = *settings;
    topk->n = n;
    const double pairs = (double)settings->top * (n - settings->top);
    topk->penalty = 2.0 * svi_log(pairs / (2.0 * (1.0 - settings->confidence)));
    topk->enough = pairs / (1.0 - settings->confidence);
    topk->pair = svi_new((size_t)n * n, sizeof *topk->pair);
    topk->won = settings->bounded ? svi_new((size_t)n * n, sizeof *topk->won) : NULL;
    topk->sum = svi_new(n, sizeof *topk->sum);
    topk->played = svi_new(n, sizeof *topk->played);
    topk->below = svi_new(n, sizeof *topk->below);
    topk->order = svi_new(n, sizeof *topk->order);
    topk->place = svi_new(n, sizeof *topk->place);
    if (topk->pair == NULL || (settings->bounded && topk->won == NULL)) {
        svi_topk_finish(topk);
        return SV_E_SYSTEM;
    }
    for (size_t p = 0; topk->won != NULL && p < (size_t)n * n; p++) {
        for (unsigned b = 0; b < SVI_TOPK_BETS; b++) {
            topk->won[p][0][b] = topk->won[p][1][b] = 1;
        }
    }
    return SV_OK;
}

void svi_topk_finish(struct svi_topk *topk)
{
    svi_free_all(topk->pair, topk->won, topk->sum, topk->played, topk->below, topk->order,
                 topk->place);
    memset(topk, 0, sizeof *topk);
}

static struct svi_topk_pair *pair_of(const struct svi_topk *topk, unsigned i, unsigned j)
{
    return &topk->pair[i < j ? (size_t)i * topk->n + j : (size_t)j * topk->n + i];
}

/* Returns S divided by its bound, for i above j if `forward`, else for j above i. */
static double share_of_bound(const struct svi_topk *topk, const struct svi_topk_pair *p,
                             bool forward)
{
    const double t = p->deals, m = topk->settings.margin;
    const double sum = forward ? p->sum : -p->sum;
    const double s = sum + t * m;
    const double v = p->squares + 2.0 * m * sum + t * m * m;
    const double rho = SVI_TOPK_RHO;
    return s / sqrt((v + rho) * (svi_log(1.0 + v / rho) + topk->penalty));
}

/* Returns whether the share is 1 or more. Most calls need no logarithm. */
static bool is_above(const struct svi_topk *topk, const struct svi_topk_pair *p, bool forward)
{
    const double t = p->deals, m = topk->settings.margin;
    const double s = (forward ? p->sum : -p->sum) + t * m;
    const double surely = 0.999;
    return s > 0 && s * s >= surely * SVI_TOPK_RHO * topk->penalty &&
           share_of_bound(topk, p, forward) >= 1.0;
}

/* Returns what the bets on i (`forward`) or on j have won, on average. */
static double won(const struct svi_topk *topk, const struct svi_topk_pair *p, bool forward)
{
    const double *each = topk->won[p - topk->pair][!forward];
    double sum = 0;
    for (unsigned b = 0; b < SVI_TOPK_BETS; b++) {
        sum += each[b] / SVI_TOPK_BETS;
    }
    return sum;
}

static double share_of_enough(const struct svi_topk *topk, const struct svi_topk_pair *p,
                              bool forward)
{
    const double share = svi_log(won(topk, p, forward)) / svi_log(topk->enough);
    return share < 0 ? -sqrt(-share) : sqrt(share);
}

/* Bets on a deal. `points` is the difference plus the margin. Returns whether the bets have won
 * enough. */
static bool bet(struct svi_topk *topk, const struct svi_topk_pair *p, bool forward, double points)
{
    double *each = topk->won[p - topk->pair][!forward];
    for (unsigned b = 0; b < SVI_TOPK_BETS; b++) {
        each[b] *= 1 + bets[b] * points;
        each[b] = each[b] < MOST_WON ? each[b] : MOST_WON;
    }
    return won(topk, p, forward) >= topk->enough;
}

double svi_topk_progress(const struct svi_topk *topk, unsigned i, unsigned j)
{
    const struct svi_topk_pair *p = pair_of(topk, i, j);
    if (topk->settings.bounded) {
        return svi_topk_above(topk, i, j) ? 1 : share_of_enough(topk, p, i < j);
    }
    const double share = share_of_bound(topk, p, i < j);
    const double most =
        p->deals < SVI_TOPK_FIRST_LOOK ? (double)p->deals / SVI_TOPK_FIRST_LOOK : share;
    return share < most ? share : most;
}

bool svi_topk_above(const struct svi_topk *topk, unsigned i, unsigned j)
{
    const struct svi_topk_pair *p = pair_of(topk, i, j);
    return i < j ? p->above : p->below;
}

static double mean_of(const struct svi_topk *topk, unsigned bot)
{
    return topk->played[bot] > 0 ? topk->sum[bot] / (double)topk->played[bot] : -1.0;
}

SVI_ORDER(compare, struct svi_topk_place,
          SVI_THEN(SVI_COMPARE(other->below, one->below),
                   SVI_THEN(SVI_COMPARE(other->mean, one->mean),
                            SVI_COMPARE(one->bot, other->bot))))

/* Orders bots: those above most others first, then by mean points, then by number. With `by_means`,
 * by mean points and number alone. */
static void order(const struct svi_topk *topk, bool by_means, struct svi_topk_place places[])
{
    for (unsigned i = 0; i < topk->n; i++) {
        places[i] = (struct svi_topk_place){i, 0, mean_of(topk, i)};
        if (!by_means) {
            places[i].below = topk->below[i];
        }
    }
    qsort(places, topk->n, sizeof *places, compare);
}

static bool decide(struct svi_topk *topk)
{
    struct svi_topk_place *places = topk->place;
    unsigned inside = 0; /* bots that can be among the first k */
    for (unsigned i = 0; i < topk->n; i++) {
        inside += topk->below[i] >= topk->n - topk->settings.top;
    }
    if (inside < topk->settings.top) {
        return false;
    }
    order(topk, false, places);
    for (unsigned a = 0; a < topk->settings.top; a++) {
        for (unsigned b = topk->settings.top; b < topk->n; b++) {
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

static void add_points(struct svi_topk *topk, unsigned i, double mean)
{
    topk->sum[i] += mean;
    topk->played[i]++;
}

/* Adds the difference of a deal to a pair, i < j. */
static void add_difference(struct svi_topk *topk, unsigned i, unsigned j, double e)
{
    struct svi_topk_pair *p = pair_of(topk, i, j);
    if (topk->settings.bounded) {
        e = e < -1 ? -1 : e > 1 ? 1 : e;
    }
    p->deals++;
    p->sum += e;
    p->squares += e * e;
    if (topk->settings.bounded || p->deals >= SVI_TOPK_FIRST_LOOK) {
        const double m = topk->settings.margin;
        topk->below[i] -= p->above;
        topk->below[j] -= p->below;
        p->above = topk->settings.bounded ? bet(topk, p, true, e + m) || p->above
                                          : is_above(topk, p, true);
        p->below = topk->settings.bounded ? bet(topk, p, false, m - e) || p->below
                                          : is_above(topk, p, false);
        topk->below[i] += p->above;
        topk->below[j] += p->below;
    }
}

static bool look(struct svi_topk *topk)
{
    topk->deals++;
    if (topk->deals >= SVI_TOPK_FIRST_LOOK || topk->settings.bounded) {
        topk->decided = decide(topk);
    }
    return topk->decided ||
           (topk->settings.max_deals > 0 && topk->deals >= topk->settings.max_deals);
}

bool svi_topk_add(struct svi_topk *topk, const double mean[], const bool played[])
{
    for (unsigned i = 0; i < topk->n; i++) {
        if (!played[i]) {
            continue;
        }
        add_points(topk, i, mean[i]);
        for (unsigned j = i + 1; j < topk->n; j++) {
            if (played[j]) {
                add_difference(topk, i, j, mean[i] - mean[j]);
            }
        }
    }
    return look(topk);
}

bool svi_topk_add_pair(struct svi_topk *topk, unsigned i, unsigned j, double mean_i, double mean_j)
{
    add_points(topk, i, mean_i);
    add_points(topk, j, mean_j);
    if (i < j) {
        add_difference(topk, i, j, mean_i - mean_j);
    } else {
        add_difference(topk, j, i, mean_j - mean_i);
    }
    return look(topk);
}

void svi_topk_next(const struct svi_topk *topk, unsigned *inside, unsigned *outside)
{
    struct svi_topk_place *places = topk->place;
    double least = 0;
    bool any = false;
    order(topk, true, places);
    for (unsigned a = 0; a < topk->settings.top; a++) {
        for (unsigned b = topk->settings.top; b < topk->n; b++) {
            const double now = svi_topk_progress(topk, places[a].bot, places[b].bot);
            if (!any || now < least) {
                any = true;
                least = now;
                *inside = places[a].bot;
                *outside = places[b].bot;
            }
        }
    }
}

#define MOST_NEEDED 1e6 /* deals of a pair, which may have no difference at all */

enum sv_status svi_lucb_init(struct svi_lucb *lucb, unsigned n)
{
    *lucb = (struct svi_lucb){.n = n};
    lucb->normal = svi_new((size_t)n * n, sizeof *lucb->normal);
    lucb->right = svi_new(n, sizeof *lucb->right);
    lucb->strength = svi_new(n, sizeof *lucb->strength);
    if (lucb->normal == NULL) {
        svi_lucb_finish(lucb);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

void svi_lucb_finish(struct svi_lucb *lucb)
{
    svi_free_all(lucb->normal, lucb->right, lucb->strength);
    *lucb = (struct svi_lucb){0};
}

void svi_lucb_add(struct svi_lucb *lucb, const unsigned bot[], const double mean[], unsigned count)
{
    double all = 0;
    for (unsigned i = 0; i < count; i++) {
        all += mean[i] / count;
    }
    for (unsigned i = 0; i < count; i++) {
        lucb->right[bot[i]] += mean[i] - all;
        for (unsigned j = 0; j < count; j++) {
            lucb->normal[(size_t)bot[i] * lucb->n + bot[j]] += (i == j) - 1.0 / count;
        }
    }
}

/* Solves for strengths that add up to about 0. Bots that have not met are taken to be equal.
 * Returns false if there is no memory. */
static bool solve(struct svi_lucb *lucb)
{
    const unsigned n = lucb->n;
    double *a = svi_new((size_t)n * n, sizeof *a);
    if (a == NULL) {
        return false;
    }
    memcpy(a, lucb->normal, (size_t)n * n * sizeof *a);
    memcpy(lucb->strength, lucb->right, n * sizeof *lucb->strength);
    for (unsigned i = 0; i < n; i++) {
        a[(size_t)i * n + i] += 1.0; /* no bot is infinitely strong after one deal */
    }
    const bool solved = svi_cholesky(a, n, 0);
    assert(solved);
    if (solved) {
        svi_cholesky_solve(a, n, lucb->strength);
    }
    free(a);
    return true;
}

/* Orders bots by strength, and equal ones by number. The first k are the inside. */
static void order_arms(const struct svi_lucb *lucb, unsigned bot[])
{
    for (unsigned i = 0; i < lucb->n; i++) {
        unsigned at = i;
        for (; at > 0 && lucb->strength[bot[at - 1]] < lucb->strength[i]; at--) {
            bot[at] = bot[at - 1];
        }
        bot[at] = i;
    }
}

struct open_pair {
    struct svi_lucb_pair who;
    double progress;
    double step; /* expected progress from one more deal */
};

/* Estimates the deals that a pair still needs: its share of the bound grows at least like the
 * square root of their number. */
static double needed_of(double progress, double deals)
{
    const double low = 0.05; /* a smaller share, or one below 0, says nothing about the pace */
    const double p = progress > low ? progress : low;
    const double more = (deals + 1) * (1 / (p * p) - 1);
    const double first = SVI_TOPK_FIRST_LOOK - deals;
    const double most = more > first ? more : first;
    return most < MOST_NEEDED ? most : MOST_NEEDED;
}

enum sv_status svi_lucb_allocate(struct svi_lucb *lucb, const struct svi_topk *topk,
                                 struct svi_lucb_pair pairs[], uint64_t deals, double *needed)
{
    const unsigned n = lucb->n, k = topk->settings.top;
    SCOPED(scoped_free) struct open_pair *open = svi_new((size_t)k * (n - k), sizeof *open);
    SCOPED(scoped_free) unsigned *bot = svi_new(n, sizeof *bot);
    if (open == NULL || !solve(lucb)) {
        return SV_E_SYSTEM;
    }
    size_t n_open = 0;
    *needed = 0;
    order_arms(lucb, bot);
    for (unsigned a = 0; a < k; a++) {
        for (unsigned b = k; b < n; b++) {
            const double progress = svi_topk_progress(topk, bot[a], bot[b]);
            const double t = pair_of(topk, bot[a], bot[b])->deals;
            if (progress < 1 || n_open == 0) {
                /* a decided pair is taken only if no other pair is there */
                n_open -= n_open == 1 && open[0].progress >= 1;
                open[n_open++] =
                    (struct open_pair){{bot[a], bot[b]}, progress, 1 / (t + SVI_TOPK_FIRST_LOOK)};
                *needed += progress < 1 ? needed_of(progress, t) : 0;
            }
        }
    }
    for (uint64_t d = 0; d < deals; d++) {
        size_t least = 0;
        for (size_t i = 1; i < n_open; i++) {
            least = open[i].progress < open[least].progress ? i : least;
        }
        pairs[d] = open[least].who;
        open[least].progress += open[least].step;
    }
    return SV_OK;
}
