/* Bots of a worker that delay the others (runner/pace.h), and how a run goes on without them: it
 * ends when all matches that are left wait for them, or soon, and suspends these for a later run.
 */
#ifndef SVI_ARBITER_RUNNER_WORKER_PACE_H
#define SVI_ARBITER_RUNNER_WORKER_PACE_H

#include "runner/worker_state.h"

#define SVI_WORKER_PARTING_US 250000 /* in which matches without parked bots may end */

/* Calls `visit` for every seat that a bot sits in, be its process there or lost. */
void svi_worker_visit_seats(struct svi_bot_process *bot,
                            void (*visit)(void *user, struct svi_bot_session_seat *seat),
                            void *user);

/* Once a tick: looks for bots that delay the others, and asks config->park() about them. */
void svi_worker_look_for_slow(struct svi_worker *w);

/* Returns whether a run that parts with bots is to end: all matches in flight are of parked bots or
 * wait for a process to be started, or others have had SVI_WORKER_PARTING_US. */
bool svi_worker_parted(struct svi_worker *w);

/* Takes all bots out of all matches in flight, and puts these into config->suspended. */
void svi_worker_suspend(struct svi_worker *w);

#endif
