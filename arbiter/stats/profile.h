/* Information of many bots, of whom most have never met: a triangle with room for what can be
 * filled (stats/matrix.h). Bots stand in the order in which they left: a row then reaches back to
 * those that the bot met, and in a season that is as far as bots live, however long it is. */
#ifndef SVI_ARBITER_STATS_PROFILE_H
#define SVI_ARBITER_STATS_PROFILE_H

#include "stats/matrix.h"

#include <solvent/status.h>

struct svi_luce;

struct svi_profile {
    struct svi_triangle triangle;
    size_t cells;     /* of the triangle */
    unsigned *place;  /* by parameter: its row */
    unsigned *at;     /* by row: its parameter */
    ptrdiff_t *start; /* the triangle's, as is `first` */
    size_t *first;
};

/* Room for the information of a fit whose sets are gathered, all 0. SV_E_SYSTEM: no memory, and
 * there is nothing to finish. */
enum sv_status svi_profile_init(struct svi_profile *profile, const struct svi_luce *luce);
void svi_profile_finish(struct svi_profile *profile);

void svi_profile_clear(struct svi_profile *profile);

/* Where parameters i and j meet, which are in one choice. */
double *svi_profile_at(struct svi_profile *profile, unsigned i, unsigned j);

/* The same triangle with its numbers copied to `cell`, of profile->cells. */
struct svi_triangle svi_profile_copy(const struct svi_profile *profile, double cell[]);

#endif
