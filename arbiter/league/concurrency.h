/* How many workers fit a machine: each is a thread of ours and a process of every bot, and a bot's
 * clock runs while its process waits for a core. */
#ifndef SVI_ARBITER_LEAGUE_CONCURRENCY_H
#define SVI_ARBITER_LEAGUE_CONCURRENCY_H

#include "config/league.h"

/* The cores that we may run on (sched_getaffinity(2)), at least 1. */
unsigned svi_concurrency_cores(void);

/* How many of one worker's bot processes may be busy at once: a bot is busy in one match or more,
 * and a match mostly waits for one bot. At least 1. */
unsigned svi_concurrency_busy(const struct svi_league *league);

/* The number of workers whose busy bots and own threads have a core each, from 1 to `most`; 1 with
 * remote bots, which come in at one place. */
unsigned svi_concurrency_workers(const struct svi_league *league, unsigned cores, unsigned most);

#endif
