/* Single decisions of the careful and the trading bot at tables set up for them. */
#include "policy/bargain.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

/* Board indexes of edition `classic`. */
enum {
    BALTIC = 3,
    ORIENTAL = 6,
    ST_CHARLES = 11,
    ELECTRIC = 12,
    ST_JAMES = 16,
    TENNESSEE = 18,
    NEW_YORK = 19,
    KENTUCKY = 21,
    INDIANA = 23,
    ILLINOIS = 24,
    PARK_PLACE = 37,
    BOARDWALK = 39,
};

#define ORANGE (bit(ST_JAMES) | bit(TENNESSEE) | bit(NEW_YORK))
#define RED (bit(KENTUCKY) | bit(INDIANA) | bit(ILLINOIS))

static uint64_t bit(unsigned space)
{
    return UINT64_C(1) << space;
}

static struct sv_look look(struct fixture *f, struct sv_odds *odds)
{
    sv_odds_init(odds, f->edition);
    return (struct sv_look){f->edition, f->p, odds, 0};
}

static struct sv_question question(unsigned kind)
{
    return (struct sv_question){.kind = (uint8_t)kind, .space = SV_NONE, .other = SV_NONE};
}

/* ---- valuation ----------------------------------------------------------------------------- */

TEST(test_odds)
{
    struct sv_odds odds;
    struct fixture f;
    int32_t rolls = 0, landings = 0;
    fixture_init(&f, "classic", 4);
    sv_odds_init(&odds, f.edition);
    for (unsigned i = 2; i <= 12; i++) {
        rolls += odds.roll[i];
    }
    assert_int_in_range(rolls, SV_ODDS_ONE - 11, SV_ODDS_ONE);
    for (unsigned i = 0; i < f.edition->n_spaces; i++) {
        landings += odds.land[i];
        assert_int_in_range(odds.land[i], SV_ODDS_ONE / 60, SV_ODDS_ONE / 20);
    }
    /* 7/6 rolls a turn, and now and then a card that moves on */
    assert_int_in_range(landings, SV_ODDS_ONE * 7 / 6, SV_ODDS_ONE * 5 / 4);
    /* well-known facts about this board */
    assert_true(odds.land[ILLINOIS] > odds.land[INDIANA]);
    assert_true(odds.land[NEW_YORK] > odds.land[PARK_PLACE]);
    assert_true(odds.land[BOARDWALK] > odds.land[PARK_PLACE]);
}

TEST(test_reserve_grows_with_danger)
{
    struct sv_odds odds;
    struct fixture f;
    fixture_init(&f, "classic", 4);
    struct sv_look k = look(&f, &odds);
    f.p->space[0] = 10; /* the orange set is ahead, 6, 8 and 9 away */
    int32_t quiet = sv_reserve(&k, 0);
    fixture_own_group(&f, 1, "Orange", 0);
    int32_t bare = sv_reserve(&k, 0);
    fixture_own_group(&f, 1, "Orange", 3);
    int32_t built = sv_reserve(&k, 0);
    assert_true(quiet < bare && bare < built);
    f.p->space[0] = 20; /* behind us */
    assert_int_equal(sv_reserve(&k, 0), quiet);
    f.p->space[0] = 10;
    f.p->mortgaged = ORANGE;
    assert_int_equal(sv_reserve(&k, 0), quiet);
}

static int64_t worth_of(const struct sv_look *k, const struct sv_holding *h)
{
    struct svi_parts parts;
    struct svi_appraisal a;
    svi_appraise(k, h, &parts, &a);
    return svi_worth_with(&a, h->cash);
}

TEST(test_worth_of_sets)
{
    struct sv_odds odds;
    struct fixture f;
    fixture_init(&f, "classic", 4);
    struct sv_look k = look(&f, &odds);
    struct sv_holding h = sv_holding_of(&k, 0);
    int64_t without = worth_of(&k, &h);
    h.deeds = bit(ST_JAMES);
    int64_t alone = worth_of(&k, &h) - without;
    h.deeds |= bit(TENNESSEE);
    int64_t two = worth_of(&k, &h) - without;
    h.deeds |= bit(NEW_YORK);
    int64_t three = worth_of(&k, &h) - without;
    assert_true(alone > 0);
    assert_true(two > 2 * alone);
    assert_true(three > 2 * two);
    h.cash = 0; /* a set without money to build on is worth less */
    assert_true(worth_of(&k, &h) - (without - f.p->cash[0]) < three);
}

/* ---- careful ------------------------------------------------------------------------------- */

TEST(test_careful_buys_but_not_everything)
{
    struct sv_question q = question(SV_DECISION_BUY);
    struct fixture f;
    fixture_init(&f, "classic", 4);
    q.choices = 3;
    q.space = BOARDWALK;
    q.amount = 400;
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).choice, SV_CHOICE_BUY_BUY);

    /* the last of a set: others are pledged for it */
    fixture_own_all(&f, 0, bit(PARK_PLACE) | bit(ELECTRIC) | bit(ORIENTAL));
    f.p->cash[0] = 350;
    struct sv_answer a = fixture_ask(&f, &sv_policy_careful, &q);
    assert_int_equal(a.choice, SV_CHOICE_BUY_BUY);
    assert_true(a.plan.mortgage != 0);

    /* but not for just any deed */
    fixture_init(&f, "classic", 4);
    fixture_own_all(&f, 0, bit(ELECTRIC) | bit(ORIENTAL));
    f.p->cash[0] = 10;
    q.space = BALTIC;
    q.amount = 60;
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).choice, SV_CHOICE_BUY_DECLINE);
}

TEST(test_careful_bids_to_a_limit)
{
    struct sv_question q = question(SV_DECISION_BID);
    struct fixture f;
    fixture_init(&f, "classic", 4);
    q.space = f.p->auction_space = NEW_YORK;
    q.amount = f.p->auction_min = 1;
    q.limit = f.p->cash[0];
    struct sv_answer a = fixture_ask(&f, &sv_policy_careful, &q);
    assert_int_equal(a.bid, 1);
    assert_int_in_range(a.limit, 100, 600);
    int32_t single = a.limit;
    fixture_own_all(&f, 0, bit(ST_JAMES) | bit(TENNESSEE));
    assert_true(fixture_ask(&f, &sv_policy_careful, &q).limit > single); /* it would make a set */
    q.amount = 1400;
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).bid, 0);
}

TEST(test_careful_builds_evenly_and_keeps_its_reserve)
{
    struct sv_question q = question(SV_DECISION_MANAGE);
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own_group(&f, 0, "Orange", 0);
    f.p->cash[0] = 1000; /* nothing to fear: 50 stay, nine houses are 900 */
    struct sv_answer a = fixture_ask(&f, &sv_policy_careful, &q);
    assert_int_equal(a.plan.level[ST_JAMES], 3);
    assert_int_equal(a.plan.level[TENNESSEE], 3);
    assert_int_equal(a.plan.level[NEW_YORK], 3);

    f.p->space[0] = 12;
    fixture_own_group(&f, 1, "Red",
                      5); /* 9, 11 and 12 ahead: at least half of the worst rent is kept */
    a = fixture_ask(&f, &sv_policy_careful, &q);
    assert_true(f.p->cash[0] + sv_plan_cash(f.edition, f.p, 0, &a.plan) >= 1100 / 2);
}

TEST(test_careful_lifts_when_rich)
{
    struct sv_question q = question(SV_DECISION_MANAGE);
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own(&f, 0, ELECTRIC);
    f.p->mortgaged = bit(ELECTRIC);
    f.p->cash[0] = 200;
    assert_true(fixture_ask(&f, &sv_policy_careful, &q).plan.lift == 0);
    f.p->cash[0] = 900;
    assert_true(fixture_ask(&f, &sv_policy_careful, &q).plan.lift == bit(ELECTRIC));
}

/* A deed that a plan lifts or mortgages already costs or brings nothing more. */
TEST(test_plans_count_a_deed_once)
{
    struct sv_question q = question(SV_DECISION_MANAGE);
    struct sv_odds odds;
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own_group(&f, 0, "Orange", 0);
    fixture_own(&f, 0, ELECTRIC);
    f.p->mortgaged = bit(TENNESSEE) | bit(NEW_YORK) | bit(ELECTRIC);
    f.p->stock[SV_UNIT_HOUSE] = 0;
    f.p->cash[0] = 660; /* 99, 110 and 83 to lift, 50 as reserve, 300 beyond it */
    struct sv_answer a = fixture_ask(&f, &sv_policy_careful, &q);
    assert_true(a.plan.lift == f.p->mortgaged);

    f.p->mortgaged = 0;
    sv_answer_clear(f.p, &q, &a);
    const struct sv_look k = look(&f, &odds);
    assert_int_equal(sv_estate_pledge(&k, 1000, &a.plan), 75);
    assert_int_equal(sv_estate_pledge(&k, 1000, &a.plan), 0);
}

TEST(test_careful_jail)
{
    struct sv_question q = question(SV_DECISION_JAIL);
    struct fixture f;
    fixture_init(&f, "classic", 2);
    f.p->jail[0] = 1;
    f.p->space[0] = f.edition->jail_space;
    q.choices = 1u << SV_CHOICE_JAIL_ROLL | 1u << SV_CHOICE_JAIL_PAY;
    q.amount = 50;
    /* Deeds are still to be had. */
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).choice, SV_CHOICE_JAIL_PAY);
    for (unsigned i = 0; i < f.edition->n_spaces; i++) {
        if ((f.edition->deeds >> i & 1) != 0) {
            fixture_own(&f, 1, i);
        }
    }
    fixture_own_group(&f, 1, "Orange", 4);
    fixture_own_group(&f, 1, "Red", 3);
    /* Rents are all there is outside. */
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).choice, SV_CHOICE_JAIL_ROLL);
}

TEST(test_careful_raises_at_the_least_loss)
{
    struct sv_question q = question(SV_DECISION_DEBT);
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own_group(&f, 0, "Orange", 3);
    fixture_own(&f, 0, PARK_PLACE);
    f.p->cash[0] = 0;
    q.other = SV_BANK;
    q.amount = 100;
    struct sv_answer a = fixture_ask(&f, &sv_policy_careful, &q);
    assert_true(a.plan.mortgage == bit(PARK_PLACE)); /* and no house is touched */
    assert_int_equal(a.plan.level[NEW_YORK], 3);
    q.amount = 175 + 9 * 50 + 10; /* all houses and a bit of a mortgage */
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).plan.level[NEW_YORK], 0);
}

static struct sv_answer ask_trade(struct fixture *f, const struct sv_bot *bot,
                                  struct sv_offer offer)
{
    struct sv_question q = question(SV_DECISION_TRADE);
    offer.to = 0;
    q.other = 1;
    q.offer = offer;
    q.offers = 1;
    q.choices = 7;
    assert_ok(sv_check_offer(f->edition, f->p, 1, &offer));
    return fixture_ask(f, bot, &q);
}

TEST(test_trades_judged)
{
    const struct sv_bot *const bots[] = {&sv_policy_careful, &sv_policy_trader};
    struct sv_answer a;
    struct fixture f;
    for (unsigned i = 0; i < 2; i++) {
        fixture_init(&f, "classic", 4);
        fixture_own_all(&f, 0, bit(ST_JAMES) | bit(TENNESSEE) | bit(KENTUCKY));
        fixture_own_all(&f, 1, bit(NEW_YORK) | bit(BALTIC));
        a = ask_trade(&f, bots[i], (struct sv_offer){.give_deeds = bit(NEW_YORK), .get_cash = 300});
        assert_int_equal(a.choice, SV_CHOICE_TRADE_ACCEPT); /* a set for 300 */
        a = ask_trade(&f, bots[i], (struct sv_offer){.give_deeds = bit(BALTIC), .get_cash = 500});
        assert_int_not_equal(a.choice, SV_CHOICE_TRADE_ACCEPT);
        a = ask_trade(&f, bots[i], (struct sv_offer){.give_cash = 50, .get_deeds = bit(KENTUCKY)});
        assert_int_not_equal(a.choice, SV_CHOICE_TRADE_ACCEPT);
        fixture_own_all(&f, 1, bit(INDIANA) | bit(ILLINOIS));
        a = ask_trade(&f, bots[i], (struct sv_offer){.give_cash = 250, .get_deeds = bit(KENTUCKY)});
        assert_int_not_equal(a.choice, SV_CHOICE_TRADE_ACCEPT); /* their set, too cheap */
    }
}

/* ---- trader -------------------------------------------------------------------------------- */

TEST(test_trader_proposes_what_completes_sets)
{
    struct sv_question q = question(SV_DECISION_MANAGE);
    struct sv_odds odds;
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own_all(&f, 0, bit(ST_JAMES) | bit(TENNESSEE) | bit(KENTUCKY));
    fixture_own_all(&f, 1, bit(NEW_YORK) | bit(INDIANA) | bit(ILLINOIS));
    f.p->turn_seat = 0;
    q.offers = f.p->offers_left[0] = 2;
    struct sv_answer a = fixture_ask(&f, &sv_policy_trader, &q);
    assert_int_equal(a.n_offers, 1);
    assert_int_equal(a.offers[0].to, 1);
    uint64_t owned = (f.p->owned[0] & ~a.offers[0].give_deeds) | a.offers[0].get_deeds;
    assert_true((owned & ORANGE) == ORANGE || (owned & RED) == RED);
    struct sv_look mine = look(&f, &odds);
    struct sv_look theirs = mine;
    theirs.seat = 1;
    assert_true(sv_offer_gain(&mine, 0, &a.offers[0]) > 0);
    assert_true(sv_offer_gain(&theirs, 0, &a.offers[0]) > 0);

    /* The careful one never proposes. */
    assert_int_equal(fixture_ask(&f, &sv_policy_careful, &q).n_offers, 0);
    q.offers = 1;
    assert_int_equal(fixture_ask(&f, &sv_policy_trader, &q).n_offers, 0); /* once a window */
    q.offers = 2;
    f.p->turn_seat = 2;
    assert_int_equal(fixture_ask(&f, &sv_policy_trader, &q).n_offers, 0); /* before its own turn */
}

TEST(test_trader_counters)
{
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own(&f, 0, ST_JAMES);
    fixture_own_all(&f, 1, bit(TENNESSEE) | bit(NEW_YORK));
    /* It makes their set: not for 200, but there is a price. */
    struct sv_answer a = ask_trade(&f, &sv_policy_trader,
                                   (struct sv_offer){.give_cash = 200, .get_deeds = bit(ST_JAMES)});
    assert_int_equal(a.choice, SV_CHOICE_TRADE_COUNTER);
    assert_true(a.offers[0].give_deeds == bit(ST_JAMES));
    assert_true(a.offers[0].get_cash > 200);
}

TEST(test_trader_sells_rather_than_go_bankrupt)
{
    struct sv_question q = question(SV_DECISION_DEBT);
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own(&f, 0, NEW_YORK);
    fixture_own_all(&f, 1, bit(ST_JAMES) | bit(TENNESSEE));
    f.p->cash[0] = 20;
    q.other = 2;
    q.amount = 300; /* 20 and a mortgage of 100 do not suffice */
    q.offers = f.p->offers_left[0] = 2;
    struct sv_answer a = fixture_ask(&f, &sv_policy_trader, &q);
    assert_int_equal(a.n_offers, 1);
    assert_int_equal(a.offers[0].to, 1);
    assert_true(a.offers[0].give_deeds == bit(NEW_YORK) && a.offers[0].get_cash >= 280);
}

/* Without memory at the start of a match the documented defaults stand. */
TEST(test_without_memory)
{
    struct sv_question q = question(SV_DECISION_MANAGE);
    struct sv_answer a;
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own_group(&f, 0, "Orange", 0);
    sv_bot_decide(&sv_policy_trader, &f.match, &q, &a); /* no match_start: user is NULL */
    assert_ok(sv_check(f.edition, f.p, &q, &a));
    assert_int_equal(a.plan.level[NEW_YORK], 0);
}
