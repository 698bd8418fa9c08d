/* Reads the key `decks` of an edition file, for edition_map.c. */
#ifndef SVI_EDITION_EDITION_DECKS_H
#define SVI_EDITION_EDITION_DECKS_H

#include "edition/loader.h"

/* Lays the decks of a file over the edition loaded so far. The spaces must be loaded, because cards
 * may name them. svi_edition_map() calls it with a node of layer->tree; texts are copied from the
 * node. The layer and the nodes are the caller's. Returns the errors of svi_edition_map(), with a
 * line in layer->loader->error; the edition is half loaded then. */
enum sv_status svi_decks_map(struct svi_layer *layer, const yaml_node_t *decks);

#endif
