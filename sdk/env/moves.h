/* Puts an answer together part by part, for <solvent/actions.h>. Each function puts its i-th action
 * into an answer. It returns false if the answer cannot hold the action, and may have changed the
 * answer then. sv_check() judges the result. */
#ifndef SVI_ENV_MOVES_H
#define SVI_ENV_MOVES_H

#include <solvent/question.h>

struct svi_asked {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_question *q;
    /* Sales and mortgages belong to the answer. */
    bool sells;
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
bool svi_put_sell(const struct svi_asked *at, unsigned space, struct sv_answer *a);
bool svi_put_mortgage(const struct svi_asked *at, unsigned space, struct sv_answer *a);
bool svi_put_lift(const struct svi_asked *at, unsigned space, struct sv_answer *a);

#endif
