/* The players after a candidate has been carried out. */
#include "tools/analysis/evaluating.h"

#include <solvent/policy.h>

#include <stdlib.h>

/* The deal that is being decided on: who makes it, and what about. No seats: none. */
struct between {
    unsigned seats;
    uint64_t deeds;
};

/* A trader's `user`, which begins with the data that its callbacks read. */
struct memory {
    struct sv_odds odds;
    struct between between;
};

static void match_start(struct sv_match *m)
{
    sv_policy_trader.match_start(m);
    struct memory *memory = m->user != NULL ? realloc(m->user, sizeof *memory) : NULL;
    if (memory == NULL) {
        free(m->user);
    } else {
        memory->between = (struct between){0};
    }
    m->user = memory;
}

static bool comes_back(const struct between *x, unsigned from, const struct sv_offer *o)
{
    return x->seats == (1u << from | 1u << o->to) &&
           (x->deeds & (o->give_deeds | o->get_deeds)) != 0;
}

/* An offer that comes back is not made: the trader decides as if none could be. */
static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a,
                   sv_decide_fn *as_trader)
{
    const struct memory *memory = m->user;
    const struct sv_answer given = *a;
    as_trader(m, q, a);
    if (memory != NULL && a->n_offers > 0 && comes_back(&memory->between, m->seat, &a->offers[0])) {
        struct sv_question closed = *q;
        closed.offers = 0;
        *a = given;
        as_trader(m, &closed, a);
    }
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    decide(m, q, a, sv_policy_trader.manage);
}

static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    decide(m, q, a, sv_policy_trader.debt);
}

void svi_tables_init(struct svi_evaluation *v, unsigned seats)
{
    const struct sv_bot *bots[SVI_TABLES][SV_MAX_SEATS];
    v->trader = sv_policy_trader;
    v->trader.match_start = match_start;
    v->trader.manage = manage;
    v->trader.debt = debt;
    for (unsigned s = 0; s < seats; s++) {
        bots[0][s] = &v->trader;
        bots[1][s] = &sv_policy_careful;
    }
    for (unsigned t = 0; t < SVI_TABLES; t++) {
        (void)sv_players_init(&v->players[t], v->e, bots[t], seats);
    }
}

void svi_tables_look_at(struct svi_evaluation *v, const struct sv_question *q)
{
    struct between between = {0};
    if (q->kind == SV_DECISION_TRADE) {
        between.seats = 1u << q->seat | 1u << q->other;
        between.deeds = q->offer.give_deeds | q->offer.get_deeds;
    }
    for (unsigned s = 0; s < v->players[0].seats; s++) {
        struct memory *memory = v->players[0].match[s].user;
        if (memory != NULL) {
            memory->between = between;
        }
    }
}
