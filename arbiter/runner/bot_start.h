/* How a bot's process is started: what it may see, as whom it runs, where it finds us and where its prints go. */
#ifndef SVI_ARBITER_RUNNER_BOT_START_H
#define SVI_ARBITER_RUNNER_BOT_START_H

#include "runner/bot_process.h"

/* Starts the process of a link, listening for it and to what it prints, without waiting for it to run. SV_E_SYSTEM: one line in
 * `error`; with `ours` it is for a lack of ours, and has nothing to do with the bot. */
enum sv_status svi_bot_start(struct svi_bot_process *bot, bool *ours, char *error,
                             size_t error_size);

/* Whether the process of a link, which has ended, could not be made to run the bot: then likewise `error` and `ours`. */
bool svi_bot_start_failed(const struct svi_bot_process *bot, bool *ours, char *error,
                          size_t error_size);

/* The folder of the bot's socket, below the worker's: nothing else is in it. */
void svi_bot_start_folder(const struct svi_bot_process *bot, char *folder, size_t size);

#endif
