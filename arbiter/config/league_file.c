#include "config/league_file.h"

#include "base/file.h"
#include "base/number.h"
#include "base/out.h"
#include "config/league_read.h"
#include "edition/edition_file.h"
#include "edition/rule_words.h"
#include "memory/memory.h"
#include "process/path.h"
#include "schedule/format.h"
#include "secret/env_key.h"
#include "wire/edition_codec.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most bytes of a league file. A file with as many bots as possible has less than 200 KiB. */
#define MAX_FILE 1048576u

#define X(name, ...) #name,
static const char *const top_keys[SVI_LEAGUE_COUNT] = {SVI_LEAGUE_TOP_KEYS(X)};
#undef X

/* ---- single values ------------------------------------------------------------------------ */

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

/* ---- edition and rules -------------------------------------------------------------------- */

static enum sv_status read_edition(struct svi_league *league, const struct svi_tree *tree,
                                   const yaml_node_t *node)
{
    struct svi_error problem;
    const char *name = node != NULL ? svi_tree_scalar(node) : "classic";
    if (name == NULL) {
        return svi_tree_unexpected(tree, node, "edition", "a built-in edition or a path");
    }
    if (league->stored && svi_edition_is_path(name)) {
        league->own_edition = true;
        name = "classic";
    }
    char *path = svi_edition_is_path(name) ? svi_path_beside(league->file, name) : NULL;
    bool name_wrong;
    const enum sv_status status =
        svi_edition_try_load(path != NULL ? path : name, &league->edition, &name_wrong, &problem);
    free(path);
    if (status != SV_OK && node != NULL && name_wrong) {
        return svi_tree_wrong(tree, node, "edition", status, "%s", problem.text);
    }
    if (status != SV_OK) {
        /* already a line about the edition's file */
        (void)svi_fail(tree->error, status, "%s", problem.text);
    }
    return status;
}

/* Returns whether a rule and its value are valid in any edition. */
static bool is_rule(const char *rule, const char *value)
{
    char expected[160];
    int32_t number;
    const unsigned i = svi_rule_find(rule);
    return i < sv_rule_count() && svi_rule_parse(i, value, &number, expected, sizeof expected);
}

/* Reads rule number `p` of `rules`. `has_edition` says that it can be applied to the league's
 * edition. */
static enum sv_status read_rule(struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *node, size_t p, bool has_edition)
{
    struct svi_error problem;
    const yaml_node_t *name, *value, *earlier, *unused;
    (void)svi_tree_pair(tree, node, p, &name, &value);
    const char *rule = svi_tree_scalar(name);
    const char *text = svi_tree_scalar(value);
    if (rule == NULL || text == NULL) {
        return svi_tree_unexpected(tree, rule == NULL ? name : value, "rules",
                                   "a switch and its value");
    }
    for (size_t k = 0; k < p && svi_tree_pair(tree, node, k, &earlier, &unused); k++) {
        const char *other = svi_tree_scalar(earlier);
        if (other != NULL && strcmp(other, rule) == 0) {
            return svi_tree_wrong(tree, name, "rules", SV_E_DUPLICATE,
                                  "found '%s' twice, expected it once", rule);
        }
    }
    if (!has_edition && is_rule(rule, text)) {
        return SV_OK;
    }
    const enum sv_status status = svi_edition_override(&league->edition, rule, text, &problem);
    return status == SV_OK ? SV_OK : svi_tree_wrong(tree, name, "", status, "%s", problem.text);
}

static enum sv_status read_rules(struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node, bool has_edition)
{
    const yaml_node_t *name, *value;
    enum sv_status status = SV_OK;
    bool on = true;
    if (node == NULL) {
        return SV_OK;
    }
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(tree, node, "rules", "a mapping");
    }
    for (size_t p = 0; on && svi_tree_pair(tree, node, p, &name, &value); p++) {
        on = svi_tree_goes_on(tree, read_rule(league, tree, node, p, has_edition), &status);
    }
    return status;
}

/* ---- clock, limits and sandbox --------------------------------------------------------------- */

static enum sv_status read_sandbox(struct svi_league *league, const struct svi_tree *tree,
                                   const yaml_node_t *node)
{
    int64_t place;
    league->sandbox = SVI_SANDBOX_AUTO;
    if (node == NULL) {
        return SV_OK;
    }
    const enum sv_status status = svi_league_read_value(
        tree, node, "sandbox", &svi_league_top_keys[SVI_LEAGUE_sandbox], &place);
    if (status == SV_OK) {
        (void)svi_sandbox_mode(svi_tree_scalar(node), &league->sandbox);
    }
    return status;
}

static enum sv_status read_root(struct svi_league *league, const struct svi_tree *tree,
                                const yaml_node_t *node)
{
    struct svi_error error;
    const char *text = node != NULL ? svi_tree_scalar(node) : NULL;
    if (node == NULL) {
        return SV_OK;
    }
    if (text == NULL || text[0] == '\0') {
        return svi_tree_unexpected(tree, node, "sandbox_root", "a folder with usr/ in it");
    }
    if (league->sandbox == SVI_SANDBOX_NONE) {
        return svi_tree_wrong(tree, node, "sandbox_root", SV_E_RANGE,
                              "found one with 'sandbox: none', expected a sandbox");
    }
    if (league->stored) {
        return SV_OK;
    }
    char *path = svi_path_join(league->folder, text);
    const enum sv_status status = svi_sandbox_root_open(&league->root, path, &error);
    free(path);
    return status == SV_OK
               ? SV_OK
               : svi_tree_wrong(tree, node, "sandbox_root", SV_E_RANGE, "%s", error.text);
}

static enum sv_status read_parked(struct svi_league *league, const struct svi_tree *tree,
                                  const yaml_node_t *node)
{
    enum { LAST, FORFEIT };
    int64_t place = LAST;
    const enum sv_status status =
        node == NULL ? SV_OK
                     : svi_league_read_value(tree, node, "parked",
                                             &svi_league_top_keys[SVI_LEAGUE_parked], &place);
    league->park_forfeits = place == FORFEIT;
    return status;
}

/* Resolves `seatings: auto` once seats and luck are known. */
static void choose_seatings(struct svi_league *league)
{
    struct svi_settings *settings = &league->settings;
    league->any_seatings = settings->seatings == SVI_SEATINGS_AUTO;
    if (league->any_seatings) {
        settings->seatings = svi_seatings_choose(settings->seats, league->luck);
    }
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

/* ---- the whole file ----------------------------------------------------------------------- */

/* Names the league after its file, without folder and extension, or "league" if that is no valid
 * name. */
static void name_after_file(struct svi_league *league)
{
    const char *slash = strrchr(league->file, '/');
    const char *base = slash != NULL ? slash + 1 : league->file;
    const char *dot = strrchr(base, '.');
    const size_t length = dot != NULL ? (size_t)(dot - base) : strlen(base);
    const bool fits = length > 0 && length < SV_MAX_NAME;
    snprintf(league->name, SV_MAX_NAME, "%.*s", fits ? (int)length : 6, fits ? base : "league");
    if (!svi_name_ok(league->name)) {
        snprintf(league->name, SV_MAX_NAME, "league");
    }
}

static enum sv_status read_name(struct svi_league *league, const struct svi_tree *tree,
                                const yaml_node_t *node)
{
    if (node == NULL) {
        name_after_file(league);
        return SV_OK;
    }
    return svi_league_read_name(tree, node, "name", league->name);
}

/* Reads the edition, applies the rules, and computes the hash. */
static enum sv_status read_whole_edition(struct svi_league *league, struct svi_tree *tree,
                                         const yaml_node_t *edition, const yaml_node_t *rules)
{
    enum sv_status status = SV_OK;
    if (svi_tree_goes_on(tree, read_edition(league, tree, edition), &status)) {
        const bool has_edition = status == SV_OK && !league->own_edition;
        (void)svi_tree_goes_on(tree, read_rules(league, tree, rules, has_edition), &status);
    }
    return status == SV_OK && svi_edition_hash(&league->edition, league->edition_hash) != SV_OK
               ? svi_league_no_memory(tree)
               : status;
}

static enum sv_status read_league(struct svi_league *league, struct svi_tree *tree)
{
    const yaml_node_t *found[SVI_LEAGUE_COUNT];
    const yaml_node_t *root = svi_tree_root(tree);
    enum sv_status status = SV_OK;
    bool on = svi_tree_goes_on(
        tree, svi_tree_mapping(tree, root, "", top_keys, SVI_LEAGUE_COUNT, found), &status);
    on = on && root->type == YAML_MAPPING_NODE;
#define READ(step) on = on && svi_tree_goes_on(tree, step, &status)
    READ(read_name(league, tree, found[SVI_LEAGUE_name]));
    READ(read_whole_edition(league, tree, found[SVI_LEAGUE_edition], found[SVI_LEAGUE_rules]));
    READ(svi_league_read_clock(tree, found[SVI_LEAGUE_clock], "clock", &league->conditions));
    READ(svi_league_read_limits(tree, found[SVI_LEAGUE_limits], "limits", &league->conditions,
                                league));
    READ(read_parked(league, tree, found[SVI_LEAGUE_parked]));
    READ(read_sandbox(league, tree, found[SVI_LEAGUE_sandbox]));
    READ(read_root(league, tree, found[SVI_LEAGUE_sandbox_root]));
    READ(svi_league_read_bots(league, tree, found[SVI_LEAGUE_bots]));
    READ(svi_league_read_secret(league, tree, found[SVI_LEAGUE_secret_key]));
#define FOUND(key, ...) found[SVI_LEAGUE_##key],
    const yaml_node_t *const term[SVI_TERM_COUNT] = {SVI_SETTINGS(FOUND)};
#undef FOUND
    READ(svi_league_read_settings(league, tree, term, found[SVI_LEAGUE_seed]));
#undef READ
    if (status == SV_OK) {
        choose_seatings(league);
    }
    return status;
}

/* Appends a line to `mistakes` for each mistake; without `mistakes`, writes the first to `error`.
 * The caller finishes the league. */
static enum sv_status parse(struct svi_league *league, bool stored, const char *file,
                            const char *text, size_t size, struct svi_buf *mistakes,
                            struct svi_error *error)
{
    struct svi_tree tree;
    memset(league, 0, sizeof *league);
    league->file = file;
    league->stored = stored;
#define X(name, KIND, low, high, left_out, ...) league->conditions.name = (left_out);
    SVI_CLOCK_KEYS(X)
    SVI_SEAT_LIMITS(X)
#undef X
#define X(name, KIND, low, high, left_out, ...) league->conditions.limits.name = (left_out);
    SVI_LIMITS(X)
#undef X
#define X(name, KIND, low, high, left_out, ...) league->name = (left_out);
    SVI_RUN_LIMITS(X)
#undef X
    enum sv_status status = svi_tree_init(&tree, file, text, size, error);
    if (status != SV_OK) {
        return status;
    }
    tree.mistakes = mistakes;
    league->text = svi_new(size + 1, 1); /* `text` need not end with a 0 */
    league->folder = svi_path_folder(file);
    if (league->folder == NULL) { /* a file that does not exist yet */
        league->folder = svi_copy(".");
    }
    if (league->text == NULL) {
        status = svi_league_no_memory(&tree);
    } else {
        memcpy(league->text, text, size);
        league->text_size = size;
        status = read_league(league, &tree);
    }
    if (status == SV_OK && league->n_hidden > 0) {
        league->env_key = svi_env_key_path(league->folder);
    }
    svi_tree_finish(&tree);
    return status;
}

enum sv_status svi_league_parse(struct svi_league *league, const char *file, const char *text,
                                size_t size, struct svi_error *error)
{
    const enum sv_status status = parse(league, false, file, text, size, NULL, error);
    if (status != SV_OK) {
        svi_league_finish(league);
    }
    return status;
}

enum sv_status svi_league_parse_noting(struct svi_league *league, const char *file,
                                       const char *text, size_t size, struct svi_buf *mistakes)
{
    struct svi_error error = {0};
    const enum sv_status status = parse(league, false, file, text, size, mistakes, &error);
    if (status != SV_OK && error.text[0] != '\0') { /* not listed yet: no YAML, or no memory */
        svi_out_text(mistakes, error.text);
        svi_out_char(mistakes, '\n');
    }
    return status;
}

enum sv_status svi_league_parse_stored(struct svi_league *league, const char *file,
                                       const char *text, size_t size, struct svi_error *error)
{
    const enum sv_status status = parse(league, true, file, text, size, NULL, error);
    if (status != SV_OK) {
        svi_league_finish(league);
    }
    return status;
}

enum sv_status svi_league_file_read(const char *path, struct svi_buf *text, struct svi_error *error)
{
    const enum sv_status status = svi_file_read(path, MAX_FILE, text);
    if (status == SV_OK) {
        return status;
    }
    if (status == SV_E_LENGTH) {
        (void)svi_fail(error, status, "%s: found more than 1 MiB, expected a league file", path);
    } else if (errno == ENOMEM) {
        (void)svi_fail(error, status, "%s: no memory for a league", path);
    } else {
        (void)svi_fail(error, status,
                       "%s: found no file that can be read (%s), expected a league file", path,
                       svi_errno_text(errno));
    }
    return status;
}

enum sv_status svi_league_init(struct svi_league *league, const char *path, struct svi_error *error)
{
    struct svi_buf text = {0};
    enum sv_status status = svi_league_file_read(path, &text, error);
    if (status == SV_OK) {
        status = svi_league_parse(league, path, (const char *)text.data, text.size, error);
    }
    svi_buf_finish(&text);
    return status;
}
