/* Mean costs of a game for each bot that asks a language model, for the ranking's columns. */
#ifndef SVI_TOOLS_REPORT_MODEL_COSTS_H
#define SVI_TOOLS_REPORT_MODEL_COSTS_H

#include "stats/games.h"
#include "stats/ratings.h"
#include "store/store.h"

enum svi_model_cost { SVI_COST_TOKENS, SVI_COST_DOLLARS, SVI_COST_SECONDS, SVI_COSTS };

/* Costs of a bot, a game. `known` is false for a bot that asks no model. Intervals are those of
 * means over deals; NAN for few. */
struct svi_model_costs {
    bool known;
    struct svi_estimate mean[SVI_COSTS];
};

/* Reads the costs of the games of an ordered table from beside the store. *costs is by bot, for the
 * caller to free. Returns the status of svi_store_costs(). */
enum sv_status svi_model_costs_read(struct svi_store *store, const struct svi_games *games,
                                    struct svi_model_costs **costs);

#endif
