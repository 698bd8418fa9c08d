/* RULES 3: the spaces. */
#include "tests/game/oracle.h"
#include "tests/game/rig.h"

/* Seat 0 rolls a+b from so far back that it lands on `space`. */
static void land(struct rig *r, unsigned space, unsigned a, unsigned b)
{
    rig_roll_from(r, 0, (space + 40 - a - b) % 40, a, b);
}

/* ---- 3.1 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_3_1_an_unowned_deed_may_be_bought_at_its_price, 3)
{
    land(r, GREEN3, 1, 2);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_BUY);
    assert_int_equal(q.space, GREEN3);
    assert_int_equal(q.amount, 320);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_BUY);
    assert_int_equal(r->st.position.owner[GREEN3], 0);
    assert_int_equal(r->st.position.cash[0], 1180);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_PRICE), 320);
    const struct sv_event *deed = rig_event(r, SV_EVENT_DEED, 0);
    assert_int_equal(deed->from, SV_BANK);
    assert_int_equal(deed->to, 0);
    assert_int_equal(deed->space, GREEN3);
}

SEATED_RULE(rule_3_1_exact_cash_buys, 2)
{
    rig_cash(r, 0, 60);
    land(r, BROWN2, 1, 2);
    rig_default(r, 0); /* the default: buy when the cash in hand covers it */
    assert_int_equal(r->st.position.owner[BROWN2], 0);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_true(sv_alive(&r->st.position, 0));
}

SEATED_RULE(rule_3_1_one_short_cannot_buy, 2)
{
    rig_cash(r, 0, 199);
    rig_give(r, 0, ORANGE1); /* something to raise cash on, so that it is a question */
    land(r, RAIL2, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_BUY_BUY;
    rig_refuse(r, 0, &a);
    rig_default(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
}

SEATED_RULE(rule_3_1_mortgage_first_then_buy_in_one_answer, 2)
{
    rig_cash(r, 0, 110);
    rig_give(r, 0, ORANGE1);
    land(r, RAIL2, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_BUY_BUY;
    a.plan.mortgage = UINT64_C(1) << ORANGE1; /* brings 90 */
    rig_do(r, 0, &a);
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_true(r->st.position.mortgaged >> ORANGE1 & 1u);
}

SEATED_RULE(rule_3_1_sell_first_then_buy_in_one_answer, 2)
{
    rig_cash(r, 0, 150);
    rig_give_group(r, 0, BLUE1);
    rig_level_group(r, BLUE1, 1);
    land(r, RAIL2, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_BUY_BUY;
    a.plan.level[BLUE1] = 0;
    rig_refuse(r, 0, &a); /* 25: not enough */
    a.plan.level[BLUE2] = 0;
    rig_do(r, 0, &a); /* 50: enough */
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(r->st.position.level[BLUE3], 1);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOUSE], 31);
}

SEATED_RULE(rule_3_1_a_purchase_does_not_build, 2)
{
    rig_give_group(r, 0, BLUE1);
    land(r, RAIL2, 1, 2);
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_BUY_BUY;
    a.plan.level[BLUE1] = 1;
    rig_refuse(r, 0, &a);
}

SEATED_RULE(rule_3_1_declined_it_is_auctioned, 3)
{
    land(r, GREEN3, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    (void)rig_asked(r, 1, SV_DECISION_BID);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->space, GREEN3);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->why, SV_WHY_DECLINED);
}

SEATED_RULE(rule_3_1_who_cannot_pay_at_all_sees_it_auctioned, 3)
{
    rig_cash(r, 0, 10);
    land(r, GREEN3, 1, 2);
    if (rig_is_asked(r, 0, SV_DECISION_BUY)) { /* nothing but declining may be asked or skipped */
        rig_default(r, 0);
    }
    (void)rig_asked(r, 1, SV_DECISION_BID);
}

SEATED_RULE(rule_3_1_without_auction_on_decline_the_bank_keeps_it, 3)
{
    r->e.rules.auction_on_decline = 0;
    land(r, GREEN3, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    assert_int_equal(r->st.position.owner[GREEN3], SV_BANK);
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

/* ---- 3.2 ----------------------------------------------------------------------------------- */

RULE(rule_3_2_every_street_at_every_level)
{
    for (unsigned space = 0; space < 40; space++) {
        if (r->e.space[space].kind != SV_SPACE_STREET) {
            continue;
        }
        for (unsigned level = 0; level <= 5; level++) {
            rig_begin(r, 2);
            rig_cash(r, 0, 5000);
            rig_give(r, 0, RIG_ANCHOR); /* else its owner would have the dark blue set */
            rig_give(r, 1, space);
            if (level > 0) {
                rig_give_group(r, 1, space);
                rig_level_group(r, space, level);
            }
            land(r, space, 1, 3);
            assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), r->e.space[space].rent[level]);
            assert_int_equal(rig_payments(r, 0, 1, SV_WHY_RENT), 1);
        }
    }
}

SEATED_RULE(rule_3_2_a_bare_street_of_a_full_set_pays_double, 2)
{
    rig_give_group(r, 1, ORANGE1);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 32);
}

SEATED_RULE(rule_3_2_two_of_three_pay_single, 3)
{
    rig_give_group(r, 1, ORANGE1);
    rig_give(r, 2, ORANGE1);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 16);
}

SEATED_RULE(rule_3_2_double_though_a_sibling_bears_a_house, 2)
{
    rig_give_group(r, 1, ORANGE1);
    rig_level(r, ORANGE1, 1);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 32);
}

SEATED_RULE(rule_3_2_double_though_a_sibling_is_mortgaged, 2)
{
    rig_give_group(r, 1, ORANGE1);
    rig_mortgage(r, ORANGE1);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 32);
}

SEATED_RULE(rule_3_2_with_the_switch_a_mortgaged_sibling_ends_doubling, 2)
{
    r->e.rules.set_rent_needs_unmortgaged = 1;
    r->e.rules.count_rent_needs_unmortgaged = 0;
    rig_give_group(r, 1, ORANGE1);
    rig_mortgage(r, ORANGE1);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 16);
}

RULE(rule_3_2_a_mortgaged_deed_pays_nothing)
{
    static const uint8_t deeds[] = {ORANGE3, RAIL2, UTILITY2};
    for (unsigned i = 0; i < sizeof deeds; i++) {
        rig_begin(r, 2);
        rig_give_group(r, 1, deeds[i]);
        rig_mortgage(r, deeds[i]);
        land(r, deeds[i], 1, 2);
        assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

RULE(rule_3_2_railroads_by_number_owned)
{
    static const uint8_t rails[] = {RAIL1, RAIL2, RAIL3, RAIL4};
    static const int32_t rents[] = {25, 50, 100, 200};
    for (unsigned owned = 1; owned <= 4; owned++) {
        for (unsigned mortgaged = 0; mortgaged < owned; mortgaged++) {
            for (int32_t strict = 0; strict <= 1; strict++) {
                rig_begin(r, 2);
                r->e.rules.count_rent_needs_unmortgaged = strict;
                r->e.rules.set_rent_needs_unmortgaged = !strict; /* streets only */
                for (unsigned i = 0; i < owned; i++) {
                    rig_give(r, 1, rails[i]);
                    if (i > 0 && i <= mortgaged) {
                        rig_mortgage(r, rails[i]);
                    }
                }
                land(r, RAIL1, 1, 2);
                assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT),
                                 rents[owned - 1 - (strict ? mortgaged : 0)]);
            }
        }
    }
}

SEATED_RULE(rule_3_2_utilities_by_number_owned, 2)
{
    rig_give(r, 1, UTILITY1);
    land(r, UTILITY1, 3, 4);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 28);
    for (int32_t strict = 0; strict <= 1; strict++) {
        for (unsigned mortgaged = 0; mortgaged <= 1; mortgaged++) {
            rig_begin(r, 2);
            r->e.rules.count_rent_needs_unmortgaged = strict;
            r->e.rules.set_rent_needs_unmortgaged = !strict;
            rig_give_group(r, 1, UTILITY1);
            if (mortgaged) {
                rig_mortgage(r, UTILITY2);
            }
            land(r, UTILITY1, 3, 4);
            assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), strict && mortgaged ? 28 : 70);
        }
    }
}

SEATED_RULE(rule_3_2_sv_rent_agrees_with_the_calculator, 4)
{
    struct sv_rng rng = {.key = {7}};
    for (unsigned round = 0; round < 3000; round++) {
        r->e.rules.set_rent_needs_unmortgaged = (int32_t)sv_rng_below(&rng, 2);
        r->e.rules.count_rent_needs_unmortgaged = (int32_t)sv_rng_below(&rng, 2);
        for (unsigned i = 0; i < 40; i++) {
            if (r->e.deeds >> i & 1u) {
                r->st.position.level[i] = 0;
                unsigned who = sv_rng_below(&rng, 3);
                rig_give(r, who == 2 ? SV_BANK : who, i);
                if (r->st.position.owner[i] != SV_BANK && sv_rng_below(&rng, 4) == 0) {
                    rig_mortgage(r, i);
                }
            }
        }
        for (unsigned i = 0; i < 40; i++) {
            if (r->e.space[i].kind == SV_SPACE_STREET && r->st.position.owner[i] != SV_BANK) {
                r->st.position.level[i] = (uint8_t)sv_rng_below(&rng, 6);
            }
        }
        for (unsigned i = 0; i < 40; i++) {
            if (r->e.deeds >> i & 1u) {
                int pips = 2 + (int)sv_rng_below(&rng, 11);
                int times =
                    r->e.space[i].kind == SV_SPACE_UTILITY ? (int)sv_rng_below(&rng, 2) * 10 : 0;
                int factor = 1 + (int)sv_rng_below(&rng, 2);
                assert_int_equal(sv_rent(&r->e, &r->st.position, i, pips, factor, times),
                                 oracle_rent(&r->e, &r->st.position, i, pips, factor, times));
                r->st.position.level[i] = 0;
            }
        }
    }
}

/* ---- 3.3 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_3_3_utility_rent_uses_the_arrival_roll, 2)
{
    rig_give(r, 1, UTILITY2);
    land(r, UTILITY2, 6, 5);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 44);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
}

/* A card that sends to Electric Company by name, not as the nearest utility. */
static void send_to_utility(struct rig *r)
{
    for (unsigned i = 0; i < r->e.deck[SV_DECK_CHANCE].size; i++) {
        if (strcmp(r->e.deck[SV_DECK_CHANCE].card[i].id, "ch_stcharles") == 0) {
            r->e.deck[SV_DECK_CHANCE].card[i].target = UTILITY1;
        }
    }
    rig_card(r, SV_DECK_CHANCE, "ch_stcharles");
}

SEATED_RULE(rule_3_3_no_roll_brought_you_a_fresh_throw, 2)
{
    send_to_utility(r);
    rig_give_group(r, 1, UTILITY1);
    rig_throw(r, 2, 6);
    land(r, CHANCE1, 1, 3);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 2);
    const struct sv_event *throw = rig_event(r, SV_EVENT_ROLL, 1);
    assert_int_equal(throw->why, SV_WHY_UTILITY);
    assert_int_equal(throw->dice[0] + throw->dice[1], 8);
    assert_int_equal(throw->dice[2], 0);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 80);
}

SEATED_RULE(rule_3_3_doubles_of_the_throw_mean_nothing, 2)
{
    send_to_utility(r);
    rig_give(r, 1, UTILITY1);
    rig_throw(r, 5, 5);
    land(r, CHANCE1, 1, 3);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 40);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_3_3_utility_fresh_roll_always_throws, 2)
{
    r->e.rules.utility_fresh_roll = 1;
    rig_give(r, 1, UTILITY2);
    rig_throw(r, 1, 1);
    land(r, UTILITY2, 6, 5);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 2);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 1)->why, SV_WHY_UTILITY);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 8);
}

SEATED_RULE(rule_3_3_a_mortgaged_utility_needs_no_throw, 2)
{
    r->e.rules.utility_fresh_roll = 1;
    rig_give(r, 1, UTILITY2);
    rig_mortgage(r, UTILITY2);
    land(r, UTILITY2, 6, 5);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
}

/* ---- 3.4 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_3_4_rent_is_taken_without_asking, 2)
{
    rig_give(r, 1, ORANGE3);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(r->st.position.cash[1], 1516);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_3_4_on_request_the_owner_claims, 3)
{
    r->e.rules.rent = SV_RULE_RENT_ON_REQUEST;
    rig_give(r, 1, ORANGE3);
    land(r, ORANGE3, 1, 2);
    assert_int_equal(rig_only(r), 1);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_CLAIM);
    assert_int_equal(q.amount, 16);
    assert_int_equal(q.space, ORANGE3);
    assert_int_equal(q.other, 0);
    rig_default(r, 1); /* the default claims */
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 16);
}

SEATED_RULE(rule_3_4_who_does_not_claim_gets_nothing, 3)
{
    r->e.rules.rent = SV_RULE_RENT_ON_REQUEST;
    rig_give(r, 1, ORANGE3);
    land(r, ORANGE3, 1, 2);
    rig_choose(r, 1, SV_DECISION_CLAIM, SV_CHOICE_CLAIM_WAIVE);
    assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_3_4_no_claim_on_a_mortgaged_deed, 3)
{
    r->e.rules.rent = SV_RULE_RENT_ON_REQUEST;
    rig_give(r, 1, ORANGE3);
    rig_mortgage(r, ORANGE3);
    land(r, ORANGE3, 1, 2);
    assert_false(rig_is_asked(r, 1, SV_DECISION_CLAIM));
}

/* ---- 3.5 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_3_5_taxes_cost_their_amount, 2)
{
    land(r, LUXURY_TAX, 1, 2);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 100);
    rig_begin(r, 2);
    rig_roll_from(r, 0, BROWN1, 1, 2);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 200);
    assert_int_equal(r->st.position.cash[0], 1300);
}

SEATED_RULE(rule_3_5_choice_flat_or_a_tenth, 2)
{
    r->e.rules.income_tax = SV_RULE_INCOME_TAX_CHOICE;
    rig_cash(r, 0, 1001);
    rig_roll_from(r, 0, BROWN1, 1, 2);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_TAX);
    assert_int_equal(q.amount, 200);
    struct sv_state before;
    memcpy(&before, &r->st, sizeof before);
    rig_choose(r, 0, SV_DECISION_TAX, SV_CHOICE_TAX_SHARE);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 101); /* rounded up */
    memcpy(&r->st, &before, sizeof before);
    rig_forget(r);
    rig_default(r, 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 200);
}

SEATED_RULE(rule_3_5_worth_counts_everything, 2)
{
    r->e.rules.income_tax = SV_RULE_INCOME_TAX_CHOICE;
    rig_cash(r, 0, 100);
    rig_give_group(r, 0, ORANGE1); /* 180 + 180 + 200 */
    rig_level_group(r, ORANGE1, 4);
    rig_level(r, ORANGE3, 5); /* 4 + 4 + 5 buildings at 100 */
    rig_give(r, 0, RAIL2);    /* 200 */
    rig_give(r, 0, UTILITY1);
    rig_mortgage(r, UTILITY1); /* 75 */
    assert_int_equal(sv_worth(&r->e, &r->st.position, 0), 100 + 560 + 1300 + 200 + 75);
    assert_int_equal(oracle_worth(&r->e, &r->st.position, 0), 2235);
    rig_put(r, 0, BROWN1);
    rig_cash(r, 0, 1000);
    rig_roll(r, 1, 2);
    rig_choose(r, 0, SV_DECISION_TAX, SV_CHOICE_TAX_SHARE);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 314); /* a tenth of 3135 */
}

SEATED_RULE(rule_3_5_luxury_tax_has_no_choice, 2)
{
    r->e.rules.income_tax = SV_RULE_INCOME_TAX_CHOICE;
    land(r, LUXURY_TAX, 1, 2);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 100);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_3_5_exact_cash_pays_the_tax, 2)
{
    rig_cash(r, 0, 100);
    land(r, LUXURY_TAX, 1, 2);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_true(sv_alive(&r->st.position, 0));
}

/* ---- 3.6 ----------------------------------------------------------------------------------- */

RULE(rule_3_6_card_spaces_draw_from_their_deck)
{
    static const uint8_t spaces[] = {CHANCE1, CHANCE2, CHANCE3, CHEST1, CHEST2, CHEST3};
    for (unsigned i = 0; i < sizeof spaces; i++) {
        rig_begin(r, 2);
        rig_card(r, SV_DECK_CHANCE, "ch_dividend");
        rig_card(r, SV_DECK_CHEST, "cc_consult");
        land(r, spaces[i], 1, 2);
        const struct sv_event *card = rig_event(r, SV_EVENT_CARD, 0);
        assert_int_equal(card->seat, 0);
        assert_int_equal(card->deck, i < 3 ? SV_DECK_CHANCE : SV_DECK_CHEST);
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_CARD), i < 3 ? 50 : 25);
    }
}

SEATED_RULE(rule_3_6_go_to_jail, 2)
{
    land(r, GO_TO_JAIL, 1, 2);
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->on, 1);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->why, SV_WHY_SPACE);
}
