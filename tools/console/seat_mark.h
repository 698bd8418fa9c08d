/* How a seat is marked wherever a game is shown, in the terminal and on pages: a letter, and a
 * colour. */
#ifndef SVI_TOOLS_CONSOLE_SEAT_MARK_H
#define SVI_TOOLS_CONSOLE_SEAT_MARK_H

#include <solvent/manifest.h>

struct svi_seat_mark {
    char letter;        /* A for seat 0 */
    const char *colour; /* in a word */
    const char *light;  /* on light pages, "#rrggbb": 4.5:1 against their white */
    const char *dark;   /* on dark pages: 4.5:1 against their black */
    short many;         /* in terminals of 256 colours: the same hue, 3:1 against black and white */
    short few;          /* in terminals of eight: the nearest, as of ANSI (1 red ... 6 cyan) */
};

/* By seat. */
extern const struct svi_seat_mark svi_seat_marks[SV_MAX_SEATS];

#endif
