#include "stats/nodes.h"

#include "stats/numeric.h"

#include <stdlib.h>

#define LN_2 0.693147180559945309417

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of numbers in order; of an even count the lower one, so that of two machines the quicker is what
 * is usual. */
static double median(const double sorted[], size_t n)
{
    return n > 0 ? sorted[(n - 1) / 2] : 0;
}

double svi_nodes_chance(size_t n, size_t k)
{
    double sum = 0;
    for (size_t i = n + 1; i-- > k;) { /* the small ones first */
        sum += svi_exp(svi_log_gamma((double)n + 1) - svi_log_gamma((double)i + 1) -
                       svi_log_gamma((double)(n - i) + 1) - (double)n * LN_2);
    }
    return sum < 1 ? sum : 1;
}

double svi_nodes_judge(struct svi_node_times node[], size_t n, double tolerance, double alpha)
{
    double *medians = calloc(n + 1, sizeof *medians);
    size_t known = 0;
    for (size_t i = 0; i < n; i++) {
        qsort(node[i].time, node[i].n, sizeof *node[i].time, by_size);
        node[i].median = median(node[i].time, node[i].n);
        node[i].above = 0;
        node[i].slow = node[i].few = false;
        if (node[i].n > 0 && medians != NULL) {
            medians[known++] = node[i].median;
        }
    }
    if (medians != NULL) {
        qsort(medians, known, sizeof *medians, by_size);
    }
    const double usual = medians != NULL ? median(medians, known) : 0;
    free(medians);
    for (size_t i = 0; i < n && known >= 2; i++) {
        const double allowed = alpha / (double)known;
        for (size_t k = 0; k < node[i].n; k++) {
            node[i].above += node[i].time[k] > usual * tolerance;
        }
        node[i].few = svi_nodes_chance(node[i].n, node[i].n) > allowed;
        node[i].slow = svi_nodes_chance(node[i].n, node[i].above) <= allowed;
    }
    return usual;
}
