/* Finds and runs the command that a command line names. */
#ifndef SVI_TOOLS_CONSOLE_DISPATCH_H
#define SVI_TOOLS_CONSOLE_DISPATCH_H

#include "tools/console/command.h"

#include <stdnoreturn.h>

/* Runs a command with the words after its own: argv[0] is its own name and not looked at. `above`
 * is what stands before its name, "solvent" or "solvent league"; "" for the whole program. Help and
 * version are answered here. */
enum svi_exit svi_command_run(const struct svi_command *command, const char *above, int argc,
                              char **argv);

/* The command of `parts` with this name, or NULL. */
const struct svi_command *svi_command_find(const struct svi_command *const *parts,
                                           const char *name);

/* Ends the process: the word last read is no command of `above`, which is called `name` in full. */
noreturn void svi_command_fail(const struct svi_words *words, const struct svi_command *above,
                               const char *name);

#endif
