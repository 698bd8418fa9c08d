/* A worker: one thread, one epoll set, its own process of every bot, its own matches in flight.
 *
 * A turn of its loop begins the matches that can begin, and moves on every game that awaits no
 * answer. It sends each bot one frame with all its pending messages, and waits until something
 * arrives or a clock runs out. It then reads all that has arrived, and handles processes that have
 * ended. It never waits to fill a frame.
 *
 * The memory that a bot can make us use is bounded: frames from it by SVI_MAX_BOT_FRAME, frames to
 * it by the questions of its matches in flight and by SVI_CONNECTION_UNSENT_BYTES. Beyond that the
 * bot is lost, as it has stopped reading. */
#ifndef SVI_ARBITER_RUNNER_WORKER_H
#define SVI_ARBITER_RUNNER_WORKER_H

#include "runner/worker_pool.h"

/* Plays as worker `number` until there is nothing left to play. svi_run() calls it: for worker 0 on
 * its own thread, for each other worker on a new one. Errors stop the pool
 * (svi_worker_pool_fail()). */
void svi_worker_run(struct svi_worker_pool *pool, unsigned number);

#endif
