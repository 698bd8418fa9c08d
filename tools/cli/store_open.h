/* The store of a command: to read all its games, and to find a bot in. */
#ifndef SVI_TOOLS_CLI_STORE_OPEN_H
#define SVI_TOOLS_CLI_STORE_OPEN_H

#include "tools/console/exit.h"
#include "tools/console/progress.h"

#include "store/store.h"

/* Opens a reader whose svi_store_results() says on stderr how far it is, and then how long the
 * command has been at work. The caller calls svi_progress_finish() before it prints.
 *
 * Returns DONE, or after a line that says what is wrong with the file, USAGE or ENVIRONMENT.
 * svi_store_destroy() ends it. `path` and `progress` must outlive it. */
enum svi_exit svi_store_open_shown(struct svi_store **store, const char *path,
                                   struct svi_progress *progress);

/* Finds a bot of the store by name. Returns its number, or n_bots after a line that suggests names;
 * `option` is what asked for it, "--bot: ", or empty. */
unsigned svi_store_bot(const struct svi_store *store, const char *path, const char *option,
                       const char *name);

#endif
