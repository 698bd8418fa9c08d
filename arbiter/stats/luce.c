#include "stats/luce.h"

#include "base/order.h"
#include "memory/memory.h"
#include "stats/groups.h"
#include "stats/matrix.h"
#include "stats/numeric.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- luce fit -------------------------------------------------------------------------------- */

#define MAX_ITERATIONS 200u
#define FARTHEST 50.0
#define SOLVED 1e-5 /* tolerance of a step; the next step corrects the rest */

/* Computes alpha, its roots, and the deltas from the parameters. */
static void take_powers(struct svi_luce *luce)
{
    for (unsigned o = 0; o <= luce->n_orders; o++) {
        const double k = o == 0 ? 1.0 : luce->order[o - 1];
        for (unsigned i = 0; i < luce->n_bots; i++) {
            luce->power[(size_t)o * luce->n_bots + i] = svi_exp(luce->value[i] / k);
        }
    }
    for (unsigned o = 0; o < luce->n_orders; o++) {
        luce->power[(size_t)(1 + luce->n_orders) * luce->n_bots + o] =
            svi_exp(luce->value[luce->n_bots + o]);
    }
}

/* Returns the value to which the prior pulls a parameter. */
static double centre(const struct svi_luce *luce, unsigned parameter)
{
    return parameter < luce->n_bots ? 0.0 : svi_log(luce->order[parameter - luce->n_bots]);
}

struct leaving {
    uint32_t last; /* number of the bot's last deal, + 1 */
    unsigned bot;
};

SVI_ORDER(compare_leaving, struct leaving,
          SVI_THEN(SVI_COMPARE(one->last, other->last), SVI_COMPARE(one->bot, other->bot)))

/* Lists bots in the order of their last deals, then the tie orders, which meet all bots. In a
 * season, a row then reaches back only over the bots that played at the same time, however long the
 * season is. */
static void find_order(const struct svi_luce *luce, unsigned at[])
{
    const struct svi_games *games = luce->games;
    SCOPED(scoped_free) struct leaving *bot = svi_new(luce->n_bots + 1u, sizeof *bot);
    for (unsigned i = 0; i < luce->n_bots; i++) {
        bot[i].bot = i;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        for (size_t row = games->game[g].first; row < games->game[g + 1].first; row++) {
            bot[games->row[row].bot].last = games->game[g].deal + 1;
        }
    }
    qsort(bot, luce->n_bots, sizeof *bot, compare_leaving);
    for (unsigned i = 0; i < luce->n; i++) {
        at[i] = i < luce->n_bots ? bot[i].bot : i;
    }
}

/* Allocates the profile, with cells for each two parameters that meet in a set. */
static bool make_profile(struct svi_luce *luce)
{
    struct svi_profile *p = &luce->profile;
    unsigned *at = svi_new(luce->n + 1u, sizeof *at);
    find_order(luce, at);
    svi_profile_init(p, luce->n, at);
    for (unsigned o = luce->n_bots; o < luce->n; o++) {
        const unsigned ends[] = {at[0], o};
        svi_profile_meet(p, ends, 2);
    }
    free(at);
    for (size_t k = 0; k < luce->n_sets; k++) {
        const struct svi_luce_set *set = &luce->set[k];
        unsigned who[SVI_STATS_SEATS];
        for (unsigned i = 0; i < set->size; i++) {
            who[i] = luce->member[set->first + i];
        }
        svi_profile_meet(p, who, set->size);
    }
    return svi_profile_open(p, luce->games) == SV_OK;
}

static bool make_information(struct svi_luce *luce)
{
    if (luce->information != NULL || luce->profile.place != NULL) { /* made by an earlier fit */
        return true;
    }
    if (luce->n_bots > SVI_LUCE_WHOLE) {
        return make_profile(luce);
    }
    luce->information = svi_new((size_t)luce->n * luce->n + 1, sizeof *luce->information);
    return luce->information != NULL;
}

static void clear(struct svi_luce *luce)
{
    if (luce->information != NULL) {
        memset(luce->information, 0, (size_t)luce->n * luce->n * sizeof *luce->information);
    } else {
        svi_profile_clear(&luce->profile);
    }
}

static double *diagonal(struct svi_luce *luce, unsigned i)
{
    return luce->information != NULL ? &luce->information[(size_t)i * luce->n + i]
                                     : svi_profile_at(&luce->profile, i, i);
}

/* Adds row i of a choice's covariance. */
static void add_row(struct svi_luce *luce, const unsigned at[], unsigned i, unsigned features,
                    double weight, const double covariance[])
{
    if (luce->information != NULL) {
        double *row = luce->information + (size_t)at[i] * luce->n;
        for (unsigned j = 0; j < features; j++) {
            row[at[j]] += weight * covariance[j];
        }
        return;
    }
    for (unsigned j = 0; j <= i; j++) {
        const bool twice = j < i && at[j] == at[i]; /* a bot with two seats */
        *svi_profile_at(&luce->profile, at[i], at[j]) += (twice ? 2 : 1) * weight * covariance[j];
    }
}

/* Without a prior the thetas could move together, so their sum is fixed at 0. A profile has no room
 * for that equation: there one theta is fixed, and the solution is shifted to the sum afterwards. A
 * sparse profile stays singular, which its solver allows. */
static void fix_sum(struct svi_luce *luce, double gradient[], double middle, unsigned rated)
{
    const bool whole = luce->information != NULL;
    double sum = 0;
    unsigned last = luce->n_bots;
    for (unsigned i = 0; i < luce->n_bots; i++) {
        if (!luce->rated[i]) {
            continue;
        }
        sum += gradient[i];
        if (last == luce->n_bots || luce->profile.place == NULL ||
            luce->profile.place[i] > luce->profile.place[last]) {
            last = i;
        }
    }
    for (unsigned i = 0; i < luce->n_bots; i++) {
        if (!luce->rated[i]) {
            continue;
        }
        gradient[i] -= whole ? middle : sum / rated;
        for (unsigned j = 0; j < luce->n_bots && whole; j++) {
            luce->information[(size_t)i * luce->n + j] += luce->rated[j];
        }
    }
    if (!whole && luce->profile.sparse.row == NULL) {
        *diagonal(luce, last) += 1;
    }
}

/* Evaluates the penalised log-likelihood at luce->value, with its gradient, and fills
 * luce->information. Returns the value that is maximised. */
static double evaluate(struct svi_luce *luce, double gradient[])
{
    const unsigned n = luce->n;
    double mean[SVI_LUCE_FEATURES], covariance[SVI_LUCE_FEATURES * SVI_LUCE_FEATURES];
    take_powers(luce);
    clear(luce);
    double sum = 0;
    for (unsigned i = 0; i < n; i++) {
        gradient[i] = luce->observed[i];
        sum += luce->observed[i] * luce->value[i];
    }
    for (size_t k = 0; k < luce->n_sets; k++) {
        const struct svi_luce_set *set = &luce->set[k];
        unsigned at[SVI_LUCE_FEATURES];
        const unsigned features = set->size + luce->n_orders;
        sum -= set->weight * svi_log(svi_luce_moments(luce, set, mean, covariance));
        for (unsigned i = 0; i < features; i++) {
            at[i] = i < set->size ? luce->member[set->first + i] : luce->n_bots + i - set->size;
        }
        for (unsigned i = 0; i < features; i++) {
            gradient[at[i]] -= set->weight * mean[i];
            add_row(luce, at, i, features, set->weight, covariance + i * features);
        }
    }
    luce->log_likelihood = sum;
    double middle = 0;
    unsigned rated = 0;
    for (unsigned i = 0; i < n; i++) {
        const bool on = i >= luce->n_bots || luce->rated[i];
        if (!on) {
            *diagonal(luce, i) = 1.0;
        } else if (luce->prior > 0) {
            const double x = luce->value[i] - centre(luce, i);
            const double p = svi_sigmoid(x);
            sum += 0.5 * luce->prior * (svi_log(p) + svi_log(1.0 - p));
            gradient[i] += luce->prior * (0.5 - p);
            *diagonal(luce, i) += luce->prior * p * (1.0 - p);
        } else if (i < luce->n_bots) {
            middle += luce->value[i];
            rated++;
        }
    }
    if (rated > 0) {
        fix_sum(luce, gradient, middle, rated);
    }
    return sum - 0.5 * middle * middle;
}

/* Sets step = information^-1 gradient, or *definite to false if the information is not positive
 * definite. `factor` has room for a whole matrix, `x` for the rows of a profile. */
static enum sv_status solve(const struct svi_luce *luce, const double gradient[], double factor[],
                            double step[], double (*x)[SVI_MATRIX_WIDE], bool *definite)
{
    const unsigned n = luce->n;
    if (luce->information != NULL) {
        memcpy(factor, luce->information, (size_t)n * n * sizeof *factor);
        memcpy(step, gradient, n * sizeof *step);
        *definite = svi_cholesky(factor, n, 1e-14);
        if (*definite) {
            svi_cholesky_solve(factor, n, step);
        }
        return SV_OK;
    }
    struct svi_factor f;
    if (svi_factor_init(&f, &luce->profile, 1e-14, definite) != SV_OK) {
        return SV_E_SYSTEM;
    }
    memset(x, 0, n * sizeof *x);
    for (unsigned i = 0; i < n; i++) {
        x[luce->profile.place[i]][0] = gradient[i];
    }
    *definite = *definite && svi_factor_solve(&f, 0, x, 1, SOLVED);
    svi_factor_finish(&f);
    double sum = 0;
    unsigned rated = 0;
    for (unsigned i = 0; i < n; i++) {
        step[i] = x[luce->profile.place[i]][0];
        if (luce->prior <= 0 && i < luce->n_bots && luce->rated[i]) {
            sum += step[i];
            rated++;
        }
    }
    for (unsigned i = 0; i < luce->n_bots && rated > 0; i++) {
        step[i] -= luce->rated[i] ? sum / rated : 0;
    }
    return SV_OK;
}

/* Finds the likeliest values, with their information, after sets and features have been gathered.
 * Returns false if there is no memory. */
static bool maximise(struct svi_luce *luce)
{
    if (!make_information(luce)) {
        return false;
    }
    const unsigned n = luce->n;
    SCOPED(scoped_free) double *gradient = svi_new(n + 1u, sizeof *gradient);
    SCOPED(scoped_free) double *step = svi_new(n + 1, sizeof *step);
    SCOPED(scoped_free) double *before = svi_new(n + 1, sizeof *before);
    const bool whole = luce->information != NULL;
    SCOPED(scoped_free) double *factor = svi_new((whole ? (size_t)n * n : 0) + 1, sizeof *factor);
    double(*x)[SVI_MATRIX_WIDE] = svi_new((whole ? 0 : n) + 1, sizeof *x);
    bool has_memory = factor != NULL;
    double height = has_memory ? evaluate(luce, gradient) : 0;
    for (luce->iterations = 0; has_memory && luce->iterations < MAX_ITERATIONS;
         luce->iterations++) {
        bool definite;
        has_memory = solve(luce, gradient, factor, step, x, &definite) == SV_OK;
        if (!has_memory || !definite) {
            break;
        }
        double longest = 0;
        for (unsigned i = 0; i < n; i++) {
            longest = fmax(longest, fabs(step[i]));
        }
        memcpy(before, luce->value, n * sizeof *before);
        double reach = longest > 4.0 ? 4.0 / longest : 1.0;
        for (unsigned half = 0; half < 40; half++) {
            for (unsigned i = 0; i < n; i++) {
                luce->value[i] = before[i] + reach * step[i];
            }
            const double now = evaluate(luce, gradient);
            if (now >= height - 1e-9 * (1.0 + fabs(height))) {
                height = now;
                break;
            }
            reach *= 0.5;
        }
        bool far = false; /* without a prior, delta has no maximum if all games are tied */
        for (unsigned i = 0; i < n; i++) {
            far |= fabs(luce->value[i]) > FARTHEST;
        }
        /* Newton's method squares the step, so the next one would be below rounding */
        if (longest < 1e-7 || far) {
            break;
        }
    }
    free(x);
    return has_memory;
}

/* ---- luce ------------------------------------------------------------------------------------ */

#define ROUNDED 1e-5 /* scores that add up to less count as 0 */

#define NO_SET UINT32_MAX

/* ---- the choices of a game ------------------------------------------------------------------- */

void svi_luce_game(const struct svi_games *games, size_t g, struct svi_luce_choice *choice)
{
    const struct svi_game_rows *game = &games->game[g];
    const struct svi_seat_row *rows = &games->row[game->first];
    const unsigned seats = svi_game_seats(game);
    choice->n = choice->n_left = 0;
    choice->n_chosen = 0;
    for (unsigned s = 0; s < seats; s++) {
        unsigned at = choice->n_left++;
        for (; at > 0 &&
               (choice->place[at - 1] > rows[s].place ||
                (choice->place[at - 1] == rows[s].place && choice->left[at - 1] > rows[s].bot));
             at--) {
            choice->place[at] = choice->place[at - 1];
            choice->left[at] = choice->left[at - 1];
        }
        choice->place[at] = rows[s].place;
        choice->left[at] = rows[s].bot;
    }
}

bool svi_luce_next(struct svi_luce_choice *choice)
{
    choice->n_left -= choice->n_chosen;
    memmove(choice->left, choice->left + choice->n_chosen, choice->n_left * sizeof choice->left[0]);
    memmove(choice->place, choice->place + choice->n_chosen, choice->n_left);
    if (choice->n_left < 2) { /* the last bot has no choice */
        return false;
    }
    choice->n_chosen = 1;
    while (choice->n_chosen < choice->n_left &&
           choice->place[choice->n_chosen] == choice->place[0]) {
        choice->n_chosen++;
    }
    return true;
}

unsigned svi_luce_order(const struct svi_luce *luce, unsigned n)
{
    unsigned o = 0;
    while (luce->order[o] != n) {
        o++;
        assert(o < luce->n_orders);
    }
    return luce->n_bots + o;
}

/* ---- sets ------------------------------------------------------------------------------------ */

static uint64_t hash_of(const uint16_t bots[], unsigned n)
{
    uint64_t h = n;
    for (unsigned i = 0; i < n; i++) {
        h = (h ^ bots[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

static bool rehash(struct svi_luce *luce)
{
    const size_t size = luce->table_size == 0 ? 1024 : 4 * luce->table_size;
    uint32_t *table = svi_new(size, sizeof *table);
    if (table == NULL) {
        return false;
    }
    memset(table, 0xff, size * sizeof *table);
    for (size_t i = 0; i < luce->n_sets; i++) {
        const struct svi_luce_set *set = &luce->set[i];
        size_t at = hash_of(luce->member + set->first, set->size) & (size - 1);
        while (table[at] != NO_SET) {
            at = (at + 1) & (size - 1);
        }
        table[at] = (uint32_t)i;
    }
    free(luce->table);
    luce->table = table;
    luce->table_size = size;
    return true;
}

/* Returns the number of the set of these bots, which are in ascending order; adds the set if it is
 * new. Returns NO_SET if there is no memory. */
static uint32_t set_of(struct svi_luce *luce, const uint16_t bots[], unsigned n)
{
    if (2 * luce->n_sets >= luce->table_size && !rehash(luce)) {
        return NO_SET;
    }
    size_t at = hash_of(bots, n) & (luce->table_size - 1);
    for (; luce->table[at] != NO_SET; at = (at + 1) & (luce->table_size - 1)) {
        const struct svi_luce_set *set = &luce->set[luce->table[at]];
        if (set->size == n && memcmp(luce->member + set->first, bots, n * sizeof *bots) == 0) {
            return luce->table[at];
        }
    }
    void *sets = svi_grow(luce->set, &luce->sets_room, luce->n_sets + 1, sizeof *luce->set);
    luce->set = sets != NULL ? sets : luce->set;
    void *members =
        svi_grow(luce->member, &luce->members_room, luce->n_members + n, sizeof *luce->member);
    luce->member = members != NULL ? members : luce->member;
    if (sets == NULL || members == NULL || luce->n_members > UINT32_MAX - n) {
        return NO_SET;
    }
    luce->set[luce->n_sets] = (struct svi_luce_set){(uint32_t)luce->n_members, (uint16_t)n, 0};
    memcpy(luce->member + luce->n_members, bots, n * sizeof *bots);
    luce->n_members += n;
    luce->table[at] = (uint32_t)luce->n_sets;
    return (uint32_t)luce->n_sets++;
}

static void sort_bots(uint16_t bots[], unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        const uint16_t bot = bots[i];
        unsigned at = i;
        for (; at > 0 && bots[at - 1] > bot; at--) {
            bots[at] = bots[at - 1];
        }
        bots[at] = bot;
    }
}

/* Gathers the choices of all games: their sets, and the observed features. */
static bool gather(struct svi_luce *luce)
{
    struct svi_luce_choice c;
    for (size_t g = 0; g < luce->games->n_games; g++) {
        const double weight = luce->games->game[g].weight;
        svi_luce_game(luce->games, g, &c);
        while (svi_luce_next(&c)) {
            uint16_t bots[SVI_STATS_SEATS];
            memcpy(bots, c.left, sizeof bots);
            sort_bots(bots, c.n_left);
            const uint32_t set = set_of(luce, bots, c.n_left);
            void *stages =
                svi_grow(luce->stage, &luce->stages_room, luce->n_stages + 1, sizeof *luce->stage);
            luce->stage = stages != NULL ? stages : luce->stage;
            if (set == NO_SET || stages == NULL) {
                return false;
            }
            luce->set[set].weight += weight;
            luce->stage[luce->n_stages++] = set;
            for (unsigned i = 0; i < c.n_chosen; i++) {
                luce->observed[c.left[i]] += weight / c.n_chosen;
            }
            if (c.n_chosen > 1) {
                luce->observed[svi_luce_order(luce, c.n_chosen)] += weight;
            }
        }
    }
    return true;
}

/* Finds the sizes of the ties that have happened. */
static void find_orders(struct svi_luce *luce)
{
    bool exact[SVI_STATS_SEATS + 1] = {false};
    const struct svi_games *games = luce->games;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        unsigned at[SVI_STATS_SEATS + 1] = {0};
        const unsigned seats = svi_game_seats(&games->game[g]);
        for (unsigned s = 0; s < seats; s++) {
            at[rows[s].place]++;
        }
        for (unsigned p = 1; p <= seats; p++) {
            exact[at[p]] = true;
        }
    }
    luce->n_orders = 0;
    for (unsigned k = 2; k <= SVI_STATS_SEATS; k++) {
        if (exact[k]) {
            luce->order[luce->n_orders++] = k;
        }
    }
}

/* ---- one choice ------------------------------------------------------------------------------ */

struct moments {
    unsigned size, n;
    double sum, *mean, *covariance;
};

static void add_tie(const struct svi_luce *luce, const uint16_t bots[], const unsigned members[],
                    unsigned order, struct moments *m)
{
    const unsigned k = luce->order[order];
    const double *root = luce->power + (size_t)(1 + order) * luce->n_bots;
    double f = luce->power[(size_t)(1 + luce->n_orders) * luce->n_bots + order]; /* delta */
    for (unsigned i = 0; i < k; i++) {
        f *= root[bots[members[i]]];
    }
    const double share = f / k;
    double *tie = m->covariance + (size_t)(m->size + order) * m->n;
    m->sum += f;
    m->mean[m->size + order] += f;
    tie[m->size + order] += f;
    for (unsigned i = 0; i < k; i++) {
        double *row = m->covariance + (size_t)members[i] * m->n;
        m->mean[members[i]] += share;
        tie[members[i]] += share;
        for (unsigned j = 0; j <= i; j++) {
            row[members[j]] += share / k;
        }
    }
}

/* Adds all T of a tie order, in lexical order. */
static void add_ties(const struct svi_luce *luce, const uint16_t bots[], unsigned order,
                     struct moments *m)
{
    const unsigned k = luce->order[order];
    unsigned member[SVI_STATS_SEATS] = {0};
    for (unsigned i = 1; i < k; i++) {
        member[i] = i;
    }
    for (;;) {
        add_tie(luce, bots, member, order, m);
        unsigned i = k;
        while (i > 0 && member[i - 1] == m->size - k + i - 1) {
            i--;
        }
        if (i == 0) {
            return;
        }
        member[i - 1]++;
        for (; i < k; i++) {
            member[i] = member[i - 1] + 1;
        }
    }
}

double svi_luce_moments(const struct svi_luce *luce, const struct svi_luce_set *set, double mean[],
                        double covariance[])
{
    const uint16_t *bots = luce->member + set->first;
    struct moments m = {set->size, set->size + luce->n_orders, 0, mean, covariance};
    const unsigned n = m.n;
    memset(mean, 0, n * sizeof *mean);
    memset(covariance, 0, (size_t)n * n * sizeof *covariance);
    for (unsigned i = 0; i < m.size; i++) {
        const double f = luce->power[bots[i]];
        m.sum += f;
        mean[i] = f;
        covariance[(size_t)i * n + i] = f;
    }
    for (unsigned o = 0; o < luce->n_orders && luce->order[o] <= m.size; o++) {
        add_ties(luce, bots, o, &m);
    }
    const double one = 1.0 / m.sum;
    for (unsigned i = 0; i < n; i++) {
        mean[i] *= one;
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j <= i; j++) {
            const double c = covariance[(size_t)i * n + j] * one - mean[i] * mean[j];
            covariance[(size_t)i * n + j] = covariance[(size_t)j * n + i] = c;
        }
    }
    return m.sum;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Marks the bots that are rated. Without a prior these are the bots of the main group, and only the
 * games among them count. */
static enum sv_status choose_rated(struct svi_luce *luce)
{
    for (unsigned i = 0; i < luce->n_bots; i++) {
        luce->rated[i] = luce->group[i] < luce->n_groups &&
                         (luce->prior > 0 || luce->group[i] == luce->main_group);
    }
    if (luce->prior > 0 || luce->n_groups < 2) {
        return SV_OK;
    }
    SCOPED(scoped_free) bool *out = svi_new(luce->n_bots + 1u, sizeof *out);
    for (unsigned i = 0; i < luce->n_bots; i++) {
        out[i] = !luce->rated[i];
    }
    const struct svi_games *all = luce->games;
    luce->games = &luce->own;
    return svi_games_without(all, out, &luce->own);
}

void svi_luce_tilt(const struct svi_luce *luce, size_t g, double out[SVI_STATS_SEATS])
{
    const struct svi_game_rows *game = &luce->games->game[g];
    const struct svi_seat_row *rows = &luce->games->row[game->first];
    const unsigned seats = svi_game_seats(game);
    double sum = 0;
    unsigned n = 0;
    for (unsigned s = 0; s < seats; s++) {
        const bool off = luce->far[rows[s].bot];
        out[s] = off ? 0 : svi_tilt_of(luce->tilt, luce->games, game, s);
        sum += out[s];
        n += !off;
    }
    for (unsigned s = 0; s < seats && (n < seats || fabs(sum) > ROUNDED); s++) {
        out[s] -= luce->far[rows[s].bot] ? 0 : sum / n;
    }
}

/* Subtracts luck from the observed results. All games of the table count. */
static void take_tilt(struct svi_luce *luce)
{
    const struct svi_games *games = luce->games;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_game_rows *game = &games->game[g];
        double tilt[SVI_STATS_SEATS];
        svi_luce_tilt(luce, g, tilt);
        for (unsigned s = 0; s < svi_game_seats(game); s++) {
            luce->observed[games->row[game->first + s].bot] -= game->weight * tilt[s];
        }
    }
}

SVI_ORDER(compare_values, double, SVI_COMPARE(*one, *other))

/* Marks bots that are further from the median than any likeliest rating can be. Returns whether it
 * has marked one that was not marked before. `room` is scratch space for n_bots numbers. */
static bool find_far(struct svi_luce *luce, double room[])
{
    unsigned n = 0;
    bool any = false;
    for (unsigned i = 0; i < luce->n_bots; i++) {
        if (luce->rated[i]) {
            room[n++] = luce->value[i];
        }
    }
    qsort(room, n, sizeof *room, compare_values);
    for (unsigned i = 0; i < luce->n_bots && n > 0; i++) {
        if (luce->rated[i] && fabs(luce->value[i] - room[n / 2]) > SVI_LUCE_FAR && !luce->far[i]) {
            luce->far[i] = any = true;
        }
    }
    return any;
}

/* Without its luck, a bot that lost all its games may have a result worse than losing them all,
 * which no rating can expect. The luck of such a bot is not subtracted, and the fit starts
 * again. */
static bool maximise_tilted(struct svi_luce *luce)
{
    SCOPED(scoped_free) double *plain = svi_new(luce->n + 1u, sizeof *plain);
    SCOPED(scoped_free) double *room = svi_new(luce->n + 1u, sizeof *room);
    bool has_memory;
    memcpy(plain, luce->observed, luce->n * sizeof *plain);
    do {
        memcpy(luce->observed, plain, luce->n * sizeof *plain);
        memset(luce->value, 0, luce->n * sizeof *luce->value);
        take_tilt(luce);
        has_memory = maximise(luce);
    } while (has_memory && find_far(luce, room));
    return has_memory;
}

enum sv_status svi_luce_init_tilted(struct svi_luce *luce, const struct svi_games *games,
                                    double prior, const struct svi_tilt *tilt)
{
    memset(luce, 0, sizeof *luce);
    luce->games = games;
    luce->prior = prior;
    luce->tilt = tilt;
    luce->n_bots = games->n_bots;
    luce->group = svi_new(luce->n_bots + 1u, sizeof *luce->group);
    luce->rated = svi_new(luce->n_bots + 1u, sizeof *luce->rated);
    luce->far = svi_new(luce->n_bots + 1u, sizeof *luce->far);
    bool has_memory = svi_groups_find(games, luce->group, &luce->n_groups, &luce->main_group,
                                      &luce->connected) == SV_OK &&
                      choose_rated(luce) == SV_OK;
    if (has_memory) {
        find_orders(luce);
        luce->n = luce->n_bots + luce->n_orders;
        luce->observed = svi_new(luce->n + 1u, sizeof *luce->observed);
        luce->value = svi_new(luce->n + 1u, sizeof *luce->value);
        luce->power = svi_new((size_t)(luce->n_orders + 1) * luce->n_bots + luce->n_orders + 1,
                              sizeof *luce->power);
        has_memory = luce->power != NULL && gather(luce) &&
                     (tilt != NULL ? maximise_tilted(luce) : maximise(luce));
    }
    if (!has_memory) {
        svi_luce_finish(luce);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

enum sv_status svi_luce_init(struct svi_luce *luce, const struct svi_games *games, double prior)
{
    return svi_luce_init_tilted(luce, games, prior, NULL);
}

void svi_luce_finish(struct svi_luce *luce)
{
    svi_games_finish(&luce->own);
    svi_free_all(luce->group, luce->rated, luce->far, luce->observed, luce->value, luce->power,
                 luce->information);
    svi_profile_finish(&luce->profile);
    svi_free_all(luce->set, luce->member, luce->table, luce->stage);
    memset(luce, 0, sizeof *luce);
}
