/* Where a game turned: the events of chance that changed a seat's expected points most. The page of
 * a game and the TUI show them. The caller owns the array; nothing fails. */
#ifndef SVI_TOOLS_ANALYSIS_TURNINGS_H
#define SVI_TOOLS_ANALYSIS_TURNINGS_H

#include "tools/analysis/decisions.h"

#define SVI_TURNINGS 5u

struct svi_turning {
    uint32_t event; /* as --format jsonl counts; 0: who begins */
    unsigned seat;  /* the seat for which most changed */
    double points;  /* the change for that seat */
};

/* Finds the greatest turnings, in the order of the game. Returns their number, at most
 * SVI_TURNINGS. */
unsigned svi_turnings(const struct svi_decisions *d, struct svi_turning out[SVI_TURNINGS]);

#endif
