/* What seats did wrong in a game, by its decisions. */
#ifndef SVI_TOOLS_REPLAY_INCIDENTS_H
#define SVI_TOOLS_REPLAY_INCIDENTS_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

/* A decision that was late, malformed, illegal or dead, or by which its seat forfeited. */
struct svi_incident {
    uint32_t decision; /* from 1, as the viewer's #d=N has it */
    uint8_t seat;
    size_t text, size; /* where its line stands, and its bytes, the end of line among them */
};

struct svi_incidents {
    struct svi_incident *list; /* in the order of decisions */
    size_t n, room;
    struct svi_buf text; /* lines as `solvent replay` has them, but with the number of the decision:
                            whose answer, why, and what it was */
};

/* Finds those of a recorded game; one that cannot be read has none. Without memory there may be
 * fewer. To be finished in any case. */
void svi_incidents_init(struct svi_incidents *incidents, const uint8_t *replay, size_t size);
void svi_incidents_finish(struct svi_incidents *incidents);

#endif
