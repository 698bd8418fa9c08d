#include "value/weights.h"

#include <string.h>

static const struct svi_weights *const tables[] = {
#define X(name, edition) &svi_weights_##name,
    SVI_WEIGHT_TABLES(X)
#undef X
};
#define TABLES (sizeof tables / sizeof tables[0])

const struct svi_weights *svi_weights_at(unsigned i)
{
    return i < TABLES ? tables[i] : NULL;
}

static const char *family_of(const char *edition)
{
    static const struct {
        const char *edition, *family;
    } kin[] = {
#define X(edition, family) {edition, family},
        SVI_WEIGHT_KIN(X)
#undef X
    };

    for (unsigned i = 0; i < sizeof kin / sizeof kin[0]; i++) {
        if (strcmp(kin[i].edition, edition) == 0) {
            return kin[i].family;
        }
    }
    return edition;
}

const struct svi_weights *svi_weights_for(const struct sv_edition *e)
{
    const char *family = family_of(e->name);
    for (unsigned i = 0; i < TABLES; i++) {
        if (strcmp(tables[i]->family, family) == 0) {
            return tables[i];
        }
    }
    return tables[0];
}
