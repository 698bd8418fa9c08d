/* Factors and products of matrices: against plain loops, and the same bits with registers of any
 * width. */
#include "stats/matrix.h"
#include "stats/numeric.h"
#include "stats/profile.h"
#include "tests/base/testing.h"
#include "tests/stats/leagues.h"

#include <math.h>

#define WIDE SVI_MATRIX_WIDE

#define LANES(name) name##_narrow
#define LANE_BYTES 16
#define LANE_TARGET
#include "stats/matrix_lanes.h"
#define LANES(name) name##_narrow
#define LANE_BYTES 16
#define LANE_TARGET
#include "stats/sparse_lanes.h"
#if defined(__x86_64__)
#define LANES(name) name##_wide
#define LANE_BYTES 32
#define LANE_TARGET __attribute__((target("avx2")))
#include "stats/matrix_lanes.h"
#define LANES(name) name##_wide
#define LANE_BYTES 32
#define LANE_TARGET __attribute__((target("avx2")))
#include "stats/sparse_lanes.h"

TEST(registers_make_no_difference)
{
    enum { N = 301 };
    static double row[4][N], x[N][WIDE], other[N][WIDE], out[2][N][WIDE];
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
    const size_t first[] = {0, 3, 3, N};
    outer_narrow(row[1], at, first, 3, (const double(*)[WIDE])x, out[0]);
    outer_wide(row[1], at, first, 3, (const double(*)[WIDE])x, out[1]);
    assert_memory_equal(out[0], out[1], sizeof out[0]);
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

enum { MET = 90 };

/* The matrix of a random league: row sums are `rest`. */
static void make_sparse(struct svi_sparse *s, double rest)
{
    struct svi_draw draw = {.state = 6};
    SCOPED(svi_games_finish) struct svi_games games = named_games(MET);
    for (unsigned g = 0; g < 3 * MET; g++) {
        const unsigned one = g % MET, places[] = {1, 2};
        const unsigned bots[] = {one,
                                 (one + 1 + (unsigned)(svi_draw_bits(&draw) % (MET - 1))) % MET};
        add_game(&games, g / 2 + 1, g + 1, 2, bots, places);
    }
    order_games(&games);
    assert_ok(svi_sparse_init(s, &games, 0, false));
    for (unsigned i = 0; i < MET; i++) {
        *svi_sparse_at(s, i, i) += rest;
        for (size_t k = s->row[i]; k < s->row[i + 1] && s->column[k] < i; k++) {
            s->cell[k] = -svi_draw_uniform(&draw);
            *svi_sparse_at(s, i, i) -= s->cell[k];
            *svi_sparse_at(s, s->column[k], s->column[k]) -= s->cell[k];
        }
    }
    SCOPED(svi_sparse_finish) struct svi_sparse by_deal;
    assert_ok(svi_sparse_init(&by_deal, &games, 2, true));
    for (unsigned i = 0; i < MET + 2; i++) { /* two games a deal, and two that meet all */
        assert_int_equal(by_deal.column[by_deal.row[i + 1] - 1], MET + 1);
    }
    assert_int_equal(by_deal.row[MET + 2] - by_deal.row[MET + 1], MET + 2);
    assert_true(by_deal.row[MET] > 2 * s->row[MET]);
}

/* The solver also works if the mean of all is free, as long as right sides are orthogonal to it. */
TEST(gradients_solve)
{
    static const double rests[] = {0.25, 0};
    for (unsigned kind = 0; kind < 2; kind++) {
        static double x[SVI_SOLVER_STRIPS][MET][WIDE], right[SVI_SOLVER_STRIPS][MET][WIDE];
        struct svi_draw draw = {.state = 9};
        SCOPED(svi_sparse_finish) struct svi_sparse s;
        struct svi_solver solver;
        make_sparse(&s, rests[kind]);
        assert_ok(svi_solver_init(&solver, &s));
        for (unsigned c = 0; c < SVI_SOLVER_WIDE; c++) {
            double sum = 0;
            for (unsigned i = 0; i < MET; i++) {
                const double value = i < 16 ? 0 : svi_draw_normal(&draw);
                right[c / WIDE][i][c % WIDE] = value;
                sum += value;
            }
            right[c / WIDE][MET - 1][c % WIDE] -= sum;
        }
        memcpy(x, right, sizeof x);
        assert_true(svi_solver_solve(&solver, 16, x[0], SVI_SOLVER_STRIPS, 1e-6));
        for (unsigned c = 0; c < SVI_SOLVER_WIDE; c++) {
            for (unsigned i = 0; i < MET; i++) {
                double left = right[c / WIDE][i][c % WIDE];
                for (size_t k = s.row[i]; k < s.row[i + 1]; k++) {
                    const unsigned j = s.column[k];
                    left -=
                        *svi_sparse_at(&s, i > j ? i : j, i > j ? j : i) * x[c / WIDE][j][c % WIDE];
                }
                assert_true(fabs(left) < 1e-4);
            }
        }
        memset(x, 0, sizeof x);
        x[0][20][3] = 1;
        *svi_sparse_at(&s, 20, 20) = 0; /* is not positive definite */
        svi_solver_finish(&solver);
        assert_ok(svi_solver_init(&solver, &s));
        assert_false(svi_solver_solve(&solver, 16, x[0], 1, 1e-6));
        svi_solver_finish(&solver);
    }
}

#if defined(__x86_64__)
TEST(registers_make_no_difference_to_gradients)
{
    static float p[MET][SVI_SOLVER_WIDE], t[MET][SVI_SOLVER_WIDE], q[2][MET][SVI_SOLVER_WIDE];
    static float x[2][MET][SVI_SOLVER_WIDE], r[2][MET][SVI_SOLVER_WIDE];
    float sums[2][SVI_SOLVER_WIDE];
    typedef const float columns[SVI_SOLVER_WIDE];
    struct svi_draw draw = {.state = 10};
    SCOPED(svi_sparse_finish) struct svi_sparse s;
    SCOPED(svi_solver_finish) struct svi_solver solver;
    if (!__builtin_cpu_supports("avx2")) {
        skip();
    }
    make_sparse(&s, 1);
    assert_ok(svi_solver_init(&solver, &s));
    const size_t *middle = solver.middle;
    const float *cell = solver.cell;
    for (unsigned i = 0; i < MET; i++) {
        for (unsigned j = 0; j < SVI_SOLVER_WIDE; j++) {
            p[i][j] = (float)svi_draw_normal(&draw);
            t[i][j] = (float)svi_draw_normal(&draw);
            r[0][i][j] = r[1][i][j] = (float)svi_draw_normal(&draw);
        }
    }
    solve_upper_narrow(MET, s.row, middle, s.column, cell, (columns *)p, x[0]);
    solve_upper_wide(MET, s.row, middle, s.column, cell, (columns *)p, x[1]);
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    solve_lower_narrow(0, MET, s.row, middle, s.column, cell, (columns *)p, (columns *)t, q[0],
                       sums[0]);
    solve_lower_wide(0, MET, s.row, middle, s.column, cell, (columns *)p, (columns *)t, q[1],
                     sums[1]);
    assert_memory_equal(q[0], q[1], sizeof q[0]);
    assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
    step_narrow(MET, p[0], (columns *)t, (columns *)q[0], x[0], r[0], sums[0]);
    step_wide(MET, p[0], (columns *)t, (columns *)q[1], x[1], r[1], sums[1]);
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    assert_memory_equal(r[0], r[1], sizeof r[0]);
    assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
    turn_narrow(MET, p[1], (columns *)r[0], q[0]);
    turn_wide(MET, p[1], (columns *)r[1], q[1]);
    assert_memory_equal(q[0], q[1], sizeof q[0]);
}
#else
static void registers_make_no_difference_to_gradients(void **state)
{
    (void)state;
    skip();
}
#endif

/* A factor's solution times the matrix is the right side, for a full matrix and for a profile of
 * the parameters that meet. */
TEST(factors_solve)
{
    enum { N = 77 };
    static double a[N * N], factor[N * N], inverse[N * N], x[N][WIDE], right[N][WIDE];
    struct svi_draw draw = {.state = 8};
    SCOPED(svi_profile_finish) struct svi_profile p;
    unsigned order[N];
    for (unsigned i = 0; i < N; i++) {
        order[i] = (i * 30 + 4) % N;
        a[i * N + i] = 20;
    }
    svi_profile_init(&p, N, order);
    for (unsigned k = 0; k < 120; k++) { /* neighbours in the order, as a rule */
        const unsigned first = (unsigned)(svi_draw_bits(&draw) % N);
        const unsigned reach = k % 40 == 0 ? N : 9;
        const unsigned met[] = {order[first], order[(first + svi_draw_bits(&draw) % reach) % N]};
        svi_profile_meet(&p, met, 2);
        a[met[0] * N + met[1]] = a[met[1] * N + met[0]] = met[0] == met[1] ? 20 : 1;
    }
    struct svi_games none = {.n_bots = N};
    assert_ok(svi_profile_open(&p, &none));
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
    struct svi_factor f;
    bool definite;
    assert_ok(svi_factor_init(&f, &p, 1e-13, &definite));
    assert_true(definite && svi_factor_solve(&f, 0, x, 1, 0));
    svi_factor_finish(&f);
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
}

/* The product with a matrix that is mostly 0 equals, bit by bit, that of plain loops. */
TEST(products_are_products)
{
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
