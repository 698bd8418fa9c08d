/* The answers of a game that were not taken, a line each. */
#ifndef SVI_TOOLS_REPLAY_REJECTED_H
#define SVI_TOOLS_REPLAY_REJECTED_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

/* Appends, `before` each, a line as `solvent replay` has it: number of the event, whose answer,
 * why, and what it was; of the first `most` of them, and a line that says how many more there are.
 * A replay that cannot be read has none. */
void svi_replay_rejected(struct svi_buf *out, const uint8_t *bytes, size_t size, unsigned most,
                         const char *before);

#endif
