/* What decisions cost the bots of a league, by a sample of its games: the same figures wherever a
 * ranking is shown. */
#ifndef SVI_TOOLS_ANALYSIS_SAMPLE_H
#define SVI_TOOLS_ANALYSIS_SAMPLE_H

#include "tools/analysis/costs.h"

#include "store/store.h"

#include <stdatomic.h>

#define SVI_COSTS_SAMPLE 100u /* games at most, spread evenly over the store */

/* Analyses the sample (SVI_DEPTH_QUICK) by so many threads; `stop` (or NULL) ends it. Whether there
 * are figures: false where no game can be analysed, or it was stopped. `costs` is filled anew, and
 * to be finished after true. */
bool svi_decision_costs_sample(struct svi_decision_costs *costs, struct svi_store *store,
                               unsigned jobs, const atomic_bool *stop);

#endif
