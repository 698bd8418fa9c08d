/* The rule switches as a table, and what follows from board, groups and decks once they are right.
 */
#include <solvent/edition.h>

#include "game/edition_check.h"
#include "game/try.h"

#include <assert.h>
#include <string.h>

/* ---- switches ----------------------------------------------------------------------------- */

static const struct {
    struct sv_rule_info info;
    size_t offset;
} rule_table[] = {
#define NUMBER(name, fallback, low, high, rule, text)                                              \
    {{#name, rule, text, fallback, low, high, NULL}, offsetof(struct sv_rules, name)},
#define NAMED(name, fallback, rule, text, ...)                                                     \
    {{#name, rule, text, fallback, 0, (int32_t)(sizeof(NAMES(__VA_ARGS__)) / sizeof(char *)) - 1,  \
      NAMES(__VA_ARGS__)},                                                                         \
     offsetof(struct sv_rules, name)},
#define NAMES(...) ((const char *const[]){__VA_ARGS__})
#define FLAG(name, fallback, rule, text) NAMED(name, fallback, rule, text, "false", "true")
#define WORD(name, fallback, values, rule, text) NAMED(name, fallback, rule, text, values)
#define VALUE(NAME, VALUE, value) #value,
    SV_RULES(NUMBER, FLAG, WORD, VALUE)
#undef NUMBER
#undef NAMED
#undef NAMES
#undef FLAG
#undef WORD
#undef VALUE
};

#define RULE_COUNT (sizeof rule_table / sizeof rule_table[0])

unsigned sv_rule_count(void)
{
    return (unsigned)RULE_COUNT;
}

const struct sv_rule_info *sv_rule_describe(unsigned i)
{
    return i < RULE_COUNT ? &rule_table[i].info : NULL;
}

int32_t sv_rule_get(const struct sv_rules *rules, unsigned i)
{
    int32_t value = 0;
    if (i < RULE_COUNT) {
        memcpy(&value, (const char *)rules + rule_table[i].offset, sizeof value);
    }
    return value;
}

void sv_rule_set(struct sv_rules *rules, unsigned i, int32_t value)
{
    if (i < RULE_COUNT) {
        memcpy((char *)rules + rule_table[i].offset, &value, sizeof value);
    }
}

void sv_rules_default(struct sv_rules *rules)
{
    memset(rules, 0, sizeof *rules);
    for (unsigned i = 0; i < RULE_COUNT; i++) {
        sv_rule_set(rules, i, rule_table[i].info.fallback);
    }
}

/* ---- what follows ------------------------------------------------------------------------- */

static void collect_deeds(struct sv_edition *e)
{
    e->deeds = e->streets = e->rails = e->utilities = e->corners = 0;
    for (unsigned g = 0; g < e->n_groups; g++) {
        e->group[g].kind = 0;
        e->group[g].size = 0;
        e->group[g].mask = 0;
        memset(e->group[g].deed, 0, sizeof e->group[g].deed);
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        struct sv_space *space = &e->space[i];
        const uint64_t bit = UINT64_C(1) << i;
        space->index = (uint8_t)i;
        switch (space->kind) {
        case SV_SPACE_STREET:
            e->streets |= bit;
            break;
        case SV_SPACE_RAIL:
            e->rails |= bit;
            break;
        case SV_SPACE_UTILITY:
            e->utilities |= bit;
            break;
        case SV_SPACE_JAIL:
            e->jail_space = (uint8_t)i;
            e->corners |= bit;
            break;
        case SV_SPACE_GO:
        case SV_SPACE_PARKING:
        case SV_SPACE_GO_TO_JAIL:
            e->corners |= bit; /* RULES 11.5: the last space of a side, wherever it stands */
            break;
        default:
            break;
        }
        if (space->group != SV_NONE) {
            struct sv_group *group = &e->group[space->group];
            group->kind = space->kind;
            group->deed[group->size++] = (uint8_t)i;
            group->mask |= bit;
        }
    }
    e->deeds = e->streets | e->rails | e->utilities;
}

/* For every space the next of `wanted` strictly ahead, all round the board if need be. */
static void look_ahead(const struct sv_edition *e, uint64_t wanted, uint8_t ahead[SV_MAX_SPACES])
{
    uint8_t next = SV_NONE;
    assert(e->n_spaces > 0);
    memset(ahead, SV_NONE, SV_MAX_SPACES);
    for (unsigned i = 2u * e->n_spaces; i-- > 0;) {
        const unsigned space = i % e->n_spaces;
        ahead[space] = next;
        if (sv_has(wanted, space)) {
            next = (uint8_t)space;
        }
    }
}

static uint64_t card_spaces(const struct sv_edition *e)
{
    uint64_t spaces = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].kind == SV_SPACE_CHANCE || e->space[i].kind == SV_SPACE_CHEST) {
            spaces |= UINT64_C(1) << i;
        }
    }
    return spaces;
}

static void number_jail_cards(struct sv_edition *e)
{
    e->n_jail_cards = 0;
    memset(e->jail_card_deck, 0, sizeof e->jail_card_deck);
    memset(e->jail_card_card, 0, sizeof e->jail_card_card);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned c = 0; c < e->deck[d].size; c++) {
            struct sv_card *card = &e->deck[d].card[c];
            card->jail_card = SV_NONE;
            if (card->kind == SV_CARD_JAIL_CARD) {
                e->jail_card_deck[e->n_jail_cards] = (uint8_t)d;
                e->jail_card_card[e->n_jail_cards] = (uint8_t)c;
                card->jail_card = e->n_jail_cards++;
            }
        }
    }
}

enum sv_status sv_edition_complete(struct sv_edition *edition, struct sv_edition_error *error)
{
    TRY(svi_edition_check(edition, error));
    collect_deeds(edition);
    number_jail_cards(edition);
    look_ahead(edition, edition->corners, edition->corner_after);
    look_ahead(edition, card_spaces(edition), edition->next_card);
    return SV_OK;
}
