/* Duels: paired games, their difference, and its interval. */
#include "tests/base/testing.h"

#include <solvent/duel.h>
#include <solvent/policy.h>

#include <math.h>

static struct sv_duel_how table(const struct sv_bot *first, const struct sv_bot *others,
                                unsigned seats)
{
    struct sv_duel_how how = {.edition = sv_edition_builtin("classic"), .seats = seats};
    how.bots[0] = first;
    for (unsigned s = 1; s < seats; s++) {
        how.bots[s] = others;
    }
    sv_luck_seed_text("duel", how.seed);
    return how;
}

static struct sv_duel play(const struct sv_duel_how *how, unsigned n)
{
    static struct sv_duel_deal deals[200];
    struct sv_duel duel;
    assert_ok(sv_duel_play(how, 1, n, deals));
    sv_duel_sum(deals, n, &duel);
    return duel;
}

/* A bot against itself: the difference of every deal is 0, with and without luck. */
TEST(test_equal_bots_differ_by_nothing)
{
    for (unsigned seats = 2; seats <= 4; seats += 2) {
        struct sv_duel_how how = table(&sv_policy_trader, &sv_policy_trader, seats);
        for (unsigned form = 0; form < 4; form++) {
            how.luck = form % 2 == 1;
            how.instead = form / 2 == 1 ? &sv_policy_trader : NULL;
            const struct sv_duel duel = play(&how, 4);
            assert_true(fabs(duel.difference.value) < 1e-9);
            assert_true(fabs(duel.difference.half) < 1e-9);
            assert_true(fabs(duel.points.value - 0.5) < 1e-9);
            assert_true(fabs(duel.wins.value - 1.0 / seats) < 1e-9);
            assert_int_equal(duel.games, 4 * seats);
        }
    }
}

/* The games are those of sv_play() with the bot in each seat. */
TEST(test_points_are_those_of_the_games)
{
    const struct sv_duel_how how = table(&sv_policy_trader, &sv_policy_careful, 3);
    struct sv_duel_deal deal[2];
    double points = 0;
    uint8_t seed[SV_SEED_BYTES];
    assert_ok(sv_duel_play(&how, 5, 2, deal));
    sv_luck_seed_child(how.seed, "deal", 2, 6, seed);
    for (unsigned seat = 0; seat < 3; seat++) {
        const struct sv_bot *bots[3] = {&sv_policy_careful, &sv_policy_careful, &sv_policy_careful};
        struct sv_result result;
        bots[seat] = &sv_policy_trader;
        assert_ok(sv_play(how.edition, seed, 3, bots, NULL, &result, NULL));
        for (unsigned s = 0; s < 3; s++) {
            points += s != seat && result.place[s] > result.place[seat]    ? 0.5
                      : s != seat && result.place[s] == result.place[seat] ? 0.25
                                                                           : 0;
        }
    }
    assert_true(fabs(deal[1].points - points / 3) < 1e-9);
}

/* Luck leaves the mean true and makes the interval smaller. */
TEST(test_luck_narrows_the_interval)
{
    struct sv_duel_how how = table(&sv_policy_trader, &sv_policy_careful, 2);
    const struct sv_duel plain = play(&how, 60);
    how.luck = true;
    const struct sv_duel less = play(&how, 60);
    print_message("difference %.3f +-%.3f plain, %.3f +-%.3f less luck\n", plain.difference.value,
                  plain.difference.half, less.difference.value, less.difference.half);
    assert_true(less.difference.half < plain.difference.half);
    assert_true(fabs(less.difference.value - plain.difference.value) < plain.difference.half);
    assert_true(fabs(less.wins.value - plain.wins.value) < 1e-9);
}

/* The form with `instead` plays the same others on the same deals. */
TEST(test_instead_is_paired)
{
    struct sv_duel_how how = table(&sv_policy_trader, &sv_policy_careful, 2);
    const double one = play(&how, 20).points.value;
    how.instead = sv_policy_named("tiny");
    const struct sv_duel both = play(&how, 20);
    how.bots[0] = how.instead;
    how.instead = NULL;
    assert_true(fabs(both.points.value - one) < 1e-9);
    assert_true(fabs(both.difference.value - one + play(&how, 20).points.value) < 1e-9);
}

static double normal(struct sv_rng *rng)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++) {
        sum += (double)(sv_rng_next(rng) >> 11) / 9007199254740992.0;
    }
    return sum;
}

/* Deals whose truth is known: 95% of the intervals hold it, from few deals to many. */
TEST(test_intervals_cover)
{
    struct sv_rng rng = {.index = 0};
    static const unsigned sizes[] = {4, 12, 150};
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const unsigned n = sizes[k];
        unsigned held = 0;
        for (unsigned run = 0; run < 2000; run++) {
            struct sv_duel_deal deals[150] = {{0}};
            struct sv_duel duel;
            for (unsigned i = 0; i < n; i++) {
                deals[i].difference_luck = 0.2 * normal(&rng);
                deals[i].difference = 0.1 + 0.8 * deals[i].difference_luck + 0.3 * normal(&rng);
            }
            sv_duel_sum(deals, n, &duel);
            held += fabs(duel.difference.value - 0.1) <= duel.difference.half;
        }
        print_message("%u deals: %.1f%% of the intervals hold the truth\n", n, held / 20.0);
        assert_in_range(held, 1860, 1950); /* 95% less and plus four standard errors, about */
    }
}

TEST(test_bad_options)
{
    struct sv_duel_how how = table(&sv_policy_trader, &sv_policy_trader, 2);
    struct sv_duel_deal deal;
    struct sv_duel duel;
    how.bots[1] = NULL;
    assert_int_equal(sv_duel_play(&how, 1, 1, &deal), SV_E_ARGUMENT);
    how = table(&sv_policy_trader, &sv_policy_trader, 2);
    how.seats = 9;
    assert_int_equal(sv_duel_play(&how, 1, 1, &deal), SV_E_ARGUMENT);
    how.seats = 2;
    how.size = 8;
    assert_int_equal(sv_duel_play(&how, 1, 1, &deal), SV_E_ARGUMENT);
    how.size = sizeof how;
    assert_ok(sv_duel_play(&how, 1, 1, &deal));
    sv_duel_sum(&deal, 1, &duel);
    assert_true(isnan(duel.difference.half));
}
