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
        double tilt[SVI_STATS_SEATS];
        if (luce->tilt != NULL) {
            svi_luce_tilt(luce, g, tilt);
        }
        for (unsigned i = 0; luce->tilt != NULL && i < svi_game_seats(&games->game[g]); i++) {
            const size_t row = games->game[g].first + i;
            s->score[s->place[games->row[row].bot] - 1] -= games->game[g].weight * tilt[i];
        }
    }
    return SV_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

struct bench {
    const struct svi_luce *luce;
    const bool *wanted; /* bots whose rows of the covariance are; NULL: all are */
    struct svi_deal_score s;
    double *local; /* (I - H_g Q), Q being the bread of the touched */
    double *moved; /* c_g */
    size_t room;   /* of both */

    double *meat; /* n by n: sum of c_g c_g'; NULL: each is kept */
    double *kept; /* of deal d: kept[first[d]] to kept[first[d + 1] - 1], of parameters `at` */
    uint32_t *at;
    size_t *first, kept_room;
};

static enum sv_status make_room(struct bench *b)
{
    const size_t m = b->s.n;
    if (m > b->room || b->local == NULL) {
        free(b->local);
        free(b->moved);
        b->local = malloc((m * m + 1) * sizeof *b->local);
        b->moved = malloc((m + 1) * sizeof *b->moved);
        b->room = m;
    }
    return b->local != NULL && b->moved != NULL ? SV_OK : SV_E_SYSTEM;
}

/* c_g = (I - H_g Q)^-1 U_g, so that D_g = H^-1 c_g. False: singular. */
static bool move(const struct svi_sandwich *w, struct bench *b)
{
    const struct svi_deal_score *s = &b->s;
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
    return svi_solve(b->local, m, b->moved);
}

static enum sv_status keep(struct bench *b, uint32_t d)
{
    const size_t end = b->first[d] + b->s.n;
    if (end > b->kept_room) {
        const size_t room = end + end / 2 + 1024;
        double *kept = realloc(b->kept, room * sizeof *kept);
        b->kept = kept != NULL ? kept : b->kept;
        uint32_t *at = kept != NULL ? realloc(b->at, room * sizeof *at) : NULL;
        b->at = at != NULL ? at : b->at;
        if (at == NULL) {
            return SV_E_SYSTEM;
        }
        b->kept_room = room;
    }
    for (unsigned i = 0; i < b->s.n; i++) {
        b->kept[b->first[d] + i] = b->moved[i];
        b->at[b->first[d] + i] = b->s.at[i];
    }
    b->first[d + 1] = end;
    return SV_OK;
}

static void add_meat(struct bench *b)
{
    for (unsigned i = 0; i < b->s.n; i++) {
        double *row = b->meat + (size_t)b->s.at[i] * b->luce->n;
        for (unsigned j = 0; j < b->s.n; j++) {
            row[b->s.at[j]] += b->moved[i] * b->moved[j];
        }
    }
}

/* All c_g, with the bread made. */
static enum sv_status move_all(struct svi_sandwich *w, struct bench *b)
{
    enum sv_status status = SV_OK;
    for (uint32_t d = 0; d < w->deals && w->known && status == SV_OK; d++) {
        status = svi_deal_score_next(&b->s, b->luce, d);
        status = status == SV_OK ? make_room(b) : status;
        if (status != SV_OK || !(w->known = move(w, b))) {
            break;
        }
        if (b->meat != NULL) {
            add_meat(b);
        } else {
            status = keep(b, d);
        }
    }
    return status;
}

/* bread meat bread, each of n by n. */
static enum sv_status fill(struct svi_sandwich *w, struct bench *b)
{
    const size_t cells = (size_t)w->n * w->n;
    b->meat = calloc(cells + 1, sizeof *b->meat);
    if (b->meat == NULL) {
        return SV_E_SYSTEM;
    }
    memcpy(w->covariance, b->luce->information, cells * sizeof *w->covariance);
    w->known = w->deals > 1 && svi_cholesky(w->covariance, w->n, 1e-13);
    if (w->known) {
        svi_cholesky_inverse(w->covariance, w->n, w->bread);
    }
    const enum sv_status status = move_all(w, b);
    if (status != SV_OK || !w->known) {
        return status;
    }
    if (!svi_multiply_symmetric(w->bread, b->meat, w->n, w->covariance)) {
        return SV_E_SYSTEM;
    }
    memcpy(b->meat, w->covariance, cells * sizeof *b->meat);
    svi_multiply(b->meat, w->bread, w->n, w->covariance);
    return SV_OK;
}

/* ---- of many bots ---------------------------------------------------------------------------- */

/* Rows of a matrix, each a column of x by the places of its parameters. */
static void put_strip(const struct svi_profile *p, unsigned n, size_t first,
                      const double (*x)[SVI_MATRIX_WIDE], double out[])
{
    for (size_t j = 0; j < SVI_MATRIX_WIDE && first + j < n; j++) {
        double *row = out + (size_t)p->at[first + j] * n;
        for (unsigned i = 0; i < n; i++) {
            row[p->at[i]] = x[i][j];
        }
    }
}

/* x = sum over deals of c_g c_g' y, by the places of parameters. */
static void meat_times(const struct bench *b, uint32_t deals, const double (*y)[SVI_MATRIX_WIDE],
                       double (*x)[SVI_MATRIX_WIDE])
{
    const unsigned *place = b->luce->profile.place;
    memset(x, 0, b->luce->n * sizeof *x);
    for (uint32_t d = 0; d < deals; d++) {
        double sum[SVI_MATRIX_WIDE] = {0};
        for (size_t k = b->first[d]; k < b->first[d + 1]; k++) {
            const double *from = y[place[b->at[k]]];
            for (unsigned j = 0; j < SVI_MATRIX_WIDE; j++) {
                sum[j] += b->kept[k] * from[j];
            }
        }
        for (size_t k = b->first[d]; k < b->first[d + 1]; k++) {
            double *to = x[place[b->at[k]]];
            for (unsigned j = 0; j < SVI_MATRIX_WIDE; j++) {
                to[j] += b->kept[k] * sum[j];
            }
        }
    }
}

static bool is_wanted(const struct bench *b, size_t first)
{
    bool any = b->wanted == NULL;
    for (size_t k = first; k < first + SVI_MATRIX_WIDE && k < b->luce->n; k++) {
        const unsigned bot = b->luce->profile.at[k];
        any |= b->wanted != NULL && bot < b->luce->n_bots && b->wanted[bot];
    }
    return any;
}

/* The same strip by strip: H is solved for columns side by side, and no sum over deals is of n by
 * n. */
static enum sv_status fill_strips(struct svi_sandwich *w, struct bench *b, double cell[],
                                  double (*x)[SVI_MATRIX_WIDE], double (*y)[SVI_MATRIX_WIDE])
{
    const struct svi_profile *p = &b->luce->profile;
    const struct svi_triangle t = svi_profile_copy(p, cell);
    const unsigned n = w->n;
    w->known = w->deals > 1 && svi_triangle_factor(&t, 1e-13);
    for (size_t first = 0; first < n && w->known; first += SVI_MATRIX_WIDE) {
        memset(x, 0, n * sizeof *x);
        for (size_t j = 0; j < SVI_MATRIX_WIDE && first + j < n; j++) {
            x[first + j][j] = 1;
        }
        svi_triangle_solve_from(&t, first, x);
        put_strip(p, n, first, (const double(*)[SVI_MATRIX_WIDE])x, w->bread);
    }
    const enum sv_status status = move_all(w, b);
    for (size_t first = 0; first < n && w->known && status == SV_OK; first += SVI_MATRIX_WIDE) {
        if (!is_wanted(b, first)) {
            continue;
        }
        memset(y, 0, n * sizeof *y);
        for (size_t j = 0; j < SVI_MATRIX_WIDE && first + j < n; j++) {
            const double *row = w->bread + (size_t)p->at[first + j] * n;
            for (unsigned i = 0; i < n; i++) {
                y[i][j] = row[p->at[i]];
            }
        }
        meat_times(b, w->deals, (const double(*)[SVI_MATRIX_WIDE])y, x);
        svi_triangle_solve(&t, x);
        put_strip(p, n, first, (const double(*)[SVI_MATRIX_WIDE])x, w->covariance);
    }
    return status;
}

static enum sv_status fill_many(struct svi_sandwich *w, struct bench *b)
{
    const size_t n = w->n;
    double *cell = malloc((b->luce->profile.cells + 1) * sizeof *cell);
    double(*x)[SVI_MATRIX_WIDE] = malloc((n + 1) * sizeof *x);
    double(*y)[SVI_MATRIX_WIDE] = malloc((n + 1) * sizeof *y);
    enum sv_status status = SV_E_SYSTEM;
    b->first = calloc((size_t)w->deals + 1, sizeof *b->first);
    if (cell != NULL && x != NULL && y != NULL && b->first != NULL) {
        status = fill_strips(w, b, cell, x, y);
    }
    free(cell);
    free(x);
    free(y);
    return status;
}

/* ---- either ---------------------------------------------------------------------------------- */

enum sv_status svi_sandwich_init(struct svi_sandwich *w, const struct svi_luce *luce)
{
    return svi_sandwich_init_of(w, luce, NULL);
}

enum sv_status svi_sandwich_init_of(struct svi_sandwich *w, const struct svi_luce *luce,
                                    const bool wanted[])
{
    const size_t cells = (size_t)luce->n * luce->n;
    struct bench b = {.luce = luce, .wanted = wanted};
    memset(w, 0, sizeof *w);
    w->n = luce->n;
    w->deals = luce->games->n_deals;
    w->covariance = calloc(cells + 1, sizeof *w->covariance);
    w->bread = calloc(cells + 1, sizeof *w->bread);
    enum sv_status status = SV_E_SYSTEM;
    if (w->covariance != NULL && w->bread != NULL && svi_deal_score_init(&b.s, luce) == SV_OK) {
        status = luce->information != NULL ? fill(w, &b) : fill_many(w, &b);
        svi_deal_score_finish(&b.s);
    }
    for (size_t i = 0; i < cells && status == SV_OK && w->known; i++) {
        w->covariance[i] *= (double)(w->deals - 1) / w->deals;
    }
    free(b.meat);
    free(b.local);
    free(b.moved);
    free(b.kept);
    free(b.at);
    free(b.first);
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
