/* What of a league file may change while its league goes on: more of the same, who still plays, and
 * in a season more. Whatever makes other games of those that have been played is another league. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_CHANGE_H
#define SVI_ARBITER_CONFIG_LEAGUE_CHANGE_H

#include "config/entries.h"

/* Compares the identity of a store's league with that of its file now, both with bots numbered
 * alike; they may be equal. SV_E_HASH: the file is not this store's any more; the line names file,
 * key and both values, and says why. `store` is its path. */
enum sv_status svi_league_change_check(const struct svi_league *league,
                                       const struct svi_entries *entries, const char *store,
                                       const char *before, const char *now,
                                       struct svi_error *error);

/* The line of the league file in which a key of the top begins, from 1; 0: it is not there, or not
 * found. Of "rules.max_rounds" that of `rules`. */
unsigned svi_league_key_line(const struct svi_league *league, const char *key);

#endif
