/* Reads the bots of a league file (league_file.h). A function that fails leaves a line in the tree's
 * error. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_BOTS_H
#define SVI_ARBITER_CONFIG_LEAGUE_BOTS_H

#include "config/league.h"
#include "edition/tree.h"

/* Reads the value of `bots`, NULL if left out. Everything made so far belongs to the league,
 * even on failure. */
enum sv_status svi_league_read_bots(struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node);

/* Reads the value of `secret_key`, NULL if left out. The bots must have been read. */
enum sv_status svi_league_read_secret(struct svi_league *league, struct svi_tree *tree,
                                      const yaml_node_t *node);

#endif
