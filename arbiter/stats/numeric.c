#include "stats/numeric.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define LN2_HIGH 6.93147180369123816490e-01 /* the upper 32 bits, so that multiples are exact */
#define LN2_LOW 1.90821492927058770002e-10
#define LN2_INVERSE 1.44269504088896338700

double svi_exp(double x)
{
    if (x > 709.78) {
        return HUGE_VAL;
    }
    if (x < -745.0) {
        return 0.0;
    }
    const double k = floor(x * LN2_INVERSE + 0.5);
    const double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double sum = 1.0;
    for (int n = 14; n > 0; n--) {
        sum = 1.0 + r * sum / n;
    }
    return ldexp(sum, (int)k);
}

double svi_log(double x)
{
    if (x <= 0.0) {
        return -HUGE_VAL;
    }
    if (x > DBL_MAX) {
        return x;
    }
    int e;
    double m = frexp(x, &e);
    if (m < 0.70710678118654752) {
        m *= 2.0;
        e--;
    }
    const double s = (m - 1.0) / (m + 1.0);
    const double s2 = s * s;
    double sum = 0.0;
    for (int n = 25; n > 1; n -= 2) {
        sum = (sum + 1.0 / n) * s2;
    }
    return (e * LN2_LOW + 2.0 * s * sum) + 2.0 * s + e * LN2_HIGH;
}

double svi_sigmoid(double x)
{
    if (x >= 0) {
        return 1.0 / (1.0 + svi_exp(-x));
    }
    const double e = svi_exp(x);
    return e / (1.0 + e);
}

double svi_log_gamma(double x)
{
    /* Stirling's series from 15 on; below, Gamma(x) = Gamma(x + n) / (x (x + 1) ... (x + n - 1)).
     */
    double product = 1.0;
    assert(x > 0);
    while (x < 15.0) {
        product *= x;
        x += 1.0;
    }
    const double i = 1.0 / x;
    const double i2 = i * i;
    const double series =
        i * (1.0 / 12 - i2 * (1.0 / 360 - i2 * (1.0 / 1260 - i2 * (1.0 / 1680 - i2 / 1188))));
    return (x - 0.5) * svi_log(x) - x + 0.91893853320467274178 + series - svi_log(product);
}

/* ---- distributions --------------------------------------------------------------------------- */

/* Evaluates the continued fraction of the incomplete beta function by Lentz's method. */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1.0;
    double d = 1.0 - (a + b) * x / (a + 1.0);
    d = 1.0 / (fabs(d) < tiny ? tiny : d);
    double h = d;
    for (int m = 1; m <= 10000; m++) {
        const double steps[2] = {
            m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0)),
        };
        double change = 1.0;
        for (int i = 0; i < 2; i++) {
            d = 1.0 + steps[i] * d;
            d = 1.0 / (fabs(d) < tiny ? tiny : d);
            c = 1.0 + steps[i] / c;
            c = fabs(c) < tiny ? tiny : c;
            change = d * c;
            h *= change;
        }
        if (fabs(change - 1.0) < 1e-16) {
            break;
        }
    }
    return h;
}

/* Returns I_x(a, b). `y` is 1 - x, passed separately so that neither loses digits. */
static double beta_share(double a, double b, double x, double y)
{
    if (x <= 0.0 || y <= 0.0) {
        return x <= 0.0 ? 0.0 : 1.0;
    }
    const double front = svi_exp(svi_log_gamma(a + b) - svi_log_gamma(a) - svi_log_gamma(b) +
                                 a * svi_log(x) + b * svi_log(y));
    if (x < (a + 1.0) / (a + b + 2.0)) {
        return front * beta_fraction(a, b, x) / a;
    }
    return 1.0 - front * beta_fraction(b, a, y) / b;
}

double svi_t_cdf(double t, double df)
{
    assert(df > 0);
    const double all = df + t * t;
    const double tail =
        all > DBL_MAX ? 0.0 : 0.5 * beta_share(0.5 * df, 0.5, df / all, t * t / all);
    return t > 0 ? 1.0 - tail : tail;
}

double svi_t_quantile(double p, double df)
{
    assert(p > 0 && p < 1 && df > 0);
    const bool below = p < 0.5;
    const double wanted = below ? p : 1.0 - p; /* the probability in the lower tail */
    double high = 1.0; /* -high is surely below the quantile, -low surely above */
    double low = 0.0;
    while (high < 1e150 && svi_t_cdf(-high, df) > wanted) {
        low = high;
        high *= 2.0;
    }
    for (int i = 0; i < 80 && high - low > 1e-15 * high; i++) {
        const double middle = 0.5 * (low + high);
        if (svi_t_cdf(-middle, df) > wanted) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return below ? -0.5 * (low + high) : 0.5 * (low + high);
}

double svi_chi2_tail(double x, double df)
{
    assert(df > 0);
    const double a = 0.5 * df;
    const double z = 0.5 * x;
    if (z <= 0.0) {
        return 1.0;
    }
    const double front = svi_exp(a * svi_log(z) - z - svi_log_gamma(a));
    if (z < a + 1.0) { /* the series of the lower part */
        double term = 1.0 / a;
        double sum = term;
        for (int n = 1; n < 100000 && term > sum * 1e-17; n++) {
            term *= z / (a + n);
            sum += term;
        }
        return 1.0 - front * sum;
    }
    double b = z + 1.0 - a; /* the continued fraction of the upper part */
    double c = 1e300;
    double d = 1.0 / b;
    double h = d;
    for (int n = 1; n < 100000; n++) {
        const double an = -n * (n - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (fabs(d * c - 1.0) < 1e-16) {
            break;
        }
    }
    return front * h;
}

/* ---- random numbers -------------------------------------------------------------------------- */

uint64_t svi_draw_bits(struct svi_draw *draw)
{
    uint64_t z = draw->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double svi_draw_uniform(struct svi_draw *draw)
{
    return ((double)(svi_draw_bits(draw) >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}

double svi_draw_normal(struct svi_draw *draw)
{
    if (draw->has_spare) {
        draw->has_spare = 0;
        return draw->spare;
    }
    double x, y, r;
    do { /* Marsaglia's polar method, which needs no sine */
        x = 2.0 * svi_draw_uniform(draw) - 1.0;
        y = 2.0 * svi_draw_uniform(draw) - 1.0;
        r = x * x + y * y;
    } while (r >= 1.0);
    const double factor = sqrt(-2.0 * svi_log(r) / r);
    draw->spare = y * factor;
    draw->has_spare = 1;
    return x * factor;
}

double svi_draw_gamma(struct svi_draw *draw, double shape)
{
    assert(shape >= 0.5);
    if (shape < 1.0) { /* Gamma(shape) = Gamma(shape + 1) U^(1/shape) */
        const double more = svi_draw_gamma(draw, shape + 1.0);
        return more * svi_exp(svi_log(svi_draw_uniform(draw)) / shape);
    }
    const double d = shape - 1.0 / 3.0; /* Marsaglia and Tsang 2000 */
    const double c = 1.0 / sqrt(9.0 * d);
    for (;;) {
        const double x = svi_draw_normal(draw);
        const double v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
        if (v > 0.0 && svi_log(svi_draw_uniform(draw)) < 0.5 * x * x + d - d * v + d * svi_log(v)) {
            return d * v;
        }
    }
}
