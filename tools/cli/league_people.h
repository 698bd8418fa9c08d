/* The people of a league, `endpoint: web`: each plays the matches of one bot of the league file in
 * a browser, one after the other, at an address with a token. */
#ifndef SVI_TOOLS_CLI_LEAGUE_PEOPLE_H
#define SVI_TOOLS_CLI_LEAGUE_PEOPLE_H

#include "config/league.h"
#include "tools/console/exit.h"

struct svi_league_people;

/* Refuses shards for a league with people, who play in one run of it: DONE where it has none, else
 * USAGE after a line. */
enum svi_exit svi_league_people_refuse_shards(const struct svi_league *league);

/* Sets a table for every person of the league who plays, tells their addresses on stderr, and puts
 * their local seats into the league, which must outlive them. What they have answered in a match
 * that is not over is kept beside the store. `listen`: as in struct svi_play_server_config. *out is
 * NULL where the league has no people. DONE, or after a line that says what is wrong another
 * status, and then there is nothing to finish. */
enum svi_exit svi_league_people_create(struct svi_league_people **out, struct svi_league *league,
                                       const char *store_path, const char *listen);

/* After the run. `over`: it has played all that there was. NULL is nobody. */
void svi_league_people_destroy(struct svi_league_people *people, bool over);

#endif
