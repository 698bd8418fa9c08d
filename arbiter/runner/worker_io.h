/* The traffic between a worker and its bots: frames both ways, clocks that run out, and bots that
 * are lost. The loop of worker.c calls these functions. A bot at fault is lost (bot_process.h). If
 * we have no memory or descriptors left, the run ends by svi_worker_pool_fail(). */
#ifndef SVI_ARBITER_RUNNER_WORKER_IO_H
#define SVI_ARBITER_RUNNER_WORKER_IO_H

#include "runner/bot_process.h"
#include "runner/live_match.h"
#include "runner/worker_state.h"

/* Puts the process of a bot that is UP, and has played nothing yet, into its first held match;
 * there must be one. */
void svi_recovery_take_up(struct svi_bot_process *bot, int64_t now_us);

/* Removes a match that is over from the bot's held matches. */
void svi_recovery_remove(struct svi_bot_process *bot, const struct svi_match *m);

/* Gives up all held matches of a bot that does not come again. */
void svi_recovery_give_up(struct svi_bot_process *bot);

/* Sends a bot the goodbye: it is not needed any more. */
void svi_worker_dismiss(struct svi_bot_process *bot);

/* Sends one frame to every bot with pending messages. */
void svi_worker_flush(struct svi_worker *w);

/* Handles epoll events. Reads at most one buffer from each bot, so that no bot keeps us from the
 * others. */
void svi_worker_tend(struct svi_worker *w, const struct epoll_event *events, int n,
                     int64_t arrived_us);

/* Settles questions that are late, and handles bots whose time is over, up to the moment when we
 * last began to look for arrivals. */
void svi_worker_look_for_late(struct svi_worker *w);

/* Once a tick: checks the time limit of the run, the bots' output, and processes that have
 * ended. */
void svi_worker_look_for_dead(struct svi_worker *w);

/* Finds a worker's bots that delay the others (runner/pace.h), and lets a run go on without them.
 * The run ends when all remaining matches wait for them, or a little later, and suspends these
 * matches for a later run. The loop of worker.c calls these functions. They cannot fail. The worker
 * owns bots and matches. */

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
