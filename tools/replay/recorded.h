/* A recorded game that a command has loaded: its bytes and its header, ready to be played again.
 * `replay`, its --diff, --drive and --html, `match` and the TUI begin with it. */
#ifndef SVI_TOOLS_REPLAY_RECORDED_H
#define SVI_TOOLS_REPLAY_RECORDED_H

#include "tools/console/exit.h"

#include "record/replay.h"

struct svi_recorded {
    const char *name; /* as the user names it */
    struct svi_buf bytes;
    struct svi_replay replay;
    struct svi_game game; /* not started */
};

/* Loads the game `name` (game_file.h) and reads its header. `name` must outlive the game. On an
 * error, prints one line on stderr, sets *failure to the exit status and returns NULL. The statuses
 * are those of svi_game_file_load(), and SVI_EXIT_USAGE if the bytes are no recorded game. Free the
 * game by svi_recorded_destroy(). */
struct svi_recorded *svi_recorded_create(const char *name, enum svi_exit *failure);
void svi_recorded_destroy(struct svi_recorded *recorded);

/* Prints the error of svi_replay_...() on stderr, and returns SVI_EXIT_FAILED. */
enum svi_exit svi_recorded_fault(const struct svi_recorded *recorded);

#endif
