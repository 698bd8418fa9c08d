#include "tools/bench/figure.h"

#include "base/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct figure {
    const char *part, *name, *unit, *against;
    double low, high, ratio_low, ratio_high;
    const char *text;
};

static const struct figure figures[] = {
#define X(NAME, part, name, unit, against, low, high, ratio_low, ratio_high, text)                 \
    {part, name, unit, against, low, high, ratio_low, ratio_high, text},
    SVI_BENCH_FIGURES(X)
#undef X
};

#define ROW "%-6s  %-20s  %-28s  %10s %-6s  %10s %-12s  %6s  %s\n"
#define CELL 48

/* Writes a figure with three significant digits. */
static void write_number(double value, char out[CELL])
{
    static const struct {
        double from, unit;
        const char *suffix;
    } steps[] = {{1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}};
    const char *suffix = "";
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && suffix[0] == 0; i++) {
        if (value >= steps[i].from) {
            value /= steps[i].unit;
            suffix = steps[i].suffix;
        }
    }
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    (void)snprintf(out, CELL, "%.*f%s", decimals, value, suffix);
}

/* Returns 1 if all goals of a figure are met, 0 if not, -1 if it has no goals. */
static int judge(const struct figure *f, double value, double ratio)
{
    if (f->low == 0 && f->high == 0 && f->ratio_low == 0 && f->ratio_high == 0) {
        return -1;
    }
    return value >= f->low && (f->high == 0 || value <= f->high) &&
           (f->ratio_low == 0 || ratio >= f->ratio_low) &&
           (f->ratio_high == 0 || ratio <= f->ratio_high);
}

/* Writes the goals in words, e.g. "at least 1.50M, ratio at least 0.50"; "" without goals. */
static void write_goal(const struct figure *f, char *out, size_t size)
{
    const struct {
        double limit;
        const char *words;
    } goals[] = {{f->low, "at least "},
                 {f->high, "at most "},
                 {f->ratio_low, "ratio at least "},
                 {f->ratio_high, "ratio at most "}};
    size_t at = 0;
    out[0] = 0;
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++) {
        char number[CELL];
        if (goals[i].limit != 0 && at < size) {
            write_number(goals[i].limit, number);
            at += (size_t)snprintf(out + at, size - at, "%s%s%s", at > 0 ? ", " : "",
                                   goals[i].words, number);
        }
    }
}

void svi_bench_begin(struct svi_bench_out *out)
{
    if (!out->json) {
        (void)fprintf(out->file, ROW, "part", "figure", "of", "value", "", "against", "", "ratio",
                      "goal");
        (void)fflush(out->file);
    }
}

static void put_json(const struct svi_bench_out *out, const struct figure *f, const char *of,
                     double value, double against, int met)
{
    (void)fprintf(out->file,
                  "{\"part\":\"%s\",\"figure\":\"%s\",\"of\":\"%s\",\"value\":%.9g,"
                  "\"unit\":\"%s\"",
                  f->part, f->name, of, value, f->unit);
    if (f->against[0] != 0) {
        (void)fprintf(out->file, ",\"against\":%.9g,\"against_what\":\"%s\",\"ratio\":%.6g",
                      against, f->against, value / against);
    }
    if (met >= 0) {
        (void)fprintf(out->file, ",\"met\":%s", met ? "true" : "false");
    }
    (void)fputs("}\n", out->file);
}

void svi_bench_put(struct svi_bench_out *out, enum svi_bench_figure figure, const char *of,
                   double value, double against)
{
    const struct figure *f = &figures[figure];
    const double ratio = f->against[0] != 0 ? value / against : 0;
    const int met = judge(f, value, ratio);
    if (out->json) {
        put_json(out, f, of, value, against, met);
    } else {
        char number[CELL], other[CELL] = "", quotient[CELL] = "", goal[2 * CELL], text[3 * CELL];
        write_number(value, number);
        if (f->against[0] != 0) {
            write_number(against, other);
            write_number(ratio, quotient);
        }
        write_goal(f, goal, sizeof goal);
        (void)snprintf(text, sizeof text, "%s%s", goal,
                       met > 0    ? ": met"
                       : met == 0 ? ": missed"
                                  : "");
        (void)fprintf(out->file, ROW, f->part, f->name, of, number, f->unit, other, f->against,
                      quotient, text);
    }
    (void)fflush(out->file);
}

char *svi_bench_explain(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    (void)fputs("The figures:\n", out);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const struct figure *f = &figures[i];
        char goal[2 * CELL];
        write_goal(f, goal, sizeof goal);
        (void)fprintf(out, "\n%s, %s%s%s%s: %s.%s%s%s\n", f->part, f->name,
                      f->unit[0] != 0 ? " [" : "", f->unit, f->unit[0] != 0 ? "]" : "", f->text,
                      goal[0] != 0 ? " Goal: " : "", goal, goal[0] != 0 ? "." : "");
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- meter ----------------------------------------------------------------------------------- */

struct svi_bench_cpu svi_bench_cpu(void)
{
    return (struct svi_bench_cpu){svi_time_used_s(RUSAGE_SELF), svi_time_used_s(RUSAGE_CHILDREN)};
}

static double clock_s(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double svi_bench_self_s(void)
{
    return clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

double svi_bench_wall_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

uint64_t svi_bench_rss(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) {
        return 0;
    }
    const int found =
        fscanf(file, "%*u %lu", &pages); // NOLINT(cert-err34-c): the kernel writes the file
    (void)fclose(file);
    return found == 1 ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}
