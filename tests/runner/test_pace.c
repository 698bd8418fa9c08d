/* Who is slow, and whether the others are held up. */
#include "runner/pace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define BOTS 5u
#define TICK_US 20000

struct rig {
    struct svi_pace bot[BOTS];
    struct svi_pace_watch watch;
    int64_t now_us;
};

static void begin(struct rig *r, unsigned places)
{
    memset(r, 0, sizeof *r);
    r->watch = (struct svi_pace_watch){.bot = r->bot, .n = BOTS, .share = 75};
    r->now_us = 1;
    svi_pace_take(&r->watch, 0, r->now_us);
    for (unsigned i = 0; i < BOTS; i++) {
        r->bot[i].look.places = places;
    }
}

/* Sets what looks find of a bot from now on, at tables of two. */
static void sits(struct rig *r, unsigned bot, unsigned matches, unsigned awaited)
{
    r->bot[bot].look.matches = matches;
    r->bot[bot].look.awaited = awaited;
    r->bot[bot].look.kept = awaited;
}

/* Looks for so long; the set of slow bots when somebody is, before, and when it was. */
static unsigned look(struct rig *r, unsigned in_flight, int64_t for_us, int64_t *when_us)
{
    for (const int64_t until_us = r->now_us + for_us; r->now_us < until_us;) {
        unsigned slow = 0;
        r->now_us += TICK_US;
        svi_pace_take(&r->watch, in_flight, r->now_us);
        if (svi_pace_judge(&r->watch)) {
            for (unsigned i = 0; i < BOTS; i++) {
                slow |= (unsigned)r->bot[i].slow << i;
            }
            *when_us = r->now_us;
            return slow;
        }
    }
    return 0;
}

static void equals_hold_nobody_up(void **state)
{
    struct rig r;
    int64_t when_us;
    (void)state;
    begin(&r, 8);
    for (unsigned i = 0; i < BOTS; i++) {
        sits(&r, i, 8, 4);
    }
    assert_int_equal(look(&r, 20, 60000000, &when_us), 0);
}

/* One place of 4 others is a quarter of them. */
static void who_keeps_the_others_places_is_slow(void **state)
{
    struct rig r;
    int64_t when_us = 0;
    (void)state;
    begin(&r, 1);
    sits(&r, 0, 1, 0);
    sits(&r, 1, 1, 1);
    sits(&r, 4, 1, 1);
    assert_int_equal(look(&r, 2, 60000000, &when_us), 1u << 4 | 1u << 1);
    assert_in_range(when_us, SVI_PACE_LEAST_US, SVI_PACE_LEAST_US + 4 * TICK_US);
    begin(&r, 1);
    sits(&r, 4, 1, 0); /* it has its turn, and then the other */
    for (unsigned i = 0; i < 1000; i++) {
        sits(&r, 4, 1, i % 3 != 0);
        sits(&r, 0, 1, i % 3 == 0);
        assert_int_equal(look(&r, 1, TICK_US, &when_us), 0); /* three quarters are allowed */
    }
    begin(&r, 64);
    sits(&r, 4, 8, 8);
    sits(&r, 0, 64, 20); /* there is room enough, and all others play */
    assert_int_equal(look(&r, 60, 60000000, &when_us), 0);
}

/* When the others have nothing left to play, whoever is waited for is waited for by all. */
static void who_is_waited_for_alone_is_slow(void **state)
{
    struct rig r;
    int64_t when_us = 0;
    (void)state;
    begin(&r, 1000);
    sits(&r, 4, 1, 1);
    sits(&r, 3, 1, 1);
    sits(&r, 0, 2, 1);
    assert_int_equal(look(&r, 3, 8000000, &when_us), 0);
    sits(&r, 0, 2, 0);
    const int64_t alone_us = r.now_us;
    assert_int_equal(look(&r, 2, 60000000, &when_us), 1u << 4 | 1u << 3);
    assert_in_range(when_us - alone_us, SVI_PACE_LEAST_US - TICK_US, SVI_PACE_LEAST_US + TICK_US);
    begin(&r, 1000); /* others play now and then */
    sits(&r, 4, 1, 1);
    unsigned slow = 0;
    for (unsigned i = 0; i < 1000 && slow == 0; i++) {
        sits(&r, 0, 2, i % 2);
        slow = look(&r, 2, TICK_US, &when_us);
    }
    assert_int_equal(slow, 1u << 4);
}

/* What was long ago does not excuse, nor blame. */
static void the_past_fades(void **state)
{
    struct rig r;
    int64_t when_us = 0;
    (void)state;
    begin(&r, 8);
    sits(&r, 4, 8, 2);
    sits(&r, 0, 8, 4);
    assert_int_equal(look(&r, 8, 600000000, &when_us), 0);
    sits(&r, 4, 8, 8);
    const int64_t since_us = r.now_us;
    assert_int_equal(look(&r, 8, 600000000, &when_us), 1u << 4);
    assert_true(when_us - since_us < 60000000);
}

/* A look after the machine has stood still counts for little. */
static void a_long_look_counts_for_little(void **state)
{
    struct rig r;
    (void)state;
    begin(&r, 1);
    sits(&r, 4, 1, 1);
    svi_pace_take(&r.watch, 1, r.now_us + 100000000);
    assert_false(svi_pace_judge(&r.watch));
    assert_int_equal(r.bot[4].open_us, SVI_PACE_LOOK_US);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_hold_nobody_up),
        cmocka_unit_test(who_keeps_the_others_places_is_slow),
        cmocka_unit_test(who_is_waited_for_alone_is_slow),
        cmocka_unit_test(the_past_fades),
        cmocka_unit_test(a_long_look_counts_for_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
