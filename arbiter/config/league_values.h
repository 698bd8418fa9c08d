/* Reads values of a league file that the league and its bots share, for league_file.c,
 * league_bots.c and league_secrets.c. A function that fails leaves a line in the tree's error, or
 * in its `mistakes` (svi_tree_goes_on()), and returns SV_E_TYPE, SV_E_LENGTH or SV_E_DUPLICATE;
 * outputs are not valid then. Tree and nodes stay the caller's. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_VALUES_H
#define SVI_ARBITER_CONFIG_LEAGUE_VALUES_H

#include "config/league.h"
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

/* Reads a list of at most 256 texts into *words, with NULL at the end; *words must be NULL before.
 * svi_texts_free() frees it, also on failure. `first` describes the first text if it must not be
 * empty, else it is NULL. `empty` describes the contents if the list must not be empty, else it is
 * NULL. */
enum sv_status svi_league_read_words(char ***words, struct svi_tree *tree, const yaml_node_t *node,
                                     const char *key, const char *first, const char *empty);

#endif
