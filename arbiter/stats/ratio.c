#include "stats/ratio.h"

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
    const double clusters = r->clusters, value = r->n > 0 ? r->x / r->n : NAN;
    const double squares = r->xx - 2 * value * r->xn + value * value * r->nn;
    const double error = sqrt((squares > 0 ? squares : 0) * clusters / (clusters - 1)) / r->n;
    return svi_estimate_by_deals(value, error, clusters);
}
