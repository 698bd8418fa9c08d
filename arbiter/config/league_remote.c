/* Reads the remote bots of a league file: their endpoints and keys. */
#include "config/league_read.h"
#include "memory/memory.h"
#include "process/path.h"

#include "channel/endpoint.h"
#include "channel/key.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum sv_status keep_endpoint(struct svi_league *league, struct svi_league_bot *bot,
                                    const yaml_node_t *node, const char *text)
{
    bot->line = svi_tree_line(node);
    bot->endpoint = svi_copy(text);
    league->endpoint = league->endpoint != NULL ? league->endpoint : bot->endpoint;
    return SV_OK;
}

static enum sv_status read_endpoint(struct svi_league *league, struct svi_league_bot *bot,
                                    const struct svi_tree *tree, const yaml_node_t *node,
                                    const char *key)
{
    struct svi_endpoint place;
    struct svi_error error;
    const char *text = svi_tree_scalar(node);
    bot->web = text != NULL && strcmp(text, "web") == 0;
    if (bot->web) {
        return keep_endpoint(league, bot, node, text);
    }
    if (text == NULL || (strncmp(text, "tcp://", 6) != 0 && strncmp(text, "ipc://", 6) != 0)) {
        return svi_tree_unexpected(tree, node, key, "tcp://ADDRESS:PORT, ipc://PATH, or web");
    }
    if (svi_endpoint_read_open(&place, text, &error) != SV_OK) {
        return svi_tree_wrong(tree, node, key, SV_E_RANGE, "%s", error.text);
    }
    if (place.kind != SVI_ENDPOINT_UNIX && place.address.v4.sin_port == 0) {
        return svi_tree_wrong(tree, node, key, SV_E_RANGE,
                              "found '%s', expected a port that the bot can know", text);
    }
    for (const struct svi_league_bot *other = league->bot; other < bot; other++) {
        if (other->endpoint != NULL && strcmp(other->endpoint, text) == 0) {
            return svi_tree_wrong(tree, node, key, SV_E_DUPLICATE,
                                  "found '%s' twice, expected an endpoint of its own for every bot",
                                  text);
        }
    }
    bot->open = place.kind == SVI_ENDPOINT_ELSEWHERE;
    return keep_endpoint(league, bot, node, text);
}

/* Reads a public key. Errors about a missing key name the line of `endpoint`. */
static enum sv_status read_public(const struct svi_league *league, struct svi_league_bot *bot,
                                  const struct svi_tree *tree, const yaml_node_t *endpoint,
                                  const yaml_node_t *node, const char *key)
{
    struct svi_key unused;
    struct svi_error error;
    const char *text = node != NULL ? svi_tree_scalar(node) : "none";
    if (text == NULL || text[0] == 0) {
        return svi_tree_unexpected(tree, node, key, "a file of 'solvent keygen', NAME.pub");
    }
    if (strcmp(text, "none") == 0) {
        return bot->open ? svi_tree_wrong(tree, node != NULL ? node : endpoint, key, SV_E_MISSING,
                                          "found none, expected the key of bot '%s': other "
                                          "machines can reach %s",
                                          bot->name, bot->endpoint)
                         : SV_OK;
    }
    bot->public_key = svi_path_join(league->folder, text);
    if (league->stored) {
        return SV_OK;
    }
    const enum sv_status status = svi_key_read_public(bot->public_key, &unused, &error);
    return status == SV_OK ? SV_OK : svi_tree_wrong(tree, node, key, SV_E_RANGE, "%s", error.text);
}

enum sv_status svi_league_read_remote(struct svi_league *league, struct svi_league_bot *bot,
                                      struct svi_tree *tree, const yaml_node_t *const found[2],
                                      const struct svi_league_remote_keys *keys)
{
    enum sv_status status = read_endpoint(league, bot, tree, found[0], keys->endpoint);
    if (status == SV_OK && bot->web && found[1] != NULL) {
        status = svi_tree_wrong(tree, found[1], keys->public_key, SV_E_RANGE,
                                "found for a person, expected none: the address has a token");
    } else if (status == SV_OK && !bot->web) {
        status = read_public(league, bot, tree, found[0], found[1], keys->public_key);
    }
    return status;
}

enum sv_status svi_league_read_secret(struct svi_league *league, struct svi_tree *tree,
                                      const yaml_node_t *node)
{
    struct svi_key_pair unused;
    struct svi_error error;
    const struct svi_league_bot *first = NULL;
    for (unsigned i = 0; i < league->n_bots && first == NULL; i++) {
        first = league->bot[i].public_key != NULL ? &league->bot[i] : NULL;
    }
    if (node == NULL) {
        return first == NULL ? SV_OK
                             : svi_tree_wrong(tree, svi_tree_root(tree), "secret_key", SV_E_MISSING,
                                              "found none, expected the league's own keys, as bot "
                                              "'%s' has a public_key (solvent keygen)",
                                              first->name);
    }
    const char *text = svi_tree_scalar(node);
    if (text == NULL || text[0] == 0) {
        return svi_tree_unexpected(tree, node, "secret_key",
                                   "a file of 'solvent keygen', NAME.key");
    }
    league->secret_key = svi_path_join(league->folder, text);
    if (league->stored) {
        return SV_OK;
    }
    const enum sv_status status = svi_key_read_pair(league->secret_key, &unused, &error);
    sodium_memzero(&unused, sizeof unused);
    return status == SV_OK ? SV_OK
                           : svi_tree_wrong(tree, node, "secret_key", SV_E_RANGE, "%s", error.text);
}
