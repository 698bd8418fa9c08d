#include "tools/tui/ask.h"
#include "tools/tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        sv_judge(ask->now.edition, svi_tui_ask_table(ask), &ask->q, &ask->answer, &breach);
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
    } while (seat != from && (seat == ask->q.seat || !sv_alive(svi_tui_ask_table(ask), seat)));
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
    sv_answer_clear(svi_tui_ask_table(ask), &ask->q, &ask->answer);
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
    const int32_t lacks = ask->q.amount - svi_tui_ask_table(ask)->cash[ask->q.seat];
    if (ask->q.kind == SV_DECISION_BUY && choice == SV_CHOICE_BUY_BUY && lacks > 0) {
        (void)sv_plan_raise(ask->now.edition, svi_tui_ask_table(ask), ask->q.seat, lacks,
                            &ask->answer.plan);
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
        return choose(ask, svi_tui_ask_at(ask, (unsigned)(key - '1')));
    }
    if (key == SVI_TUI_KEY_ENTER) {
        struct sv_answer usual;
        sv_answer_default(ask->now.edition, svi_tui_ask_table(ask), &ask->q, &usual);
        return choose(ask, usual.choice);
    }
    return false;
}

static bool on_space(struct svi_tui_ask *ask, int key)
{
    if (key == SVI_TUI_KEY_ENTER) {
        ask->answer.space = (uint8_t)svi_tui_ask_at(ask, ask->row);
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
    sv_answer_clear(svi_tui_ask_table(ask), &ask->q, &ask->answer);
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
    } else if (level < svi_tui_ask_table(ask)->level[space] || ask->q.kind == SV_DECISION_LAYOUT ||
               sv_can_build(ask->now.edition, svi_tui_ask_table(ask), ask->q.seat, plan, space)) {
        plan->level[space]++;
    } else {
        wrong(ask, "nothing can be built there: the whole set, unmortgaged, evenly, and buildings "
                   "in the bank");
    }
}

static void toggle_mortgage(struct svi_tui_ask *ask, unsigned space)
{
    if (sv_has(svi_tui_ask_table(ask)->mortgaged, space)) {
        ask->answer.plan.lift ^= UINT64_C(1) << space;
    } else {
        ask->answer.plan.mortgage ^= UINT64_C(1) << space;
    }
}

static bool on_plan(struct svi_tui_ask *ask, int key)
{
    const unsigned space = svi_tui_ask_at(ask, ask->row);
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
        sv_answer_clear(svi_tui_ask_table(ask), &ask->q, &ask->answer);
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
    if (sv_judge_offer(ask->now.edition, svi_tui_ask_table(ask), ask->q.seat, &ask->offer,
                       &breach) != SV_OK) {
        char text[SV_MAX_BREACH];
        (void)snprintf(ask->message, sizeof ask->message, "this trade is not possible: %s",
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
static void change_offer(struct svi_tui_ask *ask, const struct svi_tui_offer_row *r, int by)
{
    struct sv_offer *o = &ask->offer;
    if (r->part == SVI_TUI_PART_TO && ask->q.kind != SV_DECISION_TRADE) {
        const unsigned seats = ask->now.setup.seats;
        o->to = (uint8_t)next_partner(ask, o->to, by > 0 ? 1 : seats - 1);
        o->get_deeds = 0;
        o->get_cards = 0;
        o->get_tickets = 0;
        o->get_cash = 0;
    } else if (r->part == SVI_TUI_PART_TICKETS) {
        uint8_t *count = r->give ? &o->give_tickets : &o->get_tickets;
        const uint8_t most = svi_tui_ask_table(ask)->tickets[r->give ? ask->q.seat : o->to];
        *count = by > 0 ? (uint8_t)(*count + (*count < most)) : (uint8_t)(*count - (*count > 0));
    }
}

static void toggle(struct svi_tui_ask *ask, const struct svi_tui_offer_row *r)
{
    struct sv_offer *o = &ask->offer;
    if (r->part == SVI_TUI_PART_DEED) {
        *(r->give ? &o->give_deeds : &o->get_deeds) ^= UINT64_C(1) << r->which;
    } else if (r->part == SVI_TUI_PART_CARD) {
        uint8_t *cards = r->give ? &o->give_cards : &o->get_cards;
        *cards = (uint8_t)(*cards ^ 1u << r->which);
    } else {
        change_offer(ask, r, 1);
    }
}

static bool on_offer(struct svi_tui_ask *ask, int key)
{
    struct svi_tui_offer_row r;
    if (!svi_tui_ask_offer_row(ask, ask->row, &r)) {
        return false;
    }
    if ((r.part == SVI_TUI_PART_GIVE_CASH || r.part == SVI_TUI_PART_GET_CASH) &&
        type(ask, key, "")) {
        char *at = ask->input;
        *(r.part == SVI_TUI_PART_GIVE_CASH ? &ask->offer.give_cash : &ask->offer.get_cash) =
            number(&at);
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
