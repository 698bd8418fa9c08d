#include "schedule/format.h"

#include <stddef.h>
#include <string.h>

const struct svi_format *const svi_formats[] = {
#define X(name) &svi_format_##name,
    SVI_FORMATS(X)
#undef X
};

const unsigned svi_format_count = sizeof svi_formats / sizeof svi_formats[0];

const struct svi_format *svi_format_of(const struct svi_settings *settings)
{
    return settings->stop_when.given && settings->format->comparison != NULL ? &svi_format_stopping
                                                                             : settings->format;
}

const char *svi_format_name(const struct svi_format *format)
{
    return format->name;
}

const struct svi_format *svi_format_find(const char *name)
{
    for (unsigned i = 0; i < svi_format_count; i++) {
        if (strcmp(svi_formats[i]->name, name) == 0) {
            return svi_formats[i];
        }
    }
    return NULL;
}
