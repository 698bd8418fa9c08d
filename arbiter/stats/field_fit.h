/* The test of fit: are the meetings of all pairs what the ratings expect? For each pair the
 * residual r is summed over the choices that had both to place: what was observed less what was
 * expected of 1/|S| for i less the same for j (+1 when i was chosen alone, -1 when j). Under the
 * model its mean is 0 whatever the strengths. Its covariance is summed over deals, each deal's r
 * less what the ratings, fitted to the same games, have taken away: r_g - J H^-1 U_g, J the
 * derivative of the expectation. The sum of r^2 over their variances is compared with chi-square by
 * its first two moments (Rao and Scott 1984), as pairs depend on each other. */
#ifndef SVI_ARBITER_STATS_FIELD_FIT_H
#define SVI_ARBITER_STATS_FIELD_FIT_H

#include "stats/ratings.h"

#define SVI_FIELD_FIT_BOTS 48u /* of a field, at most */

struct svi_field_fit {
    bool known;  /* three bots that have met, SVI_FEW_DEALS, no more than SVI_FIELD_FIT_BOTS */
    double chi2; /* of observed less expected over all pairs that met, scaled to df */
    double df, p;
};

/* Computes it from ratings; `known` stays false where there is too little. SV_E_SYSTEM: no memory.
 */
enum sv_status svi_field_fit(struct svi_field_fit *fit, const struct svi_ratings *r);

#endif
