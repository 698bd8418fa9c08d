/* Scenes (<solvent/scene.h>) open where they are lawful and say where they are not; trades applied
 * to a position are what the game makes of them; games of which few kinds are asked. */
#include "tests/game/invariants.h"
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#include <solvent/scene.h>

#include <inttypes.h>

static const uint8_t key[SV_KEY_BYTES] = {7};

TEST(a_table_of_ones_own_is_played_on)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_edition_error error;
    struct sv_scene scene;
    struct sv_state st, again;
    struct sv_question q;
    assert_int_equal(sv_scene_start(e, 9, &scene), SV_E_ARGUMENT);
    assert_ok(sv_scene_start(e, 2, &scene));
    scene.owner[37] = scene.owner[39] = 0;
    scene.level[37] = scene.level[39] = 3;
    scene.cash[1] = 400;
    scene.turn_seat = 1;
    assert_ok(sv_scene_open(e, &scene, NULL, key, NULL, &st, &error));
    assert_int_equal(st.position.turn_seat, 1);
    assert_int_equal(st.position.turn, 1);
    assert_int_equal(st.position.cash[1], 400);
    assert_int_equal(st.position.stock[SV_UNIT_HOUSE], 32 - 6);
    assert_null(invariants_broken(e, &st));
    assert_int_not_equal(sv_pending(&st), 0);
    assert_ok(sv_ask(e, &st, sv_first(sv_pending(&st)), &q));
    assert_int_equal(q.kind, SV_DECISION_MANAGE);
    assert_ok(sv_determinise(e, &st.position, &st.course, sv_pending(&st), key, &again));
}

/* One seat alone: how often it passes where, say. */
static void count_moves(void *user, const struct sv_event *event)
{
    unsigned *moves = user;
    moves[event->type]++;
}

TEST(one_seat_walks_alone)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    const uint32_t nothing[SV_MAX_SEATS] = {0};
    unsigned events[SV_EVENT_COUNT] = {0};
    const struct sv_sink sink = {count_moves, events};
    struct sv_edition_error error;
    struct sv_scene scene;
    struct sv_state st;
    assert_ok(sv_scene_start(e, 2, &scene));
    scene.alive = 1;
    scene.cash[0] = 100000;
    scene.cash[1] = 0;
    assert_ok(sv_scene_open(e, &scene, nothing, key, &sink, &st, &error));
    assert_int_equal(sv_pending(&st), 0);
    assert_int_equal(st.position.over, SV_WHY_MAX_ROUNDS);
    assert_int_equal(events[SV_EVENT_TURN], e->rules.max_rounds);
    assert_true(events[SV_EVENT_MOVE] > 100);
    assert_int_equal(sv_count(st.position.owned[0]), sv_count(e->deeds)); /* the default buys */
}

/* A scene that is spoilt, and where that is found. */
static void spoilt(const char *where, void (*spoil)(struct sv_scene *))
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_edition_error error = {"", ""};
    struct sv_scene scene;
    struct sv_state st;
    assert_ok(sv_scene_start(e, 3, &scene));
    scene.owner[1] = scene.owner[3] = 2;
    scene.owner[5] = 1;
    spoil(&scene);
    assert_int_equal(sv_scene_open(e, &scene, NULL, key, NULL, &st, &error), SV_E_RANGE);
    assert_string_equal(error.where, where);
    assert_true(error.problem[0] != '\0');
    assert_int_equal(sv_scene_open(e, &scene, NULL, key, NULL, &st, NULL), SV_E_RANGE);
}

#define SPOIL(name, what)                                                                          \
    static void name(struct sv_scene *s)                                                           \
    {                                                                                              \
        what;                                                                                      \
    }
SPOIL(too_many_seats, s->seats = 9)
SPOIL(nobody_alive, s->alive = 0)
SPOIL(stranger_alive, s->alive = 15)
SPOIL(stranger_speeds, s->speeding = 8)
SPOIL(dead_turn, s->turn_seat = 3)
SPOIL(dead_first, s->first = 3)
SPOIL(round_0, s->round = 0)
SPOIL(turn_0, s->turn = 0)
SPOIL(debts, s->cash[1] = -1)
SPOIL(rich_dead, s->alive = 5)
SPOIL(off_board, s->space[2] = 40)
SPOIL(jailed_elsewhere, s->jail[0] = 1)
SPOIL(strange_owner, s->owner[6] = 3)
SPOIL(no_deed_to_mortgage, s->mortgaged = 1)
SPOIL(unowned_mortgage, s->mortgaged = 1u << 6)
SPOIL(unowned_house, s->level[6] = 1)
SPOIL(incomplete, (s->owner[3] = 1, s->level[1] = 1))
SPOIL(uneven, s->level[3] = 2)
SPOIL(too_high, (s->level[1] = 5, s->level[3] = 6))
SPOIL(pledged_and_built, (s->level[1] = s->level[3] = 1, s->mortgaged = 2))
SPOIL(on_rail, s->level[5] = 1)
SPOIL(on_go, s->level[0] = 1)
SPOIL(strange_holder, s->jail_holder[1] = 5)
SPOIL(no_tickets, s->tickets[0] = 1)
SPOIL(no_such_card, s->top[0][0] = 16)
SPOIL(card_twice, s->top[1][3] = s->top[1][4] = 2)
SPOIL(below_the_deck, s->top[0][16] = 2)
SPOIL(more_money, s->cash[0] = INT32_MAX)

TEST(what_is_wrong_is_named)
{
    spoilt("seats", too_many_seats);
    spoilt("alive", nobody_alive);
    spoilt("alive", stranger_alive);
    spoilt("speeding", stranger_speeds);
    spoilt("turn_seat", dead_turn);
    spoilt("first", dead_first);
    spoilt("round", round_0);
    spoilt("turn", turn_0);
    spoilt("cash[1]", debts);
    spoilt("cash[1]", rich_dead);
    spoilt("space[2]", off_board);
    spoilt("jail[0]", jailed_elsewhere);
    spoilt("owner[6]", strange_owner);
    spoilt("mortgaged", no_deed_to_mortgage);
    spoilt("mortgaged", unowned_mortgage);
    spoilt("level[6]", unowned_house);
    spoilt("level[1]", incomplete);
    spoilt("level[3]", uneven);
    spoilt("level[3]", too_high);
    spoilt("level[1]", pledged_and_built);
    spoilt("level[5]", on_rail);
    spoilt("level[0]", on_go);
    spoilt("jail_holder[1]", strange_holder);
    spoilt("tickets[0]", no_tickets);
    spoilt("top[0][0]", no_such_card);
    spoilt("top[1][4]", card_twice);
    spoilt("top[0][16]", below_the_deck);
    spoilt("cash", more_money);
}

/* ---- random games ---------------------------------------------------------------------------- */

/* The changes of a trade, from the events that follow its end. */
struct struck {
    struct sv_position p;
    bool going, done;
};

static void follow(void *user, const struct sv_event *ev)
{
    struct struck *t = user;
    if (ev->type == SV_EVENT_OFFER_END && ev->why == SV_WHY_ACCEPTED && !t->done) {
        t->going = true;
        return;
    }
    if (t->going && ev->type == SV_EVENT_CASH &&
        (ev->why == SV_WHY_TRADE || ev->why == SV_WHY_GIFT)) {
        t->p.cash[ev->from] -= ev->amount;
        t->p.cash[ev->to] += ev->amount;
    } else if (t->going && ev->type == SV_EVENT_DEED &&
               (ev->why == SV_WHY_TRADE || ev->why == SV_WHY_GIFT)) {
        t->p.owner[ev->space] = ev->to;
        t->p.owned[ev->from] &= ~(UINT64_C(1) << ev->space);
        t->p.owned[ev->to] |= UINT64_C(1) << ev->space;
    } else if (t->going && ev->type == SV_EVENT_JAIL_CARD && ev->to < SV_BANK) {
        t->p.jail_holder[ev->card] = ev->to;
    } else if (t->going && ev->type == SV_EVENT_TICKET && ev->to < SV_BANK && ev->from < SV_BANK) {
        t->p.tickets[ev->from]--;
        t->p.tickets[ev->to]++;
    } else if (t->going && ev->type != SV_EVENT_ANSWER) {
        t->going = false;
        t->done = true;
    }
}

static void trade_is_what_the_game_makes_of_it(const struct sv_edition *e,
                                               const struct sv_state *st,
                                               const struct sv_question *q)
{
    struct struck t = {.p = st->position};
    const struct sv_sink sink = {follow, &t};
    struct sv_state clone = *st;
    struct sv_position now;
    struct sv_answer a;
    sv_answer_clear(&st->position, q, &a);
    a.choice = SV_CHOICE_TRADE_ACCEPT;
    if (!sv_has(q->choices, SV_CHOICE_TRADE_ACCEPT)) {
        return;
    }
    assert_ok(sv_offer_apply(e, &st->position, q->other, &q->offer, &now));
    assert_ok(sv_apply(e, &clone, q->seat, &a, &sink));
    for (uint64_t left = q->offer.get_deeds & st->position.mortgaged; left != 0; left &= left - 1) {
        t.p.cash[q->other] -= sv_interest(e, sv_first(left));
    }
    for (uint64_t left = q->offer.give_deeds & st->position.mortgaged; left != 0;
         left &= left - 1) {
        t.p.cash[q->seat] -= sv_interest(e, sv_first(left));
    }
    assert_memory_equal(&now, &t.p, sizeof now);
}

/* Opens a position as a scene, and plays a little of it. */
static void scene_of_any_position_opens(const struct sv_edition *e, const struct sv_position *p,
                                        uint64_t number)
{
    struct sv_edition_error error = {"", ""};
    struct sv_scene scene;
    struct sv_state st;
    struct monkey m;
    sv_scene_of(e, p, &scene);
    if (sv_scene_open(e, &scene, NULL, key, NULL, &st, &error) != SV_OK) {
        fail_msg("%s: %s: %s", e->name, error.where, error.problem);
    }
    assert_memory_equal(st.position.owner, p->owner, sizeof p->owner);
    monkey_init(&m, number);
    for (unsigned n = 0; n < 20 && sv_pending(&st) != 0; n++) {
        const unsigned seat = sv_first(sv_pending(&st));
        struct sv_question q;
        struct sv_answer a;
        const char *broken = invariants_broken(e, &st);

        if (broken != NULL) {
            fail_msg("%s", broken);
        }
        assert_ok(sv_ask(e, &st, seat, &q));
        monkey_answer(&m, e, &st.position, &q, &a);
        assert_ok(sv_apply(e, &st, seat, &a, NULL));
    }
}

/* Only who answers `buy` is asked, and only that. */
static void few_kinds_are_asked(const struct sv_edition *e, const struct sv_state *st)
{
    const uint32_t answers[SV_MAX_SEATS] = {0, 1u << SV_DECISION_BUY};
    struct sv_state guess;
    struct sv_question q;
    struct sv_answer a;
    bool open = true;
    assert_ok(
        sv_determinise_for(e, &st->position, &st->course, sv_pending(st), answers, key, &guess));
    for (unsigned open_left = sv_count(sv_pending(&guess)), n = 0;
         sv_pending(&guess) != 0 && n < 50; n++) {
        const unsigned seat = sv_first(sv_pending(&guess));

        assert_ok(sv_ask(e, &guess, seat, &q));
        open = n < open_left;
        if (!open) {
            assert_int_equal(seat, 1);
            assert_int_equal(q.kind, SV_DECISION_BUY);
        }
        sv_answer_default(e, &guess.position, &q, &a);
        assert_ok(sv_apply(e, &guess, seat, &a, NULL));
    }
}

TEST(at_any_question_of_random_games)
{
    struct monkey m;
    unsigned trades = 0;
    for (uint64_t number = 1; number <= SOME_OF(6u); number++) {
        for (unsigned i = 0; sv_edition_builtin_name(i) != NULL; i++) {
            const struct sv_edition *e = sv_edition_builtin(sv_edition_builtin_name(i));
            struct sv_setup setup = {.seats = (uint8_t)(2 + number % 7)};
            struct sv_state st;

            memcpy(setup.seed, &number, sizeof number);
            memset(setup.answers, 255, sizeof setup.answers);
            monkey_init(&m, number * 100 + i);
            m.mood = (enum monkey_mood)(number % MONKEY_MOODS);
            assert_ok(sv_game_start(e, &st, &setup, NULL));
            for (unsigned n = 0; n < 3000 && sv_pending(&st) != 0; n++) {
                const unsigned seat = sv_first(sv_pending(&st));
                struct sv_question q;
                struct sv_answer a;

                assert_ok(sv_ask(e, &st, seat, &q));
                if (q.kind == SV_DECISION_TRADE) {
                    trade_is_what_the_game_makes_of_it(e, &st, &q);
                    trades++;
                }
                if (n % 50 == 0) {
                    scene_of_any_position_opens(e, &st.position, n);
                    few_kinds_are_asked(e, &st);
                }
                monkey_answer(&m, e, &st.position, &q, &a);
                assert_ok(sv_apply(e, &st, seat, &a, NULL));
            }
        }
    }
    assert_true(trades > 50);
}
