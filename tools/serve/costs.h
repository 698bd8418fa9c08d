/* Costs of decisions and figures of play for the pages of a league, which may still run. A thread
 * computes them from samples of games, so that neither pages nor news wait. It computes them again
 * only when the number of games has doubled or the league is finished. */
#ifndef SVI_TOOLS_SERVE_COSTS_H
#define SVI_TOOLS_SERVE_COSTS_H

#include "tools/analysis/costs.h"
#include "tools/report/play_figures.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_site_costs;

/* Creates an empty set of figures for the store at `path`, which must outlive it. */
struct svi_site_costs *svi_site_costs_create(const char *path);

/* Stops the thread after the game that it is reading, and frees the figures. NULL is ignored. */
void svi_site_costs_destroy(struct svi_site_costs *costs);

/* Takes over finished figures, and starts the next computation if it is due. `games` of `planned`
 * games are visible. While the league is `running`, the thread yields to it. Returns whether there
 * are new figures. Returns quickly. Pointers from svi_site_costs_get() become invalid. */
bool svi_site_costs_turn(struct svi_site_costs *costs, uint64_t games, uint64_t planned,
                         bool running);

/* Returns the costs of decisions, or NULL if none are ready or no game can be analysed. */
const struct svi_decision_costs *svi_site_costs_get(const struct svi_site_costs *costs);

/* Returns the figures of play, or NULL as svi_site_costs_get(). */
const struct svi_play_figures *svi_site_costs_play(const struct svi_site_costs *costs);

#endif
