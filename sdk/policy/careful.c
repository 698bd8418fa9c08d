/* The careful bot's decisions. valuation.c says what things are worth, and estate.c manages
 * deeds. */
#include "policy/careful.h"
#include "policy/explain.h"

#include <stdlib.h>
#include <string.h>

/* The odds of the last edition that this thread has played: a league's games are all of one. */
static const struct sv_odds *odds_of(const struct sv_edition *e)
{
    static _Thread_local struct {
        struct sv_edition edition; /* whole, as an address may come again with another */
        struct sv_odds odds;
    } last;

    if (e->n_spaces == 0 || memcmp(&last.edition, e, sizeof last.edition) != 0) {
        memcpy(&last.edition, e, sizeof last.edition);
        sv_odds_init(&last.odds, e);
    }
    return &last.odds;
}

void svi_careful_match_start(struct sv_match *m)
{
    struct sv_odds *odds = malloc(sizeof *odds);
    if (odds != NULL) {
        *odds = *odds_of(m->edition);
    }
    m->user = odds;
}

void svi_careful_match_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
    m->user = NULL;
}

bool svi_careful_look(const struct sv_match *m, struct sv_look *k)
{
    *k = (struct sv_look){.e = m->edition, .p = m->position, .odds = m->user, .seat = m->seat};
    return k->odds != NULL;
}

/* ---- windows ------------------------------------------------------------------------------- */

void svi_careful_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    (void)q;
    if (m->position->owned[m->seat] != 0 && svi_careful_look(m, &k)) {
        sv_estate_develop(&k, sv_reserve(&k, k.seat), false, &a->plan);
        svi_explain_plan(m, &k, a);
    }
}

void svi_careful_trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    if (sv_offer_pays(&k, q->other, &q->offer)) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    }
    svi_explain_offer(m, &k, q, a);
}

void svi_careful_interest(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    int64_t budget;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    /* A mortgage that is lifted now does not cost the 10% again. But houses come first. */
    budget =
        m->position->cash[m->seat] - q->amount - sv_reserve(&k, k.seat) - sv_estate_appetite(&k);
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        int32_t more = sv_lift_cost(k.e, space) - sv_interest(k.e, space);

        if (more <= budget) {
            budget -= more;
            a->plan.lift |= UINT64_C(1) << space;
        }
    }
    svi_explain(m, a,
                "what is lifted now costs no second interest, but houses and rents come first");
}

void svi_careful_place(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    struct sv_answer still;
    if (svi_careful_look(m, &k)) {
        sv_answer_clear(m->position, &(struct sv_question){.kind = SV_DECISION_MANAGE}, &still);
        a->space = (uint8_t)sv_estate_best_site(&k, &still.plan, q->spaces);
        svi_explain(m, a, "there a building adds most rent for its price");
    }
}

/* ---- deeds and money ----------------------------------------------------------------------- */

void svi_careful_buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    int64_t missing = (int64_t)q->amount - m->position->cash[m->seat];
    int32_t worth;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    a->choice = SV_CHOICE_BUY_DECLINE;
    worth = sv_deed_price(&k, q->space, 2 * q->amount);
    /* Only for a deed worth far more than it costs are others pledged. */
    if (worth >= q->amount && missing > 0 &&
        (worth < q->amount * 3 / 2 || sv_estate_pledge(&k, missing, &a->plan) < missing)) {
        a->plan.mortgage = 0;
    } else if (worth >= q->amount) {
        a->choice = SV_CHOICE_BUY_BUY;
    }
    svi_explain_buy(m, q, a, worth, 2 * q->amount);
}

/* Returns the most that the bot would pay in an auction. */
static int32_t auction_limit(const struct sv_look *k, const struct sv_question *q)
{
    int64_t spare;
    if (q->space != SV_NONE) {
        return sv_deed_price(k, q->space, q->limit);
    }
    /* A building: up to twice its price, out of what can be spared. */
    spare = (int64_t)k->p->cash[k->seat] - sv_reserve(k, k->seat);
    spare = spare < 2 * (int64_t)k->p->auction_min ? spare : 2 * (int64_t)k->p->auction_min;
    return spare < 0 ? 0 : spare < q->limit ? (int32_t)spare : q->limit;
}

void svi_careful_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    int32_t limit;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    limit = auction_limit(&k, q);
    if (limit >= q->amount && q->amount <= q->limit) {
        a->bid = q->amount;
        a->limit = limit;
    }
    svi_explain_bid(m, q, a, limit);
}

void svi_careful_sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    int32_t limit;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    limit = auction_limit(&k, q); /* the second price is paid: bidding the worth is best */
    if (limit >= q->amount && limit <= q->limit) {
        a->bid = limit;
    }
    svi_explain_bid(m, q, a, limit);
}

void svi_careful_debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    struct sv_answer wiser;
    if (!svi_careful_look(m, &k) || sv_liquid(k.e, k.p, k.seat) < q->amount) {
        svi_explain(m, a, "all that I have does not pay this debt");
        return; /* the default gives up, and pledges nothing for nothing */
    }
    sv_answer_clear(m->position, q, &wiser);
    sv_estate_raise(&k, (int64_t)q->amount - m->position->cash[m->seat], &wiser.plan);
    if (sv_check(k.e, k.p, q, &wiser) == SV_OK) {
        *a = wiser;
    }
    svi_explain(m, a, "what earns least for its money goes first");
}

void svi_careful_tax(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if ((sv_worth(m->edition, m->position, m->seat) + 9) / 10 < q->amount) {
        a->choice = SV_CHOICE_TAX_SHARE;
    }
    svi_explain(m, a, "the smaller of the two taxes");
}

/* ---- moving -------------------------------------------------------------------------------- */

/* Early in the game jail costs purchases, late it saves rents. */
void svi_careful_jail(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    if (!sv_freedom_pays(&k)) {
        svi_explain(m, a, "jail saves more in rents than the deeds that are free are worth");
        return;
    }
    if (sv_has(q->choices, SV_CHOICE_JAIL_CARD)) {
        a->choice = SV_CHOICE_JAIL_CARD;
    } else if (sv_has(q->choices, SV_CHOICE_JAIL_PAY) &&
               m->position->cash[m->seat] > 4 * q->amount) {
        a->choice = SV_CHOICE_JAIL_PAY;
    }
    svi_explain(m, a,
                a->choice == SV_CHOICE_JAIL_ROLL
                    ? "freedom is worth it, but not so much of the cash"
                    : "the deeds that are free are worth more than the rents that jail saves");
}

/* Returns the value of moving forward to a space, including the salary for passing or reaching
 * GO. */
static int32_t ride_to(const struct sv_look *k, unsigned space)
{
    bool jail = k->e->space[space].kind == SV_SPACE_GO_TO_JAIL;
    return sv_landing(k, space) + (space < k->p->space[k->seat] && !jail ? k->e->rules.salary : 0);
}

static unsigned best_ride(const struct sv_look *k, uint64_t spaces)
{
    unsigned best = sv_first(spaces);
    int32_t best_value = INT32_MIN;
    for (; spaces != 0; spaces &= spaces - 1) {
        int32_t value = ride_to(k, sv_first(spaces));

        if (value > best_value) {
            best_value = value;
            best = sv_first(spaces);
        }
    }
    return best;
}

void svi_careful_bus(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const uint8_t *dice = m->position->dice;
    const unsigned pips[3] = {
        [SV_CHOICE_BUS_SUM] = (unsigned)dice[0] + dice[1],
        [SV_CHOICE_BUS_FIRST] = dice[0],
        [SV_CHOICE_BUS_SECOND] = dice[1],
    };
    int32_t best_value = INT32_MIN;
    struct sv_look k;

    if (!svi_careful_look(m, &k)) {
        return;
    }
    for (uint8_t c = 0; c < 3; c++) {
        int32_t value = ride_to(&k, (m->position->space[m->seat] + pips[c]) % m->edition->n_spaces);

        if (sv_has(q->choices, c) && value > best_value) {
            best_value = value;
            a->choice = c;
        }
    }
    svi_explain(m, a, "the space that is worth most to land on");
}

/* A ticket is worth keeping; going on is better only when a rich card space, or GO, is ahead. */
void svi_careful_ride(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    unsigned from = m->position->space[m->seat];
    unsigned to = m->edition->next_card[from];
    if (sv_has(q->choices, SV_CHOICE_RIDE_ADVANCE) && to < from) {
        a->choice = SV_CHOICE_RIDE_ADVANCE;
    }
    svi_explain(m, a, "advances only if that passes GO; else a ticket is worth more");
}

void svi_careful_triple(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    if (svi_careful_look(m, &k)) {
        a->space = (uint8_t)best_ride(&k, q->spaces);
        svi_explain(m, a, "the space that is worth most to land on");
    }
}

/* A ticket is used when it beats the roll by more than the ticket will be worth another time. */
void svi_careful_ticket(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    int64_t roll = 0;
    unsigned best;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    for (unsigned pips = 2; pips <= 12; pips++) {
        unsigned to = (m->position->space[m->seat] + pips) % m->edition->n_spaces;

        roll += (int64_t)k.odds->roll[pips] * ride_to(&k, to);
    }
    best = best_ride(&k, q->spaces);
    if (ride_to(&k, best) > roll / SV_ODDS_ONE + SV_TICKET_VALUE) {
        a->choice = SV_CHOICE_TICKET_USE;
        a->space = (uint8_t)best;
    }
    if (sv_explaining(m)) {
        sv_log(m, "%s: the best space for a ticket is worth %d in cash, a roll %d",
               a->choice == SV_CHOICE_TICKET_USE ? "use" : "roll", (int)ride_to(&k, best),
               (int)(roll / SV_ODDS_ONE));
    }
}

/* The deed that is worth most beyond its printed price: others will bid for it as well. */
void svi_careful_lot(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    int32_t best_value = INT32_MIN;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        int32_t value =
            sv_deed_price(&k, space, m->position->cash[m->seat]) - k.e->space[space].price;

        if (value > best_value) {
            best_value = value;
            a->space = (uint8_t)space;
        }
    }
    svi_explain(m, a, "worth most to me beyond its printed price");
}

/* The most even layout, the extra levels where they bring most (RULES 11.2). */
void svi_careful_layout(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    unsigned streets = sv_count(q->spaces);
    uint64_t plain = q->spaces;
    struct sv_look k;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
        a->plan.level[sv_first(left)] = (uint8_t)((unsigned)q->amount / streets);
    }
    for (unsigned extra = (unsigned)q->amount % streets; extra > 0 && plain != 0; extra--) {
        unsigned space = sv_estate_best_site(&k, &a->plan, plain);

        plain &= ~(UINT64_C(1) << space);
        a->plan.level[space]++;
    }
    svi_explain(m, a, "even, and the rest where it adds most rent");
}

const struct sv_bot sv_policy_careful = {
    .name = "careful",
    .version = "1",
    .when = {.manage = SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT}, /* else it would do nothing */
    .match_start = svi_careful_match_start,
    .match_end = svi_careful_match_end,
    .manage = svi_careful_manage,
    .jail = svi_careful_jail,
    .buy = svi_careful_buy,
    .bid = svi_careful_bid,
    .sealed_bid = svi_careful_sealed_bid,
    .debt = svi_careful_debt,
    .trade = svi_careful_trade,
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
