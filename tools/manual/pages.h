/* What is made of the descriptions of all commands besides --help: man pages, and what shells
 * complete. */
#ifndef SVI_TOOLS_MANUAL_PAGES_H
#define SVI_TOOLS_MANUAL_PAGES_H

#include "tools/console/command.h"

#include <stdbool.h>
#include <stdio.h>

/* Calls `each` with a command and all below it; `name` is the name in full, "solvent league run".
 */
typedef void svi_pages_fn(void *user, const struct svi_command *command, const char *name);
void svi_pages_walk(const struct svi_command *command, const char *above, svi_pages_fn *each,
                    void *user);

/* The man page of a command, in man(7). */
void svi_page_man(const struct svi_command *command, const char *name, FILE *out);

/* Completions for all of a program. */
void svi_page_bash(const struct svi_command *program, FILE *out);
void svi_page_zsh(const struct svi_command *program, FILE *out);
void svi_page_fish(const struct svi_command *program, FILE *out);

/* The endings of the files that a word may name, blank between: "db svr"; "" for any file, NULL for
 * no file. */
const char *svi_page_endings(enum svi_takes takes);

/* The i-th option of a command with the common ones after its own, headings left out; NULL from the
 * end on. */
const struct svi_option *svi_page_option(const struct svi_command *command, size_t i);

#endif
