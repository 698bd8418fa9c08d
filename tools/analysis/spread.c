#include "tools/analysis/spread.h"

#include <math.h>

void svi_spread_add(struct svi_spread *s, double x)
{
    s->sum += x;
    s->squares += x * x;
}

double svi_spread_mean(const struct svi_spread *s, uint64_t n)
{
    return n > 0 ? s->sum / (double)n : 0;
}

double svi_spread_sd(const struct svi_spread *s, uint64_t n)
{
    const double mean = svi_spread_mean(s, n);
    const double off = n > 1 ? s->squares - (double)n * mean * mean : 0;
    return n < 2 ? NAN : off > 0 ? sqrt(off / (double)(n - 1)) : 0;
}

double svi_spread_half(const struct svi_spread *s, uint64_t n)
{
    return n < SVI_SPREAD_FEW ? NAN : 1.96 * svi_spread_sd(s, n) / sqrt((double)n);
}
