/* Shows a recorded game step by step in a terminal, for `solvent replay --tui`. `name` need only
 * live during the call. */
#ifndef SVI_TOOLS_TUI_TUI_H
#define SVI_TOOLS_TUI_TUI_H

#include "tools/console/exit.h"

/* Shows the game `name` (game_file.h) at event `at` (-1: 0) with `seat` selected (-1: no seat),
 * until the user quits. Prints errors on stderr in one line. Returns SVI_EXIT_USAGE if stdin or
 * stdout is no terminal, or the game, event or seat does not exist, and SVI_EXIT_ENVIRONMENT if the
 * terminal cannot be drawn on or without memory. Returns SVI_EXIT_FAILED, after the user quits, if
 * the file is damaged further on. docs/VIEWING.md lists the keys. */
enum svi_exit svi_tui(const char *name, long at, long seat);

#endif
