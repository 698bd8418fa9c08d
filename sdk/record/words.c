#include "record/words.h"

#include "base/out.h"
#include "record/jsonl.h"

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

/* A player by name; without one, or where two have the same, by seat. */
void svi_say_player(struct svi_buf *out, const struct svi_game *g, unsigned seat)
{
    bool plain = g->name[seat][0] != '\0';
    for (unsigned s = 0; s < g->setup.seats; s++) {
        plain = plain && (s == seat || strcmp(g->name[s], g->name[seat]) != 0);
    }
    svi_out_plain(out, g->name[seat]);
    if (!plain) {
        svi_out_char(out, '#');
        svi_out_int(out, seat);
    }
}

void svi_say_party(struct svi_buf *out, const struct svi_game *g, unsigned party)
{
    if (party < g->setup.seats) {
        svi_say_player(out, g, party);
    } else {
        svi_out_text(out, party == SV_BANK ? "the bank" : "out of play");
    }
}

void svi_say_space(struct svi_buf *out, const struct svi_game *g, unsigned space)
{
    if (space < g->edition->n_spaces) {
        svi_out_plain(out, g->edition->space[space].name);
    } else if (space == SV_NONE) {
        svi_out_text(out, "nowhere");
    } else {
        svi_out_text(out, "space ");
        svi_out_int(out, space);
    }
}

static void say_spaces(struct svi_buf *out, const struct svi_game *g, uint64_t spaces)
{
    const char *separator = "";
    for (unsigned space = 0; space < SV_MAX_SPACES; space++) { /* a wrong answer may name others */
        if (sv_has(spaces, space)) {
            svi_out_text(out, separator);
            svi_say_space(out, g, space);
            separator = ", ";
        }
    }
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
        svi_out_text(out, "level ");
        svi_out_int(out, level);
    }
}

/* Appends one side of a trade: "$50, Boardwalk, 1 jail card", or "nothing". */
static void say_goods(struct svi_buf *out, const struct svi_game *g, int32_t cash, uint64_t deeds,
                      unsigned cards, unsigned tickets)
{
    const size_t start = out->size;
    if (cash != 0) {
        svi_say_money(out, cash);
    }
    if (deeds != 0) {
        svi_out_text(out, out->size > start ? ", " : "");
        say_spaces(out, g, deeds);
    }
    if (cards != 0) {
        svi_out_text(out, out->size > start ? ", " : "");
        svi_out_int(out, sv_count(cards));
        svi_out_text(out, " jail card(s)");
    }
    if (tickets != 0) {
        svi_out_text(out, out->size > start ? ", " : "");
        svi_out_int(out, tickets);
        svi_out_text(out, " bus ticket(s)");
    }
    if (out->size == start) {
        svi_out_text(out, "nothing");
    }
}

void svi_say_offer(struct svi_buf *out, const struct svi_game *g, const struct sv_offer *o)
{
    svi_say_party(out, g, o->to);
    svi_out_char(out, ' ');
    say_goods(out, g, o->give_cash, o->give_deeds, o->give_cards, o->give_tickets);
    svi_out_text(out, " for ");
    say_goods(out, g, o->get_cash, o->get_deeds, o->get_cards, o->get_tickets);
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

void svi_say_question(struct svi_buf *out, const struct svi_game *g, const struct sv_question *q)
{
    bool opened = false;
    svi_out_text(out, sv_decision_name(q->kind));
    if (q->choices != 0) {
        const char *separator = ": ";
        for (unsigned c = 0; c < 8; c++) {
            const char *name = sv_choice_name(q->kind, c);
            if (sv_has(q->choices, c) && name != NULL) {
                svi_out_text(out, separator);
                svi_out_text(out, name);
                separator = " | ";
            }
        }
    }
    if (q->space != SV_NONE) {
        next_part(out, &opened);
        svi_say_space(out, g, q->space);
    }
    if (q->other != SV_NONE) {
        next_part(out, &opened);
        svi_say_party(out, g, q->other);
    }
    if (q->kind == SV_DECISION_TRADE) {
        svi_out_text(out, " offers ");
        svi_say_offer(out, g, &q->offer);
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
        say_spaces(out, g, q->spaces);
    }
    if ((sv_decision_fields(q->kind) & SV_F_OFFERS) != 0) {
        next_part(out, &opened);
        svi_out_int(out, q->offers);
        svi_out_text(out, q->offers == 1 ? " offer left" : " offers left");
    }
    svi_out_text(out, opened ? ")" : "");
}

/* Appends the parts of the answer that have an effect, each after a "; "; nothing for an answer
 * without effect. */
void svi_say_answer(struct svi_buf *out, const struct svi_game *g, const struct sv_answer *a)
{
    const struct sv_position *p = &g->state.position;
    const unsigned fields = sv_decision_fields(a->kind);
    if ((fields & SV_F_CHOICE) != 0) {
        const char *choice = sv_choice_name(a->kind, a->choice);
        svi_out_text(out, "; ");
        svi_out_text(out, choice != NULL ? choice : "choice ");
        if (choice == NULL) {
            svi_out_int(out, a->choice);
        }
    }
    if ((fields & SV_F_SPACE) != 0 && a->space != SV_NONE) {
        svi_out_text(out, "; ");
        svi_say_space(out, g, a->space);
    }
    if ((fields & SV_F_BID) != 0) {
        svi_out_text(out, "; ");
        if (a->bid == 0) {
            svi_out_text(out, a->kind == SV_DECISION_SEALED_BID                      ? "no bid"
                              : g->edition->rules.auction == SV_RULE_AUCTION_ENGLISH ? "drops out"
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
                svi_say_space(out, g, space);
                svi_out_text(out, " to ");
                svi_say_level(out, a->plan.level[space],
                              g->edition->space[space].kind == SV_SPACE_RAIL &&
                                  a->plan.level[space] <= 1);
            }
        }
    }
    if ((fields & SV_F_MORTGAGE) != 0 && a->plan.mortgage != 0) {
        svi_out_text(out, "; mortgage ");
        say_spaces(out, g, a->plan.mortgage);
    }
    if ((fields & SV_F_LIFT) != 0 && a->plan.lift != 0) {
        svi_out_text(out, "; lift ");
        say_spaces(out, g, a->plan.lift);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        for (unsigned i = 0; i < a->n_offers && i < SV_MAX_OFFERS; i++) {
            svi_out_text(out, "; offers ");
            svi_say_offer(out, g, &a->offers[i]);
        }
    }
}

void svi_say_answer_alone(struct svi_buf *out, const struct svi_game *g,
                          const struct sv_answer *answer, const char *nothing)
{
    struct svi_buf parts = {0};
    svi_say_answer(&parts, g, answer);
    if (parts.size > 2) {
        svi_buf_append(out, parts.data + 2, parts.size - 2);
    } else {
        svi_out_text(out, nothing);
    }
    out->failed = out->failed || parts.failed;
    svi_buf_finish(&parts);
}
