/* Bots of a worker that hold the others up (runner/pace.h), and how a run goes on without them: it
 * ends when all matches that are left wait for them, and these are suspended for a later run. */
#ifndef SVI_ARBITER_RUNNER_WORKER_PACE_H
#define SVI_ARBITER_RUNNER_WORKER_PACE_H

#include "runner/worker_state.h"

/* Calls `visit` for every seat that a bot sits in, be its process there or lost. */
void svi_worker_visit_seats(struct svi_bot_process *bot,
                            void (*visit)(void *user, struct svi_bot_session_seat *seat),
                            void *user);

/* Once a tick: looks whom the matches wait for, and asks config->park() about those that hold the
 * others up. */
void svi_worker_look_for_slow(struct svi_worker *w);

/* Whether all matches in flight are of bots that are parked. */
bool svi_worker_waits_for_parked(struct svi_worker *w);

/* Takes all bots out of all matches in flight, and puts these into config->suspended. */
void svi_worker_suspend(struct svi_worker *w);

#endif
