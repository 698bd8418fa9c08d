#include "arbiter/league_file.h"

#include "base/file.h"
#include "edition/edition_file.h"
#include "edition/tree.h"
#include "wire/edition_codec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the largest league file read; one with as many bots as there may be has under 200 KiB. */
#define MAX_FILE 1048576u
#define KEY_SIZE 48

#define LEAGUE_KEYS(X)                                                                             \
    X(name)                                                                                        \
    X(edition) X(rules) X(seats) X(format) X(deals) X(seatings) X(seed) X(clock) X(sandbox) X(bots)
#define CLOCK_KEYS(X) X(decision_ms) X(bank_ms) X(strikes)
#define BOT_KEYS(X) X(name) X(command) X(endpoint) X(public_key) X(matches)

#define X(name) LEAGUE_##name,
enum { LEAGUE_KEYS(X) LEAGUE_COUNT };
#undef X
#define X(name) CLOCK_##name,
enum { CLOCK_KEYS(X) CLOCK_COUNT };
#undef X
#define X(name) BOT_##name,
enum { BOT_KEYS(X) BOT_COUNT };
#undef X

#define X(name) #name,
static const char *const league_keys[LEAGUE_COUNT] = {LEAGUE_KEYS(X)};
static const char *const clock_keys[CLOCK_COUNT] = {CLOCK_KEYS(X)};
static const char *const bot_keys[BOT_COUNT] = {BOT_KEYS(X)};
#undef X

/* ---- single values ------------------------------------------------------------------------ */

static enum sv_status no_memory(const struct svi_tree *tree)
{
    snprintf(tree->error, tree->error_size, "%s: no memory for a league", tree->file);
    return SV_E_SYSTEM;
}

/* A whole number; one that is left out stays as it is. */
static enum sv_status read_number(const struct svi_tree *tree, const yaml_node_t *node,
                                  const char *key, int32_t low, int32_t high, uint32_t *out)
{
    char expected[64];
    int32_t value;
    if (node == NULL) {
        return SV_OK;
    }
    const char *text = svi_tree_scalar(node);
    if (text == NULL || !svi_number_parse(text, &value) || value < low || value > high) {
        snprintf(expected, sizeof expected, "a whole number %d to %d", (int)low, (int)high);
        return svi_tree_unexpected(tree, node, key, expected);
    }
    *out = (uint32_t)value;
    return SV_OK;
}

/* Names become names of files (stores, logs) and words of commands. */
static bool name_ok(const char *name)
{
    return name[0] != '.' && name[0] != '-' && strchr(name, '/') == NULL;
}

static enum sv_status read_name(const struct svi_tree *tree, const yaml_node_t *node,
                                const char *key, char out[SV_MAX_NAME])
{
    const enum sv_status status = svi_tree_text(tree, node, key, out, SV_MAX_NAME);
    if (status == SV_OK && !name_ok(out)) {
        return svi_tree_unexpected(tree, node, key,
                                   "a name without \"/\" that does not begin with \".\" or \"-\"");
    }
    return status;
}

/* ---- edition and rules -------------------------------------------------------------------- */

static enum sv_status read_edition(struct svi_league *league, const struct svi_tree *tree,
                                   const yaml_node_t *node)
{
    char problem[SVI_EDITION_ERROR];
    const char *name = node != NULL ? svi_tree_scalar(node) : "classic";
    if (name == NULL) {
        return svi_tree_unexpected(tree, node, "edition", "a built-in edition or a path");
    }
    const enum sv_status status = svi_edition_load(name, &league->edition, problem, sizeof problem);
    if (status != SV_OK && node != NULL && strncmp(problem, "found ", 6) == 0) {
        return svi_tree_wrong(tree, node, "edition", status, "%s", problem); /* about the name */
    }
    if (status != SV_OK) {
        snprintf(tree->error, tree->error_size, "%s", problem); /* a line of the edition's file */
    }
    return status;
}

static enum sv_status read_rules(struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node)
{
    if (node == NULL) {
        return SV_OK;
    }
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(tree, node, "rules", "a mapping");
    }
    const yaml_node_t *name, *value, *earlier, *unused;
    for (size_t p = 0; svi_tree_pair(tree, node, p, &name, &value); p++) {
        const char *rule = svi_tree_scalar(name);
        const char *text = svi_tree_scalar(value);
        if (rule == NULL || text == NULL) {
            return svi_tree_unexpected(tree, rule == NULL ? name : value, "rules",
                                       "a switch and its value");
        }
        for (size_t k = 0; k < p && svi_tree_pair(tree, node, k, &earlier, &unused); k++) {
            if (strcmp(svi_tree_scalar(earlier), rule) == 0) {
                return svi_tree_wrong(tree, name, "rules", SV_E_DUPLICATE,
                                      "found \"%s\" twice, expected it once", rule);
            }
        }
        char problem[SVI_EDITION_ERROR];
        const enum sv_status status =
            svi_edition_override(&league->edition, rule, text, problem, sizeof problem);
        if (status != SV_OK) {
            return svi_tree_wrong(tree, name, "", status, "%s", problem);
        }
    }
    return SV_OK;
}

/* ---- seed, format, seatings, sandbox, clock ----------------------------------------------- */

/* How many bits a person choosing such a text may have had in mind, at most. */
static unsigned seed_bits(const char *text)
{
    const size_t length = strlen(text);
    const bool decimal = strspn(text, "0123456789") == length;
    const bool hex = strspn(text, "0123456789abcdefABCDEF") == length;
    const unsigned each = decimal ? 3 : hex ? 4 : 6;
    return length >= 128 ? 128 : (unsigned)length * each;
}

static enum sv_status read_seed(struct svi_league *league, const struct svi_tree *tree,
                                const yaml_node_t *node)
{
    if (node == NULL) {
        return SV_OK;
    }
    const char *text = svi_tree_scalar(node);
    const bool null = text != NULL && node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                      (strcmp(text, "~") == 0 || strcmp(text, "null") == 0);
    if (text == NULL || text[0] == 0 || null) {
        return svi_tree_unexpected(tree, node, "seed", "a number or a text, or no such key");
    }
    league->seeded = true;
    league->guessable = seed_bits(text) < 128;
    sv_luck_seed_text(text, league->seed);
    return SV_OK;
}

static enum sv_status read_format(struct svi_league *league, const struct svi_tree *tree,
                                  const yaml_node_t *node)
{
    const char *text = node != NULL ? svi_tree_scalar(node) : svi_format_name(0);
    for (unsigned i = 0; text != NULL && i < SVI_FORMAT_COUNT; i++) {
        if (strcmp(text, svi_format_name(i)) == 0 && svi_format_known(i)) {
            league->format = (enum svi_format)i;
            return SV_OK;
        }
        if (strcmp(text, svi_format_name(i)) == 0) {
            return svi_tree_wrong(tree, node, "format", SV_E_VERSION,
                                  "found \"%s\", which this version does not schedule yet, "
                                  "expected round_robin",
                                  text);
        }
    }
    return svi_tree_unexpected(tree, node, "format", "round_robin");
}

static enum sv_status read_seatings(struct svi_league *league, const struct svi_tree *tree,
                                    const yaml_node_t *node)
{
    const char *text = node != NULL ? svi_tree_scalar(node) : svi_seatings_name(0);
    for (unsigned i = 0; text != NULL && i < SVI_SEATINGS_COUNT; i++) {
        if (strcmp(text, svi_seatings_name(i)) == 0) {
            league->seatings = (enum svi_seatings)i;
            return SV_OK;
        }
    }
    return svi_tree_unexpected(tree, node, "seatings", "one of rotations, all, fixed");
}

static enum sv_status read_sandbox(struct svi_league *league, const struct svi_tree *tree,
                                   const yaml_node_t *node)
{
    const char *text = node != NULL ? svi_tree_scalar(node) : "auto";
    if (text == NULL || !svi_sandbox_mode(text, &league->sandbox)) {
        return svi_tree_unexpected(tree, node, "sandbox", "one of auto, bwrap, none");
    }
    return SV_OK;
}

static enum sv_status read_clock(struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node)
{
    const yaml_node_t *found[CLOCK_COUNT];
    if (node == NULL) {
        return SV_OK;
    }
    enum sv_status status = svi_tree_mapping(tree, node, "clock", clock_keys, CLOCK_COUNT, found);
    if (status == SV_OK) {
        status = read_number(tree, found[CLOCK_decision_ms], "clock.decision_ms", 1, 3600000,
                             &league->decision_ms);
    }
    if (status == SV_OK) {
        status =
            read_number(tree, found[CLOCK_bank_ms], "clock.bank_ms", 0, 86400000, &league->bank_ms);
    }
    if (status == SV_OK) {
        status =
            read_number(tree, found[CLOCK_strikes], "clock.strikes", 1, 1000000, &league->strikes);
    }
    return status;
}

/* ---- bots --------------------------------------------------------------------------------- */

static enum sv_status read_command(struct svi_league_bot *bot, struct svi_tree *tree,
                                   const yaml_node_t *node, const char *key)
{
    size_t count;
    const enum sv_status status = svi_tree_list(tree, node, key, 256, &count);
    if (status != SV_OK) {
        return status;
    }
    if (count == 0) {
        return svi_tree_wrong(tree, node, key, SV_E_LENGTH,
                              "found an empty list, expected a program and its arguments");
    }
    bot->line = svi_tree_line(node);
    bot->argv = calloc(count + 1, sizeof *bot->argv);
    if (bot->argv == NULL) {
        return no_memory(tree);
    }
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *item = svi_tree_item(tree, node, i);
        const char *text = svi_tree_scalar(item);
        if (text == NULL || (i == 0 && text[0] == 0)) {
            return svi_tree_unexpected(tree, item, key, i == 0 ? "a program" : "a text");
        }
        bot->argv[i] = strdup(text);
        if (bot->argv[i] == NULL) {
            return no_memory(tree);
        }
    }
    return SV_OK;
}

static enum sv_status read_endpoint(struct svi_league *league, struct svi_league_bot *bot,
                                    const struct svi_tree *tree, const yaml_node_t *node,
                                    const char *key)
{
    const char *text = svi_tree_scalar(node);
    if (text == NULL || (strncmp(text, "tcp://", 6) != 0 && strncmp(text, "ipc://", 6) != 0)) {
        return svi_tree_unexpected(tree, node, key, "tcp://ADDRESS:PORT or ipc://PATH");
    }
    if (league->endpoint != NULL && strcmp(league->endpoint, text) != 0) {
        return svi_tree_wrong(tree, node, key, SV_E_RANGE,
                              "found \"%s\" after \"%s\", expected one endpoint for all bots", text,
                              league->endpoint);
    }
    bot->line = svi_tree_line(node);
    bot->endpoint = strdup(text);
    if (bot->endpoint == NULL) {
        return no_memory(tree);
    }
    league->endpoint = bot->endpoint;
    return SV_OK;
}

/* Where a key of a bot stands, e.g. "bots[2].command". */
struct bot_key {
    char text[KEY_SIZE];
};

static struct bot_key bot_key(size_t number, const char *key)
{
    struct bot_key where;
    snprintf(where.text, sizeof where.text, "bots[%zu]%s%s", number, key[0] != 0 ? "." : "", key);
    return where;
}

static enum sv_status read_bot(struct svi_league *league, struct svi_tree *tree, size_t number,
                               const yaml_node_t *node)
{
    struct svi_league_bot *bot = &league->bot[number];
    const yaml_node_t *found[BOT_COUNT];
    enum sv_status status =
        svi_tree_mapping(tree, node, bot_key(number, "").text, bot_keys, BOT_COUNT, found);
    if (status != SV_OK) {
        return status;
    }
    const struct bot_key name = bot_key(number, "name");
    if (found[BOT_name] == NULL) {
        return svi_tree_wrong(tree, node, name.text, SV_E_MISSING,
                              "found none, expected every bot to have one");
    }
    if ((status = read_name(tree, found[BOT_name], name.text, bot->name)) != SV_OK) {
        return status;
    }
    for (size_t i = 0; i < number; i++) {
        if (strcmp(league->bot[i].name, bot->name) == 0) {
            return svi_tree_wrong(tree, found[BOT_name], name.text, SV_E_DUPLICATE,
                                  "found \"%s\" twice, expected a name of its own for every bot",
                                  bot->name);
        }
    }
    if (found[BOT_public_key] != NULL) {
        return svi_tree_unexpected(tree, found[BOT_public_key], bot_key(number, "public_key").text,
                                   "none: this version does not encrypt connections");
    }
    if ((found[BOT_command] == NULL) == (found[BOT_endpoint] == NULL)) {
        return svi_tree_wrong(tree, node, bot_key(number, "").text, SV_E_MISSING,
                              "found %s for bot \"%s\", expected one of command and endpoint",
                              found[BOT_command] == NULL ? "neither" : "both", bot->name);
    }
    status = found[BOT_command] != NULL
                 ? read_command(bot, tree, found[BOT_command], bot_key(number, "command").text)
                 : read_endpoint(league, bot, tree, found[BOT_endpoint],
                                 bot_key(number, "endpoint").text);
    if (status == SV_OK) {
        status = read_number(tree, found[BOT_matches], bot_key(number, "matches").text, 1, 65536,
                             &bot->matches);
    }
    return status;
}

static enum sv_status read_bots(struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *node)
{
    size_t count;
    if (node == NULL) {
        return svi_tree_wrong(tree, svi_tree_root(tree), "bots", SV_E_MISSING,
                              "found none, expected a list of bots");
    }
    enum sv_status status = svi_tree_list(tree, node, "bots", SVI_MAX_BOTS, &count);
    if (status != SV_OK) {
        return status;
    }
    if (count < 2) {
        return svi_tree_wrong(tree, node, "bots", SV_E_LENGTH, "found %zu, expected at least 2",
                              count);
    }
    league->bot = calloc(count, sizeof *league->bot);
    if (league->bot == NULL) {
        return no_memory(tree);
    }
    league->n_bots = (unsigned)count;
    for (size_t i = 0; i < count; i++) {
        league->bot[i].matches = 1;
        if ((status = read_bot(league, tree, i, svi_tree_item(tree, node, i))) != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Seats and deals, which only together with the bots can be judged. */
static enum sv_status read_tables(struct svi_league *league, const struct svi_tree *tree,
                                  const yaml_node_t *const found[LEAGUE_COUNT])
{
    league->seats = league->n_bots < 4 ? league->n_bots : 4;
    league->deals = 25;
    enum sv_status status =
        read_number(tree, found[LEAGUE_seats], "seats", 2, SV_MAX_SEATS, &league->seats);
    if (status == SV_OK && league->seats > league->n_bots) {
        status = svi_tree_wrong(tree, found[LEAGUE_seats], "seats", SV_E_RANGE,
                                "found %u for %u bots, expected at most as many seats as bots",
                                (unsigned)league->seats, league->n_bots);
    }
    if (status == SV_OK) {
        status = read_number(tree, found[LEAGUE_deals], "deals", 1, INT32_MAX, &league->deals);
    }
    struct svi_schedule schedule;
    if (status == SV_OK &&
        svi_schedule_init(&schedule, league->n_bots, league->seats, league->deals, league->seatings,
                          league->seed) != SV_OK) {
        const yaml_node_t *node = found[LEAGUE_deals];
        status =
            svi_tree_wrong(tree, node != NULL ? node : found[LEAGUE_bots], "deals", SV_E_RANGE,
                           "found %u for %u bots at tables of %u, expected a league of at most "
                           "%lu matches",
                           (unsigned)league->deals, league->n_bots, (unsigned)league->seats,
                           (unsigned long)SVI_MAX_SCHEDULED);
    }
    return status;
}

/* The file's name without folder and ending, or "league" when that is no name. */
static void name_after_file(struct svi_league *league)
{
    const char *slash = strrchr(league->file, '/');
    const char *base = slash != NULL ? slash + 1 : league->file;
    const char *dot = strrchr(base, '.');
    const size_t length = dot != NULL ? (size_t)(dot - base) : strlen(base);
    const bool fits = length > 0 && length < SV_MAX_NAME;
    snprintf(league->name, SV_MAX_NAME, "%.*s", fits ? (int)length : 6, fits ? base : "league");
    if (!name_ok(league->name)) {
        snprintf(league->name, SV_MAX_NAME, "league");
    }
}

static enum sv_status read_league(struct svi_league *league, struct svi_tree *tree)
{
    const yaml_node_t *found[LEAGUE_COUNT];
    enum sv_status status =
        svi_tree_mapping(tree, svi_tree_root(tree), "", league_keys, LEAGUE_COUNT, found);
    if (status == SV_OK && found[LEAGUE_name] != NULL) {
        status = read_name(tree, found[LEAGUE_name], "name", league->name);
    } else {
        name_after_file(league);
    }
    if (status == SV_OK) {
        status = read_edition(league, tree, found[LEAGUE_edition]);
    }
    if (status == SV_OK) {
        status = read_rules(league, tree, found[LEAGUE_rules]);
    }
    if (status == SV_OK) {
        status = read_format(league, tree, found[LEAGUE_format]);
    }
    if (status == SV_OK) {
        status = read_seatings(league, tree, found[LEAGUE_seatings]);
    }
    if (status == SV_OK) {
        status = read_seed(league, tree, found[LEAGUE_seed]);
    }
    if (status == SV_OK) {
        status = read_clock(league, tree, found[LEAGUE_clock]);
    }
    if (status == SV_OK) {
        status = read_sandbox(league, tree, found[LEAGUE_sandbox]);
    }
    if (status == SV_OK) {
        status = read_bots(league, tree, found[LEAGUE_bots]);
    }
    if (status == SV_OK) {
        status = read_tables(league, tree, found);
    }
    if (status == SV_OK && svi_edition_hash(&league->edition, league->edition_hash) != SV_OK) {
        status = no_memory(tree);
    }
    return status;
}

enum sv_status svi_league_parse(struct svi_league *league, const char *file, const char *text,
                                size_t size, char *error, size_t error_size)
{
    struct svi_tree tree;
    memset(league, 0, sizeof *league);
    league->file = file;
    league->decision_ms = 1000;
    league->bank_ms = 60000;
    league->strikes = 10;
    enum sv_status status = svi_tree_init(&tree, file, text, size, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    league->text = malloc(size + 1); /* `text` need not end in a 0 */
    if (league->text == NULL) {
        status = no_memory(&tree);
    } else {
        memcpy(league->text, text, size);
        league->text[size] = '\0';
        league->text_size = size;
        status = read_league(league, &tree);
    }
    svi_tree_finish(&tree);
    if (status != SV_OK) {
        svi_league_finish(league);
    }
    return status;
}

enum sv_status svi_league_init(struct svi_league *league, const char *path, char *error,
                               size_t error_size)
{
    struct svi_buf text;
    svi_buf_init(&text);
    enum sv_status status = svi_file_read(path, MAX_FILE, &text);
    if (status == SV_OK) {
        status =
            svi_league_parse(league, path, (const char *)text.data, text.size, error, error_size);
    } else if (status == SV_E_LENGTH) {
        snprintf(error, error_size, "%s: found more than 1 MiB, expected a league file", path);
    } else {
        snprintf(error, error_size,
                 "%s: found no file that can be read (%s), expected a league file", path,
                 strerrordesc_np(errno));
    }
    svi_buf_finish(&text);
    return status;
}
