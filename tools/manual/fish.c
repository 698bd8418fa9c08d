/* Writes the completion for fish. */
#include "tools/cli/commands.h"
#include "tools/manual/pages.h"

#include <solvent/edition.h>

#include <string.h>

static void put_quoted(const char *text, FILE *out)
{
    (void)fputc('\'', out);
    for (; *text != '\0' && *text != '\n'; text++) {
        (void)fprintf(out, "%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
    }
    (void)fputc('\'', out);
}

static void put_path(void *user, const struct svi_command *command, const char *name)
{
    (void)command;
    if (strchr(name, ' ') != NULL) {
        (void)fprintf(user, " '%s'", name);
    }
}

/* Writes the possible words as arguments of `complete`. */
static void put_offer(const char *words, enum svi_takes takes, FILE *out)
{
    const char *endings = svi_page_endings(takes);
    const char *edition;
    if (words != NULL) {
        (void)fprintf(out, " -a '%s'", words);
    } else if (takes == SVI_TAKES_FOLDER) {
        (void)fputs(" -a '(__fish_complete_directories)'", out);
    } else if (endings != NULL && *endings == '\0') {
        (void)fputs(" -F", out);
    } else if (endings != NULL) {
        (void)fputs(" -k -a '", out);
        for (unsigned i = 0;
             takes == SVI_TAKES_EDITION && (edition = sv_edition_builtin_name(i)) != NULL; i++) {
            (void)fprintf(out, "%s ", edition);
        }
        while (*endings != '\0') {
            const size_t size = strcspn(endings, " ");
            (void)fprintf(out, "(__fish_complete_suffix .%.*s)", (int)size, endings);
            endings += size;
            endings += *endings == ' ';
        }
        (void)fputc('\'', out);
    }
}

static void begin(const char *name, FILE *out)
{
    (void)fprintf(out, "complete -c solvent -n '__solvent_at \"%s\"'", name);
}

static void put_command(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    const struct svi_option *o;
    for (size_t i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        begin(name, out);
        (void)fprintf(out, " -a %s -d ", command->parts[i]->name);
        put_quoted(command->parts[i]->brief, out);
        (void)fputc('\n', out);
    }
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        begin(name, out);
        (void)fprintf(out, " -l %s", o->name);
        if (o->letter != 0) {
            (void)fprintf(out, " -s %c", o->letter);
        }
        if (o->value != NULL) {
            const char *endings = svi_page_endings(o->takes);
            const bool any_file = o->words == NULL && endings != NULL && *endings == '\0';
            (void)fputs(any_file ? " -r" : " -x", out);
            put_offer(o->words, o->takes, out);
        }
        (void)fputs(" -d ", out);
        put_quoted(o->text, out);
        (void)fputc('\n', out);
    }
    if (command->parts == NULL &&
        (command->choices != NULL || svi_page_endings(command->takes) != NULL)) {
        begin(name, out);
        put_offer(command->choices, command->takes, out);
        (void)fputc('\n', out);
    }
}

void svi_page_fish(const struct svi_command *program, FILE *out)
{
    (void)fputs("# fish completion for solvent; made from the commands' own descriptions\n\n"
                "function __solvent_at\n    set -l path solvent\n"
                "    for word in (commandline -opc)[2..-1]\n"
                "        switch \"$path $word\"\n            case",
                out);
    svi_pages_walk(program, "", put_path, out);
    (void)fputs("\n                set path \"$path $word\"\n        end\n    end\n"
                "    test \"$path\" = \"$argv[1]\"\nend\n\ncomplete -c solvent -f\n",
                out);
    svi_pages_walk(program, "", put_command, out);
    char topic[SVI_HELP_TOPIC];
    for (size_t i = 0; svi_help_topic(i, topic); i++) {
        begin("solvent help", out);
        (void)fprintf(out, " -a %s\n", topic);
    }
}
