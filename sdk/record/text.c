#include "record/text.h"

#include "base/out.h"
#include "record/jsonl.h"
#include "record/words.h"

#include <string.h>

/* ---- text_position ---- */

/* Pads with blanks to `width` characters from `start`. */
static void pad(struct svi_buf *out, size_t start, size_t width)
{
    size_t characters = 0;
    for (size_t i = start; i < out->size; i++) {
        characters += (out->data[i] & 0xc0) != 0x80;
    }
    for (; characters < width; characters++) {
        svi_out_char(out, ' ');
    }
}

static void put_player(struct svi_buf *out, const struct svi_game *g, unsigned s)
{
    const struct sv_position *p = &g->state.position;
    unsigned cards = 0;
    size_t start = out->size;
    svi_out_int(out, s);
    svi_out_text(out, s == p->turn_seat ? " * " : "   ");
    svi_out_plain(out, g->name[s]);
    pad(out, start, 24);
    start = out->size;
    svi_out_char(out, ' ');
    svi_say_money(out, p->cash[s]);
    pad(out, start, 9);
    start = out->size;
    svi_out_char(out, ' ');
    svi_say_money(out, sv_worth(g->edition, p, s));
    pad(out, start, 10);
    if (!sv_alive(p, s)) {
        svi_out_text(out, " bankrupt, place ");
        svi_out_int(out, p->place[s]);
        svi_out_char(out, '\n');
        return;
    }
    svi_out_char(out, ' ');
    svi_say_space(out, g, p->space[s]);
    if (p->jail[s] != 0) {
        svi_out_text(out, ", in jail, missed rolls: ");
        svi_out_int(out, p->jail[s] - 1);
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards += p->jail_holder[j] == s;
    }
    if (cards != 0) {
        svi_out_text(out, ", jail cards: ");
        svi_out_int(out, cards);
    }
    if (p->tickets[s] != 0) {
        svi_out_text(out, ", bus tickets: ");
        svi_out_int(out, p->tickets[s]);
    }
    if (sv_has(p->forfeited, s)) {
        svi_out_text(out, ", forfeited");
    }
    svi_out_char(out, '\n');
}

static void put_deed(struct svi_buf *out, const struct svi_game *g, unsigned space)
{
    const struct sv_position *p = &g->state.position;
    const unsigned level = p->level[space];
    size_t start = out->size;
    svi_out_text(out, "  ");
    svi_out_int(out, space);
    pad(out, start, 5);
    svi_say_space(out, g, space);
    pad(out, start, 34);
    svi_say_party(out, g, p->owner[space]);
    if (level != 0) {
        svi_out_text(out, ", ");
        svi_say_level(out, level, g->edition->space[space].kind == SV_SPACE_RAIL);
    }
    svi_out_text(out, sv_has(p->mortgaged, space) ? ", mortgaged\n" : "\n");
}

/* Leaves out sets whose deeds are all unowned. */
static void put_sets(struct svi_buf *out, const struct svi_game *g)
{
    const struct sv_position *p = &g->state.position;
    uint64_t owned_deeds = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        owned_deeds |= p->owned[s];
    }
    for (unsigned i = 0; i < g->edition->n_groups; i++) {
        const struct sv_group *group = &g->edition->group[i];
        if ((owned_deeds & group->mask) == 0) {
            continue;
        }
        svi_out_plain(out, group->name);
        svi_out_char(out, '\n');
        for (unsigned j = 0; j < group->size; j++) {
            put_deed(out, g, group->deed[j]);
        }
    }
}

static void put_bank(struct svi_buf *out, const struct svi_game *g)
{
    const struct sv_position *p = &g->state.position;
    svi_out_text(out, "the bank has");
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        const int32_t all[SV_UNIT_COUNT] = {g->edition->rules.houses, g->edition->rules.hotels,
                                            g->edition->rules.skyscrapers,
                                            g->edition->rules.depots};
        if (all[u] != 0) {
            svi_out_text(out, u == 0 ? " " : ", ");
            svi_out_int(out, p->stock[u]);
            svi_out_char(out, ' ');
            svi_out_text(out, sv_unit_name(u));
            svi_out_text(out, p->stock[u] == 1 ? "" : "s");
        }
    }
    svi_out_char(out, '\n');
}

static void put_auction(struct svi_buf *out, const struct svi_game *g)
{
    const struct sv_position *p = &g->state.position;
    svi_out_text(out, "auction of ");
    if (p->auction_space != SV_NONE) {
        svi_say_space(out, g, p->auction_space);
    } else {
        svi_out_text(out, "a ");
        svi_out_text(out, sv_unit_name(p->auction_unit));
    }
    svi_out_text(out, ": ");
    svi_say_money(out, p->auction_high);
    if (p->auction_seat != SV_NONE) {
        svi_out_text(out, " by ");
        svi_say_party(out, g, p->auction_seat);
    }
    svi_out_char(out, '\n');
}

void svi_text_position(struct svi_buf *out, const struct svi_game *g, uint32_t n)
{
    const struct sv_position *p = &g->state.position;
    svi_out_text(out, "after event ");
    svi_out_int(out, n);
    svi_out_text(out, " (decision ");
    svi_out_int(out, g->decisions);
    svi_out_text(out, "): round ");
    svi_out_int(out, p->round);
    svi_out_text(out, ", turn ");
    svi_out_int(out, p->turn);
    svi_out_text(out, "\n\nseat (* to move)         cash     worth     space\n");
    for (unsigned s = 0; s < p->seats; s++) {
        put_player(out, g, s);
    }
    svi_out_char(out, '\n');
    put_sets(out, g);
    put_bank(out, g);
    if (p->auction_in != 0) {
        put_auction(out, g);
    }
    for (unsigned s = 0; s < p->seats; s++) {
        struct sv_question q;
        if (sv_has(g->open, s) && svi_game_question(g, s, &q) == SV_OK) {
            svi_say_player(out, g, s);
            svi_out_text(out, " is asked ");
            svi_say_question(out, g, &q);
            svi_out_char(out, '\n');
        }
    }
    if (p->over != 0) {
        svi_out_text(out, "the game is over: ");
        svi_say_word(out, sv_why_name(p->over));
        svi_out_char(out, '\n');
    }
}

/* ---- text ------------------------------------------------------------------------------------ */

/* The event that a line describes, and the line's buffer. */
struct line {
    struct svi_buf *out;
    const struct svi_game *g;
    const struct sv_event *ev;
};

/* Appends "alice -$200, bob +$200": the payer, then the receiver. */
static void say_payment(const struct line *l)
{
    const struct sv_event *ev = l->ev;
    if (ev->from != SV_BANK) {
        svi_say_player(l->out, l->g, ev->from);
        svi_out_text(l->out, " -$");
        svi_out_int(l->out, ev->amount);
    }
    if (ev->to != SV_BANK) {
        svi_out_text(l->out, ev->from != SV_BANK ? ", " : "");
        svi_say_player(l->out, l->g, ev->to);
        svi_out_text(l->out, " +$");
        svi_out_int(l->out, ev->amount);
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
    svi_say_player(l->out, l->g, l->ev->seat);
}

static void say_from(const struct line *l)
{
    svi_say_party(l->out, l->g, l->ev->from);
}

static void say_to(const struct line *l)
{
    svi_say_party(l->out, l->g, l->ev->to);
}

static void say_amount(const struct line *l)
{
    svi_say_money(l->out, l->ev->amount);
}

static void say_dice(const struct line *l)
{
    svi_say_dice(l->out, l->ev->dice);
}

static void say_space(const struct line *l)
{
    svi_say_space(l->out, l->g, l->ev->space);
}

static void say_from_space(const struct line *l)
{
    svi_say_space(l->out, l->g, l->ev->from);
}

static void say_to_space(const struct line *l)
{
    svi_say_space(l->out, l->g, l->ev->to);
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
    svi_out_plain(l->out, l->g->edition->deck[l->ev->deck].name);
}

static void say_card(const struct line *l)
{
    svi_out_plain(l->out, l->g->edition->deck[l->ev->deck].card[l->ev->card].text);
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
        svi_out_text(l->out, "a ");
        svi_out_text(l->out, sv_unit_name(l->ev->unit));
    }
}

static void say_offer(const struct line *l)
{
    svi_say_offer(l->out, l->g, l->ev->offer);
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
 * which stands for a say_word() above. The other events have functions of their own. */
#define SENTENCES(X, TEXT, SAY)                                                                    \
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
    X(NOTE, SAY(seat) TEXT(" notes: ") SAY(key) TEXT(" = ") SAY(value))

static void begin_line(const struct line *l, uint32_t n)
{
    const size_t start = l->out->size;
    svi_out_int(l->out, n);
    const size_t digits = l->out->size - start;
    for (size_t i = digits; i < 6; i++) {
        svi_out_char(l->out, ' ');
    }
    svi_out_text(l->out, "  ");
}

static void game_start(const struct line *l)
{
    const struct svi_game *g = l->g;
    uint8_t commitment[32];
    sv_luck_commitment(g->setup.seed, g->salt, commitment);
    svi_out_plain(l->out, g->edition->title[0] != '\0' ? g->edition->title : g->edition->name);
    svi_out_text(l->out, " (");
    svi_out_plain(l->out, g->edition->name);
    svi_out_text(l->out, "), ");
    svi_out_int(l->out, g->setup.seats);
    svi_out_text(l->out, " players\nseed       ");
    if (g->sealed) {
        svi_out_text(l->out, "(shown when all games of its deal are over)");
    } else {
        svi_out_hex(l->out, g->setup.seed, sizeof g->setup.seed);
        svi_out_text(l->out, "\nsalt       ");
        svi_out_hex(l->out, g->salt, sizeof g->salt);
    }
    svi_out_text(l->out, "\ncommitment ");
    svi_out_hex(l->out, commitment, sizeof commitment);
    svi_out_text(l->out, "\n");
    if (g->what_if[0] != '\0') {
        svi_out_text(l->out, "what if    ");
        svi_out_plain(l->out, g->what_if);
        svi_out_text(l->out, "\n");
    }
    for (unsigned s = 0; s < g->setup.seats; s++) {
        svi_out_text(l->out, "seat ");
        svi_out_int(l->out, s);
        svi_out_text(l->out, ": ");
        svi_out_plain(l->out, g->name[s]);
        svi_out_text(l->out, ", ");
        svi_say_money(l->out, g->state.position.cash[s]);
        svi_out_text(l->out, "\n");
    }
}

static void turn(const struct line *l)
{
    svi_out_text(l->out, "\nTurn ");
    svi_out_int(l->out, l->ev->turn);
    svi_out_text(l->out, ", round ");
    svi_out_int(l->out, l->ev->round);
    svi_out_text(l->out, ": ");
    svi_say_player(l->out, l->g, l->ev->seat);
    svi_out_text(l->out, ", ");
    svi_say_money(l->out, l->g->state.position.cash[l->ev->seat]);
    svi_out_text(l->out, ", on ");
    svi_say_space(l->out, l->g, l->g->state.position.space[l->ev->seat]);
    svi_out_text(l->out, l->g->state.position.jail[l->ev->seat] != 0 ? ", in jail\n" : "\n");
}

static void question(const struct line *l, uint32_t n)
{
    struct sv_question q;
    if (svi_game_question(l->g, l->ev->seat, &q) == SV_OK) {
        begin_line(l, n);
        svi_say_player(l->out, l->g, l->ev->seat);
        svi_out_text(l->out, " is asked ");
        svi_say_question(l->out, l->g, &q);
        svi_out_char(l->out, '\n');
    }
}

/* Returns whether the next events show the whole answer; only the full account repeats such
 * answers. */
static bool told_by_events(const struct svi_game *g, const struct sv_answer *a)
{
    static const uint32_t kinds = 1u << SV_DECISION_MANAGE | 1u << SV_DECISION_BID |
                                  1u << SV_DECISION_SEALED_BID | 1u << SV_DECISION_DEBT |
                                  1u << SV_DECISION_TRADE | 1u << SV_DECISION_INTEREST |
                                  1u << SV_DECISION_PLACE | 1u << SV_DECISION_LAYOUT;
    if (a->kind == SV_DECISION_BID && g->edition->rules.auction == SV_RULE_AUCTION_SIMULTANEOUS &&
        a->bid != 0) {
        return false; /* of simultaneous bids the events tell only what stands */
    }
    return sv_has(kinds, a->kind) || (a->kind == SV_DECISION_BUY && a->choice == SV_CHOICE_BUY_BUY);
}

static void answer(const struct line *l, uint32_t n, bool full)
{
    struct svi_buf *out = l->out;
    if (!full && l->ev->verdict == SV_VERDICT_OK && told_by_events(l->g, l->ev->answer)) {
        return;
    }
    begin_line(l, n);
    svi_say_player(out, l->g, l->ev->seat);
    svi_out_text(out, " answers ");
    svi_out_text(out, sv_decision_name(l->ev->kind));
    if (l->ev->verdict != SV_VERDICT_OK) {
        svi_out_text(out, "; ");
        svi_out_text(out, sv_verdict_name(l->ev->verdict));
        svi_out_text(out, ", the default is taken");
    }
    const size_t bare = out->size;
    svi_say_answer(out, l->g, l->ev->answer);
    svi_out_text(out, out->size == bare ? "; nothing\n" : "\n");
}

/* "me's answer to bid is illegal: the bid of $9 is below the lowest, $10 (rule 4.2); bids $9" */
static void refused(const struct line *l, uint32_t n)
{
    const struct sv_refusal *r = l->ev->refusal;
    struct svi_buf *out = l->out;
    begin_line(l, n);
    svi_say_player(out, l->g, l->ev->seat);
    svi_out_text(out, "'s answer to ");
    svi_out_text(out, sv_decision_name(l->ev->kind));
    if (r->verdict == SV_VERDICT_LATE) {
        svi_out_text(out, " (decision ");
        svi_out_int(out, r->decision);
        svi_out_text(out, ")");
    }
    svi_out_text(out, " is ");
    svi_out_text(out, sv_verdict_name(r->verdict));
    svi_out_text(out, ": ");
    svi_out_plain(out, r->text);
    if (r->answer != NULL) {
        const size_t bare = out->size;
        svi_say_answer(out, l->g, r->answer);
        svi_out_text(out, out->size == bare ? "; nothing" : "");
    } else if (r->size != 0) {
        svi_out_text(out, "; bytes ");
        svi_out_hex(out, r->bytes, r->size);
        svi_out_text(out, r->size < r->whole ? "..." : "");
    }
    svi_out_char(out, '\n');
}

static void game_end(const struct line *l)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_out_text(l->out, "\nThe game is over: ");
    svi_say_word(l->out, sv_why_name(result.why));
    svi_out_char(l->out, '\n');
    for (unsigned place = 1; place <= SV_MAX_SEATS; place++) {
        for (unsigned s = 0; s < l->g->setup.seats; s++) {
            if (result.place[s] == place) {
                svi_out_text(l->out, "place ");
                svi_out_int(l->out, place);
                svi_out_text(l->out, ": ");
                svi_say_player(l->out, l->g, s);
                svi_out_text(l->out, ", worth ");
                svi_say_money(l->out, result.worth[s]);
                svi_out_char(l->out, '\n');
            }
        }
    }
}

void svi_text_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                    uint32_t n, bool full)
{
    const struct line l = {out, g, ev};
    switch ((enum sv_event_type)ev->type) {
    case SV_EVENT_GAME_START:
        game_start(&l);
        break;
    case SV_EVENT_TURN:
        turn(&l);
        break;
    case SV_EVENT_GAME_END:
        game_end(&l);
        break;
    case SV_EVENT_QUESTION:
        if (full) {
            question(&l, n);
        }
        break;
    case SV_EVENT_ANSWER:
        answer(&l, n, full);
        break;
    case SV_EVENT_REFUSED:
        refused(&l, n);
        break;
#define TEXT(text) svi_out_text(out, text);
#define SAY(word) say_##word(&l);
#define X(NAME, pieces)                                                                            \
    case SV_EVENT_##NAME:                                                                          \
        begin_line(&l, n);                                                                         \
        pieces svi_out_char(out, '\n');                                                            \
        break;
        SENTENCES(X, TEXT, SAY)
#undef TEXT
#undef SAY
#undef X
    case SV_EVENT_COUNT:
        break;
    }
}
