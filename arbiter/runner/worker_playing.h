/* The matches in flight of a worker, shown to spectators. */
#ifndef SVI_ARBITER_RUNNER_WORKER_PLAYING_H
#define SVI_ARBITER_RUNNER_WORKER_PLAYING_H

#include "runner/worker_state.h"

/* Once a second, all workers at about the same time: tells config->playing() of the matches in
 * flight. */
void svi_worker_tell_playing(struct svi_worker *w);

/* There are none any more. */
void svi_worker_end_playing(struct svi_worker *w);

#endif
