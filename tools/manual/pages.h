/* Makes man pages and shell completions from the descriptions of all commands. tools/manual/main.c
 * calls it during the build. Errors in writing show in `out` (ferror()). */
#ifndef SVI_TOOLS_MANUAL_PAGES_H
#define SVI_TOOLS_MANUAL_PAGES_H

#include "tools/console/command.h"

#include <stdbool.h>
#include <stdio.h>

/* Calls `each` for a command and all commands below it; `name` is the full name, "solvent league
 * run". */
typedef void svi_pages_fn(void *user, const struct svi_command *command, const char *name);
void svi_pages_walk(const struct svi_command *command, const char *above, svi_pages_fn *each,
                    void *user);

/* Writes the man page of a command, in man(7). */
void svi_page_man(const struct svi_command *command, const char *name, FILE *out);

/* Write the completions of a whole program. */
void svi_page_bash(const struct svi_command *program, FILE *out);
void svi_page_zsh(const struct svi_command *program, FILE *out);
void svi_page_fish(const struct svi_command *program, FILE *out);

#endif
