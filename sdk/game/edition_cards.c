/* The cards of an edition: each by itself, then where they lead (RULES 6, 11.5, 12). */
#include "game/edition_check.h"

#include <string.h>

const struct svi_card_shape svi_card_shapes[SV_CARD_KIND_COUNT] = {
#define X(NAME, name, TARGET, repairs, low, high, text) {SV_TARGET_##TARGET, repairs, low, high},
    SV_CARD_KINDS(X)
#undef X
};

static enum sv_status check_target(struct svi_check *c, const struct sv_card *card, unsigned deck)
{
    static const char *const expected[] = {[SV_TARGET_SPACE] = "a space",
                                           [SV_TARGET_KIND] = "rail or utility",
                                           [SV_TARGET_DECK] = "the other deck"};
    const unsigned shape = svi_card_shapes[card->kind].target;
    if (shape == SV_TARGET_NOTHING) {
        return card->target == SV_NONE
                   ? SV_OK
                   : svi_check_wrong(c, SV_E_UNKNOWN, "found %u, expected none with kind %s",
                                     card->target, sv_card_kind_name(card->kind));
    }
    if (card->target == SV_NONE) {
        return svi_check_wrong(c, SV_E_MISSING, "found none, expected %s", expected[shape]);
    }
    if (shape == SV_TARGET_SPACE) {
        return card->target < c->e->n_spaces
                   ? SV_OK
                   : svi_check_wrong(c, SV_E_RANGE, "found space %u, expected 0 to %d",
                                     card->target, c->e->n_spaces - 1);
    }
    if (shape == SV_TARGET_KIND) {
        const char *name = sv_space_kind_name(card->target);
        if (card->target != SV_SPACE_RAIL && card->target != SV_SPACE_UTILITY) {
            return svi_check_wrong(c, SV_E_UNKNOWN, "found %s, expected %s",
                                   name != NULL ? name : "no kind of space", expected[shape]);
        }
        return svi_has_kind(c->e, card->target)
                   ? SV_OK
                   : svi_check_wrong(c, SV_E_MISSING,
                                     "found %s, expected a kind of space that is on the board",
                                     name);
    }
    const unsigned other = deck == SV_DECK_CHANCE ? SV_DECK_CHEST : SV_DECK_CHANCE;
    return card->target == other
               ? SV_OK
               : svi_check_wrong(c, SV_E_UNKNOWN, "found deck %u, expected %s, the other deck",
                                 card->target, sv_deck_name(other));
}

static enum sv_status check_card(struct svi_check *c, unsigned deck, unsigned i)
{
    const struct sv_card *card = &c->e->deck[deck].card[i];
    const char *deck_name = sv_deck_name(deck);
    enum sv_status status;
    svi_check_at(c, "decks.%s.cards[%u].id", deck_name, i);
    if ((status = svi_check_text(c, card->id, sizeof card->id, false)) != SV_OK) {
        return status;
    }
    for (unsigned d = 0; d <= deck; d++) {
        for (unsigned k = 0; k < (d == deck ? i : c->e->deck[d].size); k++) {
            if (strcmp(c->e->deck[d].card[k].id, card->id) == 0) {
                return svi_check_wrong(c, SV_E_DUPLICATE,
                                       "found '%s' again, expected another id than %s card %u",
                                       card->id, sv_deck_name(d), k);
            }
        }
    }
    svi_check_at(c, "decks.%s.cards[%u].text", deck_name, i);
    if ((status = svi_check_text(c, card->text, sizeof card->text, true)) != SV_OK) {
        return status;
    }
    svi_check_at(c, "decks.%s.cards[%u].kind", deck_name, i);
    if (card->kind >= SV_CARD_KIND_COUNT) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found kind %u, expected a kind of card",
                               card->kind);
    }
    const bool ticket = card->kind == SV_CARD_BUS_TICKET || card->kind == SV_CARD_BUS_TICKET_EXPIRE;
    if (ticket != (deck == SV_DECK_BUS)) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found %s, expected %s in deck %s",
                               sv_card_kind_name(card->kind),
                               ticket ? "no bus tickets" : "bus tickets only", deck_name);
    }
    svi_check_at(c, "decks.%s.cards[%u].amount", deck_name, i);
    status = svi_check_number(c, card->amount, svi_card_shapes[card->kind].low,
                              svi_card_shapes[card->kind].high);
    if (status != SV_OK) {
        return status;
    }
    if (card->kind == SV_CARD_MOVE_BACK && card->amount >= c->e->n_spaces) {
        return svi_check_wrong(c, SV_E_RANGE, "found %d, expected fewer than the %u spaces",
                               (int)card->amount, c->e->n_spaces);
    }
    const struct {
        const char *key;
        int32_t value;
    } repairs[] = {{"per_house", card->per_house},
                   {"per_hotel", card->per_hotel},
                   {"per_tower", card->per_tower},
                   {"per_depot", card->per_depot}};
    const int32_t high = svi_card_shapes[card->kind].repairs ? SV_MAX_FIGURE : 0;
    for (size_t k = 0; k < sizeof repairs / sizeof repairs[0]; k++) {
        svi_check_at(c, "decks.%s.cards[%u].%s", deck_name, i, repairs[k].key);
        if ((status = svi_check_number(c, repairs[k].value, 0, high)) != SV_OK) {
            return status;
        }
    }
    svi_check_at(c, "decks.%s.cards[%u].target", deck_name, i);
    return check_target(c, card, deck);
}

/* A deck that is drawn from needs a card that cannot be out of it in a player's hands. */
static enum sv_status check_drawn(struct svi_check *c, unsigned deck, unsigned space_kind)
{
    bool drawn = svi_has_kind(c->e, space_kind);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < c->e->deck[d].size; i++) {
            const struct sv_card *card = &c->e->deck[d].card[i];
            drawn = drawn || (card->kind == SV_CARD_PAY_OR_DRAW && card->target == deck);
        }
    }
    for (unsigned i = 0; drawn && i < c->e->deck[deck].size; i++) {
        drawn = c->e->deck[deck].card[i].kind == SV_CARD_JAIL_CARD;
    }
    svi_check_at(c, "decks.%s.cards", sv_deck_name(deck));
    return drawn ? svi_check_wrong(c, SV_E_MISSING,
                                   "found %s, expected some, as the deck is drawn from",
                                   c->e->deck[deck].size == 0 ? "no cards" : "jail cards only")
                 : SV_OK;
}

enum sv_status svi_check_decks(struct svi_check *c)
{
    enum sv_status status;
    unsigned jail_cards = 0;
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        const struct sv_card_deck *deck = &c->e->deck[d];
        svi_check_at(c, "decks.%s.name", sv_deck_name(d));
        if ((status = svi_check_text(c, deck->name, sizeof deck->name, deck->size == 0)) != SV_OK) {
            return status;
        }
        svi_check_at(c, "decks.%s.cards", sv_deck_name(d));
        if (deck->size > SV_MAX_CARDS) {
            return svi_check_wrong(c, SV_E_LENGTH, "found %u cards, expected at most %d",
                                   deck->size, SV_MAX_CARDS);
        }
        for (unsigned i = 0; i < deck->size; i++) {
            if ((status = check_card(c, d, i)) != SV_OK) {
                return status;
            }
            jail_cards += deck->card[i].kind == SV_CARD_JAIL_CARD;
        }
    }
    svi_check_at(c, "decks");
    if (jail_cards > SV_MAX_JAIL_CARDS) {
        return svi_check_wrong(c, SV_E_LENGTH,
                               "found %u jail cards, expected at most %d in all decks together",
                               jail_cards, SV_MAX_JAIL_CARDS);
    }
    if ((status = check_drawn(c, SV_DECK_CHANCE, SV_SPACE_CHANCE)) != SV_OK) {
        return status;
    }
    return check_drawn(c, SV_DECK_CHEST, SV_SPACE_CHEST);
}

/* The deck that is drawn on a space, SV_NONE for none. */
static unsigned deck_of(const struct sv_edition *e, unsigned space)
{
    return e->space[space].kind == SV_SPACE_CHANCE  ? SV_DECK_CHANCE
           : e->space[space].kind == SV_SPACE_CHEST ? SV_DECK_CHEST
                                                    : SV_NONE;
}

/* Drawing `deck` on `space`: true when every card leads to a draw that is in `endless` too. */
static bool leads_on(const struct sv_edition *e, unsigned deck, unsigned space,
                     const uint64_t endless[SV_DECK_COUNT])
{
    for (unsigned i = 0; i < e->deck[deck].size; i++) {
        const struct sv_card *card = &e->deck[deck].card[i];
        unsigned next_deck = SV_NONE, to = space;
        switch (card->kind) {
        case SV_CARD_JAIL_CARD:
            continue; /* may be out of the deck */
        case SV_CARD_PAY_OR_DRAW:
            next_deck = card->target;
            break;
        case SV_CARD_MOVE_TO:
        case SV_CARD_MOVE_TO_BACK:
            to = card->target;
            break;
        case SV_CARD_MOVE_BACK:
            to = (space + e->n_spaces - (unsigned)card->amount) % e->n_spaces;
            break;
        default:
            return false;
        }
        if (next_deck == SV_NONE) {
            next_deck = deck_of(e, to);
        }
        if (next_deck == SV_NONE || !sv_has(endless[next_deck], to)) {
            return false;
        }
    }
    return true;
}

/* Every game ends (RULES 12): no space may be left where cards can lead to cards for ever. The set
 * of draws without a way out is what remains when those with one are taken away until nothing
 * changes. */
enum sv_status svi_check_endless(struct svi_check *c)
{
    uint64_t endless[SV_DECK_COUNT] = {
        [SV_DECK_CHANCE] = ~UINT64_C(0), [SV_DECK_CHEST] = ~UINT64_C(0)};
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned d = SV_DECK_CHANCE; d <= SV_DECK_CHEST; d++) {
            for (unsigned i = 0; i < c->e->n_spaces; i++) {
                if (sv_has(endless[d], i) && !leads_on(c->e, d, i, endless)) {
                    endless[d] &= ~(UINT64_C(1) << i);
                    changed = true;
                }
            }
        }
    }
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        const unsigned deck = deck_of(c->e, i);
        if (deck != SV_NONE && sv_has(endless[deck], i)) {
            svi_check_at(c, "decks.%s.cards", sv_deck_name(deck));
            return svi_check_wrong(c, SV_E_RANGE,
                                   "found cards that lead from space %u to cards for ever, "
                                   "expected a way out",
                                   i);
        }
    }
    return SV_OK;
}
