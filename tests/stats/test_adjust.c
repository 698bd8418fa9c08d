/* Adjusting for luck: weights from other deals, means that stay, and tables that cannot be
 * adjusted. */
#include "stats/adjust.h"
#include "tests/base/testing.h"
#include "tests/stats/leagues.h"

#include <math.h>

/* Duels in which the luckier wins; `told`: what the figure says of the luck. */
static void duels(struct svi_games *games, unsigned deals, double told, bool figures)
{
    struct svi_draw draw = {.state = 7};
    svi_games_init(games);
    name_bots(games, 2);
    if (figures) {
        assert_ok(svi_games_have_luck(games, 1));
    }
    for (unsigned d = 0; d < deals; d++) {
        const double luck = svi_draw_normal(&draw) + 0.3 * svi_draw_normal(&draw);
        for (unsigned s = 0; s < 2; s++) {
            const double mine = s == 0 ? luck : -luck;
            struct svi_seat_result row = {.deal = d,
                                          .game = d,
                                          .points = -1,
                                          .bot = (uint16_t)s,
                                          .seat = (uint8_t)s,
                                          .place = mine > 0 ? 1 : 2};
            row.figure[0] = (float)(told * mine);
            assert_ok(svi_games_add(games, &row));
        }
    }
    order_games(games);
}

static void rate(const struct svi_games *games, struct svi_ratings *r)
{
    const struct svi_rating_options options = {.prior = 1, .anchor = games->n_bots};
    assert_ok(svi_ratings_init(r, games, &options));
}

TEST(luck_that_explains_narrows)
{
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    SCOPED(svi_adjusted_finish) struct svi_adjusted a;
    duels(&games, 100, 0.4, true);
    rate(&games, &r);
    assert_ok(svi_adjusted_init(&a, &r));
    const struct svi_estimate plain = r.bot[0].points;
    assert_true(a.points[0].high - a.points[0].low < 0.75 * (plain.high - plain.low));
    assert_true(a.ratings.bot[0].rating.high - a.ratings.bot[0].rating.low <
                0.75 * (r.bot[0].rating.high - r.bot[0].rating.low));
    assert_true(fabs(a.points[0].value + a.points[1].value - 1) < 1e-9);
}

/* A figure ten times as great says the same, with a tenth of the weight. */
TEST(weights_follow_the_figure)
{
    struct svi_games games[2];
    struct svi_ratings r[2];
    struct svi_adjusted a[2];
    for (unsigned i = 0; i < 2; i++) {
        duels(&games[i], 80, i == 0 ? 0.1 : 1.0, true);
        rate(&games[i], &r[i]);
        assert_ok(svi_adjusted_init(&a[i], &r[i]));
    }
    assert_true(fabs(a[0].first / a[1].first - 10) < 0.01);
    assert_true(fabs(a[0].points[0].value - a[1].points[0].value) < 1e-4);
    for (unsigned i = 0; i < 2; i++) {
        svi_adjusted_finish(&a[i]);
        svi_ratings_finish(&r[i]);
        svi_games_finish(&games[i]);
    }
}

TEST(below_30_deals_the_weight_is_1)
{
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    SCOPED(svi_adjusted_finish) struct svi_adjusted a;
    duels(&games, SVI_ADJUST_DEALS - 1, 0.2, true);
    rate(&games, &r);
    assert_ok(svi_adjusted_init(&a, &r));
    assert_true(fabs(a.first - 1) < 1e-9);
    double luck = 0;
    for (size_t i = 0; i < games.n_rows; i++) {
        luck += games.row[i].bot == 0 ? (double)games.figure[i] / games.n_deals : 0;
    }
    assert_true(fabs(a.points[0].value - (r.bot[0].points.value - luck)) < 1e-9);
}

TEST(without_figures_there_is_nothing_to_adjust)
{
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    struct svi_adjusted a;
    duels(&games, 40, 0.2, false);
    rate(&games, &r);
    assert_int_equal(svi_adjusted_init(&a, &r), SV_E_RANGE);
}

static void overwrite_stack(void)
{
    volatile char bytes[1 << 16];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 'x';
    }
}

/* Figures that are computed later from adjusted ratings still know the luck that was subtracted. */
TEST(adjusted_ratings_keep_their_weights)
{
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    SCOPED(svi_adjusted_finish) struct svi_adjusted a;
    SCOPED(svi_sandwich_finish) struct svi_sandwich again;
    duels(&games, 60, 0.4, true);
    rate(&games, &r);
    assert_ok(svi_adjusted_init(&a, &r));
    overwrite_stack();
    assert_ok(svi_sandwich_init(&again, &a.ratings.luce));
    const struct svi_sandwich *first = &a.ratings.sandwich;
    assert_int_equal(again.n, first->n);
    assert_memory_equal(again.covariance, first->covariance,
                        (size_t)first->n * first->n * sizeof *first->covariance);
}

/* Figures that are all 0 take nothing off. */
TEST(no_luck_changes_nothing)
{
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    SCOPED(svi_adjusted_finish) struct svi_adjusted a;
    duels(&games, 60, 0, true);
    rate(&games, &r);
    assert_ok(svi_adjusted_init(&a, &r));
    assert_true(a.points[0].value == r.bot[0].points.value);
    assert_true(fabs(a.ratings.bot[0].rating.value - r.bot[0].rating.value) < 1e-9);
}

/* Less luck it may have lost more than all its games, and none may be likeliest of its ratings: the
 * others keep their intervals, and theirs less luck are narrower, whichever way its luck went. */
TEST(a_bot_that_loses_all_takes_no_intervals)
{
    for (unsigned way = 0; way < 2; way++) {
        struct svi_draw draw = {.state = 11};
        SCOPED(svi_ratings_finish) struct svi_ratings r;
        SCOPED(svi_adjusted_finish) struct svi_adjusted a;
        SCOPED(svi_games_finish) struct svi_games games = named_games(4);
        assert_ok(svi_games_have_luck(&games, 1));
        for (unsigned d = 0; d < 200; d++) {
            double luck[3];
            for (unsigned s = 0; s < 3; s++) {
                luck[s] = svi_draw_normal(&draw);
            }
            const double own = (way == 0 ? 1 : -1) * 0.05;
            for (unsigned s = 0; s < 4; s++) {
                struct svi_seat_result row = {
                    .deal = d, .game = d, .points = -1, .bot = (uint16_t)s, .seat = (uint8_t)s};
                row.place = 4;
                for (unsigned o = 0; o < 3 && s < 3; o++) {
                    row.place = (uint8_t)(row.place - (o == s || luck[s] > luck[o]));
                }
                row.figure[0] = (float)(s < 3 ? 0.2 * luck[s] - own / 3 : own);
                assert_ok(svi_games_add(&games, &row));
            }
        }
        order_games(&games);
        rate(&games, &r);
        assert_ok(svi_adjusted_init(&a, &r));
        for (unsigned i = 0; i < 3; i++) {
            const struct svi_estimate plain = r.bot[i].rating, less = a.ratings.bot[i].rating;
            assert_true(less.high - less.low < 0.75 * (plain.high - plain.low));
            assert_true(less.low < less.value && less.value < less.high);
        }
        assert_true(a.ratings.bot[3].rating.value < a.ratings.bot[0].rating.value - 300);
    }
}
