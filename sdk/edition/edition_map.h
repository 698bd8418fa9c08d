/* Reads the keys of an edition file. */
#ifndef SVI_EDITION_EDITION_MAP_H
#define SVI_EDITION_EDITION_MAP_H

#include "edition/loader.h"

/* Lays a file over the edition loaded so far; `found` are its top keys. edition_file.c calls it for
 * each file, the innermost extended one first. Returns the first mistake's status, with its line in
 * layer->loader->error. */
enum sv_status svi_edition_map(struct svi_layer *layer,
                               const yaml_node_t *const found[SVI_TOP_COUNT]);

#endif
