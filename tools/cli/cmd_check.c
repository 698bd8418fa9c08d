/* solvent check [OPTION...] BOT */
#include "tools/check/check.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_bots.h"
#include "tools/console/bot_argument.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_MS 60000u /* longest clock */

enum { KEY_CLOCK = SVI_KEY_OWN, KEY_HELLO, KEY_KEEP, KEY_MATCHES };

static const struct svi_option options[] = {
    {"clock", KEY_CLOCK, "MS", NULL, SVI_TAKES_TEXT,
     "Milliseconds per decision (1000)\n"
     "Time the OS gives to other processes is not counted."},
    {"hello", KEY_HELLO, "MS", NULL, SVI_TAKES_TEXT, "Milliseconds for the bot to start (10000)"},
    {"matches", KEY_MATCHES, "N", NULL, SVI_TAKES_TEXT,
     "Matches before its memory is measured again (1000)"},
    {"keep", KEY_KEEP, "DIR", NULL, SVI_TAKES_FILE,
     "Keep the game of each point that fails\n"
     "DIR then has NN-POINT.svr, the replay, and NN-POINT.txt, with the seed and the command that "
     "asks the same again. A point that fails before any match began has neither."},
    {"format", 'f', "FORMAT", "text json", SVI_TAKES_TEXT,
     "text (default), or json: one object a line"},
    {0},
};

struct check {
    struct svi_bot_argument argument;
    bool given;
    bool json;
    struct svi_check all;
};

static void read_bot(struct check *c, const struct svi_words *w)
{
    struct svi_error error;
    if (c->given) {
        svi_words_fail(w, "found '%s', expected one bot; put a command with arguments in quotes",
                       w->value);
    } else if (!svi_bot_argument_init(&c->argument, w->value, &error)) {
        svi_words_fail(w, "%s", error.text);
    } else if (c->argument.argv == NULL) {
        svi_words_fail(w, "found '%s', expected a bot that can be started: COMMAND or NAME=COMMAND",
                       w->value);
    }
    const size_t named = strlen(c->argument.name);
    const bool has_name = strncmp(w->value, c->argument.name, named) == 0 && w->value[named] == '=';
    c->all.bot.keep.command = w->value + (has_name ? named + 1 : 0);
    c->given = true;
}

static void read_words(struct svi_words *w, struct check *c)
{
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case KEY_CLOCK:
            c->all.bot.clock_ms = (int)svi_words_number(w, 1, MOST_MS);
            break;
        case KEY_HELLO:
            c->all.bot.hello_ms = (int)svi_words_number(w, 1, MOST_MS);
            break;
        case KEY_MATCHES:
            c->all.matches = (unsigned)svi_words_number(w, 10, 1000000);
            break;
        case KEY_KEEP:
            c->all.bot.keep.folder = w->value;
            break;
        case 'f':
            c->json = w->choice == 1;
            break;
        default:
            read_bot(c, w);
            break;
        }
    }
    svi_words_need(w, c->given ? "" : NULL, "bot");
}

static enum svi_exit check_bot(struct check *c)
{
    assert(c->argument.argv != NULL);
    enum svi_exit status = svi_match_program(c->argument.argv[0]);
    if (status == SVI_EXIT_DONE) {
        char acts[120];
        svi_check_report_init(&c->all.report, c->json);
        c->all.bot.argv = (const char *const *)c->argument.argv;
        status = svi_check_run(&c->all);
        svi_check_tell_acts(&c->all, acts, sizeof acts);
        svi_check_report_print(&c->all.report, svi_say_in_colour(STDOUT_FILENO), c->argument.name,
                               c->all.bot.hello.version, acts);
        svi_check_report_finish(&c->all.report);
    }
    return status;
}

static enum svi_exit run(struct svi_words *w)
{
    struct check c = {.all = {.bot = {.hello_ms = 10000, .clock_ms = 1000}, .matches = 1000}};
    read_words(w, &c);
    const enum svi_exit status = check_bot(&c);
    svi_bot_argument_finish(&c.argument);
    return svi_say_done(status);
}

const struct svi_command svi_cmd_check = {
    .name = "check",
    .brief = "check that a bot keeps to the protocol",
    .operands = "BOT",
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text = "The bot is started again for every point. It plays every edition with 2 to 8 seats "
            "against reference bots, unusual but legal positions, and many matches at once and out "
            "of order. After a thousand matches it must not use more memory than after a hundred. "
            "It is kept waiting, dismissed, and left alone. Each point is one line: ok, FAIL with "
            "what was found and the section of the protocol, or skip. Then come the times of its "
            "answers, and every kind of decision with the answers it got. With --format json each "
            "point is an object with name, verdict (ok, fail, skip), section and detail.",
    .note = "BOT is a command line, or NAME=COMMAND. It runs without a sandbox.",
    .topic = "protocol",
    .examples = "solvent check build/bots/tiny\n"
                "solvent check --clock 5000 \"python3 mybot.py\"\n"
                "solvent check --keep faults \"python3 mybot.py\"\n"
                "solvent check --format json build/bots/tiny | grep '\"verdict\":\"fail\"'",
    .exits = {"no point failed", "a point failed", "usage or bad input",
              "it cannot be checked here"},
    .run = run,
};
