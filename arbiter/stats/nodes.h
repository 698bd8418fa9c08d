/* Which of several machines is slow, by what the same piece of work took on each, many times. What
 * disturbs a measurement only makes it longer and may last; so nothing is said of a machine because
 * of a few long ones, nor of one that is a little slower than the others.
 *
 * A machine is slow when more of its measurements than chance allows are above `tolerance` times
 * what is usual, the median of the machines' medians: if it were at most that much slower, each
 * would be above with a chance of at most one half (the sign test). The chance of error, `alpha`,
 * is shared by all machines. */
#ifndef SVI_ARBITER_STATS_NODES_H
#define SVI_ARBITER_STATS_NODES_H

#include <stdbool.h>
#include <stddef.h>

#define SVI_NODES_TOLERANCE 1.25
#define SVI_NODES_ALPHA 0.01

struct svi_node_times {
    double *time; /* what each took; is put into order */
    size_t n;
    /* what comes out: */
    double median; /* 0: there are none */
    size_t above;  /* so many are above tolerance times what is usual */
    bool slow;
    bool few; /* too few to call any machine slow, whatever they are */
};

/* Looks at all machines together; at least two with measurements, else none is slow. Returns what
 * is usual; 0: there is nothing. */
double svi_nodes_judge(struct svi_node_times node[], size_t n, double tolerance, double alpha);

/* The chance that of `n` throws of a coin at least `k` are heads. */
double svi_nodes_chance(size_t n, size_t k);

#endif
