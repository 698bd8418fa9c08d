#include "game/edition_builtin.h"

#include <string.h>

const char *sv_edition_builtin_name(unsigned i)
{
    return i < svi_edition_count ? svi_editions[i].name : NULL;
}

const struct sv_edition *sv_edition_builtin(const char *name)
{
    for (unsigned i = 0; i < svi_edition_count; i++) {
        if (strcmp(svi_editions[i].name, name) == 0) {
            return &svi_editions[i];
        }
    }
    return NULL;
}
