#include "stats/ratio.h"

#include "stats/numeric.h"

#include <math.h>

void svi_ratio_add(struct svi_ratio *r, double x, double n)
{
    r->here_x += x;
    r->here_n += n;
}

void svi_ratio_close(struct svi_ratio *r)
{
    r->x += r->here_x;
    r->n += r->here_n;
    r->xx += r->here_x * r->here_x;
    r->xn += r->here_x * r->here_n;
    r->nn += r->here_n * r->here_n;
    r->clusters += r->here_n > 0;
    r->here_x = r->here_n = 0;
}

struct svi_estimate svi_ratio_estimate(const struct svi_ratio *r)
{
    struct svi_estimate e = {NAN, NAN, NAN};
    if (r->n > 0) {
        e.value = r->x / r->n;
    }
    if (r->clusters > 1) {
        const double clusters = r->clusters;
        const double squares = r->xx - 2 * e.value * r->xn + e.value * e.value * r->nn;
        const double error = sqrt((squares > 0 ? squares : 0) * clusters / (clusters - 1)) / r->n;
        const double half = svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, clusters - 1) * error;
        e.low = e.value - half;
        e.high = e.value + half;
    }
    return e;
}
