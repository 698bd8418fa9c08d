/* Designs that are balanced: seats and neighbours over the deals of a table, and the rounds of a
 * Swiss. */
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "tests/base/testing.h"
#include "tests/schedule/schedule_rig.h"

#define MOST_BOTS 64u

/* Games of each bot in each seat, and behind each other. */
struct counts {
    unsigned sat[MOST_BOTS][SV_MAX_SEATS], behind[MOST_BOTS][MOST_BOTS];
};

static void count(struct counts *c, const unsigned bot[], unsigned seats)
{
    for (unsigned s = 0; s < seats; s++) {
        c->sat[bot[s]][s]++;
        c->behind[bot[(s + 1) % seats]][bot[s]]++;
    }
}

/* The difference of the most and the least games of a bot in a seat; and behind another. */
static unsigned spread_of_seats(const struct counts *c, unsigned bots, unsigned seats)
{
    unsigned spread = 0;
    for (unsigned b = 0; b < bots; b++) {
        unsigned least = UINT32_MAX, most = 0;
        for (unsigned s = 0; s < seats; s++) {
            least = c->sat[b][s] < least ? c->sat[b][s] : least;
            most = c->sat[b][s] > most ? c->sat[b][s] : most;
        }
        spread = most - least > spread ? most - least : spread;
    }
    return spread;
}

static unsigned spread_behind(const struct counts *c, unsigned bots)
{
    unsigned least = UINT32_MAX, most = 0;
    for (unsigned a = 0; a < bots; a++) {
        for (unsigned b = 0; b < bots; b++) {
            least = a != b && c->behind[a][b] < least ? c->behind[a][b] : least;
            most = c->behind[a][b] > most ? c->behind[a][b] : most;
        }
    }
    return most - least;
}

/* Over a period of deals, from whichever on, every bot has every seat and every neighbour equally
 * often, at tables of all sizes. */
TEST(a_period_is_even)
{
    static const unsigned table[SV_MAX_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const enum svi_seatings kinds[] = {SVI_SEATINGS_ROTATIONS, SVI_SEATINGS_FIXED};
    for (unsigned seats = 2; seats <= SV_MAX_SEATS; seats++) {
        for (unsigned k = 0; k < 2; k++) {
            const uint32_t period = svi_seatings_period(kinds[k], seats);
            for (uint64_t from = 0; from < period; from++) {
                struct counts c = {0};
                for (uint64_t turn = from; turn < from + period; turn++) {
                    for (uint32_t i = 0; i < svi_seatings_each(kinds[k], seats); i++) {
                        unsigned bot[SV_MAX_SEATS];
                        svi_seatings_seat(kinds[k], table, seats,
                                          &(struct svi_seats_turn){.deal = turn}, i, bot);
                        count(&c, bot, seats);
                    }
                }
                assert_int_equal(spread_of_seats(&c, seats, seats), 0);
                assert_int_equal(spread_behind(&c, seats), 0);
            }
        }
    }
}

/* Each deal of rotations, and each `seats` deals of fixed seats, have everybody in each seat once;
 * and turn 0 is the order of the table. */
TEST(every_seat_once)
{
    static const unsigned table[SV_MAX_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (unsigned seats = 2; seats <= SV_MAX_SEATS; seats++) {
        for (uint64_t deal = 0; deal < 60; deal++) {
            struct counts rotations = {0}, fixed = {0};
            for (unsigned i = 0; i < seats; i++) {
                unsigned bot[SV_MAX_SEATS];
                svi_seatings_seat(SVI_SEATINGS_ROTATIONS, table, seats,
                                  &(struct svi_seats_turn){.deal = deal}, i, bot);
                assert_true(deal + i > 0 || memcmp(bot, table, seats * sizeof *bot) == 0);
                count(&rotations, bot, seats);
                svi_seatings_seat(SVI_SEATINGS_FIXED, table, seats,
                                  &(struct svi_seats_turn){.deal = deal * seats + i}, 0, bot);
                count(&fixed, bot, seats);
            }
            assert_int_equal(spread_of_seats(&rotations, seats, seats), 0);
            assert_int_equal(spread_of_seats(&fixed, seats, seats), 0);
        }
    }
}

/* Leagues of older versions keep their seatings: `rotations` the cyclic order, `fixed` the
 * seats. */
TEST(old_seatings_stay)
{
    for (uint64_t turn = 0; turn < 30; turn++) {
        for (uint32_t seating = 0; seating < 4; seating++) {
            static const unsigned table[] = {3, 5, 7, 9};
            unsigned bot[SV_MAX_SEATS];
            svi_seatings_seat(
                SVI_SEATINGS_OLD_ROTATIONS, table, 4,
                &(struct svi_seats_turn){.deal = turn, .rotation = turn, .order = turn}, seating,
                bot);
            for (unsigned s = 0; s < 4; s++) {
                assert_int_equal(bot[s], table[(s + seating) % 4]);
            }
        }
    }
    assert_int_equal(svi_seatings_resume(SVI_SEATINGS_FIXED, "fixed"), SVI_SEATINGS_OLD_FIXED);
    assert_int_equal(svi_seatings_resume(SVI_SEATINGS_FIXED, "fixed (design 2)"),
                     SVI_SEATINGS_FIXED);
    assert_int_equal(svi_seatings_resume(SVI_SEATINGS_FIXED, "rotations"), SVI_SEATINGS_FIXED);
    assert_int_equal(svi_seatings_resume(SVI_SEATINGS_AUTO, "rotations"),
                     SVI_SEATINGS_OLD_ROTATIONS);
}

static void play_counted(struct svi_schedule *schedule, struct counts *c)
{
    for (uint64_t n = 1; n <= schedule->matches; n++) {
        struct svi_pairing p;
        svi_schedule_seating(schedule, n, &p);
        count(c, p.bot, schedule->settings.seats);
    }
}

/* A round robin is even within what its deals leave over, whatever table comes when: neighbours
 * with rotations, seats too with one seating. */
TEST(round_robins_are_even)
{
    static const unsigned deals[] = {1, 3, 12};
    for (unsigned seats = 2; seats <= 5; seats++) {
        for (unsigned d = 0; d < 3; d++) {
            struct svi_settings settings = {.format = &svi_format_round_robin,
                                            .bots = 10,
                                            .seats = seats,
                                            .deals = deals[d],
                                            .lanes = SVI_LANES_OFF};
            struct counts rotations = {0}, fixed = {0}, before = {0};
            struct svi_schedule s = rig_plan(&settings);
            play_counted(&s, &rotations);
            svi_schedule_finish(&s);
            settings.seatings = SVI_SEATINGS_FIXED;
            s = rig_plan(&settings);
            play_counted(&s, &fixed);
            const unsigned games = (unsigned)(s.matches * seats / 10); /* of a bot */
            svi_schedule_finish(&s);
            assert_int_equal(spread_of_seats(&rotations, 10, seats), 0);
            const unsigned most = 2 + games / 14;
            assert_true(spread_behind(&rotations, 10) <= seats * most);
            assert_true(spread_of_seats(&fixed, 10, seats) <= 2 + games / 9);
            assert_true(spread_behind(&fixed, 10) <= most);
            settings.seatings = SVI_SEATINGS_OLD_FIXED;
            s = rig_plan(&settings);
            play_counted(&s, &before);
            svi_schedule_finish(&s);
            assert_int_equal(spread_of_seats(&before, 10, seats), games); /* one seat for all */
        }
    }
}

/* One seating a deal: who is compared in an SPRT does not keep a seat, nor do the tables of a
 * knockout. */
TEST(seats_turn_where_lineups_are_drawn)
{
    struct svi_settings settings = {.format = &svi_format_knockout,
                                    .bots = 16,
                                    .seats = 4,
                                    .deals = 24,
                                    .seatings = SVI_SEATINGS_FIXED,
                                    .lanes = SVI_LANES_OFF};
    struct counts c = {0};
    struct svi_schedule s = rig_plan(&settings);
    play_counted(&s, &c);
    assert_int_equal(spread_of_seats(&c, 16, 4), 0);
    svi_schedule_finish(&s);
    settings.format = &svi_format_sprt;
    settings.deals = 400;
    settings.sprt = (struct svi_group){.given = true};
    svi_group_init(&settings.sprt, svi_sprt_keys, SVI_SPRT_FIELD_COUNT);
    settings.sprt.value[SVI_SPRT_candidate] = 0;
    settings.sprt.value[SVI_SPRT_baseline] = 1;
    settings.sprt.value[SVI_SPRT_elo0] = 0;
    settings.sprt.value[SVI_SPRT_elo1] = 40000000;
    memset(&c, 0, sizeof c);
    s = rig_plan(&settings);
    for (uint64_t n = 1; n + 1 <= s.matches; n += 2) { /* both play a deal from the same seat */
        struct svi_pairing one, other;
        svi_schedule_seating(&s, n, &one);
        svi_schedule_seating(&s, n + 1, &other);
        for (unsigned seat = 0; seat < 4; seat++) {
            assert_true(one.bot[seat] == other.bot[seat] ||
                        (one.bot[seat] == 0 && other.bot[seat] == 1));
            c.sat[0][seat] += one.bot[seat] == 0;
        }
    }
    assert_true(spread_of_seats(&c, 1, 4) <= 1);
    svi_schedule_finish(&s);
}

/* ---- swiss ---------------------------------------------------------------------------------- */

/* Times that pairs met, and how often: 1 for a second time, 3 for a third. */
static unsigned repeats_of(const struct svi_schedule *schedule)
{
    const unsigned bots = schedule->settings.bots;
    static unsigned times[MOST_BOTS][MOST_BOTS];
    unsigned repeats = 0;
    memset(times, 0, sizeof times);
    for (unsigned i = 0; i < schedule->n_stages; i++) {
        for (uint64_t t = 0; t < schedule->stage[i].lineups; t++) {
            const unsigned *bot = schedule->stage[i].listed[t].bot[0];
            for (unsigned a = 0; a < schedule->settings.seats; a++) {
                for (unsigned b = 0; b < schedule->settings.seats; b++) {
                    times[bot[a]][bot[b]] += a != b;
                }
            }
        }
    }
    for (unsigned a = 0; a < bots; a++) {
        for (unsigned b = 0; b < a; b++) {
            repeats += times[a][b] * (times[a][b] - 1) / 2;
        }
    }
    return repeats;
}

static struct svi_schedule play_swiss(unsigned bots, unsigned seats, uint32_t rounds,
                                      uint32_t deals, enum svi_seatings seatings, uint8_t seed)
{
    const struct svi_settings settings = {.format = &svi_format_swiss,
                                          .bots = bots,
                                          .seats = seats,
                                          .deals = deals,
                                          .rounds = rounds,
                                          .seatings = seatings,
                                          .lanes = SVI_LANES_OFF,
                                          .seed = {seed}};
    struct svi_schedule schedule = rig_plan(&settings);
    struct monkey luck;
    monkey_init(&luck, seed);
    do {
        rig_plan_play(&schedule, &luck);
    } while (rig_plan_next(&schedule));
    return schedule;
}

/* Duels: as long as there are fewer rounds than possible ones, a round without repeated pairs
 * exists, and is found. */
TEST(duels_never_repeat)
{
    for (unsigned bots = 3; bots <= 16; bots++) {
        const unsigned all = bots % 2 == 0 ? bots - 1 : bots; /* rounds in which all meet */
        for (unsigned rounds = bots - 2; rounds <= all; rounds++) {
            for (uint8_t seed = 0; seed < 3; seed++) {
                struct svi_schedule s =
                    play_swiss(bots, 2, rounds, 1, SVI_SEATINGS_ROTATIONS, seed);
                assert_int_equal(s.n_stages, rounds);
                assert_int_equal(repeats_of(&s), 0);
                svi_schedule_finish(&s);
            }
        }
    }
}

/* All ways to fill the tables with the bots from `first` on that do not sit yet, as the rest of a
 * round; then those of the rounds behind it. */
struct brute {
    unsigned bots, seats, rounds, best;
    unsigned times[12][12];
};

static void try_rounds(struct brute *b, unsigned left, unsigned repeats);

static void try_table(struct brute *b, unsigned sits, unsigned left, unsigned repeats,
                      const unsigned at[], unsigned n)
{
    if (repeats >= b->best) {
        return;
    }
    if (n == b->seats) {
        unsigned first = 0, table[1] = {0};
        while (first < b->bots && (sits >> first & 1) != 0) {
            first++;
        }
        if (first == b->bots) {
            try_rounds(b, left - 1, repeats);
            return;
        }
        table[0] = first;
        try_table(b, sits | 1u << first, left, repeats, table, 1);
        return;
    }
    for (unsigned next = at[n - 1] + 1; next < b->bots; next++) {
        if ((sits >> next & 1) == 0) {
            unsigned table[SV_MAX_SEATS], more = 0;
            memcpy(table, at, n * sizeof *at);
            table[n] = next;
            for (unsigned i = 0; i < n; i++) {
                more += b->times[at[i]][next]++;
            }
            try_table(b, sits | 1u << next, left, repeats + more, table, n + 1);
            for (unsigned i = 0; i < n; i++) {
                b->times[at[i]][next]--;
            }
        }
    }
}

static void try_rounds(struct brute *b, unsigned left, unsigned repeats)
{
    static const unsigned first[] = {0};
    if (left == 0) {
        b->best = repeats < b->best ? repeats : b->best;
    } else {
        try_table(b, 1, left, repeats, first, 1);
    }
}

/* Of all rounds that there could be, none together repeat less. */
TEST(larger_tables_repeat_as_little_as_can_be)
{
    static const struct brute sizes[] = {
        {.bots = 4, .seats = 2, .rounds = 5}, {.bots = 6, .seats = 3, .rounds = 2},
        {.bots = 6, .seats = 3, .rounds = 3}, {.bots = 6, .seats = 3, .rounds = 4},
        {.bots = 8, .seats = 4, .rounds = 2}, {.bots = 8, .seats = 4, .rounds = 3},
        {.bots = 9, .seats = 3, .rounds = 4}, {.bots = 12, .seats = 4, .rounds = 2}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct brute b = sizes[i];
        b.best = UINT32_MAX;
        /* In the first round tables are by number: bots are alike. */
        for (unsigned one = 0; one < b.bots; one++) {
            for (unsigned other = one + 1; other < b.bots && other / b.seats == one / b.seats;
                 other++) {
                b.times[one][other] = 1;
            }
        }
        try_rounds(&b, b.rounds - 1, 0);
        for (uint8_t seed = 0; seed < 4; seed++) {
            struct svi_schedule s =
                play_swiss(b.bots, b.seats, b.rounds, 2, SVI_SEATINGS_ROTATIONS, seed);
            assert_int_equal(repeats_of(&s), b.best);
            svi_schedule_finish(&s);
        }
    }
}

/* One deal a round in one seating: over the rounds each bot has each seat about equally often,
 * where the design before left a bot in one seat for nearly all. */
TEST(swiss_balances_seats)
{
    unsigned worst_before = 0;
    for (unsigned seats = 2; seats <= 4; seats++) {
        struct counts before = {0}, now = {0};
        struct svi_schedule s = play_swiss(16, seats, 8, 1, SVI_SEATINGS_OLD_FIXED, 5);
        play_counted(&s, &before);
        svi_schedule_finish(&s);
        s = play_swiss(16, seats, 8, 1, SVI_SEATINGS_FIXED, 5);
        play_counted(&s, &now);
        svi_schedule_finish(&s);
        const unsigned was = spread_of_seats(&before, 16, seats);
        worst_before = was > worst_before ? was : worst_before;
        assert_true(spread_of_seats(&now, 16, seats) <= 3);
    }
    assert_true(worst_before >= 6);
}
