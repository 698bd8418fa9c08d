/* The tests that hold for every law of differences within -1 and 1, and the luck that is taken off
 * before them. */
#include "stats/luck_weight.h"
#include "stats/numeric.h"
#include "stats/sprt.h"
#include "stats/topk.h"
#include "tests/base/testing.h"

#include <math.h>

#define POINT 1000000

/* ---- luck ------------------------------------------------------------------------------------ */

TEST(luck_counts_whole_until_deals_say_otherwise)
{
    struct svi_luck_weight w = {0};
    struct svi_draw draw = {.state = 3};
    assert_int_equal(svi_luck_weight(&w), SVI_LUCK_WEIGHT_ONE);
    for (unsigned i = 0; i < 4000; i++) { /* points have the third part of the luck in them */
        const int64_t luck = (int64_t)(0.2 * POINT * svi_draw_normal(&draw));
        svi_luck_weight_take(&w, luck / 3 + (int64_t)(0.1 * POINT * svi_draw_normal(&draw)), luck);
    }
    assert_int_in_range(svi_luck_weight(&w), 0.3 * SVI_LUCK_WEIGHT_ONE, 0.36 * SVI_LUCK_WEIGHT_ONE);
}

TEST(no_luck_is_taken_off_more_than_twice)
{
    struct svi_luck_weight w = {0};
    for (unsigned i = 0; i < 100; i++) {
        svi_luck_weight_take(&w, 3 * POINT, POINT / 10);
    }
    assert_int_equal(svi_luck_weight(&w), SVI_LUCK_WEIGHT_MOST);
    w = (struct svi_luck_weight){0};
    for (unsigned i = 0; i < 100; i++) {
        svi_luck_weight_take(&w, -3 * POINT, POINT / 10);
    }
    assert_int_equal(svi_luck_weight(&w), -SVI_LUCK_WEIGHT_MOST);
}

/* Whatever is in a store: sums never overflow. */
TEST(the_greatest_luck_leaves_room)
{
    struct svi_luck_weight w = {0};
    for (unsigned i = 0; i < 3000000; i++) {
        svi_luck_weight_take(&w, POINT, i % 2 == 0 ? INT32_MAX : INT32_MIN);
        assert_true(w.square > 0 && w.square <= (INT64_C(1) << 50) + INT64_C(10000000000));
    }
    assert_int_in_range(svi_luck_weight(&w), 0, SVI_LUCK_WEIGHT_ONE);
}

TEST(what_is_taken_off_is_the_weighed_luck)
{
    assert_true(fabs(svi_luck_taken_off(0.75, POINT / 2, SVI_LUCK_WEIGHT_ONE / 2) - 0.5) < 1e-12);
    assert_true(fabs(svi_luck_taken_off(0.25, -POINT, SVI_LUCK_WEIGHT_ONE) - 1.25) < 1e-12);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static struct svi_sprt sprt_of(double points0, double points1)
{
    const struct svi_sprt_settings settings = {points0, points1, 0.05, 0.05, true};
    struct svi_sprt sprt;
    svi_sprt_init(&sprt, &settings);
    return sprt;
}

/* With one that always wins there is no need of 100 deals, but of more than one or two. */
TEST(sprt_ends_as_soon_as_it_can)
{
    struct svi_sprt up = sprt_of(0, 0.05), down = sprt_of(0, 0.05);
    while (svi_sprt_add(&up, 1) == SVI_SPRT_GOES_ON) {
    }
    while (svi_sprt_add(&down, -1) == SVI_SPRT_GOES_ON) {
    }
    assert_int_equal(up.state, SVI_SPRT_CANDIDATE);
    assert_int_equal(down.state, SVI_SPRT_BASELINE);
    assert_int_in_range(up.deals, 4, 8);
    assert_int_in_range(down.deals, 4, 8);
    assert_true(up.llr >= up.upper && down.llr <= down.lower);
}

TEST(differences_beyond_the_bound_count_as_it)
{
    struct svi_sprt far = sprt_of(-0.1, 0.1), at = sprt_of(-0.1, 0.1);
    for (unsigned i = 0; i < 6; i++) {
        (void)svi_sprt_add(&far, i % 3 == 0 ? -50 : 7);
        (void)svi_sprt_add(&at, i % 3 == 0 ? -1 : 1);
    }
    assert_true(far.up == at.up && far.down == at.down && far.mean == at.mean);
    assert_true(far.up > 0 && far.down > 0);
}

/* A small gain most often, and all lost now and then: 0 in the mean. A test that goes by the
 * variance it has seen takes the gain for sure before it sees a loss. */
static double rarely_all_lost(struct svi_draw *draw)
{
    return svi_draw_uniform(draw) < 0.05 ? -1 : 1.0 / 19;
}

TEST(a_rare_loss_deceives_no_test)
{
    enum { RUNS = 600, DEALS = 600 };
    struct svi_draw draw = {.state = 11};
    unsigned wrong = 0, above = 0;
    for (unsigned run = 0; run < RUNS; run++) {
        const struct svi_topk_settings settings = {1, 0.95, 0, 0, true};
        struct svi_sprt sprt = sprt_of(0, 0.05);
        SCOPED(svi_topk_finish) struct svi_topk topk;
        assert_ok(svi_topk_init(&topk, 2, &settings));
        for (unsigned d = 0; d < DEALS; d++) {
            const double x = rarely_all_lost(&draw);
            (void)svi_sprt_add(&sprt, x);
            (void)svi_topk_add_pair(&topk, 0, 1, x, 0);
        }
        wrong += sprt.state == SVI_SPRT_CANDIDATE;
        above += svi_topk_above(&topk, 0, 1);
    }
    assert_uint_in_range(wrong, 1, RUNS * 7 / 100); /* 0.05 and 2.5 standard errors */
    assert_uint_in_range(above, 1, RUNS * 7 / 100);
}

TEST(topk_tells_apart_from_the_first_deals_on)
{
    const struct svi_topk_settings settings = {1, 0.95, 0, 0, true};
    SCOPED(svi_topk_finish) struct svi_topk topk;
    assert_ok(svi_topk_init(&topk, 2, &settings));
    while (!svi_topk_add_pair(&topk, 1, 0, 0.9, 0.1)) {
        assert_true(svi_topk_progress(&topk, 1, 0) < 1 && svi_topk_progress(&topk, 0, 1) < 0);
    }
    assert_int_in_range(topk.deals, 6, 12);
    assert_int_equal(topk.order[0], 1);
    assert_true(svi_topk_progress(&topk, 1, 0) >= 1);
    (void)svi_topk_add_pair(&topk, 1, 0, 0, 1); /* a verdict never changes again */
    assert_true(svi_topk_above(&topk, 1, 0));
}
