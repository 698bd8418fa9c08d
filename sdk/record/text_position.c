#include "base/out.h"
#include "record/jsonl.h"
#include "record/text.h"
#include "record/words.h"

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

/* Sets that nobody has a deed of are left out. */
static void put_sets(struct svi_buf *out, const struct svi_game *g)
{
    const struct sv_position *p = &g->state.position;
    uint64_t held = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        held |= p->owned[s];
    }
    for (unsigned i = 0; i < g->edition->n_groups; i++) {
        const struct sv_group *group = &g->edition->group[i];
        if ((held & group->mask) == 0) {
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
