/* Reads the settings of a league file, and its seed. */
#include "config/entries.h"
#include "config/league_read.h"
#include "schedule/format.h"
#include "schedule/schedule.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

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
static enum sv_status read_name(struct svi_tree *tree, const yaml_node_t *node,
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

static enum sv_status read_FORMAT(const struct svi_league *league, struct svi_tree *tree,
                                  const yaml_node_t *node, const struct svi_league_key *row,
                                  const struct svi_format **out)
{
    (void)league;
    unsigned value;
    const enum sv_status status = read_name(tree, node, row, format_name, svi_format_count, &value);
    *out = svi_formats[value];
    return status;
}

static enum sv_status read_SEATINGS(const struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node, const struct svi_league_key *row,
                                    enum svi_seatings *out)
{
    (void)league;
    unsigned value;
    const enum sv_status status =
        read_name(tree, node, row, svi_seatings_name, SVI_SEATINGS_WORDS, &value);
    *out = (enum svi_seatings)value;
    return status;
}

static enum sv_status read_LANES(const struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node, const struct svi_league_key *row,
                                 enum svi_lanes *out)
{
    unsigned value;
    const enum sv_status status =
        read_name(tree, node, row, svi_lanes_name, SVI_LANES_APART, &value);
    *out = value == SVI_LANES_AUTO && league->endpoint != NULL ? SVI_LANES_APART
                                                               : (enum svi_lanes)value;
    return status;
}

static const char *luck_name(unsigned i)
{
    static const char *const names[] = {"on", "off"};
    return names[i];
}

static enum sv_status read_LUCK(const struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *node, const struct svi_league_key *row,
                                bool *out)
{
    unsigned value;
    (void)league;
    const enum sv_status status = read_name(tree, node, row, luck_name, 2, &value);
    *out = value == 0;
    return status;
}

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

enum sv_status svi_league_read_settings(struct svi_league *league, struct svi_tree *tree,
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
