/* Reads the keys of an edition file, for edition_file.c. */
#ifndef SVI_EDITION_EDITION_MAP_H
#define SVI_EDITION_EDITION_MAP_H

#include "edition/loader.h"

/* Lays a file over the edition loaded so far; `found` are its top keys, nodes of layer->tree, or
 * NULL for keys that it leaves out. edition_file.c calls it for each file, the innermost extended
 * one first, and owns the layer and the tree; texts are copied from the nodes.
 *
 * Returns the status of the first mistake (SV_E_TYPE, SV_E_LENGTH, SV_E_DUPLICATE, SV_E_MISSING or
 * SV_E_RANGE), with its line in layer->loader->error. The edition is half loaded then, and the
 * caller clears it. */
enum sv_status svi_edition_map(struct svi_layer *layer,
                               const yaml_node_t *const found[SVI_TOP_COUNT]);

#endif
