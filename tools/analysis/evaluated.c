#include "tools/analysis/evaluated.h"

#include <stdlib.h>
#include <string.h>

/* A one-sided interval of 95%. */
#define CERTAIN 1.645

static const struct {
    const char *name;
    double least;
} classes[] = {
#define X(NAME, name, least) {#name, least},
    SVI_CLASSES(X)
#undef X
};

const char *svi_class_name(enum svi_class class)
{
    return classes[class].name;
}

enum svi_class svi_class_of(double cost, double se)
{
    unsigned class = SVI_CLASS_COUNT - 1;
    while (class > SVI_CLASS_GOOD && cost - CERTAIN * se < classes[class].least) {
        class --;
    }
    return (enum svi_class) class;
}

void svi_evaluated_finish(struct svi_evaluated *evaluated)
{
    free(evaluated->candidate);
    memset(evaluated, 0, sizeof *evaluated);
}
