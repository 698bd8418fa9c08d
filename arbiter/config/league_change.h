/* The changes of a league file that are allowed while its league goes on: more deals and bots, who
 * still plays, and in a season more. A change that would have made the played games other games
 * makes another league. arbiter/league/league_store.c checks them when it opens a store for
 * writing. Strings and structs stay the caller's. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_CHANGE_H
#define SVI_ARBITER_CONFIG_LEAGUE_CHANGE_H

#include "config/entries.h"

/* Compares the identity of a store's league with the file's identity now. Both number bots alike,
 * and may be equal. Returns SV_E_MISMATCH if the file does not fit the store any more; the line
 * names the file, the key and both values, and says why. Returns SV_E_SYSTEM without memory.
 * `store` is the store's path. */
enum sv_status svi_league_change_check(const struct svi_league *league,
                                       const struct svi_entries *entries, const char *store,
                                       const char *before, const char *now,
                                       struct svi_error *error);

/* Returns the line, from 1, at which a key of the top begins, or 0 if it is not found. For
 * "rules.max_rounds" it returns the line of `rules`. */
unsigned svi_league_key_line(const struct svi_league *league, const char *key);

#endif
