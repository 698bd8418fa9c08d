/* --help, from the description of a command. */
#ifndef SVI_TOOLS_CONSOLE_HELP_H
#define SVI_TOOLS_CONSOLE_HELP_H

#include "tools/console/command.h"

#include <stdbool.h>
#include <stdio.h>

/* The widest line; the same on every screen, so that examples stay whole. */
#define SVI_HELP_WIDTH 79u

/* Prints the help of a command, at most SVI_HELP_LINES lines; `name` is its name in full. With
 * `full` it prints all that the man page has, however long. */
#define SVI_HELP_LINES 40u
void svi_help_print(const struct svi_command *command, const char *name, bool full, FILE *out);

/* Prints words filled into lines of up to SVI_HELP_WIDTH, the first beginning at column `at` where
 * the cursor stands, the others indented so far. */
void svi_help_fill(const char *text, unsigned at, FILE *out);

#endif
