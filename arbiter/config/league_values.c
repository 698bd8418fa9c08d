#include "config/league_values.h"

#include "base/number.h"
#include "memory/memory.h"

#include <assert.h>
#include <stdlib.h>

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
    const enum sv_status status =
        node != NULL ? svi_league_read_value(tree, node, name, row, &value) : SV_OK;
    *out = (uint32_t)value;
    return status;
}

enum sv_status svi_league_read_name(const struct svi_tree *tree, const yaml_node_t *node,
                                    const char *key, char out[SV_MAX_NAME])
{
    const enum sv_status status = svi_tree_text(tree, node, key, out, SV_MAX_NAME);
    if (status == SV_OK && !svi_name_ok(out)) {
        return svi_tree_unexpected(tree, node, key,
                                   "a name without '/' that does not begin with '.' or '-'");
    }
    return status;
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
        char *name = svi_text("%s.%s", key, rows[i].name);
        on = svi_tree_goes_on(tree, svi_league_read_number(tree, found[i], name, &rows[i], out[i]),
                              &status);
        free(name);
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
