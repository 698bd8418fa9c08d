#include "tools/cli/edition_load.h"

#include "tools/console/say.h"

#include "edition/edition_file.h"

#include <stdio.h>

enum svi_exit svi_edition_load_named(const char *name, struct sv_edition *e)
{
    char error[SVI_EDITION_ERROR];
    const enum sv_status status = svi_edition_load(name, e, error, sizeof error);
    if (status == SV_OK) {
        return SVI_EXIT_DONE;
    }
    return svi_complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_USAGE, "%s", error);
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

void svi_edition_print_counts(const struct sv_edition *e)
{
    printf("%u spaces; deeds: %u streets in %u sets, %u rails, %u utilities; cards:", e->n_spaces,
           count_kind(e, SV_SPACE_STREET, false), count_kind(e, SV_SPACE_STREET, true),
           count_kind(e, SV_SPACE_RAIL, false), count_kind(e, SV_SPACE_UTILITY, false));
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        printf("%s %u %s", d == 0 ? "" : ",", e->deck[d].size, sv_deck_name(d));
    }
    putchar('\n');
}
