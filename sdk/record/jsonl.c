#include "record/jsonl.h"

#include "base/json.h"
#include "base/out.h"

/* ---- jsonl_position ---- */

/* Appends "key" and a seat by its number, SV_BANK by the name in `bank` ("bank", "deck"), SV_NONE
 * as "gone". */
static void put_party(struct svi_buf *out, const char *key, unsigned seat, const char *bank)
{
    if (seat == SV_BANK) {
        svi_json_string(out, key, bank);
    } else if (seat == SV_NONE) {
        svi_json_string(out, key, "gone");
    } else {
        svi_json_int(out, key, seat);
    }
}

static void put_player(struct svi_buf *out, const struct svi_game *g, unsigned s)
{
    const struct sv_position *p = &g->state.position;
    uint64_t cards = 0;
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards |= p->jail_holder[j] == s ? UINT64_C(1) << j : 0;
    }
    svi_json_begin(out);
    svi_json_members(out, JSON_INT("seat", s), JSON_TEXT("name", g->name[s]),
                     JSON_INT("cash", p->cash[s]), JSON_INT("worth", sv_worth(g->edition, p, s)),
                     JSON_INT("space", p->space[s]), JSON_BOOL("jail", p->jail[s] != 0),
                     JSON_INT("missed_rolls", p->jail[s] > 0 ? p->jail[s] - 1 : 0),
                     JSON_BOOL("alive", sv_alive(p, s)),
                     JSON_BOOL("forfeited", sv_has(p->forfeited, s)));
    svi_json_spaces(out, "deeds", p->owned[s]);
    svi_json_spaces(out, "jail_cards", cards);
    svi_json_int(out, "tickets", p->tickets[s]);
    svi_out_char(out, '}');
}

static void put_deed(struct svi_buf *out, const struct sv_position *p, unsigned space)
{
    svi_json_begin(out);
    svi_json_int(out, "space", space);
    put_party(out, "owner", p->owner[space], "bank");
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
    svi_json_spaces(out, "in", p->auction_in);
    svi_out_char(out, '}');
}

void svi_jsonl_position(struct svi_buf *out, const struct svi_game *g, uint32_t n)
{
    const struct sv_position *p = &g->state.position;
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("n", n), JSON_TEXT("type", "position"),
                     JSON_INT("decision", g->decisions), JSON_INT("round", p->round),
                     JSON_INT("turn", p->turn), JSON_INT("seat", p->turn_seat));
    svi_json_rows(out, "asked");
    for (unsigned s = 0; s < p->seats; s++) {
        struct sv_question q;
        if (sv_has(g->open, s) && svi_game_question(g, s, &q) == SV_OK) {
            svi_json_begin(out);
            svi_json_int(out, "seat", s);
            svi_json_string(out, "kind", sv_decision_name(q.kind));
            svi_jsonl_question(out, &q);
            svi_out_char(out, '}');
        }
    }
    svi_out_char(out, ']');
    svi_json_rows(out, "players");
    for (unsigned s = 0; s < p->seats; s++) {
        put_player(out, g, s);
    }
    svi_out_char(out, ']');
    svi_json_rows(out, "deeds");
    for (unsigned i = 0; i < g->edition->n_spaces; i++) {
        if (p->owner[i] != SV_NONE) {
            put_deed(out, p, i);
        }
    }
    svi_out_char(out, ']');
    svi_json_open(out, "stock");
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
    svi_out_char(out, '{');
    svi_json_int(out, "to", offer->to);
    svi_json_int(out, "give_cash", offer->give_cash);
    svi_json_spaces(out, "give_deeds", offer->give_deeds);
    svi_json_spaces(out, "give_cards", offer->give_cards);
    svi_json_int(out, "give_tickets", offer->give_tickets);
    svi_json_int(out, "get_cash", offer->get_cash);
    svi_json_spaces(out, "get_deeds", offer->get_deeds);
    svi_json_spaces(out, "get_cards", offer->get_cards);
    svi_json_int(out, "get_tickets", offer->get_tickets);
    svi_out_char(out, '}');
}

/* How the parts of an answer print, by type; `a` is the answer, `p` the position it is given in. */
#define PART_U8(name, member) put_choice(out, name, a)
#define PART_SPACE(name, member) put_place(out, name, a->member)
#define PART_MONEY(name, member) svi_json_int(out, name, a->member)
#define PART_SPACES(name, member) svi_json_spaces(out, name, a->member)
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

static void put_levels(struct svi_buf *out, const char *name, const struct sv_position *p,
                       const uint8_t level[SV_MAX_SPACES])
{
    svi_json_rows(out, name);
    for (unsigned space = 0; space < SV_MAX_SPACES; space++) {
        if (level[space] != p->level[space]) {
            svi_json_begin(out);
            svi_json_int(out, "space", space);
            svi_json_int(out, "level", level[space]);
            svi_out_char(out, '}');
        }
    }
    svi_out_char(out, ']');
}

static void put_offers(struct svi_buf *out, const char *name, const struct sv_answer *a)
{
    svi_json_rows(out, name);
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
    if (q->choices != 0) {
        svi_json_rows(out, "choices");
        for (unsigned c = 0; c < 8; c++) {
            const char *name = sv_choice_name(q->kind, c);
            if (sv_has(q->choices, c) && name != NULL) {
                svi_json_element(out, name);
            }
        }
        svi_out_char(out, ']');
    }
    if (q->space != SV_NONE) {
        svi_json_int(out, "space", q->space);
    }
    if (q->other != SV_NONE) {
        put_party(out, "other", q->other, "bank");
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
        svi_json_spaces(out, "spaces", q->spaces);
    }
    if ((asks & SV_Q_OFFER) != 0) {
        svi_json_key(out, "offer");
        svi_jsonl_offer(out, &q->offer);
    }
}

/* ---- the fields of events, by their type ----------------------------------------------------- */

/* put_TYPE(line, key, the event's member): each type that rows of SV_EVENTS have. */
#define put_NUMBER(l, key, value) svi_json_int((l)->out, key, value)
#define put_SEAT put_NUMBER
#define put_SPACE put_NUMBER
#define put_MONEY put_NUMBER
#define put_COUNT put_NUMBER
#define put_LUCK put_NUMBER
#define put_LEVEL put_NUMBER
#define put_PLACE put_NUMBER
#define put_CARD put_NUMBER
#define put_FLAG(l, key, value) svi_json_bool((l)->out, key, (value) != 0)
#define put_PARTY(l, key, party) put_party((l)->out, key, party, "bank")
#define put_HOLDER(l, key, holder) put_party((l)->out, key, holder, "deck")
#define put_WHY(l, key, why) svi_json_string((l)->out, key, sv_why_name(why))
#define put_DECISION(l, key, kind) svi_json_string((l)->out, key, sv_decision_name(kind))
#define put_VERDICT(l, key, verdict) svi_json_string((l)->out, key, sv_verdict_name(verdict))
#define put_DECK(l, key, deck) svi_json_string((l)->out, key, sv_deck_name(deck))
#define put_MAYBE_SPACE(l, key, space) put_place((l)->out, key, space)
#define put_ORDINAL(l, key, refusal) svi_json_int((l)->out, key, (refusal)->decision)
#define put_KEY(l, name, entry) svi_json_string((l)->out, name, (entry)->key)
#define put_VALUE(l, key, entry) svi_json_int((l)->out, key, (entry)->value)

/* The text of a remark, or the reason why an answer was refused. */
#define put_SAID(l, key, said) svi_json_string((l)->out, key, (said)->text)

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

static void put_MAYBE_UNIT(const struct line *l, const char *key, unsigned unit)
{
    if (unit != SV_NONE) {
        svi_json_string(l->out, key, sv_unit_name(unit));
    }
}

static void put_CARD_ID(const struct line *l, const char *key, unsigned card)
{
    svi_json_string(l->out, key, l->g->edition->deck[l->ev->deck].card[card].id);
}

static void put_DICE(const struct line *l, const char *key, const uint8_t dice[3])
{
    svi_json_rows(l->out, key);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 2 && (dice[i] == SV_DIE_MR || dice[i] == SV_DIE_BUS)) {
            svi_json_element(l->out, dice[i] == SV_DIE_MR ? "mr" : "bus");
        } else if (dice[i] != 0) {
            svi_json_number(l->out, dice[i]);
        }
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
    svi_json_rows(l->out, key);
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_json_begin(l->out);
        svi_json_int(l->out, "seat", s);
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
    svi_json_rows(l->out, key);
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_json_number(l->out, result.place[s]);
    }
    svi_out_char(l->out, ']');
}

static void put_WORTHS(const struct line *l, const char *key)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_json_rows(l->out, key);
    for (unsigned s = 0; s < l->g->setup.seats; s++) {
        svi_json_number(l->out, result.worth[s]);
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
    svi_out_char(out, '{');
    svi_json_int(out, "n", n);
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
