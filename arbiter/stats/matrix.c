#include "stats/matrix.h"

#include "memory/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Large matrices are processed in strips of WIDE columns, tiles of TILE rows and groups of four
 * rows. These stay in the caches and fill vector registers. The operations on one element keep
 * their order, so results are bit by bit those of plain loops, whatever the width of registers. */
#define WIDE SVI_MATRIX_WIDE
#define TILE 256u
#define GROUP 4u

#define LANES_FILE "stats/matrix_lanes.h"
#include "stats/lanes.h"

void *svi_matrix_room(size_t bytes)
{
    void *room = aligned_alloc(64, (bytes / 64 + 1) * 64);
    if (room == NULL) {
        svi_memory_refused(bytes);
    }
    return room;
}

/* ---- triangles ------------------------------------------------------------------------------- */

/* Returns row i of a triangle, from column k on. */
static double *row_at(const struct svi_triangle *t, size_t i, size_t k)
{
    return t->start != NULL ? t->cell + (t->start[i] + (ptrdiff_t)k) : t->cell + (i * t->n + k);
}

/* Returns the first column of row i, which it shares with its group of WIDE rows. */
static size_t first_of(const struct svi_triangle *t, size_t i)
{
    return t->first != NULL ? t->first[i / WIDE] : 0;
}

/* Sets `row` to four rows from row i on, at column k. Beyond the end, repeats the last row. */
static void group_at(const struct svi_triangle *t, size_t i, size_t k, const double *row[GROUP])
{
    for (size_t r = 0; r < GROUP; r++) {
        row[r] = row_at(t, i + r < t->n ? i + r : t->n - 1, k);
    }
}

static size_t less_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t more_of(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Subtracts the part of earlier columns from columns `first` to `first` + `width` - 1 of a factor,
 * from row `first` down. */
static void take_off(const struct svi_triangle *t, size_t first, size_t width)
{
    double strip[TILE][WIDE];
    for (size_t from = first_of(t, first); from < first; from += TILE) {
        const size_t size = less_of(first - from, TILE);
        for (size_t k = 0; k < size; k++) {
            memset(strip[k], 0, sizeof strip[k]);
        }
        for (size_t j = 0; j < width; j++) {
            const double *row = row_at(t, first + j, from);
            for (size_t k = 0; k < size; k++) {
                strip[k][j] = row[k];
            }
        }
        for (size_t i = first; i < t->n; i += GROUP) {
            const size_t begin = more_of(first_of(t, i), from);
            if (begin >= from + size) {
                continue;
            }
            const double *row[GROUP];
            double sum[GROUP][WIDE] = {0};
            group_at(t, i, begin, row);
            for (size_t r = 0; r < GROUP && i + r < t->n; r++) {
                memcpy(sum[r], row_at(t, i + r, first),
                       less_of(i + r - first + 1, width) * sizeof(double));
            }
            BY_PROCESSOR(gather, row, (const double(*)[WIDE])strip + (begin - from),
                         size - (begin - from), true, sum);
            for (size_t r = 0; r < GROUP && i + r < t->n; r++) {
                memcpy(row_at(t, i + r, first), sum[r],
                       less_of(i + r - first + 1, width) * sizeof(double));
            }
        }
    }
}

/* Completes column j of a factor. Columns before `first` have been subtracted already, columns from
 * `first` on have not. Returns false if the matrix is not positive definite, unless it may be
 * `singular`. */
static bool close_column(const struct svi_triangle *t, size_t first, size_t j, double least,
                         bool singular)
{
    const double *other = row_at(t, j, first);
    double root = 0;
    for (size_t i = j; i < t->n; i++) {
        if (first_of(t, i) > first) {
            continue;
        }
        double *row = row_at(t, i, first);
        double sum = row[j - first];
        for (size_t k = 0; k < j - first; k++) {
            sum -= row[k] * other[k];
        }
        if (i > j) {
            row[j - first] = root > 0 ? sum / root : 0;
        } else if (sum > least && least >= 0) {
            root = row[j - first] = sqrt(sum);
        } else if (singular) {
            row[j - first] = 0;
        } else {
            return false;
        }
    }
    return true;
}

static bool factor(const struct svi_triangle *t, double tolerance, bool singular)
{
    for (size_t first = 0; first < t->n; first += WIDE) {
        const size_t width = less_of(t->n - first, WIDE);
        double diagonal[WIDE];
        for (size_t j = 0; j < width; j++) {
            diagonal[j] = *row_at(t, first + j, first + j);
        }
        take_off(t, first, width);
        for (size_t j = 0; j < width; j++) {
            const double least = diagonal[j] > 0 ? tolerance * diagonal[j] : -1;
            if (!close_column(t, first, first + j, least, singular)) {
                return false;
            }
        }
    }
    return true;
}

bool svi_triangle_factor(const struct svi_triangle *t, double tolerance)
{
    return factor(t, tolerance, false);
}

/* Solves L y = x, where x is 0 before row `begin`, a multiple of WIDE. */
static void solve_down(const struct svi_triangle *t, size_t begin, double (*x)[WIDE])
{
    for (size_t i = begin; i < t->n; i += GROUP) {
        const size_t from = more_of(first_of(t, i), begin), size = less_of(t->n - i, GROUP);
        const double *row[GROUP];
        double sum[GROUP][WIDE] = {0};
        group_at(t, i, from, row);
        memcpy(sum, x[i], size * sizeof sum[0]);
        BY_PROCESSOR(gather, row, (const double(*)[WIDE])x + from, i - from, true, sum);
        for (size_t r = 0; r < size; r++) {
            const double *corner = row_at(t, i + r, i);
            for (size_t j = 0; j < WIDE; j++) {
                for (size_t k = 0; k < r; k++) {
                    sum[r][j] -= corner[k] * sum[k][j];
                }
                sum[r][j] /= corner[r];
            }
        }
        memcpy(x[i], sum, size * sizeof sum[0]);
    }
}

/* Solves L' y = x. */
static void solve_up(const struct svi_triangle *t, double (*x)[WIDE])
{
    for (size_t i = (t->n + GROUP - 1) / GROUP * GROUP; i > 0;) {
        i -= GROUP;
        const size_t from = first_of(t, i), size = less_of(t->n - i, GROUP);
        const double *row[GROUP];
        double own[GROUP][WIDE] = {0};
        memcpy(own, x[i], size * sizeof own[0]);
        for (size_t r = size; r-- > 0;) {
            const double *corner = row_at(t, i + r, i);
            for (size_t j = 0; j < WIDE; j++) {
                own[r][j] /= corner[r];
                for (size_t k = 0; k < r; k++) {
                    own[k][j] -= corner[k] * own[r][j];
                }
            }
        }
        memcpy(x[i], own, size * sizeof own[0]);
        group_at(t, i, from, row);
        BY_PROCESSOR(spread, row, (const double(*)[WIDE])own, i - from, x + from);
    }
}

void svi_triangle_solve(const struct svi_triangle *t, size_t begin, double (*x)[WIDE])
{
    solve_down(t, begin, x);
    solve_up(t, x);
}

/* ---- whole matrices -------------------------------------------------------------------------- */

// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
bool svi_cholesky_part(double a[], size_t n, double tolerance, bool singular)
{
    const struct svi_triangle whole = {.cell = a, .n = n};
    return factor(&whole, tolerance, singular);
}

bool svi_cholesky(double a[], size_t n, double tolerance)
{
    return svi_cholesky_part(a, n, tolerance, false);
}

void svi_multiply(const double a[], const double b[], size_t n, double out[])
{
    double strip[TILE][WIDE] = {0};
    memset(out, 0, n * n * sizeof *out);
    for (size_t first = 0; first < n; first += WIDE) {
        const size_t width = less_of(n - first, WIDE);
        for (size_t from = 0; from < n; from += TILE) {
            const size_t size = less_of(n - from, TILE);
            for (size_t k = 0; k < size; k++) {
                memcpy(strip[k], b + (from + k) * n + first, width * sizeof *b);
            }
            for (size_t i = 0; i < n; i += GROUP) {
                const double *row[GROUP];
                double sum[GROUP][WIDE] = {0};
                for (size_t r = 0; r < GROUP; r++) {
                    const size_t at = less_of(i + r, n - 1);
                    row[r] = a + at * n + from;
                    memcpy(sum[r], out + at * n + first, width * sizeof *out);
                }
                BY_PROCESSOR(gather, row, (const double(*)[WIDE])strip, size, false, sum);
                for (size_t r = 0; r < GROUP && i + r < n; r++) {
                    memcpy(out + (i + r) * n + first, sum[r], width * sizeof *out);
                }
            }
        }
    }
}

/* The elements of a matrix that are not 0, row by row. */
struct sparse {
    size_t *row; /* start of each row, and the end */
    uint32_t *at;
    double *value;
};

static void sparse_finish(struct sparse *s)
{
    svi_free_all(s->row, s->at, s->value);
}

static bool sparse_init(struct sparse *s, const double a[], size_t n)
{
    size_t filled = 0;
    for (size_t i = 0; i < n * n; i++) {
        filled += a[i] != 0;
    }
    s->row = svi_new(n + 1, sizeof *s->row);
    s->at = svi_new(filled + 1, sizeof *s->at);
    s->value = svi_new(filled + 1, sizeof *s->value);
    if (s->row == NULL || s->at == NULL || s->value == NULL) {
        sparse_finish(s);
        return false;
    }
    filled = 0;
    for (size_t i = 0; i < n; i++) {
        s->row[i] = filled;
        for (size_t j = 0; j < n; j++) {
            if (a[i * n + j] != 0) {
                s->at[filled] = (uint32_t)j;
                s->value[filled++] = a[i * n + j];
            }
        }
    }
    s->row[n] = filled;
    return true;
}

bool svi_multiply_symmetric(const double a[], const double b[], size_t n, double out[])
{
    struct sparse s;
    double(*strip)[WIDE] = svi_new(n + 1, sizeof *strip);
    if (strip == NULL || !sparse_init(&s, b, n)) {
        free(strip);
        return false;
    }
    for (size_t first = 0; first < n; first += WIDE) { /* rows of a and out */
        const size_t width = less_of(n - first, WIDE);
        for (size_t k = 0; k < n; k++) {
            memcpy(strip[k], a + k * n + first, width * sizeof *a);
        }
        for (size_t j = 0; j < n; j++) {
            double sum[WIDE] = {0};
            BY_PROCESSOR(pick, s.value + s.row[j], s.at + s.row[j], s.row[j + 1] - s.row[j],
                         (const double(*)[WIDE])strip, sum);
            for (size_t i = 0; i < width; i++) {
                out[(first + i) * n + j] = sum[i];
            }
        }
    }
    sparse_finish(&s);
    free(strip);
    return true;
}

void svi_multiply_lower(const double l[], size_t n, const double (*x)[WIDE], double (*out)[WIDE])
{
    const struct svi_triangle whole = {.cell = (double *)l, .n = n};
    for (size_t i = 0; i < n; i += GROUP) {
        const double *row[GROUP];
        double sum[GROUP][WIDE] = {0};
        group_at(&whole, i, 0, row);
        BY_PROCESSOR(gather, row, x, i, false, sum);
        for (size_t r = 0; r < GROUP && i + r < n; r++) {
            for (size_t j = 0; j < WIDE; j++) {
                for (size_t k = 0; k <= r; k++) {
                    sum[r][j] += row[r][i + k] * x[i + k][j];
                }
            }
            memcpy(out[i + r], sum[r], sizeof sum[r]);
        }
    }
}

void svi_multiply_outer(const double value[], const uint32_t at[], const size_t first[], size_t n,
                        const double (*x)[WIDE], double (*out)[WIDE])
{
    BY_PROCESSOR(outer, value, at, first, n, x, out);
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

void svi_cholesky_inverse(const double l[], size_t n, double out[])
{
    const struct svi_triangle whole = {.cell = (double *)l, .n = n};
    double(*x)[WIDE] = svi_new(n + 1, sizeof *x);
    for (size_t first = 0; first < n && x != NULL; first += WIDE) {
        const size_t width = less_of(n - first, WIDE);
        memset(x, 0, n * sizeof *x);
        for (size_t j = 0; j < width; j++) {
            x[first + j][j] = 1;
        }
        svi_triangle_solve(&whole, first, x);
        for (size_t j = 0; j < width; j++) {
            for (size_t i = 0; i < n; i++) {
                out[(first + j) * n + i] = x[i][j];
            }
        }
    }
    /* without memory for x, computes the same result slowly */
    for (size_t i = 0; i < n && x == NULL; i++) {
        double *own = out + i * n;
        for (size_t k = 0; k < n; k++) {
            own[k] = k == i;
        }
        svi_cholesky_solve(l, n, own);
    }
    free(x);
    for (size_t i = 0; i < n; i++) { /* makes the result symmetric again after rounding */
        for (size_t j = 0; j < i; j++) {
            out[j * n + i] = out[i * n + j];
        }
    }
}

bool svi_solve(double a[], size_t n, double x[], double least)
{
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; r++) {
            pivot = fabs(a[r * n + c]) > fabs(a[pivot * n + c]) ? r : pivot;
        }
        if (!(fabs(a[pivot * n + c]) > least)) {
            return false;
        }
        if (pivot != c) {
            for (size_t k = c; k < n; k++) {
                const double swapped = a[c * n + k];
                a[c * n + k] = a[pivot * n + k];
                a[pivot * n + k] = swapped;
            }
            const double swapped = x[c];
            x[c] = x[pivot];
            x[pivot] = swapped;
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
