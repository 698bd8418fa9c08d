#include "tests/analysis/planted.h"

#include "wire/answer_codec.h"

#include <string.h>

static const char *const names[] = {
#define X(name) #name,
    PLANTED(X)
#undef X
};

const char *planted_name(enum planted kind)
{
    return names[kind];
}

/* A decision in hand. */
struct plant {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_question *q;
    struct sv_look look;
    unsigned seat;
    struct sv_answer *out;
};

#define BIT(i) (UINT64_C(1) << (i))

/* ---- what there is on the table ---------------------------------------------------------------
 */

static bool is_street(const struct plant *x, unsigned space)
{
    return x->e->space[space].kind == SV_SPACE_STREET;
}

static uint64_t group_of(const struct plant *x, unsigned space)
{
    return x->e->group[x->e->space[space].group].mask;
}

/* Whether deeds that a seat would get give it a whole street set that it has not. */
static bool completes(const struct plant *x, unsigned seat, uint64_t deeds)
{
    const uint64_t owned = x->p->owned[seat];
    for (uint64_t left = deeds & ~owned; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        if (is_street(x, space) && (group_of(x, space) & ~(owned | deeds)) == 0) {
            return true;
        }
    }
    return false;
}

static bool completes_other(const struct plant *x, unsigned space)
{
    for (unsigned s = 0; s < x->p->seats; s++) {
        if (s != x->seat && sv_alive(x->p, s) && completes(x, s, BIT(space)) &&
            x->p->cash[s] >= x->e->space[space].price) {
            return true;
        }
    }
    return false;
}

static unsigned richest_other(const struct plant *x)
{
    unsigned best = SV_NONE;
    for (unsigned s = 0; s < x->p->seats; s++) {
        if (s != x->seat && sv_alive(x->p, s) &&
            (best == SV_NONE || sv_worth(x->e, x->p, s) > sv_worth(x->e, x->p, best))) {
            best = s;
        }
    }
    return best;
}

/* Deeds of a seat whose group bears no building. */
static uint64_t loose(const struct plant *x, unsigned seat)
{
    uint64_t deeds = 0;
    for (uint64_t left = x->p->owned[seat]; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        if (!sv_set_built(x->e, x->p, x->e->space[space].group, SV_NONE)) {
            deeds |= BIT(space);
        }
    }
    return deeds;
}

/* Of some deeds the dearest, or the cheapest; SV_NONE of none. */
static unsigned by_price(const struct plant *x, uint64_t deeds, bool dearest)
{
    unsigned best = SV_NONE;
    for (; deeds != 0; deeds &= deeds - 1) {
        const unsigned space = sv_first(deeds);
        if (best == SV_NONE || (x->e->space[space].price > x->e->space[best].price) == dearest) {
            best = space;
        }
    }
    return best;
}

static unsigned free_deeds(const struct plant *x)
{
    unsigned n = 0;
    for (unsigned space = 0; space < x->e->n_spaces; space++) {
        n += x->e->space[space].price > 0 && x->p->owner[space] == SV_BANK;
    }
    return n;
}

static int32_t rent_at(const struct plant *x, unsigned space)
{
    const unsigned owner = x->p->owner[space];
    return owner < SV_BANK && owner != x->seat ? sv_rent(x->e, x->p, space, 7, 1, 0) : 0;
}

/* ---- buying -----------------------------------------------------------------------------------
 */

static bool declines_own_set(struct plant *x)
{
    x->out->choice = SV_CHOICE_BUY_DECLINE;
    return x->q->kind == SV_DECISION_BUY && completes(x, x->seat, BIT(x->q->space)) &&
           x->p->cash[x->seat] >= x->q->amount;
}

static bool declines_their_set(struct plant *x)
{
    x->out->choice = SV_CHOICE_BUY_DECLINE;
    return x->q->kind == SV_DECISION_BUY && completes_other(x, x->q->space) &&
           x->p->cash[x->seat] >= x->q->amount;
}

static bool buys_on_credit(struct plant *x)
{
    x->out->choice = SV_CHOICE_BUY_BUY;
    x->out->plan.mortgage = loose(x, x->seat) & ~x->p->mortgaged;
    return x->q->kind == SV_DECISION_BUY && sv_count(x->out->plan.mortgage) >= 4;
}

static int32_t triple(const struct plant *x)
{
    return 3 * sv_deed_price(&x->look, x->q->space, x->q->limit);
}

static bool bids_triple(struct plant *x)
{
    if (x->q->kind != SV_DECISION_BID || x->q->space == SV_NONE) {
        return false;
    }
    x->out->bid = triple(x);
    return x->out->bid >= 2 * x->e->space[x->q->space].price && x->out->bid <= x->q->limit;
}

static bool drops_own_set(struct plant *x)
{
    return x->q->kind == SV_DECISION_BID && x->q->space != SV_NONE &&
           completes(x, x->seat, BIT(x->q->space)) && x->q->limit >= x->e->space[x->q->space].price;
}

static bool seals_triple(struct plant *x)
{
    if (x->q->kind != SV_DECISION_SEALED_BID || x->q->space == SV_NONE) {
        return false;
    }
    x->out->bid = triple(x);
    return x->out->bid >= 2 * x->e->space[x->q->space].price && x->out->bid <= x->q->limit;
}

static bool seals_nothing(struct plant *x)
{
    return x->q->kind == SV_DECISION_SEALED_BID && x->q->space != SV_NONE &&
           completes(x, x->seat, BIT(x->q->space)) && x->q->limit >= x->e->space[x->q->space].price;
}

/* ---- windows ----------------------------------------------------------------------------------
 */

/* Sells the buildings of the set with the most levels. Returns false if no set has any. */
static bool take_down(struct plant *x)
{
    unsigned most = 0, best = 0;
    for (unsigned g = 0; g < x->e->n_groups; g++) {
        unsigned levels = 0;
        for (uint64_t left = x->e->group[g].mask & x->p->owned[x->seat]; left != 0;
             left &= left - 1) {
            levels += is_street(x, sv_first(left)) ? x->p->level[sv_first(left)] : 0;
        }
        if (levels > most) {
            most = levels;
            best = g;
        }
    }
    for (uint64_t left = most > 0 ? x->e->group[best].mask : 0; left != 0; left &= left - 1) {
        x->out->plan.level[sv_first(left)] = 0;
    }
    return most > 2;
}

static bool takes_down_best_set(struct plant *x)
{
    return x->q->kind == SV_DECISION_MANAGE && take_down(x);
}

static bool mortgages_everything(struct plant *x)
{
    x->out->plan.mortgage = loose(x, x->seat) & ~x->p->mortgaged;
    return x->q->kind == SV_DECISION_MANAGE && sv_count(x->out->plan.mortgage) >= 6;
}

static bool builds_into_ruin(struct plant *x)
{
    if (x->q->kind != SV_DECISION_MANAGE || x->p->owned[x->seat] == 0) {
        return false;
    }
    (void)sv_estate_pledge(&x->look, 100000, &x->out->plan);
    (void)sv_estate_build(&x->look,
                          x->p->cash[x->seat] + sv_plan_cash(x->e, x->p, x->seat, &x->out->plan),
                          &x->out->plan);
    const int64_t left = x->p->cash[x->seat] + sv_plan_cash(x->e, x->p, x->seat, &x->out->plan);
    return left >= 0 && left < sv_rent_per_turn(&x->look, x->seat) &&
           memcmp(x->out->plan.level, x->p->level, sizeof x->p->level) != 0;
}

/* One offer, alone; false: it is not lawful, or none may be made. */
static bool offer(struct plant *x, const struct sv_offer *o)
{
    if (x->q->offers == 0 || sv_check_offer(x->e, x->p, x->seat, o) != SV_OK) {
        return false;
    }
    x->out->offers[0] = *o;
    x->out->n_offers = 1;
    return true;
}

static bool may_offer(const struct plant *x)
{
    return x->q->kind == SV_DECISION_MANAGE && richest_other(x) != SV_NONE;
}

static bool sell_for_1(struct plant *x, unsigned to, uint64_t deeds)
{
    const struct sv_offer o = {.to = (uint8_t)to, .give_deeds = deeds, .get_cash = 1};
    return deeds != 0 && offer(x, &o);
}

static bool sells_dearest_for_1(struct plant *x)
{
    const unsigned space = by_price(x, loose(x, x->seat), true);
    return may_offer(x) && space != SV_NONE && sell_for_1(x, richest_other(x), BIT(space));
}

static bool gives_leader_a_set(struct plant *x)
{
    if (!may_offer(x)) {
        return false;
    }
    for (uint64_t left = loose(x, x->seat); left != 0; left &= left - 1) {
        const uint64_t deed = left & (~left + 1);
        if (completes(x, richest_other(x), deed)) {
            return sell_for_1(x, richest_other(x), deed);
        }
    }
    return false;
}

static bool breaks_own_set(struct plant *x)
{
    if (!may_offer(x)) {
        return false;
    }
    for (uint64_t left = loose(x, x->seat); left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        if (is_street(x, space) && sv_set_full(x->e, x->p, x->e->space[space].group, x->seat)) {
            return sell_for_1(x, richest_other(x), BIT(space));
        }
    }
    return false;
}

static bool sells_group_for_1(struct plant *x)
{
    int32_t most = 0;
    uint64_t deeds = 0;
    if (!may_offer(x)) {
        return false;
    }
    for (unsigned g = 0; g < x->e->n_groups; g++) {
        const uint64_t has = loose(x, x->seat) & x->e->group[g].mask;
        int32_t prices = 0;
        for (uint64_t left = has; left != 0; left &= left - 1) {
            prices += x->e->space[sv_first(left)].price;
        }
        if (sv_count(has) > 1 && prices > most) {
            most = prices;
            deeds = has;
        }
    }
    return sell_for_1(x, richest_other(x), deeds);
}

static bool pays_all_for_cheapest(struct plant *x)
{
    if (!may_offer(x)) {
        return false;
    }
    const unsigned to = richest_other(x);
    const unsigned space = by_price(x, loose(x, to), false);
    const struct sv_offer o = {.to = (uint8_t)to,
                               .give_cash = x->p->cash[x->seat],
                               .get_deeds = space != SV_NONE ? BIT(space) : 0};
    return space != SV_NONE && !completes(x, x->seat, o.get_deeds) &&
           o.give_cash >= 4 * x->e->space[space].price && offer(x, &o);
}

static bool swaps_dear_for_cheap(struct plant *x)
{
    if (!may_offer(x)) {
        return false;
    }
    const unsigned to = richest_other(x);
    const unsigned give = by_price(x, loose(x, x->seat), true);
    const unsigned get = by_price(x, loose(x, to), false);
    if (give == SV_NONE || get == SV_NONE || completes(x, x->seat, BIT(get)) ||
        x->e->space[give].price < 2 * x->e->space[get].price) {
        return false;
    }
    const struct sv_offer o = {.to = (uint8_t)to, .give_deeds = BIT(give), .get_deeds = BIT(get)};
    return offer(x, &o);
}

/* ---- offers of others --------------------------------------------------------------------------
 */

static bool refuses_a_set(struct plant *x)
{
    x->out->choice = SV_CHOICE_TRADE_REJECT;
    return x->q->kind == SV_DECISION_TRADE && completes(x, x->seat, x->q->offer.give_deeds) &&
           !completes(x, x->q->other, x->q->offer.get_deeds);
}

static bool grants_a_set(struct plant *x)
{
    x->out->choice = SV_CHOICE_TRADE_ACCEPT;
    return x->q->kind == SV_DECISION_TRADE && completes(x, x->q->other, x->q->offer.get_deeds) &&
           !completes(x, x->seat, x->q->offer.give_deeds);
}

static bool counters_dearest_for_1(struct plant *x)
{
    const unsigned space = by_price(x, loose(x, x->seat), true);
    x->out->choice = SV_CHOICE_TRADE_COUNTER;
    return x->q->kind == SV_DECISION_TRADE && space != SV_NONE &&
           sell_for_1(x, x->q->other, BIT(space));
}

/* ---- the rest ---------------------------------------------------------------------------------
 */

static bool sits_while_deeds_free(struct plant *x)
{
    x->out->choice = SV_CHOICE_JAIL_ROLL;
    return x->q->kind == SV_DECISION_JAIL && free_deeds(x) >= 14 &&
           (sv_has(x->q->choices, SV_CHOICE_JAIL_CARD) ||
            (sv_has(x->q->choices, SV_CHOICE_JAIL_PAY) && x->p->cash[x->seat] >= 6 * x->q->amount));
}

static bool leaves_jail_late(struct plant *x)
{
    x->out->choice = SV_CHOICE_JAIL_PAY;
    return x->q->kind == SV_DECISION_JAIL && sv_has(x->q->choices, SV_CHOICE_JAIL_PAY) &&
           free_deeds(x) == 0 && sv_rent_per_turn(&x->look, x->seat) > 100;
}

static bool sells_houses_for_debt(struct plant *x)
{
    struct sv_answer pledged;
    if (x->q->kind != SV_DECISION_DEBT || !take_down(x)) {
        return false;
    }
    sv_answer_clear(x->p, x->q, &pledged);
    pledged.plan.mortgage = loose(x, x->seat) & ~x->p->mortgaged;
    return sv_check(x->e, x->p, x->q, &pledged) == SV_OK;
}

static bool sells_all_for_debt(struct plant *x)
{
    if (x->q->kind != SV_DECISION_DEBT ||
        sv_liquid(x->e, x->p, x->seat) < 2 * (int64_t)x->q->amount) {
        return false;
    }
    (void)sv_plan_raise(x->e, x->p, x->seat, INT32_MAX, &x->out->plan);
    return true;
}

static bool pays_the_greater_tax(struct plant *x)
{
    const int32_t share = (sv_worth(x->e, x->p, x->seat) + 9) / 10;
    x->out->choice =
        share > x->q->amount ? (uint8_t)SV_CHOICE_TAX_SHARE : (uint8_t)SV_CHOICE_TAX_FLAT;
    return x->q->kind == SV_DECISION_TAX;
}

static bool goes_where_rent_is(struct plant *x)
{
    int32_t most = 0;
    if (x->q->kind != SV_DECISION_TRIPLE && x->q->kind != SV_DECISION_TICKET) {
        return false;
    }
    x->out->choice = x->q->kind == SV_DECISION_TICKET ? SV_CHOICE_TICKET_USE : 0;
    for (uint64_t left = x->q->spaces; left != 0; left &= left - 1) {
        if (rent_at(x, sv_first(left)) > most) {
            most = rent_at(x, sv_first(left));
            x->out->space = (uint8_t)sv_first(left);
        }
    }
    return most >= 200;
}

static bool rolls_with_ticket(struct plant *x)
{
    bool any = false;
    for (uint64_t left = x->q->spaces; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        any |= x->p->owner[space] == SV_BANK && completes(x, x->seat, BIT(space)) &&
               x->p->cash[x->seat] >= x->e->space[space].price;
    }
    x->out->choice = SV_CHOICE_TICKET_ROLL;
    return x->q->kind == SV_DECISION_TICKET && any;
}

static bool auctions_their_set(struct plant *x)
{
    for (uint64_t left = x->q->kind == SV_DECISION_LOT ? x->q->spaces : 0; left != 0;
         left &= left - 1) {
        if (completes_other(x, sv_first(left))) {
            x->out->space = (uint8_t)sv_first(left);
            return true;
        }
    }
    return false;
}

static bool waives_rent(struct plant *x)
{
    x->out->choice = SV_CHOICE_CLAIM_WAIVE;
    return x->q->kind == SV_DECISION_CLAIM && x->q->amount >= 200;
}

static bool lifts_with_last_cash(struct plant *x)
{
    x->out->plan.lift = x->q->kind == SV_DECISION_INTEREST ? x->q->spaces : 0;
    return x->out->plan.lift != 0;
}

static bool builds_at_the_worst(struct plant *x)
{
    int32_t least = INT32_MAX;
    if (x->q->kind != SV_DECISION_PLACE || sv_count(x->q->spaces) < 2) {
        return false;
    }
    for (uint64_t left = x->q->spaces; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        if (x->e->space[space].price < least) {
            least = x->e->space[space].price;
            x->out->space = (uint8_t)space;
        }
    }
    return true;
}

bool planted_answer(enum planted kind, const struct sv_edition *e, const struct sv_odds *odds,
                    const struct svi_decision *d, struct sv_answer *out)
{
    static bool (*const make[])(struct plant * x) = {
#define X(name) name,
        PLANTED(X)
#undef X
    };
    const unsigned seat = d->question.seat;
    struct plant x = {.e = e,
                      .p = &d->position,
                      .q = &d->question,
                      .look = {e, &d->position, odds, seat},
                      .seat = seat,
                      .out = out};
    sv_answer_clear(&d->position, &d->question, out);
    return make[kind](&x) && sv_check(e, &d->position, &d->question, out) == SV_OK &&
           !svi_answer_same(out, &d->answer);
}
