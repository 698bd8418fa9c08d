/* The runner: plays the matches of a source with live bots and gives each finished game to a sink.
 *
 *     next() -> job -> [ worker: bots, clocks, games ] -> done()
 *
 * A worker is a thread with its own sockets, its own process of every bot and its own matches in
 * flight. Workers share only the callbacks. The games do not depend on the number of workers, nor
 * on the order in which jobs finish: a job is a pure function of its edition, seed and seating, as
 * long as the bots are.
 *
 * A bot's fault is never an error here: it is a verdict in the game's record, a strike, and in the
 * end a forfeited seat. arbiter/session/match_view.h has the rules of strikes,
 * arbiter/session/clock.h those of time.
 *
 * `solvent league run` plays by it, and so do `play`, `match`, `panel`, trials of bots, the load
 * benchmark and arbiter/probe. `config` and all that it points to belong to the caller, and must
 * outlive the call. */
#ifndef SVI_ARBITER_RUNNER_RUNNER_H
#define SVI_ARBITER_RUNNER_RUNNER_H

#include "runner/run_config.h"

/* Plays until next() has no more jobs and all matches are finished, or until done() or `stop` ends
 * the run. Starts bots when matches need them, and ends them all before it returns, whatever
 * happens.
 *
 * Returns SV_OK even if every bot was dead all along, or the run was stopped. Returns SV_E_ARGUMENT
 * if the configuration makes no sense. Returns SV_E_SYSTEM if the sandbox that it asks for does not
 * work, or if there is no socket, descriptor, folder, thread or memory. Other causes of SV_E_SYSTEM
 * are processes of a bot that are ended from outside (SVI_BOT_OUTSIDE), and with `debugging` a
 * process that is lost before it sat in a match. Both errors leave one line in `error`. done() has
 * had all matches that were finished before. *stats is filled in any case; `stats` may be NULL.
 *
 * A process makes one run at a time. The function itself initialises libsodium, and raises our
 * limit of open files. */
enum sv_status svi_run(const struct svi_run_config *config, struct svi_run_stats *stats,
                       struct svi_error *error);

#endif
