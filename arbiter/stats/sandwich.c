#include "stats/sandwich.h"

#include "stats/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEPT ((size_t)32 << 20) /* numbers of 8 bytes */
#define UNMADE (-1.0)           /* a mean is never negative */

/* ---- a deal ---------------------------------------------------------------------------------- */

enum sv_status svi_deal_score_init(struct svi_deal_score *s, const struct svi_luce *luce)
{
    memset(s, 0, sizeof *s);
    s->place = calloc(luce->n + 1u, sizeof *s->place);
    s->at = calloc(luce->n + 1u, sizeof *s->at);
    s->score = calloc(luce->n + 1u, sizeof *s->score);
    s->kept_at = malloc((luce->n_sets + 1) * sizeof *s->kept_at);
    size_t all = 0;
    for (size_t i = 0; i < luce->n_sets && s->kept_at != NULL; i++) {
        const size_t n = luce->set[i].size + luce->n_orders;
        s->kept_at[i] = all;
        all += n + n * n;
    }
    s->kept = s->kept_at != NULL && all <= KEPT ? malloc((all + 1) * sizeof *s->kept) : NULL;
    for (size_t i = 0; i < luce->n_sets && s->kept != NULL; i++) {
        s->kept[s->kept_at[i]] = UNMADE;
    }
    if (s->place == NULL || s->at == NULL || s->score == NULL) {
        svi_deal_score_finish(s);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

void svi_deal_score_finish(struct svi_deal_score *s)
{
    free(s->place);
    free(s->at);
    free(s->score);
    free(s->information);
    free(s->kept);
    free(s->kept_at);
    memset(s, 0, sizeof *s);
}

static unsigned place_of(struct svi_deal_score *s, unsigned parameter)
{
    if (s->place[parameter] == 0) {
        s->at[s->n] = parameter;
        s->score[s->n] = 0;
        s->place[parameter] = ++s->n;
    }
    return s->place[parameter] - 1;
}

/* Gives all bots and orders of the deal a place, so that the matrix is made once. */
static enum sv_status take_places(struct svi_deal_score *s, const struct svi_luce *luce, uint32_t d)
{
    const struct svi_games *games = luce->games;
    for (unsigned i = 0; i < s->n; i++) {
        s->place[s->at[i]] = 0;
    }
    s->n = 0;
    for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
        for (unsigned i = 0; i < svi_game_seats(&games->game[g]); i++) {
            (void)place_of(s, games->row[games->game[g].first + i].bot);
        }
    }
    for (unsigned o = luce->n_bots; o < luce->n; o++) {
        (void)place_of(s, o);
    }
    if (s->n > s->room || s->information == NULL) {
        free(s->information);
        s->information = malloc(((size_t)s->n * s->n + 1) * sizeof *s->information);
        s->room = s->n;
    }
    return s->information != NULL ? SV_OK : SV_E_SYSTEM;
}

/* Mean and, behind it, covariance of a choice from a set, in `own` where they are not kept. */
static const double *moments_of(struct svi_deal_score *s, const struct svi_luce *luce,
                                uint32_t number, double own[])
{
    const struct svi_luce_set *set = &luce->set[number];
    double *to = s->kept != NULL ? s->kept + s->kept_at[number] : own;
    if (s->kept == NULL || to[0] == UNMADE) {
        (void)svi_luce_moments(luce, set, to, to + set->size + luce->n_orders);
    }
    return to;
}

static void add_choice(struct svi_deal_score *s, const struct svi_luce *luce,
                       const struct svi_luce_choice *c, uint32_t number, double weight)
{
    const struct svi_luce_set *set = &luce->set[number];
    const unsigned n = set->size + luce->n_orders;
    double own[SVI_LUCE_FEATURES * (SVI_LUCE_FEATURES + 1)];
    const double *mean = moments_of(s, luce, number, own);
    const double *covariance = mean + n;
    unsigned at[SVI_LUCE_FEATURES];
    for (unsigned i = 0; i < n; i++) {
        at[i] =
            s->place[i < set->size ? luce->member[set->first + i] : luce->n_bots + i - set->size] -
            1;
    }
    for (unsigned i = 0; i < c->n_chosen; i++) {
        s->score[s->place[c->left[i]] - 1] += weight / c->n_chosen;
    }
    if (c->n_chosen > 1) {
        s->score[s->place[svi_luce_order(luce, c->n_chosen)] - 1] += weight;
    }
    for (unsigned i = 0; i < n; i++) {
        double *row = s->information + (size_t)at[i] * s->n;
        s->score[at[i]] -= weight * mean[i];
        for (unsigned j = 0; j < n; j++) {
            row[at[j]] += weight * covariance[i * n + j];
        }
    }
}

enum sv_status svi_deal_score_next(struct svi_deal_score *s, const struct svi_luce *luce,
                                   uint32_t d)
{
    const struct svi_games *games = luce->games;
    struct svi_luce_choice c;
    if (take_places(s, luce, d) != SV_OK) {
        return SV_E_SYSTEM;
    }
    if (d == 0) {
        s->stage = 0;
    }
    memset(s->information, 0, (size_t)s->n * s->n * sizeof *s->information);
    for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
        svi_luce_game(games, g, &c);
        while (svi_luce_next(&c)) {
            add_choice(s, luce, &c, luce->stage[s->stage++], games->game[g].weight);
        }
        for (unsigned i = 0; luce->tilt != NULL && i < svi_game_seats(&games->game[g]); i++) {
            const size_t row = games->game[g].first + i;
            s->score[s->place[games->row[row].bot] - 1] -=
                games->game[g].weight * svi_tilt_of(luce->tilt, games, &games->game[g], i);
        }
    }
    return SV_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

struct bench {
    double *meat;  /* n by n: sum of c_g c_g' */
    double *local; /* (I - H_g Q), Q being the bread of the touched */
    double *moved; /* c_g */
};

/* c_g = (I - H_g Q)^-1 U_g, so that D_g = H^-1 c_g. False: singular. */
static bool move(const struct svi_sandwich *w, const struct svi_deal_score *s, struct bench *b)
{
    const unsigned m = s->n;
    for (unsigned i = 0; i < m; i++) {
        const double *row = s->information + (size_t)i * m;
        double *to = b->local + (size_t)i * m;
        for (unsigned j = 0; j < m; j++) {
            to[j] = i == j;
        }
        for (unsigned k = 0; k < m; k++) {
            const double *bread = w->bread + (size_t)s->at[k] * w->n;
            for (unsigned j = 0; j < m; j++) {
                to[j] -= row[k] * bread[s->at[j]];
            }
        }
        b->moved[i] = s->score[i];
    }
    if (!svi_solve(b->local, m, b->moved)) {
        return false;
    }
    for (unsigned i = 0; i < m; i++) {
        double *row = b->meat + (size_t)s->at[i] * w->n;
        for (unsigned j = 0; j < m; j++) {
            row[s->at[j]] += b->moved[i] * b->moved[j];
        }
    }
    return true;
}

static enum sv_status fill(struct svi_sandwich *w, const struct svi_luce *luce,
                           struct svi_deal_score *s, struct bench *b)
{
    const size_t cells = (size_t)w->n * w->n;
    for (size_t i = 0; i < cells; i++) {
        w->covariance[i] = luce->information[i];
    }
    w->known = w->deals > 1 && svi_cholesky(w->covariance, w->n, 1e-13);
    if (w->known) {
        svi_cholesky_inverse(w->covariance, w->n, w->bread);
    }
    for (uint32_t d = 0; d < w->deals && w->known; d++) {
        if (svi_deal_score_next(s, luce, d) != SV_OK) {
            return SV_E_SYSTEM;
        }
        w->known = move(w, s, b);
    }
    if (w->known) {
        svi_multiply(w->bread, b->meat, w->n, w->covariance);
        memcpy(b->meat, w->covariance, cells * sizeof *b->meat);
        svi_multiply(b->meat, w->bread, w->n, w->covariance);
        for (size_t i = 0; i < cells; i++) {
            w->covariance[i] *= (double)(w->deals - 1) / w->deals;
        }
    }
    return SV_OK;
}

enum sv_status svi_sandwich_init(struct svi_sandwich *w, const struct svi_luce *luce)
{
    const size_t cells = (size_t)luce->n * luce->n + 1;
    struct svi_deal_score s;
    struct bench b = {calloc(cells, sizeof(double)), malloc(cells * sizeof(double)),
                      malloc((luce->n + 1u) * sizeof(double))};
    memset(w, 0, sizeof *w);
    w->n = luce->n;
    w->deals = luce->games->n_deals;
    w->covariance = calloc(cells, sizeof *w->covariance);
    w->bread = calloc(cells, sizeof *w->bread);
    enum sv_status status = SV_E_SYSTEM;
    if (b.meat != NULL && b.local != NULL && b.moved != NULL && w->covariance != NULL &&
        w->bread != NULL && svi_deal_score_init(&s, luce) == SV_OK) {
        status = fill(w, luce, &s, &b);
        svi_deal_score_finish(&s);
    }
    free(b.meat);
    free(b.local);
    free(b.moved);
    if (status != SV_OK) {
        svi_sandwich_finish(w);
    }
    return status;
}

void svi_sandwich_finish(struct svi_sandwich *w)
{
    free(w->covariance);
    free(w->bread);
    memset(w, 0, sizeof *w);
}

double svi_sandwich_error(const struct svi_sandwich *w, unsigned i, unsigned j)
{
    const size_t n = w->n;
    const double v = w->covariance[i * n + i] + w->covariance[j * n + j] -
                     w->covariance[i * n + j] - w->covariance[j * n + i];
    return v > 0 ? sqrt(v) : 0.0;
}
