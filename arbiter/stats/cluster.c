#include "stats/cluster.h"

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
    const double clusters = c->clusters;
    return svi_estimate_by_deals(c->n > 0 ? c->all / (double)c->n : NAN,
                                 sqrt((clusters - 1.0) / clusters * c->squares), clusters);
}
