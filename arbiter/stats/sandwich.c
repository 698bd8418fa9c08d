#include "stats/sandwich.h"

#include "base/error.h"
#include "base/order.h"
#include "memory/memory.h"
#include "stats/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOMENTS_BYTES ((size_t)32 << 20) /* in bytes of 8, most memory for moments */
#define UNMADE (-1.0) /* marks moments that have not been computed; a mean is never negative */

/* Tolerances of the solver for sparse matrices. With ROUGH, intervals differ from exact ones by
 * 0.05%, and by 1% at most. EXACT is for fits without a prior: one deal may then hold nearly all
 * evidence about a bot, which magnifies errors. */
#define ROUGH 2e-3
#define EXACT 1e-5

/* ---- a deal ---------------------------------------------------------------------------------- */

void svi_deal_score_init(struct svi_deal_score *s, const struct svi_luce *luce)
{
    memset(s, 0, sizeof *s);
    s->place = svi_new(luce->n + 1u, sizeof *s->place);
    s->at = svi_new(luce->n + 1u, sizeof *s->at);
    s->score = svi_new(luce->n + 1u, sizeof *s->score);
    s->moments_at = svi_new(luce->n_sets + 1, sizeof *s->moments_at);
    size_t all = 0;
    for (size_t i = 0; i < luce->n_sets && s->moments_at != NULL; i++) {
        const size_t n = luce->set[i].size + luce->n_orders;
        s->moments_at[i] = all;
        all += n + n * n;
    }
    s->moments =
        s->moments_at != NULL && all <= MOMENTS_BYTES ? svi_new(all + 1, sizeof *s->moments) : NULL;
    for (size_t i = 0; i < luce->n_sets && s->moments != NULL; i++) {
        s->moments[s->moments_at[i]] = UNMADE;
    }
}

void svi_deal_score_finish(struct svi_deal_score *s)
{
    svi_free_all(s->place, s->at, s->score, s->information, s->moments, s->moments_at);
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

/* Gives each bot and tie order of the deal a place, so that the matrix is allocated once. */
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
        s->information = svi_new((size_t)s->n * s->n + 1, sizeof *s->information);
        s->room = s->n;
    }
    return s->information != NULL ? SV_OK : SV_E_SYSTEM;
}

/* Returns the mean of a choice from a set, and behind it the covariance. They are computed once if
 * there is memory to keep all, else in `own`. */
static const double *moments_of(struct svi_deal_score *s, const struct svi_luce *luce,
                                uint32_t number, double own[])
{
    const struct svi_luce_set *set = &luce->set[number];
    double *to = s->moments != NULL ? s->moments + s->moments_at[number] : own;
    if (s->moments == NULL || to[0] == UNMADE) {
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
    SVI_TRY(take_places(s, luce, d));
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

struct workspace {
    const struct svi_luce *luce;
    struct svi_deal_score s;
    double *bread; /* Q: the rows and columns of H^-1 for parameters that the deal touches */
    double *local; /* I - H_g Q */
    double *moved; /* c_g */
    size_t room;   /* allocated numbers of bread, local and moved */
    double *meat;  /* n by n: sum of c_g c_g'; NULL above SVI_LUCE_WHOLE bots */
};

/* Rows of columns that are solved side by side; row i belongs to row i of the profile. */
typedef double strip[SVI_MATRIX_WIDE];

struct svi_sandwich_many {
    const unsigned *place, *at; /* the profile's */
    /* by bot: its value can move with the others', as H is singular; NULL if H is not */
    const bool *together;
    unsigned n_bots;
    struct svi_factor factor;
    struct svi_sparse bread; /* the elements of H^-1 that deals need; freed when all c_g are made */
    /* c_g of deal d: moved[first[d]] to moved[first[d + 1] - 1], in the rows `touched`. */
    size_t *first, room;
    double *moved;
    uint32_t *touched;
    strip *x, *y;            /* SVI_SOLVER_STRIPS times n rows each */
    double *row, *bread_row; /* a bot's row of the covariance, and of H^-1 */
    unsigned last;           /* bot of `row` and `bread_row`, or n */
    unsigned *sorted;        /* bots for which rows are made, by their place in the profile */
    double *own;             /* by bot, its variance; NAN until its row has been made */
};

static enum sv_status make_room(struct workspace *b)
{
    const size_t m = b->s.n;
    if (m > b->room || b->local == NULL) {
        svi_free_all(b->bread, b->local, b->moved);
        b->bread = svi_new(m * m + 1, sizeof *b->bread);
        b->local = svi_new(m * m + 1, sizeof *b->local);
        b->moved = svi_new(m + 1, sizeof *b->moved);
        b->room = m;
    }
    return b->bread != NULL && b->local != NULL && b->moved != NULL ? SV_OK : SV_E_SYSTEM;
}

static void take_bread(const struct svi_sandwich *w, struct workspace *b)
{
    const struct svi_deal_score *s = &b->s;
    for (unsigned k = 0; k < s->n; k++) {
        for (unsigned j = 0; j < s->n; j++) {
            b->bread[(size_t)k * s->n + j] =
                w->many != NULL ? *svi_sparse_at(&w->many->bread, s->at[k], s->at[j])
                                : w->bread[(size_t)s->at[k] * w->n + s->at[j]];
        }
    }
}

/* Computes c_g = (I - H_g Q)^-1 U_g, so that D_g = H^-1 c_g. Returns false if the matrix is
 * singular. */
static bool move(const struct svi_sandwich *w, struct workspace *b)
{
    const struct svi_deal_score *s = &b->s;
    const unsigned m = s->n;
    take_bread(w, b);
    for (unsigned i = 0; i < m; i++) {
        const double *row = s->information + (size_t)i * m;
        double *to = b->local + (size_t)i * m;
        for (unsigned j = 0; j < m; j++) {
            to[j] = i == j;
        }
        for (unsigned k = 0; k < m; k++) {
            const double *bread = b->bread + (size_t)k * m;
            for (unsigned j = 0; j < m; j++) {
                to[j] -= row[k] * bread[j];
            }
        }
        b->moved[i] = s->score[i];
    }
    const bool rough = w->many != NULL && w->many->together != NULL;
    return svi_solve(b->local, m, b->moved, rough ? 10 * EXACT : 1e-12);
}

static enum sv_status keep(struct svi_sandwich_many *many, const struct workspace *b, uint32_t d)
{
    const size_t end = many->first[d] + b->s.n;
    if (end > many->room) {
        const size_t room = end + end / 2 + 1024;
        double *moved = svi_resize(many->moved, room, sizeof *moved);
        many->moved = moved != NULL ? moved : many->moved;
        uint32_t *touched = moved != NULL ? svi_resize(many->touched, room, sizeof *touched) : NULL;
        many->touched = touched != NULL ? touched : many->touched;
        if (touched == NULL) {
            return SV_E_SYSTEM;
        }
        many->room = room;
    }
    for (unsigned i = 0; i < b->s.n; i++) {
        many->moved[many->first[d] + i] = b->moved[i];
        many->touched[many->first[d] + i] = many->place[b->s.at[i]];
    }
    many->first[d + 1] = end;
    return SV_OK;
}

static void add_meat(struct workspace *b)
{
    for (unsigned i = 0; i < b->s.n; i++) {
        double *row = b->meat + (size_t)b->s.at[i] * b->luce->n;
        for (unsigned j = 0; j < b->s.n; j++) {
            row[b->s.at[j]] += b->moved[i] * b->moved[j];
        }
    }
}

/* Computes c_g of all deals. w->bread must have been made. */
static enum sv_status move_all(struct svi_sandwich *w, struct workspace *b)
{
    for (uint32_t d = 0; d < w->deals && w->known; d++) {
        SVI_TRY(svi_deal_score_next(&b->s, b->luce, d));
        SVI_TRY(make_room(b));
        w->known = move(w, b);
        if (w->known && b->meat != NULL) {
            add_meat(b);
        } else if (w->known) {
            SVI_TRY(keep(w->many, b, d));
        }
    }
    return SV_OK;
}

/* Computes the covariance as the product bread meat bread, each of them n by n. */
static enum sv_status fill(struct svi_sandwich *w, struct workspace *b)
{
    const size_t cells = (size_t)w->n * w->n;
    w->covariance = svi_new(cells + 1, sizeof *w->covariance);
    w->bread = svi_new(cells + 1, sizeof *w->bread);
    b->meat = svi_new(cells + 1, sizeof *b->meat);
    if (w->covariance == NULL || w->bread == NULL || b->meat == NULL) {
        return SV_E_SYSTEM;
    }
    memcpy(w->covariance, b->luce->information, cells * sizeof *w->covariance);
    w->known = w->deals > 1 && svi_cholesky(w->covariance, w->n, 1e-13);
    if (w->known) {
        svi_cholesky_inverse(w->covariance, w->n, w->bread);
    }
    SVI_TRY(move_all(w, b));
    if (!w->known) {
        return SV_OK;
    }
    if (!svi_multiply_symmetric(w->bread, b->meat, w->n, w->covariance)) {
        return SV_E_SYSTEM;
    }
    memcpy(b->meat, w->covariance, cells * sizeof *b->meat);
    svi_multiply(b->meat, w->bread, w->n, w->covariance);
    for (size_t i = 0; i < cells; i++) {
        w->covariance[i] *= (double)(w->deals - 1) / w->deals;
    }
    return SV_OK;
}

/* ---- of many bots ---------------------------------------------------------------------------- */

/* Shifts the values that can move together so that their sum is 0. */
static void centre(const struct svi_sandwich_many *many, strip x[])
{
    strip sum = {0};
    unsigned all = 0;
    for (unsigned i = 0; i < many->n_bots; i++) {
        all += many->together[i];
        for (unsigned j = 0; j < SVI_MATRIX_WIDE && many->together[i]; j++) {
            sum[j] += x[many->place[i]][j];
        }
    }
    for (unsigned i = 0; i < many->n_bots; i++) {
        for (unsigned j = 0; j < SVI_MATRIX_WIDE && many->together[i]; j++) {
            x[many->place[i]][j] -= sum[j] / all;
        }
    }
}

/* Solves H for the strips in many->x, which are 0 before row `begin`. */
static bool solve(const struct svi_sandwich *w, size_t begin)
{
    const struct svi_sandwich_many *many = w->many;
    for (unsigned k = 0; k < SVI_SOLVER_STRIPS && many->together != NULL; k++) {
        centre(many, many->x + (size_t)k * w->n);
        begin = 0;
    }
    const bool solved = svi_factor_solve(&many->factor, begin, many->x, SVI_SOLVER_STRIPS,
                                         many->together != NULL ? EXACT : ROUGH);
    for (unsigned k = 0; k < SVI_SOLVER_STRIPS && many->together != NULL; k++) {
        centre(many, many->x + (size_t)k * w->n);
    }
    return solved;
}

static double *lane(const struct svi_sandwich *w, strip *x, unsigned parameter, unsigned k)
{
    const size_t row = (size_t)(k / SVI_MATRIX_WIDE) * w->n + w->many->place[parameter];
    return &x[row][k % SVI_MATRIX_WIDE];
}

/* Computes rows of H^-1 for at most SVI_SOLVER_WIDE parameters, as columns of many->x. */
static bool solve_some(const struct svi_sandwich *w, const unsigned who[], unsigned n)
{
    const struct svi_sandwich_many *many = w->many;
    size_t begin = w->n;
    memset(many->x, 0, SVI_SOLVER_STRIPS * w->n * sizeof *many->x);
    for (unsigned k = 0; k < n; k++) {
        const size_t place = many->place[who[k]];
        *lane(w, many->x, who[k], k) = 1;
        begin = place < begin ? place : begin;
    }
    return solve(w, begin / SVI_MATRIX_WIDE * SVI_MATRIX_WIDE);
}

/* Replaces many->x = H^-1 b by the covariance times b, and leaves H^-1 b in many->y. */
static bool spread_meat(const struct svi_sandwich *w)
{
    struct svi_sandwich_many *many = w->many;
    strip *const y = many->x;
    many->x = many->y;
    many->y = y;
    memset(many->x, 0, SVI_SOLVER_STRIPS * (size_t)w->n * sizeof *many->x);
    for (size_t k = 0; k < SVI_SOLVER_STRIPS; k++) {
        svi_multiply_outer(many->moved, many->touched, many->first, w->deals,
                           (const strip *)y + k * w->n, many->x + k * w->n);
    }
    const bool solved = solve(w, 0);
    for (size_t i = 0; i < SVI_SOLVER_STRIPS * (size_t)w->n; i++) {
        for (unsigned j = 0; j < SVI_MATRIX_WIDE; j++) {
            many->x[i][j] *= (double)(w->deals - 1) / w->deals;
        }
    }
    return solved;
}

/* Computes the elements of H^-1 that deals need, row by row. */
static bool make_bread(const struct svi_sandwich *w)
{
    const struct svi_sandwich_many *many = w->many;
    const struct svi_sparse *bread = &many->bread;
    for (unsigned first = 0; first < w->n; first += SVI_SOLVER_WIDE) {
        const unsigned *who = many->at + first;
        const unsigned n = w->n - first < SVI_SOLVER_WIDE ? w->n - first : SVI_SOLVER_WIDE;
        if (!solve_some(w, who, n)) {
            return false;
        }
        for (unsigned k = 0; k < n; k++) {
            for (size_t at = bread->row[who[k]]; at < bread->row[who[k] + 1]; at++) {
                bread->cell[at] = *lane(w, many->x, bread->column[at], k);
            }
        }
    }
    return true;
}

static enum sv_status fill_many(struct svi_sandwich *w, struct workspace *b)
{
    const struct svi_luce *luce = b->luce;
    const size_t n = w->n;
    struct svi_sandwich_many *many = w->many = svi_new(1, sizeof *many);
    *many = (struct svi_sandwich_many){
        .place = luce->profile.place,
        .at = luce->profile.at,
        .together = luce->prior <= 0 && luce->profile.sparse.row != NULL ? luce->rated : NULL,
        .n_bots = luce->n_bots,
        .first = svi_new((size_t)w->deals + 1, sizeof *many->first),
        .x = svi_matrix_room(SVI_SOLVER_STRIPS * n * sizeof *many->x),
        .y = svi_matrix_room(SVI_SOLVER_STRIPS * n * sizeof *many->y),
        .row = svi_new(n + 1, sizeof *many->row),
        .bread_row = svi_new(n + 1, sizeof *many->bread_row),
        .last = w->n,
        .sorted = svi_new(n + 1, sizeof *many->sorted),
        .own = svi_new(n + 1, sizeof *many->own)};
    if (many->first == NULL || many->x == NULL || many->y == NULL ||
        svi_sparse_init(&many->bread, luce->games, luce->n_orders, true) != SV_OK ||
        svi_factor_init(&many->factor, &luce->profile, 1e-13, &w->known) != SV_OK) {
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < luce->n_bots; i++) {
        many->own[i] = NAN;
    }
    w->known = w->known && w->deals > 1 && make_bread(w);
    SVI_TRY(move_all(w, b));
    svi_sparse_finish(&many->bread);
    return SV_OK;
}

static void finish_many(struct svi_sandwich_many *many)
{
    if (many != NULL) {
        svi_factor_finish(&many->factor);
        svi_sparse_finish(&many->bread);
        svi_free_all(many->first, many->moved, many->touched, many->x, many->y, many->row,
                     many->bread_row, many->sorted, many->own, many);
    }
}

/* Copies the rows of a bot from column k of many->x and many->y. */
static void take_rows(const struct svi_sandwich *w, unsigned bot, unsigned k)
{
    struct svi_sandwich_many *many = w->many;
    for (unsigned i = 0; i < w->n; i++) {
        many->row[i] = *lane(w, many->x, i, k);
        many->bread_row[i] = *lane(w, many->y, i, k);
    }
    many->last = bot;
    many->own[bot] = many->row[bot];
}

static bool make_rows(const struct svi_sandwich *w, const unsigned who[], unsigned n)
{
    w->many->last = w->n;
    return solve_some(w, who, n) && spread_meat(w);
}

static bool make_row(const struct svi_sandwich *w, unsigned bot)
{
    const bool solved = make_rows(w, &bot, 1);
    if (solved) {
        take_rows(w, bot, 0);
    }
    return solved;
}

SVI_ORDER(compare_places, unsigned, SVI_COMPARE(*one, *other))

/* Solves for bots that are neighbours in the profile together, as all rows above them are 0. */
static bool rows_of_many(const struct svi_sandwich *w, const unsigned who[], unsigned n,
                         svi_sandwich_row *take, void *user)
{
    struct svi_sandwich_many *many = w->many;
    bool solved = true;
    for (unsigned i = 0; i < n; i++) {
        many->sorted[i] = many->place[who[i]];
    }
    qsort(many->sorted, n, sizeof *many->sorted, compare_places);
    for (unsigned i = 0; i < n; i++) {
        many->sorted[i] = many->at[many->sorted[i]];
    }
    for (unsigned first = 0; first < n && solved; first += SVI_SOLVER_WIDE) {
        const unsigned some = n - first < SVI_SOLVER_WIDE ? n - first : SVI_SOLVER_WIDE;
        const unsigned *bot = many->sorted + first;
        solved = make_rows(w, bot, some);
        for (unsigned k = 0; k < some && solved; k++) {
            take_rows(w, bot[k], k);
            take(user, bot[k], many->bread_row, many->row);
        }
    }
    return solved;
}

/* ---- either ---------------------------------------------------------------------------------- */

enum sv_status svi_sandwich_init(struct svi_sandwich *w, const struct svi_luce *luce)
{
    struct workspace b = {.luce = luce};
    memset(w, 0, sizeof *w);
    w->n = luce->n;
    w->deals = luce->games->n_deals;
    svi_deal_score_init(&b.s, luce);
    const enum sv_status status = luce->information != NULL ? fill(w, &b) : fill_many(w, &b);
    svi_deal_score_finish(&b.s);
    svi_free_all(b.bread, b.local, b.moved, b.meat);
    if (status != SV_OK) {
        svi_sandwich_finish(w);
    }
    return status;
}

void svi_sandwich_finish(struct svi_sandwich *w)
{
    free(w->covariance);
    free(w->bread);
    finish_many(w->many);
    memset(w, 0, sizeof *w);
}

bool svi_sandwich_rows(struct svi_sandwich *w, const unsigned who[], unsigned n,
                       svi_sandwich_row *take, void *user)
{
    if (w->many != NULL) {
        w->known = w->known && rows_of_many(w, who, n, take, user);
    }
    for (unsigned i = 0; i < n && w->known && w->many == NULL; i++) {
        const size_t at = (size_t)who[i] * w->n;
        take(user, who[i], w->bread + at, w->covariance + at);
    }
    return w->known;
}

bool svi_sandwich_sums(struct svi_sandwich *w, const bool of[], double sum[])
{
    struct svi_sandwich_many *many = w->many;
    memset(many->x, 0, SVI_SOLVER_STRIPS * (size_t)w->n * sizeof *many->x);
    for (unsigned i = 0; i < many->n_bots; i++) {
        *lane(w, many->x, i, 0) = of[i];
    }
    w->known = w->known && solve(w, 0) && spread_meat(w);
    for (unsigned i = 0; i < many->n_bots && w->known; i++) {
        sum[i] = *lane(w, many->x, i, 0);
    }
    return w->known;
}

double svi_sandwich_error(const struct svi_sandwich *w, unsigned i, unsigned j)
{
    const struct svi_sandwich_many *many = w->many;
    const size_t n = w->n;
    double v;
    if (many != NULL) {
        if (isnan(many->own[j]) && !make_row(w, j)) {
            return NAN;
        }
        const bool either = many->last == i || many->last == j;
        if ((isnan(many->own[i]) || !either) && !make_row(w, i)) {
            return NAN;
        }
        v = many->own[i] + many->own[j] - 2 * many->row[many->last == i ? j : i];
    } else {
        v = w->covariance[i * n + i] + w->covariance[j * n + j] - w->covariance[i * n + j] -
            w->covariance[j * n + i];
    }
    return v > 0 ? sqrt(v) : 0.0;
}
