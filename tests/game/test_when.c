/* The conditions under which a seat is asked (SV_WHENS): that each says what it says, and that the
 * game asks by them and by nothing else. */
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#include "edition/builtin.h"

/* ---- what each says, by trying ------------------------------------------------------------- */

/* Whether a window's answer would be legal. */
static bool is_legal(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                     const struct sv_answer *a)
{
    const struct sv_question q = {
        .kind = SV_DECISION_MANAGE, .seat = (uint8_t)seat, .space = SV_NONE, .other = SV_NONE};

    return sv_check(e, p, &q, a) == SV_OK;
}

static struct sv_answer nothing(const struct sv_position *p)
{
    struct sv_answer a;
    sv_answer_clear(p, &(struct sv_question){.kind = SV_DECISION_MANAGE}, &a);
    return a;
}

static unsigned by_trying(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    unsigned holds = SV_WHEN_ALWAYS;
    bool set = false;
    bool bare = false;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        struct sv_answer a = nothing(p);

        if (p->owner[i] != seat) {
            continue;
        }
        a.plan.level[i]++;
        if (is_legal(e, p, seat, &a)) {
            holds |= SV_WHEN_CAN_BUILD;
        }
        a = nothing(p);
        a.plan.lift = UINT64_C(1) << i;
        if (is_legal(e, p, seat, &a)) {
            holds |= SV_WHEN_CAN_LIFT;
        }
        if (e->space[i].kind == SV_SPACE_STREET && sv_set_builds(e, p, e->space[i].group, seat)) {
            set = set || sv_has(p->mortgaged, i) || p->level[i] < 5 ||
                  (p->level[i] == 5 && e->rules.skyscrapers > 0 && e->space[i].tower_cost > 0 &&
                   sv_set_full(e, p, e->space[i].group, seat));
        } else {
            bare = bare || (p->level[i] == 0 && !sv_has(p->mortgaged, i));
        }
    }
    holds |= set && bare ? SV_WHEN_CAN_PLEDGE : 0;
    holds |= p->turn_seat == seat ? SV_WHEN_OWN_TURN : 0;
    holds |= sv_has(p->deeds_new, seat) ? SV_WHEN_DEEDS_CHANGED : 0;
    return holds;
}

/* Plays a game by a monkey and compares for every seat at every question. */
static void compare(const struct sv_edition *e, unsigned game, unsigned seen[SV_WHEN_COUNT + 1])
{
    struct sv_setup setup = {.seats = (uint8_t)(2 + game % 7), .seed = {(uint8_t)game}};
    struct monkey monkey;
    struct sv_state st;
    unsigned asked;
    memset(setup.answers, 0xff, sizeof setup.answers);
    for (unsigned s = 0; s < setup.seats; s++) {
        /* In some games somebody waits for news; who does not has none. */
        setup.when[s][SV_DECISION_TICKET] = (s + game) % 3 == 0 ? SV_WHEN_DEEDS_CHANGED : 0;
    }
    monkey_init(&monkey, game);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    while ((asked = sv_pending(&st)) != 0) {
        unsigned seat = sv_first(asked);
        struct sv_question q;
        struct sv_answer a;

        for (unsigned s = 0; s < setup.seats; s++) {
            const unsigned expected = by_trying(e, &st.position, s);

            /* One by one and together. */
            assert_int_equal(sv_when(e, &st.position, s, SV_WHEN_ALL), expected);
            for (unsigned i = 0; i < SV_WHEN_COUNT; i++) {
                assert_int_equal(sv_when(e, &st.position, s, 1u << i), expected & 1u << i);
                seen[i] += sv_has(expected, i);
            }
            seen[SV_WHEN_COUNT]++;
            assert_false(setup.when[s][SV_DECISION_TICKET] == 0 &&
                         sv_has(st.position.deeds_new, s));
        }
        rig_must_hold(e, &st);
        assert_ok(sv_ask(e, &st, seat, &q));
        monkey_answer(&monkey, e, &st.position, &q, &a);
        assert_ok(sv_apply(e, &st, seat, &a, NULL));
    }
}

TEST(rule_12_each_condition_says_what_can_be_done)
{
    unsigned seen[SV_WHEN_COUNT + 1] = {0};
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        struct sv_edition e = *rig_edition(svi_builtin_editions[i].name);

        e.rules.max_rounds = 60;
        for (unsigned game = 0; game < SOME_OF(7u); game++) {
            compare(&e, game, seen);
        }
    }
    for (unsigned i = 0; i < SV_WHEN_COUNT; i++) {
        print_message("%-14s held %u times of %u\n", sv_when_name(i), seen[i], seen[SV_WHEN_COUNT]);
        assert_true(seen[i] > 50);
        assert_true(i == 0 || seen[i] < seen[SV_WHEN_COUNT]);
    }
    assert_int_equal(
        sv_when(rig_edition("classic"), &(struct sv_position){.seats = 2}, 2, SV_WHEN_ALL), 0);
    assert_int_equal(
        sv_when(rig_edition("classic"), &(struct sv_position){.seats = 2}, SV_NONE, SV_WHEN_ALL),
        0);
}

/* ---- the game asks by them ----------------------------------------------------------------- */

TEST(rule_8_1_conditions_that_are_none_are_refused)
{
    struct sv_setup setup = {.seats = 2};
    struct sv_state st;
    setup.when[1][SV_DECISION_BUY] = SV_WHEN_ALL;
    assert_ok(sv_game_start(rig_edition("classic"), &st, &setup, NULL));
    setup.when[1][SV_DECISION_BUY] = SV_WHEN_ALL + 1;
    assert_int_equal(sv_game_start(rig_edition("classic"), &st, &setup, NULL), SV_E_ARGUMENT);
}

/* Random conditions: who is asked has one that holds, at every question; deeds count as new until
 * the next window. */
TEST(rule_8_1_nobody_is_asked_against_its_conditions)
{
    unsigned asked_by[SV_WHEN_COUNT] = {0};
    for (unsigned game = 0; game < SOME_OF(60u); game++) {
        const struct sv_edition *e =
            rig_edition(svi_builtin_editions[game % svi_builtin_edition_count].name);
        struct sv_setup setup = {.seats = (uint8_t)(2 + game % 7), .seed = {(uint8_t)game, 1}};
        struct monkey monkey;
        struct sv_state st;
        unsigned asked;

        memset(setup.answers, 0xff, sizeof setup.answers);
        monkey_init(&monkey, game);
        for (unsigned s = 0; s < setup.seats; s++) {
            for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
                setup.when[s][k] = (uint8_t)(monkey_below(&monkey, 3) == 0
                                                 ? 0
                                                 : monkey_below(&monkey, SV_WHEN_ALL + 1));
            }
        }
        assert_ok(sv_game_start(e, &st, &setup, NULL));
        while ((asked = sv_pending(&st)) != 0 && st.position.round < 100) {
            unsigned seat = sv_first(asked);
            struct sv_question q;
            struct sv_answer a;

            rig_must_hold(e, &st);
            assert_ok(sv_ask(e, &st, seat, &q));
            const unsigned when = setup.when[seat][q.kind];
            const unsigned holds = sv_when(e, &st.position, seat, when);

            /* The news of a window end with it, and others may answer first if several are
             * asked. */
            assert_true(when == 0 || holds != 0 || (when & SV_WHEN_DEEDS_CHANGED) != 0);
            for (unsigned i = 0; i < SV_WHEN_COUNT; i++) {
                asked_by[i] += sv_has(holds, i);
            }
            assert_int_equal(st.position.deeds_new & ~(unsigned)st.secret.curious, 0);
            monkey_answer(&monkey, e, &st.position, &q, &a);
            assert_ok(sv_apply(e, &st, seat, &a, NULL));
        }
    }
    for (unsigned i = 0; i < SV_WHEN_COUNT - 1u; i++) {
        assert_true(asked_by[i] > 0);
    }
}

/* A state made of what a seat sees plays on as the match does, once it asks as the match does. */
TEST(rule_12_a_model_asks_as_the_match_does)
{
    unsigned models = 0;
    for (unsigned game = 0; game < 12; game++) {
        const struct sv_edition *e = rig_edition(game % 2 == 0 ? "classic" : "mega");
        struct sv_setup setup = {.seats = (uint8_t)(2 + game % 7), .seed = {(uint8_t)game, 2}};
        struct monkey monkey;
        struct sv_state st, model;
        bool modelled = false;
        unsigned asked;

        memset(setup.answers, 0xff, sizeof setup.answers);
        for (unsigned s = 0; s < setup.seats; s++) {
            setup.when[s][SV_DECISION_MANAGE] = (uint8_t)(1u << (1 + (s + game) % 5));
            setup.when[s][SV_DECISION_BID] = SV_WHEN_DEEDS_CHANGED | SV_WHEN_OWN_TURN;
        }
        monkey_init(&monkey, game);
        assert_ok(sv_game_start(e, &st, &setup, NULL));
        for (unsigned n = 0; (asked = sv_pending(&st)) != 0 && n < 3000; n++) {
            unsigned seat = sv_first(asked);
            struct sv_question q;
            struct sv_answer a;

            if (!modelled && n > 100 && sv_count(asked) == 1 && st.position.auction_in == 0) {
                assert_ok(
                    sv_determinise(e, &st.position, &st.course, asked, st.secret.key, &model));
                memcpy(model.secret.deck, st.secret.deck, sizeof st.secret.deck);
                for (unsigned s = 0; s < setup.seats; s++) {
                    sv_ask_only(&model, s, setup.answers[s], setup.when[s]);
                }
                /* Wishes of an earlier pass may be left in the match's. */
                model.secret.plan = st.secret.plan;
                modelled = true;
                models++;
            }
            rig_must_hold(e, &st);
            assert_ok(sv_ask(e, &st, seat, &q));
            monkey_answer(&monkey, e, &st.position, &q, &a);
            assert_ok(sv_apply(e, &st, seat, &a, NULL));
            if (modelled) {
                assert_int_equal(sv_pending(&model), asked);
                assert_ok(sv_apply(e, &model, seat, &a, NULL));
                assert_memory_equal(&model.position, &st.position, sizeof st.position);
                assert_int_equal(sv_pending(&model), sv_pending(&st));
            }
        }
    }
    assert_true(models > 6);
}

/* A seat that waits for news is asked in the first window after a deed has changed hands, and not
 * again. */
TEST(rule_8_1_news_of_deeds_last_until_the_next_window)
{
    const struct sv_edition *e = rig_edition("classic");
    struct sv_setup setup = {.seats = 3, .seed = {5}};
    struct sv_state st;
    uint64_t owned = 0;
    unsigned windows = 0;
    setup.answers[1] = 1u << SV_DECISION_MANAGE;
    setup.when[1][SV_DECISION_MANAGE] = SV_WHEN_DEEDS_CHANGED;
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    while (sv_pending(&st) != 0) {
        const uint64_t now = st.position.owned[0] | st.position.owned[1] | st.position.owned[2];
        struct sv_question q;
        struct sv_answer a;

        assert_int_equal(sv_pending(&st), 1u << 1);
        assert_int_equal(st.position.deeds_new, 0);
        assert_true(now != owned || windows > 20); /* late, bankruptcies hand on what was owned */
        owned = now;
        windows++;
        assert_ok(sv_ask(e, &st, 1, &q));
        sv_answer_default(e, &st.position, &q, &a);
        assert_ok(sv_apply(e, &st, 1, &a, NULL));
    }
    assert_true(windows > 10 && windows <= 60);
}
