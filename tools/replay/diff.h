/* Finds the first difference of two recorded games, for `solvent replay --diff`. The names stay the
 * caller's. */
#ifndef SVI_TOOLS_REPLAY_DIFF_H
#define SVI_TOOLS_REPLAY_DIFF_H

#include "tools/console/exit.h"

#include <stdbool.h>

/* Plays both games side by side, and prints the differences of their headers and the first
 * different event; with `jsonl`, as one JSON object. Returns SVI_EXIT_DONE if the games are equal,
 * SVI_EXIT_FAILED if they differ. An error ends the process (svi_die()). */
enum svi_exit svi_replay_diff(const char *name_a, const char *name_b, bool jsonl);

#endif
