/* A ladder's stages: who plays, where, and what the order costs against a round robin. */
#include "league/simulate.h"
#include "schedule/format.h"
#include "schedule/schedule.h"
#include "stats/numeric.h"
#include "tests/schedule/schedule_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

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
        svi_schedule_seating(schedule, schedule->taken + 1, &p);
        svi_simulate_match(sim, &p, schedule->settings.seats, schedule->settings.lanes, place);
        const bool off = svi_schedule_is_off(schedule, schedule->taken + 1);
        assert_int_equal(svi_schedule_take(schedule, off ? NULL : place), SV_OK);
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

/* Without a result all are alike: the first stage seats everybody, one or two twice where that
 * fills the last table. */
static void the_first_stage_seats_everybody(void **state)
{
    (void)state;
    for (unsigned bots = 2; bots <= 40; bots += 1 + bots / 6) {
        for (unsigned seats = 2; seats <= 8 && seats <= bots; seats++) {
            const struct svi_settings settings = terms_of(bots, seats, 2);
            struct svi_schedule schedule = rig_plan(&settings);
            unsigned sat[40] = {0};
            count(&schedule, 0, sat);
            assert_int_equal(schedule.stage[0].lineups, (bots + seats - 1) / seats);
            for (unsigned b = 0; b < bots; b++) {
                assert_true(sat[b] == 1 || sat[b] == 2);
            }
            assert_int_equal(svi_ladder_stage_matches(&schedule), schedule.matches);
            svi_schedule_finish(&schedule);
        }
    }
}

/* Who plays no more sits nowhere; a new entry sits most; a result that is missing is no obstacle.
 */
static void those_play_of_whom_least_is_known(void **state)
{
    (void)state;
    enum { BOTS = 20 };
    double elo[BOTS + 1] = {0};
    const struct svi_simulator sim = {.elo = elo, .seed = 5};
    struct svi_settings settings = terms_of(BOTS, 4, 2);
    struct svi_schedule schedule = rig_plan(&settings);
    unsigned sat[BOTS + 1] = {0};
    for (unsigned b = 0; b < BOTS; b++) {
        elo[b] = 25.0 * b;
    }
    for (unsigned i = 0; i < 40; i++) {
        play(&schedule, &sim);
        assert_true(rig_plan_next(&schedule));
    }
    settings.bots = BOTS + 1;
    elo[BOTS] = 240;
    settings.status[3] = SVI_STATUS_OLD;
    settings.status[9] = SVI_STATUS_LEFT;
    settings.status[15] = SVI_STATUS_DISQUALIFIED;
    struct svi_schedule_fault fault;
    assert_int_equal(svi_schedule_change(&schedule, &settings, &fault), SV_OK);
    for (unsigned i = 0; i < 4; i++) {
        play(&schedule, &sim);
        assert_true(rig_plan_next(&schedule));
        unsigned now[BOTS + 1] = {0};
        count(&schedule, schedule.n_stages - 1, sat);
        count(&schedule, schedule.n_stages - 1, now);
        for (unsigned b = 0; b <= BOTS; b++) {
            assert_true(now[b] <= 3);
        }
    }
    assert_int_equal(sat[3] + sat[9] + sat[15], 0);
    for (unsigned b = 0; b < BOTS; b++) {
        assert_true(sat[b] <= sat[BOTS]);
    }
    uint64_t off = 0;
    for (uint64_t n = 1; n <= schedule.matches; n++) { /* all but those of the last stage */
        off += svi_schedule_is_off(&schedule, n);
    }
    assert_int_equal(off, schedule.matches - svi_ladder_stage_matches(&schedule));
    svi_schedule_finish(&schedule);
}

/* With one seating a deal, seats are shared out by count. */
static void seats_are_shared_out(void **state)
{
    (void)state;
    enum { BOTS = 9, SEATS = 3 };
    static const double elo[BOTS];
    const struct svi_simulator sim = {.elo = elo, .seed = 6};
    struct svi_settings settings = terms_of(BOTS, SEATS, 1);
    unsigned sat[BOTS][SEATS] = {{0}};
    settings.seatings = SVI_SEATINGS_FIXED;
    struct svi_schedule schedule = rig_plan(&settings);
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
    svi_schedule_finish(&schedule);
}

/* The same results make the same stages, and other results others. */
static void results_alone_decide(void **state)
{
    (void)state;
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

static void who_cannot_fill_a_table_is_no_ladder(void **state)
{
    (void)state;
    struct svi_settings settings = terms_of(5, 4, 1);
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    settings.status[0] = settings.status[1] = SVI_STATUS_WITHDRAWN;
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.text, "found 3 that play, expected at least 4, for a table");
    settings.status[0] = SVI_STATUS_PLAYS;
    schedule = rig_plan(&settings);
    settings.status[2] = SVI_STATUS_LEFT;
    assert_int_equal(svi_schedule_change(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.key, "bots");
    svi_schedule_finish(&schedule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_stage_seats_everybody),
        cmocka_unit_test(those_play_of_whom_least_is_known),
        cmocka_unit_test(seats_are_shared_out),
        cmocka_unit_test(results_alone_decide),
        cmocka_unit_test(who_cannot_fill_a_table_is_no_ladder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
