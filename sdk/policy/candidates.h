/* The answers to a question that are worth comparing: what the planner searches among, and what an
 * analysis holds a bot's own answer against. Nothing here allocates or fails; the caller owns all
 * structs. */
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

/* Finds those of a question that is not a window, with the answer of another learner. m->user
 * begins with that learner's data, which must begin with a struct svi_evaluator. Both functions
 * fill *all anew. */
void svi_candidates_find_others(struct svi_candidates *all, struct sv_match *m,
                                const struct sv_question *q, const struct sv_bot *learner);

/* Adds those of `n` options that are not much worse than the best, or than 0 if all are below 0.
 * Options without room are left out. */
void svi_candidates_add_options(struct svi_candidates *all, const struct svi_option option[],
                                unsigned n);

/* Adds an answer unless it is there already. Returns its place, or SVI_CANDIDATES if the answer is
 * not legal or there is no room. */
unsigned svi_candidates_add(struct svi_candidates *all, const struct sv_answer *a);

#endif
