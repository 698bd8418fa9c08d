/* The terminal: taken, written to safely, waited for, and given back as it was on every way out. */
#ifndef SVI_TOOLS_TUI_SCREEN_H
#define SVI_TOOLS_TUI_SCREEN_H

#include "base/error.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stddef.h>

/* How a text is shown; may be joined. On a terminal without colours a seat's is plain. */
enum svi_tui_style {
    SVI_TUI_PLAIN = 0,
    SVI_TUI_BOLD = 1 << 0,
    SVI_TUI_DIM = 1 << 1,
    SVI_TUI_REVERSE = 1 << 2,
    SVI_TUI_SEAT = 1 << 4, /* times 1 + the seat */
};
#define SVI_TUI_SEAT_STYLE(seat) ((unsigned)SVI_TUI_SEAT * ((unsigned)(seat) + 1))

/* What svi_tui_screen_key() may return beside characters (ASCII and beyond: Unicode). */
enum svi_tui_key {
    SVI_TUI_KEY_NONE = -1,   /* time is up */
    SVI_TUI_KEY_SIGNAL = -2, /* asked to end by a signal, or the terminal is gone */
    SVI_TUI_KEY_RESIZE = -3,
    SVI_TUI_KEY_LEFT = -4,
    SVI_TUI_KEY_RIGHT = -5,
    SVI_TUI_KEY_UP = -6,
    SVI_TUI_KEY_DOWN = -7,
    SVI_TUI_KEY_PAGE_UP = -8,
    SVI_TUI_KEY_PAGE_DOWN = -9,
    SVI_TUI_KEY_HOME = -10,
    SVI_TUI_KEY_END = -11,
    SVI_TUI_KEY_SHIFT_LEFT = -12,
    SVI_TUI_KEY_SHIFT_RIGHT = -13,
    SVI_TUI_KEY_BACKSPACE = -14,
    SVI_TUI_KEY_ENTER = -15,
    SVI_TUI_KEY_ESCAPE = -16,
    SVI_TUI_KEY_OTHER = -17,
};

/* Takes the terminal of stdin and stdout. One at a time. False with one line in `error` when it
 * cannot be done; then the terminal is as it was. */
bool svi_tui_screen_open(struct svi_error *error);

/* Gives it back. If a signal asked for the end (SIGINT, SIGTERM, SIGHUP, SIGQUIT) the process ends
 * by it here. */
void svi_tui_screen_close(void);

unsigned svi_tui_screen_lines(void);
unsigned svi_tui_screen_columns(void);

/* What is written shows up by svi_tui_screen_show(). */
void svi_tui_screen_clear(void);
void svi_tui_screen_show(void);

/* Writes UTF-8 from a line and column on, at most `width` columns of it, and with `fill` blanks up
 * to there. What the terminal's locale cannot show, and what is no printable character, becomes
 * '?'. Returns the columns written. */
unsigned svi_tui_screen_put(unsigned line, unsigned column, unsigned width, const char *text,
                            size_t size, unsigned style, bool fill);

/* Waits for a key; with timeout_ms >= 0 no longer than that. */
int svi_tui_screen_key(int timeout_ms);

#endif
