/* The log files of bots: their output, a file for each worker's process of a bot. svi_run() makes
 * the folder and opens logs; `solvent league run` turns and sweeps them, which reports no failure.
 * Workers count from 0. `league check` and `league plan` read the logs of their trials. */
#ifndef SVI_ARBITER_PROCESS_BOT_LOG_H
#define SVI_ARBITER_PROCESS_BOT_LOG_H

#include <stdbool.h>
#include <stdint.h>

/* Makes the folder of logs, which other users cannot enter. A folder that exists is closed to them
 * if it holds only logs. Returns false, with errno, if the folder cannot be made. If a file has
 * that name the result is true, and opening a log fails. */
bool svi_bot_log_make_folder(const char *folder);

/* Returns the path of a bot's log, never NULL, which the caller frees. FOLDER/NAME.log, and
 * FOLDER/NAME.WORKER.log for all workers but the first, numbered from 1. */
char *svi_bot_log_path(const char *folder, const char *bot, unsigned worker);

/* Opens a log for appending, closed to other users. The caller closes the descriptor. Returns -1
 * with errno on failure. */
int svi_bot_log_open(const char *folder, const char *bot, unsigned worker);

/* Before a run: renames a log of at least `most_bytes` to NAME.log.old, in place of an older one,
 * so that endless runs don't fill the disk. 0: no limit. */
void svi_bot_log_turn(const char *folder, const char *bot, unsigned worker, uint64_t most_bytes);

/* After a run: removes an empty log. */
void svi_bot_log_sweep(const char *folder, const char *bot, unsigned worker);

#endif
