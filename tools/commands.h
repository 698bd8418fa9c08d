/* The commands of `solvent`, one function each: argv[0] is the command's name, the result is the exit
 * status. tools/main.c has the table of them. */
#ifndef SVI_TOOLS_COMMANDS_H
#define SVI_TOOLS_COMMANDS_H

enum svi_exit {
    SVI_EXIT_DONE = 0,
    SVI_EXIT_FAILED = 1, /* the thing asked about: a mismatch, a failed check, a league cut short */
    SVI_EXIT_USAGE = 2,  /* usage or bad input: one line on stderr */
    SVI_EXIT_ENVIRONMENT = 3, /* cannot open, bind, start */
};

int svi_cmd_bench(int argc, char **argv);
int svi_cmd_check(int argc, char **argv);
int svi_cmd_edition(int argc, char **argv);
int svi_cmd_league(int argc, char **argv);
int svi_cmd_match(int argc, char **argv);
int svi_cmd_rank(int argc, char **argv);
int svi_cmd_replay(int argc, char **argv);
int svi_cmd_verify(int argc, char **argv);

#endif
