/* Games run on and answers compared (<solvent/search.h>). */
#include "tests/base/testing.h"

#include <solvent/scene.h>
#include <solvent/search.h>

#include <solvent/policy.h>

#include <time.h>

static const uint8_t key[SV_KEY_BYTES] = {3};
static const struct sv_bot *const careful[SV_MAX_SEATS] = {
    &sv_policy_careful, &sv_policy_careful, &sv_policy_careful, &sv_policy_careful,
    &sv_policy_careful, &sv_policy_careful, &sv_policy_careful, &sv_policy_careful};

static struct sv_state start(const struct sv_edition *e, unsigned seats)
{
    struct sv_setup setup = {.seats = (uint8_t)seats};
    struct sv_state st;
    memset(setup.answers, 255, sizeof setup.answers);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    return st;
}

TEST(it_runs_as_far_as_it_is_told)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    SCOPED(sv_players_finish) struct sv_players players;
    struct sv_state st = start(e, 4);
    struct sv_question q;
    assert_int_equal(sv_players_init(&players, e, careful, 1), SV_E_ARGUMENT);
    assert_ok(sv_players_init(&players, e, careful, 4));
    assert_int_equal(sv_run(e, &st, &players, key, &(struct sv_until){.answers = 5}, NULL),
                     SV_STOP_ANSWERS);
    assert_int_equal(sv_run(e, &st, &players, key, &(struct sv_until){.turn = 7}, NULL),
                     SV_STOP_TURN);
    assert_int_equal(st.position.turn, 7);
    assert_int_equal(sv_run(e, &st, &players, key, &(struct sv_until){.round = 5}, NULL),
                     SV_STOP_ROUND);
    assert_int_equal(st.position.round, 5);
    assert_int_equal(sv_run(e, &st, &players, key,
                            &(struct sv_until){.seats = 4, .kinds = 1u << SV_DECISION_BUY}, NULL),
                     SV_STOP_QUESTION);
    assert_true(sv_has(sv_pending(&st), 2));
    assert_ok(sv_ask(e, &st, 2, &q));
    assert_int_equal(q.kind, SV_DECISION_BUY);
    assert_int_equal(sv_run(e, &st, &players, key, &(struct sv_until){0}, NULL), SV_STOP_OVER);
    assert_int_not_equal(st.position.over, 0);
}

/* A playout equals the moves that sv_play() would make, and repeats exactly. */
TEST(a_playout_repeats)
{
    const struct sv_bot *const mixed[3] = {&sv_policy_trader, NULL, &sv_policy_random};
    for (unsigned i = 0; sv_edition_builtin_name(i) != NULL; i++) {
        const struct sv_edition *e = sv_edition_builtin(sv_edition_builtin_name(i));
        const struct sv_state st = start(e, 3);
        const unsigned seat = sv_first(sv_pending(&st));
        const struct sv_until until = {.round = 12};
        SCOPED(sv_players_finish) struct sv_players players;
        struct sv_question q;
        struct sv_answer a;
        static struct sv_state one, other;
        uint8_t hash[2][SV_HASH_BYTES];
        enum sv_stop stop;

        assert_ok(sv_players_init(&players, e, mixed, 3));
        assert_ok(sv_ask(e, &st, seat, &q));
        sv_answer_default(e, &st.position, &q, &a);
        assert_ok(sv_playout(e, &st.position, &st.course, sv_pending(&st), seat, &a, &players, key,
                             &until, &one, &stop));
        assert_int_equal(stop, SV_STOP_ROUND);
        assert_ok(sv_playout(e, &st.position, &st.course, sv_pending(&st), seat, &a, &players, key,
                             &until, &other, NULL));
        sv_state_hash(&one, hash[0]);
        sv_state_hash(&other, hash[1]);
        assert_memory_equal(hash[0], hash[1], SV_HASH_BYTES);
        assert_int_equal(
            sv_playout(e, &st.position, &st.course, 0, seat, &a, &players, key, &until, &one, NULL),
            SV_E_ARGUMENT);
        a.kind = SV_DECISION_LAYOUT;
        assert_int_equal(sv_playout(e, &st.position, &st.course, 1u << seat, seat, &a, &players,
                                    key, &until, &one, NULL),
                         SV_E_KIND);
    }
}

/* Without any bot that decides, futures still end where they are told to. */
TEST(defaults_stop_as_well)
{
    static const struct sv_bot *const nobody[4];
    const struct sv_edition *e = sv_edition_builtin("classic");
    const struct sv_state st = start(e, 4);
    const unsigned seat = sv_first(sv_pending(&st));
    SCOPED(sv_players_finish) struct sv_players players;
    struct sv_question q;
    struct sv_answer a;
    struct sv_state future;
    enum sv_stop stop;
    assert_ok(sv_players_init(&players, e, nobody, 4));
    assert_ok(sv_ask(e, &st, seat, &q));
    sv_answer_default(e, &st.position, &q, &a);
    assert_ok(sv_playout(e, &st.position, &st.course, sv_pending(&st), seat, &a, &players, key,
                         &(struct sv_until){.round = 20}, &future, &stop));
    assert_int_equal(stop, SV_STOP_ROUND);
    assert_int_equal(future.position.round, 20);
    assert_ok(sv_playout(e, &st.position, &st.course, sv_pending(&st), seat, &a, &players, key,
                         &(struct sv_until){0}, &future, &stop));
    assert_int_equal(stop, SV_STOP_OVER);
}

/* Seat 1 is offered a trade by seat 0: dark blue for a dollar, or a dollar for dark blue. */
struct offered {
    struct sv_state st;
    struct sv_match m;
    struct sv_question q;
    struct sv_answer some[3]; /* reject, accept, reject again */
    struct sv_players players;
};

static void offer(struct offered *o, const struct sv_edition *e, bool good)
{
    struct sv_scene scene;
    struct sv_answer a;
    assert_ok(sv_scene_start(e, 2, &scene));
    scene.owner[37] = 1;
    scene.owner[39] = good ? 0 : 1;
    scene.owner[5] = 0;
    assert_ok(sv_scene_open(e, &scene, NULL, key, NULL, &o->st, NULL));
    assert_ok(sv_ask(e, &o->st, 0, &o->q));
    sv_answer_clear(&o->st.position, &o->q, &a);
    a.n_offers = 1;
    a.offers[0] = (struct sv_offer){.to = 1};
    *(good ? &a.offers[0].give_deeds : &a.offers[0].get_deeds) = UINT64_C(1) << 39;
    *(good ? &a.offers[0].get_cash : &a.offers[0].give_cash) = 1;
    assert_ok(sv_apply(e, &o->st, 0, &a, NULL));
    assert_ok(sv_ask(e, &o->st, 1, &o->q));
    sv_answer_clear(&o->st.position, &o->q, &a);
    assert_ok(sv_apply(e, &o->st, 1, &a, NULL));
    assert_int_equal(sv_pending(&o->st), 2);
    assert_ok(sv_ask(e, &o->st, 1, &o->q));
    assert_int_equal(o->q.kind, SV_DECISION_TRADE);
    for (unsigned k = 0; k < 3; k++) {
        sv_answer_clear(&o->st.position, &o->q, &o->some[k]);
        o->some[k].choice = k == 1 ? SV_CHOICE_TRADE_ACCEPT : SV_CHOICE_TRADE_REJECT;
    }
    o->m = (struct sv_match){
        .edition = e, .position = &o->st.position, .course = &o->st.course, .seat = 1, .seats = 2};
    assert_ok(sv_players_init(&o->players, e, careful, 2));
}

TEST(the_better_answer_is_found)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_search_how how;
    sv_search_default(&how);
    for (unsigned good = 0; good < 2; good++) {
        struct sv_answer best;
        struct sv_found found, again;
        struct offered o;

        offer(&o, e, good != 0);
        assert_ok(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, &found));
        assert_int_equal(found.best, good);
        assert_int_equal(best.choice, good);
        assert_uint_in_range(found.futures, 8, how.futures - 1); /* it was clear before the end */
        assert_int_equal(found.playouts, 2 * found.futures);
        assert_true(found.mean[good] > found.mean[!good]);
        o.m.rng.index = 0;
        o.m.rng.lot = 0;
        assert_ok(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, &again));
        assert_memory_equal(&found, &again, sizeof found);
        sv_players_finish(&o.players);
    }
}

/* With `stay` the first answer is left for one that is better beyond doubt alone. */
TEST(the_first_answer_stays)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_search_how how;
    sv_search_default(&how);
    how.sure = 0; /* so that the first is still in */
    for (unsigned doubt = 0; doubt < 2; doubt++) {
        struct sv_answer best;
        struct sv_found found;
        struct offered o;

        offer(&o, e, true);
        how.stay = doubt != 0 ? 1000000 : 20;
        assert_ok(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, &found));
        assert_true(found.mean[1] > found.mean[0]);
        assert_int_equal(found.best, !doubt);
        sv_players_finish(&o.players);
    }
}

/* Common random numbers: equal answers get equal results, to the last future. */
TEST(equal_answers_are_equal)
{
    const struct sv_search_how how = {.rounds = 5, .futures = 30, .sure = 1};
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_answer best;
    struct sv_found found;
    struct offered o;
    offer(&o, e, true);
    o.some[1] = o.some[0];
    assert_ok(sv_search(&o.m, &o.q, o.some, 3, &how, &o.players, &best, &found));
    assert_int_equal(found.best, 0);
    assert_int_equal(found.futures, 30);
    assert_int_equal(found.playouts, 90);
    assert_int_equal(found.mean[0], found.mean[1]);
    assert_int_equal(found.mean[0], found.mean[2]);
    sv_players_finish(&o.players);
}

/* A program of a newer version may only leave its own options at 0. */
TEST(unknown_options_are_refused)
{
    struct {
        struct sv_search_how how;
        uint64_t newer;
    } more = {.how = {.size = sizeof more, .futures = 1}};
    struct sv_answer best;
    struct offered o;
    offer(&o, sv_edition_builtin("classic"), true);
    assert_ok(sv_search(&o.m, &o.q, o.some, 2, &more.how, &o.players, &best, NULL));
    more.newer = 1;
    assert_int_equal(sv_search(&o.m, &o.q, o.some, 2, &more.how, &o.players, &best, NULL),
                     SV_E_ARGUMENT);
    sv_players_finish(&o.players);
}

static int32_t seconds_value(void *user, const struct sv_edition *e, const struct sv_position *p,
                             unsigned seat)
{
    ++*(unsigned *)user;
    (void)e, (void)p;
    return seat == 1 ? INT32_MAX : INT32_MIN;
}

TEST(limits_hold)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    unsigned calls = 0;
    struct sv_search_how how = {.futures = 1000000, .clock_ms = 50};
    struct sv_answer best = {.choice = 7};
    struct sv_found found;
    struct offered o;
    struct timespec began, ended;
    offer(&o, e, true);
    clock_gettime(CLOCK_MONOTONIC, &began);
    assert_ok(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, &found));
    clock_gettime(CLOCK_MONOTONIC, &ended);
    assert_int_in_range(ended.tv_sec - began.tv_sec, 0, 20); /* a busy machine may take its time */
    assert_true(found.playouts < 1000000);

    how = (struct sv_search_how){.rounds = 1, .futures = 3, .value = seconds_value, .user = &calls};
    assert_ok(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, &found));
    assert_int_equal(calls, 6);
    assert_int_equal(found.mean[0], SV_MAX_VALUE); /* cut */
    assert_ok(sv_search(&o.m, &o.q, o.some, 1, &how, &o.players, &best, &found));
    assert_int_equal(found.playouts, 0); /* nothing to choose */

    best.choice = 7;
    how.futures = 0;
    assert_int_equal(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, NULL),
                     SV_E_ARGUMENT);
    how.futures = 9;
    assert_int_equal(sv_search(&o.m, &o.q, o.some, 0, &how, &o.players, &best, NULL),
                     SV_E_ARGUMENT);
    assert_int_equal(
        sv_search(&o.m, &o.q, o.some, SV_MAX_ALTERNATIVES + 1, &how, &o.players, &best, NULL),
        SV_E_ARGUMENT);
    o.some[1].choice = 6;
    assert_int_equal(sv_search(&o.m, &o.q, o.some, 2, &how, &o.players, &best, NULL), SV_E_CHOICE);
    o.m.course = NULL;
    assert_int_equal(sv_search(&o.m, &o.q, o.some, 1, &how, &o.players, &best, NULL),
                     SV_E_ARGUMENT);
    assert_int_equal(best.choice, 7);
    sv_players_finish(&o.players);
}
