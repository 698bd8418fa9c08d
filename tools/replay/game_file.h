/* Getting at the bytes of a recorded game: FILE.svr, or STORE.db#N for game N of a league's store.
 */
#ifndef SVI_TOOLS_REPLAY_GAME_FILE_H
#define SVI_TOOLS_REPLAY_GAME_FILE_H

#include "tools/console/exit.h"

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>

/* Larger files are refused: no game comes near. */
#define SVI_GAME_FILE_MAX (256u << 20)

/* Reads a file as a whole into `bytes`, which must be initialised. Anything but SVI_EXIT_DONE
 * leaves one line in `error`, which names the file. */
enum svi_exit svi_game_file_read(const char *path, struct svi_buf *bytes, struct svi_error *error);

/* The same for what a user names: a path, or STORE.db#N unless there is a file of that name.
 * *sealed: it is a game of a store in which other games on its seed are still missing, so the seed
 * is not to be shown. */
enum svi_exit svi_game_file_load(const char *name, struct svi_buf *bytes, bool *sealed,
                                 struct svi_error *error);

/* True for a file that begins as an SQLite database does. */
bool svi_game_file_is_store(const char *path);

#endif
