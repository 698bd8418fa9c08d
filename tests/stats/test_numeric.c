/* The functions the statistics are made of, against the libm and against tables. */
#include "stats/numeric.h"
#include "tests/base/testing.h"

#include <math.h>

static void near(double found, double expected, double relative)
{
    if (!(fabs(found - expected) <= relative * fabs(expected))) {
        print_error("found %.17g, expected %.17g\n", found, expected);
        fail();
    }
}

TEST(exp_and_log_are_those_of_the_libm)
{
    struct svi_draw draw = {.state = 1};
    for (unsigned i = 0; i < 200000; i++) {
        const double x = 1400 * svi_draw_uniform(&draw) - 700;
        near(svi_exp(x), exp(x), 1e-15);
        const double y = exp(x);
        near(svi_log(y), log(y), 4e-16);
        const double z = 1 + 0.1 * (svi_draw_uniform(&draw) - 0.5);
        near(svi_log(z), log(z), 1e-14);
        near(svi_sigmoid(x / 20), 1 / (1 + exp(-x / 20)), 2e-15);
    }
    assert_true(svi_exp(-1000) == 0 && isinf(svi_exp(1000)) && svi_exp(0) == 1);
    assert_true(svi_log(1) == 0 && isinf(svi_log(0)) && svi_log(0) < 0);
}

TEST(gamma_is_that_of_the_libm)
{
    for (double x = 0.05; x < 5000; x *= 1.07) {
        near(svi_log_gamma(x) + 3, lgamma(x) + 3, 1e-13);
    }
}

/* Percentiles as they stand in printed tables. */
TEST(quantiles_are_those_of_tables)
{
    static const struct {
        double p, df, t;
    } t[] = {{0.975, 1, 12.7062047361747}, {0.975, 2, 4.30265272974946}, {0.975, 9, 2.2621571628},
             {0.95, 29, 1.69912702653},    {0.995, 120, 2.61742114477},  {0.025, 9, -2.2621571628},
             {0.975, 1e6, 1.95996635682}};
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        near(svi_t_quantile(t[i].p, t[i].df), t[i].t, 1e-9);
        near(svi_t_cdf(t[i].t, t[i].df), t[i].p, 1e-9);
    }
    near(svi_t_cdf(0, 7), 0.5, 1e-12);
    near(svi_chi2_tail(3.841458820694124, 1), 0.05, 1e-9);
    near(svi_chi2_tail(18.307038053275146, 10), 0.05, 1e-9);
    near(svi_chi2_tail(2 * log(20), 2), 0.05, 1e-12);
    near(svi_chi2_tail(0.1, 4), exp(-0.05) * 1.05, 1e-12);
    assert_true(svi_chi2_tail(0, 3) == 1);
}

TEST(draws_have_the_moments_they_must)
{
    enum { N = 200000 };
    struct svi_draw draw = {.state = 7};
    double mean = 0, square = 0, gamma = 0, gamma_square = 0, half = 0;
    for (unsigned i = 0; i < N; i++) {
        const double x = svi_draw_normal(&draw);
        const double g = svi_draw_gamma(&draw, 4.5);
        mean += x / N;
        square += x * x / N;
        gamma += g / N;
        gamma_square += g * g / N;
        half += svi_draw_gamma(&draw, 0.5) / N;
    }
    assert_true(fabs(mean) < 0.01 && fabs(square - 1) < 0.015);
    assert_true(fabs(gamma - 4.5) < 0.025 && fabs(gamma_square - gamma * gamma - 4.5) < 0.1);
    assert_true(fabs(half - 0.5) < 0.01);
}
