/* The matches of a worker: which begin, which go on, which are over. */
#ifndef SVI_ARBITER_RUNNER_WORKER_MATCHES_H
#define SVI_ARBITER_RUNNER_WORKER_MATCHES_H

#include "runner/worker_state.h"

/* Begins what can begin, in the order of the source as far as bots are free. */
void svi_worker_admit(struct svi_worker *w);

/* Moves on all that nobody is waited for in. True when a match has ended, so that others may begin.
 */
bool svi_worker_step(struct svi_worker *w);

#endif
