/* RULES 11.1 to 11.3: Mega's sets, skyscrapers, depots. */
#include "tests/game/invariants.h"
#include "tests/game/mega.h"
#include "tests/game/oracle.h"

/* ---- 11.1 ---------------------------------------------------------------------------------- */

MEGA_RULE(rule_11_1_all_but_one_allow_houses_and_hotels, 2)
{
    mega_reds(r, 0, 2);
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "1100")); /* two of four */
    rig_give(r, 0, M_RED3);
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "1100"));
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "3110")); /* even over those owned */
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "1111")); /* not on the one that is not owned */
    rig_cash(r, 0, 5000);
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "5550"));
    assert_int_equal(r->st.position.level[M_RED3], 5);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOTEL], 9);
}

MEGA_RULE(rule_11_1_two_of_three_suffice_in_a_small_set, 2)
{
    rig_give(r, 0, M_BROWN1);
    rig_refuse(r, 0, rig_building(r, 0, M_BROWN1, 1));
    rig_give(r, 0, M_BROWN3);
    rig_window(r, 0, rig_building(r, 0, M_BROWN1, 1));
    assert_int_equal(r->st.position.level[M_BROWN1], 1);
}

RULE(rule_11_1_double_and_triple_bare_rent)
{
    static const int32_t rent[] = {0, 18, 18, 36, 54};
    for (unsigned streets = 1; streets <= 4; streets++) {
        mega_begin(r, 2);
        mega_reds(r, 1, streets);
        if (streets < 4) {
            rig_give(r, 0, M_RED4);
        }
        mega_land(r, M_RED1);
        assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), rent[streets]);
    }
}

MEGA_RULE(rule_11_1_the_streets_of_others_may_be_mortgaged, 2)
{
    mega_reds(r, 0, 3);
    rig_give(r, 1, M_RED4);
    rig_mortgage(r, M_RED4);
    rig_window(
        r, 0,
        rig_wanting(r, 0, M_RED1, "1000")); /* only the builder's own must be free of mortgages */
    assert_int_equal(r->st.position.level[M_RED1], 1);
    rig_refuse(r, 0, rig_mortgaging(r, 0, bit(M_RED3))); /* its own set is built on */
    rig_window(r, 1, rig_lifting(r, 1, bit(M_RED4)));
    rig_window(r, 1, rig_mortgaging(r, 1, bit(M_RED4))); /* no street of its own has buildings */
    assert_true(r->st.position.mortgaged == bit(M_RED4));
}

MEGA_RULE(rule_11_1_a_street_left_out_is_mortgaged_while_others_build, 2)
{
    mega_reds(r, 0, 3);
    rig_give(r, 1, M_RED4);
    for (unsigned space = M_RED1; space <= M_RED3; space++) {
        if (r->st.position.owner[space] == 0) {
            rig_level(r, space, 2);
        }
    }
    rig_window(r, 1, rig_mortgaging(r, 1, bit(M_RED4)));
    assert_true(r->st.position.mortgaged == bit(M_RED4));
    assert_null(invariants_broken(&r->e, &r->st));
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "3220")); /* and goes on building */
    assert_int_equal(r->st.position.level[M_RED1], 3);
    assert_null(invariants_broken(&r->e, &r->st));
}

/* In a set of two streets, one street is all but one. A set of one is complete or unowned. */
RULE(rule_11_1_sets_of_two_and_of_one)
{
    rig_begin(r, 2);
    r->e.rules.sets = SV_RULE_SETS_ALL_BUT_ONE;
    rig_give(r, 0, BROWN1);
    rig_give(r, 1, BROWN2);
    rig_window(r, 0, rig_building(r, 0, BROWN1, 1));
    assert_int_equal(r->st.position.level[BROWN1], 1);
    rig_window(r, 1, rig_building(r, 1, BROWN2, 3)); /* each its own set, as far as evenness goes */
    assert_int_equal(r->st.position.level[BROWN2], 3);
    assert_int_equal(sv_rent(&r->e, &r->st.position, BROWN2, 7, 1, 0), r->e.space[BROWN2].rent[3]);
    rig_level(r, BROWN1, 0);
    assert_int_equal(sv_rent(&r->e, &r->st.position, BROWN1, 7, 1, 0),
                     2 * r->e.space[BROWN1].rent[0]);
    assert_int_equal(oracle_rent(&r->e, &r->st.position, BROWN1, 7, 1, 0),
                     2 * r->e.space[BROWN1].rent[0]);
}

MEGA_RULE(rule_11_1_no_street_of_a_built_set_is_traded, 2)
{
    mega_reds(r, 0, 3);
    rig_give(r, 1, M_RED4);
    struct sv_offer o = {.to = 1, .give_cash = 100, .get_deeds = bit(M_RED4)};
    assert_ok(sv_check_offer(&r->e, &r->st.position, 0, &o));
    rig_level(r, M_RED1, 1);
    assert_int_equal(sv_check_offer(&r->e, &r->st.position, 0, &o), SV_E_OFFER);
    assert_int_equal(oracle_offer(&r->e, &r->st.position, 0, &o), ORACLE_NO);
}

/* ---- 11.2 ---------------------------------------------------------------------------------- */

/* Seat 0 has built on three reds, the fourth is the bank's; it lands there and buys. */
static void complete(struct rig *r, unsigned one, unsigned two, unsigned three, int32_t cash)
{
    mega_begin(r, 2);
    mega_reds(r, 0, 3);
    rig_level(r, M_RED1, one);
    rig_level(r, M_RED2, two);
    rig_level(r, M_RED3, three);
    rig_cash(r, 0, cash);
    mega_land(r, M_RED4);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_BUY);
}

static unsigned level(const struct rig *r, unsigned space)
{
    return r->st.position.level[space];
}

RULE(rule_11_2_the_new_street_is_built_up_to_even)
{
    complete(r, 3, 3, 3, 1000);
    /* Two levels below three is even; 240 and twice 150. */
    assert_int_equal(level(r, M_RED4), 2);
    assert_int_equal(r->st.position.cash[0], 1000 - 240 - 300);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BUILD), 300);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_11_2_one_level_is_even_already)
{
    complete(r, 1, 1, 0, 240);
    assert_int_equal(level(r, M_RED4), 0);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_11_2_who_cannot_pay_spreads_the_buildings)
{
    complete(r, 3, 3, 3, 240 + 299);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_LAYOUT);
    assert_int_equal(q.amount, 9);
    assert_true(q.spaces == (bit(M_RED1) | bit(M_RED2) | bit(M_RED3) | bit(M_RED4)));
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "3330"));
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "2222")); /* no street may be left out */
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "3322")); /* nor any added */
    rig_do(r, 0, rig_wanting(r, 0, M_RED1, "2322"));
    assert_levels(r, M_RED1, ".3.2");
    assert_int_equal(r->st.position.cash[0], 299);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOUSE], 32 - 9);
}

RULE(rule_11_2_the_default_lays_the_rest_on_the_last_streets)
{
    complete(r, 3, 3, 3, 240);
    rig_default(r, 0);
    assert_levels(r, M_RED1, "2.23");
}

RULE(rule_11_2_hotels_are_broken_up)
{
    complete(r, 5, 5, 5, 240);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_LAYOUT);
    assert_int_equal(q.amount, 15); /* 4 4 4 3 */
    rig_default(r, 0);
    assert_levels(r, M_RED1, "3..4");
    assert_int_equal(r->st.position.stock[SV_UNIT_HOUSE], 32 - 15);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOTEL], 12);
    assert_int_equal(r->st.position.cash[0], 0);
}

/* Three hotels on the reds, the fourth bought with the last money, and `in_bank` houses in the
 * bank: no more levels can stay. `cost` is the price of every building, or 0 for the printed
 * price. */
static void hotels_and_few_houses(struct rig *r, int32_t cost, unsigned in_bank)
{
    mega_reds(r, 0, 3);
    for (unsigned i = M_RED1; i <= M_RED3; i++) {
        if (i != M_CHANCE2) {
            rig_level(r, i, 5);
        }
    }
    for (unsigned i = M_RED1; i <= M_RED4 && cost != 0; i++) {
        r->e.space[i].house_cost = r->e.space[i].hotel_cost = cost;
    }
    rig_stock(r, in_bank, 9);
    rig_cash(r, 0, 240);
    mega_land(r, M_RED4);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_BUY);
}

MEGA_RULE(rule_11_2_what_the_stock_does_not_allow_is_sold_at_half, 2)
{
    hotels_and_few_houses(r, 0, 6);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_LAYOUT).amount, 6);
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 9 * 75);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOUSE], 0);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOTEL], 12);
}

MEGA_RULE(rule_11_2_set_completed_with_a_mortgaged_street, 3)
{
    mega_reds(r, 0, 3);
    rig_level(r, M_RED1, 1);
    rig_give(r, 1, M_RED4);
    rig_mortgage(r, M_RED4);
    rig_cash(r, 1, 5);
    rig_cash(r, 0, 100);
    rig_give(r, 0, M_GREEN1); /* to raise cash on: 150 */
    /* Seat 1 owes seat 0 rent and falls. */
    mega_land(r, M_PARKING);
    rig_roll3_from(r, 1, M_RED1 - 4, 1, 2, 1);
    rig_give_up(r, 1);
    /* The mortgage must be lifted at once, 132, a debt. */
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 132);
    assert_int_equal(q.other, SV_BANK);
    assert_int_equal(q.why, SV_WHY_LIFT);
    rig_do(r, 0, rig_mortgaging(r, 0, bit(M_GREEN1)));
    assert_int_equal(r->st.position.owner[M_RED4], 0);
    assert_true(r->st.position.mortgaged == bit(M_GREEN1));
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 0); /* lifted, so no 10% */
    assert_int_equal(r->st.position.cash[0], 105 + 150 - 132);
    assert_int_equal(level(r, M_RED4), 0);
}

/* Each building's half is rounded down by itself: 37 of 75, nine times. */
MEGA_RULE(rule_11_2_each_building_sold_pays_its_own_half, 2)
{
    hotels_and_few_houses(r, 75, 6);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_LAYOUT).amount, 6);
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 9 * 37);
    assert_int_equal(r->st.position.cash[0], 9 * 37);
}

/* Of unlike prices the highest levels go, of equal ones those on the last streets. */
MEGA_RULE(rule_11_2_the_highest_levels_are_sold, 2)
{
    r->e.space[M_RED1].hotel_cost = 1001;
    r->e.space[M_RED2].hotel_cost = 501;
    r->e.space[M_RED3].hotel_cost = 301;
    r->e.space[M_RED2].house_cost = 61;
    r->e.space[M_RED3].house_cost = 41;
    hotels_and_few_houses(r, 0, 7);
    rig_default(r, 0);
    /* Eight levels, from 5 5 5 to 3 2 2: of each street the hotel, of the first one house less. */
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 500 + 250 + 150 + 75 + 2 * (30 + 20));
    assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SELL), 3);
}

MEGA_RULE(rule_11_2_moving_buildings_between_unlike_streets_pays_nothing, 2)
{
    r->e.space[M_RED1].house_cost = 300; /* the dear ones go to the cheap street */
    r->e.space[M_RED4].house_cost = 100;
    mega_reds(r, 0, 3);
    rig_levels(r, M_RED1, "333.");
    rig_cash(r, 0, 240);
    mega_land(r, M_RED4);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_BUY);
    rig_do(r, 0, rig_wanting(r, 0, M_RED1, "2223"));
    assert_int_equal(level(r, M_RED4), 3);
    assert_int_equal(rig_payments(r, RIG_ANY, RIG_ANY, SV_WHY_SELL), 0);
    assert_int_equal(rig_payments(r, RIG_ANY, RIG_ANY, SV_WHY_BUILD), 0);
    assert_int_equal(r->st.position.cash[0], 0);
}

/* Seat 1, with 5 in cash, lands on `space`, owes seat 0 the rent and falls. */
static void inherit_from_seat_1(struct rig *r, unsigned space, int32_t cash)
{
    rig_cash(r, 1, 5);
    rig_cash(r, 0, cash);
    mega_land(r, M_PARKING);
    rig_roll3_from(r, 1, space - 4, 1, 2, 1);
    rig_give_up(r, 1);
}

/* The fourth red, mortgaged, completes the set. */
static void inherit_a_mortgaged_red(struct rig *r, int32_t cash)
{
    mega_reds(r, 0, 3);
    rig_level(r, M_RED1, 1);
    rig_give(r, 1, M_RED4);
    rig_mortgage(r, M_RED4);
    inherit_from_seat_1(r, M_RED1, cash);
}

MEGA_RULE(rule_11_2_what_came_unmortgaged_bears_no_interest, 3)
{
    rig_give(r, 1, M_BROWN2); /* received as it is; it can be mortgaged for 30 */
    inherit_a_mortgaged_red(r, 120);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_DEBT).amount, 132);
    rig_do(r, 0, rig_mortgaging(r, 0, bit(M_BROWN2)));
    assert_false(rig_is_asked(r, 0, SV_DECISION_INTEREST));
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_LIFT), 132);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 0);
    assert_int_equal(r->st.position.cash[0], 120 + 5 + 30 - 132);
    assert_true(r->st.position.mortgaged == bit(M_BROWN2));
}

MEGA_RULE(rule_11_2_the_interest_question_lists_what_came_mortgaged, 3)
{
    rig_give(r, 1, M_BROWN2);
    rig_give(r, 1, M_BROWN1); /* value 30: 3 now */
    rig_mortgage(r, M_BROWN1);
    rig_give(r, 0, M_GREEN1); /* its own, to raise cash on: 150 */
    inherit_a_mortgaged_red(r, 0);
    rig_do(r, 0, rig_mortgaging(r, 0, bit(M_GREEN1) | bit(M_BROWN2)));
    struct sv_question q = rig_asked(r, 0, SV_DECISION_INTEREST);
    assert_true(q.spaces == bit(M_BROWN1));
    assert_int_equal(q.amount, 3);
    assert_null(invariants_broken(&r->e, &r->st));
    rig_refuse(r, 0, rig_lifting(r, 0, bit(M_BROWN2)));
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 3);
}

/* Two sets are completed; the deed lifted for one is mortgaged again to pay for the other. */
MEGA_RULE(rule_11_2_what_was_lifted_bears_no_interest_when_mortgaged_again, 3)
{
    rig_give_deeds(r, 0, bit(M_BROWN1) | bit(M_BROWN2));
    rig_level(r, M_BROWN1, 1);
    rig_give(r, 1, M_BROWN3);
    rig_mortgage(r, M_BROWN3);
    inherit_a_mortgaged_red(r,
                            132); /* for the reds, which come first, and nothing for the browns */
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_LIFT), 132);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.space, M_BROWN3);
    assert_null(invariants_broken(&r->e, &r->st));
    struct sv_answer a = *rig_wanting(r, 0, M_RED1, "0000");
    a.plan.mortgage = bit(M_RED4);
    rig_do(r, 0, &a);
    assert_true(r->st.position.mortgaged == bit(M_RED4));
    assert_false(rig_is_asked(r, 0, SV_DECISION_INTEREST));
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 0);
}

/* The debtor sells the set's buildings and trades the street away, whose receiver lifts it. */
MEGA_RULE(rule_11_2_the_street_may_be_traded_away_to_pay, 3)
{
    inherit_a_mortgaged_red(r, 0);
    (void)rig_asked(r, 0, SV_DECISION_DEBT);
    struct sv_answer a = *rig_wanting(r, 0, M_RED1, "0000");
    a.n_offers = 1;
    a.offers[0] = (struct sv_offer){.to = 2, .give_deeds = bit(M_RED4), .get_cash = 10};
    rig_do(r, 0, &a);
    rig_choose(r, 2, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_true(rig_asked(r, 2, SV_DECISION_INTEREST).spaces == bit(M_RED4));
    assert_null(invariants_broken(&r->e, &r->st));
    rig_do(r, 2, rig_lifting(r, 2, bit(M_RED4)));
    assert_int_equal(rig_asked(r, 0, SV_DECISION_DEBT).amount, 132); /* owed all the same */
    assert_null(invariants_broken(&r->e, &r->st));
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_LIFT), 132);
    assert_int_equal(r->st.position.owner[M_RED4], 2);
    assert_false(r->st.position.mortgaged >> M_RED4 & 1u);
    assert_int_equal(rig_count(r, SV_EVENT_MORTGAGE), 2); /* one to pay with, one lifted */
}

/* As in the rule before, but the receiver of the street pays the 10% alone. The debtor's paid
 * lifting stands. */
MEGA_RULE(rule_11_2_a_paid_lifting_stands_for_the_interest, 3)
{
    inherit_a_mortgaged_red(r, 0);
    struct sv_answer a = *rig_wanting(r, 0, M_RED1, "0000");
    a.n_offers = 1;
    a.offers[0] = (struct sv_offer){.to = 2, .give_deeds = bit(M_RED4), .get_cash = 10};
    rig_do(r, 0, &a);
    rig_choose(r, 2, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(rig_paid(r, 2, SV_BANK, SV_WHY_INTEREST), 0);
    rig_default(r, 2);
    assert_int_equal(rig_paid(r, 2, SV_BANK, SV_WHY_INTEREST), 12);
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_LIFT), 132);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 0);
    assert_true(r->st.position.mortgaged == (bit(M_RED1) | bit(M_RED4)));
}

/* The example of RULES 11.2. */
MEGA_RULE(rule_11_2_a_set_that_is_bare_again_is_left_alone, 3)
{
    rig_give_deeds(r, 0, bit(M_DARK1) | bit(M_DARK2));
    rig_levels(r, M_DARK1, "11.");
    rig_give(r, 1, M_DARK3);
    rig_mortgage(r, M_DARK3);
    inherit_from_seat_1(r, M_DARK1, 5);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_DEBT).amount, 220);
    struct sv_answer a = rig_blank(r, 0);
    a.plan.level[M_DARK1] = a.plan.level[M_DARK2] = 0;
    a.plan.mortgage = bit(M_DARK1);
    rig_do(r, 0, &a);
    assert_true(rig_is_asked(r, 0, SV_DECISION_MANAGE));
    assert_int_equal(r->st.position.cash[0], 165);
    assert_true(r->st.position.mortgaged == bit(M_DARK1));
    assert_int_equal(rig_payments(r, 0, SV_BANK, SV_WHY_LIFT), 1);
}

/* RULES 8.4: what was traded away to raise money still costs its 10%. */
MEGA_RULE(rule_11_2_interest_is_due_on_receipt, 3)
{
    rig_give(r, 1, M_BROWN1); /* value 30: 3 now */
    rig_give(r, 1, M_BROWN2);
    rig_mortgage(r, M_BROWN1);
    rig_mortgage(r, M_BROWN2);
    inherit_a_mortgaged_red(r, 100);
    rig_propose(r, 0, (struct sv_offer){.to = 2, .give_deeds = bit(M_BROWN1), .get_cash = 100});
    rig_choose(r, 2, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    rig_do(r, 2, rig_lifting(r, 2, bit(M_BROWN1))); /* which ends the debt of seat 2 alone */
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_LIFT), 132);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_INTEREST);
    assert_true(q.spaces == bit(M_BROWN2)); /* the mortgages that can still be lifted */
    assert_int_equal(q.amount, 6);
    assert_null(oracle_question(&r->e, &r->st.position, &q));
    assert_null(invariants_broken(&r->e, &r->st));
    rig_refuse(r, 0, rig_lifting(r, 0, bit(M_BROWN1)));
    rig_cash(r, 0, 35); /* 33 to lift, 3 for the other */
    rig_refuse(r, 0, rig_lifting(r, 0, bit(M_BROWN2)));
    rig_cash(r, 0, 36);
    rig_do(r, 0, rig_lifting(r, 0, bit(M_BROWN2)));
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 3);
    assert_int_equal(r->st.position.cash[0], 0);
}

MEGA_RULE(rule_11_2_lenient_forces_nothing, 2)
{
    r->e.rules.mega_completion = SV_RULE_MEGA_COMPLETION_LENIENT;
    mega_reds(r, 0, 3);
    rig_levels(r, M_RED1, "444.");
    mega_land(r, M_RED4);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_BUY);
    assert_int_equal(level(r, M_RED4), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
    /* From here it is built towards even only. */
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "5440"));
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "4441"));
    assert_int_equal(level(r, M_RED4), 1);
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "4440"));
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "3441"));
    assert_int_equal(level(r, M_RED1), 3);
}

/* ---- 11.3 ---------------------------------------------------------------------------------- */

static void hotels_on_reds(struct rig *r, unsigned streets)
{
    mega_begin(r, 2);
    mega_reds(r, 0, streets);
    static const uint8_t red[] = {M_RED1, M_RED2, M_RED3, M_RED4};
    for (unsigned i = 0; i < streets; i++) {
        rig_level(r, red[i], 5);
    }
}

RULE(rule_11_3_a_skyscraper_on_a_whole_set_of_hotels)
{
    hotels_on_reds(r, 4);
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "6555"));
    assert_int_equal(level(r, M_RED1), 6);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BUILD), 150);
    assert_int_equal(r->st.position.stock[SV_UNIT_TOWER], 7);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOTEL], 9); /* the hotel is back */
    assert_int_equal(sv_rent(&r->e, &r->st.position, M_RED1, 7, 1, 0), 2050);
}

RULE(rule_11_3_not_on_all_but_one)
{
    hotels_on_reds(r, 3);
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "6550"));
}

RULE(rule_11_3_a_hotel_on_each_first)
{
    hotels_on_reds(r, 4);
    rig_level(r, M_RED4, 4);
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "6554"));
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "6555"));
    assert_levels(r, M_RED1, "6..5");
}

RULE(rule_11_3_eight_exist)
{
    hotels_on_reds(r, 4);
    assert_int_equal(r->st.position.stock[SV_UNIT_TOWER], 8);
    r->st.position.stock[SV_UNIT_TOWER] = 0;
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "6555"));
}

RULE(rule_11_3_sold_back_to_a_hotel_at_half)
{
    hotels_on_reds(r, 4);
    rig_level(r, M_RED1, 6);
    r->st.position.stock[SV_UNIT_HOTEL] = 0;
    r->st.position.stock[SV_UNIT_HOUSE] = 0;
    rig_refuse(r, 0, rig_wanting(r, 0, M_RED1, "5555")); /* no hotel in the bank */
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "0000")); /* torn down */
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 21 * 75);
    hotels_on_reds(r, 4);
    rig_level(r, M_RED1, 6);
    rig_window(r, 0, rig_wanting(r, 0, M_RED1, "5555"));
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 75);
    assert_int_equal(r->st.position.stock[SV_UNIT_TOWER], 8);
}

MEGA_RULE(rule_11_3_depots, 2)
{
    rig_give(r, 0, M_RAIL1);
    rig_refuse(r, 0, rig_building(r, 0, M_RAIL2, 1));
    struct sv_answer a = rig_order(r, 0, M_RAIL1, 2);
    rig_refuse(r, 0, &a);
    a.plan.level[M_RAIL1] = 1;
    rig_window(r, 0, &a);
    assert_int_equal(rig_event(r, SV_EVENT_DEPOT, 0)->space, M_RAIL1);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BUILD), 100);
    assert_int_equal(r->st.position.stock[SV_UNIT_DEPOT], 3);
    assert_int_equal(sv_rent(&r->e, &r->st.position, M_RAIL1, 0, 1, 0), 50);
    a = rig_blank(r, 0);
    a.plan.mortgage = bit(M_RAIL1);
    rig_refuse(r, 0, &a); /* the depot must go first */
    struct sv_offer o = {.to = 1, .give_deeds = bit(M_RAIL1), .get_cash = 100};
    assert_int_equal(sv_check_offer(&r->e, &r->st.position, 0, &o), SV_E_OFFER);
    a.plan.level[M_RAIL1] = 0;
    rig_window(r, 0, &a);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 50);
    assert_true(r->st.position.mortgaged == bit(M_RAIL1));
    assert_int_equal(r->st.position.stock[SV_UNIT_DEPOT], 4);
}

MEGA_RULE(rule_11_3_a_depot_does_not_bind_the_other_railroads, 2)
{
    rig_give_deeds(r, 0, bit(M_RAIL1) | bit(M_RAIL2));
    rig_level(r, M_RAIL1, 1);
    struct sv_offer o = {.to = 1, .give_deeds = bit(M_RAIL2), .get_cash = 100};
    assert_ok(sv_check_offer(&r->e, &r->st.position, 0, &o));
    rig_window(r, 0, rig_mortgaging(r, 0, bit(M_RAIL2)));
    rig_refuse(r, 0, rig_building(r, 0, M_RAIL2, 1)); /* no depot on a mortgaged one */
}

MEGA_RULE(rule_11_3_twice_again_with_the_card, 2)
{
    rig_give_deeds(r, 1, bit(M_RAIL2) | bit(M_RAIL1));
    rig_level(r, M_RAIL2, 1);
    rig_card(r, SV_DECK_CHANCE, "mch_rail1");
    mega_land(r, M_CHANCE1);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 50 * 2 * 2);
}

RULE(rule_11_3_repairs_count_a_skyscraper_as_a_hotel_and_no_depot)
{
    hotels_on_reds(r, 4);
    rig_level(r, M_RED1, 6);
    rig_give(r, 0, M_RAIL1);
    rig_level(r, M_RAIL1, 1);
    rig_card(r, SV_DECK_CHANCE, "mch_repairs");
    mega_land(r, M_CHANCE2);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_CARD), 400);
}
