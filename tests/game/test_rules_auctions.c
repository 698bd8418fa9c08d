/* RULES 4: auctions. */
#include "tests/game/rig.h"

/* Four seats; seat 0 lands on the railroad at 15 and declines: seats 1, 2, 3, 0 are to bid in this order. */
static void auction(struct rig *r)
{
    rig_begin(r, 4);
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
}

/* ---- 4.1 ----------------------------------------------------------------------------------- */

static void rule_4_1_clockwise_from_the_next_the_decliner_last(void **state)
{
    struct rig *r = *state;
    auction(r);
    for (unsigned i = 0; i < 4; i++) {
        unsigned seat = (1 + i) % 4;
        assert_int_equal(rig_only(r), seat);
        (void)rig_asked(r, seat, SV_DECISION_BID);
        rig_bid(r, seat, 10 + (int32_t)i, 0);
    }
    assert_int_equal(rig_only(r), 1); /* and round again */
    rig_drop(r, 1);
    rig_drop(r, 2);
    rig_drop(r, 3);
    assert_int_equal(r->st.position.owner[RAIL2], 0); /* the decliner may win it */
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_AUCTION), 13);
    assert_int_equal(r->st.position.turn_seat, 1);
}

static void rule_4_1_jailed_players_bid(void **state)
{
    struct rig *r = *state;
    rig_begin(r, 4);
    rig_jail(r, 2, 1);
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    rig_drop(r, 1);
    rig_bid(r, 2, 5, 0);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(r->st.position.cash[2], 1495);
}

static void rule_4_1_who_dropped_out_is_out_for_good(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_drop(r, 1);
    rig_bid(r, 2, 5, 0);
    rig_bid(r, 3, 6, 0);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 2); /* not seat 1 again */
    rig_bid(r, 2, 7, 0);
    assert_int_equal(rig_only(r), 3);
    rig_drop(r, 3);
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(r->st.position.cash[2], 1493);
    assert_int_equal(rig_count(r, SV_EVENT_DROP), 3);
}

static void rule_4_1_without_any_bid_the_bank_keeps_it(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_drop(r, 1);
    rig_drop(r, 2);
    rig_drop(r, 3);
    assert_int_equal(rig_only(r), 0); /* the last one may still have it for the lowest bid */
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
    assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
    assert_int_equal(rig_count(r, SV_EVENT_DEED), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

static void rule_4_1_the_last_one_in_gets_it_for_the_lowest_bid(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_drop(r, 1);
    rig_drop(r, 2);
    rig_drop(r, 3);
    rig_bid(r, 0, 1, 0);
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 1499);
}

static void rule_4_1_eight_players(void **state)
{
    struct rig *r = *state;
    rig_begin(r, 8);
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    for (unsigned i = 0; i < 8; i++) {
        rig_bid(r, (1 + i) % 8, 1 + (int32_t)i, 0);
    }
    for (unsigned i = 0; i < 7; i++) {
        rig_drop(r, (1 + i) % 8);
    }
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 1492);
}

static void rule_4_1_doubles_still_roll_again_after_the_auction(void **state)
{
    struct rig *r = *state;
    rig_begin(r, 2);
    rig_put(r, 0, PINK1);
    rig_roll(r, 2, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    rig_drop(r, 1);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 0);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
}

/* ---- 4.2 ----------------------------------------------------------------------------------- */

static void rule_4_2_lowest_bid_step_and_cash(void **state)
{
    struct rig *r = *state;
    auction(r);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_BID);
    assert_int_equal(q.amount, 1);
    assert_int_equal(q.limit, 1500);
    struct sv_answer a = rig_blank(r, 1);
    a.bid = 1501;
    rig_refuse(r, 1, &a);
    a.bid = -1;
    rig_refuse(r, 1, &a);
    a.bid = 20;
    a.limit = 19; /* a limit below the bid */
    rig_refuse(r, 1, &a);
    a.limit = 1501;
    rig_refuse(r, 1, &a);
    rig_bid(r, 1, 20, 0);
    q = rig_asked(r, 2, SV_DECISION_BID);
    assert_int_equal(q.amount, 21);
    a = rig_blank(r, 2);
    a.bid = 20;
    rig_refuse(r, 2, &a);
    rig_bid(r, 2, 21, 0);
}

static void rule_4_2_all_the_cash_may_be_bid(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_bid(r, 1, 1500, 0);
    /* Nobody else can raise that: the others are not even asked, or can only drop out. */
    for (unsigned s = 2; s < 5; s++) {
        if (rig_is_asked(r, s % 4, SV_DECISION_BID)) {
            rig_drop(r, s % 4);
        }
    }
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(r->st.position.cash[1], 0);
}

static void rule_4_2_who_cannot_make_the_lowest_bid_is_not_asked(void **state)
{
    struct rig *r = *state;
    rig_begin(r, 4);
    rig_cash(r, 1, 0);
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    assert_int_equal(rig_only(r), 2);
    rig_drop(r, 2);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
}

static void rule_4_2_auction_min_and_step_switches(void **state)
{
    struct rig *r = *state;
    rig_begin(r, 4);
    r->e.rules.auction_min = 10;
    r->e.rules.auction_step = 5;
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    struct sv_answer a = rig_blank(r, 1);
    assert_int_equal(rig_asked(r, 1, SV_DECISION_BID).amount, 10);
    a.bid = 9;
    rig_refuse(r, 1, &a);
    rig_bid(r, 1, 10, 0);
    assert_int_equal(rig_asked(r, 2, SV_DECISION_BID).amount, 15);
    a = rig_blank(r, 2);
    a.bid = 14;
    rig_refuse(r, 2, &a);
    rig_bid(r, 2, 17, 0);
    assert_int_equal(rig_asked(r, 3, SV_DECISION_BID).amount, 22);
}

static void rule_4_2_limits_fight_it_out(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_bid(r, 1, 10, 100);
    rig_bid(r, 2, 20, 50);
    /* Seat 1's limit beats seat 2's: one step above 50. */
    assert_int_equal(r->st.position.auction_seat, 1);
    assert_int_equal(r->st.position.auction_high, 51);
    assert_int_equal(rig_only(r), 3);
    assert_int_equal(rig_asked(r, 3, SV_DECISION_BID).amount, 52);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 2); /* asked again: its limit is exceeded */
    rig_drop(r, 2);
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_AUCTION), 51);
}

static void rule_4_2_equal_limits_the_earlier_bid_stands(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_bid(r, 1, 10, 50);
    rig_bid(r, 2, 20, 50);
    assert_int_equal(r->st.position.auction_seat, 1);
    assert_int_equal(r->st.position.auction_high, 50);
}

static void rule_4_2_a_limit_answers_plain_bids(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_bid(r, 1, 1, 30);
    rig_bid(r, 2, 12, 0);
    assert_int_equal(r->st.position.auction_seat, 1);
    assert_int_equal(r->st.position.auction_high, 13);
    rig_bid(r, 3, 31, 0);
    assert_int_equal(r->st.position.auction_seat, 3);
    assert_int_equal(r->st.position.auction_high, 31);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 1); /* not asked before its limit was passed */
    rig_drop(r, 1);
    rig_drop(r, 2);
    assert_int_equal(r->st.position.owner[RAIL2], 3);
    assert_int_equal(r->st.position.cash[3], 1469);
}

static void rule_4_2_a_limit_costs_no_more_than_it_must(void **state)
{
    struct rig *r = *state;
    auction(r);
    rig_bid(r, 1, 7, 1500);
    rig_drop(r, 2);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_AUCTION), 7);
}

static void rule_4_2_bid_limit_liquid_lets_one_raise_afterwards(void **state)
{
    struct rig *r = *state;
    rig_begin(r, 2);
    r->e.rules.bid_limit = SV_RULE_BID_LIMIT_LIQUID;
    rig_cash(r, 1, 50);
    rig_give(r, 1, ORANGE3); /* mortgage value 100; the anchor 175 */
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    assert_int_equal(rig_asked(r, 1, SV_DECISION_BID).limit, 325);
    rig_bid(r, 1, 120, 0);
    rig_drop(r, 0);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 120);
    assert_int_equal(q.other, SV_BANK);
    assert_int_equal(q.offers, 0); /* what one bid oneself is raised, not traded for */
    assert_int_equal(q.why, SV_WHY_AUCTION);
    struct sv_answer a = rig_blank(r, 1);
    a.plan.mortgage = UINT64_C(1) << ORANGE3;
    rig_do(r, 1, &a);
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(r->st.position.cash[1], 30);
}

/* ---- 4.3 ----------------------------------------------------------------------------------- */

static void sealed(struct rig *r, const int32_t bids[4])
{
    rig_begin(r, 4);
    r->e.rules.auction = SV_RULE_AUCTION_SEALED;
    rig_put(r, 0, UTILITY1);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    assert_int_equal(sv_pending(&r->st), 0xf); /* all at once */
    for (unsigned s = 0; s < 4; s++) {
        (void)rig_asked(r, s, SV_DECISION_SEALED_BID);
        rig_bid(r, s, bids[s], 0);
    }
}

static void rule_4_3_sealed_second_price_plus_step(void **state)
{
    struct rig *r = *state;
    sealed(r, (const int32_t[]){100, 40, 250, 0});
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(rig_paid(r, 2, SV_BANK, SV_WHY_AUCTION), 101);
    assert_int_equal(r->st.position.cash[2], 1399);
}

static void rule_4_3_sealed_ties_by_the_clockwise_order(void **state)
{
    struct rig *r = *state;
    sealed(r, (const int32_t[]){100, 40, 100,
                                100}); /* 2 comes before 3 and 0; nobody pays above the bid */
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(rig_paid(r, 2, SV_BANK, SV_WHY_AUCTION), 100);
    sealed(r, (const int32_t[]){70, 70, 0, 0});
    assert_int_equal(r->st.position.owner[RAIL2], 1);
}

static void rule_4_3_sealed_a_single_bid_pays_the_minimum(void **state)
{
    struct rig *r = *state;
    sealed(r, (const int32_t[]){0, 0, 0, 90});
    assert_int_equal(r->st.position.owner[RAIL2], 3);
    assert_int_equal(rig_paid(r, 3, SV_BANK, SV_WHY_AUCTION), 1);
}

static void rule_4_3_sealed_no_bid_the_bank_keeps_it(void **state)
{
    struct rig *r = *state;
    sealed(r, (const int32_t[]){0, 0, 0, 0});
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
    assert_int_equal(r->st.position.turn_seat, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(rule_4_1_clockwise_from_the_next_the_decliner_last),
        RULE(rule_4_1_jailed_players_bid),
        RULE(rule_4_1_who_dropped_out_is_out_for_good),
        RULE(rule_4_1_without_any_bid_the_bank_keeps_it),
        RULE(rule_4_1_the_last_one_in_gets_it_for_the_lowest_bid),
        RULE(rule_4_1_eight_players),
        RULE(rule_4_1_doubles_still_roll_again_after_the_auction),
        RULE(rule_4_2_lowest_bid_step_and_cash),
        RULE(rule_4_2_all_the_cash_may_be_bid),
        RULE(rule_4_2_who_cannot_make_the_lowest_bid_is_not_asked),
        RULE(rule_4_2_auction_min_and_step_switches),
        RULE(rule_4_2_limits_fight_it_out),
        RULE(rule_4_2_equal_limits_the_earlier_bid_stands),
        RULE(rule_4_2_a_limit_answers_plain_bids),
        RULE(rule_4_2_a_limit_costs_no_more_than_it_must),
        RULE(rule_4_2_bid_limit_liquid_lets_one_raise_afterwards),
        RULE(rule_4_3_sealed_second_price_plus_step),
        RULE(rule_4_3_sealed_ties_by_the_clockwise_order),
        RULE(rule_4_3_sealed_a_single_bid_pays_the_minimum),
        RULE(rule_4_3_sealed_no_bid_the_bank_keeps_it),
    };
    return cmocka_run_group_tests_name("RULES 4", tests, NULL, NULL);
}
