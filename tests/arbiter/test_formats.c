/* Formats that go by results, played with results made here: who is stronger ends before who is weaker, or chance. */
#include "arbiter/format.h"
#include "tests/game/monkey.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct svi_plan make(const struct svi_format *format, unsigned bots, unsigned seats,
                            uint32_t deals, uint32_t rounds)
{
    struct svi_plan plan;
    struct svi_plan_fault fault;
    const struct svi_terms terms = {.format = format,
                                    .bots = bots,
                                    .seats = seats,
                                    .deals = deals,
                                    .rounds = rounds,
                                    .seed = {9, (uint8_t)bots}};
    assert_int_equal(svi_plan_init(&plan, &terms, &fault), SV_OK);
    return plan;
}

/* Gives the plan the results of all that is planned: the bot with the lower number ends first, or with `luck`, whoever. */
static void play(struct svi_plan *plan, struct monkey *luck)
{
    while (plan->taken < plan->matches) {
        struct svi_pairing p;
        uint8_t place[SV_MAX_SEATS] = {0};
        unsigned key[SV_MAX_SEATS];
        svi_plan_match(plan, plan->taken + 1, &p);
        for (unsigned s = 0; s < plan->terms.seats; s++) {
            key[s] = luck != NULL ? monkey_below(luck, 1000) * 1000 + p.bot[s] : p.bot[s];
        }
        for (unsigned s = 0; s < plan->terms.seats; s++) {
            place[s] = 1;
            for (unsigned o = 0; o < plan->terms.seats; o++) {
                place[s] = (uint8_t)(place[s] + (key[o] < key[s]));
            }
        }
        assert_int_equal(svi_plan_take(plan, place), SV_OK);
    }
}

static bool plan_next(struct svi_plan *plan)
{
    struct svi_plan_fault fault;
    bool more;
    assert_int_equal(svi_plan_next(plan, &more, &fault), SV_OK);
    return more;
}

/* The bots of a stage sit in one seat each; how many they are. */
static unsigned seat_once(const struct svi_plan *plan, unsigned stage, bool sits[])
{
    unsigned n = 0;
    memset(sits, 0, plan->terms.bots * sizeof *sits);
    for (uint64_t t = 0; t < plan->stage[stage].lineups; t++) {
        for (unsigned s = 0; s < plan->terms.seats; s++) {
            const unsigned bot = plan->stage[stage].listed[t].bot[0][s];
            assert_true(bot < plan->terms.bots && !sits[bot]);
            sits[bot] = true;
            n++;
        }
    }
    return n;
}

/* ---- swiss ---------------------------------------------------------------------------------- */

/* As many rounds as asked for; everybody sits in each, but for as few as must sit out, all about as often. */
static void swiss_seats_everybody(void **state)
{
    (void)state;
    for (unsigned bots = 2; bots <= 40; bots += 1 + bots / 7) {
        for (unsigned seats = 2; seats <= 8 && seats <= bots; seats++) {
            struct svi_plan plan = make(&svi_format_swiss, bots, seats, 2, 6);
            struct monkey luck;
            bool sits[40];
            unsigned out[40] = {0}, least = 6, most = 0;
            monkey_init(&luck, bots * 10 + seats);
            do {
                assert_int_equal(seat_once(&plan, plan.n_stages - 1, sits), bots - bots % seats);
                for (unsigned b = 0; b < bots; b++) {
                    out[b] += !sits[b];
                }
                play(&plan, &luck);
            } while (plan_next(&plan));
            assert_int_equal(plan.n_stages, 6);
            assert_int_equal(plan.matches, (uint64_t)6 * 2 * (bots / seats) * seats);
            for (unsigned b = 0; b < bots; b++) {
                least = out[b] < least ? out[b] : least;
                most = out[b] > most ? out[b] : most;
            }
            assert_true(most - least <= 1);
            svi_plan_finish(&plan);
        }
    }
}

/* 64 bots at tables of 4 have room to meet new ones for five rounds: nearly all do, and yet tables are of neighbours. */
static void swiss_avoids_meeting_again(void **state)
{
    (void)state;
    enum { BOTS = 64, SEATS = 4 };
    static unsigned met[BOTS][BOTS];
    struct svi_plan plan = make(&svi_format_swiss, BOTS, SEATS, 1, 5);
    unsigned again = 0;
    uint64_t apart = 0;
    memset(met, 0, sizeof met);
    do {
        const struct svi_stage *stage = &plan.stage[plan.n_stages - 1];
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
        play(&plan, NULL);
    } while (plan_next(&plan));
    assert_true(again <= 12); /* of 480 meetings */
    /* in the last round neighbours are some ten places apart in strength; drawn by lot it would be 21.7 */
    assert_true(apart < (uint64_t)16 * 6 * 14);
    svi_plan_finish(&plan);
}

/* ---- knockout ------------------------------------------------------------------------------- */

/* From any number of bots down to one full table, which the strongest wins; whoever plays on stands before whoever is out,
 * and nobody is out without having lost. */
static void knockout_ends_in_a_final(void **state)
{
    (void)state;
    for (unsigned bots = 2; bots <= 45; bots++) {
        for (unsigned seats = 2; seats <= 8 && seats <= bots; seats++) {
            struct svi_plan plan = make(&svi_format_knockout, bots, seats, 1, 0);
            unsigned last[45] = {0}, standing[45], stages = 1, in = bots;
            bool sits[45];
            do {
                const unsigned n = seat_once(&plan, plan.n_stages - 1, sits);
                assert_int_equal(n, in - in % seats);
                for (unsigned b = 0; b < bots; b++) {
                    last[b] = sits[b] ? plan.n_stages : last[b];
                }
                play(&plan, NULL);
                if (!plan_next(&plan)) {
                    break;
                }
                const unsigned losers = in / seats * (seats / 2);
                in -= in - seats < losers ? in - seats : losers;
                stages++;
            } while (true);
            assert_int_equal(in, seats);
            assert_int_equal(stages, plan.n_stages);
            svi_plan_stand(&plan, standing);
            assert_int_equal(standing[0], 0);
            for (unsigned a = 0; a < bots; a++) {
                for (unsigned b = 0; b < bots; b++) {
                    assert_true(last[a] <= last[b] || standing[a] < standing[b]);
                }
            }
            svi_plan_finish(&plan);
        }
    }
}

/* The same results make the same plan, whenever they are taken in. */
static void results_alone_make_the_plan(void **state)
{
    (void)state;
    static const struct svi_format *const formats[] = {&svi_format_swiss, &svi_format_knockout};
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        struct svi_plan a = make(formats[f], 13, 4, 2, 4), b = make(formats[f], 13, 4, 2, 4);
        struct monkey one, other;
        monkey_init(&one, 5);
        monkey_init(&other, 5);
        bool more = true;
        while (more) {
            play(&a, &one);
            play(&b, &other);
            more = plan_next(&a);
            assert_int_equal(plan_next(&b), more);
            assert_int_equal(a.matches, b.matches);
            for (uint64_t n = 1; n <= a.matches; n++) {
                struct svi_pairing p, q;
                svi_plan_match(&a, n, &p);
                svi_plan_match(&b, n, &q);
                assert_memory_equal(&p, &q, sizeof p);
            }
        }
        svi_plan_finish(&a);
        svi_plan_finish(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swiss_seats_everybody),
        cmocka_unit_test(swiss_avoids_meeting_again),
        cmocka_unit_test(knockout_ends_in_a_final),
        cmocka_unit_test(results_alone_make_the_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
