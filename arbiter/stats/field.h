/* Tests whether one rating describes a bot: compares results between pairs with the results that
 * the ratings expect. `solvent rank`, `report` and `serve` make a field of their ratings. */
#ifndef SVI_ARBITER_STATS_FIELD_H
#define SVI_ARBITER_STATS_FIELD_H

#include "stats/ratings.h"

/* ---- field fit ------------------------------------------------------------------------------- */

/* The test of fit: do the meetings of all pairs agree with the ratings? For each pair the residual
 * r is summed over the choices that had both to place: the observed 1/|S| for i less that for j,
 * less its expectation (+1 when i was chosen alone, -1 when j). Under the model its mean is 0
 * whatever the strengths.
 *
 * Its covariance is summed over deals. Each deal's r is corrected for the ratings, which were
 * fitted to the same games: r_g - J H^-1 U_g, with J the derivative of the expectation. The sum of
 * r^2 over their variances is compared with chi-square by its first two moments (Rao and Scott
 * 1984), as pairs depend on each other. */

#define SVI_FIELD_FIT_BOTS 48u /* most bots of a field for the test of fit */

struct svi_field_fit {
    /* At least three bots that have met, SVI_FEW_DEALS, and at most SVI_FIELD_FIT_BOTS. */
    bool known;
    double chi2; /* of observed less expected over all pairs that met, scaled to df */
    double df, p;
};

/* ---- field ----------------------------------------------------------------------------------- */

#define SVI_FIELD_BOTS 128u /* most bots of a field for meetings */

/* Two bots at one table, i and j. Intervals are by deals, like those of mean points. */
struct svi_meeting {
    uint64_t games;
    uint32_t deals;
    struct svi_estimate ahead;  /* share of games in which i was ahead of j, ties half */
    struct svi_estimate margin; /* points of i less those of j */
    double expected;            /* the share expected by the ratings; NAN unless both are rated */
    double t; /* of ahead against a half, in standard errors; 0 without an interval */
};

struct svi_cycle { /* numbers of bots: a is surely ahead of b, b of c, c of a */
    unsigned a, b, c;
};

struct svi_field {
    unsigned n;
    struct svi_meeting *meeting; /* n by n by number, [i * n + j], both ways */
    /* One-sided error of each direction, so that all hold together with SVI_LEVEL. */
    double critical_p;

    struct svi_field_fit fit;

    struct svi_cycle *cycle;
    size_t n_cycles, cycles_room;
};

/* Computes the field from ratings, of which it keeps nothing. Returns SV_E_RANGE for more than
 * SVI_FIELD_BOTS, SV_E_SYSTEM if there is no memory. After an error do not finish it. */
enum sv_status svi_field_init(struct svi_field *field, const struct svi_ratings *ratings);
void svi_field_finish(struct svi_field *field);

#endif
