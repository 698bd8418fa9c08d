#include "stats/matrix.h"

#include <math.h>

bool svi_cholesky(double a[], size_t n, double tolerance)
{
    for (size_t i = 0; i < n; i++) {
        double *row = a + i * n;
        const double diagonal = row[i];
        for (size_t j = 0; j <= i; j++) {
            const double *other = a + j * n;
            double sum = row[j];
            for (size_t k = 0; k < j; k++) {
                sum -= row[k] * other[k];
            }
            if (j < i) {
                row[j] = sum / other[j];
            } else if (sum > tolerance * diagonal && diagonal > 0) {
                row[i] = sqrt(sum);
            } else {
                return false;
            }
        }
    }
    return true;
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
    for (size_t i = 0; i < n; i++) {
        double *x = out + i * n;
        for (size_t k = 0; k < n; k++) {
            x[k] = k == i;
        }
        svi_cholesky_solve(l, n, x);
    }
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
