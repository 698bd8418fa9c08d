/* Takes over the terminal, writes to it safely, waits for keys, and restores it on every way out.
 * tools/tui/tui.c opens and closes it, and draw.c writes. Texts stay the caller's. All functions
 * but svi_tui_screen_open() need an open screen, and cannot fail. */
#ifndef SVI_TOOLS_TUI_SCREEN_H
#define SVI_TOOLS_TUI_SCREEN_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Styles of a text; may be combined. On a terminal without colours, seats are plain. */
enum svi_tui_style {
    SVI_TUI_PLAIN = 0,
    SVI_TUI_BOLD = 1 << 0,
    SVI_TUI_DIM = 1 << 1,
    SVI_TUI_REVERSE = 1 << 2,
    SVI_TUI_SEAT = 1 << 4, /* multiplied by 1 + the seat */
};
#define SVI_TUI_SEAT_STYLE(seat) ((unsigned)SVI_TUI_SEAT * ((unsigned)(seat) + 1))

/* Results of svi_tui_screen_key() other than characters (ASCII and further Unicode). */
enum svi_tui_key {
    SVI_TUI_KEY_NONE = -1,   /* timeout */
    SVI_TUI_KEY_SIGNAL = -2, /* a signal asks to end, or the terminal is gone */
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

/* Takes over the terminal of stdin and stdout. Only one screen can be open. Returns false with one
 * line in `error` on failure; the terminal is unchanged then. */
bool svi_tui_screen_open(struct svi_error *error);

/* Restores the terminal. If a signal asked to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT), the signal
 * ends the process here. */
void svi_tui_screen_close(void);

unsigned svi_tui_screen_lines(void);
unsigned svi_tui_screen_columns(void);

/* Clears the screen. Changes become visible with svi_tui_screen_show(). */
void svi_tui_screen_clear(void);
void svi_tui_screen_show(void);

/* Writes UTF-8 at a line and column, at most `width` columns; with `fill`, pads with blanks to
 * `width`. Characters that are not printable, or that the terminal's locale cannot show, become
 * '?'. Returns the columns written. */
unsigned svi_tui_screen_put(unsigned line, unsigned column, unsigned width, const char *text,
                            size_t size, unsigned style, bool fill);

/* Waits for a key, with timeout_ms >= 0 at most that long. Returns a character, or one of enum
 * svi_tui_key. */
int svi_tui_screen_key(int timeout_ms);

#endif
