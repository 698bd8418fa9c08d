/* RULES 9: debt, bankruptcy, the end. */
#include "tests/game/oracle.h"
#include "tests/game/rig.h"

/* Seat 0 lands on New York Avenue with four houses, which is seat 1's: 800. */
static void owe_800(struct rig *r, unsigned seats)
{
    rig_begin(r, seats);
    rig_give_group(r, 1, ORANGE1);
    rig_level_group(r, ORANGE1, 4);
    rig_put(r, 0, ORANGE1);
    r->e.space[ORANGE3].rent[4] = 800;
}

/* ---- 9.1 ----------------------------------------------------------------------------------- */

RULE(rule_9_1_the_debtor_is_asked_and_pays_what_is_owed)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give_deeds(r, 0, bit(RAIL1) | bit(UTILITY1));
    rig_roll(r, 1, 2);
    assert_int_equal(rig_only(r), 0);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 800);
    assert_int_equal(q.other, 1);
    assert_int_equal(q.why, SV_WHY_RENT);
    assert_int_equal(q.space, ORANGE3);
    rig_do(r, 0,
           rig_mortgaging(r, 0, bit(RAIL1) | bit(UTILITY1))); /* more than needed is allowed */
    assert_int_equal(r->st.position.cash[0], 75);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 800);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_9_1_cash_enough_is_paid_without_asking)
{
    owe_800(r, 3);
    rig_cash(r, 0, 800);
    rig_give(r, 0, RAIL1);
    rig_roll(r, 1, 2);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_true(sv_alive(&r->st.position, 0));
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_9_1_who_can_pay_must)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give(r, 0, RAIL1); /* exactly the 100 that lack */
    rig_roll(r, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    rig_refuse(r, 0, &a);
    a.plan.mortgage = bit(RAIL1);
    rig_do(r, 0, &a);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_true(sv_alive(&r->st.position, 0));
}

RULE(rule_9_1_too_little_is_refused_when_more_can_be_raised)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give_deeds(r, 0, bit(UTILITY1) | bit(BROWN1));
    rig_roll(r, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.plan.mortgage = bit(UTILITY1); /* 75 of 100 */
    rig_refuse(r, 0, &a);
    a.plan.mortgage |= bit(BROWN1);
    rig_do(r, 0, &a);
    assert_int_equal(r->st.position.cash[0], 5);
}

RULE(rule_9_1_buildings_are_sold)
{
    owe_800(r, 3);
    rig_cash(r, 0, 650);
    rig_give_group(r, 0, PINK1);
    rig_level_group(r, PINK1, 1);
    rig_roll(r, 1, 2);
    rig_do(r, 0, rig_wanting(r, 0, PINK1, "000"));
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 150);
}

RULE(rule_9_1_the_default_raises_in_the_documented_order)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give_group(r, 0, BROWN1);
    rig_level_group(r, BROWN1, 1);
    rig_give_deeds(r, 0, bit(RAIL1) | bit(UTILITY1));
    rig_roll(r, 1, 2);
    /* 100 lack. Deeds of sets without buildings first, in board order: the railroad's 100 do. */
    rig_default(r, 0);
    assert_true(r->st.position.mortgaged == bit(RAIL1));
    assert_int_equal(r->st.position.level[BROWN1], 1);
    assert_int_equal(r->st.position.cash[0], 0);
}

RULE(rule_9_1_the_default_takes_built_sets_last)
{
    owe_800(r, 3);
    rig_cash(r, 0, 560);
    rig_give_group(r, 0, BLUE1);
    rig_level_group(r, BLUE1, 1); /* 25 each, then 50 + 50 + 60 */
    rig_give(r, 0, RAIL1);
    rig_roll(r, 1, 2);
    /* 240 lack: 100 for the railroad, 75 for the houses, 50 and 50 for the first two streets. */
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 800);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 75);
    assert_true(r->st.position.mortgaged == (bit(RAIL1) | bit(BLUE1) | bit(BLUE2)));
    assert_int_equal(r->st.position.cash[0], 35);
}

RULE(rule_9_1_the_default_sells_no_more_than_it_must)
{
    owe_800(r, 3);
    rig_cash(r, 0, 770);
    rig_give_group(r, 0, PINK1);
    rig_level_group(r, PINK1, 2);
    rig_roll(r, 1, 2);
    rig_default(r, 0); /* 30 lack: one house, from the last street */
    assert_levels(r, PINK1, "221");
    assert_int_equal(r->st.position.cash[0], 20);
}

/* 5 5 5 to 5 5 4 takes four houses and to 5 4 4 eight, where the bank has three; 1 1 1 is the first
 * layout that it has the houses for. */
RULE(rule_9_1_the_default_goes_down_to_what_the_stock_allows)
{
    owe_800(r, 3);
    rig_cash(r, 0, 770);
    rig_give_group(r, 0, PINK1);
    rig_level_group(r, PINK1, 5);
    rig_stock(r, 3, 0);
    rig_roll(r, 1, 2);
    rig_default(r, 0);
    assert_levels(r, PINK1, "111");
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 12 * 50);
}

RULE(rule_9_1_the_default_sells_from_the_last_street)
{
    static const uint8_t order[] = {PINK3, PINK2, PINK1, PINK3};
    owe_800(r, 3);
    rig_cash(r, 0, 610);
    rig_give_group(r, 0, PINK1);
    rig_level_group(r, PINK1, 2);
    rig_roll(r, 1, 2);
    rig_forget(r);
    rig_default(r, 0); /* 190 lack: four houses */
    assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SELL), 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(rig_event(r, SV_EVENT_LEVEL, i)->space, order[i]);
    }
}

RULE(rule_9_1_a_trade_may_save_the_debtor)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give(r, 0, BROWN1); /* can raise 30: not enough */
    rig_roll(r, 1, 2);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.offers, 2);
    rig_propose(r, 0, (struct sv_offer){.to = 2, .give_deeds = bit(BROWN1), .get_cash = 100});
    assert_int_equal(rig_asked(r, 2, SV_DECISION_TRADE).other, 0);
    rig_choose(r, 2, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(r->st.position.owner[BROWN1], 2);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 800);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_9_1_the_creditor_may_be_asked_too)
{
    owe_800(r, 2);
    rig_cash(r, 0, 700);
    rig_give(r, 0, BROWN1);
    rig_roll(r, 1, 2);
    rig_propose(r, 0, (struct sv_offer){.to = 1, .give_deeds = bit(BROWN1), .get_cash = 100});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_true(sv_alive(&r->st.position, 0));
    assert_int_equal(r->st.position.cash[1], 1500 - 100 + 800);
}

RULE(rule_9_1_offers_used_up_and_nothing_to_raise_is_bankrupt)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give(r, 0, BROWN1);
    rig_roll(r, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.n_offers = 2;
    a.offers[0] = (struct sv_offer){.to = 2, .give_deeds = bit(BROWN1), .get_cash = 100};
    a.offers[1] = (struct sv_offer){.to = 1, .give_deeds = bit(BROWN1), .get_cash = 100};
    rig_do(r, 0, &a);
    rig_default(r, 2);
    rig_default(r, 1);
    assert_false(sv_alive(&r->st.position, 0));
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 0)->to, 1);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_BANKRUPTCY),
                     700); /* the rest of the cash, no rent in full */
}

RULE(rule_9_1_trades_failed_but_mortgages_suffice)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give(r, 0, RAIL1);
    rig_roll(r, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.n_offers = 2;
    a.offers[0] = (struct sv_offer){.to = 2, .give_deeds = bit(RAIL1), .get_cash = 200};
    a.offers[1] = (struct sv_offer){.to = 2, .give_deeds = bit(RAIL1), .get_cash = 150};
    rig_do(r, 0, &a);
    rig_default(r, 2);
    rig_default(r, 2);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_DEBT).offers, 0);
    a = rig_blank(r, 0);
    rig_refuse(r, 0, &a);
    rig_default(r, 0);
    assert_true(sv_alive(&r->st.position, 0));
    assert_true(r->st.position.mortgaged == bit(RAIL1));
}

RULE(rule_9_1_no_building_or_lifting_while_in_debt)
{
    owe_800(r, 3);
    rig_cash(r, 0, 700);
    rig_give_group(r, 0, PINK1);
    rig_roll(r, 1, 2);
    rig_refuse(r, 0, rig_building(r, 0, PINK1, 1));
}

/* ---- 9.2 ----------------------------------------------------------------------------------- */

RULE(rule_9_2_to_a_player_everything_passes)
{
    owe_800(r, 3);
    rig_cash(r, 0, 100);
    rig_give_group(r, 0, BROWN1);
    rig_level(r, BROWN1, 1);
    rig_give(r, 0, RAIL1);
    rig_mortgage(r, RAIL1);
    rig_jail_card(r, 0, 0);
    rig_jail_card(r, 0, 1);
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    const struct sv_position *p = &r->st.position;
    const struct sv_event *fall = rig_event(r, SV_EVENT_BANKRUPT, 0);
    assert_int_equal(fall->seat, 0);
    assert_int_equal(fall->to, 1);
    assert_int_equal(fall->on, 3); /* the third of three */
    /* The house goes back at half price and that money passes with the cash. */
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 25);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_BANKRUPTCY), 125);
    assert_int_equal(p->level[BROWN1], 0);
    assert_int_equal(p->stock[SV_UNIT_HOUSE], 20);
    assert_int_equal(p->owner[BROWN1], 1);
    assert_int_equal(p->owner[BROWN2], 1);
    assert_int_equal(p->owner[RAIL1], 1);
    assert_true(p->mortgaged >> RAIL1 & 1u); /* as it stands */
    assert_int_equal(p->jail_holder[0], 1);
    assert_int_equal(p->jail_holder[1], 1);
    assert_int_equal(p->cash[0], 0);
    assert_true(p->owned[0] == 0);
    assert_int_equal(p->place[0], 3);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_INTEREST);
    assert_true(q.spaces == bit(RAIL1));
    rig_default(r, 1);
    assert_int_equal(p->cash[1], 1500 + 125 - 10);
    assert_int_equal(p->turn_seat, 1);
}

SEATED_RULE(rule_9_2_to_the_bank_cards_return_and_deeds_are_auctioned, 3)
{
    rig_cash(r, 0, 50);
    rig_give_deeds(r, 0, bit(RAIL2) | bit(BROWN2));
    rig_mortgage(r, RAIL2);
    rig_mortgage(r, BROWN2);
    rig_jail_card(r, 0, 0);
    rig_roll_from(r, 0, RAIL4, 1, 2); /* luxury tax */
    rig_give_up(r, 0);
    const struct sv_position *p = &r->st.position;
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 0)->to, SV_BANK);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BANKRUPTCY), 50);
    assert_int_equal(p->jail_holder[0], SV_BANK);
    assert_int_equal(p->deck_size[r->e.jail_card_deck[0]], 16);
    assert_true((p->mortgaged & (bit(RAIL2) | bit(BROWN2))) == 0); /* mortgages cancelled */
    /* One by one in board order, among the living. */
    assert_int_equal(p->auction_space, BROWN2);
    assert_int_equal(p->auction_in, 6);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->why, SV_WHY_BANKRUPTCY);
    assert_int_equal(rig_only(r), 1); /* clockwise from the one after the bankrupt */
    rig_bid(r, 1, 3, 0);
    rig_drop(r, 2);
    assert_int_equal(p->owner[BROWN2], 1);
    assert_int_equal(p->auction_space, RAIL2);
    rig_drop(r, 1);
    rig_drop(r, 2);
    assert_int_equal(p->owner[RAIL2], SV_BANK);
    assert_int_equal(p->cash[1], 1497);
    assert_int_equal(p->turn_seat, 1);
}

/* Seat 0 has the turn and falls. Its heir, seat 2 of four, has two jail cards and falls to the bank
 * over the 10% of mortgages. */
static void fall_in_anothers_turn(struct rig *r)
{
    rig_begin(r, 4);
    rig_give(r, 2, BROWN2); /* rent 4 */
    rig_jail_card(r, 2, 0);
    rig_jail_card(r, 2, 1);
    rig_cash(r, 0, 3);
    rig_cash(r, 2, 0);
    rig_give_deeds(r, 0, bit(DARK2) | bit(GREEN3));
    rig_mortgage(r, DARK2);
    rig_mortgage(r, GREEN3);
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    rig_give_up(r, 2);
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 1)->seat, 2);
    assert_int_equal(rig_event(r, SV_EVENT_BANKRUPT, 1)->to, SV_BANK);
    assert_int_equal(r->st.position.turn_seat, 0);
}

RULE(rule_9_2_bidding_begins_after_the_bankrupt_not_the_roller)
{
    fall_in_anothers_turn(r);
    assert_int_equal(r->st.position.auction_space, BROWN2);
    assert_int_equal(rig_only(r), 3);
    rig_bid(r, 3, 1, 0);
    rig_drop(r, 1);
    assert_int_equal(r->st.position.owner[BROWN2], 3);
    assert_int_equal(rig_only(r), 3); /* GREEN3 */
}

RULE(rule_9_2_each_jail_card_returns_to_the_bottom_of_its_own_deck)
{
    fall_in_anothers_turn(r);
    const struct sv_position *p = &r->st.position;
    for (unsigned j = 0; j < 2; j++) {
        const unsigned deck = r->e.jail_card_deck[j];
        const unsigned bottom = (p->deck_head[deck] + p->deck_size[deck] - 1u) % SV_MAX_CARDS;
        assert_int_equal(rig_event(r, SV_EVENT_JAIL_CARD, j)->deck, deck);
        assert_int_equal(p->deck_size[deck], 16);
        assert_int_equal(r->st.secret.deck[deck][bottom], r->e.jail_card_card[j]);
    }
}

SEATED_RULE(rule_9_2_bank_bankrupt_return, 3)
{
    r->e.rules.bank_bankrupt = SV_RULE_BANK_BANKRUPT_RETURN;
    rig_cash(r, 0, 50);
    rig_give(r, 0, RAIL2);
    rig_mortgage(r, RAIL2);
    rig_roll_from(r, 0, RAIL4, 1, 2);
    rig_give_up(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
    assert_true((r->st.position.mortgaged & bit(RAIL2)) == 0);
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_9_2_buildings_of_a_bank_bankrupt_return_to_stock, 3)
{
    rig_cash(r, 0, 0);
    rig_give_group(r, 0, BROWN1);
    rig_level_group(r, BROWN1, 1); /* 50 + 60 in all: the tax is 200 */
    rig_roll(r, 1, 3);
    rig_give_up(r, 0);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOUSE], 32);
    assert_int_equal(r->st.position.level[BROWN1], 0);
    assert_int_equal(r->st.position.auction_space, BROWN1);
}

RULE(rule_9_2_bankrupt_mortgages_all)
{
    owe_800(r, 3);
    r->e.rules.bankrupt_mortgages_all = 1;
    rig_cash(r, 0, 100);
    rig_give_group(r, 0, BROWN1); /* mortgage value 30 each */
    rig_level(r, BROWN1, 1);
    rig_give(r, 0, RAIL1);
    rig_mortgage(r, RAIL1);
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    const struct sv_position *p = &r->st.position;
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 25);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_MORTGAGE), 60);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_BANKRUPTCY), 185);
    /* All three pass mortgaged, and 10% is due on each. */
    struct sv_question q = rig_asked(r, 1, SV_DECISION_INTEREST);
    assert_true(q.spaces == (bit(BROWN1) | bit(BROWN2) | bit(RAIL1)));
    assert_int_equal(q.amount, 3 + 3 + 10);
    rig_default(r, 1);
    assert_int_equal(p->owner[BROWN1], 1);
    assert_true(p->mortgaged == q.spaces);
    assert_int_equal(p->cash[1], 1500 + 185 - 16);
}

SEATED_RULE(rule_9_2_bankrupt_mortgages_all_to_the_bank, 3)
{
    r->e.rules.bankrupt_mortgages_all = 1;
    rig_cash(r, 0, 5);
    rig_give(r, 0, RAIL2);
    rig_put(r, 0, RAIL4);
    r->e.space[LUXURY_TAX].amount = 600;
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BANKRUPTCY), 105);
    assert_true(r->st.position.mortgaged == 0); /* cancelled again */
    assert_int_equal(r->st.position.auction_space, RAIL2);
}

/* ---- 9.3 ----------------------------------------------------------------------------------- */

RULE(rule_9_3_interest_on_an_estate_is_a_debt_to_the_bank)
{
    owe_800(r, 3);
    rig_cash(r, 0, 0);
    rig_cash(r, 1, 0);
    rig_give(r, 0, DARK2);
    rig_mortgage(r, DARK2); /* 20 interest */
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    if (rig_is_asked(r, 1, SV_DECISION_INTEREST)) {
        rig_default(r, 1);
    }
    struct sv_question q = rig_asked(r, 1, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 20);
    assert_int_equal(q.other, SV_BANK);
    assert_int_equal(q.why, SV_WHY_INTEREST);
    struct sv_answer a = rig_blank(r, 1);
    rig_refuse(r, 1, &a); /* it can pay, so it must */
    a.plan.level[ORANGE1] = 3;
    rig_do(r, 1, &a); /* a house sold brings 50 */
    assert_true(sv_alive(&r->st.position, 1));
    assert_int_equal(r->st.position.cash[1], 30);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_INTEREST), 20);
}

SEATED_RULE(rule_9_3_the_chain_of_bankruptcies, 4)
{
    rig_give(r, 1, BROWN2); /* rent 4 */
    rig_mortgage(r, RIG_ANCHOR);
    rig_cash(r, 0, 3);
    rig_cash(r, 1, 0);
    rig_give_deeds(r, 0, bit(DARK2) | bit(GREEN3));
    rig_mortgage(r, DARK2);  /* 20 */
    rig_mortgage(r, GREEN3); /* 16 */
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    if (rig_is_asked(r, 1, SV_DECISION_INTEREST)) {
        rig_default(r, 1);
    }
    /* Seat 1 has 3, can raise 30 more, and owes 36. */
    struct sv_question q = rig_asked(r, 1, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 36);
    rig_give_up(r, 1);
    const struct sv_event *first = rig_event(r, SV_EVENT_BANKRUPT, 0);
    const struct sv_event *second = rig_event(r, SV_EVENT_BANKRUPT, 1);
    assert_int_equal(first->seat, 0);
    assert_int_equal(first->to, 1);
    assert_int_equal(first->on, 4);
    assert_int_equal(second->seat, 1);
    assert_int_equal(second->to, SV_BANK);
    assert_int_equal(second->on, 3);
    /* All three deeds come under the hammer, the mortgages cancelled. */
    static const uint8_t deeds[] = {BROWN2, GREEN3, DARK2};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(r->st.position.auction_space, deeds[i]);
        rig_bid(r, 2, 1, 0);
        rig_drop(r, 3);
        assert_int_equal(r->st.position.owner[deeds[i]], 2);
    }
    assert_true(r->st.position.mortgaged == bit(RIG_ANCHOR));
    assert_int_equal(r->st.position.turn_seat, 2); /* seat 1 is gone: its turn does not come */
}

SEATED_RULE(rule_9_3_several_in_one_event_fall_clockwise, 5)
{
    rig_cash(r, 1, 3);
    rig_cash(r, 3, 8);
    rig_card(r, SV_DECK_CHEST, "cc_birthday");
    rig_roll_from(r, 0, PINK3, 1, 2);
    rig_give_up(r, 1);
    rig_give_up(r, 3);
    assert_int_equal(r->st.position.place[1], 5);
    assert_int_equal(r->st.position.place[3], 4);
    assert_int_equal(r->st.position.cash[0], 1500 + 3 + 10 + 8 + 10);
}

/* ---- 9.4 ----------------------------------------------------------------------------------- */

RULE(rule_9_4_the_last_one_solvent_wins)
{
    owe_800(r, 2);
    rig_cash(r, 0, 10);
    rig_give(r, 0, RAIL1);
    rig_mortgage(r, RAIL1);
    rig_roll(r, 1, 2);
    rig_give_up(r, 0);
    if (rig_is_asked(
            r, 1,
            SV_DECISION_INTEREST)) { /* the game may end at once, or settle the estate first */
        rig_default(r, 1);
    }
    assert_int_equal(sv_pending(&r->st), 0);
    assert_int_equal(r->st.position.over, SV_WHY_LAST_SOLVENT);
    assert_int_equal(rig_event(r, SV_EVENT_GAME_END, 0)->why, SV_WHY_LAST_SOLVENT);
    uint8_t places[SV_MAX_SEATS];
    sv_places(&r->e, &r->st.position, places);
    assert_int_equal(places[0], 2);
    assert_int_equal(places[1], 1);
    struct sv_question q;
    assert_int_equal(sv_ask(&r->e, &r->st, 1, &q), SV_E_NOT_ASKED);
}

SEATED_RULE(rule_9_4_ended_by_the_bank_nothing_is_auctioned_to_the_winner, 2)
{
    rig_cash(r, 0, 50);
    rig_give(r, 0, BROWN2);
    rig_roll_from(r, 0, RAIL4, 1, 2);
    rig_give_up(r, 0);
    assert_int_equal(r->st.position.over, SV_WHY_LAST_SOLVENT);
    assert_true(r->st.position.owned[0] == 0);
}

SEATED_RULE(rule_9_4_max_rounds_ranks_by_worth, 4)
{
    r->e.rules.max_rounds = 1;
    rig_roll(r, 1, 3); /* seat 0: 1300 */
    rig_cash(r, 1, 1000);
    rig_give(r, 1, DARK2); /* 400 */
    rig_roll(r, 1, 3);     /* 1200 with the deed */
    rig_cash(r, 2, 1500);
    rig_roll(r, 1, 3); /* seat 2: 1300 as well; the round is over before seat 3, who began it */
    assert_int_equal(r->st.position.over, SV_WHY_MAX_ROUNDS);
    assert_int_equal(sv_pending(&r->st), 0);
    uint8_t places[SV_MAX_SEATS];
    sv_places(&r->e, &r->st.position, places);
    assert_int_equal(places[3], 1); /* 1500 and a deed */
    assert_int_equal(places[0], 2);
    assert_int_equal(places[2], 2); /* equal worth, equal place */
    assert_int_equal(places[1], 4);
}

SEATED_RULE(rule_9_4_the_bankrupt_rank_by_how_late_they_fell, 4)
{
    rig_cash(r, 0, 10);
    rig_roll(r, 1, 3);
    rig_give_up(r, 0);
    rig_cash(r, 1, 10);
    rig_roll(r, 1, 3);
    rig_give_up(r, 1);
    uint8_t places[SV_MAX_SEATS];
    sv_places(&r->e, &r->st.position, places);
    assert_int_equal(places[0], 4);
    assert_int_equal(places[1], 3);
    assert_int_equal(places[3], 1);
    assert_int_equal(places[2], 2);
    rig_cash(r, 2, 10);
    rig_roll(r, 1, 3);
    rig_give_up(r, 2);
    assert_int_equal(r->st.position.over, SV_WHY_LAST_SOLVENT);
    assert_int_equal(r->st.position.place[2], 2);
}

RULE(rule_9_4_rounds_are_counted_by_the_first_player)
{
    rig_begin(r, 3); /* seat 2 began */
    assert_int_equal(r->st.position.first, 2);
    static const uint16_t rounds[] = {1, 1, 2, 2, 2, 3};
    for (unsigned i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        assert_int_equal(r->st.position.round, rounds[i]);
        rig_put(r, r->st.position.turn_seat, GO);
        rig_cash(r, r->st.position.turn_seat, 1500);
        rig_roll(r, 1, 3);
    }
    const struct sv_event *turn = rig_event(r, SV_EVENT_TURN, 0);
    assert_int_equal(turn->seat, 1);
    assert_int_equal(turn->round, 1);
    assert_int_equal(turn->turn, 3);
}

SEATED_RULE(rule_9_4_rounds_go_on_when_the_first_player_has_fallen, 3)
{
    rig_give(r, 1, DARK2);
    rig_roll(r, 1, 3);
    rig_roll(r, 1, 3);
    assert_int_equal(r->st.position.turn_seat, 2);
    assert_int_equal(r->st.position.round, 2);
    rig_give(r, SV_BANK, RIG_ANCHOR);
    rig_cash(r, 2, 10);
    rig_roll(r, 1, 3);
    rig_give_up(r, 2);
    assert_int_equal(r->st.position.turn_seat, 0);
    assert_int_equal(r->st.position.round, 2);
    rig_roll(r, 2, 3); /* from 4 to 9 */
    rig_until(r, SV_DECISION_MANAGE, 9);
    assert_int_equal(r->st.position.turn_seat, 1);
    rig_roll(r, 2, 4); /* from 4 to 10 */
    assert_int_equal(r->st.position.turn_seat, 0);
    assert_int_equal(r->st.position.round, 3);
}

SEATED_RULE(rule_9_4_a_seat_that_forfeits_ranks_behind_the_others, 3)
{
    assert_ok(sv_forfeit(&r->e, &r->st, 2, &r->sink));
    assert_int_equal(sv_forfeit(&r->e, &r->st, 2, &r->sink), SV_E_ARGUMENT);
    assert_int_equal(rig_event(r, SV_EVENT_FORFEIT, 0)->seat, 2);
    assert_false(sv_pending(&r->st) >> 2 & 1u); /* its question has been answered by the default */
    uint8_t places[SV_MAX_SEATS];
    sv_places(&r->e, &r->st.position, places);
    assert_int_equal(places[2], 3);
    assert_ok(sv_forfeit(&r->e, &r->st, 0, &r->sink));
    assert_int_equal(r->st.position.over, SV_WHY_FORFEIT);
    assert_int_equal(sv_pending(&r->st), 0);
    sv_places(&r->e, &r->st.position, places);
    assert_int_equal(places[1], 1);
    assert_int_equal(sv_forfeit(&r->e, &r->st, 1, &r->sink), SV_E_ARGUMENT);
}
