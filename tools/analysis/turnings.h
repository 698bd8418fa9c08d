/* Where a game turned: the events of chance and the costly answers that changed most what somebody
 * might expect. */
#ifndef SVI_TOOLS_ANALYSIS_TURNINGS_H
#define SVI_TOOLS_ANALYSIS_TURNINGS_H

#include "tools/analysis/analysis.h"

#define SVI_TURNINGS 5u

struct svi_turning {
    uint32_t event;    /* as --format jsonl counts; 0: who begins */
    uint32_t decision; /* its place among the analysis's; UINT32_MAX: it was chance */
    unsigned seat;     /* the seat that answered, or for which chance changed most */
    double points;     /* the change for that seat */
};

/* Finds the greatest, in the order of the game. Returns how many there are, at most SVI_TURNINGS.
 */
unsigned svi_turnings(const struct svi_analysis *a, struct svi_turning out[SVI_TURNINGS]);

#endif
