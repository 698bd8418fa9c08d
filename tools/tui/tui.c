#include "tools/tui/tui.h"

#include "tools/console/say.h"
#include "tools/console/seat_mark.h"
#include "tools/tui/draw.h"
#include "tools/tui/screen.h"
#include "tools/tui/timeline.h"

#include "record/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_INPUT 120u

/* The input line at the bottom. */
enum prompt { PROMPT_NONE, PROMPT_SEARCH, PROMPT_GOTO };

struct session {
    struct svi_tui_timeline *t;
    struct svi_tui_costs costs;
    unsigned seat; /* seat selected for jumps; SV_NONE: any */
    bool full;     /* the log shows every question and answer */
    bool playing;
    unsigned speed;      /* index of speeds[] */
    struct timespec due; /* time of the next event, while playing */
    enum prompt prompt;
    char input[MAX_INPUT];
    char needle[MAX_INPUT];
    char message[1024];  /* shown instead of the keys until the next key */
    struct svi_buf page; /* if not empty, shown instead of the game */
    unsigned scroll, page_lines;
    uint32_t turning[SVI_TURNINGS]; /* Targets of the page's numbers, from 1. */
    unsigned turnings;
    bool quit;
};

/* Events a second. */
static const unsigned speeds[] = {1, 2, 5, 10, 20, 50, 100};
#define N_SPEEDS (sizeof speeds / sizeof speeds[0])

static const char help[] =
    "Stepping through a recorded game\n"
    "\n"
    "  Right Left   j k   Down Up     next, previous event of the log\n"
    "  d D   Shift-Right Shift-Left   next, previous decision\n"
    "  PageDown PageUp    ] [         next, previous turn\n"
    "  t T   o O   b B                next, previous trade; offer; bankruptcy\n"
    "  m M   c                        next, previous costly decision; its candidates\n"
    "  w                              where the game turned; a number goes there\n"
    "  Home End                       first, last event\n"
    "  0-7   Escape                   choose the seat of these jumps (again: any)\n"
    "  g                              go to an event N, decision dN or turn tN\n"
    "  /   n N                        search the log; next, previous found\n"
    "  Space   + -                    play, stop; faster, slower\n"
    "  v                              log: with all questions and answers, or brief\n"
    "  p                              the whole position, as --at prints it\n"
    "  ?   q                          this page; quit\n"
    "\n"
    "On the board: the first letters of a name, the owner's letter (. to be had) and\n"
    "1-4 houses, H hotel, S skyscraper, D depot or m mortgaged. >AB: A and B stand\n"
    "here; >3: three do. Players hold s full sets, d deeds, j jail cards, t tickets.\n"
    "The table is as it stands after the event marked > in the log; at an answer, it\n"
    "is still to be carried out.\n";

/* ---- the screen ------------------------------------------------------------------------------ */

static void say(struct session *s, const char *text)
{
    (void)snprintf(s->message, sizeof s->message, "%s", text);
}

static bool fits(void)
{
    return svi_tui_screen_lines() >= SVI_TUI_MIN_LINES &&
           svi_tui_screen_columns() >= SVI_TUI_MIN_COLUMNS;
}

static void draw_status(const struct session *s, unsigned line)
{
    const struct svi_tui_timeline *t = s->t;
    const struct svi_tui_moment *last = svi_tui_timeline_moment(t, t->events - 1);
    char text[200];
    char seat[32] = "any seat";
    char play[32] = "";
    if (s->seat != SV_NONE) {
        (void)snprintf(seat, sizeof seat, "%c (seat %u)", svi_seat_marks[s->seat].letter, s->seat);
    }
    if (s->playing) {
        (void)snprintf(play, sizeof play, "  play %u/s", speeds[s->speed]);
    }
    (void)snprintf(text, sizeof text,
                   " event %" PRIu32 "/%" PRIu32 "  decision %" PRIu32 "/%" PRIu32
                   "  round %" PRIu16 "  turn %" PRIu32 "  %s%s%s",
                   t->at, t->events - 1, t->now.decisions, last->decision,
                   t->now.state.position.round, t->now.state.position.turn, seat, play,
                   t->found != SV_OK && t->at == t->events - 1 ? "  DAMAGED HERE" : "");
    svi_tui_draw_bar(line, text, SVI_TUI_REVERSE);
}

static void draw_bottom(const struct session *s, unsigned line)
{
    char text[MAX_INPUT + 64];
    if (s->prompt == PROMPT_NONE) {
        if (s->message[0] != '\0') {
            svi_tui_draw_note(s->message, line);
            return;
        }
        svi_tui_draw_bar(line,
                         s->t->at == 0
                             ? " w where the game turned  arrows event  PgDn turn  d decision  "
                               "? help  q quit"
                             : "arrows event  PgDn turn  d decision  m costly  / find  "
                               "g go to  ? help  q quit",
                         SVI_TUI_PLAIN);
        return;
    }
    /* Of a long input, the end is shown. */
    const unsigned room = svi_tui_screen_columns() - 40;
    const size_t length = strlen(s->input);
    (void)snprintf(text, sizeof text, " %s: %s_",
                   s->prompt == PROMPT_SEARCH ? "find in the log"
                                              : "go to event N, decision dN, turn tN",
                   s->input + (length > room ? length - room : 0));
    svi_tui_draw_bar(line, text, SVI_TUI_BOLD);
}

static struct svi_tui_scene scene_of(const struct svi_tui_timeline *t)
{
    const struct svi_tui_moment *m = svi_tui_timeline_moment(t, t->at);
    const bool asks = m->type == SV_EVENT_QUESTION || m->type == SV_EVENT_ANSWER;
    return (struct svi_tui_scene){
        .now = &t->now, .log = &t->log, .at = t->at, .about = asks ? m->seat : SV_NONE};
}

static void draw(struct session *s)
{
    const unsigned lines = svi_tui_screen_lines();
    struct svi_tui_board board;
    svi_tui_screen_clear();
    if (!fits()) {
        svi_tui_draw_bar(0, "terminal too small: at least 80x24", SVI_TUI_PLAIN);
    } else if (s->page.size != 0) {
        s->page_lines = svi_tui_draw_page((const char *)s->page.data, s->page.size, s->scroll);
        svi_tui_draw_bar(lines - 1,
                         s->turnings > 0 ? " a number goes there, any other key goes back"
                                         : " arrows and PgUp/Dn move, any other key goes back",
                         SVI_TUI_REVERSE);
    } else {
        const struct svi_tui_scene scene = scene_of(s->t);
        svi_tui_board_init(&board, s->t->now.edition, lines, svi_tui_screen_columns());
        svi_tui_draw_table(&board, &scene, s->seat);
        draw_status(s, board.height);
        svi_tui_draw_log(&scene, s->full, board.height + 1, lines - board.height - 2);
        draw_bottom(s, lines - 1);
    }
    svi_tui_screen_show();
}

/* ---- moving ---------------------------------------------------------------------------------- */

static void go(struct session *s, uint32_t n, const char *otherwise)
{
    if (n == SVI_TUI_NOWHERE) {
        say(s, otherwise);
    } else {
        svi_tui_timeline_seek(s->t, n);
    }
}

static void step(struct session *s, int direction)
{
    go(s, svi_tui_log_step(&s->t->log, s->t->at, direction, s->full),
       direction > 0 ? " this is the last event" : " this is the first event");
}

static void jump(struct session *s, enum svi_tui_mark mark, int direction)
{
    static const char *const names[] = {"decision", "turn", "trade", "offer", "bankruptcy"};
    char otherwise[80];
    const unsigned seat = mark == SVI_TUI_TURN ? SV_NONE : s->seat;
    int length = snprintf(otherwise, sizeof otherwise, " no %s %s", names[mark],
                          direction > 0 ? "after this" : "before this");
    if (seat != SV_NONE) {
        (void)snprintf(otherwise + length, sizeof otherwise - (size_t)length, " of %c (seat %u)",
                       svi_seat_marks[seat].letter, seat);
    }
    go(s, svi_tui_timeline_jump(s->t, s->t->at, mark, seat, direction), otherwise);
}

/* Computes the costs of decisions first. Returns false after a message if the game cannot be
 * analysed. */
static bool judged(struct session *s)
{
    if (!svi_tui_costs_find(&s->costs, &s->t->recorded->bytes)) {
        say(s, " this game cannot be analysed");
    }
    return s->costs.made;
}

static void costly(struct session *s, int direction)
{
    struct svi_buf line = {0};
    if (!judged(s)) {
        return;
    }
    const uint32_t n = svi_tui_costs_jump(&s->costs, s->t->at, s->seat, direction);
    if (n == UINT32_MAX) {
        say(s,
            direction > 0 ? " no costly decision after this" : " no costly decision before this");
        return;
    }
    svi_tui_timeline_seek(s->t, n);
    svi_tui_costs_line(&s->costs, n, &line);
    svi_buf_byte(&line, 0);
    say(s, line.failed ? "" : (const char *)line.data);
    svi_buf_finish(&line);
}

static void find(struct session *s, int direction)
{
    char otherwise[160];
    const uint32_t from = s->t->at;
    if (s->needle[0] == '\0') {
        say(s, " nothing to search for yet: /");
        return;
    }
    (void)snprintf(otherwise, sizeof otherwise, " not in the log: %s", s->needle);
    const uint32_t n = svi_tui_log_find(&s->t->log, from, direction, s->needle);
    go(s, n, otherwise);
    if (n == from) {
        say(s, " found nowhere else");
    } else if (n != SVI_TUI_NOWHERE && (n > from) != (direction > 0)) {
        say(s, direction > 0 ? " found from the beginning on" : " found from the end on");
    }
}

static void go_to(struct session *s, const char *text)
{
    const char kind = *text == 'd' || *text == 't' ? *text : 'n';
    const char *digits = kind == 'n' ? text : text + 1;
    char *end;
    const unsigned long number = strtoul(digits, &end, 10);
    uint32_t n = SVI_TUI_NOWHERE;
    if (*digits >= '0' && *digits <= '9' && *end == '\0' && number < UINT32_MAX) {
        n = kind == 'd'             ? svi_tui_timeline_decision(s->t, (uint32_t)number)
            : kind == 't'           ? svi_tui_timeline_turn(s->t, (uint32_t)number)
            : number < s->t->events ? (uint32_t)number
                                    : SVI_TUI_NOWHERE;
    }
    char otherwise[160];
    (void)snprintf(
        otherwise, sizeof otherwise,
        " found '%.40s', expected an event 0-%" PRIu32 ", d1-d%" PRIu32 " or t1-t%" PRIu32, text,
        s->t->events - 1, svi_tui_timeline_moment(s->t, s->t->events - 1)->decision,
        svi_tui_timeline_moment(s->t, s->t->events - 1)->turn);
    go(s, n, otherwise);
}

static void choose(struct session *s, unsigned seat)
{
    if (seat < s->t->now.setup.seats) {
        s->seat = s->seat == seat ? SV_NONE : seat;
    } else {
        say(s, " there is no seat of that number");
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static void set_due(struct session *s)
{
    (void)clock_gettime(CLOCK_MONOTONIC, &s->due);
    const long wait = 1000000000L / (long)speeds[s->speed];
    s->due.tv_sec += (s->due.tv_nsec + wait) / 1000000000L;
    s->due.tv_nsec = (s->due.tv_nsec + wait) % 1000000000L;
}

/* Returns the milliseconds until the next event is due; -1 if not playing. */
static int wait_ms(const struct session *s)
{
    struct timespec now;
    if (!s->playing) {
        return -1;
    }
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const long long left = (long long)(s->due.tv_sec - now.tv_sec) * 1000 +
                           (s->due.tv_nsec - now.tv_nsec + 999999) / 1000000;
    return left > 0 ? (int)left : 0;
}

static void play_on(struct session *s)
{
    step(s, 1);
    set_due(s);
    if (s->message[0] != '\0') { /* the last event was reached */
        s->playing = false;
    }
}

static void faster(struct session *s, int by)
{
    char text[40];
    if (by > 0 ? s->speed + 1 < N_SPEEDS : s->speed > 0) {
        s->speed = by > 0 ? s->speed + 1 : s->speed - 1;
    }
    (void)snprintf(text, sizeof text, " %u event%s a second", speeds[s->speed],
                   speeds[s->speed] == 1 ? "" : "s");
    say(s, text);
    set_due(s);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void begin_page(struct session *s)
{
    svi_buf_clear(&s->page);
    s->scroll = s->turnings = 0;
    s->playing = false;
}

static void open_page(struct session *s, bool position)
{
    begin_page(s);
    if (position) {
        svi_text_position(&s->page, &s->t->now, s->t->at);
    } else {
        svi_buf_append(&s->page, help, sizeof help - 1);
    }
}

static void open_candidates(struct session *s)
{
    if (judged(s)) {
        begin_page(s);
        svi_tui_costs_page(&s->costs, s->t->at, &s->page);
    }
}

static void open_turnings(struct session *s)
{
    if (judged(s)) {
        begin_page(s);
        s->turnings = svi_tui_turnings_page(&s->costs.analysis.decisions, s->t,
                                            svi_tui_screen_columns(), s->turning, &s->page);
    }
}

static void on_page_key(struct session *s, int key)
{
    const unsigned screenful = svi_tui_screen_lines() - 1;
    const unsigned last = s->page_lines > screenful ? s->page_lines - screenful : 0;
    if (key >= '1' && key < '1' + (int)s->turnings) {
        svi_tui_timeline_seek(s->t, s->turning[key - '1']);
    }
    switch (key) {
    case SVI_TUI_KEY_DOWN:
    case 'j':
        s->scroll += s->scroll < last;
        return;
    case SVI_TUI_KEY_UP:
    case 'k':
        s->scroll -= s->scroll > 0;
        return;
    case SVI_TUI_KEY_PAGE_DOWN:
    case ' ':
        s->scroll = s->scroll + screenful < last ? s->scroll + screenful : last;
        return;
    case SVI_TUI_KEY_PAGE_UP:
        s->scroll = s->scroll > screenful ? s->scroll - screenful : 0;
        return;
    default:
        svi_buf_clear(&s->page);
        return;
    }
}

/* Appends a character to the input, in UTF-8 like the log. */
static void type(struct session *s, unsigned key)
{
    char *end = s->input + strlen(s->input);
    if (end - s->input + 5 > (ptrdiff_t)sizeof s->input || key < ' ') {
        return;
    }
    const unsigned more = key < 0x80 ? 0 : key < 0x800 ? 1 : key < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    *end++ = (char)(first[more] | key >> 6 * more);
    for (unsigned left = more; left-- > 0;) {
        *end++ = (char)(0x80 | (key >> 6 * left & 0x3f));
    }
    *end = '\0';
}

static void rub_out(struct session *s)
{
    size_t length = strlen(s->input);
    if (length == 0) {
        s->prompt = PROMPT_NONE;
        return;
    }
    do {
        length--;
    } while (length > 0 && ((unsigned char)s->input[length] & 0xc0u) == 0x80u);
    s->input[length] = '\0';
}

static void on_prompt_key(struct session *s, int key)
{
    const enum prompt prompt = s->prompt;
    if (key == SVI_TUI_KEY_ESCAPE) {
        s->prompt = PROMPT_NONE;
    } else if (key == SVI_TUI_KEY_BACKSPACE) {
        rub_out(s);
    } else if (key == 21) { /* Ctrl-U */
        s->input[0] = '\0';
    } else if (key >= 0) {
        type(s, (unsigned)key);
    } else if (key == SVI_TUI_KEY_ENTER) {
        s->prompt = PROMPT_NONE;
        if (prompt == PROMPT_GOTO && s->input[0] != '\0') {
            go_to(s, s->input);
        } else if (prompt == PROMPT_SEARCH) {
            if (s->input[0] != '\0') { /* an empty input repeats the last search */
                memcpy(s->needle, s->input, sizeof s->needle);
            }
            find(s, 1);
        }
    }
}

static void ask(struct session *s, enum prompt prompt)
{
    s->prompt = prompt;
    s->playing = false;
    s->input[0] = '\0';
}

static void seek_end(struct session *s, int direction)
{
    svi_tui_timeline_seek(s->t, direction < 0 ? 0 : s->t->events - 1);
}

/* Handles keys that move. */
static bool on_moving_key(struct session *s, int key)
{
    static const struct {
        int forth[3], back[3];
        void (*move)(struct session *s, int direction); /* NULL: jumps to marks */
        enum svi_tui_mark mark;
    } moves[] = {
        {{SVI_TUI_KEY_RIGHT, SVI_TUI_KEY_DOWN, 'j'},
         {SVI_TUI_KEY_LEFT, SVI_TUI_KEY_UP, 'k'},
         .move = step},
        {{SVI_TUI_KEY_SHIFT_RIGHT, 'd'}, {SVI_TUI_KEY_SHIFT_LEFT, 'D'}, NULL, SVI_TUI_DECISION},
        {{SVI_TUI_KEY_PAGE_DOWN, ']'}, {SVI_TUI_KEY_PAGE_UP, '['}, NULL, SVI_TUI_TURN},
        {{'m'}, {'M'}, .move = costly},
        {{'t'}, {'T'}, NULL, SVI_TUI_TRADE},
        {{'o'}, {'O'}, NULL, SVI_TUI_OFFER},
        {{'b'}, {'B'}, NULL, SVI_TUI_BANKRUPTCY},
        {{SVI_TUI_KEY_END}, {SVI_TUI_KEY_HOME}, .move = seek_end},
        {{'n'}, {'N'}, .move = find},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0] && key != 0; i++) {
        for (unsigned k = 0; k < 3; k++) {
            const bool forth = moves[i].forth[k] == key;
            if (!forth && moves[i].back[k] != key) {
                continue;
            }
            if (moves[i].move != NULL) {
                moves[i].move(s, forth ? 1 : -1);
            } else {
                jump(s, moves[i].mark, forth ? 1 : -1);
            }
            s->playing = false;
            return true;
        }
    }
    return false;
}

static void on_key(struct session *s, int key)
{
    s->message[0] = '\0';
    if (on_moving_key(s, key)) {
        return;
    }
    if (key >= '0' && key < '0' + SV_MAX_SEATS) {
        choose(s, (unsigned)key - '0');
        return;
    }
    switch (key) {
    case SVI_TUI_KEY_ESCAPE:
        s->seat = SV_NONE;
        break;
    case ' ':
        s->playing = !s->playing;
        set_due(s);
        break;
    case '+':
    case '=':
        faster(s, 1);
        break;
    case '-':
        faster(s, -1);
        break;
    case '/':
        ask(s, PROMPT_SEARCH);
        break;
    case 'g':
    case ':':
        ask(s, PROMPT_GOTO);
        break;
    case 'v':
        s->full = !s->full;
        say(s, s->full ? " log: every question and answer" : " log: brief");
        break;
    case 'c':
        open_candidates(s);
        break;
    case 'w':
        open_turnings(s);
        break;
    case 'p':
    case '?':
        open_page(s, key == 'p');
        break;
    case 'q':
    case 'Q':
        s->quit = true;
        break;
    default:
        break;
    }
}

static void run(struct session *s)
{
    while (!s->quit) {
        draw(s);
        const int key = svi_tui_screen_key(wait_ms(s));
        if (key == SVI_TUI_KEY_SIGNAL) {
            s->quit = true;
        } else if (key == SVI_TUI_KEY_NONE) {
            play_on(s);
        } else if (key == SVI_TUI_KEY_RESIZE) {
            continue;
        } else if (!fits()) { /* do not change a game that is not visible */
            s->quit = key == 'q' || key == 'Q';
        } else if (s->page.size != 0) {
            on_page_key(s, key);
        } else if (s->prompt != PROMPT_NONE) {
            on_prompt_key(s, key);
        } else {
            on_key(s, key);
        }
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static void show(struct svi_recorded *r, struct svi_tui_timeline *t, long at, long seat)
{
    struct svi_error error;
    struct session s = {.t = t, .seat = seat >= 0 ? (unsigned)seat : SV_NONE, .speed = 2};
    if (at >= (long)t->events) {
        svi_die(SVI_EXIT_USAGE,
                "--at: found %ld, expected 0 to %" PRIu32 ", the events of this game", at,
                t->events - 1);
    }
    svi_tui_timeline_seek(t, at >= 0 ? (uint32_t)at : 0);
    if (!svi_tui_screen_open(&error)) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    run(&s);
    svi_buf_finish(&s.page);
    svi_tui_costs_finish(&s.costs);
    svi_tui_screen_close();
    if (t->found != SV_OK) {
        svi_recorded_fault(r);
    }
}

void svi_tui(const char *name, long at, long seat)
{
    const int in = isatty(STDIN_FILENO);
    if (!in || !isatty(STDOUT_FILENO)) {
        svi_die(SVI_EXIT_USAGE, "--tui: found no terminal as %s, expected one",
                in ? "stdout" : "stdin");
    }
    struct svi_recorded *r = svi_recorded_create(name);
    if (seat >= (long)r->replay.header.setup.seats) {
        svi_die(SVI_EXIT_USAGE, "--seat: found %ld, expected 0 to %d in this game", seat,
                r->replay.header.setup.seats - 1);
    }
    struct svi_tui_timeline *t = svi_tui_timeline_create(r);
    if (t->found == SV_E_SYSTEM) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: no memory", name);
    }
    if (t->events == 0) {
        svi_recorded_fault(r);
    }
    show(r, t, at, seat);
    svi_tui_timeline_destroy(t);
    svi_recorded_destroy(r);
}
