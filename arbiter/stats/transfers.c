#include "stats/transfers.h"

#include "base/order.h"
#include "memory/memory.h"
#include "stats/matrix.h"
#include "stats/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PERMUTATIONS 999u
#define FEWEST_PERMUTATIONS 299u
#define WORK 3e8 /* about the cells times permutations that are worth computing */
#define DEAL_BOTS 32u
#define MOST_CELLS 50000u /* with more cells, deals of the same bots are grouped */
#define GROUPS 100u       /* groups that every pair still has at least */

enum sv_status svi_transfers_init(struct svi_transfers *t, unsigned bots)
{
    memset(t, 0, sizeof *t);
    if (bots > SVI_TRANSFER_BOTS) {
        return SV_E_RANGE;
    }
    t->n = bots;
    t->skill = svi_new(bots + 1u, sizeof *t->skill);
    t->pair = svi_new((size_t)bots * bots + 1, sizeof *t->pair);
    if (t->pair == NULL) {
        svi_transfers_finish(t);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

void svi_transfers_finish(struct svi_transfers *t)
{
    svi_free_all(t->cell, t->skill, t->pair);
    memset(t, 0, sizeof *t);
}

static struct svi_transfer *pair_of(const struct svi_transfers *t, unsigned i, unsigned j)
{
    return &t->pair[(size_t)i * t->n + j];
}

enum sv_status svi_transfers_add(struct svi_transfers *t, uint32_t deal, unsigned i, unsigned j,
                                 uint32_t trades, double gain)
{
    if (i > j) {
        return svi_transfers_add(t, deal, j, i, trades, -gain);
    }
    if (i == j) {
        return SV_OK;
    }
    for (size_t c = t->n_cells; c > 0 && t->cell[c - 1].deal == deal; c--) {
        if (t->cell[c - 1].i == i && t->cell[c - 1].j == j) {
            t->cell[c - 1].games++;
            t->cell[c - 1].trades += trades;
            t->cell[c - 1].gain += gain;
            return SV_OK;
        }
    }
    struct svi_transfer_cell *cell =
        svi_grow(t->cell, &t->cells_room, t->n_cells + 1, sizeof *cell);
    if (cell == NULL) {
        return SV_E_SYSTEM;
    }
    t->cell = cell;
    t->cell[t->n_cells++] = (struct svi_transfer_cell){.deal = deal,
                                                       .i = (uint16_t)i,
                                                       .j = (uint16_t)j,
                                                       .games = 1,
                                                       .trades = trades,
                                                       .gain = gain};
    return SV_OK;
}

enum sv_status svi_transfers_join(struct svi_transfers *t, const struct svi_transfers *older)
{
    const size_t n = t->n_cells + older->n_cells;
    struct svi_transfer_cell *cell = svi_new(n + 1, sizeof *cell);
    if (cell == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t c = 0, ours = 0, theirs = 0; c < n; c++) {
        const bool own = theirs == older->n_cells ||
                         (ours < t->n_cells && t->cell[ours].deal < older->cell[theirs].deal);
        cell[c] = own ? t->cell[ours++] : older->cell[theirs++];
    }
    free(t->cell);
    t->cell = cell;
    t->n_cells = t->cells_room = n;
    return SV_OK;
}

/* ---- what everybody's skill explains --------------------------------------------------------- */

/* Returns whether a pair takes part: it has traded enough, and has not been set aside. */
static bool counts(const struct svi_transfer *p)
{
    return p->trades >= SVI_TRANSFER_TRADES && p->deals >= SVI_TRANSFER_DEALS && !p->flagged;
}

/* The residuals of the fit; all pairs have the same weight. */
struct rests {
    double *inverse;  /* of the normal equations: n by n */
    unsigned pairs;   /* pairs that take part */
    unsigned freedom; /* pairs less the fitted skills */
    double squares;
};

/* Returns the number of skills that the fit determines: the bots that have a pair which takes part,
 * less one for each part of the field that such pairs connect. */
static unsigned skills(const struct svi_transfers *t)
{
    unsigned part[SVI_TRANSFER_BOTS], bots = 0, parts = 0;
    for (unsigned i = 0; i < t->n; i++) {
        part[i] = i;
    }
    for (unsigned i = 0; i < t->n; i++) {
        for (unsigned j = i + 1; j < t->n; j++) {
            const unsigned from = part[j], to = part[i];
            for (unsigned k = 0; k < t->n && counts(pair_of(t, i, j)) && from != to; k++) {
                part[k] = part[k] == from ? to : part[k];
            }
        }
    }
    for (unsigned i = 0; i < t->n; i++) {
        bool any = false, first = true;
        for (unsigned j = 0; j < t->n; j++) {
            any |= j != i && counts(i < j ? pair_of(t, i, j) : pair_of(t, j, i));
            first &= !(j < i && part[j] == part[i]);
        }
        bots += any;
        parts += any && first;
    }
    return bots - parts;
}

/* Fits the skills a by least squares of a_i - a_j over the pairs that take part. A tiny ridge gives
 * the bots of each connected part a mean of 0. */
static void fit(struct svi_transfers *t, double *normal, struct rests *r)
{
    const unsigned n = t->n;
    memset(normal, 0, (size_t)n * n * sizeof *normal);
    memset(t->skill, 0, n * sizeof *t->skill);
    r->pairs = 0;
    r->squares = 0;
    for (unsigned i = 0; i < n; i++) {
        normal[(size_t)i * n + i] += 1e-7;
        for (unsigned j = i + 1; j < n; j++) {
            const struct svi_transfer *p = pair_of(t, i, j);
            if (counts(p)) {
                normal[(size_t)i * n + i] += 1;
                normal[(size_t)j * n + j] += 1;
                normal[(size_t)i * n + j] -= 1;
                normal[(size_t)j * n + i] -= 1;
                t->skill[i] += p->gain;
                t->skill[j] -= p->gain;
                r->pairs++;
            }
        }
    }
    const unsigned used = skills(t);
    r->freedom = r->pairs > used ? r->pairs - used : 0;
    if (!svi_cholesky(normal, n, 0)) { /* cannot fail, as the ridge makes it positive definite */
        memset(t->skill, 0, n * sizeof *t->skill);
        r->freedom = 0;
        return;
    }
    svi_cholesky_solve(normal, n, t->skill);
    svi_cholesky_inverse(normal, n, r->inverse);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = i + 1; j < n; j++) {
            const struct svi_transfer *p = pair_of(t, i, j);
            const double rest = counts(p) ? p->gain - (t->skill[i] - t->skill[j]) : 0;
            r->squares += rest * rest;
        }
    }
}

/* Returns the probability that some honest pair lies as far from the others as this one. */
static double outlier(const struct svi_transfers *t, const struct rests *r, unsigned i, unsigned j)
{
    const unsigned n = t->n;
    const double rest = pair_of(t, i, j)->gain - (t->skill[i] - t->skill[j]);
    const double leverage = r->inverse[(size_t)i * n + i] + r->inverse[(size_t)j * n + j] -
                            2 * r->inverse[(size_t)i * n + j];
    if (r->freedom < 2 || leverage > 1 - 1e-6) {
        return NAN;
    }
    const double others = (r->squares - rest * rest / (1 - leverage)) / (r->freedom - 1.0);
    if (others <= 1e-12 * r->squares) {
        return rest != 0 ? 0 : 1;
    }
    const double far = fabs(rest) / sqrt(others * (1 - leverage));
    const double p = 2 * r->pairs * svi_t_cdf(-far, r->freedom - 1.0);
    return p < 1 ? p : 1;
}

/* ---- standing out ---------------------------------------------------------------------------- */

/* Sums of a pair's residuals and of their squares, by deals. */
struct rest {
    double sum, squares;
    uint32_t deals;
};

static double score(const struct rest *r)
{
    return r->deals >= SVI_TRANSFER_DEALS && r->squares > 0 ? fabs(r->sum) / sqrt(r->squares) : 0;
}

/* Working memory for the rounds of a judgement. */
struct work {
    const struct svi_transfer_cell *cell; /* cells of `t`, or `together` */
    size_t n_cells;
    struct svi_transfer_cell *together;
    struct spot *spot; /* by cell */
    double *rest, *draws, *normal;
    struct rest *sums, *others;
    struct rests rests;
    unsigned permutations;
};

/* Computes the residual of every cell; it is 0 if the pair does not take part. */
static void rests(const struct svi_transfers *t, const struct work *w, double rest[])
{
    for (size_t c = 0; c < w->n_cells; c++) {
        const struct svi_transfer_cell *cell = &w->cell[c];
        rest[c] = counts(pair_of(t, cell->i, cell->j))
                      ? cell->gain - cell->trades * (t->skill[cell->i] - t->skill[cell->j])
                      : 0;
    }
}

/* The bots of a deal. */
struct names {
    unsigned n;
    uint16_t bot[DEAL_BOTS];
};

static unsigned place(struct names *names, uint16_t bot)
{
    unsigned k = 0;
    while (k < names->n && names->bot[k] != bot) {
        k++;
    }
    if (k == names->n && names->n < DEAL_BOTS) {
        names->bot[names->n++] = bot;
    }
    return k < DEAL_BOTS ? k : DEAL_BOTS - 1;
}

/* The two bots of a cell, as places in the list of its deal's bots. The first cell of a deal also
 * has its numbers of cells and bots. */
struct spot {
    uint8_t i, j, bots;
    uint32_t cells;
};

static void find_spots(struct work *w)
{
    for (size_t first = 0, c = 0; first < w->n_cells; first = c) {
        struct names names = {0};
        for (c = first; c < w->n_cells && w->cell[c].deal == w->cell[first].deal; c++) {
            w->spot[c].i = (uint8_t)place(&names, w->cell[c].i);
            w->spot[c].j = (uint8_t)place(&names, w->cell[c].j);
        }
        w->spot[first].bots = (uint8_t)names.n;
        w->spot[first].cells = (uint32_t)(c - first);
    }
}

/* Adds up the cells of all deals by pair. With `draw`, the bots of each deal exchange their names
 * at random. */
static void add_all(const struct svi_transfers *t, const struct work *w, struct svi_draw *draw,
                    struct rest sums[])
{
    memset(sums, 0, (size_t)t->n * t->n * sizeof *sums);
    for (size_t first = 0, last; first < w->n_cells; first = last) {
        uint16_t bot[DEAL_BOTS];
        last = first + w->spot[first].cells;
        for (size_t c = first; c < last; c++) {
            bot[w->spot[c].i] = w->cell[c].i;
            bot[w->spot[c].j] = w->cell[c].j;
        }
        for (unsigned k = w->spot[first].bots; k > 1 && draw != NULL; k--) {
            const unsigned other = (unsigned)(svi_draw_bits(draw) % k);
            const uint16_t swapped = bot[k - 1];
            bot[k - 1] = bot[other];
            bot[other] = swapped;
        }
        for (size_t c = first; c < last; c++) {
            const unsigned i = bot[w->spot[c].i];
            const unsigned j = bot[w->spot[c].j];
            const double rest = w->rest[c];
            struct rest *r = &sums[i < j ? (size_t)i * t->n + j : (size_t)j * t->n + i];
            r->sum += i < j ? rest : -rest;
            r->squares += rest * rest;
            r->deals += rest != 0;
        }
    }
}

static double greatest(const struct svi_transfers *t, const struct rest sums[])
{
    double most = 0;
    for (size_t k = 0; k < (size_t)t->n * t->n; k++) {
        const double here = score(&sums[k]);
        most = here > most ? here : most;
    }
    return most;
}

SVI_ORDER(descending, double, SVI_COMPARE(*other, *one))

/* Returns the share of values that are at least `value`, among the draws, in descending order, and
 * the league itself. */
static double share_above(const double draws[], unsigned n, double value)
{
    unsigned above = 0;
    while (above < n && draws[above] >= value) {
        above++;
    }
    return (1.0 + above) / (1.0 + n);
}

/* Computes for every pair that takes part its expected gain and how far out it lies. Returns
 * whether some pair may be flagged. */
static bool tell(struct svi_transfers *t, const struct work *w)
{
    bool any = false;
    for (unsigned a = 0; a < t->n; a++) {
        for (unsigned b = a + 1; b < t->n; b++) {
            struct svi_transfer *p = pair_of(t, a, b);
            p->expected = t->skill[a] - t->skill[b];
            if (p->flagged) {
                continue;
            }
            p->p_chance = p->p_outlier = p->error = NAN;
            if (counts(p)) {
                p->error = sqrt(w->sums[(size_t)a * t->n + b].squares) / (double)p->trades;
                p->p_outlier = outlier(t, &w->rests, a, b);
                any |= p->p_outlier <= SVI_TRANSFER_ERROR;
            }
        }
    }
    return any;
}

/* Computes p_chance for every pair that takes part. Sets *i and *j to the pair that is least likely
 * to be honest; they are equal if no pair may be flagged. */
static void permute(struct svi_transfers *t, struct work *w, unsigned *i, unsigned *j)
{
    struct svi_draw draw = {.state = 0x7472616465};
    double least = INFINITY;
    t->permutations = w->permutations;
    for (unsigned d = 0; d < t->permutations; d++) {
        add_all(t, w, &draw, w->others);
        w->draws[d] = greatest(t, w->others);
    }
    qsort(w->draws, t->permutations, sizeof *w->draws, descending);
    *i = *j = 0;
    for (unsigned a = 0; a < t->n; a++) {
        for (unsigned b = a + 1; b < t->n; b++) {
            struct svi_transfer *p = pair_of(t, a, b);
            if (!counts(p)) {
                continue;
            }
            p->p_chance =
                share_above(w->draws, t->permutations, score(&w->sums[(size_t)a * t->n + b]));
            if (p->p_chance <= SVI_TRANSFER_ERROR && p->p_outlier <= SVI_TRANSFER_ERROR &&
                p->p_outlier < least) {
                least = p->p_outlier;
                *i = a;
                *j = b;
            }
        }
    }
}

/* Runs one round: finds the pair that stands out most, flags it and sets it aside. Returns false if
 * no pair stands out. Permutations take far longer than everything else, so they run only if there
 * is an outlier. */
static bool look(struct svi_transfers *t, struct work *w)
{
    unsigned i, j;
    fit(t, w->normal, &w->rests);
    rests(t, w, w->rest);
    add_all(t, w, NULL, w->sums);
    if (!tell(t, w) || t->n_flagged == SVI_TRANSFER_FLAGS) {
        return false;
    }
    permute(t, w, &i, &j);
    if (i == j) {
        return false;
    }
    pair_of(t, i, j)->flagged = true;
    t->flagged[t->n_flagged].i = i;
    t->flagged[t->n_flagged++].j = j;
    return true;
}

static void sum_pairs(struct svi_transfers *t)
{
    for (size_t c = 0; c < t->n_cells; c++) {
        struct svi_transfer *p = pair_of(t, t->cell[c].i, t->cell[c].j);
        p->games += t->cell[c].games;
        p->trades += t->cell[c].trades;
        p->deals += t->cell[c].trades > 0;
        p->gain += t->cell[c].gain;
    }
    for (size_t k = 0; k < (size_t)t->n * t->n; k++) {
        struct svi_transfer *p = &t->pair[k];
        p->gain = p->trades > 0 ? p->gain / (double)p->trades : NAN;
        p->p_chance = p->p_outlier = p->error = NAN;
    }
}

/* ---- many deals ------------------------------------------------------------------------------ */

SVI_ORDER(by_pair, struct svi_transfer_cell,
          SVI_THEN(SVI_COMPARE(one->i, other->i), SVI_COMPARE(one->j, other->j)))

/* Deals in which the same pairs traded, added up as one. */
struct group {
    size_t first; /* its first cell in `together` */
    unsigned n, deals, most;
};

struct groups {
    struct group *group; /* hash table; a free place has no cell */
    size_t size;         /* a power of two */
    uint32_t made;
};

static uint64_t hash_pairs(const struct svi_transfer_cell cell[], size_t n)
{
    uint64_t h = n;
    for (size_t c = 0; c < n; c++) {
        h = (h ^ cell[c].i ^ (uint64_t)cell[c].j << 16) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

static bool are_same(const struct svi_transfer_cell a[], const struct svi_transfer_cell b[],
                     size_t n)
{
    size_t c = 0;
    while (c < n && a[c].i == b[c].i && a[c].j == b[c].j) {
        c++;
    }
    return c == n;
}

/* Adds a deal, with its cells by pair, to the open group of the same pairs, or opens a group. */
static void join(struct work *w, struct groups *g, const struct svi_transfer_cell cell[], size_t n,
                 unsigned most)
{
    size_t at = hash_pairs(cell, n) & (g->size - 1);
    struct group *group = &g->group[at];
    while (group->n > 0 && !(group->n == n && are_same(&w->together[group->first], cell, n))) {
        at = (at + 1) & (g->size - 1);
        group = &g->group[at];
    }
    if (group->n == 0 || group->deals >= group->most) {
        *group = (struct group){w->n_cells, (unsigned)n, 0, most};
        for (size_t c = 0; c < n; c++) {
            struct svi_transfer_cell *to = &w->together[w->n_cells++];
            *to = cell[c];
            to->deal = g->made;
        }
        g->made++;
    } else {
        for (size_t c = 0; c < n; c++) {
            w->together[group->first + c].trades += cell[c].trades;
            w->together[group->first + c].gain += cell[c].gain;
        }
    }
    group->deals++;
}

/* Groups deals of the same bots, which then exchange names together. There are fewer observations,
 * but the test stays valid. At least GROUPS groups are left for every pair. Returns false if there
 * is no memory. */
static bool take_together(const struct svi_transfers *t, struct work *w)
{
    struct groups g = {.size = 1024};
    struct svi_transfer_cell deal[DEAL_BOTS * DEAL_BOTS];
    const size_t wanted = t->n_cells / MOST_CELLS + 1;
    while (g.size < t->n_cells) { /* each deal has a cell, so this exceeds the number of groups */
        g.size *= 2;
    }
    w->together = svi_new(t->n_cells + 1, sizeof *w->together);
    g.group = svi_new(g.size, sizeof *g.group);
    const bool room = w->together != NULL && g.group != NULL;
    w->n_cells = 0;
    for (size_t first = 0, last = 0; room && first < t->n_cells; first = last) {
        size_t most = wanted;
        size_t n = 0;
        for (last = first; last < t->n_cells && t->cell[last].deal == t->cell[first].deal; last++) {
            const size_t deals = pair_of(t, t->cell[last].i, t->cell[last].j)->deals / GROUPS;
            most = deals < most ? deals : most;
            if (n < sizeof deal / sizeof deal[0]) {
                deal[n++] = t->cell[last];
            }
        }
        qsort(deal, n, sizeof *deal, by_pair);
        join(w, &g, deal, n, most > 1 ? (unsigned)most : 1);
    }
    free(g.group);
    w->cell = w->together;
    return room;
}

/* ---- all ------------------------------------------------------------------------------------- */

enum sv_status svi_transfers_judge(struct svi_transfers *t)
{
    const size_t pairs = (size_t)t->n * t->n + 1;
    struct work w = {.cell = t->cell, .n_cells = t->n_cells};
    sum_pairs(t);
    if (t->n_cells > MOST_CELLS && !take_together(t, &w)) {
        free(w.together);
        return SV_E_SYSTEM;
    }
    const double affordable = WORK / ((double)w.n_cells + (double)pairs);
    w.permutations = affordable > MOST_PERMUTATIONS     ? MOST_PERMUTATIONS
                     : affordable > FEWEST_PERMUTATIONS ? (unsigned)affordable
                                                        : FEWEST_PERMUTATIONS;
    w.spot = svi_new(w.n_cells + 1, sizeof *w.spot);
    w.rest = svi_new(w.n_cells + 1, sizeof *w.rest);
    w.draws = svi_new(w.permutations + 1u, sizeof *w.draws);
    w.normal = svi_new(pairs, sizeof *w.normal);
    w.sums = svi_new(pairs, sizeof *w.sums);
    w.others = svi_new(pairs, sizeof *w.others);
    w.rests.inverse = svi_new(pairs, sizeof *w.rests.inverse);
    const bool room = w.spot != NULL && w.rest != NULL && w.draws != NULL && w.normal != NULL &&
                      w.sums != NULL && w.others != NULL && w.rests.inverse != NULL;
    if (room) {
        find_spots(&w);
        while (look(t, &w)) {
        }
    }
    svi_free_all(w.together, w.spot, w.rest, w.draws, w.normal, w.sums, w.others, w.rests.inverse);
    return room ? SV_OK : SV_E_SYSTEM;
}
