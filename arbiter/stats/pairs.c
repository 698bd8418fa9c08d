#include "stats/pairs.h"

#include "stats/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(0x736f6c76656e7431)

struct bench {
    unsigned n;
    double *factor;  /* lower triangle L of the covariance: L L' */
    double *inverse; /* 1 / error of pair (i, j < i), 0 where it has none, one after the other */
    double *z, *x;
    double *greatest; /* of each draw */
};

/* The Cholesky factor of a matrix that may be singular, as covariances of what is held to a sum
 * are: a column without anything left is empty. */
static void factor(const double covariance[], unsigned n, double l[])
{
    memset(l, 0, (size_t)n * n * sizeof *l);
    for (unsigned j = 0; j < n; j++) {
        double rest = covariance[(size_t)j * n + j];
        for (unsigned k = 0; k < j; k++) {
            rest -= l[(size_t)j * n + k] * l[(size_t)j * n + k];
        }
        if (rest <= 1e-12 * covariance[(size_t)j * n + j] || rest <= 0) {
            continue;
        }
        const double root = sqrt(rest);
        l[(size_t)j * n + j] = root;
        for (unsigned i = j + 1; i < n; i++) {
            double sum = covariance[(size_t)i * n + j];
            for (unsigned k = 0; k < j; k++) {
                sum -= l[(size_t)i * n + k] * l[(size_t)j * n + k];
            }
            l[(size_t)i * n + j] = sum / root;
        }
    }
}

static double draw_greatest(struct bench *b, struct svi_draw *draw, double df)
{
    const unsigned n = b->n;
    double greatest = 0;
    const double *inverse = b->inverse;
    for (unsigned i = 0; i < n; i++) {
        b->z[i] = svi_draw_normal(draw);
    }
    for (unsigned i = 0; i < n; i++) {
        const double *row = b->factor + (size_t)i * n;
        double sum = 0;
        for (unsigned k = 0; k <= i; k++) {
            sum += row[k] * b->z[k];
        }
        b->x[i] = sum;
        for (unsigned j = 0; j < i; j++) {
            const double t = fabs(sum - b->x[j]) * *inverse++;
            greatest = t > greatest ? t : greatest;
        }
    }
    return greatest / sqrt(svi_draw_gamma(draw, 0.5 * df) * 2.0 / df);
}

static int compare(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

enum sv_status svi_pairs_critical(const double covariance[], unsigned n, double df, double level,
                                  double *critical)
{
    struct bench b = {.n = n};
    const size_t cells = (size_t)n * n + 1;
    b.factor = malloc(cells * sizeof *b.factor);
    b.inverse = malloc(cells * sizeof *b.inverse);
    b.z = malloc((n + 1) * sizeof *b.z);
    b.x = malloc((n + 1) * sizeof *b.x);
    b.greatest = malloc(SVI_PAIRS_DRAWS * sizeof *b.greatest);
    const bool there =
        b.factor != NULL && b.inverse != NULL && b.z != NULL && b.x != NULL && b.greatest != NULL;
    if (there) {
        struct svi_draw draw = {.state = SEED};
        unsigned pairs = 0, counted = 0;
        factor(covariance, n, b.factor);
        for (unsigned i = 0; i < n; i++) {
            for (unsigned j = 0; j < i; j++) {
                const double own = covariance[(size_t)i * n + i] + covariance[(size_t)j * n + j];
                const double v = own - 2.0 * covariance[(size_t)i * n + j];
                b.inverse[pairs] = v > 1e-12 * own ? 1.0 / sqrt(v) : 0.0;
                counted += b.inverse[pairs++] > 0;
            }
        }
        for (unsigned k = 0; k < SVI_PAIRS_DRAWS && counted > 1; k++) {
            b.greatest[k] = draw_greatest(&b, &draw, df);
        }
        if (counted > 1) {
            qsort(b.greatest, SVI_PAIRS_DRAWS, sizeof *b.greatest, compare);
            *critical = b.greatest[(unsigned)ceil(level * SVI_PAIRS_DRAWS) - 1];
        } else {
            *critical = svi_t_quantile(0.5 + 0.5 * level, df);
        }
    }
    free(b.factor);
    free(b.inverse);
    free(b.z);
    free(b.x);
    free(b.greatest);
    return there ? SV_OK : SV_E_SYSTEM;
}

void svi_pairs_ranks(const bool above[], unsigned n, unsigned low[], unsigned high[])
{
    for (unsigned i = 0; i < n; i++) {
        low[i] = 1;
        high[i] = n;
        for (unsigned j = 0; j < n; j++) {
            low[i] += above[(size_t)j * n + i];
            high[i] -= above[(size_t)i * n + j];
        }
    }
}
