/* solvent help [COMMAND...] */
#include "tools/cli/commands.h"
#include "tools/console/dispatch.h"
#include "tools/console/help.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <stdio.h>
#include <string.h>

static enum svi_exit run(struct svi_words *w)
{
    const struct svi_command *command = &svi_solvent;
    char name[96];
    (void)snprintf(name, sizeof name, "%s", command->name);
    while (svi_words_next(w) != SVI_WORDS_END) {
        const struct svi_command *part =
            command->parts != NULL ? svi_command_find(command->parts, w->value) : NULL;
        if (part == NULL) {
            svi_words_fail(w, "found '%s', expected a command; see %s --help", w->value, name);
        }
        command = part;
        (void)snprintf(name + strlen(name), sizeof name - strlen(name), " %s", part->name);
    }
    svi_help_print(command, name, stdout);
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_help = {
    .name = "help",
    .brief = "explain a command",
    .operands = "[COMMAND...]",
    .takes = SVI_TAKES_COMMAND,
    .examples = "solvent help\n"
                "solvent help rank\n"
                "solvent help league run",
    .exits = {"done", NULL, "there is no such command", NULL},
    .run = run,
};
