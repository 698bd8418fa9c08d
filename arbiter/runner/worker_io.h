/* What passes between a worker and its bots: frames both ways, time that runs out, and bots that
 * are lost. */
#ifndef SVI_ARBITER_RUNNER_WORKER_IO_H
#define SVI_ARBITER_RUNNER_WORKER_IO_H

#include "runner/worker_state.h"

/* Tells a bot that it is not needed any more. */
void svi_worker_dismiss(struct svi_bot_process *bot);

/* One frame to every bot that something is pending for. */
void svi_worker_flush(struct svi_worker *w);

/* Takes in what has arrived: from each bot no more than one buffer, so that nobody keeps us from
 * the others. */
void svi_worker_tend(struct svi_worker *w, const struct epoll_event *events, int n,
                     int64_t arrived_us);

/* Looks at a bot's processes if its open question has been looked at before, and excuses the time
 * until `until_us` that the machine has taken from them. */
void svi_worker_excuse(struct svi_bot_process *bot, int64_t until_us);

/* Lets time pass for the bots that are waited for, up to when we last began to look for what has
 * arrived. */
void svi_worker_look_for_late(struct svi_worker *w);

/* Once a tick: the stop flag, what bots print, and processes that have ended. */
void svi_worker_look_for_dead(struct svi_worker *w);

#endif
