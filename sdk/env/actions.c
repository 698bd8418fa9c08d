#include "env/allowed.h"

#include <string.h>

void sv_action_begin(const struct sv_edition *e, const struct sv_position *p,
                     const struct sv_question *q, struct sv_answer *a)
{
    if (svi_is_estate(q) || q->kind == SV_DECISION_INTEREST || q->kind == SV_DECISION_TRADE) {
        sv_answer_clear(p, q, a);
    } else {
        sv_answer_default(e, p, q, a);
    }
    if (q->kind == SV_DECISION_LAYOUT) {
        const unsigned base = (unsigned)q->amount / sv_count(q->spaces);
        for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
            a->plan.level[sv_first(left)] = (uint8_t)base;
        }
    }
}

void sv_action_mask(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, const struct sv_answer *a,
                    uint8_t mask[SV_ACTION_COUNT])
{
    struct svi_allowed allowed;
    svi_allow(e, p, q, a, &allowed);
    svi_allowed_mask(&allowed, mask);
}

bool sv_action_take(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, struct sv_answer *a, unsigned action)
{
    struct svi_allowed allowed;
    svi_allow(e, p, q, a, &allowed);
    return svi_take(e, p, q, &allowed, a, action);
}

/* ---- on the way to an answer ----------------------------------------------------------------- */

/* The first action of a row that is wanted and may be taken. */
static unsigned first_of(const struct svi_allowed *allowed, enum svi_action_row row,
                         uint64_t wanted)
{
    const uint64_t legal = allowed->set[row] & wanted;
    return legal != 0 ? svi_action_first(row) + sv_first(legal) : SV_ACTION_COUNT;
}

/* Returns the largest coin within the missing amount. */
static unsigned coin_of(const struct svi_allowed *allowed, enum svi_action_row row, int32_t missing)
{
    unsigned coin = SV_COINS - 1;
    while (coin > 0 && missing >> coin == 0) {
        coin--;
    }
    return first_of(allowed, row, UINT64_C(1) << coin);
}

static unsigned toward_plan(const struct svi_allowed *allowed, const struct sv_answer *a,
                            const struct sv_answer *wanted, bool *complete)
{
    const unsigned fields = sv_decision_fields(a->kind);
    uint64_t down = 0, up = 0;
    unsigned action;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        down |= (uint64_t)(a->plan.level[i] > wanted->plan.level[i]) << i;
        up |= (uint64_t)(a->plan.level[i] < wanted->plan.level[i]) << i;
    }
    const uint64_t mortgage = wanted->plan.mortgage & ~a->plan.mortgage;
    const uint64_t lift = (fields & SV_F_LIFT) != 0 ? wanted->plan.lift & ~a->plan.lift : 0;
    *complete = (down | up | mortgage | lift) == 0;
    action = down != 0       ? first_of(allowed, SVI_ROW_SELL, down)
             : mortgage != 0 ? first_of(allowed, SVI_ROW_MORTGAGE, mortgage)
             : lift != 0     ? first_of(allowed, SVI_ROW_LIFT, lift)
                             : first_of(allowed, SVI_ROW_BUILD, up);
    return action;
}

static unsigned toward_offer(const struct svi_allowed *allowed, const struct sv_offer *draft,
                             const struct sv_offer *wanted)
{
    const uint64_t give = wanted->give_deeds & ~draft->give_deeds;
    const uint64_t get = wanted->get_deeds & ~draft->get_deeds;
    const uint64_t give_cards = wanted->give_cards & ~(uint64_t)draft->give_cards;
    const uint64_t get_cards = wanted->get_cards & ~(uint64_t)draft->get_cards;
    return give != 0         ? first_of(allowed, SVI_ROW_GIVE, give)
           : get != 0        ? first_of(allowed, SVI_ROW_GET, get)
           : give_cards != 0 ? first_of(allowed, SVI_ROW_GIVE_CARD, give_cards)
           : get_cards != 0  ? first_of(allowed, SVI_ROW_GET_CARD, get_cards)
           : draft->give_tickets < wanted->give_tickets ? first_of(allowed, SVI_ROW_GIVE_TICKET, 1)
           : draft->get_tickets < wanted->get_tickets   ? first_of(allowed, SVI_ROW_GET_TICKET, 1)
           : draft->give_cash < wanted->give_cash
               ? coin_of(allowed, SVI_ROW_GIVE_CASH, wanted->give_cash - draft->give_cash)
           : draft->get_cash < wanted->get_cash
               ? coin_of(allowed, SVI_ROW_GET_CASH, wanted->get_cash - draft->get_cash)
               : first_of(allowed, SVI_ROW_PROPOSE, 1);
}

static unsigned toward_bid(const struct sv_question *q, const struct svi_allowed *allowed,
                           const struct sv_answer *a, const struct sv_answer *wanted)
{
    /* A limit equal to the bid counts as no limit. */
    const int32_t limit =
        q->kind == SV_DECISION_BID && wanted->limit > wanted->bid ? wanted->limit : 0;
    const int32_t bid = a->bid == 0 ? q->amount : a->bid;
    if (wanted->bid == 0) {
        return first_of(allowed, SVI_ROW_BID, 1u << 0);
    }
    if (a->bid == 0 && wanted->bid == q->amount && limit == 0) {
        return first_of(allowed, SVI_ROW_BID, 1u << 1);
    }
    if (bid < wanted->bid) {
        return coin_of(allowed, SVI_ROW_RAISE, wanted->bid - bid);
    }
    if (a->limit < limit) {
        return coin_of(allowed, SVI_ROW_LIMIT, limit - (a->limit == 0 ? bid : a->limit));
    }
    return first_of(allowed, SVI_ROW_DONE, 1);
}

static unsigned toward_space(const struct sv_question *q, const struct svi_allowed *allowed,
                             const struct sv_answer *a, const struct sv_answer *wanted)
{
    uint64_t spaces = 0;
    if (q->kind == SV_DECISION_TICKET && wanted->choice == SV_CHOICE_TICKET_ROLL) {
        return first_of(allowed, SVI_ROW_DONE, 1);
    }
    if (q->kind != SV_DECISION_LAYOUT) {
        return first_of(allowed, SVI_ROW_SPACE, UINT64_C(1) << wanted->space);
    }
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        spaces |= a->plan.level[space] < wanted->plan.level[space] ? left & -left : 0;
    }
    return spaces == 0 ? first_of(allowed, SVI_ROW_DONE, 1)
                       : first_of(allowed, SVI_ROW_SPACE, spaces);
}

unsigned svi_toward(const struct sv_position *p, const struct sv_question *q,
                    const struct svi_allowed *allowed, const struct sv_answer *a,
                    const struct sv_answer *wanted)
{
    const bool estate = svi_is_estate(q) || q->kind == SV_DECISION_INTEREST;
    const struct sv_offer *draft = svi_draft_of(q, a);
    if (draft != NULL) {
        return toward_offer(allowed, draft, &wanted->offers[a->n_offers]);
    }
    if (svi_is_bid(q)) {
        return toward_bid(q, allowed, a, wanted);
    }
    if (svi_is_space(q) || q->kind == SV_DECISION_LAYOUT) {
        return toward_space(q, allowed, a, wanted);
    }
    if (q->kind == SV_DECISION_INTEREST) {
        const uint64_t lift = wanted->plan.lift & ~a->plan.lift;
        return lift != 0 ? first_of(allowed, SVI_ROW_LIFT, lift)
                         : first_of(allowed, SVI_ROW_DONE, 1);
    }
    if (svi_is_estate(q) || q->kind == SV_DECISION_BUY) {
        bool complete;
        const unsigned action = toward_plan(allowed, a, wanted, &complete);
        if (!complete) {
            return action;
        }
    }
    if (!estate) {
        return first_of(allowed, SVI_ROW_CHOICE, UINT64_C(1) << wanted->choice);
    }
    if (a->n_offers < wanted->n_offers) {
        const unsigned to = wanted->offers[a->n_offers].to;
        return first_of(allowed, SVI_ROW_OFFER,
                        UINT64_C(1) << (to + p->seats - q->seat) % p->seats);
    }
    return first_of(allowed, SVI_ROW_DONE, 1);
}

unsigned sv_action_toward(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_question *q, const struct sv_answer *a,
                          const struct sv_answer *wanted)
{
    struct svi_allowed allowed;
    svi_allow(e, p, q, a, &allowed);
    return svi_toward(p, q, &allowed, a, wanted);
}
