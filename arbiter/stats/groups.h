/* Who can be compared with whom: bots are in one group when each was, over a chain of others if
 * need be, at least once ahead of or tied with the other. Between groups all games went one way, or
 * there were none. */
#ifndef SVI_ARBITER_STATS_GROUPS_H
#define SVI_ARBITER_STATS_GROUPS_H

#include "stats/games.h"

/* Sets group[bot] to 0 to *n_groups - 1, or *n_groups for a bot without a game; *main_group is the
 * one of the most bots (then of the first by name); *connected: any two that have played have met,
 * over others if need be. SV_E_SYSTEM: no memory. */
enum sv_status svi_groups_find(const struct svi_games *games, unsigned group[], unsigned *n_groups,
                               unsigned *main_group, bool *connected);

#endif
