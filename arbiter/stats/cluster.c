#include "stats/cluster.h"

#include "stats/numeric.h"

#include <math.h>

void svi_cluster_take(struct svi_cluster *c, double value)
{
    c->all += value;
    c->n++;
}

void svi_cluster_again(struct svi_cluster *c, double value)
{
    c->here += value;
    c->n_here++;
}

void svi_cluster_close(struct svi_cluster *c)
{
    if (c->n_here > 0 && c->n > c->n_here) {
        const double mean = c->all / (double)c->n;
        const double moved = (c->here - mean * (double)c->n_here) / (double)(c->n - c->n_here);
        c->squares += moved * moved;
    }
    c->clusters += c->n_here > 0;
    c->here = 0;
    c->n_here = 0;
}

struct svi_estimate svi_cluster_mean(const struct svi_cluster *c)
{
    struct svi_estimate e = {NAN, NAN, NAN};
    if (c->n > 0) {
        e.value = c->all / (double)c->n;
    }
    if (c->clusters > 1) {
        const double clusters = c->clusters;
        const double error = sqrt((clusters - 1.0) / clusters * c->squares);
        const double t = svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, clusters - 1.0);
        e.low = e.value - t * error;
        e.high = e.value + t * error;
    }
    return e;
}
