/* A worker: one thread, one epoll, its own process of every bot, its own matches in flight.
 *
 * A turn of its loop: begin what can begin, move on every game that nobody is waited for in, send
 * each bot one frame with all that is pending for it, wait until something arrives or a clock runs
 * out, take in all that has arrived, and look after the dead. It never waits to fill a frame.
 *
 * What memory a bot can make us use is bounded: frames from it by SVI_MAX_BOT_FRAME, frames to it
 * by the questions of its matches in flight and by SVI_CONNECTION_UNSENT_BYTES (then it is lost: it
 * has stopped reading). */
#ifndef SVI_ARBITER_RUNNER_WORKER_H
#define SVI_ARBITER_RUNNER_WORKER_H

#include "runner/worker_pool.h"

/* Plays as worker `number` (from 0) until there is nothing left to play. */
void svi_worker_run(struct svi_worker_pool *pool, unsigned number);

#endif
