#include "stats/field.h"

#include "memory/memory.h"
#include "stats/field_fit.h"
#include "stats/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- meetings -------------------------------------------------------------------------------- */

/* Sums of one pair: of what is measured, over all deals and in the one at hand. */
struct pair_sums {
    double all[2], here[2], squares[2];
    uint64_t n, n_here;
    uint32_t deals;
};

enum { AHEAD, MARGIN };

/* Adds what a game says of each pair that sat at it: a bot at several seats counts by their mean.
 */
static void add_game(const struct svi_games *games, size_t g, unsigned n, bool first,
                     struct pair_sums sums[])
{
    const struct svi_seat_row *rows = &games->row[games->game[g].first];
    const unsigned seats = svi_game_seats(&games->game[g]);
    double points[SVI_STATS_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        points[s] = svi_games_points(games, &games->game[g], s);
    }
    for (unsigned s = 0; s < seats; s++) {
        for (unsigned o = 0; o < seats; o++) {
            const unsigned i = rows[s].bot, j = rows[o].bot;
            bool met = i < j;
            for (unsigned b = 0; met && b < seats; b++) { /* once a pair, at its first seats */
                met = !(rows[b].bot == i && b < s) && !(rows[b].bot == j && b < o);
            }
            if (!met) {
                continue;
            }
            double ahead = 0, margin = 0;
            unsigned combinations = 0;
            for (unsigned a = 0; a < seats; a++) {
                for (unsigned b = 0; b < seats; b++) {
                    if (rows[a].bot == i && rows[b].bot == j) {
                        combinations++;
                        margin += points[a] - points[b];
                        ahead += rows[a].place < rows[b].place    ? 1.0
                                 : rows[a].place == rows[b].place ? 0.5
                                                                  : 0.0;
                    }
                }
            }
            struct pair_sums *p = &sums[(size_t)i * n + j];
            double *to = first ? p->all : p->here;
            to[AHEAD] += ahead / combinations;
            to[MARGIN] += margin / combinations;
            (*(first ? &p->n : &p->n_here))++;
        }
    }
}

static void close_deal(struct pair_sums *p)
{
    for (unsigned k = 0; k < 2 && p->n_here > 0 && p->n > p->n_here; k++) {
        const double mean = p->all[k] / (double)p->n;
        const double moved = (p->here[k] - mean * (double)p->n_here) / (double)(p->n - p->n_here);
        p->squares[k] += moved * moved;
    }
    p->deals += p->n_here > 0;
    p->here[0] = p->here[1] = 0;
    p->n_here = 0;
}

static struct svi_estimate conclude(const struct pair_sums *p, unsigned k, double *error)
{
    const double deals = p->deals;
    *error = p->deals > 1 ? sqrt((deals - 1.0) / deals * p->squares[k]) : 0;
    return svi_estimate_by_deals(p->n > 0 ? p->all[k] / (double)p->n : NAN, *error, deals);
}

static struct svi_estimate mirror(struct svi_estimate e, double whole)
{
    return (struct svi_estimate){whole - e.value, whole - e.high, whole - e.low};
}

static void take_meeting(struct svi_field *f, const struct svi_ratings *r, unsigned i, unsigned j,
                         const struct pair_sums *p)
{
    struct svi_meeting *m = &f->meeting[(size_t)i * f->n + j];
    double error, other;
    m->games = p->n;
    m->deals = p->deals;
    m->ahead = svi_estimate_within(conclude(p, AHEAD, &error), 0, 1);
    m->margin = svi_estimate_within(conclude(p, MARGIN, &other), -1, 1);
    if (r->games->no_intervals) {
        m->ahead.low = m->ahead.high = m->margin.low = m->margin.high = NAN;
    }
    m->expected = r->luce.rated[i] && r->luce.rated[j]
                      ? svi_sigmoid(r->luce.value[i] - r->luce.value[j])
                      : NAN;
    m->t = error > 0 ? (m->ahead.value - 0.5) / error : 0;
    struct svi_meeting *back = &f->meeting[(size_t)j * f->n + i];
    *back = *m;
    back->ahead = mirror(m->ahead, 1);
    back->margin = mirror(m->margin, 0);
    back->expected = 1 - m->expected;
    back->t = -m->t;
}

static enum sv_status meet(struct svi_field *f, const struct svi_ratings *r)
{
    const struct svi_games *games = r->games;
    const unsigned n = f->n;
    struct pair_sums *sums = svi_new((size_t)n * n + 1, sizeof *sums);
    if (sums == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        add_game(games, g, n, true, sums);
    }
    for (uint32_t d = 0; d < games->n_deals; d++) {
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            add_game(games, g, n, false, sums);
        }
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            const struct svi_seat_row *rows = &games->row[games->game[g].first];
            for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
                for (unsigned o = 0; o < svi_game_seats(&games->game[g]); o++) {
                    close_deal(&sums[(size_t)rows[s].bot * n + rows[o].bot]);
                }
            }
        }
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = i + 1; j < n; j++) {
            take_meeting(f, r, i, j, &sums[(size_t)i * n + j]);
        }
    }
    free(sums);
    return SV_OK;
}

/* ---- cycles ---------------------------------------------------------------------------------- */

/* Whether i is surely ahead of j when they meet, at an error that lets all directions hold together
 * (Bonferroni). A false cycle needs a false direction, so cycles as a whole are as rarely false. */
static bool beats(const struct svi_field *f, unsigned i, unsigned j)
{
    const struct svi_meeting *m = &f->meeting[(size_t)i * f->n + j];
    return m->deals >= SVI_FEW_DEALS && m->t > 0 &&
           1.0 - svi_t_cdf(m->t, m->deals - 1.0) <= f->critical_p;
}

static bool add_cycle(struct svi_field *f, unsigned a, unsigned b, unsigned c)
{
    struct svi_cycle *more = svi_grow(f->cycle, &f->cycles_room, f->n_cycles + 1, sizeof *f->cycle);
    if (more == NULL) {
        return false;
    }
    f->cycle = more;
    f->cycle[f->n_cycles++] = (struct svi_cycle){a, b, c};
    return true;
}

static enum sv_status find_cycles(struct svi_field *f)
{
    const unsigned n = f->n;
    unsigned pairs = 0;
    bool *is = svi_new((size_t)n * n + 1, sizeof *is);
    bool well = is != NULL;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = i + 1; j < n; j++) {
            pairs += f->meeting[(size_t)i * n + j].deals >= SVI_FEW_DEALS;
        }
    }
    f->critical_p = (1.0 - SVI_LEVEL) / (2.0 * (pairs > 0 ? pairs : 1));
    for (unsigned i = 0; well && i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            is[(size_t)i * n + j] = i != j && beats(f, i, j);
        }
    }
    for (unsigned a = 0; a < n && well; a++) { /* each cycle once: a is its first */
        for (unsigned b = a + 1; b < n && well; b++) {
            for (unsigned c = a + 1; c < n && well && is[(size_t)a * n + b]; c++) {
                if (is[(size_t)b * n + c] && is[(size_t)c * n + a]) {
                    well = add_cycle(f, a, b, c);
                }
            }
        }
    }
    free(is);
    return well ? SV_OK : SV_E_SYSTEM;
}

/* ---- all ------------------------------------------------------------------------------------- */

enum sv_status svi_field_init(struct svi_field *f, const struct svi_ratings *r)
{
    memset(f, 0, sizeof *f);
    f->n = r->games->n_bots;
    if (f->n > SVI_FIELD_BOTS) {
        return SV_E_RANGE;
    }
    f->meeting = svi_new((size_t)f->n * f->n + 1, sizeof *f->meeting);
    enum sv_status status = f->meeting != NULL ? SV_OK : SV_E_SYSTEM;
    status = status == SV_OK ? meet(f, r) : status;
    status = status == SV_OK ? find_cycles(f) : status;
    status = status == SV_OK ? svi_field_fit(&f->fit, r) : status;
    if (status != SV_OK) {
        svi_field_finish(f);
    }
    return status;
}

void svi_field_finish(struct svi_field *f)
{
    free(f->meeting);
    free(f->cycle);
    memset(f, 0, sizeof *f);
}
