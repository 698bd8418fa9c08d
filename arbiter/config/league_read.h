/* Functions that the readers of a league file share (league_file.h). Each reads its keys from the
 * tree into the league, and leaves a line in the tree's error if it fails. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_READ_H
#define SVI_ARBITER_CONFIG_LEAGUE_READ_H

#include "config/league.h"
#include "keys/league_keys.h"

#include "edition/tree.h"

/* Writes a line to the tree's error and returns SV_E_SYSTEM. */
enum sv_status svi_league_no_memory(const struct svi_tree *tree);

/* Reads a value of the type that its row has (keys/league_keys.h). `name` is the key in errors. */
enum sv_status svi_league_read_value(const struct svi_tree *tree, const yaml_node_t *node,
                                     const char *name, const struct svi_league_key *row,
                                     int64_t *out);

/* As svi_league_read_value(), for a NUMBER. If `node` is NULL, the key was left out and *out does
 * not change. */
enum sv_status svi_league_read_number(const struct svi_tree *tree, const yaml_node_t *node,
                                      const char *name, const struct svi_league_key *row,
                                      uint32_t *out);

/* Reads the values of `clock` and of `limits`, NULL if left out; keys that were left out do not
 * change. `key` is the mapping's name in errors. `league` is NULL for the limits of a bot, which
 * have no keys of a league alone. */
enum sv_status svi_league_read_clock(struct svi_tree *tree, const yaml_node_t *node,
                                     const char *key, struct svi_conditions *conditions);
enum sv_status svi_league_read_limits(struct svi_tree *tree, const yaml_node_t *node,
                                      const char *key, struct svi_conditions *conditions,
                                      struct svi_league *league);

/* Reads a name that svi_name_ok() (base/number.h) accepts. */
enum sv_status svi_league_read_name(const struct svi_tree *tree, const yaml_node_t *node,
                                    const char *key, char out[SV_MAX_NAME]);

/* Reads the value of `bots`, NULL if left out. Everything made so far belongs to the league,
 * even on failure. */
enum sv_status svi_league_read_bots(struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node);

/* Keys of a remote bot as errors name them: "bots[1].endpoint". */
struct svi_league_remote_keys {
    const char *endpoint, *public_key;
};

/* Reads `endpoint` and `public_key` of a bot. found[0] is the endpoint; found[1] is NULL if the key
 * was left out. The bot's name and the bots before it must have been read. */
enum sv_status svi_league_read_remote(struct svi_league *league, struct svi_league_bot *bot,
                                      struct svi_tree *tree, const yaml_node_t *const found[2],
                                      const struct svi_league_remote_keys *keys);

/* Reads `env` and `secrets` of a bot, each NULL if left out. The bot's command or endpoint must
 * have been read. `keys` are their names in errors: "bots[1].env". */
enum sv_status svi_league_read_variables(struct svi_league *league, struct svi_league_bot *bot,
                                         struct svi_tree *tree, const yaml_node_t *const found[2],
                                         const char *const keys[2]);

/* Reads the value of `tags` of a bot. */
enum sv_status svi_league_read_tags(struct svi_league_bot *bot, struct svi_tree *tree,
                                    const yaml_node_t *node, const char *key);

/* Reads the value of `secret_key`, NULL if left out. The bots must have been read. */
enum sv_status svi_league_read_secret(struct svi_league *league, struct svi_tree *tree,
                                      const yaml_node_t *node);

/* Reads the settings `term` and the `seed`, NULL for keys that were left out. The bots must have
 * been read. */
enum sv_status svi_league_read_settings(struct svi_league *league, struct svi_tree *tree,
                                        const yaml_node_t *const term[SVI_TERM_COUNT],
                                        const yaml_node_t *seed);

#endif
