#include "stats/profile.h"

#include "base/order.h"
#include "memory/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS SVI_SOLVER_WIDE
#define MAX_STEPS 1000u

#define LANES_FILE "stats/sparse_lanes.h"
#include "stats/lanes.h"

_Static_assert(SVI_SOLVER_WIDE == SPARSE_WIDE, "columns side by side");

/* ---- who has met ----------------------------------------------------------------------------- */

SVI_ORDER(compare_columns, uint16_t, SVI_COMPARE(*one, *other))

/* Writes each bot that bot i has met once, starting with i itself, and returns their number. Marks
 * them by i + 1 in `seen`. */
static size_t meet(const struct svi_games *games, const struct svi_bot_games *by, unsigned i,
                   bool by_deal, unsigned seen[], uint16_t met[])
{
    size_t n = 0;
    uint32_t end = 0; /* the first game that has not been looked at */
    seen[i] = i + 1;
    met[n++] = (uint16_t)i;
    for (size_t k = by->first[i]; k < by->first[i + 1]; k++) {
        uint32_t g = by->game[k];
        if (g < end) {
            continue;
        }
        end = g + 1;
        if (by_deal) {
            const uint32_t deal = games->game[g].deal;
            g = games->deal_game[deal];
            end = games->deal_game[deal + 1];
        }
        for (size_t row = games->game[g].first; row < games->game[end].first; row++) {
            const uint16_t bot = games->row[row].bot;
            if (seen[bot] != i + 1) {
                seen[bot] = i + 1;
                met[n++] = bot;
            }
        }
    }
    return n;
}

static bool make_rows(struct svi_sparse *s, const struct svi_games *games,
                      const struct svi_bot_games *by, bool by_deal, unsigned seen[], uint16_t met[])
{
    for (unsigned pass = 0; pass < 2; pass++) { /* counts, then fills */
        memset(seen, 0, s->n * sizeof *seen);
        for (unsigned i = 0; i < s->n; i++) {
            size_t n = 0;
            if (i < games->n_bots) {
                n = meet(games, by, i, by_deal, seen, met);
                qsort(met, n, sizeof *met, compare_columns);
            }
            for (unsigned j = i < games->n_bots ? games->n_bots : 0; j < s->n; j++) {
                met[n++] = (uint16_t)j;
            }
            s->row[i + 1] = s->row[i] + n;
            if (pass == 1) {
                memcpy(s->column + s->row[i], met, n * sizeof *met);
            }
        }
        if (pass == 0) {
            s->column = svi_new(s->row[s->n] + 1, sizeof *s->column);
            s->cell = svi_new(s->row[s->n] + 1, sizeof *s->cell);
            if (s->column == NULL || s->cell == NULL) {
                return false;
            }
        }
    }
    return true;
}

enum sv_status svi_sparse_init(struct svi_sparse *s, const struct svi_games *games, unsigned more,
                               bool by_deal)
{
    struct svi_bot_games by = {0};
    *s = (struct svi_sparse){.n = games->n_bots + more};
    assert(s->n <= UINT16_MAX);
    s->row = svi_new(s->n + 1u, sizeof *s->row);
    unsigned *seen = svi_new(s->n + 1u, sizeof *seen);
    uint16_t *met = svi_new(s->n + 1u, sizeof *met);
    const bool made =
        svi_bot_games_init(&by, games) == SV_OK && make_rows(s, games, &by, by_deal, seen, met);
    svi_bot_games_finish(&by);
    free(seen);
    free(met);
    if (!made) {
        svi_sparse_finish(s);
    }
    return made ? SV_OK : SV_E_SYSTEM;
}

void svi_sparse_finish(struct svi_sparse *s)
{
    svi_free_all(s->row, s->column, s->cell);
    memset(s, 0, sizeof *s);
}

double *svi_sparse_at(const struct svi_sparse *s, unsigned i, unsigned j)
{
    size_t low = s->row[i], high = s->row[i + 1];
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (s->column[middle] <= j) {
            low = middle;
        } else {
            high = middle;
        }
    }
    assert(s->column[low] == j);
    return &s->cell[low];
}

/* ---- equations ------------------------------------------------------------------------------- */

enum sv_status svi_solver_init(struct svi_solver *solver, const struct svi_sparse *matrix)
{
    const unsigned n = matrix->n;
    *solver = (struct svi_solver){.matrix = *matrix};
    solver->middle = svi_new(n + 1u, sizeof *solver->middle);
    solver->cell = svi_new(matrix->row[n] + 1, sizeof *solver->cell);
    solver->scale = svi_new(n + 1u, sizeof *solver->scale);
    solver->room = svi_matrix_room(5 * (n + 1u) * sizeof *solver->room);
    if (solver->cell == NULL || solver->room == NULL) {
        svi_solver_finish(solver);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < n; i++) {
        const double *own = svi_sparse_at(matrix, i, i);
        solver->middle[i] = (size_t)(own - matrix->cell);
        solver->scale[i] = (float)(1 / sqrt(*own)); /* if it is not finite, no equation is solved */
    }
    for (unsigned i = 0; i < n; i++) {
        for (size_t k = matrix->row[i]; k < matrix->row[i + 1]; k++) {
            const unsigned j = matrix->column[k];
            const double value = j <= i ? matrix->cell[k] : *svi_sparse_at(matrix, j, i);
            solver->cell[k] = (float)value * solver->scale[i] * solver->scale[j];
        }
    }
    return SV_OK;
}

void svi_solver_finish(struct svi_solver *solver)
{
    svi_free_all(solver->middle, solver->cell, solver->scale, solver->room);
    memset(solver, 0, sizeof *solver);
}

/* Scales right sides from strips into columns side by side, or solutions `back` into strips. */
static void move(const struct svi_solver *s, double (*x)[SVI_MATRIX_WIDE], unsigned strips,
                 float (*to)[COLUMNS], bool back)
{
    const size_t n = s->matrix.n;
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < SVI_SOLVER_STRIPS; k++) {
            double *strip = x[k * n + i];
            float *part = to[i] + (size_t)k * SVI_MATRIX_WIDE;
            for (unsigned j = 0; j < SVI_MATRIX_WIDE; j++) {
                if (k >= strips) {
                    part[j] = 0;
                } else if (back) {
                    strip[j] = (double)(part[j] * s->scale[i]);
                } else {
                    part[j] = (float)strip[j] * s->scale[i];
                }
            }
        }
    }
}

/* Returns whether the coming steps may gain more of x'Hx than the tolerance allows. In each step a
 * column gains `gain`, and it has gained `all` so far. If every further gain shrinks by the same
 * factor as this one did, the rest adds up to gain^2 / (last - gain) (Hestenes and Stiefel 1952;
 * Strakos and Tichy 2002). */
static bool has_more(float gain, float *last, float *all, double tolerance)
{
    const float before = *last;
    *last = gain;
    *all += gain;
    return gain > 0 && !(gain * gain <= (float)(tolerance * tolerance) * *all * (before - gain));
}

bool svi_solver_solve(const struct svi_solver *s, size_t begin, double (*x)[SVI_MATRIX_WIDE],
                      unsigned strips, double tolerance)
{
    const size_t n = s->matrix.n, *row = s->matrix.row, *middle = s->middle;
    const uint16_t *column = s->matrix.column;
    float(*p)[COLUMNS] = s->room, (*t)[COLUMNS] = p + n, (*q)[COLUMNS] = t + n,
    (*r)[COLUMNS] = q + n, (*y)[COLUMNS] = r + n;
    float dot[COLUMNS], square[COLUMNS], share[COLUMNS] = {0}, all[COLUMNS] = {0},
                                         last[COLUMNS] = {0};
    bool definite = true, more = true;
    assert(strips <= SVI_SOLVER_STRIPS);
    memset(t, 0, n * sizeof *t);
    memset(r, 0, n * sizeof *r);
    memset(y, 0, n * sizeof *y);
    move(s, x, strips, p, false);
    BY_PROCESSOR(solve_lower, begin, n, row, middle, column, s->cell, (const float(*)[COLUMNS])p,
                 (const float(*)[COLUMNS])t, r, dot);
    /* a step of length 0, to compute the squares */
    BY_PROCESSOR(step, n, share, (const float(*)[COLUMNS])t, (const float(*)[COLUMNS])t, y, r,
                 square);
    memcpy(p, r, n * sizeof *p);
    for (unsigned k = 0; more && definite; k++) {
        float reach[COLUMNS], before[COLUMNS];
        BY_PROCESSOR(solve_upper, n, row, middle, column, s->cell, (const float(*)[COLUMNS])p, t);
        BY_PROCESSOR(solve_lower, 0, n, row, middle, column, s->cell, (const float(*)[COLUMNS])p,
                     (const float(*)[COLUMNS])t, q, dot);
        for (unsigned j = 0; j < COLUMNS; j++) {
            definite &= square[j] == 0 || dot[j] > 0;
            reach[j] = square[j] > 0 && dot[j] > 0 ? square[j] / dot[j] : 0;
            before[j] = square[j];
        }
        BY_PROCESSOR(step, n, reach, (const float(*)[COLUMNS])t, (const float(*)[COLUMNS])q, y, r,
                     square);
        more = false;
        for (unsigned j = 0; j < COLUMNS; j++) {
            share[j] = before[j] > 0 ? square[j] / before[j] : 0;
            more |= has_more(reach[j] * before[j], &last[j], &all[j], tolerance);
        }
        BY_PROCESSOR(turn, n, share, (const float(*)[COLUMNS])r, p);
        definite &= k < MAX_STEPS;
    }
    move(s, x, strips, y, true);
    return definite;
}

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
    svi_free_all(p->triangle.cell, p->place, p->at, p->start, p->first);
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
