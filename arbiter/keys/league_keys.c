#include "keys/league_keys.h"

#include "base/out.h"

#include <stdio.h>
#include <string.h>

#define X(name, KIND, low, high, left_out, takes, shown, says)                                     \
    {#name, SVI_KIND_##KIND, low, high, left_out, takes, shown, says},
const struct svi_league_key svi_sprt_keys[SVI_SPRT_FIELD_COUNT] = {SVI_SPRT_FIELDS(X)};
const struct svi_league_key svi_stop_keys[SVI_STOP_FIELD_COUNT] = {SVI_STOP_FIELDS(X)};
const struct svi_league_key svi_budget_keys[SVI_BUDGET_FIELD_COUNT] = {SVI_BUDGET_FIELDS(X)};
const struct svi_league_key svi_setting_keys[SVI_TERM_COUNT] = {SVI_SETTINGS(X)};
const struct svi_league_key svi_clock_keys[SVI_CLOCK_COUNT] = {SVI_CLOCK_KEYS(X)};
const struct svi_league_key svi_limit_keys[SVI_LIMIT_COUNT] = {SVI_LIMITS(X) SVI_SEAT_LIMITS(X)
                                                                   SVI_RUN_LIMITS(X)};
const struct svi_league_key svi_bot_keys[SVI_BOT_COUNT] = {SVI_BOT_KEYS(X)};
const struct svi_league_key svi_league_top_keys[SVI_LEAGUE_COUNT] = {SVI_LEAGUE_TOP_KEYS(X)};
#undef X

const struct svi_league_key_list svi_league_keys[SVI_LEAGUE_KEY_LISTS] = {
    {"", svi_league_top_keys, SVI_LEAGUE_COUNT},
    {"bots[]", svi_bot_keys, SVI_BOT_COUNT},
    {"clock", svi_clock_keys, SVI_CLOCK_COUNT},
    {"limits", svi_limit_keys, SVI_LIMIT_COUNT},
    {"sprt", svi_sprt_keys, SVI_SPRT_FIELD_COUNT},
    {"stop_when", svi_stop_keys, SVI_STOP_FIELD_COUNT},
    {"budget", svi_budget_keys, SVI_BUDGET_FIELD_COUNT},
};

_Static_assert(SVI_SPRT_FIELD_COUNT <= SVI_GROUP_MOST, "sprt has more keys than a group");
_Static_assert(SVI_STOP_FIELD_COUNT <= SVI_GROUP_MOST, "stop_when has more keys than a group");

static bool parse_flag(const char *text, int64_t *out)
{
    *out = strcmp(text, "true") == 0;
    return *out == 1 || strcmp(text, "false") == 0;
}

static bool parse_whole(const char *text, int64_t *out)
{
    int32_t value = 0;
    const bool fine = svi_number_parse(text, &value);
    *out = value;
    return fine;
}

/* Finds the place of a word among "a, b, c". */
static bool parse_word(const char *words, const char *text, int64_t *out)
{
    int64_t place = 0;
    for (const char *at = words; *at != '\0'; place++) {
        const size_t length = strcspn(at, ",");
        if (strlen(text) == length && memcmp(at, text, length) == 0) {
            *out = place;
            return true;
        }
        at += length;
        at += strspn(at, ", ");
    }
    return false;
}

bool svi_league_key_parse(const struct svi_league_key *key, const char *text, int64_t *out)
{
    int64_t value = 0;
    if (key->kind == SVI_KIND_WORD) {
        return parse_word(key->takes, text, out);
    }
    const bool fine = key->kind == SVI_KIND_FLAG      ? parse_flag(text, &value)
                      : key->kind == SVI_KIND_DECIMAL ? svi_decimal_parse(text, &value)
                                                      : parse_whole(text, &value);
    if (!fine || value < key->low || value > key->high) {
        return false;
    }
    *out = value;
    return true;
}

void svi_league_key_text(const struct svi_league_key *key, int64_t value,
                         char out[SVI_DECIMAL_TEXT])
{
    if (key->kind == SVI_KIND_FLAG) {
        (void)snprintf(out, SVI_DECIMAL_TEXT, "%s", value != 0 ? "true" : "false");
    } else {
        svi_decimal_text(key->kind == SVI_KIND_DECIMAL ? value : value * SVI_MILLION, out);
    }
}

void svi_league_key_takes(const struct svi_league_key *key, struct svi_buf *out)
{
    const bool number = key->kind == SVI_KIND_NUMBER || key->kind == SVI_KIND_OPTIONAL ||
                        key->kind == SVI_KIND_DECIMAL;
    char low[SVI_DECIMAL_TEXT], high[SVI_DECIMAL_TEXT];
    svi_league_key_text(key, key->low, low);
    svi_league_key_text(key, key->high, high);
    svi_out_text(out, number                       ? low
                      : key->kind == SVI_KIND_FLAG ? "true or false"
                      : key->kind == SVI_KIND_BOT  ? "the name of a bot"
                      : key->kind == SVI_KIND_BOTS ? "names of bots"
                                                   : "");
    if (number) {
        const bool open = key->kind != SVI_KIND_DECIMAL && key->high == INT32_MAX;
        svi_out_text(out, open ? " or more" : " to ");
        svi_out_text(out, open ? "" : high);
    }
    svi_out_text(out, number && key->takes[0] != '\0' ? " " : "");
    svi_out_text(out, key->takes);
}

void svi_league_key_expected(const struct svi_league_key *key, char out[SVI_LEAGUE_KEY_EXPECTED])
{
    char low[SVI_DECIMAL_TEXT], high[SVI_DECIMAL_TEXT];
    if (key->kind == SVI_KIND_FLAG || key->kind == SVI_KIND_BOT) {
        (void)snprintf(out, SVI_LEAGUE_KEY_EXPECTED, "%s",
                       key->kind == SVI_KIND_FLAG ? "true or false" : "the name of a bot");
        return;
    }
    if (key->kind == SVI_KIND_WORD || key->kind == SVI_KIND_LUCK) {
        (void)snprintf(out, SVI_LEAGUE_KEY_EXPECTED, "one of %s", key->takes);
        return;
    }
    svi_league_key_text(key, key->low, low);
    svi_league_key_text(key, key->high, high);
    (void)snprintf(out, SVI_LEAGUE_KEY_EXPECTED, "a %snumber %s to %s",
                   key->kind == SVI_KIND_DECIMAL ? "" : "whole ", low, high);
}

void svi_group_init(struct svi_group *group, const struct svi_league_key keys[], unsigned count)
{
    group->given = true;
    for (unsigned i = 0; i < count; i++) {
        group->value[i] = keys[i].left_out;
    }
}
