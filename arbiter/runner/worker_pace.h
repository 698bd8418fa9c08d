/* Finds a worker's bots that delay the others (runner/pace.h), and lets a run go on without them.
 * The run ends when all remaining matches wait for them, or a little later, and suspends these
 * matches for a later run. The loop of worker.c calls these functions. They cannot fail. The worker
 * owns bots and matches. */
#ifndef SVI_ARBITER_RUNNER_WORKER_PACE_H
#define SVI_ARBITER_RUNNER_WORKER_PACE_H

#include "runner/worker_state.h"

#define SVI_WORKER_DRAINING_US 250000 /* time in which matches without parked bots may end */

/* Calls `visit` for every seat of a bot, whether its process is there or lost. */
void svi_worker_visit_seats(struct svi_bot_process *bot,
                            void (*visit)(void *user, struct svi_bot_session_seat *seat),
                            void *user);

/* Once a tick: looks for bots that delay the others, and asks config->jobs.park() about them. */
void svi_worker_look_for_slow(struct svi_worker *w);

/* Returns whether a run that goes on without some bots must end. It must when every match in flight
 * has a parked bot or needs a process to be started, or when SVI_WORKER_DRAINING_US have passed. */
bool svi_worker_parted(struct svi_worker *w);

/* Takes all bots out of all matches in flight, and moves these matches to config->suspended. */
void svi_worker_suspend(struct svi_worker *w);

#endif
