/* Dense matrices, row by row, as small as a field of bots. */
#ifndef SVI_ARBITER_STATS_MATRIX_H
#define SVI_ARBITER_STATS_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the lower triangle of a symmetric n by n matrix by its Cholesky factor. False: it is not
 * positive definite, to `tolerance` relative to its diagonal; then it is spoilt. */
bool svi_cholesky(double a[], size_t n, double tolerance);

/* The same of a matrix that may be singular, as covariances of what is held to a sum are, where
 * `singular`: a column with nothing left beyond the tolerance is 0, and it is never false. */
bool svi_cholesky_part(double a[], size_t n, double tolerance, bool singular);

/* out = A B, all n by n. */
void svi_multiply(const double a[], const double b[], size_t n, double out[]);

/* out = L X, of a lower triangle and SVI_MATRIX_WIDE columns side by side: n rows of so many. */
#define SVI_MATRIX_WIDE 8u
void svi_multiply_lower(const double l[], size_t n, const double x[], double out[]);

/* Solves L L' x = b with that factor, in place. */
void svi_cholesky_solve(const double l[], size_t n, double x[]);

/* The inverse (full, symmetric) from the factor, into `out`. */
void svi_cholesky_inverse(const double l[], size_t n, double out[]);

/* Solves A x = b in place, by elimination with pivots; A is spoilt. False: singular. */
bool svi_solve(double a[], size_t n, double x[]);

#endif
