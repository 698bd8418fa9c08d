/* Costs of decisions of a league's bots, from a sample of its games. The figures are the same
 * wherever a ranking is shown. */
#ifndef SVI_TOOLS_ANALYSIS_SAMPLE_H
#define SVI_TOOLS_ANALYSIS_SAMPLE_H

#include "tools/analysis/costs.h"

#include "store/store.h"

#include <stdatomic.h>
#include <stdint.h>

#define SVI_COSTS_SAMPLE 100u /* games at most, spread evenly over the store */

/* How the sample is analysed. */
struct svi_costs_pace {
    unsigned jobs;           /* threads */
    const atomic_bool *stop; /* ends it once it is true; NULL: never */
    const atomic_bool
        *gently; /* while it is true one thread takes half a percent of a core; NULL: never */
};

/* Rests after a piece of work when it goes gently. *since_us is the thread's own time when it had
 * rested last; the first time svi_costs_own_us(). */
int64_t svi_costs_own_us(void);
void svi_costs_rest(const struct svi_costs_pace *pace, int64_t *since_us);

/* Analyses the sample (SVI_DEPTH_QUICK). Whether there are figures: false where no game can be
 * analysed, or it was stopped. `costs` is filled anew, and to be finished after true. */
bool svi_decision_costs_sample(struct svi_decision_costs *costs, struct svi_store *store,
                               const struct svi_costs_pace *pace);

#endif
