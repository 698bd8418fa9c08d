/* The league file of a command. */
#ifndef SVI_TOOLS_CLI_LEAGUE_OPEN_H
#define SVI_TOOLS_CLI_LEAGUE_OPEN_H

#include "tools/console/exit.h"

#include "config/league.h"

/* Reads the file; DONE, or after a line that says what is wrong with it, USAGE or ENVIRONMENT. When
 * it is DONE, svi_league_finish() ends it. */
enum svi_exit svi_league_open(struct svi_league *league, const char *file);

/* Opens the league file `file`, or the one beside `store` if that is NULL. Then *beside is its path,
 * which the caller frees after svi_league_finish(), else NULL. `option` is the option that needs the
 * file, for an error. Returns what svi_league_open() does. */
enum svi_exit svi_league_open_for(struct svi_league *league, const char *option, const char *file,
                                  const char *store, char **beside);

/* The words of a command that is given in the current folder, as they are to stand in a league file
 * that may lie in another: what is a path is made whole then. A list to be freed by
 * svi_texts_free(); NULL: there is no such folder. */
char **svi_league_words(char *const *argv, const char *file);

/* A path beside a store: that of the store without ".db", and `ending`. To be freed. */
char *svi_league_beside(const char *store, const char *ending);

/* Sets the bots aside that are so in the store, if there is one (league/set_aside.h). DONE, or
 * after a line that says why not, another status. */
enum svi_exit svi_league_obey(struct svi_league *league, const char *store);

#endif
