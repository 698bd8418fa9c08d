/* Computes the missing luck of a store's games from their replays, on several threads. Results are
 * stored as they come, so the same call resumes one that was stopped. Luck of another version is
 * computed again, unless luck decides in the league. `luck --fill` calls it, and `league run` at
 * its end. Luck that is stored before an error stays. The store and all that `fill` points to stay
 * the caller's. */
#ifndef SVI_ARBITER_LEAGUE_LUCK_FILL_H
#define SVI_ARBITER_LEAGUE_LUCK_FILL_H

#include "base/error.h"
#include "store/store.h"

#include <stdatomic.h>

struct svi_luck_fill {
    struct svi_store *store; /* open for writing */
    unsigned jobs;           /* threads, 1 to SVI_MOST_WORKERS (thread/workers.h) */
    /* When it becomes true, the call returns within a second; may be NULL. */
    const atomic_bool *stop;
    /* Called now and then, by the thread that called svi_luck_fill(). May be NULL. */
    void (*progress)(void *user, uint64_t done, uint64_t all);
    void *user;
};

/* Computes the missing luck. Returns SV_OK also after a stop: *done of the *all games without luck
 * have it now. Returns SV_E_SYSTEM for failures of the store or memory, and SV_E_MISMATCH if a
 * replay does not follow the rules; a line has the reason. */
enum sv_status svi_luck_fill(const struct svi_luck_fill *fill, uint64_t *done, uint64_t *all,
                             struct svi_error *error);

#endif
