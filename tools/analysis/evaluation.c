#include "tools/analysis/evaluation.h"

#include "base/scoped.h"
#include "game/chance.h"
#include "game/game.h"
#include "policy/candidates.h"
#include "policy/rival.h"
#include "record/replay.h"
#include "value/settle.h"
#include "value/value.h"
#include "wire/answer_codec.h"

#include <solvent/policy.h>
#include <solvent/search.h>

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS 8u          /* of cards that an answer calls up */
#define MOST_REACTIONS 64 /* answers to what an answer causes, before the next throw */
#define UNLIKELY 0.05     /* below it the trader answers offers, as many branches cost time */

struct svi_evaluation {
    const struct sv_edition *e;
    struct svi_evaluator evaluator; /* chooses the candidates */
    struct svi_value value;
    struct svi_value_base base;
    bool classic;              /* `value` uses the table of the edition classic */
    struct sv_players traders; /* answer what a candidate causes */
    struct sv_match match;     /* of the seat that decides */
    struct svi_candidates candidates;
};

/* A decision under evaluation. */
struct evaluating {
    struct svi_evaluation *v;
    const struct svi_decision *d;
    unsigned seat, given;
    bool through; /* goes on behind the next throw */
    uint8_t key[SV_KEY_BYTES];
};

/* The findings about each candidate. */
struct found {
    unsigned best;
    double difference[SVI_CANDIDATES]; /* of the seat's points, to the answer given */
    double given;                      /* points of the answer given */
    double change[SV_MAX_SEATS];       /* as in struct svi_evaluated */
};

struct svi_evaluation *svi_evaluation_create(const struct sv_edition *edition, unsigned seats)
{
    struct svi_evaluation *v = calloc(1, sizeof *v);
    const struct sv_bot *bots[SV_MAX_SEATS];
    /* The weights of luck: what a decision cost does not change with the policies. */
    const struct svi_weights *weights = svi_weights_for(edition);
    if (v == NULL || !svi_evaluator_init(&v->evaluator, edition, weights)) {
        free(v);
        return NULL;
    }
    v->e = edition;
    svi_value_init(&v->value, edition, weights);
    v->classic = strcmp(weights->family, "classic") == 0;
    for (unsigned s = 0; s < seats; s++) {
        bots[s] = &sv_policy_trader;
    }
    (void)sv_players_init(&v->traders, edition, bots, seats);
    v->match = (struct sv_match){
        .user = &v->evaluator, .edition = edition, .seats = (uint8_t)seats, .id = 0};
    return v;
}

void svi_evaluation_destroy(struct svi_evaluation *v)
{
    if (v != NULL) {
        sv_players_finish(&v->traders);
        svi_evaluator_finish(&v->evaluator);
        free(v);
    }
}

static void take_event(void *rivals, const struct sv_event *ev)
{
    sv_rivals_event(rivals, ev);
}

enum sv_status svi_evaluation_fit(struct svi_evaluation *v, const uint8_t *bytes, size_t size)
{
    struct sv_rivals *rivals = svi_rivals_create(v->e, svi_weights_for(v->e));
    SCOPED(scoped_free) struct svi_replay *replay = calloc(1, sizeof *replay);
    SCOPED(svi_game_finish) struct svi_game game;
    const struct sv_sink sink = {take_event, rivals};
    svi_game_init(&game);
    if (rivals == NULL || replay == NULL) {
        sv_rivals_destroy(rivals);
        return SV_E_SYSTEM;
    }
    sv_rivals_destroy(v->evaluator.rivals);
    v->evaluator.rivals = rivals;
    enum sv_status status = svi_replay_open(replay, bytes, size);
    status = status == SV_OK ? svi_replay_start(replay, &game, &sink) : status;
    while (status == SV_OK && !svi_game_over(&game)) {
        sv_rivals_see(rivals, &game.state.position);
        status = svi_replay_next(replay, &game);
    }
    return status;
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
static void find_candidates(struct evaluating *x)
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

/* Adds the points of all seats, weighted. */
static void add_value(struct svi_evaluation *v, const struct sv_state *st, double weight,
                      double points[SV_MAX_SEATS])
{
    struct sv_position settled;
    const struct sv_position *p = &st->position;
    struct svi_worth worth;
    if (sv_pending(st) != 0) {
        svi_settle(v->e, st, &settled);
        p = &settled;
    }
    svi_value_of(&v->value, &v->base, p, &worth);
    for (unsigned s = 0; s < p->seats; s++) {
        points[s] += weight * worth.points[s][SVI_HEAD_ANY];
    }
}

/* Candidates with the best first; of equal ones the answer given, then in their own order. */
static bool put_candidates(const struct evaluating *x, const struct found *found,
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
                                                   .points = found->given + found->difference[k]};
    }
    return true;
}

/* ---- comparing candidates -------------------------------------------------------------------- */

/* One step: an answer, or without one what comes after a rest. */
struct step {
    unsigned seat;
    const struct sv_answer *answer; /* NULL: none */
};

static void take(struct svi_evaluation *v, struct sv_state *st, const struct step *step,
                 struct svi_chance_event *chance)
{
    if (step->answer != NULL) {
        svi_chance_apply(v->e, st, step->seat, step->answer, chance);
    } else {
        svi_chance_go_on(v->e, st, chance);
    }
}

/* The step with all that chance may do in it: a throw exactly, cards by some draws. */
static void average(struct evaluating *x, const struct sv_state *from, const struct step *step,
                    const struct svi_chance_event *seen, double weight, double points[SV_MAX_SEATS])
{
    struct svi_throw throws[SVI_THROWS];
    const bool thrown = seen->first == SVI_CHANCE_THROW;
    const unsigned n = thrown ? svi_chance_throws(x->v->e, seen, throws) : DRAWS;
    const double all = !thrown ? DRAWS : seen->three ? 216 : 36;
    for (unsigned i = 0; i < n; i++) {
        struct sv_state st = *from;
        struct svi_chance_event chance = {.redrawn = true, .card = i};
        st.secret.key[0] ^= (uint8_t)(i + 1);
        if (thrown) {
            memcpy(chance.dice, throws[i].dice, sizeof chance.dice);
        }
        take(x->v, &st, step, &chance);
        add_value(x->v, &st, weight * (thrown ? throws[i].chances : 1) / all, points);
    }
}

/* Answers a question in reaction, as the trader does. */
static void react(struct svi_evaluation *v, const struct sv_state *st, const struct sv_question *q,
                  struct sv_answer *a)
{
    struct sv_match *m = &v->traders.match[q->seat];
    if (q->kind == SV_DECISION_MANAGE) {
        sv_answer_default(v->e, &st->position, q, a);
        return;
    }
    m->position = &st->position;
    sv_bot_decide(v->traders.bot[q->seat], m, q, a);
    if (sv_check(v->e, &st->position, q, a) != SV_OK) {
        sv_answer_default(v->e, &st->position, q, a);
    }
}

static bool carry_on(struct evaluating *x, const struct sv_state *from, struct step step,
                     unsigned n, double weight, double points[SV_MAX_SEATS]);

/* Carries out what follows an offer to a rival: the table if it accepts, and if it refuses, as
 * likely as the model of that rival has it. */
static bool offer(struct evaluating *x, const struct sv_state *st, const struct sv_question *q,
                  unsigned n, double weight, double points[SV_MAX_SEATS])
{
    struct sv_rivals *rivals = x->v->evaluator.rivals;
    struct sv_answer answer;
    sv_answer_clear(&st->position, q, &answer);
    sv_rivals_see(rivals, &st->position);
    const double accepts =
        (double)sv_rivals_accepts(rivals, q->other, &q->offer).mean / SV_CHANCE_ONE;
    answer.choice = SV_CHOICE_TRADE_ACCEPT;
    const bool taken =
        carry_on(x, st, (struct step){q->seat, &answer}, n, weight * accepts, points);
    answer.choice = SV_CHOICE_TRADE_REJECT;
    return carry_on(x, st, (struct step){q->seat, &answer}, n, weight * (1 - accepts), points) &&
           taken;
}

/* Carries a step out, up to the next rest, or with x->through behind the next throw, and adds the
 * points. Returns whether a throw is behind it. */
static bool carry_on(struct evaluating *x, const struct sv_state *from, struct step step,
                     unsigned n, double weight, double points[SV_MAX_SEATS])
{
    struct sv_state st = *from;
    struct sv_answer reaction;
    for (; weight > 0; n++) {
        const struct sv_state before = st;
        struct svi_chance_event chance = {.redrawn = true};
        take(x->v, &st, &step, &chance);
        if (chance.first != SVI_CHANCE_NONE) {
            average(x, &before, &step, &chance, weight, points);
            return chance.first == SVI_CHANCE_THROW;
        }
        const unsigned asked = sv_pending(&st);
        if (asked != 0 && n < MOST_REACTIONS) {
            struct sv_question q;
            (void)sv_ask(x->v->e, &st, sv_first(asked), &q);
            if (q.kind == SV_DECISION_TRADE && q.seat != x->seat && weight > UNLIKELY) {
                return offer(x, &st, &q, n + 1, weight, points);
            }
            step = (struct step){q.seat, &reaction};
            react(x->v, &st, &q, &reaction);
        } else if (asked == 0 && x->through && st.position.over == 0) {
            step = (struct step){0, NULL};
        } else {
            add_value(x->v, &st, weight, points);
            return false;
        }
    }
    return true;
}

/* Windows are not opened, and who is asked in reaction is asked what the trader answers. */
static void ask_in_reaction(struct sv_state *st)
{
    const uint32_t answers =
        sv_bot_answers(&sv_policy_trader) & ~(UINT32_C(1) << SV_DECISION_MANAGE);
    for (unsigned s = 0; s < st->position.seats; s++) {
        if (!sv_has(st->position.forfeited, s)) {
            sv_ask_only(st, s, answers, NULL);
        }
    }
}

/* The share of the value function's figure that an independent judge finds for omissions, which the
 * next window can often repair (docs/ANALYSIS.md). */
#define OMITTED_SHARE 0.25

/* The judge finds this share of all that the tables say beyond the family of classic, whose games
 * they have seen less of. */
#define OTHER_SHARE 0.8

static bool plans(const struct evaluating *x, const struct sv_answer *a)
{
    const struct sv_position *p = &x->d->position;
    return a->plan.mortgage != 0 || a->plan.lift != 0 ||
           memcmp(a->plan.level, p->level, sizeof a->plan.level) != 0;
}

/* Returns the share of a candidate's difference from the given answer that counts. */
static double share_of(const struct evaluating *x, const struct sv_answer *a)
{
    const bool omitted = x->d->question.kind == SV_DECISION_MANAGE && a->n_offers == 0 &&
                         plans(x, a) && !plans(x, &x->d->answer);
    return (omitted ? OMITTED_SHARE : 1) * (x->v->classic ? 1 : OTHER_SHARE);
}

/* Evaluates the candidates, of which there are two or more. *out is all 0 but for `best` and
 * `given`. */
static void compare(struct evaluating *x, const struct sv_state *st, struct found *out)
{
    const struct svi_candidates *all = &x->v->candidates;
    struct sv_state from = *st;
    double points[SVI_CANDIDATES][SV_MAX_SEATS] = {0};
    bool behind[SVI_CANDIDATES] = {false};
    ask_in_reaction(&from);
    for (unsigned i = 0; i < all->n; i++) {
        behind[i] = carry_on(x, &from, (struct step){x->seat, &all->answer[i]}, 0, 1, points[i]);
        x->through = x->through || behind[i];
    }
    /* Where one of them throws, all are seen behind a throw. */
    for (unsigned i = 0; x->through && i < all->n; i++) {
        if (!behind[i]) {
            memset(points[i], 0, sizeof points[i]);
            (void)carry_on(x, &from, (struct step){x->seat, &all->answer[i]}, 0, 1, points[i]);
        }
    }
    const double *given = points[x->given];
    out->given = given[x->seat];
    for (unsigned i = 0; i < all->n; i++) {
        out->difference[i] = share_of(x, &all->answer[i]) * (points[i][x->seat] - out->given);
        if (out->difference[i] > out->difference[out->best]) {
            out->best = i;
        }
    }
    const double share = share_of(x, &all->answer[out->best]);
    for (unsigned s = 0; s < st->position.seats; s++) {
        out->change[s] = share * (given[s] - points[out->best][s]);
    }
}

/* ---- a decision ------------------------------------------------------------------------------ */

enum sv_status svi_evaluate(struct svi_evaluation *v, const struct svi_decision *decision,
                            const uint8_t digest[SVI_DIGEST_BYTES], struct svi_evaluated *out)
{
    struct evaluating x = {.v = v, .d = decision, .seat = decision->question.seat};
    struct found found = {0};
    struct sv_state st;
    memset(out, 0, sizeof *out);
    draw_key(digest, decision->number, x.key);
    const enum sv_status status =
        sv_determinise(v->e, &decision->position, &decision->course, decision->asked, x.key, &st);
    if (status != SV_OK) {
        return status;
    }
    add_value(v, &st, 1, out->before);
    find_candidates(&x);
    found.best = x.given;
    found.given = out->before[x.seat];
    if (v->candidates.n > 1) {
        compare(&x, &st, &found);
    }
    out->missed = out->cost = found.difference[found.best];
    memcpy(out->change, found.change, sizeof out->change);
    return put_candidates(&x, &found, out) ? SV_OK : SV_E_SYSTEM;
}
