/* The random bot: any legal answer. Its chances are set so that every corner of the rules is
 * reached and games still end; it is the workhorse of property tests, so a quiet window costs one
 * random number. */
#include "policy/random_choice.h"

#include <solvent/policy.h>

/* Any living player but oneself. */
static unsigned any_other(struct sv_match *m)
{
    return svi_random_pick(&m->rng, m->position->alive & ~(UINT64_C(1) << m->seat));
}

/* One of the legal choices. */
static uint8_t any_choice(struct sv_match *m, const struct sv_question *q)
{
    return (uint8_t)svi_random_pick(&m->rng, q->choices);
}

/* Adds up to `most` offers to an answer whose plan is ready. */
static void propose(struct sv_match *m, struct sv_answer *a, unsigned most)
{
    for (unsigned n = 1 + sv_rng_below(&m->rng, most); n > 0; n--) {
        a->n_offers += svi_random_offer(m, &a->plan, any_other(m), &a->offers[a->n_offers]);
    }
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    uint32_t mood = sv_rng_below(&m->rng, 64);
    if (mood < 16) {
        svi_random_plan(m, &a->plan);
    }
    if (q->offers > 0 && mood >= 15 && mood < 18) {
        propose(m, a, q->offers);
    }
}

static void any(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = any_choice(m, q);
}

/* Sales and mortgages go first now and then although they need not. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int64_t missing = (int64_t)q->amount - m->position->cash[m->seat];
    a->choice = SV_CHOICE_BUY_DECLINE;
    if (svi_random_chance(&m->rng, 25)) {
        return;
    }
    if (missing <= 0 && svi_random_chance(&m->rng, 5)) {
        missing = 1;
    }
    if (missing > 0) {
        svi_random_raise(m, missing, &a->plan);
        if (m->position->cash[m->seat] + sv_plan_cash(m->edition, m->position, m->seat, &a->plan) <
            q->amount) {
            return;
        }
    }
    a->choice = SV_CHOICE_BUY_BUY;
}

/* Prices run up to about twice the printed one; a building's to about four times the lowest bid. */
static int32_t any_bid(struct sv_match *m, const struct sv_question *q)
{
    const struct sv_position *p = m->position;
    int32_t fair = q->space == SV_NONE ? 2 * p->auction_min : m->edition->space[q->space].price;
    int64_t room = (int64_t)q->limit - q->amount;
    int64_t span = (int64_t)fair / 2;
    if (room < 0 || svi_random_chance(&m->rng, q->amount > 2 * fair ? 95
                                               : q->amount > fair   ? 60
                                                                    : 20)) {
        return 0;
    }
    span = span < room && !svi_random_chance(&m->rng, 3) ? span : room;
    return q->amount + (int32_t)sv_rng_below(&m->rng, (uint32_t)span + 1);
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->bid = any_bid(m, q);
    a->limit = 0;
    if (a->bid > 0 && svi_random_chance(&m->rng, 40)) {
        a->limit = a->bid + (int32_t)sv_rng_below(&m->rng, (uint32_t)(q->limit - a->bid) / 8 + 1);
    }
}

static void sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->bid = any_bid(m, q);
}

/* The default raises in the documented order, or gives up; here are the other ways (RULES 9.1). */
static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = m->position;
    bool solvent = sv_liquid(m->edition, p, m->seat) >= q->amount;
    struct sv_answer other;
    if (svi_random_chance(&m->rng, 30)) {
        return;
    }
    sv_answer_clear(p, q, &other);
    if (solvent || svi_random_chance(&m->rng, 50)) {
        svi_random_raise(m, (int64_t)q->amount - p->cash[m->seat], &other.plan);
    }
    if (q->offers > 0 && svi_random_chance(&m->rng, solvent ? 20 : 70)) {
        propose(m, &other, q->offers);
    }
    if (sv_check(m->edition, p, q, &other) == SV_OK) { /* else it raised too little */
        *a = other;
    }
}

/* A counter-offer is the offer itself with other cash, or something quite different. */
static bool counter(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_offer *offer = &a->offers[0];
    struct sv_answer plain;
    if (svi_random_chance(&m->rng, 50)) {
        *offer = sv_offer_flip(&q->offer, q->other);
        if (offer->give_cash > 0) {
            offer->give_cash = (int32_t)sv_rng_below(&m->rng, (uint32_t)offer->give_cash);
        } else {
            offer->get_cash += 1 + (int32_t)sv_rng_below(&m->rng, 100);
        }
        return sv_check_offer(m->edition, m->position, m->seat, offer) == SV_OK;
    }
    sv_answer_clear(m->position, &(struct sv_question){.kind = SV_DECISION_MANAGE}, &plain);
    return svi_random_offer(m, &plain.plan, q->other, offer);
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    uint32_t mood = sv_rng_below(&m->rng, 100);
    if (mood < 30) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    } else if (mood < 55 && q->offers > 0 && counter(m, q, a)) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
        a->n_offers = 1;
    }
}

static void interest(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int64_t cash = (int64_t)m->position->cash[m->seat] - q->amount;
    for (uint64_t left = svi_random_some(&m->rng, q->spaces, 50); left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        int32_t more = sv_lift_cost(m->edition, space) - sv_interest(m->edition, space);

        if (more <= cash) {
            cash -= more;
            a->plan.lift |= UINT64_C(1) << space;
        }
    }
}

static void any_space(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->space = (uint8_t)svi_random_pick(&m->rng, q->spaces);
}

static void ticket(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = any_choice(m, q);
    if (a->choice == SV_CHOICE_TICKET_USE) {
        any_space(m, q, a);
    }
}

/* The most even layout (RULES 11.2): the same level everywhere, one more on some. */
static void layout(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    unsigned streets = sv_count(q->spaces);
    uint64_t left = q->spaces;
    for (uint64_t rest = left; rest != 0; rest &= rest - 1) {
        a->plan.level[sv_first(rest)] = (uint8_t)((unsigned)q->amount / streets);
    }
    for (unsigned extra = (unsigned)q->amount % streets; extra > 0 && left != 0; extra--) {
        unsigned space = svi_random_pick(&m->rng, left);

        if (space >= SV_MAX_SPACES) {
            break;
        }
        left &= ~(UINT64_C(1) << space);
        a->plan.level[space]++;
    }
}

const struct sv_bot sv_policy_random = {
    .name = "random",
    .version = "1",
    .manage = manage,
    .jail = any,
    .buy = buy,
    .bid = bid,
    .sealed_bid = sealed_bid,
    .debt = debt,
    .trade = trade,
    .interest = interest,
    .place = any_space,
    .tax = any,
    .card = any,
    .claim = any,
    .bus = any,
    .ride = any,
    .triple = any_space,
    .ticket = ticket,
    .lot = any_space,
    .gift = any,
    .layout = layout,
};
