/* The log files of bots: what a bot prints, a file for each worker's process of it. */
#ifndef SVI_ARBITER_PROCESS_BOT_LOG_H
#define SVI_ARBITER_PROCESS_BOT_LOG_H

#include <stdbool.h>
#include <stdint.h>

/* Makes the folder of logs, which other users cannot enter. A folder that exists is closed to them
 * if it holds only logs. Returns false, with errno, if there is no folder afterwards. */
bool svi_bot_log_make_folder(const char *folder);

/* The path of a bot's log, to be freed. FOLDER/NAME.log, and FOLDER/NAME.WORKER.log of all workers
 * but the first, from 1. */
char *svi_bot_log_path(const char *folder, const char *bot, unsigned worker);

/* Opens it at its end, closed to other users; -1, with errno. */
int svi_bot_log_open(const char *folder, const char *bot, unsigned worker);

/* Before a run: a log that has so many bytes or more becomes NAME.log.old, in place of an older
 * one, so that runs without end don't fill the disk. 0: there is no such limit. */
void svi_bot_log_turn(const char *folder, const char *bot, unsigned worker, uint64_t most_bytes);

/* After a run: takes a log that nothing stands in away. */
void svi_bot_log_sweep(const char *folder, const char *bot, unsigned worker);

#endif
