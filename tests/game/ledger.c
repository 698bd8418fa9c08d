#include "tests/game/ledger.h"

#include "tests/game/oracle_parts.h"

#include <stdio.h>
#include <string.h>

void ledger_init(struct ledger *l, const struct sv_edition *e, unsigned seats)
{
    memset(l, 0, sizeof *l);
    l->edition = e;
    l->seats = (uint8_t)seats;
    l->alive = (uint8_t)((1u << seats) - 1);
    for (unsigned s = 0; s < seats; s++) {
        l->cash[s] = e->rules.start_cash;
    }
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        l->owner[i] = e->deeds >> i & 1u ? SV_BANK : SV_NONE;
    }
    memset(l->jail_holder, SV_BANK, sizeof l->jail_holder);
    l->layout = SV_NONE;
}

static void fault(struct ledger *l, const struct sv_event *ev, const char *what)
{
    if (l->fault[0] == '\0') {
        const char *type = sv_event_name(ev->type);
        const char *why = sv_why_name(ev->why);
        (void)snprintf(l->fault, sizeof l->fault, "event %s (%s): %s", type ? type : "?",
                       why ? why : "?", what);
    }
}

static void on_cash(struct ledger *l, const struct sv_event *ev)
{
    if (ev->amount < 0 || ev->from == ev->to) {
        fault(l, ev, "no payment");
    }
    if (ev->from < l->seats) {
        l->cash[ev->from] -= ev->amount;
        if (l->cash[ev->from] < 0) {
            fault(l, ev, "pays more than it has");
        }
    } else if (ev->from == SV_BANK) {
        l->bank += ev->amount;
    } else {
        fault(l, ev, "from nobody");
    }
    if (ev->to < l->seats) {
        l->cash[ev->to] += ev->amount;
    } else if (ev->to == SV_BANK) {
        l->bank -= ev->amount;
    } else {
        fault(l, ev, "to nobody");
    }
}

void ledger_order(struct ledger *l, unsigned seat, const struct sv_plan *plan)
{
    memset(l->ordered[seat], 0, sizeof l->ordered[seat]);
    for (unsigned i = 0; i < l->edition->n_spaces; i++) {
        for (unsigned to = l->level[i] + 1u; l->owner[i] == seat && to <= plan->level[i]; to++) {
            bool rail = l->edition->space[i].kind == SV_SPACE_RAIL;
            l->ordered[seat][rail      ? SV_UNIT_DEPOT
                             : to == 6 ? SV_UNIT_TOWER
                             : to == 5 ? SV_UNIT_HOTEL
                                       : SV_UNIT_HOUSE]++;
        }
    }
}

/* 7.3: nobody wins more buildings at auction than it ordered. */
static void on_auction_paid(struct ledger *l, const struct sv_event *ev)
{
    if (l->unit < SV_UNIT_COUNT && ev->from < l->seats && l->ordered[ev->from][l->unit]-- == 0) {
        fault(l, ev, "wins more than it ordered");
    }
}

/* ---- 8.4: the 10% -------------------------------------------------------------------------- */

static int64_t interest_on(const struct sv_edition *e, uint64_t deeds)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        sum += oracle_in(deeds, i) ? oracle_interest(e, i) : 0;
    }
    return sum;
}

static void on_interest_paid(struct ledger *l, const struct sv_event *ev)
{
    if (oracle_in(l->doubtful, ev->from)) {
        return;
    }
    if (ev->amount != interest_on(l->edition, l->due[ev->from])) {
        fault(l, ev, "8.4: not the 10% on what was received mortgaged");
    }
    l->due[ev->from] = 0;
}

/* A trade made while the 10% is open is made to raise it: what it moves changes nothing of the
 * debt. */
static void on_offer(struct ledger *l)
{
    for (unsigned s = 0; s < l->seats; s++) {
        l->doubtful |= (uint8_t)((l->due[s] != 0) << s);
    }
}

const char *ledger_asks(const struct ledger *l, const struct sv_question *q)
{
    if (q->kind == SV_DECISION_INTEREST &&
        ((q->spaces & ~l->due[q->seat]) != 0 ||
         (q->spaces != l->due[q->seat] && !oracle_in(l->doubtful, q->seat)))) {
        return "8.4: interest is asked for other deeds than were received mortgaged";
    }
    for (unsigned s = 0; s < l->seats && q->kind == SV_DECISION_MANAGE; s++) {
        if (l->due[s] != 0 && !oracle_in(l->doubtful, s)) {
            return "8.4: the 10% has never been paid";
        }
    }
    return NULL;
}

/* ---- 7.1, 11.2: buildings and their prices ------------------------------------------------- */

static void on_building_paid(struct ledger *l, const struct sv_event *ev)
{
    const bool sale = ev->why == SV_WHY_SELL;
    if ((sale ? ev->from : ev->to) != SV_BANK ||
        l->owner[ev->space] != (sale ? ev->to : ev->from)) {
        fault(l, ev, "7.1: not between the owner and the bank");
    }
    l->sales += sale;
    l->sold += sale ? ev->amount : 0;
    l->purchases += !sale;
    l->bought += sale ? 0 : ev->amount;
    l->traded_space = ev->space;
}

/* NULL, or what is wrong with the set that has been laid out. */
static const char *layout_wrong(const struct ledger *l)
{
    unsigned owner = SV_NONE;
    if (l->layout == SV_NONE) {
        return l->sales != 0 || l->purchases != 0 ? "7.1: paid for buildings that stay" : NULL;
    }
    for (unsigned i = 0; i < l->edition->n_spaces; i++) {
        if (l->edition->space[i].group == l->layout) {
            if (owner != SV_NONE && l->owner[i] != owner) {
                return "7.1: buildings come or go at another price";
            }
            owner = l->owner[i];
        }
    }
    if (l->edition->rules.sets == SV_RULE_SETS_FULL || l->purchases != 0 ||
        l->sold != oracle_layout_sale(l->edition, l->layout, l->before, l->level)) {
        return "7.1, 11.2: buildings come or go at another price";
    }
    return NULL;
}

static void settle_buildings(struct ledger *l)
{
    l->sales = l->purchases = 0;
    l->sold = l->bought = 0;
    l->layout = SV_NONE;
}

/* What comes is paid for, or was won, and what goes pays. Else the set is being laid out anew, as
 * this and the next changes of its levels show together. */
static void on_buildings(struct ledger *l, unsigned space, unsigned from, unsigned to)
{
    const struct sv_edition *e = l->edition;
    const bool here =
        l->sales + l->purchases <= 1 && (l->sales + l->purchases == 0 || l->traded_space == space);
    if (l->layout != SV_NONE) {
        return;
    }
    if (to < from && here && l->purchases == 0 && l->sold == oracle_sale(e, space, from, to)) {
        settle_buildings(l);
    } else if (to == from + 1 && here && l->sales == 0 &&
               (l->bought == oracle_step_cost(e, space, to) || (l->won && l->purchases == 0))) {
        l->won &= l->purchases != 0;
        settle_buildings(l);
    } else {
        l->layout = e->space[space].group;
        memcpy(l->before, l->level, sizeof l->before);
        l->before[space] = (uint8_t)from;
    }
}

/* Any other event than those of its own ends the laying out of a set. */
static void look_at_buildings(struct ledger *l, const struct sv_event *ev)
{
    const bool change = ev->type == SV_EVENT_LEVEL || ev->type == SV_EVENT_DEPOT;
    const bool more =
        l->layout != SV_NONE
            ? change && l->edition->space[ev->space].group == l->layout
            : change || (ev->type == SV_EVENT_CASH && ev->why == SV_WHY_SELL && l->sales > 0);
    const char *wrong = more ? NULL : layout_wrong(l);
    if (wrong != NULL) {
        fault(l, ev, wrong);
    }
    if (!more) {
        settle_buildings(l);
    }
}

/* ---- events -------------------------------------------------------------------------------- */

static void on_deed(struct ledger *l, const struct sv_event *ev)
{
    if (l->edition->rules.bankrupt_mortgages_all && ev->why == SV_WHY_BANKRUPTCY &&
        ev->to < l->seats && (l->mortgaged >> ev->space & 1u) == 0) {
        fault(l, ev, "passes unmortgaged");
    }
    if (l->owner[ev->space] != ev->from || ev->from == ev->to) {
        fault(l, ev, "the deed is not where it is taken from");
    }
    l->owner[ev->space] = ev->to;
    if (ev->from < l->seats) {
        l->due[ev->from] &= ~(UINT64_C(1) << ev->space);
    }
    if (ev->to < l->seats) {
        l->due[ev->to] |= l->mortgaged & UINT64_C(1) << ev->space;
    }
}

static void on_level(struct ledger *l, const struct sv_event *ev, uint8_t from, uint8_t to)
{
    if (l->level[ev->space] != from || from == to) {
        fault(l, ev, "the level is not what it changes from");
    }
    l->level[ev->space] = to;
    on_buildings(l, ev->space, from, to);
}

static void on_mortgage(struct ledger *l, const struct sv_event *ev)
{
    uint64_t bit = UINT64_C(1) << ev->space;
    if (((l->mortgaged & bit) != 0) == (ev->on != 0)) {
        fault(l, ev, "nothing changes");
    }
    l->mortgaged = ev->on ? l->mortgaged | bit : l->mortgaged & ~bit;
    for (unsigned s = 0; s < l->seats; s++) {
        l->due[s] &= ~bit; /* lifted now */
    }
}

static void on_ticket(struct ledger *l, const struct sv_event *ev)
{
    if (ev->from < l->seats) {
        if (l->tickets[ev->from]-- == 0) {
            fault(l, ev, "no such ticket held");
        }
    } else if (ev->from != SV_BANK) {
        fault(l, ev, "a ticket from nowhere");
    }
    if (ev->to < l->seats) {
        l->tickets[ev->to]++;
    } else if (ev->to == SV_NONE) {
        l->tickets_gone++;
    } else {
        fault(l, ev, "a ticket never returns to the deck");
    }
}

static void on_bankrupt(struct ledger *l, const struct sv_event *ev)
{
    if (!((unsigned)l->alive >> ev->seat & 1u)) {
        fault(l, ev, "bankrupt twice");
    }
    l->alive &= (uint8_t) ~(1u << ev->seat);
    l->place[ev->seat] = ev->on;
}

/* 4.2: bids rise by the step at least, and nobody outbids itself. */
static void on_bid(struct ledger *l, const struct sv_event *ev)
{
    const struct sv_rules *rules = &l->edition->rules;
    if (l->bidder == ev->seat) {
        fault(l, ev, "outbids itself");
    }
    if (ev->amount < (l->bidder == SV_NONE ? l->lowest : l->high + rules->auction_step)) {
        fault(l, ev, "bids too little");
    }
    l->bidder = ev->seat;
    l->high = ev->amount;
}

void ledger_event(void *user, const struct sv_event *ev)
{
    struct ledger *l = user;
    if (ev->type >= SV_EVENT_COUNT) {
        fault(l, ev, "unknown type");
        return;
    }
    if (l->over) {
        fault(l, ev, "after the end");
    }
    l->types[ev->type]++;
    look_at_buildings(l, ev);
    switch (ev->type) {
    case SV_EVENT_CASH:
        on_cash(l, ev);
        if (ev->why == SV_WHY_AUCTION) {
            on_auction_paid(l, ev);
            l->won = l->unit < SV_UNIT_COUNT;
        } else if (ev->why == SV_WHY_SELL || ev->why == SV_WHY_BUILD) {
            on_building_paid(l, ev);
        } else if (ev->why == SV_WHY_INTEREST && ev->from < l->seats) {
            on_interest_paid(l, ev);
        }
        break;
    case SV_EVENT_OFFER:
        on_offer(l);
        break;
    case SV_EVENT_TURN:
        memset(l->due, 0, sizeof l->due); /* those not in doubt were looked at: ledger_asks() */
        l->doubtful = 0;
        break;
    case SV_EVENT_DEED:
        on_deed(l, ev);
        break;
    case SV_EVENT_LEVEL:
        on_level(l, ev, ev->from, ev->to);
        break;
    case SV_EVENT_DEPOT:
        on_level(l, ev, !ev->on, ev->on);
        break;
    case SV_EVENT_MORTGAGE:
        on_mortgage(l, ev);
        break;
    case SV_EVENT_MOVE:
        if (l->space[ev->seat] != ev->from) {
            fault(l, ev, "the token is not where it moves from");
        }
        l->space[ev->seat] = ev->to;
        break;
    case SV_EVENT_JAIL:
        if (((unsigned)l->jailed >> ev->seat & 1u) == (ev->on != 0)) {
            fault(l, ev, "nothing changes");
        }
        l->jailed = (uint8_t)(ev->on ? l->jailed | 1u << ev->seat : l->jailed & ~(1u << ev->seat));
        break;
    case SV_EVENT_JAIL_CARD:
        if (l->jail_holder[ev->card] != ev->from) {
            fault(l, ev, "the card is not where it is taken from");
        }
        l->jail_holder[ev->card] = ev->to;
        break;
    case SV_EVENT_TICKET:
        on_ticket(l, ev);
        break;
    case SV_EVENT_BANKRUPT:
        on_bankrupt(l, ev);
        break;
    case SV_EVENT_AUCTION:
        l->bidder = SV_NONE;
        l->unit = ev->unit;
        l->lowest = ev->amount;
        break;
    case SV_EVENT_BID:
        on_bid(l, ev);
        break;
    case SV_EVENT_DROP:
        if (l->edition->rules.auction != SV_RULE_AUCTION_ENGLISH) {
            fault(l, ev, "nobody drops out where all bid at once");
        }
        break;
    case SV_EVENT_GAME_END:
        l->over = true;
        break;
    default:
        break;
    }
}

const char *ledger_differs(const struct ledger *l, const struct sv_position *p)
{
    if (l->fault[0] != '\0') {
        return l->fault;
    }
    if (layout_wrong(l) != NULL) {
        return layout_wrong(l);
    }
    int64_t sum = -l->bank;
    unsigned tickets = l->tickets_gone + p->deck_size[SV_DECK_BUS];
    for (unsigned s = 0; s < l->seats; s++) {
        if (l->cash[s] != p->cash[s]) {
            return "12.1: the log does not add up to a seat's cash";
        }
        sum += p->cash[s] - l->edition->rules.start_cash;
        if (l->space[s] != p->space[s]) {
            return "12.1: a token is not where the log left it";
        }
        if ((l->jailed >> s & 1u) != (p->jail[s] != 0)) {
            return "12.1: the log does not say who is in jail";
        }
        if (l->tickets[s] != p->tickets[s]) {
            return "12.1: the log does not add up to a seat's tickets";
        }
        tickets += p->tickets[s];
        if (l->place[s] != p->place[s]) {
            return "12.1: the log gives another place";
        }
    }
    if (tickets != l->edition->deck[SV_DECK_BUS].size) {
        return "12.2: a bus ticket is lost, or one too many";
    }
    if (sum != 0) {
        return "12.1: money came or went without the bank";
    }
    if (memcmp(l->owner, p->owner, l->edition->n_spaces) != 0) {
        return "12.1: the log does not add up to who owns what";
    }
    if (memcmp(l->level, p->level, sizeof l->level) != 0) {
        return "12.1: the log does not add up to the buildings";
    }
    if (l->mortgaged != p->mortgaged) {
        return "12.1: the log does not add up to the mortgages";
    }
    if (memcmp(l->jail_holder, p->jail_holder, l->edition->n_jail_cards) != 0) {
        return "12.1: the log does not say who holds the jail cards";
    }
    if (l->alive != p->alive) {
        return "12.1: the log does not say who is alive";
    }
    return l->over == (p->over != 0) ? NULL : "12.1: the log does not say that the game is over";
}
