/* Draws a moment of a game on the screen (tools/tui/screen.h): board, players, question and log.
 * tools/tui/tui.c calls it between svi_tui_screen_clear() and svi_tui_screen_show(). Nothing here
 * can fail. Call svi_tui_board_init() first, and again when the screen's size changes; texts stay
 * the caller's. */
#ifndef SVI_TOOLS_TUI_DRAW_H
#define SVI_TOOLS_TUI_DRAW_H

#include "tools/tui/log.h"

#include <solvent/position.h>

#define SVI_TUI_MIN_LINES 24u
#define SVI_TUI_MIN_COLUMNS 80u

/* A layout. Lines and columns count from 0, at the upper left. */
struct svi_tui_board {
    unsigned height, width; /* size of the whole board */
    unsigned cell_height, cell_width;
    unsigned top[SV_MAX_SPACES], left[SV_MAX_SPACES]; /* upper left corner of each space's cell */
    unsigned inner_top, inner_left, inner_height, inner_width;
    /* Columns of a cell for its name. Owner and level take one column each, with `gap` blanks
     * before and after them. */
    unsigned name_width;
    unsigned gap;
};

/* The contents of a space's cell. */
struct svi_tui_face {
    char name[SV_MAX_NAME]; /* short, or in full if the cell has room */
    /* ">" and the marks of the players here, or their number; "" if no player is here. */
    char tokens[SV_MAX_SEATS + 4];
    /* Columns for the tokens: the name's, and the owner's on a space without a deed. */
    unsigned token_width;
    char owner; /* a seat's mark, '.' for a deed that is for sale, ' ' for no deed */
    char level; /* ' ', '1'-'4', 'H'otel, 'S'kyscraper, 'D'epot, 'm'ortgaged */
};

/* Lays out an edition's board on a screen of at least SVI_TUI_MIN_LINES x SVI_TUI_MIN_COLUMNS.
 * Leaves at least nine lines below the board, and room for eight players within it. */
void svi_tui_board_init(struct svi_tui_board *board, const struct sv_edition *edition,
                        unsigned lines, unsigned columns);

void svi_tui_board_face(const struct svi_tui_board *board, const struct sv_edition *edition,
                        const struct sv_position *position, unsigned space,
                        struct svi_tui_face *face);

/* Writes a space's name in `width` characters: its first letters, with the last word's initial if
 * two spaces would have equal names. */
void svi_tui_board_name(const struct sv_edition *edition, unsigned space, unsigned width,
                        char out[SV_MAX_NAME]);

/* A moment of a game. The timeline owns the game and the log. */
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
