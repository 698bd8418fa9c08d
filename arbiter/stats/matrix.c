#include "stats/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Large matrices go through in strips of WIDE columns and tiles of TILE rows, which stay in the
 * caches and fill vector registers. No element's own operations change their order, so results are
 * those of the plain loops, bit by bit. */
#define WIDE SVI_MATRIX_WIDE
#define TILE 256u

/* WIDE numbers of a row, in vector registers; compilers left to themselves shuffle them. */
typedef double pair __attribute__((vector_size(16)));

struct wide {
    pair a, b, c, d;
};

_Static_assert(sizeof(struct wide) == WIDE * sizeof(double), "no room between them");

/* The first `n`, with zeros behind them. */
static inline struct wide take(const double from[], size_t n)
{
    struct wide w = {{0}, {0}, {0}, {0}};
    memcpy(&w, from, n * sizeof *from);
    return w;
}

static inline void add(struct wide *sum, double factor, const struct wide *x)
{
    sum->a += factor * x->a;
    sum->b += factor * x->b;
    sum->c += factor * x->c;
    sum->d += factor * x->d;
}

static inline void subtract(struct wide *sum, double factor, const struct wide *x)
{
    sum->a -= factor * x->a;
    sum->b -= factor * x->b;
    sum->c -= factor * x->c;
    sum->d -= factor * x->d;
}

static inline void divide(struct wide *w, double by)
{
    w->a /= by;
    w->b /= by;
    w->c /= by;
    w->d /= by;
}

/* Columns `first` to `first` + `width` of a factor, from row `first` down: takes off what the
 * columns before say of them. */
static void take_off(double a[], size_t n, size_t first, size_t width)
{
    struct wide strip[TILE];
    for (size_t from = 0; from < first; from += TILE) {
        const size_t size = first - from < TILE ? first - from : TILE;
        for (size_t k = 0; k < size; k++) {
            double column[WIDE] = {0};
            for (size_t j = 0; j < width; j++) {
                column[j] = a[(first + j) * n + from + k];
            }
            strip[k] = take(column, WIDE);
        }
        for (size_t i = first; i < n; i++) {
            const double *row = a + i * n + from;
            const size_t own = i - first + 1 < width ? i - first + 1 : width;
            struct wide sum = take(a + i * n + first, own);
            for (size_t k = 0; k < size; k++) {
                subtract(&sum, row[k], &strip[k]);
            }
            memcpy(a + i * n + first, &sum, own * sizeof *a);
        }
    }
}

bool svi_cholesky_part(double a[], size_t n, double tolerance, bool singular)
{
    for (size_t first = 0; first < n; first += WIDE) {
        const size_t width = n - first < WIDE ? n - first : WIDE;
        double diagonal[WIDE];
        for (size_t j = 0; j < width; j++) {
            diagonal[j] = a[(first + j) * n + first + j];
        }
        take_off(a, n, first, width);
        for (size_t j = first; j < first + width; j++) {
            const double *other = a + j * n;
            double root = 0;
            for (size_t i = j; i < n; i++) {
                double *row = a + i * n;
                double sum = row[j];
                for (size_t k = first; k < j; k++) {
                    sum -= row[k] * other[k];
                }
                if (i > j) {
                    row[j] = root > 0 ? sum / root : 0;
                } else if (sum > tolerance * diagonal[j - first] && diagonal[j - first] > 0) {
                    root = row[j] = sqrt(sum);
                } else if (singular) {
                    row[j] = 0;
                } else {
                    return false;
                }
            }
        }
    }
    return true;
}

bool svi_cholesky(double a[], size_t n, double tolerance)
{
    return svi_cholesky_part(a, n, tolerance, false);
}

void svi_multiply(const double a[], const double b[], size_t n, double out[])
{
    struct wide strip[TILE];
    memset(out, 0, n * n * sizeof *out);
    for (size_t first = 0; first < n; first += WIDE) {
        const size_t width = n - first < WIDE ? n - first : WIDE;
        for (size_t from = 0; from < n; from += TILE) {
            const size_t size = n - from < TILE ? n - from : TILE;
            for (size_t k = 0; k < size; k++) {
                strip[k] = take(b + (from + k) * n + first, width);
            }
            for (size_t i = 0; i < n; i++) {
                const double *row = a + i * n + from;
                struct wide sum = take(out + i * n + first, width);
                for (size_t k = 0; k < size; k++) {
                    add(&sum, row[k], &strip[k]);
                }
                memcpy(out + i * n + first, &sum, width * sizeof *out);
            }
        }
    }
}

void svi_multiply_lower(const double l[], size_t n, const double x[], double out[])
{
    for (size_t i = 0; i < n; i++) {
        const double *row = l + i * n;
        struct wide sum = {{0}, {0}, {0}, {0}};
        for (size_t k = 0; k <= i; k++) {
            const struct wide other = take(x + k * WIDE, WIDE);
            add(&sum, row[k], &other);
        }
        memcpy(out + i * WIDE, &sum, sizeof sum);
    }
}

void svi_cholesky_solve(const double l[], size_t n, double x[])
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            x[i] -= l[i * n + k] * x[k];
        }
        x[i] /= l[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        x[i] /= l[i * n + i];
        for (size_t k = 0; k < i; k++) {
            x[k] -= l[i * n + k] * x[i];
        }
    }
}

/* Columns `first` to `first` + `width` of the inverse; x has room for n rows of them. */
static void invert_strip(const double l[], size_t n, size_t first, size_t width, struct wide x[])
{
    memset(x, 0, n * sizeof *x);
    for (size_t j = 0; j < width; j++) {
        double one[WIDE] = {0};
        one[j] = 1;
        x[first + j] = take(one, WIDE);
    }
    for (size_t i = first; i < n; i++) {
        const double *row = l + i * n;
        struct wide sum = x[i];
        for (size_t k = first; k < i; k++) { /* those before are 0 */
            subtract(&sum, row[k], &x[k]);
        }
        divide(&sum, row[i]);
        x[i] = sum;
    }
    for (size_t i = n; i-- > 0;) {
        const double *row = l + i * n;
        struct wide own = x[i];
        divide(&own, row[i]);
        x[i] = own;
        for (size_t k = 0; k < i; k++) {
            subtract(&x[k], row[k], &own);
        }
    }
}

void svi_cholesky_inverse(const double l[], size_t n, double out[])
{
    struct wide *x = aligned_alloc(sizeof *x, (n + 1) * sizeof *x);
    for (size_t first = 0; first < n && x != NULL; first += WIDE) {
        const size_t width = n - first < WIDE ? n - first : WIDE;
        invert_strip(l, n, first, width, x);
        for (size_t i = 0; i < n; i++) {
            double own[WIDE];
            memcpy(own, &x[i], sizeof own);
            for (size_t j = 0; j < width; j++) {
                out[(first + j) * n + i] = own[j];
            }
        }
    }
    for (size_t i = 0; i < n && x == NULL; i++) { /* without memory the same, slowly */
        double *own = out + i * n;
        for (size_t k = 0; k < n; k++) {
            own[k] = k == i;
        }
        svi_cholesky_solve(l, n, own);
    }
    free(x);
    for (size_t i = 0; i < n; i++) { /* what rounding made of symmetry */
        for (size_t j = 0; j < i; j++) {
            out[j * n + i] = out[i * n + j];
        }
    }
}

bool svi_solve(double a[], size_t n, double x[])
{
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; r++) {
            pivot = fabs(a[r * n + c]) > fabs(a[pivot * n + c]) ? r : pivot;
        }
        if (!(fabs(a[pivot * n + c]) > 1e-12)) {
            return false;
        }
        if (pivot != c) {
            for (size_t k = c; k < n; k++) {
                const double kept = a[c * n + k];
                a[c * n + k] = a[pivot * n + k];
                a[pivot * n + k] = kept;
            }
            const double kept = x[c];
            x[c] = x[pivot];
            x[pivot] = kept;
        }
        for (size_t r = c + 1; r < n; r++) {
            const double factor = a[r * n + c] / a[c * n + c];
            for (size_t k = c; k < n && factor != 0.0; k++) {
                a[r * n + k] -= factor * a[c * n + k];
            }
            x[r] -= factor * x[c];
        }
    }
    for (size_t c = n; c-- > 0;) {
        for (size_t k = c + 1; k < n; k++) {
            x[c] -= a[c * n + k] * x[k];
        }
        x[c] /= a[c * n + c];
    }
    return true;
}
