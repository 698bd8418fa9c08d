#include "edition/loader.h"

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
    const struct svi_numbered words = {name_of, count};
    unsigned value = 0;
    SVI_TRY(svi_tree_word(layer->tree, node, key, &words, &value));
    *out = (uint8_t)value;
    return SV_OK;
}
