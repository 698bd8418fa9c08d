#include "tools/report/chart.h"

#include "tools/report/html.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define STRIP_WIDTH 240.0
#define STRIP_HEIGHT 22.0
#define PAD 6.0

/* ---- strips ---------------------------------------------------------------------------------- */

void svi_chart_take(struct svi_chart_scale *scale, struct svi_estimate e)
{
    const double values[] = {e.value, e.low, e.high};
    for (unsigned k = 0; k < 3; k++) {
        if (isfinite(values[k])) {
            scale->low = values[k] < scale->low ? values[k] : scale->low;
            scale->high = values[k] > scale->high ? values[k] : scale->high;
        }
    }
}

static double along(const struct svi_chart_scale *scale, double value, double width)
{
    const double range = scale->high - scale->low;
    return range > 0 ? PAD + (value - scale->low) / range * (width - 2 * PAD) : width / 2;
}

void svi_chart_strip(struct svi_buf *out, const struct svi_chart_scale *scale,
                     struct svi_estimate e, double zero)
{
    svi_html_format(out,
                    "<svg class=strip viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=none "
                    "aria-hidden=true>",
                    STRIP_WIDTH, STRIP_HEIGHT);
    if (isfinite(zero) && zero >= scale->low && zero <= scale->high) {
        const double x = along(scale, zero, STRIP_WIDTH);
        svi_html_format(out, "<path class=zero d=\"M%.1f 0V%.0f\"/>", x, STRIP_HEIGHT);
    }
    if (isfinite(e.low) && isfinite(e.high)) {
        svi_html_format(out, "<path class=range d=\"M%.1f %.0fH%.1f\"/>",
                        along(scale, e.low, STRIP_WIDTH), STRIP_HEIGHT / 2,
                        along(scale, e.high, STRIP_WIDTH));
    }
    if (isfinite(e.value)) {
        /* A path with round ends, as a circle would be stretched with the strip. */
        svi_html_format(out, "<path class=dot d=\"M%.1f %.0fh0\"/>",
                        along(scale, e.value, STRIP_WIDTH), STRIP_HEIGHT / 2);
    }
    svi_out_text(out, "</svg>");
}

double svi_chart_step(double range, double n)
{
    const double raw = range / n;
    const double power = pow(10, floor(log10(raw)));
    const double lead = raw / power;
    return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

void svi_chart_axis(struct svi_buf *out, const struct svi_chart_scale *scale)
{
    const double range = scale->high - scale->low;
    svi_out_text(out, "<svg class=\"strip axis\" aria-hidden=true>");
    if (range > 0) {
        const double step = svi_chart_step(range, 3);
        const long first = lround(ceil(scale->low / step));
        const bool many = (double)(first + 4) * step <= scale->high;
        for (long k = first; (double)k * step <= scale->high; k++) {
            const double v = (double)k * step;
            /* As strips are stretched, and letters shall not be. */
            const double x = along(scale, v, STRIP_WIDTH) / STRIP_WIDTH * 100;
            svi_html_format(out,
                            "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y2=4 /><text x=\"%.2f%%\" y=17%s>",
                            x, x, x, many && k % 2 != 0 ? " class=between" : "");
            svi_html_number(out, v);
            svi_out_text(out, "</text>");
        }
    }
    svi_out_text(out, "</svg>");
}

void svi_chart_shares(struct svi_buf *out, const uint64_t count[], unsigned n, const char *label)
{
    uint64_t all = 0;
    double x = 0;
    for (unsigned i = 0; i < n; i++) {
        all += count[i];
    }
    svi_html_format(out,
                    "<svg class=shares viewBox=\"0 0 240 14\" preserveAspectRatio=none role=img "
                    "aria-label=\"%s\">",
                    label);
    for (unsigned i = 0; i < n && all > 0; i++) {
        const double width = (double)count[i] / (double)all * 240;
        if (count[i] > 0) {
            svi_html_format(out, "<path class=s%u d=\"M%.2f 0h%.2fv14h-%.2fz\"/>", i, x, width,
                            width);
        }
        x += width;
    }
    svi_out_text(out, "</svg>");
}

static double log_along(double us, double most)
{
    const double top = log10(most < 10 ? 10 : most);
    return PAD + (us < 1 ? 0 : log10(us)) / top * (STRIP_WIDTH - 2 * PAD);
}

void svi_chart_times(struct svi_buf *out, uint64_t p50, uint64_t p99, uint64_t most,
                     uint64_t longest_of_all)
{
    const double top = (double)longest_of_all;
    const double a = log_along((double)p50, top), b = log_along((double)p99, top);
    const double c = log_along((double)most, top);
    svi_html_format(out,
                    "<svg class=strip viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=none "
                    "aria-hidden=true>",
                    STRIP_WIDTH, STRIP_HEIGHT);
    for (uint64_t power = 1; (double)power <= top; power *= 1000) {
        const double x = log_along((double)power, top);
        svi_html_format(out, "<path class=zero d=\"M%.1f 0V%.0f\"/>", x, STRIP_HEIGHT);
    }
    svi_html_format(out,
                    "<path class=tail d=\"M%.1f %.0fH%.1f\"/><path class=range d=\"M%.1f %.0fH%.1f"
                    "\"/><path class=dot d=\"M%.1f %.0fh0\"/></svg>",
                    b, STRIP_HEIGHT / 2, c, a, STRIP_HEIGHT / 2, b, a, STRIP_HEIGHT / 2);
}

void svi_chart_spark(struct svi_buf *out, const double value[], unsigned n,
                     const struct svi_chart_scale *scale)
{
    const double range = scale->high > scale->low ? scale->high - scale->low : 1;
    bool begun = false;
    svi_out_text(out, "<svg class=spark viewBox=\"0 0 120 24\" preserveAspectRatio=none "
                      "aria-hidden=true><path d=\"");
    for (unsigned i = 0; i < n; i++) {
        if (isfinite(value[i])) {
            svi_html_format(out, "%s%.1f %.1f", begun ? "L" : "M",
                            2 + 116.0 * i / (n > 1 ? n - 1 : 1),
                            21 - (value[i] - scale->low) / range * 18);
            begun = true;
        } else {
            begun = false;
        }
    }
    svi_out_text(out, "\"/></svg>");
}

/* ---- bars ------------------------------------------------------------------------------------ */

/* Plots are stretched to the width there is; what is written beside them is not. */
#define WIDE 720.0
#define BARS_HEIGHT 116.0

void svi_chart_bars(struct svi_buf *out, const struct svi_chart_bar bar[], unsigned bars,
                    unsigned width, const char *link, const char *what)
{
    uint64_t most = 1;
    const double each = WIDE / bars;
    for (unsigned i = 0; i < bars; i++) {
        most = bar[i].games > most ? bar[i].games : most;
    }
    svi_html_format(out,
                    "<svg class=\"chart bars\" viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=none "
                    "role=group aria-label=\"%s\"><path class=grid d=\"M0 %.0fH%.0f\"/>",
                    WIDE, BARS_HEIGHT, what, BARS_HEIGHT, WIDE);
    for (unsigned i = 0; i < bars; i++) {
        const double share = (double)bar[i].games / (double)most * (BARS_HEIGHT - 8);
        const double height = share < 1 ? 1 : share;
        if (bar[i].games > 0) {
            svi_html_format(out, "<a href=\"%s", link);
            svi_html_format(
                out,
                "%" PRIu64 "\"><title>%u to %u rounds: %" PRIu64 " games, the first is %" PRIu64
                "</title><path class=bar d=\"M%.1f %.0fv-%.1fh%.1fv%.1fz\"/><path class=all "
                "d=\"M%.1f 0v%.0fh%.1fv-%.0fz\"/></a>",
                bar[i].game, i * width, (i + 1) * width - 1, bar[i].games, bar[i].game,
                each * i + 1, BARS_HEIGHT, height, each - 2, height, each * i, BARS_HEIGHT, each,
                BARS_HEIGHT);
        }
    }
    svi_out_text(out, "</svg><svg class=\"chart along bars-along\" aria-hidden=true>");
    const unsigned every = bars > 10 ? 5 : 2;
    for (unsigned i = 0; i <= bars; i += every) {
        svi_html_format(out, "<text class=%s x=\"%.2f%%\" y=14>%u</text>",
                        i == 0      ? "start"
                        : i == bars ? "end"
                                    : "mid",
                        100.0 * i / bars, i * width);
    }
    svi_out_text(out, "</svg>");
}
