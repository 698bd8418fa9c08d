/* Leagues that end when their first places are separated, drawn tables, and the simulator that both
 * are tried with. */
#include "job/points.h"
#include "league/simulate.h"
#include "schedule/balanced_draw.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "stats/numeric.h"
#include "stats/topk.h"
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

#include <math.h>

enum { MOST_BOTS = 40 };
static const char *const names[MOST_BOTS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                             "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};

static struct svi_settings terms_of(unsigned bots, unsigned seats, int64_t top, int64_t most)
{
    struct svi_settings settings = {.format = &svi_format_round_robin,
                                    .bots = bots,
                                    .seats = seats,
                                    .deals = 25,
                                    .seed = {7, (uint8_t)bots},
                                    .stop_when = {.given = true}};
    settings.stop_when.value[SVI_STOP_top] = top;
    settings.stop_when.value[SVI_STOP_confidence] = 950000;
    settings.stop_when.value[SVI_STOP_max_deals] = most;
    return settings;
}

/* Evenly spaced, the first bot the strongest. */
static void space(double elo[], unsigned bots, double apart)
{
    for (unsigned i = 0; i < bots; i++) {
        elo[i] = -apart * i;
    }
}

static void play(struct svi_schedule *schedule, const double elo[], uint64_t seed)
{
    const struct svi_simulator sim = {.elo = elo, .shared = 0.5, .seed = seed};
    struct svi_schedule_fault fault;
    if (svi_simulate(&sim, schedule, NULL, NULL, &fault) != SV_OK) {
        fail_msg("%s: %s", fault.key, fault.text);
    }
}

static const char *told(const struct svi_schedule *schedule)
{
    static char text[500];
    struct svi_buf line = {0};
    svi_format_of(&schedule->settings)->tell(schedule, names, &line);
    (void)snprintf(text, sizeof text, "%.*s", (int)line.size, (const char *)line.data);
    svi_buf_finish(&line);
    return text;
}

/* The mean points of a bot in a deal, the long way: by the schedule's matches. */
static double mean_of(const struct svi_schedule *schedule, uint64_t deal, unsigned bot)
{
    double sum = 0;
    unsigned games = 0;
    for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
        const uint64_t number = deal * schedule->lanes + lane + 1;
        uint32_t points[SV_MAX_SEATS];
        struct svi_pairing p;
        svi_schedule_match(schedule, number, &p);
        svi_points(schedule->place[number - 1], schedule->settings.seats, points);
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            if (p.bot[s] == bot) {
                sum += (double)points[s] / svi_points_unit(schedule->settings.seats);
                games++;
            }
        }
    }
    return games > 0 ? sum / games : -1;
}

static const struct svi_lineup *lineup_of(const struct svi_schedule *schedule, uint64_t deal)
{
    unsigned i = schedule->n_stages - 1;
    while (schedule->stage[i].deals_before > deal) {
        i--;
    }
    return &schedule->stage[i].listed[deal - schedule->stage[i].deals_before];
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The schedule decides after the same deal as the test alone, fed with the results that count. */
TEST(ends_by_its_test)
{
    unsigned decided = 0;
    for (unsigned run = 0; run < 12; run++) {
        const unsigned bots = 4 + run % 3 * 3, seats = run % 2 == 0 ? 4 : 3;
        const struct svi_settings settings = terms_of(bots, seats, 1 + run % 2, 1500);
        const struct svi_topk_settings test = {1 + run % 2, 0.95, 0, 0, false};
        struct svi_schedule schedule = rig_plan(&settings);
        struct svi_topk alone;
        double elo[MOST_BOTS];
        char expected[64];
        space(elo, bots, run < 3 ? 0 : 90);
        play(&schedule, elo, run);
        assert_ok(svi_topk_init(&alone, bots, &test));
        bool over = false;
        for (uint64_t d = 0; d < schedule.matches / schedule.lanes && !over; d++) {
            const struct svi_lineup *lineup = lineup_of(&schedule, d);
            if (lineup->chosen) {
                const unsigned a = lineup->pair[0], b = lineup->pair[1];
                over = svi_topk_add_pair(&alone, a, b, mean_of(&schedule, d, a),
                                         mean_of(&schedule, d, b));
                continue;
            }
            double mean[MOST_BOTS];
            bool played[MOST_BOTS];
            for (unsigned b = 0; b < bots; b++) {
                mean[b] = mean_of(&schedule, d, b);
                played[b] = mean[b] >= 0;
            }
            over = svi_topk_add(&alone, mean, played);
        }
        (void)snprintf(expected, sizeof expected, "%s at 95%% after %u deals",
                       over ? "separated" : "undecided", (unsigned)alone.deals);
        if (strstr(told(&schedule), expected) == NULL) {
            fail_msg("\"%s\" instead of \"%s\"", told(&schedule), expected);
        }
        assert_true(over || schedule.matches / schedule.lanes == 1500);
        assert_true(schedule.matches / schedule.lanes <= alone.deals + alone.deals / 7 + 50);
        unsigned standing[MOST_BOTS], inside = 0;
        svi_schedule_stand(&schedule, standing);
        for (unsigned b = 0; b < bots && over; b++) {
            inside += standing[b] == 0;
        }
        assert_int_equal(inside, over ? test.top : 0);
        decided += over;
        svi_topk_finish(&alone);
        svi_schedule_finish(&schedule);
    }
    assert_true(decided >= 9);
}

/* Whatever is chosen by results, who else sits there and who sits where is by lot alone. */
TEST(third_parties_are_drawn_alike)
{
    enum { BOTS = 8, SEATS = 4 };
    const struct svi_settings settings = terms_of(BOTS, SEATS, 2, 4000);
    struct svi_schedule schedule = rig_plan(&settings);
    double elo[BOTS];
    unsigned chosen = 0, third[BOTS] = {0}, seat[SEATS] = {0}, expected[BOTS] = {0};
    space(elo, BOTS, 3);
    play(&schedule, elo, 5);
    for (uint64_t d = 0; d < schedule.matches / schedule.lanes; d++) {
        const struct svi_lineup *lineup = lineup_of(&schedule, d);
        bool sits[BOTS] = {false};
        for (unsigned s = 0; s < SEATS; s++) {
            assert_false(sits[lineup->bot[0][s]]);
            sits[lineup->bot[0][s]] = true;
        }
        if (!lineup->chosen) {
            assert_int_equal(schedule.stage[0].deals_before, 0);
            assert_true(d < schedule.stage[0].lineups);
            continue;
        }
        assert_true(sits[lineup->pair[0]] && sits[lineup->pair[1]]);
        chosen++;
        for (unsigned s = 0; s < SEATS; s++) {
            const unsigned bot = lineup->bot[0][s];
            seat[s] += bot == lineup->pair[0];
            third[bot] += bot != lineup->pair[0] && bot != lineup->pair[1];
        }
        for (unsigned b = 0; b < BOTS; b++) { /* times three: two of the six that are left */
            expected[b] += b != lineup->pair[0] && b != lineup->pair[1];
        }
    }
    assert_true(chosen > 3000);
    for (unsigned b = 0; b < BOTS; b++) {
        assert_true(fabs(third[b] - expected[b] / 3.0) < 5 * sqrt(expected[b] * 2 / 9.0) + 1);
    }
    for (unsigned s = 0; s < SEATS; s++) {
        assert_true(fabs(seat[s] - chosen / 4.0) < 5 * sqrt(chosen * 3 / 16.0));
    }
    svi_schedule_finish(&schedule);
}

/* Deals go where it is close: of equals around the second place, hardly any to who is far from it.
 */
TEST(deals_go_where_it_is_close)
{
    enum { BOTS = 8 };
    const struct svi_settings settings = terms_of(BOTS, 4, 2, 6000);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    static const double elo[BOTS] = {200, 0, 0, -200, -200, -200, -200, -200};
    unsigned close = 0, chosen = 0;
    play(&schedule, elo, 11);
    for (uint64_t d = 0; d < schedule.matches / schedule.lanes; d++) {
        const struct svi_lineup *lineup = lineup_of(&schedule, d);
        chosen += lineup->chosen;
        close += lineup->chosen && lineup->pair[0] + lineup->pair[1] == 3 &&
                 lineup->pair[0] * lineup->pair[1] == 2;
    }
    assert_true(close * 10 > chosen * 9);
}

/* Candidates sit in the same seats against the same field on the same seed, and never meet. */
TEST(candidates_are_compared_on_one_seed)
{
    struct svi_settings settings = terms_of(9, 3, 1, 800);
    settings.format = &svi_format_gauntlet;
    for (unsigned i = 1; i < 9; i += 2) {
        settings.candidates[i] = true;
    }
    struct svi_schedule schedule = rig_plan(&settings);
    double elo[9] = {0, 80, 10, 0, -10, -20, 0, -40, 5};
    unsigned standing[9];
    assert_int_equal(schedule.lanes, 6);
    play(&schedule, elo, 3);
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        struct svi_pairing p, q;
        svi_schedule_match(&schedule, n, &p);
        if (p.lane >= 3) {
            continue;
        }
        svi_schedule_match(&schedule, n + 3, &q);
        assert_memory_equal(p.seed, q.seed, sizeof p.seed);
        unsigned differ = 0;
        for (unsigned s = 0; s < 3; s++) {
            assert_int_equal(settings.candidates[p.bot[s]], settings.candidates[q.bot[s]]);
            assert_true(settings.candidates[p.bot[s]] || p.bot[s] == q.bot[s]);
            differ += p.bot[s] != q.bot[s];
        }
        assert_int_equal(differ, 1);
    }
    svi_schedule_stand(&schedule, standing);
    assert_contains(told(&schedule), "b stands above all others");
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(standing[i], !settings.candidates[i] ? 2 : i == 1 ? 0 : 1);
    }
    assert_int_equal(svi_format_stopping.judge(&schedule, elo), SVI_DECIDED_RIGHT);
    elo[1] = -100;
    assert_int_equal(svi_format_stopping.judge(&schedule, elo), SVI_DECIDED_WRONG);
    svi_schedule_finish(&schedule);
}

/* With `uniform`, and where there is but one table, none is chosen by results. */
TEST(uniform_chooses_nobody)
{
    for (unsigned bots = 4; bots <= 7; bots += 3) {
        struct svi_settings settings = terms_of(bots, 4, 1, 700);
        settings.stop_when.value[SVI_STOP_uniform] = bots > 4;
        SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
        double elo[MOST_BOTS] = {0};
        play(&schedule, elo, 1);
        for (uint64_t d = 0; d < schedule.matches / schedule.lanes; d++) {
            assert_false(lineup_of(&schedule, d)->chosen);
        }
        assert_int_equal(schedule.matches / schedule.lanes, 700);
        assert_contains(told(&schedule), "undecided at 95% after 700 deals, the most");
        assert_int_equal(svi_format_stopping.judge(&schedule, elo), SVI_UNDECIDED);
    }
}

/* Without max_deals there are as many as all tables would have. */
TEST(ends_with_all_tables)
{
    struct svi_settings settings = terms_of(6, 4, 2, SVI_NONE_GIVEN);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    double elo[MOST_BOTS] = {0};
    assert_contains(told(&schedule), "ends when the first 2 of 6 bots stand above the others "
                                     "at 95%, or after 375 deals");
    play(&schedule, elo, 1);
    assert_int_equal(schedule.matches / schedule.lanes, 15 * 25);
}

TEST(makes_no_league)
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_settings settings = terms_of(6, 4, 6, 300);
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.text, "found top: 6 for 6 bots, expected at most 5");
    settings = terms_of(6, 4, SVI_NONE_GIVEN, 300);
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_memory_equal(fault.text, "found no top", 12);
    settings = terms_of(4, 4, 1, SVI_NONE_GIVEN); /* one table, 25 deals */
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_memory_equal(fault.text, "found max_deals: 25, as many as all tables have", 47);
    settings = terms_of(6, 4, 1, SVI_MAX_MATCHES);
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    settings = terms_of(6, 4, 1, 300);
    settings.tables = 9;
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.key, "tables");
    settings = terms_of(6, 4, 1, 300);
    settings.format = &svi_format_gauntlet;
    settings.candidates[2] = true;
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.key, "candidates");
}

/* A bot that was compared with strong ones only is not thought weak. */
TEST(strength_is_not_mean_points)
{
    SCOPED(svi_lucb_finish) struct svi_lucb lucb;
    SCOPED(svi_topk_finish) struct svi_topk topk;
    const struct svi_topk_settings settings = {1, 0.95, 0, 0, false};
    struct svi_lucb_pair next[4];
    double needed;
    assert_ok(svi_lucb_init(&lucb, 4));
    assert_ok(svi_topk_init(&topk, 4, &settings));
    for (unsigned i = 0; i < 40; i++) {
        static const unsigned strong[] = {0, 1}, weak[] = {2, 3}, across[] = {1, 2};
        static const double even[] = {0.45, 0.55}, clear[] = {0.9, 0.1};
        svi_lucb_add(&lucb, strong, even, 2);
        svi_lucb_add(&lucb, weak, clear, 2); /* bot 2: 0.9 against the weakest */
        svi_lucb_add(&lucb, across, clear, 2);
    }
    assert_ok(svi_lucb_allocate(&lucb, &topk, next, 4, &needed));
    assert_true(lucb.strength[1] > lucb.strength[0] && lucb.strength[0] > lucb.strength[2] &&
                lucb.strength[2] > lucb.strength[3]);
    for (unsigned i = 0; i < 3; i++) { /* nothing is known of pairs: they get one each */
        assert_int_equal(next[i].inside, 1);
        assert_int_not_equal(next[i].outside, next[(i + 1) % 3].outside);
    }
}

/* ---- drawn tables ---------------------------------------------------------------------------- */

static struct svi_settings drawn_terms(unsigned bots, unsigned seats, uint32_t tables)
{
    struct svi_settings settings = terms_of(bots, seats, 1, 30);
    settings.stop_when.given = false;
    settings.tables = tables;
    return settings;
}

TEST(drawn_tables_are_balanced)
{
    for (unsigned bots = 9; bots <= MOST_BOTS; bots += 1 + bots / 4) {
        for (unsigned seats = 2; seats <= 8; seats++) {
            const uint64_t all = svi_combination(bots, seats);
            for (uint32_t n = 7; n < all && n < 1500; n *= 3) {
                const struct svi_settings settings = drawn_terms(bots, seats, n);
                SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
                struct svi_balance b;
                assert_int_equal(schedule.stage[0].lineups, n);
                assert_ok(svi_balanced_draw_balance(&settings, schedule.stage[0].listed, n, &b));
                assert_true(b.tables.high - b.tables.low <= 2);
                const double met = (double)n * seats * (seats - 1) / ((double)bots * (bots - 1));
                const double sat = (double)n / bots;
                if ((double)b.meetings.high > met + 3 || (double)b.meetings.low < met - 3) {
                    fail_msg("%u bots, %u seats, %u tables: %.1f: %u to %u", bots, seats, n, met,
                             (unsigned)b.meetings.low, (unsigned)b.meetings.high);
                }
                if ((double)b.seats.high > sat + 2 || (double)b.seats.low < sat - 2) {
                    fail_msg("%u bots, %u seats, %u tables: sit at %.1f: %u to %u", bots, seats, n,
                             sat, (unsigned)b.seats.low, (unsigned)b.seats.high);
                }
                if ((uint64_t)n * 2 <= all) {
                    assert_true(b.repeated * 20 <= n);
                }
            }
        }
    }
}

/* More tables and more deals leave who plays and under which luck as it was. */
TEST(drawn_tables_may_grow)
{
    struct svi_settings few = drawn_terms(12, 4, 20), more = drawn_terms(12, 4, 33);
    few.deals = 3;
    more.deals = 5;
    SCOPED(svi_schedule_finish) struct svi_schedule a = rig_plan(&few), b = rig_plan(&more);
    for (uint64_t round = 0; round < 3; round++) {
        for (uint64_t table = 0; table < 20; table++) {
            struct svi_pairing p, q;
            svi_schedule_match(&a, (round * 20 + table) * 4 + 2, &p);
            svi_schedule_match(&b, (round * 33 + table) * 4 + 2, &q);
            assert_memory_equal(p.bot, q.bot, sizeof p.bot);
            assert_memory_equal(p.seed, q.seed, sizeof p.seed);
        }
    }
    for (uint64_t d = 0; d < 33 * 5; d++) { /* and no luck comes twice */
        for (uint64_t e = 0; e < d; e++) {
            struct svi_pairing p, q;
            svi_schedule_match(&b, d * 4 + 1, &p);
            svi_schedule_match(&b, e * 4 + 1, &q);
            assert_memory_not_equal(p.seed, q.seed, sizeof p.seed);
        }
    }
    assert_contains(told(&a), "tables: 20 of 495 drawn: a bot sits at 6 to 7, two bots meet "
                              "at 1 to ");
}

TEST(all_tables_are_not_drawn)
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    const struct svi_settings settings = drawn_terms(6, 4, 15);
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.key, "tables");
    assert_memory_equal(fault.text, "found 15, expected less than all 15 tables of 6 bots", 52);
}

/* ---- the simulator --------------------------------------------------------------------------- */

/* Each is ahead of another as often as its strength says, whatever games of a deal share. */
TEST(simulated_strengths_are_ratings)
{
    static const double elo[] = {150, 0, -100};
    for (unsigned share = 0; share <= 2; share++) {
        const struct svi_simulator sim = {.elo = elo, .shared = share / 2.0, .seed = share};
        unsigned ahead[3][3] = {{0}};
        const unsigned n = 40000;
        for (unsigned d = 1; d <= n; d++) {
            const struct svi_pairing p = {.number = d, .deal = d, .bot = {0, 1, 2}};
            uint8_t place[SV_MAX_SEATS];
            svi_simulate_match(&sim, &p, 3, place, NULL);
            for (unsigned i = 0; i < 3; i++) {
                for (unsigned j = 0; j < 3; j++) {
                    ahead[i][j] += place[i] < place[j];
                }
            }
        }
        for (unsigned i = 0; i < 3; i++) {
            for (unsigned j = 0; j < i; j++) {
                const double p = svi_sigmoid((elo[i] - elo[j]) / SVI_ELO_PER_NAT);
                assert_true(fabs(ahead[i][j] - n * p) < 5 * sqrt(n * p * (1 - p)));
                assert_int_equal(ahead[i][j] + ahead[j][i], n);
            }
        }
    }
}

/* Games of a deal share as much as they are said to; where every lane has its own luck, nothing.
 * Some places are tied. */
TEST(simulated_deals_share_luck)
{
    static const double elo[4] = {0};
    const unsigned n = 4000;
    for (unsigned way = 0; way < 4; way++) {
        const struct svi_simulator sim = {
            .elo = elo, .shared = way == 0 ? 0 : 1, .ties = way == 3 ? 0.5 : 0, .seed = 9};
        unsigned same = 0, tied = 0;
        for (unsigned d = 1; d <= n; d++) {
            uint8_t place[2][SV_MAX_SEATS] = {{0}};
            for (uint32_t lane = 0; lane < 2; lane++) {
                const struct svi_pairing p = {.number = 2 * d + lane,
                                              .deal = d,
                                              .lane = lane,
                                              .apart = way == 2,
                                              .bot = {0, 1, 2, 3}};
                svi_simulate_match(&sim, &p, 4, place[lane], NULL);
            }
            same += memcmp(place[0], place[1], 4) == 0;
            for (unsigned s = 0; s < 4; s++) {
                tied += place[0][s] > 1 && memchr(place[0], place[0][s] - 1, 4) == NULL;
            }
        }
        if (way == 1) {
            assert_int_equal(same, n);
        } else if (way != 3) {
            assert_true(same < n / 24 + 5 * 13);
        }
        assert_true(way == 3 ? tied > n / 2 : tied == 0);
    }
}
