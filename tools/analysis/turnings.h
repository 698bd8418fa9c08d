/* Where a game turned: the events of chance and the costly answers that changed a seat's expected
 * points most. The page of a game and the TUI show them. The caller owns the array; nothing
 * fails. */
#ifndef SVI_TOOLS_ANALYSIS_TURNINGS_H
#define SVI_TOOLS_ANALYSIS_TURNINGS_H

#include "tools/analysis/analysis.h"

#define SVI_TURNINGS 5u

struct svi_turning {
    uint32_t event;    /* as --format jsonl counts; 0: who begins */
    uint32_t decision; /* place in the analysis's decisions; UINT32_MAX: it was chance */
    unsigned seat;     /* the seat that answered, or for which chance changed most */
    double points;     /* the change for that seat */
};

/* Finds the greatest turnings, in the order of the game. Returns their number, at most
 * SVI_TURNINGS. */
unsigned svi_turnings(const struct svi_analysis *a, struct svi_turning out[SVI_TURNINGS]);

#endif
