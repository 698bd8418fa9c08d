/* Answers by the futures that they lead to. */
#include "tools/analysis/evaluating.h"

#include <math.h>
#include <string.h>

#define ROUNDS 2u    /* that a future is played on for */
#define LEAST 8u     /* futures before an answer is dropped */
#define HOPELESS 3.0 /* standard errors that it is worse by then */
#define LONGER 4u    /* times as many futures where the interval does not settle the class */

/* One future of an answer: points by seat. */
static enum sv_status play_on(struct svi_evaluating *x, unsigned candidate, unsigned future,
                              double points[SV_MAX_SEATS])
{
    struct svi_evaluation *v = x->v;
    const struct sv_until until = {.round = (uint16_t)(x->d->position.round + ROUNDS)};
    uint8_t key[SV_KEY_BYTES];
    struct sv_state st;
    struct svi_worth worth;
    memcpy(key, x->key, sizeof key);
    key[0] ^= (uint8_t)(future + 1);
    key[1] ^= (uint8_t)((future + 1) >> 8);
    const enum sv_status status = sv_playout(
        v->e, &x->d->position, &x->d->course, x->d->asked, x->seat,
        &v->candidates.answer[candidate], &v->players[future % SVI_TABLES], key, &until, &st, NULL);
    if (status != SV_OK) {
        return status;
    }
    svi_value_of(&v->value, &v->base, &st.position, &worth);
    for (unsigned s = 0; s < st.position.seats; s++) {
        points[s] = worth.points[s][SVI_HEAD_ANY];
    }
    v->sample[candidate][future] = points[x->seat];
    return SV_OK;
}

/* Computes the mean of a less b over `n` futures from `first` on, and its standard error. All
 * tables count equally. Their differences are part of the error, as the players of a later table
 * are not known. */
static double difference(const struct svi_evaluation *v, unsigned a, unsigned b, unsigned first,
                         unsigned n, double *se)
{
    double mean[SVI_TABLES] = {0};
    double variance = 0;
    double all = 0;
    for (unsigned t = 0; t < SVI_TABLES; t++) {
        const unsigned from = first + (SVI_TABLES + t - first % SVI_TABLES) % SVI_TABLES;
        const unsigned count = (first + n - from + SVI_TABLES - 1) / SVI_TABLES;
        double squares = 0;
        for (unsigned f = from; f < first + n; f += SVI_TABLES) {
            mean[t] += (v->sample[a][f] - v->sample[b][f]) / count;
        }
        for (unsigned f = from; f < first + n; f += SVI_TABLES) {
            const double off = v->sample[a][f] - v->sample[b][f] - mean[t];
            squares += off * off;
        }
        variance += squares / (count - 1) / count / (SVI_TABLES * SVI_TABLES);
        all += mean[t] / SVI_TABLES;
    }
    for (unsigned t = 0; t < SVI_TABLES; t++) {
        variance += (mean[t] - all) * (mean[t] - all) / SVI_TABLES;
    }
    *se = sqrt(variance);
    return all;
}

/* The best of those in the race after `n` futures; of equal ones the answer given. */
static unsigned leader(const struct svi_evaluating *x, uint32_t in, unsigned n)
{
    unsigned best = x->given;
    double most = 0;
    for (uint32_t left = in; left != 0; left &= left - 1) {
        double se;
        const double by = difference(x->v, sv_first(left), x->given, 0, n, &se);
        if (by > most) {
            most = by;
            best = sv_first(left);
        }
    }
    return best;
}

/* Plays `futures`, an even number, of all candidates, and drops on the way those that are surely
 * not the best. The answer given stays. */
static enum sv_status choose(struct svi_evaluating *x, unsigned futures, unsigned tried[],
                             unsigned *best)
{
    const unsigned n = x->v->candidates.n;
    uint32_t in = (uint32_t)((UINT64_C(1) << n) - 1);
    double points[SV_MAX_SEATS];
    for (unsigned f = 0; f < futures; f++) {
        for (uint32_t left = in; left != 0; left &= left - 1) {
            const enum sv_status status = play_on(x, sv_first(left), f, points);
            if (status != SV_OK) {
                return status;
            }
            tried[sv_first(left)] = f + 1;
        }
        if (f + 1 < LEAST || f % SVI_TABLES == 0 || f + 1 == futures) {
            continue;
        }
        *best = leader(x, in, f + 1);
        for (uint32_t left = in; left != 0; left &= left - 1) {
            const unsigned k = sv_first(left);
            double se;
            const double by = difference(x->v, *best, k, 0, f + 1, &se);
            if (k != *best && k != x->given && by > HOPELESS * se) {
                in &= ~(1u << k);
            }
        }
    }
    *best = leader(x, in, futures);
    return SV_OK;
}

/* Whether the class would stay if the estimate were exact. */
static bool settled(const struct svi_evaluation *v, unsigned a, unsigned b, unsigned first,
                    unsigned n)
{
    double se;
    const double cost = difference(v, a, b, first, n, &se);
    return svi_class_of(cost, se) == svi_class_of(cost, 0);
}

enum sv_status svi_evaluate_search(struct svi_evaluating *x, unsigned futures,
                                   struct svi_found *out)
{
    struct svi_evaluation *v = x->v;
    const unsigned half = futures / 4 * 2; /* the same number of each table */
    unsigned tried[SVI_CANDIDATES] = {0};
    double sum[SV_MAX_SEATS] = {0};
    svi_tables_look_at(v, &x->d->question);
    enum sv_status status = choose(x, half, tried, &out->best);
    if (status != SV_OK) {
        return status;
    }
    for (unsigned i = 0; i < v->candidates.n; i++) {
        out->difference[i] = difference(v, i, x->given, 0, tried[i], &out->se[i]);
    }
    double mean = 0;
    for (unsigned f = 0; f < half; f++) {
        mean += v->sample[x->given][f] / half;
    }
    out->given = mean;
    if (out->best == x->given) {
        return SV_OK;
    }
    unsigned end = futures;
    for (unsigned f = half; f < end; f++) {
        double given[SV_MAX_SEATS] = {0};
        double best[SV_MAX_SEATS] = {0};
        status = play_on(x, x->given, f, given);
        if (status == SV_OK) {
            status = play_on(x, out->best, f, best);
        }
        if (status != SV_OK) {
            return status;
        }
        for (unsigned s = 0; s < x->d->position.seats; s++) {
            sum[s] += given[s] - best[s];
        }
        if (f + 1 == futures && !settled(v, out->best, x->given, half, futures - half)) {
            end = LONGER * futures < SVI_MOST_FUTURES ? LONGER * futures : SVI_MOST_FUTURES;
        }
    }
    out->difference[out->best] =
        difference(v, out->best, x->given, half, end - half, &out->se[out->best]);
    for (unsigned s = 0; s < x->d->position.seats; s++) {
        out->change[s] = sum[s] / (end - half);
    }
    return SV_OK;
}
