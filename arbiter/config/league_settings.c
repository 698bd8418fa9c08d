/* The settings of a league file, and its seed. */
#include "config/entries.h"
#include "config/league_read.h"
#include "job/points.h"
#include "schedule/format.h"
#include "schedule/schedule.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

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
    sv_luck_seed_text(text, league->settings.seed);
    return SV_OK;
}

/* ---- values by their kinds; each is given its lowest, highest and what it is when left out ----
 */

static enum sv_status read_NUMBER(const struct svi_league *league, struct svi_tree *tree,
                                  const yaml_node_t *node, const char *key, uint32_t *out,
                                  int32_t low, int32_t high, uint32_t left_out)
{
    (void)league;
    *out = left_out;
    return svi_league_read_number(tree, node, key, low, high, out);
}

/* The names of numbered values, for svi_nearest(). */
struct names {
    const char *(*name)(unsigned);
    unsigned count;
};

static const char *name_at(const void *words, size_t i)
{
    const struct names *names = words;
    return i < names->count ? names->name((unsigned)i) : NULL;
}

static const char *term_key(unsigned i)
{
    return svi_term_key((enum svi_term)i);
}

static const char *format_name(unsigned i)
{
    return svi_formats[i]->name;
}

static enum sv_status read_OPTIONAL(const struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node, const char *key, uint32_t *out,
                                    int32_t low, int32_t high, uint32_t left_out)
{
    return read_NUMBER(league, tree, node, key, out, low, high, left_out);
}

static enum sv_status read_FORMAT(const struct svi_league *league, struct svi_tree *tree,
                                  const yaml_node_t *node, const char *key,
                                  const struct svi_format **out, int32_t low, int32_t high,
                                  uint32_t left_out)
{
    (void)league;
    (void)low;
    (void)high;
    const char *text = node != NULL ? svi_tree_scalar(node) : svi_formats[left_out]->name;
    *out = text != NULL ? svi_format_find(text) : NULL;
    if (*out != NULL) {
        return SV_OK;
    }
    const struct names formats = {format_name, svi_format_count};
    return svi_tree_not_among(tree, node, key, name_at, &formats);
}

/* One of the first `count` names; a value that is left out stays as it is. */
static enum sv_status read_name(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                                const char *(*name)(unsigned), unsigned count, unsigned *out)
{
    if (node == NULL) {
        return SV_OK;
    }
    const char *text = svi_tree_scalar(node);
    for (unsigned i = 0; text != NULL && i < count; i++) {
        if (strcmp(text, name(i)) == 0) {
            *out = i;
            return SV_OK;
        }
    }
    const struct names names = {name, count};
    return svi_tree_not_among(tree, node, key, name_at, &names);
}

static enum sv_status read_SEATINGS(const struct svi_league *league, struct svi_tree *tree,
                                    const yaml_node_t *node, const char *key,
                                    enum svi_seatings *out, int32_t low, int32_t high,
                                    uint32_t left_out)
{
    (void)league;
    (void)low;
    (void)high;
    unsigned value = left_out;
    const enum sv_status status =
        read_name(tree, node, key, svi_seatings_name, SVI_SEATINGS_COUNT, &value);
    *out = (enum svi_seatings)value;
    return status;
}

static enum sv_status read_LANES(const struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node, const char *key, enum svi_lanes *out,
                                 int32_t low, int32_t high, uint32_t left_out)
{
    (void)low;
    (void)high;
    unsigned value = left_out;
    const enum sv_status status =
        read_name(tree, node, key, svi_lanes_name, SVI_LANES_APART, &value);
    *out = value == SVI_LANES_AUTO && league->endpoint != NULL ? SVI_LANES_APART
                                                               : (enum svi_lanes)value;
    return status;
}

/* A number with up to six decimals, in millionths. */
static bool parse_decimal(const char *text, int64_t *out)
{
    const bool minus = *text == '-';
    const char *c = text + minus;
    int64_t value = 0;
    unsigned digits = 0, decimals = 0;
    bool point = false;
    for (; *c != '\0'; c++) {
        if (*c == '.' && !point && digits > 0) {
            point = true;
        } else if (*c >= '0' && *c <= '9' && digits < 12 && decimals < 6) {
            value = value * 10 + (*c - '0');
            digits++;
            decimals += point;
        } else {
            return false;
        }
    }
    for (; decimals < 6; decimals++) {
        value *= 10;
    }
    *out = minus ? -value : value;
    return digits > 0 && c[-1] != '.';
}

/* The place of the bot of that name in the file; n_bots: there is none. */
static unsigned find_bot(const struct svi_league *league, const char *name)
{
    unsigned bot = 0;
    while (bot < league->n_bots && (name == NULL || strcmp(league->bot[bot].name, name) != 0)) {
        bot++;
    }
    return bot;
}

static enum sv_status read_flag(const struct svi_tree *tree, const yaml_node_t *node,
                                const char *name, int64_t *out)
{
    const char *text = svi_tree_scalar(node);
    *out = text != NULL && strcmp(text, "true") == 0;
    return text != NULL && (*out == 1 || strcmp(text, "false") == 0)
               ? SV_OK
               : svi_tree_unexpected(tree, node, name, "true or false");
}

static enum sv_status read_field(const struct svi_league *league, const struct svi_tree *tree,
                                 const yaml_node_t *node, const char *key,
                                 const struct svi_group_field *field, int64_t *out)
{
    char name[64], expected[80], low[SVI_RATIO_TEXT], high[SVI_RATIO_TEXT];
    const char *text = svi_tree_scalar(node);
    (void)snprintf(name, sizeof name, "%s.%s", key, field->name);
    if (field->kind == SVI_GROUP_WHOLE) {
        uint32_t whole = 0;
        const enum sv_status status = svi_league_read_number(tree, node, name, (int32_t)field->low,
                                                             (int32_t)field->high, &whole);
        *out = whole;
        return status;
    }
    if (field->kind == SVI_GROUP_FLAG) {
        return read_flag(tree, node, name, out);
    }
    if (field->kind == SVI_GROUP_BOT) {
        const unsigned bot = find_bot(league, text);
        *out = bot;
        return bot < league->n_bots ? SV_OK
                                    : svi_tree_unexpected(tree, node, name, "the name of a bot");
    }
    if (text == NULL || !parse_decimal(text, out) || *out < field->low || *out > field->high) {
        svi_ratio_text(field->low, SVI_MILLION, 6, low);
        svi_ratio_text(field->high, SVI_MILLION, 6, high);
        (void)snprintf(expected, sizeof expected, "a number %s to %s", low, high);
        return svi_tree_unexpected(tree, node, name, expected);
    }
    return SV_OK;
}

static enum sv_status read_group(const struct svi_league *league, struct svi_tree *tree,
                                 const yaml_node_t *node, const char *key,
                                 const struct svi_group_field *fields, unsigned count,
                                 struct svi_group *out)
{
    const char *names[SVI_GROUP_MOST] = {NULL};
    const yaml_node_t *found[SVI_GROUP_MOST] = {NULL};
    if (node == NULL) {
        return SV_OK;
    }
    for (unsigned i = 0; i < count; i++) {
        names[i] = fields[i].name;
    }
    enum sv_status status = svi_tree_mapping(tree, node, key, names, count, found);
    out->given = true;
    for (unsigned i = 0; status == SV_OK && i < count; i++) {
        out->value[i] = fields[i].left_out;
        if (found[i] != NULL) {
            status = read_field(league, tree, found[i], key, &fields[i], &out->value[i]);
        }
    }
    return status;
}

/* The keys within one that is a mapping. */
#define READ_GROUP(KIND, fields, n)                                                                \
    static enum sv_status read_##KIND(                                                             \
        const struct svi_league *league, struct svi_tree *tree, const yaml_node_t *node,           \
        const char *key, struct svi_group *out, int32_t low, int32_t high, uint32_t left_out)      \
    {                                                                                              \
        (void)low;                                                                                 \
        (void)high;                                                                                \
        (void)left_out;                                                                            \
        return read_group(league, tree, node, key, fields, n, out);                                \
    }
READ_GROUP(SPRT, svi_sprt_fields, SVI_SPRT_FIELD_COUNT)
READ_GROUP(STOP, svi_stop_fields, SVI_STOP_FIELD_COUNT)
READ_GROUP(BUDGET, svi_budget_fields, SVI_BUDGET_FIELD_COUNT)
#undef READ_GROUP

static enum sv_status read_BOTS(const struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *node, const char *key, bool (*out)[SVI_MAX_BOTS],
                                int32_t low, int32_t high, uint32_t left_out)
{
    (void)low;
    (void)high;
    (void)left_out;
    size_t count = 0;
    const enum sv_status status =
        node != NULL ? svi_tree_list(tree, node, key, SVI_MAX_BOTS, &count) : SV_OK;
    for (size_t i = 0; status == SV_OK && i < count; i++) {
        const yaml_node_t *item = svi_tree_item(tree, node, i);
        const char *name = svi_tree_scalar(item);
        const unsigned bot = find_bot(league, name);
        if (bot == league->n_bots) {
            return svi_tree_unexpected(tree, item, key, "the name of a bot");
        }
        if ((*out)[bot]) {
            return svi_tree_wrong(tree, item, key, SV_E_DUPLICATE,
                                  "found '%s' twice, expected it once", name);
        }
        (*out)[bot] = true;
    }
    return status;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Where a key stands; the whole when it does not. */
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

/* Whether a term that is there may be, with this format. */
static enum sv_status check_own(const struct svi_league *league, struct svi_tree *tree,
                                const yaml_node_t *const term[SVI_TERM_COUNT])
{
    const struct svi_format *format = league->settings.format;
    uint32_t of_some = 0;
    for (unsigned i = 0; i < svi_format_count; i++) {
        of_some |= svi_formats[i]->own;
    }
    for (unsigned i = 0; i < SVI_TERM_COUNT; i++) {
        if (term[i] != NULL && (of_some & ~format->own & 1u << i) != 0) {
            const struct names keys = {term_key, SVI_TERM_COUNT};
            const char *name = svi_term_key((enum svi_term)i);
            const char *meant = svi_synonym(name, name_at, &keys);
            char expected[120];
            (void)snprintf(expected, sizeof expected, "no such key with format: %s%s%s%s",
                           format->name, meant != NULL ? "; did you mean '" : "",
                           meant != NULL ? meant : "", meant != NULL ? "'?" : "");
            return svi_tree_unexpected(tree, term[i], name, expected);
        }
    }
    return SV_OK;
}

/* Whether there is a schedule that keeps to the settings, if all bots play: who does not may have
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

/* Whether a number can be put behind the name of a bot of a season. */
static enum sv_status check_entry_name(const struct svi_league *league, const struct svi_tree *tree,
                                       unsigned bot)
{
    if (svi_entry_name_ok(league->bot[bot].name)) {
        return SV_OK;
    }
    (void)snprintf(tree->error, tree->error_size,
                   "%s:%u: bots[%u].name: found '%s', expected at most 33 bytes, and no number in "
                   "brackets at the end, with format: %s, which numbers versions",
                   league->file, league->bot[bot].line, bot, league->bot[bot].name,
                   league->settings.format->name);
    return SV_E_RANGE;
}

enum sv_status svi_league_read_settings(struct svi_league *league, struct svi_tree *tree,
                                        const yaml_node_t *const term[SVI_TERM_COUNT],
                                        const yaml_node_t *seed)
{
    struct svi_settings *settings = &league->settings;
    enum sv_status status = SV_OK;
    settings->bots = league->n_bots;
    for (unsigned i = 0; i < league->n_bots; i++) {
        settings->status[i] = (uint8_t)league->bot[i].status;
    }
#define X(key, KIND, low, high, left_out)                                                          \
    if (status == SV_OK) {                                                                         \
        status = read_##KIND(league, tree, term[SVI_TERM_##key], #key, &settings->key, low, high,  \
                             left_out);                                                            \
    }
    SVI_SETTINGS(X)
#undef X
    if (status == SV_OK && term[SVI_TERM_deals] == NULL && settings->format->deals != 0) {
        settings->deals = settings->format->deals;
    }
    if (status == SV_OK && term[SVI_TERM_seats] == NULL && settings->seats > settings->bots) {
        settings->seats = settings->bots;
    }
    if (status == SV_OK) {
        status = check_own(league, tree, term);
    }
    if (status == SV_OK) {
        status = read_seed(league, tree, seed);
    }
    if (status == SV_OK && league->seeded && settings->format->season) {
        status = svi_tree_wrong(tree, seed, "seed", SV_E_RANGE,
                                "found one, expected none with format: %s, whose luck nobody may "
                                "know before it is played",
                                settings->format->name);
    }
    for (unsigned i = 0; i < league->n_bots && status == SV_OK && settings->format->season; i++) {
        status = check_entry_name(league, tree, i);
    }
    return status == SV_OK ? try_plan(league, tree, term) : status;
}
