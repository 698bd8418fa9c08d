#include "stats/pairs.h"

#include "base/error.h"
#include "base/order.h"
#include "memory/memory.h"
#include "stats/matrix.h"
#include "stats/numeric.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(0x736f6c76656e7431)

#define REGION 0.005 /* part of the error that is spent on bounds for all differences */
#define STEPS 4u     /* few leagues have new claims in a fifth step */
#define AT_ONCE SVI_MATRIX_WIDE

_Static_assert(SVI_PAIRS_DRAWS % AT_ONCE == 0, "draws go by so many");

struct workspace {
    unsigned n;
    double *factor;  /* lower triangle L of the covariance: L L' */
    double *inverse; /* n by n: 1 / error of pair (i, j), or 0 without an error */
    /* n by n, in errors: the upper bound of difference (i, j) where it is surely below 0, else 0.
     * -INFINITY once the direction has been claimed. */
    double *shift;
    double (*z)[AT_ONCE]; /* n rows, standard normal */
    double (*x)[AT_ONCE]; /* all draws, for all steps: n rows for each AT_ONCE draws */
    double *most;         /* by bot: the maximum of its row of `inverse` */
    double *greatest;     /* the greatest difference of each draw, in order */
    bool shifted;         /* some shift is not 0 */
    unsigned counted;     /* pairs with an error */
};

/* Computes the Cholesky factor as a lower triangle, with zeros above. */
static void factor(const double covariance[], unsigned n, double l[])
{
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            l[(size_t)i * n + j] = j <= i ? covariance[(size_t)i * n + j] : 0;
        }
    }
    (void)svi_cholesky_part(l, n, 1e-12, true);
}

/* Finds the greatest difference of two bots in each of AT_ONCE draws, in errors and with shifts. */
static void greatest_shifted(const struct workspace *b, const double (*x)[AT_ONCE],
                             double greatest[])
{
    double most[AT_ONCE] = {0};
    for (unsigned i = 0; i < b->n; i++) {
        for (unsigned j = 0; j < i; j++) {
            const double inverse = b->inverse[(size_t)i * b->n + j];
            const double up = b->shift[(size_t)i * b->n + j];
            const double down = b->shift[(size_t)j * b->n + i];
            for (unsigned d = 0; d < AT_ONCE; d++) {
                const double t = (x[i][d] - x[j][d]) * inverse;
                const double one = t + up, other = down - t;
                const double more = one > other ? one : other;
                most[d] = more > most[d] ? more : most[d];
            }
        }
    }
    memcpy(greatest, most, sizeof most);
}

/* Finds the greatest difference in draw `d`, without shifts. Most bots are skipped quickly: a bot's
 * differences are at most its distance from the first or last of all, divided by its least
 * error. */
static double greatest_plain(const struct workspace *b, const double (*x)[AT_ONCE], unsigned d)
{
    double greatest = 0, least = x[0][d], most = least;
    for (unsigned i = 0; i < b->n; i++) {
        least = x[i][d] < least ? x[i][d] : least;
        most = x[i][d] > most ? x[i][d] : most;
    }
    for (unsigned i = 0; i < b->n; i++) {
        const double own = x[i][d];
        const double reach = most - own > own - least ? most - own : own - least;
        const double *inverse = b->inverse + (size_t)i * b->n;
        for (unsigned j = 0; j < b->n && reach * b->most[i] > greatest; j++) {
            const double t = fabs(own - x[j][d]) * inverse[j];
            greatest = t > greatest ? t : greatest;
        }
    }
    return greatest;
}

/* Makes AT_ONCE draws at a time, so that the factor is read once for all. */
static void draw_some(struct workspace *b, struct svi_draw *draw, double df, double (*x)[AT_ONCE])
{
    double scale[AT_ONCE];
    for (unsigned d = 0; d < AT_ONCE; d++) {
        for (unsigned i = 0; i < b->n; i++) {
            b->z[i][d] = svi_draw_normal(draw);
        }
        scale[d] = 1.0 / sqrt(svi_draw_gamma(draw, 0.5 * df) * 2.0 / df);
    }
    svi_multiply_lower(b->factor, b->n, (const double(*)[AT_ONCE])b->z, x);
    for (unsigned i = 0; i < b->n; i++) {
        for (unsigned d = 0; d < AT_ONCE; d++) {
            x[i][d] *= scale[d];
        }
    }
}

SVI_ORDER(compare, double, SVI_COMPARE(*one, *other))

static void draw_all(struct workspace *b, double df)
{
    struct svi_draw draw = {.state = SEED};
    for (size_t k = 0; k < SVI_PAIRS_DRAWS && b->counted > 1; k += AT_ONCE) {
        draw_some(b, &draw, df, b->x + k / AT_ONCE * b->n);
    }
}

/* Finds the greatest difference of each draw, and sorts them. */
static void take_greatest(struct workspace *b)
{
    for (size_t k = 0; k < SVI_PAIRS_DRAWS && b->counted > 1; k += AT_ONCE) {
        const double(*x)[AT_ONCE] = (const double(*)[AT_ONCE])(b->x + k / AT_ONCE * b->n);
        for (unsigned d = 0; d < AT_ONCE && !b->shifted; d++) {
            b->greatest[k + d] = greatest_plain(b, x, d);
        }
        if (b->shifted) {
            greatest_shifted(b, x, b->greatest + k);
        }
    }
    if (b->counted > 1) {
        qsort(b->greatest, SVI_PAIRS_DRAWS, sizeof *b->greatest, compare);
    }
}

static double quantile(const struct workspace *b, double level, double df)
{
    return b->counted > 1 ? b->greatest[(unsigned)ceil(level * SVI_PAIRS_DRAWS) - 1]
                          : svi_t_quantile(0.5 + 0.5 * level, df);
}

static void workspace_finish(struct workspace *b)
{
    svi_free_all(b->factor, b->inverse, b->shift, b->z, b->x, b->most, b->greatest);
}

static enum sv_status workspace_init(struct workspace *b, const double covariance[], unsigned n)
{
    const size_t cells = (size_t)n * n + 1;
    *b = (struct workspace){.n = n};
    b->factor = svi_new(cells, sizeof *b->factor);
    b->inverse = svi_new(cells, sizeof *b->inverse);
    b->shift = svi_new(cells, sizeof *b->shift);
    b->z = svi_new(n + 1, sizeof *b->z);
    b->x = svi_new((size_t)n * (SVI_PAIRS_DRAWS / AT_ONCE) + 1, sizeof *b->x);
    b->most = svi_new(n + 1u, sizeof *b->most);
    b->greatest = svi_new(SVI_PAIRS_DRAWS, sizeof *b->greatest);
    if (b->x == NULL) {
        workspace_finish(b);
        return SV_E_SYSTEM;
    }
    factor(covariance, n, b->factor);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < i; j++) {
            const double own = covariance[(size_t)i * n + i] + covariance[(size_t)j * n + j];
            const double v = own - 2.0 * covariance[(size_t)i * n + j];
            const double inverse = v > 1e-12 * own ? 1.0 / sqrt(v) : 0.0;
            b->inverse[(size_t)i * n + j] = b->inverse[(size_t)j * n + i] = inverse;
            b->counted += inverse > 0;
            b->most[i] = inverse > b->most[i] ? inverse : b->most[i];
            b->most[j] = inverse > b->most[j] ? inverse : b->most[j];
        }
    }
    return SV_OK;
}

enum sv_status svi_pairs_critical(const double covariance[], unsigned n, double df, double level,
                                  double *critical)
{
    struct workspace b;
    SVI_TRY(workspace_init(&b, covariance, n));
    draw_all(&b, df);
    take_greatest(&b);
    *critical = quantile(&b, level, df);
    workspace_finish(&b);
    return SV_OK;
}

/* Claims all differences beyond c. Claimed directions are left out of the next step. Returns false
 * if there is no new claim. */
static bool claim(struct workspace *b, const double value[], double c, bool above[])
{
    bool news = false;
    for (unsigned i = 0; i < b->n; i++) {
        for (unsigned j = 0; j < b->n; j++) {
            const size_t at = (size_t)i * b->n + j;
            const double more = value[i] - value[j];
            if (!above[at] &&
                (b->inverse[at] > 0 ? more * b->inverse[at] > c : more > SVI_ROUNDING)) {
                above[at] = news = true;
                b->shift[at] = -INFINITY;
            }
        }
    }
    return news;
}

/* Bounds each difference from above, in errors, if all estimates lie within c errors of the true
 * values. */
static void bound_differences(struct workspace *b, const double value[], double c)
{
    for (unsigned i = 0; i < b->n; i++) {
        for (unsigned j = 0; j < b->n; j++) {
            const size_t at = (size_t)i * b->n + j;
            const double most = (value[i] - value[j]) * b->inverse[at] + c;
            b->shift[at] = most < 0 ? most : 0;
        }
    }
}

enum sv_status svi_pairs_above(const double value[], const double covariance[], unsigned n,
                               double df, double level, bool above[])
{
    struct workspace b;
    assert(n <= SVI_PAIRS_STEPPED);
    SVI_TRY(workspace_init(&b, covariance, n));
    memset(above, 0, (size_t)n * n * sizeof *above);
    if (b.counted < 2) {
        (void)claim(&b, value, quantile(&b, level, df), above);
    } else {
        const double error = REGION * (1.0 - level) / 0.05;
        draw_all(&b, df);
        take_greatest(&b);
        bound_differences(&b, value, quantile(&b, 1.0 - error, df));
        bool news = claim(&b, value, quantile(&b, level + error, df), above);
        b.shifted = true;
        for (unsigned step = 1; step < STEPS && news; step++) {
            take_greatest(&b);
            news = claim(&b, value, quantile(&b, level + error, df), above);
        }
    }
    workspace_finish(&b);
    return SV_OK;
}

/* ---- any number ------------------------------------------------------------------------------ */

struct svi_holm_near { /* a pair of which i seems to be above j */
    double t;
    unsigned i, j;
};

SVI_ORDER(compare_near, struct svi_holm_near, SVI_COMPARE(other->t, one->t))

/* At most one direction of each pair is claimed, so the bound never falls below the bound for half
 * of the directions. Differences beyond the first bound are claimed at once, and few lie between
 * the two bounds. */
void svi_holm_init(struct svi_holm *h, unsigned n, double df, double level, svi_holm_claim *found,
                   void *user)
{
    const double all = n > 1 ? (double)n * (n - 1.0) : 2;
    *h = (struct svi_holm){.claim = found,
                           .user = user,
                           .df = df,
                           .level = level,
                           .first = svi_t_quantile(1 - (1 - level) / all, df),
                           .last = svi_t_quantile(1 - (1 - level) / (0.5 * all), df),
                           .left = all};
}

static void add_near(struct svi_holm *h, double t, unsigned i, unsigned j)
{
    if (h->n_near == h->room) {
        const size_t room = 2 * h->room + 1024;
        struct svi_holm_near *more = svi_resize(h->near, room, sizeof *more);
        if (more == NULL) {
            h->full = true;
            return;
        }
        h->near = more;
        h->room = room;
    }
    h->near[h->n_near++] = (struct svi_holm_near){t, i, j};
}

void svi_holm_pair(struct svi_holm *h, unsigned i, unsigned j, double more, double error)
{
    if (more <= SVI_ROUNDING) {
        return;
    }
    if (error <= 0 || more > h->first * error) {
        h->claim(h->user, i, j);
        h->left -= error > 0;
    } else if (more > h->last * error) {
        add_near(h, more / error, i, j);
    }
}

enum sv_status svi_holm_finish(struct svi_holm *h)
{
    if (h->n_near > 0) {
        qsort(h->near, h->n_near, sizeof *h->near, compare_near);
    }
    for (size_t k = 0; k < h->n_near && !h->full; k++) {
        const struct svi_holm_near *d = &h->near[k];
        if (svi_t_cdf(-d->t, h->df) >= (1 - h->level) / h->left) {
            break;
        }
        h->claim(h->user, d->i, d->j);
        h->left -= 1;
    }
    free(h->near);
    return h->full ? SV_E_SYSTEM : SV_OK;
}
