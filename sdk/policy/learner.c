/* The learner: of some answers it takes the one that leaves the table best by the value function
 * (<solvent/value.h>), and looks no further. It prices its offers by models of its rivals
 * (<solvent/rival.h>). Where its token goes, and other small things, it decides as the careful bot
 * does. */
#include "policy/evaluator.h"

#include <stdlib.h>

static void start(struct sv_match *m)
{
    struct svi_evaluator *evaluator = calloc(1, sizeof *evaluator);
    if (evaluator != NULL &&
        !svi_evaluator_init(evaluator, m->edition, svi_policy_weights_for(m->edition))) {
        free(evaluator);
        evaluator = NULL;
    }
    m->user = evaluator;
}

static void end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    if (m->user != NULL) {
        svi_evaluator_finish(m->user);
        free(m->user);
        m->user = NULL;
    }
}

#define OPTIONS 24u

/* Where the values of options are from. */
#define HOW "to me by the value function"

static void take_best(struct sv_match *m, const struct svi_option option[], unsigned n,
                      struct sv_answer *a)
{
    if (n > 0) {
        const unsigned best = svi_evaluator_best(option, n);
        *a = option[best].answer;
        if (n > 1) { /* else there was nothing to decide */
            svi_explain_options(m, option, n, best, HOW);
        }
    }
}

/* Beside an answer that leaves the table at `value`, where another leaves it at `other`. */
static void explain_values(struct sv_match *m, const struct sv_answer *a, int32_t value,
                           const struct sv_answer *instead, int32_t other)
{
    const struct svi_option option[2] = {{*a, value}, {*instead, other}};
    svi_explain_options(m, option, 2, 0, HOW);
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    struct svi_evaluator *evaluator = m->user;
    if (evaluator != NULL) {
        sv_rivals_event(evaluator->rivals, ev);
    }
}

/* Trades first, and builds in the next pass of the window. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_option option[OPTIONS];
    if (svi_evaluator_offers(m, q, option, 1) == 1) {
        const struct sv_answer still = *a;

        *a = option[0].answer;
        explain_values(m, a, option[0].value, &still, svi_evaluator_value(m, m->position));
        return;
    }
    take_best(m, option, svi_evaluator_plans(m, q, option, OPTIONS), a);
}

/* Takes an offer, counters it at the price that promises most, or declines. */
static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_evaluator *evaluator = m->user;
    const struct sv_offer flip = sv_offer_flip(&q->offer, q->other);
    struct svi_option option[3] = {{*a, 0}};
    unsigned n = 1;
    unsigned best = 0;
    struct sv_position after;
    struct sv_proposal back;
    if (evaluator == NULL) {
        return;
    }
    option[0].value = svi_evaluator_value(m, m->position);
    if (sv_offer_apply(m->edition, m->position, q->other, &q->offer, &after) == SV_OK) {
        option[n] = (struct svi_option){*a, svi_evaluator_value(m, &after)};
        option[n++].answer.choice = SV_CHOICE_TRADE_ACCEPT;
    }
    sv_rivals_see(evaluator->rivals, m->position);
    if (q->offers > 0 && sv_rivals_price(evaluator->rivals, m->seat, &flip, &back)) {
        option[n] = (struct svi_option){*a, option[0].value + svi_evaluator_hope(&back)};
        option[n].answer.choice = SV_CHOICE_TRADE_COUNTER;
        option[n].answer.offers[0] = back.offer;
        option[n++].answer.n_offers = 1;
    }
    for (unsigned i = 1; i < n; i++) {
        if (option[i].value > option[0].value + SVI_LEAST_GAIN &&
            option[i].value > option[best].value) {
            best = i;
        }
    }
    *a = option[best].answer;
    svi_explain_options(m, option, n, best, HOW);
}

/* Buys as careful does, and also deeds that are worth more at their price than left to the highest
 * bidder. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    svi_careful_buy(m, q, a);
    if (a->choice == SV_CHOICE_BUY_DECLINE && m->position->cash[m->seat] >= q->amount) {
        struct sv_question at_price = *q;

        at_price.limit = q->amount;
        if (svi_evaluator_limit(m, &at_price, m->position->alive) >= q->amount) {
            a->choice = SV_CHOICE_BUY_BUY;
            svi_explain(m, a, "all the same, as another would get more of it than its price");
        }
    }
}

/* Returns whether the bot bids as careful does: between two players, and for buildings. */
static bool bids_as_careful(const struct sv_match *m, const struct sv_question *q)
{
    return q->space == SV_NONE || sv_count(m->position->alive) == 2;
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t limit;
    if (bids_as_careful(m, q)) {
        svi_careful_bid(m, q, a);
        return;
    }
    limit = svi_evaluator_limit(m, q, m->position->auction_in);
    if (limit >= q->amount && q->amount <= q->limit) {
        a->bid = q->amount;
        a->limit = limit;
    }
    svi_explain_bid(m, q, a, limit);
}

static void sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t limit;
    if (bids_as_careful(m, q)) {
        svi_careful_sealed_bid(m, q, a);
        return;
    }
    limit = svi_evaluator_limit(m, q, m->position->alive);
    if (limit >= q->amount && limit <= q->limit) {
        a->bid = limit;
    }
    svi_explain_bid(m, q, a, limit);
}

static void jail(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_position out = *m->position;
    struct svi_option option[3];
    unsigned given = 0;
    unsigned n = 1;
    if (m->user == NULL) {
        return;
    }
    option[0] = (struct svi_option){*a, svi_evaluator_value(m, &out)};
    option[0].answer.choice = SV_CHOICE_JAIL_ROLL;
    out.jail[m->seat] = 0;
    if (sv_has(q->choices, SV_CHOICE_JAIL_CARD)) {
        struct sv_position with = out;
        unsigned card = 0;
        while (with.jail_holder[card] != m->seat) {
            card++;
        }
        with.jail_holder[card] = SV_BANK;
        option[n] = (struct svi_option){*a, svi_evaluator_value(m, &with)};
        option[n].answer.choice = SV_CHOICE_JAIL_CARD;
        given = option[n].value > option[given].value ? n : given;
        n++;
    }
    if (sv_has(q->choices, SV_CHOICE_JAIL_PAY)) {
        out.cash[m->seat] -= q->amount;
        option[n] = (struct svi_option){*a, svi_evaluator_value(m, &out)};
        option[n].answer.choice = SV_CHOICE_JAIL_PAY;
        given = option[n].value > option[given].value ? n : given;
        n++;
    }
    if (given > 0) {
        *a = option[given].answer;
    }
    svi_explain_options(m, option, n, given, HOW);
}

static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_option option[OPTIONS];
    if (m->user == NULL || sv_liquid(m->edition, m->position, m->seat) < q->amount) {
        sv_policy_trader.debt(m, q, a); /* sells what it can rather than go bankrupt */
    } else {
        take_best(m, option, svi_evaluator_debt(m, q, option, OPTIONS), a);
    }
}

const struct sv_bot sv_policy_learner = {
    .name = "learner",
    .version = "1",
    .matches = 256,
    .match_start = start,
    .event = event,
    .match_end = end,
    .manage = manage,
    .jail = jail,
    .buy = buy,
    .bid = bid,
    .sealed_bid = sealed_bid,
    .debt = debt,
    .trade = trade,
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
