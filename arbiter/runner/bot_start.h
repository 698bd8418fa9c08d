/* How a bot's process is started: what it may see, as whom it runs, where it finds us and where its
 * prints go. */
#ifndef SVI_ARBITER_RUNNER_BOT_START_H
#define SVI_ARBITER_RUNNER_BOT_START_H

#include "process/output.h"
#include "process/process.h"
#include "runner/connection.h"
#include "runner/run_config.h"

#include <stdbool.h>
#include <stddef.h>

/* What is to be started, and what it fills. All that is pointed to is the caller's. */
struct svi_bot_start {
    const struct svi_run_config *config;
    const struct svi_bot_spec *spec; /* one of config->bots */
    const char *sockets;             /* the folder of the worker's sockets */
    unsigned worker;
    bool sandboxed;
    bool users;         /* each bot runs as a user of its own */
    bool *seen_as_root; /* somebody was warned that it runs as root */
    struct svi_connection *connection;
    struct svi_process *process;
    struct svi_output *output;
};

/* Starts a bot's process, listening for it and to what it prints, without waiting for it to run.
 * SV_E_SYSTEM: one line in `error`; with `ours` it is for a lack of ours, and has nothing to do
 * with the bot. */
enum sv_status svi_bot_start(const struct svi_bot_start *start, bool *ours,
                             struct svi_error *error);

/* Whether the process, which has ended, could not be made to run the bot: then likewise `error` and
 * `ours`. */
bool svi_bot_start_failed(const struct svi_bot_start *start, bool *ours, struct svi_error *error);

/* The folder of the bot's socket, below the worker's: nothing else is in it. */
void svi_bot_start_folder(const struct svi_bot_start *start, char *folder, size_t size);

#endif
