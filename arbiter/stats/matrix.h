/* Matrices, row by row, of a field of bots, for the fits and tests of this module. The caller owns
 * all arrays; `out` must not overlap an argument. */
#ifndef SVI_ARBITER_STATS_MATRIX_H
#define SVI_ARBITER_STATS_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Replaces the lower triangle of a symmetric n by n matrix by its Cholesky factor. Returns false if
 * it is not positive definite, to `tolerance` relative to its diagonal; `a` is then undefined. */
bool svi_cholesky(double a[], size_t n, double tolerance);

/* As svi_cholesky(), but with `singular` the matrix may be singular, such as a covariance of values
 * with a fixed sum. A column with nothing left beyond the tolerance is then 0, and the result is
 * always true. */
bool svi_cholesky_part(double a[], size_t n, double tolerance, bool singular);

/* Computes out = A B, all n by n. */
void svi_multiply(const double a[], const double b[], size_t n, double out[]);

/* Multiplies symmetric matrices, in time proportional to the cells of B that are not 0. Returns
 * false if there is no memory. */
bool svi_multiply_symmetric(const double a[], const double b[], size_t n, double out[]);

/* Computes out = L X, for a lower triangle L and SVI_MATRIX_WIDE columns X side by side, in n
 * rows. */
#define SVI_MATRIX_WIDE 8u
void svi_multiply_lower(const double l[], size_t n, const double (*x)[SVI_MATRIX_WIDE],
                        double (*out)[SVI_MATRIX_WIDE]);

/* out += sum of c c' X over `n` vectors c, whose numbers that are not 0 are value[first[i]] to
 * value[first[i + 1] - 1], in the rows `at`. */
void svi_multiply_outer(const double value[], const uint32_t at[], const size_t first[], size_t n,
                        const double (*x)[SVI_MATRIX_WIDE], double (*out)[SVI_MATRIX_WIDE]);

/* Solves L L' x = b in place, for a factor L. */
void svi_cholesky_solve(const double l[], size_t n, double x[]);

/* Computes the inverse (full, symmetric) from the factor. */
void svi_cholesky_inverse(const double l[], size_t n, double out[]);

/* Solves A x = b in place, by elimination with pivots; A is overwritten. Returns false if A is
 * singular: some pivot is not greater than `least`. x is undefined then. */
bool svi_solve(double a[], size_t n, double x[], double least);

/* Allocates memory in which each row of SVI_MATRIX_WIDE columns is a line of the cache. Free it by
 * free(). Returns NULL if there is no memory. */
void *svi_matrix_room(size_t bytes);

/* A lower triangle in which each row has a first column: the cells left of that are 0, and stay 0
 * in its Cholesky factor. Row i has columns first[i / SVI_MATRIX_WIDE] to i; SVI_MATRIX_WIDE rows
 * begin together, at a multiple of that number. */
struct svi_triangle {
    double *cell;           /* column k of row i: cell[start[i] + k] */
    size_t n;               /* rows */
    const ptrdiff_t *start; /* NULL, as is `first`, for a full n by n matrix */
    const size_t *first;
};

/* Replaces a symmetric matrix by its factor, and returns as svi_cholesky(). */
bool svi_triangle_factor(const struct svi_triangle *t, double tolerance);

/* Solves L L' X = B with that factor in place, columns side by side. B is 0 before row `begin`, a
 * multiple of SVI_MATRIX_WIDE. */
void svi_triangle_solve(const struct svi_triangle *t, size_t begin, double (*x)[SVI_MATRIX_WIDE]);

#endif
