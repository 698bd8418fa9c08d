/* Clocks of decisions: the charged time, late answers, and bots that hang. Times are given, so
 * nothing waits. */
#include "session/clock.h"
#include "tests/base/testing.h"

#define MS 1000

static const struct svi_clock_limits LIMITS = {
    .decision_us = 100 * MS, .bank_us = 1000 * MS, .strikes = 10};

struct fixture {
    struct svi_clock_queue q;
    struct svi_clock c[64];
};

static int set_up(void **state)
{
    static struct fixture f;
    memset(&f, 0, sizeof f);
    for (unsigned i = 0; i < 64; i++) {
        f.c[i].bank_us = LIMITS.bank_us;
    }
    *state = &f;
    return 0;
}

/* Asks the first `n` at a time, in one frame. */
static void ask(struct fixture *f, unsigned n, int64_t now_us)
{
    for (unsigned i = 0; i < n; i++) {
        svi_clock_ask(&f->q, &f->c[i], now_us);
    }
    svi_clock_sent(&f->q, now_us);
}

static void answer(struct fixture *f, unsigned i, int64_t now_us)
{
    svi_clock_answer(&f->q, &f->c[i], now_us);
    svi_clock_charge(&f->q, &LIMITS);
    svi_clock_sent(&f->q, now_us);
}

TEST_ON(the_decision_is_free_and_the_rest_comes_out_of_the_bank, struct fixture *f, set_up, NULL)
{
    ask(f, 1, 0);
    answer(f, 0, 100 * MS);
    assert_int_equal(f->c[0].bank_us, LIMITS.bank_us);
    assert_int_equal(f->c[0].used_us, 100 * MS);
    ask(f, 1, 500 * MS);
    answer(f, 0, 750 * MS);
    assert_int_equal(f->c[0].bank_us, LIMITS.bank_us - 150 * MS);
    assert_int_equal(f->c[0].used_us, 350 * MS);
}

TEST_ON(what_is_not_charged_is_thought_all_the_same, struct fixture *f, set_up, NULL)
{
    ask(f, 2, 0);
    f->q.read_us = 60 * MS; /* they were there before the clock started, as we were elsewhere */
    svi_clock_answer(&f->q, &f->c[0], -10 * MS);
    svi_clock_answer(&f->q, &f->c[1], -10 * MS);
    svi_clock_charge(&f->q, &LIMITS);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(f->c[i].took_us, 0);
        assert_int_equal(f->c[i].used_us, 0);
        assert_int_equal(f->c[i].thought_us, 30 * MS);
    }
    ask(f, 1, 1000 * MS);
    svi_clock_excuse(&f->q, &LIMITS, 30 * MS, 30 * MS);
    f->q.read_us = 1090 * MS;
    svi_clock_answer(&f->q, &f->c[0], 1080 * MS);
    svi_clock_charge(&f->q, &LIMITS);
    assert_int_equal(f->c[0].took_us, 50 * MS);
    assert_int_equal(f->c[0].thought_us, 90 * MS);
    ask(f, 1, 2000 * MS);
    assert_non_null(svi_clock_late(&f->q, &LIMITS, 3100 * MS));
    assert_int_equal(f->c[0].thought_us, 1100 * MS);
}

TEST_ON(late_when_decision_and_bank_are_used_up, struct fixture *f, set_up, NULL)
{
    ask(f, 1, 0);
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 1100 * MS);
    assert_null(svi_clock_late(&f->q, &LIMITS, 1100 * MS - 1));
    assert_ptr_equal(svi_clock_late(&f->q, &LIMITS, 1100 * MS), &f->c[0]);
    assert_int_equal(f->c[0].bank_us, 0);
    assert_false(f->c[0].asked);
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), SVI_NEVER);
    /* From now on there is no bank. */
    ask(f, 1, 1100 * MS);
    assert_ptr_equal(svi_clock_late(&f->q, &LIMITS, 1200 * MS), &f->c[0]);
}

TEST_ON(slowness_has_an_end, struct fixture *f, set_up, NULL)
{
    const struct svi_clock_limits limits = {
        .decision_us = 100 * MS, .bank_us = 1000 * MS, .strikes = 10, .match_us = 250 * MS};
    for (unsigned i = 0; i < 2; i++) {
        ask(f, 1, i * 1000 * MS);
        assert_int_equal(svi_clock_deadline(&f->q, &limits),
                         i * 1000 * MS + (250 - i * 90) * MS); /* before decision and bank are */
        svi_clock_answer(&f->q, &f->c[0], i * 1000 * MS + 90 * MS);
        svi_clock_charge(&f->q, &limits);
        assert_false(svi_clock_spent(&f->c[0], &limits));
    }
    ask(f, 1, 5000 * MS);
    assert_null(svi_clock_late(&f->q, &limits, 5070 * MS - 1));
    assert_ptr_equal(svi_clock_late(&f->q, &limits, 5070 * MS), &f->c[0]);
    assert_true(svi_clock_spent(&f->c[0], &limits));
    ask(f, 1, 6000 * MS); /* the time left is never below 0 */
    assert_int_equal(svi_clock_deadline(&f->q, &limits), 6000 * MS);
    assert_false(svi_clock_spent(&f->c[1], &limits));
}

TEST_ON(what_the_machine_took_is_excused, struct fixture *f, set_up, NULL)
{
    ask(f, 1, 0);
    svi_clock_excuse(&f->q, &LIMITS, 300 * MS, 300 * MS);
    svi_clock_excuse(&f->q, &LIMITS, 200 * MS, 0); /* in all, and it does not get less */
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 1400 * MS);
    assert_null(svi_clock_late(&f->q, &LIMITS, 1400 * MS - 1));
    answer(f, 0, 450 * MS);
    assert_int_equal(f->c[0].used_us, 150 * MS);
    assert_int_equal(f->c[0].bank_us, LIMITS.bank_us - 50 * MS);
    ask(f, 2, 500 * MS);
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 1550 * MS); /* that was another question */
    svi_clock_excuse(&f->q, &LIMITS, INT64_MAX, INT64_MAX);
    answer(f, 0, 500 * MS + SVI_EXCUSED_US + 70 * MS); /* there is an end to it */
    assert_int_equal(f->c[0].used_us, 220 * MS);
    /* Nothing runs: nothing to excuse. */
    struct svi_clock_queue idle = {0};
    svi_clock_excuse(&idle, &LIMITS, 5, 5);
    assert_int_equal(idle.excused_us, 0);
}

/* A wait that goes on puts off being late, and is charged unless it has ended as one. */
TEST_ON(what_may_be_excused_yet_is_charged_in_the_end, struct fixture *f, set_up, NULL)
{
    ask(f, 1, 0);
    svi_clock_excuse(&f->q, &LIMITS, 100 * MS, 400 * MS);
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 1500 * MS);
    assert_null(svi_clock_late(&f->q, &LIMITS, 1500 * MS - 1));
    answer(f, 0, 1400 * MS);
    assert_int_equal(f->c[0].took_us, 1300 * MS);
    ask(f, 1, 2000 * MS);
    svi_clock_excuse(&f->q, &LIMITS, 0, 400 * MS);
    svi_clock_excuse(&f->q, &LIMITS, 10 * MS, 10 * MS);         /* it was not waiting */
    assert_non_null(svi_clock_late(&f->q, &LIMITS, 2110 * MS)); /* the bank is empty */
    assert_int_equal(f->c[0].took_us, 100 * MS);
}

/* Looks are for bots whose processes are ours, and for questions that are open for a while. */
TEST_ON(a_look_is_due, struct fixture *f, set_up, NULL)
{
    const int64_t after_us = LIMITS.decision_us / SVI_CLOCK_LOOK;
    ask(f, 1, 0);
    assert_false(svi_clock_look_due(&f->q, &LIMITS, 1000 * MS));
    f->q.looks = true;
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), after_us);
    assert_false(svi_clock_look_due(&f->q, &LIMITS, after_us - 1));
    assert_true(svi_clock_look_due(&f->q, &LIMITS, after_us));
    assert_false(svi_clock_excusable(&f->q));
    svi_clock_looked(&f->q, 50 * MS);
    assert_true(svi_clock_excusable(&f->q));
    assert_false(svi_clock_look_due(&f->q, &LIMITS, 60 * MS));
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 50 * MS);
    svi_clock_looked(&f->q, SVI_NEVER);
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 1100 * MS);
    answer(f, 0, 70 * MS);
    assert_false(svi_clock_excusable(&f->q));
    ask(f, 1, 200 * MS);
    assert_false(svi_clock_excusable(&f->q));
    assert_int_equal(svi_clock_deadline(&f->q, &LIMITS), 200 * MS + after_us);
}

TEST_ON(a_bot_that_is_not_run_does_not_hang, struct fixture *f, set_up, NULL)
{
    for (unsigned i = 0; i < 64; i++) {
        f->c[i].bank_us = 10000 * MS;
    }
    ask(f, 64, 0);
    assert_true(svi_clock_hung(&f->q, &LIMITS, 2000 * MS));
    svi_clock_excuse(&f->q, &LIMITS, 500 * MS, 500 * MS);
    assert_false(svi_clock_hung(&f->q, &LIMITS, 2000 * MS));
    assert_true(svi_clock_hung(&f->q, &LIMITS, 2500 * MS));
}

TEST_ON(only_the_oldest_clock_runs, struct fixture *f, set_up, NULL)
{
    ask(f, 3, 0);
    answer(f, 0, 90 * MS);
    answer(f, 1, 180 * MS);
    answer(f, 2, 270 * MS);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(f->c[i].used_us, 90 * MS);
        assert_int_equal(f->c[i].bank_us, LIMITS.bank_us);
    }
}

TEST_ON(a_frame_of_answers_shares_its_time, struct fixture *f, set_up, NULL)
{
    ask(f, 64, 0);
    for (unsigned i = 0; i < 64; i++) {
        svi_clock_answer(&f->q, &f->c[i], 640 * MS);
    }
    svi_clock_charge(&f->q, &LIMITS);
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(f->c[i].used_us, 10 * MS);
        assert_int_equal(f->c[i].bank_us, LIMITS.bank_us);
    }
}

TEST_ON(answering_the_others_first_stops_no_clock, struct fixture *f, set_up, NULL)
{
    ask(f, 3, 0);
    answer(f, 1, 600 * MS);
    answer(f, 2, 1000 * MS);
    assert_int_equal(f->c[1].used_us, 0);
    assert_ptr_equal(svi_clock_late(&f->q, &LIMITS, 1100 * MS), &f->c[0]);
}

TEST_ON(lateness_of_one_starts_the_clock_of_the_next, struct fixture *f, set_up, NULL)
{
    ask(f, 2, 0);
    assert_ptr_equal(svi_clock_late(&f->q, &LIMITS, 1100 * MS), &f->c[0]);
    assert_null(svi_clock_late(&f->q, &LIMITS, 1100 * MS)); /* it has not started yet */
    svi_clock_sent(&f->q, 1101 * MS);
    answer(f, 1, 1151 * MS);
    assert_int_equal(f->c[1].used_us, 50 * MS);
}

TEST_ON(what_arrived_before_it_was_asked_costs_nothing, struct fixture *f, set_up, NULL)
{
    ask(f, 1, 500 * MS);
    answer(f, 0, 400 * MS); /* found waiting: counted as of our last look */
    assert_int_equal(f->c[0].used_us, 0);
}

TEST_ON(silence_is_a_hang_whatever_is_held, struct fixture *f, set_up, NULL)
{
    int64_t now_us = 0;
    unsigned late = 0;
    /* Ten decisions and a bank are 2 s here, of any number of questions. */
    ask(f, 64, 0);
    while (!svi_clock_hung(&f->q, &LIMITS, now_us)) {
        now_us += 10 * MS;
        late += svi_clock_late(&f->q, &LIMITS, now_us) != NULL;
        svi_clock_sent(&f->q, now_us);
    }
    assert_int_equal(now_us, 2000 * MS);
    assert_int_equal(late, 1);
}

TEST_ON(a_sign_of_life_is_no_hang, struct fixture *f, set_up, NULL)
{
    ask(f, 64, 0);
    svi_clock_heard(&f->q, 1500 * MS);
    assert_false(svi_clock_hung(&f->q, &LIMITS, 3400 * MS));
    assert_true(svi_clock_hung(&f->q, &LIMITS, 3500 * MS));
}

TEST_ON(idle_time_is_no_silence, struct fixture *f, set_up, NULL)
{
    ask(f, 1, 0);
    assert_non_null(svi_clock_late(&f->q, &LIMITS, 1100 * MS));
    assert_false(svi_clock_hung(&f->q, &LIMITS, 90000 * MS)); /* it owes nothing */
    ask(f, 1, 90000 * MS);
    assert_false(svi_clock_hung(&f->q, &LIMITS, 90800 * MS));
    assert_true(svi_clock_hung(&f->q, &LIMITS, 90900 * MS)); /* 1.1 s before, 0.9 s now */
}

TEST_ON(dropping_a_question_charges_nobody, struct fixture *f, set_up, NULL)
{
    ask(f, 3, 0);
    svi_clock_drop(&f->q, &f->c[1], 10 * MS);
    svi_clock_drop(&f->q, &f->c[0], 20 * MS);
    svi_clock_sent(&f->q, 20 * MS);
    answer(f, 2, 50 * MS);
    assert_int_equal(f->c[0].used_us + f->c[1].used_us, 0);
    assert_int_equal(f->c[2].used_us, 30 * MS);
    assert_null(f->q.oldest);
    assert_null(f->q.newest);
}
