/* Groups of bots that can be compared. Two bots are in one group if each was at least once ahead of
 * or tied with the other, possibly over a chain of others. Between groups all games went one way,
 * or there were none. */
#ifndef SVI_ARBITER_STATS_GROUPS_H
#define SVI_ARBITER_STATS_GROUPS_H

#include "stats/games.h"

/* Finds the groups of an ordered table: call svi_games_order() first. svi_luce_init() uses it.
 *
 * Sets group[place] to 0 to *n_groups - 1, or to *n_groups for a bot without a game. `place` is the
 * bot's place in the order of names (svi_games_place()), not its number. `group` has room for
 * games->n_bots. *main_group is the group with the most bots, or the first by name of several.
 * *connected says whether all bots that have played have met, possibly over others. Returns
 * SV_E_SYSTEM if there is no memory; outputs are not valid then. */
enum sv_status svi_groups_find(const struct svi_games *games, unsigned group[], unsigned *n_groups,
                               unsigned *main_group, bool *connected);

#endif
