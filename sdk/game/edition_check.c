#include "game/edition_check.h"

#include "game/try.h"

#include <solvent/fields.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- edition_cards ---- */

const struct svi_card_shape svi_card_shapes[SV_CARD_KIND_COUNT] = {
#define X(NAME, name, TARGET, repairs, low, high, text) {SV_TARGET_##TARGET, repairs, low, high},
    SV_CARD_KINDS(X)
#undef X
};

void svi_check_at(struct svi_check *c, const char *format, ...)
{
    if (c->error != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(c->where, sizeof c->where, format, args);
        va_end(args);
    }
}

enum sv_status svi_check_wrong(struct svi_check *c, enum sv_status status, const char *format, ...)
{
    if (c->error != NULL) {
        va_list args;
        va_start(args, format);
        memcpy(c->error->where, c->where, sizeof c->error->where);
        vsnprintf(c->error->problem, sizeof c->error->problem, format, args);
        va_end(args);
    }
    return status;
}

/* Returns whether a space of the kind is on the board. */
static bool has_kind(const struct sv_edition *e, unsigned kind)
{
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].kind == kind) {
            return true;
        }
    }
    return false;
}

enum sv_status svi_check_number(struct svi_check *c, int32_t found, int32_t low, int32_t high)
{
    if (found >= low && found <= high) {
        return SV_OK;
    }
    if (low == high) {
        return svi_check_wrong(c, SV_E_RANGE, "found %d, expected %d", (int)found, (int)low);
    }
    return svi_check_wrong(c, SV_E_RANGE, "found %d, expected a whole number %d to %d", (int)found,
                           (int)low, (int)high);
}

/* As svi_check_number(), for a text and its room. The error is SV_E_LENGTH for a text that does not
 * end within `size` bytes, and SV_E_MISSING for an empty text. */
static enum sv_status check_text(struct svi_check *c, const char *text, size_t size,
                                 bool may_be_empty)
{
    if (memchr(text, 0, size) == NULL) {
        return svi_check_wrong(c, SV_E_LENGTH,
                               "found a text without an end, expected at most %zu bytes", size - 1);
    }
    if (text[0] == 0 && !may_be_empty) {
        return svi_check_wrong(c, SV_E_MISSING, "found no text, expected 1 to %zu bytes", size - 1);
    }
    return SV_OK;
}

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
        return has_kind(c->e, card->target)
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
    svi_check_at(c, "decks.%s.cards[%u].id", deck_name, i);
    TRY(check_text(c, card->id, sizeof card->id, false));
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
    TRY(check_text(c, card->text, sizeof card->text, true));
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
    TRY(svi_check_number(c, card->amount, svi_card_shapes[card->kind].low,
                         svi_card_shapes[card->kind].high));
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
        TRY(svi_check_number(c, repairs[k].value, 0, high));
    }
    svi_check_at(c, "decks.%s.cards[%u].target", deck_name, i);
    return check_target(c, card, deck);
}

/* Checks that a deck from which cards are drawn has a card that no player can hold. */
static enum sv_status check_drawn(struct svi_check *c, unsigned deck, unsigned space_kind)
{
    bool drawn = has_kind(c->e, space_kind);
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

static enum sv_status check_decks(struct svi_check *c)
{
    unsigned jail_cards = 0;
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        const struct sv_card_deck *deck = &c->e->deck[d];
        svi_check_at(c, "decks.%s.name", sv_deck_name(d));
        TRY(check_text(c, deck->name, sizeof deck->name, deck->size == 0));
        svi_check_at(c, "decks.%s.cards", sv_deck_name(d));
        if (deck->size > SV_MAX_CARDS) {
            return svi_check_wrong(c, SV_E_LENGTH, "found %u cards, expected at most %d",
                                   deck->size, SV_MAX_CARDS);
        }
        for (unsigned i = 0; i < deck->size; i++) {
            TRY(check_card(c, d, i));
            jail_cards += deck->card[i].kind == SV_CARD_JAIL_CARD;
        }
    }
    svi_check_at(c, "decks");
    if (jail_cards > SV_MAX_JAIL_CARDS) {
        return svi_check_wrong(c, SV_E_LENGTH,
                               "found %u jail cards, expected at most %d in all decks together",
                               jail_cards, SV_MAX_JAIL_CARDS);
    }
    TRY(check_drawn(c, SV_DECK_CHANCE, SV_SPACE_CHANCE));
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

/* Every game ends (RULES 12): no space may lead from card to card for ever. The check removes draws
 * with a way out until the set no longer shrinks; the rest has no way out. */
static enum sv_status check_endless(struct svi_check *c)
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

/* ---- edition check --------------------------------------------------------------------------- */

/* The figures of a space but its rents, with bounds that keep every sum of the game in an
 * int32_t. */
struct figure {
    const char *key;
    size_t offset;  /* of an int32_t in struct sv_space */
    unsigned kinds; /* kinds of space that have it; on others it is 0 */
    int32_t low;
};

static const struct figure figures[] = {
#define ONE_MONEY(member, kinds, low) {#member, offsetof(struct sv_space, member), kinds, low},
#define ONE_TEXT(member, kinds, low)
#define ONE_SPACE_KIND(member, kinds, low)
#define ONE_GROUP(member, kinds, low)
#define ONE_RENTS(member, kinds, low)
#define ONE_FLAG(member, kinds, low)
#define X(place, TYPE, member, dims, kinds, low, text) ONE_##TYPE(member, kinds, low)
    SV_SPACE_FIELDS(X)
#undef X
};

/* ---- the edition itself ------------------------------------------------------------------- */

static enum sv_status check_head(struct svi_check *c)
{
    svi_check_at(c, "name");
    TRY(check_text(c, c->e->name, sizeof c->e->name, false));
    svi_check_at(c, "title");
    TRY(check_text(c, c->e->title, sizeof c->e->title, true));
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);
        svi_check_at(c, "rules.%s", rule->name);
        TRY(svi_check_number(c, sv_rule_get(&c->e->rules, i), rule->low, rule->high));
    }
    svi_check_at(c, "spaces");
    if (c->e->n_spaces < 20 || c->e->n_spaces > SV_MAX_SPACES) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u spaces, expected 20 to %d", c->e->n_spaces,
                               SV_MAX_SPACES);
    }
    svi_check_at(c, "groups");
    if (c->e->n_groups > SV_MAX_GROUPS) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u groups, expected at most %d",
                               c->e->n_groups, SV_MAX_GROUPS);
    }
    return SV_OK;
}

/* ---- board -------------------------------------------------------------------------------- */

static enum sv_status check_rents(struct svi_check *c, unsigned i)
{
    const struct sv_space *space = &c->e->space[i];
    const unsigned kind = 1u << space->kind;
    unsigned filled = 8; /* rents up to the last that is not 0 */
    while (filled > 0 && space->rent[filled - 1] == 0) {
        filled--;
    }
    for (unsigned k = 0; k < 8; k++) {
        svi_check_at(c, "spaces[%u].rent[%u]", i, k);
        TRY(svi_check_number(c, space->rent[k], 0, SV_MAX_FIGURE));
    }
    svi_check_at(c, "spaces[%u].rent", i);
    if ((kind & SV_ON_DEEDS) == 0) {
        return filled == 0 ? SV_OK
                           : svi_check_wrong(c, SV_E_UNKNOWN,
                                             "found rents, expected none on a space of kind %s",
                                             sv_space_kind_name(space->kind));
    }
    if ((kind & SV_ON(STREET)) != 0) {
        const unsigned expected = space->tower_cost > 0 ? 7 : 6;
        return filled == expected
                   ? SV_OK
                   : svi_check_wrong(c, SV_E_LENGTH,
                                     "found %u rents, expected %u: bare, 1 to 4 houses, hotel%s",
                                     filled, expected,
                                     expected == 7 ? ", skyscraper"
                                                   : " (a skyscraper's needs tower_cost)");
    }
    unsigned size = 0;
    for (unsigned j = 0; j < c->e->n_spaces; j++) {
        size += c->e->space[j].group == space->group;
    }
    bool gap = false;
    for (unsigned k = 0; k < size && k < 8; k++) {
        gap = gap || space->rent[k] == 0;
    }
    if (filled != size || gap) {
        return svi_check_wrong(
            c, SV_E_LENGTH,
            "found %u rents%s, expected %u above 0: one for each number owned of its group", filled,
            gap && filled == size ? " with a 0" : "", size);
    }
    return SV_OK;
}

static enum sv_status check_space(struct svi_check *c, unsigned i)
{
    const struct sv_space *space = &c->e->space[i];
    svi_check_at(c, "spaces[%u].kind", i);
    if (space->kind >= SV_SPACE_KIND_COUNT) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found kind %u, expected a kind of space",
                               space->kind);
    }
    const unsigned kind = 1u << space->kind;
    const char *kind_name = sv_space_kind_name(space->kind);
    if ((i == 0) != (space->kind == SV_SPACE_GO)) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found %s, expected go on space 0 and nowhere else",
                               kind_name);
    }
    svi_check_at(c, "spaces[%u].name", i);
    TRY(check_text(c, space->name, sizeof space->name, false));
    svi_check_at(c, "spaces[%u].group", i);
    if ((kind & SV_ON_DEEDS) != 0 ? space->group >= c->e->n_groups : space->group != SV_NONE) {
        return svi_check_wrong(c, SV_E_UNKNOWN,
                               (kind & SV_ON_DEEDS) != 0
                                   ? "found no group, expected the group of the %s"
                                   : "found a group, expected none on a space of kind %s",
                               kind_name);
    }
    for (size_t f = 0; f < sizeof figures / sizeof figures[0]; f++) {
        const struct figure *figure = &figures[f];
        int32_t value;
        memcpy(&value, (const char *)space + figure->offset, sizeof value);
        svi_check_at(c, "spaces[%u].%s", i, figure->key);
        if ((figure->kinds & kind) != 0) {
            TRY(svi_check_number(c, value, figure->low, SV_MAX_FIGURE));
        } else if (value != 0) {
            return svi_check_wrong(c, SV_E_UNKNOWN, "found %d, expected none on a space of kind %s",
                                   (int)value, kind_name);
        }
    }
    svi_check_at(c, "spaces[%u].mortgage", i);
    if (space->mortgage > space->price) {
        return svi_check_wrong(c, SV_E_RANGE, "found %d, expected at most the price %d",
                               (int)space->mortgage, (int)space->price);
    }
    svi_check_at(c, "spaces[%u].income", i);
    if (space->income > (space->kind == SV_SPACE_TAX ? 1 : 0)) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found %u, expected it on a tax only",
                               space->income);
    }
    return SV_OK;
}

static enum sv_status check_counts(struct svi_check *c)
{
    unsigned jails = 0, police = 0;
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        jails += c->e->space[i].kind == SV_SPACE_JAIL;
        police += c->e->space[i].kind == SV_SPACE_GO_TO_JAIL;
        for (unsigned j = 0; j < i && c->e->space[i].group != SV_NONE; j++) {
            if (c->e->space[j].group != SV_NONE &&
                strcmp(c->e->space[i].name, c->e->space[j].name) == 0) {
                svi_check_at(c, "spaces[%u].name", i);
                return svi_check_wrong(c, SV_E_DUPLICATE,
                                       "found '%s' again, expected another name than space %u",
                                       c->e->space[i].name, j);
            }
        }
    }
    svi_check_at(c, "spaces");
    if (jails != 1) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u spaces of kind jail, expected 1", jails);
    }
    if (police > 1) {
        return svi_check_wrong(c, SV_E_LENGTH,
                               "found %u spaces of kind gotojail, expected at most 1", police);
    }
    return SV_OK;
}

static enum sv_status check_group(struct svi_check *c, unsigned g)
{
    const struct sv_group *group = &c->e->group[g];
    svi_check_at(c, "groups[%u]", g);
    TRY(check_text(c, group->name, sizeof group->name, false));
    for (unsigned other = 0; other < g; other++) {
        if (strcmp(group->name, c->e->group[other].name) == 0) {
            return svi_check_wrong(c, SV_E_DUPLICATE, "found the name '%s' twice", group->name);
        }
    }
    unsigned size = 0, kind = 0;
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        if (c->e->space[i].group != g) {
            continue;
        }
        if (size++ == 0) {
            kind = c->e->space[i].kind;
        } else if (c->e->space[i].kind != kind) {
            svi_check_at(c, "spaces[%u].group", i);
            return svi_check_wrong(
                c, SV_E_UNKNOWN, "found a %s in group '%s', expected deeds of kind %s only",
                sv_space_kind_name(c->e->space[i].kind), group->name, sv_space_kind_name(kind));
        }
    }
    if (size < 1 || size > 8) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u deeds in group '%s', expected 1 to 8",
                               size, group->name);
    }
    return SV_OK;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Where bus tickets can be won there are some (RULES 11.5), and the bus face leads on to a card
 * space when they have run out (10.5). */
static enum sv_status check_tickets(struct svi_check *c)
{
    const bool tickets = c->e->deck[SV_DECK_BUS].size > 0;
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        if (c->e->space[i].kind == SV_SPACE_BUS_TICKET && !tickets) {
            svi_check_at(c, "spaces[%u].kind", i);
            return svi_check_wrong(c, SV_E_MISSING, "found busticket, expected cards in deck bus");
        }
    }
    if (c->e->rules.bus == SV_RULE_BUS_WHITE || c->e->rules.speed_die == SV_RULE_SPEED_DIE_OFF) {
        return SV_OK;
    }
    svi_check_at(c, "rules.bus");
    if (!tickets) {
        return svi_check_wrong(c, SV_E_MISSING, "found ticket, expected cards in deck bus");
    }
    return has_kind(c->e, SV_SPACE_CHANCE) || has_kind(c->e, SV_SPACE_CHEST)
               ? SV_OK
               : svi_check_wrong(c, SV_E_MISSING, "found ticket, expected a chance or chest space");
}

/* Money comes into play from the bank; a turn has at most 4 moves (three rolls and a bonus), and
 * each may bring a salary and one more gift. Bounded, so that cash and worth fit an int32_t in any
 * game. */
static enum sv_status check_money(struct svi_check *c)
{
    const struct sv_rules *rules = &c->e->rules;
    int64_t gift = 0;
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < c->e->deck[d].size; i++) {
            const struct sv_card *card = &c->e->deck[d].card[i];
            gift = card->kind == SV_CARD_COLLECT && card->amount > gift ? card->amount : gift;
        }
    }
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        const struct sv_space *space = &c->e->space[i];
        gift = space->kind == SV_SPACE_BIRTHDAY && space->amount > gift ? space->amount : gift;
    }
    const int64_t most = SV_MAX_SEATS * (rules->start_cash +
                                         INT64_C(4) * rules->max_rounds * (rules->salary + gift));
    svi_check_at(c, "rules.max_rounds");
    if (most > SVI_MAX_MONEY) {
        return svi_check_wrong(
            c, SV_E_RANGE,
            "found up to %lld in play after %d rounds, expected at most %lld: lower start_cash, "
            "salary, gifts or rounds",
            (long long)most, (int)rules->max_rounds, (long long)SVI_MAX_MONEY);
    }
    return SV_OK;
}

static enum sv_status check(const struct sv_edition *edition, struct sv_edition_error *error)
{
    struct svi_check c = {.e = edition, .error = error};
    TRY(check_head(&c));
    for (unsigned i = 0; i < edition->n_spaces; i++) {
        TRY(check_space(&c, i));
    }
    TRY(check_counts(&c));
    for (unsigned g = 0; g < edition->n_groups; g++) {
        TRY(check_group(&c, g));
    }
    for (unsigned i = 0; i < edition->n_spaces; i++) {
        TRY(check_rents(&c, i));
    }
    TRY(check_decks(&c));
    TRY(check_endless(&c));
    TRY(check_tickets(&c));
    return check_money(&c);
}

/* Places are written in a second check, only of wrong editions: writing them takes longer than all
 * the rest, and every replay has an edition to check. */
enum sv_status svi_edition_check(const struct sv_edition *edition, struct sv_edition_error *error)
{
    const enum sv_status status = check(edition, NULL);
    return status != SV_OK && error != NULL ? check(edition, error) : status;
}
