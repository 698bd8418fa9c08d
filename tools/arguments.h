/* The words of a command, by argp. */
#ifndef SVI_TOOLS_ARGUMENTS_H
#define SVI_TOOLS_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>

/* argp_parse() for a command whose argv[0] is its full name: what is wrong is told in one line on stderr, and ends
 * the process with SVI_EXIT_USAGE. False when argp itself has failed. */
bool svi_arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

#endif
