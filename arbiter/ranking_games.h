/* The results of a store as the statistics take them. */
#ifndef SVI_ARBITER_RANKING_GAMES_H
#define SVI_ARBITER_RANKING_GAMES_H

#include "arbiter/store.h"
#include "stats/games.h"

/* Adds every bot of the league, played or not, and every match that is in and counts (svi_store_counts()), then orders. `games` is initialised by it. SV_E_SYSTEM:
 * the store cannot be read, or no memory: a line says so in `error`, and there is nothing to finish. */
enum sv_status svi_ranking_games(struct svi_store *store, struct svi_games *games, char *error,
                                 size_t error_size);

#endif
