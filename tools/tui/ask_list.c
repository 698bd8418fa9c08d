#include "tools/tui/ask_list.h"

#include "base/out.h"
#include "record/words.h"

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
               : svi_tui_ask_table(ask)->owned[ask->q.seat];
}

static unsigned jail_cards(const struct svi_tui_ask *ask, unsigned seat)
{
    unsigned cards = 0;
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards |= (unsigned)(svi_tui_ask_table(ask)->jail_holder[j] == seat) << j;
    }
    return cards;
}

/* Row by row: whom it is for, cash both ways, then what each has. */
bool svi_tui_ask_offer_row(const struct svi_tui_ask *ask, unsigned row,
                           struct svi_tui_offer_row *out)
{
    *out = (struct svi_tui_offer_row){.part = (enum svi_tui_part)row};
    if (row <= SVI_TUI_PART_GET_CASH) {
        return true;
    }
    row -= SVI_TUI_PART_GET_CASH + 1;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned seat = side == 0 ? ask->q.seat : ask->offer.to;
        const uint64_t deeds = svi_tui_ask_table(ask)->owned[seat];
        const unsigned cards = jail_cards(ask, seat);
        *out = (struct svi_tui_offer_row){.part = SVI_TUI_PART_DEED, .give = side == 0};
        if (row < sv_count(deeds)) {
            out->which = member(deeds, row);
            return true;
        }
        row -= sv_count(deeds);
        out->part = SVI_TUI_PART_CARD;
        if (row < sv_count(cards)) {
            out->which = member(cards, row);
            return true;
        }
        row -= sv_count(cards);
        out->part = SVI_TUI_PART_TICKETS;
        if (svi_tui_ask_table(ask)->tickets[seat] > 0 && row-- == 0) {
            return true;
        }
    }
    return false;
}

unsigned svi_tui_ask_at(const struct svi_tui_ask *ask, unsigned row)
{
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        return member(ask->q.choices, row);
    case SVI_TUI_ASK_SPACE:
        return member(ask->q.spaces, row);
    case SVI_TUI_ASK_PLAN:
        return member(plan_deeds(ask), row);
    default:
        return SV_NONE;
    }
}

unsigned svi_tui_ask_rows(const struct svi_tui_ask *ask)
{
    struct svi_tui_offer_row row;
    unsigned n = 0;
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        return sv_count(ask->q.choices);
    case SVI_TUI_ASK_SPACE:
        return sv_count(ask->q.spaces);
    case SVI_TUI_ASK_PLAN:
        return sv_count(plan_deeds(ask));
    case SVI_TUI_ASK_OFFER:
        while (svi_tui_ask_offer_row(ask, n, &row)) {
            n++;
        }
        return n;
    default:
        return 0;
    }
}

static void say_choice(const struct svi_tui_ask *ask, unsigned row, struct svi_buf *out)
{
    const unsigned choice = svi_tui_ask_at(ask, row);
    const char *name = sv_choice_name(ask->q.kind, choice);
    struct sv_answer usual;
    sv_answer_default(ask->now.edition, svi_tui_ask_table(ask), &ask->q, &usual);
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
    const struct sv_position *p = svi_tui_ask_table(ask);
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
    struct svi_tui_offer_row r;
    const struct sv_offer *o = &ask->offer;
    if (!svi_tui_ask_offer_row(ask, row, &r)) {
        return;
    }
    const bool chosen =
        r.part == SVI_TUI_PART_DEED   ? sv_has(r.give ? o->give_deeds : o->get_deeds, r.which)
        : r.part == SVI_TUI_PART_CARD ? sv_has(r.give ? o->give_cards : o->get_cards, r.which)
                                      : false;
    switch (r.part) {
    case SVI_TUI_PART_TO:
        svi_out_text(out, "to ");
        svi_say_player(out, &ask->now, o->to);
        return;
    case SVI_TUI_PART_GIVE_CASH:
        svi_out_text(out, "you give ");
        svi_say_money(out, o->give_cash);
        svi_out_text(out, ", of ");
        svi_say_money(out, svi_tui_ask_table(ask)->cash[ask->q.seat]);
        return;
    case SVI_TUI_PART_GET_CASH:
        svi_out_text(out, "you get ");
        svi_say_money(out, o->get_cash);
        svi_out_text(out, ", of ");
        svi_say_money(out, svi_tui_ask_table(ask)->cash[o->to]);
        return;
    case SVI_TUI_PART_TICKETS:
        svi_out_text(out, r.give ? "you give " : "you get ");
        svi_out_int(out, r.give ? o->give_tickets : o->get_tickets);
        svi_out_text(out, " bus ticket(s)");
        return;
    default:
        svi_out_text(out, chosen ? "[x] " : "[ ] ");
        svi_out_text(out, r.give ? "you give " : "you get  ");
        if (r.part == SVI_TUI_PART_DEED) {
            svi_say_space(out, &ask->now, r.which);
            svi_out_text(out,
                         sv_has(svi_tui_ask_table(ask)->mortgaged, r.which) ? " (mortgaged)" : "");
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
        svi_say_space(out, &ask->now, svi_tui_ask_at(ask, row));
        break;
    case SVI_TUI_ASK_PLAN:
        say_deed(ask, svi_tui_ask_at(ask, row), out);
        break;
    default:
        say_offer_row(ask, row, out);
        break;
    }
}
