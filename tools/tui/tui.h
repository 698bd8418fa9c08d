/* A recorded game stepped through in a terminal. */
#ifndef SVI_TOOLS_TUI_TUI_H
#define SVI_TOOLS_TUI_TUI_H

#include "tools/console/exit.h"

/* Shows the game that `name` says (game_file.h), at event `at` (-1: 0) and with `seat` chosen (-1:
 * none), until the user has seen enough. What is wrong is told on stderr in one line:
 * SVI_EXIT_USAGE when stdin or stdout is no terminal, there is no such game, event or seat;
 * SVI_EXIT_FAILED, after it has been shown, when the file is damaged further on. docs/VIEWING.md
 * lists the keys. */
enum svi_exit svi_tui(const char *name, long at, long seat);

#endif
