/* The schedule: every match a function of the league's settings, its number and the results before
 * it. */
#include "tests/base/testing.h"
#include "tests/schedule/duels.h"
#include "tests/schedule/schedule_rig.h"

static const uint8_t seed[SV_SEED_BYTES] = {1, 2, 3};

static struct svi_settings terms_of(unsigned bots, unsigned seats, uint32_t deals,
                                    enum svi_seatings seatings)
{
    struct svi_settings settings = {.format = &svi_format_round_robin,
                                    .bots = bots,
                                    .seats = seats,
                                    .deals = deals,
                                    .seatings = seatings,
                                    .lanes = SVI_LANES_OFF};
    memcpy(settings.seed, seed, sizeof seed);
    return settings;
}

/* A round robin's schedule, to be finished. */
static struct svi_schedule make(unsigned bots, unsigned seats, uint32_t deals,
                                enum svi_seatings seatings)
{
    const struct svi_settings settings = terms_of(bots, seats, deals, seatings);
    return rig_plan(&settings);
}

static uint64_t matches_of(unsigned bots, unsigned seats, uint32_t deals,
                           enum svi_seatings seatings)
{
    struct svi_schedule schedule = make(bots, seats, deals, seatings);
    const uint64_t matches = schedule.matches;
    svi_schedule_finish(&schedule);
    return matches;
}

/* Returns the status for an impossible schedule, whose fault must be reported. */
static enum sv_status refused(unsigned bots, unsigned seats, uint32_t deals,
                              enum svi_seatings seatings)
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    const struct svi_settings settings = terms_of(bots, seats, deals, seatings);
    const enum sv_status status = svi_schedule_init(&schedule, &settings, &fault);
    assert_memory_equal(fault.text, "found ", 6);
    assert_non_null(fault.key);
    return status;
}

/* Lanes that need processes of their own are at most 24; those of bots that are trusted, or without
 * common luck, as many as there are. */
TEST(lanes_have_an_end)
{
    for (unsigned seats = 4; seats <= 5; seats++) {
        for (unsigned lanes = 0; lanes < SVI_LANES_COUNT; lanes++) {
            struct svi_schedule schedule;
            struct svi_schedule_fault fault;
            struct svi_settings settings = terms_of(8, seats, 3, SVI_SEATINGS_ALL);
            settings.lanes = (enum svi_lanes)lanes;
            const enum sv_status status = svi_schedule_init(&schedule, &settings, &fault);
            if (lanes == SVI_LANES_AUTO && seats == 5) {
                assert_int_equal(status, SV_E_RANGE);
                assert_string_equal(fault.key, "seatings");
                assert_contains(fault.text, "found 120 games of a deal");
            } else {
                assert_ok(status);
                svi_schedule_finish(&schedule);
            }
        }
    }
}

/* The games of a deal have one seed, and each a salt of its own; apart, each a seed of its
 * own too. */
TEST(seeds_go_by_deals_and_salts_by_matches)
{
    for (unsigned lanes = 0; lanes < SVI_LANES_COUNT; lanes++) {
        struct svi_settings settings = terms_of(5, 4, 4, SVI_SEATINGS_ROTATIONS);
        settings.lanes = (enum svi_lanes)lanes;
        SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
        for (uint64_t a = 1; a <= schedule.matches; a++) {
            for (uint64_t b = a + 1; b <= schedule.matches; b++) {
                struct svi_pairing p, q;
                svi_schedule_match(&schedule, a, &p);
                svi_schedule_match(&schedule, b, &q);
                const bool same = memcmp(p.seed, q.seed, sizeof p.seed) == 0;
                assert_int_equal(same, lanes != SVI_LANES_APART && p.deal == q.deal);
                assert_memory_not_equal(p.salt, q.salt, sizeof p.salt);
            }
        }
    }
}

/* Each match of a bot that remembers has luck of its own. All others are, but for their salts,
 * those of the same league without that bot, which may also join later. */
TEST(only_matches_of_bots_that_remember_are_apart)
{
    struct svi_settings settings = terms_of(4, 3, 4, SVI_SEATINGS_ROTATIONS);
    settings.lanes = SVI_LANES_AUTO;
    SCOPED(svi_schedule_finish) struct svi_schedule alone = rig_plan(&settings);
    SCOPED(svi_schedule_finish) struct svi_schedule joined = rig_plan(&settings);
    settings.bots = 5;
    settings.remembers[4] = true;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    rig_plan_change(&joined, &settings);
    const struct svi_schedule *both[] = {&schedule, &joined};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t shared = 0;
        for (uint64_t a = 1; a <= both[i]->matches; a++) {
            struct svi_pairing p, q;
            svi_schedule_match(both[i], a, &p);
            bool sits = false, found = false;
            for (unsigned s = 0; s < 3; s++) {
                sits |= p.bot[s] == 4;
            }
            assert_int_equal(p.apart, sits);
            for (uint64_t b = 1; b <= both[i]->matches; b++) {
                svi_schedule_match(both[i], b, &q);
                const bool same = memcmp(p.seed, q.seed, sizeof p.seed) == 0;
                assert_int_equal(same, a == b || (!sits && p.deal == q.deal));
            }
            for (uint64_t b = 1; b <= alone.matches && !found; b++) {
                svi_schedule_match(&alone, b, &q);
                found = q.lane == p.lane && memcmp(p.seed, q.seed, sizeof p.seed) == 0 &&
                        memcmp(p.bot, q.bot, sizeof p.bot) == 0;
            }
            assert_int_equal(found, !sits);
            shared += found;
        }
        assert_int_equal(shared, alone.matches);
    }
}

/* Where too few bots are left for a table without a memory, no match shares its luck. */
TEST(lanes_that_share_nothing_have_no_end)
{
    struct svi_settings settings = terms_of(6, 5, 3, SVI_SEATINGS_ALL);
    struct svi_schedule_fault fault;
    struct svi_schedule schedule;
    settings.lanes = SVI_LANES_AUTO;
    settings.remembers[0] = true;
    assert_true(svi_settings_share_luck(&settings));
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    settings.remembers[3] = true;
    assert_false(svi_settings_share_luck(&settings));
    schedule = rig_plan(&settings);
    svi_schedule_finish(&schedule);
}

TEST(counts_are_known_up_front)
{
    assert_int_equal(matches_of(4, 4, 25, SVI_SEATINGS_ROTATIONS), 100);
    assert_int_equal(matches_of(10, 4, 25, SVI_SEATINGS_ROTATIONS), 210 * 25 * 4);
    assert_int_equal(matches_of(10, 4, 25, SVI_SEATINGS_ALL), 210 * 25 * 24);
    assert_int_equal(matches_of(10, 4, 25, SVI_SEATINGS_FIXED), 210 * 25);
    assert_int_equal(matches_of(8, 8, 1, SVI_SEATINGS_ALL), 40320);
    assert_int_equal(matches_of(2, 2, 50000000, SVI_SEATINGS_ROTATIONS), SVI_MAX_MATCHES);
}

TEST(what_is_too_large_or_makes_no_sense_is_refused)
{
    assert_int_equal(refused(2, 2, 50000001, SVI_SEATINGS_ROTATIONS), SV_E_RANGE);
    assert_int_equal(refused(1000, 8, 1, SVI_SEATINGS_FIXED), SV_E_RANGE);
    assert_int_equal(refused(8, 8, 0xffffffffu, SVI_SEATINGS_ALL), SV_E_RANGE);
    assert_int_equal(refused(3, 4, 1, SVI_SEATINGS_ALL), SV_E_RANGE);
    assert_int_equal(refused(3, 1, 1, SVI_SEATINGS_ALL), SV_E_RANGE);
    assert_int_equal(refused(9, 9, 1, SVI_SEATINGS_ALL), SV_E_RANGE);
    assert_int_equal(refused(3, 3, 0, SVI_SEATINGS_ALL), SV_E_RANGE);
}

/* The next choice of `k` out of `n` in colexicographic order, in the way of a counter; false behind
 * the last. */
static bool next_choice(unsigned choice[], unsigned n, unsigned k)
{
    for (unsigned i = 0; i < k; i++) {
        if (choice[i] + 1 < (i + 1 < k ? choice[i + 1] : n)) {
            choice[i]++;
            for (unsigned j = 0; j < i; j++) {
                choice[j] = j;
            }
            return true;
        }
    }
    return false;
}

TEST(tables_are_all_choices_in_order)
{
    for (unsigned n = 2; n <= 11; n++) {
        for (unsigned k = 2; k <= n && k <= SV_MAX_SEATS; k++) {
            SCOPED(svi_schedule_finish)
            struct svi_schedule s = make(n, k, 2, SVI_SEATINGS_OLD_FIXED);
            unsigned choice[SV_MAX_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};
            uint64_t number = 0;
            do {
                struct svi_pairing p;
                svi_schedule_match(&s, ++number, &p);
                assert_int_equal(p.table, number);
                assert_int_equal(p.deal, number);
                assert_memory_equal(p.bot, choice, k * sizeof choice[0]);
            } while (next_choice(choice, n, k));
            assert_int_equal(number * 2, s.matches);
        }
    }
}

TEST(rotations_move_everybody_on_by_one)
{
    static const unsigned expected[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
    SCOPED(svi_schedule_finish) struct svi_schedule s = make(4, 4, 2, SVI_SEATINGS_OLD_ROTATIONS);
    for (unsigned n = 1; n <= 8; n++) {
        struct svi_pairing p;
        svi_schedule_match(&s, n, &p);
        assert_int_equal(p.seating, (n - 1) % 4);
        assert_int_equal(p.deal, (n - 1) / 4 + 1);
        assert_int_equal(p.lane, p.seating);
        assert_memory_equal(p.bot, expected[p.seating], sizeof expected[0]);
    }
}

static int compare_seatings(const void *a, const void *b)
{
    return memcmp(a, b, SV_MAX_SEATS);
}

TEST(all_seatings_are_all_orders_once)
{
    static uint8_t seen[40320][SV_MAX_SEATS];
    for (unsigned seats = 2; seats <= 8; seats++) {
        SCOPED(svi_schedule_finish) struct svi_schedule s = make(seats, seats, 1, SVI_SEATINGS_ALL);
        for (unsigned n = 1; n <= s.matches; n++) {
            struct svi_pairing p;
            svi_schedule_match(&s, n, &p);
            unsigned set = 0;
            memset(seen[n - 1], 0, SV_MAX_SEATS);
            for (unsigned i = 0; i < seats; i++) {
                seen[n - 1][i] = (uint8_t)p.bot[i];
                set |= 1u << p.bot[i];
            }
            assert_int_equal(set, (1u << seats) - 1);
            /* Lexicographic, so rising: no order stands twice. */
            assert_true(n == 1 || compare_seatings(seen[n - 2], seen[n - 1]) < 0);
        }
    }
}

TEST(bots_meet_alike_and_sit_everywhere_alike)
{
    unsigned sat[7][4] = {{0}};
    SCOPED(svi_schedule_finish) struct svi_schedule s = make(7, 4, 3, SVI_SEATINGS_ROTATIONS);
    for (unsigned n = 1; n <= s.matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(&s, n, &p);
        for (unsigned i = 0; i < 4; i++) {
            sat[p.bot[i]][i]++;
        }
    }
    for (unsigned b = 0; b < 7; b++) {
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(sat[b][i], 20 * 3); /* the bot's tables, 6 over 3, times deals */
        }
    }
}

TEST(a_deal_has_one_luck_and_no_other_has_it)
{
    enum { TABLES = 10, DEALS = 6, SEATINGS = 3 };
    SCOPED(svi_schedule_finish) struct svi_schedule s = make(5, 3, DEALS, SVI_SEATINGS_ROTATIONS);
    uint8_t luck[TABLES * DEALS][SV_SEED_BYTES];
    assert_int_equal(s.matches, TABLES * DEALS * SEATINGS);
    for (unsigned n = 1; n <= s.matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(&s, n, &p);
        assert_int_equal((p.deal - 1) % TABLES, p.table - 1);
        uint8_t *mine = luck[p.deal - 1];
        if (p.seating == 0) {
            memcpy(mine, p.seed, SV_SEED_BYTES);
        }
        assert_memory_equal(mine, p.seed, SV_SEED_BYTES);
    }
    for (unsigned a = 0; a < TABLES * DEALS; a++) {
        for (unsigned b = 0; b < a; b++) {
            assert_memory_not_equal(luck[a], luck[b], SV_SEED_BYTES);
        }
    }
}

/* Series and count: 4 bots at tables of 3 have 1 table without the last bot, series 1, and 3 with
 * it, series 2. */
TEST(seeds_come_from_counters_of_deals)
{
    static const struct {
        uint64_t series, count;
    } expected[] = {{1, 1}, {2, 1}, {2, 2}, {2, 3}, {1, 2}, {2, 4}, {2, 5}, {2, 6}, {1, 3}};
    SCOPED(svi_schedule_finish) struct svi_schedule s = make(4, 3, 25, SVI_SEATINGS_FIXED);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        uint8_t child[SV_SEED_BYTES];
        struct svi_pairing p;
        svi_schedule_match(&s, i + 1, &p);
        sv_luck_seed_child(seed, "deal", expected[i].series, expected[i].count, child);
        assert_memory_equal(child, p.seed, SV_SEED_BYTES);
    }
}

TEST(more_deals_leave_the_first_as_they_were)
{
    SCOPED(svi_schedule_finish) struct svi_schedule few = make(6, 4, 2, SVI_SEATINGS_ROTATIONS);
    SCOPED(svi_schedule_finish) struct svi_schedule many = make(6, 4, 9, SVI_SEATINGS_ROTATIONS);
    for (unsigned n = 1; n <= few.matches; n++) {
        struct svi_pairing a, b;
        svi_schedule_match(&few, n, &a);
        svi_schedule_match(&many, n, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* Whatever bots are added at the end of the file: the same bots in the same seats in their
 * so-manyth deal have the same dice. */
TEST(a_bot_more_changes_nobodys_dice)
{
    for (unsigned seats = 2; seats <= 4; seats++) {
        for (unsigned bots = seats; bots <= 7; bots++) {
            SCOPED(svi_schedule_finish)
            struct svi_schedule few = make(bots, seats, 4, SVI_SEATINGS_ROTATIONS);
            SCOPED(svi_schedule_finish)
            struct svi_schedule many = make(bots + 2, seats, 4, SVI_SEATINGS_ROTATIONS);
            const uint64_t few_tables = few.stage[0].lineups, many_tables = many.stage[0].lineups;
            for (uint64_t n = 1; n <= few.matches; n++) {
                struct svi_pairing a, b;
                svi_schedule_match(&few, n, &a);
                const uint64_t round = (a.deal - 1) / few_tables;
                const uint64_t deal = round * many_tables + a.table;
                svi_schedule_match(&many, (deal - 1) * many.lanes + a.lane + 1, &b);
                assert_memory_equal(a.bot, b.bot, sizeof a.bot);
                assert_memory_equal(a.seed, b.seed, sizeof a.seed);
            }
        }
    }
}

/* ---- gauntlet -------------------------------------------------------------------------------- */

enum { GAUNTLET = 9, DEALS = 3 };

/* Makes a gauntlet of the first `bots` bots at tables of 4: 1, 4, 5 and 8 are candidates. */
static struct svi_schedule make_gauntlet(unsigned bots)
{
    struct svi_settings settings = terms_of(bots, 4, DEALS, SVI_SEATINGS_OLD_FIXED);
    settings.format = &svi_format_gauntlet;
    settings.candidates[1] = settings.candidates[4] = settings.candidates[5] =
        settings.candidates[8] = true;
    return rig_plan(&settings);
}

static unsigned bits_of(unsigned set)
{
    return set == 0 ? 0 : (set & 1u) + bits_of(set >> 1);
}

/* The set of bots of a table. */
static unsigned set_of(const struct svi_pairing *p, unsigned seats)
{
    unsigned set = 0;
    for (unsigned s = 0; s < seats; s++) {
        assert_true(s == 0 || p->bot[s] > p->bot[s - 1]); /* with seatings: fixed */
        set |= 1u << p->bot[s];
    }
    return set;
}

/* Every candidate with every three of the field, as often as there are deals, and no other
 * table. */
TEST(candidates_meet_the_whole_field)
{
    const unsigned candidates = 1u << 1 | 1u << 4 | 1u << 5 | 1u << 8;
    unsigned times[1u << GAUNTLET] = {0}, tables = 0;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = make_gauntlet(GAUNTLET);
    assert_int_equal(schedule.matches, 4 * 10 * DEALS); /* 3 out of 5 */
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(&schedule, n, &p);
        times[set_of(&p, 4)]++;
    }
    for (unsigned set = 0; set < 1u << GAUNTLET; set++) {
        const unsigned one = set & candidates;
        const bool table = bits_of(set) == 4 && one != 0 && (one & (one - 1)) == 0;
        assert_int_equal(times[set], table ? DEALS : 0);
        tables += table;
    }
    assert_int_equal(tables, 40);
    unsigned standing[GAUNTLET];
    svi_schedule_stand(&schedule, standing);
    for (unsigned b = 0; b < GAUNTLET; b++) {
        assert_int_equal(standing[b], (candidates >> b & 1u) != 0 ? 0 : 1);
    }
}

/* Another bot, of the field or a candidate, changes no other bot's dice. */
TEST(a_gauntlet_grows)
{
    for (unsigned bots = 5; bots < GAUNTLET; bots++) {
        static uint8_t luck[1u << GAUNTLET][DEALS][SV_SEED_BYTES];
        unsigned times[1u << GAUNTLET] = {0}, again[1u << GAUNTLET] = {0};
        SCOPED(svi_schedule_finish)
        struct svi_schedule few = make_gauntlet(bots), many = make_gauntlet(bots + 1);
        struct svi_pairing p;
        for (uint64_t n = 1; n <= few.matches; n++) {
            svi_schedule_match(&few, n, &p);
            const unsigned set = set_of(&p, 4);
            memcpy(luck[set][times[set]++], p.seed, SV_SEED_BYTES);
        }
        for (uint64_t n = 1; n <= many.matches; n++) {
            svi_schedule_match(&many, n, &p);
            const unsigned set = set_of(&p, 4);
            if (times[set] > 0) {
                assert_memory_equal(luck[set][again[set]++], p.seed, SV_SEED_BYTES);
            }
        }
        assert_memory_equal(times, again, sizeof times);
    }
}

/* ---- formats that go by results ------------------------------------------------------------- */

TEST(results_decide_what_comes_next)
{
    struct svi_settings settings = terms_of(8, 2, 2, SVI_SEATINGS_ROTATIONS);
    struct svi_schedule_fault fault;
    bool more = true;
    settings.format = &rig_duels;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    assert_int_equal(schedule.matches, 16);
    while (more) { /* the bot with the higher number always wins */
        while (schedule.taken < schedule.matches) {
            struct svi_pairing p;
            svi_schedule_match(&schedule, schedule.taken + 1, &p);
            const bool second = p.bot[1] > p.bot[0];
            assert_ok(
                svi_schedule_take(&schedule, (const uint8_t[]){1 + second, 2 - second}, NULL));
        }
        assert_ok(svi_schedule_next(&schedule, &more, &fault));
    }
    assert_int_equal(schedule.matches, 16 + 8 + 4);
    static const unsigned expected[][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {1, 3}, {5, 7}, {3, 7}};
    static const uint64_t first[] = {1, 3, 5, 7, 17, 19, 25};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        struct svi_pairing p;
        svi_schedule_match(&schedule, first[i], &p);
        assert_memory_equal(p.bot, expected[i], sizeof expected[i]);
    }
    uint8_t luck[14][SV_SEED_BYTES]; /* one a deal, through all stages */
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(&schedule, n, &p);
        assert_int_equal(p.deal, (n - 1) / 2 + 1);
        memcpy(luck[p.deal - 1], p.seed, SV_SEED_BYTES);
        for (unsigned d = 0; d + 1 < p.deal; d++) {
            assert_memory_not_equal(luck[d], p.seed, SV_SEED_BYTES);
        }
    }
}

/* Two tables on one seed: bots 0 and 1, each with 2 and 3. */
static enum sv_status both_with_the_rest(struct svi_schedule *schedule,
                                         struct svi_schedule_fault *fault)
{
    static const struct svi_lineup both = {.bot = {{0, 2, 3}, {1, 2, 3}}};
    return svi_schedule_add_lineups(schedule, &both, 1, schedule->settings.deals, fault);
}

static unsigned two(const struct svi_settings *settings)
{
    (void)settings;
    return 2;
}

TEST(a_deal_may_have_two_tables)
{
    static const struct svi_format pairs = {
        .name = "pairs", .deal_tables = two, .first = both_with_the_rest};
    static const unsigned expected[6][3] = {{0, 2, 3}, {2, 3, 0}, {3, 0, 2},
                                            {1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
    struct svi_settings settings = terms_of(4, 3, 5, SVI_SEATINGS_OLD_ROTATIONS);
    settings.format = &pairs;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    assert_int_equal(schedule.lanes, 6);
    assert_int_equal(schedule.matches, 30);
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        uint8_t child[SV_SEED_BYTES];
        struct svi_pairing p;
        svi_schedule_match(&schedule, n, &p);
        assert_int_equal(p.lane, (n - 1) % 6);
        assert_int_equal(p.seating, p.lane % 3);
        assert_memory_equal(p.bot, expected[p.lane], sizeof expected[0]);
        sv_luck_seed_child(seed, "deal", 1, (n - 1) / 6 + 1, child);
        assert_memory_equal(child, p.seed, SV_SEED_BYTES);
    }
}
