/* Where the spaces of a board lie on a screen of characters, and what is written on each: a ring of
 * cells, with space 0 at the lower right and the others clockwise, around an inner part that is
 * left free. No terminal here. */
#ifndef SVI_TOOLS_TUI_BOARD_H
#define SVI_TOOLS_TUI_BOARD_H

#include <solvent/position.h>

#define SVI_TUI_MIN_LINES 24u
#define SVI_TUI_MIN_COLUMNS 80u

/* Lines and columns count from 0, at the upper left. */
struct svi_tui_board {
    unsigned height, width; /* of all of it */
    unsigned cell_height, cell_width;
    unsigned top[SV_MAX_SPACES], left[SV_MAX_SPACES]; /* of each space's cell */
    unsigned inner_top, inner_left, inner_height, inner_width;
    unsigned name_width; /* what a cell has for its name; owner and level take two more ... */
    unsigned gap;        /* ... with so many blanks before and after them */
};

/* What stands on a space. */
struct svi_tui_face {
    char name[SV_MAX_NAME];        /* short, or as it is where there is room */
    char tokens[SV_MAX_SEATS + 4]; /* ">" and the marks of those who stand here, or how many; "" */
    unsigned token_width; /* what they have: the name's place, and the owner's of no deed */
    char owner;           /* a seat's mark, '.' for a deed to be had, ' ' for no deed */
    char level;           /* ' ', '1'-'4', 'H'otel, 'S'kyscraper, 'D'epot, 'm'ortgaged */
};

/* Lays out an edition's board on a screen of at least SVI_TUI_MIN_LINES x SVI_TUI_MIN_COLUMNS, so
 * that at least nine lines are left below it and eight players find room within. */
void svi_tui_board_init(struct svi_tui_board *board, const struct sv_edition *edition,
                        unsigned lines, unsigned columns);

void svi_tui_board_face(const struct svi_tui_board *board, const struct sv_edition *edition,
                        const struct sv_position *position, unsigned space,
                        struct svi_tui_face *face);

/* A space's name in `width` characters: its first letters, with the last word's initial where
 * another space would be called the same. */
void svi_tui_board_name(const struct sv_edition *edition, unsigned space, unsigned width,
                        char out[SV_MAX_NAME]);

#endif
