/* Draws a moment of a game on the screen (tools/tui/screen.h): board, players, question and log. */
#ifndef SVI_TOOLS_TUI_DRAW_H
#define SVI_TOOLS_TUI_DRAW_H

#include "tools/tui/board.h"
#include "tools/tui/log.h"

/* A moment of a game. */
struct svi_tui_scene {
    const struct svi_game *now;
    const struct svi_tui_log *log;
    uint32_t at;    /* the event after which the moment comes */
    unsigned about; /* seat of the question or answer that the event is, or SV_NONE */
};

/* Draws the board with the players and the question in its middle; `seat` is the selected one, or
 * SV_NONE. */
void svi_tui_draw_table(const struct svi_tui_board *board, const struct svi_tui_scene *scene,
                        unsigned seat);

/* Draws the log around the moment, on `lines` lines from line `top` on. `full` includes all
 * questions and answers. */
void svi_tui_draw_log(const struct svi_tui_scene *scene, bool full, unsigned top, unsigned lines);

/* Draws text on the whole screen except its last line, from the text's line `scroll` on; long lines
 * continue on the next line. Returns the number of lines of the text. */
unsigned svi_tui_draw_page(const char *text, size_t size, unsigned scroll);

/* Draws a note that ends on line `bottom` and covers up to six lines. */
void svi_tui_draw_note(const char *text, unsigned bottom);

/* Draws one line over the whole width. */
void svi_tui_draw_bar(unsigned line, const char *text, unsigned style);

#endif
