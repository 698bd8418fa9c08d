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

struct arguments {
    const char *name, *listen, *public_key, *secret_key, *arbiter;
};

static const struct svi_option options[] = {
    {"listen", 'l', "ENDPOINT",
     "Where the bot connects: tcp://ADDRESS:PORT\n"
     "The address is in numbers, or *.",
     SVI_SET_TEXT(listen)},
    {"public-key", 0, "FILE", "The bot's public key (default: this machine only)",
     SVI_SET_TEXT(public_key), .takes = SVI_TAKES_FILE},
    {"secret-key", 0, "FILE", "Our own keys; the bot knows the public one",
     SVI_SET_TEXT(secret_key), .takes = SVI_TAKES_FILE},
    {"name", 0, "NAME", "The bot's name, for lines on stderr (bot)", SVI_SET_TEXT(name)},
    {"connect", 0, "ENDPOINT", "Where the arbiter listens (SOLVENT_ENDPOINT)",
     SVI_SET_TEXT(arbiter)},
    {0},
};

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {
        .name = "bot",
        .arbiter = getenv("SOLVENT_ENDPOINT"), // NOLINT(concurrency-mt-unsafe): no threads
    };
    svi_words_read(w, &a);
    if (a.listen == NULL) {
        svi_words_fail(w, "--listen: found none, expected where the bot comes in");
    }
    if (a.arbiter == NULL) {
        svi_words_fail(w, "--connect: found none, and no SOLVENT_ENDPOINT either: a gate is "
                          "started by 'solvent league run'");
    }
    if ((a.public_key == NULL) != (a.secret_key == NULL)) {
        svi_words_fail(w, "found one of --public-key and --secret-key, expected both or neither");
    }
    SCOPED(scoped_free) char *program = svi_process_helper("solvent-gate");
    const char *const argv[] = {program, a.name, a.listen, a.public_key, a.secret_key, NULL};
    (void)setenv("SOLVENT_ENDPOINT", a.arbiter, true); // NOLINT(concurrency-mt-unsafe): no threads
    (void)execv(program, (char *const *)(uintptr_t)argv);
    return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot run '%s': %s", program,
                        svi_errno_text(errno));
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
