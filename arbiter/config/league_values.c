#include "config/league_values.h"

#include "base/number.h"
#include "memory/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sv_status svi_league_no_memory(const struct svi_tree *tree)
{
    return svi_fail(tree->error, SV_E_SYSTEM, "%s: no memory for a league", tree->file);
}

enum sv_status svi_league_read_value(const struct svi_tree *tree, const yaml_node_t *node,
                                     const char *name, const struct svi_league_key *row,
                                     int64_t *out)
{
    char expected[SVI_LEAGUE_KEY_EXPECTED];
    const char *text = svi_tree_scalar(node);
    if (text != NULL && svi_league_key_parse(row, text, out)) {
        return SV_OK;
    }
    svi_league_key_expected(row, expected);
    return svi_tree_unexpected(tree, node, name, expected);
}

enum sv_status svi_league_read_number(const struct svi_tree *tree, const yaml_node_t *node,
                                      const char *name, const struct svi_league_key *row,
                                      uint32_t *out)
{
    int64_t value = *out;
    SVI_TRY(node != NULL ? svi_league_read_value(tree, node, name, row, &value) : SV_OK);
    *out = (uint32_t)value;
    return SV_OK;
}

enum sv_status svi_league_read_name(const struct svi_tree *tree, const yaml_node_t *node,
                                    const char *key, char out[SV_MAX_NAME])
{
    SVI_TRY(svi_tree_text(tree, node, key, out, SV_MAX_NAME));
    if (!svi_name_ok(out)) {
        return svi_tree_unexpected(tree, node, key,
                                   "a name without '/' that does not begin with '.' or '-'");
    }
    return SV_OK;
}

/* Reads the numbers of a mapping, each into its place. Numbers that were left out do not change. */
static enum sv_status read_numbers(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                                   const struct svi_league_key rows[], uint32_t *const out[],
                                   unsigned n)
{
    const char *names[SVI_LIMIT_COUNT] = {NULL};
    const yaml_node_t *found[SVI_LIMIT_COUNT];
    enum sv_status status = SV_OK;
    assert(n <= SVI_LIMIT_COUNT);
    if (node == NULL) {
        return SV_OK;
    }
    for (unsigned i = 0; i < n; i++) {
        names[i] = rows[i].name;
    }
    bool on = svi_tree_goes_on(tree, svi_tree_mapping(tree, node, key, names, n, found), &status);
    for (unsigned i = 0; i < n && on; i++) {
        SCOPED(scoped_free) char *name = svi_text("%s.%s", key, rows[i].name);
        on = svi_tree_goes_on(tree, svi_league_read_number(tree, found[i], name, &rows[i], out[i]),
                              &status);
    }
    return status;
}

enum sv_status svi_league_read_clock(struct svi_tree *tree, const yaml_node_t *node,
                                     const char *key, struct svi_conditions *conditions)
{
#define X(name, ...) &conditions->name,
    uint32_t *const out[SVI_CLOCK_COUNT] = {SVI_CLOCK_KEYS(X)};
#undef X
    return read_numbers(tree, node, key, svi_clock_keys, out, SVI_CLOCK_COUNT);
}

enum sv_status svi_league_read_limits(struct svi_tree *tree, const yaml_node_t *node,
                                      const char *key, struct svi_conditions *conditions,
                                      struct svi_league *league)
{
    uint32_t *const out[SVI_LIMIT_COUNT] = {
#define X(name, ...) &conditions->limits.name,
        SVI_LIMITS(X)
#undef X
#define X(name, ...) &conditions->name,
            SVI_SEAT_LIMITS(X)
#undef X
#define X(name, ...) league != NULL ? &league->name : NULL,
                SVI_RUN_LIMITS(X)
#undef X
    };
    /* The rows of a league alone come last. */
    return read_numbers(tree, node, key, svi_limit_keys, out,
                        league != NULL ? SVI_LIMIT_COUNT : SVI_LIMIT_league_s);
}

/* Reports a text where a list should be, and shows it as a list. */
static enum sv_status missing_brackets(const struct svi_tree *tree, const yaml_node_t *node,
                                       const char *key, const char *text)
{
    char expected[200] = "a list: [";
    size_t length = strlen(expected);
    for (const char *word = text + strspn(text, " "); *word != 0;) {
        const size_t size = strcspn(word, " ");
        const char *next = word + size + strspn(word + size, " ");
        if (length + size + 8 >= sizeof expected) {
            length += (size_t)snprintf(expected + length, sizeof expected - length, "...");
            break;
        }
        length += (size_t)snprintf(expected + length, sizeof expected - length, "%.*s%s", (int)size,
                                   word, *next != 0 ? ", " : "");
        word = next;
    }
    (void)snprintf(expected + length, sizeof expected - length, "]");
    return svi_tree_unexpected(tree, node, key, expected);
}

enum sv_status svi_league_read_words(char ***words, struct svi_tree *tree, const yaml_node_t *node,
                                     const char *key, const char *first, const char *empty)
{
    size_t count;
    const char *bare = svi_tree_scalar(node);
    if (bare != NULL) {
        return missing_brackets(tree, node, key, bare);
    }
    SVI_TRY(svi_tree_list(tree, node, key, 256, &count));
    if (count == 0 && empty != NULL) {
        return svi_tree_wrong(tree, node, key, SV_E_LENGTH, "found an empty list, expected %s",
                              empty);
    }
    *words = svi_new(count + 1, sizeof **words);
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *item = svi_tree_item(tree, node, i);
        const char *text = svi_tree_scalar(item);
        const bool needed = i == 0 && first != NULL;
        if (text == NULL || (needed && text[0] == 0)) {
            return svi_tree_unexpected(tree, item, key, needed ? first : "a text");
        }
        (*words)[i] = svi_copy(text);
    }
    return SV_OK;
}
