/* Accounts for the luck of the games in a store that lacks it: from their replays, by several
 * threads. What is done stays done, so that the same call goes on after one that was stopped. Luck
 * of another version is found anew, unless it decides in the league. */
#ifndef SVI_ARBITER_LEAGUE_LUCK_FILL_H
#define SVI_ARBITER_LEAGUE_LUCK_FILL_H

#include "base/error.h"
#include "store/store.h"

#include <stdatomic.h>

struct svi_luck_fill {
    struct svi_store *store; /* open for writing */
    unsigned jobs;           /* threads, at least 1 */
    const atomic_bool
        *stop; /* when it becomes true the call returns within a second; may be NULL */
    void (*progress)(void *user, uint64_t done, uint64_t all); /* now and then; may be NULL */
    void *user;
};

/* SV_OK also when it was stopped: *done games of *all that lacked it have luck now. SV_E_SYSTEM:
 * store or memory; SV_E_HASH: a replay does not hold. A line says so. */
enum sv_status svi_luck_fill(const struct svi_luck_fill *fill, uint64_t *done, uint64_t *all,
                             struct svi_error *error);

#endif
