/* Shows a recorded game step by step in a terminal, for `solvent replay --tui`. `name` need only
 * live during the call. */
#ifndef SVI_TOOLS_TUI_TUI_H
#define SVI_TOOLS_TUI_TUI_H

/* Shows the game `name` (game_file.h) at event `at` (-1: 0) with `seat` selected (-1: no seat),
 * until the user quits. An error ends the process (svi_die()); if the file is damaged further on,
 * after the user quits. docs/VIEWING.md lists the keys. */
void svi_tui(const char *name, long at, long seat);

#endif
