/* A symmetric matrix of many parameters, most of which never meet, and equations with it. It is a
 * triangle of the cells that can be other than 0 (stats/matrix.h): each row reaches back to the
 * first parameter that its own has met. So the order of the parameters decides its size. If rows
 * reach back over more than SVI_PROFILE_REACH parameters on average, it is a sparse matrix instead.
 *
 * The fit of many bots (stats/luce.h) has its information in a profile; the sandwich solves with
 * it. */
#ifndef SVI_ARBITER_STATS_PROFILE_H
#define SVI_ARBITER_STATS_PROFILE_H

#include "stats/games.h"
#include "stats/matrix.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Symmetric matrices that are mostly 0, and conjugate gradients, which solve equations with them.
 * stats/profile.h takes them where a Cholesky factor would be nearly full, and the sandwich for the
 * elements of H^-1 that deals need. After an error there is nothing to finish. */
/* A matrix with cells for each two bots that have met, and for further parameters, which meet all.
 */
struct svi_sparse {
    unsigned n;
    size_t *row;      /* cells of row i: row[i] to row[i + 1] - 1 */
    uint16_t *column; /* of a cell, ascending in a row */
    double *cell;
};

/* Makes cells of 0 for the bots of an ordered table and for `more` parameters after them, together
 * at most UINT16_MAX. Bots have met if they sat in the same game or, with `by_deal`, in games of
 * the same deal. Returns SV_E_SYSTEM if there is no memory; then there is nothing to finish. */
enum sv_status svi_sparse_init(struct svi_sparse *s, const struct svi_games *games, unsigned more,
                               bool by_deal);
void svi_sparse_finish(struct svi_sparse *s);

/* Returns the cell of row i and column j, which have met or are equal. It belongs to the matrix. */
double *svi_sparse_at(const struct svi_sparse *s, unsigned i, unsigned j);

#define SVI_SOLVER_STRIPS 2u /* of SVI_MATRIX_WIDE columns, which are solved side by side */
#define SVI_SOLVER_WIDE (SVI_SOLVER_STRIPS * SVI_MATRIX_WIDE)

/* Solves H x = b for a matrix H = D + L + L', D its diagonal. With S = D^-1/2 L D^-1/2, conjugate
 * gradients solve (I + S)^-1 D^-1/2 H D^-1/2 (I + S')^-1 y = (I + S)^-1 D^-1/2 b. A step takes no
 * longer than a product H x (Eisenstat 1981), and four steps leave an error of about 1e-4 in
 * leagues of random tables. Numbers are floats, so that a step works in the caches. */
struct svi_solver {
    struct svi_sparse matrix; /* the caller's arrays */
    size_t *middle;           /* by row: the cell of the diagonal */
    float *cell;              /* D^-1/2 H D^-1/2 */
    float *scale;             /* D^-1/2 */
    float (*room)[SVI_SOLVER_WIDE];
};

/* Takes a matrix of which only the lower triangle is filled in, and whose arrays must live as long
 * as the solver. Returns SV_E_SYSTEM if there is no memory; then there is nothing to finish. */
enum sv_status svi_solver_init(struct svi_solver *solver, const struct svi_sparse *matrix);
void svi_solver_finish(struct svi_solver *solver);

/* Solves in place for `strips` times n rows of columns, which are 0 before row `begin`. Stops when
 * the error e of each column has e'He of about `tolerance`^2 x'Hx. Returns false if H is not
 * positive definite, or so nearly singular that it takes too long; x is not valid then. A singular
 * H is allowed if the right sides are orthogonal to its null space. */
bool svi_solver_solve(const struct svi_solver *solver, size_t begin, double (*x)[SVI_MATRIX_WIDE],
                      unsigned strips, double tolerance);

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
