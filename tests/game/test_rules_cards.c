/* RULES 6: cards. */
#include "tests/game/invariants.h"
#include "tests/game/rig.h"

/* Seat 0 lands on a card space by 1+2 and draws this card. */
static void draw(struct rig *r, unsigned space, const char *id)
{
    bool chance = r->e.space[space].kind == SV_SPACE_CHANCE;
    rig_card(r, chance ? SV_DECK_CHANCE : SV_DECK_CHEST, id);
    rig_roll_from(r, 0, (space + 37) % 40, 1, 2);
}

static struct sv_card *card(struct rig *r, unsigned deck, const char *id)
{
    for (unsigned i = 0; i < r->e.deck[deck].size; i++) {
        if (strcmp(r->e.deck[deck].card[i].id, id) == 0) {
            return &r->e.deck[deck].card[i];
        }
    }
    fail_msg("no card %s", id);
    return NULL;
}

/* ---- 6.1 move forward ---------------------------------------------------------------------- */

SEATED_RULE(rule_6_1_forward_with_the_salary_when_go_is_passed, 2)
{
    draw(r, CHANCE3, "ch_illinois");
    assert_int_equal(r->st.position.space[0], RED3);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, RED3); /* and acted on */
    const struct sv_event *move = rig_event(r, SV_EVENT_MOVE, 1);
    assert_int_equal(move->why, SV_WHY_CARD);
    assert_int_equal(move->from, CHANCE3);
    assert_int_equal(move->to, RED3);
}

SEATED_RULE(rule_6_1_forward_without_passing_go, 2)
{
    draw(r, CHANCE2, "ch_illinois");
    assert_int_equal(r->st.position.space[0], RED3);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
}

SEATED_RULE(rule_6_1_to_go_pays_the_salary_once, 2)
{
    draw(r, CHANCE2, "ch_go");
    assert_int_equal(r->st.position.space[0], GO);
    assert_int_equal(r->st.position.cash[0], 1700);
}

SEATED_RULE(rule_6_1_rent_is_due_where_the_card_leads, 2)
{
    rig_give_deeds(r, 1, bit(RAIL1) | bit(RAIL2));
    draw(r, CHANCE3, "ch_reading");
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 50); /* by name: not doubled */
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
}

SEATED_RULE(rule_6_1_back_to_a_space_pays_no_salary, 2)
{
    struct sv_card *back = card(r, SV_DECK_CHEST, "cc_doctor");
    back->kind = SV_CARD_MOVE_TO_BACK;
    back->target = BROWN1;
    rig_give(r, 1, BROWN1);
    draw(r, CHEST2, "cc_doctor");
    assert_int_equal(r->st.position.space[0], BROWN1);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 2);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 1)->why, SV_WHY_CARD_BACK);
}

/* ---- 6.2 move back ------------------------------------------------------------------------- */

SEATED_RULE(rule_6_2_back_three_and_act_there, 2)
{
    draw(r, CHANCE1, "ch_back3");
    assert_int_equal(r->st.position.space[0], INCOME_TAX);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 200);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 1)->why, SV_WHY_CARD_BACK);
}

SEATED_RULE(rule_6_2_back_onto_another_card, 2)
{
    rig_card(r, SV_DECK_CHEST, "cc_bankerror");
    draw(r, CHANCE3, "ch_back3");
    assert_int_equal(r->st.position.space[0], CHEST3);
    assert_int_equal(rig_count(r, SV_EVENT_CARD), 2);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_CARD), 200);
}

SEATED_RULE(rule_6_2_back_over_go_pays_no_salary, 2)
{
    card(r, SV_DECK_CHANCE, "ch_back3")->amount = 9;
    draw(r, CHANCE1, "ch_back3");
    assert_int_equal(r->st.position.space[0], LUXURY_TAX);
    assert_int_equal(r->st.position.cash[0], 1400);
}

/* ---- 6.3 nearest railroad ------------------------------------------------------------------ */

RULE(rule_6_3_the_nearest_railroad_pays_twice_what_is_due)
{
    static const uint8_t from[] = {CHANCE1, CHANCE2, CHANCE3};
    static const uint8_t to[] = {RAIL2, RAIL3, RAIL1};
    for (unsigned i = 0; i < 3; i++) {
        rig_begin(r, 2);
        rig_give_group(r, 1, RAIL1);
        rig_give(r, 0, RAIL4); /* three of four: 100 */
        draw(r, from[i], "ch_rail1");
        assert_int_equal(r->st.position.space[0], to[i]);
        assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 200);
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), i == 2 ? 200 : 0);
    }
}

SEATED_RULE(rule_6_3_unowned_it_may_be_bought, 2)
{
    draw(r, CHANCE2, "ch_rail2");
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, RAIL3);
    rig_default(r, 0);
    assert_int_equal(r->st.position.owner[RAIL3], 0);
    assert_int_equal(r->st.position.cash[0], 1300);
}

RULE(rule_6_3_own_or_mortgaged_nothing)
{
    for (unsigned owner = 0; owner < 2; owner++) {
        rig_begin(r, 2);
        rig_give(r, owner, RAIL3);
        if (owner == 1) {
            rig_mortgage(r, RAIL3);
        }
        draw(r, CHANCE2, "ch_rail1");
        assert_int_equal(r->st.position.cash[0], 1500);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

/* ---- 6.4 nearest utility ------------------------------------------------------------------- */

RULE(rule_6_4_ten_times_a_fresh_throw_whatever_is_owned)
{
    for (unsigned both = 0; both < 2; both++) {
        rig_begin(r, 2);
        rig_give(r, 1, UTILITY2);
        if (both) {
            rig_give(r, 1, UTILITY1);
        }
        rig_throw(r, 4, 5);
        draw(r, CHANCE2, "ch_utility");
        assert_int_equal(r->st.position.space[0], UTILITY2);
        assert_int_equal(rig_event(r, SV_EVENT_ROLL, 1)->why, SV_WHY_UTILITY);
        assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 90);
    }
}

SEATED_RULE(rule_6_4_past_go_to_the_first_utility, 2)
{
    draw(r, CHANCE3, "ch_utility");
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, UTILITY1);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1); /* no roll for an unowned space */
}

/* ---- 6.5 collect and pay ------------------------------------------------------------------- */

RULE(rule_6_5_collect_and_pay)
{
    static const struct {
        uint8_t space;
        const char *id;
        int32_t change;
    } cases[] = {{CHANCE2, "ch_dividend", 50}, {CHANCE2, "ch_loan", 150},
                 {CHANCE2, "ch_fine15", -15},  {CHEST2, "cc_bankerror", 200},
                 {CHEST2, "cc_beauty", 10},    {CHEST2, "cc_hospital", -100},
                 {CHEST2, "cc_doctor", -50},   {CHEST2, "cc_taxrefund", 20}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_begin(r, 2);
        draw(r, cases[i].space, cases[i].id);
        assert_int_equal(r->st.position.cash[0], 1500 + cases[i].change);
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_CARD) -
                             rig_paid(r, 0, SV_BANK, SV_WHY_CARD),
                         cases[i].change);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

SEATED_RULE(rule_6_5_a_card_that_cannot_be_paid_bankrupts_to_the_bank, 3)
{
    rig_cash(r, 0, 99);
    draw(r, CHEST2, "cc_hospital");
    rig_give_up(r, 0);
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 0)->to, SV_BANK);
}

/* ---- 6.6 repairs --------------------------------------------------------------------------- */

SEATED_RULE(rule_6_6_repairs_per_building, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_level_group(r, ORANGE1, 4);
    rig_level(r, ORANGE1, 5);
    rig_give_group(r, 0, BROWN1);
    rig_level(r, BROWN1, 1);
    draw(r, CHANCE2, "ch_repairs"); /* 9 houses at 25, a hotel at 100 */
    assert_int_equal(r->st.position.cash[0], 1500 - 325);
    assert_int_equal(rig_payments(r, 0, SV_BANK, SV_WHY_CARD), 1);
    rig_begin(r, 2);
    rig_give_group(r, 0, ORANGE1);
    rig_level_group(r, ORANGE1, 5);
    rig_give_group(r, 1, PINK1);
    rig_level_group(r, PINK1, 3); /* another's buildings do not count */
    draw(r, CHEST3, "cc_street");
    assert_int_equal(r->st.position.cash[0], 1500 - 3 * 115);
}

RULE(rule_6_6_repairs_at_every_level)
{
    static const int32_t due[] = {0, 75, 150, 225, 300, 300};
    for (unsigned level = 1; level <= 5; level++) {
        rig_begin(r, 2);
        rig_give_group(r, 0, GREEN1);
        rig_level_group(r, GREEN1, level);
        draw(r, CHANCE2, "ch_repairs");
        assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_CARD), due[level]);
    }
}

SEATED_RULE(rule_6_6_no_building_no_payment, 2)
{
    draw(r, CHANCE2, "ch_repairs");
    assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

/* ---- 6.7 each ------------------------------------------------------------------------------ */

SEATED_RULE(rule_6_7_pay_each_clockwise, 4)
{
    draw(r, CHANCE2, "ch_chairman");
    assert_int_equal(r->st.position.cash[0], 1350);
    assert_int_equal(rig_count(r, SV_EVENT_CASH), 3);
    for (unsigned i = 0; i < 3; i++) {
        const struct sv_event *ev = rig_event(r, SV_EVENT_CASH, i);
        assert_int_equal(ev->from, 0);
        assert_int_equal(ev->to, 1 + i);
        assert_int_equal(ev->amount, 50);
        assert_int_equal(ev->why, SV_WHY_CARD);
    }
}

SEATED_RULE(rule_6_7_pay_each_from_another_seat_goes_round_the_table, 4)
{
    rig_roll(r, 1, 3); /* seat 0: income tax */
    rig_roll(r, 1, 3);
    assert_int_equal(r->st.position.turn_seat, 2);
    rig_card(r, SV_DECK_CHANCE, "ch_chairman");
    rig_put(r, 2, ORANGE3);
    rig_forget(r);
    rig_roll(r, 1, 2);
    static const uint8_t order[] = {3, 0, 1};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(rig_event(r, SV_EVENT_CASH, i)->to, order[i]);
    }
}

SEATED_RULE(rule_6_7_collect_each_clockwise, 4)
{
    draw(r, CHEST2, "cc_birthday");
    assert_int_equal(r->st.position.cash[0], 1530);
    for (unsigned i = 0; i < 3; i++) {
        const struct sv_event *ev = rig_event(r, SV_EVENT_CASH, i);
        assert_int_equal(ev->from, 1 + i);
        assert_int_equal(ev->to, 0);
        assert_int_equal(ev->amount, 10);
    }
}

SEATED_RULE(rule_6_7_two_creditors_one_debt_at_a_time, 3)
{
    rig_cash(r, 0, 60);
    rig_give(r, 0, ORANGE1); /* 90 */
    draw(r, CHANCE2, "ch_chairman");
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_CARD), 50); /* the first is paid already */
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 50);
    assert_int_equal(q.other, 2);
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, 2, SV_WHY_CARD), 50);
    assert_int_equal(r->st.position.cash[0], 50);
}

SEATED_RULE(rule_6_7_who_fails_in_pay_each_fails_to_the_bank, 4)
{
    rig_cash(r, 0, 120);
    rig_give(r, 0, RAIL1);
    rig_mortgage(r, RAIL1);
    draw(r, CHANCE2, "ch_chairman");
    rig_give_up(r, 0);
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 0)->to, SV_BANK);
    assert_int_equal(r->st.position.cash[1], 1550);
    assert_int_equal(r->st.position.cash[2], 1550);
    assert_int_equal(r->st.position.cash[3], 1500); /* the third gets nothing */
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BANKRUPTCY), 20);
    (void)rig_asked(r, 1, SV_DECISION_BID); /* and the deed is auctioned */
    assert_int_equal(r->st.position.auction_space, RAIL1);
}

SEATED_RULE(rule_6_7_who_fails_in_collect_each_fails_to_the_collector, 4)
{
    rig_cash(r, 2, 7);
    rig_give(r, 2, BROWN1);
    rig_mortgage(r, BROWN1);
    draw(r, CHEST2, "cc_birthday");
    rig_give_up(r, 2);
    const struct sv_event *fall = rig_event(r, SV_EVENT_BANKRUPT, 0);
    assert_int_equal(fall->seat, 2);
    assert_int_equal(fall->to, 0);
    assert_int_equal(rig_paid(r, 2, 0, SV_WHY_BANKRUPTCY), 7);
    assert_int_equal(r->st.position.owner[BROWN1], 0);
    rig_default(r, 0);                                    /* the 10% on the mortgaged deed */
    assert_int_equal(rig_paid(r, 3, 0, SV_WHY_CARD), 10); /* the round goes on */
    assert_int_equal(r->st.position.cash[0], 1500 + 10 + 7 - 3 + 10);
}

/* A bot with `model` gets the course of that question, too: interest, on a card's round. */
SEATED_RULE(rule_6_7_the_collector_owes_interest_on_the_estate, 3)
{
    rig_cash(r, 0, 0);
    rig_cash(r, 1, 7);
    rig_give(r, 0, RAIL1);
    rig_give(r, 1, DARK2);
    rig_mortgage(r, DARK2);
    draw(r, CHEST2, "cc_birthday");
    assert_null(invariants_broken(&r->e, &r->st)); /* the card's own debt */
    rig_give_up(r, 1);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 20); /* not the card's 10 */
    assert_int_equal(q.why, SV_WHY_INTEREST);
    assert_null(invariants_broken(&r->e, &r->st));
    struct sv_frame_debt *debt = &r->st.course.frame[r->st.course.depth - 1u].debt;
    const struct sv_frame_debt was = *debt;
    debt->why = SV_WHY_CARD; /* nothing else is owed there */
    assert_non_null(invariants_broken(&r->e, &r->st));
    *debt = was;
    debt->creditor = 2;
    assert_non_null(invariants_broken(&r->e, &r->st));
    *debt = was;
    debt->amount = 100000; /* more than all deeds of the board cost */
    assert_non_null(invariants_broken(&r->e, &r->st));
    *debt = was;
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_INTEREST), 20);
    assert_int_equal(rig_paid(r, 2, 0, SV_WHY_CARD), 10); /* and the round goes on */
}

SEATED_RULE(rule_6_7_the_bankrupt_neither_pay_nor_get, 4)
{
    rig_cash(r, 0, 10);
    rig_roll(r, 1, 3);
    rig_give_up(r, 0);
    assert_int_equal(r->st.position.turn_seat, 1);
    rig_card(r, SV_DECK_CHEST, "cc_birthday");
    rig_roll_from(r, 1, PINK3, 1, 2);
    assert_int_equal(r->st.position.cash[1], 1520);
}

/* ---- 6.8 jail, jail cards, pay or draw ----------------------------------------------------- */

SEATED_RULE(rule_6_8_to_jail, 2)
{
    draw(r, CHANCE3, "ch_jail");
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
}

SEATED_RULE(rule_6_8_both_jail_cards_can_be_held, 2)
{
    rig_card(r, SV_DECK_CHEST, "cc_goojf");
    rig_card(r, SV_DECK_CHANCE, "ch_goojf");
    rig_put(r, 0, CHANCE3 - 4);
    rig_dice(r, 2, 2); /* chance at 36 */
    rig_dice(r, 2, 4); /* on to 42: the chest at 2 */
    rig_pass(r);
    rig_pass(r);
    assert_int_equal(r->st.position.jail_holder[0], 0);
    assert_int_equal(r->st.position.jail_holder[1], 0);
    assert_int_equal(r->st.position.deck_size[SV_DECK_CHEST], 15);
    assert_int_equal(r->st.position.deck_size[SV_DECK_CHANCE], 15);
}

RULE(rule_6_8_pay_or_draw)
{
    for (unsigned drawn = 0; drawn < 2; drawn++) {
        rig_begin(r, 2);
        struct sv_card *fine = card(r, SV_DECK_CHEST, "cc_doctor");
        fine->kind = SV_CARD_PAY_OR_DRAW;
        fine->amount = 10;
        fine->target = SV_DECK_CHANCE;
        rig_card(r, SV_DECK_CHANCE, "ch_loan");
        draw(r, CHEST2, "cc_doctor");
        struct sv_question q = rig_asked(r, 0, SV_DECISION_CARD);
        assert_int_equal(q.amount, 10);
        assert_int_equal(q.choices, 3);
        if (drawn) {
            rig_choose(r, 0, SV_DECISION_CARD, SV_CHOICE_CARD_DRAW);
            assert_int_equal(r->st.position.cash[0], 1650);
            assert_int_equal(rig_event(r, SV_EVENT_CARD, 1)->deck, SV_DECK_CHANCE);
        } else {
            rig_default(r, 0); /* the default pays */
            assert_int_equal(r->st.position.cash[0], 1490);
        }
        fine->kind = SV_CARD_PAY;
    }
}
