/* The output of bots in a game of a store, for `solvent replay --printed`. The name stays the
 * caller's. */
#ifndef SVI_TOOLS_REPLAY_PRINTED_H
#define SVI_TOOLS_REPLAY_PRINTED_H

#include "base/buf.h"
#include "job/points.h"
#include "luck/game_luck.h"

#include <stdbool.h>

/* Prints the output of the bots in game `name`, STORE.db#N, indented below a line for each seat,
 * and how a bot's process was lost in the game. A `seat` other than -1 selects one seat. An
 * error ends the process (svi_die()). */
void svi_replay_printed(const char *name, long seat);

/* Describes the luck of each seat in a game, for people: `solvent luck` prints it, and `solvent
 * replay` behind the events. `out` is `failed` without memory. All arguments stay the caller's. */

#define SVI_LUCK_POINTS_TEXT (SVI_RATIO_TEXT + 1)

/* Appends a table of all seats, the moments that stand out, and an explanation of the terms. */
void svi_luck_text(const struct svi_game_luck *luck, const struct svi_moments *moments, bool bold,
                   struct svi_buf *out);

#endif
