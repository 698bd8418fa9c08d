#include "config/league_file.h"

#include "base/file.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/out.h"
#include "base/utf8.h"
#include "config/entries.h"
#include "config/league_bots.h"
#include "config/league_values.h"
#include "edition/edition_file.h"
#include "edition/rule_words.h"
#include "memory/memory.h"
#include "process/path.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "secret/env_key.h"
#include "wire/edition_codec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most bytes of a league file. A file with as many bots as possible has less than 200 KiB. */
#define MAX_FILE 1048576u
#define MAX_AUTHOR 200u /* bytes */

#define X(name, ...) #name,
static const char *const top_keys[SVI_LEAGUE_COUNT] = {SVI_LEAGUE_TOP_KEYS(X)};
#undef X

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
    SVI_TRY(svi_league_read_value(tree, node, "sandbox", &svi_league_top_keys[SVI_LEAGUE_sandbox],
                                  &place));
    (void)svi_sandbox_mode(svi_tree_scalar(node), &league->sandbox);
    return SV_OK;
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
    SCOPED(scoped_free) char *path = svi_path_join(league->folder, text);
    const enum sv_status status = svi_sandbox_root_open(&league->root, path, &error);
    return status == SV_OK
               ? SV_OK
               : svi_tree_wrong(tree, node, "sandbox_root", SV_E_RANGE, "%s", error.text);
}

/* Reads a key of two words. *second: it is the second, not the first, which is its default. */
static enum sv_status read_switch(const struct svi_tree *tree, const yaml_node_t *node,
                                  unsigned key, bool *second)
{
    const struct svi_league_key *row = &svi_league_top_keys[key];
    int64_t place = 0;
    SVI_TRY(node == NULL ? SV_OK : svi_league_read_value(tree, node, row->name, row, &place));
    *second = place != 0;
    return SV_OK;
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

/* ---- seed and settings ----------------------------------------------------------------------- */

/* Estimates the most bits of randomness in a seed that a person has chosen. */
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
        return svi_tree_unexpected(tree, node, "seed", "a number or a text, or the key left out");
    }
    league->seeded = true;
    league->guessable = seed_bits(text) < 128;
    sv_luck_seed_text(text, league->settings.seed);
    return SV_OK;
}

/* ---- values by their kinds ------------------------------------------------------------------ */

static enum sv_status read_OPTIONAL(const struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node, const struct svi_league_key *row,
                                    uint32_t *out)
{
    (void)league;
    *out = row->left_out != SVI_NONE_GIVEN ? (uint32_t)row->left_out : 0;
    return svi_league_read_number(tree, node, row->name, row, out);
}

static enum sv_status read_NUMBER(const struct svi_league *league, struct svi_tree *tree,
                                  const yaml_node_t *node, const struct svi_league_key *row,
                                  uint32_t *out)
{
    return read_OPTIONAL(league, tree, node, row, out);
}

static const char *term_key(unsigned i)
{
    return svi_term_key((enum svi_term)i);
}

static const char *format_name(unsigned i)
{
    return svi_formats[i]->name;
}

/* Reads one of the first `count` names; without a node, takes the row's default. */
static enum sv_status read_choice(struct svi_tree *tree, const yaml_node_t *node,
                                  const struct svi_league_key *row, const char *(*name)(unsigned),
                                  unsigned count, unsigned *out)
{
    *out = (unsigned)row->left_out;
    if (node == NULL) {
        return SV_OK;
    }
    const struct svi_numbered words = {name, count};
    return svi_tree_word(tree, node, row->name, &words, out);
}

static const char *luck_name(unsigned i)
{
    static const char *const names[] = {"on", "off"};
    return names[i];
}

/* Defines a reader for a key that is one of `count` words: word number `value` of `name`. */
#define READ_CHOICE(KIND, type, name, count, taken)                                                \
    static enum sv_status read_##KIND(const struct svi_league *league, struct svi_tree *tree,      \
                                      const yaml_node_t *node, const struct svi_league_key *row,   \
                                      type *out)                                                   \
    {                                                                                              \
        unsigned value;                                                                            \
        const enum sv_status status = read_choice(tree, node, row, name, count, &value);           \
        (void)league;                                                                              \
        *out = (type)(taken);                                                                      \
        return status;                                                                             \
    }
READ_CHOICE(FORMAT, const struct svi_format *, format_name, svi_format_count, svi_formats[value])
READ_CHOICE(SEATINGS, enum svi_seatings, svi_seatings_name, SVI_SEATINGS_WORDS, value)
READ_CHOICE(LANES, enum svi_lanes, svi_lanes_name, SVI_LANES_APART, value)
READ_CHOICE(LUCK, bool, luck_name, 2, value == 0)
#undef READ_CHOICE

/* Returns the place of a bot in the file, or n_bots if no bot has that name. */
static unsigned find_bot(const struct svi_league *league, const char *name)
{
    unsigned bot = 0;
    while (bot < league->n_bots && (name == NULL || strcmp(league->bot[bot].name, name) != 0)) {
        bot++;
    }
    return bot;
}

static enum sv_status no_such_bot(const struct svi_league *league, const struct svi_tree *tree,
                                  const yaml_node_t *node, const char *key)
{
    const struct svi_choices choices = {
        .at = svi_league_bot_at, .words = league, .what = "the name of a bot"};
    return svi_tree_not_among(tree, node, key, &choices);
}

/* Reads a value within the key `of`. */
static enum sv_status read_field(const struct svi_league *league, const struct svi_tree *tree,
                                 const yaml_node_t *node, const char *of,
                                 const struct svi_league_key *row, int64_t *out)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s.%s", of, row->name);
    if (row->kind != SVI_KIND_BOT) {
        return svi_league_read_value(tree, node, name, row, out);
    }
    *out = find_bot(league, svi_tree_scalar(node));
    return *out < league->n_bots ? SV_OK : no_such_bot(league, tree, node, name);
}

static enum sv_status read_group(const struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node, const char *key,
                                 const struct svi_league_key keys[], unsigned count,
                                 struct svi_group *out)
{
    const char *names[SVI_GROUP_MOST] = {NULL};
    const yaml_node_t *found[SVI_GROUP_MOST] = {NULL};
    if (node == NULL) {
        return SV_OK;
    }
    for (unsigned i = 0; i < count; i++) {
        names[i] = keys[i].name;
    }
    enum sv_status status = SV_OK;
    bool on =
        svi_tree_goes_on(tree, svi_tree_mapping(tree, node, key, names, count, found), &status);
    svi_group_init(out, keys, count);
    for (unsigned i = 0; on && i < count; i++) {
        if (found[i] != NULL) {
            on = svi_tree_goes_on(
                tree, read_field(league, tree, found[i], key, &keys[i], &out->value[i]), &status);
        }
    }
    return status;
}

/* Defines a reader for a key that is a mapping. */
#define READ_GROUP(KIND, keys, n)                                                                  \
    static enum sv_status read_##KIND(const struct svi_league *league, struct svi_tree *tree,      \
                                      const yaml_node_t *node, const struct svi_league_key *row,   \
                                      struct svi_group *out)                                       \
    {                                                                                              \
        return read_group(league, tree, node, row->name, keys, n, out);                            \
    }
READ_GROUP(SPRT, svi_sprt_keys, SVI_SPRT_FIELD_COUNT)
READ_GROUP(STOP, svi_stop_keys, SVI_STOP_FIELD_COUNT)
READ_GROUP(BUDGET, svi_budget_keys, SVI_BUDGET_FIELD_COUNT)
#undef READ_GROUP

/* Reads a bot of a list. */
static enum sv_status read_listed_bot(const struct svi_league *league, const struct svi_tree *tree,
                                      const yaml_node_t *item, const char *key,
                                      bool (*out)[SVI_MAX_BOTS])
{
    const char *name = svi_tree_scalar(item);
    const unsigned bot = find_bot(league, name);
    if (bot == league->n_bots) {
        return no_such_bot(league, tree, item, key);
    }
    if ((*out)[bot]) {
        return svi_tree_wrong(tree, item, key, SV_E_DUPLICATE, "found '%s' twice, expected it once",
                              name);
    }
    (*out)[bot] = true;
    return SV_OK;
}

static enum sv_status read_BOTS(const struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *node, const struct svi_league_key *row,
                                bool (*out)[SVI_MAX_BOTS])
{
    size_t count = 0;
    enum sv_status status =
        node != NULL ? svi_tree_list(tree, node, row->name, SVI_MAX_BOTS, &count) : SV_OK;
    bool on = status == SV_OK;
    for (size_t i = 0; on && i < count; i++) {
        on = svi_tree_goes_on(
            tree, read_listed_bot(league, tree, svi_tree_item(tree, node, i), row->name, out),
            &status);
    }
    return status;
}

/* ---- all settings --------------------------------------------------------------------------- */

/* Returns the node of a key, or the root if the key was left out. */
static const yaml_node_t *node_of(struct svi_tree *tree,
                                  const yaml_node_t *const term[SVI_TERM_COUNT], const char *key)
{
    for (unsigned i = 0; i < SVI_TERM_COUNT; i++) {
        if (strcmp(svi_term_key((enum svi_term)i), key) == 0 && term[i] != NULL) {
            return term[i];
        }
    }
    return svi_tree_root(tree);
}

/* Returns whether the format was read without a mistake. A mistyped format is read as the default,
 * whose keys say nothing about the other keys. */
static bool is_format_known(const struct svi_settings *settings, const yaml_node_t *node)
{
    const char *name = node != NULL ? svi_tree_scalar(node) : settings->format->name;
    return name != NULL && strcmp(name, settings->format->name) == 0;
}

/* Refuses settings that the format does not have. */
static enum sv_status check_own(const struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *const term[SVI_TERM_COUNT])
{
    const struct svi_format *format = league->settings.format;
    enum sv_status status = SV_OK;
    bool on = true;
    uint32_t of_some = 0;
    for (unsigned i = 0; i < svi_format_count; i++) {
        of_some |= svi_formats[i]->own;
    }
    for (unsigned i = 0; on && i < SVI_TERM_COUNT; i++) {
        if (term[i] != NULL && (of_some & ~format->own & 1u << i) != 0) {
            const struct svi_numbered keys = {term_key, SVI_TERM_COUNT};
            const char *name = svi_term_key((enum svi_term)i);
            const char *meant = svi_synonym(name, svi_numbered_at, &keys);
            char expected[120];
            (void)snprintf(expected, sizeof expected, "no key of this name with format: %s%s%s%s",
                           format->name, meant != NULL ? "; did you mean '" : "",
                           meant != NULL ? meant : "", meant != NULL ? "'?" : "");
            on =
                svi_tree_goes_on(tree, svi_tree_unexpected(tree, term[i], name, expected), &status);
        }
    }
    return status;
}

/* Checks that the settings give a schedule if all bots play. Bots that do not play now may have
 * played before. */
static enum sv_status try_plan(const struct svi_league *league, struct svi_tree *tree,
                               const yaml_node_t *const term[SVI_TERM_COUNT])
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_settings settings = league->settings;
    memset(settings.status, SVI_STATUS_PLAYS, sizeof settings.status);
    const enum sv_status status = svi_schedule_init(&schedule, &settings, &fault);
    if (status == SV_E_SYSTEM) {
        return svi_league_no_memory(tree);
    }
    if (status != SV_OK) {
        return svi_tree_wrong(tree, node_of(tree, term, fault.key), fault.key, status, "%s",
                              fault.text);
    }
    svi_schedule_finish(&schedule);
    return SV_OK;
}

/* Checks that a number can be added to the name of a season's bot. */
static enum sv_status check_entry_name(const struct svi_league *league, const struct svi_tree *tree,
                                       unsigned bot)
{
    if (svi_entry_name_ok(league->bot[bot].name)) {
        return SV_OK;
    }
    return svi_fail(tree->error, SV_E_RANGE,
                    "%s:%u: bots[%u].name: found '%s', expected at most 33 bytes, and no number in "
                    "brackets at the end, with format: %s, which numbers versions",
                    league->file, league->bot[bot].line, bot, league->bot[bot].name,
                    league->settings.format->name);
}

static enum sv_status read_settings(struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *const term[SVI_TERM_COUNT],
                                    const yaml_node_t *seed)
{
    struct svi_settings *settings = &league->settings;
    enum sv_status status = SV_OK;
    bool on = true;
    settings->bots = league->n_bots;
    for (unsigned i = 0; i < league->n_bots; i++) {
        settings->status[i] = (uint8_t)league->bot[i].status;
    }
#define READ(step) on = on && svi_tree_goes_on(tree, step, &status)
#define X(key, KIND, ...)                                                                          \
    READ(read_##KIND(league, tree, term[SVI_TERM_##key], &svi_setting_keys[SVI_TERM_##key],        \
                     &settings->key));
    SVI_SETTINGS(X)
#undef X
    for (unsigned i = 0; on && i < league->n_bots && settings->lanes == SVI_LANES_AUTO; i++) {
        SCOPED(scoped_free) char *definition = svi_league_bot_definition(league, &league->bot[i]);
        settings->remembers[i] = svi_league_bot_remembers(definition);
    }
    league->luck = settings->luck;
    league->old_luck = settings->luck && term[SVI_TERM_luck] != NULL;
    settings->luck = settings->luck && status == SV_OK && svi_format_of(settings)->by_luck;
    if (on && term[SVI_TERM_deals] == NULL && settings->format->deals != 0) {
        settings->deals = settings->format->deals;
    }
    if (on && term[SVI_TERM_seats] == NULL && settings->seats > settings->bots) {
        settings->seats = settings->bots;
    }
    if (on && is_format_known(settings, term[SVI_TERM_format])) {
        READ(check_own(league, tree, term));
    }
    READ(read_seed(league, tree, seed));
    if (on && league->seeded && settings->format->season) {
        READ(svi_tree_wrong(tree, seed, "seed", SV_E_RANGE,
                            "found a seed, expected none with format: %s: its luck must be "
                            "unknown until it is played",
                            settings->format->name));
    }
    for (unsigned i = 0; on && i < league->n_bots && settings->format->season; i++) {
        READ(check_entry_name(league, tree, i));
    }
#undef READ
    /* Without bots, a mistake that was reported already, planning is impossible. */
    return status == SV_OK && league->n_bots >= 2 ? try_plan(league, tree, term) : status;
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

static enum sv_status read_author(struct svi_league *league, const struct svi_tree *tree,
                                  const yaml_node_t *node)
{
    const char *text = node != NULL ? svi_tree_scalar(node) : NULL;
    if (node != NULL && (text == NULL || text[0] == '\0' || strlen(text) > MAX_AUTHOR ||
                         !svi_text_ok((const uint8_t *)text, strlen(text)))) {
        return svi_tree_unexpected(tree, node, "author", "one line of text of up to 200 bytes");
    }
    league->author = text != NULL ? svi_copy(text) : NULL;
    return SV_OK;
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
    READ(read_author(league, tree, found[SVI_LEAGUE_author]));
    READ(read_whole_edition(league, tree, found[SVI_LEAGUE_edition], found[SVI_LEAGUE_rules]));
    READ(svi_league_read_clock(tree, found[SVI_LEAGUE_clock], "clock", &league->conditions));
    READ(svi_league_read_limits(tree, found[SVI_LEAGUE_limits], "limits", &league->conditions,
                                league));
    READ(read_switch(tree, found[SVI_LEAGUE_talk], SVI_LEAGUE_talk, &league->talk));
    READ(read_switch(tree, found[SVI_LEAGUE_parked], SVI_LEAGUE_parked, &league->park_forfeits));
    READ(read_sandbox(league, tree, found[SVI_LEAGUE_sandbox]));
    READ(read_root(league, tree, found[SVI_LEAGUE_sandbox_root]));
    READ(svi_league_read_bots(league, tree, found[SVI_LEAGUE_bots]));
    READ(svi_league_read_secret(league, tree, found[SVI_LEAGUE_secret_key]));
#define FOUND(key, ...) found[SVI_LEAGUE_##key],
    const yaml_node_t *const term[SVI_TERM_COUNT] = {SVI_SETTINGS(FOUND)};
#undef FOUND
    READ(read_settings(league, tree, term, found[SVI_LEAGUE_seed]));
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
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    SVI_TRY(svi_league_file_read(path, &text, error));
    return svi_league_parse(league, path, (const char *)text.data, text.size, error);
}
