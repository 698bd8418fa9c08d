#include "stats/profile.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

#define WIDE SVI_MATRIX_WIDE

void svi_profile_init(struct svi_profile *p, unsigned n, const unsigned at[])
{
    memset(p, 0, sizeof *p);
    p->triangle.n = n;
    p->place = svi_new(n + 1u, sizeof *p->place);
    p->at = svi_new(n + 1u, sizeof *p->at);
    p->start = svi_new(n + 1u, sizeof *p->start);
    p->first = svi_new(n / WIDE + 1u, sizeof *p->first);
    for (unsigned i = 0; i < n; i++) {
        p->at[i] = at[i];
        p->place[at[i]] = i;
        p->first[i / WIDE] = i / WIDE * WIDE;
    }
}

void svi_profile_finish(struct svi_profile *p)
{
    free(p->triangle.cell);
    free(p->place);
    free(p->at);
    free(p->start);
    free(p->first);
    svi_sparse_finish(&p->sparse);
    memset(p, 0, sizeof *p);
}

void svi_profile_meet(struct svi_profile *p, const unsigned who[], unsigned n)
{
    size_t least = p->triangle.n;
    for (unsigned i = 0; i < n; i++) {
        least = p->place[who[i]] < least ? p->place[who[i]] : least;
    }
    least = least / WIDE * WIDE;
    for (unsigned i = 0; i < n; i++) {
        size_t *first = &p->first[p->place[who[i]] / WIDE];
        *first = least < *first ? least : *first;
    }
}

enum sv_status svi_profile_open(struct svi_profile *p, const struct svi_games *games)
{
    const unsigned n = (unsigned)p->triangle.n;
    for (size_t i = 0; i < n; i++) {
        const size_t first = p->first[i / WIDE];
        p->start[i] = (ptrdiff_t)p->cells - (ptrdiff_t)first;
        p->cells += i + 1 - first;
    }
    if (p->cells > (size_t)SVI_PROFILE_REACH * n) {
        for (unsigned i = 0; i < n; i++) {
            p->place[i] = p->at[i] = i;
        }
        return svi_sparse_init(&p->sparse, games, n - games->n_bots, false);
    }
    p->triangle.start = p->start;
    p->triangle.first = p->first;
    p->triangle.cell = svi_new(p->cells + 1, sizeof *p->triangle.cell);
    return p->triangle.cell != NULL ? SV_OK : SV_E_SYSTEM;
}

void svi_profile_clear(struct svi_profile *p)
{
    if (p->sparse.row != NULL) {
        memset(p->sparse.cell, 0, p->sparse.row[p->sparse.n] * sizeof *p->sparse.cell);
    } else {
        memset(p->triangle.cell, 0, p->cells * sizeof *p->triangle.cell);
    }
}

double *svi_profile_at(struct svi_profile *p, unsigned i, unsigned j)
{
    const unsigned a = p->place[i], b = p->place[j];
    const unsigned row = a > b ? a : b, column = a > b ? b : a;
    return p->sparse.row != NULL ? svi_sparse_at(&p->sparse, row, column)
                                 : &p->triangle.cell[p->start[row] + (ptrdiff_t)column];
}

enum sv_status svi_factor_init(struct svi_factor *f, const struct svi_profile *p, double tolerance,
                               bool *definite)
{
    *f = (struct svi_factor){.triangle = p->triangle};
    *definite = true;
    if (p->sparse.row != NULL) {
        return svi_solver_init(&f->solver, &p->sparse);
    }
    f->triangle.cell = svi_new(p->cells + 1, sizeof *f->triangle.cell);
    if (f->triangle.cell == NULL) {
        return SV_E_SYSTEM;
    }
    memcpy(f->triangle.cell, p->triangle.cell, p->cells * sizeof *f->triangle.cell);
    *definite = svi_triangle_factor(&f->triangle, tolerance);
    return SV_OK;
}

void svi_factor_finish(struct svi_factor *f)
{
    free(f->triangle.cell);
    svi_solver_finish(&f->solver);
    memset(f, 0, sizeof *f);
}

bool svi_factor_solve(const struct svi_factor *f, size_t begin, double (*x)[WIDE], unsigned strips,
                      double tolerance)
{
    if (f->triangle.cell == NULL) {
        return svi_solver_solve(&f->solver, begin, x, strips, tolerance);
    }
    for (unsigned k = 0; k < strips; k++) {
        svi_triangle_solve(&f->triangle, begin, x + k * f->triangle.n);
    }
    return true;
}
