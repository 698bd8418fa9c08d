/* solvent llm: starts the Python module solvent.llm, which reads all further words. */
#include "tools/cli/commands.h"
#include "tools/cli/place.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/error.h"
#include "memory/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As `-m solvent.llm`, which would also import modules from the working folder. */
static char program[] =
    "import sys; sys.path = [path for path in sys.path if path]; import solvent.llm; "
    "solvent.llm.main()";

/* Puts `folder` in front of the folders of a variable such as PYTHONPATH. */
static void put_before(const char *variable, const char *folder)
{
    const char *others = getenv(variable); // NOLINT(concurrency-mt-unsafe): no threads
    SCOPED(scoped_free)
    char *all = others != NULL ? svi_text("%s:%s", folder, others) : svi_copy(folder);
    (void)setenv(variable, all, true); // NOLINT(concurrency-mt-unsafe): no threads
}

/* Returns whether the words begin with a form, or seat a model. */
static bool is_for_python(const struct svi_words *w)
{
    bool model = w->argc > 1 && w->argv[1][0] != '-';
    for (int i = 1; i < w->argc; i++) {
        model = model || strncmp(w->argv[i], "--model", 7) == 0;
    }
    return model;
}

static enum svi_exit run(struct svi_words *w)
{
    struct svi_place place;
    if (!is_for_python(w)) { /* --help, --version, and what no form has */
        svi_words_read(w, NULL);
        svi_words_fail(w,
                       "found no --model, expected --model NAME, or one of bot, run, fake, show");
    }
    if (!svi_place_find(&place)) {
        return svi_complain(SVI_EXIT_ENVIRONMENT,
                            "found no Python package beside the program; in a sandbox list its "
                            "folder under 'files'");
    }
    if (place.python[0] != '\0') {
        put_before("PYTHONPATH", place.python);
    }
    if (place.library[0] != '\0') {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no threads
        (void)setenv("SOLVENT_LIBRARY", place.library, false);
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no threads
    (void)setenv("SOLVENT_PROGRAM", place.solvent, true);
    SCOPED(scoped_free) char **argv = svi_new((size_t)w->argc + 3, sizeof *argv);
    char *chosen = getenv("SOLVENT_PYTHON"); // NOLINT(concurrency-mt-unsafe): no threads
    argv[0] = chosen != NULL && chosen[0] != '\0' ? chosen : "python3";
    argv[1] = "-c";
    argv[2] = program;
    memcpy(argv + 3, w->argv + 1, ((size_t)w->argc - 1) * sizeof *argv);
    (void)execvp(argv[0], argv);
    return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot run '%s': %s", argv[0],
                        svi_errno_text(errno));
}

const struct svi_command svi_cmd_llm = {
    .name = "llm",
    .brief = "seat a language model, or play a league of them within a budget",
    .rare = true,
    .operands = "--model NAME --base-url URL [OPTION...]\n"
                "run LEAGUE.yaml --base-url URL [OPTION...]\n"
                "fake [OPTION...]\n"
                "show STORE.replies [NAME]",
    .note = "`solvent llm bot --help`, and so on, list the options of each form.",
    .text =
        "The first form is a bot: `match` and leagues start it as any other. It asks a chat "
        "endpoint (OpenAI's protocol or Anthropic's) and plays the last JSON object of a "
        "reply.\n"
        "\n"
        "`run` plays a league. Its bots reach their endpoints through one process, which has the "
        "keys and counts tokens and dollars. It stops the league at its budget, and keeps all "
        "prompts and replies beside the store. With --replay it plays from these alone.\n"
        "\n"
        "`fake` is an endpoint that needs no model: our policies with noise. `show` prints "
        "kept prompts and replies.\n"
        "\n"
        "All forms need Python 3.9 with msgpack, and the bot pyzmq. SOLVENT_PYTHON names another "
        "Python than python3.",
    .topic = "models",
    .examples = "solvent match --clock 60000 careful \\\n"
                "    'solvent llm --model NAME --base-url http://127.0.0.1:8080/v1'\n"
                "solvent llm run leagues/models.yaml --fake",
    .exits = {"the league is finished, or the arbiter has ended the session",
              "the budget is spent, or the league was stopped", "usage or bad input",
              "no Python, or a connection was lost"},
    .run = run,
};
