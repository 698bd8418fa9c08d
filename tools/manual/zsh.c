/* Writes the completion for zsh, with zsh's _arguments and _describe. */
#include "tools/manual/pages.h"

#include <solvent/edition.h>

#include <string.h>

/* Writes a text for single quotes, with a backslash before each of the `special` characters. */
static void put_quoted(const char *text, const char *special, FILE *out)
{
    for (; *text != '\0' && *text != '\n'; text++) {
        if (*text == '\'') {
            (void)fputs("'\\''", out);
        } else {
            (void)fprintf(out, "%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
        }
    }
}

/* Writes "solvent league run" as the name of a function. */
static void put_function(const char *name, FILE *out)
{
    (void)fputc('_', out);
    for (; *name != '\0'; name++) {
        (void)fputc(*name == ' ' || *name == '-' ? '_' : *name, out);
    }
}

/* Writes the action of _arguments that offers the possible words. */
static void put_action(const char *words, enum svi_takes takes, FILE *out)
{
    const char *endings = svi_page_endings(takes);
    if (words != NULL) {
        (void)fprintf(out, "(%s)", words);
    } else if (takes == SVI_TAKES_EDITION) {
        (void)fputs("_solvent_editions", out);
    } else if (takes == SVI_TAKES_FOLDER) {
        (void)fputs("_files -/", out);
    } else if (endings != NULL && *endings != '\0') {
        (void)fputs("_files -g \"*.(", out);
        for (; *endings != '\0'; endings++) {
            (void)fputc(*endings == ' ' ? '|' : *endings, out);
        }
        (void)fputs(")\"", out);
    } else if (endings != NULL) {
        (void)fputs("_files", out);
    }
}

static void put_option(const struct svi_option *o, FILE *out)
{
    (void)fputs("        ", out);
    if (o->letter != 0) {
        (void)fprintf(out, "'*'{-%c,--%s}'", o->letter, o->name);
    } else {
        (void)fprintf(out, "'*--%s", o->name);
    }
    (void)fputc('[', out);
    put_quoted(o->text, "[]:\\", out);
    (void)fputc(']', out);
    if (o->value != NULL) {
        (void)fputc(':', out);
        put_quoted(o->value, ":\\", out);
        (void)fputc(':', out);
        put_action(o->words, o->takes, out);
    }
    (void)fputs("' \\\n", out);
}

static void put_options(const struct svi_command *command, FILE *out)
{
    const struct svi_option *o;
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        put_option(o, out);
    }
}

static void put_command(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    put_function(name, out);
    (void)fputs("() {\n", out);
    if (command->parts == NULL) {
        (void)fputs("    _arguments -s -S \\\n", out);
        put_options(command, out);
        (void)fputs("        '*:", out);
        if (command->takes == SVI_TAKES_COMMAND) {
            (void)fputs("command:_solvent_commands", out);
        } else {
            put_quoted(command->operands != NULL ? "word" : " ", "", out);
            (void)fputc(':', out);
            put_action(command->choices, command->takes, out);
        }
        (void)fputs("'\n}\n\n", out);
        return;
    }
    (void)fputs("    local context state state_descr line\n    local -a commands=(\n", out);
    for (size_t i = 0; command->parts[i] != NULL; i++) {
        (void)fprintf(out, "        '%s:", command->parts[i]->name);
        put_quoted(command->parts[i]->brief, ":\\", out);
        (void)fputs("'\n", out);
    }
    (void)fputs("    )\n    _arguments -C -s \\\n", out);
    put_options(command, out);
    (void)fputs("        '1: :->command' \\\n        '*:: :->words'\n    case $state in\n"
                "    command) _describe -t commands command commands ;;\n"
                "    words)\n        case $words[1] in\n",
                out);
    for (size_t i = 0; command->parts[i] != NULL; i++) {
        (void)fprintf(out, "        %s) ", command->parts[i]->name);
        put_function(name, out);
        (void)fputc('_', out);
        (void)fprintf(out, "%s ;;\n", command->parts[i]->name);
    }
    (void)fputs("        esac\n        ;;\n    esac\n}\n\n", out);
}

void svi_page_zsh(const struct svi_command *program, FILE *out)
{
    const char *edition;
    (void)fputs("#compdef solvent\n# made from the commands' own descriptions\n\n"
                "_solvent_editions() {\n    local -a editions=(",
                out);
    for (unsigned i = 0; (edition = sv_edition_builtin_name(i)) != NULL; i++) {
        (void)fprintf(out, "%s%s", i > 0 ? " " : "", edition);
    }
    (void)fputs(")\n    _describe edition editions\n    _files -g \"*.yaml\"\n}\n\n"
                "_solvent_commands() {\n    local -a commands=(",
                out);
    for (size_t i = 0; program->parts[i] != NULL; i++) {
        (void)fprintf(out, "%s%s", i > 0 ? " " : "", program->parts[i]->name);
    }
    (void)fputs(")\n    _describe command commands\n}\n\n", out);
    svi_pages_walk(program, "", put_command, out);
    (void)fputs("_solvent \"$@\"\n", out);
}
