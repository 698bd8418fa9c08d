#include "edition/loader.h"

#include <stdio.h>
#include <string.h>

const char *const svi_space_keys[SVI_SPACE_COUNT] = {"index",
#define X(place, TYPE, member, ...) #member,
                                                     SV_SPACE_FIELDS(X)
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

/* The names of numbered values, for svi_expected(). */
struct numbered {
    const char *(*name_of)(unsigned);
    unsigned count;
};

static const char *numbered_at(const void *words, size_t i)
{
    const struct numbered *numbered = words;
    return i < numbered->count ? numbered->name_of((unsigned)i) : NULL;
}

enum sv_status svi_layer_word(const struct svi_layer *layer, const yaml_node_t *node,
                              const char *key, const char *(*name_of)(unsigned), unsigned count,
                              uint8_t *out)
{
    const char *text = svi_tree_scalar(node);
    for (unsigned i = 0; i < count; i++) {
        if (text != NULL && strcmp(text, name_of(i)) == 0) {
            *out = (uint8_t)i;
            return SV_OK;
        }
    }
    const struct numbered numbered = {name_of, count};
    const struct svi_choices choices = {.at = numbered_at, .words = &numbered};
    return svi_tree_not_among(layer->tree, node, key, &choices);
}
