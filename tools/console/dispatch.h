/* Finds and runs the command that a command line names. */
#ifndef SVI_TOOLS_CONSOLE_DISPATCH_H
#define SVI_TOOLS_CONSOLE_DISPATCH_H

#include "tools/console/command.h"

#include <stdnoreturn.h>

/* Runs a command with the words after its name: argv[0] is the name and is not looked at. `above`
 * holds the words before the name: "solvent", "solvent league", or "" for the whole program. Also
 * answers --help and --version. */
enum svi_exit svi_command_run(const struct svi_command *command, const char *above, int argc,
                              char **argv);

/* Returns the command of `parts` with this name, or NULL. */
const struct svi_command *svi_command_find(const struct svi_command *const *parts,
                                           const char *name);

/* Ends the process because the word last read is no command of `above`, whose full name is
 * `name`. */
noreturn void svi_command_fail(const struct svi_words *words, const struct svi_command *above,
                               const char *name);

#endif
