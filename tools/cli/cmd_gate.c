/* solvent gate --listen ENDPOINT */
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/gate/gate.h"

#include <stdlib.h>
#include <string.h>

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
    struct svi_gate_setup setup = {
        .name = "bot",
        .arbiter = getenv("SOLVENT_ENDPOINT"), // NOLINT(concurrency-mt-unsafe): no thread sets it
    };
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case 'l':
            setup.listen = w->value;
            break;
        case KEY_PUBLIC:
            setup.key_file = w->value;
            break;
        case KEY_SECRET:
            setup.own_file = w->value;
            break;
        case KEY_NAME:
            setup.name = w->value;
            break;
        case KEY_CONNECT:
            setup.arbiter = w->value;
            break;
        default:
            svi_words_fail(w, "found '%s', expected no more; see %s --help", w->value, w->name);
        }
    }
    if (setup.listen == NULL) {
        svi_words_fail(w, "--listen: found none, expected where the bot comes in");
    }
    if (setup.arbiter == NULL) {
        svi_words_fail(w, "--connect: found none, and no SOLVENT_ENDPOINT either: a gate is "
                          "started by 'solvent league run'");
    }
    if ((setup.key_file == NULL) != (setup.own_file == NULL)) {
        svi_words_fail(w, "found one of --public-key and --secret-key, expected both or neither");
    }
    setup.stop = svi_interrupt_catch();
    return svi_gate_run(&setup);
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
