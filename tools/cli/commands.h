/* The commands of `solvent`, one function each: argv[0] is the command's name, the result is the exit
 * status. tools/cli/main.c has the table of them. */
#ifndef SVI_TOOLS_CLI_COMMANDS_H
#define SVI_TOOLS_CLI_COMMANDS_H

#include "tools/console/exit.h"

int svi_cmd_bench(int argc, char **argv);
int svi_cmd_check(int argc, char **argv);
int svi_cmd_edition(int argc, char **argv);
int svi_cmd_league(int argc, char **argv);
int svi_cmd_match(int argc, char **argv);
int svi_cmd_rank(int argc, char **argv);
int svi_cmd_replay(int argc, char **argv);
int svi_cmd_verify(int argc, char **argv);

#endif
