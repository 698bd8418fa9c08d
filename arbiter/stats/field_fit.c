#include "stats/field_fit.h"

#include "memory/memory.h"
#include "stats/numeric.h"

#include <stdlib.h>
#include <string.h>

struct bench {
    const struct svi_luce *luce;
    unsigned n, pairs; /* bots; n (n - 1) / 2 */
    double *residual;  /* by pair: over all deals */
    double *here;      /* and in the deal at hand, of those in `touched` */
    unsigned *touched, n_touched;
    bool *is_touched;
    double *own;   /* pairs by pairs: sum of r_g r_g' */
    double *cross; /* pairs by parameters: sum of r_g U_g' */
    double *slope; /* J: pairs by parameters */
    double *score; /* parameters by parameters: sum of U_g U_g' */
    double *a, *b; /* pairs by parameters: for products */
};

static unsigned pair_of(unsigned n, unsigned i, unsigned j) /* i < j */
{
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

static void touch(struct bench *b, unsigned pair, double amount)
{
    if (!b->is_touched[pair]) {
        b->is_touched[pair] = true;
        b->touched[b->n_touched++] = pair;
        b->here[pair] = 0;
    }
    b->here[pair] += amount;
}

/* J, from each set as often as it was chosen from. */
static void add_slopes(struct bench *b)
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

static void add_choice(struct bench *b, const struct svi_luce_choice *c,
                       const struct svi_luce_set *set, double weight)
{
    double mean[SVI_LUCE_FEATURES], covariance[SVI_LUCE_FEATURES * SVI_LUCE_FEATURES];
    const uint16_t *bots = b->luce->member + set->first;
    (void)svi_luce_moments(b->luce, set, mean, covariance);
    for (unsigned i = 0; i < c->n_chosen;
         i++) { /* of equal bots the first takes all: only their sum is used */
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

static void close_deal(struct bench *b, const struct svi_deal_score *s)
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

static enum sv_status add_deals(struct bench *b)
{
    const struct svi_luce *luce = b->luce;
    const struct svi_games *games = luce->games;
    struct svi_deal_score s;
    struct svi_luce_choice c;
    size_t stage = 0;
    enum sv_status status = svi_deal_score_init(&s, luce);
    for (uint32_t d = 0; d < games->n_deals && status == SV_OK; d++) {
        status = svi_deal_score_next(&s, luce, d);
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            svi_luce_game(games, g, &c);
            while (svi_luce_next(&c)) {
                add_choice(b, &c, &luce->set[luce->stage[stage++]], games->game[g].weight);
            }
        }
        if (status == SV_OK) {
            close_deal(b, &s);
        }
    }
    svi_deal_score_finish(&s);
    return status;
}

/* out (rows by q) = m (rows by q) times square (q by q). */
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

/* The covariance of what is left: own - A J' - J A' + J B J', A = cross H^-1, B = H^-1 score H^-1.
 */
static void correct(struct bench *b, const double bread[])
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

static void conclude(struct svi_field_fit *f, const struct bench *b, const double before[])
{
    double chi2 = 0, trace = 0, squares = 0;
    for (unsigned x = 0; x < b->pairs; x++) {
        const double v = b->own[(size_t)x * b->pairs + x];
        if (v <= 1e-9 * before[x]) {
            continue; /* nothing is left that the ratings have not taken */
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

enum sv_status svi_field_fit(struct svi_field_fit *f, const struct svi_ratings *r)
{
    const struct svi_luce *luce = &r->luce;
    const unsigned n = luce->n_bots, q = luce->n;
    struct bench b = {.luce = luce, .n = n, .pairs = n * (n - 1) / 2};
    if (n < 3 || n > SVI_FIELD_FIT_BOTS || r->few_deals || !r->sandwich.known) {
        return SV_OK;
    }
    const size_t p = b.pairs;
    double *all = svi_new(p * (p + 4) + p * q * 4 + (size_t)q * q, sizeof *all);
    b.touched = svi_new(p, sizeof *b.touched);
    b.is_touched = svi_new(p, sizeof *b.is_touched);
    enum sv_status status =
        all != NULL && b.touched != NULL && b.is_touched != NULL ? SV_OK : SV_E_SYSTEM;
    if (status == SV_OK) {
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
        status = add_deals(&b);
        for (size_t x = 0; x < p; x++) {
            before[x] = b.own[x * p + x];
        }
        if (status == SV_OK) {
            correct(&b, r->sandwich.bread);
            conclude(f, &b, before);
        }
    }
    free(all);
    free(b.touched);
    free(b.is_touched);
    return status;
}
