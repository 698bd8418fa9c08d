#include "tools/analysis/evaluation.h"

#include "tools/analysis/evaluating.h"
#include "value/stand_in.h"
#include "wire/answer_codec.h"

#include <solvent/policy.h>

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct svi_evaluation *svi_evaluation_create(const struct sv_edition *edition, unsigned seats)
{
    struct svi_evaluation *v = calloc(1, sizeof *v);
    if (v == NULL || !svi_evaluator_init(&v->evaluator, edition)) {
        free(v);
        return NULL;
    }
    v->e = edition;
    const struct svi_weights *weights = svi_weights_for(edition);
    svi_value_init(&v->value, edition, weights);
    v->classic = strcmp(weights->family, "classic") == 0;
    svi_tables_init(v, seats);
    v->match = (struct sv_match){
        .user = &v->evaluator, .edition = edition, .seats = (uint8_t)seats, .id = 0};
    return v;
}

void svi_evaluation_destroy(struct svi_evaluation *v)
{
    if (v != NULL) {
        for (unsigned t = 0; t < SVI_TABLES; t++) {
            sv_players_finish(&v->players[t]);
        }
        svi_evaluator_finish(&v->evaluator);
        free(v);
    }
}

/* A key of the decision's own: nothing of the game's luck is in it. */
static void draw_key(const uint8_t digest[SVI_DIGEST_BYTES], uint32_t number,
                     uint8_t key[SV_KEY_BYTES])
{
    static const char label[] = "solvent analysis";
    const uint8_t bytes[] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                             (uint8_t)(number >> 24)};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, SV_KEY_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, digest, SVI_DIGEST_BYTES);
    crypto_generichash_update(&state, bytes, sizeof bytes);
    crypto_generichash_final(&state, key, SV_KEY_BYTES);
}

/* The candidates, the answer given among them in any case. */
static void find_candidates(struct svi_evaluating *x)
{
    struct svi_evaluation *v = x->v;
    struct sv_match *m = &v->match;
    m->position = &x->d->position;
    m->course = &x->d->course;
    m->seat = (uint8_t)x->seat;
    m->rng = (struct sv_rng){0};
    memcpy(m->rng.key, x->key, sizeof m->rng.key);
    svi_candidates_find(&v->candidates, m, &x->d->question);
    for (unsigned i = 0; i < v->candidates.n; i++) {
        if (svi_answer_same(&v->candidates.answer[i], &x->d->answer)) {
            x->given = i;
            return;
        }
    }
    /* Whatever it is: it was carried out. */
    x->given = v->candidates.n < SVI_CANDIDATES ? v->candidates.n++ : SVI_CANDIDATES - 1;
    v->candidates.answer[x->given] = x->d->answer;
}

static void evaluate_state(struct svi_evaluation *v, const struct sv_state *st,
                           double points[SV_MAX_SEATS])
{
    struct sv_position stood_in;
    struct svi_worth worth;
    svi_stand_in(v->e, st, &stood_in);
    svi_value_of(&v->value, &v->base, &stood_in, &worth);
    for (unsigned s = 0; s < st->position.seats; s++) {
        points[s] = worth.points[s][SVI_HEAD_ANY];
    }
}

/* Candidates with the best first; of equal ones the answer given, then in their own order. */
static bool put_candidates(const struct svi_evaluating *x, const struct svi_found *found,
                           struct svi_evaluated *out)
{
    const struct svi_candidates *all = &x->v->candidates;
    unsigned order[SVI_CANDIDATES];
    out->candidate = malloc(all->n * sizeof *out->candidate);
    if (out->candidate == NULL) {
        return false;
    }
    for (unsigned i = 0; i < all->n; i++) {
        unsigned at = i;
        for (; at > 0; at--) {
            const unsigned o = order[at - 1];
            const bool before = i == found->best ||
                                (o != found->best &&
                                 (found->difference[i] > found->difference[o] ||
                                  (i == x->given && found->difference[i] >= found->difference[o])));
            if (!before) {
                break;
            }
            order[at] = o;
        }
        order[at] = i;
    }
    out->n = all->n;
    for (unsigned i = 0; i < all->n; i++) {
        const unsigned k = order[i];
        out->given = k == x->given ? i : out->given;
        out->best = k == found->best ? i : out->best;
        out->candidate[i] = (struct svi_candidate){.answer = all->answer[k],
                                                   .points = found->given + found->difference[k],
                                                   .se = found->se[k],
                                                   .place = (uint8_t)k};
    }
    return true;
}

/* Prepares the evaluation of any answer: the state, its worth, and the candidates. */
static enum sv_status begin(struct svi_evaluating *x, const uint8_t digest[SVI_DIGEST_BYTES],
                            struct sv_state *st, double before[SV_MAX_SEATS])
{
    const struct svi_decision *d = x->d;
    draw_key(digest, d->number, x->key);
    const enum sv_status status =
        sv_determinise(x->v->e, &d->position, &d->course, d->asked, x->key, st);
    if (status == SV_OK) {
        evaluate_state(x->v, st, before);
        find_candidates(x);
    }
    return status;
}

enum sv_status svi_evaluate_again(struct svi_evaluation *v, const struct svi_decision *decision,
                                  const uint8_t digest[SVI_DIGEST_BYTES], struct svi_evaluated *out)
{
    struct svi_evaluating x = {.v = v, .d = decision, .seat = decision->question.seat};
    struct sv_state st;
    const enum sv_status status = begin(&x, digest, &st, out->before);
    if (status != SV_OK) {
        return status;
    }
    if (out->n != v->candidates.n || out->candidate[out->given].place != x.given) {
        return SV_E_RANGE;
    }
    for (unsigned i = 0; i < out->n; i++) {
        out->candidate[i].answer = v->candidates.answer[out->candidate[i].place];
    }
    out->cost = out->missed;
    out->class = svi_class_of(out->cost, out->se);
    return SV_OK;
}

enum sv_status svi_evaluate(struct svi_evaluation *v, const struct svi_decision *decision,
                            const uint8_t digest[SVI_DIGEST_BYTES], enum svi_depth depth,
                            unsigned futures, struct svi_evaluated *out)
{
    struct svi_evaluating x = {.v = v, .d = decision, .seat = decision->question.seat};
    struct svi_found found = {0};
    struct sv_state st;
    assert(futures >= 8 && futures <= SVI_MOST_FUTURES);
    memset(out, 0, sizeof *out);
    enum sv_status status = begin(&x, digest, &st, out->before);
    if (status != SV_OK) {
        return status;
    }
    found.best = x.given;
    found.given = out->before[x.seat];
    if (v->candidates.n > 1) {
        status = depth == SVI_DEPTH_QUICK ? svi_evaluate_quick(&x, &st, &found)
                                          : svi_evaluate_search(&x, futures, &found);
    }
    if (status != SV_OK) {
        return status;
    }
    out->missed = out->cost = found.difference[found.best];
    out->se = found.se[found.best];
    out->class = svi_class_of(out->cost, out->se);
    memcpy(out->change, found.change, sizeof out->change);
    return put_candidates(&x, &found, out) ? SV_OK : SV_E_SYSTEM;
}
