#include "tools/report/chart.h"

#include "base/out.h"
#include "tools/report/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- chart lines ----------------------------------------------------------------------------- */

#define LINES_WIDTH 544.0
#define LINES_HEIGHT 274.0
#define NAMES_APART 15.0
#define NUMBERS_APART 84.0 /* so that they have room on a phone */
#define COLOURED 8u

struct frame {
    double x0, x1; /* logarithms of deals */
    double y0, y1;
};

static double x_of(const struct frame *f, double deals)
{
    const double range = f->x1 > f->x0 ? f->x1 - f->x0 : 1;
    return (log(deals) - f->x0) / range * LINES_WIDTH;
}

static double y_of(const struct frame *f, double value)
{
    const double range = f->y1 > f->y0 ? f->y1 - f->y0 : 1;
    return LINES_HEIGHT - (value - f->y0) / range * LINES_HEIGHT;
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

static void put_grid(struct svi_buf *out, const struct frame *f)
{
    const double step = svi_chart_step(f->y1 - f->y0, 5);
    for (long k = lround(ceil(f->y0 / step)); (double)k * step <= f->y1; k++) {
        svi_html_format(out, "<path class=grid d=\"M0 %.1fH%.0f\"/>", y_of(f, (double)k * step),
                        LINES_WIDTH);
    }
}

/* What the grid's lines are, left of them. */
static void put_heights(struct svi_buf *out, const struct frame *f)
{
    const double step = svi_chart_step(f->y1 - f->y0, 5);
    svi_out_text(out, "<svg class=\"chart heights\" aria-hidden=true>");
    for (long k = lround(ceil(f->y0 / step)); (double)k * step <= f->y1; k++) {
        svi_html_format(out, "<text class=end x=40 y=\"%.1f\">", y_of(f, (double)k * step) + 4);
        svi_html_number(out, (double)k * step);
        svi_out_text(out, "</text>");
    }
    svi_out_text(out, "</svg>");
}

/* The numbers of deals, below. */
static void put_deals(struct svi_buf *out, const struct frame *f, const uint32_t x[], unsigned n)
{
    double last = -NUMBERS_APART;
    svi_out_text(out, "<svg class=\"chart along\" aria-hidden=true>");
    for (unsigned i = 0; i < n; i++) {
        const double at = x_of(f, x[i]);
        const bool ends = i + 1 == n;
        if (ends || (at - last >= NUMBERS_APART && LINES_WIDTH - at >= NUMBERS_APART)) {
            svi_html_format(out, "<text class=%s x=\"%.2f%%\" y=14>%" PRIu32 "</text>",
                            ends     ? "end"
                            : i == 0 ? "start"
                                     : "mid",
                            100 * at / LINES_WIDTH, x[i]);
            last = at;
        }
    }
    svi_out_text(out, "<text class=mid x=\"50%\" y=30>deals</text></svg>");
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

#define NAME_MOST 15u /* characters */
#define HEAD 8u
#define TAIL 6u

/* Where so many characters of a text end. */
static size_t end_of(const char *text, size_t characters)
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

static size_t characters_of(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += ((unsigned char)*text & 0xc0u) != 0x80u;
    }
    return n;
}

/* How many characters two texts begin with alike. */
static size_t shared_begin(const char *a, const char *b)
{
    size_t n = 0;
    for (size_t i = 0; a[i] != '\0' && a[i] == b[i]; i++) {
        n += ((unsigned char)a[i + 1] & 0xc0u) != 0x80u;
    }
    return n;
}

/* A long name loses its middle, as names of a kind differ at their ends; with `shared`, what stands
 * before that many characters, where it differs from another one of the same ends. */
static void cut_name(const char *name, size_t shared, char out[SVI_STATS_NAME + 8])
{
    const size_t n = characters_of(name);
    const size_t head = shared > 0 ? 3 : HEAD, size = NAME_MOST - head - 1;
    size_t from = shared > 0 ? shared - 1 : n - TAIL;
    if (n <= NAME_MOST) {
        (void)snprintf(out, SVI_STATS_NAME + 8, "%s", name);
        return;
    }
    from = from + size > n ? n - size : from;
    const char *const rest = name + end_of(name, from);
    (void)snprintf(out, SVI_STATS_NAME + 8, "%.*s\xe2\x80\xa6%.*s", (int)end_of(name, head), name,
                   (int)end_of(rest, size), rest);
}

/* The name of line `k`, cut so that it is another than all others; whole in its title. */
static void put_name(struct svi_buf *out, const struct svi_chart_line line[], unsigned n_lines,
                     unsigned k)
{
    char cut[SVI_STATS_NAME + 8], other[SVI_STATS_NAME + 8];
    size_t shared = 0;
    cut_name(line[k].name, 0, cut);
    for (unsigned i = 0; i < n_lines; i++) {
        cut_name(line[i].name, 0, other);
        if (i != k && strcmp(cut, other) == 0) {
            const size_t begin = shared_begin(line[k].name, line[i].name);
            shared = begin > shared ? begin : shared;
        }
    }
    if (shared > 0) {
        cut_name(line[k].name, shared, cut);
    }
    svi_html_text(out, cut);
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
        y[i] = y[i] < last + NAMES_APART ? last + NAMES_APART : y[i];
        last = y[i];
    }
    /* What has been pushed below the frame goes up again. */
    double below = LINES_HEIGHT + 4;
    for (unsigned i = shown; i-- > 0;) {
        y[i] = y[i] > below ? below : y[i];
        below = y[i] - NAMES_APART;
    }
    svi_out_text(out, "<svg class=\"chart names\">");
    for (unsigned i = 0; i < shown; i++) {
        const struct svi_chart_line *l = &line[order[i]];
        svi_html_format(out, l->link[0] != '\0' ? "<a href=\"%s\">" : "<g>", l->link);
        svi_html_format(out, "<title>%s</title><text class=\"name l%u\" x=8 y=\"%.1f\">", l->name,
                        order[i], y[i] + 4);
        put_name(out, line, n_lines, order[i]);
        svi_out_text(out, l->link[0] != '\0' ? "</text></a>" : "</text></g>");
    }
    svi_out_text(out, "</svg>");
}

/* The same below the lines, where there is no room beside them. */
static void put_list(struct svi_buf *out, const struct svi_chart_line line[], unsigned n_lines)
{
    svi_out_text(out, "<ul>");
    for (unsigned k = 0; k < n_lines && k < COLOURED; k++) {
        svi_html_format(out, "<li title=\"%s\"><span class=\"key n%u\"></span>", line[k].name, k);
        if (line[k].link[0] != '\0') {
            svi_html_format(out, "<a href=\"%s\">", line[k].link);
        }
        put_name(out, line, n_lines, k);
        svi_out_text(out, line[k].link[0] != '\0' ? "</a>" : "");
    }
    svi_out_text(out, "</ul>");
}

static void put_marks(struct svi_buf *out, const struct frame *f,
                      const struct svi_chart_marks *marks)
{
    for (unsigned k = 0; k < marks->n; k++) {
        const double x = marks->x[k] > 0 ? x_of(f, marks->x[k]) : -1;
        if (x >= 0 && x <= LINES_WIDTH) {
            svi_html_format(out, "<path class=mark d=\"M%.1f 0V%.0f\"/>", x, LINES_HEIGHT);
        }
    }
}

void svi_chart_lines(struct svi_buf *out, const struct svi_chart_line line[], unsigned n_lines,
                     const uint32_t x[], unsigned n)
{
    svi_chart_lines_marked(out, line, n_lines, x, n, &(struct svi_chart_marks){NULL, 0});
}

void svi_chart_lines_marked(struct svi_buf *out, const struct svi_chart_line line[],
                            unsigned n_lines, const uint32_t x[], unsigned n,
                            const struct svi_chart_marks *marks)
{
    if (n == 0 || n_lines == 0) {
        return;
    }
    const struct frame f = frame_of(line, n_lines, x, n);
    svi_out_text(out, "<div class=lines>");
    put_heights(out, &f);
    svi_html_format(out,
                    "<svg class=\"chart plot\" viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=none "
                    "role=img aria-label=\"Ratings after %" PRIu32 " deals:",
                    LINES_WIDTH, LINES_HEIGHT, x[n - 1]);
    for (unsigned k = 0; k < n_lines; k++) {
        svi_html_format(out, k == 0 ? " %s " : ", %s ", line[k].name);
        svi_html_number(out, floor(line[k].value[n - 1] + 0.5));
    }
    svi_out_text(out, "\">");
    put_grid(out, &f);
    put_marks(out, &f, marks);
    for (unsigned k = 0; k < n_lines && k < COLOURED; k++) {
        put_band(out, &f, &line[k], k, x, n);
    }
    for (unsigned k = n_lines; k-- > 0;) {
        put_line(out, &f, &line[k], k, x, n);
    }
    svi_out_text(out, "</svg>");
    put_names(out, &f, line, n_lines, n);
    put_deals(out, &f, x, n);
    put_list(out, line, n_lines);
    svi_out_text(out, "</div>");
}

/* ---- chart ----------------------------------------------------------------------------------- */

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
