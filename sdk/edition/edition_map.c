/* Top, switches, groups, spaces, decks and cards of an edition file. */
#include "edition/edition_map.h"

#include "base/number.h"
#include "edition/rule_words.h"
#include "game/edition_check.h"

#include <stdio.h>
#include <string.h>

#define KEY_SIZE 96

const char *const svi_space_keys[SVI_SPACE_COUNT] = {
#define X(place, TYPE, member, ...) #member,
    "index", SV_SPACE_FIELDS(X)
#undef X
};

const char *const svi_card_keys[SVI_CARD_COUNT] = {
#define X(place, TYPE, member, ...) #member,
    SV_CARD_FIELDS(X)
#undef X
        "copies",
};

void svi_origin_set(struct svi_origin *origin, const struct svi_layer *layer,
                    const yaml_node_t *node)
{
    origin->file = (uint8_t)layer->file;
    origin->line = svi_tree_line(node);
}

enum sv_status svi_layer_word(const struct svi_layer *layer, const yaml_node_t *node,
                              const char *key, const char *(*name_of)(unsigned), unsigned count,
                              uint8_t *out)
{
    const struct svi_numbered words = {name_of, count};
    unsigned value = 0;
    SVI_TRY(svi_tree_word(layer->tree, node, key, &words, &value));
    *out = (uint8_t)value;
    return SV_OK;
}

/* ---- switches ----------------------------------------------------------------------------- */

static enum sv_status map_rules(struct svi_layer *layer, const yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(layer->tree, node, "rules", "a mapping");
    }
    bool seen[SVI_RULE_COUNT] = {false};
    const yaml_node_t *name, *value;
    for (size_t p = 0; svi_tree_pair(layer->tree, node, p, &name, &value); p++) {
        const char *text = svi_tree_scalar(name);
        const unsigned rule = text != NULL ? svi_rule_find(text) : sv_rule_count();
        if (rule == sv_rule_count()) {
            return svi_tree_not_among(layer->tree, name, "rules", &svi_rule_choices);
        }
        if (seen[rule]) {
            return svi_tree_wrong(layer->tree, name, "rules", SV_E_DUPLICATE,
                                  "found '%s' twice, expected it once", text);
        }
        seen[rule] = true;
        char key[KEY_SIZE], expected[160];
        snprintf(key, sizeof key, "rules.%s", text);
        int32_t number = 0;
        const char *scalar = svi_tree_scalar(value);
        if (!svi_rule_parse(rule, scalar != NULL ? scalar : "", &number, expected,
                            sizeof expected)) {
            return svi_tree_unexpected(layer->tree, value, key, expected);
        }
        sv_rule_set(&layer->loader->e->rules, rule, number);
        svi_origin_set(&layer->loader->rule[rule], layer, value);
    }
    return SV_OK;
}

/* ---- groups ------------------------------------------------------------------------------- */

static unsigned find_group(const struct svi_loader *loader, const char *key)
{
    unsigned g = 0;
    while (g < loader->e->n_groups && strcmp(loader->group_key[g], key) != 0) {
        g++;
    }
    return g;
}

static const char *group_at(const void *words, size_t i)
{
    const struct svi_loader *loader = words;
    return i < loader->e->n_groups ? loader->group_key[i] : NULL;
}

static enum sv_status add_group(struct svi_layer *layer, const yaml_node_t *node, const char *key,
                                const char *text)
{
    struct svi_loader *loader = layer->loader;
    const unsigned g = loader->e->n_groups;
    if (g == SV_MAX_GROUPS) {
        return svi_tree_wrong(layer->tree, node, key, SV_E_LENGTH,
                              "found one more group, expected at most %d", SV_MAX_GROUPS);
    }
    snprintf(loader->group_key[g], SV_MAX_NAME, "%s", text);
    snprintf(loader->e->group[g].name, SV_MAX_NAME, "%s", text);
    svi_origin_set(&loader->group[g], layer, node);
    loader->e->n_groups++;
    return SV_OK;
}

/* groups: {key: name}: declares groups in this order, or gives known ones another name. */
static enum sv_status map_groups(struct svi_layer *layer, const yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(layer->tree, node, "groups", "a mapping");
    }
    bool seen[SV_MAX_GROUPS] = {false};
    const yaml_node_t *name, *value;
    for (size_t p = 0; svi_tree_pair(layer->tree, node, p, &name, &value); p++) {
        char text[SV_MAX_NAME];
        SVI_TRY(svi_tree_text(layer->tree, name, "groups", text, sizeof text));
        const unsigned g = find_group(layer->loader, text);
        if (g == layer->loader->e->n_groups) {
            SVI_TRY(add_group(layer, name, "groups", text));
        }
        if (seen[g]) {
            return svi_tree_wrong(layer->tree, name, "groups", SV_E_DUPLICATE,
                                  "found '%s' twice, expected it once", text);
        }
        seen[g] = true;
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "groups.%s", text);
        SVI_TRY(
            svi_tree_text(layer->tree, value, key, layer->loader->e->group[g].name, SV_MAX_NAME));
        svi_origin_set(&layer->loader->group[g], layer, name);
    }
    return SV_OK;
}

/* ---- spaces ------------------------------------------------------------------------------- */

/* Reading one space: what it is called in errors, whether its groups must have been declared. */
struct reading {
    struct svi_layer *layer;
    const char *list; /* "board" or "spaces" */
    size_t item;
    bool whole;    /* all of a space, not changes to one */
    bool declared; /* groups have been */
    char key[KEY_SIZE];
};

static const char *at(struct reading *r, unsigned key)
{
    snprintf(r->key, sizeof r->key, "%s[%zu].%s", r->list, r->item, svi_space_keys[key]);
    return r->key;
}

static bool is_deed(unsigned kind)
{
    return kind == SV_SPACE_STREET || kind == SV_SPACE_RAIL || kind == SV_SPACE_UTILITY;
}

static enum sv_status read_group(struct reading *r, const yaml_node_t *node, struct sv_space *space)
{
    char text[SV_MAX_NAME];
    SVI_TRY(svi_tree_text(r->layer->tree, node, at(r, SVI_SPACE_group), text, sizeof text));
    const unsigned g = find_group(r->layer->loader, text);
    if (g == r->layer->loader->e->n_groups) {
        if (r->declared) {
            const struct svi_choices choices = {
                .at = group_at, .words = r->layer->loader, .what = "one of the keys of groups"};
            return svi_tree_not_among(r->layer->tree, node, r->key, &choices);
        }
        SVI_TRY(add_group(r->layer, node, r->key, text));
    }
    space->group = (uint8_t)g;
    return SV_OK;
}

/* By default the railroads are one group and the utilities another. */
static enum sv_status default_group(struct reading *r, const yaml_node_t *node,
                                    struct sv_space *space)
{
    if (!is_deed(space->kind)) {
        return SV_OK;
    }
    if (space->kind == SV_SPACE_STREET) {
        return svi_tree_wrong(r->layer->tree, node, at(r, SVI_SPACE_group), SV_E_MISSING,
                              "found none, expected the group of the street");
    }
    const char *text = sv_space_kind_name(space->kind);
    unsigned g = find_group(r->layer->loader, text);
    if (g == r->layer->loader->e->n_groups) {
        SVI_TRY(add_group(r->layer, node, at(r, SVI_SPACE_group), text));
    }
    space->group = (uint8_t)g;
    return SV_OK;
}

static enum sv_status read_rents(struct reading *r, const yaml_node_t *node, struct sv_space *space)
{
    size_t count;
    SVI_TRY(svi_tree_list(r->layer->tree, node, at(r, SVI_SPACE_rent), 8, &count));
    memset(space->rent, 0, sizeof space->rent);
    for (size_t i = 0; i < count; i++) {
        SVI_TRY(svi_tree_number(r->layer->tree, svi_tree_item(r->layer->tree, node, i), r->key,
                                &space->rent[i]));
        if (i > 0 && space->rent[i] > 0 && space->rent[i] < space->rent[i - 1]) {
            return svi_tree_wrong(r->layer->tree, svi_tree_item(r->layer->tree, node, i), r->key,
                                  SV_E_RANGE, "found %d after %d, expected rents that do not fall",
                                  (int)space->rent[i], (int)space->rent[i - 1]);
        }
    }
    return SV_OK;
}

static enum sv_status read_figures(struct reading *r,
                                   const yaml_node_t *const found[SVI_SPACE_COUNT],
                                   struct sv_space *space)
{
    static const struct {
        unsigned key;
        size_t offset;
    } figures[] = {
#define ONE_MONEY(member) {SVI_SPACE_##member, offsetof(struct sv_space, member)},
#define ONE_TEXT(member)
#define ONE_SPACE_KIND(member)
#define ONE_GROUP(member)
#define ONE_RENTS(member)
#define ONE_FLAG(member)
#define X(place, TYPE, member, ...) ONE_##TYPE(member)
        SV_SPACE_FIELDS(X)
#undef X
    };
    for (size_t k = 0; k < sizeof figures / sizeof figures[0]; k++) {
        const unsigned key = figures[k].key;
        int32_t value;
        if (found[key] != NULL) {
            SVI_TRY(svi_tree_number(r->layer->tree, found[key], at(r, key), &value));
            memcpy((char *)space + figures[k].offset, &value, sizeof value);
        }
    }
    if (found[SVI_SPACE_price] != NULL && found[SVI_SPACE_mortgage] == NULL) {
        space->mortgage = space->price / 2;
    }
    if (found[SVI_SPACE_house_cost] != NULL && found[SVI_SPACE_hotel_cost] == NULL) {
        space->hotel_cost = space->house_cost;
    }
    return SV_OK;
}

/* Notes where a space or card stands, and each of its keys. */
static void note_origins(const struct svi_layer *layer, struct svi_origin keys[], unsigned count,
                         const yaml_node_t *node, const yaml_node_t *const found[])
{
    svi_origin_set(&keys[0], layer, node);
    for (unsigned k = 1; k < count; k++) {
        if (found[k] != NULL) {
            svi_origin_set(&keys[k], layer, found[k]);
        }
    }
}

/* Lays the keys of `node` over space `index`; a space that becomes another kind starts afresh. */
static enum sv_status read_space(struct reading *r, const yaml_node_t *node,
                                 const yaml_node_t *const found[SVI_SPACE_COUNT], unsigned index)
{
    struct svi_tree *tree = r->layer->tree;
    struct sv_space *space = &r->layer->loader->e->space[index];
    bool fresh = false;
    if (found[SVI_SPACE_name] != NULL) {
        SVI_TRY(svi_tree_text(tree, found[SVI_SPACE_name], at(r, SVI_SPACE_name), space->name,
                              SV_MAX_NAME));
    }
    if (found[SVI_SPACE_kind] != NULL) {
        uint8_t kind = 0;
        SVI_TRY(svi_layer_word(r->layer, found[SVI_SPACE_kind], at(r, SVI_SPACE_kind),
                               sv_space_kind_name, SV_SPACE_KIND_COUNT, &kind));
        fresh = r->whole || kind != space->kind;
        if (fresh) {
            char name[SV_MAX_NAME];
            memcpy(name, space->name, sizeof name);
            memset(space, 0, sizeof *space);
            memcpy(space->name, name, sizeof name);
            space->kind = kind;
            space->group = SV_NONE;
        }
    }
    if (found[SVI_SPACE_group] != NULL) {
        SVI_TRY(read_group(r, found[SVI_SPACE_group], space));
    } else if (fresh) {
        SVI_TRY(default_group(r, node, space));
    }
    if (found[SVI_SPACE_rent] != NULL) {
        SVI_TRY(read_rents(r, found[SVI_SPACE_rent], space));
    }
    if (found[SVI_SPACE_income] != NULL) {
        bool income = false;
        SVI_TRY(svi_tree_bool(tree, found[SVI_SPACE_income], at(r, SVI_SPACE_income), &income));
        space->income = income;
    }
    SVI_TRY(read_figures(r, found, space));
    note_origins(r->layer, r->layer->loader->space[index].key, SVI_SPACE_COUNT, node, found);
    return SV_OK;
}

static enum sv_status map_board(struct svi_layer *layer, const yaml_node_t *node, bool declared)
{
    struct svi_loader *loader = layer->loader;
    size_t count;
    SVI_TRY(svi_tree_list(layer->tree, node, "board", SV_MAX_SPACES, &count));
    memset(loader->e->space, 0, sizeof loader->e->space);
    memset(loader->space, 0, sizeof loader->space);
    loader->e->n_spaces = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        struct reading r = {
            .layer = layer, .list = "board", .item = i, .whole = true, .declared = declared};
        const yaml_node_t *item = svi_tree_item(layer->tree, node, i), *found[SVI_SPACE_COUNT];
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "board[%u]", i);
        SVI_TRY(svi_tree_mapping(layer->tree, item, key, svi_space_keys, SVI_SPACE_COUNT, found));
        static const unsigned required[] = {SVI_SPACE_kind, SVI_SPACE_name};
        for (size_t k = 0; k < sizeof required / sizeof required[0]; k++) {
            if (found[required[k]] == NULL) {
                return svi_tree_wrong(layer->tree, item, at(&r, required[k]), SV_E_MISSING,
                                      "found none, expected one for every space");
            }
        }
        int32_t index = (int32_t)i;
        if (found[SVI_SPACE_index] != NULL) {
            SVI_TRY(svi_tree_number(layer->tree, found[SVI_SPACE_index], at(&r, SVI_SPACE_index),
                                    &index));
            if (index != (int32_t)i) {
                return svi_tree_wrong(layer->tree, found[SVI_SPACE_index], r.key, SV_E_RANGE,
                                      "found %d, expected %u, its place in the list", (int)index,
                                      i);
            }
        }
        SVI_TRY(read_space(&r, item, found, i));
    }
    return SV_OK;
}

/* names: a text for every space, in order. */
static enum sv_status map_names(struct svi_layer *layer, const yaml_node_t *node)
{
    struct svi_loader *loader = layer->loader;
    size_t count;
    SVI_TRY(svi_tree_list(layer->tree, node, "names", SV_MAX_SPACES, &count));
    if (count != loader->e->n_spaces) {
        return svi_tree_wrong(layer->tree, node, "names", SV_E_LENGTH,
                              "found %zu names, expected %u, one for every space", count,
                              loader->e->n_spaces);
    }
    for (size_t i = 0; i < count; i++) {
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "names[%zu]", i);
        const yaml_node_t *item = svi_tree_item(layer->tree, node, i);
        SVI_TRY(svi_tree_text(layer->tree, item, key, loader->e->space[i].name, SV_MAX_NAME));
        svi_origin_set(&loader->space[i].key[SVI_SPACE_name], layer, item);
    }
    return SV_OK;
}

/* spaces: changes to single spaces, each by its index. */
static enum sv_status map_spaces(struct svi_layer *layer, const yaml_node_t *node)
{
    size_t count;
    SVI_TRY(svi_tree_list(layer->tree, node, "spaces", SV_MAX_SPACES, &count));
    bool seen[SV_MAX_SPACES] = {false};
    for (size_t i = 0; i < count; i++) {
        struct reading r = {.layer = layer, .list = "spaces", .item = i};
        const yaml_node_t *item = svi_tree_item(layer->tree, node, i), *found[SVI_SPACE_COUNT];
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "spaces[%zu]", i);
        SVI_TRY(svi_tree_mapping(layer->tree, item, key, svi_space_keys, SVI_SPACE_COUNT, found));
        int32_t index = -1;
        if (found[SVI_SPACE_index] == NULL) {
            return svi_tree_wrong(layer->tree, item, at(&r, SVI_SPACE_index), SV_E_MISSING,
                                  "found none, expected the number of a space");
        }
        SVI_TRY(
            svi_tree_number(layer->tree, found[SVI_SPACE_index], at(&r, SVI_SPACE_index), &index));
        if (index < 0 || index >= layer->loader->e->n_spaces) {
            return svi_tree_wrong(layer->tree, found[SVI_SPACE_index], r.key, SV_E_RANGE,
                                  "found %d, expected the number of a space, 0 to %d", (int)index,
                                  layer->loader->e->n_spaces - 1);
        }
        if (seen[index]) {
            return svi_tree_wrong(layer->tree, found[SVI_SPACE_index], r.key, SV_E_DUPLICATE,
                                  "found %d twice, expected it once", (int)index);
        }
        seen[index] = true;
        SVI_TRY(read_space(&r, item, found, (unsigned)index));
    }
    return SV_OK;
}

/* ---- decks and cards ----------------------------------------------------------------------- */

static const char *const deck_keys[SVI_DECK_COUNT] = {
#define X(name) #name,
    SVI_DECK_KEYS(X)
#undef X
};

static const char *const default_names[SV_DECK_COUNT] = {
    [SV_DECK_CHANCE] = "Chance",
    [SV_DECK_CHEST] = "Community Chest",
    [SV_DECK_BUS] = "Bus Tickets",
};

/* Reading one card: where it stands in the file. */
struct card_reading {
    struct svi_layer *layer;
    unsigned deck;
    const char *list; /* "cards", "add" or "change" */
    size_t item;
    char key[KEY_SIZE];
};

static const char *card_at(struct card_reading *r, unsigned key)
{
    snprintf(r->key, sizeof r->key, "decks.%s.%s[%zu].%s", sv_deck_name(r->deck), r->list, r->item,
             svi_card_keys[key]);
    return r->key;
}

static const char *space_at(const void *words, size_t i)
{
    const struct sv_edition *e = words;
    return i < e->n_spaces ? e->space[i].name : NULL;
}

/* A space by its number or, when only one has it, by its name. */
static enum sv_status read_space_target(struct card_reading *r, const yaml_node_t *node,
                                        uint8_t *out)
{
    const struct sv_edition *e = r->layer->loader->e;
    const char *text = svi_tree_scalar(node);
    unsigned named = 0;
    int32_t number;
    if (text == NULL) {
        return svi_tree_unexpected(r->layer->tree, node, r->key, "a space");
    }
    if (svi_number_parse(text, &number)) {
        if (number < 0 || number >= e->n_spaces) {
            return svi_tree_wrong(r->layer->tree, node, r->key, SV_E_RANGE,
                                  "found space %d, expected 0 to %d", (int)number, e->n_spaces - 1);
        }
        *out = (uint8_t)number;
        return SV_OK;
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (strcmp(e->space[i].name, text) == 0) {
            *out = (uint8_t)i;
            named++;
        }
    }
    if (named > 1) {
        return svi_tree_wrong(r->layer->tree, node, r->key, SV_E_DUPLICATE,
                              "found '%s', the name of %u spaces, expected the number of one", text,
                              named);
    }
    const struct svi_choices choices = {
        .at = space_at, .words = e, .what = "the number or name of a space of the board"};
    return named == 1 ? SV_OK : svi_tree_not_among(r->layer->tree, node, r->key, &choices);
}

static enum sv_status read_target(struct card_reading *r, const yaml_node_t *node,
                                  struct sv_card *card)
{
    card_at(r, SVI_CARD_target);
    switch (svi_card_shapes[card->kind].target) {
    case SV_TARGET_SPACE:
        return read_space_target(r, node, &card->target);
    case SV_TARGET_KIND:
        return svi_layer_word(r->layer, node, r->key, sv_space_kind_name, SV_SPACE_KIND_COUNT,
                              &card->target);
    case SV_TARGET_DECK:
        return svi_layer_word(r->layer, node, r->key, sv_deck_name, SV_DECK_COUNT, &card->target);
    default: {
        char expected[64];
        snprintf(expected, sizeof expected, "none with kind %s", sv_card_kind_name(card->kind));
        return svi_tree_unexpected(r->layer->tree, node, r->key, expected);
    }
    }
}

static enum sv_status read_card_figures(struct card_reading *r,
                                        const yaml_node_t *const found[SVI_CARD_COUNT],
                                        struct sv_card *card)
{
    const struct {
        unsigned key;
        int32_t *value;
    } figures[] = {
#define CARD_MONEY(member) {SVI_CARD_##member, &card->member},
#define CARD_TEXT(member)
#define CARD_CARD_KIND(member)
#define CARD_TARGET(member)
#define X(place, TYPE, member, ...) CARD_##TYPE(member)
        SV_CARD_FIELDS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const yaml_node_t *node = found[figures[i].key];
        if (node != NULL) {
            SVI_TRY(svi_tree_number(r->layer->tree, node, card_at(r, figures[i].key),
                                    figures[i].value));
        }
    }
    if (found[SVI_CARD_per_hotel] != NULL && found[SVI_CARD_per_tower] == NULL) {
        card->per_tower = card->per_hotel; /* RULES 11.3 */
    }
    return SV_OK;
}

/* Lays the keys of a card over `card`; one that becomes another kind starts afresh but for id and
 * text. */
static enum sv_status read_card(struct card_reading *r,
                                const yaml_node_t *const found[SVI_CARD_COUNT], bool whole,
                                struct sv_card *card)
{
    if (found[SVI_CARD_text] != NULL) {
        SVI_TRY(svi_tree_text(r->layer->tree, found[SVI_CARD_text], card_at(r, SVI_CARD_text),
                              card->text, SV_MAX_TEXT));
    }
    if (found[SVI_CARD_kind] != NULL) {
        uint8_t kind = 0;
        SVI_TRY(svi_layer_word(r->layer, found[SVI_CARD_kind], card_at(r, SVI_CARD_kind),
                               sv_card_kind_name, SV_CARD_KIND_COUNT, &kind));
        if (whole || kind != card->kind) {
            card->kind = kind;
            card->target = SV_NONE;
            card->amount = 0;
            card->per_house = card->per_hotel = card->per_tower = card->per_depot = 0;
        }
    }
    if (found[SVI_CARD_target] != NULL) {
        SVI_TRY(read_target(r, found[SVI_CARD_target], card));
    }
    return read_card_figures(r, found, card);
}

/* The keys of one item of a list of cards; every item has an id. */
static enum sv_status read_keys(struct card_reading *r, const yaml_node_t *item,
                                const yaml_node_t *found[SVI_CARD_COUNT], char id[SV_MAX_NAME])
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "decks.%s.%s[%zu]", sv_deck_name(r->deck), r->list, r->item);
    SVI_TRY(svi_tree_mapping(r->layer->tree, item, key, svi_card_keys, SVI_CARD_COUNT, found));
    if (found[SVI_CARD_id] == NULL) {
        return svi_tree_wrong(r->layer->tree, item, card_at(r, SVI_CARD_id), SV_E_MISSING,
                              "found none, expected one for every card");
    }
    return svi_tree_text(r->layer->tree, found[SVI_CARD_id], card_at(r, SVI_CARD_id), id,
                         SV_MAX_NAME);
}

static unsigned find_card(const struct sv_card_deck *deck, const char *id)
{
    unsigned i = 0;
    while (i < deck->size && strcmp(deck->card[i].id, id) != 0) {
        i++;
    }
    return i;
}

/* Appends a card, or `copies` equal cards with ids ID_1, ID_2, ... (ID_01 from ten on). */
static enum sv_status append(struct card_reading *r, const yaml_node_t *item)
{
    struct svi_loader *loader = r->layer->loader;
    struct sv_card_deck *deck = &loader->e->deck[r->deck];
    const yaml_node_t *found[SVI_CARD_COUNT];
    struct sv_card card = {.target = SV_NONE};
    SVI_TRY(read_keys(r, item, found, card.id));
    if (found[SVI_CARD_kind] == NULL) {
        return svi_tree_wrong(r->layer->tree, item, card_at(r, SVI_CARD_kind), SV_E_MISSING,
                              "found none, expected one for every card");
    }
    SVI_TRY(read_card(r, found, true, &card));
    int32_t copies = 1;
    if (found[SVI_CARD_copies] != NULL) {
        SVI_TRY(svi_tree_number(r->layer->tree, found[SVI_CARD_copies], card_at(r, SVI_CARD_copies),
                                &copies));
        if (copies < 1 || copies > SV_MAX_CARDS) {
            return svi_tree_wrong(r->layer->tree, found[SVI_CARD_copies], r->key, SV_E_RANGE,
                                  "found %d, expected 1 to %d", (int)copies, SV_MAX_CARDS);
        }
    }
    if (deck->size + copies > SV_MAX_CARDS) {
        snprintf(r->key, sizeof r->key, "decks.%s.%s", sv_deck_name(r->deck), r->list);
        return svi_tree_wrong(r->layer->tree, item, r->key, SV_E_LENGTH,
                              "found %d cards, expected at most %d", deck->size + (int)copies,
                              SV_MAX_CARDS);
    }
    for (int32_t i = 1; i <= copies; i++) {
        struct sv_card *copy = &deck->card[deck->size];
        *copy = card;
        if (copies > 1) {
            const int width = copies < 10 ? 1 : 2;
            const int length = snprintf(copy->id, SV_MAX_NAME, "%.*s_%0*d", SV_MAX_NAME - 4,
                                        card.id, width, (int)i);
            memset(copy->id + length, 0, SV_MAX_NAME - (size_t)length);
        }
        note_origins(r->layer, loader->card[r->deck][deck->size].key, SVI_CARD_COUNT, item, found);
        deck->size++;
    }
    return SV_OK;
}

static enum sv_status change(struct card_reading *r, const yaml_node_t *item)
{
    struct svi_loader *loader = r->layer->loader;
    struct sv_card_deck *deck = &loader->e->deck[r->deck];
    const yaml_node_t *found[SVI_CARD_COUNT];
    char id[SV_MAX_NAME];
    SVI_TRY(read_keys(r, item, found, id));
    if (found[SVI_CARD_copies] != NULL) {
        return svi_tree_unexpected(r->layer->tree, found[SVI_CARD_copies],
                                   card_at(r, SVI_CARD_copies), "none in a change");
    }
    const unsigned i = find_card(deck, id);
    if (i == deck->size) {
        return svi_tree_unexpected(r->layer->tree, found[SVI_CARD_id], card_at(r, SVI_CARD_id),
                                   "the id of a card of the deck");
    }
    note_origins(r->layer, loader->card[r->deck][i].key, SVI_CARD_COUNT, item, found);
    return read_card(r, found, false, &deck->card[i]);
}

static enum sv_status map_cards(struct svi_layer *layer, unsigned d, const char *list,
                                const yaml_node_t *node,
                                enum sv_status (*read)(struct card_reading *, const yaml_node_t *))
{
    struct card_reading r = {.layer = layer, .deck = d, .list = list};
    snprintf(r.key, sizeof r.key, "decks.%s.%s", sv_deck_name(d), list);
    size_t count;
    SVI_TRY(svi_tree_list(layer->tree, node, r.key, SV_MAX_CARDS, &count));
    for (; r.item < count; r.item++) {
        SVI_TRY(read(&r, svi_tree_item(layer->tree, node, r.item)));
    }
    return SV_OK;
}

static enum sv_status map_removals(struct svi_layer *layer, unsigned d, const yaml_node_t *node)
{
    struct sv_card_deck *deck = &layer->loader->e->deck[d];
    struct svi_card_origin *origins = layer->loader->card[d];
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "decks.%s.remove", sv_deck_name(d));
    size_t count;
    SVI_TRY(svi_tree_list(layer->tree, node, key, SV_MAX_CARDS, &count));
    for (size_t k = 0; k < count; k++) {
        const yaml_node_t *item = svi_tree_item(layer->tree, node, k);
        const char *id = svi_tree_scalar(item);
        const unsigned i = id != NULL ? find_card(deck, id) : deck->size;
        if (i == deck->size) {
            return svi_tree_unexpected(layer->tree, item, key, "the id of a card of the deck");
        }
        deck->size--;
        memmove(&deck->card[i], &deck->card[i + 1], (deck->size - i) * sizeof deck->card[0]);
        memset(&deck->card[deck->size], 0, sizeof deck->card[0]);
        memmove(&origins[i], &origins[i + 1], (deck->size - i) * sizeof origins[0]);
    }
    return SV_OK;
}

static enum sv_status map_deck(struct svi_layer *layer, unsigned d, const yaml_node_t *node)
{
    struct sv_card_deck *deck = &layer->loader->e->deck[d];
    const yaml_node_t *found[SVI_DECK_COUNT];
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "decks.%s", sv_deck_name(d));
    SVI_TRY(svi_tree_mapping(layer->tree, node, key, deck_keys, SVI_DECK_COUNT, found));
    svi_origin_set(&layer->loader->deck[d], layer, node);
    if (found[SVI_DECK_name] != NULL) {
        snprintf(key, sizeof key, "decks.%s.name", sv_deck_name(d));
        SVI_TRY(svi_tree_text(layer->tree, found[SVI_DECK_name], key, deck->name, SV_MAX_NAME));
    } else if (deck->name[0] == 0) {
        snprintf(deck->name, SV_MAX_NAME, "%s", default_names[d]);
    }
    if (found[SVI_DECK_cards] != NULL) {
        deck->size = 0;
        memset(deck->card, 0, sizeof deck->card);
        SVI_TRY(map_cards(layer, d, "cards", found[SVI_DECK_cards], append));
    }
    if (found[SVI_DECK_remove] != NULL) {
        SVI_TRY(map_removals(layer, d, found[SVI_DECK_remove]));
    }
    if (found[SVI_DECK_change] != NULL) {
        SVI_TRY(map_cards(layer, d, "change", found[SVI_DECK_change], change));
    }
    if (found[SVI_DECK_add] != NULL) {
        SVI_TRY(map_cards(layer, d, "add", found[SVI_DECK_add], append));
    }
    return SV_OK;
}

static enum sv_status map_decks(struct svi_layer *layer, const yaml_node_t *decks)
{
    const yaml_node_t *found[SV_DECK_COUNT];
    const char *names[SV_DECK_COUNT];
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        names[d] = sv_deck_name(d);
    }
    SVI_TRY(svi_tree_mapping(layer->tree, decks, "decks", names, SV_DECK_COUNT, found));
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        if (found[d] != NULL) {
            SVI_TRY(map_deck(layer, d, found[d]));
        }
    }
    return SV_OK;
}

/* ---- the whole file ----------------------------------------------------------------------- */

static enum sv_status map_name(struct svi_layer *layer,
                               const yaml_node_t *const found[SVI_TOP_COUNT])
{
    struct sv_edition *e = layer->loader->e;
    if (found[SVI_TOP_name] == NULL) {
        return svi_tree_wrong(layer->tree, svi_tree_root(layer->tree), "name", SV_E_MISSING,
                              "found none, expected the name of the edition");
    }
    SVI_TRY(svi_tree_text(layer->tree, found[SVI_TOP_name], "name", e->name, sizeof e->name));
    if (e->name[strspn(e->name, "abcdefghijklmnopqrstuvwxyz0123456789_-")] != 0) {
        return svi_tree_unexpected(layer->tree, found[SVI_TOP_name], "name",
                                   "lower-case letters, digits, - and _ only");
    }
    if (found[SVI_TOP_title] == NULL) {
        memset(e->title, 0, sizeof e->title);
        memcpy(e->title, e->name, sizeof e->name);
        return SV_OK;
    }
    return svi_tree_text(layer->tree, found[SVI_TOP_title], "title", e->title, sizeof e->title);
}

enum sv_status svi_edition_map(struct svi_layer *layer,
                               const yaml_node_t *const found[SVI_TOP_COUNT])
{
    struct svi_loader *loader = layer->loader;
    for (unsigned k = 0; k < SVI_TOP_COUNT; k++) {
        if (found[k] != NULL) {
            svi_origin_set(&loader->top[k], layer, found[k]);
        }
    }
    SVI_TRY(map_name(layer, found));
    if (found[SVI_TOP_rules] != NULL) {
        SVI_TRY(map_rules(layer, found[SVI_TOP_rules]));
    }
    if (found[SVI_TOP_board] != NULL) {
        /* Another board: the groups and cards of the old board mean nothing here. */
        loader->e->n_groups = 0;
        memset(loader->e->deck, 0, sizeof loader->e->deck);
        memset(loader->card, 0, sizeof loader->card);
    }
    if (found[SVI_TOP_groups] != NULL) {
        SVI_TRY(map_groups(layer, found[SVI_TOP_groups]));
    }
    if (found[SVI_TOP_board] != NULL) {
        SVI_TRY(map_board(layer, found[SVI_TOP_board], found[SVI_TOP_groups] != NULL));
    }
    if (found[SVI_TOP_names] != NULL) {
        SVI_TRY(map_names(layer, found[SVI_TOP_names]));
    }
    if (found[SVI_TOP_spaces] != NULL) {
        SVI_TRY(map_spaces(layer, found[SVI_TOP_spaces]));
    }
    if (found[SVI_TOP_decks] != NULL) {
        SVI_TRY(map_decks(layer, found[SVI_TOP_decks]));
    }
    return SV_OK;
}
