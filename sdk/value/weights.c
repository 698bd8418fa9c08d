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

const struct svi_weights *svi_weights_for(const struct sv_edition *e)
{
    for (unsigned i = 0; i < TABLES; i++) {
        if (strcmp(tables[i]->family, e->name) == 0) {
            return tables[i];
        }
    }
    return tables[0];
}
