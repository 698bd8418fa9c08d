#include "tools/cli/edition_load.h"

#include "tools/console/say.h"

#include "base/json.h"
#include "base/out.h"
#include "edition/edition_file.h"

#include <stdio.h>
#include <string.h>

enum svi_exit svi_edition_load_named(const char *name, struct sv_edition *e)
{
    struct svi_error error;
    const enum sv_status status = svi_edition_load(name, e, &error);
    if (status == SV_OK) {
        return SVI_EXIT_DONE;
    }
    return svi_complain(svi_exit_of(status), "%s", error.text);
}

enum svi_exit svi_edition_load_ruled(const char *name, const char *const rule[], unsigned n,
                                     struct sv_edition *edition)
{
    struct svi_error error;
    char key[SV_MAX_NAME];
    bool name_wrong;
    const enum sv_status status =
        svi_edition_try_load(name != NULL ? name : "classic", edition, &name_wrong, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s%s", name_wrong ? "--edition: " : "",
                            error.text);
    }
    for (unsigned i = 0; i < n; i++) {
        const char *value = strchr(rule[i], '=') + 1;
        (void)snprintf(key, sizeof key, "%.*s", (int)(value - 1 - rule[i]), rule[i]);
        if (svi_edition_override(edition, key, value, &error) != SV_OK) {
            return svi_complain(SVI_EXIT_USAGE, "--rule %s: %s", rule[i], error.text);
        }
    }
    return SVI_EXIT_DONE;
}

static unsigned count_kind(const struct sv_edition *e, unsigned kind, bool groups)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->n_spaces && !groups; i++) {
        count += e->space[i].kind == kind;
    }
    for (unsigned g = 0; g < e->n_groups && groups; g++) {
        count += e->group[g].kind == kind;
    }
    return count;
}

/* What of an edition is counted, in the order of the line. */
struct counts {
    unsigned streets, sets, rails, utilities;
};

static struct counts count(const struct sv_edition *e)
{
    return (struct counts){.streets = count_kind(e, SV_SPACE_STREET, false),
                           .sets = count_kind(e, SV_SPACE_STREET, true),
                           .rails = count_kind(e, SV_SPACE_RAIL, false),
                           .utilities = count_kind(e, SV_SPACE_UTILITY, false)};
}

void svi_edition_put_counts(const struct sv_edition *e, struct svi_buf *out)
{
    const struct counts n = count(e);
    char text[160];
    (void)snprintf(text, sizeof text,
                   "%u spaces; deeds: %u streets in %u sets, %u rails, %u utilities; cards:",
                   e->n_spaces, n.streets, n.sets, n.rails, n.utilities);
    svi_out_text(out, text);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        (void)snprintf(text, sizeof text, "%s %u %s", d == 0 ? "" : ",", e->deck[d].size,
                       sv_deck_name(d));
        svi_out_text(out, text);
    }
    svi_out_char(out, '\n');
}

void svi_edition_json_counts(const struct sv_edition *e, struct svi_buf *out)
{
    const struct counts n = count(e);
    svi_json_int(out, "spaces", e->n_spaces);
    svi_json_int(out, "streets", n.streets);
    svi_json_int(out, "sets", n.sets);
    svi_json_int(out, "rails", n.rails);
    svi_json_int(out, "utilities", n.utilities);
    svi_json_key(out, "cards");
    svi_out_char(out, '{');
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        svi_json_int(out, sv_deck_name(d), e->deck[d].size);
    }
    svi_out_char(out, '}');
}
