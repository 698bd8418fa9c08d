/* Describes the luck of each seat in a game, for people: `solvent luck` prints it, and `solvent
 * replay` behind the events. `out` is `failed` without memory. All arguments stay the caller's. */
#ifndef SVI_TOOLS_REPLAY_LUCK_TEXT_H
#define SVI_TOOLS_REPLAY_LUCK_TEXT_H

#include "job/points.h"

#include "base/buf.h"
#include "luck/replay_luck.h"

#include <stdbool.h>

#define SVI_LUCK_POINTS_TEXT (SVI_RATIO_TEXT + 1)

/* Appends a table of all seats, the moments that stand out, and an explanation of the terms. */
void svi_luck_text(const struct svi_game_luck *luck, const struct svi_moments *moments, bool bold,
                   struct svi_buf *out);

#endif
