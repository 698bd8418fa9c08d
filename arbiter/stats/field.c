#include "stats/field.h"

#include "base/error.h"
#include "memory/memory.h"
#include "stats/numeric.h"
#include "stats/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- meetings -------------------------------------------------------------------------------- */

/* Sums of one pair, of the values AHEAD and MARGIN: over all deals, and in the current one. */
struct pair_sums {
    double all[2], here[2], squares[2];
    uint64_t n, n_here;
    uint32_t deals;
};

enum { AHEAD, MARGIN };

/* Adds the result of a game to each pair that sat at it. A bot at several seats counts by their
 * mean. */
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
            /* once a pair, at the first seat of each */
            for (unsigned b = 0; met && b < seats; b++) {
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

/* Returns the meeting of two bots at these places in the order of names. */
static struct svi_meeting *meeting_of(const struct svi_field *f, const struct svi_games *games,
                                      unsigned i, unsigned j)
{
    return &f->meeting[(size_t)svi_games_number(games, i) * f->n + svi_games_number(games, j)];
}

static void take_meeting(struct svi_field *f, const struct svi_ratings *r, unsigned i, unsigned j,
                         const struct pair_sums *p)
{
    struct svi_meeting *m = meeting_of(f, r->games, i, j);
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
    struct svi_meeting *back = meeting_of(f, r->games, j, i);
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
    SCOPED(scoped_free) struct pair_sums *sums = svi_new((size_t)n * n + 1, sizeof *sums);
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
    return SV_OK;
}

/* ---- cycles ---------------------------------------------------------------------------------- */

/* Returns whether the first bot of a meeting is surely ahead of the second. The error is small
 * enough for all directions to hold together (Bonferroni). A false cycle needs a false direction,
 * so the same error covers all cycles. */
static bool beats(const struct svi_field *f, const struct svi_meeting *m)
{
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

static enum sv_status find_cycles(struct svi_field *f, const struct svi_games *games)
{
    const unsigned n = f->n;
    unsigned pairs = 0;
    SCOPED(scoped_free) bool *is = svi_new((size_t)n * n + 1, sizeof *is);
    bool ok = true;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = i + 1; j < n; j++) {
            pairs += f->meeting[(size_t)i * n + j].deals >= SVI_FEW_DEALS;
        }
    }
    f->critical_p = (1.0 - SVI_LEVEL) / (2.0 * (pairs > 0 ? pairs : 1));
    for (unsigned i = 0; ok && i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            is[(size_t)i * n + j] = i != j && beats(f, meeting_of(f, games, i, j));
        }
    }
    for (unsigned a = 0; a < n && ok; a++) { /* finds each cycle once, with its first bot as a */
        for (unsigned b = a + 1; b < n && ok; b++) {
            for (unsigned c = a + 1; c < n && ok && is[(size_t)a * n + b]; c++) {
                if (is[(size_t)b * n + c] && is[(size_t)c * n + a]) {
                    ok = add_cycle(f, svi_games_number(games, a), svi_games_number(games, b),
                                   svi_games_number(games, c));
                }
            }
        }
    }
    return ok ? SV_OK : SV_E_SYSTEM;
}

/* ---- field fit ------------------------------------------------------------------------------- */

struct fit_test {
    const struct svi_luce *luce;
    unsigned n, pairs; /* bots, and n (n - 1) / 2 pairs of them */
    double *residual;  /* by pair, over all deals */
    double *here;      /* by pair, in the current deal, for the pairs in `touched` */
    unsigned *touched, n_touched;
    bool *is_touched;
    double *own;   /* pairs by pairs: sum of r_g r_g' */
    double *cross; /* pairs by parameters: sum of r_g U_g' */
    double *slope; /* J: pairs by parameters */
    double *score; /* parameters by parameters: sum of U_g U_g' */
    double *a, *b; /* pairs by parameters, for products */
};

static unsigned pair_of(unsigned n, unsigned i, unsigned j) /* i < j */
{
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

static void touch(struct fit_test *b, unsigned pair, double amount)
{
    if (!b->is_touched[pair]) {
        b->is_touched[pair] = true;
        b->touched[b->n_touched++] = pair;
        b->here[pair] = 0;
    }
    b->here[pair] += amount;
}

/* Adds J of each set, times the number of choices from it. */
static void add_slopes(struct fit_test *b)
{
    const struct svi_luce *luce = b->luce;
    double mean[SVI_LUCE_FEATURES], covariance[SVI_LUCE_FEATURES * SVI_LUCE_FEATURES];
    for (size_t k = 0; k < luce->n_sets; k++) {
        const struct svi_luce_set *set = &luce->set[k];
        const uint16_t *bots = luce->member + set->first;
        const unsigned n = set->size + luce->n_orders;
        (void)svi_luce_moments(luce, set, mean, covariance);
        for (unsigned i = 0; i < set->size; i++) {
            for (unsigned j = i + 1; j < set->size; j++) {
                if (bots[i] == bots[j]) {
                    continue;
                }
                double *row = b->slope + (size_t)pair_of(b->n, bots[i], bots[j]) * luce->n;
                for (unsigned c = 0; c < n; c++) {
                    const unsigned at = c < set->size ? bots[c] : luce->n_bots + c - set->size;
                    row[at] += set->weight * (covariance[i * n + c] - covariance[j * n + c]);
                }
            }
        }
    }
}

static void add_choice(struct fit_test *b, const struct svi_luce_choice *c,
                       const struct svi_luce_set *set, double weight)
{
    double mean[SVI_LUCE_FEATURES], covariance[SVI_LUCE_FEATURES * SVI_LUCE_FEATURES];
    const uint16_t *bots = b->luce->member + set->first;
    (void)svi_luce_moments(b->luce, set, mean, covariance);
    for (unsigned i = 0; i < c->n_chosen;
         i++) { /* seats of one bot have equal expectations, so its first seat stands for all */
        unsigned at = 0;
        while (bots[at] != c->left[i]) {
            at++;
        }
        mean[at] -= 1.0 / c->n_chosen;
    }
    for (unsigned i = 0; i < set->size; i++) {
        for (unsigned j = i + 1; j < set->size; j++) {
            if (bots[i] != bots[j]) {
                touch(b, pair_of(b->n, bots[i], bots[j]), weight * (mean[j] - mean[i]));
            }
        }
    }
}

static void add_deal(struct fit_test *b, const struct svi_deal_score *s)
{
    const unsigned q = b->luce->n;
    for (unsigned x = 0; x < b->n_touched; x++) {
        const unsigned p = b->touched[x];
        b->residual[p] += b->here[p];
        for (unsigned y = 0; y < b->n_touched; y++) {
            b->own[(size_t)p * b->pairs + b->touched[y]] += b->here[p] * b->here[b->touched[y]];
        }
        for (unsigned k = 0; k < s->n; k++) {
            b->cross[(size_t)p * q + s->at[k]] += b->here[p] * s->score[k];
        }
    }
    for (unsigned k = 0; k < s->n; k++) {
        for (unsigned l = 0; l < s->n; l++) {
            b->score[(size_t)s->at[k] * q + s->at[l]] += s->score[k] * s->score[l];
        }
    }
    for (unsigned x = 0; x < b->n_touched; x++) {
        b->is_touched[b->touched[x]] = false;
    }
    b->n_touched = 0;
}

static enum sv_status add_deals(struct fit_test *b)
{
    const struct svi_luce *luce = b->luce;
    const struct svi_games *games = luce->games;
    SCOPED(svi_deal_score_finish) struct svi_deal_score s;
    struct svi_luce_choice c;
    size_t stage = 0;
    svi_deal_score_init(&s, luce);
    for (uint32_t d = 0; d < games->n_deals; d++) {
        SVI_TRY(svi_deal_score_next(&s, luce, d));
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            svi_luce_game(games, g, &c);
            while (svi_luce_next(&c)) {
                add_choice(b, &c, &luce->set[luce->stage[stage++]], games->game[g].weight);
            }
        }
        add_deal(b, &s);
    }
    return SV_OK;
}

/* Computes out (rows by q) = m (rows by q) times square (q by q). */
static void times(const double m[], const double square[], unsigned rows, unsigned q, double out[])
{
    for (unsigned i = 0; i < rows; i++) {
        double *to = out + (size_t)i * q;
        memset(to, 0, q * sizeof *to);
        for (unsigned k = 0; k < q; k++) {
            const double factor = m[(size_t)i * q + k];
            for (unsigned j = 0; j < q && factor != 0; j++) {
                to[j] += factor * square[(size_t)k * q + j];
            }
        }
    }
}

/* Turns `own` into the covariance of the corrected residuals: own - A J' - J A' + J B J', with A =
 * cross H^-1 and B = H^-1 score H^-1. */
static void correct(struct fit_test *b, const double bread[])
{
    const unsigned q = b->luce->n;
    times(b->slope, bread, b->pairs, q, b->a); /* J H^-1 */
    times(b->a, b->score, b->pairs, q, b->b);  /* J H^-1 score */
    for (unsigned x = 0; x < b->pairs; x++) {
        for (unsigned y = 0; y < b->pairs; y++) {
            double sum = 0;
            for (unsigned k = 0; k < q; k++) {
                sum += (b->b[(size_t)x * q + k] - b->cross[(size_t)x * q + k]) *
                       b->a[(size_t)y * q + k];
                sum -= b->cross[(size_t)y * q + k] * b->a[(size_t)x * q + k];
            }
            b->own[(size_t)x * b->pairs + y] += sum;
        }
    }
}

static void test_fit(struct svi_field_fit *f, const struct fit_test *b, const double before[])
{
    double chi2 = 0, trace = 0, squares = 0;
    for (unsigned x = 0; x < b->pairs; x++) {
        const double v = b->own[(size_t)x * b->pairs + x];
        if (v <= 1e-9 * before[x]) {
            continue; /* the ratings explain this pair completely */
        }
        chi2 += b->residual[x] * b->residual[x] / v;
        trace += 1;
        for (unsigned y = 0; y < b->pairs; y++) {
            const double w = b->own[(size_t)y * b->pairs + y];
            const double c = b->own[(size_t)x * b->pairs + y];
            squares += w > 1e-9 * before[y] ? c * c / (v * w) : 0;
        }
    }
    f->known = trace > 0 && squares > 0;
    if (f->known) {
        f->df = trace * trace / squares;
        f->chi2 = chi2 * trace / squares;
        f->p = svi_chi2_tail(f->chi2, f->df);
    }
}

/* Computes the test from ratings; `f` is all 0 before, and stays so if there is too little data. */
static enum sv_status field_fit(struct svi_field_fit *f, const struct svi_ratings *r)
{
    const struct svi_luce *luce = &r->luce;
    const unsigned n = luce->n_bots, q = luce->n;
    struct fit_test b = {.luce = luce, .n = n, .pairs = n * (n - 1) / 2};
    if (n < 3 || n > SVI_FIELD_FIT_BOTS || r->few_deals || !r->sandwich.known) {
        return SV_OK;
    }
    const size_t p = b.pairs;
    SCOPED(scoped_free) double *all = svi_new(p * (p + 4) + p * q * 4 + (size_t)q * q, sizeof *all);
    SCOPED(scoped_free) unsigned *touched = svi_new(p, sizeof *touched);
    SCOPED(scoped_free) bool *is_touched = svi_new(p, sizeof *is_touched);
    if (all == NULL || touched == NULL || is_touched == NULL) {
        return SV_E_SYSTEM;
    }
    b.touched = touched;
    b.is_touched = is_touched;
    b.own = all;
    b.residual = b.own + p * p;
    b.here = b.residual + p;
    double *before = b.here + p;
    b.cross = before + 2 * p;
    b.slope = b.cross + p * q;
    b.a = b.slope + p * q;
    b.b = b.a + p * q;
    b.score = b.b + p * q;
    add_slopes(&b);
    SVI_TRY(add_deals(&b));
    for (size_t x = 0; x < p; x++) {
        before[x] = b.own[x * p + x];
    }
    correct(&b, r->sandwich.bread);
    test_fit(f, &b, before);
    return SV_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static enum sv_status fill(struct svi_field *f, const struct svi_ratings *r)
{
    SVI_TRY(meet(f, r));
    SVI_TRY(find_cycles(f, r->games));
    return field_fit(&f->fit, r);
}

enum sv_status svi_field_init(struct svi_field *f, const struct svi_ratings *r)
{
    memset(f, 0, sizeof *f);
    f->n = r->games->n_bots;
    if (f->n > SVI_FIELD_BOTS) {
        return SV_E_RANGE;
    }
    f->meeting = svi_new((size_t)f->n * f->n + 1, sizeof *f->meeting);
    const enum sv_status status = f->meeting != NULL ? fill(f, r) : SV_E_SYSTEM;
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
