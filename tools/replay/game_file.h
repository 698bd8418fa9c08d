/* Reads the bytes of a recorded game: FILE.svr, or STORE.db#N for game N of a league's store.
 * Commands that take a game call it, or svi_recorded_create() (recorded.h). */
#ifndef SVI_TOOLS_REPLAY_GAME_FILE_H
#define SVI_TOOLS_REPLAY_GAME_FILE_H

#include "tools/console/exit.h"

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>

/* Larger files are refused; games are far smaller. */
#define SVI_GAME_FILE_MAX (256u << 20)

/* Reads a game that a user names: a path, or STORE.db#N unless there is a file of that name. Sets
 * *sealed for a game of a store in which other games on the game's seed are missing; do not show
 * the seed then. Returns SVI_EXIT_USAGE if a file cannot be read or is too large, or the store has
 * no such game, and SVI_EXIT_ENVIRONMENT without memory or if the store cannot be read; one line in
 * `error` names the file. `bytes` must be initialised and loses its former contents; the caller
 * finishes it in any case. Does not check that they are a game. */
enum svi_exit svi_game_file_load(const char *name, struct svi_buf *bytes, bool *sealed,
                                 struct svi_error *error);

/* Returns whether a file begins like an SQLite database; false if it cannot be read. */
bool svi_game_file_is_store(const char *path);

#endif
