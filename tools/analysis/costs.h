/* The costs of decisions over many games: sums by bot and kind of decision, which `solvent analyse`
 * prints (tools/analysis/print.h). */
#ifndef SVI_TOOLS_ANALYSIS_COSTS_H
#define SVI_TOOLS_ANALYSIS_COSTS_H

#include "tools/analysis/analysis.h"
#include "tools/analysis/spread.h"

struct svi_bot_costs {
    char name[SV_MAX_NAME];
    uint64_t games; /* seats, where it has several at a table */
    uint64_t decisions[SV_DECISION_COUNT];
    struct svi_spread cost[SV_DECISION_COUNT]; /* of a game, by kind */
    struct svi_spread all;                     /* of a game, of all kinds */
    uint64_t classes[SVI_CLASS_COUNT];
    struct svi_spread luck, others, drift, options, forfeit; /* as in struct svi_account */
};

struct svi_decision_costs {
    struct svi_bot_costs *bot;
    unsigned n;
    size_t room;
    uint64_t games;
    struct svi_spread drift, options; /* of all seats that were added, of all bots */
    bool failed;                      /* memory was missing for a bot: check it at the end */
};

/* Adds the costs of a set of seats in a game, of which it keeps nothing. `costs` is all 0 at
 * first. */
void svi_decision_costs_add(struct svi_decision_costs *costs, const struct svi_analysis *a,
                            unsigned seats);
void svi_decision_costs_finish(struct svi_decision_costs *costs);

#endif
