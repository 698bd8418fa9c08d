/* Pictures for pages, as SVG in the text: no style but classes of report.css, so that themes and
 * paper apply. */
#ifndef SVI_TOOLS_REPORT_CHART_H
#define SVI_TOOLS_REPORT_CHART_H

#include "base/buf.h"
#include "stats/ratings.h"

#include <stdint.h>

/* A common scale of a column of strips. */
struct svi_chart_scale {
    double low, high;
};

/* One that takes in an estimate, with or without its interval. Begins as {INFINITY, -INFINITY}. */
void svi_chart_take(struct svi_chart_scale *scale, struct svi_estimate e);

/* An estimate as a point with its interval; `zero` draws a line at it, NAN: none. */
void svi_chart_strip(struct svi_buf *out, const struct svi_chart_scale *scale,
                     struct svi_estimate e, double zero);

/* The scale itself, with ticks, to stand below. */
void svi_chart_axis(struct svi_buf *out, const struct svi_chart_scale *scale);

/* A step of 1, 2 or 5 times a power of ten, so that about `n` of them make the range. */
double svi_chart_step(double range, double n);

/* Shares of a whole, side by side: classes s0, s1, ... */
void svi_chart_shares(struct svi_buf *out, const uint64_t count[], unsigned n, const char *label);

/* From the median to the 99th percentile and the longest, on a common scale of powers of ten
 * (microseconds). */
void svi_chart_times(struct svi_buf *out, uint64_t p50, uint64_t p99, uint64_t most,
                     uint64_t longest_of_all);

/* A line that goes up and down: values with NAN where there are none, on a scale. */
void svi_chart_spark(struct svi_buf *out, const double value[], unsigned n,
                     const struct svi_chart_scale *scale);

/* How many games took how many rounds: bars of equal width over 0 to most rounds, each a link to
 * its `game`, behind `link`. */
struct svi_chart_bar {
    uint64_t games, game;
};
void svi_chart_bars(struct svi_buf *out, const struct svi_chart_bar bar[], unsigned bars,
                    unsigned width, const char *link, const char *what);

/* Lines over deals, the x-axis by powers: line k has n values at x[]; classes l0 to l7, the rest
 * are faint. */
struct svi_chart_line {
    const char *name;
    char link[24]; /* where its name leads to; empty: nowhere */
    const double *value, *low, *high;
};
void svi_chart_lines(struct svi_buf *out, const struct svi_chart_line line[], unsigned n_lines,
                     const uint32_t x[], unsigned n);

/* The same with lines across, at so many deals. */
struct svi_chart_marks {
    const uint32_t *x;
    unsigned n;
};
void svi_chart_lines_marked(struct svi_buf *out, const struct svi_chart_line line[],
                            unsigned n_lines, const uint32_t x[], unsigned n,
                            const struct svi_chart_marks *marks);

#endif
