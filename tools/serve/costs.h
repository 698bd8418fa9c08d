/* What decisions cost bots and what happens in games, for the pages of a league that may still run:
 * worked out from samples of games by a thread of its own, so that neither pages nor news wait, and
 * anew only when the games have doubled or all are over. */
#ifndef SVI_TOOLS_SERVE_COSTS_H
#define SVI_TOOLS_SERVE_COSTS_H

#include "tools/analysis/costs.h"
#include "tools/report/play_figures.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_site_costs;

/* `path` must outlive it. */
struct svi_site_costs *svi_site_costs_create(const char *path);

/* Stops what runs; it takes as long as one game does. NULL is none. */
void svi_site_costs_destroy(struct svi_site_costs *costs);

/* Takes over figures that are done, and begins anew when it is time to: there are so many games to
 * be seen, of so many planned. While the league is `running` they are made gently. Whether there
 * are new figures. Short; not while somebody uses svi_site_costs_get(). */
bool svi_site_costs_turn(struct svi_site_costs *costs, uint64_t games, uint64_t planned,
                         bool running);

/* The figures; NULL: there are none yet, or no game can be analysed. */
const struct svi_decision_costs *svi_site_costs_get(const struct svi_site_costs *costs);

/* The same of what happens in games. */
const struct svi_play_figures *svi_site_costs_play(const struct svi_site_costs *costs);

#endif
