/* Reads the variables of bots: `env`, with values in the league file, and `secrets`, with values
 * elsewhere; and their `tags`, which bots do not see. */
#include "base/utf8.h"
#include "config/league_read.h"
#include "config/league_text.h"
#include "memory/memory.h"
#include "process/bot_spec.h"
#include "process/path.h"
#include "secret/mask.h"
#include "secret/secret_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VALUE 4095u /* most bytes of a variable's value */
#define MAX_TAG 200u    /* most bytes of a tag's value */
#define IN_A_FILE "file:"

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

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
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
    const enum sv_status status = check_name(tree, name_node, key, n);
    if (status != SV_OK) {
        return status;
    }
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
    qsort(bot->env, n > SVI_MAX_ENV ? SVI_MAX_ENV : n, sizeof *bot->env, by_text);
    return status;
}

static int by_name(const void *a, const void *b)
{
    const struct svi_league_secret *one = a, *other = b;
    return strcmp(one->name, other->name);
}

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

enum sv_status svi_league_read_variables(struct svi_league *league, struct svi_league_bot *bot,
                                         struct svi_tree *tree, const yaml_node_t *const found[2],
                                         const char *const keys[2])
{
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < 2; i++) {
        if (found[i] != NULL && bot->endpoint != NULL) {
            return svi_tree_wrong(tree, found[i], keys[i], SV_E_RANGE,
                                  "found with an endpoint, expected with a command only");
        }
    }
    bool on = true;
    if (found[0] != NULL) {
        on = svi_tree_goes_on(tree, read_env(league, bot, tree, found[0], keys[0]), &status);
    }
    if (on && found[1] != NULL) {
        (void)svi_tree_goes_on(tree, read_secrets(league, bot, tree, found[1], keys[1]), &status);
    }
    return status;
}

/* ---- the values of secrets ------------------------------------------------------------------- */

enum sv_status svi_league_load_secrets_of(struct svi_league *league, unsigned number,
                                          struct svi_error *error)
{
    struct svi_league_bot *bot = &league->bot[number];
    if (bot->n_secrets == 0 || bot->status != SVI_STATUS_PLAYS) {
        return SV_OK;
    }
    svi_secret_leave_no_core();
    bot->secret_env = svi_new(bot->n_secrets + 1u, sizeof *bot->secret_env);
    bot->secret_values = svi_new(bot->n_secrets + 1u, sizeof *bot->secret_values);
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        const struct svi_league_secret *secret = &bot->secret[i];
        struct svi_error why;
        char prefix[80];
        (void)snprintf(prefix, sizeof prefix, "%s=", secret->name);
        bot->secret_env[i] =
            svi_secret_read(secret->path, prefix, SVI_SECRET_LEAST, SVI_SECRET_MOST, &why);
        if (bot->secret_env[i] == NULL) {
            (void)svi_fail(error, SV_E_RANGE, "%s:%u: bots[%u].secrets.%s: %s", league->file,
                           secret->line, number, secret->name, why.text);
            svi_text_clean(error->text);
            return SV_E_RANGE;
        }
        bot->secret_values[i] = bot->secret_env[i] + strlen(prefix);
    }
    return SV_OK;
}

enum sv_status svi_league_load_secrets(struct svi_league *league, struct svi_error *error)
{
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < league->n_bots && status == SV_OK; i++) {
        status = svi_league_load_secrets_of(league, i, error);
    }
    return status;
}

/* ---- tags ------------------------------------------------------------------------------------ */

static bool is_tag_name(const char *name)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    const size_t length = name != NULL ? strlen(name) : 0;
    return length > 0 && length <= 31 && strspn(name, good) == length;
}

/* Reads a tag into bot->tags[n] as "KEY=VALUE". */
static enum sv_status read_tag(struct svi_league_bot *bot, const struct svi_tree *tree,
                               const yaml_node_t *name_node, const yaml_node_t *value_node,
                               const char *key, size_t n)
{
    const char *name = svi_tree_scalar(name_node), *value = svi_tree_scalar(value_node);
    char inner[96];
    if (n == SVI_TAGS) {
        return svi_tree_wrong(tree, name_node, key, SV_E_LENGTH,
                              "found more than %u tags, expected at most %u", SVI_TAGS, SVI_TAGS);
    }
    if (!is_tag_name(name)) {
        return svi_tree_unexpected(tree, name_node, key,
                                   "the name of a tag: a-z, 0-9, _ and -, up to 31");
    }
    (void)snprintf(inner, sizeof inner, "%s.%s", key, name);
    if (value == NULL || strlen(value) > MAX_TAG ||
        !svi_text_ok((const uint8_t *)value, strlen(value))) {
        return svi_tree_unexpected(tree, value_node, inner, "one line of text of up to 200 bytes");
    }
    for (size_t i = 0; i < n; i++) {
        if (strncmp(bot->tags[i], name, strlen(name)) == 0 && bot->tags[i][strlen(name)] == '=') {
            return svi_tree_wrong(tree, name_node, inner, SV_E_DUPLICATE,
                                  "found twice, expected once");
        }
    }
    bot->tags[n] = svi_text("%s=%s", name, value);
    return SV_OK;
}

enum sv_status svi_league_read_tags(struct svi_league_bot *bot, struct svi_tree *tree,
                                    const yaml_node_t *node, const char *key)
{
    const yaml_node_t *name, *value;
    size_t n = 0;
    enum sv_status status = SV_OK;
    bool on = true;
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(tree, node, key, "words of your own: {email: me@example.org}");
    }
    bot->tags = svi_new(SVI_TAGS + 1, sizeof *bot->tags);
    for (size_t i = 0; on && svi_tree_pair(tree, node, i, &name, &value); i++) {
        on = svi_tree_goes_on(tree, read_tag(bot, tree, name, value, key, n), &status) &&
             (n < SVI_TAGS || status == SV_OK);
        n += bot->tags[n] != NULL;
    }
    qsort(bot->tags, n, sizeof *bot->tags, by_text);
    return status;
}
