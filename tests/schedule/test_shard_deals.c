/* Deals dealt out to shards by what they are expected to cost. */
#include "schedule/play_order.h"
#include "schedule/shard_deals.h"
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

/* Two bots of twelve are three hundred times as slow as the others. */
static struct svi_costs skewed(void)
{
    struct svi_costs costs = svi_costs_unknown();
    costs.bot_us[3] = costs.bot_us[7] = 300 * costs.bot_us[0];
    return costs;
}

static struct svi_shard_share *shares_of(const struct svi_schedule *schedule,
                                         const struct svi_costs *costs, const uint8_t *played,
                                         unsigned shards, uint64_t *costliest)
{
    struct svi_shard_share *share = calloc(shards, sizeof *share);
    assert_non_null(share);
    assert_ok(svi_deal_to_shards(schedule, costs, played, 1, shards, NULL, share, costliest));
    return share;
}

/* No two shards differ by more than the costliest deal, with any number of them. */
TEST(shards_are_expected_to_take_equally_long)
{
    static const unsigned shards[] = {1, 2, 3, 16, 64, 200};
    SCOPED(svi_schedule_finish)
    struct svi_schedule schedule = rig_round_robin(12, 4, 3); /* 495 tables */
    const struct svi_costs costs = skewed();
    for (size_t i = 0; i < sizeof shards / sizeof shards[0]; i++) {
        uint64_t most = 0, least = UINT64_MAX, games = 0, costliest;
        SCOPED(scoped_free)
        struct svi_shard_share *share = shares_of(&schedule, &costs, NULL, shards[i], &costliest);
        for (unsigned k = 0; k < shards[i]; k++) {
            most = share[k].us > most ? share[k].us : most;
            least = share[k].us < least ? share[k].us : least;
            games += share[k].games;
        }
        assert_int_equal(games, schedule.matches);
        assert_true(most - least <= costliest);
    }
}

/* By how much the shards of every n-th deal differ, at the same costs. */
static uint64_t spread_of_counts(const struct svi_schedule *schedule, const struct svi_costs *costs,
                                 unsigned shards)
{
    uint64_t most = 0, least = UINT64_MAX;
    for (unsigned shard = 1; shard <= shards; shard++) {
        struct svi_play_order order;
        uint64_t us = 0;
        svi_play_order_init(&order, schedule, shard, shards, 1);
        for (uint64_t number; (number = svi_play_order_next(&order)) != 0;) {
            struct svi_pairing p;
            svi_schedule_seating(schedule, number, &p);
            us += svi_costs_game(costs, p.bot, schedule->settings.seats);
        }
        most = us > most ? us : most;
        least = us < least ? us : least;
    }
    return most - least;
}

/* Where equally many deals would not do, by far. */
TEST(counting_deals_would_not_do)
{
    enum { SHARDS = 64 };
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_round_robin(12, 4, 3);
    const struct svi_costs costs = skewed();
    uint64_t costliest, all = 0;
    SCOPED(scoped_free)
    struct svi_shard_share *share = shares_of(&schedule, &costs, NULL, SHARDS, &costliest);
    for (unsigned i = 0; i < SHARDS; i++) {
        all += share[i].us;
    }
    const uint64_t spread = spread_of_counts(&schedule, &costs, SHARDS);
    print_message(
        "%u shards of %.1f s on average: deals counted, they differ by %.1f s; by cost, by "
        "%.1f s at most\n",
        SHARDS, (double)all / SHARDS / 1e6, (double)spread / 1e6, (double)costliest / 1e6);
    assert_true(spread > 3 * costliest);
}

/* Every deal is dealt to one shard, and that plays all of its games, in the order of play. */
TEST(every_deal_is_dealt_once)
{
    enum { SHARDS = 7 };
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_round_robin(9, 4, 2);
    const struct svi_costs costs = skewed();
    const size_t bytes = schedule.matches / schedule.lanes / 8 + 1;
    SCOPED(scoped_free) uint8_t *mine = malloc(bytes);
    SCOPED(scoped_free) unsigned *times = calloc(schedule.matches + 1, sizeof *times);
    assert_true(mine != NULL && times != NULL);
    SCOPED(scoped_free)
    struct svi_shard_share *share = shares_of(&schedule, &costs, NULL, SHARDS, NULL);
    for (unsigned shard = 1; shard <= SHARDS; shard++) {
        struct svi_play_order order;
        uint64_t games = 0;
        memset(mine, 0, bytes);
        assert_ok(svi_deal_to_shards(&schedule, &costs, NULL, shard, SHARDS, mine, NULL, NULL));
        svi_play_order_init_dealt(&order, &schedule, mine, 5);
        for (uint64_t number; (number = svi_play_order_next(&order)) != 0; games++) {
            times[number]++;
        }
        assert_int_equal(games, share[shard - 1].games);
    }
    for (uint64_t number = 1; number <= schedule.matches; number++) {
        assert_int_equal(times[number], 1);
    }
}

/* Games that have been played are in no shard; the rest of a half-played deal is in one. */
TEST(only_what_is_left_is_dealt)
{
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_round_robin(6, 3, 4);
    const struct svi_costs costs = svi_costs_unknown();
    SCOPED(scoped_free) uint8_t *played = calloc(schedule.matches / 8 + 1, 1);
    assert_non_null(played);
    memset(played, 0xff, schedule.matches / 8 + 1);
    struct svi_shard_share *share = shares_of(&schedule, &costs, played, 5, NULL);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(share[i].games, 0);
    }
    free(share);
    for (uint64_t number = 10; number <= 40; number += 10) { /* one of each of four deals */
        played[(number - 1) / 8] &= (uint8_t) ~(1u << (number - 1) % 8);
    }
    share = shares_of(&schedule, &costs, played, 5, NULL);
    uint64_t games = 0;
    for (unsigned i = 0; i < 5; i++) {
        assert_true(share[i].games <= 1);
        games += share[i].games;
    }
    assert_int_equal(games, 4);
    free(share);
}

/* Without costs shards have equally many deals, and about as many of every bot. */
TEST(alike_costs_spread_bots)
{
    enum { BOTS = 8, SHARDS = 10 };
    SCOPED(svi_schedule_finish)
    struct svi_schedule schedule =
        rig_round_robin(BOTS, 4, 100); /* 70 tables: a whole number of shards */
    const struct svi_costs costs = svi_costs_unknown();
    const size_t bytes = schedule.matches / schedule.lanes / 8 + 1;
    SCOPED(scoped_free) uint8_t *mine = malloc(bytes);
    assert_non_null(mine);
    for (unsigned shard = 1; shard <= SHARDS; shard++) {
        struct svi_play_order order;
        unsigned deals[BOTS] = {0}, all = 0;
        memset(mine, 0, bytes);
        assert_ok(svi_deal_to_shards(&schedule, &costs, NULL, shard, SHARDS, mine, NULL, NULL));
        svi_play_order_init_dealt(&order, &schedule, mine, 5);
        for (uint64_t number; (number = svi_play_order_next(&order)) != 0;) {
            struct svi_pairing p;
            svi_schedule_match(&schedule, number, &p);
            for (unsigned s = 0; p.lane == 0 && s < 4; s++) {
                deals[p.bot[s]]++;
            }
            all += p.lane == 0;
        }
        assert_int_equal(all, 700);
        for (unsigned b = 0; b < BOTS; b++) {
            assert_uint_in_range(deals[b], 280,
                                 420); /* 350, and five standard deviations of chance */
        }
    }
}
