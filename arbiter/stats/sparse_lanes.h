/* The loops in which svi_solver_solve() spends its time. The cells of row i are row[i] to row[i +
 * 1] - 1, and its diagonal cell is middle[i]. stats/profile.c includes this file by stats/lanes.h,
 * as stats/matrix_lanes.h describes. The operations on one element do not depend on the width of
 * registers. The caller owns all arrays; nothing fails. */
#ifndef LANES
#define LANES(name) name
#define LANE_BYTES 16
#define LANE_TARGET
#endif

#include <stddef.h>
#include <stdint.h>

#define LANE(name) LANES(name)
#undef SPARSE_WIDE
#define SPARSE_WIDE 16u
#define PARTS (SPARSE_WIDE * sizeof(float) / LANE_BYTES)

typedef float LANE(floats) __attribute__((vector_size(LANE_BYTES), aligned(4), may_alias));

#define PART(x, h) (((LANE(floats) *)(x))[h])
#define CONST_PART(x, h) (((const LANE(floats) *)(x))[h])

/* sum -= cells times rows of x. Odd cells add up separately, so that two sums run in parallel. */
#define TAKE_OFF(from, end, x, sum)                                                                \
    LANE(floats) odd[PARTS] = {0};                                                                 \
    size_t k = (from);                                                                             \
    for (; k + 1 < (end); k += 2) {                                                                \
        const float *one = (x)[column[k]], *other = (x)[column[k + 1]];                            \
        for (size_t h = 0; h < PARTS; h++) {                                                       \
            (sum)[h] -= cell[k] * CONST_PART(one, h);                                              \
        }                                                                                          \
        for (size_t h = 0; h < PARTS; h++) {                                                       \
            odd[h] -= cell[k + 1] * CONST_PART(other, h);                                          \
        }                                                                                          \
    }                                                                                              \
    for (size_t h = 0; k < (end) && h < PARTS; h++) {                                              \
        (sum)[h] -= cell[k] * CONST_PART((x)[column[k]], h);                                       \
    }                                                                                              \
    for (size_t h = 0; h < PARTS; h++) {                                                           \
        (sum)[h] += odd[h];                                                                        \
    }

/* Solves (I + S') t = p. */
LANE_TARGET static void LANE(solve_upper)(size_t n, const size_t row[], const size_t middle[],
                                          const uint16_t column[], const float cell[],
                                          const float (*p)[SPARSE_WIDE], float (*t)[SPARSE_WIDE])
{
    for (size_t i = n; i-- > 0;) {
        LANE(floats) sum[PARTS];
        for (size_t h = 0; h < PARTS; h++) {
            sum[h] = CONST_PART(p[i], h);
        }
        TAKE_OFF(middle[i] + 1, row[i + 1], t, sum)
        for (size_t h = 0; h < PARTS; h++) {
            PART(t[i], h) = sum[h];
        }
    }
}

/* Solves (I + S) q = p - t, and makes `dot` the products of p and q + t. Before row `begin` all are
 * 0. */
LANE_TARGET static void LANE(solve_lower)(size_t begin, size_t n, const size_t row[],
                                          const size_t middle[], const uint16_t column[],
                                          const float cell[], const float (*p)[SPARSE_WIDE],
                                          const float (*t)[SPARSE_WIDE], float (*q)[SPARSE_WIDE],
                                          float dot[SPARSE_WIDE])
{
    LANE(floats) all[PARTS] = {0};
    for (size_t i = begin; i < n; i++) {
        LANE(floats) sum[PARTS];
        for (size_t h = 0; h < PARTS; h++) {
            sum[h] = CONST_PART(p[i], h) - CONST_PART(t[i], h);
        }
        TAKE_OFF(row[i], middle[i], q, sum)
        for (size_t h = 0; h < PARTS; h++) {
            PART(q[i], h) = sum[h];
            all[h] += CONST_PART(p[i], h) * (sum[h] + CONST_PART(t[i], h));
        }
    }
    for (size_t h = 0; h < PARTS; h++) {
        PART(dot, h) = all[h];
    }
}

/* A step of `reach` along t: x += t, r -= q + t. Makes `square` the squares of r. */
LANE_TARGET static void LANE(step)(size_t n, const float reach[], const float (*t)[SPARSE_WIDE],
                                   const float (*q)[SPARSE_WIDE], float (*x)[SPARSE_WIDE],
                                   float (*r)[SPARSE_WIDE], float square[SPARSE_WIDE])
{
    LANE(floats) all[PARTS] = {0};
    for (size_t i = 0; i < n; i++) {
        for (size_t h = 0; h < PARTS; h++) {
            const LANE(floats) along = CONST_PART(t[i], h), by = CONST_PART(reach, h);
            const LANE(floats) left = CONST_PART(r[i], h) - by * (CONST_PART(q[i], h) + along);
            PART(x[i], h) += by * along;
            PART(r[i], h) = left;
            all[h] += left * left;
        }
    }
    for (size_t h = 0; h < PARTS; h++) {
        PART(square, h) = all[h];
    }
}

/* Computes the next direction: p = r + share p. */
LANE_TARGET static void LANE(turn)(size_t n, const float share[], const float (*r)[SPARSE_WIDE],
                                   float (*p)[SPARSE_WIDE])
{
    for (size_t i = 0; i < n; i++) {
        for (size_t h = 0; h < PARTS; h++) {
            PART(p[i], h) = CONST_PART(r[i], h) + CONST_PART(share, h) * CONST_PART(p[i], h);
        }
    }
}

#undef TAKE_OFF
#undef CONST_PART
#undef PART
#undef PARTS
#undef LANE
#undef LANES
#undef LANE_BYTES
#undef LANE_TARGET
