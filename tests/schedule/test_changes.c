/* Plans whose settings change while they are played: more bots, more deals, bots that play no more.
 * Results are made here: who is stronger ends before who is weaker, or chance. */
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

static struct svi_settings terms_of(const struct svi_format *format, unsigned bots, unsigned seats,
                                    uint32_t deals)
{
    return (struct svi_settings){
        .format = format, .bots = bots, .seats = seats, .deals = deals, .rounds = 5, .seed = {7}};
}

/* ---- more of the same ------------------------------------------------------------------------ */

struct game {
    uint8_t seed[SV_SEED_BYTES];
    unsigned bot[SV_MAX_SEATS];
};

static int compare_games(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct game));
}

/* All games of a schedule, whatever their numbers. */
static struct game *games_of(const struct svi_schedule *schedule)
{
    struct game *games = calloc(schedule->matches, sizeof *games);
    assert_non_null(games);
    for (uint64_t n = 1; n <= schedule->matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(schedule, n, &p);
        memcpy(games[n - 1].seed, p.seed, sizeof p.seed);
        memcpy(games[n - 1].bot, p.bot, sizeof p.bot);
    }
    qsort(games, schedule->matches, sizeof *games, compare_games);
    return games;
}

static void assert_same_games(const struct svi_schedule *a, const struct svi_schedule *b)
{
    SCOPED(scoped_free) struct game *ours = games_of(a), *theirs = games_of(b);
    assert_int_equal(a->matches, b->matches);
    assert_memory_equal(ours, theirs, a->matches * sizeof *ours);
}

/* A league that has grown has the games of one that was as large from the start, on the same luck,
 * and those it had before keep their numbers. */
static void assert_grows(const struct svi_settings steps[], unsigned n)
{
    SCOPED(svi_schedule_finish)
    struct svi_schedule grown = rig_plan(&steps[0]), whole = rig_plan(&steps[n - 1]);
    for (unsigned i = 1; i < n; i++) {
        const uint64_t before = grown.matches;
        SCOPED(scoped_free) struct svi_pairing *was = calloc(before, sizeof *was);
        struct svi_pairing now;
        assert_non_null(was);
        for (uint64_t k = 1; k <= before; k++) {
            svi_schedule_match(&grown, k, &was[k - 1]);
        }
        rig_plan_change(&grown, &steps[i]);
        for (uint64_t k = 1; k <= before; k++) {
            svi_schedule_match(&grown, k, &now);
            assert_memory_equal(&now, &was[k - 1], sizeof now);
        }
    }
    assert_same_games(&grown, &whole);
    for (uint64_t k = 1; k <= grown.matches;
         k++) { /* deals: all lanes of each, and no seed twice */
        struct svi_pairing p, q;
        svi_schedule_match(&grown, k, &p);
        svi_schedule_match(&grown, k % grown.lanes == 0 ? 1 : k + 1, &q);
        assert_int_equal(memcmp(p.seed, q.seed, sizeof p.seed) == 0, p.deal == q.deal);
    }
}

TEST(a_round_robin_grows)
{
    for (unsigned seats = 2; seats <= 4; seats++) {
        const struct svi_settings steps[] = {
            terms_of(&svi_format_round_robin, 5, seats, 3),
            terms_of(&svi_format_round_robin, 5, seats, 4), /* deals */
            terms_of(&svi_format_round_robin, 7, seats, 4), /* bots */
            terms_of(&svi_format_round_robin, 9, seats, 6), /* both */
        };
        assert_grows(steps, 4);
    }
}

TEST(a_gauntlet_grows)
{
    struct svi_settings steps[] = {
        terms_of(&svi_format_gauntlet, 5, 3, 2),
        terms_of(&svi_format_gauntlet, 6, 3, 2), /* one more of the field */
        terms_of(&svi_format_gauntlet, 8, 3, 5), /* a candidate, one of the field, deals */
    };
    for (unsigned i = 0; i < 3; i++) {
        steps[i].candidates[1] = steps[i].candidates[3] = true;
    }
    steps[2].candidates[6] = true;
    assert_grows(steps, 3);
}

TEST(drawn_tables_get_more_deals)
{
    struct svi_settings steps[] = {terms_of(&svi_format_round_robin, 9, 3, 2),
                                   terms_of(&svi_format_round_robin, 9, 3, 3),
                                   terms_of(&svi_format_round_robin, 9, 3, 7)};
    steps[0].tables = steps[1].tables = steps[2].tables = 11;
    assert_grows(steps, 3);
}

/* ---- bots that play no more ------------------------------------------------------------------ */

TEST(tables_of_who_is_withdrawn_are_off)
{
    struct svi_settings settings = terms_of(&svi_format_round_robin, 6, 3, 2);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    unsigned off = 0;
    settings.status[2] = SVI_STATUS_WITHDRAWN;
    rig_plan_change(&schedule, &settings);
    assert_int_equal(schedule.matches, 20 * 2 * 3);
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(&schedule, n, &p);
        const bool has = p.bot[0] == 2 || p.bot[1] == 2 || p.bot[2] == 2;
        assert_int_equal(svi_schedule_is_off(&schedule, n), has);
        off += has;
    }
    assert_int_equal(off, 10 * 2 * 3);
    settings.status[2] = SVI_STATUS_PLAYS;
    rig_plan_change(&schedule, &settings);
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        assert_false(svi_schedule_is_off(&schedule, n));
    }
}

static bool sits(const struct svi_schedule *schedule, unsigned stage, unsigned bot)
{
    bool there = false;
    for (uint64_t t = 0; t < schedule->stage[stage].lineups; t++) {
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            there |= schedule->stage[stage].listed[t].bot[0][s] == bot;
        }
    }
    return there;
}

TEST(a_swiss_goes_on_without_one_and_with_another)
{
    struct svi_settings settings = terms_of(&svi_format_swiss, 12, 4, 1);
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    struct monkey luck;
    monkey_init(&luck, 3);
    rig_plan_play_to(&schedule, schedule.matches / 2, &luck);
    settings.status[5] = SVI_STATUS_WITHDRAWN;
    settings.status[6] = SVI_STATUS_DISQUALIFIED;
    settings.bots = 14;
    rig_plan_change(&schedule, &settings);
    for (uint64_t n = 1; n <= schedule.matches; n++) {
        assert_false(svi_schedule_is_off(&schedule, n)); /* it forfeits the rest of the round */
    }
    unsigned sat[14] = {0};
    do {
        rig_plan_play_to(&schedule, schedule.matches, &luck);
        for (unsigned b = 0; b < 14; b++) {
            sat[b] += sits(&schedule, schedule.n_stages - 1, b);
        }
    } while (rig_plan_next(&schedule));
    assert_int_equal(schedule.n_stages, 5);
    for (unsigned b = 0; b < 14; b++) {
        assert_int_equal(sat[b], b == 5 || b == 6 ? 1 : b >= 12 ? 4 : 5);
    }
}

/* A bot can be withdrawn at any time. It sits nowhere after that stage, and the others end in a
 * final, if there are enough. */
TEST(a_knockout_puts_out_who_is_gone)
{
    struct monkey luck;
    monkey_init(&luck, 11);
    for (unsigned run = 0; run < 400; run++) {
        const unsigned bots = 4 + monkey_below(&luck, 30);
        const unsigned seats = 2 + monkey_below(&luck, bots < 8 ? bots - 2 : 6);
        struct svi_settings settings = terms_of(&svi_format_knockout, bots, seats, 1);
        SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
        unsigned last[34], playing = bots, standing[SVI_MAX_BOTS];
        for (unsigned b = 0; b < bots; b++) {
            last[b] = UINT32_MAX; /* stage after which it may not sit */
        }
        do {
            rig_plan_play_to(&schedule, schedule.matches - monkey_below(&luck, 2), &luck);
            if (monkey_below(&luck, 3) > 0 && playing > 1) {
                const unsigned b = monkey_below(&luck, bots);
                playing -= settings.status[b] == SVI_STATUS_PLAYS;
                last[b] = last[b] == UINT32_MAX ? schedule.n_stages - 1 : last[b];
                settings.status[b] = SVI_STATUS_WITHDRAWN;
                rig_plan_change(&schedule, &settings);
            }
            rig_plan_play_to(&schedule, schedule.matches, &luck);
            for (unsigned b = 0; b < bots; b++) {
                assert_true(schedule.n_stages - 1 <= last[b] ||
                            !sits(&schedule, schedule.n_stages - 1, b));
            }
        } while (rig_plan_next(&schedule));
        assert_true(schedule.n_stages < 12);
        svi_schedule_stand(&schedule, standing);
    }
}

/* Decisions stay: a schedule made again from the same results and changes is the same. */
TEST(changes_make_the_same_plan_again)
{
    static const struct svi_format *const formats[] = {&svi_format_swiss, &svi_format_knockout};
    for (unsigned run = 0; run < 40; run++) {
        const struct svi_format *format = formats[run % 2];
        struct svi_schedule schedule[2];
        for (unsigned again = 0; again < 2; again++) {
            struct svi_settings settings = terms_of(format, 20, 3, 1);
            struct monkey luck;
            monkey_init(&luck, run);
            schedule[again] = rig_plan(&settings);
            for (bool more = true; more; more = rig_plan_next(&schedule[again])) {
                rig_plan_play_to(&schedule[again], schedule[again].matches / 2, &luck);
                settings.status[monkey_below(&luck, 20)] =
                    monkey_below(&luck, 2) > 0 ? SVI_STATUS_WITHDRAWN : SVI_STATUS_DISQUALIFIED;
                rig_plan_change(&schedule[again], &settings);
                rig_plan_play_to(&schedule[again], schedule[again].matches, &luck);
            }
        }
        assert_same_games(&schedule[0], &schedule[1]);
        svi_schedule_finish(&schedule[0]);
        svi_schedule_finish(&schedule[1]);
    }
}

TEST(a_test_without_its_candidate_is_over)
{
    struct svi_settings settings = terms_of(&svi_format_sprt, 7, 3, 2000);
    SCOPED(svi_buf_finish) struct svi_buf line = {0};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    struct monkey luck;
    settings.sprt.given = true;
    settings.sprt.value[SVI_SPRT_candidate] = 1;
    settings.sprt.value[SVI_SPRT_baseline] = 3;
    settings.sprt.value[SVI_SPRT_elo0] = 0;
    settings.sprt.value[SVI_SPRT_elo1] = 5 * SVI_MILLION;
    settings.sprt.value[SVI_SPRT_points0] = settings.sprt.value[SVI_SPRT_points1] = SVI_NONE_GIVEN;
    settings.sprt.value[SVI_SPRT_alpha] = settings.sprt.value[SVI_SPRT_beta] = 50000;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    monkey_init(&luck, 1);
    rig_plan_play_to(&schedule, 300, &luck);
    settings.status[5] = SVI_STATUS_WITHDRAWN; /* one of the field */
    rig_plan_change(&schedule, &settings);
    assert_false(svi_schedule_is_off(&schedule, schedule.matches));
    rig_plan_play_to(&schedule, schedule.matches, &luck);
    assert_true(rig_plan_next(&schedule));
    assert_false(sits(&schedule, schedule.n_stages - 1, 5));
    settings.status[1] = SVI_STATUS_WITHDRAWN;
    rig_plan_change(&schedule, &settings);
    assert_true(svi_schedule_is_off(&schedule, schedule.matches));
    rig_plan_play_to(&schedule, schedule.matches, &luck);
    assert_false(rig_plan_next(&schedule));
    svi_format_sprt.tell(&schedule, names, &line);
    svi_buf_byte(&line, 0);
    assert_contains((char *)line.data, "undecided after 100 deals");
}

TEST(places_are_separated_without_who_is_gone)
{
    struct svi_settings settings = terms_of(&svi_format_round_robin, 8, 4, 1000);
    settings.stop_when.given = true;
    settings.stop_when.value[SVI_STOP_top] = 2;
    settings.stop_when.value[SVI_STOP_confidence] = 950000;
    settings.stop_when.value[SVI_STOP_max_deals] = 600;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = rig_plan(&settings);
    struct monkey luck;
    unsigned standing[SVI_MAX_BOTS];
    monkey_init(&luck, 4);
    rig_plan_play_to(&schedule, schedule.matches, &luck);
    settings.status[0] = SVI_STATUS_WITHDRAWN; /* the bot that would have won */
    settings.status[1] = SVI_STATUS_DISQUALIFIED;
    rig_plan_change(&schedule, &settings);
    while (rig_plan_next(&schedule)) {
        assert_false(sits(&schedule, schedule.n_stages - 1, 0) ||
                     sits(&schedule, schedule.n_stages - 1, 1));
        rig_plan_play_to(&schedule, schedule.matches, NULL);
    }
    svi_schedule_stand(&schedule, standing);
    assert_int_equal(standing[2], 0);
    assert_int_equal(standing[3], 0);
    assert_int_equal(standing[4], 1);
    for (unsigned b = 4; b < 8; b++) { /* nothing is left to be separated */
        settings.status[b] = SVI_STATUS_WITHDRAWN;
    }
    rig_plan_change(&schedule, &settings);
    assert_false(rig_plan_next(&schedule));
}

TEST(statuses_are_read_as_they_are_written)
{
    struct svi_settings settings = terms_of(&svi_format_swiss, 40, 4, 1), other = settings;
    struct svi_buf text = {0};
    for (unsigned i = 0; i < 40; i++) {
        settings.status[i] = (uint8_t)(i % SVI_STATUS_COUNT);
        settings.remembers[i] = i % 3 == 0;
        other.remembers[i] = i % 2 == 0;
    }
    svi_settings_statuses(&settings, &text);
    svi_buf_byte(&text, 0);
    assert_true(svi_settings_parse_statuses(&other, (const char *)text.data));
    assert_memory_equal(settings.status, other.status, sizeof settings.status);
    assert_memory_equal(settings.remembers, other.remembers, sizeof settings.remembers);
    svi_buf_finish(&text);
    static const char *const wrong[] = {"40 old\n", "1 older\n", "1 old", "-1 old\n",
                                        "1old\n",   "1 \n",      "x",     "1 old\n\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(svi_settings_parse_statuses(&other, wrong[i]));
    }
}
