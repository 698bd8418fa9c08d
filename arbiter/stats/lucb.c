#include "stats/lucb.h"

#include "memory/memory.h"
#include "stats/matrix.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
    free(lucb->normal);
    free(lucb->right);
    free(lucb->strength);
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
static void order(const struct svi_lucb *lucb, unsigned bot[])
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
    struct open_pair *open = svi_new((size_t)k * (n - k), sizeof *open);
    unsigned *bot = svi_new(n, sizeof *bot);
    if (open == NULL || !solve(lucb)) {
        free(open);
        free(bot);
        return SV_E_SYSTEM;
    }
    size_t n_open = 0;
    *needed = 0;
    order(lucb, bot);
    for (unsigned a = 0; a < k; a++) {
        for (unsigned b = k; b < n; b++) {
            const double progress = svi_topk_progress(topk, bot[a], bot[b]);
            const double t = svi_topk_deals(topk, bot[a], bot[b]);
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
    free(open);
    free(bot);
    return SV_OK;
}
