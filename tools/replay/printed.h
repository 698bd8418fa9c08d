/* What bots printed in a game of a store. */
#ifndef SVI_TOOLS_REPLAY_PRINTED_H
#define SVI_TOOLS_REPLAY_PRINTED_H

#include "tools/console/exit.h"

/* Prints what the bots in game `name`, STORE.db#N, printed, indented under a line for each seat,
 * and how a bot's process was lost there; of seat `seat` only unless that is -1. */
enum svi_exit svi_replay_printed(const char *name, long seat);

#endif
