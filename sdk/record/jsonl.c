#include "record/jsonl.h"

#include "base/json.h"
#include "base/out.h"

/* ---- jsonl_position ---- */

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

/* ---- jsonl ----------------------------------------------------------------------------------- */

/* One line in the making. */
struct line {
    struct svi_buf *out;
    const struct svi_game *g;
    const struct sv_event *ev;
};

/* ---- answers and offers ---------------------------------------------------------------------- */

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

/* How the parts of an answer print, by type; `a` is the answer, `p` the position it is given in. */
#define PART_U8(name, member) put_choice(out, name, a)
#define PART_SPACE(name, member) put_place(out, name, a->member)
#define PART_MONEY(name, member) svi_json_int(out, name, a->member)
#define PART_SPACES(name, member) put_spaces(out, name, a->member)
#define PART_LEVELS(name, member) put_levels(out, name, p, a->member)
#define PART_OFFERS(name, member) put_offers(out, name, a)

static void put_choice(struct svi_buf *out, const char *name, const struct sv_answer *a)
{
    const char *choice = sv_choice_name(a->kind, a->choice);
    svi_json_string(out, name, choice != NULL ? choice : "?");
}

static void put_place(struct svi_buf *out, const char *name, unsigned space)
{
    if (space != SV_NONE) {
        svi_json_int(out, name, space);
    }
}

static void put_spaces(struct svi_buf *out, const char *name, uint64_t spaces)
{
    svi_json_key(out, name);
    svi_out_json_spaces(out, spaces);
}

static void put_levels(struct svi_buf *out, const char *name, const struct sv_position *p,
                       const uint8_t level[SV_MAX_SPACES])
{
    const char *separator = "";
    svi_json_key(out, name);
    svi_out_char(out, '[');
    for (unsigned space = 0; space < SV_MAX_SPACES; space++) {
        if (level[space] != p->level[space]) {
            svi_out_text(out, separator);
            svi_out_text(out, "{\"space\":");
            svi_out_int(out, space);
            svi_json_int(out, "level", level[space]);
            svi_out_char(out, '}');
            separator = ",";
        }
    }
    svi_out_char(out, ']');
}

static void put_offers(struct svi_buf *out, const char *name, const struct sv_answer *a)
{
    svi_json_key(out, name);
    svi_out_char(out, '[');
    for (unsigned i = 0; i < a->n_offers && i < SV_MAX_OFFERS; i++) {
        svi_out_text(out, i == 0 ? "" : ",");
        svi_jsonl_offer(out, &a->offers[i]);
    }
    svi_out_char(out, ']');
}

void svi_jsonl_answer(struct svi_buf *out, const struct sv_position *p, const struct sv_answer *a)
{
    const unsigned fields = sv_decision_fields(a->kind);
    svi_out_char(out, '{');
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    if ((fields & SV_F_##NAME) != 0) {                                                             \
        PART_##TYPE(#name, member);                                                                \
    }
    SV_ANSWER_PARTS(X)
#undef X
    svi_out_char(out, '}');
}

/* Written by hand, because a field of 0 is left out unless it has a meaning; test_jsonl.c compares
 * it with the rows. */
void svi_jsonl_question(struct svi_buf *out, const struct sv_question *q)
{
    const unsigned asks = sv_decision_asks(q->kind);
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
    if ((asks & SV_Q_UNIT) != 0 && q->space == SV_NONE) {
        svi_json_string(out, "unit", sv_unit_name(q->unit));
    }
    if ((asks & SV_Q_OFFERS) != 0) {
        svi_json_int(out, "offers", q->offers);
    }
    if ((asks & SV_Q_WHY) != 0) {
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
    if ((asks & SV_Q_OFFER) != 0) {
        svi_json_key(out, "offer");
        svi_jsonl_offer(out, &q->offer);
    }
}

/* ---- the fields of events, by their type ----------------------------------------------------- */

/* put_TYPE(line, key, the event's member): each type that rows of SV_EVENTS have. */

static void put_number(const struct line *l, const char *key, int64_t value)
{
    svi_json_int(l->out, key, value);
}

#define put_SEAT put_number
#define put_SPACE put_number
#define put_MONEY put_number
#define put_COUNT put_number
#define put_LUCK put_number
#define put_LEVEL put_number
#define put_PLACE put_number
#define put_CARD put_number

/* The text of a remark, or the reason why an answer was refused. */
#define put_SAID(l, key, said) svi_json_string((l)->out, key, (said)->text)

static void put_ORDINAL(const struct line *l, const char *key, const struct sv_refusal *refusal)
{
    svi_json_int(l->out, key, refusal->decision);
}

static void put_REASON(const struct line *l, const char *key, const struct sv_refusal *refusal)
{
    svi_json_string(l->out, key,
                    refusal->verdict == SV_VERDICT_ILLEGAL ? sv_breach_name(refusal->reason)
                    : refusal->verdict == SV_VERDICT_LATE  ? sv_verdict_name(SV_VERDICT_LATE)
                                                           : sv_status_name(refusal->reason));
}

static void put_MAYBE_BYTES(const struct line *l, const char *key, const struct sv_refusal *refusal)
{
    if (refusal->answer == NULL && refusal->size != 0) {
        svi_json_hex(l->out, key, refusal->bytes, refusal->size);
    }
}

static void put_KEY(const struct line *l, const char *key, const struct sv_log_entry *log_entry)
{
    svi_json_string(l->out, key, log_entry->key);
}

static void put_VALUE(const struct line *l, const char *key, const struct sv_log_entry *log_entry)
{
    svi_json_int(l->out, key, log_entry->value);
}

static void put_FLAG(const struct line *l, const char *key, unsigned value)
{
    svi_json_bool(l->out, key, value != 0);
}

static void put_PARTY(const struct line *l, const char *key, unsigned party)
{
    svi_jsonl_party(l->out, key, party, "bank");
}

static void put_HOLDER(const struct line *l, const char *key, unsigned holder)
{
    svi_jsonl_party(l->out, key, holder, "deck");
}

static void put_MAYBE_SPACE(const struct line *l, const char *key, unsigned space)
{
    if (space != SV_NONE) {
        svi_json_int(l->out, key, space);
    }
}

static void put_MAYBE_UNIT(const struct line *l, const char *key, unsigned unit)
{
    if (unit != SV_NONE) {
        svi_json_string(l->out, key, sv_unit_name(unit));
    }
}

static void put_WHY(const struct line *l, const char *key, unsigned why)
{
    svi_json_string(l->out, key, sv_why_name(why));
}

static void put_DECISION(const struct line *l, const char *key, unsigned kind)
{
    svi_json_string(l->out, key, sv_decision_name(kind));
}

static void put_VERDICT(const struct line *l, const char *key, unsigned verdict)
{
    svi_json_string(l->out, key, sv_verdict_name(verdict));
}

static void put_DECK(const struct line *l, const char *key, unsigned deck)
{
    svi_json_string(l->out, key, sv_deck_name(deck));
}

static void put_CARD_ID(const struct line *l, const char *key, unsigned card)
{
    svi_json_string(l->out, key, l->g->edition->deck[l->ev->deck].card[card].id);
}

static void put_DICE(const struct line *l, const char *key, const uint8_t dice[3])
{
    const char *separator = "[";
    svi_json_key(l->out, key);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned die = dice[i];
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

static void put_OFFER(const struct line *l, const char *key, const struct sv_offer *offer)
{
    svi_json_key(l->out, key);
    svi_jsonl_offer(l->out, offer);
}

static void put_ANSWER(const struct line *l, const char *key, const struct sv_answer *answer)
{
    svi_json_key(l->out, key);
    svi_jsonl_answer(l->out, &l->g->state.position, answer);
}

static void put_MAYBE_ANSWER(const struct line *l, const char *key,
                             const struct sv_refusal *refusal)
{
    if (refusal->answer != NULL) {
        put_ANSWER(l, key, refusal->answer);
    }
}

/* Fields read from the game: put_TYPE(line, key). */

static void put_EDITION(const struct line *l, const char *key)
{
    svi_json_string(l->out, key, l->g->edition->name);
}

/* Fields that stay hidden until the game's deal is over. */
static void put_sealed(const struct line *l, const char *key, const uint8_t *bytes, size_t size)
{
    if (l->g->sealed) {
        svi_json_key(l->out, key);
        svi_out_text(l->out, "null");
    } else {
        svi_json_hex(l->out, key, bytes, size);
    }
}

static void put_SEED(const struct line *l, const char *key)
{
    put_sealed(l, key, l->g->setup.seed, sizeof l->g->setup.seed);
}

static void put_SALT(const struct line *l, const char *key)
{
    put_sealed(l, key, l->g->salt, sizeof l->g->salt);
}

static void put_COMMITMENT(const struct line *l, const char *key)
{
    uint8_t commitment[32];
    sv_luck_commitment(l->g->setup.seed, l->g->salt, commitment);
    svi_json_hex(l->out, key, commitment, sizeof commitment);
}

static void put_PLAYERS(const struct line *l, const char *key)
{
    svi_json_key(l->out, key);
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_out_text(l->out, s == 0 ? "[{\"seat\":" : ",{\"seat\":");
        svi_out_int(l->out, s);
        svi_json_string(l->out, "name", l->g->name[s]);
        svi_json_int(l->out, "cash", l->g->state.position.cash[s]);
        svi_out_char(l->out, '}');
    }
    svi_out_char(l->out, ']');
}

static void put_MAYBE_WHAT_IF(const struct line *l, const char *key)
{
    if (l->g->what_if[0] != '\0') {
        svi_json_string(l->out, key, l->g->what_if);
    }
}

static void put_PLACES(const struct line *l, const char *key)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_json_key(l->out, key);
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_out_char(l->out, s == 0 ? '[' : ',');
        svi_out_int(l->out, result.place[s]);
    }
    svi_out_char(l->out, ']');
}

static void put_WORTHS(const struct line *l, const char *key)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_json_key(l->out, key);
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_out_char(l->out, s == 0 ? '[' : ',');
        svi_out_int(l->out, result.worth[s]);
    }
    svi_out_char(l->out, ']');
}

static void put_fields(const struct line *l)
{
    switch ((enum sv_event_type)l->ev->type) {
#define F(TYPE, key, member) put_##TYPE(l, #key, l->ev->member);
#define G(TYPE, key) put_##TYPE(l, #key);
#define X(NAME, name, fields, text)                                                                \
    case SV_EVENT_##NAME:                                                                          \
        fields break;
        SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    case SV_EVENT_COUNT:
        break;
    }
}

void svi_jsonl_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                     uint32_t n, bool full)
{
    const struct line l = {out, g, ev};
    svi_out_text(out, "{\"n\":");
    svi_out_int(out, n);
    svi_json_string(out, "type", sv_event_name(ev->type));
    put_fields(&l);
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
