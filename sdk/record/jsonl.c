#include "record/jsonl.h"

#include "base/json.h"
#include "base/out.h"

#include <string.h>

/* One line in the making. */
struct line {
    struct svi_buf *out;
    const struct svi_game *g;
    const struct sv_event *ev;
};

/* ---- answers and offers ----------------------------------------------------------------------- */

void svi_jsonl_offer(struct svi_buf *out, const struct sv_offer *offer)
{
    svi_out_text(out, "{\"to\":");
    svi_out_int(out, offer->to);
    svi_json_int(out, "give_cash", offer->give_cash);
    svi_json_key(out, "give_deeds");
    svi_out_json_spaces(out, offer->give_deeds);
    svi_json_key(out, "give_cards");
    svi_out_json_spaces(out, offer->give_cards);
    svi_json_int(out, "give_tickets", offer->give_tickets);
    svi_json_int(out, "get_cash", offer->get_cash);
    svi_json_key(out, "get_deeds");
    svi_out_json_spaces(out, offer->get_deeds);
    svi_json_key(out, "get_cards");
    svi_out_json_spaces(out, offer->get_cards);
    svi_json_int(out, "get_tickets", offer->get_tickets);
    svi_out_char(out, '}');
}

static void put_levels(struct svi_buf *out, const struct sv_position *p, const struct sv_plan *plan)
{
    const char *separator = "";
    svi_json_key(out, "levels");
    svi_out_char(out, '[');
    for (unsigned space = 0; space < SV_MAX_SPACES; space++) {
        if (plan->level[space] != p->level[space]) {
            svi_out_text(out, separator);
            svi_out_text(out, "{\"space\":");
            svi_out_int(out, space);
            svi_json_int(out, "level", plan->level[space]);
            svi_out_char(out, '}');
            separator = ",";
        }
    }
    svi_out_char(out, ']');
}

void svi_jsonl_answer(struct svi_buf *out, const struct sv_position *p,
                      const struct sv_answer *answer)
{
    const unsigned fields = sv_decision_fields(answer->kind);
    svi_out_char(out, '{');
    if ((fields & SV_F_CHOICE) != 0) {
        const char *choice = sv_choice_name(answer->kind, answer->choice);
        svi_json_string(out, "choice", choice != NULL ? choice : "?");
    }
    if ((fields & SV_F_SPACE) != 0 && answer->space != SV_NONE) {
        svi_json_int(out, "space", answer->space);
    }
    if ((fields & SV_F_BID) != 0) {
        svi_json_int(out, "bid", answer->bid);
    }
    if ((fields & SV_F_LIMIT) != 0) {
        svi_json_int(out, "limit", answer->limit);
    }
    if ((fields & SV_F_LEVELS) != 0) {
        put_levels(out, p, &answer->plan);
    }
    if ((fields & SV_F_MORTGAGE) != 0) {
        svi_json_key(out, "mortgage");
        svi_out_json_spaces(out, answer->plan.mortgage);
    }
    if ((fields & SV_F_LIFT) != 0) {
        svi_json_key(out, "lift");
        svi_out_json_spaces(out, answer->plan.lift);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        svi_json_key(out, "offers");
        svi_out_char(out, '[');
        for (unsigned i = 0; i < answer->n_offers && i < SV_MAX_OFFERS; i++) {
            svi_out_text(out, i == 0 ? "" : ",");
            svi_jsonl_offer(out, &answer->offers[i]);
        }
        svi_out_char(out, ']');
    }
    svi_out_char(out, '}');
}

void svi_jsonl_question(struct svi_buf *out, const struct sv_question *q)
{
    const char *separator = "";
    if (q->choices != 0) {
        svi_json_key(out, "choices");
        svi_out_char(out, '[');
        for (unsigned c = 0; c < 8; c++) {
            const char *name = sv_choice_name(q->kind, c);
            if (sv_has(q->choices, c) && name != NULL) {
                svi_out_text(out, separator);
                svi_out_json_string(out, name);
                separator = ",";
            }
        }
        svi_out_char(out, ']');
    }
    if (q->space != SV_NONE) {
        svi_json_int(out, "space", q->space);
    }
    if (q->other != SV_NONE) {
        svi_jsonl_party(out, "other", q->other, "bank");
    }
    if (q->kind == SV_DECISION_PLACE) {
        svi_json_string(out, "unit", sv_unit_name(q->unit));
    }
    if ((sv_decision_fields(q->kind) & SV_F_OFFERS) != 0) {
        svi_json_int(out, "offers", q->offers);
    }
    if (q->kind == SV_DECISION_DEBT) {
        svi_json_string(out, "why", sv_why_name(q->why));
    }
    if (q->amount != 0) {
        svi_json_int(out, "amount", q->amount);
    }
    if (q->limit != 0) {
        svi_json_int(out, "limit", q->limit);
    }
    if (q->spaces != 0) {
        svi_json_key(out, "spaces");
        svi_out_json_spaces(out, q->spaces);
    }
    if (q->kind == SV_DECISION_TRADE) {
        svi_json_key(out, "offer");
        svi_jsonl_offer(out, &q->offer);
    }
}

/* ---- the fields of events, by the names the manifest gives them ---------------------------------- */

static void field_edition(const struct line *l)
{
    svi_json_string(l->out, "edition", l->g->edition->name);
}

static void field_seed(const struct line *l)
{
    svi_json_hex(l->out, "seed", l->g->setup.seed, SV_SEED_BYTES);
}

static void field_commitment(const struct line *l)
{
    uint8_t commitment[32];
    sv_luck_commitment(l->g->setup.seed, commitment);
    svi_json_hex(l->out, "commitment", commitment, sizeof commitment);
}

static void field_players(const struct line *l)
{
    svi_json_key(l->out, "players");
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_out_text(l->out, s == 0 ? "[{\"seat\":" : ",{\"seat\":");
        svi_out_int(l->out, s);
        svi_json_string(l->out, "name", l->g->name[s]);
        svi_json_int(l->out, "cash", l->g->state.position.cash[s]);
        svi_out_char(l->out, '}');
    }
    svi_out_char(l->out, ']');
}

static void field_seat(const struct line *l)
{
    svi_json_int(l->out, "seat", l->ev->seat);
}

static void field_round(const struct line *l)
{
    svi_json_int(l->out, "round", l->ev->round);
}

static void field_turn(const struct line *l)
{
    svi_json_int(l->out, "turn", l->ev->turn);
}

static void field_kind(const struct line *l)
{
    svi_json_string(l->out, "kind", sv_decision_name(l->ev->kind));
}

static void field_answer(const struct line *l)
{
    svi_json_key(l->out, "answer");
    svi_jsonl_answer(l->out, &l->g->state.position, l->ev->answer);
}

static void field_verdict(const struct line *l)
{
    svi_json_string(l->out, "verdict", sv_verdict_name(l->ev->verdict));
}

static void field_dice(const struct line *l)
{
    const char *separator = "[";
    svi_json_key(l->out, "dice");
    for (unsigned i = 0; i < 3; i++) {
        const unsigned die = l->ev->dice[i];
        if (die == 0) {
            continue;
        }
        svi_out_text(l->out, separator);
        if (i == 2 && die == SV_DIE_MR) {
            svi_out_text(l->out, "\"mr\"");
        } else if (i == 2 && die == SV_DIE_BUS) {
            svi_out_text(l->out, "\"bus\"");
        } else {
            svi_out_int(l->out, die);
        }
        separator = ",";
    }
    svi_out_char(l->out, ']');
}

static void field_why(const struct line *l)
{
    svi_json_string(l->out, "why", sv_why_name(l->ev->why));
}

static void field_from(const struct line *l)
{
    const bool card = l->ev->type == SV_EVENT_JAIL_CARD || l->ev->type == SV_EVENT_TICKET;
    svi_jsonl_party(l->out, "from", l->ev->from, card ? "deck" : "bank");
}

static void field_to(const struct line *l)
{
    const bool card = l->ev->type == SV_EVENT_JAIL_CARD || l->ev->type == SV_EVENT_TICKET;
    svi_jsonl_party(l->out, "to", l->ev->to, card ? "deck" : "bank");
}

static void field_from_number(const struct line *l)
{
    svi_json_int(l->out, "from", l->ev->from);
}

static void field_to_number(const struct line *l)
{
    svi_json_int(l->out, "to", l->ev->to);
}

static void field_in(const struct line *l)
{
    svi_json_bool(l->out, "in", l->ev->on != 0);
}

static void field_on(const struct line *l)
{
    svi_json_bool(l->out, "on", l->ev->on != 0);
}

static void field_place(const struct line *l)
{
    svi_json_int(l->out, "place", l->ev->on);
}

static void field_deck(const struct line *l)
{
    svi_json_string(l->out, "deck", sv_deck_name(l->ev->deck));
}

/* A card drawn goes by its name in the edition; a get-out-of-jail card by its number among all of them. */
static void field_card(const struct line *l)
{
    if (l->ev->type == SV_EVENT_CARD) {
        svi_json_string(l->out, "card", l->g->edition->deck[l->ev->deck].card[l->ev->card].id);
    } else {
        svi_json_int(l->out, "card", l->ev->card);
    }
}

static void field_amount(const struct line *l)
{
    svi_json_int(l->out, "amount", l->ev->amount);
}

static void field_space(const struct line *l)
{
    if (l->ev->space != SV_NONE) {
        svi_json_int(l->out, "space", l->ev->space);
    }
}

static void field_unit(const struct line *l)
{
    if (l->ev->unit != SV_NONE) {
        svi_json_string(l->out, "unit", sv_unit_name(l->ev->unit));
    }
}

static void field_offer(const struct line *l)
{
    svi_json_key(l->out, "offer");
    svi_jsonl_offer(l->out, l->ev->offer);
}

static void field_places(const struct line *l)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_json_key(l->out, "places");
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_out_char(l->out, s == 0 ? '[' : ',');
        svi_out_int(l->out, result.place[s]);
    }
    svi_out_char(l->out, ']');
}

static void field_worth(const struct line *l)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_json_key(l->out, "worth");
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_out_char(l->out, s == 0 ? '[' : ',');
        svi_out_int(l->out, result.worth[s]);
    }
    svi_out_char(l->out, ']');
}

static void field_text(const struct line *l)
{
    svi_json_string(l->out, "text", l->ev->remark->text);
}

static void field_key(const struct line *l)
{
    svi_json_string(l->out, "key", l->ev->remark->key);
}

static void field_value(const struct line *l)
{
    svi_json_int(l->out, "value", l->ev->remark->value);
}

static const struct {
    const char *name;
    void (*put)(const struct line *l);
} fields[] = {
    {"seat", field_seat},
    {"kind", field_kind},
    {"from", field_from},
    {"to", field_to},
    {"amount", field_amount},
    {"why", field_why},
    {"space", field_space},
    {"answer", field_answer},
    {"verdict", field_verdict},
    {"dice", field_dice},
    {"from_space", field_from_number},
    {"to_space", field_to_number},
    {"from_level", field_from_number},
    {"to_level", field_to_number},
    {"on", field_on},
    {"in", field_in},
    {"round", field_round},
    {"turn", field_turn},
    {"deck", field_deck},
    {"card", field_card},
    {"place", field_place},
    {"unit", field_unit},
    {"offer", field_offer},
    {"edition", field_edition},
    {"seed", field_seed},
    {"commitment", field_commitment},
    {"players", field_players},
    {"places", field_places},
    {"worth", field_worth},
    {"text", field_text},
    {"key", field_key},
    {"value", field_value},
};

void svi_jsonl_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                     uint32_t n, bool full)
{
    static const char *const wanted[] = {
#define X(NAME, name, list) list,
        SV_EVENTS(X)
#undef X
    };
    const struct line l = {out, g, ev};
    svi_out_text(out, "{\"n\":");
    svi_out_int(out, n);
    svi_json_string(out, "type", sv_event_name(ev->type));
    for (const char *word = wanted[ev->type]; *word != '\0';) {
        const size_t length = strcspn(word, " ");
        for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
            if (strncmp(fields[i].name, word, length) == 0 && fields[i].name[length] == '\0') {
                fields[i].put(&l);
                break;
            }
        }
        word += length;
        word += strspn(word, " ");
    }
    if (full && ev->type == SV_EVENT_QUESTION) {
        struct sv_question q;
        if (svi_game_question(g, ev->seat, &q) == SV_OK) {
            svi_jsonl_question(out, &q);
        }
    }
    svi_out_text(out, "}\n");
}

void svi_jsonl_party(struct svi_buf *out, const char *key, unsigned seat, const char *bank)
{
    if (seat == SV_BANK) {
        svi_json_string(out, key, bank);
    } else if (seat == SV_NONE) {
        svi_json_string(out, key, "gone");
    } else {
        svi_json_int(out, key, seat);
    }
}
