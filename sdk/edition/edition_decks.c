/* Decks and cards of an edition file. */
#include "edition/edition_decks.h"

#include "base/number.h"
#include "game/edition_check.h"

#include <stdio.h>
#include <string.h>

#define KEY_SIZE 96

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
struct reading {
    struct svi_layer *layer;
    unsigned deck;
    const char *list; /* "cards", "add" or "change" */
    size_t item;
    char key[KEY_SIZE];
};

static const char *at(struct reading *r, unsigned key)
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
static enum sv_status read_space_target(struct reading *r, const yaml_node_t *node, uint8_t *out)
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

static enum sv_status read_target(struct reading *r, const yaml_node_t *node, struct sv_card *card)
{
    at(r, SVI_CARD_target);
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

static enum sv_status read_card_figures(struct reading *r,
                                        const yaml_node_t *const found[SVI_CARD_COUNT],
                                        struct sv_card *card)
{
    const struct {
        unsigned key;
        int32_t *value;
    } figures[] = {
#define ONE_MONEY(member) {SVI_CARD_##member, &card->member},
#define ONE_TEXT(member)
#define ONE_CARD_KIND(member)
#define ONE_TARGET(member)
#define X(place, TYPE, member, ...) ONE_##TYPE(member)
        SV_CARD_FIELDS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const yaml_node_t *node = found[figures[i].key];
        if (node != NULL) {
            const enum sv_status status =
                svi_tree_number(r->layer->tree, node, at(r, figures[i].key), figures[i].value);
            if (status != SV_OK) {
                return status;
            }
        }
    }
    if (found[SVI_CARD_per_hotel] != NULL && found[SVI_CARD_per_tower] == NULL) {
        card->per_tower = card->per_hotel; /* RULES 11.3 */
    }
    return SV_OK;
}

/* Lays the keys of a card over `card`; one that becomes another kind starts afresh but for id and
 * text. */
static enum sv_status read_card(struct reading *r, const yaml_node_t *const found[SVI_CARD_COUNT],
                                bool whole, struct sv_card *card)
{
    if (found[SVI_CARD_text] != NULL) {
        SVI_TRY(svi_tree_text(r->layer->tree, found[SVI_CARD_text], at(r, SVI_CARD_text),
                              card->text, SV_MAX_TEXT));
    }
    if (found[SVI_CARD_kind] != NULL) {
        uint8_t kind = 0;
        SVI_TRY(svi_layer_word(r->layer, found[SVI_CARD_kind], at(r, SVI_CARD_kind),
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

static void note_origins(const struct svi_layer *layer, struct svi_card_origin *origin,
                         const yaml_node_t *node, const yaml_node_t *const found[SVI_CARD_COUNT])
{
    svi_origin_set(&origin->key[0], layer, node);
    for (unsigned k = 1; k < SVI_CARD_COUNT; k++) {
        if (found[k] != NULL) {
            svi_origin_set(&origin->key[k], layer, found[k]);
        }
    }
}

/* The keys of one item of a list of cards; every item has an id. */
static enum sv_status read_keys(struct reading *r, const yaml_node_t *item,
                                const yaml_node_t *found[SVI_CARD_COUNT], char id[SV_MAX_NAME])
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "decks.%s.%s[%zu]", sv_deck_name(r->deck), r->list, r->item);
    SVI_TRY(svi_tree_mapping(r->layer->tree, item, key, svi_card_keys, SVI_CARD_COUNT, found));
    if (found[SVI_CARD_id] == NULL) {
        return svi_tree_wrong(r->layer->tree, item, at(r, SVI_CARD_id), SV_E_MISSING,
                              "found none, expected one for every card");
    }
    return svi_tree_text(r->layer->tree, found[SVI_CARD_id], at(r, SVI_CARD_id), id, SV_MAX_NAME);
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
static enum sv_status append(struct reading *r, const yaml_node_t *item)
{
    struct svi_loader *loader = r->layer->loader;
    struct sv_card_deck *deck = &loader->e->deck[r->deck];
    const yaml_node_t *found[SVI_CARD_COUNT];
    struct sv_card card = {.target = SV_NONE};
    SVI_TRY(read_keys(r, item, found, card.id));
    if (found[SVI_CARD_kind] == NULL) {
        return svi_tree_wrong(r->layer->tree, item, at(r, SVI_CARD_kind), SV_E_MISSING,
                              "found none, expected one for every card");
    }
    SVI_TRY(read_card(r, found, true, &card));
    int32_t copies = 1;
    if (found[SVI_CARD_copies] != NULL) {
        SVI_TRY(svi_tree_number(r->layer->tree, found[SVI_CARD_copies], at(r, SVI_CARD_copies),
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
        note_origins(r->layer, &loader->card[r->deck][deck->size], item, found);
        deck->size++;
    }
    return SV_OK;
}

static enum sv_status change(struct reading *r, const yaml_node_t *item)
{
    struct svi_loader *loader = r->layer->loader;
    struct sv_card_deck *deck = &loader->e->deck[r->deck];
    const yaml_node_t *found[SVI_CARD_COUNT];
    char id[SV_MAX_NAME];
    SVI_TRY(read_keys(r, item, found, id));
    if (found[SVI_CARD_copies] != NULL) {
        return svi_tree_unexpected(r->layer->tree, found[SVI_CARD_copies], at(r, SVI_CARD_copies),
                                   "none in a change");
    }
    const unsigned i = find_card(deck, id);
    if (i == deck->size) {
        return svi_tree_unexpected(r->layer->tree, found[SVI_CARD_id], at(r, SVI_CARD_id),
                                   "the id of a card of the deck");
    }
    note_origins(r->layer, &loader->card[r->deck][i], item, found);
    return read_card(r, found, false, &deck->card[i]);
}

static enum sv_status map_cards(struct svi_layer *layer, unsigned d, const char *list,
                                const yaml_node_t *node,
                                enum sv_status (*read)(struct reading *, const yaml_node_t *))
{
    struct reading r = {.layer = layer, .deck = d, .list = list};
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

enum sv_status svi_decks_map(struct svi_layer *layer, const yaml_node_t *decks)
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
