/* Reads the variables and secrets of a bot in a league file, and the network that it may reach.
 * Called by league_bots.c. A function that fails leaves a line in the tree's error, or in its
 * `mistakes` (svi_tree_goes_on()), and returns SV_E_DUPLICATE, SV_E_TYPE, SV_E_LENGTH, SV_E_RANGE
 * or SV_E_UNKNOWN, or SV_E_SYSTEM without memory. Tree and nodes stay the caller's. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_SECRETS_H
#define SVI_ARBITER_CONFIG_LEAGUE_SECRETS_H

#include "config/league.h"
#include "edition/tree.h"

/* Reads the values found[0] of `env` and found[1] of `secrets`, NULL if left out. `keys` are their
 * names in errors. The bot's endpoint must have been read: a remote bot may have neither.
 * Everything read so far belongs to the bot, even on failure. */
enum sv_status svi_league_read_variables(struct svi_league *league, struct svi_league_bot *bot,
                                         struct svi_tree *tree, const yaml_node_t *const found[2],
                                         const char *const keys[2]);

/* As svi_league_read_variables(), for `network` and `inject`. The secrets must have been read. */
enum sv_status svi_league_read_reach(const struct svi_league *league, struct svi_league_bot *bot,
                                     struct svi_tree *tree, const yaml_node_t *const found[2],
                                     const char *const keys[2]);

#endif
