/* solvent_manual FOLDER: writes the man pages of `solvent` from the descriptions of all commands;
 * run by the build. Errors in writing show when a file is closed. */
#include "base/error.h"
#include "tools/cli/commands.h"
#include "tools/console/command.h"
#include "tools/console/words.h"

#include <solvent/version.h>

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    (void)fputs(svi_options_have_heading(c->options) ? ".SS Of every command\n" : "", out);
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

static noreturn void fail(const char *path)
{
    (void)fprintf(stderr, "solvent_manual: %s: %s\n", path, svi_errno_text(errno));
    exit(1); // NOLINT(concurrency-mt-unsafe): there are no threads
}

/* Writes the pages of a command and of all commands below it. */
static void write_pages(const struct svi_command *command, const char *above)
{
    char name[96], path[4096];
    (void)snprintf(name, sizeof name, "%.47s%s%.47s", above, *above != '\0' ? " " : "",
                   command->name);
    const int before = snprintf(path, sizeof path, "%s/", folder);
    (void)snprintf(path + before, sizeof path - (size_t)before, "%s.1", name);
    for (char *at = path + before; *at != '\0'; at++) {
        *at = *at == ' ' ? '-' : *at;
    }
    FILE *file = fopen(path, "we");
    if (file == NULL) {
        fail(path);
    }
    write_man(command, name, file);
    if (fclose(file) != 0) {
        fail(path);
    }
    for (size_t i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        write_pages(command->parts[i], name);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fputs("Usage: solvent_manual FOLDER\n", stderr);
        return 2;
    }
    folder = argv[1];
    write_pages(&svi_solvent, "");
    return 0;
}
