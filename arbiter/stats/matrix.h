/* Dense matrices, row by row, as small as a field of bots. */
#ifndef SVI_ARBITER_STATS_MATRIX_H
#define SVI_ARBITER_STATS_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the lower triangle of a symmetric n by n matrix by its Cholesky factor. False: it is not
 * positive definite, to `tolerance` relative to its diagonal; then it is spoilt. */
bool svi_cholesky(double a[], size_t n, double tolerance);

/* Solves L L' x = b with that factor, in place. */
void svi_cholesky_solve(const double l[], size_t n, double x[]);

/* The inverse (full, symmetric) from the factor, into `out`. */
void svi_cholesky_inverse(const double l[], size_t n, double out[]);

/* Solves A x = b in place, by elimination with pivots; A is spoilt. False: singular. */
bool svi_solve(double a[], size_t n, double x[]);

#endif
