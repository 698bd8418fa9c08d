/* The table in words: everything that all players may see. */
#include "text/table.h"

#include "base/out.h"

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
        svi_out_text(out, what);
        svi_out_int(out, count);
    }
}

static void put_player(struct svi_buf *out, const struct sv_text_view *v, unsigned seat)
{
    const struct sv_position *p = v->position;
    svi_out_text(out, "seat ");
    svi_out_int(out, seat);
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
            svi_out_text(out, ", jail card ");
            svi_out_int(out, j);
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
            svi_out_text(out, separator);
            svi_out_int(out, v->position->stock[u]);
            svi_out_char(out, ' ');
            svi_out_text(out, sv_unit_name(u));
            svi_out_text(out, v->position->stock[u] == 1 ? "" : "s");
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
    svi_out_text(out, ": ");
    svi_out_int(out, p->deck_size[d]);
    svi_out_text(out, p->deck_size[d] == 1 ? " card" : " cards");
    svi_out_text(out, known ? ", from the top" : "");
    for (unsigned i = 0; known && i < p->deck_size[d]; i++) {
        const unsigned card = p->seen[d][(p->deck_head[d] + i) % SV_MAX_CARDS];
        svi_out_char(out, ' ');
        if (card == SV_NONE) {
            svi_out_char(out, '?');
        } else {
            svi_out_int(out, card + 1);
        }
    }
    svi_out_char(out, '\n');
}

/* ---- the turn, auctions and offers ----------------------------------------------------------- */

static void put_turn(struct svi_buf *out, const struct sv_text_view *v)
{
    const struct sv_position *p = v->position;
    svi_out_text(out, "Round ");
    svi_out_int(out, p->round);
    svi_out_text(out, ", turn ");
    svi_out_int(out, p->turn);
    svi_out_text(out, ": ");
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
        svi_out_text(out, "a ");
        svi_out_text(out, sv_unit_name(p->auction_unit));
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
