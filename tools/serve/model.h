/* What there is to be shown of a store at one moment: figures, computed once, and the schedule.
 * Nothing of a deal that is not over. */
#ifndef SVI_TOOLS_SERVE_MODEL_H
#define SVI_TOOLS_SERVE_MODEL_H

#include "schedule/schedule.h"
#include "store/store.h"
#include "tools/report/figures.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct svi_model {
    struct svi_store *store; /* the reader that the figures were read by */
    struct svi_figures figures;
    struct svi_schedule schedule;
    uint64_t version; /* the owner's */
};

/* With an `older` one (or NULL) only what is new in the store is read; with `if_over` too, and only
 * when further deals are over, or more is planned: *out is NULL when none are. *read (or NULL)
 * grows by one with each game. Once *stop (or NULL) it ends early, with SV_E_SYSTEM. Other errors
 * as of svi_store_create_reader() and svi_figures_init(), a line in `error`. */
enum sv_status svi_model_create(struct svi_model **out, const char *path,
                                const struct svi_model *older, bool if_over, atomic_ullong *read,
                                const atomic_bool *stop, struct svi_error *error);
void svi_model_destroy(struct svi_model *m);

/* Opens a store such that it shows only deals that are over, looking at those alone that were not
 * for the `older` reader (or NULL), and is stopped by `stop` (or NULL); *store is NULL on an error.
 */
enum sv_status svi_model_store(struct svi_store **store, const char *path,
                               const struct svi_store *older, const atomic_bool *stop,
                               struct svi_error *error);

/* Calls `each` with the next deals that are not over, at most so many. */
void svi_model_next_deals(struct svi_model *m, unsigned most,
                          void (*each)(void *user, const struct svi_pairing *p), void *user);

#endif
