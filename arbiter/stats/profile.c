#include "stats/profile.h"

#include <stdlib.h>
#include <string.h>

#define WIDE SVI_MATRIX_WIDE

enum sv_status svi_profile_init(struct svi_profile *p, unsigned n, const unsigned at[])
{
    memset(p, 0, sizeof *p);
    p->triangle.n = n;
    p->place = malloc((n + 1u) * sizeof *p->place);
    p->at = malloc((n + 1u) * sizeof *p->at);
    p->start = malloc((n + 1u) * sizeof *p->start);
    p->first = malloc((n / WIDE + 1u) * sizeof *p->first);
    if (p->place == NULL || p->at == NULL || p->start == NULL || p->first == NULL) {
        svi_profile_finish(p);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < n; i++) {
        p->at[i] = at[i];
        p->place[at[i]] = i;
        p->first[i / WIDE] = i / WIDE * WIDE;
    }
    return SV_OK;
}

void svi_profile_finish(struct svi_profile *p)
{
    free(p->triangle.cell);
    free(p->place);
    free(p->at);
    free(p->start);
    free(p->first);
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

enum sv_status svi_profile_open(struct svi_profile *p)
{
    for (size_t i = 0; i < p->triangle.n; i++) {
        const size_t first = p->first[i / WIDE];
        p->start[i] = (ptrdiff_t)p->cells - (ptrdiff_t)first;
        p->cells += i + 1 - first;
    }
    p->triangle.start = p->start;
    p->triangle.first = p->first;
    p->triangle.cell = calloc(p->cells + 1, sizeof *p->triangle.cell);
    return p->triangle.cell != NULL ? SV_OK : SV_E_SYSTEM;
}

void svi_profile_clear(struct svi_profile *p)
{
    memset(p->triangle.cell, 0, p->cells * sizeof *p->triangle.cell);
}

double *svi_profile_at(struct svi_profile *p, unsigned i, unsigned j)
{
    const unsigned a = p->place[i], b = p->place[j];
    const unsigned row = a > b ? a : b, column = a > b ? b : a;
    return &p->triangle.cell[p->start[row] + (ptrdiff_t)column];
}

struct svi_triangle svi_profile_copy(const struct svi_profile *p, double cell[])
{
    struct svi_triangle t = p->triangle;
    memcpy(cell, t.cell, p->cells * sizeof *cell);
    t.cell = cell;
    return t;
}
