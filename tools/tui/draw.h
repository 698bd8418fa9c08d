/* Pictures of a moment on the screen (tui_screen.h): board, players, what is asked, log. */
#ifndef SVI_TOOLS_TUI_DRAW_H
#define SVI_TOOLS_TUI_DRAW_H

#include "tools/tui/board.h"
#include "tools/tui/timeline.h"

/* The board with the players and what is asked in its middle; `seat` is the chosen one, or SV_NONE. */
void svi_tui_draw_table(const struct svi_tui_board *board, const struct svi_tui_timeline *t,
                        unsigned seat);

/* The log around the moment, on `lines` lines from line `top` on; `full`: with all questions and answers. */
void svi_tui_draw_log(const struct svi_tui_timeline *t, bool full, unsigned top, unsigned lines);

/* Text on the whole screen but its last line, from its line `scroll` on. Returns how many lines it has. */
unsigned svi_tui_draw_page(const char *text, size_t size, unsigned scroll);

/* One line over the whole width. */
void svi_tui_draw_bar(unsigned line, const char *text, unsigned style);

#endif
