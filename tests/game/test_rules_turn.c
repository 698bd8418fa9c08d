/* RULES 2: a turn. */
#include "tests/game/rig.h"

SEATED_RULE(rule_2_1_the_window_comes_first_then_two_dice, 4)
{
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 0);
    rig_roll_from(r, 0, RAIL1, 1, 4);
    const struct sv_event *roll = rig_event(r, SV_EVENT_ROLL, 0);
    assert_int_equal(roll->seat, 0);
    assert_int_equal(roll->why, SV_WHY_MOVE);
    assert_int_equal(roll->dice[0], 1);
    assert_int_equal(roll->dice[1], 4);
    assert_int_equal(roll->dice[2], 0);
    const struct sv_event *move = rig_event(r, SV_EVENT_MOVE, 0);
    assert_int_equal(move->from, RAIL1);
    assert_int_equal(move->to, JAIL); /* clockwise: 5 and 5 spaces */
    assert_int_equal(r->st.position.space[0], JAIL);
}

SEATED_RULE(rule_2_1_passing_go_pays_the_salary, 2)
{
    rig_roll_from(r, 0, DARK2, 2, 3); /* to 4, income tax */
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
    assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SALARY), 1);
}

SEATED_RULE(rule_2_1_landing_on_go_pays_once, 2)
{
    rig_roll_from(r, 0, RAIL4, 1, 4);
    assert_int_equal(r->st.position.space[0], GO);
    assert_int_equal(r->st.position.cash[0], 1700);
    assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SALARY), 1);
    /* Leaving GO pays nothing. */
    rig_roll(r, 1, 3);
    rig_forget(r);
    rig_roll(r, 1, 3);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
}

SEATED_RULE(rule_2_1_every_time_even_twice_in_a_turn, 2)
{
    rig_card(r, SV_DECK_CHEST, "cc_go");
    rig_roll_from(r, 0, DARK2, 1, 2); /* past GO to the chest, which sends on to GO */
    assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SALARY), 2);
    assert_int_equal(r->st.position.cash[0], 1900);
    assert_int_equal(r->st.position.space[0], GO);
}

SEATED_RULE(rule_2_1_salary_switch, 2)
{
    r->e.rules.salary = 350;
    rig_roll_from(r, 0, RAIL4, 1, 4);
    assert_int_equal(r->st.position.cash[0], 1850);
}

SEATED_RULE(rule_2_2_doubles_a_window_for_the_roller_alone_then_another_roll, 4)
{
    rig_dice(r, 2, 2);
    rig_dice(r, 3, 3);
    rig_dice(r, 4, 6);
    rig_pass(r); /* to 4: tax */
    assert_int_equal(r->st.position.turn_seat, 0);
    assert_int_equal(rig_only(r), 0);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    rig_pass(r); /* to 10: just visiting */
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 0);
    assert_int_equal(rig_only(r), 0);
    rig_pass(r); /* to 20: parking; no doubles, turn over */
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 3);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(sv_pending(&r->st), 0xf);
}

SEATED_RULE(rule_2_2_the_roller_may_act_between_doubles, 3)
{
    rig_give_group(r, 0, PINK1);
    rig_dice(r, 2, 2);
    rig_dice(r, 1, 5);
    rig_pass(r);
    rig_do(r, 0, rig_building(r, 0, PINK1, 1));
    assert_int_equal(r->st.position.level[PINK1], 1);
    rig_pass(r); /* it repeats, as the roller acted */
    assert_int_equal(r->st.position.space[0], JAIL);
}

SEATED_RULE(rule_2_2_third_doubles_go_to_jail_without_moving, 2)
{
    rig_put(r, 0, PARKING);
    rig_give_group(r, 0, RED1);
    rig_dice(r, 1, 1);
    rig_dice(r, 1, 1);
    rig_dice(r, 5, 5);
    rig_card(r, SV_DECK_CHANCE, "ch_dividend");
    rig_pass(r); /* 22, chance */
    rig_pass(r); /* 24, own */
    rig_pass(r); /* would be 34 */
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(rig_count(r, SV_EVENT_MOVE), 3);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 2)->from, RED3);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 2)->to, JAIL);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 2)->why, SV_WHY_JAIL);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->why, SV_WHY_DOUBLES);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_2_2_doubles_are_counted_anew_each_turn, 2)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        rig_put(r, 0, GO);
        rig_dice(r, 2, 2);
        rig_dice(r, 3, 3);
        rig_dice(r, 4, 6);
        rig_pass(r);
        rig_pass(r);
        rig_pass(r);
        assert_int_equal(r->st.position.jail[0], 0);
        assert_int_equal(r->st.position.space[0], PARKING);
        rig_roll_from(r, 1, GO, 1, 3);
    }
}

SEATED_RULE(rule_2_3_going_to_jail_ends_the_turn_after_doubles_too, 3)
{
    rig_roll_from(r, 0, YELLOW1, 2, 2);
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
}

SEATED_RULE(rule_2_3_bankruptcy_ends_the_turn_after_doubles_too, 3)
{
    rig_cash(r, 0, 10);
    rig_roll(r, 2, 2); /* income tax */
    rig_give_up(r, 0);
    assert_false(sv_alive(&r->st.position, 0));
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
}

SEATED_RULE(rule_2_3_no_window_between_a_roll_and_its_settlement, 3)
{
    rig_give_group(r, 1, ORANGE1);
    rig_card(r, SV_DECK_CHANCE, "ch_back3");
    rig_roll_from(r, 0, PARKING, 1,
                  1); /* chance at 22, back to 19: rent, and only then the window of the doubles */
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 32);
    assert_int_equal(rig_count(r, SV_EVENT_MOVE), 2);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
    assert_int_equal(rig_only(r), 0);
}

SEATED_RULE(rule_2_3_the_buyer_decides_before_any_window, 3)
{
    rig_roll(r, 2, 4);
    assert_int_equal(rig_only(r), 0);
    (void)rig_asked(r, 0, SV_DECISION_BUY);
}

RULE(rule_2_4_parking_visiting_and_own_deeds_do_nothing)
{
    static const struct {
        uint8_t from, a, b, to;
    } cases[] = {{16, 1, 3, PARKING},
                 {5, 2, 3, JAIL},
                 {8, 1, 2, PINK1},
                 {10, 2, 3, RAIL2},
                 {9, 1, 2, UTILITY1}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_begin(r, 2);
        rig_give_deeds(r, 0, bit(PINK1) | bit(RAIL2) | bit(UTILITY1));
        rig_roll_from(r, 0, cases[i].from, cases[i].a, cases[i].b);
        assert_int_equal(r->st.position.space[0], cases[i].to);
        assert_int_equal(r->st.position.jail[0], 0);
        assert_int_equal(r->st.position.cash[0], 1500);
        assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

SEATED_RULE(rule_2_4_an_own_mortgaged_deed_does_nothing_either, 2)
{
    rig_give(r, 0, PINK1);
    rig_mortgage(r, PINK1);
    rig_roll_from(r, 0, BLUE2, 1, 2);
    assert_int_equal(r->st.position.space[0], PINK1);
    assert_int_equal(r->st.position.cash[0], 1500);
    assert_int_equal(r->st.position.turn_seat, 1);
}
