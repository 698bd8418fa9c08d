/* Answers by what the value function says of the table that they leave. */
#include "tools/analysis/evaluating.h"

#include "game/chance.h"
#include "game/game.h"
#include "value/stand_in.h"

#include <solvent/policy.h>

#include <math.h>
#include <string.h>

#define DRAWS 8u          /* of cards that an answer calls up */
#define MOST_REACTIONS 64 /* answers to what an answer causes, before the next throw */

/* Points by seat, by each head of the value function. */
struct worth {
    double points[SV_MAX_SEATS][SVI_HEADS];
};

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

static void add_value(struct svi_evaluation *v, const struct sv_state *st, double weight,
                      struct worth *sum)
{
    struct sv_position stood_in;
    const struct sv_position *p = &st->position;
    struct svi_worth worth;
    if (sv_pending(st) != 0) {
        svi_stand_in(v->e, st, &stood_in);
        p = &stood_in;
    }
    svi_value_of(&v->value, &v->base, p, &worth);
    for (unsigned s = 0; s < p->seats; s++) {
        for (unsigned h = 0; h < SVI_HEADS; h++) {
            sum->points[s][h] += weight * worth.points[s][h];
        }
    }
}

/* The step with all that chance may do in it: a throw exactly, cards by some draws. */
static void average(struct svi_evaluating *x, const struct sv_state *from, const struct step *step,
                    const struct svi_chance_event *seen, struct worth *out)
{
    struct svi_throw throws[SVI_THROWS];
    const bool thrown = seen->first == SVI_CHANCE_THROW;
    const unsigned n = thrown ? svi_chance_throws(x->v->e, seen, throws) : DRAWS;
    const double all = !thrown ? DRAWS : seen->three ? 216 : 36;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < n; i++) {
        struct sv_state st = *from;
        struct svi_chance_event chance = {.redrawn = true, .card = i};
        st.secret.key[0] ^= (uint8_t)(i + 1);
        if (thrown) {
            memcpy(chance.dice, throws[i].dice, sizeof chance.dice);
        }
        take(x->v, &st, step, &chance);
        add_value(x->v, &st, (thrown ? throws[i].chances : 1) / all, out);
    }
}

/* Answers for the first seat that is asked in reaction. */
static void react(struct svi_evaluation *v, const struct sv_state *st, unsigned seat,
                  struct sv_answer *a)
{
    struct sv_match *m = &v->players[0].match[seat];
    struct sv_question q;
    (void)sv_ask(v->e, st, seat, &q);
    if (q.kind == SV_DECISION_MANAGE) {
        sv_answer_default(v->e, &st->position, &q, a);
        return;
    }
    m->position = &st->position;
    sv_bot_decide(v->players[0].bot[seat], m, &q, a);
    if (sv_check(v->e, &st->position, &q, a) != SV_OK) {
        sv_answer_default(v->e, &st->position, &q, a);
    }
}

/* Carries an answer out, up to the next rest, or with `through` behind the next throw. Returns
 * whether a throw is behind it. */
static bool carry_out(struct svi_evaluating *x, const struct sv_state *from,
                      const struct sv_answer *answer, bool through, struct worth *out)
{
    struct sv_state st = *from;
    struct sv_answer reaction;
    struct step step = {x->seat, answer};
    for (unsigned n = 0;; n++) {
        const struct sv_state before = st;
        struct svi_chance_event chance = {.redrawn = true};
        take(x->v, &st, &step, &chance);
        if (chance.first != SVI_CHANCE_NONE) {
            average(x, &before, &step, &chance, out);
            return chance.first == SVI_CHANCE_THROW;
        }
        const unsigned asked = sv_pending(&st);
        if (asked != 0 && n < MOST_REACTIONS) {
            step = (struct step){sv_first(asked), &reaction};
            react(x->v, &st, step.seat, &reaction);
        } else if (asked == 0 && through && st.position.over == 0) {
            step = (struct step){0, NULL};
        } else {
            memset(out, 0, sizeof *out);
            add_value(x->v, &st, 1, out);
            return false;
        }
    }
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

/* Errors of the value function are as its heads differ, and grow with what it says. Its share of a
 * difference is what an independent judge finds (docs/ANALYSIS.md). */
#define ERROR_SHARE 0.15
#define OTHER_ERROR_SHARE 0.25 /* beyond the family of classic */

static double spread(const struct worth *a, const struct worth *b, unsigned seat, bool classic)
{
    const double any = (classic ? ERROR_SHARE : OTHER_ERROR_SHARE) *
                       (a->points[seat][SVI_HEAD_ANY] - b->points[seat][SVI_HEAD_ANY]);
    double sum = 0;
    for (unsigned h = 0; h < SVI_HEADS; h++) {
        const double off = (a->points[seat][h] - b->points[seat][h]) -
                           (a->points[seat][SVI_HEAD_ANY] - b->points[seat][SVI_HEAD_ANY]);
        sum += off * off;
    }
    return sqrt(sum / (SVI_HEADS - 1) + any * any);
}

/* The share of the value function's figure that an independent judge finds for omissions, which the
 * next window can often repair (docs/ANALYSIS.md). */
#define OMITTED_SHARE 0.25

/* The judge finds this share of all that the tables say beyond the family of classic, whose games
 * they have seen less of. */
#define OTHER_SHARE 0.8

static bool plans(const struct svi_evaluating *x, const struct sv_answer *a)
{
    const struct sv_position *p = &x->d->position;
    return a->plan.mortgage != 0 || a->plan.lift != 0 ||
           memcmp(a->plan.level, p->level, sizeof a->plan.level) != 0;
}

/* Returns the share of a candidate's difference from the given answer that counts. */
static double share_of(const struct svi_evaluating *x, const struct sv_answer *a)
{
    const bool omitted = x->d->question.kind == SV_DECISION_MANAGE && a->n_offers == 0 &&
                         plans(x, a) && !plans(x, &x->d->answer);
    return (omitted ? OMITTED_SHARE : 1) * (x->v->classic ? 1 : OTHER_SHARE);
}

enum sv_status svi_evaluate_quick(struct svi_evaluating *x, const struct sv_state *st,
                                  struct svi_found *out)
{
    const struct svi_candidates *all = &x->v->candidates;
    struct sv_state from = *st;
    struct worth worth[SVI_CANDIDATES] = {0};
    bool behind[SVI_CANDIDATES] = {false};
    bool any = false;
    ask_in_reaction(&from);
    for (unsigned i = 0; i < all->n; i++) {
        behind[i] = carry_out(x, &from, &all->answer[i], false, &worth[i]);
        any = any || behind[i];
    }
    /* Where one of them throws, all are seen behind a throw. */
    for (unsigned i = 0; any && i < all->n; i++) {
        if (!behind[i]) {
            (void)carry_out(x, &from, &all->answer[i], true, &worth[i]);
        }
    }
    const struct worth *given = &worth[x->given];
    out->given = given->points[x->seat][SVI_HEAD_ANY];
    for (unsigned i = 0; i < all->n; i++) {
        const double share = share_of(x, &all->answer[i]);
        out->difference[i] = share * (worth[i].points[x->seat][SVI_HEAD_ANY] - out->given);
        out->se[i] = share * spread(&worth[i], given, x->seat, x->v->classic);
        if (out->difference[i] > out->difference[out->best]) {
            out->best = i;
        }
    }
    const double share = share_of(x, &all->answer[out->best]);
    for (unsigned s = 0; s < st->position.seats; s++) {
        out->change[s] =
            share * (given->points[s][SVI_HEAD_ANY] - worth[out->best].points[s][SVI_HEAD_ANY]);
    }
    return SV_OK;
}
