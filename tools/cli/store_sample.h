/* A sample of a store's games, drawn by lot: the same one each time. */
#ifndef SVI_TOOLS_CLI_STORE_SAMPLE_H
#define SVI_TOOLS_CLI_STORE_SAMPLE_H

#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_store_sample {
    double share; /* of all games, above 0 and up to 1 */
    struct svi_store *store;
};

/* Whether a game is in the sample (`user`): by the league's seed and its number. */
bool svi_store_sample_wants(void *user, uint64_t number);

#endif
