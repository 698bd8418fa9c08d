/* Whether one number says it all: how bots did against each other, against what their ratings
 * expect. */
#ifndef SVI_ARBITER_STATS_FIELD_H
#define SVI_ARBITER_STATS_FIELD_H

#include "stats/field_fit.h"
#include "stats/ratings.h"

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
