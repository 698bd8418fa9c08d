/* Reads the bots of a league file, for league_file.c. A function that fails leaves a line in the
 * tree's error and returns its status: SV_E_MISSING, SV_E_DUPLICATE, SV_E_TYPE, SV_E_LENGTH,
 * SV_E_RANGE or SV_E_UNKNOWN for a mistake in the file, SV_E_SYSTEM without memory. With
 * tree->mistakes it goes on after a mistake, and returns the status of the first one. The caller
 * passes that status to svi_tree_goes_on(), which moves a line left in the error to the mistakes.
 * Tree and nodes stay the caller's, and text is copied. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_BOTS_H
#define SVI_ARBITER_CONFIG_LEAGUE_BOTS_H

#include "config/league.h"
#include "edition/tree.h"

/* Reads the value of `bots`, NULL if left out. The league's folder, `stored`, clock and limits must
 * have been set, as bots take them over. Everything made so far belongs to the league, even on
 * failure. */
enum sv_status svi_league_read_bots(struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node);

/* Reads the value of `secret_key`, NULL if left out. The bots must have been read. */
enum sv_status svi_league_read_secret(struct svi_league *league, struct svi_tree *tree,
                                      const yaml_node_t *node);

#endif
