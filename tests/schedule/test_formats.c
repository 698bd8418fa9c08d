/* Formats that go by results, played with results made here: who is stronger ends before who is
 * weaker, or chance. */
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "stats/sprt.h"
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

static struct svi_schedule make(const struct svi_format *format, unsigned bots, unsigned seats,
                                uint32_t deals, uint32_t rounds)
{
    const struct svi_settings settings = {.format = format,
                                          .bots = bots,
                                          .seats = seats,
                                          .deals = deals,
                                          .rounds = rounds,
                                          .seed = {9, (uint8_t)bots}};
    return rig_plan(&settings);
}

/* The bots of a stage sit in one seat each; how many they are. */
static unsigned seat_once(const struct svi_schedule *schedule, unsigned stage, bool sits[])
{
    unsigned n = 0;
    memset(sits, 0, schedule->settings.bots * sizeof *sits);
    for (uint64_t t = 0; t < schedule->stage[stage].lineups; t++) {
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            const unsigned bot = schedule->stage[stage].listed[t].bot[0][s];
            assert_true(bot < schedule->settings.bots && !sits[bot]);
            sits[bot] = true;
            n++;
        }
    }
    return n;
}

/* ---- swiss ---------------------------------------------------------------------------------- */

/* As many rounds as asked for; everybody sits in each, but for as few as must sit out, all about as
 * often. */
TEST(swiss_seats_everybody)
{
    for (unsigned bots = 2; bots <= 40; bots += 1 + bots / 3) {
        for (unsigned seats = 2; seats <= 8 && seats <= bots; seats += bots < 12 ? 1 : 6) {
            SCOPED(svi_schedule_finish)
            struct svi_schedule schedule = make(&svi_format_swiss, bots, seats, 2, 6);
            struct monkey luck;
            bool sits[40];
            unsigned out[40] = {0}, least = 6, most = 0;
            monkey_init(&luck, bots * 10 + seats);
            do {
                assert_int_equal(seat_once(&schedule, schedule.n_stages - 1, sits),
                                 bots - bots % seats);
                for (unsigned b = 0; b < bots; b++) {
                    out[b] += !sits[b];
                }
                rig_plan_play(&schedule, &luck);
            } while (rig_plan_next(&schedule));
            assert_int_equal(schedule.n_stages, 6);
            assert_int_equal(schedule.matches, (uint64_t)6 * 2 * (bots / seats) * seats);
            for (unsigned b = 0; b < bots; b++) {
                least = out[b] < least ? out[b] : least;
                most = out[b] > most ? out[b] : most;
            }
            assert_true(most - least <= 1);
        }
    }
}

/* 64 bots at tables of 4 have room to meet new ones for five rounds: nearly all do, and yet tables
 * are of neighbours. */
TEST(swiss_avoids_meeting_again)
{
    enum { BOTS = 64, SEATS = 4 };
    static unsigned met[BOTS][BOTS];
    SCOPED(svi_schedule_finish)
    struct svi_schedule schedule = make(&svi_format_swiss, BOTS, SEATS, 1, 5);
    unsigned again = 0;
    uint64_t apart = 0;
    memset(met, 0, sizeof met);
    do {
        const struct svi_stage *stage = &schedule.stage[schedule.n_stages - 1];
        apart = 0;
        for (uint64_t t = 0; t < stage->lineups; t++) {
            const unsigned *bot = stage->listed[t].bot[0];
            for (unsigned a = 0; a < SEATS; a++) {
                for (unsigned b = a + 1; b < SEATS; b++) {
                    const unsigned one = bot[a] < bot[b] ? bot[a] : bot[b];
                    const unsigned other = bot[a] + bot[b] - one;
                    again += met[one][other]++ > 0;
                    apart += other - one;
                }
            }
        }
        rig_plan_play(&schedule, NULL);
    } while (rig_plan_next(&schedule));
    assert_true(again <= 12); /* of 480 meetings */
    /* in the last round neighbours are some ten places apart in strength; drawn by lot it would be
     * 21.7 */
    assert_true(apart < (uint64_t)16 * 6 * 14);
}

/* ---- knockout ------------------------------------------------------------------------------- */

/* Any number of bots is reduced to one full table, which the strongest wins. Bots that play on
 * stand before bots that are out, and no bot is out without having lost. */
TEST(knockout_ends_in_a_final)
{
    for (unsigned bots = 2; bots <= 45; bots += 1 + bots / 7) {
        for (unsigned seats = 2; seats <= 8 && seats <= bots; seats++) {
            struct svi_schedule schedule = make(&svi_format_knockout, bots, seats, 1, 0);
            unsigned last[45] = {0}, standing[45], stages = 1, in = bots;
            bool sits[45];
            do {
                const unsigned n = seat_once(&schedule, schedule.n_stages - 1, sits);
                assert_int_equal(n, in - in % seats);
                for (unsigned b = 0; b < bots; b++) {
                    last[b] = sits[b] ? schedule.n_stages : last[b];
                }
                rig_plan_play(&schedule, NULL);
                if (!rig_plan_next(&schedule)) {
                    break;
                }
                const unsigned losers = in / seats * (seats / 2);
                in -= in - seats < losers ? in - seats : losers;
                stages++;
            } while (true);
            assert_int_equal(in, seats);
            assert_int_equal(stages, schedule.n_stages);
            svi_schedule_stand(&schedule, standing);
            assert_int_equal(standing[0], 0);
            for (unsigned a = 0; a < bots; a++) {
                for (unsigned b = 0; b < bots; b++) {
                    assert_true(last[a] <= last[b] || standing[a] < standing[b]);
                }
            }
            svi_schedule_finish(&schedule);
        }
    }
}

/* ---- sprt ------------------------------------------------------------------------------------ */

enum { CANDIDATE = 1, BASELINE = 3 };

static struct svi_settings sprt_terms(unsigned bots, unsigned seats, uint32_t deals)
{
    struct svi_settings settings = {.format = &svi_format_sprt,
                                    .bots = bots,
                                    .seats = seats,
                                    .deals = deals,
                                    .seed = {4, (uint8_t)seats},
                                    .sprt = {.given = true}};
    settings.sprt.value[SVI_SPRT_candidate] = bots > 2 ? CANDIDATE : 1;
    settings.sprt.value[SVI_SPRT_baseline] = bots > 2 ? BASELINE : 0;
    settings.sprt.value[SVI_SPRT_elo0] = 0;
    settings.sprt.value[SVI_SPRT_elo1] = 60 * SVI_MILLION;
    settings.sprt.value[SVI_SPRT_points0] = SVI_NONE_GIVEN;
    settings.sprt.value[SVI_SPRT_points1] = SVI_NONE_GIVEN;
    settings.sprt.value[SVI_SPRT_alpha] = settings.sprt.value[SVI_SPRT_beta] = 50000;
    return settings;
}

/* Both sit in the same seats against the same bots on the same seed, and no other candidate takes
 * part. */
TEST(sprt_compares_like_with_like)
{
    for (unsigned seats = 2; seats <= 8; seats++) {
        const struct svi_settings settings = sprt_terms(seats + 3, seats, 400);
        unsigned met[12] = {0};
        struct svi_schedule schedule = rig_plan(&settings);
        assert_int_equal(schedule.lanes, 2 * seats);
        assert_int_equal(schedule.matches, (uint64_t)100 * schedule.lanes);
        for (uint64_t n = 1; n <= schedule.matches; n++) {
            struct svi_pairing p, q;
            svi_schedule_match(&schedule, n, &p);
            if (p.lane >= seats) {
                continue;
            }
            svi_schedule_match(&schedule, n + seats, &q);
            assert_int_equal(p.deal, q.deal);
            assert_memory_equal(p.seed, q.seed, sizeof p.seed);
            unsigned own = 0;
            for (unsigned s = 0; s < seats; s++) {
                assert_true(p.bot[s] != BASELINE && q.bot[s] != CANDIDATE);
                own += p.bot[s] == CANDIDATE;
                assert_int_equal(q.bot[s], p.bot[s] == CANDIDATE ? BASELINE : p.bot[s]);
                met[p.bot[s]]++;
            }
            assert_int_equal(own, 1);
        }
        for (unsigned b = 0; b < settings.bots; b++) { /* two of them sit out, by lot */
            assert_true(b == BASELINE || met[b] > 100 * seats / 5);
        }
        svi_schedule_finish(&schedule);
    }
}

/* The schedule decides as the test alone does with the same differences, after the same deal, and
 * stops within the stage. */
TEST(sprt_decides_by_its_test)
{
    unsigned better = 0, no_better = 0;
    for (unsigned seats = 2; seats <= 8; seats += 2) {
        for (unsigned run = 0; run < 24; run++) {
            const unsigned bots = seats == 2 && run % 2 == 1 ? 2 : seats + 2;
            const struct svi_settings settings = sprt_terms(bots, seats, 2000);
            const unsigned candidate = (unsigned)settings.sprt.value[SVI_SPRT_candidate];
            const unsigned baseline = (unsigned)settings.sprt.value[SVI_SPRT_baseline];
            const unsigned edge = run % 3 == 0 ? 0 : run % 3 == 1 ? 150 : 400;
            struct svi_sprt alone;
            struct svi_sprt_settings test = {.alpha = .05, .beta = .05};
            struct monkey luck;
            test.points1 = svi_sprt_points(60, bots == 2 ? 2 : 0);
            svi_sprt_init(&alone, &test);
            monkey_init(&luck, run * 10 + seats);
            SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
            int64_t sum = 0;
            do {
                while (schedule.taken < schedule.matches) {
                    struct svi_pairing p;
                    uint8_t place[SV_MAX_SEATS] = {0};
                    unsigned key[SV_MAX_SEATS];
                    svi_schedule_match(&schedule, schedule.taken + 1, &p);
                    for (unsigned s = 0; s < seats; s++) {
                        key[s] = monkey_below(&luck, 2000) * 8 + s -
                                 (p.bot[s] == candidate ? edge * 8 : 0) + 4000;
                    }
                    for (unsigned s = 0; s < seats; s++) {
                        place[s] = 1;
                        for (unsigned o = 0; o < seats; o++) {
                            place[s] = (uint8_t)(place[s] + (key[o] < key[s]));
                        }
                        sum += p.bot[s] == candidate ? (int64_t)(seats - place[s]) : 0;
                        sum -= p.bot[s] == baseline ? (int64_t)(seats - place[s]) : 0;
                    }
                    assert_ok(svi_schedule_take(&schedule, place, NULL));
                    if (schedule.taken % schedule.lanes == 0) {
                        (void)svi_sprt_add(&alone, (double)(2 * sum) / (2.0 * (seats - 1) * seats));
                        sum = 0;
                    }
                }
            } while (rig_plan_next(&schedule));
            SCOPED(svi_buf_finish) struct svi_buf line = {0};
            const char *names[12] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
            char expected[64];
            svi_format_sprt.tell(&schedule, names, &line);
            svi_buf_byte(&line, 0);
            (void)snprintf(expected, sizeof expected, "after %u deals", (unsigned)alone.deals);
            assert_contains((char *)line.data, expected);
            assert_true(alone.state != SVI_SPRT_GOES_ON || alone.deals == 2000);
            assert_true(schedule.matches / schedule.lanes <= alone.deals + alone.deals / 4 + 50);
            better += alone.state == SVI_SPRT_CANDIDATE;
            no_better += alone.state == SVI_SPRT_BASELINE;
        }
    }
    assert_true(better >= 20 && no_better >= 15);
}

/* Settings that make no test are refused, by their key. */
TEST(sprt_needs_a_test)
{
    static const struct {
        unsigned field;
        int64_t value;
        const char *text;
    } cases[] = {
        {SVI_SPRT_candidate, SVI_NONE_GIVEN, "found no candidate or no baseline"},
        {SVI_SPRT_baseline, CANDIDATE, "found one bot as candidate and baseline"},
        {SVI_SPRT_elo1, SVI_NONE_GIVEN, "found neither or more than one pair of limits"},
        {SVI_SPRT_points1, 5, "found neither or more than one pair of limits"},
        {SVI_SPRT_elo1, 0, "found a first limit that is not below the second"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct svi_settings settings = sprt_terms(6, 4, 100);
        struct svi_schedule schedule;
        struct svi_schedule_fault fault;
        settings.sprt.value[cases[i].field] = cases[i].value;
        assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
        assert_string_equal(fault.key, "sprt");
        assert_memory_equal(fault.text, cases[i].text, strlen(cases[i].text));
    }
    struct svi_settings settings = sprt_terms(4, 4, 100);
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    assert_int_equal(svi_schedule_init(&schedule, &settings, &fault), SV_E_RANGE);
    assert_string_equal(fault.key, "seats");
}

/* The same results make the same schedule, whenever they are taken in. */
TEST(results_alone_make_the_plan)
{
    static const struct svi_format *const formats[] = {&svi_format_swiss, &svi_format_knockout};
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        SCOPED(svi_schedule_finish)
        struct svi_schedule a = make(formats[f], 13, 4, 2, 4), b = make(formats[f], 13, 4, 2, 4);
        struct monkey one, other;
        monkey_init(&one, 5);
        monkey_init(&other, 5);
        bool more = true;
        while (more) {
            rig_plan_play(&a, &one);
            rig_plan_play(&b, &other);
            more = rig_plan_next(&a);
            assert_int_equal(rig_plan_next(&b), more);
            assert_int_equal(a.matches, b.matches);
            for (uint64_t n = 1; n <= a.matches; n++) {
                struct svi_pairing p, q;
                svi_schedule_match(&a, n, &p);
                svi_schedule_match(&b, n, &q);
                assert_memory_equal(&p, &q, sizeof p);
            }
        }
    }
}
