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

enum sv_status svi_layer_word(const struct svi_layer *layer, const yaml_node_t *node,
                              const char *key, const char *(*name_of)(unsigned), unsigned count,
                              uint8_t *out)
{
    const char *text = svi_tree_scalar(node);
    char expected[256] = "one of";
    size_t length = strlen(expected);
    for (unsigned i = 0; i < count; i++) {
        if (text != NULL && strcmp(text, name_of(i)) == 0) {
            *out = (uint8_t)i;
            return SV_OK;
        }
        const int added = snprintf(expected + length, sizeof expected - length, "%s %s",
                                   i == 0 ? "" : ",", name_of(i));
        length += added > 0 && (size_t)added < sizeof expected - length ? (size_t)added : 0;
    }
    return svi_tree_unexpected(layer->tree, node, key, expected);
}
