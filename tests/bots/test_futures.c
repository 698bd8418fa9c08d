/* The planner's search: what it finds with few and with many futures, in a window of a game of
 * traders. How strong that makes it, tests/bots/strength.txt says. */
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"
#include "wire/answer_codec.h"

#include <solvent/value.h>

#define SEATS 4u
#define ROUND 8u

/* A game of traders, which stops at each window of the seat whose turn it is. */
struct walk {
    struct fixture f;
    struct sv_players traders;
    struct sv_question q;
};

static void finish_walk(struct walk *w)
{
    sv_players_finish(&w->traders);
}

static void run(struct walk *w, struct sv_until until)
{
    const uint8_t key[SV_KEY_BYTES] = {1};
    (void)sv_run(w->f.edition, &w->f.state, &w->traders, key, &until, NULL);
}

static void begin_walk(struct walk *w)
{
    const struct sv_bot *const trader = &sv_policy_trader;
    const struct sv_bot *const bots[SEATS] = {trader, trader, trader, trader};
    fixture_init(&w->f, "classic", SEATS);
    assert_int_equal(sv_players_init(&w->traders, w->f.edition, bots, SEATS), SV_OK);
    run(w, (struct sv_until){.round = ROUND});
}

/* Goes on to the next such window. */
static void go_on(struct walk *w)
{
    struct fixture *f = &w->f;
    do {
        run(w, (struct sv_until){.answers = 1});
        run(w, (struct sv_until){.seats = 15, .kinds = 1u << SV_DECISION_MANAGE});
        assert_int_equal(f->p->over, 0);
        f->match.seat = (uint8_t)sv_first(sv_pending(&f->state));
    } while (f->match.seat != f->p->turn_seat);
    f->match.course = &f->state.course;
    assert_int_equal(sv_ask(f->edition, &f->state, f->match.seat, &w->q), SV_OK);
}

/* Asks a planner that has that many futures, and some milliseconds unless they are 0. */
static struct sv_answer ask(struct walk *w, uint8_t luck, uint32_t futures, uint32_t clock_ms)
{
    struct sv_bot planner = sv_policy_planner;
    struct sv_search_how how;
    sv_planner_default(&how);
    how.futures = futures;
    how.clock_ms = clock_ms;
    planner.user = &how;
    w->f.match.rng = (struct sv_rng){.key = {luck}};
    return fixture_ask(&w->f, &planner, &w->q);
}

/* Returns what one answer brings more than another, in millionths of a point: the mean over 800
 * futures, in half of which all seats are traders and in half careful bots. */
static int32_t brings_more(struct walk *w, const struct sv_answer *one,
                           const struct sv_answer *other)
{
    const struct sv_bot *const kinds[2] = {&sv_policy_trader, &sv_policy_careful};
    const struct sv_answer answers[2] = {*one, *other};
    struct sv_value *value = sv_value_create(w->f.edition);
    const struct sv_search_how how = {
        .rounds = 3, .futures = 400, .value = sv_value_seat, .user = value};
    int32_t more = 0;
    assert_non_null(value);
    for (unsigned i = 0; i < 2; i++) {
        SCOPED(sv_players_finish) struct sv_players players;
        const struct sv_bot *const bots[SEATS] = {kinds[i], kinds[i], kinds[i], kinds[i]};
        struct sv_answer best;
        struct sv_found found;
        assert_int_equal(sv_players_init(&players, w->f.edition, bots, SEATS), SV_OK);
        assert_int_equal(sv_search(&w->f.match, &w->q, answers, 2, &how, &players, &best, &found),
                         SV_OK);
        more += (found.mean[0] - found.mean[1]) / 2;
    }
    sv_value_destroy(value);
    return more;
}

/* A window in which the learner's answer is not the best. If the learner learns better, take another
 * one. */
#define WINDOW 6u

/* One future proves nothing, so that the learner's answer stands. Many find a better one, few do at
 * times. The same futures give the same answer. */
TEST(test_more_futures_find_a_better_answer)
{
    SCOPED(finish_walk) struct walk w;
    unsigned found_by_few = 0;
    unsigned found_by_many = 0;
    begin_walk(&w);
    for (unsigned window = 0; window <= WINDOW; window++) {
        go_on(&w);
    }
    const struct sv_answer learners = ask(&w, 0, 1, 0);
    const struct sv_answer better = ask(&w, 9, 300, 0);
    assert_false(svi_answer_same(&better, &learners));
    assert_true(brings_more(&w, &better, &learners) > 0);
    for (uint8_t luck = 1; luck <= 6; luck++) {
        const struct sv_answer few = ask(&w, luck, 4, 0);
        const struct sv_answer many = ask(&w, luck, 200, 0);
        const struct sv_answer again = ask(&w, luck, 200, 0);
        assert_true(svi_answer_same(&many, &again));
        found_by_few += !svi_answer_same(&few, &learners);
        found_by_many += !svi_answer_same(&many, &learners);
    }
    print_message("a better answer is found %u times in 6 by 4 futures, %u times by 200\n",
                  found_by_few, found_by_many);
    assert_true(found_by_many > found_by_few);
}

/* A million futures would take an hour. */
TEST(test_a_limit_on_time_holds)
{
    SCOPED(finish_walk) struct walk w;
    begin_walk(&w);
    go_on(&w);
    (void)ask(&w, 0, 1000000, 40);
}
