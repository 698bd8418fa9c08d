/* Figures as text, the same everywhere. Called for tables of commands, reports, pages and pictures.
 * They are plain values; only `out`, the caller's, can be `failed` without memory (base/buf.h). */
#ifndef SVI_TOOLS_ANALYSIS_FIGURE_H
#define SVI_TOOLS_ANALYSIS_FIGURE_H

#include "job/points.h"
#include "stats/ratings.h"

#include "base/buf.h"

struct svi_figure {
    char text[SVI_RATIO_TEXT];
};

/* Formats a value from -10^9 to 10^9 with 0-9 decimals, rounded half away from zero. Gives `none`
 * if the value is not finite. */
struct svi_figure svi_figure(double value, unsigned decimals, const char *none);

/* Appends a value as a member of a JSON object, null if it is not finite; or makes it one of
 * svi_json_members(). */
void svi_figure_json(struct svi_buf *out, const char *key, double value, unsigned decimals);
#define JSON_FIGURE(key, value, decimals)                                                          \
    {                                                                                              \
        (key), SVI_JSON_RAW, 0, svi_figure((value), (decimals), "null").text                       \
    }

/* Half the width of an interval, "±0.08", or both sides, "+0.03 -0.08", if they differ because it
 * is cut to a scale. "" without an interval. */
struct svi_figure_error {
    char text[2 * SVI_RATIO_TEXT + 4];
};
struct svi_figure_error svi_figure_error(struct svi_estimate e, unsigned decimals);

/* Formats a probability from 0 to 1 as "= 0.0312", or as "< 0.0001", because a small one is not
 * zero. */
struct svi_figure svi_figure_chance(double p);

#endif
