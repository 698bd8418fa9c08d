/* solvent_manual FOLDER: writes the man pages and completions of `solvent` from the descriptions of
 * all commands; run by the build. Errors in writing show when a file is closed. */
#include "base/error.h"
#include "tools/cli/commands.h"
#include "tools/console/command.h"
#include "tools/console/words.h"

#include <solvent/edition.h>
#include <solvent/version.h>

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void page_fn(void *user, const struct svi_command *command, const char *name);

/* Calls `each` for a command and all commands below it; `name` is the full name, "solvent league
 * run". */
static void walk(const struct svi_command *command, const char *above, page_fn *each, void *user)
{
    char name[96];
    (void)snprintf(name, sizeof name, "%.47s%s%.47s", above, *above != '\0' ? " " : "",
                   command->name);
    each(user, command, name);
    for (size_t i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        walk(command->parts[i], name, each, user);
    }
}

/* Returns the endings of the files that a word may name, with blanks between: "db svr"; "" for any
 * file, NULL if the word names no file. */
static const char *page_endings(enum svi_takes takes)
{
    switch (takes) {
    case SVI_TAKES_EDITION:
    case SVI_TAKES_LEAGUE:
        return "yaml";
    case SVI_TAKES_STORE:
        return "db";
    case SVI_TAKES_REPLAY:
        return "svr";
    case SVI_TAKES_GAME:
        return "svr db";
    case SVI_TAKES_FILE:
    case SVI_TAKES_BOT:
        return "";
    case SVI_TAKES_TEXT:
    case SVI_TAKES_FOLDER:
    case SVI_TAKES_COMMAND:
        break;
    }
    return NULL;
}

/* ---- bash ------------------------------------------------------------------------------------ */

/* Writes the completion for bash; it does not need the package bash-completion. */

static const char head[] =
    "# bash completion for solvent; made from the commands' own descriptions\n"
    "\n"
    "# _solvent_files ENDING...: files with one of these endings (any without), and folders\n"
    "_solvent_files() {\n"
    "    local ending\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(\n"
    "        if (($#)); then\n"
    "            for ending; do compgen -f -X \"!*.$ending\" -- \"$cur\"; done\n"
    "            compgen -d -- \"$cur\"\n"
    "        else\n"
    "            compgen -f -- \"$cur\"\n"
    "        fi\n"
    "    )\n"
    "}\n"
    "\n"
    "_solvent_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "_solvent() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} path=solvent i\n"
    "    COMPREPLY=()\n"
    "    # --format=csv comes as three words\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == = ]] && ((COMP_CWORD >= 2)); then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        case \"$path ${COMP_WORDS[i]}\" in\n";

static void put_bash_path(void *user, const struct svi_command *command, const char *name)
{
    (void)command;
    if (strchr(name, ' ') != NULL) {
        (void)fprintf(user, "        '%s') path='%s' ;;\n", name, name);
    }
}

/* Writes the line that offers the possible words; writes nothing if any word is possible. */
static void put_bash_offer(const char *words, enum svi_takes takes, FILE *out)
{
    const char *endings = page_endings(takes);
    const char *edition;
    if (words != NULL) {
        (void)fprintf(out, "_solvent_words '%s'", words);
    } else if (takes == SVI_TAKES_FOLDER) {
        (void)fputs(
            "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")",
            out);
    } else if (endings != NULL) {
        (void)fprintf(out, "_solvent_files%s%s", *endings != '\0' ? " " : "", endings);
        if (takes == SVI_TAKES_EDITION) {
            (void)fputs("; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '", out);
            for (unsigned i = 0; (edition = sv_edition_builtin_name(i)) != NULL; i++) {
                (void)fprintf(out, "%s%s", i > 0 ? " " : "", edition);
            }
            (void)fputs("' -- \"$cur\")", out);
        }
    } else {
        (void)fputc(':', out);
    }
}

static void put_bash_values(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    const struct svi_option *o;
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        if (o->value != NULL) {
            (void)fprintf(out, "    '%s:--%s'", name, o->name);
            if (o->letter != 0) {
                (void)fprintf(out, " | '%s:-%c'", name, o->letter);
            }
            (void)fputs(")\n        ", out);
            put_bash_offer(o->words, o->takes, out);
            (void)fputs("\n        return\n        ;;\n", out);
        }
    }
}

static void put_bash_options(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    const struct svi_option *o;
    (void)fprintf(out, "        '%s') _solvent_words '", name);
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        (void)fprintf(out, "%s--%s", i > 0 ? " " : "", o->name);
    }
    (void)fputs("' ;;\n", out);
}

static void put_bash_part_names(const struct svi_command *command, FILE *out)
{
    for (size_t i = 0; command->parts[i] != NULL; i++) {
        (void)fprintf(out, "%s%s", i > 0 ? " " : "", command->parts[i]->name);
    }
}

static void put_bash_operands(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    (void)fprintf(out, "    '%s') ", name);
    if (command->parts != NULL) {
        (void)fputs("_solvent_words '", out);
        put_bash_part_names(command, out);
        (void)fputc('\'', out);
    } else if (command->takes == SVI_TAKES_COMMAND) {
        (void)fputs("_solvent_help", out);
    } else {
        put_bash_offer(command->choices, command->takes, out);
    }
    (void)fputs(" ;;\n", out);
}

/* Completes `help` with commands, and a command behind it with its subcommands. */
static void put_bash_help(const struct svi_command *program, FILE *out)
{
    (void)fputs("_solvent_help() {\n    case $prev in\n", out);
    for (size_t i = 0; program->parts[i] != NULL; i++) {
        if (program->parts[i]->parts != NULL) {
            (void)fprintf(out, "    %s) _solvent_words '", program->parts[i]->name);
            put_bash_part_names(program->parts[i], out);
            (void)fputs("' ;;\n", out);
        }
    }
    (void)fputs("    help) _solvent_words '", out);
    char topic[SVI_HELP_TOPIC];
    for (size_t i = 0; svi_help_topic(i, topic); i++) {
        (void)fprintf(out, "%s%s", i > 0 ? " " : "", topic);
    }
    (void)fputs("' ;;\n    esac\n}\n\n", out);
}

static void write_bash(const struct svi_command *program, FILE *out)
{
    const char *body = strstr(head, "_solvent() {");
    (void)fwrite(head, 1, (size_t)(body - head), out);
    put_bash_help(program, out);
    (void)fputs(body, out);
    walk(program, "", put_bash_path, out);
    (void)fputs("        esac\n    done\n    case \"$path:$prev\" in\n", out);
    walk(program, "", put_bash_values, out);
    (void)fputs("    esac\n    if [[ $cur == -* ]]; then\n        case $path in\n", out);
    walk(program, "", put_bash_options, out);
    (void)fputs("        esac\n        return\n    fi\n    case $path in\n", out);
    walk(program, "", put_bash_operands, out);
    (void)fputs("    esac\n}\n\ncomplete -F _solvent solvent\n", out);
}

/* ---- fish ------------------------------------------------------------------------------------ */

/* Writes the completion for fish. */

static void put_fish_quoted(const char *text, FILE *out)
{
    (void)fputc('\'', out);
    for (; *text != '\0' && *text != '\n'; text++) {
        (void)fprintf(out, "%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
    }
    (void)fputc('\'', out);
}

static void put_fish_path(void *user, const struct svi_command *command, const char *name)
{
    (void)command;
    if (strchr(name, ' ') != NULL) {
        (void)fprintf(user, " '%s'", name);
    }
}

/* Writes the possible words as arguments of `complete`. */
static void put_fish_offer(const char *words, enum svi_takes takes, FILE *out)
{
    const char *endings = page_endings(takes);
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

static void put_fish_command(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    const struct svi_option *o;
    for (size_t i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        begin(name, out);
        (void)fprintf(out, " -a %s -d ", command->parts[i]->name);
        put_fish_quoted(command->parts[i]->brief, out);
        (void)fputc('\n', out);
    }
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        begin(name, out);
        (void)fprintf(out, " -l %s", o->name);
        if (o->letter != 0) {
            (void)fprintf(out, " -s %c", o->letter);
        }
        if (o->value != NULL) {
            const char *endings = page_endings(o->takes);
            const bool any_file = o->words == NULL && endings != NULL && *endings == '\0';
            (void)fputs(any_file ? " -r" : " -x", out);
            put_fish_offer(o->words, o->takes, out);
        }
        (void)fputs(" -d ", out);
        put_fish_quoted(o->text, out);
        (void)fputc('\n', out);
    }
    if (command->parts == NULL &&
        (command->choices != NULL || page_endings(command->takes) != NULL)) {
        begin(name, out);
        put_fish_offer(command->choices, command->takes, out);
        (void)fputc('\n', out);
    }
}

static void write_fish(const struct svi_command *program, FILE *out)
{
    (void)fputs("# fish completion for solvent; made from the commands' own descriptions\n\n"
                "function __solvent_at\n    set -l path solvent\n"
                "    for word in (commandline -opc)[2..-1]\n"
                "        switch \"$path $word\"\n            case",
                out);
    walk(program, "", put_fish_path, out);
    (void)fputs("\n                set path \"$path $word\"\n        end\n    end\n"
                "    test \"$path\" = \"$argv[1]\"\nend\n\ncomplete -c solvent -f\n",
                out);
    walk(program, "", put_fish_command, out);
    char topic[SVI_HELP_TOPIC];
    for (size_t i = 0; svi_help_topic(i, topic); i++) {
        begin("solvent help", out);
        (void)fprintf(out, " -a %s\n", topic);
    }
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* Writes the completion for zsh, with zsh's _arguments and _describe. */

/* Writes a text for single quotes, with a backslash before each of the `special` characters. */
static void put_zsh_quoted(const char *text, const char *special, FILE *out)
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
static void put_zsh_function(const char *name, FILE *out)
{
    (void)fputc('_', out);
    for (; *name != '\0'; name++) {
        (void)fputc(*name == ' ' || *name == '-' ? '_' : *name, out);
    }
}

/* Writes the action of _arguments that offers the possible words. */
static void put_zsh_action(const char *words, enum svi_takes takes, FILE *out)
{
    const char *endings = page_endings(takes);
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

static void put_zsh_option(const struct svi_option *o, FILE *out)
{
    (void)fputs("        ", out);
    if (o->letter != 0) {
        (void)fprintf(out, "'*'{-%c,--%s}'", o->letter, o->name);
    } else {
        (void)fprintf(out, "'*--%s", o->name);
    }
    (void)fputc('[', out);
    put_zsh_quoted(o->text, "[]:\\", out);
    (void)fputc(']', out);
    if (o->value != NULL) {
        (void)fputc(':', out);
        put_zsh_quoted(o->value, ":\\", out);
        (void)fputc(':', out);
        put_zsh_action(o->words, o->takes, out);
    }
    (void)fputs("' \\\n", out);
}

static void put_zsh_options(const struct svi_command *command, FILE *out)
{
    const struct svi_option *o;
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        put_zsh_option(o, out);
    }
}

static void put_zsh_command(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    put_zsh_function(name, out);
    (void)fputs("() {\n", out);
    if (command->parts == NULL) {
        (void)fputs("    _arguments -s -S \\\n", out);
        put_zsh_options(command, out);
        (void)fputs("        '*:", out);
        if (command->takes == SVI_TAKES_COMMAND) {
            (void)fputs("command:_solvent_commands", out);
        } else {
            put_zsh_quoted(command->operands != NULL ? "word" : " ", "", out);
            (void)fputc(':', out);
            put_zsh_action(command->choices, command->takes, out);
        }
        (void)fputs("'\n}\n\n", out);
        return;
    }
    (void)fputs("    local context state state_descr line\n    local -a commands=(\n", out);
    for (size_t i = 0; command->parts[i] != NULL; i++) {
        (void)fprintf(out, "        '%s:", command->parts[i]->name);
        put_zsh_quoted(command->parts[i]->brief, ":\\", out);
        (void)fputs("'\n", out);
    }
    (void)fputs("    )\n    _arguments -C -s \\\n", out);
    put_zsh_options(command, out);
    (void)fputs("        '1: :->command' \\\n        '*:: :->words'\n    case $state in\n"
                "    command) _describe -t commands command commands ;;\n"
                "    words)\n        case $words[1] in\n",
                out);
    for (size_t i = 0; command->parts[i] != NULL; i++) {
        (void)fprintf(out, "        %s) ", command->parts[i]->name);
        put_zsh_function(name, out);
        (void)fputc('_', out);
        (void)fprintf(out, "%s ;;\n", command->parts[i]->name);
    }
    (void)fputs("        esac\n        ;;\n    esac\n}\n\n", out);
}

static void write_zsh(const struct svi_command *program, FILE *out)
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
    walk(program, "", put_zsh_command, out);
    (void)fputs("_solvent \"$@\"\n", out);
}

/* ---- man ------------------------------------------------------------------------------------- */

/* Writes man pages with the few macros of man(7) that every reader of man pages knows. */

/* Writes text unchanged, with real hyphens. A dot or quote at a line's beginning is escaped, as it
 * would start a request. */
static void put_man_text(const char *text, size_t size, bool at_start, FILE *out)
{
    for (size_t i = 0; i < size; i++) {
        const char c = text[i];
        if (at_start && (c == '.' || c == '\'')) {
            (void)fputs("\\&", out);
        }
        at_start = c == '\n';
        if (c == '\\') {
            (void)fputs("\\e", out);
        } else if (c == '-') {
            (void)fputs("\\-", out);
        } else {
            (void)fputc(c, out);
        }
    }
}

static void put_man_line(const char *text, FILE *out)
{
    put_man_text(text, strlen(text), true, out);
    (void)fputc('\n', out);
}

/* Writes paragraphs, and unchanged the lines that begin with a blank. */
static void put_man_prose(const char *text, FILE *out)
{
    bool literal = false;
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        if (size == 0) {
            (void)fputs(literal ? ".EE\n" : "", out);
            (void)fputs(text[1] != '\0' ? ".PP\n" : "", out);
            literal = false;
        } else {
            const bool is_literal = *text == ' ';
            (void)fputs(is_literal && !literal   ? ".EX\n"
                        : !is_literal && literal ? ".EE\n"
                                                 : "",
                        out);
            literal = is_literal;
            put_man_text(text, size, true, out);
            (void)fputc('\n', out);
        }
        text += size;
        text += *text == '\n';
    }
    (void)fputs(literal ? ".EE\n" : "", out);
}

static void put_man_option(const struct svi_option *o, FILE *out)
{
    (void)fputs(".TP\n", out);
    if (o->letter != 0) {
        (void)fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    }
    (void)fputs("\\fB\\-\\-", out);
    put_man_text(o->name, strlen(o->name), false, out);
    (void)fputs("\\fR", out);
    if (o->value != NULL) {
        (void)fputs(" \\fI", out);
        put_man_text(o->value, strlen(o->value), false, out);
        (void)fputs("\\fR", out);
    }
    (void)fputc('\n', out);
    const size_t first = strcspn(o->text, "\n");
    put_man_text(o->text, first, true, out);
    (void)fputs(o->text[first] != '\0' ? ".\n" : "\n", out);
    if (o->text[first] != '\0') {
        put_man_line(o->text + first + 1, out);
    }
}

static void put_man_options(const struct svi_option *o, FILE *out)
{
    for (; o != NULL && o->text != NULL; o++) {
        if (o->name == NULL) {
            (void)fputs(".SS ", out);
            put_man_line(o->text, out);
        } else {
            put_man_option(o, out);
        }
    }
}

static bool has_heading(const struct svi_option *o)
{
    while (o != NULL && o->text != NULL && o->name != NULL) {
        o++;
    }
    return o != NULL && o->text != NULL;
}

static void put_man_synopsis(const struct svi_command *c, const char *name, FILE *out)
{
    const char *operands = c->operands != NULL ? c->operands : c->parts != NULL ? "COMMAND" : "";
    const char *before = "";
    do {
        const size_t size = strcspn(operands, "\n");
        (void)fprintf(out, "%s.B %s\n", before, name);
        (void)fputs(c->parts != NULL ? "" : "[OPTION...] ", out);
        put_man_text(operands, size, false, out);
        (void)fputc('\n', out);
        before = ".br\n";
        operands += size;
        operands += *operands == '\n';
    } while (*operands != '\0');
}

static void put_man_parts(const struct svi_command *c, const char *name, FILE *out)
{
    char hyphened[96];
    (void)snprintf(hyphened, sizeof hyphened, "%s", name);
    for (char *blank = strchr(hyphened, ' '); blank != NULL; blank = strchr(blank, ' ')) {
        *blank = '-';
    }
    for (size_t i = 0; c->parts != NULL && c->parts[i] != NULL; i++) {
        (void)fprintf(out, ".TP\n\\fB%s\\fR\n", c->parts[i]->name);
        put_man_text(c->parts[i]->brief, strlen(c->parts[i]->brief), true, out);
        (void)fputs("; see ", out);
        put_man_text(hyphened, strlen(hyphened), false, out);
        (void)fprintf(out, "\\-%s(1).\n", c->parts[i]->name);
    }
}

/* Writes the man page of a command, in man(7). */
static void write_man(const struct svi_command *c, const char *name, FILE *out)
{
    char title[96];
    (void)snprintf(title, sizeof title, "%s", name);
    for (char *at = title; *at != '\0'; at++) {
        *at = *at == ' ' ? '-' : *at;
    }
    (void)fprintf(out, ".TH \"%s\" 1 \"\" \"solvent " SV_VERSION_STRING "\" \"Solvent\"\n", title);
    (void)fputs(".SH NAME\n", out);
    put_man_text(title, strlen(title), true, out);
    (void)fputs(" \\- ", out);
    put_man_text(c->brief, strlen(c->brief), false, out);
    (void)fputs("\n.SH SYNOPSIS\n", out);
    put_man_synopsis(c, name, out);
    if (c->parts != NULL) {
        (void)fputs(".SH COMMANDS\n", out);
        put_man_parts(c, name, out);
    }
    if (c->note != NULL || c->text != NULL || c->more != NULL) {
        SCOPED(scoped_free) char *more = c->more != NULL ? c->more() : NULL;
        (void)fputs(".SH DESCRIPTION\n", out);
        put_man_prose(c->note != NULL ? c->note : "", out);
        (void)fputs(c->note != NULL && c->text != NULL ? ".PP\n" : "", out);
        put_man_prose(c->text != NULL ? c->text : "", out);
        (void)fputs(more != NULL && c->text != NULL ? ".PP\n" : "", out);
        put_man_prose(more != NULL ? more : "", out);
    }
    (void)fputs(".SH OPTIONS\n", out);
    put_man_options(c->options, out);
    (void)fputs(has_heading(c->options) ? ".SS Of every command\n" : "", out);
    put_man_options(svi_common_options, out);
    bool titled = false;
    for (unsigned i = 0; i < sizeof c->exits / sizeof c->exits[0]; i++) {
        if (c->exits[i] != NULL) {
            (void)fprintf(out, "%s.TP\n.B %u\n", titled ? "" : ".SH EXIT STATUS\n", i);
            put_man_line(c->exits[i], out);
            titled = true;
        }
    }
    if (c->examples != NULL) {
        (void)fputs(".SH EXAMPLES\n.EX\n", out);
        put_man_line(c->examples, out);
        (void)fputs(".EE\n", out);
    }
    (void)fputs(".SH SEE ALSO\n", out);
    if (strchr(name, ' ') != NULL) {
        const char *last = strrchr(title, '-');
        put_man_text(title, (size_t)(last - title), true, out);
        (void)fputs("(1),\n", out);
    }
    (void)fprintf(out, "\\fBsolvent help%s%s\\fR\n", c->topic != NULL ? " " : "",
                  c->topic != NULL ? c->topic : "");
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *folder;

static FILE *create(const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    if (file == NULL) {
        (void)fprintf(stderr, "solvent_manual: %s: %s\n", path, svi_errno_text(errno));
        exit(1); // NOLINT(concurrency-mt-unsafe): there are no threads
    }
    return file;
}

static void finish(FILE *file)
{
    if (fclose(file) != 0) {
        (void)fprintf(stderr, "solvent_manual: %s: %s\n", folder, svi_errno_text(errno));
        exit(1); // NOLINT(concurrency-mt-unsafe)
    }
}

static void write_page(void *user, const struct svi_command *command, const char *name)
{
    char file_name[112];
    (void)user;
    (void)snprintf(file_name, sizeof file_name, "%s.1", name);
    for (char *at = file_name; *at != '\0'; at++) {
        *at = *at == ' ' ? '-' : *at;
    }
    FILE *file = create(file_name);
    write_man(command, name, file);
    finish(file);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*write)(const struct svi_command *program, FILE *out);
    } shells[] = {
        {"solvent.bash", write_bash}, {"_solvent", write_zsh}, {"solvent.fish", write_fish}};
    if (argc != 2) {
        (void)fputs("Usage: solvent_manual FOLDER\n", stderr);
        return 2;
    }
    folder = argv[1];
    walk(&svi_solvent, "", write_page, NULL);
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        FILE *file = create(shells[i].name);
        shells[i].write(&svi_solvent, file);
        finish(file);
    }
    return 0;
}
