/* The terms of the sequential tests `sprt` and `stop_when`, in a league file and in `solvent rank`.
 * Called by format_sprt.c, format_stopping.c and `rank`. Groups come from league_keys.h and stay
 * the caller's. */
#ifndef SVI_ARBITER_SCHEDULE_SEQUENTIAL_H
#define SVI_ARBITER_SCHEDULE_SEQUENTIAL_H

#include "keys/league_keys.h"
#include "stats/sprt.h"

/* Return why these values make no test, "found ..., expected ...", or NULL if they do. The text is
 * constant. Bots are numbers, one for each name. */
const char *svi_sprt_fault(const struct svi_group *sprt);
const char *svi_stop_fault(const struct svi_group *stop_when);

/* Returns the test of valid values. `seats` are the seats of the table at which candidate and
 * baseline meet; 0: they sit at different tables. Limits in points need no seats. */
struct svi_sprt_settings svi_sprt_test(const struct svi_group *sprt, unsigned seats);

/* Returns whether the limits are in points, and not in Elo. */
static inline bool svi_sprt_in_points(const struct svi_group *sprt)
{
    return svi_group_has(sprt, SVI_SPRT_points0);
}

#endif
