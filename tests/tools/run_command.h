/* Commands run as a user runs them, in a process of their own. */
#ifndef TESTS_TOOLS_RUN_COMMAND_H
#define TESTS_TOOLS_RUN_COMMAND_H

#include "tools/console/command.h"

#include <stddef.h>

/* The output of a command, and its exit status (or -signal). Texts end with a 0, and are cut if too
 * long. */
struct outcome {
    int status;
    char out[1u << 20];
    char err[1u << 12];
};

/* Runs a command of `solvent` with the words up to the first NULL; the first stands for its name.
 * Nothing is read from stdin. Ends the test program when the system refuses. */
void run_command(const struct svi_command *command, struct outcome *o, const char *const argv[]);

/* As run_command(), for svi_cmd_NAME with these words after its name. */
#define RUN(name, o, ...)                                                                          \
    run_command(&svi_cmd_##name, o, (const char *const[]){#name, __VA_ARGS__, NULL})

/* Lines of a text. */
size_t count_lines(const char *text);

#endif
