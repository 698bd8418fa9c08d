/* The answers that planner and analysis compare. */
#include "policy/candidates.h"

#include "wire/answer_codec.h"

#define OFFERS 6u

unsigned svi_candidates_add(struct svi_candidates *all, const struct sv_answer *a)
{
    for (unsigned i = 0; i < all->n; i++) {
        if (svi_answer_same(&all->answer[i], a)) {
            return i;
        }
    }
    if (all->n == SVI_CANDIDATES ||
        sv_check(all->m->edition, all->m->position, all->q, a) != SV_OK) {
        return SVI_CANDIDATES;
    }
    all->answer[all->n] = *a;
    return all->n++;
}

static void add(struct svi_candidates *all, const struct sv_answer *a)
{
    (void)svi_candidates_add(all, a);
}

/* Adds the answer of a bot that keeps its data where the planner does: the learner, the trader, the
 * careful bot. */
static void add_of(struct svi_candidates *all, const struct sv_bot *bot)
{
    struct sv_answer a;
    svi_decide_silently(bot, all->m, all->q, &a);
    add(all, &a);
}

/* Answers this many millionths of a point worse than the best are not searched. */
#define HOPELESS 40000

void svi_candidates_add_options(struct svi_candidates *all, const struct svi_option option[],
                                unsigned n)
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
static void add_bids(struct svi_candidates *all)
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
static void add_every(struct svi_candidates *all)
{
    struct sv_answers it;
    struct sv_answer a;
    if (sv_answers_start(&it, all->m->edition, all->m->position, all->q, NULL) == SV_OK) {
        while (all->n < SVI_CANDIDATES && sv_answers_next(&it, &a)) {
            add(all, &a);
        }
    }
}

static void add_choices(struct svi_candidates *all, unsigned choices)
{
    struct sv_answer a;
    sv_answer_clear(all->m->position, all->q, &a);
    for (; choices != 0; choices &= choices - 1) {
        a.choice = (uint8_t)sv_first(choices);
        add(all, &a);
    }
}

void svi_candidates_find(struct svi_candidates *all, struct sv_match *m,
                         const struct sv_question *q)
{
    struct svi_option offer[OFFERS];
    struct svi_option plan[SVI_CANDIDATES];
    struct sv_answer still;
    if (q->kind != SV_DECISION_MANAGE) {
        svi_candidates_find_others(all, m, q, &sv_policy_learner);
        return;
    }
    const unsigned offers = svi_evaluator_offers(m, q, offer, OFFERS);
    const unsigned plans = svi_evaluator_plans(m, q, plan, SVI_CANDIDATES);
    *all = (struct svi_candidates){.m = m, .q = q};
    /* The learner makes the best offer, or else takes the best plan. */
    sv_answer_clear(m->position, q, &still);
    add(all, offers > 0  ? &offer[0].answer
             : plans > 0 ? &plan[svi_evaluator_best(plan, plans)].answer
                         : &still);
    svi_candidates_add_options(all, plan, plans);
    svi_candidates_add_options(all, offer, offers);
}

void svi_candidates_find_others(struct svi_candidates *all, struct sv_match *m,
                                const struct sv_question *q, const struct sv_bot *learner)
{
    struct svi_option option[SVI_CANDIDATES];
    *all = (struct svi_candidates){.m = m, .q = q};
    /* The learner's first: it stands unless another is surely better. */
    add_of(all, learner);
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
            svi_candidates_add_options(all, option,
                                       svi_evaluator_debt(m, q, option, SVI_CANDIDATES));
        }
        break;
    case SV_DECISION_INTEREST:
    case SV_DECISION_LAYOUT:
        break;
    default:
        add_every(all);
    }
}
