/* --help, from the description of a command. */
#ifndef SVI_TOOLS_CONSOLE_HELP_H
#define SVI_TOOLS_CONSOLE_HELP_H

#include "tools/console/command.h"

#include <stdio.h>

/* The widest line; the same on every screen, so that examples stay whole. */
#define SVI_HELP_WIDTH 79u

/* Prints the help of a command; `name` is its name in full. */
void svi_help_print(const struct svi_command *command, const char *name, FILE *out);

/* Prints words filled into lines of up to SVI_HELP_WIDTH, the first beginning at column `at` where
 * the cursor stands, the others indented so far. */
void svi_help_fill(const char *text, unsigned at, FILE *out);

#endif
