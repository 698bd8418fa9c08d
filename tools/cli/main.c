/* solvent COMMAND: dispatches to the table of commands, and completes words for shells. */
#include "channel/channel.h"
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/console/words.h"

#include <solvent/edition.h>

#include <stdio.h>
#include <string.h>

/* A bot may have passed a socket that takes long to close. */
#define PATIENCE_MS 1000u

/* ---- solvent __complete WORD... ------------------------------------------------------------- */

/* Prints a word if it begins with the `typed` characters, and the first line of its text. */
static void offer(const char *typed, const char *before, const char *word, size_t size,
                  const char *text)
{
    const size_t length = strlen(typed), dashes = strlen(before);
    if (strncmp(typed, before, length) == 0 ||
        (length > dashes && strncmp(typed, before, dashes) == 0 && length - dashes <= size &&
         strncmp(typed + dashes, word, length - dashes) == 0)) {
        (void)printf("%s%.*s\t%.*s\n", before, (int)size, word, (int)strcspn(text, "\n"), text);
    }
}

/* Prints the values of an option or operand: words with blanks between, or what it takes. */
static void offer_values(const char *typed, const char *words, enum svi_takes takes)
{
    static const char *const endings[][2] = {[SVI_TAKES_FILE] = {"files"},
                                             [SVI_TAKES_FOLDER] = {"folders"},
                                             [SVI_TAKES_BOT] = {"files"},
                                             [SVI_TAKES_EDITION] = {"files yaml", "folders"},
                                             [SVI_TAKES_LEAGUE] = {"files yaml", "folders"},
                                             [SVI_TAKES_STORE] = {"files db", "folders"},
                                             [SVI_TAKES_REPLAY] = {"files svr", "folders"},
                                             [SVI_TAKES_GAME] = {"files svr", "files db"},
                                             [SVI_TAKES_COMMAND] = {NULL}};
    const char *name;
    while (words != NULL && *words != '\0') {
        const size_t size = strcspn(words, " ");
        offer(typed, "", words, size, "");
        words += size + (words[size] != '\0');
        takes = SVI_TAKES_TEXT;
    }
    for (unsigned i = 0; takes == SVI_TAKES_EDITION && (name = sv_edition_builtin_name(i)) != NULL;
         i++) {
        offer(typed, "", name, strlen(name), "built-in edition");
    }
    for (unsigned i = 0; i < 2 && endings[takes][i] != NULL; i++) {
        (void)printf(":%s\n", endings[takes][i]);
    }
    (void)fputs(takes == SVI_TAKES_GAME ? ":folders\n" : "", stdout);
}

static void offer_parts(const char *typed, const struct svi_command *const *parts)
{
    for (; *parts != NULL; parts++) {
        offer(typed, "", (*parts)->name, strlen((*parts)->name), (*parts)->brief);
    }
}

/* Returns the option that a word names, if it takes a value: "--seed", "--seed=4" or "-s". */
static const struct svi_option *option_of(const struct svi_command *command, const char *word)
{
    const struct svi_option *o;
    const size_t size = strcspn(word, "=");
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        const bool by_name = strncmp(word, "--", 2) == 0 && strlen(o->name) == size - 2 &&
                             strncmp(word + 2, o->name, size - 2) == 0;
        if (o->value != NULL &&
            (by_name || (size == 2 && word[0] == '-' && word[1] == o->letter))) {
            return o;
        }
    }
    return NULL;
}

/* Prints what the last of `words` can become, for the completions of shells (tools/completions);
 * the list ends with NULL and has at least one word. A line has a word, a tab, and a description.
 * ":files ENDING" stands for files with that ending, ":files" for any, and ":folders" for folders. */
static void complete(char *const words[])
{
    const struct svi_command *command = &svi_solvent, *topic = NULL;
    const struct svi_option *o, *waits = NULL; /* the option whose value comes next */
    const char *typed = words[0];
    for (; words[1] != NULL; typed = *++words) {
        if (waits != NULL) {
            waits = strcmp(typed, "=") == 0 ? waits : NULL; /* bash parts --seed=4 so */
        } else if (typed[0] == '-') {
            waits = strchr(typed, '=') == NULL ? option_of(command, typed) : NULL;
        } else if (command->parts != NULL) {
            const struct svi_command *part = svi_command_find(command->parts, typed);
            command = part != NULL ? part : command;
        } else if (command->takes == SVI_TAKES_COMMAND) {
            topic = svi_command_find(svi_solvent.parts, typed);
        }
    }
    if (waits != NULL) {
        offer_values(strcmp(typed, "=") == 0 ? "" : typed, waits->words, waits->takes);
    } else if (typed[0] == '-' && strchr(typed, '=') != NULL) {
        waits = option_of(command, typed);
        if (waits != NULL) {
            offer_values(strchr(typed, '=') + 1, waits->words, waits->takes);
        }
    } else if (typed[0] == '-') {
        for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
            offer(typed, "--", o->name, strlen(o->name), o->text);
        }
    } else if (command->parts != NULL || (topic != NULL && topic->parts != NULL)) {
        offer_parts(typed, topic != NULL ? topic->parts : command->parts);
    } else if (command->takes == SVI_TAKES_COMMAND && topic == NULL) {
        char name[SVI_HELP_TOPIC];
        for (size_t i = 0; svi_help_topic(i, name); i++) {
            offer(typed, "", name, strlen(name), "");
        }
    } else {
        offer_values(typed, command->choices, command->takes);
    }
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(int argc, char **argv)
{
    svi_memory_begin();
    if (argc > 0) {
        svi_again_as(argv[0]);
    }
    if (argc > 2 && strcmp(argv[1], "__complete") == 0) {
        complete(argv + 2);
        return 0;
    }
    const int status = (int)svi_command_run(&svi_solvent, "", argc, argv);
    (void)svi_close_wait(PATIENCE_MS);
    return status;
}
