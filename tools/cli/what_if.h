/* solvent what-if GAME --at D, and solvent analyse GAME --depth play: decisions of a league's game
 * played on by the bots that sat at the table. cmd_what_if.c and cmd_analyse.c call it. Texts stay
 * the caller's. */
#ifndef SVI_TOOLS_CLI_WHAT_IF_H
#define SVI_TOOLS_CLI_WHAT_IF_H

#include "tools/console/exit.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_what_if {
    const char *game;     /* STORE.db#N, or FILE.svr with a league file */
    const char *league;   /* league file; NULL: the file with the store's name beside it */
    const char *bot;      /* whose decisions; NULL: all bots' */
    const char *stand_in; /* bot that takes the seats of bots that cannot be started; or NULL */
    uint32_t at;          /* one decision; 0: those that cost most by `quick` */
    unsigned most;        /* number of them */
    unsigned futures, jobs;
    bool json;
};

/* Plays the decisions on, and prints the result. Returns DONE, or ENVIRONMENT after an error message
 * if the result cannot be written. Another error ends the process (svi_die()). */
enum svi_exit svi_what_if(const struct svi_what_if *how);

#endif
