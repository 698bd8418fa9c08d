/* Writes the completion for bash; it does not need the package bash-completion. */
#include "tools/cli/commands.h"
#include "tools/manual/pages.h"

#include <solvent/edition.h>

#include <string.h>

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

static void put_path(void *user, const struct svi_command *command, const char *name)
{
    (void)command;
    if (strchr(name, ' ') != NULL) {
        (void)fprintf(user, "        '%s') path='%s' ;;\n", name, name);
    }
}

/* Writes the line that offers the possible words; writes nothing if any word is possible. */
static void put_offer(const char *words, enum svi_takes takes, FILE *out)
{
    const char *endings = svi_page_endings(takes);
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

static void put_values(void *user, const struct svi_command *command, const char *name)
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
            put_offer(o->words, o->takes, out);
            (void)fputs("\n        return\n        ;;\n", out);
        }
    }
}

static void put_options(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    const struct svi_option *o;
    (void)fprintf(out, "        '%s') _solvent_words '", name);
    for (size_t i = 0; (o = svi_option_at(command, i)) != NULL; i++) {
        (void)fprintf(out, "%s--%s", i > 0 ? " " : "", o->name);
    }
    (void)fputs("' ;;\n", out);
}

static void put_part_names(const struct svi_command *command, FILE *out)
{
    for (size_t i = 0; command->parts[i] != NULL; i++) {
        (void)fprintf(out, "%s%s", i > 0 ? " " : "", command->parts[i]->name);
    }
}

static void put_operands(void *user, const struct svi_command *command, const char *name)
{
    FILE *out = user;
    (void)fprintf(out, "    '%s') ", name);
    if (command->parts != NULL) {
        (void)fputs("_solvent_words '", out);
        put_part_names(command, out);
        (void)fputc('\'', out);
    } else if (command->takes == SVI_TAKES_COMMAND) {
        (void)fputs("_solvent_help", out);
    } else {
        put_offer(command->choices, command->takes, out);
    }
    (void)fputs(" ;;\n", out);
}

/* Completes `help` with commands, and a command behind it with its subcommands. */
static void put_help(const struct svi_command *program, FILE *out)
{
    (void)fputs("_solvent_help() {\n    case $prev in\n", out);
    for (size_t i = 0; program->parts[i] != NULL; i++) {
        if (program->parts[i]->parts != NULL) {
            (void)fprintf(out, "    %s) _solvent_words '", program->parts[i]->name);
            put_part_names(program->parts[i], out);
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

void svi_page_bash(const struct svi_command *program, FILE *out)
{
    const char *body = strstr(head, "_solvent() {");
    (void)fwrite(head, 1, (size_t)(body - head), out);
    put_help(program, out);
    (void)fputs(body, out);
    svi_pages_walk(program, "", put_path, out);
    (void)fputs("        esac\n    done\n    case \"$path:$prev\" in\n", out);
    svi_pages_walk(program, "", put_values, out);
    (void)fputs("    esac\n    if [[ $cur == -* ]]; then\n        case $path in\n", out);
    svi_pages_walk(program, "", put_options, out);
    (void)fputs("        esac\n        return\n    fi\n    case $path in\n", out);
    svi_pages_walk(program, "", put_operands, out);
    (void)fputs("    esac\n}\n\ncomplete -F _solvent solvent\n", out);
}
