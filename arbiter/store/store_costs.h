/* Costs of bots that ask language models. `solvent llm run` keeps them beside a store `NAME.db`, in
 * `NAME.replies`; rankings read them. A store without that file has no costs. */
#ifndef SVI_ARBITER_STORE_STORE_COSTS_H
#define SVI_ARBITER_STORE_STORE_COSTS_H

#include "store/rows.h"

struct svi_store_cost {
    uint64_t number; /* of the match */
    const char *bot; /* its name; valid during the call */
    double tokens, dollars, seconds;
};

/* Calls `each` with the cost of each bot in each match that has one, ordered by bot. Returns
 * SV_E_SYSTEM, with a line in svi_store_error(), if the file beside the store cannot be read. */
enum sv_status svi_store_costs(struct svi_store *store,
                               void (*each)(void *user, const struct svi_store_cost *cost),
                               void *user);

#endif
