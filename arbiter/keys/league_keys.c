#include "keys/league_keys.h"

#include <stdio.h>
#include <string.h>

#define X(name, KIND, low, high, left_out, takes, shown, says)                                     \
    {#name, SVI_KIND_##KIND, low, high, left_out, takes, shown, says},
const struct svi_league_key svi_sprt_keys[SVI_SPRT_FIELD_COUNT] = {SVI_SPRT_FIELDS(X)};
const struct svi_league_key svi_stop_keys[SVI_STOP_FIELD_COUNT] = {SVI_STOP_FIELDS(X)};
const struct svi_league_key svi_budget_keys[SVI_BUDGET_FIELD_COUNT] = {SVI_BUDGET_FIELDS(X)};
const struct svi_league_key svi_setting_keys[SVI_TERM_COUNT] = {SVI_SETTINGS(X)};
#undef X

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

bool svi_league_key_parse(const struct svi_league_key *key, const char *text, int64_t *out)
{
    int64_t value = 0;
    const bool fine = key->kind == SVI_KIND_FLAG      ? parse_flag(text, &value)
                      : key->kind == SVI_KIND_DECIMAL ? svi_decimal_parse(text, &value)
                                                      : parse_whole(text, &value);
    if (!fine || value < key->low || value > key->high) {
        return false;
    }
    *out = value;
    return true;
}

void svi_league_key_expected(const struct svi_league_key *key, char out[SVI_LEAGUE_KEY_EXPECTED])
{
    const int64_t unit = key->kind == SVI_KIND_DECIMAL ? 1 : SVI_MILLION;
    char low[SVI_DECIMAL_TEXT], high[SVI_DECIMAL_TEXT];
    if (key->kind == SVI_KIND_FLAG || key->kind == SVI_KIND_BOT) {
        (void)snprintf(out, SVI_LEAGUE_KEY_EXPECTED, "%s",
                       key->kind == SVI_KIND_FLAG ? "true or false" : "the name of a bot");
        return;
    }
    svi_decimal_text(key->low * unit, low);
    svi_decimal_text(key->high * unit, high);
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
