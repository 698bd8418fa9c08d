/* The planner: plays some answers to each question on in many futures, the same for each, in which
 * all seats play as the trader does, and takes the answer after which it stands best by the value
 * function (<solvent/search.h>, <solvent/value.h>). */
#include "policy/evaluator.h"

#include <stdlib.h>
#include <string.h>

struct planner {
    struct svi_evaluator evaluator; /* first, as in evaluator.h */
    struct sv_search_how how;
    struct sv_players players;
};

void sv_planner_default(struct sv_search_how *out)
{
    *out = (struct sv_search_how){.rounds = 2, .futures = 24, .sure = 25, .stay = 25};
}

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
    if (how != NULL) {
        p->how = *how;
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

/* ---- answers worth a search ------------------------------------------------------------------ */

#define MOST 24u
#define OFFERS 6u

struct answers {
    struct sv_match *m;
    const struct sv_question *q;
    struct sv_answer answer[MOST];
    unsigned n;
};

static bool same(const struct sv_answer *a, const struct sv_answer *b)
{
    return a->choice == b->choice && a->space == b->space && a->bid == b->bid &&
           a->limit == b->limit && a->n_offers == b->n_offers &&
           a->plan.mortgage == b->plan.mortgage && a->plan.lift == b->plan.lift &&
           memcmp(a->plan.level, b->plan.level, sizeof a->plan.level) == 0 &&
           memcmp(a->offers, b->offers, a->n_offers * sizeof a->offers[0]) == 0;
}

static void add(struct answers *all, const struct sv_answer *a)
{
    for (unsigned i = 0; i < all->n; i++) {
        if (same(&all->answer[i], a)) {
            return;
        }
    }
    if (all->n < MOST && sv_check(all->m->edition, all->m->position, all->q, a) == SV_OK) {
        all->answer[all->n++] = *a;
    }
}

/* What a bot answers that keeps what the planner keeps: the learner, the trader, the careful one.
 */
static void add_of(struct answers *all, const struct sv_bot *bot)
{
    struct sv_answer a;
    sv_bot_decide(bot, all->m, all->q, &a);
    add(all, &a);
}

/* What leaves the table worse than the best does by so many millionths of a point is not looked at
 * closer. */
#define HOPELESS 40000

static void add_options(struct answers *all, const struct svi_option option[], unsigned n)
{
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++) {
        best = option[i].value > best ? option[i].value : best;
    }
    for (unsigned i = 0; i < n; i++) {
        if (option[i].value >= best - HOPELESS) {
            add(all, &option[i].answer);
        }
    }
}

/* Bids, or limits, around what the learner and the printed price say. */
static void add_bids(struct answers *all)
{
    static const unsigned percent[] = {50, 75, 90, 110, 130, 170};
    const struct sv_question *q = all->q;
    const bool english = q->kind == SV_DECISION_BID;
    struct sv_answer a;
    int64_t middle;
    sv_answer_clear(all->m->position, q, &a);
    add(all, &a);
    if (q->space == SV_NONE) {
        return;
    }
    middle = all->m->edition->space[q->space].price;
    for (unsigned i = 0; i < all->n; i++) {
        const int32_t most = english ? all->answer[i].limit : all->answer[i].bid;

        middle = most > middle ? most : middle;
    }
    for (unsigned i = 0; i < sizeof percent / sizeof percent[0]; i++) {
        const int64_t most = middle * percent[i] / 100;

        a.limit = (int32_t)(most < q->limit ? most : q->limit);
        a.bid = english ? q->amount : a.limit;
        if (a.limit >= q->amount) {
            a.limit = english ? a.limit : 0;
            add(all, &a);
        }
    }
}

/* Every answer, as far as there is room. */
static void add_every(struct answers *all)
{
    struct sv_answers it;
    struct sv_answer a;
    if (sv_answers_start(&it, all->m->edition, all->m->position, all->q, NULL) == SV_OK) {
        while (all->n < MOST && sv_answers_next(&it, &a)) {
            add(all, &a);
        }
    }
}

static void add_choices(struct answers *all, unsigned choices)
{
    struct sv_answer a;
    sv_answer_clear(all->m->position, all->q, &a);
    for (; choices != 0; choices &= choices - 1) {
        a.choice = (uint8_t)sv_first(choices);
        add(all, &a);
    }
}

static void gather(struct answers *all)
{
    struct svi_option option[MOST];
    add_of(all, &sv_policy_learner); /* first: it stands unless another is surely better */
    if (all->q->kind == SV_DECISION_MANAGE) {
        add_options(all, option, svi_evaluator_window(all->m, all->q, OFFERS, option, MOST));
        return;
    }
    add_of(all, &sv_policy_trader);
    switch ((enum sv_decision)all->q->kind) {
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        add_bids(all);
        break;
    case SV_DECISION_TRADE:
        add_choices(all, 1u << SV_CHOICE_TRADE_REJECT | 1u << SV_CHOICE_TRADE_ACCEPT);
        break;
    case SV_DECISION_BUY:
        add_choices(all, 1u << SV_CHOICE_BUY_DECLINE | 1u << SV_CHOICE_BUY_BUY);
        break;
    case SV_DECISION_DEBT:
        if (sv_liquid(all->m->edition, all->m->position, all->m->seat) >= all->q->amount) {
            add_options(all, option, svi_evaluator_debt(all->m, all->q, option, MOST));
        }
        break;
    case SV_DECISION_INTEREST:
    case SV_DECISION_LAYOUT:
        break;
    default:
        add_every(all);
    }
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct answers all = {.m = m, .q = q};
    struct planner *p = m->user;
    if (p == NULL) {
        return;
    }
    gather(&all);
    if (all.n == 1) {
        *a = all.answer[0];
    } else if (all.n > 1) {
        (void)sv_search(m, q, all.answer, all.n, &p->how, &p->players, a, NULL);
    }
}

const struct sv_bot sv_policy_planner = {.name = "planner",
                                         .version = "1",
                                         .matches = 256,
                                         .model = true,
                                         .when = {.manage = SV_WHEN_OWN_TURN | SV_WHEN_CAN_BUILD |
                                                            SV_WHEN_CAN_LIFT | SV_WHEN_CAN_PLEDGE},
                                         .match_start = start,
                                         .match_end = end,
#define X(NAME, name, ...) .name = decide,
                                         SV_DECISIONS(X)
#undef X
};
