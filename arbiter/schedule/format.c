#include "schedule/format.h"

#include "base/out.h"
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

static const char *format_name(unsigned i)
{
    return svi_formats[i]->name;
}

void svi_setting_takes(const struct svi_league_key *key, struct svi_buf *out)
{
    const char *(*name)(unsigned) = key->kind == SVI_KIND_FORMAT     ? format_name
                                    : key->kind == SVI_KIND_SEATINGS ? svi_seatings_name
                                                                     : svi_lanes_name;
    const unsigned count = key->kind == SVI_KIND_FORMAT     ? svi_format_count
                           : key->kind == SVI_KIND_SEATINGS ? SVI_SEATINGS_WORDS
                           : key->kind == SVI_KIND_LANES    ? SVI_LANES_APART
                                                            : 0;
    for (unsigned i = 0; i < count; i++) {
        svi_out_text(out, i > 0 ? ", " : "");
        svi_out_text(out, name(i));
    }
    svi_league_key_takes(key, out);
}

void svi_format_owners(const char *key, struct svi_buf *out)
{
    unsigned term = 0;
    const char *between = "";
    while (term < SVI_TERM_COUNT && strcmp(svi_term_key((enum svi_term)term), key) != 0) {
        term++;
    }
    for (unsigned i = 0; i < svi_format_count && term < SVI_TERM_COUNT; i++) {
        if ((svi_formats[i]->own & 1u << term) != 0) {
            svi_out_text(out, between);
            svi_out_text(out, svi_formats[i]->name);
            between = ", ";
        }
    }
}
