/* A second set of books, kept from the events alone: money, deeds, buildings, mortgages, cards,
 * tokens. RULES 12: whatever the state says, the log must add up to the same. */
#ifndef TESTS_GAME_LEDGER_H
#define TESTS_GAME_LEDGER_H

#include <solvent/game.h>

/* Deeds that a seat has received mortgaged by one event, less those whose lifting it has paid
 * (RULES 8.4). */
struct ledger_receipt {
    uint64_t deeds;
    uint8_t seat;
};

struct ledger {
    const struct sv_edition *edition;
    int64_t cash[SV_MAX_SEATS];
    int64_t bank; /* money that the bank has paid out, less the money it took in */
    uint8_t owner[SV_MAX_SPACES];
    uint8_t level[SV_MAX_SPACES];
    uint64_t mortgaged;
    uint8_t space[SV_MAX_SEATS];
    uint8_t jailed; /* set of seats */
    uint8_t jail_holder[SV_MAX_JAIL_CARDS];
    uint8_t tickets[SV_MAX_SEATS];
    unsigned tickets_gone; /* used, lost or out of play */
    uint8_t alive, seats;
    uint8_t place[SV_MAX_SEATS];
    uint8_t bidder,
        unit; /* the running auction: highest bidder so far; a building's kind, or SV_NONE */
    int32_t high, lowest;                          /* the highest bid, the lowest first one */
    unsigned ordered[SV_MAX_SEATS][SV_UNIT_COUNT]; /* buildings a seat may still win at auction */
    /* Payments for buildings that have not come or gone yet (RULES 7.1): how many, how much, the
     * last one's space. */
    unsigned sales, purchases;
    int64_t sold, bought;
    uint8_t traded_space;
    bool won;                      /* a building at auction, not placed yet */
    uint8_t layout;                /* the group that is being laid out anew (11.2), or SV_NONE; */
    uint8_t before[SV_MAX_SPACES]; /*   the levels before that */
    /* Receipts that the 10% is open on. One that comes while another is being settled stands behind
     * it, and is settled first. */
    struct ledger_receipt receipt[SV_MAX_FRAMES];
    unsigned n_receipts;
    uint8_t receiving;            /* set of seats: the last receipt of each still grows */
    uint64_t lifts[SV_MAX_SEATS]; /* mortgages that a seat's last answer to `manage` lifts */
    bool over;
    uint64_t types[SV_EVENT_COUNT]; /* how often each type of event came */
    char fault[160];                /* the first impossible event, or "" */
};

/* The books before a game starts; then `ledger_event` is the sink's function, the ledger its user.
 */
void ledger_init(struct ledger *l, const struct sv_edition *e, unsigned seats);
void ledger_event(void *user, const struct sv_event *event);

/* Takes the orders of a seat's answer to `manage`. Call it before the answer is given (RULES
 * 7.3). */
void ledger_order(struct ledger *l, unsigned seat, const struct sv_plan *plan);

/* Checks a question against the books. Returns NULL, or the fault. */
const char *ledger_asks(const struct ledger *l, const struct sv_question *q);

/* NULL when the books and the position agree, else what differs. */
const char *ledger_differs(const struct ledger *l, const struct sv_position *p);

#endif
