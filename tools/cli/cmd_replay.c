/* solvent replay [OPTION...] FILE|STORE.db#N */
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/diff.h"
#include "tools/replay/drive.h"
#include "tools/replay/game_file.h"
#include "tools/replay/html.h"
#include "tools/replay/luck_text.h"
#include "tools/replay/printed.h"
#include "tools/replay/recorded.h"
#include "tools/tui/tui.h"

#include "base/out.h"
#include "record/jsonl.h"
#include "record/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_AT = SVI_KEY_OWN, KEY_SEAT, KEY_DECISIONS, KEY_DIFF, KEY_HTML, KEY_TUI, KEY_PRINTED };

/* Output is written in pieces of this size. */
#define PIECE (1u << 16)

/* Options that only some modes accept. enum given numbers them; given_name[] has their names. */
#define GIVEN(X)                                                                                   \
    X(JSONL, "--format jsonl")                                                                     \
    X(AT, "--at")                                                                                  \
    X(SEAT, "--seat")                                                                              \
    X(DECISIONS, "--decisions")                                                                    \
    X(DIFF, "--diff")                                                                              \
    X(HTML, "--html")                                                                              \
    X(TUI, "--tui")                                                                                \
    X(PRINTED, "--printed")                                                                        \
    X(OUTPUT, "--output")                                                                          \
    X(DRIVE, "--drive")

#define X(NAME, name) GIVEN_##NAME,
enum given { GIVEN(X) GIVEN_COUNT };
#undef X
#define X(NAME, name) name,
static const char *const given_name[] = {GIVEN(X)};
#undef X

struct arguments {
    const char *name, *other, *html;
    unsigned given; /* given options, as a set of enum given */
    bool jsonl, decisions;
    long at;   /* -1: the whole game */
    long seat; /* -1: all seats */
    struct svi_drive_options drive;
};

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "text jsonl", SVI_TAKES_TEXT,
     "text (default), or jsonl: one JSON object a line"},
    {"at", KEY_AT, "N", NULL, SVI_TAKES_TEXT, "Show the position after event N"},
    {"seat", KEY_SEAT, "S", NULL, SVI_TAKES_TEXT, "Leave out questions to other seats"},
    {"decisions", KEY_DECISIONS, NULL, NULL, SVI_TAKES_TEXT,
     "Only questions, legal choices and answers"},
    {"diff", KEY_DIFF, "OTHER", NULL, SVI_TAKES_GAME,
     "Show the first event in which two games differ"},
    {"html", KEY_HTML, "OUT", NULL, SVI_TAKES_FILE,
     "Write a page to step through the game\n"
     "Without GAME: a page that opens any recorded game that you drop on it."},
    {"tui", KEY_TUI, NULL, NULL, SVI_TAKES_TEXT,
     "Step through the game in this terminal (? for keys)\n"
     "It starts at event --at N, with seat --seat S selected."},
    {"printed", KEY_PRINTED, NULL, NULL, SVI_TAKES_TEXT,
     "Show what the bots printed in a store's game\n"
     "That is stdout and stderr of all bots, or with --seat S of one."},
    SVI_DRIVE_OPTIONS,
    {0},
};

/* ---- modes ----------------------------------------------------------------------------------- */

static enum svi_exit show(struct arguments *a);

static enum svi_exit drive(struct arguments *a)
{
    return svi_replay_drive(a->name, &a->drive);
}

static enum svi_exit print(struct arguments *a)
{
    return svi_replay_printed(a->name, a->seat);
}

static enum svi_exit step_through(struct arguments *a)
{
    return svi_tui(a->name, a->at, a->seat);
}

static enum svi_exit compare(struct arguments *a)
{
    return svi_replay_diff(a->name, a->other, a->jsonl);
}

static enum svi_exit write_page(struct arguments *a)
{
    return svi_replay_html(a->name, a->html);
}

/* Writes a game of a store to a file of its own. */
static enum svi_exit take_out(struct arguments *a)
{
    enum svi_exit status;
    struct svi_recorded *r = svi_recorded_create(a->name, &status);
    if (r == NULL) {
        return status;
    }
    if (r->replay.sealed) {
        status =
            svi_complain(SVI_EXIT_USAGE,
                         "%s: found a game whose seed is still to be played in other seatings, "
                         "expected all games of its deal in the store: a file would reveal it",
                         a->name);
    } else {
        status = svi_say_file(a->drive.output, r->bytes.data, r->bytes.size);
    }
    svi_recorded_destroy(r);
    return status;
}

#define BIT(NAME) (1u << GIVEN_##NAME)

/* The modes. The first one whose option is given applies. */
static const struct mode {
    unsigned option; /* 0: needs no option */
    unsigned takes;  /* set of further options that the mode accepts */
    enum svi_exit (*run)(struct arguments *a);
} modes[] = {
    {BIT(PRINTED), BIT(SEAT), print},
    {BIT(DRIVE), 0, drive},
    {BIT(TUI), BIT(AT) | BIT(SEAT), step_through},
    {BIT(HTML), 0, write_page},
    {BIT(DIFF), BIT(JSONL), compare},
    {BIT(OUTPUT), 0, take_out},
    {BIT(AT), BIT(JSONL), show},
    {0, BIT(JSONL) | BIT(SEAT) | BIT(DECISIONS), show},
};

static const struct mode *mode_of(const struct arguments *a)
{
    const struct mode *mode = modes;
    while (mode->option != 0 && (a->given & mode->option) == 0) {
        mode++;
    }
    return mode;
}

/* Returns the name of the first option of a set. */
static const char *first_name(unsigned given)
{
    assert(given != 0 && given < BIT(COUNT));
    return given_name[sv_first(given)];
}

/* Checks that all given options belong to the mode. */
static void check_words(struct svi_words *w, const struct arguments *a)
{
    const struct mode *mode = mode_of(a);
    const unsigned extra = a->given & ~(mode->option | mode->takes);
    if (mode->option != BIT(HTML)) {
        svi_words_need(w, a->name, "game");
    }
    if (extra != 0) {
        struct svi_buf taken = {0};
        for (unsigned left = mode->takes; left != 0; left &= left - 1) {
            svi_out_text(&taken, taken.size > 0 ? " and " : "with ");
            svi_out_text(&taken, first_name(left));
        }
        svi_out_text(&taken, taken.size > 0 ? " only" : "alone");
        svi_words_fail(w, "%s: found with %s, expected %.*s", first_name(mode->option),
                       first_name(extra), (int)taken.size, (const char *)taken.data);
    }
    if (mode->option != BIT(OUTPUT)) {
        svi_drive_check(&a->drive, w);
    }
}

/* Notes that an option is given, or revoked by a later one. */
static void note(struct arguments *a, enum given option, bool is_given)
{
    a->given = is_given ? a->given | 1u << option : a->given & ~(1u << option);
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case 'f':
            a->jsonl = w->choice == 1;
            note(a, GIVEN_JSONL, a->jsonl);
            break;
        case KEY_AT:
            a->at = svi_words_number(w, 0, UINT32_MAX);
            note(a, GIVEN_AT, true);
            break;
        case KEY_SEAT:
            a->seat = svi_words_seat(w);
            note(a, GIVEN_SEAT, true);
            break;
        case KEY_DECISIONS:
            a->decisions = true;
            note(a, GIVEN_DECISIONS, true);
            break;
        case KEY_DIFF:
            a->other = w->value;
            note(a, GIVEN_DIFF, true);
            break;
        case KEY_HTML:
            a->html = w->value;
            note(a, GIVEN_HTML, true);
            break;
        case KEY_TUI:
            note(a, GIVEN_TUI, true);
            break;
        case KEY_PRINTED:
            note(a, GIVEN_PRINTED, true);
            break;
        case SVI_OPERAND:
            if (a->name != NULL && a->drive.given) {
                a->drive.command = (const char *const *)svi_words_rest(w);
            } else {
                svi_words_only(w, &a->name, "game");
            }
            break;
        default:
            svi_drive_option(&a->drive, key, w);
            note(a, GIVEN_DRIVE, a->drive.given);
            break;
        }
    }
    if (!a->drive.given && a->drive.output != NULL) {
        note(a, GIVEN_OUTPUT, true);
    }
    check_words(w, a);
}

/* ---- showing --------------------------------------------------------------------------------- */

struct show {
    const struct arguments *a;
    const struct svi_game *g;
    struct svi_buf out;
    uint32_t n;  /* number of the next event */
    bool closed; /* nothing more to print: all is shown, or the reader has gone */
    int error;   /* errno of a write error; EPIPE is not counted */
};

static void flush(struct show *s)
{
    if (s->out.size > 0 && s->error == 0 &&
        (fwrite(s->out.data, 1, s->out.size, stdout) != s->out.size || fflush(stdout) != 0)) {
        s->error = errno == EPIPE ? 0 : errno;
        s->closed = true;
    }
    svi_buf_clear(&s->out);
}

/* Returns whether an event is a seat's question, answer or remark, which other seats do not see. */
static bool is_decision(const struct sv_event *ev)
{
    return ev->type == SV_EVENT_QUESTION || ev->type == SV_EVENT_ANSWER || svi_event_is_aside(ev);
}

static void show_event(void *user, const struct sv_event *ev)
{
    struct show *s = user;
    const struct arguments *a = s->a;
    const uint32_t n = s->n++;
    if (s->closed) {
        return;
    }
    if (a->at >= 0) {
        if (n == (uint32_t)a->at) {
            (a->jsonl ? svi_jsonl_position : svi_text_position)(&s->out, s->g, n);
            s->closed = true;
        }
        return;
    }
    if ((a->decisions && !is_decision(ev)) ||
        (a->seat >= 0 && is_decision(ev) && ev->seat != (unsigned)a->seat)) {
        return;
    }
    (a->jsonl ? svi_jsonl_event : svi_text_event)(&s->out, s->g, ev, n, a->decisions);
    if (s->out.size >= PIECE) {
        flush(s);
    }
}

/* Appends the luck of the game behind its events. Omits it if it cannot be computed. */
static void show_luck(struct show *s, const struct svi_recorded *r)
{
    struct svi_replay_luck *account = svi_replay_luck_create();
    struct svi_game_luck luck;
    struct svi_moments moments;
    const struct svi_luck_sink sink = svi_moments_sink(&moments);
    if (account != NULL &&
        svi_replay_luck_read(account, r->bytes.data, r->bytes.size, &sink, &luck) == SV_OK) {
        svi_out_char(&s->out, '\n');
        svi_luck_text(&luck, &moments, svi_say_in_colour(STDOUT_FILENO), &s->out);
    }
    svi_replay_luck_destroy(account);
}

static enum svi_exit show(struct arguments *a)
{
    enum svi_exit status;
    struct svi_recorded *r = svi_recorded_create(a->name, &status);
    if (r == NULL) {
        return status;
    }
    struct show s = {.a = a, .g = &r->game};
    const struct sv_sink sink = {show_event, &s};
    if (a->seat >= (long)r->replay.header.setup.seats) {
        status = svi_complain(SVI_EXIT_USAGE, "--seat: found %ld, expected 0 to %d in this game",
                              a->seat, r->replay.header.setup.seats - 1);
        svi_recorded_destroy(r);
        return status;
    }
    enum sv_status found = svi_replay_start(&r->replay, &r->game, &sink);
    while (found == SV_OK && !s.closed && !svi_game_over(&r->game)) {
        found = svi_replay_next(&r->replay, &r->game);
    }
    if (found == SV_OK && !s.closed) {
        found = svi_replay_end(&r->replay, &r->game);
    }
    const bool complete = s.closed;
    if (found == SV_OK && !complete && a->given == 0) {
        show_luck(&s, r);
    }
    const bool failed = s.out.failed;
    flush(&s);
    if (failed || s.error != 0) {
        status = svi_complain(SVI_EXIT_ENVIRONMENT, "%s",
                              failed ? "no memory" : svi_errno_text(s.error));
    } else if (found != SV_OK && !complete) {
        status = svi_recorded_fault(r);
    } else if (a->at >= 0 && !complete) {
        status = svi_complain(SVI_EXIT_USAGE,
                              "--at: found %ld, expected 0 to %" PRIu32 ", the events of this game",
                              a->at, s.n - 1);
    }
    svi_buf_finish(&s.out);
    svi_recorded_destroy(r);
    return status;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.at = -1, .seat = -1};
    read_words(w, &a);
    return mode_of(&a)->run(&a);
}

const struct svi_command svi_cmd_replay = {
    .name = "replay",
    .brief = "read a recorded game",
    .operands = "GAME\n"
                "GAME --drive S [--] COMMAND [ARGUMENT...]\n"
                "--html OUT",
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text =
        "Events are numbered from 0, in both formats. \"solvent help replay-format\" lists every "
        "event and its fields. The text of a whole game ends with the luck of each seat, as in "
        "\"solvent luck\".\n"
        "\n"
        "--drive has no clocks, and a different answer does not change the game. With --what-if, "
        "the seats with a live bot give its answers from decision N on. The other seats give their "
        "recorded answers until the game differs from the record. From then on they give the "
        "documented defaults. Each seat is asked only the kinds of decision that it was asked in "
        "the recorded game. An illegal answer becomes the default. There are no strikes.",
    .note = "GAME is a replay (FILE.svr), or game N of a league's store (STORE.db#N).",
    .topic = "replay-format",
    .examples = "solvent replay game.svr | less\n"
                "solvent replay --format jsonl quickstart.db#17 > game.jsonl\n"
                "solvent replay quickstart.db#17 -o game.svr\n"
                "solvent replay --at 1234 game.svr\n"
                "solvent replay --seat 2 --decisions game.svr\n"
                "solvent replay game.svr --diff other.svr\n"
                "solvent replay game.svr --html game.html\n"
                "solvent replay --html open.html\n"
                "solvent replay quickstart.db#17 --tui\n"
                "solvent replay quickstart.db#17 --printed --seat 2\n"
                "solvent replay game.svr --drive 2 -- gdb --args bots/mine\n"
                "solvent replay game.svr --drive 2 --what-if 310 -o new.svr \\\n"
                "    --seat-bot 0=bots/trader -- bots/mine",
    .exits = {"done; with --drive: every answer is as recorded",
              "the file is damaged, or games or answers differ",
              "usage or bad input, or an unknown game",
              "the result cannot be written, or the bot cannot run"},
    .run = run,
};
