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
    l->lifts[seat] = plan->lift;
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

/* 7.3: no seat wins more buildings at auction than it ordered. */
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

/* The receipt of a seat that is settled next; n_receipts if it owes no 10%. */
static unsigned open_receipt(const struct ledger *l, unsigned seat)
{
    for (unsigned i = l->n_receipts; i-- > 0;) {
        if (l->receipt[i].seat == seat && l->receipt[i].deeds != 0) {
            return i;
        }
    }
    return l->n_receipts;
}

/* A mortgaged deed is received: with what else came by the same event, or first of all. */
static void on_received(struct ledger *l, const struct sv_event *ev)
{
    unsigned i = l->n_receipts;
    if (oracle_in(l->receiving, ev->to)) {
        do {
            i--;
        } while (l->receipt[i].seat != ev->to);
    } else if (i == SV_MAX_FRAMES) {
        fault(l, ev, "more receipts than the game can hold");
        return;
    } else {
        l->receipt[l->n_receipts++] = (struct ledger_receipt){.seat = ev->to};
        l->receiving |= (uint8_t)(1u << ev->to);
    }
    l->receipt[i].deeds |= UINT64_C(1) << ev->space;
}

/* Ends the receipts of this event; those that are settled are forgotten. */
static void end_receipts(struct ledger *l)
{
    l->receiving = 0;
    while (l->n_receipts > 0 && l->receipt[l->n_receipts - 1].deeds == 0) {
        l->n_receipts--;
    }
}

/* A seat owes no 10% any more on these deeds. */
static void settle(struct ledger *l, unsigned seat, uint64_t deeds)
{
    for (unsigned i = 0; i < l->n_receipts; i++) {
        l->receipt[i].deeds &= l->receipt[i].seat == seat ? ~deeds : UINT64_MAX;
    }
}

static void on_interest_paid(struct ledger *l, const struct sv_event *ev)
{
    const unsigned i = open_receipt(l, ev->from);
    if (i == l->n_receipts || ev->amount != interest_on(l->edition, l->receipt[i].deeds)) {
        fault(l, ev, "8.4: not the 10% on what was received mortgaged");
        return;
    }
    l->receipt[i].deeds = 0;
}

/* Outside a window only mortgages of deeds just received are lifted: 8.4, 11.2. */
static void on_lift_paid(struct ledger *l, const struct sv_event *ev)
{
    const uint64_t bit = UINT64_C(1) << ev->space;
    bool received = false;
    for (unsigned i = 0; i < l->n_receipts; i++) {
        received |= l->receipt[i].seat == ev->from && (l->receipt[i].deeds & bit) != 0;
    }
    if (!received && (l->lifts[ev->from] & bit) == 0) {
        fault(l, ev, "8.4, 11.2: lifts what was not received just now");
    }
    l->lifts[ev->from] &= ~bit;
    settle(l, ev->from, bit);
}

static bool all_settled(const struct ledger *l)
{
    for (unsigned i = 0; i < l->n_receipts; i++) {
        if (l->receipt[i].deeds != 0) {
            return false;
        }
    }
    return true;
}

const char *ledger_asks(const struct ledger *l, const struct sv_question *q)
{
    if (q->kind == SV_DECISION_INTEREST) {
        const unsigned r = open_receipt(l, q->seat);
        uint64_t due = r == l->n_receipts ? 0 : l->receipt[r].deeds;
        if (due == 0 || q->amount != interest_on(l->edition, due)) {
            return "8.4: interest is asked for other deeds than were received mortgaged";
        }
        for (unsigned i = 0; i < l->edition->n_spaces; i++) {
            due &= l->owner[i] == q->seat ? UINT64_MAX : ~(UINT64_C(1) << i);
        }
        if (q->spaces != (due & l->mortgaged)) {
            return "8.4: other deeds can be lifted than were received and are held";
        }
    }
    if (q->kind == SV_DECISION_MANAGE && !all_settled(l)) {
        return "8.4: the 10% has never been paid";
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

/* Returns NULL, or the fault of the set that has been laid out. */
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

/* New buildings have been paid for or won, and removed ones have been paid back. Otherwise the set
 * is being laid out anew, and this change is checked together with the next ones. */
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
    if (ev->to < l->seats && oracle_in(l->mortgaged, ev->space)) {
        on_received(l, ev);
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
    settle(l, ev->seat, UINT64_MAX);
    end_receipts(l);
}

/* 4.2: bids rise by at least the step, and no seat outbids itself. */
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
        } else if (ev->why == SV_WHY_LIFT && ev->from < l->seats) {
            on_lift_paid(l, ev);
        }
        break;
    case SV_EVENT_OFFER_END:
        end_receipts(l);
        break;
    case SV_EVENT_TURN:
        if (!all_settled(l)) {
            fault(l, ev, "8.4: the 10% has never been paid");
        }
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
