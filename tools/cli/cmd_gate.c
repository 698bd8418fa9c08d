/* solvent gate --listen ENDPOINT */
#include "base/error.h"
#include "process/process.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { KEY_CONNECT = SVI_KEY_OWN, KEY_NAME, KEY_PUBLIC, KEY_SECRET };

static const struct svi_option options[] = {
    {"listen", 'l', "ENDPOINT", NULL, SVI_TAKES_TEXT,
     "Where the bot connects: tcp://ADDRESS:PORT\n"
     "The address is in numbers, or *."},
    {"public-key", KEY_PUBLIC, "FILE", NULL, SVI_TAKES_FILE,
     "The bot's public key (default: this machine only)"},
    {"secret-key", KEY_SECRET, "FILE", NULL, SVI_TAKES_FILE,
     "Our own keys; the bot knows the public one"},
    {"name", KEY_NAME, "NAME", NULL, SVI_TAKES_TEXT, "The bot's name, for lines on stderr (bot)"},
    {"connect", KEY_CONNECT, "ENDPOINT", NULL, SVI_TAKES_TEXT,
     "Where the arbiter listens (SOLVENT_ENDPOINT)"},
    {0},
};

static enum svi_exit run(struct svi_words *w)
{
    enum { PROGRAM, NAME, LISTEN, PUBLIC, SECRET, WORDS };
    const char *argv[WORDS + 1] = {[NAME] = "bot"};
    const char *arbiter = getenv("SOLVENT_ENDPOINT"); // NOLINT(concurrency-mt-unsafe): no threads
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case 'l':
            argv[LISTEN] = w->value;
            break;
        case KEY_PUBLIC:
            argv[PUBLIC] = w->value;
            break;
        case KEY_SECRET:
            argv[SECRET] = w->value;
            break;
        case KEY_NAME:
            argv[NAME] = w->value;
            break;
        case KEY_CONNECT:
            arbiter = w->value;
            break;
        default:
            svi_words_fail(w, "found '%s', expected no more; see %s --help", w->value, w->name);
        }
    }
    if (argv[LISTEN] == NULL) {
        svi_words_fail(w, "--listen: found none, expected where the bot comes in");
    }
    if (arbiter == NULL) {
        svi_words_fail(w, "--connect: found none, and no SOLVENT_ENDPOINT either: a gate is "
                          "started by 'solvent league run'");
    }
    if ((argv[PUBLIC] == NULL) != (argv[SECRET] == NULL)) {
        svi_words_fail(w, "found one of --public-key and --secret-key, expected both or neither");
    }
    char *program = svi_process_gate();
    argv[PROGRAM] = program;
    (void)setenv("SOLVENT_ENDPOINT", arbiter, true); // NOLINT(concurrency-mt-unsafe): no threads
    (void)execv(program, (char *const *)(uintptr_t)argv);
    const enum svi_exit result =
        svi_complain(SVI_EXIT_ENVIRONMENT, "cannot run '%s': %s", program, svi_errno_text(errno));
    free(program);
    return result;
}

const struct svi_command svi_cmd_gate = {
    .name = "gate",
    .brief = "listen for a remote bot; a league starts it by itself",
    .rare = true,
    .options = options,
    .text = "A league starts one gate for each bot that has an endpoint; you need not start it. To "
            "the arbiter it is a bot's process like any other. For the bot it is the endpoint to "
            "connect to, encrypted (CURVE); only the key of the bot is accepted (solvent keygen).\n"
            "\n"
            "A gate has one session. Once its bot is connected, other connections are refused. "
            "When the bot's connection ends, the gate ends. Its limits on strangers' connections "
            "apply before libzmq reads a byte. At worst strangers end this process, and the league "
            "has lost one bot.",
    .topic = "leagues",
    .examples = "solvent gate --listen 'tcp://*:7001' --public-key alice.pub \\\n"
                "    --secret-key league.key --connect ipc:///run/league/alice",
    .exits = {"the arbiter has ended the session", "the bot was lost",
              "usage or bad input, or a bad key", "it cannot listen, or the arbiter is not there"},
    .run = run,
};
