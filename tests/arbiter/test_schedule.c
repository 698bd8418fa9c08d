/* The schedule: every match a pure function of league and number. */
#include "arbiter/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const uint8_t seed[SV_SEED_BYTES] = {1, 2, 3};

static struct svi_schedule make(unsigned bots, unsigned seats, uint32_t deals,
                                enum svi_seatings seatings)
{
    struct svi_schedule s;
    assert_int_equal(svi_schedule_init(&s, bots, seats, deals, seatings, seed), SV_OK);
    return s;
}

static void counts_are_known_up_front(void **state)
{
    (void)state;
    assert_int_equal(make(4, 4, 25, SVI_SEATINGS_ROTATIONS).matches, 100);
    assert_int_equal(make(10, 4, 25, SVI_SEATINGS_ROTATIONS).matches, 210 * 25 * 4);
    assert_int_equal(make(10, 4, 25, SVI_SEATINGS_ALL).matches, 210 * 25 * 24);
    assert_int_equal(make(10, 4, 25, SVI_SEATINGS_FIXED).matches, 210 * 25);
    assert_int_equal(make(8, 8, 1, SVI_SEATINGS_ALL).matches, 40320);
    assert_int_equal(make(2, 2, 50000000, SVI_SEATINGS_ROTATIONS).matches, SVI_MAX_SCHEDULED);
}

static void what_is_too_large_or_makes_no_sense_is_refused(void **state)
{
    (void)state;
    struct svi_schedule s;
    assert_int_equal(svi_schedule_init(&s, 2, 2, 50000001, SVI_SEATINGS_ROTATIONS, seed),
                     SV_E_RANGE);
    assert_int_equal(svi_schedule_init(&s, 1000, 8, 1, SVI_SEATINGS_FIXED, seed), SV_E_RANGE);
    assert_int_equal(svi_schedule_init(&s, 8, 8, 0xffffffffu, SVI_SEATINGS_ALL, seed), SV_E_RANGE);
    assert_int_equal(svi_schedule_init(&s, 3, 4, 1, SVI_SEATINGS_ALL, seed), SV_E_RANGE);
    assert_int_equal(svi_schedule_init(&s, 3, 1, 1, SVI_SEATINGS_ALL, seed), SV_E_RANGE);
    assert_int_equal(svi_schedule_init(&s, 9, 9, 1, SVI_SEATINGS_ALL, seed), SV_E_RANGE);
    assert_int_equal(svi_schedule_init(&s, 3, 3, 0, SVI_SEATINGS_ALL, seed), SV_E_RANGE);
}

/* The next choice of `k` out of `n` in lexicographic order, in the way of a counter; false behind the last. */
static bool next_choice(unsigned choice[], unsigned n, unsigned k)
{
    for (unsigned i = k; i-- > 0;) {
        if (choice[i] < n - k + i) {
            choice[i]++;
            for (unsigned j = i + 1; j < k; j++) {
                choice[j] = choice[j - 1] + 1;
            }
            return true;
        }
    }
    return false;
}

static void tables_are_all_choices_in_order(void **state)
{
    (void)state;
    for (unsigned n = 2; n <= 11; n++) {
        for (unsigned k = 2; k <= n && k <= SV_MAX_SEATS; k++) {
            const struct svi_schedule s = make(n, k, 2, SVI_SEATINGS_FIXED);
            unsigned choice[SV_MAX_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};
            uint64_t number = 0;
            do {
                struct svi_pairing p;
                svi_schedule_match(&s, ++number, &p);
                assert_int_equal(p.table, number);
                assert_int_equal(p.deal, 1);
                assert_memory_equal(p.bot, choice, k * sizeof choice[0]);
            } while (next_choice(choice, n, k));
            assert_int_equal(number, s.tables);
        }
    }
}

static void rotations_move_everybody_on_by_one(void **state)
{
    (void)state;
    static const unsigned expected[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
    const struct svi_schedule s = make(4, 4, 2, SVI_SEATINGS_ROTATIONS);
    for (unsigned n = 1; n <= 8; n++) {
        struct svi_pairing p;
        svi_schedule_match(&s, n, &p);
        assert_int_equal(p.seating, (n - 1) % 4);
        assert_int_equal(p.deal, (n - 1) / 4 + 1);
        assert_memory_equal(p.bot, expected[p.seating], sizeof expected[0]);
    }
}

static int compare_seatings(const void *a, const void *b)
{
    return memcmp(a, b, SV_MAX_SEATS);
}

static void all_seatings_are_all_orders_once(void **state)
{
    (void)state;
    static uint8_t seen[40320][SV_MAX_SEATS];
    for (unsigned seats = 2; seats <= 8; seats++) {
        const struct svi_schedule s = make(seats, seats, 1, SVI_SEATINGS_ALL);
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

static void bots_meet_alike_and_sit_everywhere_alike(void **state)
{
    (void)state;
    unsigned sat[7][4] = {{0}};
    const struct svi_schedule s = make(7, 4, 3, SVI_SEATINGS_ROTATIONS);
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

static void a_deal_has_one_luck_and_no_other_has_it(void **state)
{
    (void)state;
    enum { TABLES = 10, DEALS = 6, SEATINGS = 3 };
    const struct svi_schedule s = make(5, 3, DEALS, SVI_SEATINGS_ROTATIONS);
    uint8_t luck[TABLES * DEALS][SV_SEED_BYTES];
    assert_int_equal(s.matches, TABLES * DEALS * SEATINGS);
    for (unsigned n = 1; n <= s.matches; n++) {
        struct svi_pairing p;
        svi_schedule_match(&s, n, &p);
        uint8_t *mine = luck[(p.deal - 1) * TABLES + (p.table - 1)];
        if (p.seating == 0) {
            memcpy(mine, p.seed, SV_SEED_BYTES);
        }
        assert_memory_equal(mine, p.seed, SV_SEED_BYTES);
        uint8_t child[SV_SEED_BYTES];
        sv_luck_seed_child(seed, "deal", p.table, p.deal, child);
        assert_memory_equal(child, p.seed, SV_SEED_BYTES);
    }
    for (unsigned a = 0; a < TABLES * DEALS; a++) {
        for (unsigned b = 0; b < a; b++) {
            assert_memory_not_equal(luck[a], luck[b], SV_SEED_BYTES);
        }
    }
}

static void more_deals_leave_the_first_as_they_were(void **state)
{
    (void)state;
    const struct svi_schedule few = make(6, 4, 2, SVI_SEATINGS_ROTATIONS);
    const struct svi_schedule many = make(6, 4, 9, SVI_SEATINGS_ROTATIONS);
    for (unsigned n = 1; n <= few.matches; n++) {
        struct svi_pairing a, b;
        svi_schedule_match(&few, n, &a);
        svi_schedule_match(&many, n, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* Every match has its turn once, deal by deal. */
static void every_match_has_one_turn(void **state)
{
    (void)state;
    static const unsigned bots[] = {2, 3, 4, 5, 8, 13};
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++) {
        const unsigned seats = bots[i] < 4 ? bots[i] : 4;
        const struct svi_schedule s = make(bots[i], seats, 3, SVI_SEATINGS_ROTATIONS);
        bool *played = calloc(s.matches + 1, sizeof *played);
        assert_non_null(played);
        for (uint64_t turn = 0; turn < s.matches; turn++) {
            struct svi_pairing p;
            const uint64_t number = svi_schedule_turn(&s, turn);
            assert_true(number >= 1 && number <= s.matches && !played[number]);
            played[number] = true;
            svi_schedule_match(&s, number, &p);
            assert_int_equal(p.deal, turn / (s.matches / 3) + 1);
        }
        free(played);
    }
}

/* Whenever so many matches are played at once, every bot sits in about as many as the others. */
static void turns_keep_all_bots_busy(void **state)
{
    (void)state;
    enum { BOTS = 32, SEATS = 4, AT_ONCE = 256, MEAN = AT_ONCE * SEATS / BOTS };
    const struct svi_schedule s = make(BOTS, SEATS, 1, SVI_SEATINGS_ROTATIONS);
    for (uint64_t from = 0; from + AT_ONCE <= s.matches; from += 9973) {
        unsigned seats_of[BOTS] = {0};
        for (uint64_t turn = from; turn < from + AT_ONCE; turn++) {
            struct svi_pairing p;
            svi_schedule_match(&s, svi_schedule_turn(&s, turn), &p);
            for (unsigned seat = 0; seat < SEATS; seat++) {
                seats_of[p.bot[seat]]++;
            }
        }
        for (unsigned b = 0; b < BOTS; b++) {
            assert_in_range(seats_of[b], MEAN / 2, MEAN * 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_known_up_front),
        cmocka_unit_test(what_is_too_large_or_makes_no_sense_is_refused),
        cmocka_unit_test(tables_are_all_choices_in_order),
        cmocka_unit_test(rotations_move_everybody_on_by_one),
        cmocka_unit_test(all_seatings_are_all_orders_once),
        cmocka_unit_test(bots_meet_alike_and_sit_everywhere_alike),
        cmocka_unit_test(a_deal_has_one_luck_and_no_other_has_it),
        cmocka_unit_test(more_deals_leave_the_first_as_they_were),
        cmocka_unit_test(every_match_has_one_turn),
        cmocka_unit_test(turns_keep_all_bots_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
