/* The output of bots in a game of a store, for `solvent replay --printed`. The name stays the
 * caller's. */
#ifndef SVI_TOOLS_REPLAY_PRINTED_H
#define SVI_TOOLS_REPLAY_PRINTED_H

#include "tools/console/exit.h"

/* Prints the output of the bots in game `name`, STORE.db#N, indented below a line for each seat,
 * and how a bot's process was lost in the game. A `seat` other than -1 selects one seat. Returns
 * SVI_EXIT_USAGE if the store, game or seat does not exist, SVI_EXIT_ENVIRONMENT if the store
 * cannot be read, each with a line on stderr. */
enum svi_exit svi_replay_printed(const char *name, long seat);

#endif
