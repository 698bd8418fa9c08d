#include "stats/profile.h"

#include "stats/luce.h"

#include <stdlib.h>
#include <string.h>

#define WIDE SVI_MATRIX_WIDE

struct leaving {
    uint32_t last; /* deal that it played, + 1 */
    unsigned bot;
};

static int compare(const void *a, const void *b)
{
    const struct leaving *one = a, *other = b;
    if (one->last != other->last) {
        return one->last < other->last ? -1 : 1;
    }
    return (one->bot > other->bot) - (one->bot < other->bot);
}

/* Bots as they left; then the tie orders, which meet all. */
static enum sv_status place(struct svi_profile *p, const struct svi_luce *luce)
{
    const struct svi_games *games = luce->games;
    struct leaving *bot = calloc(luce->n_bots + 1u, sizeof *bot);
    if (bot == NULL) {
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < luce->n_bots; i++) {
        bot[i].bot = i;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        for (size_t row = games->game[g].first; row < games->game[g + 1].first; row++) {
            bot[games->row[row].bot].last = games->game[g].deal + 1;
        }
    }
    qsort(bot, luce->n_bots, sizeof *bot, compare);
    for (unsigned i = 0; i < luce->n; i++) {
        p->at[i] = i < luce->n_bots ? bot[i].bot : i;
        p->place[p->at[i]] = i;
    }
    free(bot);
    return SV_OK;
}

/* How far back rows reach, and where each then is. */
static void reach(struct svi_profile *p, const struct svi_luce *luce)
{
    const size_t blocks = (luce->n + WIDE - 1) / WIDE;
    for (size_t b = 0; b < blocks; b++) {
        p->first[b] = b * WIDE + WIDE > luce->n_bots ? 0 : b * WIDE;
    }
    for (size_t k = 0; k < luce->n_sets; k++) {
        const struct svi_luce_set *set = &luce->set[k];
        const uint16_t *bots = luce->member + set->first;
        size_t least = luce->n;
        for (unsigned i = 0; i < set->size; i++) {
            least = p->place[bots[i]] < least ? p->place[bots[i]] : least;
        }
        for (unsigned i = 0; i < set->size; i++) {
            size_t *first = &p->first[p->place[bots[i]] / WIDE];
            *first = least / WIDE * WIDE < *first ? least / WIDE * WIDE : *first;
        }
    }
    for (size_t i = 0; i < luce->n; i++) {
        const size_t first = p->first[i / WIDE];
        p->start[i] = (ptrdiff_t)p->cells - (ptrdiff_t)first;
        p->cells += i + 1 - first;
    }
}

enum sv_status svi_profile_init(struct svi_profile *p, const struct svi_luce *luce)
{
    memset(p, 0, sizeof *p);
    p->place = malloc((luce->n + 1u) * sizeof *p->place);
    p->at = malloc((luce->n + 1u) * sizeof *p->at);
    p->start = malloc((luce->n + 1u) * sizeof *p->start);
    p->first = malloc((luce->n / WIDE + 1u) * sizeof *p->first);
    if (p->place != NULL && p->at != NULL && p->start != NULL && p->first != NULL &&
        place(p, luce) == SV_OK) {
        reach(p, luce);
        p->triangle = (struct svi_triangle){calloc(p->cells + 1, sizeof(double)), luce->n, p->start,
                                            p->first};
    }
    if (p->triangle.cell == NULL) {
        svi_profile_finish(p);
        return SV_E_SYSTEM;
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
