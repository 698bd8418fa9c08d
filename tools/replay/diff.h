/* The first difference of two recorded games. */
#ifndef SVI_TOOLS_REPLAY_DIFF_H
#define SVI_TOOLS_REPLAY_DIFF_H

#include "tools/console/exit.h"

#include <stdbool.h>

/* Plays both games side by side and prints what their headers differ in and the first event that
 * does; with `jsonl` as one JSON object. SVI_EXIT_DONE: the same game; SVI_EXIT_FAILED: they
 * differ. */
enum svi_exit svi_replay_diff(const char *name_a, const char *name_b, bool jsonl);

#endif
