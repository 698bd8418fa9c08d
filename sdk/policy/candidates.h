/* The answers to a question that are worth comparing: what the planner searches among, and what an
 * analysis holds a bot's own answer against. */
#ifndef SVI_POLICY_CANDIDATES_H
#define SVI_POLICY_CANDIDATES_H

#include "policy/evaluator.h"

#define SVI_CANDIDATES 24u

struct svi_candidates {
    /* Match and question must outlive the candidates. */
    struct sv_match *m;
    const struct sv_question *q;
    struct sv_answer answer[SVI_CANDIDATES]; /* legal, each once */
    unsigned n;
};

/* Finds the candidates: first the learner's answer, then the trader's, then the options of the
 * value function: plans and offers in a window, ways to pay a debt, bids around the printed price,
 * and all answers of the small kinds. m->user must begin with a struct svi_evaluator. */
void svi_candidates_find(struct svi_candidates *all, struct sv_match *m,
                         const struct sv_question *q);

/* Adds an answer unless it is there already. Returns its place, or SVI_CANDIDATES if the answer is
 * not legal or there is no room. */
unsigned svi_candidates_add(struct svi_candidates *all, const struct sv_answer *a);

#endif
