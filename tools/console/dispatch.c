#include "tools/console/dispatch.h"

#include "tools/console/help.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <stdio.h>
#include <string.h>

const struct svi_command *svi_command_find(const struct svi_command *const *parts, const char *name)
{
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (strcmp(parts[i]->name, name) == 0) {
            return parts[i];
        }
    }
    return NULL;
}

static const char *name_at(const void *parts, size_t i)
{
    const struct svi_command *const *commands = parts;
    return commands != NULL && commands[i] != NULL ? commands[i]->name : NULL;
}

void svi_command_fail(const struct svi_words *w, const struct svi_command *above, const char *name)
{
    char see[112];
    (void)snprintf(see, sizeof see, "%s --help", name);
    svi_words_fail_among(
        w, &(struct svi_choices){
               .at = name_at, .words = above->parts, .what = "a command", .see = see});
}

/* Runs the subcommand that the first operand names. Only options of every command may stand before
 * it. */
static enum svi_exit run_part(struct svi_words *w)
{
    const struct svi_command *const *parts = w->command->parts;
    int before = 1;
    if (svi_words_next(w) == SVI_WORDS_END) {
        svi_help_print(w->command, w->name, false, stderr);
        return SVI_EXIT_USAGE;
    }
    const struct svi_command *part = svi_command_find(parts, w->value);
    if (part == NULL) {
        svi_command_fail(w, w->command, w->name);
    }
    while (w->argv[before] != w->value) {
        before++;
    }
    return svi_command_run(part, w->name, w->argc - before, w->argv + before);
}

enum svi_exit svi_command_run(const struct svi_command *command, const char *above, int argc,
                              char **argv)
{
    char name[96];
    struct svi_words words = {.command = command, .name = name, .argc = argc, .argv = argv};
    (void)snprintf(name, sizeof name, "%s%s%s", above, *above != '\0' ? " " : "", command->name);
    svi_say_as(name);
    const enum svi_exit status = command->parts != NULL ? run_part(&words) : command->run(&words);
    svi_say_as("solvent"); /* `name` goes out of scope */
    return status;
}
