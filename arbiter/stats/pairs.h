/* Decides which of two values is surely greater, for all pairs at once. Ratings claim their
 * brackets of ranks by it (stats/ratings.c). Arrays belong to the caller, and outputs are not valid
 * after an error. */
#ifndef SVI_ARBITER_STATS_PAIRS_H
#define SVI_ARBITER_STATS_PAIRS_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_PAIRS_DRAWS 10000u

/* Computes the factor c for which all n (n - 1) / 2 differences of values lie, with probability
 * `level`, within c standard errors of the true ones. It is the quantile of the greatest
 * |difference| / error of draws from the multivariate t with this covariance (n by n) and `df`
 * degrees of freedom. The draws are always the same. Differences without an error don't count; if
 * all are without one, c is the quantile of a single t. Its own error is about 0.2% of coverage.
 * Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_pairs_critical(const double covariance[], unsigned n, double df, double level,
                                  double *critical);

/* Finds the pairs whose order is sure: sets `above` [i * n + j] if value[i] is surely above
 * value[j]. With probability `level` no claim is wrong. Works in steps: a claimed direction is left
 * out of the next step's bound, and the opposite one counts only as far as the bounds of all
 * differences allow (Romano and Wolf 2005; Romano, Shaikh and Wolf 2014). These bounds take a tenth
 * of the error. A difference without an error is sure if it exceeds rounding. For at most
 * SVI_PAIRS_STEPPED bots. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_pairs_above(const double value[], const double covariance[], unsigned n,
                               double df, double level, bool above[]);

#define SVI_PAIRS_STEPPED 128u

/* As svi_pairs_above() for any number of bots, by Holm (1979) over both directions of all n (n - 1)
 * / 2 pairs. The pair with the most standard errors is claimed if a single t exceeds them with a
 * probability below (1 - level) / (n (n - 1)), the next pair at one direction less, and so on.
 * Holds for every covariance. Give each pair once, then finish, which frees it. Both call `claim`,
 * with `user`, for pairs of which i is surely above j. */
typedef void svi_holm_claim(void *user, unsigned i, unsigned j);
struct svi_holm {
    svi_holm_claim *claim;
    void *user;
    double df, level;
    double first, last, left; /* private, as are all below */
    struct svi_holm_near *near;
    size_t n_near, room;
    bool full; /* memory for a pair was missing */
};
void svi_holm_init(struct svi_holm *holm, unsigned n, double df, double level,
                   svi_holm_claim *found, void *user);

/* Takes a pair: the value of i is greater by `more`; their difference has this error, or 0 for
 * none. */
void svi_holm_pair(struct svi_holm *holm, unsigned i, unsigned j, double more, double error);

/* Claims the remaining pairs and frees the memory; call it once. Returns SV_E_SYSTEM if memory was
 * missing for a pair; it then claims no more, and earlier claims stand. */
enum sv_status svi_holm_finish(struct svi_holm *holm);

#endif
