/* solvent check [OPTION...] BOT */
#include "tools/check/check.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_setup.h"
#include "tools/console/bot_argument.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#define MOST_MS 60000u /* longest clock */

struct arguments {
    struct svi_bot_argument argument;
    bool json;
    struct svi_check all;
};

static const struct svi_option options[] = {
    {"clock", 0, "MS",
     "Milliseconds per decision (1000)\n"
     "Time the OS gives to other processes is not counted.",
     SVI_SET_NUMBER(all.bot.clock_ms, 1, MOST_MS)},
    {"hello", 0, "MS", "Milliseconds for the bot to start (10000)",
     SVI_SET_NUMBER(all.bot.hello_ms, 1, MOST_MS)},
    {"matches", 0, "N", "Matches before its memory is measured again (1000)",
     SVI_SET_NUMBER(all.matches, 10, 1000000)},
    {"keep", 0, "DIR",
     "Keep the game of each point that fails\n"
     "DIR then has NN-POINT.svr, the replay, and NN-POINT.txt, with the seed and the command that "
     "asks the same again. A point that fails before any match began has neither.",
     SVI_SET_TEXT(all.bot.keep.folder), .takes = SVI_TAKES_FILE},
    {"format", 'f', "FORMAT", "text (default), or json: one object a line", SVI_SET_WORD(json),
     .words = "text json"},
    {0},
};

static void read_bot(const struct svi_words *w, void *arguments)
{
    struct arguments *c = arguments;
    svi_bot_argument_take(&c->argument, true, w);
    const size_t named = strlen(c->argument.name);
    const bool has_name = strncmp(w->value, c->argument.name, named) == 0 && w->value[named] == '=';
    c->all.bot.keep.command = w->value + (has_name ? named + 1 : 0);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments c = {.all = {.bot = {.hello_ms = 10000, .clock_ms = 1000}, .matches = 1000}};
    svi_words_read(w, &c);
    assert(c.argument.argv != NULL);
    svi_match_program(c.argument.argv[0], SVI_EXIT_ENVIRONMENT);
    char acts[120];
    svi_check_report_init(&c.all.report, c.json);
    c.all.bot.argv = (const char *const *)c.argument.argv;
    const enum svi_exit status = svi_check_run(&c.all);
    svi_check_tell_acts(&c.all, acts, sizeof acts);
    svi_check_report_print(&c.all.report, svi_say_in_colour(STDOUT_FILENO), c.argument.name,
                           c.all.bot.hello.version, acts);
    svi_check_report_finish(&c.all.report);
    svi_bot_argument_finish(&c.argument);
    return svi_say_done(status);
}

const struct svi_command svi_cmd_check = {
    .name = "check",
    .brief = "check that a bot keeps to the protocol",
    .operands = "BOT",
    .operand = {{"bot", SVI_CALL(read_bot)}},
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
              "the bot cannot start here"},
    .run = run,
};
