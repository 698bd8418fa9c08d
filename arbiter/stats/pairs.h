/* Which of two is surely better, for all pairs at once, and the ranks that follow. */
#ifndef SVI_ARBITER_STATS_PAIRS_H
#define SVI_ARBITER_STATS_PAIRS_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stdint.h>

#define SVI_PAIRS_DRAWS 10000u

/* The factor c for which all n (n - 1) / 2 differences of values lie, with probability `level`,
 * within c standard errors of theirs: the quantile of the greatest |difference| / error of draws
 * from the multivariate t with this covariance (n by n) and `df` degrees of freedom. The draws are
 * the same every time. Differences without an error have no part; with none left it is that of a
 * single t. Its own error is about 0.2% of coverage. SV_E_SYSTEM: no memory. */
enum sv_status svi_pairs_critical(const double covariance[], unsigned n, double df, double level,
                                  double *critical);

/* Which is surely better: sets `above` [i * n + j] where value[i] is above value[j], so that with
 * probability `level` no claim is wrong. It steps down: a claimed direction has no part in the
 * bound of the next step, and the opposite one only as far as the bounds of all differences allow
 * (Romano and Wolf 2005; Romano, Shaikh and Wolf 2014). A tenth of the error is for those bounds.
 * A difference without an error is sure when it is more than rounding. For at most
 * SVI_PAIRS_STEPPED bots. SV_E_SYSTEM: no memory. */
enum sv_status svi_pairs_above(const double value[], const double covariance[], unsigned n,
                               double df, double level, bool above[]);

#define SVI_PAIRS_STEPPED 128u

/* The same of any number of bots by Holm (1979) over both directions of all pairs, whose errors
 * `error_of` tells, 0 for none: the one with the most standard errors is claimed when a single t
 * has so many at (1 - level) / (n (n - 1)), the next at one direction less, and so on. It holds
 * whatever the covariance. */
typedef double svi_pairs_error(const void *user, unsigned i, unsigned j);
enum sv_status svi_pairs_above_many(const double value[], unsigned n, svi_pairs_error *error_of,
                                    const void *user, double df, double level, bool above[]);

/* Ranks by what is sure: `above` [i * n + j] says that i is surely better than j. Bot i is
 * somewhere from low[i] to high[i], from 1. */
void svi_pairs_ranks(const bool above[], unsigned n, unsigned low[], unsigned high[]);

#endif
