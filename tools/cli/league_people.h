/* The people of a league, `endpoint: web`. Each person plays the matches of one bot of the league
 * file in a browser, one after the other, at an address with a token. `league run` creates the
 * people, who are served by threads of their own; `league plan` only refuses shards. */
#ifndef SVI_TOOLS_CLI_LEAGUE_PEOPLE_H
#define SVI_TOOLS_CLI_LEAGUE_PEOPLE_H

#include "config/league.h"
#include "tools/console/exit.h"

struct svi_league_people;

/* Refuses shards for a league with people, as one run plays all their games: ends the process
 * (svi_die()). */
void svi_league_people_refuse_shards(const struct svi_league *league);

/* Creates a table for every person who plays, prints their addresses on stderr, and puts their
 * local seats into the league, before a roster is made of it. The league and `listen` must outlive
 * *out; store_path need not. Answers in an unfinished match are kept in a file beside the store.
 * `listen` is as in struct svi_play_server_config. *out is NULL for a league without people.
 * Returns DONE, or another status after an error message, and then there is nothing to finish. */
enum svi_exit svi_league_people_create(struct svi_league_people **out, struct svi_league *league,
                                       const char *store_path, const char *listen);

/* Ends the tables after the run, and takes the local seats out of the league. `over` says that the
 * run has played all its games; the files of answers are removed then. `people` may be NULL. */
void svi_league_people_destroy(struct svi_league_people *people, bool over);

#endif
