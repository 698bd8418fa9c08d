#include "tools/tui/play.h"

#include "tools/console/seat_mark.h"
#include "tools/tui/ask.h"
#include "tools/tui/draw.h"
#include "tools/tui/screen.h"

#include "base/out.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define IDLE_MS 50     /* between two looks at what the other thread has */
#define PANEL_LINES 7u /* for a question, at most */
#define MAX_ROWS 32u

/* The game after an event. */
struct moment {
    struct svi_game now;
    uint8_t about; /* the seat whose question or answer that was, or SV_NONE */
};

struct svi_tui_play {
    unsigned seat;
    pthread_mutex_t lock; /* around all up to the line */
    struct svi_buf moments;
    struct svi_tui_log log;
    uint32_t events;
    bool failed; /* no memory */
    bool asked, answered, over;
    uint32_t number;
    struct svi_game asked_now;
    struct sv_question question;
    struct sv_answer answer;
    /* ---- the shower's own ---- */
    uint32_t shown; /* events that have been */
    uint32_t look;  /* the event that is looked at, while `scrolled` */
    bool scrolled, helping, leaving, opened;
    bool asking;
    uint32_t asking_number;
    struct svi_tui_ask ask;
    unsigned speed; /* index of speeds[] */
    struct timespec due;
};

/* Events a second; 0: all at once. */
static const unsigned speeds[] = {2, 4, 8, 16, 40, 0};
#define N_SPEEDS (sizeof speeds / sizeof speeds[0])

static const char help[] =
    "Playing in the terminal\n"
    "\n"
    "  1-9  Enter               choose what is asked; Enter: the default, marked\n"
    "  PageUp PageDown  End     look back in the log, with the board as it was\n"
    "  + -                      what the others do is shown faster, slower\n"
    "  Space                    show all of it at once\n"
    "  ?   q                    this page; leave the table\n"
    "\n"
    "Deeds (before a turn, or with a debt)\n"
    "  Up Down                  choose a deed\n"
    "  + -                      build, sell\n"
    "  m                        mortgage, or lift the mortgage\n"
    "  t                        offer a trade: Left Right whom, Space what,\n"
    "                           digits how much money, Enter offers it\n"
    "  c                        change nothing after all\n"
    "  Enter                    done: all of it is carried out\n"
    "\n"
    "On the board: the first letters of a name, the owner's letter (. to be had) and\n"
    "1-4 houses, H hotel, S skyscraper, D depot or m mortgaged. >AB: A and B stand\n"
    "here. Players hold s full sets, d deeds, j jail cards, t tickets.\n"
    "Nobody waits for you: there is no clock for your seat.\n";

/* ---- the other thread ------------------------------------------------------------------------ */

struct svi_tui_play *svi_tui_play_create(unsigned seat)
{
    struct svi_tui_play *play = calloc(1, sizeof *play);
    if (play != NULL) {
        play->seat = seat;
        play->speed = 2;
        (void)pthread_mutex_init(&play->lock, NULL);
    }
    return play;
}

void svi_tui_play_destroy(struct svi_tui_play *play)
{
    if (play != NULL) {
        svi_tui_log_finish(&play->log);
        svi_buf_finish(&play->moments);
        (void)pthread_mutex_destroy(&play->lock);
        free(play);
    }
}

void svi_tui_play_when(uint8_t when[SV_DECISION_COUNT])
{
    memset(when, 0, SV_DECISION_COUNT);
    when[SV_DECISION_MANAGE] = SV_WHEN_OWN_TURN;
}

void svi_tui_play_watch(struct svi_tui_play *play, const struct svi_game *game,
                        const struct sv_event *event)
{
    struct moment moment = {.about = SV_NONE};
    (void)pthread_mutex_lock(&play->lock);
    svi_game_view(game, &moment.now);
    moment.now.sealed = true; /* the dice to come are nobody's business */
    if (event->type == SV_EVENT_QUESTION || event->type == SV_EVENT_ANSWER) {
        moment.about = event->seat;
    }
    svi_buf_append(&play->moments, &moment, sizeof moment);
    play->failed = play->failed || play->moments.failed ||
                   !svi_tui_log_add(&play->log, &moment.now, event, play->events);
    play->events += !play->failed;
    (void)pthread_mutex_unlock(&play->lock);
}

void svi_tui_play_ask(struct svi_tui_play *play, const struct svi_game *game, uint32_t number,
                      const struct sv_question *question)
{
    (void)pthread_mutex_lock(&play->lock);
    if (!play->asked || play->number != number) {
        play->asked = true;
        play->answered = false;
        play->number = number;
        play->question = *question;
        svi_game_view(game, &play->asked_now);
        play->asked_now.sealed = true;
    }
    (void)pthread_mutex_unlock(&play->lock);
}

bool svi_tui_play_answer(struct svi_tui_play *play, uint32_t number, struct sv_answer *answer)
{
    (void)pthread_mutex_lock(&play->lock);
    const bool answered = play->asked && play->answered && play->number == number;
    if (answered) {
        *answer = play->answer;
        play->asked = false;
    }
    (void)pthread_mutex_unlock(&play->lock);
    return answered;
}

void svi_tui_play_over(struct svi_tui_play *play)
{
    (void)pthread_mutex_lock(&play->lock);
    play->over = true;
    (void)pthread_mutex_unlock(&play->lock);
}

/* ---- the screen ------------------------------------------------------------------------------ */

static bool fits(void)
{
    return svi_tui_screen_lines() >= SVI_TUI_MIN_LINES &&
           svi_tui_screen_columns() >= SVI_TUI_MIN_COLUMNS;
}

static const struct moment *moment_at(const struct svi_tui_play *play, uint32_t n)
{
    return (const struct moment *)(const void *)play->moments.data + n;
}

static bool caught_up(const struct svi_tui_play *play)
{
    return play->shown >= play->events;
}

static void draw_status(const struct svi_tui_play *play, unsigned line)
{
    char text[160], pace[32];
    const struct sv_position *p = &moment_at(play, play->look)->now.state.position;
    (void)snprintf(pace, sizeof pace, speeds[play->speed] != 0 ? "%u events/s" : "all at once",
                   speeds[play->speed]);
    (void)snprintf(text, sizeof text, " you are %c   round %" PRIu16 "  turn %" PRIu32 "   %s%s",
                   svi_seat_marks[play->seat].letter, p->round, p->turn, pace,
                   play->scrolled ? "   LOOKING BACK (End: on)" : "");
    svi_tui_draw_bar(line, text, SVI_TUI_REVERSE);
}

/* The question, its list and what it comes to; how many lines that took. */
static unsigned draw_panel(const struct svi_tui_ask *ask, unsigned top, unsigned lines,
                           unsigned width)
{
    struct svi_buf out = {0};
    const unsigned rows = svi_tui_ask_rows(ask);
    svi_tui_ask_say(ask, &out);
    unsigned used =
        svi_tui_draw_text((const char *)out.data, out.size, top, 1, 3, width - 2, SVI_TUI_BOLD);
    svi_buf_clear(&out);
    svi_tui_ask_sum(ask, &out);
    const unsigned below = (out.size > 0 ? 1u : 0u) + (ask->message[0] != '\0' ? 1u : 0u);
    const unsigned room = lines > used + below ? lines - used - below : 0;
    const bool listed = ask->mode != SVI_TUI_ASK_CHOICE;
    unsigned first = listed && ask->row >= room ? ask->row - room + 1 : 0;
    for (unsigned i = 0; i < room && first + i < rows; i++) {
        struct svi_buf row = {0};
        const bool chosen = listed && first + i == ask->row;
        svi_out_text(&row, chosen ? "> " : "  ");
        svi_tui_ask_row(ask, first + i, &row);
        (void)svi_tui_screen_put(top + used, 1, width - 2, (const char *)row.data, row.size,
                                 chosen ? SVI_TUI_REVERSE : SVI_TUI_PLAIN, chosen);
        svi_buf_finish(&row);
        used++;
    }
    if (out.size > 0) {
        (void)svi_tui_screen_put(top + used++, 1, width - 2, (const char *)out.data, out.size,
                                 SVI_TUI_PLAIN, false);
    }
    if (ask->message[0] != '\0') {
        (void)svi_tui_screen_put(top + used++, 1, width - 2, ask->message, strlen(ask->message),
                                 SVI_TUI_REVERSE, false);
    }
    svi_buf_finish(&out);
    return used;
}

static const char *bottom_text(const struct svi_tui_play *play)
{
    return play->leaving    ? "leave the table? The match is not played on. y n"
           : play->scrolled ? "PgUp PgDn Up Down look back, End goes on"
           : play->asking   ? svi_tui_ask_keys(&play->ask)
           : play->over && caught_up(play)
               ? "the game is over: q ends"
               : "Space show all  + - faster, slower  PgUp look back  ? help  q quit";
}

static void draw_game(const struct svi_tui_play *play)
{
    const unsigned lines = svi_tui_screen_lines(), columns = svi_tui_screen_columns();
    const struct moment *m = moment_at(play, play->look);
    const struct svi_tui_scene scene = {
        .now = &m->now, .log = &play->log, .at = play->look, .about = m->about};
    struct svi_tui_board board;
    svi_tui_board_init(&board, m->now.edition, lines, columns);
    svi_tui_draw_table(&board, &scene, play->seat);
    draw_status(play, board.height);
    const unsigned room = lines - board.height - 2;
    unsigned panel = 0;
    if (play->asking && !play->scrolled) {
        const unsigned most = room > PANEL_LINES + 4 ? room / 2 : PANEL_LINES;
        panel = draw_panel(&play->ask, board.height + 1, most < room ? most : room, columns);
    }
    if (room > panel) {
        svi_tui_draw_log(&scene, false, board.height + 1 + panel, room - panel);
    }
    svi_tui_draw_bar(lines - 1, bottom_text(play), play->leaving ? SVI_TUI_REVERSE : SVI_TUI_PLAIN);
}

static void draw(const struct svi_tui_play *play)
{
    svi_tui_screen_clear();
    if (!fits()) {
        svi_tui_draw_bar(0, "terminal too small: at least 80x24", SVI_TUI_PLAIN);
    } else if (play->helping) {
        (void)svi_tui_draw_page(help, sizeof help - 1, 0);
        svi_tui_draw_bar(svi_tui_screen_lines() - 1, " any key goes back", SVI_TUI_REVERSE);
    } else if (play->shown > 0) {
        draw_game(play);
    } else {
        svi_tui_draw_bar(0, "the bots are being started", SVI_TUI_PLAIN);
    }
    svi_tui_screen_show();
}

/* ---- what is shown when ---------------------------------------------------------------------- */

static bool is_due(struct svi_tui_play *play)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (speeds[play->speed] == 0 || now.tv_sec > play->due.tv_sec ||
        (now.tv_sec == play->due.tv_sec && now.tv_nsec >= play->due.tv_nsec)) {
        const long wait = speeds[play->speed] != 0 ? 1000000000L / (long)speeds[play->speed] : 0;
        play->due = now;
        play->due.tv_nsec += wait;
        play->due.tv_sec += play->due.tv_nsec / 1000000000L;
        play->due.tv_nsec %= 1000000000L;
        return true;
    }
    return false;
}

/* Shows the next event of the brief log, with those before it that it passes over. */
static void step(struct svi_tui_play *play)
{
    const uint32_t next =
        play->shown > 0 ? svi_tui_log_step(&play->log, play->shown - 1, 1, false) : 0;
    play->shown = next != SVI_TUI_NOWHERE ? next + 1 : play->events;
}

static void go_on(struct svi_tui_play *play)
{
    if (!caught_up(play) && is_due(play)) {
        step(play);
        while (speeds[play->speed] == 0 && !caught_up(play)) {
            step(play);
        }
    }
    if (!play->scrolled && play->shown > 0) {
        play->look = play->shown - 1;
    }
    if (caught_up(play) && play->asked && !play->answered &&
        (!play->asking || play->asking_number != play->number)) {
        play->asking = true;
        play->asking_number = play->number;
        svi_tui_ask_begin(&play->ask, &play->asked_now, &play->question);
    }
    play->asking = play->asking && play->asked && !play->answered && caught_up(play);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void look_back(struct svi_tui_play *play, int direction, unsigned steps)
{
    if (play->shown == 0) {
        return;
    }
    play->scrolled = true;
    for (; steps > 0; steps--) {
        const uint32_t n = svi_tui_log_step(&play->log, play->look, direction, false);
        if (n == SVI_TUI_NOWHERE || n >= play->shown) {
            break;
        }
        play->look = n;
    }
    play->scrolled = play->look + 1 < play->shown &&
                     svi_tui_log_step(&play->log, play->look, 1, false) < play->shown;
}

static void on_playing_key(struct svi_tui_play *play, int key)
{
    switch (key) {
    case '+':
    case '=':
        play->speed += play->speed + 1 < N_SPEEDS;
        break;
    case '-':
        play->speed -= play->speed > 0;
        break;
    case ' ':
        while (!caught_up(play)) {
            step(play);
        }
        break;
    default:
        break;
    }
}

/* True when the person has seen enough. */
static bool on_key(struct svi_tui_play *play, int key)
{
    const bool typing = play->asking && !play->scrolled &&
                        (play->ask.mode == SVI_TUI_ASK_OFFER || play->ask.mode == SVI_TUI_ASK_BID);
    if (play->leaving) {
        play->leaving = false;
        return key == 'y' || key == 'Y';
    }
    if (play->helping) {
        play->helping = false;
        return false;
    }
    switch (key) {
    case 'q':
    case 'Q':
        if (play->over && caught_up(play)) {
            return true;
        }
        play->leaving = true;
        return false;
    case '?':
        play->helping = true;
        return false;
    case SVI_TUI_KEY_PAGE_UP:
        look_back(play, -1, 6);
        return false;
    case SVI_TUI_KEY_PAGE_DOWN:
        look_back(play, 1, 6);
        return false;
    case SVI_TUI_KEY_END:
        play->scrolled = false;
        return false;
    default:
        break;
    }
    if (play->scrolled && (key == SVI_TUI_KEY_UP || key == SVI_TUI_KEY_DOWN)) {
        look_back(play, key == SVI_TUI_KEY_UP ? -1 : 1, 1);
        return false;
    }
    play->scrolled = play->scrolled && !typing;
    if (!play->asking) {
        on_playing_key(play, key);
        return false;
    }
    play->scrolled = false;
    if (svi_tui_ask_key(&play->ask, key)) {
        play->answer = play->ask.answer;
        play->answered = true;
        play->asking = false;
    }
    return false;
}

bool svi_tui_play_show(struct svi_tui_play *play, char *error, size_t error_size)
{
    bool over = false;
    error[0] = '\0';
    if (!svi_tui_screen_open(error, error_size)) {
        return false;
    }
    play->opened = true;
    for (bool enough = false; !enough;) {
        (void)pthread_mutex_lock(&play->lock);
        go_on(play);
        draw(play);
        const bool still = caught_up(play);
        /* Broken off without an end: there is nothing to be seen any more. */
        over = play->over && still;
        enough = over && (play->events == 0 ||
                          moment_at(play, play->events - 1)->now.state.position.over == 0);
        (void)pthread_mutex_unlock(&play->lock);
        if (enough) {
            break;
        }
        const int key = svi_tui_screen_key(IDLE_MS);
        (void)pthread_mutex_lock(&play->lock);
        if (key == SVI_TUI_KEY_SIGNAL) {
            enough = true;
        } else if (key != SVI_TUI_KEY_NONE && key != SVI_TUI_KEY_RESIZE) {
            enough = fits() ? on_key(play, key) : key == 'q' || key == 'Q';
        }
        over = play->over && caught_up(play);
        (void)pthread_mutex_unlock(&play->lock);
    }
    return over;
}

void svi_tui_play_end(struct svi_tui_play *play)
{
    if (play->opened) {
        play->opened = false;
        svi_tui_screen_close();
    }
}
