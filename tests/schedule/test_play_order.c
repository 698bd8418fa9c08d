/* The order of play, and shards. */
#include "schedule/play_order.h"
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

/* Every match has its turn once, round by round. */
TEST(every_match_has_one_turn)
{
    static const unsigned bots[] = {2, 3, 4, 5, 8, 13};
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++) {
        const unsigned seats = bots[i] < 4 ? bots[i] : 4;
        SCOPED(svi_schedule_finish)
        struct svi_schedule schedule = rig_round_robin(bots[i], seats, 3);
        struct svi_play_order order;
        SCOPED(scoped_free) bool *played = calloc(schedule.matches + 1, sizeof *played);
        assert_non_null(played);
        svi_play_order_init(&order, &schedule, 1, 1, 1);
        for (uint64_t turn = 0; turn < schedule.matches; turn++) {
            struct svi_pairing p;
            const uint64_t number = svi_play_order_next(&order);
            assert_true(number >= 1 && number <= schedule.matches && !played[number]);
            played[number] = true;
            svi_schedule_match(&schedule, number, &p);
            assert_int_equal((p.deal - 1) / schedule.stage[0].lineups,
                             turn / (schedule.matches / 3));
        }
        assert_int_equal(svi_play_order_next(&order), 0);
    }
}

/* Among any AT_ONCE matches that are played at once, every bot has about the same number of
 * seats. */
TEST(turns_keep_all_bots_busy)
{
    enum { BOTS = 32, SEATS = 4, AT_ONCE = 256, MEAN = AT_ONCE * SEATS / BOTS };
    static unsigned bot[AT_ONCE][SEATS]; /* of the last AT_ONCE matches */
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_round_robin(BOTS, SEATS, 1);
    struct svi_play_order order;
    unsigned seats_of[BOTS] = {0};
    svi_play_order_init(&order, &schedule, 1, 1, AT_ONCE);
    for (uint64_t turn = 0; turn < schedule.matches; turn++) {
        struct svi_pairing p;
        unsigned *mine = bot[turn % AT_ONCE];
        svi_schedule_match(&schedule, svi_play_order_next(&order), &p);
        for (unsigned s = 0; s < SEATS; s++) {
            seats_of[mine[s]] -= turn >= AT_ONCE;
            seats_of[mine[s] = p.bot[s]]++;
        }
        for (unsigned b = 0; turn >= AT_ONCE - 1 && b < BOTS; b++) {
            assert_uint_in_range(seats_of[b], MEAN / 3, MEAN * 2);
        }
    }
}

/* A block is played lane by lane, and every lane has all its deals. No two games of a deal are of
 * one batch. */
TEST(blocks_are_played_lane_by_lane)
{
    enum { BLOCK = 7 };
    SCOPED(svi_schedule_finish)
    struct svi_schedule schedule = rig_round_robin(5, 4, 9); /* 45 deals in 4 lanes */
    struct svi_play_order order;
    uint32_t deal[BLOCK];
    uint64_t batch[46] = {0};
    svi_play_order_init(&order, &schedule, 1, 1, BLOCK);
    for (unsigned first = 0; first < 45; first += BLOCK) {
        const unsigned deals = 45 - first < BLOCK ? 45 - first : BLOCK;
        for (unsigned lane = 0; lane < 4; lane++) {
            for (unsigned i = 0; i < deals; i++) {
                struct svi_pairing p;
                svi_schedule_match(&schedule, svi_play_order_next(&order), &p);
                assert_int_equal(p.lane, lane);
                assert_int_equal(order.batch, first / BLOCK * 3 + lane + 1);
                assert_true(batch[p.deal] < order.batch);
                batch[p.deal] = order.batch;
                assert_true(lane == 0 || p.deal == deal[i]);
                deal[i] = p.deal;
            }
        }
    }
    assert_int_equal(svi_play_order_next(&order), 0);
}

/* Where a bot remembers, its matches come first in each block, in the batch of the last lane
 * before: a process that knows a deal whose games are not over never plays with that bot. */
TEST(matches_of_bots_that_remember_come_first)
{
    enum { BLOCK = 7, LANES = 4 };
    struct svi_settings settings = {
        .format = &svi_format_round_robin, .bots = 6, .seats = LANES, .deals = 3};
    settings.remembers[5] = true;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    struct svi_play_order order;
    uint64_t batch[46] = {0}, last = 0; /* batch of each deal's last match; of the last match */
    unsigned played[46] = {0}, apart = 0, shared = 0, open = 0;
    svi_play_order_init(&order, &schedule, 1, 1, BLOCK);
    for (uint64_t number; (number = svi_play_order_next(&order)) != 0; last = order.batch) {
        struct svi_pairing p;
        svi_schedule_match(&schedule, number, &p);
        assert_true(order.batch == last || order.batch == last + 1);
        if (p.apart) {
            assert_int_equal(open, 0); /* no deal is played in part */
            apart++;
        } else {
            assert_true(batch[p.deal] < order.batch);
            open += played[p.deal] == 0;
            open -= played[p.deal] == LANES - 1;
            shared++;
        }
        batch[p.deal] = order.batch;
        played[p.deal]++;
    }
    assert_int_equal(apart, 10 * 3 * LANES);
    assert_int_equal(shared, 5 * 3 * LANES);
    for (unsigned d = 1; d <= 45; d++) {
        assert_int_equal(played[d], LANES);
    }
}

/* Cut short after whole blocks, a league has about the same number of games of every bot. */
TEST(a_league_cut_short_has_treated_all_alike)
{
    enum { BOTS = 12, SEATS = 4, BLOCK = 33 };
    SCOPED(svi_schedule_finish)
    struct svi_schedule schedule = rig_round_robin(BOTS, SEATS, 3); /* 495 tables */
    struct svi_play_order order;
    unsigned games[BOTS] = {0}, all = 0;
    svi_play_order_init(&order, &schedule, 1, 1, BLOCK);
    for (uint64_t number; (number = svi_play_order_next(&order)) != 0;) {
        struct svi_pairing p;
        svi_schedule_match(&schedule, number, &p);
        for (unsigned s = 0; s < SEATS; s++) {
            games[p.bot[s]]++;
        }
        all++;
        const unsigned mean = all * SEATS / BOTS;
        for (unsigned b = 0; all % (BLOCK * SEATS) == 0 && b < BOTS; b++) {
            assert_uint_in_range(games[b], mean - mean / 20 - 16, mean + mean / 20 + 16);
        }
    }
}

/* Which deals a shard has, and how often each bot is in them. */
static void count_shard(const struct svi_schedule *schedule, unsigned shard, unsigned shards,
                        unsigned lanes[], unsigned deals_of[])
{
    struct svi_play_order order;
    svi_play_order_init(&order, schedule, shard, shards, 10);
    for (uint64_t number; (number = svi_play_order_next(&order)) != 0;) {
        struct svi_pairing p;
        svi_schedule_match(schedule, number, &p);
        assert_int_equal(lanes[p.deal - 1] & 1u << p.lane, 0);
        lanes[p.deal - 1] |= 1u << p.lane;
        for (unsigned s = 0; p.lane == 0 && s < schedule->settings.seats; s++) {
            deals_of[p.bot[s]]++;
        }
    }
}

/* All deals are in some shard, each in one, with all its lanes. */
TEST(shards_are_whole_deals)
{
    static const unsigned shards[] = {1, 2, 3, 5, 8, 40, 1000};
    for (size_t i = 0; i < sizeof shards / sizeof shards[0]; i++) {
        SCOPED(svi_schedule_finish)
        struct svi_schedule schedule = rig_round_robin(6, 4, 20); /* 300 deals in 4 lanes */
        unsigned all[300] = {0};
        for (unsigned shard = 1; shard <= shards[i]; shard++) {
            unsigned lanes[300] = {0}, deals_of[6] = {0};
            count_shard(&schedule, shard, shards[i], lanes, deals_of);
            for (unsigned d = 0; d < 300; d++) {
                assert_true(lanes[d] == 0 || (lanes[d] == 0xf && all[d] == 0));
                all[d] |= lanes[d];
            }
        }
        for (unsigned d = 0; d < 300; d++) {
            assert_int_equal(all[d], 0xf);
        }
    }
}

/* Shards have about as many deals of every bot, as by chance or closer (three standard deviations
 * of a Poisson law): so they cost about the same however slow some bots are. */
TEST(shards_have_as_much_of_every_bot)
{
    static const struct {
        unsigned bots, seats, deals, shards;
    } cases[] = {{4, 4, 100, 8}, {5, 4, 40, 5}, {5, 4, 40, 4},  {6, 4, 32, 15}, {6, 2, 30, 10},
                 {8, 4, 16, 7},  {8, 8, 99, 9}, {10, 4, 25, 8}, {16, 4, 4, 16}, {30, 4, 1, 64}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SCOPED(svi_schedule_finish)
        struct svi_schedule schedule =
            rig_round_robin(cases[i].bots, cases[i].seats, cases[i].deals);
        const unsigned deals = (unsigned)(schedule.matches / schedule.lanes);
        const double mean = (double)deals * cases[i].seats / cases[i].bots / cases[i].shards;
        for (unsigned shard = 1; shard <= cases[i].shards; shard++) {
            SCOPED(scoped_free) unsigned *lanes = calloc(deals, sizeof *lanes);
            unsigned deals_of[30] = {0};
            assert_non_null(lanes);
            count_shard(&schedule, shard, cases[i].shards, lanes, deals_of);
            for (unsigned b = 0; b < cases[i].bots; b++) {
                const double off = deals_of[b] - mean;
                if (off * off > 9 * mean + 4) {
                    fail_msg("case %zu: shard %u has %u deals of bot %u, expected about %.1f", i,
                             shard, deals_of[b], b, mean);
                }
            }
        }
    }
}
