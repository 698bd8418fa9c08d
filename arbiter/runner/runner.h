/* The runner: plays the matches of a source with live bots and gives each finished game to a sink.
 *
 *     next() -> job -> [ worker: bots, clocks, games ] -> done()
 *
 * A worker is a thread with its own socket, its own process of every bot and its own matches in
 * flight; workers share nothing but the two callbacks. What is played does not depend on how many
 * there are, nor on the order in which jobs finish: a job is a pure function of its edition, seed
 * and seating, as long as the bots are.
 *
 * What a bot does wrong is never an error here: it is a verdict in the game's record, a strike, and
 * in the end a forfeited seat. arbiter/session/match_view.h tells the rules of strikes,
 * arbiter/session/clock.h those of time.
 */
#ifndef SVI_ARBITER_RUNNER_RUNNER_H
#define SVI_ARBITER_RUNNER_RUNNER_H

#include "runner/run_config.h"

/* Plays until next() has no more and everything is finished, or done() or `stop` says so. Starts
 * the bots at once, ends them all before it returns, whatever happens. SV_OK also when every bot
 * was dead all along. SV_E_ARGUMENT: the configuration makes no sense. SV_E_SYSTEM: no socket,
 * folder, thread or memory. In both cases `error` holds one line. `stats` may be NULL. */
enum sv_status svi_run(const struct svi_run_config *config, struct svi_run_stats *stats,
                       struct svi_error *error);

#endif
