/* Answers, one after the other, by kind (<solvent/answers.h>). */
#include <solvent/answers.h>

enum sv_status sv_answers_start(struct sv_answers *it, const struct sv_edition *e,
                                const struct sv_position *p, const struct sv_question *q,
                                const struct sv_bounds *bounds)
{
    if (q->kind >= SV_DECISION_COUNT || q->seat >= p->seats) {
        return SV_E_KIND;
    }
    it->e = e;
    it->p = p;
    it->q = *q;
    sv_bounds_default(&it->bounds);
    it->bounds = bounds != NULL ? *bounds : it->bounds;
    if (it->bounds.step < 1 || it->bounds.items > SV_MAX_ITEMS ||
        it->bounds.cash_steps > SV_MAX_FIGURE) {
        return SV_E_ARGUMENT;
    }
    it->left = q->choices;
    it->bid = it->limit = 0;
    it->step = 0;
    it->cut = false;
    switch (q->kind) {
    case SV_DECISION_MANAGE:
    case SV_DECISION_BUY:
    case SV_DECISION_DEBT:
        sv_plans_start(&it->plans, e, p, q->seat, q->kind == SV_DECISION_MANAGE, &it->bounds);
        sv_offers_start(&it->offers, e, p, q->seat,
                        q->kind != SV_DECISION_BUY && q->offers > 0 ? p->alive : 0, &it->bounds);
        break;
    case SV_DECISION_TRADE:
        sv_offers_start(
            &it->offers, e, p, q->seat,
            sv_has(q->choices, SV_CHOICE_TRADE_COUNTER) && q->offers > 0 ? 1u << q->other : 0,
            &it->bounds);
        break;
    case SV_DECISION_PLACE:
    case SV_DECISION_TRIPLE:
    case SV_DECISION_LOT:
    case SV_DECISION_TICKET:
        it->left = q->spaces;
        break;
    case SV_DECISION_INTEREST:
    case SV_DECISION_LAYOUT:
        it->left = 0;
        break;
    default:
        break;
    }
    return SV_OK;
}

/* ---- by kind: each fills `out`, which changes nothing yet, or returns false ------------------ */

static bool next_choice(struct sv_answers *it, struct sv_answer *out)
{
    out->choice = (uint8_t)sv_first(it->left);
    return it->left != 0;
}

static bool next_space(struct sv_answers *it, struct sv_answer *out)
{
    out->space = (uint8_t)sv_first(it->left);
    return it->left != 0;
}

static bool next_ticket(struct sv_answers *it, struct sv_answer *out)
{
    if (it->step++ == 0 && sv_has(it->q.choices, SV_CHOICE_TICKET_ROLL)) {
        out->choice = SV_CHOICE_TICKET_ROLL;
        it->left = sv_has(it->q.choices, SV_CHOICE_TICKET_USE) ? it->left : 0;
        return true;
    }
    out->choice = SV_CHOICE_TICKET_USE;
    if (!next_space(it, out)) {
        return false;
    }
    it->left &= it->left - 1;
    return true;
}

/* Steps through sums of money from low to high: returns the next sum after `from`, always including
 * the highest; a sum above `high` after that. */
static int64_t step_up(const struct sv_answers *it, int64_t from, int64_t high)
{
    return from < high && from + it->bounds.step > high ? high : from + it->bounds.step;
}

/* Steps: 0 no bid, 1 bids alone, 2 bids with limits. */
static bool next_bid(struct sv_answers *it, struct sv_answer *out)
{
    const int64_t low = it->q.amount > 1 ? it->q.amount : 1;
    const int64_t high = it->q.limit;
    if (it->step == 0) {
        it->step = 1;
        it->bid = low;
        return true;
    }
    if (it->step == 1) {
        if (it->bid <= high) {
            out->bid = (int32_t)it->bid;
            it->bid = step_up(it, it->bid, high);
            return true;
        }
        it->step = 2;
        it->bid = it->limit = low;
    }
    if (it->q.kind != SV_DECISION_BID || it->bid > high) {
        return false;
    }
    out->bid = (int32_t)it->bid;
    out->limit = (int32_t)it->limit;
    it->limit = step_up(it, it->limit, high);
    if (it->limit > high) {
        it->bid = it->limit = step_up(it, it->bid, high);
    }
    return true;
}

/* Cash that lifting these deeds takes, with the 10% on the others. */
static int64_t lift_cost(const struct sv_answers *it, uint64_t lifted)
{
    int64_t cost = it->q.amount; /* the 10% on all */
    for (; lifted != 0; lifted &= lifted - 1) {
        cost += it->e->space[sv_first(lifted)].mortgage;
    }
    return cost;
}

/* The deeds after a space. */
static uint64_t after(uint64_t deeds, unsigned space)
{
    return space >= 63 ? 0 : deeds >> (space + 1) << (space + 1);
}

/* Sets of deeds as words in a dictionary: one that cannot be paid has no longer ones that can. */
static bool next_interest(struct sv_answers *it, struct sv_answer *out)
{
    uint64_t now = it->left;
    uint64_t more = it->q.spaces;
    if (it->step++ == 0) {
        return true; /* lifts nothing */
    }
    for (uint64_t left = now; left != 0; left &= left - 1) {
        more = after(it->q.spaces, sv_first(left));
    }
    for (;;) {
        for (; more != 0; more &= more - 1) {
            const uint64_t longer = now | (more & (~more + 1));

            if (lift_cost(it, longer) <= it->p->cash[it->q.seat]) {
                it->left = out->plan.lift = longer;
                return true;
            }
        }
        if (now == 0) {
            return false;
        }
        uint64_t last = 0;

        for (uint64_t left = now; left != 0; left &= left - 1) {
            last = left & (~left + 1);
        }
        now &= ~last;
        more = after(it->q.spaces, sv_first(last));
    }
}

/* RULES 11.2: one level more on as many streets as it takes. */
static bool next_layout(struct sv_answers *it, struct sv_answer *out)
{
    const unsigned streets = sv_count(it->q.spaces);
    const unsigned base = streets == 0 ? 0 : (unsigned)it->q.amount / streets;
    const unsigned extra = streets == 0 ? 0 : (unsigned)it->q.amount % streets;
    while (streets > 0 && it->step < 1u << streets && sv_count(it->step) != extra) {
        it->step++;
    }
    if (streets == 0 || it->step >= 1u << streets) {
        return false;
    }
    for (uint64_t left = it->q.spaces, i = 0; left != 0; left &= left - 1, i++) {
        out->plan.level[sv_first(left)] = (uint8_t)(base + (it->step >> i & 1u));
    }
    it->step++;
    return true;
}

/* The next offer as the whole answer. */
static bool next_offer(struct sv_answers *it, struct sv_answer *out)
{
    out->n_offers = sv_offers_next(&it->offers, &out->offers[0]);
    it->cut = it->cut || it->offers.cut;
    return out->n_offers > 0;
}

static bool next_plan(struct sv_answers *it, struct sv_answer *out)
{
    struct sv_answer saved = *out;
    while (it->step == 0) {
        if (!sv_plans_next(&it->plans, &out->plan)) {
            it->step = 1;
            it->cut = it->plans.cut;
            *out = saved;
            break;
        }
        if (sv_check(it->e, it->p, &it->q, out) == SV_OK) {
            return true;
        }
    }
    while (next_offer(it, out)) {
        if (sv_check(it->e, it->p, &it->q, out) == SV_OK) {
            return true;
        }
    }
    return false;
}

static bool next_buy(struct sv_answers *it, struct sv_answer *out)
{
    if (it->step == 1) {
        it->step = 0;
        out->plan = it->plan;
        out->choice = SV_CHOICE_BUY_BUY;
        if (sv_check(it->e, it->p, &it->q, out) == SV_OK) {
            return true;
        }
        out->choice = SV_CHOICE_BUY_DECLINE;
    }
    it->cut = it->plans.cut;
    if (!sv_plans_next(&it->plans, &out->plan)) {
        it->cut = it->plans.cut;
        return false;
    }
    it->plan = out->plan;
    it->step = 1;
    return true;
}

static bool next_trade(struct sv_answers *it, struct sv_answer *out)
{
    const uint64_t plain = it->left & ~(UINT64_C(1) << SV_CHOICE_TRADE_COUNTER);
    if (plain != 0) {
        out->choice = (uint8_t)sv_first(plain);
        it->left = plain & (plain - 1);
        return true;
    }
    out->choice = SV_CHOICE_TRADE_COUNTER;
    return next_offer(it, out);
}

bool sv_answers_next(struct sv_answers *it, struct sv_answer *out)
{
    bool found;
    sv_answer_clear(it->p, &it->q, out);
    switch (it->q.kind) {
    case SV_DECISION_MANAGE:
    case SV_DECISION_DEBT:
        return next_plan(it, out);
    case SV_DECISION_BUY:
        return next_buy(it, out);
    case SV_DECISION_TRADE:
        return next_trade(it, out);
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        return next_bid(it, out);
    case SV_DECISION_INTEREST:
        return next_interest(it, out);
    case SV_DECISION_LAYOUT:
        return next_layout(it, out);
    case SV_DECISION_TICKET:
        return next_ticket(it, out);
    case SV_DECISION_PLACE:
    case SV_DECISION_TRIPLE:
    case SV_DECISION_LOT:
        found = next_space(it, out);
        break;
    default:
        found = next_choice(it, out);
        break;
    }
    it->left &= it->left - (it->left != 0);
    return found;
}
