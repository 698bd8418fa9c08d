/* Habits of good players, each as a scene: a table, a question, and the answers that learner and
 * planner give. The questions are asked in the midst of a game, so that the planner can play on. */
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

#define NEW_YORK 19u /* on the board of `classic` */

static const struct sv_bot *const thinkers[] = {&sv_policy_learner, &sv_policy_planner};
#define THINKERS (sizeof thinkers / sizeof *thinkers)

/* Answers a pending seat's question by default, but with an offer if one is given. */
static void step(struct fixture *f, const struct sv_offer *offer)
{
    const unsigned seat = sv_first(sv_pending(&f->state));
    struct sv_question q;
    struct sv_answer a;
    assert_ok(sv_ask(f->edition, &f->state, seat, &q));
    sv_answer_clear(f->p, &q, &a);
    if (offer != NULL) {
        a.n_offers = 1;
        a.offers[0] = *offer;
    }
    assert_ok(sv_apply(f->edition, &f->state, seat, &a, NULL));
}

/* Goes on until a seat is asked a question of a kind. */
static struct sv_question reach(struct fixture *f, unsigned seat, enum sv_decision kind)
{
    struct sv_question q = {0};
    for (unsigned i = 0; i < 1000; i++) {
        const unsigned asked = sv_first(sv_pending(&f->state));
        assert_ok(sv_ask(f->edition, &f->state, asked, &q));
        if (asked == seat && q.kind == kind) {
            return q;
        }
        step(f, NULL);
    }
    fail_msg("seat %u is not asked", seat);
    return q;
}

/* Begins a game of four, up to seat 0's turn. All have 1500 of cash and a token on one corner. */
static void begin(struct fixture *f)
{
    fixture_init(f, "classic", 4);
    f->match.course = &f->state.course;
    (void)reach(f, 0, SV_DECISION_MANAGE);
    for (unsigned s = 0; s < 4; s++) {
        f->p->space[s] = 30;
        f->p->cash[s] = 1500;
    }
}

/* Returns the plan for the window that is open, as the table is now. */
static struct sv_plan plan(struct fixture *f, const struct sv_bot *bot)
{
    struct sv_question q;
    assert_ok(sv_ask(f->edition, &f->state, 0, &q));
    return fixture_ask(f, bot, &q).plan;
}

/* Returns the cash that it costs. */
static int32_t spent(struct fixture *f, const struct sv_bot *bot)
{
    const struct sv_plan p = plan(f, bot);
    return (int32_t)-sv_plan_cash(f->edition, f->p, 0, &p);
}

/* A deed that is declined is not bid for beyond its price. Seat 0 is offered deeds with little or
 * much cash, and with or without hotels ahead. */
TEST(test_no_deed_is_declined_and_then_bought_dearer)
{
    for (unsigned b = 0; b < THINKERS; b++) {
        unsigned declined = 0;
        struct fixture table;
        begin(&table);
        for (unsigned i = 0; i < 12; i++) {
            const struct sv_question buy = reach(&table, 0, SV_DECISION_BUY);
            for (unsigned scene = 0; scene < 6; scene++) {
                static const int32_t more[] = {0, 60, 400};
                struct fixture f = table;
                f.p = &f.state.position;
                f.match.position = f.p;
                f.match.course = &f.state.course;
                f.p->cash[0] = buy.amount + more[scene / 2];
                if (scene % 2 == 1) {
                    fixture_own_group(&f, 1, buy.space > 20 ? "Dark blue" : "Red", 5);
                    fixture_own_group(&f, 2, buy.space > 20 ? "Light blue" : "Green", 5);
                }
                if (f.p->owner[buy.space] != SV_BANK) {
                    continue;
                }
                if (fixture_ask(&f, thinkers[b], &buy).choice == SV_CHOICE_BUY_DECLINE) {
                    step(&f, NULL); /* declines */
                    const struct sv_question bid = reach(&f, 0, SV_DECISION_BID);
                    assert_int_equal(bid.space, buy.space);
                    const struct sv_answer a = fixture_ask(&f, thinkers[b], &bid);
                    assert_true(a.bid <= buy.amount && a.limit <= buy.amount);
                    declined++;
                }
            }
            step(&table, NULL);
        }
        print_message("%s: %u declined\n", thinkers[b]->name, declined);
        assert_true(declined > 0);
    }
}

/* With 600 of cash, and a rent of 550 at 6, 8 and 9 pips, nothing is built; with that set behind,
 * most of it is spent. */
TEST(test_cash_is_kept_for_the_risk_ahead)
{
    for (unsigned b = 0; b < THINKERS; b++) {
        struct fixture f;
        begin(&f);
        fixture_own_group(&f, 0, "Light blue", 0);
        fixture_own_group(&f, 1, "Orange", 3);
        f.p->cash[0] = 600;
        f.p->space[0] = 10;
        assert_int_equal(spent(&f, thinkers[b]), 0);
        f.p->space[0] = 20;
        assert_true(spent(&f, thinkers[b]) >= 500);
    }
}

/* Asks about 600 for New York Avenue, with which seat 1 has a second set, or with `other` its first
 * one while seat 2 leads. */
static unsigned ask_sale(const struct sv_bot *bot, bool other)
{
    const struct sv_offer offer = {.give_cash = 600, .get_deeds = UINT64_C(1) << NEW_YORK};
    struct fixture f;
    begin(&f);
    fixture_own_group(&f, other ? 2 : 1, "Red", 3);
    fixture_own_group(&f, 1, "Orange", 0);
    fixture_own(&f, 0, NEW_YORK);
    (void)reach(&f, 1, SV_DECISION_MANAGE);
    step(&f, &offer);
    const struct sv_question q = reach(&f, 0, SV_DECISION_TRADE);
    return fixture_ask(&f, bot, &q).choice;
}

TEST(test_leaders_are_refused)
{
    assert_int_equal(ask_sale(&sv_policy_learner, true), SV_CHOICE_TRADE_ACCEPT);
    for (unsigned b = 0; b < THINKERS; b++) {
        assert_true(ask_sale(thinkers[b], false) != SV_CHOICE_TRADE_ACCEPT);
    }
}

/* Seat 1 has a set to build on and 1500 of cash, but the bank has `stock` houses. Returns the level
 * of seat 0's set, from `level`, by its plan. */
static unsigned level_in_shortage(const struct sv_bot *bot, unsigned level, unsigned stock)
{
    struct fixture f;
    begin(&f);
    fixture_own_group(&f, 0, "Light blue", level);
    fixture_own_group(&f, 1, "Red", 0);
    fixture_own_group(&f, 2, "Yellow", 3);
    fixture_own_group(&f, 3, "Pink", 2);
    f.p->stock[SV_UNIT_HOUSE] = (uint8_t)stock;
    f.p->cash[0] = 900;
    return plan(&f, bot).level[6];
}

/* Hotels would give twelve houses back to the bank. */
TEST(test_houses_are_kept_short)
{
    for (unsigned b = 0; b < THINKERS; b++) {
        assert_int_equal(level_in_shortage(thinkers[b], 4, 0), 4);
    }
    assert_int_equal(level_in_shortage(&sv_policy_learner, 3, 3), 4);
}
