#include "tools/analysis/figure.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct svi_figure svi_figure(double value, unsigned decimals, const char *none)
{
    struct svi_figure out;
    if (!isfinite(value)) {
        (void)snprintf(out.text, sizeof out.text, "%s", none);
        return out;
    }
    int64_t unit = 1;
    for (unsigned i = 0; i < decimals; i++) {
        unit *= 10;
    }
    const double size = floor(fabs(value) * (double)unit + 0.5);
    svi_ratio_text(value < 0 ? -(int64_t)size : (int64_t)size, unit, decimals, out.text);
    return out;
}

void svi_figure_json(struct svi_buf *out, const char *key, double value, unsigned decimals)
{
    svi_json_key(out, key);
    svi_out_text(out, svi_figure(value, decimals, "null").text);
}

struct svi_figure_error svi_figure_error(struct svi_estimate e, unsigned decimals)
{
    struct svi_figure_error out = {""};
    if (isfinite(e.low) && isfinite(e.high)) {
        const struct svi_figure up = svi_figure(e.high - e.value, decimals, "");
        const struct svi_figure down = svi_figure(e.value - e.low, decimals, "");
        if (strcmp(up.text, down.text) == 0) {
            (void)snprintf(out.text, sizeof out.text, "\xc2\xb1%s", up.text);
        } else {
            (void)snprintf(out.text, sizeof out.text, "+%s -%s", up.text, down.text);
        }
    }
    return out;
}

struct svi_figure svi_figure_chance(double p)
{
    struct svi_figure out;
    const struct svi_figure figure = svi_figure(p < 0.0001 ? 0.0001 : p, 4, "");
    (void)snprintf(out.text, sizeof out.text, "%s%.20s", p < 0.0001 ? "< " : "= ", figure.text);
    return out;
}
