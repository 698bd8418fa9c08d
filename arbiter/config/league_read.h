/* What the readers of a league file share (league_file.h): each reads its keys off the tree into
 * the league and leaves one line in the tree's error when it cannot. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_READ_H
#define SVI_ARBITER_CONFIG_LEAGUE_READ_H

#include "config/league.h"
#include "keys/league_keys.h"

#include "edition/tree.h"

/* SV_E_SYSTEM, with a line. */
enum sv_status svi_league_no_memory(const struct svi_tree *tree);

/* A value as its row has it (keys/league_keys.h), in errors under `name`. */
enum sv_status svi_league_read_value(const struct svi_tree *tree, const yaml_node_t *node,
                                     const char *name, const struct svi_league_key *row,
                                     int64_t *out);

/* The same of a NUMBER; one that is left out (NULL) stays as it is. */
enum sv_status svi_league_read_number(const struct svi_tree *tree, const yaml_node_t *node,
                                      const char *name, const struct svi_league_key *row,
                                      uint32_t *out);

/* A name, as svi_name_ok() (base/number.h) takes it. */
enum sv_status svi_league_read_name(const struct svi_tree *tree, const yaml_node_t *node,
                                    const char *key, char out[SV_MAX_NAME]);

/* The value of `bots`, NULL when there is none. What is made so far is the league's to free also
 * when it fails. */
enum sv_status svi_league_read_bots(struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node);

/* What the keys of a remote bot are called in errors: "bots[1].endpoint". */
struct svi_league_remote_keys {
    const char *endpoint, *public_key;
};

/* The values of `endpoint` and `public_key` of a bot, whose name has been read, and
 * before it the other bots; NULL: left out, which the first is not. */
enum sv_status svi_league_read_remote(struct svi_league *league, struct svi_league_bot *bot,
                                      struct svi_tree *tree, const yaml_node_t *const found[2],
                                      const struct svi_league_remote_keys *keys);

/* The values of `env` and `secrets` of a bot, whose command or endpoint has been read; NULL: left
 * out. `keys` is what they are called in errors: "bots[1].env". */
enum sv_status svi_league_read_variables(struct svi_league *league, struct svi_league_bot *bot,
                                         struct svi_tree *tree, const yaml_node_t *const found[2],
                                         const char *const keys[2]);

/* The value of `tags` of a bot. */
enum sv_status svi_league_read_tags(struct svi_league_bot *bot, struct svi_tree *tree,
                                    const yaml_node_t *node, const char *key);

/* The value of `secret_key`, NULL when there is none; the bots have been read. */
enum sv_status svi_league_read_secret(struct svi_league *league, struct svi_tree *tree,
                                      const yaml_node_t *node);

/* The settings and the seed, of which `term` and `seed` are the values, NULL: left out; the bots
 * have been read. */
enum sv_status svi_league_read_settings(struct svi_league *league, struct svi_tree *tree,
                                        const yaml_node_t *const term[SVI_TERM_COUNT],
                                        const yaml_node_t *seed);

#endif
