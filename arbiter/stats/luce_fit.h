/* Newton's method for the fit of stats/luce.h. */
#ifndef SVI_ARBITER_STATS_LUCE_FIT_H
#define SVI_ARBITER_STATS_LUCE_FIT_H

#include "stats/luce.h"

/* Finds the values of a fit whose sets and features are gathered, with its information there.
 * False: no memory. */
bool svi_luce_maximise(struct svi_luce *luce);

#endif
