/* RULES 5: jail. */
#include "tests/game/rig.h"

/* ---- 5.1 ----------------------------------------------------------------------------------- */

static void assert_jailed(struct rig *r)
{
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(rig_count(r, SV_EVENT_JAIL), 1);
}

SEATED_RULE(rule_5_1_by_the_space, 2)
{
    rig_roll_from(r, 0, YELLOW2, 1, 2);
    assert_jailed(r);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->why, SV_WHY_SPACE);
}

SEATED_RULE(rule_5_1_by_a_card_without_salary, 2)
{
    rig_card(r, SV_DECK_CHANCE, "ch_jail");
    rig_roll_from(r, 0, CHEST3, 1, 2); /* chance at 36: jail lies behind GO */
    assert_jailed(r);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->why, SV_WHY_CARD);
    rig_begin(r, 2);
    rig_card(r, SV_DECK_CHEST, "cc_jail");
    rig_roll_from(r, 0, PINK3, 1, 2);
    assert_jailed(r);
}

SEATED_RULE(rule_5_1_by_third_doubles, 2)
{
    rig_give_group(r, 0, GREEN1);
    rig_put(r, 0, YELLOW2);
    rig_dice(r, 2, 2); /* 31 */
    rig_dice(r, 6, 6); /* 43: brown, past GO */
    rig_dice(r, 1, 1);
    rig_give(r, 0, BROWN2);
    rig_pass(r);
    rig_pass(r);
    rig_forget(r);
    rig_pass(r);
    assert_jailed(r);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->why, SV_WHY_DOUBLES);
}

/* ---- 5.2 ----------------------------------------------------------------------------------- */

/* Puts seat 0 in jail with `failed` failed tries; it is asked how to leave. */
static void jailed(struct rig *r, unsigned failed)
{
    rig_begin(r, 2);
    rig_jail(r, 0, failed);
}

RULE(rule_5_2_pay_before_rolling_then_move_as_usual)
{
    jailed(r, 0);
    rig_dice(r, 4, 6);
    rig_pass(r);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_JAIL);
    assert_int_equal(q.amount, 50);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 0);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_PAY);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_FINE), 50);
    assert_int_equal(r->st.position.jail[0], 0);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->on, 0);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 0)->why, SV_WHY_MOVE);
}

RULE(rule_5_2_after_paying_doubles_roll_again)
{
    jailed(r, 0);
    rig_dice(r, 5, 5);
    rig_dice(r, 4, 6);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_PAY);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(rig_only(r), 0);
    rig_pass(r);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 2);
    assert_int_equal(r->st.position.space[0], JAIL); /* 30 sends back */
    assert_int_equal(r->st.position.jail[0], 1);
}

RULE(rule_5_2_a_card_leaves_like_the_fine)
{
    jailed(r, 1);
    rig_jail_card(r, 0, 0);
    rig_dice(r, 5, 5);
    rig_dice(r, 1, 3);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_CARD);
    assert_int_equal(r->st.position.cash[0], 1500);
    assert_int_equal(r->st.position.jail_holder[0], SV_BANK);
    const struct sv_event *card = rig_event(r, SV_EVENT_JAIL_CARD, 0);
    assert_int_equal(card->from, 0);
    assert_int_equal(card->to, SV_BANK);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(rig_only(r), 0); /* doubles: once more */
    const struct sv_position *p = &r->st.position;
    unsigned deck = r->e.jail_card_deck[0];
    unsigned bottom = (p->deck_head[deck] + p->deck_size[deck] - 1u) % SV_MAX_CARDS;
    assert_int_equal(r->st.secret.deck[deck][bottom], r->e.jail_card_card[0]);
    assert_int_equal(p->seen[deck][bottom], r->e.jail_card_card[0]);
}

RULE(rule_5_2_doubles_leave_with_that_roll_and_no_other)
{
    jailed(r, 0);
    rig_dice(r, 5, 5);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_ROLL);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 0)->why, SV_WHY_JAIL);
    assert_int_equal(r->st.position.jail[0], 0);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(r->st.position.cash[0], 1500);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_5_2_a_miss_stays)
{
    for (unsigned failed = 0; failed < 2; failed++) {
        jailed(r, failed);
        rig_dice(r, 5, 4);
        rig_pass(r);
        rig_default(r, 0); /* the default rolls */
        assert_int_equal(r->st.position.space[0], JAIL);
        assert_int_equal(r->st.position.jail[0], failed + 2);
        assert_int_equal(r->st.position.cash[0], 1500);
        assert_int_equal(rig_count(r, SV_EVENT_MOVE), 0);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

RULE(rule_5_2_the_third_miss_forces_the_fine_then_moves_by_that_roll)
{
    jailed(r, 2);
    rig_jail_card(r, 0, 1); /* so that the third try is a question, too */
    rig_dice(r, 6, 4);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_ROLL);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_FINE), 50);
    assert_int_equal(r->st.position.jail[0], 0);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_5_2_before_the_third_try_one_cannot_pay)
{
    jailed(r, 2);
    rig_jail_card(r, 0, 1);
    rig_pass(r);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_JAIL);
    assert_int_equal(q.choices, 1u << SV_CHOICE_JAIL_ROLL | 1u << SV_CHOICE_JAIL_CARD);
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_JAIL_PAY;
    rig_refuse(r, 0, &a);
}

RULE(rule_5_2_jail_pay_third_turn_lets_one_pay)
{
    jailed(r, 2);
    r->e.rules.jail_pay_third_turn = 1;
    rig_dice(r, 5, 5);
    rig_dice(r, 1, 3);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_PAY);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(rig_only(r), 0); /* left before the roll: doubles roll again */
}

RULE(rule_5_2_three_turns_in_jail_played_through)
{
    jailed(r, 0);
    for (unsigned turn = 0; turn < 3; turn++) {
        assert_int_equal(r->st.position.turn_seat, 0);
        rig_dice(r, 1, 3);
        rig_pass(r);
        if (rig_is_asked(r, 0, SV_DECISION_JAIL)) {
            rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_ROLL);
        }
        if (turn < 2) {
            assert_int_equal(r->st.position.jail[0], turn + 2);
            rig_roll_from(r, 1, GO, 1, 3);
        }
    }
    assert_int_equal(r->st.position.space[0], PINK3);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_FINE), 50);
}

RULE(rule_5_2_who_has_less_than_the_fine_cannot_choose_to_pay)
{
    jailed(r, 0);
    rig_cash(r, 0, 49);
    rig_jail_card(r, 0, 0);
    rig_pass(r);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_JAIL).choices,
                     1u << SV_CHOICE_JAIL_ROLL | 1u << SV_CHOICE_JAIL_CARD);
}

RULE(rule_5_2_exact_cash_pays_the_fine)
{
    jailed(r, 0);
    rig_cash(r, 0, 50);
    rig_dice(r, 4, 6);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_PAY);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(r->st.position.space[0], PARKING);
}

RULE(rule_5_2_the_forced_fine_is_a_debt)
{
    jailed(r, 2);
    rig_cash(r, 0, 20);
    rig_give(r, 0, ORANGE3);
    rig_dice(r, 6, 4);
    rig_pass(r);
    if (rig_is_asked(r, 0, SV_DECISION_JAIL)) {
        rig_default(r, 0);
    }
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 50);
    assert_int_equal(q.other, SV_BANK);
    assert_int_equal(q.why, SV_WHY_FINE);
    rig_default(r, 0);
    assert_int_equal(r->st.position.cash[0], 70);
    assert_int_equal(r->st.position.space[0], PARKING);
}

SEATED_RULE(rule_5_2_who_cannot_pay_the_forced_fine_is_bankrupt, 3)
{
    rig_jail(r, 0, 2);
    rig_cash(r, 0, 49);
    rig_dice(r, 6, 4);
    rig_pass(r);
    if (rig_is_asked(r, 0, SV_DECISION_JAIL)) {
        rig_default(r, 0);
    }
    rig_give_up(r, 0);
    assert_false(sv_alive(&r->st.position, 0));
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 0)->to, SV_BANK);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_5_2_jail_fine_switch)
{
    jailed(r, 0);
    r->e.rules.jail_fine = 75;
    rig_dice(r, 4, 6);
    rig_pass(r);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_JAIL).amount, 75);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_PAY);
    assert_int_equal(r->st.position.cash[0], 1425);
}

/* ---- 5.3 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_5_3_the_jailed_collect_rent, 2)
{
    rig_jail(r, 1, 0);
    rig_give(r, 1, ORANGE3);
    rig_roll_from(r, 0, ORANGE1, 1, 2);
    assert_int_equal(r->st.position.cash[1], 1516);
}

SEATED_RULE(rule_5_3_the_jailed_build_and_trade, 3)
{
    rig_jail(r, 1, 0);
    rig_give_group(r, 1, PINK1);
    rig_give(r, 1, RAIL1);
    rig_give(r, 2, RAIL2);
    struct sv_answer a = rig_order(r, 1, PINK1, 1);
    a.n_offers = 1;
    a.offers[0].to = 2;
    a.offers[0].give_deeds = UINT64_C(1) << RAIL1;
    a.offers[0].get_deeds = UINT64_C(1) << RAIL2;
    rig_window(r, 1, &a);
    rig_choose(r, 2, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(r->st.position.level[PINK1], 1);
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(r->st.position.owner[RAIL1], 2);
}
