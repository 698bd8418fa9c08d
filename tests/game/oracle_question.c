/* The oracle on questions and places. */
#include "tests/game/oracle_parts.h"

#include <string.h>

/* ---- questions ----------------------------------------------------------------------------- */

/* 7.3: a scarce building is opened at a list price of its kind, or like any auction. */
static bool opens_right(const struct sv_edition *e, const struct sv_position *p)
{
    if (e->rules.shortage_open == SV_RULE_SHORTAGE_OPEN_AUCTION_MIN) {
        return p->auction_min == e->rules.auction_min;
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct sv_space *s = &e->space[i];
        int32_t price = p->auction_unit == SV_UNIT_HOUSE   ? s->house_cost
                        : p->auction_unit == SV_UNIT_HOTEL ? s->hotel_cost
                        : p->auction_unit == SV_UNIT_TOWER ? s->tower_cost
                                                           : s->depot_cost;
        if (p->owner[i] < SV_MAX_SEATS && oracle_in(p->alive, p->owner[i]) && price > 0 &&
            price == p->auction_min) {
            return true;
        }
    }
    return false;
}

static const char *question_bid(const struct sv_edition *e, const struct sv_position *p,
                                const struct sv_question *q)
{
    int32_t least =
        p->auction_seat == SV_NONE ? p->auction_min : p->auction_high + e->rules.auction_step;
    int32_t most = p->cash[q->seat];
    if (e->rules.bid_limit == SV_RULE_BID_LIMIT_LIQUID &&
        p->auction_space != SV_NONE) { /* buildings are bid for with cash only */
        most = oracle_liquid(e, p, q->seat);
    }
    if (q->kind == SV_DECISION_BID && !oracle_in(p->auction_in, q->seat)) {
        return "4.1: one who dropped out is asked to bid";
    }
    if (q->kind == SV_DECISION_BID && q->seat == p->auction_seat) {
        return "4.1: the highest bidder is asked to bid";
    }
    if (q->amount != least) {
        return "4.2: the lowest legal bid is wrong";
    }
    if (p->auction_space != SV_NONE && p->auction_min != e->rules.auction_min) {
        return "4.2: a deed's auction opens at auction_min";
    }
    if (p->auction_space == SV_NONE && !opens_right(e, p)) {
        return "7.3: a building's auction opens at no list price";
    }
    if ((q->kind == SV_DECISION_SEALED_BID) != (e->rules.auction == SV_RULE_AUCTION_SEALED)) {
        return "4.3: the wrong kind of auction";
    }
    return q->limit == most ? NULL : "4.2: the highest legal bid is wrong";
}

static const char *question_jail(const struct sv_edition *e, const struct sv_position *p,
                                 const struct sv_question *q)
{
    unsigned choices = 1u << SV_CHOICE_JAIL_ROLL;
    bool third = p->jail[q->seat] == 3;
    if (p->cash[q->seat] >= e->rules.jail_fine && (!third || e->rules.jail_pay_third_turn)) {
        choices |= 1u << SV_CHOICE_JAIL_PAY;
    }
    for (unsigned j = 0; j < e->n_jail_cards; j++) {
        if (p->jail_holder[j] == q->seat) {
            choices |= 1u << SV_CHOICE_JAIL_CARD;
        }
    }
    if (p->jail[q->seat] == 0) {
        return "5.2: a free player is asked how to leave jail";
    }
    return q->choices == choices ? NULL : "5.2: the ways out of jail are wrong";
}

static const char *question_place(const struct sv_edition *e, const struct sv_position *p,
                                  const struct sv_question *q)
{
    uint64_t legal = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (p->owner[i] != q->seat) {
            continue;
        }
        unsigned to = p->level[i] + 1u;
        struct sv_plan plan = {0};
        memcpy(plan.level, p->level, sizeof plan.level);
        plan.level[i] = (uint8_t)to;
        unsigned unit = to == 6 ? SV_UNIT_TOWER : to == 5 ? SV_UNIT_HOTEL : SV_UNIT_HOUSE;
        unit = e->space[i].kind == SV_SPACE_RAIL ? SV_UNIT_DEPOT : unit;
        int64_t brings;
        struct sv_position stocked = *p;
        stocked.stock[q->unit] = 20; /* the unit at stake is there, wherever it lies now */
        if (unit == q->unit && to <= 6 &&
            oracle_plan(e, &stocked, q->seat, &plan, true, &brings) == ORACLE_YES) {
            legal |= UINT64_C(1) << i;
        }
    }
    if (q->spaces == 0 || (q->spaces & ~legal) != 0) {
        return "7.3: a building won cannot be placed there";
    }
    return NULL;
}

/* 11.5: every space ahead up to and including the next corner. */
static uint64_t side_ahead(const struct sv_edition *e, unsigned from)
{
    uint64_t spaces = 0;
    for (unsigned i = 1; i <= e->n_spaces; i++) {
        unsigned space = (from + i) % e->n_spaces;
        spaces |= UINT64_C(1) << space;
        unsigned kind = e->space[space].kind;
        if (kind == SV_SPACE_GO || kind == SV_SPACE_JAIL || kind == SV_SPACE_PARKING ||
            kind == SV_SPACE_GO_TO_JAIL) {
            break;
        }
    }
    return spaces;
}

static uint64_t unowned(const struct sv_edition *e, const struct sv_position *p)
{
    uint64_t spaces = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        spaces |= p->owner[i] == SV_BANK ? UINT64_C(1) << i : 0;
    }
    return spaces;
}

/* 11.2: the number of levels stays, unless the bank and the set together cannot lay it out
 * evenly. */
static const char *question_layout(const struct sv_edition *e, const struct sv_position *p,
                                   const struct sv_question *q)
{
    int there[3] = {p->stock[SV_UNIT_HOUSE], p->stock[SV_UNIT_HOTEL], p->stock[SV_UNIT_TOWER]};
    int stand = 0, streets = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (oracle_in(q->spaces, i)) {
            streets++;
            stand += p->level[i];
            there[0] += (int)oracle_houses_at(p->level[i]);
            there[1] += p->level[i] == 5;
            there[2] += p->level[i] == 6;
            if (p->owner[i] != q->seat) {
                return "11.2: a street of another's";
            }
        }
    }
    for (int levels = stand; levels >= 0 && streets > 0; levels--) {
        int need[3] = {0};
        for (int k = 0; k < streets; k++) {
            unsigned level = (unsigned)(levels / streets + (k < levels % streets));
            need[0] += (int)oracle_houses_at(level);
            need[1] += level == 5;
            need[2] += level == 6;
        }
        if (need[0] <= there[0] && need[1] <= there[1] && need[2] <= there[2]) {
            return levels == q->amount ? NULL : "11.2: not as many levels as can be laid out";
        }
    }
    return "11.2: no such set";
}

/* A question has no other fields than its row of SV_DECISIONS names. */
static const char *question_fields(const struct sv_question *q)
{
    static const struct sv_offer no_offer;
    unsigned asks = sv_decision_asks(q->kind);
#define EMPTY_OFFER(member, empty) (memcmp(&q->member, &no_offer, sizeof no_offer) == 0)
#define EMPTY_VALUE(member, empty) (q->member == (empty))
#define EMPTY_CHOICES EMPTY_VALUE
#define EMPTY_SPACE EMPTY_VALUE
#define EMPTY_MONEY EMPTY_VALUE
#define EMPTY_U8 EMPTY_VALUE
#define EMPTY_SEAT EMPTY_VALUE
#define EMPTY_SPACES EMPTY_VALUE
#define EMPTY_UNIT EMPTY_VALUE
#define EMPTY_WHY EMPTY_VALUE
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    if ((asks & SV_Q_##NAME) == 0 && !EMPTY_##TYPE(member, empty)) {                               \
        return "a question has a field that its kind does not have: " #member;                     \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    return NULL;
}

const char *oracle_question(const struct sv_edition *e, const struct sv_position *p,
                            const struct sv_question *q)
{
    const char *wrong = question_fields(q);
    if (wrong != NULL) {
        return wrong;
    }
    if (!oracle_in(p->alive, q->seat)) {
        return "a seat out of the game is asked";
    }
    switch (q->kind) {
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        return question_bid(e, p, q);
    case SV_DECISION_JAIL:
        return question_jail(e, p, q);
    case SV_DECISION_PLACE:
        return question_place(e, p, q);
    case SV_DECISION_BUY:
        if (p->owner[q->space] != SV_BANK || q->amount != e->space[q->space].price) {
            return "3.1: what is for sale is not the bank's, or not at the printed price";
        }
        return p->space[q->seat] == q->space ? NULL : "3.1: the buyer does not stand there";
    case SV_DECISION_DEBT:
        return p->cash[q->seat] < q->amount ? NULL : "9.1: a debt that cash covers is asked about";
    case SV_DECISION_TRADE:
        return oracle_in(q->choices, SV_CHOICE_TRADE_REJECT) ? NULL
                                                             : "8.3: an offer cannot be rejected";
    case SV_DECISION_INTEREST:
        if ((q->spaces & p->mortgaged & p->owned[q->seat]) != q->spaces || q->spaces == 0) {
            return "8.4: a deed not received, or not mortgaged";
        }
        /* Deeds that were traded away count too; the ledger knows them. */
        return q->amount >= oracle_interest_on(e, p, q->spaces) ? NULL : "8.4: the 10% is wrong";
    case SV_DECISION_CLAIM:
        return p->owner[q->space] == q->seat && q->amount > 0 ? NULL
                                                              : "3.4: no rent is due to this seat";
    case SV_DECISION_MANAGE:
        return q->offers <= e->rules.offers_per_window &&
                       (e->rules.trade != SV_RULE_TRADE_OFF || q->offers == 0)
                   ? NULL
                   : "8.3: too many offers are allowed";
    case SV_DECISION_TICKET:
        if (p->tickets[q->seat] == 0 || p->jail[q->seat] != 0) {
            return "11.5: no ticket, or in jail";
        }
        return q->spaces == side_ahead(e, p->space[q->seat]) ? NULL
                                                             : "11.5: not the spaces of the side";
    case SV_DECISION_TRIPLE:
        return q->spaces == ((e->n_spaces == 64 ? 0 : UINT64_C(1) << e->n_spaces) - 1 -
                             (UINT64_C(1) << p->space[q->seat]))
                   ? NULL
                   : "10.3: not every other space";
    case SV_DECISION_LOT:
        return q->spaces == unowned(e, p) ? NULL : "11.6: not every unowned deed";
    case SV_DECISION_LAYOUT:
        return question_layout(e, p, q);
    case SV_DECISION_GIFT:
        return p->deck_size[SV_DECK_BUS] > 0 ? NULL : "11.6: a ticket is offered, and none is left";
    case SV_DECISION_BUS:
        return p->dice[2] == SV_DIE_BUS && e->rules.bus == SV_RULE_BUS_WHITE
                   ? NULL
                   : "10.5: no bus was thrown";
    case SV_DECISION_RIDE:
        return p->dice[2] == SV_DIE_BUS && e->rules.bus == SV_RULE_BUS_TICKET
                   ? NULL
                   : "10.5: no bus was thrown";
    default:
        return NULL;
    }
}

/* ---- 9.4: places --------------------------------------------------------------------------- */

/* Orders two living seats: those that forfeited come last, then by worth. */
static bool ranks_before(const struct sv_edition *e, const struct sv_position *p, unsigned a,
                         unsigned b)
{
    if (oracle_in(p->forfeited, a) != oracle_in(p->forfeited, b)) {
        return oracle_in(p->forfeited, b);
    }
    return oracle_worth(e, p, a) > oracle_worth(e, p, b);
}

void oracle_places(const struct sv_edition *e, const struct sv_position *p,
                   uint8_t places[SV_MAX_SEATS])
{
    memset(places, 0, SV_MAX_SEATS);
    for (unsigned a = 0; a < p->seats; a++) {
        if (!oracle_in(p->alive, a)) {
            places[a] = p->place[a];
            continue;
        }
        places[a] = 1;
        for (unsigned b = 0; b < p->seats; b++) {
            if (b != a && oracle_in(p->alive, b) && ranks_before(e, p, b, a)) {
                places[a]++;
            }
        }
    }
}
