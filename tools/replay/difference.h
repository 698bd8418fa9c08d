/* A live bot's answer held against the one that was recorded for it. */
#ifndef SVI_TOOLS_REPLAY_DIFFERENCE_H
#define SVI_TOOLS_REPLAY_DIFFERENCE_H

#include "tools/replay/live_seat.h"
#include "tools/replay/recorded_steps.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether both say the same, be they legal or not: a verdict depends on the clock, too. The game
 * waits for this answer. */
bool svi_answer_agrees(const struct svi_game *game, const struct svi_live_seat *live,
                       const struct svi_recorded_step *step);

/* Appends, where they don't: where the question stands (`events` have been so far), and a line for
 * each answer. */
void svi_say_difference(struct svi_buf *out, const struct svi_game *game, uint32_t events,
                        const struct svi_live_seat *live, const struct svi_recorded_step *step);

#endif
