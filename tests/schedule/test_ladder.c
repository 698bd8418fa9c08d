/* A ladder's stages: who plays, where, and what the order costs against a round robin. */
#include "league/simulate.h"
#include "schedule/format_ladder.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "stats/luce.h"
#include "stats/numeric.h"
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

#include <math.h>

static struct svi_settings terms_of(unsigned bots, unsigned seats, uint32_t deals)
{
    struct svi_settings settings = {
        .format = &svi_format_ladder, .bots = bots, .seats = seats, .deals = deals, .seed = {3}};
    settings.budget.given = true;
    settings.budget.value[SVI_BUDGET_games] = 1000;
    settings.budget.value[SVI_BUDGET_minutes] = SVI_NONE_GIVEN;
    return settings;
}

static void play(struct svi_schedule *schedule, const struct svi_simulator *sim)
{
    while (schedule->taken < schedule->matches) {
        struct svi_pairing p;
        uint8_t place[SV_MAX_SEATS] = {0};
        int32_t luck[SV_MAX_SEATS] = {0};
        svi_schedule_seating(schedule, schedule->taken + 1, &p);
        svi_simulate_match(sim, &p, schedule->settings.seats, place, luck);
        const bool off = svi_schedule_is_off(schedule, schedule->taken + 1);
        assert_ok(svi_schedule_take(schedule, off ? NULL : place, luck));
    }
}

/* Adds the seats that each bot has in a stage. */
static void count(const struct svi_schedule *schedule, unsigned stage, unsigned sat[])
{
    const struct svi_stage *s = &schedule->stage[stage];
    for (uint64_t t = 0; t < s->lineups; t++) {
        for (unsigned k = 0; k < schedule->settings.seats; k++) {
            sat[s->listed[t].bot[0][k]]++;
            for (unsigned o = 0; o < k; o++) {
                assert_int_not_equal(s->listed[t].bot[0][k], s->listed[t].bot[0][o]);
            }
        }
    }
}

/* A stage is so large that every bot could play `deals` deals of it, and all reach the floor of
 * deals within some stages. */
TEST(a_stage_has_deals_for_everybody)
{
    static const double elo[40];
    const struct svi_simulator sim = {.elo = elo, .seed = 4};
    for (unsigned bots = 2; bots <= 40; bots += 1 + bots / 6) {
        for (unsigned seats = 2; seats <= 8 && seats <= bots; seats++) {
            const struct svi_settings settings = terms_of(bots, seats, 4);
            SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
            unsigned sat[40] = {0};
            count(&schedule, 0, sat);
            assert_int_equal(schedule.stage[0].lineups, (bots + seats - 1) / seats * 4);
            assert_int_equal(svi_ladder_stage_matches(&schedule), schedule.matches);
            for (unsigned i = 0; i < 6; i++) {
                play(&schedule, &sim);
                assert_true(rig_plan_next(&schedule));
                count(&schedule, i + 1, sat);
            }
            for (unsigned b = 0; b < bots; b++) {
                assert_true(sat[b] >= 10);
            }
        }
    }
}

/* The number of a lineup of three of five, by its bots as bits. */
static unsigned lineup_bits(const struct svi_lineup *lineup, unsigned seats)
{
    unsigned bits = 0;
    for (unsigned k = 0; k < seats; k++) {
        bits |= 1u << lineup->bot[0][k];
    }
    return bits;
}

/* The stored odds of a lineup are those of its draw. Weighted by the inverse of its odds, a lineup
 * counts as often as under the uniform law, whatever the tilt (Horvitz and Thompson 1952). Counted
 * plainly, informative lineups come more often. */
TEST(odds_are_those_of_the_draw)
{
    enum { BOTS = 5, SEATS = 3, LEAGUES = 400, STAGES = 12 };
    static const double elo[BOTS] = {600, 0, 0, 0, 0};
    double inverse[32] = {0}, squares[32] = {0}, plain[32] = {0}, drawn = 0, tilted = 0;
    for (unsigned l = 0; l < LEAGUES; l++) {
        const struct svi_simulator sim = {.elo = elo, .seed = l};
        struct svi_settings settings = terms_of(BOTS, SEATS, 4);
        memcpy(settings.seed, &l, sizeof l);
        SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
        for (unsigned i = 0; i + 1 < STAGES; i++) {
            play(&schedule, &sim);
            assert_true(rig_plan_next(&schedule));
        }
        for (unsigned i = 0; i < schedule.n_stages; i++) {
            for (uint64_t d = 0; d < schedule.stage[i].lineups; d++) {
                const struct svi_lineup *lineup = &schedule.stage[i].listed[d];
                const unsigned bits = lineup_bits(lineup, SEATS);
                const double w = (double)lineup->odds[1] / lineup->odds[0];
                assert_true(w >= 0.25 && w <= 4);
                inverse[bits] += w;
                squares[bits] += w * w;
                plain[bits]++;
                drawn++;
                tilted += w < 0.99 || w > 1.01;
                const double weight = svi_schedule_weight(
                    &schedule, (uint32_t)(schedule.stage[i].deals_before + d + 1));
                assert_true(weight > w - 1e-9 && weight < w + 1e-9);
            }
        }
    }
    double with = 0, without = 0;
    for (unsigned bits = 0; bits < 32; bits++) {
        if (plain[bits] > 0) {
            const double off = inverse[bits] - drawn / 10;
            assert_true(off * off < 16 * squares[bits]);
            *(bits & 1u ? &with : &without) += plain[bits];
        }
    }
    assert_true(tilted > drawn / 2);
    assert_true(with / drawn < 0.55 && without / drawn > 0.45); /* equally: 0.6 and 0.4 */
}

/* Adds each order of a lineup as a game; together they have a weight, each as it is likely. */
static void add_orders(struct svi_games *games, const struct svi_simulator *sim,
                       const unsigned bot[], unsigned seats, double weight)
{
    unsigned order[SV_MAX_SEATS] = {0};
    const unsigned orders = seats == 2 ? 2 : seats == 3 ? 6 : 24;
    for (unsigned code = 0; code < orders; code++) {
        double alpha[SV_MAX_SEATS], all = 0, chance = 1;
        unsigned left[SV_MAX_SEATS], rest = code;
        for (unsigned s = 0; s < seats; s++) {
            double elo = sim->elo[bot[s]];
            for (unsigned o = 0; o < seats; o++) {
                elo += sim->pair[bot[s] * sim->bots + bot[o]] / (seats - 1);
            }
            left[s] = s;
            alpha[s] = svi_exp(elo / SVI_ELO_PER_NAT);
            all += alpha[s];
        }
        for (unsigned n = seats; n > 0; n--) {
            const unsigned lot = rest % n;
            order[seats - n] = left[lot];
            rest /= n;
            chance *= alpha[left[lot]] / all;
            all -= alpha[left[lot]];
            left[lot] = left[n - 1];
        }
        const uint64_t game = games->n_games + 1;
        for (unsigned s = 0; s < seats; s++) {
            const struct svi_seat_result row = {.deal = game,
                                                .game = game,
                                                .points = -1,
                                                .weight = weight * chance,
                                                .bot = (uint16_t)bot[order[s]],
                                                .seat = (uint8_t)s,
                                                .place = (uint8_t)(s + 1)};
            assert_ok(svi_games_add(games, &row));
        }
    }
}

/* The strengths that a simulation calls true are those that the ratings find in all orders of all
 * lineups. Without pair effects they are the strengths that it plays by. */
TEST(truth_is_that_of_all_lineups)
{
    enum { BOTS = 6 };
    static const unsigned who[] = {0, 1, 3, 4, 5}; /* one plays no more */
    for (unsigned seats = 2; seats <= 4; seats++) {
        double elo[BOTS], pair[BOTS * BOTS] = {0}, truth[BOTS], mean = 0;
        struct svi_draw draw = {.state = seats};
        for (unsigned i = 0; i < BOTS; i++) {
            elo[i] = 100 * svi_draw_normal(&draw);
            for (unsigned j = 0; j < i; j++) {
                pair[i * BOTS + j] = 150 * svi_draw_normal(&draw);
                pair[j * BOTS + i] = -pair[i * BOTS + j];
            }
        }
        struct svi_simulator sim = {.elo = elo, .pair = pair, .bots = BOTS};
        struct svi_games games;
        struct svi_games_fault fault;
        struct svi_luce luce;
        svi_games_init(&games);
        for (unsigned i = 0; i < BOTS; i++) {
            char name[2] = {(char)('a' + i), 0};
            unsigned number;
            assert_ok(svi_games_bot(&games, name, &number));
        }
        for (unsigned lineup = 0; lineup < 1u << 5; lineup++) {
            unsigned bot[5], n = 0;
            for (unsigned k = 0; k < 5; k++) {
                bot[n] = who[k];
                n += lineup >> k & 1;
            }
            if (n == seats) {
                add_orders(&games, &sim, bot, seats, 1);
            }
        }
        assert_ok(svi_games_order(&games, &fault));
        assert_ok(svi_luce_init(&luce, &games, 0));
        assert_ok(svi_simulate_truth(&sim, who, 5, seats, truth));
        for (unsigned k = 0; k < 5; k++) {
            const double off =
                (luce.value[who[k]] - luce.value[who[0]]) * SVI_ELO_PER_NAT - truth[k] + truth[0];
            assert_true(off < 1e-3 && off > -1e-3);
        }
        svi_luce_finish(&luce);
        svi_games_finish(&games);
        sim.pair = NULL;
        assert_ok(svi_simulate_truth(&sim, who, 5, seats, truth));
        for (unsigned k = 0; k < 5; k++) {
            mean += elo[who[k]] / 5;
        }
        for (unsigned k = 0; k < 5; k++) {
            const double off = elo[who[k]] - mean - truth[k];
            assert_true(off < 1e-3 && off > -1e-3);
        }
        assert_int_equal(svi_simulate_truth(&sim, who, 2000, seats, truth), SV_E_RANGE);
    }
}

/* Rates the deals of a ladder of duels by their expected results, so that the only error is that of
 * the lineups. */
static void rate_expectations(const struct svi_schedule *schedule, const struct svi_simulator *sim,
                              struct svi_luce *luce)
{
    SCOPED(svi_games_finish) struct svi_games games;
    struct svi_games_fault fault;
    svi_games_init(&games);
    for (unsigned i = 0; i < sim->bots; i++) {
        char name[2] = {(char)('a' + i), 0};
        unsigned number;
        assert_ok(svi_games_bot(&games, name, &number));
    }
    for (uint64_t number = 1; number <= schedule->matches; number += schedule->lanes) {
        struct svi_pairing p;
        svi_schedule_seating(schedule, number, &p);
        add_orders(&games, sim, p.bot, 2, svi_schedule_weight(schedule, p.deal));
    }
    assert_ok(svi_games_order(&games, &fault));
    assert_ok(svi_luce_init(luce, &games, 0));
}

/* Though bots beat each other in circles, and results decide who plays, ratings are the strengths
 * of uniform lineups: on average over ladders, within what chance allows (chi-square of 5 degrees
 * of freedom, p = 0.0001). */
TEST(ratings_are_those_of_uniform_lineups)
{
#ifdef SV_SANITIZED
    skip(); /* statistics: the other tests run the same code */
#endif
    enum { BOTS = 6, LADDERS = 40, GAMES = 600 };
    static const unsigned who[] = {0, 1, 2, 3, 4, 5};
    static const double elo[BOTS];
    double pair[BOTS * BOTS] = {0}, truth[BOTS], sum[BOTS] = {0}, squares = 0, off = 0;
    struct svi_draw draw = {.state = 8};
    for (unsigned i = 0; i < BOTS; i++) {
        for (unsigned j = 0; j < i; j++) {
            pair[i * BOTS + j] = 300 * svi_draw_normal(&draw);
            pair[j * BOTS + i] = -pair[i * BOTS + j];
        }
    }
    for (unsigned l = 0; l < LADDERS; l++) {
        const struct svi_simulator sim = {.elo = elo, .pair = pair, .bots = BOTS, .seed = l};
        struct svi_settings settings = terms_of(BOTS, 2, 4);
        SCOPED(svi_luce_finish) struct svi_luce luce;
        double mean = 0;
        memcpy(settings.seed, &l, sizeof l);
        SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
        assert_ok(svi_simulate_truth(&sim, who, BOTS, 2, truth));
        while (schedule.matches < GAMES) {
            play(&schedule, &sim);
            assert_true(rig_plan_next(&schedule));
        }
        rate_expectations(&schedule, &sim, &luce);
        for (unsigned i = 0; i < BOTS; i++) {
            mean += luce.value[i] * SVI_ELO_PER_NAT / BOTS;
        }
        for (unsigned i = 0; i < BOTS; i++) {
            const double error = luce.value[i] * SVI_ELO_PER_NAT - mean - truth[i];
            sum[i] += error;
            squares += error * error;
        }
    }
    for (unsigned i = 0; i < BOTS; i++) {
        off += sum[i] * sum[i] / LADDERS;
    }
    const double variance = (squares - off) / ((BOTS - 1) * (LADDERS - 1)); /* of bot and league */
    print_message("chi-square %.1f, error of a ladder %.1f Elo\n", off / variance, sqrt(variance));
    assert_true(off / variance < 25.7);
}

/* Bots that play no more sit nowhere. New entries meet old ones, each at tables of its own, until
 * they have played ten deals. */
TEST(new_entries_meet_old_ones)
{
    enum { BOTS = 20, NEW = 3 };
    double elo[BOTS + NEW];
    const struct svi_simulator sim = {.elo = elo, .seed = 5};
    struct svi_settings settings = terms_of(BOTS, 4, 2);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    unsigned sat[BOTS + NEW] = {0}, deals[BOTS + NEW] = {0};
    for (unsigned b = 0; b < BOTS + NEW; b++) {
        elo[b] = 25.0 * b;
    }
    for (unsigned i = 0; i < 20; i++) {
        play(&schedule, &sim);
        assert_true(rig_plan_next(&schedule));
    }
    settings.bots = BOTS + NEW;
    settings.status[3] = SVI_STATUS_OLD;
    settings.status[9] = SVI_STATUS_LEFT;
    settings.status[15] = SVI_STATUS_DISQUALIFIED;
    struct svi_schedule_fault fault;
    assert_ok(svi_schedule_change(&schedule, &settings, &fault));
    for (unsigned i = 0; i < 8; i++) {
        play(&schedule, &sim);
        assert_true(rig_plan_next(&schedule));
        const struct svi_stage *stage = &schedule.stage[schedule.n_stages - 1];
        unsigned now[BOTS + NEW] = {0};
        for (uint64_t d = 0; d < stage->lineups; d++) {
            unsigned fresh = 0;
            for (unsigned k = 0; k < 4; k++) {
                const unsigned bot = stage->listed[d].bot[0][k];
                fresh += bot >= BOTS && deals[bot] < 10;
                now[bot]++;
            }
            assert_true(fresh <= 1);
        }
        count(&schedule, schedule.n_stages - 1, sat);
        for (unsigned b = 0; b < BOTS + NEW; b++) {
            deals[b] += now[b];
        }
    }
    assert_int_equal(sat[3] + sat[9] + sat[15], 0);
    for (unsigned b = BOTS; b < BOTS + NEW; b++) {
        assert_true(deals[b] >= 10);
    }
    uint64_t off = 0;
    for (uint64_t n = 1; n <= schedule.matches; n++) { /* all but those of the last stage */
        off += svi_schedule_is_off(&schedule, n);
    }
    assert_int_equal(off, schedule.matches - svi_ladder_stage_matches(&schedule));
}

/* A leader far ahead plays at least a quarter of an equal share. */
TEST(the_leader_has_its_deals)
{
    enum { BOTS = 12 };
    static const double elo[BOTS] = {[4] = 500};
    const struct svi_simulator sim = {.elo = elo, .seed = 8};
    const struct svi_settings settings = terms_of(BOTS, 3, 4);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    unsigned sat[BOTS] = {0};
    for (unsigned i = 0; i < 40; i++) {
        count(&schedule, i, sat);
        play(&schedule, &sim);
        assert_true(rig_plan_next(&schedule));
    }
    for (unsigned b = 0; b < BOTS; b++) {
        assert_true(sat[b] >= 640 * 3 / BOTS / 4);
    }
}

/* With one seating a deal, seats are shared out by count. */
TEST(seats_are_shared_out)
{
    enum { BOTS = 9, SEATS = 3 };
    static const double elo[BOTS];
    const struct svi_simulator sim = {.elo = elo, .seed = 6};
    struct svi_settings settings = terms_of(BOTS, SEATS, 1);
    unsigned sat[BOTS][SEATS] = {{0}};
    settings.seatings = SVI_SEATINGS_FIXED;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    for (unsigned i = 0; i < 60; i++) {
        play(&schedule, &sim);
        assert_true(rig_plan_next(&schedule));
    }
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        struct svi_pairing p;
        svi_schedule_seating(&schedule, n, &p);
        for (unsigned s = 0; s < SEATS; s++) {
            sat[p.bot[s]][s]++;
        }
    }
    for (unsigned b = 0; b < BOTS; b++) {
        for (unsigned s = 1; s < SEATS; s++) {
            assert_true(abs((int)sat[b][s] - (int)sat[b][0]) <= 4);
        }
    }
}

/* The same results make the same stages, and other results others. */
TEST(results_alone_decide)
{
    static const double elo[12] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110};
    const struct svi_simulator sims[] = {
        {.elo = elo, .seed = 1}, {.elo = elo, .seed = 1}, {.elo = elo, .seed = 2}};
    struct svi_schedule schedule[3];
    bool other = false;
    for (unsigned i = 0; i < 3; i++) {
        const struct svi_settings settings = terms_of(12, 3, 1);
        schedule[i] = rig_plan(&settings);
        for (unsigned k = 0; k < 12; k++) {
            play(&schedule[i], &sims[i]);
            assert_true(rig_plan_next(&schedule[i]));
        }
    }
    for (uint64_t n = 1; n <= schedule[0].matches; n++) {
        struct svi_pairing p[3];
        for (unsigned i = 0; i < 3; i++) {
            svi_schedule_match(&schedule[i], n, &p[i]);
        }
        assert_memory_equal(&p[0], &p[1], sizeof p[0]);
        other |= memcmp(p[0].bot, p[2].bot, sizeof p[0].bot) != 0;
    }
    assert_true(other);
    for (unsigned i = 0; i < 3; i++) {
        svi_schedule_finish(&schedule[i]);
    }
}

/* The figures that a ladder of six has of its bots. */
struct known {
    unsigned who[7];
    uint32_t deals[7], sat[7][SV_MAX_SEATS];
    double rating[7], variance[7], need[7];
};

static void look(const struct svi_schedule *schedule, struct known *known)
{
    struct svi_ladder_pool p = {.schedule = schedule,
                                .who = known->who,
                                .deals = known->deals,
                                .rating = known->rating,
                                .variance = known->variance,
                                .need = known->need,
                                .sat = known->sat};
    assert_ok(svi_ladder_look(&p));
    assert_int_equal(p.n, 6);
}

/* Where luck decides, ratings are of scores less luck: surer, and as near to the truth. The mean
 * luck of a table has no part in it. */
TEST(luck_is_taken_off_where_it_decides)
{
    static const double elo[6] = {0, 30, 60, 90, 120, 150};
    for (unsigned seats = 2; seats <= 4; seats++) {
        const struct svi_simulator sim = {.elo = elo, .account = 0.9, .seed = seats};
        struct svi_settings settings = terms_of(6, seats, 4);
        settings.luck = true;
        SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
        for (unsigned i = 0; i < 30; i++) {
            play(&schedule, &sim);
            assert_true(rig_plan_next(&schedule));
        }
        struct known with, without, moved;
        memset(&with, 0, sizeof with);
        memset(&without, 0, sizeof without);
        memset(&moved, 0, sizeof moved);
        look(&schedule, &with);
        for (uint64_t n = 0; n < schedule.taken; n++) {
            for (unsigned s = 0; s < seats; s++) {
                schedule.luck[n][s] += 10000 * (int32_t)(n % 7);
            }
        }
        look(&schedule, &moved);
        assert_memory_equal(&with, &moved, sizeof with);
        int32_t(*luck)[SV_MAX_SEATS] = schedule.luck;
        schedule.luck = NULL;
        look(&schedule, &without);
        schedule.luck = luck;
        double mean = 0, surer = 0, plain = 0;
        for (unsigned i = 0; i < 6; i++) {
            mean += with.rating[i] / 6;
            surer += with.variance[i];
            plain += without.variance[i];
        }
        for (unsigned i = 0; i < 6; i++) {
            const double off = with.rating[i] - mean - (elo[i] - 75) / SVI_ELO_PER_NAT;
            assert_true(off * off < 16 * with.variance[i]);
        }
        assert_true(surer < 0.6 * plain);
    }
}

/* Beyond a thousand entries, of which all but a few have left, stages go on, and seat those alone.
 */
TEST(a_season_goes_on_whoever_has_left)
{
    enum { ENTRIES = 1100, LIVING = 9 };
    static double elo[ENTRIES];
    const struct svi_simulator sim = {.elo = elo, .seed = 6};
    struct svi_settings settings = terms_of(ENTRIES, 4, 1);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    play(&schedule, &sim);
    for (unsigned i = 0; i < ENTRIES; i++) {
        settings.status[i] = i % (ENTRIES / LIVING) == 7 ? SVI_STATUS_PLAYS : SVI_STATUS_OLD;
        elo[i] = i < ENTRIES / 2 ? 1000 : 0;
    }
    const unsigned living = svi_settings_playing(&settings);
    assert_true(living >= LIVING);
    rig_plan_change(&schedule, &settings);
    for (unsigned i = 1; i <= 6; i++) {
        static unsigned sat[ENTRIES];
        memset(sat, 0, sizeof sat);
        assert_true(rig_plan_next(&schedule));
        count(&schedule, i, sat);
        for (unsigned b = 0; b < ENTRIES; b++) {
            assert_true(sat[b] == 0 || settings.status[b] == SVI_STATUS_PLAYS);
        }
        assert_int_equal(schedule.stage[i].lineups, (living + 3) / 4);
        play(&schedule, &sim);
    }
}

TEST(who_cannot_fill_a_table_is_no_ladder)
{
    struct svi_settings settings = terms_of(5, 4, 1);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    settings.status[0] = settings.status[1] = SVI_STATUS_WITHDRAWN;
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.text, "found 3 that play, expected at least 4, for a table");
    settings.status[0] = SVI_STATUS_PLAYS;
    schedule = rig_plan(&settings);
    settings.status[2] = SVI_STATUS_LEFT;
    assert_int_equal(svi_schedule_change(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.key, "bots");
}
