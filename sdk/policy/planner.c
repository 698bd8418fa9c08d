/* The planner: plays some answers to each question on in many futures, the same for each, and takes
 * the answer after which it stands best by the value function (<solvent/search.h>,
 * <solvent/value.h>). In futures all seats play as the trader does, but each rival accepts offers
 * as one of the types that its model holds likely (<solvent/rival.h>). */
#include "policy/candidates.h"
#include "policy/rival.h"

#include "base/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct planner {
    struct svi_evaluator evaluator; /* first, as in evaluator.h */
    struct sv_search_how how;
    struct sv_bot rival; /* for all seats in futures */
    struct sv_players players;
};

/* ---- rivals in futures ----------------------------------------------------------------------- */

/* A seat in futures: a trader that accepts offers as one of the types that the seat may be. */
struct rival {
    struct sv_odds odds; /* first, as the trader's */
    struct sv_rivals *models;
};

static void rival_start(struct sv_match *m)
{
    const struct svi_evaluator *evaluator = m->user;
    struct rival *r = malloc(sizeof *r);
    if (r != NULL) {
        *r = (struct rival){evaluator->odds, evaluator->rivals};
    }
    m->user = r;
}

static void rival_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
}

/* A seat is of one type throughout a future, whichever answer is tried in it. */
static unsigned type_in_future(const struct sv_match *m, const struct sv_rivals *models)
{
    struct sv_rng rng = m->rng;
    rng.index = UINT64_MAX - m->seat;
    return svi_rivals_draw(models, m->seat, (uint32_t)(sv_rng_next(&rng) % SV_CHANCE_ONE));
}

static void rival_trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct rival *r = m->user;
    if (r != NULL) {
        const unsigned type = type_in_future(m, r->models);

        sv_rivals_see(r->models, m->position);
        if ((int32_t)(sv_rng_next(&m->rng) % SV_CHANCE_ONE) <
            svi_rivals_type_accepts(r->models, type, q->other, &q->offer)) {
            a->choice = SV_CHOICE_TRADE_ACCEPT;
        }
    }
}

/* ---- the bot --------------------------------------------------------------------------------- */

static void start(struct sv_match *m)
{
    const struct sv_search_how *how = m->user;
    const struct sv_bot *bots[SV_MAX_SEATS];
    struct planner *p = calloc(1, sizeof *p);
    m->user = NULL;
    if (p == NULL || !svi_evaluator_init(&p->evaluator, m->edition)) {
        free(p);
        return;
    }
    sv_planner_default(&p->how);
    if (how != NULL &&
        !svi_options_read(&p->how, how, SVI_SIZE_TO(struct sv_search_how, user), sizeof p->how)) {
        p->how.futures = 0; /* options that this library does not know: sv_search() refuses them */
    }
    if (p->how.value == NULL) {
        p->how.value = sv_value_seat;
        p->how.user = p->evaluator.value;
    }
    p->rival = sv_policy_trader;
    p->rival.user = &p->evaluator;
    p->rival.match_start = rival_start;
    p->rival.match_end = rival_end;
    p->rival.trade = rival_trade;
    for (unsigned s = 0; s < m->seats; s++) {
        bots[s] = s == m->seat ? &sv_policy_trader : &p->rival;
    }
    (void)sv_players_init(&p->players, m->edition, bots, m->seats);
    m->user = p;
}

static void end(struct sv_match *m, const struct sv_result *result)
{
    struct planner *p = m->user;
    (void)result;
    if (p != NULL) {
        sv_players_finish(&p->players);
        svi_evaluator_finish(&p->evaluator);
        free(p);
        m->user = NULL;
    }
}

/* Beside the answer: what the candidates came to in the futures that were looked at. */
static void explain(struct sv_match *m, const struct svi_candidates *all,
                    const struct sv_found *found)
{
    struct svi_option option[SVI_CANDIDATES];
    char how[64];
    if (!sv_explaining(m)) {
        return;
    }
    for (unsigned i = 0; i < all->n; i++) {
        option[i].answer = all->answer[i];
        option[i].value = found->tried[i] > 0 ? found->mean[i] : -1;
    }
    (void)snprintf(how, sizeof how, "to me after %u futures", (unsigned)found->futures);
    svi_explain_options(m, option, all->n, found->best, how);
}

/* Drops bids above the price for a deed that the bot itself has just declined: in its own turn, where
 * its token is. To pass is always left. */
static void drop_dear_bids(struct svi_candidates *all)
{
    const struct sv_position *p = all->m->position;
    const unsigned space = all->q->space;
    unsigned n = 0;
    if ((all->q->kind != SV_DECISION_BID && all->q->kind != SV_DECISION_SEALED_BID) ||
        p->turn_seat != all->m->seat || space != p->space[all->m->seat]) {
        return;
    }
    for (unsigned i = 0; i < all->n; i++) {
        const struct sv_answer *a = &all->answer[i];
        const int32_t price = all->m->edition->space[space].price;
        if (a->bid <= price && a->limit <= price) {
            all->answer[n++] = *a;
        }
    }
    all->n = n;
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_candidates all;
    struct planner *p = m->user;
    struct sv_found found;
    if (p == NULL) {
        return;
    }
    svi_candidates_find(&all, m, q);
    drop_dear_bids(&all);
    if (all.n == 1) {
        *a = all.answer[0];
        svi_explain(m, a, "the only answer that I see");
    } else if (all.n > 1 &&
               sv_search(m, q, all.answer, all.n, &p->how, &p->players, a, &found) == SV_OK) {
        explain(m, &all, &found);
    }
    sv_rivals_see(p->evaluator.rivals, m->position); /* the futures had other tables */
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    sv_policy_learner.event(m, ev);
}

const struct sv_bot sv_policy_planner = {.name = "planner",
                                         .version = "1",
                                         .matches = 256,
                                         .model = true,
                                         .when = {.manage = SV_WHEN_OWN_TURN | SV_WHEN_CAN_BUILD |
                                                            SV_WHEN_CAN_LIFT | SV_WHEN_CAN_PLEDGE},
                                         .match_start = start,
                                         .event = event,
                                         .match_end = end,
#define X(NAME, name, ...) .name = decide,
                                         SV_DECISIONS(X)
#undef X
};
