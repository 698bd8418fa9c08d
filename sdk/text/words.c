#include "text/words.h"

#include "base/out.h"

#include <string.h>

void svi_say_word(struct svi_buf *out, const char *identifier)
{
    static const struct {
        const char *identifier, *words;
    } own[] = {{"last_solvent", "one player left"},
               {"max_rounds", "round limit"},
               {"mr_monopoly", "Mr. Monopoly"},
               {"card_back", "back, by card"}};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(identifier, own[i].identifier) == 0) {
            svi_out_text(out, own[i].words);
            return;
        }
    }
    for (const char *at = identifier; *at != '\0'; at++) {
        svi_out_char(out, *at == '_' ? ' ' : *at);
    }
}

void svi_say_money(struct svi_buf *out, int64_t amount)
{
    svi_out_text(out, amount < 0 ? "-$" : "$");
    svi_out_int(out, amount < 0 ? -amount : amount);
}

void svi_say_player(struct svi_buf *out, const struct sv_text_view *v, unsigned seat)
{
    const char *name = v->name[seat];
    bool unique = true;
    if (name == NULL || name[0] == '\0') {
        svi_out_format(out, "seat %u", seat);
        return;
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        unique = unique && (s == seat || v->name[s] == NULL || strcmp(v->name[s], name) != 0);
    }
    svi_out_plain(out, name);
    if (!unique) {
        svi_out_format(out, "#%u", seat);
    }
}

void svi_say_party(struct svi_buf *out, const struct sv_text_view *v, unsigned party)
{
    if (party < SV_MAX_SEATS) {
        svi_say_player(out, v, party);
    } else {
        svi_out_text(out, party == SV_BANK ? "the bank" : "out of play");
    }
}

void svi_say_space(struct svi_buf *out, const struct sv_text_view *v, unsigned space)
{
    if (space < v->edition->n_spaces) {
        svi_out_plain(out, v->edition->space[space].name);
    } else if (space == SV_NONE) {
        svi_out_text(out, "nowhere");
    } else {
        svi_out_format(out, "space %u", space);
    }
}

void svi_say_place(struct svi_buf *out, const struct sv_text_view *v, unsigned space)
{
    if (space < v->edition->n_spaces) {
        svi_out_format(out, "%u ", space);
    }
    svi_say_space(out, v, space);
}

/* Calls `say` for each space; a wrong answer may name spaces that the board does not have. */
static void say_each(struct svi_buf *out, const struct sv_text_view *v, uint64_t spaces,
                     void say(struct svi_buf *, const struct sv_text_view *, unsigned))
{
    const char *separator = "";
    for (uint64_t left = spaces; left != 0; left &= left - 1) {
        svi_out_text(out, separator);
        say(out, v, sv_first(left));
        separator = ", ";
    }
}

static void say_spaces(struct svi_buf *out, const struct sv_text_view *v, uint64_t spaces)
{
    say_each(out, v, spaces, svi_say_space);
}

void svi_say_places(struct svi_buf *out, const struct sv_text_view *v, uint64_t spaces)
{
    say_each(out, v, spaces, svi_say_place);
}

void svi_say_level(struct svi_buf *out, unsigned level, bool rail)
{
    static const char *const words[] = {"bare",     "1 house", "2 houses",    "3 houses",
                                        "4 houses", "a hotel", "a skyscraper"};
    if (rail) {
        svi_out_text(out, level != 0 ? "a depot" : "no depot");
    } else if (level < sizeof words / sizeof words[0]) {
        svi_out_text(out, words[level]);
    } else {
        svi_out_format(out, "level %u", level);
    }
}

/* Appends one side of a trade: "$50, Boardwalk, 1 jail card", or "nothing". */
static void say_goods(struct svi_buf *out, const struct sv_text_view *v, int32_t cash,
                      uint64_t deeds, unsigned cards, unsigned tickets)
{
    const size_t start = out->size;
    if (cash != 0) {
        svi_say_money(out, cash);
    }
    if (deeds != 0) {
        svi_out_text(out, out->size > start ? ", " : "");
        say_spaces(out, v, deeds);
    }
    for (uint64_t left = cards; left != 0; left &= left - 1) {
        svi_out_format(out, "%sjail card %u", out->size > start ? ", " : "", sv_first(left));
    }
    if (tickets != 0) {
        svi_out_format(out, "%s%u bus ticket%s", out->size > start ? ", " : "", tickets,
                       tickets == 1 ? "" : "s");
    }
    if (out->size == start) {
        svi_out_text(out, "nothing");
    }
}

void svi_say_offer(struct svi_buf *out, const struct sv_text_view *v, const struct sv_offer *o)
{
    svi_say_party(out, v, o->to);
    svi_out_char(out, ' ');
    say_goods(out, v, o->give_cash, o->give_deeds, o->give_cards, o->give_tickets);
    svi_out_text(out, " for ");
    say_goods(out, v, o->get_cash, o->get_deeds, o->get_cards, o->get_tickets);
}

void svi_say_dice(struct svi_buf *out, const uint8_t dice[3])
{
    for (unsigned i = 0; i < 3; i++) {
        if (dice[i] == 0) {
            continue;
        }
        svi_out_text(out, i == 0 ? "" : "+");
        if (i == 2 && dice[i] >= SV_DIE_MR) {
            svi_out_text(out, dice[i] == SV_DIE_MR ? "Mr. Monopoly" : "bus");
        } else {
            svi_out_int(out, dice[i]);
        }
    }
}

/* Adds ", " between parts of a list in brackets, " (" before the first. */
static void next_part(struct svi_buf *out, bool *opened)
{
    svi_out_text(out, *opened ? ", " : " (");
    *opened = true;
}

void svi_say_question(struct svi_buf *out, const struct sv_text_view *v,
                      const struct sv_question *q)
{
    bool opened = false;
    svi_out_text(out, sv_decision_name(q->kind));
    if (q->choices != 0) {
        const char *separator = ": ";
        for (unsigned c = 0; c < 8; c++) {
            const char *name = sv_choice_name(q->kind, c);
            if (sv_has(q->choices, c) && name != NULL) {
                svi_out_format(out, "%s%s", separator, name);
                separator = " | ";
            }
        }
    }
    if (q->space != SV_NONE) {
        next_part(out, &opened);
        svi_say_space(out, v, q->space);
    }
    if (q->other != SV_NONE) {
        next_part(out, &opened);
        svi_say_party(out, v, q->other);
    }
    if (q->kind == SV_DECISION_TRADE) {
        svi_out_text(out, " offers ");
        svi_say_offer(out, v, &q->offer);
    }
    if (q->kind == SV_DECISION_PLACE) {
        next_part(out, &opened);
        svi_out_text(out, sv_unit_name(q->unit));
    }
    if (q->kind == SV_DECISION_DEBT) {
        next_part(out, &opened);
        svi_say_word(out, sv_why_name(q->why));
    }
    if (q->amount != 0) {
        next_part(out, &opened);
        svi_say_money(out, q->amount);
    }
    if (q->limit != 0) {
        svi_out_text(out, " to ");
        svi_say_money(out, q->limit);
    }
    if (q->spaces != 0) {
        next_part(out, &opened);
        say_spaces(out, v, q->spaces);
    }
    if ((sv_decision_fields(q->kind) & SV_F_OFFERS) != 0) {
        next_part(out, &opened);
        svi_out_format(out, "%u offer%s left", q->offers, q->offers == 1 ? "" : "s");
    }
    svi_out_text(out, opened ? ")" : "");
}

/* Appends the parts of the answer that have an effect, each after a "; "; nothing for an answer
 * without effect. */
void svi_say_answer(struct svi_buf *out, const struct sv_text_view *v, const struct sv_answer *a)
{
    const struct sv_position *p = v->position;
    const unsigned fields = sv_decision_fields(a->kind);
    if ((fields & SV_F_CHOICE) != 0) {
        const char *choice = sv_choice_name(a->kind, a->choice);
        if (choice != NULL) {
            svi_out_format(out, "; %s", choice);
        } else {
            svi_out_format(out, "; choice %u", a->choice);
        }
    }
    if ((fields & SV_F_SPACE) != 0 && a->space != SV_NONE) {
        svi_out_text(out, "; ");
        svi_say_space(out, v, a->space);
    }
    if ((fields & SV_F_BID) != 0) {
        svi_out_text(out, "; ");
        if (a->bid == 0) {
            svi_out_text(out, a->kind == SV_DECISION_SEALED_BID                      ? "no bid"
                              : v->edition->rules.auction == SV_RULE_AUCTION_ENGLISH ? "drops out"
                                                                                     : "passes");
        } else {
            svi_say_money(out, a->bid);
        }
    }
    if ((fields & SV_F_LIMIT) != 0 && a->limit != 0) {
        svi_out_text(out, " up to ");
        svi_say_money(out, a->limit);
    }
    if ((fields & SV_F_LEVELS) != 0) {
        for (unsigned space = 0; space < SV_MAX_SPACES; space++) {
            if (a->plan.level[space] != p->level[space]) {
                svi_out_text(out, "; ");
                svi_say_space(out, v, space);
                svi_out_text(out, " to ");
                svi_say_level(out, a->plan.level[space],
                              v->edition->space[space].kind == SV_SPACE_RAIL &&
                                  a->plan.level[space] <= 1);
            }
        }
    }
    if ((fields & SV_F_MORTGAGE) != 0 && a->plan.mortgage != 0) {
        svi_out_text(out, "; mortgage ");
        say_spaces(out, v, a->plan.mortgage);
    }
    if ((fields & SV_F_LIFT) != 0 && a->plan.lift != 0) {
        svi_out_text(out, "; lift ");
        say_spaces(out, v, a->plan.lift);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        for (unsigned i = 0; i < a->n_offers && i < SV_MAX_OFFERS; i++) {
            svi_out_text(out, "; offers ");
            svi_say_offer(out, v, &a->offers[i]);
        }
    }
}

void svi_say_answer_alone(struct svi_buf *out, const struct sv_text_view *v,
                          const struct sv_answer *answer, const char *nothing)
{
    SCOPED(svi_buf_finish) struct svi_buf parts = {0};
    svi_say_answer(&parts, v, answer);
    if (parts.size > 2) {
        svi_buf_append(out, parts.data + 2, parts.size - 2);
    } else {
        svi_out_text(out, nothing);
    }
    out->failed = out->failed || parts.failed;
}

/* ---- the public form ------------------------------------------------------------------------- */

void sv_text_view_of(const struct sv_match *m, struct sv_text_view *out)
{
    *out = (struct sv_text_view){.edition = m->edition, .position = m->position, .seat = m->seat};
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        out->name[s] = m->name[s];
    }
}

size_t svi_text_give(struct svi_buf *text, char *out, size_t room)
{
    const size_t size = text->failed ? 0 : text->size;
    const size_t given = size < room ? size : room - 1;
    if (room != 0) {
        memcpy(out, size != 0 ? (const char *)text->data : "", given);
        out[given] = '\0';
    }
    svi_buf_finish(text);
    return size;
}

size_t sv_text_answer(const struct sv_text_view *v, const struct sv_answer *a, char *out,
                      size_t room)
{
    struct svi_buf text = {0};
    svi_say_answer_alone(&text, v, a, "nothing");
    return svi_text_give(&text, out, room);
}

/* ---- players --------------------------------------------------------------------------------- */

static void put_deed(struct svi_buf *out, const struct sv_text_view *v, unsigned space)
{
    const unsigned level = v->position->level[space];
    svi_say_place(out, v, space);
    if (level != 0) {
        svi_out_text(out, " (");
        svi_say_level(out, level, v->edition->space[space].kind == SV_SPACE_RAIL);
        svi_out_char(out, ')');
    }
    svi_out_text(out, sv_has(v->position->mortgaged, space) ? " (mortgaged)" : "");
}

/* Puts a line for each set of which the seat has deeds. */
static void put_sets(struct svi_buf *out, const struct sv_text_view *v, unsigned seat)
{
    for (unsigned g = 0; g < v->edition->n_groups; g++) {
        const struct sv_group *group = &v->edition->group[g];
        const char *separator = sv_set_full(v->edition, v->position, g, seat) ? " (all): " : ": ";
        if ((v->position->owned[seat] & group->mask) == 0) {
            continue;
        }
        svi_out_text(out, "  ");
        svi_out_plain(out, group->name);
        for (uint64_t left = v->position->owned[seat] & group->mask; left != 0; left &= left - 1) {
            svi_out_text(out, separator);
            put_deed(out, v, sv_first(left));
            separator = ", ";
        }
        svi_out_char(out, '\n');
    }
}

static void put_count(struct svi_buf *out, const char *what, unsigned count)
{
    if (count != 0) {
        svi_out_format(out, "%s%u", what, count);
    }
}

static void put_player(struct svi_buf *out, const struct sv_text_view *v, unsigned seat)
{
    const struct sv_position *p = v->position;
    svi_out_format(out, "seat %u", seat);
    if (v->name[seat] != NULL && v->name[seat][0] != '\0') {
        svi_out_text(out, ", ");
        svi_say_player(out, v, seat);
    }
    svi_out_text(out, seat == v->seat ? " (you): " : ": ");
    if (!sv_alive(p, seat)) {
        svi_out_text(out, "bankrupt");
        put_count(out, ", place ", p->place[seat]);
        svi_out_text(out, sv_has(p->forfeited, seat) ? ", forfeited\n" : "\n");
        return;
    }
    svi_say_money(out, p->cash[seat]);
    svi_out_text(out, " in cash, worth ");
    svi_say_money(out, sv_worth(v->edition, p, seat));
    svi_out_text(out, p->jail[seat] != 0 ? ", in jail" : ", on ");
    if (p->jail[seat] == 0) {
        svi_say_place(out, v, p->space[seat]);
    } else {
        put_count(out, ", missed rolls: ", p->jail[seat] - 1u);
    }
    for (unsigned j = 0; j < v->edition->n_jail_cards; j++) {
        if (p->jail_holder[j] == seat) {
            svi_out_format(out, ", jail card %u", j);
        }
    }
    put_count(out, ", bus tickets: ", p->tickets[seat]);
    put_count(out, ", proposals left: ", p->offers_left[seat]);
    svi_out_text(out, sv_has(p->speeding, seat) ? ", rolls the speed die" : "");
    svi_out_text(out, sv_has(p->forfeited, seat) ? ", forfeited\n" : "\n");
    put_sets(out, v, seat);
}

/* ---- the bank and the decks ------------------------------------------------------------------ */

static void put_bank(struct svi_buf *out, const struct sv_text_view *v)
{
    const struct sv_rules *rules = &v->edition->rules;
    const int32_t all[SV_UNIT_COUNT] = {rules->houses, rules->hotels, rules->skyscrapers,
                                        rules->depots};
    const char *separator = "The bank has ";
    uint64_t unowned = 0;
    for (uint64_t left = v->edition->deeds; left != 0; left &= left - 1) {
        if (v->position->owner[sv_first(left)] == SV_BANK) {
            unowned |= left & ~(left - 1);
        }
    }
    svi_out_text(out, "Unowned: ");
    svi_say_places(out, v, unowned);
    svi_out_text(out, unowned != 0 ? "\n" : "nothing\n");
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        if (all[u] != 0) {
            svi_out_format(out, "%s%d %s%s", separator, v->position->stock[u], sv_unit_name(u),
                           v->position->stock[u] == 1 ? "" : "s");
            separator = ", ";
        }
    }
    svi_out_text(out, separator[0] == ',' ? "\n" : "");
}

/* Shows the known cards of a deck by their numbers in the edition. */
static void put_deck(struct svi_buf *out, const struct sv_text_view *v, unsigned d)
{
    const struct sv_position *p = v->position;
    bool known = false;
    for (unsigned i = 0; i < p->deck_size[d]; i++) {
        known = known || p->seen[d][(p->deck_head[d] + i) % SV_MAX_CARDS] != SV_NONE;
    }
    if (v->edition->deck[d].size == 0) {
        return;
    }
    svi_out_plain(out, v->edition->deck[d].name);
    svi_out_format(out, ": %u card%s%s", p->deck_size[d], p->deck_size[d] == 1 ? "" : "s",
                   known ? ", from the top" : "");
    for (unsigned i = 0; known && i < p->deck_size[d]; i++) {
        const unsigned card = p->seen[d][(p->deck_head[d] + i) % SV_MAX_CARDS];
        if (card == SV_NONE) {
            svi_out_text(out, " ?");
        } else {
            svi_out_format(out, " %u", card + 1);
        }
    }
    svi_out_char(out, '\n');
}

/* ---- the turn, auctions and offers ----------------------------------------------------------- */

static void put_turn(struct svi_buf *out, const struct sv_text_view *v)
{
    const struct sv_position *p = v->position;
    svi_out_format(out, "Round %u, turn %u: ", p->round, p->turn);
    svi_say_party(out, v, p->turn_seat);
    svi_out_text(out, "; the first was ");
    svi_say_party(out, v, p->first);
    if (p->dice[0] != 0) {
        svi_out_text(out, "; last roll ");
        svi_say_dice(out, p->dice);
    }
    put_count(out, "; doubles in this turn: ", p->doubles);
    svi_out_char(out, '\n');
}

static void put_auction(struct svi_buf *out, const struct sv_text_view *v)
{
    const struct sv_position *p = v->position;
    const char *separator = "; in it: ";
    svi_out_text(out, "Auction of ");
    if (p->auction_space != SV_NONE) {
        svi_say_place(out, v, p->auction_space);
    } else {
        svi_out_format(out, "a %s", sv_unit_name(p->auction_unit));
    }
    svi_out_text(out, ", from ");
    svi_say_money(out, p->auction_min);
    if (p->auction_seat != SV_NONE) {
        svi_out_text(out, "; highest bid ");
        svi_say_money(out, p->auction_high);
        svi_out_text(out, " by ");
        svi_say_player(out, v, p->auction_seat);
    }
    for (uint64_t left = p->auction_in; left != 0; left &= left - 1) {
        svi_out_text(out, separator);
        svi_say_player(out, v, sv_first(left));
        separator = ", ";
    }
    svi_out_char(out, '\n');
}

void svi_say_table(struct svi_buf *out, const struct sv_text_view *v)
{
    const struct sv_position *p = v->position;
    put_turn(out, v);
    for (unsigned s = 0; s < p->seats; s++) {
        put_player(out, v, s);
    }
    put_bank(out, v);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        put_deck(out, v, d);
    }
    if (p->auction_in != 0) {
        put_auction(out, v);
    }
    if (p->offer_seat != SV_NONE) {
        svi_out_text(out, "On the table: ");
        svi_say_player(out, v, p->offer_seat);
        svi_out_text(out, " offers ");
        svi_say_offer(out, v, &p->offer);
        svi_out_char(out, '\n');
    }
    if (p->over != 0) {
        svi_out_text(out, "The game is over: ");
        svi_say_word(out, sv_why_name(p->over));
        svi_out_char(out, '\n');
    }
}

size_t sv_text_table(const struct sv_text_view *v, char *out, size_t room)
{
    struct svi_buf text = {0};
    svi_say_table(&text, v);
    return svi_text_give(&text, out, room);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Appends "alice -$200, bob +$200": the payer, then the receiver. */
static void say_payment(struct svi_buf *out, const struct sv_text_view *v,
                        const struct sv_event *ev)
{
    if (ev->from != SV_BANK) {
        svi_say_player(out, v, ev->from);
        svi_out_format(out, " -$%d", ev->amount);
    }
    if (ev->to != SV_BANK) {
        svi_out_text(out, ev->from != SV_BANK ? ", " : "");
        svi_say_player(out, v, ev->to);
        svi_out_format(out, " +$%d", ev->amount);
    }
}

static void say_why(struct svi_buf *out, const struct sv_event *ev)
{
    /* Leaves out obvious reasons. */
    if (ev->why == SV_WHY_NONE || (ev->type == SV_EVENT_ROLL && ev->why == SV_WHY_MOVE) ||
        (ev->type == SV_EVENT_MOVE && ev->why == SV_WHY_ROLL)) {
        return;
    }
    svi_out_text(out, ev->type == SV_EVENT_OFFER_END ? " " : " (");
    svi_say_word(out, sv_why_name(ev->why));
    svi_out_text(out, ev->type == SV_EVENT_OFFER_END ? "" : ")");
}

/* The space that a payment is for, if it is for one. */
static void say_at(struct svi_buf *out, const struct sv_text_view *v, unsigned space)
{
    if (space != SV_NONE) {
        svi_out_text(out, " for ");
        svi_say_space(out, v, space);
    }
}

/* Appends the lot of an auction: a deed or a building. */
static void say_lot(struct svi_buf *out, const struct sv_text_view *v, const struct sv_event *ev)
{
    if (ev->space != SV_NONE) {
        svi_say_space(out, v, ev->space);
    } else {
        svi_out_format(out, "a %s", sv_unit_name(ev->unit));
    }
}

/* A text of several lines: each stands under the first. */
static void say_prose(struct svi_buf *out, const char *text)
{
    char part[SV_MAX_LOG];
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n\t");
        memcpy(part, text, length);
        part[length] = '\0';
        svi_out_plain(out, part);
        text += length;
        if (*text != '\0') {
            svi_out_text(out, *text++ == '\n' ? "\n          " : "    ");
        }
    }
}

/* The words of sentences, of the event `ev` in the view `v`. */
#define SAY_seat svi_say_player(out, v, ev->seat)
#define SAY_from svi_say_party(out, v, ev->from)
#define SAY_to svi_say_party(out, v, ev->to)
#define SAY_amount svi_say_money(out, ev->amount)
#define SAY_payment say_payment(out, v, ev)
#define SAY_why say_why(out, ev)
#define SAY_turn svi_out_int(out, ev->turn)
#define SAY_round svi_out_int(out, ev->round)
#define SAY_dice svi_say_dice(out, ev->dice)
#define SAY_space svi_say_space(out, v, ev->space)
#define SAY_from_space svi_say_space(out, v, ev->from)
#define SAY_to_space svi_say_space(out, v, ev->to)
#define SAY_at say_at(out, v, ev->space)
#define SAY_from_level svi_say_level(out, ev->from, false)
#define SAY_to_level svi_say_level(out, ev->to, false)
#define SAY_deck svi_out_plain(out, v->edition->deck[ev->deck].name)
#define SAY_card svi_out_plain(out, v->edition->deck[ev->deck].card[ev->card].text)
#define SAY_place svi_out_int(out, ev->on)
#define SAY_lot say_lot(out, v, ev)
#define SAY_offer svi_say_offer(out, v, ev->offer)
#define SAY_prose say_prose(out, ev->log_entry->text)
#define SAY_key svi_out_plain(out, ev->log_entry->key)
#define SAY_value svi_out_int(out, ev->log_entry->value)
#define SAY_jailed svi_out_text(out, ev->on ? " goes to jail" : " leaves jail")
#define SAY_depot svi_out_text(out, ev->on ? ": a depot" : ": no depot")
#define SAY_mortgaged svi_out_text(out, ev->on ? " is mortgaged" : " is lifted")

/* The events that take one sentence: X(NAME, pieces), each piece a TEXT("...") or a SAY(word),
 * which stands for SAY_word above. Other events are for the record alone, or begin and end a game. */
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
    switch (ev->type) {
#define TEXT(text) svi_out_text(out, text);
#define SAY(word) SAY_##word;
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
