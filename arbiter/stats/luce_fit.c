/* Newton's method for the fit of stats/luce.h. */
#include "memory/memory.h"
#include "stats/luce.h"

#include "stats/matrix.h"
#include "stats/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ITERATIONS 200u
#define FARTHEST 50.0
#define SOLVED 1e-5 /* tolerance of a step; the next step finds the rest */

/* alpha and its roots, and the deltas behind them. */
static void take_powers(struct svi_luce *luce)
{
    for (unsigned o = 0; o <= luce->n_orders; o++) {
        const double k = o == 0 ? 1.0 : luce->order[o - 1];
        for (unsigned i = 0; i < luce->n_bots; i++) {
            luce->power[(size_t)o * luce->n_bots + i] = svi_exp(luce->value[i] / k);
        }
    }
    for (unsigned o = 0; o < luce->n_orders; o++) {
        luce->power[(size_t)(1 + luce->n_orders) * luce->n_bots + o] =
            svi_exp(luce->value[luce->n_bots + o]);
    }
}

/* Where the prior pulls a parameter to. */
static double centre(const struct svi_luce *luce, unsigned parameter)
{
    return parameter < luce->n_bots ? 0.0 : svi_log(luce->order[parameter - luce->n_bots]);
}

struct leaving {
    uint32_t last; /* deal that it played, + 1 */
    unsigned bot;
};

static int compare_leaving(const void *a, const void *b)
{
    const struct leaving *one = a, *other = b;
    if (one->last != other->last) {
        return one->last < other->last ? -1 : 1;
    }
    return (one->bot > other->bot) - (one->bot < other->bot);
}

/* Bots in the order in which they left; then the tie orders, which meet all. In a season a row then
 * reaches back as far as bots live, however long it is. */
static bool find_order(const struct svi_luce *luce, unsigned at[])
{
    const struct svi_games *games = luce->games;
    struct leaving *bot = svi_new(luce->n_bots + 1u, sizeof *bot);
    for (unsigned i = 0; i < luce->n_bots && bot != NULL; i++) {
        bot[i].bot = i;
    }
    for (size_t g = 0; g < games->n_games && bot != NULL; g++) {
        for (size_t row = games->game[g].first; row < games->game[g + 1].first; row++) {
            bot[games->row[row].bot].last = games->game[g].deal + 1;
        }
    }
    if (bot != NULL) {
        qsort(bot, luce->n_bots, sizeof *bot, compare_leaving);
    }
    for (unsigned i = 0; i < luce->n && bot != NULL; i++) {
        at[i] = i < luce->n_bots ? bot[i].bot : i;
    }
    free(bot);
    return bot != NULL;
}

/* Room for what can be filled of it. */
static bool make_profile(struct svi_luce *luce)
{
    struct svi_profile *p = &luce->profile;
    unsigned *at = svi_new(luce->n + 1u, sizeof *at);
    const bool well =
        at != NULL && find_order(luce, at) && svi_profile_init(p, luce->n, at) == SV_OK;
    for (unsigned o = luce->n_bots; o < luce->n && well; o++) {
        const unsigned ends[] = {at[0], o};
        svi_profile_meet(p, ends, 2);
    }
    free(at);
    for (size_t k = 0; k < luce->n_sets && well; k++) {
        const struct svi_luce_set *set = &luce->set[k];
        unsigned who[SVI_STATS_SEATS];
        for (unsigned i = 0; i < set->size; i++) {
            who[i] = luce->member[set->first + i];
        }
        svi_profile_meet(p, who, set->size);
    }
    return well && svi_profile_open(p, luce->games) == SV_OK;
}

static bool make_information(struct svi_luce *luce)
{
    if (luce->information != NULL || luce->profile.place != NULL) { /* of the fit before */
        return true;
    }
    if (luce->n_bots > SVI_LUCE_WHOLE) {
        return make_profile(luce);
    }
    luce->information = svi_new((size_t)luce->n * luce->n + 1, sizeof *luce->information);
    return luce->information != NULL;
}

static void clear(struct svi_luce *luce)
{
    if (luce->information != NULL) {
        memset(luce->information, 0, (size_t)luce->n * luce->n * sizeof *luce->information);
    } else {
        svi_profile_clear(&luce->profile);
    }
}

static double *diagonal(struct svi_luce *luce, unsigned i)
{
    return luce->information != NULL ? &luce->information[(size_t)i * luce->n + i]
                                     : svi_profile_at(&luce->profile, i, i);
}

/* Feature i of a choice's. */
static void add_row(struct svi_luce *luce, const unsigned at[], unsigned i, unsigned features,
                    double weight, const double covariance[])
{
    if (luce->information != NULL) {
        double *row = luce->information + (size_t)at[i] * luce->n;
        for (unsigned j = 0; j < features; j++) {
            row[at[j]] += weight * covariance[j];
        }
        return;
    }
    for (unsigned j = 0; j <= i; j++) {
        const bool twice = j < i && at[j] == at[i]; /* a bot with two seats */
        *svi_profile_at(&luce->profile, at[i], at[j]) += (twice ? 2 : 1) * weight * covariance[j];
    }
}

/* Without a prior the thetas are free to move together: they are held to a sum of 0. In a profile,
 * which has no room for that, one of them is held, and what is found is moved to that sum. A sparse
 * one stays singular, which its solver allows. */
static void hold(struct svi_luce *luce, double gradient[], double middle, unsigned rated)
{
    const bool whole = luce->information != NULL;
    double sum = 0;
    unsigned last = luce->n_bots;
    for (unsigned i = 0; i < luce->n_bots; i++) {
        if (!luce->rated[i]) {
            continue;
        }
        sum += gradient[i];
        if (last == luce->n_bots || luce->profile.place == NULL ||
            luce->profile.place[i] > luce->profile.place[last]) {
            last = i;
        }
    }
    for (unsigned i = 0; i < luce->n_bots; i++) {
        if (!luce->rated[i]) {
            continue;
        }
        gradient[i] -= whole ? middle : sum / rated;
        for (unsigned j = 0; j < luce->n_bots && whole; j++) {
            luce->information[(size_t)i * luce->n + j] += luce->rated[j];
        }
    }
    if (!whole && luce->profile.sparse.row == NULL) {
        *diagonal(luce, last) += 1;
    }
}

/* What is maximised, at luce->value; its gradient; luce->information. */
static double evaluate(struct svi_luce *luce, double gradient[])
{
    const unsigned n = luce->n;
    double mean[SVI_LUCE_FEATURES], covariance[SVI_LUCE_FEATURES * SVI_LUCE_FEATURES];
    take_powers(luce);
    clear(luce);
    double sum = 0;
    for (unsigned i = 0; i < n; i++) {
        gradient[i] = luce->observed[i];
        sum += luce->observed[i] * luce->value[i];
    }
    for (size_t k = 0; k < luce->n_sets; k++) {
        const struct svi_luce_set *set = &luce->set[k];
        unsigned at[SVI_LUCE_FEATURES];
        const unsigned features = set->size + luce->n_orders;
        sum -= set->weight * svi_log(svi_luce_moments(luce, set, mean, covariance));
        for (unsigned i = 0; i < features; i++) {
            at[i] = i < set->size ? luce->member[set->first + i] : luce->n_bots + i - set->size;
        }
        for (unsigned i = 0; i < features; i++) {
            gradient[at[i]] -= set->weight * mean[i];
            add_row(luce, at, i, features, set->weight, covariance + i * features);
        }
    }
    luce->log_likelihood = sum;
    double middle = 0;
    unsigned rated = 0;
    for (unsigned i = 0; i < n; i++) {
        const bool on = i >= luce->n_bots || luce->rated[i];
        if (!on) {
            *diagonal(luce, i) = 1.0;
        } else if (luce->prior > 0) {
            const double x = luce->value[i] - centre(luce, i);
            const double p = svi_sigmoid(x);
            sum += 0.5 * luce->prior * (svi_log(p) + svi_log(1.0 - p));
            gradient[i] += luce->prior * (0.5 - p);
            *diagonal(luce, i) += luce->prior * p * (1.0 - p);
        } else if (i < luce->n_bots) {
            middle += luce->value[i];
            rated++;
        }
    }
    if (rated > 0) {
        hold(luce, gradient, middle, rated);
    }
    return sum - 0.5 * middle * middle;
}

/* Sets step = information^-1 gradient, or *definite to false if it is not positive definite.
 * `factor` has room for information that is whole, x for the rows of a profile. */
static enum sv_status solve(const struct svi_luce *luce, const double gradient[], double factor[],
                            double step[], double (*x)[SVI_MATRIX_WIDE], bool *definite)
{
    const unsigned n = luce->n;
    if (luce->information != NULL) {
        memcpy(factor, luce->information, (size_t)n * n * sizeof *factor);
        memcpy(step, gradient, n * sizeof *step);
        *definite = svi_cholesky(factor, n, 1e-14);
        if (*definite) {
            svi_cholesky_solve(factor, n, step);
        }
        return SV_OK;
    }
    struct svi_factor f;
    if (svi_factor_init(&f, &luce->profile, 1e-14, definite) != SV_OK) {
        return SV_E_SYSTEM;
    }
    memset(x, 0, n * sizeof *x);
    for (unsigned i = 0; i < n; i++) {
        x[luce->profile.place[i]][0] = gradient[i];
    }
    *definite = *definite && svi_factor_solve(&f, 0, x, 1, SOLVED);
    svi_factor_finish(&f);
    double sum = 0;
    unsigned rated = 0;
    for (unsigned i = 0; i < n; i++) {
        step[i] = x[luce->profile.place[i]][0];
        if (luce->prior <= 0 && i < luce->n_bots && luce->rated[i]) {
            sum += step[i];
            rated++;
        }
    }
    for (unsigned i = 0; i < luce->n_bots && rated > 0; i++) {
        step[i] -= luce->rated[i] ? sum / rated : 0;
    }
    return SV_OK;
}

bool svi_luce_maximise(struct svi_luce *luce)
{
    if (!make_information(luce)) {
        return false;
    }
    const unsigned n = luce->n;
    double *gradient = svi_new(n + 1u, sizeof *gradient);
    double *step = svi_new(n + 1, sizeof *step);
    double *before = svi_new(n + 1, sizeof *before);
    const bool whole = luce->information != NULL;
    double *factor = svi_new((whole ? (size_t)n * n : 0) + 1, sizeof *factor);
    double(*x)[SVI_MATRIX_WIDE] = svi_new((whole ? 0 : n) + 1, sizeof *x);
    bool there = gradient != NULL && step != NULL && before != NULL && factor != NULL && x != NULL;
    double height = there ? evaluate(luce, gradient) : 0;
    for (luce->iterations = 0; there && luce->iterations < MAX_ITERATIONS; luce->iterations++) {
        bool definite;
        there = solve(luce, gradient, factor, step, x, &definite) == SV_OK;
        if (!there || !definite) {
            break;
        }
        double longest = 0;
        for (unsigned i = 0; i < n; i++) {
            longest = fmax(longest, fabs(step[i]));
        }
        memcpy(before, luce->value, n * sizeof *before);
        double reach = longest > 4.0 ? 4.0 / longest : 1.0;
        for (unsigned half = 0; half < 40; half++) {
            for (unsigned i = 0; i < n; i++) {
                luce->value[i] = before[i] + reach * step[i];
            }
            const double now = evaluate(luce, gradient);
            if (now >= height - 1e-9 * (1.0 + fabs(height))) {
                height = now;
                break;
            }
            reach *= 0.5;
        }
        bool far = false; /* without a prior, games that are all tied know no greatest delta */
        for (unsigned i = 0; i < n; i++) {
            far |= fabs(luce->value[i]) > FARTHEST;
        }
        if (longest < 1e-7 || far) { /* Newton squares it: the next would be at rounding */
            break;
        }
    }
    free(gradient);
    free(step);
    free(before);
    free(factor);
    free(x);
    return there;
}
