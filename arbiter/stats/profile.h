/* A symmetric matrix of many parameters, of which most never meet, and equations with it. It is a
 * triangle with room for what can be filled (stats/matrix.h): a row reaches back to the first
 * parameter that its own has met, so their order decides how large it is. If rows reach back over
 * more than SVI_PROFILE_REACH parameters, it is a sparse matrix instead (stats/sparse.h). */
#ifndef SVI_ARBITER_STATS_PROFILE_H
#define SVI_ARBITER_STATS_PROFILE_H

#include "stats/matrix.h"
#include "stats/sparse.h"

#include <solvent/status.h>

#define SVI_PROFILE_REACH 300u /* on average */

struct svi_profile {
    unsigned *place; /* by parameter: its row */
    unsigned *at;    /* by row: its parameter */
    struct svi_triangle triangle;
    size_t cells;     /* of the triangle */
    ptrdiff_t *start; /* the triangle's, as is `first` */
    size_t *first;
    struct svi_sparse sparse; /* `row` is NULL if the triangle is used */
};

/* Begins with `n` parameters, in the order `at`, which have not met. Returns SV_E_SYSTEM if there
 * is no memory; do not finish it then. */
enum sv_status svi_profile_init(struct svi_profile *profile, unsigned n, const unsigned at[]);
void svi_profile_finish(struct svi_profile *profile);

/* Records that each of these parameters meets the others. */
void svi_profile_meet(struct svi_profile *profile, const unsigned who[], unsigned n);

/* Makes room for all that meet; to be called once, before what follows. They met in `games`, whose
 * bots are the first parameters; the others meet all. SV_E_SYSTEM: no memory. */
enum sv_status svi_profile_open(struct svi_profile *profile, const struct svi_games *games);

/* Sets all cells to 0. */
void svi_profile_clear(struct svi_profile *profile);

/* Returns the cell of parameters i and j, which meet or are equal. */
double *svi_profile_at(struct svi_profile *profile, unsigned i, unsigned j);

/* Solves equations with a profile. It uses the profile's arrays, so it must not outlive them. */
struct svi_factor {
    struct svi_triangle triangle; /* Cholesky's */
    struct svi_solver solver;     /* of a sparse matrix */
};

/* Makes a factor. Sets *definite to false if a triangle is not positive definite, to `tolerance` as
 * in svi_cholesky(). SV_E_SYSTEM: no memory, and there is nothing to finish. */
enum sv_status svi_factor_init(struct svi_factor *factor, const struct svi_profile *profile,
                               double tolerance, bool *definite);
void svi_factor_finish(struct svi_factor *factor);

/* Solves in place for at most SVI_SOLVER_STRIPS strips of columns, n rows each, by row of the
 * profile. All are 0 before row `begin`, a multiple of SVI_MATRIX_WIDE. With a sparse matrix
 * `tolerance` is that of svi_solver_solve(), and the result false if the matrix is not positive
 * definite. */
bool svi_factor_solve(const struct svi_factor *factor, size_t begin, double (*x)[SVI_MATRIX_WIDE],
                      unsigned strips, double tolerance);

#endif
