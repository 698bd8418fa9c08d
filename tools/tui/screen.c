#define NCURSES_WIDECHAR 1
#include "tools/tui/screen.h"

#include "tools/console/seat_mark.h"

#include "base/out.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

/* Signals that ask to end. They are noted, and take effect after the terminal is restored. */
static const int asking[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
/* Signals of a crash. The terminal is restored at once, then the signal takes effect. */
static const int crashing[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

#define N_ASKING (sizeof asking / sizeof asking[0])
#define N_CRASHING (sizeof crashing / sizeof crashing[0])

static struct {
    SCREEN *curses;
    bool utf8, colours;
    struct sigaction was_asking[N_ASKING], was_crashing[N_CRASHING];
    sigset_t was_blocked;
    volatile sig_atomic_t asked; /* the signal; 0: no signal */
    struct termios modes;        /* modes before we took over the terminal */
    char leave[256];             /* bytes that restore the terminal */
    size_t leave_size;
} screen;

/* ---- signals --------------------------------------------------------------------------------- */

static void on_asking(int number)
{
    screen.asked = number;
}

static void on_crash(int number)
{
    const ssize_t written = write(STDOUT_FILENO, screen.leave, screen.leave_size);
    (void)written;
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &screen.modes);
    for (size_t i = 0; i < N_CRASHING; i++) {
        (void)sigaction(crashing[i], &screen.was_crashing[i], NULL);
    }
    (void)raise(number); /* takes effect when this handler returns */
}

/* Appends text without the delays ("$<5>") for old terminals. */
static void collect(const char *text)
{
    while (*text != '\0' && screen.leave_size < sizeof screen.leave) {
        const char *delay_end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (delay_end != NULL) {
            text = delay_end + 1;
        } else {
            screen.leave[screen.leave_size++] = *text++;
        }
    }
}

/* Prepares the bytes that restore the terminal, as a crash leaves no time to look them up. */
static void note_way_out(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    screen.leave_size = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = tigetstr(names[i]);
        if (text != NULL && text != (const char *)-1) {
            collect(text);
        }
    }
}

/* Catches signals. They are blocked except while waiting for a key, so that no signal comes between
 * checking and waiting. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_asking};
    sigset_t block;
    screen.asked = 0;
    sigemptyset(&block);
    sigaddset(&block, SIGWINCH);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < N_ASKING; i++) {
        (void)sigaction(asking[i], &action, &screen.was_asking[i]);
        if (screen.was_asking[i].sa_handler == SIG_IGN) {
            (void)sigaction(asking[i], &screen.was_asking[i], NULL);
        }
        sigaddset(&block, asking[i]);
    }
    (void)sigprocmask(SIG_BLOCK, &block, &screen.was_blocked);
    action.sa_handler = on_crash;
    for (size_t i = 0; i < N_CRASHING; i++) {
        (void)sigaction(crashing[i], &action, &screen.was_crashing[i]);
    }
}

static void release_signals(void)
{
    for (size_t i = 0; i < N_CRASHING; i++) {
        (void)sigaction(crashing[i], &screen.was_crashing[i], NULL);
    }
    for (size_t i = 0; i < N_ASKING; i++) {
        (void)sigaction(asking[i], &screen.was_asking[i], NULL);
    }
    if (screen.asked != 0) {
        (void)raise((int)screen.asked); /* still blocked; ends the process in the next line */
    }
    (void)sigprocmask(SIG_SETMASK, &screen.was_blocked, NULL);
}

/* ---- opening and closing --------------------------------------------------------------------- */

static void choose_colours(void)
{
    const char *no_color = getenv("NO_COLOR");
    screen.colours = (no_color == NULL || *no_color == '\0') && has_colors() && start_color() == OK;
    if (screen.colours) {
        const short back = use_default_colors() == OK ? -1 : COLOR_BLACK;
        for (short s = 0; s < SV_MAX_SEATS; s++) {
            const struct svi_seat_mark *mark = &svi_seat_marks[s];
            (void)init_pair((short)(s + 1), COLORS >= 256 ? mark->many : mark->few, back);
        }
    }
}

bool svi_tui_screen_open(struct svi_error *error)
{
    const char *term = getenv("TERM");
    (void)setlocale(LC_CTYPE, "");
    screen.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    (void)tcgetattr(STDIN_FILENO, &screen.modes);
    screen.leave_size = 0;
    catch_signals();
    screen.curses = newterm(NULL, stdout, stdin);
    if (screen.curses == NULL || tigetstr("cup") == NULL || tigetstr("cup") == (char *)-1) {
        if (screen.curses != NULL) {
            (void)endwin();
            delscreen(screen.curses);
        }
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &screen.modes);
        release_signals();
        (void)svi_fail(error, SV_E_SYSTEM,
                       "--tui: found a terminal '%s', expected one that can be drawn on",
                       term != NULL ? term : "");
        return false;
    }
    note_way_out();
    choose_colours();
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)keypad(stdscr, TRUE);
    (void)nodelay(stdscr, TRUE);
    (void)set_escdelay(100); /* milliseconds; over a slow line a key may arrive in pieces */
    (void)curs_set(0);
    return true;
}

void svi_tui_screen_close(void)
{
    (void)endwin();
    delscreen(screen.curses);
    screen.curses = NULL;
    release_signals();
}

/* ---- writing --------------------------------------------------------------------------------- */

unsigned svi_tui_screen_lines(void)
{
    return (unsigned)LINES;
}

unsigned svi_tui_screen_columns(void)
{
    return (unsigned)COLS;
}

void svi_tui_screen_clear(void)
{
    (void)erase();
}

void svi_tui_screen_show(void)
{
    (void)refresh();
}

static attr_t attributes(unsigned style, short *pair)
{
    const unsigned seat = style / SVI_TUI_SEAT;
    attr_t on = A_NORMAL;
    on |= (style & SVI_TUI_BOLD) != 0 ? A_BOLD : A_NORMAL;
    on |= (style & SVI_TUI_DIM) != 0 ? A_DIM : A_NORMAL;
    on |= (style & SVI_TUI_REVERSE) != 0 ? A_REVERSE : A_NORMAL;
    *pair = screen.colours ? (short)seat : 0;
    if (*pair != 0 && COLORS < 256 && svi_seat_marks[seat - 1].few == COLOR_BLUE) {
        on |= A_BOLD; /* plain blue of eight colours is hard to read on black */
    }
    return on;
}

/* Returns the character at `text` as the terminal shows it, and its bytes in *bytes. */
static wchar_t shown(const char *text, size_t size, unsigned *bytes)
{
    char character[5] = {0};
    wchar_t wide = L'?';
    memcpy(character, text, size < 4 ? size : 4);
    *bytes = svi_out_character(character);
    if (*bytes == 0) {
        *bytes = 1;
        return L'?';
    }
    if (*bytes == 1) {
        return (wchar_t)character[0];
    }
    mbstate_t state = {0};
    if (!screen.utf8 || mbrtowc(&wide, character, *bytes, &state) != *bytes ||
        !iswprint((wint_t)wide) || wcwidth(wide) < 1) {
        return L'?';
    }
    return wide;
}

unsigned svi_tui_screen_put(unsigned line, unsigned column, unsigned width, const char *text,
                            size_t size, unsigned style, bool fill)
{
    short pair;
    const attr_t on = attributes(style, &pair);
    unsigned used = 0;
    unsigned bytes;
    (void)attr_set(on, pair, NULL);
    (void)move((int)line, (int)column);
    for (size_t at = 0; at < size && text[at] != '\0'; at += bytes) {
        const wchar_t character = shown(text + at, size - at, &bytes);
        const int columns = wcwidth(character);
        if (used + (unsigned)(columns > 0 ? columns : 1) > width) {
            break;
        }
        used += (unsigned)(columns > 0 ? columns : 1);
        (void)addnwstr(&character, 1);
    }
    for (; fill && used < width; used++) {
        (void)addnwstr(L" ", 1);
    }
    (void)attr_set(A_NORMAL, 0, NULL);
    return used;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static int special(wint_t key)
{
    static const struct {
        wint_t curses;
        int key;
    } keys[] = {
        {KEY_RESIZE, SVI_TUI_KEY_RESIZE},      {KEY_LEFT, SVI_TUI_KEY_LEFT},
        {KEY_RIGHT, SVI_TUI_KEY_RIGHT},        {KEY_UP, SVI_TUI_KEY_UP},
        {KEY_DOWN, SVI_TUI_KEY_DOWN},          {KEY_PPAGE, SVI_TUI_KEY_PAGE_UP},
        {KEY_NPAGE, SVI_TUI_KEY_PAGE_DOWN},    {KEY_HOME, SVI_TUI_KEY_HOME},
        {KEY_FIND, SVI_TUI_KEY_HOME},          {KEY_END, SVI_TUI_KEY_END},
        {KEY_SELECT, SVI_TUI_KEY_END},         {KEY_SLEFT, SVI_TUI_KEY_SHIFT_LEFT},
        {KEY_SRIGHT, SVI_TUI_KEY_SHIFT_RIGHT}, {KEY_BACKSPACE, SVI_TUI_KEY_BACKSPACE},
        {KEY_ENTER, SVI_TUI_KEY_ENTER},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].curses == key) {
            return keys[i].key;
        }
    }
    return SVI_TUI_KEY_OTHER;
}

static int read_key(void)
{
    wint_t key;
    const int kind = get_wch(&key);
    if (kind == ERR) {
        return SVI_TUI_KEY_NONE;
    }
    if (kind == KEY_CODE_YES) {
        return special(key);
    }
    switch (key) {
    case '\r':
    case '\n':
        return SVI_TUI_KEY_ENTER;
    case 27:
        return SVI_TUI_KEY_ESCAPE;
    case 8:
    case 127:
        return SVI_TUI_KEY_BACKSPACE;
    default:
        return (int)key;
    }
}

int svi_tui_screen_key(int timeout_ms)
{
    const struct timespec wait = {.tv_sec = timeout_ms / 1000,
                                  .tv_nsec = (long)(timeout_ms % 1000) * 1000000};
    for (unsigned empty = 0;;) {
        const int key = read_key();
        fd_set in;
        if (screen.asked != 0) {
            return SVI_TUI_KEY_SIGNAL;
        }
        if (key != SVI_TUI_KEY_NONE) {
            return key;
        }
        FD_ZERO(&in);
        FD_SET(STDIN_FILENO, &in);
        const int ready = pselect(STDIN_FILENO + 1, &in, NULL, NULL, timeout_ms >= 0 ? &wait : NULL,
                                  &screen.was_blocked);
        if (ready == 0) {
            return SVI_TUI_KEY_NONE;
        }
        if (ready > 0 && ++empty > 8) { /* ready to read, but nothing there: the terminal is gone */
            return SVI_TUI_KEY_SIGNAL;
        }
        if (ready < 0 && errno != EINTR) {
            return SVI_TUI_KEY_SIGNAL;
        }
    }
}
