/* A symmetric matrix of many parameters, most of which never meet, and equations with it. It is a
 * triangle of the cells that can be other than 0 (stats/matrix.h): each row reaches back to the
 * first parameter that its own has met. So the order of the parameters decides its size. If rows
 * reach back over more than SVI_PROFILE_REACH parameters on average, it is a sparse matrix instead
 * (stats/sparse.h).
 *
 * The fit of many bots (stats/luce.h) has its information in a profile; the sandwich solves with
 * it. */
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
    size_t cells;     /* number of the triangle's cells */
    ptrdiff_t *start; /* the triangle's, as is `first` */
    size_t *first;
    struct svi_sparse sparse; /* `row` is NULL if the triangle is used */
};

/* Initialises a profile of `n` parameters, in the order `at`, which has each once and is copied.
 * None have met. */
void svi_profile_init(struct svi_profile *profile, unsigned n, const unsigned at[]);
void svi_profile_finish(struct svi_profile *profile);

/* Records that each of these parameters meets the others. */
void svi_profile_meet(struct svi_profile *profile, const unsigned who[], unsigned n);

/* Allocates cells for all parameters that meet. Call it once, after svi_profile_meet() and before
 * the functions below. The parameters met in `games`, whose bots are the first parameters; the
 * others meet all. A sparse matrix has the parameters in the order of their numbers instead.
 * Returns SV_E_SYSTEM if there is no memory; finish the profile even then. */
enum sv_status svi_profile_open(struct svi_profile *profile, const struct svi_games *games);

/* Sets all cells to 0. */
void svi_profile_clear(struct svi_profile *profile);

/* Returns the cell of parameters i and j, which meet or are equal. It belongs to the profile. */
double *svi_profile_at(struct svi_profile *profile, unsigned i, unsigned j);

/* Solves equations with a profile. It uses the profile's arrays, so it must not outlive them. */
struct svi_factor {
    struct svi_triangle triangle; /* Cholesky's factor */
    struct svi_solver solver;     /* for a sparse matrix */
};

/* Makes a factor. Sets *definite to false if a triangle is not positive definite, to `tolerance` as
 * in svi_cholesky(); then only finish the factor. Returns SV_E_SYSTEM if there is no memory; do not
 * finish it then. */
enum sv_status svi_factor_init(struct svi_factor *factor, const struct svi_profile *profile,
                               double tolerance, bool *definite);
void svi_factor_finish(struct svi_factor *factor);

/* Solves in place for at most SVI_SOLVER_STRIPS strips of columns, n rows each, in the order of the
 * profile's rows. All rows before row `begin`, a multiple of SVI_MATRIX_WIDE, are 0. With a sparse
 * matrix, `tolerance` is passed to svi_solver_solve(), and the result is false if the matrix is not
 * positive definite. */
bool svi_factor_solve(const struct svi_factor *factor, size_t begin, double (*x)[SVI_MATRIX_WIDE],
                      unsigned strips, double tolerance);

#endif
