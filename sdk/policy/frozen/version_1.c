/* learner@1 and planner@1: learner and planner as Solvent 0.2 had them, so that published results
 * keep their meaning. They use the trader's and the careful bot's callbacks, the functions of
 * <solvent/policy.h>, the search and the value function as these are: test_frozen holds their
 * answers to what they were. They explain nothing. Never change how they decide. */
#include "policy/careful.h"
#include "policy/explain.h"
#include "policy/named.h"

#include "base/options.h"
#include "wire/answer_codec.h"

#include <solvent/value.h>

#include <stdlib.h>
#include <string.h>

/* ---- evaluator: positions by the value function ---------------------------------------------- */

struct evaluator {
    struct sv_odds odds; /* first: what the careful bot's callbacks find in `user` */
    struct sv_value *value;
};

/* Least gain, in millionths of a point, that is a reason to trade. */
#define LEAST_GAIN 2000

static bool evaluator_init(struct evaluator *evaluator, const struct sv_edition *e)
{
    sv_odds_init(&evaluator->odds, e);
    evaluator->value = sv_value_create(e);
    return evaluator->value != NULL;
}

static void evaluator_finish(struct evaluator *evaluator)
{
    sv_value_destroy(evaluator->value);
}

static int32_t evaluator_value(const struct sv_match *m, const struct sv_position *p)
{
    const struct evaluator *evaluator = m->user;
    return sv_value_seat(evaluator->value, m->edition, p, m->seat);
}

/* ---- options --------------------------------------------------------------------------------- */

struct options {
    struct sv_match *m;
    const struct sv_question *q;
    struct svi_option *out;
    unsigned n, most;
};

static bool same_plan(const struct sv_plan *a, const struct sv_plan *b)
{
    return a->mortgage == b->mortgage && a->lift == b->lift &&
           memcmp(a->level, b->level, sizeof a->level) == 0;
}

/* Adds a plan that is new and legal. */
static void add_plan(struct options *o, const struct sv_answer *a)
{
    const struct sv_position *p = o->m->position;
    struct sv_position after;
    for (unsigned i = 0; i < o->n; i++) {
        if (same_plan(&o->out[i].answer.plan, &a->plan)) {
            return;
        }
    }
    if (o->n == o->most || sv_check(o->m->edition, p, o->q, a) != SV_OK) {
        return;
    }
    sv_plan_apply(o->m->edition, p, o->m->seat, &a->plan, &after);
    after.cash[o->m->seat] -= o->q->kind == SV_DECISION_DEBT ? o->q->amount : 0;
    o->out[o->n++] = (struct svi_option){*a, evaluator_value(o->m, &after)};
}

/* Reserves to try, in percent of the careful bot's. 100 and 0 come first, for when few places are
 * left. */
static const int courage[] = {100, 0, 200, 40, 400};

static void add_developments(struct options *o, const struct sv_look *k,
                             const struct sv_answer *still)
{
    const int64_t reserve = sv_reserve(k, k->seat);
    for (unsigned i = 0; i < 2 * sizeof courage / sizeof courage[0]; i++) {
        struct sv_answer a = *still;

        sv_estate_develop(k, reserve * courage[i / 2] / 100, i % 2 == 1, &a.plan);
        add_plan(o, &a);
    }
}

#define DEALS 48u

/* Adds the best offers but the first `made`: those have been made in this window, and what was
 * taken is no offer any more. */
static void add_offers(struct options *o, const struct sv_look *k, const struct sv_answer *still,
                       unsigned offers, unsigned made)
{
    struct sv_deal deal[DEALS];
    const unsigned n = sv_deal_list(k, deal, DEALS);
    const unsigned first = o->n;
    const unsigned most = first + made + offers < o->most ? first + made + offers : o->most;
    for (unsigned i = 0; i < n && first < most; i++) {
        struct sv_position after;
        struct svi_option option = {*still, 0};
        unsigned at = o->n;

        if (sv_offer_apply(k->e, k->p, k->seat, &deal[i].offer, &after) != SV_OK) {
            continue;
        }
        option.value = evaluator_value(o->m, &after);
        option.answer.n_offers = 1;
        option.answer.offers[0] = deal[i].offer;
        if (at == most) {
            at--;
            if (o->out[at].value >= option.value) {
                continue;
            }
        } else {
            o->n++;
        }
        for (; at > first && o->out[at - 1].value < option.value; at--) {
            o->out[at] = o->out[at - 1];
        }
        o->out[at] = option;
    }
    made = made < o->n - first ? made : o->n - first;
    memmove(&o->out[first], &o->out[first + made], (o->n - first - made) * sizeof *o->out);
    o->n -= made;
}

static unsigned evaluator_window(struct sv_match *m, const struct sv_question *q, unsigned offers,
                                 struct svi_option out[], unsigned most)
{
    struct options o = {m, q, out, 0, most};
    struct sv_answer still;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return 0;
    }
    sv_answer_clear(k.p, q, &still);
    add_plan(&o, &still);
    if (k.p->owned[k.seat] != 0) {
        add_developments(&o, &k, &still);
    }
    if (q->offers > 0) {
        add_offers(&o, &k, &still, offers, (unsigned)k.e->rules.offers_per_window - q->offers);
    }
    return o.n;
}

static unsigned evaluator_debt(struct sv_match *m, const struct sv_question *q,
                               struct svi_option out[], unsigned most)
{
    struct options o = {m, q, out, 0, most};
    const int64_t missing = (int64_t)q->amount - m->position->cash[m->seat];
    struct sv_answer a;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return 0;
    }
    sv_answer_clear(k.p, q, &a);
    sv_estate_raise(&k, missing, &a.plan);
    add_plan(&o, &a);
    sv_answer_clear(k.p, q, &a);
    sv_estate_pledge(&k, missing, &a.plan);
    sv_estate_raise(&k, missing, &a.plan);
    add_plan(&o, &a);
    sv_answer_clear(k.p, q, &a);
    sv_plan_raise(k.e, k.p, k.seat, missing, &a.plan);
    add_plan(&o, &a);
    return o.n;
}

static unsigned evaluator_best(const struct svi_option option[], unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++) {
        const int32_t least =
            option[i].answer.n_offers > option[best].answer.n_offers ? LEAST_GAIN : 0;

        best = option[i].value > option[best].value + least ? i : best;
    }
    return best;
}

/* ---- deeds of the bank's --------------------------------------------------------------------- */

static int32_t value_with_deed(struct sv_match *m, unsigned seat, unsigned space, int32_t price)
{
    struct sv_position after = *m->position;
    after.owned[seat] |= UINT64_C(1) << space;
    after.owner[space] = (uint8_t)seat;
    after.mortgaged &= ~(UINT64_C(1) << space);
    after.cash[seat] -= price;
    return evaluator_value(m, &after);
}

/* The value when a deed is left to others: who of `in` would pay most has it, at a price between
 * his and the next one's. */
static int32_t value_without(struct sv_match *m, const struct sv_look *k, unsigned space,
                             unsigned in, int32_t least)
{
    unsigned winner = SV_NONE;
    int32_t first = least - 1;
    int32_t second = least;
    for (unsigned s = 0; s < k->p->seats; s++) {
        const struct sv_look other = {k->e, k->p, k->odds, s};
        int32_t price;

        if (s == k->seat || !sv_has(in, s) || !sv_alive(k->p, s) || k->p->cash[s] < least) {
            continue;
        }
        price = sv_deed_price(&other, space, k->p->cash[s]);
        if (price > first) {
            second = first > second ? first : second;
            first = price;
            winner = s;
        } else if (price > second) {
            second = price;
        }
    }
    return winner == SV_NONE ? evaluator_value(m, k->p)
                             : value_with_deed(m, winner, space, (first + second) / 2);
}

static int32_t evaluator_limit(struct sv_match *m, const struct sv_question *q, unsigned in)
{
    int32_t low = 0;
    int32_t high = q->limit;
    int32_t without;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return 0;
    }
    without = value_without(m, &k, q->space, in, q->amount);
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (value_with_deed(m, m->seat, q->space, middle) >= without) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* ---- learner@1 ------------------------------------------------------------------------------- */

static void learner_start(struct sv_match *m)
{
    struct evaluator *evaluator = calloc(1, sizeof *evaluator);
    if (evaluator != NULL && !evaluator_init(evaluator, m->edition)) {
        free(evaluator);
        evaluator = NULL;
    }
    m->user = evaluator;
}

static void learner_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    if (m->user != NULL) {
        evaluator_finish(m->user);
        free(m->user);
        m->user = NULL;
    }
}

#define OPTIONS 16u

static void take_best(const struct svi_option option[], unsigned n, struct sv_answer *a)
{
    if (n > 0) {
        *a = option[evaluator_best(option, n)].answer;
    }
}

static void learner_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_option option[OPTIONS];
    take_best(option, evaluator_window(m, q, 1, option, OPTIONS), a);
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
    still = evaluator_value(m, k.p);
    if (sv_offer_apply(k.e, k.p, q->other, &q->offer, &after) == SV_OK) {
        taken = evaluator_value(m, &after);
    }
    if (taken > still + LEAST_GAIN) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
        return;
    }
    deal.offer = sv_offer_flip(&q->offer, q->other);
    if (q->offers > 0 && sv_deal_price(&k, 10, &deal) &&
        sv_offer_apply(k.e, k.p, k.seat, &deal.offer, &after) == SV_OK &&
        evaluator_value(m, &after) > still + LEAST_GAIN) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
        a->offers[0] = deal.offer;
        a->n_offers = 1;
    }
}

/* Buys as careful does, and also deeds that are worth more at their price than left to the highest
 * bidder. */
static void learner_buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    svi_careful_buy(m, q, a);
    if (a->choice == SV_CHOICE_BUY_DECLINE && m->position->cash[m->seat] >= q->amount) {
        struct sv_question at_price = *q;

        at_price.limit = q->amount;
        if (evaluator_limit(m, &at_price, m->position->alive) >= q->amount) {
            a->choice = SV_CHOICE_BUY_BUY;
        }
    }
}

/* Returns whether the bot bids as careful does: between two players, and for buildings. */
static bool bids_as_careful(const struct sv_match *m, const struct sv_question *q)
{
    return q->space == SV_NONE || sv_count(m->position->alive) == 2;
}

static void learner_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t limit;
    if (bids_as_careful(m, q)) {
        svi_careful_bid(m, q, a);
        return;
    }
    limit = evaluator_limit(m, q, m->position->auction_in);
    if (limit >= q->amount && q->amount <= q->limit) {
        a->bid = q->amount;
        a->limit = limit;
    }
}

static void learner_sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t limit;
    if (bids_as_careful(m, q)) {
        svi_careful_sealed_bid(m, q, a);
        return;
    }
    limit = evaluator_limit(m, q, m->position->alive);
    if (limit >= q->amount && limit <= q->limit) {
        a->bid = limit;
    }
}

static void learner_jail(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_position out = *m->position;
    struct svi_option option[3];
    unsigned given = 0;
    unsigned n = 1;
    if (m->user == NULL) {
        return;
    }
    option[0] = (struct svi_option){*a, evaluator_value(m, &out)};
    option[0].answer.choice = SV_CHOICE_JAIL_ROLL;
    out.jail[m->seat] = 0;
    if (sv_has(q->choices, SV_CHOICE_JAIL_CARD)) {
        struct sv_position with = out;
        unsigned card = 0;
        while (with.jail_holder[card] != m->seat) {
            card++;
        }
        with.jail_holder[card] = SV_BANK;
        option[n] = (struct svi_option){*a, evaluator_value(m, &with)};
        option[n].answer.choice = SV_CHOICE_JAIL_CARD;
        given = option[n].value > option[given].value ? n : given;
        n++;
    }
    if (sv_has(q->choices, SV_CHOICE_JAIL_PAY)) {
        out.cash[m->seat] -= q->amount;
        option[n] = (struct svi_option){*a, evaluator_value(m, &out)};
        option[n].answer.choice = SV_CHOICE_JAIL_PAY;
        given = option[n].value > option[given].value ? n : given;
        n++;
    }
    if (given > 0) {
        *a = option[given].answer;
    }
}

static void learner_debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_option option[OPTIONS];
    if (m->user == NULL || sv_liquid(m->edition, m->position, m->seat) < q->amount) {
        sv_policy_trader.debt(m, q, a); /* sells what it can rather than go bankrupt */
    } else {
        take_best(option, evaluator_debt(m, q, option, OPTIONS), a);
    }
}

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

/* ---- candidates ------------------------------------------------------------------------------ */

#define CANDIDATES 24u

struct candidates {
    struct sv_match *m;
    const struct sv_question *q;
    struct sv_answer answer[CANDIDATES]; /* legal, each once */
    unsigned n;
};

#define OFFERS 6u

static unsigned candidates_add(struct candidates *all, const struct sv_answer *a)
{
    for (unsigned i = 0; i < all->n; i++) {
        if (svi_answer_same(&all->answer[i], a)) {
            return i;
        }
    }
    if (all->n == CANDIDATES || sv_check(all->m->edition, all->m->position, all->q, a) != SV_OK) {
        return CANDIDATES;
    }
    all->answer[all->n] = *a;
    return all->n++;
}

static void add(struct candidates *all, const struct sv_answer *a)
{
    (void)candidates_add(all, a);
}

/* Adds the answer of a bot that keeps its data where the planner does: the learner, the trader, the
 * careful bot. */
static void add_of(struct candidates *all, const struct sv_bot *bot)
{
    struct sv_answer a;
    svi_decide_silently(bot, all->m, all->q, &a);
    add(all, &a);
}

/* Answers this many millionths of a point worse than the best are not searched. */
#define HOPELESS 40000

static void add_options(struct candidates *all, const struct svi_option option[], unsigned n)
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
static void add_bids(struct candidates *all)
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
static void add_every(struct candidates *all)
{
    struct sv_answers it;
    struct sv_answer a;
    if (sv_answers_start(&it, all->m->edition, all->m->position, all->q, NULL) == SV_OK) {
        while (all->n < CANDIDATES && sv_answers_next(&it, &a)) {
            add(all, &a);
        }
    }
}

static void add_choices(struct candidates *all, unsigned choices)
{
    struct sv_answer a;
    sv_answer_clear(all->m->position, all->q, &a);
    for (; choices != 0; choices &= choices - 1) {
        a.choice = (uint8_t)sv_first(choices);
        add(all, &a);
    }
}

/* The learner looks at the same options, but at one offer only. */
static void find_in_window(struct candidates *all)
{
    struct svi_option option[CANDIDATES];
    const unsigned n = evaluator_window(all->m, all->q, OFFERS, option, CANDIDATES);
    unsigned seen = 0;
    while (seen < n && option[seen].answer.n_offers == 0) {
        seen++;
    }
    seen += seen < n;
    if (n > 0) {
        add(all, &option[evaluator_best(option, seen)].answer);
        add_options(all, option, n);
    }
}

static void candidates_find(struct candidates *all, struct sv_match *m, const struct sv_question *q)
{
    struct svi_option option[CANDIDATES];
    all->m = m;
    all->q = q;
    all->n = 0;
    /* The learner's first: it stands unless another is surely better. */
    if (all->q->kind == SV_DECISION_MANAGE) {
        find_in_window(all);
        return;
    }
    add_of(all, &svi_policy_learner_1);
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
            add_options(all, option, evaluator_debt(all->m, all->q, option, CANDIDATES));
        }
        break;
    case SV_DECISION_INTEREST:
    case SV_DECISION_LAYOUT:
        break;
    default:
        add_every(all);
    }
}

/* ---- planner@1 ------------------------------------------------------------------------------- */

struct planner {
    struct evaluator evaluator; /* first: read as the learner's */
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
        evaluator_finish(&p->evaluator);
        free(p);
        m->user = NULL;
    }
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct candidates all;
    struct planner *p = m->user;
    if (p == NULL) {
        return;
    }
    candidates_find(&all, m, q);
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
