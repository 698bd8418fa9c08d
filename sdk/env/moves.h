/* Parts of an answer, put there one by one: what both sets of actions are made of. Each puts its
 * i-th action into an answer. False: it cannot be put there; otherwise sv_check() judges. */
#ifndef SVI_ENV_MOVES_H
#define SVI_ENV_MOVES_H

#include <solvent/question.h>

struct svi_asked {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_question *q;
    bool sells; /* whether sales and mortgages are part of the answer */
};

static inline bool svi_is_bid(const struct sv_question *q)
{
    return q->kind == SV_DECISION_BID || q->kind == SV_DECISION_SEALED_BID;
}

static inline bool svi_is_estate(const struct sv_question *q)
{
    return q->kind == SV_DECISION_MANAGE || q->kind == SV_DECISION_DEBT;
}

static inline bool svi_is_space(const struct sv_question *q)
{
    return q->kind == SV_DECISION_PLACE || q->kind == SV_DECISION_TRIPLE ||
           q->kind == SV_DECISION_LOT || q->kind == SV_DECISION_TICKET;
}

static inline bool svi_is_choice(const struct sv_question *q)
{
    return q->choices != 0 && q->kind != SV_DECISION_TICKET;
}

bool svi_put_choice(const struct svi_asked *at, unsigned i, struct sv_answer *a);
bool svi_put_bid(const struct svi_asked *at, unsigned i, struct sv_answer *a);
bool svi_put_space(const struct svi_asked *at, unsigned space, struct sv_answer *a);
bool svi_put_build(const struct svi_asked *at, unsigned space, struct sv_answer *a);
bool svi_put_sell(const struct svi_asked *at, unsigned space, struct sv_answer *a);
bool svi_put_mortgage(const struct svi_asked *at, unsigned space, struct sv_answer *a);
bool svi_put_lift(const struct svi_asked *at, unsigned space, struct sv_answer *a);

/* Whether two answers to a question are the same in all parts that are read. A limit at the bid is
 * none. */
bool svi_same_answer(const struct sv_question *q, const struct sv_answer *a,
                     const struct sv_answer *b);

#endif
