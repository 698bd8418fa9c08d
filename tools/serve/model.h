/* A snapshot of a store: the figures of its finished deals, and the schedule. tools/serve/site.c
 * owns one, and replaces it by a newer one on the thread that brings figures. Pages are made from
 * it by the thread that answers requests, with the site's lock. `source` must outlive it; a pairing
 * is valid while `each` runs. */
#ifndef SVI_TOOLS_SERVE_MODEL_H
#define SVI_TOOLS_SERVE_MODEL_H

#include "schedule/schedule.h"
#include "store/store.h"
#include "tools/report/figures.h"
#include "tools/serve/request.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct svi_model {
    struct svi_store *store; /* the reader that the figures were read by */
    struct svi_figures figures;
    struct svi_schedule schedule;
    uint64_t version; /* set by the owner */
};

/* Reads the store into a new snapshot. With an `older` snapshot, unless it is NULL, only the games
 * that have been added since are read; the new snapshot does not need it afterwards. If `if_over`
 * too, *out is NULL unless further deals are finished or planned. *read grows by one with each
 * game, for other threads; `read` may be NULL. Returns the errors of svi_model_store(),
 * svi_league_store_schedule() and svi_figures_init(), with a line in `error`; *out is NULL then. */
enum sv_status svi_model_create(struct svi_model **out, const struct svi_site_source *source,
                                const struct svi_model *older, bool if_over, atomic_ullong *read,
                                struct svi_error *error);
void svi_model_destroy(struct svi_model *m);

/* Opens a reader that shows only finished deals, and what its viewers may see. Skips the deals that
 * the `older` reader has already seen finished; it may be NULL. Returns the errors of
 * svi_store_create_reader(), and then *store is NULL; reading fails with SV_E_SYSTEM when
 * source->stop becomes true. */
enum sv_status svi_model_store(struct svi_store **store, const struct svi_site_source *source,
                               const struct svi_store *older, struct svi_error *error);

/* Calls `each` with at most `most` of the next unfinished deals, in the order of play. Makes no
 * call if the store cannot be read. */
void svi_model_next_deals(struct svi_model *m, unsigned most,
                          void (*each)(void *user, const struct svi_pairing *p), void *user);

#endif
