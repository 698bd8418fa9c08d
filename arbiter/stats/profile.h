/* A symmetric matrix of many parameters, of which most never meet: a triangle with room for what
 * can be filled (stats/matrix.h). A row reaches back to the first parameter that its own has met,
 * so their order decides how large it is. */
#ifndef SVI_ARBITER_STATS_PROFILE_H
#define SVI_ARBITER_STATS_PROFILE_H

#include "stats/matrix.h"

#include <solvent/status.h>

struct svi_profile {
    struct svi_triangle triangle;
    size_t cells;     /* of the triangle */
    unsigned *place;  /* by parameter: its row */
    unsigned *at;     /* by row: its parameter */
    ptrdiff_t *start; /* the triangle's, as is `first` */
    size_t *first;
};

/* Begins with `n` parameters, in the order `at`, none of which has met another. SV_E_SYSTEM: no
 * memory, and there is nothing to finish. */
enum sv_status svi_profile_init(struct svi_profile *profile, unsigned n, const unsigned at[]);
void svi_profile_finish(struct svi_profile *profile);

/* These parameters meet, each the others. */
void svi_profile_meet(struct svi_profile *profile, const unsigned who[], unsigned n);

/* Makes room for all that meet; to be called once, before what follows. SV_E_SYSTEM: no memory. */
enum sv_status svi_profile_open(struct svi_profile *profile);

/* Sets all numbers to 0. */
void svi_profile_clear(struct svi_profile *profile);

/* The number of parameters i and j, which meet or are one. */
double *svi_profile_at(struct svi_profile *profile, unsigned i, unsigned j);

/* The same triangle with its numbers copied to `cell`, of profile->cells. */
struct svi_triangle svi_profile_copy(const struct svi_profile *profile, double cell[]);

#endif
