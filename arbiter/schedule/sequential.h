/* The terms of the sequential tests, `sprt` and `stop_when`: of a league file, and of `solvent
 * rank`. */
#ifndef SVI_ARBITER_SCHEDULE_SEQUENTIAL_H
#define SVI_ARBITER_SCHEDULE_SEQUENTIAL_H

#include "keys/league_keys.h"
#include "stats/sprt.h"

/* Why these values make no test: "found ..., expected ..."; NULL: they do. Bots
 * are numbers, one for each name. */
const char *svi_sprt_fault(const struct svi_group *sprt);
const char *svi_stop_fault(const struct svi_group *stop_when);

/* The test of values that make one. `seats` of the table at which candidate and baseline meet; 0:
 * they sit at different ones. Points need no seats. */
struct svi_sprt_settings svi_sprt_test(const struct svi_group *sprt, unsigned seats);

/* Whether the limits are in points, and not in Elo. */
static inline bool svi_sprt_in_points(const struct svi_group *sprt)
{
    return svi_group_has(sprt, SVI_SPRT_points0);
}

#endif
