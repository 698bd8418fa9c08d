/* Top, switches, groups and spaces of an edition file; decks are in edition_decks.c. */
#include "edition/edition_map.h"

#include "edition/edition_decks.h"
#include "edition/rule_words.h"

#include <stdio.h>
#include <string.h>

#define KEY_SIZE 96

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
        enum sv_status status = svi_tree_text(layer->tree, name, "groups", text, sizeof text);
        if (status != SV_OK) {
            return status;
        }
        const unsigned g = find_group(layer->loader, text);
        if (g == layer->loader->e->n_groups &&
            (status = add_group(layer, name, "groups", text)) != SV_OK) {
            return status;
        }
        if (seen[g]) {
            return svi_tree_wrong(layer->tree, name, "groups", SV_E_DUPLICATE,
                                  "found '%s' twice, expected it once", text);
        }
        seen[g] = true;
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "groups.%s", text);
        status =
            svi_tree_text(layer->tree, value, key, layer->loader->e->group[g].name, SV_MAX_NAME);
        if (status != SV_OK) {
            return status;
        }
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
    enum sv_status status =
        svi_tree_text(r->layer->tree, node, at(r, SVI_SPACE_group), text, sizeof text);
    if (status != SV_OK) {
        return status;
    }
    const unsigned g = find_group(r->layer->loader, text);
    if (g == r->layer->loader->e->n_groups) {
        if (r->declared) {
            const struct svi_choices choices = {
                .at = group_at, .words = r->layer->loader, .what = "one of the keys of groups"};
            return svi_tree_not_among(r->layer->tree, node, r->key, &choices);
        }
        if ((status = add_group(r->layer, node, r->key, text)) != SV_OK) {
            return status;
        }
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
        const enum sv_status status = add_group(r->layer, node, at(r, SVI_SPACE_group), text);
        if (status != SV_OK) {
            return status;
        }
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
            const enum sv_status status =
                svi_tree_number(r->layer->tree, found[key], at(r, key), &value);
            if (status != SV_OK) {
                return status;
            }
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

static void note_origins(const struct svi_layer *layer, struct svi_space_origin *origin,
                         const yaml_node_t *node, const yaml_node_t *const found[SVI_SPACE_COUNT])
{
    svi_origin_set(&origin->key[0], layer, node);
    for (unsigned k = 1; k < SVI_SPACE_COUNT; k++) {
        if (found[k] != NULL) {
            svi_origin_set(&origin->key[k], layer, found[k]);
        }
    }
}

/* Lays the keys of `node` over space `index`; a space that becomes another kind starts afresh. */
static enum sv_status read_space(struct reading *r, const yaml_node_t *node,
                                 const yaml_node_t *const found[SVI_SPACE_COUNT], unsigned index)
{
    struct svi_tree *tree = r->layer->tree;
    struct sv_space *space = &r->layer->loader->e->space[index];
    enum sv_status status = SV_OK;
    bool fresh = false;
    if (found[SVI_SPACE_name] != NULL) {
        status = svi_tree_text(tree, found[SVI_SPACE_name], at(r, SVI_SPACE_name), space->name,
                               SV_MAX_NAME);
    }
    if (status == SV_OK && found[SVI_SPACE_kind] != NULL) {
        uint8_t kind = 0;
        status = svi_layer_word(r->layer, found[SVI_SPACE_kind], at(r, SVI_SPACE_kind),
                                sv_space_kind_name, SV_SPACE_KIND_COUNT, &kind);
        fresh = status == SV_OK && (r->whole || kind != space->kind);
        if (fresh) {
            char name[SV_MAX_NAME];
            memcpy(name, space->name, sizeof name);
            memset(space, 0, sizeof *space);
            memcpy(space->name, name, sizeof name);
            space->kind = kind;
            space->group = SV_NONE;
        }
    }
    if (status == SV_OK && found[SVI_SPACE_group] != NULL) {
        status = read_group(r, found[SVI_SPACE_group], space);
    } else if (status == SV_OK && fresh) {
        status = default_group(r, node, space);
    }
    if (status == SV_OK && found[SVI_SPACE_rent] != NULL) {
        status = read_rents(r, found[SVI_SPACE_rent], space);
    }
    if (status == SV_OK && found[SVI_SPACE_income] != NULL) {
        bool income = false;
        status = svi_tree_bool(tree, found[SVI_SPACE_income], at(r, SVI_SPACE_income), &income);
        space->income = income;
    }
    if (status == SV_OK) {
        status = read_figures(r, found, space);
    }
    note_origins(r->layer, &r->layer->loader->space[index], node, found);
    return status;
}

static enum sv_status map_board(struct svi_layer *layer, const yaml_node_t *node, bool declared)
{
    struct svi_loader *loader = layer->loader;
    size_t count;
    enum sv_status status = svi_tree_list(layer->tree, node, "board", SV_MAX_SPACES, &count);
    if (status != SV_OK) {
        return status;
    }
    memset(loader->e->space, 0, sizeof loader->e->space);
    memset(loader->space, 0, sizeof loader->space);
    loader->e->n_spaces = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        struct reading r = {
            .layer = layer, .list = "board", .item = i, .whole = true, .declared = declared};
        const yaml_node_t *item = svi_tree_item(layer->tree, node, i), *found[SVI_SPACE_COUNT];
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "board[%u]", i);
        status = svi_tree_mapping(layer->tree, item, key, svi_space_keys, SVI_SPACE_COUNT, found);
        if (status != SV_OK) {
            return status;
        }
        static const unsigned required[] = {SVI_SPACE_kind, SVI_SPACE_name};
        for (size_t k = 0; k < sizeof required / sizeof required[0]; k++) {
            if (found[required[k]] == NULL) {
                return svi_tree_wrong(layer->tree, item, at(&r, required[k]), SV_E_MISSING,
                                      "found none, expected one for every space");
            }
        }
        int32_t index = (int32_t)i;
        if (found[SVI_SPACE_index] != NULL) {
            status = svi_tree_number(layer->tree, found[SVI_SPACE_index], at(&r, SVI_SPACE_index),
                                     &index);
            if (status == SV_OK && index != (int32_t)i) {
                status =
                    svi_tree_wrong(layer->tree, found[SVI_SPACE_index], r.key, SV_E_RANGE,
                                   "found %d, expected %u, its place in the list", (int)index, i);
            }
        }
        if (status != SV_OK || (status = read_space(&r, item, found, i)) != SV_OK) {
            return status;
        }
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
        SVI_TRY(svi_decks_map(layer, found[SVI_TOP_decks]));
    }
    return SV_OK;
}
