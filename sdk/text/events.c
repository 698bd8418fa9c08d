/* Events as sentences. */
#include "text/events.h"

#include "base/out.h"

#include <string.h>

/* The event that a sentence describes, and the sentence's buffer. */
struct line {
    struct svi_buf *out;
    const struct sv_text_view *v;
    const struct sv_event *ev;
};

/* Appends "alice -$200, bob +$200": the payer, then the receiver. */
static void say_payment(const struct line *l)
{
    const struct sv_event *ev = l->ev;
    if (ev->from != SV_BANK) {
        svi_say_player(l->out, l->v, ev->from);
        svi_out_format(l->out, " -$%d", ev->amount);
    }
    if (ev->to != SV_BANK) {
        svi_out_text(l->out, ev->from != SV_BANK ? ", " : "");
        svi_say_player(l->out, l->v, ev->to);
        svi_out_format(l->out, " +$%d", ev->amount);
    }
}

static void say_why(const struct line *l)
{
    /* Leaves out obvious reasons. */
    if (l->ev->why == SV_WHY_NONE || (l->ev->type == SV_EVENT_ROLL && l->ev->why == SV_WHY_MOVE) ||
        (l->ev->type == SV_EVENT_MOVE && l->ev->why == SV_WHY_ROLL)) {
        return;
    }
    svi_out_text(l->out, l->ev->type == SV_EVENT_OFFER_END ? " " : " (");
    svi_say_word(l->out, sv_why_name(l->ev->why));
    svi_out_text(l->out, l->ev->type == SV_EVENT_OFFER_END ? "" : ")");
}

static void say_seat(const struct line *l)
{
    svi_say_player(l->out, l->v, l->ev->seat);
}

static void say_from(const struct line *l)
{
    svi_say_party(l->out, l->v, l->ev->from);
}

static void say_to(const struct line *l)
{
    svi_say_party(l->out, l->v, l->ev->to);
}

static void say_amount(const struct line *l)
{
    svi_say_money(l->out, l->ev->amount);
}

static void say_turn(const struct line *l)
{
    svi_out_int(l->out, l->ev->turn);
}

static void say_round(const struct line *l)
{
    svi_out_int(l->out, l->ev->round);
}

static void say_dice(const struct line *l)
{
    svi_say_dice(l->out, l->ev->dice);
}

static void say_space(const struct line *l)
{
    svi_say_space(l->out, l->v, l->ev->space);
}

static void say_from_space(const struct line *l)
{
    svi_say_space(l->out, l->v, l->ev->from);
}

static void say_to_space(const struct line *l)
{
    svi_say_space(l->out, l->v, l->ev->to);
}

/* The space that a payment is for, if it is for one. */
static void say_at(const struct line *l)
{
    if (l->ev->space != SV_NONE) {
        svi_out_text(l->out, " for ");
        say_space(l);
    }
}

static void say_from_level(const struct line *l)
{
    svi_say_level(l->out, l->ev->from, false);
}

static void say_to_level(const struct line *l)
{
    svi_say_level(l->out, l->ev->to, false);
}

static void say_deck(const struct line *l)
{
    svi_out_plain(l->out, l->v->edition->deck[l->ev->deck].name);
}

static void say_card(const struct line *l)
{
    svi_out_plain(l->out, l->v->edition->deck[l->ev->deck].card[l->ev->card].text);
}

static void say_place(const struct line *l)
{
    svi_out_int(l->out, l->ev->on);
}

/* Appends the lot of an auction: a deed or a building. */
static void say_lot(const struct line *l)
{
    if (l->ev->space != SV_NONE) {
        say_space(l);
    } else {
        svi_out_format(l->out, "a %s", sv_unit_name(l->ev->unit));
    }
}

static void say_offer(const struct line *l)
{
    svi_say_offer(l->out, l->v, l->ev->offer);
}

/* A text of several lines: each stands under the first. */
static void say_prose(const struct line *l)
{
    const char *text = l->ev->log_entry->text;
    char part[SV_MAX_LOG];
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n\t");
        memcpy(part, text, length);
        part[length] = '\0';
        svi_out_plain(l->out, part);
        text += length;
        if (*text != '\0') {
            svi_out_text(l->out, *text++ == '\n' ? "\n          " : "    ");
        }
    }
}

static void say_key(const struct line *l)
{
    svi_out_plain(l->out, l->ev->log_entry->key);
}

static void say_value(const struct line *l)
{
    svi_out_int(l->out, l->ev->log_entry->value);
}

static void say_jailed(const struct line *l)
{
    svi_out_text(l->out, l->ev->on ? " goes to jail" : " leaves jail");
}

static void say_depot(const struct line *l)
{
    svi_out_text(l->out, l->ev->on ? ": a depot" : ": no depot");
}

static void say_mortgaged(const struct line *l)
{
    svi_out_text(l->out, l->ev->on ? " is mortgaged" : " is lifted");
}

/* The events that take one sentence: X(NAME, pieces), each piece a TEXT("...") or a SAY(word),
 * which stands for a say_word() above. Other events are
 * for the record alone, or begin and end a game. */
#define SENTENCES(X, TEXT, SAY)                                                                    \
    X(TURN, TEXT("Turn ") SAY(turn) TEXT(", round ") SAY(round) TEXT(": ") SAY(seat))              \
    X(ROLL, SAY(seat) TEXT(" rolls ") SAY(dice) SAY(why))                                          \
    X(MOVE, SAY(seat) TEXT(" goes from ") SAY(from_space) TEXT(" to ") SAY(to_space) SAY(why))     \
    X(JAIL, SAY(seat) SAY(jailed) SAY(why))                                                        \
    X(CARD, SAY(seat) TEXT(" draws ") SAY(deck) TEXT(": ") SAY(card))                              \
    X(CASH, SAY(payment) SAY(why) SAY(at))                                                         \
    X(DEED, SAY(space) TEXT(": from ") SAY(from) TEXT(" to ") SAY(to) SAY(why))                    \
    X(LEVEL, SAY(space) TEXT(": from ") SAY(from_level) TEXT(" to ") SAY(to_level))                \
    X(DEPOT, SAY(space) SAY(depot))                                                                \
    X(MORTGAGE, SAY(space) SAY(mortgaged))                                                         \
    X(JAIL_CARD, TEXT("a get-out-of-jail card: from ") SAY(from) TEXT(" to ") SAY(to))             \
    X(TICKET, TEXT("a bus ticket: from ") SAY(from) TEXT(" to ") SAY(to))                          \
    X(BANKRUPT, SAY(seat) TEXT(" is bankrupt to ") SAY(to) TEXT(", place ") SAY(place))            \
    X(AUCTION, TEXT("auction of ") SAY(lot) TEXT(", from ") SAY(amount) SAY(why))                  \
    X(BID, SAY(seat) TEXT(" bids ") SAY(amount))                                                   \
    X(DROP, SAY(seat) TEXT(" drops out"))                                                          \
    X(OFFER, SAY(seat) TEXT(" offers ") SAY(offer))                                                \
    X(OFFER_END, TEXT("the offer from ") SAY(seat) TEXT(" to ") SAY(to) TEXT(":") SAY(why))        \
    X(FORFEIT, SAY(seat) TEXT(" forfeits: defaults from now on"))                                  \
    X(LOG, SAY(seat) TEXT(" says: ") SAY(prose))                                                   \
    X(NOTE, SAY(seat) TEXT(" notes: ") SAY(key) TEXT(" = ") SAY(value))                            \
    X(SAY, SAY(seat) TEXT(" says to the table: ") SAY(prose))

bool svi_say_event(struct svi_buf *out, const struct sv_text_view *v, const struct sv_event *ev)
{
    const struct line l = {out, v, ev};
    switch (ev->type) {
#define TEXT(text) svi_out_text(out, text);
#define SAY(word) say_##word(&l);
#define X(NAME, pieces)                                                                            \
    case SV_EVENT_##NAME:                                                                          \
        pieces return true;
        SENTENCES(X, TEXT, SAY)
#undef TEXT
#undef SAY
#undef X
    default:
        return false;
    }
}

size_t sv_text_event(const struct sv_text_view *v, const struct sv_event *ev, char *out,
                     size_t room)
{
    struct svi_buf text = {0};
    if (sv_has(SV_EVENTS_TOLD, ev->type)) {
        (void)svi_say_event(&text, v, ev);
    }
    return svi_text_give(&text, out, room);
}
