#include "env/allowed.h"

#include <string.h>

#define BIT(i) (UINT64_C(1) << (i))
#define FIRST(n) (BIT(n) - 1) /* members 0 to n-1; n is below 64 */

static bool is_estate(const struct sv_question *q)
{
    return q->kind == SV_DECISION_MANAGE || q->kind == SV_DECISION_DEBT;
}

static bool is_space(const struct sv_question *q)
{
    return q->kind == SV_DECISION_PLACE || q->kind == SV_DECISION_TRIPLE ||
           q->kind == SV_DECISION_LOT || q->kind == SV_DECISION_TICKET;
}

static const struct {
    uint16_t first, count;
} rows[SVI_ACTION_ROWS] = {
#define X(NAME, count, text) {SV_ACTION_##NAME, count},
    SV_ACTIONS(X)
#undef X
};

/* Returns the row of an action, and writes its number in the row to *i. */
static enum svi_action_row action_row(unsigned action, unsigned *i)
{
    unsigned row = SVI_ACTION_ROWS - 1;
    while (rows[row].first > action) {
        row--;
    }
    *i = action - rows[row].first;
    return (enum svi_action_row)row;
}

void svi_allowed_mask(const struct svi_allowed *allowed, uint8_t mask[SV_ACTION_COUNT])
{
    memset(mask, 0, SV_ACTION_COUNT);
    for (unsigned row = 0; row < SVI_ACTION_ROWS; row++) {
        if (allowed->set[row] != 0) {
            svi_spread(allowed->set[row], rows[row].count, mask + rows[row].first);
        }
    }
}

unsigned svi_allowed_count(const struct svi_allowed *allowed)
{
    unsigned count = 0;
    for (unsigned row = 0; row < SVI_ACTION_ROWS; row++) {
        count += allowed->set[row] != 0 ? sv_count(allowed->set[row]) : 0;
    }
    return count;
}

unsigned svi_allowed_nth(const struct svi_allowed *allowed, unsigned n)
{
    unsigned row = 0;
    while (row < SVI_ACTION_ROWS - 1 && n >= sv_count(allowed->set[row])) {
        n -= sv_count(allowed->set[row++]);
    }
    uint64_t left = allowed->set[row];
    while (n-- > 0) {
        left &= left - 1;
    }
    return left != 0 ? rows[row].first + sv_first(left) : SV_ACTION_DONE;
}

/* ---- what stands in an answer ---------------------------------------------------------------- */

/* A draft is marked in its padding, which is 0 in an offer that counts. */
#define DRAFT 1

const struct sv_offer *svi_draft_of(const struct sv_question *q, const struct sv_answer *a)
{
    const bool offers = (sv_decision_fields(q->kind) & SV_F_OFFERS) != 0;
    return offers && a->n_offers < SV_MAX_OFFERS && a->offers[a->n_offers].pad[0] == DRAFT
               ? &a->offers[a->n_offers]
               : NULL;
}

/* The share of the price, in quarters, of each bid; 0 is no bid and 1 the lowest bid. */
static const uint8_t bid_quarters[8] = {0, 0, 2, 3, 4, 5, 6, 8};

/* Puts the i-th bid into an answer. Returns false if it is below the lowest legal bid. */
static bool put_bid(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, unsigned i, struct sv_answer *a)
{
    const int32_t price = q->space < e->n_spaces ? e->space[q->space].price : p->auction_min;
    const int64_t share = i < 2 ? q->amount : (int64_t)price * bid_quarters[i] / 4;
    const int32_t most = share < q->limit ? (int32_t)share : q->limit;
    const bool sealed = q->kind == SV_DECISION_SEALED_BID;
    a->bid = i == 0 ? 0 : sealed ? most : q->amount;
    a->limit = i < 2 || sealed ? 0 : most;
    return i == 0 || most >= q->amount;
}

/* Coins that may be added to an amount up to `most`: they are counted from the largest down. */
static uint64_t coins(int64_t amount, int64_t most)
{
    const unsigned lowest = amount == 0 ? SV_COINS : sv_first((uint64_t)amount);
    uint64_t legal_coins = FIRST(lowest < SV_COINS ? lowest : SV_COINS);
    if (lowest >= SV_COINS - 1) {
        legal_coins |= BIT(SV_COINS - 1);
    }
    const int64_t room = most - amount;
    if (room <= 0) {
        return 0;
    }
    unsigned top = 0; /* the largest coin within the room */
    while (top < SV_COINS - 1 && room >> (top + 1) != 0) {
        top++;
    }
    return legal_coins & (BIT(top) | FIRST(top));
}

/* ---- which may be taken ---------------------------------------------------------------------- */

struct scope {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_question *q;
    const struct sv_answer *a;
    int64_t cash;  /* once the plan has been carried out */
    uint64_t ours; /* deeds */
    bool still;    /* the plan changes nothing */
    struct svi_allowed *out;
};

/* Returns whether the plan leaves buildings on a deed of the seat in the space's set. */
static bool set_built(const struct scope *s, unsigned space)
{
    const struct sv_edition *e = s->e;
    uint64_t together = BIT(space);
    if (e->space[space].kind == SV_SPACE_STREET) {
        together = e->group[e->space[space].group].mask & s->ours;
    }
    for (uint64_t left = together; left != 0; left &= left - 1) {
        if (s->a->plan.level[sv_first(left)] != 0) {
            return true;
        }
    }
    return false;
}

/* Returns whether a space may lose a level: the set stays even, and the plan does not build on it.
 * The bank's stock of houses is not checked here. */
static bool may_sell(const struct scope *s, unsigned space)
{
    const struct sv_edition *e = s->e;
    const uint8_t *planned = s->a->plan.level, *stands = s->p->level;
    const unsigned level = planned[space];
    if (level == 0 || level > stands[space]) {
        return false;
    }
    if (e->space[space].kind == SV_SPACE_STREET) {
        const uint64_t set = e->group[e->space[space].group].mask & s->ours;
        for (uint64_t left = set; left != 0; left &= left - 1) {
            const unsigned other = sv_first(left);
            if (planned[other] > level || planned[other] > stands[other]) {
                return false;
            }
        }
    }
    return true;
}

static bool may_build(const struct scope *s, unsigned space)
{
    const struct sv_edition *e = s->e;
    const struct sv_space *on = &e->space[space];
    const unsigned level = s->a->plan.level[space];
    const int32_t cost = sv_level_cost(e, space, level);
    if (level < s->p->level[space] || cost <= 0 || cost > s->cash ||
        (on->kind == SV_SPACE_STREET && !sv_set_builds(e, s->p, on->group, s->q->seat))) {
        return false;
    }
    return sv_can_build(e, s->p, s->q->seat, &s->a->plan, space);
}

static void allow_plan(struct scope *s)
{
    const struct sv_position *p = s->p;
    const struct sv_plan *plan = &s->a->plan;
    const bool manages = s->q->kind == SV_DECISION_MANAGE;
    uint64_t sell = 0, mortgage = 0, lift = 0, build = 0;
    for (uint64_t left = s->ours & ~p->mortgaged; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        if (plan->level[space] != 0) {
            sell |= may_sell(s, space) ? BIT(space) : 0;
        } else if (!sv_has(plan->mortgage, space) && !set_built(s, space)) {
            mortgage |= BIT(space);
        }
        build |= manages && may_build(s, space) ? BIT(space) : 0;
    }
    for (uint64_t left = manages ? s->ours & p->mortgaged & ~plan->lift : 0; left != 0;
         left &= left - 1) {
        lift |= sv_lift_cost(s->e, sv_first(left)) <= s->cash ? left & -left : 0;
    }
    /* A street whose mortgage the plan lifts may be built on. */
    for (uint64_t left = manages ? s->ours & plan->lift : 0; left != 0; left &= left - 1) {
        build |= may_build(s, sv_first(left)) ? left & -left : 0;
    }
    s->out->set[SVI_ROW_SELL] = sell;
    s->out->set[SVI_ROW_MORTGAGE] = mortgage;
    s->out->set[SVI_ROW_LIFT] = lift;
    s->out->set[SVI_ROW_BUILD] = build;
}

/* Returns the deeds that a seat may hand over: those free of buildings (RULES 8.3, 11.3). */
static uint64_t tradable(const struct scope *s, unsigned seat)
{
    const struct sv_edition *e = s->e;
    const struct sv_position *p = s->p;
    const uint8_t *level =
        seat == s->q->seat && s->q->kind != SV_DECISION_TRADE ? s->a->plan.level : p->level;
    uint64_t deeds = p->owned[seat];
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        const struct sv_space *on = &e->space[space];
        const uint64_t set = on->kind == SV_SPACE_STREET ? e->group[on->group].mask : BIT(space);
        for (uint64_t member = set; member != 0; member &= member - 1) {
            if (level[sv_first(member)] != 0) {
                deeds &= ~BIT(space);
                break;
            }
        }
    }
    return deeds;
}

static uint64_t cards_of(const struct scope *s, unsigned seat)
{
    uint64_t cards = 0;
    for (unsigned j = 0; j < s->e->n_jail_cards; j++) {
        cards |= s->p->jail_holder[j] == seat ? BIT(j) : 0;
    }
    return cards;
}

static void propose(const struct sv_question *q, struct sv_answer *a)
{
    a->offers[a->n_offers].pad[0] = 0;
    a->n_offers++;
    if (q->kind == SV_DECISION_TRADE) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
    }
}

static void allow_draft(struct scope *s, const struct sv_offer *draft)
{
    const unsigned us = s->q->seat, them = draft->to;
    const struct sv_position *p = s->p;
    uint64_t *set = s->out->set;
    struct sv_answer trial = *s->a;
    set[SVI_ROW_GIVE] = tradable(s, us) & ~draft->give_deeds;
    set[SVI_ROW_GET] = tradable(s, them) & ~draft->get_deeds;
    set[SVI_ROW_GIVE_CARD] = cards_of(s, us) & ~(uint64_t)draft->give_cards;
    set[SVI_ROW_GET_CARD] = cards_of(s, them) & ~(uint64_t)draft->get_cards;
    set[SVI_ROW_GIVE_TICKET] = draft->give_tickets < p->tickets[us];
    set[SVI_ROW_GET_TICKET] = draft->get_tickets < p->tickets[them];
    set[SVI_ROW_GIVE_CASH] = coins(draft->give_cash, s->cash);
    set[SVI_ROW_GET_CASH] = coins(draft->get_cash, p->cash[them]);
    propose(s->q, &trial);
    set[SVI_ROW_PROPOSE] = sv_check(s->e, p, s->q, &trial) == SV_OK;
    set[SVI_ROW_DONE] = 1;
}

/* Fills the rows of a window's answer: a plan, then offers. */
static void allow_estate(struct scope *s)
{
    const struct sv_question *q = s->q;
    const struct sv_position *p = s->p;
    const struct sv_answer *a = s->a;
    const struct sv_offer *draft = svi_draft_of(q, a);
    if (draft != NULL) {
        allow_draft(s, draft);
        return;
    }
    const enum sv_status status = s->still && a->n_offers == 0 && q->kind == SV_DECISION_MANAGE
                                      ? SV_OK
                                      : sv_check(s->e, p, q, a);
    const bool good = status == SV_OK || (status == SV_E_SHORT && q->kind == SV_DECISION_DEBT);
    if (a->n_offers == 0) {
        allow_plan(s);
    }
    if (good && a->n_offers < q->offers && a->n_offers < SV_MAX_OFFERS) {
        for (unsigned i = 1; i < p->seats; i++) {
            const unsigned seat = (q->seat + i) % p->seats;
            s->out->set[SVI_ROW_OFFER] |= sv_alive(p, seat) ? BIT(i) : 0;
        }
    }
    s->out->set[SVI_ROW_DONE] = status == SV_OK;
}

static void allow_buy(struct scope *s)
{
    const struct sv_question *q = s->q;
    allow_plan(s);
    if (!s->still) {
        struct sv_answer trial = *s->a;
        trial.choice = SV_CHOICE_BUY_DECLINE;
        if (sv_check(s->e, s->p, q, &trial) != SV_OK) {
            return; /* the bank is short of houses on the way down */
        }
    }
    s->out->set[SVI_ROW_CHOICE] = q->choices;
    if (s->cash < q->amount) {
        s->out->set[SVI_ROW_CHOICE] &= ~BIT(SV_CHOICE_BUY_BUY);
    }
}

static void allow_bid(struct scope *s)
{
    const struct sv_question *q = s->q;
    const struct sv_answer *a = s->a;
    if (a->bid == 0) {
        struct sv_answer trial;
        for (unsigned i = 0; i < 8; i++) {
            s->out->set[SVI_ROW_BID] |= put_bid(s->e, s->p, q, i, &trial) ? BIT(i) : 0;
        }
    } else {
        s->out->set[SVI_ROW_DONE] = 1;
    }
    if (q->amount <= q->limit) {
        const int32_t bid = a->bid == 0 ? q->amount : a->bid;
        if (a->limit == 0) {
            s->out->set[SVI_ROW_RAISE] = coins(bid - q->amount, (int64_t)q->limit - q->amount);
        }
        if (q->kind == SV_DECISION_BID) {
            s->out->set[SVI_ROW_LIMIT] =
                coins(a->limit == 0 ? 0 : a->limit - bid, (int64_t)q->limit - bid);
        }
    }
}

static void allow_interest(struct scope *s)
{
    for (uint64_t left = s->q->spaces & ~s->a->plan.lift; left != 0; left &= left - 1) {
        struct sv_answer trial = *s->a;
        trial.plan.lift |= left & -left;
        s->out->set[SVI_ROW_LIFT] |= sv_check(s->e, s->p, s->q, &trial) == SV_OK ? left & -left : 0;
    }
    s->out->set[SVI_ROW_DONE] = 1;
}

/* Levels of a layout that are still to be laid. */
static int32_t unlaid(const struct sv_question *q, const struct sv_answer *a)
{
    int32_t left_over = q->amount;
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        left_over -= a->plan.level[sv_first(left)];
    }
    return left_over;
}

static void allow_layout(struct scope *s)
{
    const struct sv_question *q = s->q;
    const unsigned base = (unsigned)q->amount / sv_count(q->spaces);
    for (uint64_t left = unlaid(q, s->a) > 0 ? q->spaces : 0; left != 0; left &= left - 1) {
        s->out->set[SVI_ROW_SPACE] |= s->a->plan.level[sv_first(left)] == base ? left & -left : 0;
    }
}

void svi_allow(const struct sv_edition *e, const struct sv_position *p, const struct sv_question *q,
               const struct sv_answer *a, struct svi_allowed *out)
{
    struct scope s = {.e = e,
                      .p = p,
                      .q = q,
                      .a = a,
                      .cash = p->cash[q->seat],
                      .ours = p->owned[q->seat],
                      .out = out};
    uint64_t any = 0;
    memset(out, 0, sizeof *out);
    if (is_estate(q) || q->kind == SV_DECISION_BUY) {
        s.still = (a->plan.mortgage | a->plan.lift) == 0 &&
                  memcmp(a->plan.level, p->level, sizeof p->level) == 0;
        s.cash += s.still ? 0 : sv_plan_cash(e, p, q->seat, &a->plan);
    }
    if (is_estate(q)) {
        allow_estate(&s);
    } else if (q->kind == SV_DECISION_BUY) {
        allow_buy(&s);
    } else if (q->kind == SV_DECISION_TRADE) {
        const struct sv_offer *draft = svi_draft_of(q, a);
        if (draft != NULL) {
            allow_draft(&s, draft);
        } else {
            out->set[SVI_ROW_CHOICE] = q->choices;
        }
    } else if (svi_is_bid(q)) {
        allow_bid(&s);
    } else if (q->kind == SV_DECISION_INTEREST) {
        allow_interest(&s);
    } else if (q->kind == SV_DECISION_LAYOUT) {
        allow_layout(&s);
    } else if (is_space(q)) {
        out->set[SVI_ROW_SPACE] = q->spaces;
        out->set[SVI_ROW_DONE] = q->kind == SV_DECISION_TICKET;
    } else {
        out->set[SVI_ROW_CHOICE] = q->choices;
    }
    for (unsigned row = 0; row < SVI_ACTION_ROWS; row++) {
        any |= out->set[row];
    }
    if (any == 0) {
        out->set[SVI_ROW_DONE] = 1;
    }
}

/* ---- taking one ------------------------------------------------------------------------------ */

static void draft_for(struct sv_answer *a, unsigned to)
{
    a->offers[a->n_offers] = (struct sv_offer){.to = (uint8_t)to, .pad = {DRAFT}};
}

/* Puts a legal action into the answer. Returns true if it completes the answer. */
static bool put(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, enum svi_action_row row, unsigned i,
                struct sv_answer *a)
{
    struct sv_offer *draft = &a->offers[a->n_offers];
    switch (row) {
    case SVI_ROW_CHOICE:
        if (q->kind == SV_DECISION_TRADE && i == SV_CHOICE_TRADE_COUNTER) {
            draft_for(a, q->other);
            return false;
        }
        a->choice = (uint8_t)i;
        return true;
    case SVI_ROW_BID:
        return put_bid(e, p, q, i, a);
    case SVI_ROW_RAISE:
        a->bid = (a->bid == 0 ? q->amount : a->bid) + (int32_t)BIT(i);
        return false;
    case SVI_ROW_LIMIT:
        a->bid = a->bid == 0 ? q->amount : a->bid;
        a->limit = (a->limit == 0 ? a->bid : a->limit) + (int32_t)BIT(i);
        return false;
    case SVI_ROW_SPACE:
        if (q->kind == SV_DECISION_LAYOUT) {
            a->plan.level[i]++;
            return unlaid(q, a) == 0;
        }
        a->space = (uint8_t)i;
        a->choice = q->kind == SV_DECISION_TICKET ? SV_CHOICE_TICKET_USE : a->choice;
        return true;
    case SVI_ROW_SELL:
        a->plan.level[i]--;
        return false;
    case SVI_ROW_MORTGAGE:
        a->plan.mortgage |= BIT(i);
        return false;
    case SVI_ROW_LIFT:
        a->plan.lift |= BIT(i);
        return false;
    case SVI_ROW_BUILD:
        a->plan.level[i]++;
        return false;
    case SVI_ROW_OFFER:
        draft_for(a, (q->seat + i) % p->seats);
        return false;
    case SVI_ROW_GIVE:
        draft->give_deeds |= BIT(i);
        return false;
    case SVI_ROW_GET:
        draft->get_deeds |= BIT(i);
        return false;
    case SVI_ROW_GIVE_CARD:
        draft->give_cards |= (uint8_t)BIT(i);
        return false;
    case SVI_ROW_GET_CARD:
        draft->get_cards |= (uint8_t)BIT(i);
        return false;
    case SVI_ROW_GIVE_TICKET:
        draft->give_tickets++;
        return false;
    case SVI_ROW_GET_TICKET:
        draft->get_tickets++;
        return false;
    case SVI_ROW_GIVE_CASH:
        draft->give_cash += (int32_t)BIT(i);
        return false;
    case SVI_ROW_GET_CASH:
        draft->get_cash += (int32_t)BIT(i);
        return false;
    case SVI_ROW_PROPOSE:
        propose(q, a);
        return q->kind == SV_DECISION_TRADE;
    case SVI_ROW_DONE:
    case SVI_ACTION_ROWS:
        break;
    }
    return true;
}

bool svi_take(const struct sv_edition *e, const struct sv_position *p, const struct sv_question *q,
              const struct svi_allowed *allowed, struct sv_answer *a, unsigned action)
{
    unsigned i = 0;
    enum svi_action_row row = SVI_ROW_DONE;
    if (action < SV_ACTION_COUNT) {
        row = action_row(action, &i);
    }
    if (!sv_has(allowed->set[row], i)) {
        row = SVI_ROW_DONE;
    }
    if (!put(e, p, q, row, i, a)) {
        return false;
    }
    /* Choices, bids and spaces are legal as they stand. */
    if (row == SVI_ROW_DONE && sv_check(e, p, q, a) != SV_OK) {
        sv_answer_default(e, p, q, a);
    }
    return true;
}

/* ---- actions --------------------------------------------------------------------------------- */

void sv_action_begin(const struct sv_edition *e, const struct sv_position *p,
                     const struct sv_question *q, struct sv_answer *a)
{
    if (is_estate(q) || q->kind == SV_DECISION_INTEREST || q->kind == SV_DECISION_TRADE) {
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
    return legal != 0 ? rows[row].first + sv_first(legal) : SV_ACTION_COUNT;
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
    const bool estate = is_estate(q) || q->kind == SV_DECISION_INTEREST;
    const struct sv_offer *draft = svi_draft_of(q, a);
    if (draft != NULL) {
        return toward_offer(allowed, draft, &wanted->offers[a->n_offers]);
    }
    if (svi_is_bid(q)) {
        return toward_bid(q, allowed, a, wanted);
    }
    if (is_space(q) || q->kind == SV_DECISION_LAYOUT) {
        return toward_space(q, allowed, a, wanted);
    }
    if (q->kind == SV_DECISION_INTEREST) {
        const uint64_t lift = wanted->plan.lift & ~a->plan.lift;
        return lift != 0 ? first_of(allowed, SVI_ROW_LIFT, lift)
                         : first_of(allowed, SVI_ROW_DONE, 1);
    }
    if (is_estate(q) || q->kind == SV_DECISION_BUY) {
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
