/* solvent replay [OPTION...] FILE|STORE.db#N */
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/drive.h"
#include "tools/replay/exchanges.h"
#include "tools/replay/game_file.h"
#include "tools/replay/html.h"
#include "tools/replay/printed.h"
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

/* Output is written in pieces of this size. */
#define PIECE (1u << 16)

struct arguments {
    const char *name, *other, *html;
    const struct mode *mode;
    bool jsonl, decisions;
    long at;   /* -1: the whole game */
    long seat; /* -1: all seats */
    struct svi_drive_options drive;
};

/* ---- differences ----------------------------------------------------------------------------- */

/* One of the two games, and the lines of its latest decision that are not compared yet. */
struct side {
    struct svi_recorded *r;
    struct svi_buf lines;
    size_t at;
    uint32_t n; /* number of the next event */
    bool ended;
    enum sv_status status;
};

/* Appends an event, except remarks of bots and refused answers: they are numbered among the events,
 * but do not change the game. */
static void take_event(void *user, const struct sv_event *ev)
{
    struct side *s = user;
    const uint32_t n = s->n++;
    if (!svi_event_is_aside(ev)) {
        svi_jsonl_event(&s->lines, &s->r->game, ev, n, true);
    }
}

/* Returns whether two lines describe different events. Ignores `{"n":17,` at their beginning. */
static bool lines_differ(const char *const line[2], const size_t size[2])
{
    const char *a = memchr(line[0], ',', size[0]);
    const char *b = memchr(line[1], ',', size[1]);
    const size_t rest = size[0] - (size_t)(a - line[0]);
    return rest != size[1] - (size_t)(b - line[1]) || memcmp(a, b, rest) != 0;
}

/* Finds the next line, without its line feed. Returns false when the game is over or damaged. */
static bool next_line(struct side *s, const char **line, size_t *size)
{
    while (s->at == s->lines.size) {
        svi_buf_clear(&s->lines);
        s->at = 0;
        if (s->ended || s->status != SV_OK) {
            return false;
        }
        s->ended = svi_game_over(&s->r->game);
        s->status = s->ended ? svi_replay_end(&s->r->replay, &s->r->game)
                             : svi_replay_next(&s->r->replay, &s->r->game);
    }
    *line = (const char *)s->lines.data + s->at;
    const size_t left = s->lines.size - s->at;
    const char *end = memchr(*line, '\n', left);
    *size = end != NULL ? (size_t)(end - *line) : left;
    s->at += end != NULL ? *size + 1 : left;
    return true;
}

/* Appends the differences of two headers as a list of words. The players' names are not part of the
 * game. */
static void compare_headers(const struct svi_header *a, const struct svi_header *b,
                            struct svi_buf *out, const char *separator)
{
    bool names = false;
    const struct {
        const char *word;
        bool differs;
    } parts[] = {
        {"edition", memcmp(a->edition_hash, b->edition_hash, sizeof a->edition_hash) != 0},
        {"seed", memcmp(a->setup.seed, b->setup.seed, sizeof a->setup.seed) != 0},
        {"seats", a->setup.seats != b->setup.seats},
        {"answered kinds",
         memcmp(a->setup.answers, b->setup.answers, sizeof a->setup.answers) != 0},
        {"conditions of asking", memcmp(a->setup.when, b->setup.when, sizeof a->setup.when) != 0},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].differs) {
            svi_out_text(out, out->size > 0 ? separator : "");
            svi_out_text(out, parts[i].word);
        }
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        names = names || strcmp(a->name[s], b->name[s]) != 0;
    }
    if (names) {
        svi_out_text(out, out->size > 0 ? separator : "");
        svi_out_text(out, "names");
    }
    svi_buf_byte(out, 0);
}

static void print_side(const struct side *s, const char *mark, const char *line, size_t size)
{
    printf("%s %s: ", mark, s->r->name);
    if (line != NULL) {
        printf("%.*s\n", (int)size, line);
    } else {
        printf("no more events\n");
    }
}

/* Prints the first difference; `line` of a game that has ended is NULL. */
static void print_difference(const struct side *a, const struct side *b, const char *line[2],
                             const size_t size[2], uint32_t n, const char *headers, bool jsonl)
{
    const struct sv_position *p = &a->r->game.state.position;
    if (jsonl) {
        printf("{\"n\":%" PRIu32 ",\"type\":\"difference\",\"decision\":%" PRIu32
               ",\"round\":%u,\"turn\":%" PRIu32 ",\"headers\":[%s%s%s],\"a\":%.*s,\"b\":%.*s}\n",
               n, a->r->game.decisions, p->round, p->turn, headers[0] != '\0' ? "\"" : "", headers,
               headers[0] != '\0' ? "\"" : "", (int)size[0], line[0] != NULL ? line[0] : "null",
               (int)size[1], line[1] != NULL ? line[1] : "null");
        return;
    }
    if (headers[0] != '\0') {
        printf("the headers differ in: %s\n", headers);
    }
    printf("the first difference is event %" PRIu32 ", after decision %" PRIu32
           ", in round %u, turn %" PRIu32 "\n",
           n, a->r->game.decisions, p->round, p->turn);
    print_side(a, "<", line[0], size[0]);
    print_side(b, ">", line[1], size[1]);
}

static void print_same(uint32_t events, const char *headers, bool jsonl)
{
    if (jsonl) {
        printf("{\"type\":\"same\",\"events\":%" PRIu32 ",\"headers\":[%s%s%s]}\n", events,
               headers[0] != '\0' ? "\"" : "", headers, headers[0] != '\0' ? "\"" : "");
        return;
    }
    if (headers[0] != '\0') {
        printf("the headers differ in: %s\n", headers);
    }
    printf("the same game, %" PRIu32 " events\n", events);
}

static enum svi_exit compare_games(struct side *a, struct side *b, bool jsonl)
{
    SCOPED(svi_buf_finish) struct svi_buf headers = {0};
    const char *line[2] = {NULL, NULL};
    size_t size[2] = {4, 4}; /* bytes of "null" */
    uint32_t n = 0;
    bool differ = false;
    compare_headers(&a->r->replay.header, &b->r->replay.header, &headers, jsonl ? "\",\"" : ", ");
    for (; !differ; n++) {
        const bool more_a = next_line(a, &line[0], &size[0]);
        const bool more_b = next_line(b, &line[1], &size[1]);
        if (!more_a) {
            line[0] = NULL;
            size[0] = 4;
        }
        if (!more_b) {
            line[1] = NULL;
            size[1] = 4;
        }
        if (!more_a && !more_b) {
            break;
        }
        /* Event 0 repeats the headers: edition, seed and names. */
        differ = more_a != more_b || (n > 0 && lines_differ(line, size));
    }
    if (a->status != SV_OK || b->status != SV_OK) {
        svi_recorded_fault(a->status != SV_OK ? a->r : b->r);
    }
    if (differ) {
        const char *told = line[0] != NULL ? line[0] : line[1];
        assert(told != NULL); /* if games differ, at least one has a next line */
        n = (uint32_t)strtoul(told + strlen("{\"n\":"), NULL, 10);
        print_difference(a, b, line, size, n, (const char *)headers.data, jsonl);
    } else {
        print_same(n, (const char *)headers.data, jsonl);
    }
    return differ ? SVI_EXIT_FAILED : SVI_EXIT_DONE;
}

/* Plays both games side by side, and prints the differences of their headers and the first
 * different event; with `jsonl`, as one JSON object. Returns FAILED if the games differ. */
static enum svi_exit diff(const char *name_a, const char *name_b, bool jsonl)
{
    struct side a = {.r = svi_recorded_create(name_a)};
    struct side b = {.r = svi_recorded_create(name_b)};
    const struct sv_sink sink_a = {take_event, &a};
    const struct sv_sink sink_b = {take_event, &b};
    a.status = svi_replay_start(&a.r->replay, &a.r->game, &sink_a);
    b.status = svi_replay_start(&b.r->replay, &b.r->game, &sink_b);
    const enum svi_exit status = compare_games(&a, &b, jsonl);
    svi_buf_finish(&a.lines);
    svi_buf_finish(&b.lines);
    svi_recorded_destroy(a.r);
    svi_recorded_destroy(b.r);
    return status;
}

/* ---- modes ----------------------------------------------------------------------------------- */

static enum svi_exit show(struct arguments *a);

static enum svi_exit drive(struct arguments *a)
{
    return svi_replay_drive(a->name, &a->drive);
}

static enum svi_exit print(struct arguments *a)
{
    svi_replay_printed(a->name, a->seat);
    return SVI_EXIT_DONE;
}

static enum svi_exit step_through(struct arguments *a)
{
    svi_tui(a->name, a->at, a->seat);
    return SVI_EXIT_DONE;
}

static enum svi_exit compare(struct arguments *a)
{
    return diff(a->name, a->other, a->jsonl);
}

static enum svi_exit write_page(struct arguments *a)
{
    return svi_replay_html(a->name, a->html);
}

/* Writes a game of a store to a file of its own. */
static enum svi_exit take_out(struct arguments *a)
{
    struct svi_recorded *r = svi_recorded_create(a->name);
    if (r->replay.sealed) {
        svi_die(SVI_EXIT_USAGE,
                "%s: found a game whose seed is still to be played in other seatings, expected all "
                "games of its deal in the store: a file would reveal it",
                a->name);
    }
    const enum svi_exit status = svi_say_file(a->drive.output, r->bytes.data, r->bytes.size);
    svi_recorded_destroy(r);
    return status;
}

/* The modes. The first one whose option is given applies. */
static const struct mode {
    const char *option; /* NULL: needs no option */
    const char *takes;  /* further options that the mode accepts, as text for an error */
    enum svi_exit (*run)(struct arguments *a);
} modes[] = {
    {"printed", "with --seat only", print},
    {"drive", "alone", drive},
    {"tui", "with --at and --seat only", step_through},
    {"html", "alone", write_page},
    {"diff", "with --format jsonl only", compare},
    {"output", "alone", take_out},
    {"at", "with --format jsonl only", show},
    {NULL, "--format jsonl, --seat and --decisions", show},
};

/* ---- words ----------------------------------------------------------------------------------- */

static void take_operand(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    if (a->name != NULL && svi_words_has(w, "drive")) {
        a->drive.command = (const char *const *)svi_words_rest(w);
    } else {
        svi_words_only(w, &a->name, "game");
    }
}

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "text (default), or jsonl: one JSON object a line",
     SVI_SET_WORD(jsonl), .words = "text jsonl"},
    {"at", 0, "N", "Show the position after event N", SVI_SET_NUMBER(at, 0, UINT32_MAX)},
    {"seat", 0, "S", "Leave out questions to other seats", SVI_SET_SEAT(seat)},
    {"decisions", 0, NULL, "Only questions, legal choices and answers", SVI_SET_FLAG(decisions)},
    {"diff", 0, "OTHER", "Show the first event in which two games differ", SVI_SET_TEXT(other),
     .takes = SVI_TAKES_GAME},
    {"html", 0, "OUT",
     "Write a page to step through the game\n"
     "Without GAME: a page that opens any recorded game that you drop on it.",
     SVI_SET_TEXT(html), .takes = SVI_TAKES_FILE},
    {"tui", 0, NULL,
     "Step through the game in this terminal (? for keys)\n"
     "It starts at event --at N, with seat --seat S selected.",
     SVI_NOTED},
    {"printed", 0, NULL,
     "Show what the bots printed in a store's game\n"
     "That is stdout and stderr of all bots, or with --seat S of one.",
     SVI_NOTED},
    {NULL, 0, NULL, "With a live bot", SVI_NOTED},
    {"drive", 0, "S", "Ask a live bot what seat S was asked, and compare",
     SVI_SET_SEAT(drive.seat)},
    {"listen", 0, "ENDPOINT", "Without COMMAND: where the bot connects", SVI_SET_TEXT(drive.listen),
     .with = "drive"},
    {"from", 0, "N",
     "Ask from decision N on (1)\n"
     "Ask a bot that remembers from the beginning.",
     SVI_SET_NUMBER(drive.from, 1, UINT32_MAX), .with = "drive"},
    {"stop", 0, NULL, "Stop at the first answer that differs", SVI_SET_FLAG(drive.stop),
     .with = "drive"},
    {"what-if", 0, "N", "Play its answers from decision N on: a new game",
     SVI_SET_NUMBER(drive.what_if, 1, UINT32_MAX), .with = "drive"},
    {"seat-bot", 0, "K=COMMAND", "With --what-if: a bot in seat K; may be repeated",
     SVI_CALL_ON(svi_drive_seat_bot, drive), .takes = SVI_TAKES_BOT, .with = "what-if"},
    {"output", 'o', "FILE", "Write the new game, or a store's game (.svr)",
     SVI_SET_TEXT(drive.output), .takes = SVI_TAKES_REPLAY},
    {0},
};

/* Finds the mode, and checks that all given options belong to it. */
static void read_words(struct svi_words *w, struct arguments *a)
{
    static const char *const checked[] = {"format", "at",  "seat",    "decisions", "diff",
                                          "html",   "tui", "printed", "output",    "drive"};
    const struct mode *mode = modes;
    svi_words_read(w, a);
    while (mode->option != NULL && !svi_words_has(w, mode->option)) {
        mode++;
    }
    a->mode = mode;
    if (mode->run != write_page) {
        svi_words_need(w, a->name, "game");
    }
    for (size_t i = 0; i < sizeof checked / sizeof checked[0]; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "--%s", checked[i]);
        const bool format = i == 0, output = mode->run == drive && strcmp(name, "--output") == 0;
        if ((format ? a->jsonl : svi_words_has(w, checked[i])) && !output && mode->option != NULL &&
            strcmp(mode->option, checked[i]) != 0 && strstr(mode->takes, name) == NULL) {
            svi_words_fail(w, "--%s: found with %s%s, expected %s", mode->option, name,
                           format ? " jsonl" : "", mode->takes);
        }
    }
    if (mode->run == drive) {
        svi_drive_check(&a->drive, w);
    }
}

/* ---- showing --------------------------------------------------------------------------------- */

struct show {
    const struct arguments *a;
    const struct svi_game *g;
    struct svi_exchanges *exchanges; /* or NULL */
    struct svi_buf out;
    uint32_t n;  /* number of the next event */
    bool closed; /* nothing more to print: all is shown, or the reader has gone */
    int error;   /* errno of a write error; EPIPE is not counted */
};

static void flush(struct show *s)
{
    const int reason = s->error == 0 ? svi_say_piece(&s->out) : 0;
    s->closed |= reason != 0;
    s->error = reason != 0 && reason != EPIPE ? reason : s->error;
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
    svi_exchanges_text(s->exchanges, ev, &s->out);
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
    struct svi_recorded *r = svi_recorded_create(a->name);
    struct show s = {.a = a, .g = &r->game};
    const struct sv_sink sink = {show_event, &s};
    if (a->seat >= (long)r->replay.header.setup.seats) {
        svi_die(SVI_EXIT_USAGE, "--seat: found %ld, expected 0 to %d in this game", a->seat,
                r->replay.header.setup.seats - 1);
    }
    enum sv_status found = SV_OK;
    if (a->decisions && !a->jsonl) {
        found = svi_exchanges_open(&s.exchanges, a->name, &r->replay.error);
    }
    if (found == SV_OK) {
        found = svi_replay_start(&r->replay, &r->game, &sink);
    }
    while (found == SV_OK && !s.closed && !svi_game_over(&r->game)) {
        found = svi_replay_next(&r->replay, &r->game);
    }
    if (found == SV_OK && !s.closed) {
        found = svi_replay_end(&r->replay, &r->game);
    }
    const bool complete = s.closed;
    const bool plain = a->mode->option == NULL && !a->jsonl && !a->decisions && a->seat < 0;
    if (found == SV_OK && !complete && plain) {
        show_luck(&s, r);
    }
    const bool failed = s.out.failed;
    flush(&s);
    if (failed || s.error != 0) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", failed ? "no memory" : svi_errno_text(s.error));
    } else if (found != SV_OK && !complete) {
        svi_recorded_fault(r);
    } else if (a->at >= 0 && !complete) {
        svi_die(SVI_EXIT_USAGE,
                "--at: found %ld, expected 0 to %" PRIu32 ", the events of this game", a->at,
                s.n - 1);
    }
    svi_exchanges_close(s.exchanges);
    svi_buf_finish(&s.out);
    svi_recorded_destroy(r);
    return SVI_EXIT_DONE;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.at = -1, .seat = -1};
    read_words(w, &a);
    return a.mode->run(&a);
}

const struct svi_command svi_cmd_replay = {
    .name = "replay",
    .brief = "read a recorded game",
    .operands = "GAME\n"
                "GAME --drive S [--] COMMAND [ARGUMENT...]\n"
                "--html OUT",
    .operand = {{"game", SVI_CALL(take_operand), .optional = true, .many = true}},
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
