/* What turning the seats saves, and what it costs: where seats are lucky turning takes the luck
 * out, where bots are it counts one luck twice. */
#include "stats/saved.h"
#include "tests/stats/leagues.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define SEATS 4u

static struct svi_saved saved_in(unsigned seatings, double seat_luck, double bot_luck,
                                 svi_mean_value *adjusted)
{
    static const double theta[SEATS] = {0};
    const struct made_league league = {.bots = SEATS,
                                       .seats = SEATS,
                                       .deals = 400,
                                       .seatings = seatings,
                                       .theta = theta,
                                       .seat_luck = seat_luck,
                                       .bot_luck = bot_luck,
                                       .tie = -30};
    struct svi_draw draw = {.state = 3};
    struct svi_games games;
    struct svi_saved saved;
    svi_games_init(&games);
    make_league(&league, &draw, &games);
    order_games(&games);
    assert_int_equal(svi_saved_measure(&saved, &games, adjusted, NULL), SV_OK);
    svi_games_finish(&games);
    return saved;
}

static void turning_takes_out_the_luck_of_seats(void **state)
{
    (void)state;
    const struct svi_saved saved = saved_in(SEATS, 3, 0, NULL);
    assert_true(saved.seatings > 3);
    assert_true(isnan(saved.luck) && isnan(saved.both)); /* nothing is adjusted */
}

static void turning_counts_the_luck_of_bots_again_and_again(void **state)
{
    (void)state;
    assert_true(saved_in(SEATS, 0, 3, NULL).seatings < 0.5);
}

static void games_that_share_nothing_are_as_good_in_one_deal_as_in_many(void **state)
{
    (void)state;
    const double saved = saved_in(SEATS, 0, 0, NULL).seatings;
    assert_true(saved > 0.9 && saved < 1.1);
}

/* Half the points are half the spread: four times as many games. */
static double half_of_points(const void *user, const struct svi_games *games,
                             const struct svi_game_rows *game, unsigned s)
{
    (void)user;
    return 0.5 * svi_games_points(games, game, s);
}

static void adjusting_is_measured_with_and_without_turning(void **state)
{
    (void)state;
    const struct svi_saved one = saved_in(1, 3, 0, half_of_points);
    assert_true(fabs(one.luck - 4) < 1e-9 * one.luck);
    assert_true(isnan(one.seatings) && isnan(one.both)); /* a deal has one game */
    const struct svi_saved all = saved_in(SEATS, 3, 0, half_of_points);
    assert_true(fabs(all.luck - 4) < 1e-9 * all.luck);
    assert_true(fabs(all.both - 4 * all.seatings) < 1e-9 * all.both);
}

/* Points that binary fractions round. */
static double third_less(const void *user, const struct svi_games *games,
                         const struct svi_game_rows *game, unsigned s)
{
    (void)user;
    return svi_games_points(games, game, s) - 1.0 / 3;
}

/* Copies in all seats of a deal: the deals' means differ by rounding alone, and say nothing. */
static void exactly_equal_bots_save_nothing(void **state)
{
    static const unsigned places[] = {2, 1, 3};
    struct svi_games games;
    struct svi_saved saved;
    (void)state;
    svi_games_init(&games);
    name_bots(&games, 3);
    for (unsigned d = 0; d < 60; d++) {
        for (unsigned turn = 0; turn < 3; turn++) {
            const unsigned bots[] = {turn, (turn + 1) % 3, (turn + 2) % 3};
            add_game(&games, d + 1, 3 * d + turn + 1, 3, bots, places);
        }
    }
    order_games(&games);
    assert_int_equal(svi_saved_measure(&saved, &games, third_less, NULL), SV_OK);
    assert_true(fabs(saved.luck - 1) < 1e-9);
    assert_true(isnan(saved.seatings) && isnan(saved.both));
    svi_games_finish(&games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_takes_out_the_luck_of_seats),
        cmocka_unit_test(turning_counts_the_luck_of_bots_again_and_again),
        cmocka_unit_test(games_that_share_nothing_are_as_good_in_one_deal_as_in_many),
        cmocka_unit_test(adjusting_is_measured_with_and_without_turning),
        cmocka_unit_test(exactly_equal_bots_save_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
