/* Finds slow bots, and whether they hold up the others. */
#include "runner/pace.h"
#include "tests/base/testing.h"

#define BOTS 5u
#define TICK_US 20000

struct rig {
    struct svi_pace bot[BOTS];
    struct svi_pace_watch watch;
    unsigned percent[BOTS]; /* of the time with a question open that is charged */
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
        r->bot[i].look.answers = SVI_PACE_ANSWERS;
        r->percent[i] = 100;
    }
}

/* Sets what looks find of a bot from now on, at tables of two. */
static void sits(struct rig *r, unsigned bot, unsigned matches, unsigned awaited)
{
    r->bot[bot].look.matches = matches;
    r->bot[bot].look.awaited = awaited;
    r->bot[bot].look.blocked = awaited;
}

/* Looks for `for_us`. Returns the set of slow bots at the first moment with any, and puts that
 * moment into *when_us; returns 0 if no bot is slow. */
static unsigned look(struct rig *r, unsigned in_flight, int64_t for_us, int64_t *when_us)
{
    for (const int64_t until_us = r->now_us + for_us; r->now_us < until_us;) {
        unsigned slow = 0;
        r->now_us += TICK_US;
        for (unsigned i = 0; i < BOTS; i++) {
            r->bot[i].look.charged_us +=
                r->bot[i].look.awaited > 0 ? TICK_US * r->percent[i] / 100 : 0;
        }
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

TEST(equals_hold_nobody_up)
{
    struct rig r;
    int64_t when_us;
    begin(&r, 8);
    for (unsigned i = 0; i < BOTS; i++) {
        sits(&r, i, 8, 4);
    }
    assert_int_equal(look(&r, 20, 60000000, &when_us), 0);
}

/* One place of 4 others is a quarter of them. */
TEST(who_keeps_the_others_places_is_slow)
{
    struct rig r;
    int64_t when_us = 0;
    begin(&r, 1);
    sits(&r, 0, 1, 0);
    sits(&r, 1, 1, 1);
    sits(&r, 4, 1, 1);
    assert_int_equal(look(&r, 2, 60000000, &when_us), 1u << 4 | 1u << 1);
    assert_int_in_range(when_us, SVI_PACE_LEAST_US, SVI_PACE_LEAST_US + 4 * TICK_US);
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

/* When the others have nothing left to play, all wait for the bots that still play. */
TEST(who_is_waited_for_alone_is_slow)
{
    struct rig r;
    int64_t when_us = 0;
    begin(&r, 1000);
    sits(&r, 4, 1, 1);
    sits(&r, 3, 1, 1);
    sits(&r, 0, 2, 1);
    assert_int_equal(look(&r, 3, 8000000, &when_us), 0);
    sits(&r, 0, 2, 0);
    const int64_t alone_us = r.now_us;
    assert_int_equal(look(&r, 2, 60000000, &when_us), 1u << 4 | 1u << 3);
    assert_int_in_range(when_us - alone_us, SVI_PACE_LEAST_US - TICK_US,
                        SVI_PACE_LEAST_US + TICK_US);
    begin(&r, 1000); /* others play now and then */
    sits(&r, 4, 1, 1);
    unsigned slow = 0;
    for (unsigned i = 0; i < 1000 && slow == 0; i++) {
        sits(&r, 0, 2, i % 2);
        slow = look(&r, 2, TICK_US, &when_us);
    }
    assert_int_equal(slow, 1u << 4);
}

/* Charges long ago neither excuse nor blame. */
TEST(the_past_fades)
{
    struct rig r;
    int64_t when_us = 0;
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
TEST(a_long_look_counts_for_little)
{
    struct rig r;
    begin(&r, 1);
    sits(&r, 4, 1, 1);
    r.bot[4].look.charged_us = 100000000;
    svi_pace_take(&r.watch, 1, r.now_us + 100000000);
    assert_false(svi_pace_judge(&r.watch));
    assert_int_equal(r.bot[4].charged_us, SVI_PACE_LOOK_US);
}

/* Matches wait for twelve bots on a busy machine as long as for a slow one, but no clock charges
 * what the machine takes. */
TEST(a_busy_machine_makes_no_bot_slow)
{
    struct rig r;
    int64_t when_us = 0;
    begin(&r, 1);
    for (unsigned i = 0; i < BOTS; i++) {
        sits(&r, i, 1, 1);
        r.percent[i] = 60;
    }
    assert_int_equal(look(&r, 3, 60000000, &when_us), 0);
    r.percent[2] = 80;
    assert_int_equal(look(&r, 3, 60000000, &when_us), 1u << 2);
    assert_uint_in_range(svi_pace_percent(&r.bot[2]), 75, 80);
}

/* A charge for an open question is withdrawn when the bot turns out to have waited. */
TEST(a_charge_is_taken_back)
{
    struct rig r;
    int64_t when_us = 0;
    begin(&r, 1);
    sits(&r, 4, 1, 1);
    assert_int_equal(look(&r, 1, 60000000, &when_us), 1u << 4);
    r.bot[4].look.charged_us = 0;
    r.percent[4] = 0;
    assert_int_equal(look(&r, 1, TICK_US, &when_us), 0);
    assert_int_equal(r.bot[4].cost_us, 0);
}

/* A bot that loads a model before its first answer is not slow for that. */
TEST(the_first_answers_do_not_count)
{
    struct rig r;
    int64_t when_us = 0;
    begin(&r, 1);
    sits(&r, 4, 1, 1);
    r.bot[4].look.answers = SVI_PACE_ANSWERS - 1;
    const int64_t since_us = r.now_us;
    assert_int_equal(look(&r, 1, 60000000, &when_us), 1u << 4);
    assert_int_in_range(when_us - since_us, SVI_PACE_COST_US, SVI_PACE_COST_US + TICK_US);
    begin(&r, 8); /* its eight matches wait: that costs the others eight times as much */
    sits(&r, 4, 8, 8);
    r.bot[4].look.answers = 0;
    assert_int_equal(look(&r, 8, 60000000, &when_us), 1u << 4);
    assert_int_in_range(when_us, SVI_PACE_COST_US / 8, SVI_PACE_COST_US / 8 + 4 * TICK_US);
}

/* A bot that only gets time that no other process wants is slow, whatever its clock charges. It is
 * left alone while the others play. */
TEST(a_bot_behind_all_others_is_slow)
{
    struct rig r;
    int64_t when_us = 0;
    begin(&r, 1000);
    r.percent[4] = 10;
    r.bot[4].look.behind = true;
    sits(&r, 4, 2, 1);
    sits(&r, 0, 2, 1);
    assert_int_equal(look(&r, 3, 8000000, &when_us), 0);
    sits(&r, 0, 2, 0);
    assert_int_equal(look(&r, 2, 60000000, &when_us), 1u << 4);
}
