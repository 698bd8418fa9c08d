/* A person's answers, put together with keys: whatever keys are pressed, what is done is an answer
 * that the rules allow, and every kind of question can be answered. */
#include "tests/record/games.h"
#include "tools/tui/ask.h"
#include "tools/tui/screen.h"

#include <solvent/edition.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t lot = 1;

static unsigned draw(unsigned n)
{
    lot = lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((lot >> 33) % n);
}

/* Any key, those that end something more often. */
static int any_key(void)
{
    static const int keys[] = {SVI_TUI_KEY_ENTER,
                               SVI_TUI_KEY_ENTER,
                               SVI_TUI_KEY_UP,
                               SVI_TUI_KEY_DOWN,
                               SVI_TUI_KEY_DOWN,
                               SVI_TUI_KEY_LEFT,
                               SVI_TUI_KEY_RIGHT,
                               SVI_TUI_KEY_ESCAPE,
                               SVI_TUI_KEY_BACKSPACE,
                               ' ',
                               '+',
                               '+',
                               '-',
                               'm',
                               't',
                               'c',
                               '1',
                               '2',
                               '3',
                               '0',
                               '7',
                               'x',
                               0xe4,
                               SVI_TUI_KEY_OTHER};
    return keys[draw(sizeof keys / sizeof keys[0])];
}

/* Everything that is drawn can be, at any time. */
static void read_all(const struct svi_tui_ask *ask)
{
    struct svi_buf out = {0};
    svi_tui_ask_say(ask, &out);
    assert_true(out.size > 0);
    svi_tui_ask_sum(ask, &out);
    assert_non_null(svi_tui_ask_keys(ask));
    const unsigned rows = svi_tui_ask_rows(ask);
    assert_true(ask->row < rows || rows == 0 || ask->row == 0);
    for (unsigned i = 0; i < rows; i++) {
        svi_buf_clear(&out);
        svi_tui_ask_row(ask, i, &out);
        assert_true(out.size > 0);
    }
    assert_false(out.failed);
    svi_buf_finish(&out);
}

static unsigned kinds, offered, countered;

static void answer_by_keys(struct svi_game *g, unsigned seat, const struct sv_question *q)
{
    static struct svi_tui_ask ask;
    struct svi_game view;
    unsigned presses = 0;
    svi_game_view(g, &view);
    svi_tui_ask_begin(&ask, &view, q);
    kinds |= 1u << q->kind;
    for (read_all(&ask); !svi_tui_ask_key(&ask, any_key()); read_all(&ask)) {
        if (++presses == 400) { /* a knot that a person would undo like this */
            svi_tui_ask_begin(&ask, &view, q);
            if (svi_tui_ask_key(&ask, SVI_TUI_KEY_ENTER)) {
                break;
            }
            presses = 0;
        }
    }
    assert_int_equal(sv_check(g->edition, &g->state.position, q, &ask.answer), SV_OK);
    offered += ask.answer.n_offers > 0;
    countered += q->kind == SV_DECISION_TRADE && ask.answer.n_offers > 0;
    assert_int_equal(svi_game_answer(g, seat, SV_VERDICT_OK, &ask.answer), SV_OK);
}

static void play(const char *edition, uint8_t seed, int32_t rounds)
{
    static struct sv_edition e;
    static struct svi_game g;
    const char *const names[] = {"me", "ben", "cal"};
    e = *game_edition(edition);
    e.rules.max_rounds = rounds;
    e.rules.rent = SV_RULE_RENT_ON_REQUEST;
    struct svi_game_setup setup = {.edition = &e, .names = names, .setup.seats = 3};
    setup.setup.seed[0] = seed;
    for (unsigned s = 0; s < 3; s++) {
        setup.setup.answers[s] = SV_ANSWERS_ALL;
    }
    svi_game_init(&g);
    assert_int_equal(svi_game_start(&g, &setup), SV_OK);
    unsigned seat;
    while ((seat = svi_game_next(&g)) != SV_NONE) {
        struct sv_question q;
        assert_int_equal(svi_game_question(&g, seat, &q), SV_OK);
        answer_by_keys(&g, seat, &q);
    }
    svi_game_finish(&g);
}

static void any_keys_make_legal_answers(void **state)
{
    (void)state;
    for (uint8_t seed = 0; seed < 2; seed++) {
        play("classic", seed, 60);
        play("mega", seed, 60);
        play("comrades", seed, 40);
    }
    /* All that come up in these games. */
    const unsigned wanted = 1u << SV_DECISION_MANAGE | 1u << SV_DECISION_JAIL |
                            1u << SV_DECISION_BUY | 1u << SV_DECISION_BID | 1u << SV_DECISION_DEBT |
                            1u << SV_DECISION_TRADE | 1u << SV_DECISION_CLAIM |
                            1u << SV_DECISION_TICKET;
    assert_int_equal(kinds & wanted, wanted);
    assert_true(offered > 0 && countered > 0);
}

/* The first question of a game that is of this kind. */
static void find(struct svi_game *g, struct sv_edition *e, unsigned kind, struct sv_question *q,
                 unsigned *asked)
{
    const char *const names[] = {"me", "ben"};
    *e = *game_edition("classic");
    struct svi_game_setup setup = {.edition = e, .names = names, .setup.seats = 2};
    for (unsigned s = 0; s < 2; s++) {
        setup.setup.answers[s] = SV_ANSWERS_ALL;
    }
    svi_game_init(g);
    assert_int_equal(svi_game_start(g, &setup), SV_OK);
    while ((*asked = svi_game_next(g)) != SV_NONE) {
        assert_int_equal(svi_game_question(g, *asked, q), SV_OK);
        if (q->kind == kind) {
            return;
        }
        struct sv_answer a;
        sv_answer_default(e, &g->state.position, q, &a);
        if (q->kind == SV_DECISION_BUY && kind == SV_DECISION_BID) {
            a.choice = SV_CHOICE_BUY_DECLINE;
        }
        assert_int_equal(svi_game_answer(g, *asked, SV_VERDICT_OK, &a), SV_OK);
    }
    fail_msg("no such question");
}

static bool press(struct svi_tui_ask *ask, const char *keys)
{
    for (; *keys != '\0'; keys++) {
        if (svi_tui_ask_key(ask, *keys == '\n' ? SVI_TUI_KEY_ENTER : *keys)) {
            assert_int_equal(keys[1], '\0');
            return true;
        }
    }
    return false;
}

static void a_bid_is_what_is_typed(void **state)
{
    static struct svi_game g;
    static struct sv_edition e;
    static struct svi_tui_ask ask;
    struct sv_question q;
    unsigned seat;
    (void)state;
    find(&g, &e, SV_DECISION_BID, &q, &seat);
    svi_tui_ask_begin(&ask, &g, &q);
    assert_true(press(&ask, "120\n"));
    assert_int_equal(ask.answer.bid, 120);
    assert_int_equal(ask.answer.limit, 0);
    svi_tui_ask_begin(&ask, &g, &q);
    assert_true(press(&ask, "120-180\n"));
    assert_int_equal(ask.answer.bid, 120);
    assert_int_equal(ask.answer.limit, 180);
    svi_tui_ask_begin(&ask, &g, &q);
    assert_true(press(&ask, "\n"));
    assert_int_equal(ask.answer.bid, 0);
    for (size_t i = 0; i < 4; i++) {
        static const char *const wrong[] = {"99999999999\n", "120-\n", "120-100\n", "1-2-3\n"};
        svi_tui_ask_begin(&ask, &g, &q);
        assert_false(press(&ask, wrong[i]));
        assert_true(ask.message[0] != '\0');
    }
    svi_game_finish(&g);
}

static void enter_is_the_usual(void **state)
{
    static struct svi_game g;
    static struct sv_edition e;
    static struct svi_tui_ask ask;
    static const unsigned some[] = {SV_DECISION_MANAGE, SV_DECISION_BUY, SV_DECISION_JAIL};
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        struct sv_question q;
        struct sv_answer usual;
        unsigned seat;
        find(&g, &e, some[i], &q, &seat);
        sv_answer_default(&e, &g.state.position, &q, &usual);
        svi_tui_ask_begin(&ask, &g, &q);
        assert_true(press(&ask, "\n"));
        assert_int_equal(ask.answer.choice, usual.choice);
        assert_memory_equal(ask.answer.plan.level, usual.plan.level, sizeof usual.plan.level);
        svi_game_finish(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_keys_make_legal_answers),
        cmocka_unit_test(a_bid_is_what_is_typed),
        cmocka_unit_test(enter_is_the_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
