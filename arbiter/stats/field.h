/* Whether one number says it all: how bots did against each other, against what their ratings
 * expect. */
#ifndef SVI_ARBITER_STATS_FIELD_H
#define SVI_ARBITER_STATS_FIELD_H

#include "stats/ratings.h"

/* ---- field fit ------------------------------------------------------------------------------- */

/* The test of fit: are the meetings of all pairs what the ratings expect? For each pair the
 * residual r is summed over the choices that had both to place: what was observed less what was
 * expected of 1/|S| for i less the same for j (+1 when i was chosen alone, -1 when j). Under the
 * model its mean is 0 whatever the strengths. Its covariance is summed over deals, each deal's r
 * less what the ratings, fitted to the same games, have taken away: r_g - J H^-1 U_g, J the
 * derivative of the expectation. The sum of r^2 over their variances is compared with chi-square by
 * its first two moments (Rao and Scott 1984), as pairs depend on each other. */

#define SVI_FIELD_FIT_BOTS 48u /* of a field, at most */

struct svi_field_fit {
    bool known;  /* three bots that have met, SVI_FEW_DEALS, no more than SVI_FIELD_FIT_BOTS */
    double chi2; /* of observed less expected over all pairs that met, scaled to df */
    double df, p;
};

/* Computes it from ratings; `known` stays false where there is too little. SV_E_SYSTEM: no memory.
 */
enum sv_status svi_field_fit(struct svi_field_fit *fit, const struct svi_ratings *r);

/* ---- field ----------------------------------------------------------------------------------- */

#define SVI_FIELD_BOTS 128u /* of a field, at most, for meetings */

/* Two bots at one table: i and j > i. Intervals are by deals, as those of mean points. */
struct svi_meeting {
    uint64_t games;
    uint32_t deals;
    struct svi_estimate ahead;  /* share of games in which i was ahead of j, ties half */
    struct svi_estimate margin; /* points of i less those of j */
    double expected;            /* the share by the ratings; NAN where not both are rated */
    double t; /* of ahead against a half, in standard errors; 0 without an interval */
};

struct svi_cycle { /* a is ahead of b, b of c, c of a, each surely */
    unsigned a, b, c;
};

struct svi_field {
    unsigned n;
    struct svi_meeting *meeting; /* n by n, [i * n + j], both ways */
    double critical_p; /* one-sided error of each direction, so that all hold together with
                          SVI_LEVEL */

    struct svi_field_fit fit;

    struct svi_cycle *cycle;
    size_t n_cycles, cycles_room;
};

/* Computes it from ratings, which stay. SV_E_RANGE: more than SVI_FIELD_BOTS; SV_E_SYSTEM: no
 * memory. There is nothing to finish then. */
enum sv_status svi_field_init(struct svi_field *field, const struct svi_ratings *ratings);
void svi_field_finish(struct svi_field *field);

#endif
