/* A recorded game as a command has it in hand: its bytes, its header read, ready to be played
 * again. */
#ifndef SVI_TOOLS_REPLAY_RECORDED_H
#define SVI_TOOLS_REPLAY_RECORDED_H

#include "tools/console/exit.h"

#include "record/replay.h"

struct svi_recorded {
    const char *name; /* as the user calls it */
    struct svi_buf bytes;
    struct svi_replay replay;
    struct svi_game game; /* not started */
};

/* Loads what `name` says (game_file.h), which must outlive the game, and reads its header. What is
 * wrong is told on stderr in one line, and NULL returned with the exit status in *failure. */
struct svi_recorded *svi_recorded_create(const char *name, enum svi_exit *failure);
void svi_recorded_destroy(struct svi_recorded *recorded);

/* Tells on stderr what svi_replay_...() has found, and says which exit status it is. */
enum svi_exit svi_recorded_fault(const struct svi_recorded *recorded);

#endif
