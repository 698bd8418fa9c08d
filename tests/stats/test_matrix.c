/* Factors and products of matrices: against plain loops, and the same bits with registers of any
 * width. */
#include "stats/matrix.h"
#include "stats/numeric.h"
#include "stats/profile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define WIDE SVI_MATRIX_WIDE

#define LANES(name) name##_narrow
#define LANE_BYTES 16
#define LANE_TARGET
#include "stats/matrix_lanes.h"
#if defined(__x86_64__)
#define LANES(name) name##_wide
#define LANE_BYTES 32
#define LANE_TARGET __attribute__((target("avx2")))
#include "stats/matrix_lanes.h"

static void registers_make_no_difference(void **state)
{
    (void)state;
    enum { N = 301 };
    static double row[4][N], x[N][WIDE], other[N][WIDE];
    static uint32_t at[N];
    double one[4][WIDE], two[4][WIDE], own[4][WIDE];
    const double *const rows[4] = {row[0], row[1], row[2], row[3]};
    struct svi_draw draw = {.state = 5};
    if (!__builtin_cpu_supports("avx2")) {
        skip();
    }
    for (unsigned k = 0; k < N; k++) {
        at[k] = (uint32_t)(svi_draw_bits(&draw) % N);
        for (unsigned r = 0; r < 4; r++) {
            row[r][k] = svi_draw_normal(&draw);
        }
        for (unsigned j = 0; j < WIDE; j++) {
            x[k][j] = svi_draw_normal(&draw);
        }
    }
    for (unsigned r = 0; r < 4; r++) {
        for (unsigned j = 0; j < WIDE; j++) {
            one[r][j] = own[r][j] = svi_draw_normal(&draw);
        }
    }
    memcpy(two, one, sizeof one);
    memcpy(other, x, sizeof x);
    for (unsigned less = 0; less < 2; less++) {
        gather_narrow(rows, (const double(*)[WIDE])x, N, less == 1, one);
        gather_wide(rows, (const double(*)[WIDE])x, N, less == 1, two);
        assert_memory_equal(one, two, sizeof one);
    }
    pick_narrow(row[0], at, N, (const double(*)[WIDE])x, one[0]);
    pick_wide(row[0], at, N, (const double(*)[WIDE])x, two[0]);
    assert_memory_equal(one, two, sizeof one);
    spread_narrow(rows, (const double(*)[WIDE])own, N, x);
    spread_wide(rows, (const double(*)[WIDE])own, N, other);
    assert_memory_equal(x, other, sizeof x);
}
#else
static void registers_make_no_difference(void **state)
{
    (void)state;
    skip();
}
#endif

/* What a factor solves times the matrix is the right side, whatever of the matrix is kept: all, or
 * what parameters that meet can fill. */
static void factors_solve(void **state)
{
    (void)state;
    enum { N = 77 };
    static double a[N * N], factor[N * N], inverse[N * N], x[N][WIDE], right[N][WIDE];
    struct svi_draw draw = {.state = 8};
    struct svi_profile p;
    unsigned order[N];
    for (unsigned i = 0; i < N; i++) {
        order[i] = (i * 30 + 4) % N;
        a[i * N + i] = 20;
    }
    assert_int_equal(svi_profile_init(&p, N, order), SV_OK);
    for (unsigned k = 0; k < 120; k++) { /* neighbours in the order, as a rule */
        const unsigned first = (unsigned)(svi_draw_bits(&draw) % N);
        const unsigned reach = k % 40 == 0 ? N : 9;
        const unsigned met[] = {order[first], order[(first + svi_draw_bits(&draw) % reach) % N]};
        svi_profile_meet(&p, met, 2);
        a[met[0] * N + met[1]] = a[met[1] * N + met[0]] = met[0] == met[1] ? 20 : 1;
    }
    assert_int_equal(svi_profile_open(&p), SV_OK);
    assert_true(p.cells < N * N / 2);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j <= i; j++) {
            if (a[i * N + j] != 0) {
                *svi_profile_at(&p, i, j) = a[i * N + j];
            }
        }
        for (unsigned j = 0; j < WIDE; j++) {
            right[p.place[i]][j] = x[p.place[i]][j] = svi_draw_normal(&draw);
        }
    }
    assert_true(svi_triangle_factor(&p.triangle, 1e-13));
    svi_triangle_solve(&p.triangle, x);
    memcpy(factor, a, sizeof a);
    assert_true(svi_cholesky(factor, N, 1e-13));
    svi_cholesky_inverse(factor, N, inverse);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < WIDE; j++) {
            double sum = 0, by_inverse = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += a[i * N + k] * x[p.place[k]][j];
                by_inverse += inverse[i * N + k] * right[p.place[k]][j];
            }
            assert_true(fabs(sum - right[p.place[i]][j]) < 1e-12);
            assert_true(fabs(by_inverse - x[p.place[i]][j]) < 1e-12);
        }
    }
    svi_profile_finish(&p);
}

/* A product with what is mostly 0 is the product, bit by bit, and that of plain loops. */
static void products_are_products(void **state)
{
    (void)state;
    enum { N = 83 };
    static double a[N * N], b[N * N], one[N * N], other[N * N];
    struct svi_draw draw = {.state = 9};
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j <= i; j++) {
            a[i * N + j] = a[j * N + i] = svi_draw_normal(&draw);
            b[i * N + j] = b[j * N + i] =
                svi_draw_bits(&draw) % 5 == 0 ? svi_draw_normal(&draw) : 0;
        }
    }
    svi_multiply(a, b, N, one);
    assert_true(svi_multiply_symmetric(a, b, N, other));
    assert_memory_equal(one, other, sizeof one);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            double sum = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += a[i * N + k] * b[k * N + j];
            }
            assert_true(one[i * N + j] == sum);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_make_no_difference),
        cmocka_unit_test(factors_solve),
        cmocka_unit_test(products_are_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
