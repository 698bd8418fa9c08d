#include "edition/rule_words.h"

#include "base/number.h"
#include "edition/tree.h"

#include <solvent/edition.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

unsigned svi_rule_find(const char *name)
{
    unsigned i = 0;
    while (i < sv_rule_count() && strcmp(sv_rule_describe(i)->name, name) != 0) {
        i++;
    }
    return i;
}

static const char *rule_at(const void *words, size_t i)
{
    (void)words;
    return i < sv_rule_count() ? sv_rule_describe((unsigned)i)->name : NULL;
}

const struct svi_choices svi_rule_choices = {
    .at = rule_at, .what = "a switch of the rules", .see = "solvent help rules"};

bool svi_rule_parse(unsigned rule, const char *text, int32_t *out, char *expected, size_t size)
{
    const struct sv_rule_info *info = sv_rule_describe(rule);
    if (info->values == NULL) {
        snprintf(expected, size, "a whole number %d to %d", (int)info->low, (int)info->high);
        return svi_number_parse(text, out) && *out >= info->low && *out <= info->high;
    }
    size_t length = (size_t)snprintf(expected, size, "one of");
    for (int32_t value = 0; value <= info->high; value++) {
        if (strcmp(info->values[value], text) == 0) {
            *out = value;
            return true;
        }
        length += (size_t)snprintf(expected + length, size - length, " %s", info->values[value]);
        assert(length < size);
    }
    return false;
}

void svi_rule_format(unsigned i, int32_t value, char out[SVI_RULE_TEXT])
{
    const struct sv_rule_info *info = sv_rule_describe(i);
    if (info->values != NULL && value >= info->low && value <= info->high) {
        snprintf(out, SVI_RULE_TEXT, "%s", info->values[value]);
    } else {
        snprintf(out, SVI_RULE_TEXT, "%d", (int)value);
    }
}
