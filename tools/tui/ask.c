#include "tools/tui/ask.h"

#include "tools/tui/screen.h"

#include "base/out.h"
#include "record/jsonl.h"
#include "record/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct sv_position *table(const struct svi_tui_ask *ask)
{
    return &ask->now.state.position;
}

static void wrong(struct svi_tui_ask *ask, const char *text)
{
    (void)snprintf(ask->message, sizeof ask->message, "%s", text);
}

/* Whether the answer is one that the rules allow; else the reason is the message. */
static bool is_done(struct svi_tui_ask *ask)
{
    struct sv_breach breach;
    char text[SV_MAX_BREACH];
    const enum sv_status status =
        sv_judge(ask->now.edition, table(ask), &ask->q, &ask->answer, &breach);
    if (status != SV_OK) {
        (void)snprintf(ask->message, sizeof ask->message, "not allowed: %s",
                       sv_breach_text(ask->now.edition, &breach, text, sizeof text));
    }
    return status == SV_OK;
}

void svi_tui_ask_begin(struct svi_tui_ask *ask, const struct svi_game *now,
                       const struct sv_question *q)
{
    const unsigned parts = sv_decision_fields(q->kind);
    *ask = (struct svi_tui_ask){.now = *now, .q = *q};
    sv_answer_default(now->edition, &now->state.position, q, &ask->answer);
    ask->mode = (parts & SV_F_CHOICE) != 0  ? SVI_TUI_ASK_CHOICE
                : (parts & SV_F_SPACE) != 0 ? SVI_TUI_ASK_SPACE
                : (parts & SV_F_BID) != 0   ? SVI_TUI_ASK_BID
                                            : SVI_TUI_ASK_PLAN;
    ask->first = ask->mode;
}

/* ---- in words --------------------------------------------------------------------------------- */

static void say_rent_or_price(const struct svi_tui_ask *ask, struct svi_buf *out,
                              const char *before, const char *between, const char *after)
{
    svi_out_text(out, before);
    svi_say_space(out, &ask->now, ask->q.space);
    svi_out_text(out, between);
    svi_say_money(out, ask->q.amount);
    svi_out_text(out, after);
}

static void say_lot(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    const struct sv_position *p = table(ask);
    svi_out_text(out, "Auction of ");
    if (ask->q.space != SV_NONE) {
        svi_say_space(out, &ask->now, ask->q.space);
    } else {
        svi_out_text(out, "a ");
        svi_out_text(out, sv_unit_name(ask->q.unit));
    }
    if (p->auction_seat != SV_NONE && p->auction_high > 0) {
        svi_out_text(out, ": ");
        svi_say_party(out, &ask->now, p->auction_seat);
        svi_out_text(out, " bids ");
        svi_say_money(out, p->auction_high);
    }
    svi_out_text(out, ". Your bid, ");
    svi_say_money(out, ask->q.amount);
    svi_out_text(out, " to ");
    svi_say_money(out, ask->q.limit);
    svi_out_text(out, ask->q.limit < ask->q.amount ? ": more than you have." : "?");
}

static void say_trade(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    const struct sv_offer flipped = sv_offer_flip(&ask->q.offer, ask->q.other);
    svi_say_player(out, &ask->now, ask->q.other);
    svi_out_text(out, " offers a trade. You would give ");
    svi_say_offer(out, &ask->now, &flipped);
    svi_out_text(out, ".");
}

static void say_debt(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    svi_out_text(out, "You owe ");
    svi_say_money(out, ask->q.amount);
    svi_out_text(out, " to ");
    svi_say_party(out, &ask->now, ask->q.other);
    svi_out_text(out, " (");
    svi_out_text(out, sv_why_name(ask->q.why));
    svi_out_text(out, ") and have ");
    svi_say_money(out, table(ask)->cash[ask->q.seat]);
    svi_out_text(out, ": sell, mortgage, or trade.");
}

/* What is asked, for kinds that need no other words. */
static const char *const asked[SV_DECISION_COUNT] = {
#define X(NAME, name, fields, parts, usual, text) text,
    SV_DECISIONS(X)
#undef X
};

void svi_tui_ask_say(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    if (ask->mode == SVI_TUI_ASK_OFFER) {
        svi_out_text(out, "An offer: what you give, and what you get for it.");
        return;
    }
    switch (ask->q.kind) {
    case SV_DECISION_MANAGE:
        svi_out_text(out, "Before the roll: build, sell, mortgage, lift, offer trades, or go on.");
        break;
    case SV_DECISION_JAIL:
        svi_out_text(out, "You are in jail: roll for doubles, pay ");
        svi_say_money(out, ask->q.amount);
        svi_out_text(out, ", or use a card?");
        break;
    case SV_DECISION_BUY:
        say_rent_or_price(ask, out, "Buy ", " for ", "?");
        break;
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        say_lot(ask, out);
        break;
    case SV_DECISION_DEBT:
        say_debt(ask, out);
        break;
    case SV_DECISION_TRADE:
        say_trade(ask, out);
        break;
    case SV_DECISION_INTEREST:
        svi_out_text(out, "You have received mortgaged deeds. Lift which now? On the others 10% "
                          "is due, ");
        svi_say_money(out, ask->q.amount);
        svi_out_text(out, " for all.");
        break;
    case SV_DECISION_TAX:
        say_rent_or_price(ask, out, "", ": pay ", ", or a tenth of what you are worth?");
        break;
    case SV_DECISION_CLAIM:
        svi_say_player(out, &ask->now, ask->q.other);
        say_rent_or_price(ask, out, " stands on ", ", rent ", ". Claim it?");
        break;
    case SV_DECISION_LAYOUT:
        svi_out_text(out, "The set is complete: spread its buildings, levels in all: ");
        svi_out_int(out, ask->q.amount);
        svi_out_char(out, '.');
        break;
    default: /* what is asked, as the manifest has it */
        svi_out_text(out, asked[ask->q.kind]);
        svi_out_char(out, '.');
        break;
    }
}

/* ---- lists ------------------------------------------------------------------------------------ */

/* The row-th member of a set; SV_NONE: it has fewer. */
static unsigned member(uint64_t set, unsigned row)
{
    for (; set != 0; set &= set - 1) {
        if (row-- == 0) {
            return sv_first(set);
        }
    }
    return SV_NONE;
}

/* The deeds that a plan is about. */
static uint64_t plan_deeds(const struct svi_tui_ask *ask)
{
    return ask->q.kind == SV_DECISION_INTEREST || ask->q.kind == SV_DECISION_LAYOUT
               ? ask->q.spaces
               : table(ask)->owned[ask->q.seat];
}

static unsigned jail_cards(const struct svi_tui_ask *ask, unsigned seat)
{
    unsigned cards = 0;
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards |= (unsigned)(table(ask)->jail_holder[j] == seat) << j;
    }
    return cards;
}

/* What a row of an offer is. */
enum part { PART_TO, PART_GIVE_CASH, PART_GET_CASH, PART_DEED, PART_CARD, PART_TICKETS };

struct offer_row {
    enum part part;
    bool give;
    unsigned which; /* the deed or card */
};

/* Row by row: whom it is for, cash both ways, then what each has. */
static bool offer_row(const struct svi_tui_ask *ask, unsigned row, struct offer_row *out)
{
    *out = (struct offer_row){.part = (enum part)row};
    if (row <= PART_GET_CASH) {
        return true;
    }
    row -= PART_GET_CASH + 1;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned seat = side == 0 ? ask->q.seat : ask->offer.to;
        const uint64_t deeds = table(ask)->owned[seat];
        const unsigned cards = jail_cards(ask, seat);
        *out = (struct offer_row){.part = PART_DEED, .give = side == 0};
        if (row < sv_count(deeds)) {
            out->which = member(deeds, row);
            return true;
        }
        row -= sv_count(deeds);
        out->part = PART_CARD;
        if (row < sv_count(cards)) {
            out->which = member(cards, row);
            return true;
        }
        row -= sv_count(cards);
        out->part = PART_TICKETS;
        if (table(ask)->tickets[seat] > 0 && row-- == 0) {
            return true;
        }
    }
    return false;
}

static unsigned choice_at(const struct svi_tui_ask *ask, unsigned row)
{
    return member(ask->q.choices, row);
}

unsigned svi_tui_ask_rows(const struct svi_tui_ask *ask)
{
    struct offer_row row;
    unsigned n = 0;
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        return sv_count(ask->q.choices);
    case SVI_TUI_ASK_SPACE:
        return sv_count(ask->q.spaces);
    case SVI_TUI_ASK_PLAN:
        return sv_count(plan_deeds(ask));
    case SVI_TUI_ASK_OFFER:
        while (offer_row(ask, n, &row)) {
            n++;
        }
        return n;
    default:
        return 0;
    }
}

static void say_choice(const struct svi_tui_ask *ask, unsigned row, struct svi_buf *out)
{
    const unsigned choice = choice_at(ask, row);
    const char *name = sv_choice_name(ask->q.kind, choice);
    struct sv_answer usual;
    sv_answer_default(ask->now.edition, table(ask), &ask->q, &usual);
    svi_out_int(out, row + 1);
    svi_out_text(out, "  ");
    svi_out_text(out, name != NULL ? name : "?");
    svi_out_text(out, choice == usual.choice ? "  (Enter)" : "");
}

static void put_padded(struct svi_buf *out, size_t from, size_t width)
{
    while (!out->failed && out->size - from < width) {
        svi_out_char(out, ' ');
    }
}

static void say_deed(const struct svi_tui_ask *ask, unsigned space, struct svi_buf *out)
{
    const struct sv_edition *e = ask->now.edition;
    const struct sv_position *p = table(ask);
    const struct sv_plan *plan = &ask->answer.plan;
    const bool rail = e->space[space].kind == SV_SPACE_RAIL;
    const size_t start = out->size;
    svi_say_space(out, &ask->now, space);
    put_padded(out, start, 24);
    svi_out_plain(out, e->group[e->space[space].group].name);
    put_padded(out, start, 38);
    if (sv_has(p->mortgaged, space)) {
        svi_out_text(out, "mortgaged");
    } else if (p->level[space] > 0) {
        svi_say_level(out, p->level[space], rail);
    }
    if (plan->level[space] != p->level[space]) {
        svi_out_text(out, " -> ");
        svi_say_level(out, plan->level[space], rail);
    }
    if (sv_has(plan->mortgage, space)) {
        svi_out_text(out, " -> mortgaged, ");
        svi_say_money(out, e->space[space].mortgage);
    }
    if (sv_has(plan->lift, space)) {
        svi_out_text(out, " -> lifted");
    }
}

static void say_offer_row(const struct svi_tui_ask *ask, unsigned row, struct svi_buf *out)
{
    struct offer_row r;
    const struct sv_offer *o = &ask->offer;
    if (!offer_row(ask, row, &r)) {
        return;
    }
    const bool chosen = r.part == PART_DEED ? sv_has(r.give ? o->give_deeds : o->get_deeds, r.which)
                        : r.part == PART_CARD
                            ? sv_has(r.give ? o->give_cards : o->get_cards, r.which)
                            : false;
    switch (r.part) {
    case PART_TO:
        svi_out_text(out, "to ");
        svi_say_player(out, &ask->now, o->to);
        return;
    case PART_GIVE_CASH:
        svi_out_text(out, "you give ");
        svi_say_money(out, o->give_cash);
        svi_out_text(out, ", of ");
        svi_say_money(out, table(ask)->cash[ask->q.seat]);
        return;
    case PART_GET_CASH:
        svi_out_text(out, "you get ");
        svi_say_money(out, o->get_cash);
        svi_out_text(out, ", of ");
        svi_say_money(out, table(ask)->cash[o->to]);
        return;
    case PART_TICKETS:
        svi_out_text(out, r.give ? "you give " : "you get ");
        svi_out_int(out, r.give ? o->give_tickets : o->get_tickets);
        svi_out_text(out, " bus ticket(s)");
        return;
    default:
        svi_out_text(out, chosen ? "[x] " : "[ ] ");
        svi_out_text(out, r.give ? "you give " : "you get  ");
        if (r.part == PART_DEED) {
            svi_say_space(out, &ask->now, r.which);
            svi_out_text(out, sv_has(table(ask)->mortgaged, r.which) ? " (mortgaged)" : "");
        } else {
            svi_out_text(out, "a get-out-of-jail card");
        }
        return;
    }
}

void svi_tui_ask_row(const struct svi_tui_ask *ask, unsigned row, struct svi_buf *out)
{
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        say_choice(ask, row, out);
        break;
    case SVI_TUI_ASK_SPACE:
        svi_say_space(out, &ask->now, member(ask->q.spaces, row));
        break;
    case SVI_TUI_ASK_PLAN:
        say_deed(ask, member(plan_deeds(ask), row), out);
        break;
    default:
        say_offer_row(ask, row, out);
        break;
    }
}

void svi_tui_ask_sum(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    const int64_t cash = table(ask)->cash[ask->q.seat];
    if (ask->mode == SVI_TUI_ASK_BID) {
        svi_out_text(out, "bid: ");
        svi_out_text(out, ask->input);
        svi_out_char(out, '_');
        return;
    }
    if (ask->mode != SVI_TUI_ASK_PLAN) {
        return;
    }
    const int64_t change =
        sv_plan_cash(ask->now.edition, table(ask), ask->q.seat, &ask->answer.plan);
    svi_out_text(out, "cash ");
    svi_say_money(out, cash);
    if (change != 0) {
        svi_out_text(out, ", after this ");
        svi_say_money(out, cash + change);
    }
    if (ask->answer.n_offers > 0) {
        svi_out_text(out, "; offers: ");
        svi_out_int(out, ask->answer.n_offers);
    }
}

const char *svi_tui_ask_keys(const struct svi_tui_ask *ask)
{
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        return "1-9 choose  Enter the usual  PgUp/PgDn log  ? help  q quit";
    case SVI_TUI_ASK_SPACE:
        return "Up/Down Enter choose  PgUp/PgDn log  ? help  q quit";
    case SVI_TUI_ASK_BID:
        return "digits, Enter: bid (120-180: up to 180 by itself); Enter alone: no bid";
    case SVI_TUI_ASK_PLAN:
        return (sv_decision_fields(ask->q.kind) & SV_F_OFFERS) != 0
                   ? "Up/Down  + - build, sell  m mortgage, lift  t trade  c clear  Enter done"
                   : "Up/Down  + - build, sell  m mortgage, lift  c clear  Enter done";
    default:
        return "Up/Down  Left/Right  Space take, leave  digits money  Enter offer  Esc back";
    }
}

/* ---- keys ------------------------------------------------------------------------------------- */

static void move(struct svi_tui_ask *ask, int by)
{
    const unsigned rows = svi_tui_ask_rows(ask);
    ask->input[0] = '\0';
    if (by < 0) {
        ask->row -= ask->row > 0;
    } else {
        ask->row += ask->row + 1 < rows;
    }
}

static unsigned next_partner(const struct svi_tui_ask *ask, unsigned from, unsigned step)
{
    const unsigned seats = ask->now.setup.seats;
    unsigned seat = from;
    do {
        seat = (seat + step) % seats;
    } while (seat != from && (seat == ask->q.seat || !sv_alive(table(ask), seat)));
    return seat;
}

static void begin_offer(struct svi_tui_ask *ask)
{
    ask->mode = SVI_TUI_ASK_OFFER;
    ask->row = 0;
    ask->input[0] = '\0';
    ask->offer = (struct sv_offer){.to = (uint8_t)next_partner(ask, ask->q.seat, 1)};
    if (ask->q.kind == SV_DECISION_TRADE) {
        ask->offer = sv_offer_flip(&ask->q.offer, ask->q.other);
    }
}

static bool choose(struct svi_tui_ask *ask, unsigned choice)
{
    if (choice == SV_NONE) {
        return false;
    }
    sv_answer_clear(table(ask), &ask->q, &ask->answer);
    ask->answer.choice = (uint8_t)choice;
    if (ask->q.kind == SV_DECISION_TRADE && choice == SV_CHOICE_TRADE_COUNTER) {
        begin_offer(ask);
        return false;
    }
    if (ask->q.kind == SV_DECISION_TICKET && choice == SV_CHOICE_TICKET_USE) {
        ask->mode = SVI_TUI_ASK_SPACE;
        ask->row = 0;
        return false;
    }
    const int32_t lacks = ask->q.amount - table(ask)->cash[ask->q.seat];
    if (ask->q.kind == SV_DECISION_BUY && choice == SV_CHOICE_BUY_BUY && lacks > 0) {
        (void)sv_plan_raise(ask->now.edition, table(ask), ask->q.seat, lacks, &ask->answer.plan);
        ask->mode = SVI_TUI_ASK_PLAN;
        ask->row = 0;
        wrong(ask, "this raises the money; change it, or Enter");
        return false;
    }
    return is_done(ask);
}

static bool on_choice(struct svi_tui_ask *ask, int key)
{
    if (key >= '1' && key <= '9') {
        return choose(ask, choice_at(ask, (unsigned)(key - '1')));
    }
    if (key == SVI_TUI_KEY_ENTER) {
        struct sv_answer usual;
        sv_answer_default(ask->now.edition, table(ask), &ask->q, &usual);
        return choose(ask, usual.choice);
    }
    return false;
}

static bool on_space(struct svi_tui_ask *ask, int key)
{
    if (key == SVI_TUI_KEY_ENTER) {
        ask->answer.space = (uint8_t)member(ask->q.spaces, ask->row);
        return is_done(ask);
    }
    if (key == SVI_TUI_KEY_ESCAPE && ask->first != ask->mode) {
        ask->mode = ask->first;
        ask->row = 0;
    }
    return false;
}

/* Digits, and whatever of `more`, at the end of what has been typed. */
static bool type(struct svi_tui_ask *ask, int key, const char *more)
{
    const size_t length = strlen(ask->input);
    if (key == SVI_TUI_KEY_BACKSPACE) {
        ask->input[length > 0 ? length - 1 : 0] = '\0';
        return true;
    }
    const bool fits = length + 1 < sizeof ask->input;
    if (key > 0 && key < 128 && ((key >= '0' && key <= '9') || strchr(more, key) != NULL)) {
        if (fits) {
            ask->input[length] = (char)key;
            ask->input[length + 1] = '\0';
        }
        return true;
    }
    return false;
}

/* The number at *text, which moves behind it. Too large is as large as may be. */
static int32_t number(char **text)
{
    const unsigned long long value = strtoull(*text, text, 10);
    return value < INT32_MAX ? (int32_t)value : INT32_MAX;
}

static bool on_bid(struct svi_tui_ask *ask, int key)
{
    char *at = ask->input;
    if (type(ask, key, "-") || key != SVI_TUI_KEY_ENTER) {
        return false;
    }
    sv_answer_clear(table(ask), &ask->q, &ask->answer);
    if (*at != '\0') {
        ask->answer.bid = number(&at);
        if (*at == '-' && at[1] >= '0' && at[1] <= '9' && ask->q.kind == SV_DECISION_BID) {
            at++;
            ask->answer.limit = number(&at);
        }
    }
    if (*at != '\0') {
        wrong(ask, "a bid is a number, or two: 120-180");
        return false;
    }
    if (ask->answer.bid != 0 &&
        (ask->answer.bid < ask->q.amount || ask->answer.bid > ask->q.limit)) {
        (void)snprintf(ask->message, sizeof ask->message, "a bid is from $%d to $%d, or none",
                       (int)ask->q.amount, (int)ask->q.limit);
        return false;
    }
    return is_done(ask);
}

static void change_level(struct svi_tui_ask *ask, unsigned space, int by)
{
    struct sv_plan *plan = &ask->answer.plan;
    const uint8_t level = plan->level[space];
    if (by < 0) {
        plan->level[space] = level > 0 ? (uint8_t)(level - 1) : level;
    } else if (level < table(ask)->level[space] || ask->q.kind == SV_DECISION_LAYOUT ||
               sv_can_build(ask->now.edition, table(ask), ask->q.seat, plan, space)) {
        plan->level[space]++;
    } else {
        wrong(ask, "nothing can be built there: the whole set, unmortgaged, evenly, and buildings "
                   "in the bank");
    }
}

static void toggle_mortgage(struct svi_tui_ask *ask, unsigned space)
{
    if (sv_has(table(ask)->mortgaged, space)) {
        ask->answer.plan.lift ^= UINT64_C(1) << space;
    } else {
        ask->answer.plan.mortgage ^= UINT64_C(1) << space;
    }
}

static bool on_plan(struct svi_tui_ask *ask, int key)
{
    const unsigned space = member(plan_deeds(ask), ask->row);
    const uint8_t choice = ask->answer.choice;
    switch (key) {
    case SVI_TUI_KEY_ENTER:
        return is_done(ask);
    case '+':
    case '=':
    case '-':
        if (space != SV_NONE) {
            change_level(ask, space, key == '-' ? -1 : 1);
        }
        break;
    case 'm':
        if (space != SV_NONE) {
            toggle_mortgage(ask, space);
        }
        break;
    case 't':
        if ((sv_decision_fields(ask->q.kind) & SV_F_OFFERS) == 0) {
            break;
        }
        if (ask->answer.n_offers == ask->q.offers || ask->answer.n_offers == SV_MAX_OFFERS) {
            wrong(ask, "no more offers in this window");
        } else {
            begin_offer(ask);
        }
        break;
    case 'c':
        sv_answer_clear(table(ask), &ask->q, &ask->answer);
        ask->answer.choice = choice;
        break;
    case SVI_TUI_KEY_ESCAPE:
        if (ask->first != ask->mode) { /* a purchase that is thought over */
            const struct svi_game now = ask->now;
            const struct sv_question q = ask->q;
            svi_tui_ask_begin(ask, &now, &q);
        }
        break;
    default:
        break;
    }
    return false;
}

static bool end_offer(struct svi_tui_ask *ask)
{
    struct sv_breach breach;
    if (sv_judge_offer(ask->now.edition, table(ask), ask->q.seat, &ask->offer, &breach) != SV_OK) {
        char text[SV_MAX_BREACH];
        (void)snprintf(ask->message, sizeof ask->message, "no such trade: %s",
                       sv_breach_text(ask->now.edition, &breach, text, sizeof text));
        return false;
    }
    ask->answer.offers[ask->answer.n_offers++] = ask->offer;
    if (ask->q.kind == SV_DECISION_TRADE) {
        if (is_done(ask)) {
            return true;
        }
        ask->answer.n_offers = 0;
        return false;
    }
    ask->mode = SVI_TUI_ASK_PLAN;
    ask->row = 0;
    wrong(ask, "it will be made with Enter");
    return false;
}

/* More or fewer of what the row has. */
static void change_offer(struct svi_tui_ask *ask, const struct offer_row *r, int by)
{
    struct sv_offer *o = &ask->offer;
    if (r->part == PART_TO && ask->q.kind != SV_DECISION_TRADE) {
        const unsigned seats = ask->now.setup.seats;
        o->to = (uint8_t)next_partner(ask, o->to, by > 0 ? 1 : seats - 1);
        o->get_deeds = 0;
        o->get_cards = 0;
        o->get_tickets = 0;
        o->get_cash = 0;
    } else if (r->part == PART_TICKETS) {
        uint8_t *count = r->give ? &o->give_tickets : &o->get_tickets;
        const uint8_t most = table(ask)->tickets[r->give ? ask->q.seat : o->to];
        *count = by > 0 ? (uint8_t)(*count + (*count < most)) : (uint8_t)(*count - (*count > 0));
    }
}

static void toggle(struct svi_tui_ask *ask, const struct offer_row *r)
{
    struct sv_offer *o = &ask->offer;
    if (r->part == PART_DEED) {
        *(r->give ? &o->give_deeds : &o->get_deeds) ^= UINT64_C(1) << r->which;
    } else if (r->part == PART_CARD) {
        uint8_t *cards = r->give ? &o->give_cards : &o->get_cards;
        *cards = (uint8_t)(*cards ^ 1u << r->which);
    } else {
        change_offer(ask, r, 1);
    }
}

static bool on_offer(struct svi_tui_ask *ask, int key)
{
    struct offer_row r;
    if (!offer_row(ask, ask->row, &r)) {
        return false;
    }
    if ((r.part == PART_GIVE_CASH || r.part == PART_GET_CASH) && type(ask, key, "")) {
        char *at = ask->input;
        *(r.part == PART_GIVE_CASH ? &ask->offer.give_cash : &ask->offer.get_cash) = number(&at);
        return false;
    }
    switch (key) {
    case SVI_TUI_KEY_ENTER:
        return end_offer(ask);
    case SVI_TUI_KEY_ESCAPE:
        ask->mode = ask->first;
        ask->row = 0;
        break;
    case ' ':
        toggle(ask, &r);
        break;
    case SVI_TUI_KEY_LEFT:
    case SVI_TUI_KEY_RIGHT:
        change_offer(ask, &r, key == SVI_TUI_KEY_LEFT ? -1 : 1);
        break;
    default:
        break;
    }
    return false;
}

bool svi_tui_ask_key(struct svi_tui_ask *ask, int key)
{
    ask->message[0] = '\0';
    if ((key == SVI_TUI_KEY_UP || key == SVI_TUI_KEY_DOWN) && svi_tui_ask_rows(ask) > 0 &&
        ask->mode != SVI_TUI_ASK_CHOICE) {
        move(ask, key == SVI_TUI_KEY_UP ? -1 : 1);
        return false;
    }
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        return on_choice(ask, key);
    case SVI_TUI_ASK_SPACE:
        return on_space(ask, key);
    case SVI_TUI_ASK_BID:
        return on_bid(ask, key);
    case SVI_TUI_ASK_PLAN:
        return on_plan(ask, key);
    default:
        return on_offer(ask, key);
    }
}
