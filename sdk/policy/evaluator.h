/* The data that learner and planner keep of a match, and the answers that they choose from. */
#ifndef SVI_POLICY_EVALUATOR_H
#define SVI_POLICY_EVALUATOR_H

#include "policy/careful.h"
#include "policy/explain.h"

#include <solvent/value.h>

struct svi_evaluator {
    struct sv_odds odds; /* first: what the careful bot's callbacks find in `user` */
    struct sv_value *value;
};

/* False for want of memory. */
bool svi_evaluator_init(struct svi_evaluator *evaluator, const struct sv_edition *e);
void svi_evaluator_finish(struct svi_evaluator *evaluator);

/* Points of the bot in a position, in millionths. Here and below m->user begins with a struct
 * svi_evaluator. */
int32_t svi_evaluator_value(const struct sv_match *m, const struct sv_position *p);

/* Ways to answer in a window: to change nothing, to build with more or less courage, and, `offers`
 * of them at most, offers that the others would take, the best first that have not been made in
 * this window. `most` is 2 or more; returns how many. Legal, each once. */
unsigned svi_evaluator_window(struct sv_match *m, const struct sv_question *q, unsigned offers,
                              struct svi_option out[], unsigned most);

/* Less, in millionths of a point, is no reason to trade. */
#define SVI_LEAST_GAIN 2000

/* Which of `n` options, 1 or more, is the best; an offer must be better by SVI_LEAST_GAIN. */
unsigned svi_evaluator_best(const struct svi_option option[], unsigned n);

/* Ways to pay a debt that can be paid from what the seat has; likewise. */
unsigned svi_evaluator_debt(struct sv_match *m, const struct sv_question *q,
                            struct svi_option out[], unsigned most);

/* The most for which the deed on auction is better had than left to who of `in`, a set of seats,
 * would pay most for it. */
int32_t svi_evaluator_limit(struct sv_match *m, const struct sv_question *q, unsigned in);

#endif
