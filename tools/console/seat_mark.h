/* The letter and colour that mark a seat wherever a game is shown: in the terminal (tools/tui) and
 * on pages (tools/game_data). Both read it, as do pictures of `serve`: a table of constants. */
#ifndef SVI_TOOLS_CONSOLE_SEAT_MARK_H
#define SVI_TOOLS_CONSOLE_SEAT_MARK_H

#include <solvent/manifest.h>

struct svi_seat_mark {
    char letter;        /* A for seat 0 */
    const char *colour; /* name of the colour */
    const char *light;  /* on light pages, "#rrggbb"; contrast 4.5:1 against their white */
    const char *dark;   /* on dark pages; contrast 4.5:1 against their black */
    /* In terminals of 256 colours: the hue with contrast 3:1 against black and white. */
    short many;
    short few; /* in terminals of 8 colours: the nearest ANSI colour (1 red ... 6 cyan) */
};

/* Indexed by seat. */
extern const struct svi_seat_mark svi_seat_marks[SV_MAX_SEATS];

#endif
