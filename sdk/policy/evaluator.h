/* The data that learner and planner keep of a match, and the answers that they choose from. The
 * analysis of games (tools/analysis) finds candidates with it, too. Only svi_evaluator_init() can
 * fail; arrays are the caller's. */
#ifndef SVI_POLICY_EVALUATOR_H
#define SVI_POLICY_EVALUATOR_H

#include "policy/careful.h"
#include "policy/explain.h"

#include "value/value.h"

#include <solvent/rival.h>
#include <solvent/value.h>

struct svi_evaluator {
    struct sv_odds odds; /* first: what the careful bot's callbacks find in `user` */
    struct sv_value *value;
    struct sv_rivals *rivals; /* fitted to the events; without events, the prior */
    /* Plans that keep the bank short of houses are looked at too. learner@1 does not. */
    bool shortage;
};

/* Initialises the data of a match under `e`, which must outlive it. The bot judges positions by the
 * weights `w`, as a rule those of svi_policy_weights_for(). Returns false without memory; there is
 * nothing to finish then. */
bool svi_evaluator_init(struct svi_evaluator *evaluator, const struct sv_edition *e,
                        const struct svi_weights *w);
void svi_evaluator_finish(struct svi_evaluator *evaluator);

/* Returns the points of the bot in a position, in millionths. Here and below m->user begins with a
 * struct svi_evaluator. It is NULL if memory ran out at the match's start: this function must not
 * be called then, and the others return 0. */
int32_t svi_evaluator_value(const struct sv_match *m, const struct sv_position *p);

/* Writes plans for a window, all legal, and each once: to change nothing, and to build with larger
 * or smaller reserves. `out` has room for `most`, 1 or more. Returns the number of plans. */
unsigned svi_evaluator_plans(struct sv_match *m, const struct sv_question *q,
                             struct svi_option out[], unsigned most);

/* Least gain, in millionths of a point, that is a reason to trade. */
#define SVI_LEAST_GAIN 2000

/* Returns the expected gain by an offer: chance times gain. */
static inline int32_t svi_evaluator_hope(const struct sv_proposal *proposal)
{
    return (int32_t)((int64_t)proposal->accept * proposal->gain / SV_CHANCE_ONE);
}

/* Writes up to `most` answers with an offer, the best first, whose values say what the bot hopes
 * for by the models of its rivals: more than SVI_LEAST_GAIN. Returns their number. */
unsigned svi_evaluator_offers(struct sv_match *m, const struct sv_question *q,
                              struct svi_option out[], unsigned most);

/* Returns the index of the best of `n` options, 1 or more. */
unsigned svi_evaluator_best(const struct svi_option option[], unsigned n);

/* Writes ways to pay a debt that the seat can pay, as svi_evaluator_plans(). */
unsigned svi_evaluator_debt(struct sv_match *m, const struct sv_question *q,
                            struct svi_option out[], unsigned most);

/* Returns the highest price at which having the deed on auction is no worse for the bot than
 * leaving it to the seat of `in`, a set of seats, that would pay most for it. */
int32_t svi_evaluator_limit(struct sv_match *m, const struct sv_question *q, unsigned in);

#endif
