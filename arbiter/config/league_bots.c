#include "config/league_bots.h"

#include "base/utf8.h"
#include "channel/endpoint.h"
#include "channel/key.h"
#include "config/league_secrets.h"
#include "config/league_values.h"
#include "memory/memory.h"
#include "process/bot_spec.h"
#include "process/path.h"
#include "process/process.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define KEY_SIZE 48
#define MAX_REASON 201u
#define MAX_TAG 200u /* most bytes of a tag's value */

#define X(name, ...) #name,
static const char *const bot_keys[SVI_BOT_COUNT] = {SVI_BOT_KEYS(X)};
#undef X

/* Returns the absolute path of a reference bot by its name in a command, or NULL if PATH leads to
 * another program of that name. */
static char *reference_bot(const char *program)
{
    SCOPED(scoped_free) char *folder = svi_process_bots();
    char *path = folder != NULL ? svi_process_find(program) : NULL;
    const size_t size = folder != NULL ? strlen(folder) : 0;
    if (path != NULL && (strncmp(path, folder, size) != 0 || path[size] != '/')) {
        free(path);
        path = NULL;
    }
    return path;
}

/* Returns the absolute path of the reference bot that `bot` names. PATH has no say. */
static char *place_bot(const char *name)
{
    SCOPED(scoped_free) char *folder = svi_process_bots();
    return svi_text("%s/%s", folder != NULL ? folder : "/nonexistent", name);
}

/* Returns an argument, with its absolute path if it is a file in the league's folder. */
static char *place_argument(const struct svi_league *league, const char *word)
{
    struct stat st;
    char *path = svi_path_join(league->folder, word);
    if (word[0] == '/' || stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        free(path);
        path = svi_copy(word);
    }
    return path;
}

/* Finds the program of a bot: a path with a slash starts in the league's folder. */
static char *place_program(const struct svi_league *league, struct svi_league_bot *bot)
{
    const char *word = bot->argv[0];
    if (!bot->named && strchr(word, '/') != NULL) {
        return svi_path_join(league->folder, word);
    }
    char *path = bot->named ? place_bot(word) : reference_bot(word);
    bot->reference = path != NULL;
    return path != NULL ? path : svi_copy(word);
}

/* Reads the program and its arguments; those of a stored league stay as they are. */
static enum sv_status read_command(const struct svi_league *league, struct svi_league_bot *bot,
                                   struct svi_tree *tree, const yaml_node_t *node, const char *key)
{
    const char *name = bot->named ? svi_tree_scalar(node) : NULL;
    bot->line = svi_tree_line(node);
    if (name != NULL) {
        bot->argv = svi_new(2, sizeof *bot->argv);
        bot->argv[0] = svi_copy(name);
    } else {
        SVI_TRY(svi_league_read_words(&bot->argv, tree, node, key, "a program",
                                      "a program and its arguments"));
    }
    if (bot->named && (bot->argv[0][0] == 0 || strchr(bot->argv[0], '/') != NULL)) {
        return svi_tree_unexpected(tree, name != NULL ? node : svi_tree_item(tree, node, 0), key,
                                   "the name of a reference bot");
    }
    bot->run = svi_new(svi_texts_count(bot->argv) + 1, sizeof *bot->run);
    for (size_t i = 0; bot->argv[i] != NULL; i++) {
        bot->run[i] = league->stored ? svi_copy(bot->argv[i])
                      : i == 0       ? place_program(league, bot)
                                     : place_argument(league, bot->argv[i]);
    }
    return SV_OK;
}

static enum sv_status read_files(const struct svi_league *league, struct svi_league_bot *bot,
                                 struct svi_tree *tree, const yaml_node_t *node, const char *key)
{
    SVI_TRY(svi_league_read_words(&bot->files, tree, node, key, NULL, NULL));
    for (char **file = bot->files; *file != NULL; file++) {
        char *path = svi_path_join(league->folder, *file);
        free(*file);
        *file = path;
    }
    return SV_OK;
}

/* ---- remote bots ----------------------------------------------------------------------------- */

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
    if (svi_texts_value(bot->tags, name) != NULL) {
        return svi_tree_wrong(tree, name_node, inner, SV_E_DUPLICATE, "found twice, expected once");
    }
    bot->tags[n] = svi_text("%s=%s", name, value);
    return SV_OK;
}

static enum sv_status read_tags(struct svi_league_bot *bot, struct svi_tree *tree,
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
    svi_texts_sort(bot->tags, n);
    return status;
}

/* Checks that no other bot has a bot's pseudonym, or this pseudonym as its name. */
static enum sv_status check_alias(const struct svi_league *league, struct svi_tree *tree,
                                  unsigned bot, const yaml_node_t *node)
{
    const char *alias = svi_texts_value(league->bot[bot].tags, SVI_TAG_ALIAS);
    char key[KEY_SIZE];
    (void)snprintf(key, sizeof key, "bots[%u].tags." SVI_TAG_ALIAS, bot);
    if (alias == NULL) {
        return SV_OK;
    }
    if (alias[0] == '\0' || strlen(alias) >= SV_MAX_NAME) {
        return svi_tree_wrong(tree, node, key, SV_E_LENGTH,
                              "found '%s', expected a pseudonym of 1 to %d bytes", alias,
                              SV_MAX_NAME - 1);
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        const char *other = svi_texts_value(league->bot[i].tags, SVI_TAG_ALIAS);
        if (i != bot && (strcmp(league->bot[i].name, alias) == 0 ||
                         (other != NULL && strcmp(other, alias) == 0))) {
            return svi_tree_wrong(tree, node, key, SV_E_DUPLICATE,
                                  "found '%s', expected a pseudonym that no other bot has as its "
                                  "own or as its name",
                                  alias);
        }
    }
    return SV_OK;
}

/* ---- a bot ----------------------------------------------------------------------------------- */

/* The place of a bot's key, for example "bots[2].command". */
struct bot_key {
    char text[KEY_SIZE];
};

static struct bot_key bot_key(size_t number, const char *key)
{
    struct bot_key where;
    snprintf(where.text, sizeof where.text, "bots[%zu]%s%s", number, key[0] != 0 ? "." : "", key);
    return where;
}

/* Refuses keys that only remote bots may have. */
static enum sv_status refuse_remote(const struct svi_tree *tree, size_t number,
                                    const yaml_node_t *const found[SVI_BOT_COUNT])
{
    static const unsigned keys[] = {SVI_BOT_public_key, SVI_BOT_wait_s};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (found[keys[i]] != NULL) {
            return svi_tree_wrong(tree, found[keys[i]], bot_key(number, bot_keys[keys[i]]).text,
                                  SV_E_RANGE,
                                  "found with a command, expected with an endpoint only");
        }
    }
    return SV_OK;
}

static enum sv_status read_remote(struct svi_league *league, struct svi_league_bot *bot,
                                  struct svi_tree *tree, size_t number,
                                  const yaml_node_t *const found[SVI_BOT_COUNT])
{
    const yaml_node_t *endpoint = found[SVI_BOT_endpoint], *key = found[SVI_BOT_public_key];
    const struct bot_key key_name = bot_key(number, "public_key");
    enum sv_status status =
        read_endpoint(league, bot, tree, endpoint, bot_key(number, "endpoint").text);
    if (status == SV_OK && bot->web && key != NULL) {
        status = svi_tree_wrong(tree, key, key_name.text, SV_E_RANGE,
                                "found for a person, expected none: the address has a token");
    } else if (status == SV_OK && !bot->web) {
        status = read_public(league, bot, tree, endpoint, key, key_name.text);
    }
    return status;
}

/* Reads the status of a bot that plays no more, and its reason. */
static enum sv_status read_status(struct svi_league_bot *bot, struct svi_tree *tree, size_t number,
                                  const yaml_node_t *const found[SVI_BOT_COUNT])
{
    const struct bot_key key = bot_key(number, "status"), reason_key = bot_key(number, "reason");
    const yaml_node_t *node = found[SVI_BOT_status], *reason = found[SVI_BOT_reason];
    char text[MAX_REASON];
    bot->status = SVI_STATUS_PLAYS;
    if (node == NULL && reason == NULL) {
        return SV_OK;
    }
    const char *name = node != NULL ? svi_tree_scalar(node) : NULL;
    const enum svi_status status = name != NULL ? svi_status_find(name) : SVI_STATUS_COUNT;
    if (node == NULL) {
        return svi_tree_wrong(tree, reason, reason_key.text, SV_E_RANGE,
                              "found without a status, expected with one");
    }
    if (status != SVI_STATUS_WITHDRAWN && status != SVI_STATUS_DISQUALIFIED) {
        return svi_tree_unexpected(tree, node, key.text,
                                   "withdrawn or disqualified, or the key left out");
    }
    if (reason == NULL) {
        return svi_tree_wrong(tree, node, reason_key.text, SV_E_MISSING,
                              "found none, expected a reason for the status");
    }
    const enum sv_status read = svi_tree_text(tree, reason, reason_key.text, text, sizeof text);
    if (read == SV_OK && !svi_text_ok((const uint8_t *)text, strlen(text))) {
        return svi_tree_unexpected(tree, reason, reason_key.text, "one line of text");
    }
    bot->status = status;
    bot->reason = read == SV_OK ? svi_copy(text) : NULL;
    return read;
}

/* Reads a bot's name. `whole` says that all its keys are known; otherwise a mistyped key may be the
 * name. */
static enum sv_status read_bot_name(struct svi_league *league, struct svi_tree *tree, size_t number,
                                    const yaml_node_t *bot_node, const yaml_node_t *node,
                                    bool whole)
{
    struct svi_league_bot *bot = &league->bot[number];
    const struct bot_key name = bot_key(number, "name");
    if (node == NULL) {
        return !whole ? SV_OK
                      : svi_tree_wrong(tree, bot_node, name.text, SV_E_MISSING,
                                       "found none, expected every bot to have one");
    }
    SVI_TRY(svi_league_read_name(tree, node, name.text, bot->name));
    for (size_t i = 0; i < number; i++) {
        if (strcmp(league->bot[i].name, bot->name) == 0) {
            return svi_tree_wrong(tree, node, name.text, SV_E_DUPLICATE,
                                  "found '%s' twice, expected a name of its own for every bot",
                                  bot->name);
        }
    }
    return SV_OK;
}

/* Reads how the bot plays: by a command, as a reference bot, or remotely. For `whole` see
 * read_bot_name(). */
static enum sv_status read_origin(struct svi_league *league, struct svi_tree *tree, size_t number,
                                  const yaml_node_t *bot_node,
                                  const yaml_node_t *const found[SVI_BOT_COUNT], bool whole)
{
    struct svi_league_bot *bot = &league->bot[number];
    const int n = (found[SVI_BOT_command] != NULL) + (found[SVI_BOT_bot] != NULL) +
                  (found[SVI_BOT_endpoint] != NULL);
    if (!whole && n == 0) {
        return SV_OK;
    }
    if (n != 1) {
        return svi_tree_wrong(tree, bot_node, bot_key(number, "").text, SV_E_MISSING,
                              "found %s for bot '%s', expected one of command, bot and endpoint",
                              n == 0 ? "none" : "several", bot->name);
    }
    if (found[SVI_BOT_endpoint] != NULL) {
        return read_remote(league, bot, tree, number, found);
    }
    bot->named = found[SVI_BOT_bot] != NULL;
    const enum svi_bot_key key = bot->named ? SVI_BOT_bot : SVI_BOT_command;
    enum sv_status status = SV_OK;
    if (svi_tree_goes_on(
            tree, read_command(league, bot, tree, found[key], bot_key(number, bot_keys[key]).text),
            &status)) {
        (void)svi_tree_goes_on(tree, refuse_remote(tree, number, found), &status);
    }
    return status;
}

/* Reads the conditions in which a bot differs from the league's. A person has none, and we do not
 * start the process of a remote bot. */
static enum sv_status read_conditions(const struct svi_league *league, struct svi_league_bot *bot,
                                      struct svi_tree *tree, size_t number,
                                      const yaml_node_t *const found[SVI_BOT_COUNT])
{
    const yaml_node_t *clock = found[SVI_BOT_clock], *limits = found[SVI_BOT_limits];
    const struct bot_key clock_key = bot_key(number, "clock"),
                         limits_key = bot_key(number, "limits");
    enum sv_status status = SV_OK;
    bot->conditions = league->conditions;
    if (found[SVI_BOT_stateless] != NULL) {
        const struct bot_key key = bot_key(number, "stateless");
        int64_t stateless = 0;
        status = svi_league_read_value(tree, found[SVI_BOT_stateless], key.text,
                                       &svi_bot_keys[SVI_BOT_stateless], &stateless);
        bot->conditions.stateless = stateless != 0;
        if (status == SV_OK && bot->endpoint == NULL && found[SVI_BOT_network] == NULL) {
            return svi_tree_wrong(tree, found[SVI_BOT_stateless], key.text, SV_E_RANGE,
                                  "found with neither endpoint nor network, expected with one of "
                                  "them: no other bot can remember");
        }
    }
    if (bot->web && (clock != NULL || limits != NULL)) {
        return svi_tree_wrong(tree, clock != NULL ? clock : limits,
                              clock != NULL ? clock_key.text : limits_key.text, SV_E_RANGE,
                              "found with 'endpoint: web', expected none: a person has no clock");
    }
    if (svi_tree_goes_on(tree, svi_league_read_clock(tree, clock, clock_key.text, &bot->conditions),
                         &status)) {
        (void)svi_tree_goes_on(
            tree, svi_league_read_limits(tree, limits, limits_key.text, &bot->conditions, NULL),
            &status);
    }
    if (status == SV_OK && bot->endpoint != NULL &&
        memcmp(&bot->conditions.limits, &league->conditions.limits,
               sizeof bot->conditions.limits) != 0) {
        return svi_tree_wrong(tree, limits, limits_key.text, SV_E_RANGE,
                              "found limits of a process with an endpoint, expected match_s only");
    }
    return status;
}

static enum sv_status read_bot(struct svi_league *league, struct svi_tree *tree, size_t number,
                               const yaml_node_t *node)
{
    struct svi_league_bot *bot = &league->bot[number];
    const yaml_node_t *found[SVI_BOT_COUNT];
    enum sv_status status = SV_OK;
    bool on = svi_tree_goes_on(
        tree,
        svi_tree_mapping(tree, node, bot_key(number, "").text, bot_keys, SVI_BOT_COUNT, found),
        &status);
    on = on && node->type == YAML_MAPPING_NODE;
    const bool whole = status == SV_OK;
#define READ(step) on = on && svi_tree_goes_on(tree, step, &status)
    READ(read_bot_name(league, tree, number, node, found[SVI_BOT_name], whole));
    READ(read_origin(league, tree, number, node, found, whole));
    const struct bot_key env = bot_key(number, "env"), secrets = bot_key(number, "secrets");
    const yaml_node_t *const values[] = {found[SVI_BOT_env], found[SVI_BOT_secrets]};
    const char *const keys[] = {env.text, secrets.text};
    READ(svi_league_read_variables(league, bot, tree, values, keys));
    if (found[SVI_BOT_files] != NULL) {
        READ(read_files(league, bot, tree, found[SVI_BOT_files], bot_key(number, "files").text));
    }
#define X(key, ...)                                                                                \
    READ(svi_league_read_number(tree, found[SVI_BOT_##key], bot_key(number, #key).text,            \
                                &svi_bot_keys[SVI_BOT_##key], &bot->key));
    SVI_BOT_NUMBERS(X)
#undef X
    READ(read_conditions(league, bot, tree, number, found));
    const struct bot_key network = bot_key(number, "network"), inject = bot_key(number, "inject");
    const yaml_node_t *const reach[] = {found[SVI_BOT_network], found[SVI_BOT_inject]};
    const char *const reach_keys[] = {network.text, inject.text};
    READ(svi_league_read_reach(league, bot, tree, reach, reach_keys));
    if (found[SVI_BOT_tags] != NULL) {
        READ(read_tags(bot, tree, found[SVI_BOT_tags], bot_key(number, "tags").text));
    }
    READ(read_status(bot, tree, number, found));
#undef READ
    return status;
}

enum sv_status svi_league_read_bots(struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node)
{
    size_t count;
    if (node == NULL) {
        return svi_tree_wrong(tree, svi_tree_root(tree), "bots", SV_E_MISSING,
                              "found none, expected a list of bots");
    }
    SVI_TRY(svi_tree_list(tree, node, "bots", SVI_MAX_BOTS, &count));
    enum sv_status status = SV_OK;
    if (count < 2 && !svi_tree_goes_on(tree,
                                       svi_tree_wrong(tree, node, "bots", SV_E_LENGTH,
                                                      "found %zu, expected at least 2", count),
                                       &status)) {
        return status;
    }
    league->bot = svi_new(count + 1, sizeof *league->bot);
    if (league->bot == NULL) {
        return svi_league_no_memory(tree);
    }
    league->n_bots = (unsigned)count;
    for (size_t i = 0; i < count; i++) {
#define X(name, KIND, low, high, left_out, ...) league->bot[i].name = (left_out);
        SVI_BOT_NUMBERS(X)
#undef X
        if (!svi_tree_goes_on(tree, read_bot(league, tree, i, svi_tree_item(tree, node, i)),
                              &status)) {
            return status;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        if (!svi_tree_goes_on(tree, check_alias(league, tree, i, svi_tree_item(tree, node, i)),
                              &status)) {
            break;
        }
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
