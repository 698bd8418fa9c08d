/* What turning the seats of a deal saves, and what luck adjustment does: how many times as many
 * games it takes for the same interval of a difference of mean points, in the mean over pairs of
 * bots that met on SVI_FEW_DEALS deals or more, with single games of deals of their own and plain
 * points, as variances within these games say. */
#ifndef SVI_ARBITER_STATS_SAVED_H
#define SVI_ARBITER_STATS_SAVED_H

#include "stats/ratings.h"

#define SVI_SAVED_BOTS 256u /* beyond, it is not measured */

/* NAN: not known, or a deal has one game. */
struct svi_saved {
    double luck;     /* than with luck adjusted */
    double seatings; /* than with the deals' seatings as they are */
    double both;
};

/* `adjusted` (NULL: nothing is) tells points less luck. SV_E_SYSTEM: no memory. */
enum sv_status svi_saved_measure(struct svi_saved *saved, const struct svi_games *games,
                                 svi_mean_value *adjusted, const void *user);

#endif
