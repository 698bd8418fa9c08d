#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

static void put_player(struct svi_buf *out, const struct svi_game *g, unsigned s)
{
    const struct sv_position *p = &g->state.position;
    uint64_t cards = 0;
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards |= p->jail_holder[j] == s ? UINT64_C(1) << j : 0;
    }
    svi_out_text(out, "{\"seat\":");
    svi_out_int(out, s);
    svi_json_string(out, "name", g->name[s]);
    svi_json_int(out, "cash", p->cash[s]);
    svi_json_int(out, "worth", sv_worth(g->edition, p, s));
    svi_json_int(out, "space", p->space[s]);
    svi_json_bool(out, "jail", p->jail[s] != 0);
    svi_json_int(out, "missed_rolls", p->jail[s] > 0 ? p->jail[s] - 1 : 0);
    svi_json_bool(out, "alive", sv_alive(p, s));
    svi_json_bool(out, "forfeited", sv_has(p->forfeited, s));
    svi_json_key(out, "deeds");
    svi_out_json_spaces(out, p->owned[s]);
    svi_json_key(out, "jail_cards");
    svi_out_json_spaces(out, cards);
    svi_json_int(out, "tickets", p->tickets[s]);
    svi_out_char(out, '}');
}

static void put_deed(struct svi_buf *out, const struct sv_position *p, unsigned space)
{
    svi_out_text(out, "{\"space\":");
    svi_out_int(out, space);
    svi_jsonl_party(out, "owner", p->owner[space], "bank");
    svi_json_int(out, "level", p->level[space]);
    svi_json_bool(out, "mortgaged", sv_has(p->mortgaged, space));
    svi_out_char(out, '}');
}

static void put_auction(struct svi_buf *out, const struct sv_position *p)
{
    svi_json_key(out, "auction");
    if (p->auction_in == 0) {
        svi_out_text(out, "null");
        return;
    }
    svi_out_char(out, '{');
    if (p->auction_space != SV_NONE) {
        svi_json_int(out, "space", p->auction_space);
    } else {
        svi_json_string(out, "unit", sv_unit_name(p->auction_unit));
    }
    svi_json_int(out, "amount", p->auction_high);
    if (p->auction_seat != SV_NONE) {
        svi_json_int(out, "seat", p->auction_seat);
    }
    svi_json_key(out, "in");
    svi_out_json_spaces(out, p->auction_in);
    svi_out_char(out, '}');
}

void svi_jsonl_position(struct svi_buf *out, const struct svi_game *g, uint32_t n)
{
    const struct sv_position *p = &g->state.position;
    const char *separator = "";
    svi_out_text(out, "{\"n\":");
    svi_out_int(out, n);
    svi_json_string(out, "type", "position");
    svi_json_int(out, "decision", g->decisions);
    svi_json_int(out, "round", p->round);
    svi_json_int(out, "turn", p->turn);
    svi_json_int(out, "seat", p->turn_seat);
    svi_json_key(out, "asked");
    svi_out_char(out, '[');
    for (unsigned s = 0; s < p->seats; s++) {
        struct sv_question q;
        if (!sv_has(g->open, s) || svi_game_question(g, s, &q) != SV_OK) {
            continue;
        }
        svi_out_text(out, separator);
        svi_out_text(out, "{\"seat\":");
        svi_out_int(out, s);
        svi_json_string(out, "kind", sv_decision_name(q.kind));
        svi_jsonl_question(out, &q);
        svi_out_char(out, '}');
        separator = ",";
    }
    svi_out_char(out, ']');
    svi_json_key(out, "players");
    for (unsigned s = 0; s < p->seats; s++) {
        svi_out_char(out, s == 0 ? '[' : ',');
        put_player(out, g, s);
    }
    svi_out_char(out, ']');
    svi_json_key(out, "deeds");
    svi_out_char(out, '[');
    separator = "";
    for (unsigned i = 0; i < g->edition->n_spaces; i++) {
        if (p->owner[i] != SV_NONE) {
            svi_out_text(out, separator);
            put_deed(out, p, i);
            separator = ",";
        }
    }
    svi_out_char(out, ']');
    svi_json_key(out, "stock");
    svi_out_char(out, '{');
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        svi_json_int(out, sv_unit_name(u), p->stock[u]);
    }
    svi_out_char(out, '}');
    put_auction(out, p);
    svi_json_string(out, "over", sv_why_name(p->over));
    svi_out_text(out, "}\n");
}
