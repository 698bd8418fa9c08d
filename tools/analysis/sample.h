/* What decisions cost the bots of a league, by a sample of its games: the same figures wherever a
 * ranking is shown. */
#ifndef SVI_TOOLS_ANALYSIS_SAMPLE_H
#define SVI_TOOLS_ANALYSIS_SAMPLE_H

#include "tools/analysis/costs.h"

#include "store/store.h"

#include <stdatomic.h>

#define SVI_COSTS_SAMPLE 100u /* games at most, spread evenly over the store */

/* How the sample is analysed. */
struct svi_costs_pace {
    unsigned jobs;           /* threads */
    const atomic_bool *stop; /* ends it once it is true; NULL: never */
    const atomic_bool
        *gently; /* while it is true one thread takes a fiftieth of a core; NULL: never */
};

/* Analyses the sample (SVI_DEPTH_QUICK). Whether there are figures: false where no game can be
 * analysed, or it was stopped. `costs` is filled anew, and to be finished after true. */
bool svi_decision_costs_sample(struct svi_decision_costs *costs, struct svi_store *store,
                               const struct svi_costs_pace *pace);

#endif
