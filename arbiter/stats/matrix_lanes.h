/* The loops in which all products and factors of stats/matrix.c spend their time: four rows of
 * numbers, and eight columns side by side. The operations on one element do not depend on the width
 * of registers.
 *
 * stats/matrix.c names this file in LANES_FILE and includes stats/lanes.h, which includes it once
 * for each kind of processor. BY_PROCESSOR(gather, ...) then calls the function for the present
 * processor. lanes.h defines LANES(name) for the names of functions, LANE_BYTES as the width of
 * registers and LANE_TARGET as the kind of processor. The caller owns all arrays; nothing fails. */
#ifndef LANES
#define LANES(name) name
#define LANE_BYTES 16
#define LANE_TARGET
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANE(name) LANES(name)
#undef LANES_WIDE
#define LANES_WIDE 8u
#define LANES_EACH (LANE_BYTES / sizeof(double))

typedef double LANE(lane) __attribute__((vector_size(LANE_BYTES)));

static inline LANE_TARGET void LANE(put)(double to[], LANE(lane) one, LANE(lane) other)
{
    memcpy(to, &one, sizeof one);
    memcpy(to + LANES_EACH, &other, sizeof other);
}

#define TAKE(from, one, other)                                                                     \
    memcpy(&(one), (from), sizeof(one));                                                           \
    memcpy(&(other), (from) + LANES_EACH, sizeof(other));

/* sum[r] += (or -= if `less`) row[r][k] x[k], for k = 0, 1, ... Two registers at a time have names
 * of their own, as compilers leave arrays of them in memory. */
LANE_TARGET static void LANE(gather)(const double *const row[4], const double (*x)[LANES_WIDE],
                                     size_t n, bool less, double sum[4][LANES_WIDE])
{
    const double *const a = row[0], *const b = row[1], *const c = row[2], *const d = row[3];
    for (size_t p = 0; p < LANES_WIDE; p += 2 * LANES_EACH) {
        LANE(lane) a0, a1, b0, b1, c0, c1, d0, d1, x0, x1;
        TAKE(sum[0] + p, a0, a1)
        TAKE(sum[1] + p, b0, b1)
        TAKE(sum[2] + p, c0, c1)
        TAKE(sum[3] + p, d0, d1)
        for (size_t k = 0; less && k < n; k++) {
            TAKE(x[k] + p, x0, x1)
            a0 -= a[k] * x0;
            a1 -= a[k] * x1;
            b0 -= b[k] * x0;
            b1 -= b[k] * x1;
            c0 -= c[k] * x0;
            c1 -= c[k] * x1;
            d0 -= d[k] * x0;
            d1 -= d[k] * x1;
        }
        for (size_t k = 0; !less && k < n; k++) {
            TAKE(x[k] + p, x0, x1)
            a0 += a[k] * x0;
            a1 += a[k] * x1;
            b0 += b[k] * x0;
            b1 += b[k] * x1;
            c0 += c[k] * x0;
            c1 += c[k] * x1;
            d0 += d[k] * x0;
            d1 += d[k] * x1;
        }
        LANE(put)(sum[0] + p, a0, a1);
        LANE(put)(sum[1] + p, b0, b1);
        LANE(put)(sum[2] + p, c0, c1);
        LANE(put)(sum[3] + p, d0, d1);
    }
}

/* x[k] -= row[r][k] own[r], of r = 3, 2, 1, 0 one after the other. */
LANE_TARGET static void LANE(spread)(const double *const row[4], const double own[4][LANES_WIDE],
                                     size_t n, double (*x)[LANES_WIDE])
{
    const double *const a = row[0], *const b = row[1], *const c = row[2], *const d = row[3];
    for (size_t p = 0; p < LANES_WIDE; p += 2 * LANES_EACH) {
        LANE(lane) a0, a1, b0, b1, c0, c1, d0, d1, x0, x1;
        TAKE(own[0] + p, a0, a1)
        TAKE(own[1] + p, b0, b1)
        TAKE(own[2] + p, c0, c1)
        TAKE(own[3] + p, d0, d1)
        for (size_t k = 0; k < n; k++) {
            TAKE(x[k] + p, x0, x1)
            x0 = x0 - d[k] * d0 - c[k] * c0 - b[k] * b0 - a[k] * a0;
            x1 = x1 - d[k] * d1 - c[k] * c1 - b[k] * b1 - a[k] * a1;
            LANE(put)(x[k] + p, x0, x1);
        }
    }
}

/* sum += factor[k] x[at[k]], for k = 0, 1, ... */
LANE_TARGET static void LANE(pick)(const double factor[], const uint32_t at[], size_t n,
                                   const double (*x)[LANES_WIDE], double sum[LANES_WIDE])
{
    for (size_t p = 0; p < LANES_WIDE; p += 2 * LANES_EACH) {
        LANE(lane) s0, s1, x0, x1;
        TAKE(sum + p, s0, s1)
        for (size_t k = 0; k < n; k++) {
            TAKE(x[at[k]] + p, x0, x1)
            s0 += factor[k] * x0;
            s1 += factor[k] * x1;
        }
        LANE(put)(sum + p, s0, s1);
    }
}

/* For vectors i = 0, 1, ... of factor[first[i]] to factor[first[i + 1] - 1] in the rows `at`:
 * out[at[k]] += factor[k] (sum of factor[k] x[at[k]]). */
LANE_TARGET static void LANE(outer)(const double factor[], const uint32_t at[],
                                    const size_t first[], size_t n, const double (*x)[LANES_WIDE],
                                    double (*out)[LANES_WIDE])
{
    for (size_t i = 0; i < n; i++) {
        for (size_t p = 0; p < LANES_WIDE; p += 2 * LANES_EACH) {
            LANE(lane) s0 = {0}, s1 = {0}, x0, x1;
            for (size_t k = first[i]; k < first[i + 1]; k++) {
                TAKE(x[at[k]] + p, x0, x1)
                s0 += factor[k] * x0;
                s1 += factor[k] * x1;
            }
            for (size_t k = first[i]; k < first[i + 1]; k++) {
                TAKE(out[at[k]] + p, x0, x1)
                x0 += factor[k] * s0;
                x1 += factor[k] * s1;
                LANE(put)(out[at[k]] + p, x0, x1);
            }
        }
    }
}

#undef TAKE
#undef LANES_EACH
#undef LANE
#undef LANES
#undef LANE_BYTES
#undef LANE_TARGET
