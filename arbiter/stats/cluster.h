/* A mean whose observations come in clusters, such as games in deals: its 95% interval is a
 * jackknife by cluster, with t of as many degrees of freedom as there are clusters less one. Two
 * passes over the same observations in the same order: in the first svi_cluster_take() alone, in
 * the second svi_cluster_again(), and svi_cluster_close() at the end of each cluster. */
#ifndef SVI_ARBITER_STATS_CLUSTER_H
#define SVI_ARBITER_STATS_CLUSTER_H

#include "stats/ratings.h"

#include <stdint.h>

/* All 0 at first. */
struct svi_cluster {
    double all, here, squares; /* squares: of how far leaving each cluster out moves the mean */
    uint64_t n, n_here;
    uint32_t clusters;
};

void svi_cluster_take(struct svi_cluster *c, double value);
void svi_cluster_again(struct svi_cluster *c, double value);

/* The cluster ends; nothing happens where it had no observation. */
void svi_cluster_close(struct svi_cluster *c);

/* Returns the mean, NAN without observations, with its interval by svi_estimate_by_deals(). */
struct svi_estimate svi_cluster_mean(const struct svi_cluster *c);

#endif
