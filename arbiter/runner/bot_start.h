/* Starts a bot's process: chooses the files that it may see, its user, its socket, and the place
 * for its output. Only bot_process.c calls these functions. */
#ifndef SVI_ARBITER_RUNNER_BOT_START_H
#define SVI_ARBITER_RUNNER_BOT_START_H

#include "process/output.h"
#include "process/process.h"
#include "runner/connection.h"
#include "runner/run_config.h"

#include <stdbool.h>
#include <stddef.h>

/* The parameters of a start, and the objects that it fills. The caller owns all that is pointed to,
 * and has initialised the connection and the output. No process runs, and *page is NULL. */
struct svi_bot_start {
    const struct svi_run_config *config;
    const struct svi_bot_spec *spec; /* one of config->bots */
    const char *sockets;             /* folder of the worker's sockets */
    unsigned worker;
    bool sandboxed;
    bool users; /* each bot runs as a user of its own */
    /* Set when the warning that the bot runs as root has been printed. */
    bool *seen_as_root;
    struct svi_connection *connection;
    struct svi_process *process;
    struct svi_output *output;
    /* Gets the page of its relay, which the caller closes; stays NULL if it has no network. */
    struct svi_relay_page **page;
};

/* Starts a bot's process, and begins to listen for its connection and its output. Does not wait for
 * it to run. Returns SV_E_SYSTEM with one line in `error`; *ours says that we lack a resource,
 * which has nothing to do with the bot. An error may leave the connection, the output and the page
 * open. The caller closes them after an error too, and removes the folder of the socket. */
enum sv_status svi_bot_start(const struct svi_bot_start *start, bool *ours,
                             struct svi_error *error);

/* Returns whether the process, which has ended, could not be made to run the bot. Then fills
 * `error` and *ours as svi_bot_start() does. */
bool svi_bot_start_failed(const struct svi_bot_start *start, bool *ours, struct svi_error *error);

/* Writes the path of the folder that holds the bot's socket and nothing else, below the worker's
 * folder. */
void svi_bot_start_folder(const struct svi_bot_start *start, char *folder, size_t size);

#endif
