/* The words of a command, by argp. */
#ifndef SVI_TOOLS_CONSOLE_ARGUMENTS_H
#define SVI_TOOLS_CONSOLE_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/* argp_parse() for a command whose argv[0] is its full name: what is wrong is told in one line on stderr, and ends
 * the process with SVI_EXIT_USAGE. False when argp itself has failed. */
bool svi_arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

/* The value of an option that is a whole number, low to high; anything else ends the process as above. */
uint32_t svi_arguments_number(struct argp_state *state, const char *option, const char *text,
                              uint32_t low, uint32_t high);

#endif
