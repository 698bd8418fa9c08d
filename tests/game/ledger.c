#include "tests/game/ledger.h"

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
}

static void on_level(struct ledger *l, const struct sv_event *ev, uint8_t from, uint8_t to)
{
    if (l->level[ev->space] != from || from == to) {
        fault(l, ev, "the level is not what it changes from");
    }
    l->level[ev->space] = to;
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
    switch (ev->type) {
    case SV_EVENT_CASH:
        on_cash(l, ev);
        if (ev->why == SV_WHY_AUCTION) {
            on_auction_paid(l, ev);
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
