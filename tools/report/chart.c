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

/* A step of 1, 2 or 5 times a power of ten, so that about `n` of them make the range. */
static double step_of(double range, double n)
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
        const double step = step_of(range, 3);
        for (long k = lround(ceil(scale->low / step)); (double)k * step <= scale->high; k++) {
            const double v = (double)k * step;
            /* As strips are stretched, and letters shall not be. */
            const double x = along(scale, v, STRIP_WIDTH) / STRIP_WIDTH * 100;
            svi_html_format(
                out, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y2=4 /><text x=\"%.2f%%\" y=17>%g</text>",
                x, x, x, fabs(v) < 1e-9 ? 0.0 : v);
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

#define WIDE 720.0
#define BARS_HEIGHT 150.0

void svi_chart_bars(struct svi_buf *out, const struct svi_chart_bar bar[], unsigned bars,
                    unsigned width, const char *link, const char *what)
{
    uint64_t most = 1;
    const double each = (WIDE - 20) / bars;
    const double scale = (BARS_HEIGHT - 34);
    for (unsigned i = 0; i < bars; i++) {
        most = bar[i].games > most ? bar[i].games : most;
    }
    svi_html_format(out,
                    "<svg class=\"chart bars\" viewBox=\"0 0 %.0f %.0f\" role=img "
                    "aria-label=\"%s\"><path class=grid d=\"M10 %.1fH%.0f\"/>",
                    WIDE, BARS_HEIGHT, what, BARS_HEIGHT - 24, WIDE - 10);
    for (unsigned i = 0; i < bars; i++) {
        const double height = (double)bar[i].games / (double)most * scale;
        if (bar[i].games > 0) {
            svi_html_format(out, "<a href=\"%s", link);
            svi_html_format(
                out,
                "%" PRIu64 "\"><path class=bar d=\"M%.1f %.1fv-%.1fh%.1fv%.1fz\"/><path class=all "
                "d=\"M%.1f 0v%.1fh%.1fv-%.1fz\"><title>%u to %u rounds: %" PRIu64
                " games, the first is %" PRIu64 "</title></path></a>",
                bar[i].game, 10 + each * i + 1, BARS_HEIGHT - 24, height < 1 ? 1 : height, each - 2,
                height < 1 ? 1 : height, 10 + each * i, BARS_HEIGHT - 24, each, BARS_HEIGHT - 24,
                i * width, (i + 1) * width - 1, bar[i].games, bar[i].game);
        }
    }
    const unsigned every = bars > 10 ? 5 : 2;
    for (unsigned i = 0; i <= bars; i += every) {
        svi_html_format(out, "<text class=mid x=\"%.1f\" y=\"%.0f\">%u</text>", 10 + each * i,
                        BARS_HEIGHT - 8, i * width);
    }
    svi_out_text(out, "</svg>");
}

/* ---- lines ----------------------------------------------------------------------------------- */

#define LINES_HEIGHT 320.0
#define LEFT 46.0
#define RIGHT 130.0
#define TOP 12.0
#define BOTTOM 34.0
#define COLOURED 8u

struct frame {
    double x0, x1; /* logarithms of deals */
    double y0, y1;
};

static double x_of(const struct frame *f, double deals)
{
    const double range = f->x1 > f->x0 ? f->x1 - f->x0 : 1;
    return LEFT + (log(deals) - f->x0) / range * (WIDE - LEFT - RIGHT);
}

static double y_of(const struct frame *f, double value)
{
    const double range = f->y1 > f->y0 ? f->y1 - f->y0 : 1;
    return LINES_HEIGHT - BOTTOM - (value - f->y0) / range * (LINES_HEIGHT - TOP - BOTTOM);
}

/* What is drawn: all values, and where the named ones stand now, whole; earlier intervals are cut
 * off at the frame. */
static struct frame frame_of(const struct svi_chart_line line[], unsigned n_lines,
                             const uint32_t x[], unsigned n)
{
    struct frame f = {log(x[0]), log(x[n - 1]), INFINITY, -INFINITY};
    for (unsigned k = 0; k < n_lines; k++) {
        for (unsigned i = 0; i < n; i++) {
            if (isfinite(line[k].value[i])) {
                f.y0 = line[k].value[i] < f.y0 ? line[k].value[i] : f.y0;
                f.y1 = line[k].value[i] > f.y1 ? line[k].value[i] : f.y1;
            }
        }
    }
    for (unsigned k = 0; k < n_lines && k < COLOURED; k++) { /* where they stand now, whole */
        const double ends[] = {line[k].low[n - 1], line[k].high[n - 1]};
        for (unsigned e = 0; e < 2; e++) {
            if (isfinite(ends[e])) {
                f.y0 = ends[e] < f.y0 ? ends[e] : f.y0;
                f.y1 = ends[e] > f.y1 ? ends[e] : f.y1;
            }
        }
    }
    if (!isfinite(f.y0)) {
        f.y0 = -1;
        f.y1 = 1;
    }
    const double spare = 0.08 * (f.y1 - f.y0) + 1;
    f.y0 -= spare;
    f.y1 += spare;
    return f;
}

static void put_grid(struct svi_buf *out, const struct frame *f, const uint32_t x[], unsigned n)
{
    const double step = step_of(f->y1 - f->y0, 5);
    for (long k = lround(ceil(f->y0 / step)); (double)k * step <= f->y1; k++) {
        const double v = (double)k * step;
        svi_html_format(out,
                        "<path class=grid d=\"M%.0f %.1fH%.0f\"/><text class=end x=\"%.0f\" "
                        "y=\"%.1f\">%g</text>",
                        LEFT, y_of(f, v), WIDE - RIGHT, LEFT - 6, y_of(f, v) + 4,
                        fabs(v) < 1e-9 ? 0.0 : v);
    }
    double last = -100;
    for (unsigned i = 0; i < n; i++) {
        const double at = x_of(f, x[i]);
        if (at - last >= 46 && (i + 1 == n || x_of(f, x[n - 1]) - at >= 46)) {
            svi_html_format(out, "<text class=mid x=\"%.1f\" y=\"%.0f\">%" PRIu32 "</text>", at,
                            LINES_HEIGHT - 16, x[i]);
            last = at;
        } else if (i + 1 == n) {
            svi_html_format(out, "<text class=mid x=\"%.1f\" y=\"%.0f\">%" PRIu32 "</text>", at,
                            LINES_HEIGHT - 16, x[i]);
        }
    }
    svi_html_format(out, "<text class=mid x=\"%.0f\" y=\"%.0f\">deals</text>",
                    LEFT + (WIDE - LEFT - RIGHT) / 2, LINES_HEIGHT - 2);
}

static void put_band(struct svi_buf *out, const struct frame *f, const struct svi_chart_line *line,
                     unsigned k, const uint32_t x[], unsigned n)
{
    const char *step = "M";
    svi_html_format(out, "<path class=\"band l%u\" d=\"", k);
    for (unsigned i = 0; i < n; i++) {
        if (isfinite(line->high[i])) {
            svi_html_format(out, "%s%.1f %.1f", step, x_of(f, x[i]), y_of(f, line->high[i]));
            step = "L";
        }
    }
    for (unsigned i = n; i-- > 0;) {
        if (isfinite(line->low[i])) {
            svi_html_format(out, "%s%.1f %.1f", step, x_of(f, x[i]), y_of(f, line->low[i]));
            step = "L";
        }
    }
    svi_out_text(out, *step == 'L' ? "Z\"/>" : "\"/>");
}

static void put_line(struct svi_buf *out, const struct frame *f, const struct svi_chart_line *line,
                     unsigned k, const uint32_t x[], unsigned n)
{
    bool begun = false;
    if (k < COLOURED) {
        svi_html_format(out, "<path class=\"line l%u\" d=\"", k);
    } else {
        svi_out_text(out, "<path class=\"line faint\" d=\"");
    }
    for (unsigned i = 0; i < n; i++) {
        if (isfinite(line->value[i])) {
            svi_html_format(out, "%s%.1f %.1f", begun ? "L" : "M", x_of(f, x[i]),
                            y_of(f, line->value[i]));
            begun = true;
        }
    }
    svi_html_format(out, "\"><title>%s</title></path>", line->name);
}

/* Where so many characters of a text end. */
static size_t end_of(const char *text, unsigned characters)
{
    size_t at = 0;
    while (text[at] != '\0' && characters-- > 0) {
        at++;
        while (((unsigned char)text[at] & 0xc0u) == 0x80u) {
            at++;
        }
    }
    return at;
}

/* A long one loses its middle: names of a kind differ at their ends. */
static void put_cut_name(struct svi_buf *out, const char *name)
{
    char head[SVI_STATS_NAME];
    const size_t whole = end_of(name, 15);
    if (name[whole] == '\0') {
        svi_html_text(out, name);
        return;
    }
    (void)snprintf(head, sizeof head, "%.*s", (int)end_of(name, 8), name);
    svi_html_format(out, "%s\xe2\x80\xa6", head);
    size_t tail = strlen(name);
    for (unsigned k = 0; k < 6; k++) {
        tail--;
        while (((unsigned char)name[tail] & 0xc0u) == 0x80u) {
            tail--;
        }
    }
    svi_html_text(out, name + tail);
}

/* Names at the ends of their lines, moved apart from the top down. */
static void put_names(struct svi_buf *out, const struct frame *f,
                      const struct svi_chart_line line[], unsigned n_lines, unsigned n)
{
    unsigned order[COLOURED];
    double y[COLOURED];
    unsigned shown = 0;
    for (unsigned k = 0; k < n_lines && k < COLOURED; k++) {
        if (isfinite(line[k].value[n - 1])) {
            unsigned at = shown++;
            for (; at > 0 && line[order[at - 1]].value[n - 1] < line[k].value[n - 1]; at--) {
                order[at] = order[at - 1];
            }
            order[at] = k;
        }
    }
    double last = -100;
    for (unsigned i = 0; i < shown; i++) {
        y[i] = y_of(f, line[order[i]].value[n - 1]);
        y[i] = y[i] < last + 15 ? last + 15 : y[i];
        last = y[i];
    }
    /* What has been pushed below the frame goes up again. */
    double below = LINES_HEIGHT - BOTTOM + 4;
    for (unsigned i = shown; i-- > 0;) {
        y[i] = y[i] > below ? below : y[i];
        below = y[i] - 15;
    }
    for (unsigned i = 0; i < shown; i++) {
        const char *const link = line[order[i]].link;
        if (link[0] != '\0') {
            svi_html_format(out, "<a href=\"%s\">", link);
        }
        svi_html_format(out, "<text class=\"name l%u\" x=\"%.0f\" y=\"%.1f\">", order[i],
                        WIDE - RIGHT + 8, y[i] + 4);
        put_cut_name(out, line[order[i]].name);
        svi_out_text(out, "</text>");
        svi_out_text(out, link[0] != '\0' ? "</a>" : "");
    }
}

void svi_chart_lines(struct svi_buf *out, const struct svi_chart_line line[], unsigned n_lines,
                     const uint32_t x[], unsigned n)
{
    if (n == 0 || n_lines == 0) {
        return;
    }
    const struct frame f = frame_of(line, n_lines, x, n);
    svi_html_format(out,
                    "<div class=lines><svg class=chart viewBox=\"0 0 %.0f %.0f\" role=img "
                    "aria-label=\"Ratings over "
                    "deals\">",
                    WIDE, LINES_HEIGHT);
    put_grid(out, &f, x, n);
    /* A picture of its own cuts off what leaves the frame. */
    svi_html_format(out,
                    "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" viewBox=\"%.0f "
                    "%.0f %.0f %.0f\">",
                    LEFT, TOP, WIDE - LEFT - RIGHT, LINES_HEIGHT - TOP - BOTTOM, LEFT, TOP,
                    WIDE - LEFT - RIGHT, LINES_HEIGHT - TOP - BOTTOM);
    for (unsigned k = 0; k < n_lines && k < COLOURED; k++) {
        put_band(out, &f, &line[k], k, x, n);
    }
    svi_out_text(out, "</svg>");
    for (unsigned k = n_lines; k-- > 0;) {
        put_line(out, &f, &line[k], k, x, n);
    }
    put_names(out, &f, line, n_lines, n);
    svi_out_text(out, "</svg></div>");
}
