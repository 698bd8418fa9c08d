/* The number of workers that fit a machine, for `league run`, `league check` and `try`. Each worker
 * is a thread of ours and a process of every bot, and a bot's clock runs while its process waits
 * for a core. Functions cannot fail. */
#ifndef SVI_ARBITER_LEAGUE_CONCURRENCY_H
#define SVI_ARBITER_LEAGUE_CONCURRENCY_H

#include "config/league.h"

/* Returns how many of one worker's bot processes may be busy at once, at least 1. A busy bot plays
 * in one match or more, and a match mostly waits for one bot. */
unsigned svi_concurrency_busy(const struct svi_league *league);

/* Returns the number of workers whose busy bots and own threads have a core each, from 1 to `most`.
 * Returns 1 with remote bots, which connect to one worker. */
unsigned svi_concurrency_workers(const struct svi_league *league, unsigned cores, unsigned most);

#endif
