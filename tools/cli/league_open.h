/* The league file of a command. */
#ifndef SVI_TOOLS_CLI_LEAGUE_OPEN_H
#define SVI_TOOLS_CLI_LEAGUE_OPEN_H

#include "tools/console/exit.h"

#include "config/league.h"

/* Reads the file; DONE, or after a line that says what is wrong with it, USAGE or ENVIRONMENT. When
 * it is DONE, svi_league_finish() ends it. */
enum svi_exit svi_league_open(struct svi_league *league, const char *file);

/* A path beside a store: that of the store without ".db", and `ending`. To be freed; NULL: no
 * memory. */
char *svi_league_beside(const char *store, const char *ending);

/* Sets the bots aside that are so in the store, if there is one (league/set_aside.h). DONE, or
 * after a line that says why not, another status. */
enum svi_exit svi_league_obey(struct svi_league *league, const char *store);

#endif
