#include "config/league_secrets.h"

#include "base/order.h"
#include "base/out.h"
#include "config/league_text.h"
#include "config/league_values.h"
#include "memory/memory.h"
#include "process/bot_spec.h"
#include "process/path.h"
#include "relay/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_VALUE 4095u /* most bytes of a variable's value */
#define IN_A_FILE "file:"
#define IN_A_SECRET "secret"

/* ---- variables ------------------------------------------------------------------------------- */

/* Beginnings of names that bots may not set: they are the arbiter's, or would also affect the
 * sandbox, which is a program too. */
static const char *const own_variables[] = {"SOLVENT_", "LD_", "PATH"};

static const char *wrong_variable(const char *name)
{
    static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    static const char others[] = "0123456789";
    const size_t length = name != NULL ? strlen(name) : 0;
    size_t good = length > 0 ? strspn(name, first) : 0;
    while (good != 0 && good < length && strchr(others, name[good]) != NULL) {
        good += strspn(name + good, others);
        good += strspn(name + good, first);
    }
    if (good == 0 || good != length || length > 63) {
        return "the name of a variable: letters, digits and _, up to 63";
    }
    for (size_t i = 0; i < sizeof own_variables / sizeof own_variables[0]; i++) {
        if (strncmp(name, own_variables[i], strlen(own_variables[i])) == 0) {
            return "a variable of the bot's own, not PATH, SOLVENT_... or LD_...";
        }
    }
    return NULL;
}

/* Checks the name of variable number `n` of its key. */
static enum sv_status check_name(const struct svi_tree *tree, const yaml_node_t *node,
                                 const char *key, size_t n)
{
    const char *wrong = wrong_variable(svi_tree_scalar(node));
    if (n == SVI_MAX_ENV) {
        return svi_tree_wrong(tree, node, key, SV_E_LENGTH,
                              "found more than %u variables, expected at most %u", SVI_MAX_ENV,
                              SVI_MAX_ENV);
    }
    return wrong != NULL ? svi_tree_unexpected(tree, node, key, wrong) : SV_OK;
}

/* Returns whether the bot already has a variable of that name. */
static bool is_taken(const struct svi_league_bot *bot, const char *name)
{
    const size_t length = strlen(name);
    for (char **set = bot->env; set != NULL && *set != NULL; set++) {
        if (strncmp(*set, name, length) == 0 && (*set)[length] == '=') {
            return true;
        }
    }
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        if (strcmp(bot->secret[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Reads a variable into *set as "NAME=VALUE". `n` is the number of variables before it. */
static enum sv_status read_variable(struct svi_league *league, struct svi_league_bot *bot,
                                    const struct svi_tree *tree, const yaml_node_t *name_node,
                                    const yaml_node_t *value_node, const char *key, size_t n,
                                    char **set)
{
    const char *name = svi_tree_scalar(name_node);
    const char *value = svi_tree_scalar(value_node);
    SVI_TRY(check_name(tree, name_node, key, n));
    char inner[128];
    (void)snprintf(inner, sizeof inner, "%s.%s", key, name);
    if (value == NULL) {
        return svi_tree_unexpected(tree, value_node, inner, "a text of up to 4095 bytes");
    }
    if (strlen(value) > MAX_VALUE) { /* the value may be secret, so it is not shown */
        return svi_tree_wrong(tree, value_node, inner, SV_E_LENGTH,
                              "found %zu bytes, expected a text of up to %u", strlen(value),
                              MAX_VALUE);
    }
    if (is_taken(bot, name)) {
        return svi_tree_wrong(tree, name_node, inner, SV_E_DUPLICATE, "found twice, expected once");
    }
    *set = svi_text("%s=%s", name, value);
    return svi_league_text_hide(league, value_node->start_mark.index, value_node->end_mark.index,
                                *set)
               ? SV_OK
               : svi_league_no_memory(tree);
}

/* Reads the variables that are set for the bot. */
static enum sv_status read_env(struct svi_league *league, struct svi_league_bot *bot,
                               struct svi_tree *tree, const yaml_node_t *node, const char *key)
{
    const yaml_node_t *name, *value;
    size_t n = 0;
    enum sv_status status = SV_OK;
    bool on = true;
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(tree, node, key, "variables: {NAME: VALUE, ...}");
    }
    bot->env = svi_new(SVI_MAX_ENV + 1, sizeof *bot->env);
    for (size_t i = 0; on && n <= SVI_MAX_ENV && svi_tree_pair(tree, node, i, &name, &value); i++) {
        on = svi_tree_goes_on(
            tree, read_variable(league, bot, tree, name, value, key, n, &bot->env[n]), &status);
        n += n == SVI_MAX_ENV || bot->env[n] != NULL; /* one variable too many ends the loop */
    }
    svi_texts_sort(bot->env, n > SVI_MAX_ENV ? SVI_MAX_ENV : n);
    return status;
}

SVI_ORDER(by_name, struct svi_league_secret, strcmp(one->name, other->name))

static enum sv_status read_secret_place(const struct svi_league *league, struct svi_league_bot *bot,
                                        const struct svi_tree *tree, const yaml_node_t *name_node,
                                        const yaml_node_t *value_node, const char *key)
{
    char inner[128];
    struct svi_league_secret *secret = &bot->secret[bot->n_secrets];
    const char *name = svi_tree_scalar(name_node), *value = svi_tree_scalar(value_node);
    const size_t prefix = strlen(IN_A_FILE);
    (void)snprintf(inner, sizeof inner, "%s.%s", key, name);
    if (is_taken(bot, name)) {
        return svi_tree_wrong(tree, name_node, inner, SV_E_DUPLICATE,
                              "found twice (in env and secrets together), expected once");
    }
    if (value == NULL || strncmp(value, IN_A_FILE, prefix) != 0 || value[prefix] == '\0') {
        /* The value may be the secret, so it is not shown. */
        return svi_tree_wrong(tree, value_node, inner, SV_E_TYPE,
                              "found no '" IN_A_FILE "PATH', expected the file in which the secret "
                              "stands, not the secret");
    }
    secret->line = svi_tree_line(name_node);
    secret->name = svi_copy(name);
    secret->path = svi_path_join(league->folder, value + prefix);
    bot->n_secrets++;
    return SV_OK;
}

static enum sv_status read_secrets(const struct svi_league *league, struct svi_league_bot *bot,
                                   struct svi_tree *tree, const yaml_node_t *node, const char *key)
{
    const yaml_node_t *name, *value;
    size_t n_env = 0;
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_wrong(tree, node, key, SV_E_TYPE,
                              "found no mapping, expected {NAME: " IN_A_FILE "PATH, ...}");
    }
    while (bot->env != NULL && bot->env[n_env] != NULL) {
        n_env++;
    }
    bot->n_secrets = 0;
    bot->secret = svi_new(SVI_MAX_ENV, sizeof *bot->secret);
    enum sv_status status = SV_OK;
    bool on = true;
    for (size_t n = 0; on && svi_tree_pair(tree, node, n, &name, &value); n++) {
        const bool fits = n_env + bot->n_secrets < SVI_MAX_ENV;
        enum sv_status step = check_name(tree, name, key, n_env + bot->n_secrets);
        if (step == SV_OK) {
            step = read_secret_place(league, bot, tree, name, value, key);
        }
        on = svi_tree_goes_on(tree, step, &status) && fits;
    }
    if (status == SV_OK) { /* otherwise the last may have no name */
        qsort(bot->secret, bot->n_secrets, sizeof *bot->secret, by_name);
    }
    return status;
}

/* Refuses keys of a bot's process for a bot that we do not start. */
static enum sv_status refuse_elsewhere(const struct svi_league_bot *bot,
                                       const struct svi_tree *tree,
                                       const yaml_node_t *const found[2], const char *const keys[2])
{
    for (unsigned i = 0; i < 2 && bot->endpoint != NULL; i++) {
        if (found[i] != NULL) {
            return svi_tree_wrong(tree, found[i], keys[i], SV_E_RANGE,
                                  "found with an endpoint, expected with a command only");
        }
    }
    return SV_OK;
}

enum sv_status svi_league_read_variables(struct svi_league *league, struct svi_league_bot *bot,
                                         struct svi_tree *tree, const yaml_node_t *const found[2],
                                         const char *const keys[2])
{
    enum sv_status status = refuse_elsewhere(bot, tree, found, keys);
    bool on = status == SV_OK;
    if (on && found[0] != NULL) {
        on = svi_tree_goes_on(tree, read_env(league, bot, tree, found[0], keys[0]), &status);
    }
    if (on && found[1] != NULL) {
        (void)svi_tree_goes_on(tree, read_secrets(league, bot, tree, found[1], keys[1]), &status);
    }
    return status;
}

/* ---- network --------------------------------------------------------------------------------- */

/* Reads the places that the bot may reach, and keeps them in order. */
static enum sv_status read_network(struct svi_league_bot *bot, struct svi_tree *tree,
                                   const yaml_node_t *node, const char *key)
{
    static const char expected[] = "HOST:PORT, such as api.example.org:443 or [2001:db8::1]:443";
    char **words = NULL;
    struct svi_buf list = {0};
    enum sv_status status = svi_league_read_words(&words, tree, node, key, NULL, expected);
    const size_t n = status == SV_OK ? svi_texts_count(words) : 0;
    for (size_t i = 0; i < n && status == SV_OK; i++) {
        struct svi_place place;
        char text[SVI_PLACE_TEXT];
        if (!svi_place_read(words[i], strlen(words[i]), &place)) {
            status = svi_tree_unexpected(tree, svi_tree_item(tree, node, i), key, expected);
        } else {
            svi_place_put(&place, text);
            free(words[i]);
            words[i] = svi_copy(text);
        }
    }
    if (status == SV_OK && n > SVI_PLACES) {
        status = svi_tree_wrong(tree, node, key, SV_E_LENGTH,
                                "found %zu addresses, expected at most %u", n, SVI_PLACES);
    }
    if (status == SV_OK) {
        svi_texts_sort(words, n);
        for (size_t i = 0; i < n; i++) {
            if (i == 0 || strcmp(words[i], words[i - 1]) != 0) {
                svi_out_text(&list, i == 0 ? "" : SVI_PLACE_BETWEEN);
                svi_out_text(&list, words[i]);
            }
        }
        bot->network = svi_text_of(&list);
        bot->conditions.network = bot->network;
    }
    svi_texts_free(words);
    return status;
}

/* Returns whether a text is the name of a header that may be added: a token that has no meaning for
 * the connection itself. */
static bool is_header(const char *name)
{
    static const char *const refused[] = {
        "Host",    "Connection", "Content-Length",    "Keep-Alive",
        "Trailer", "Upgrade",    "Transfer-Encoding", "TE"};
    static const char token[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strcasecmp(name, refused[i]) == 0) {
            return false;
        }
    }
    return name[0] != '\0' && strlen(name) < 64 && strspn(name, token) == strlen(name) &&
           strncasecmp(name, "Proxy-", strlen("Proxy-")) != 0;
}

/* Returns the secret that a value of `inject` names, as in "Bearer secret KEY", or NULL. *before is
 * the size of the text before "secret". */
static struct svi_league_secret *find_secret(const struct svi_league_bot *bot, const char *value,
                                             size_t *before)
{
    const char *name = value != NULL ? strrchr(value, ' ') : NULL;
    const size_t word = strlen(IN_A_SECRET), size = name != NULL ? (size_t)(name - value) : 0;
    *before = size - word;
    if (size < word || strncmp(name - word, IN_A_SECRET, word) != 0 ||
        (*before > 0 && value[*before - 1] != ' ') || *before > 64) {
        return NULL;
    }
    for (size_t i = 0; i < *before; i++) {
        if (value[i] < ' ' || value[i] > '~') {
            return NULL;
        }
    }
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        if (strcmp(bot->secret[i].name, name + 1) == 0) {
            return &bot->secret[i];
        }
    }
    return NULL;
}

/* Reads a header that the bot's relay adds. */
static enum sv_status read_header(struct svi_league_bot *bot, const struct svi_tree *tree,
                                  const yaml_node_t *name_node, const yaml_node_t *value_node,
                                  const char *key)
{
    const char *name = svi_tree_scalar(name_node), *value = svi_tree_scalar(value_node);
    size_t before;
    char inner[128];
    if (name == NULL || !is_header(name)) {
        return svi_tree_unexpected(tree, name_node, key,
                                   "the name of a header that does not belong to the connection");
    }
    (void)snprintf(inner, sizeof inner, "%s.%s", key, name);
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        const char *other = bot->secret[i].header;
        if (other != NULL && strncasecmp(other, name, strlen(name)) == 0 &&
            other[strlen(name)] == ':') {
            return svi_tree_wrong(tree, name_node, inner, SV_E_DUPLICATE,
                                  "found twice, expected once");
        }
    }
    struct svi_league_secret *secret = find_secret(bot, value, &before);
    if (secret == NULL) { /* the value may be the secret, so it is not shown */
        return svi_tree_wrong(tree, value_node, inner, SV_E_UNKNOWN,
                              "found no '" IN_A_SECRET " NAME' of the bot's secrets, expected it, "
                              "perhaps behind a text: 'Bearer " IN_A_SECRET " KEY'");
    }
    if (secret->header != NULL) {
        return svi_tree_wrong(tree, value_node, inner, SV_E_DUPLICATE,
                              "found the secret %s twice, expected it in one header", secret->name);
    }
    secret->header = svi_text("%s: %.*s", name, (int)before, value);
    return SV_OK;
}

static enum sv_status read_inject(const struct svi_league *league, struct svi_league_bot *bot,
                                  struct svi_tree *tree, const yaml_node_t *node, const char *key)
{
    const yaml_node_t *name, *value;
    enum sv_status status = SV_OK;
    bool on = true;
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(tree, node, key, "headers: {Authorization: secret KEY}");
    }
    if (bot->network == NULL) {
        return svi_tree_wrong(tree, node, key, SV_E_RANGE,
                              "found without a network, expected with one");
    }
    if (league->sandbox == SVI_SANDBOX_NONE) {
        return svi_tree_wrong(tree, node, key, SV_E_RANGE,
                              "found with 'sandbox: none', expected a sandbox: without one, the "
                              "bot and all users of this machine could use the secret");
    }
    for (size_t i = 0; on && svi_tree_pair(tree, node, i, &name, &value); i++) {
        on = svi_tree_goes_on(tree, read_header(bot, tree, name, value, key), &status);
    }
    return status;
}

enum sv_status svi_league_read_reach(const struct svi_league *league, struct svi_league_bot *bot,
                                     struct svi_tree *tree, const yaml_node_t *const found[2],
                                     const char *const keys[2])
{
    enum sv_status status = refuse_elsewhere(bot, tree, found, keys);
    bool on = status == SV_OK;
    if (on && found[0] != NULL) {
        on = svi_tree_goes_on(tree, read_network(bot, tree, found[0], keys[0]), &status);
    }
    if (on && found[1] != NULL) {
        (void)svi_tree_goes_on(tree, read_inject(league, bot, tree, found[1], keys[1]), &status);
    }
    return status;
}
