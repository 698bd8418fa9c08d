/* Pictures of a moment on the screen (tui_screen.h): board, players, what is asked, log. */
#ifndef SVI_TOOLS_TUI_DRAW_H
#define SVI_TOOLS_TUI_DRAW_H

#include "tools/tui/board.h"
#include "tools/tui/log.h"

/* A moment of a game. */
struct svi_tui_scene {
    const struct svi_game *now;
    const struct svi_tui_log *log;
    uint32_t at;    /* the event after which that is */
    unsigned about; /* the seat whose question or answer that event is, or SV_NONE */
};

/* The board with the players and what is asked in its middle; `seat` is the chosen one, or SV_NONE.
 */
void svi_tui_draw_table(const struct svi_tui_board *board, const struct svi_tui_scene *scene,
                        unsigned seat);

/* The log around the moment, on `lines` lines from line `top` on; `full`: with all questions and
 * answers. */
void svi_tui_draw_log(const struct svi_tui_scene *scene, bool full, unsigned top, unsigned lines);

/* Draws text on the whole screen but its last line, from its line `scroll` on; long lines go on in
 * the next. Returns how many lines it takes. */
unsigned svi_tui_draw_page(const char *text, size_t size, unsigned scroll);

/* Draws a note whose last line is `bottom`, over up to six lines of what stands there. */
void svi_tui_draw_note(const char *text, unsigned bottom);

/* One line over the whole width. */
void svi_tui_draw_bar(unsigned line, const char *text, unsigned style);

#endif
