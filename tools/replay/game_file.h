/* Reads a recorded game: FILE.svr, or STORE.db#N for game N of a league's store. */
#ifndef SVI_TOOLS_REPLAY_GAME_FILE_H
#define SVI_TOOLS_REPLAY_GAME_FILE_H

#include "tools/console/exit.h"

#include "base/buf.h"
#include "base/error.h"
#include "record/replay.h"

#include <stdbool.h>
#include <stdnoreturn.h>

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

/* As svi_game_file_load(), and returns *sealed. An error ends the process (svi_die()). */
bool svi_game_file_open(const char *name, struct svi_buf *bytes);

/* Returns whether a file begins like an SQLite database; false if it cannot be read. */
bool svi_game_file_is_store(const char *path);

/* A recorded game that a command has loaded: its bytes and its header, ready to be played again.
 * `replay`, its --diff, --drive and --html, `match` and the TUI begin with it. */

struct svi_recorded {
    const char *name; /* as the user names it */
    struct svi_buf bytes;
    struct svi_replay replay;
    struct svi_game game; /* not started */
};

/* Loads the game `name` (game_file.h) and reads its header. `name` must outlive the game. An error
 * ends the process, with the statuses of svi_game_file_load(), and SVI_EXIT_USAGE if the bytes are
 * no recorded game. Free the game by svi_recorded_destroy(), which takes NULL. */
struct svi_recorded *svi_recorded_create(const char *name);
void svi_recorded_destroy(struct svi_recorded *recorded);

/* Ends the process with the error of svi_replay_...() and SVI_EXIT_FAILED. */
noreturn void svi_recorded_fault(const struct svi_recorded *recorded);

#endif
