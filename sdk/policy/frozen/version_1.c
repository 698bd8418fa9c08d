/* learner@1 and planner@1: learner and planner as Solvent 0.2 had them, so that published results
 * keep their meaning. Here stand the decisions in which later versions differ: windows, trades, and
 * the rivals in futures. The rest is shared with learner, planner, trader and careful. test_frozen
 * holds all answers to what they were: if it fails after a change, this file needs a copy of the
 * function as it was. */
#include "policy/candidates.h"
#include "policy/named.h"

#include "base/options.h"
#include "value/points.h"

#include <stdlib.h>
#include <string.h>

/* ---- windows --------------------------------------------------------------------------------- */

#define DEALS 48u

/* Adds the best offers to `n` options, but the first `made`: those have been made in this window,
 * and a deed that was taken is no offer any more. Returns the number of options. */
static unsigned add_offers(struct sv_match *m, const struct sv_question *q, unsigned offers,
                           struct svi_option out[], unsigned n, unsigned most)
{
    const struct svi_evaluator *evaluator = m->user;
    const struct sv_look look = {m->edition, m->position, &evaluator->odds, m->seat};
    struct sv_deal deal[DEALS];
    const unsigned listed = sv_deal_list(&look, deal, DEALS);
    const unsigned first = n;
    unsigned made = (unsigned)m->edition->rules.offers_per_window - q->offers;
    most = first + made + offers < most ? first + made + offers : most;
    for (unsigned i = 0; i < listed && first < most; i++) {
        struct sv_position after;
        struct svi_option option = {.value = 0};
        unsigned at = n;

        if (sv_offer_apply(m->edition, m->position, m->seat, &deal[i].offer, &after) != SV_OK) {
            continue;
        }
        sv_answer_clear(m->position, q, &option.answer);
        option.value = svi_evaluator_value(m, &after);
        option.answer.n_offers = 1;
        option.answer.offers[0] = deal[i].offer;
        if (at == most) {
            at--;
            if (out[at].value >= option.value) {
                continue;
            }
        } else {
            n++;
        }
        for (; at > first && out[at - 1].value < option.value; at--) {
            out[at] = out[at - 1];
        }
        out[at] = option;
    }
    made = made < n - first ? made : n - first;
    memmove(&out[first], &out[first + made], (n - first - made) * sizeof *out);
    return n - made;
}

/* Writes the plans of a window and its best `offers`. Returns their number. */
static unsigned find_options(struct sv_match *m, const struct sv_question *q, unsigned offers,
                             struct svi_option out[], unsigned most)
{
    const unsigned n = svi_evaluator_plans(m, q, out, most);
    return n > 0 && q->offers > 0 ? add_offers(m, q, offers, out, n, most) : n;
}

static unsigned find_best(const struct svi_option option[], unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++) {
        const int32_t least =
            option[i].answer.n_offers > option[best].answer.n_offers ? SVI_LEAST_GAIN : 0;

        best = option[i].value > option[best].value + least ? i : best;
    }
    return best;
}

/* ---- learner@1 ------------------------------------------------------------------------------- */

/* Without models of rivals, and by the weights of luck, which no later version changes. */
static bool evaluator_init(struct svi_evaluator *evaluator, const struct sv_edition *e)
{
    sv_odds_init(&evaluator->odds, e);
    evaluator->value = svi_value_create(e, svi_weights_for(e));
    evaluator->rivals = NULL;
    evaluator->shortage = false;
    return evaluator->value != NULL;
}

static void learner_start(struct sv_match *m)
{
    struct svi_evaluator *evaluator = malloc(sizeof *evaluator);
    if (evaluator != NULL && !evaluator_init(evaluator, m->edition)) {
        free(evaluator);
        evaluator = NULL;
    }
    m->user = evaluator;
}

static void learner_end(struct sv_match *m, const struct sv_result *result)
{
    sv_policy_learner.match_end(m, result);
}

#define OPTIONS 16u

static void learner_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_option option[OPTIONS];
    const unsigned n = find_options(m, q, 1, option, OPTIONS);
    if (n > 0) {
        *a = option[find_best(option, n)].answer;
    }
}

static void learner_trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_position after;
    struct sv_deal deal;
    struct sv_look k;
    int32_t still;
    int32_t taken = -1;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    still = svi_evaluator_value(m, k.p);
    if (sv_offer_apply(k.e, k.p, q->other, &q->offer, &after) == SV_OK) {
        taken = svi_evaluator_value(m, &after);
    }
    if (taken > still + SVI_LEAST_GAIN) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
        return;
    }
    deal.offer = sv_offer_flip(&q->offer, q->other);
    if (q->offers > 0 && sv_deal_price(&k, 10, &deal) &&
        sv_offer_apply(k.e, k.p, k.seat, &deal.offer, &after) == SV_OK &&
        svi_evaluator_value(m, &after) > still + SVI_LEAST_GAIN) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
        a->offers[0] = deal.offer;
        a->n_offers = 1;
    }
}

/* Decisions of learner that have not changed. */
#define X(name)                                                                                    \
    static void learner_##name(struct sv_match *m, const struct sv_question *q,                    \
                               struct sv_answer *a)                                                \
    {                                                                                              \
        sv_policy_learner.name(m, q, a);                                                           \
    }
X(jail)
X(buy)
X(bid)
X(sealed_bid)
X(debt)
#undef X

const struct sv_bot svi_policy_learner_1 = {
    .name = "learner@1",
    .version = "1",
    .matches = 256,
    .match_start = learner_start,
    .match_end = learner_end,
    .manage = learner_manage,
    .jail = learner_jail,
    .buy = learner_buy,
    .bid = learner_bid,
    .sealed_bid = learner_sealed_bid,
    .debt = learner_debt,
    .trade = learner_trade,
    .interest = svi_careful_interest,
    .place = svi_careful_place,
    .tax = svi_careful_tax,
    .bus = svi_careful_bus,
    .ride = svi_careful_ride,
    .triple = svi_careful_triple,
    .ticket = svi_careful_ticket,
    .lot = svi_careful_lot,
    .layout = svi_careful_layout,
};

/* ---- planner@1 ------------------------------------------------------------------------------- */

#define OFFERS 6u

/* learner@1 looks at the same options, but at one offer only. Its answer comes first: it stands
 * unless another is surely better. */
static void find_in_window(struct svi_candidates *all, struct sv_match *m,
                           const struct sv_question *q)
{
    struct svi_option option[SVI_CANDIDATES];
    const unsigned n = find_options(m, q, OFFERS, option, SVI_CANDIDATES);
    unsigned seen = 0;
    while (seen < n && option[seen].answer.n_offers == 0) {
        seen++;
    }
    seen += seen < n;
    *all = (struct svi_candidates){.m = m, .q = q};
    if (n > 0) {
        (void)svi_candidates_add(all, &option[find_best(option, seen)].answer);
        svi_candidates_add_options(all, option, n);
    }
}

struct planner {
    struct svi_evaluator evaluator; /* first, as in evaluator.h */
    struct sv_search_how how;
    struct sv_players players;
};

/* sv_planner_default() of Solvent 0.2. */
static const struct sv_search_how how_1 = {
    .size = sizeof how_1, .rounds = 2, .futures = 24, .sure = 25, .stay = 25};

static void planner_start(struct sv_match *m)
{
    const struct sv_search_how *how = m->user;
    const struct sv_bot *bots[SV_MAX_SEATS];
    struct planner *p = calloc(1, sizeof *p);
    m->user = NULL;
    if (p == NULL || !evaluator_init(&p->evaluator, m->edition)) {
        free(p);
        return;
    }
    p->how = how_1;
    if (how != NULL &&
        !svi_options_read(&p->how, how, SVI_SIZE_TO(struct sv_search_how, user), sizeof p->how)) {
        p->how.futures = 0; /* options that this library does not know: sv_search() refuses them */
    }
    if (p->how.value == NULL) {
        p->how.value = sv_value_seat;
        p->how.user = p->evaluator.value;
    }
    for (unsigned s = 0; s < m->seats; s++) {
        bots[s] = &sv_policy_trader;
    }
    (void)sv_players_init(&p->players, m->edition, bots, m->seats);
    m->user = p;
}

static void planner_end(struct sv_match *m, const struct sv_result *result)
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

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_candidates all;
    struct planner *p = m->user;
    if (p == NULL) {
        return;
    }
    if (q->kind == SV_DECISION_MANAGE) {
        find_in_window(&all, m, q);
    } else {
        svi_candidates_find_others(&all, m, q, &svi_policy_learner_1);
    }
    if (all.n == 1) {
        *a = all.answer[0];
    } else if (all.n > 1) {
        (void)sv_search(m, q, all.answer, all.n, &p->how, &p->players, a, NULL);
    }
}

const struct sv_bot svi_policy_planner_1 = {
    .name = "planner@1",
    .version = "1",
    .matches = 256,
    .model = true,
    .when = {.manage =
                 SV_WHEN_OWN_TURN | SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_CAN_PLEDGE},
    .match_start = planner_start,
    .match_end = planner_end,
#define X(NAME, name, ...) .name = decide,
    SV_DECISIONS(X)
#undef X
};
