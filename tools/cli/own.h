/* solvent analyse STORE.db --depth play: how good a league's bots' decisions are, against learner's
 * in the same company (tools/analysis/own.h). cmd_analyse.c calls it; `how` stays the caller's. */
#ifndef SVI_TOOLS_CLI_OWN_H
#define SVI_TOOLS_CLI_OWN_H

#include "tools/cli/what_if.h"

/* Measures `games` games of each bot, at most, or of how->bot; some how->most decisions of each, 0
 * for all. Keeps what it finds in the store, and begins with what is there. Prints the result.
 * Returns as svi_what_if(). */
enum svi_exit svi_own(const struct svi_what_if *how, uint64_t games);

#endif
