/* solvent replay [OPTION...] FILE|STORE.db#N */
#include "tools/cli/commands.h"
#include "tools/console/arguments.h"
#include "tools/replay/diff.h"
#include "tools/replay/drive.h"
#include "tools/replay/html.h"
#include "tools/replay/printed.h"
#include "tools/replay/recorded.h"
#include "tools/tui/tui.h"

#include "record/jsonl.h"
#include "record/text.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_FORMAT = 256,
    KEY_AT,
    KEY_SEAT,
    KEY_DECISIONS,
    KEY_DIFF,
    KEY_HTML,
    KEY_TUI,
    KEY_PRINTED
};

/* Output is written in pieces of this size. */
#define PIECE (1u << 16)

struct arguments {
    const char *name, *other, *html;
    bool jsonl, decisions, tui, printed;
    long at;   /* -1: all of it */
    long seat; /* -1: all of them */
    struct svi_drive_options drive;
};

static const char doc[] =
    "Reads a recorded game.\v"
    "FILE is a replay (.svr); STORE.db#N is game N of a league's store. "
    "Events are numbered from 0, in both "
    "formats. docs/REPLAY_FORMAT.md lists every event and its fields.\n"
    "\n"
    "  solvent replay game.svr | less\n"
    "  solvent replay --format jsonl quickstart.db#17 > game.jsonl\n"
    "  solvent replay --at 1234 game.svr\n"
    "  solvent replay --seat 2 --decisions game.svr\n"
    "  solvent replay game.svr --diff other.svr\n"
    "  solvent replay game.svr --html game.html\n"
    "  solvent replay quickstart.db#17 --tui\n"
    "  solvent replay quickstart.db#17 --printed --seat 2\n"
    "  solvent replay game.svr --drive 2 -- gdb --args bots/mine\n"
    "  solvent replay game.svr --drive 2 --what-if 310 -o new.svr \\\n"
    "      --seat-bot 0=bots/trader -- bots/mine\n"
    "\n"
    "--drive asks without clocks, and a difference does not change the game. "
    "With --what-if, from decision N on, seats with a live bot give its "
    "answers; the other seats their recorded ones until the game parts from "
    "the record, and the documented defaults from then on. Each seat is asked "
    "the kinds of decision that it was asked in the recorded game, an illegal "
    "answer becomes the default, and there are no strikes.\n"
    "\n"
    "Exit status: 0 done; 1 the file is damaged further on, or the games of "
    "--diff differ; 2 usage, or no "
    "such game; 3 the result cannot be written. With --drive: 0 every answer is "
    "as recorded; 1 one differs; 2 usage, or a damaged game; 3 the bot cannot "
    "start, or has died.";

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "text (default) or jsonl, one JSON object a line", 0},
    {"at", KEY_AT, "N", 0, "The position after event N instead of the events", 0},
    {"seat", KEY_SEAT, "S", 0, "Without the questions to other seats and their answers", 0},
    {"decisions", KEY_DECISIONS, 0, 0, "Questions, with their legal choices, and answers only", 0},
    {"diff", KEY_DIFF, "OTHER", 0, "The first event in which two games differ", 0},
    {"html", KEY_HTML, "OUT", 0, "Write the game as one page to step through in a browser", 0},
    {"tui", KEY_TUI, 0, 0,
     "Step through the game in this terminal, from --at N on and with --seat S chosen; ? there "
     "shows the keys",
     0},
    {"printed", KEY_PRINTED, 0, 0,
     "What the bots printed in a game of a store, stdout and stderr; with --seat S that one's only",
     0},
    {0},
};

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_FORMAT:
        if (strcmp(word, "text") != 0 && strcmp(word, "jsonl") != 0) {
            argp_failure(state, SVI_EXIT_USAGE, 0, "--format: found '%s', expected text or jsonl",
                         word);
        }
        a->jsonl = strcmp(word, "jsonl") == 0;
        return 0;
    case KEY_AT:
        a->at = svi_arguments_number(state, "--at", word, 0, UINT32_MAX);
        return 0;
    case KEY_SEAT:
        a->seat = svi_arguments_number(state, "--seat", word, 0, SV_MAX_SEATS - 1);
        return 0;
    case KEY_DECISIONS:
        a->decisions = true;
        return 0;
    case KEY_DIFF:
        a->other = word;
        return 0;
    case KEY_HTML:
        a->html = word;
        return 0;
    case KEY_TUI:
        a->tui = true;
        return 0;
    case KEY_PRINTED:
        a->printed = true;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->drive;
        return 0;
    case ARGP_KEY_ARG:
        if (a->name != NULL && a->drive.given) {
            a->drive.command = (const char *const *)&state->argv[state->next - 1];
            state->next = state->argc;
            return 0;
        }
        if (a->name != NULL) {
            argp_failure(state, SVI_EXIT_USAGE, 0, "found '%s' after '%s', expected one game", word,
                         a->name);
        }
        a->name = word;
        return 0;
    case ARGP_KEY_END:
        if (a->name == NULL) {
            argp_failure(state, SVI_EXIT_USAGE, 0, "found no game, expected one; see --help");
        }
        if (a->printed && (a->drive.given || a->tui || a->other != NULL || a->html != NULL ||
                           a->jsonl || a->at >= 0 || a->decisions)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--printed: found with another option than --seat, expected with that one "
                         "only");
        }
        if (a->drive.given && (a->tui || a->other != NULL || a->html != NULL || a->jsonl ||
                               a->at >= 0 || a->seat >= 0 || a->decisions)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--drive: found with --format jsonl, --at, --seat, --decisions, --diff, "
                         "--html or --tui, expected alone");
        }
        if (a->tui && (a->other != NULL || a->html != NULL || a->jsonl || a->decisions)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--tui: found with --format jsonl, --decisions, --diff or --html, "
                         "expected with --at and --seat only");
        }
        if (a->other != NULL && (a->at >= 0 || a->seat >= 0 || a->decisions)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--diff: found with --at, --seat or --decisions, expected alone");
        }
        if (a->html != NULL &&
            (a->other != NULL || a->jsonl || a->at >= 0 || a->seat >= 0 || a->decisions)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--html: found with --format jsonl, --at, --seat, --decisions or --diff, "
                         "expected alone");
        }
        if (!a->tui && a->at >= 0 && (a->seat >= 0 || a->decisions)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--at: found with --seat or --decisions, expected alone");
        }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&svi_drive_argp, 0, "With a live bot:", 1}, {0}};

static const struct argp argp = {options,
                                 parse_option,
                                 "FILE|STORE.db#N\n"
                                 "FILE|STORE.db#N --drive S [--] COMMAND [ARGUMENT...]",
                                 doc,
                                 children,
                                 NULL,
                                 NULL};

/* ---- showing ------------------------------------------------------------------------------------ */

struct show {
    const struct arguments *a;
    const struct svi_game *g;
    struct svi_buf out;
    uint32_t n;  /* of the next event */
    bool closed; /* nothing more is wanted: shown, or the reader has gone */
    int error;   /* errno of writing; EPIPE is none */
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

/* Events that say what one seat is asked, says and answers, which other seats do not see. */
static bool is_decision(const struct sv_event *ev)
{
    return ev->type == SV_EVENT_QUESTION || ev->type == SV_EVENT_ANSWER ||
           ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE;
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

static enum svi_exit show(const struct arguments *a)
{
    enum svi_exit status;
    struct svi_recorded *r = svi_recorded_create(a->name, &status);
    if (r == NULL) {
        return status;
    }
    struct show s = {.a = a, .g = &r->game};
    const struct sv_sink sink = {show_event, &s};
    if (a->seat >= (long)r->replay.header.setup.seats) {
        (void)fprintf(stderr, "--seat: found %ld, expected 0 to %d in this game\n", a->seat,
                      r->replay.header.setup.seats - 1);
        svi_recorded_destroy(r);
        return SVI_EXIT_USAGE;
    }
    enum sv_status found = svi_replay_start(&r->replay, &r->game, &sink);
    while (found == SV_OK && !s.closed && !svi_game_over(&r->game)) {
        found = svi_replay_next(&r->replay, &r->game);
    }
    if (found == SV_OK && !s.closed) {
        found = svi_replay_end(&r->replay, &r->game);
    }
    const bool complete = s.closed;
    const bool failed = s.out.failed;
    flush(&s);
    if (failed || s.error != 0) {
        (void)fprintf(stderr, "solvent replay: %s\n", failed ? "no memory" : strerror(s.error));
        status = SVI_EXIT_ENVIRONMENT;
    } else if (found != SV_OK && !complete) {
        status = svi_recorded_fault(r);
    } else if (a->at >= 0 && !complete) {
        (void)fprintf(stderr,
                      "--at: found %ld, expected 0 to %" PRIu32 ", the events of this game\n",
                      a->at, s.n - 1);
        status = SVI_EXIT_USAGE;
    }
    svi_buf_finish(&s.out);
    svi_recorded_destroy(r);
    return status;
}

int svi_cmd_replay(int argc, char **argv)
{
    static char name[] = "solvent replay";
    struct arguments a = {.at = -1, .seat = -1};
    argv[0] = name;
    if (!svi_arguments_parse(&argp, argc, argv, &a)) {
        return SVI_EXIT_USAGE;
    }
    if (a.drive.given) {
        return (int)svi_replay_drive(a.name, &a.drive);
    }
    if (a.printed) {
        return (int)svi_replay_printed(a.name, a.seat);
    }
    if (a.tui) {
        return (int)svi_tui(a.name, a.at, a.seat);
    }
    if (a.html != NULL) {
        return (int)svi_replay_html(a.name, a.html);
    }
    return (int)(a.other != NULL ? svi_replay_diff(a.name, a.other, a.jsonl) : show(&a));
}
