/* RULES 8: windows, mortgages, trades. */
#include "tests/game/oracle.h"
#include "tests/game/rig.h"

static struct sv_offer *add_offer(struct sv_answer *a, unsigned to)
{
    struct sv_offer *o = &a->offers[a->n_offers++];
    memset(o, 0, sizeof *o);
    o->to = (uint8_t)to;
    return o;
}

/* ---- 8.1 ----------------------------------------------------------------------------------- */

RULE(rule_8_1_all_are_asked_at_once)
{
    for (unsigned seats = 2; seats <= 8; seats++) {
        rig_begin(r, seats);
        assert_int_equal(sv_pending(&r->st), (1u << seats) - 1);
        for (unsigned s = 0; s < seats; s++) {
            (void)rig_asked(r, s, SV_DECISION_MANAGE);
        }
    }
}

SEATED_RULE(rule_8_1_who_has_nothing_to_decide_is_not_asked, 3)
{
    r->e.rules.trade =
        SV_RULE_TRADE_OFF; /* without trades only seat 2, with its deed, can do anything */
    rig_roll(r, 1, 3);
    assert_int_equal(sv_pending(&r->st), 1u << 2);
}

SEATED_RULE(rule_8_1_carried_out_clockwise_from_the_roller, 4)
{
    rig_roll(r, 1, 3);
    rig_roll(r, 1, 3);
    assert_int_equal(r->st.position.turn_seat, 2);
    static const uint8_t deed[] = {RAIL1, RAIL2, RAIL3, RAIL4};
    for (unsigned s = 0; s < 4; s++) {
        rig_give(r, s, deed[s]);
    }
    rig_forget(r);
    for (unsigned s = 0; s < 4; s++) {
        assert_int_equal(rig_count(r, SV_EVENT_MORTGAGE),
                         0); /* nothing before the last has answered */
        rig_do(r, s, rig_mortgaging(r, s, bit(deed[s])));
    }
    static const uint8_t order[] = {RAIL3, RAIL4, RAIL1, RAIL2};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(rig_event(r, SV_EVENT_MORTGAGE, i)->space, order[i]);
    }
}

SEATED_RULE(rule_8_1_it_repeats_while_anyone_acted_at_most_three_times, 2)
{
    rig_give(r, 1, RAIL1);
    rig_dice(r, 1, 3);
    for (unsigned pass = 0; pass < 3; pass++) {
        assert_int_equal(rig_count(r, SV_EVENT_ROLL), 0);
        struct sv_answer a = rig_blank(r, 1);
        if (pass == 1) {
            a.plan.lift = bit(RAIL1);
        } else {
            a.plan.mortgage = bit(RAIL1);
        }
        rig_window(r, 1, &a);
    }
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_8_1_without_an_act_there_is_one_pass, 2)
{
    rig_roll(r, 1, 3);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
}

SEATED_RULE(rule_8_1_window_passes_switch, 2)
{
    r->e.rules.window_passes = 1;
    rig_dice(r, 1, 3);
    rig_window(r, 1, rig_mortgaging(r, 1, bit(RIG_ANCHOR)));
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
}

SEATED_RULE(rule_8_1_a_window_before_the_turn_of_a_jailed_player_too, 3)
{
    rig_jail(r, 1, 0);
    rig_roll(r, 1, 3);
    assert_int_equal(r->st.position.turn_seat, 1);
    (void)rig_asked(r, 1, SV_DECISION_MANAGE);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
}

/* ---- 8.2 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_8_2_a_mortgage_pays_its_value, 2)
{
    rig_give_deeds(r, 0, bit(ORANGE3) | bit(UTILITY1));
    rig_window(r, 0, rig_mortgaging(r, 0, bit(ORANGE3) | bit(UTILITY1)));
    assert_int_equal(r->st.position.cash[0], 1675);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_MORTGAGE), 175);
    assert_true(r->st.position.mortgaged == (bit(ORANGE3) | bit(UTILITY1)));
    assert_int_equal(r->st.position.owner[ORANGE3], 0);
}

SEATED_RULE(rule_8_2_not_twice_and_not_anothers, 2)
{
    rig_give(r, 0, ORANGE3);
    rig_mortgage(r, ORANGE3);
    rig_refuse(r, 0, rig_mortgaging(r, 0, bit(ORANGE3)));
    rig_refuse(r, 0, rig_mortgaging(r, 0, bit(RIG_ANCHOR)));
    rig_refuse(r, 0, rig_mortgaging(r, 0, bit(RAIL1)));
    rig_refuse(r, 0, rig_mortgaging(r, 0, bit(GO)));
    rig_refuse(r, 0, rig_mortgaging(r, 0, bit(63)));
}

SEATED_RULE(rule_8_2_not_while_its_set_bears_a_building, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_level(r, ORANGE1, 1);
    struct sv_answer a = rig_blank(r, 0);
    a.plan.mortgage = bit(ORANGE3); /* itself bare, but its sibling is not */
    rig_refuse(r, 0, &a);
    a.plan.level[ORANGE1] = 0; /* sold first, in the same answer */
    rig_window(r, 0, &a);
    assert_true(r->st.position.mortgaged == bit(ORANGE3));
    assert_int_equal(r->st.position.cash[0], 1500 + 50 + 100);
}

RULE(rule_8_2_lifting_costs_a_tenth_more_rounded_up)
{
    static const struct {
        uint8_t space;
        int32_t cost;
    } cases[] = {{RAIL1, 110}, {UTILITY1, 83}, {BROWN1, 33}, {DARK1, 193}, {YELLOW1, 143}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_begin(r, 2);
        rig_give(r, 0, cases[i].space);
        rig_mortgage(r, cases[i].space);
        rig_cash(r, 0, cases[i].cost - 1);
        rig_refuse(r, 0, rig_lifting(r, 0, bit(cases[i].space)));
        rig_cash(r, 0, cases[i].cost);
        rig_window(r, 0, rig_lifting(r, 0, bit(cases[i].space)));
        assert_int_equal(r->st.position.cash[0], 0);
        assert_true(r->st.position.mortgaged == 0);
        assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_LIFT), cases[i].cost);
        assert_int_equal(sv_lift_cost(&r->e, cases[i].space), cases[i].cost);
    }
}

SEATED_RULE(rule_8_2_only_what_is_mortgaged_can_be_lifted, 2)
{
    rig_give(r, 0, RAIL1);
    rig_refuse(r, 0, rig_lifting(r, 0, bit(RAIL1)));
    rig_give(r, 1, RAIL2);
    rig_mortgage(r, RAIL2);
    rig_refuse(r, 0, rig_lifting(r, 0, bit(RAIL2)));
}

SEATED_RULE(rule_8_2_one_mortgaged_to_lift_another, 2)
{
    rig_give_deeds(r, 0, bit(RAIL1) | bit(DARK2));
    rig_mortgage(r, RAIL1);
    rig_cash(r, 0, 0);
    struct sv_answer a = rig_blank(r, 0);
    a.plan.lift = bit(RAIL1);
    a.plan.mortgage = bit(DARK2);
    rig_window(r, 0, &a);
    assert_int_equal(r->st.position.cash[0], 90);
    assert_true(r->st.position.mortgaged == bit(DARK2));
}

/* ---- 8.3 ----------------------------------------------------------------------------------- */

/* Seat 0 owns railroad 1 and jail card 0, seat 1 railroad 2 and an orange street. */
static void traders(struct rig *r)
{
    rig_begin(r, 4);
    rig_give(r, 0, RAIL1);
    rig_give_deeds(r, 1, bit(RAIL2) | bit(ORANGE1));
    rig_jail_card(r, 0, 0);
}

RULE(rule_8_3_accepted_it_is_carried_out_whole)
{
    traders(r);
    rig_propose(r, 0,
                (struct sv_offer){.to = 1,
                                  .give_deeds = bit(RAIL1),
                                  .give_cash = 100,
                                  .give_cards = 1,
                                  .get_deeds = bit(RAIL2) | bit(ORANGE1),
                                  .get_cash = 30});
    assert_int_equal(rig_only(r), 1);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_TRADE);
    assert_int_equal(q.other, 0);
    assert_true(q.offer.give_deeds == bit(RAIL1));
    assert_int_equal(q.offer.get_cash, 30);
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    const struct sv_position *p = &r->st.position;
    assert_int_equal(p->owner[RAIL1], 1);
    assert_int_equal(p->owner[RAIL2], 0);
    assert_int_equal(p->owner[ORANGE1], 0);
    assert_int_equal(p->jail_holder[0], 1);
    assert_int_equal(p->cash[0], 1430);
    assert_int_equal(p->cash[1], 1570);
    assert_int_equal(rig_event(r, SV_EVENT_OFFER_END, 0)->why, SV_WHY_ACCEPTED);
    assert_int_equal(rig_event(r, SV_EVENT_OFFER, 0)->seat, 0);
    assert_int_equal(rig_event(r, SV_EVENT_OFFER, 0)->to, 1);
    assert_int_equal(rig_event(r, SV_EVENT_JAIL_CARD, 0)->to, 1);
}

RULE(rule_8_3_rejected_nothing_changes)
{
    traders(r);
    rig_propose(r, 0,
                (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL2)});
    rig_default(r, 1); /* the default rejects */
    assert_int_equal(r->st.position.owner[RAIL1], 0);
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(rig_event(r, SV_EVENT_OFFER_END, 0)->why, SV_WHY_REJECTED);
    assert_int_equal(rig_count(r, SV_EVENT_DEED), 0);
}

RULE(rule_8_3_a_counter_offer_goes_back)
{
    traders(r);
    rig_propose(r, 0,
                (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL2)});
    struct sv_answer a = rig_blank(r, 1);
    a.choice = SV_CHOICE_TRADE_COUNTER;
    struct sv_offer *o = add_offer(&a, 0);
    o->give_deeds = bit(RAIL2);
    o->get_deeds = bit(RAIL1);
    o->get_cash = 55;
    rig_do(r, 1, &a);
    assert_int_equal(rig_only(r), 0);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_TRADE);
    assert_int_equal(q.other, 1);
    assert_int_equal(q.offer.get_cash, 55);
    rig_choose(r, 0, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(r->st.position.owner[RAIL1], 1);
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 1445);
    assert_int_equal(r->st.position.cash[1], 1555);
}

RULE(rule_8_3_counters_two_deep)
{
    traders(r);
    rig_propose(r, 0,
                (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL2)});
    for (unsigned depth = 0; depth < 2; depth++) {
        unsigned seat = depth == 0 ? 1 : 0;
        struct sv_question q = rig_asked(r, seat, SV_DECISION_TRADE);
        assert_int_equal(q.choices, 7);
        assert_int_equal(q.offers, 1);
        struct sv_answer a = rig_blank(r, seat);
        a.choice = SV_CHOICE_TRADE_COUNTER;
        struct sv_offer *o = add_offer(&a, 1 - seat);
        o->give_deeds = bit(seat ? RAIL2 : RAIL1);
        o->get_deeds = bit(seat ? RAIL1 : RAIL2);
        o->give_cash = 10;
        rig_do(r, seat, &a);
    }
    struct sv_question q = rig_asked(r, 1, SV_DECISION_TRADE);
    assert_int_equal(q.choices, 1u << SV_CHOICE_TRADE_REJECT | 1u << SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(q.offers, 0);
    struct sv_answer a = rig_blank(r, 1);
    a.choice = SV_CHOICE_TRADE_COUNTER;
    add_offer(&a, 0)->give_deeds = bit(RAIL2);
    a.offers[0].get_deeds = bit(RAIL1);
    rig_refuse(r, 1, &a);
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_REJECT);
    assert_int_equal(r->st.position.owner[RAIL1], 0);
}

RULE(rule_8_3_counter_offers_switch)
{
    traders(r);
    r->e.rules.counter_offers = 0;
    rig_propose(r, 0,
                (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL2)});
    assert_int_equal(rig_asked(r, 1, SV_DECISION_TRADE).choices, 3);
}

RULE(rule_8_3_a_counter_must_be_lawful_and_to_the_proposer)
{
    traders(r);
    rig_propose(r, 0,
                (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL2)});
    struct sv_answer a = rig_blank(r, 1);
    a.choice = SV_CHOICE_TRADE_COUNTER;
    rig_refuse(r, 1, &a); /* no offer in it */
    struct sv_offer *o = add_offer(&a, 3);
    o->give_deeds = bit(RAIL2);
    o->get_deeds = bit(RIG_ANCHOR);
    rig_refuse(r, 1, &a); /* to somebody else */
    *o = (struct sv_offer){.to = 0, .give_deeds = bit(RAIL3), .get_deeds = bit(RAIL1)};
    rig_refuse(r, 1, &a); /* a deed that it does not own */
    a.choice = SV_CHOICE_TRADE_REJECT;
    *o = (struct sv_offer){.to = 0, .give_deeds = bit(RAIL2), .get_deeds = bit(RAIL1)};
    rig_refuse(r, 1, &a); /* an offer with a rejection */
}

RULE(rule_8_3_offers_per_window)
{
    traders(r);
    struct sv_answer a = rig_blank(r, 0);
    for (unsigned i = 0; i < 3; i++) {
        struct sv_offer *o = add_offer(&a, 1);
        o->give_deeds = bit(RAIL1);
        o->get_cash = 100 + (int32_t)i;
    }
    rig_refuse(r, 0, &a); /* two, not three */
    a.n_offers = 2;
    rig_window(r, 0, &a);
    rig_default(r, 1);
    rig_default(r, 1);
    /* The window repeats, as somebody acted; but seat 0 has used up its proposals. */
    assert_int_equal(rig_asked(r, 0, SV_DECISION_MANAGE).offers, 0);
    assert_int_equal(rig_asked(r, 1, SV_DECISION_MANAGE).offers, 2);
    a = rig_blank(r, 0);
    *add_offer(&a, 1) = (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_cash = 5};
    rig_refuse(r, 0, &a);
    /* The next window gives new ones. */
    rig_roll(r, 1, 3);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_MANAGE).offers, 2);
}

RULE(rule_8_3_offers_per_window_switch)
{
    traders(r);
    r->e.rules.offers_per_window = 4;
    rig_roll(r, 1, 3);
    struct sv_answer a = rig_blank(r, 0);
    for (unsigned i = 0; i < 4; i++) {
        *add_offer(&a, 1) = (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_cash = 5};
    }
    rig_window(r, 0, &a);
    for (unsigned i = 0; i < 4; i++) {
        rig_default(r, 1);
    }
    assert_int_equal(rig_count(r, SV_EVENT_OFFER), 4);
}

RULE(rule_8_3_what_may_not_be_offered)
{
    traders(r);
    rig_give_group(r, 2, GREEN1);
    rig_level(r, GREEN1, 1);
    const struct sv_offer wrong[] = {
        {.to = 1},                                  /* nothing for nothing */
        {.to = 1, .give_cash = 10, .get_cash = 20}, /* cash for cash */
        {.to = 1, .give_deeds = bit(RAIL1)},        /* gifts */
        {.to = 1, .get_deeds = bit(RAIL2)},
        {.to = 1, .give_cash = 10},
        {.to = 1, .give_deeds = bit(RAIL2), .get_cash = 10},               /* not one's own */
        {.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL3)},      /* the bank's */
        {.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RIG_ANCHOR)}, /* a third player's */
        {.to = 1, .give_deeds = bit(GO), .get_cash = 10},                  /* no deed at all */
        {.to = 1, .give_deeds = bit(RAIL1), .get_cash = 1501},             /* more than there is */
        {.to = 1, .give_cash = 1501, .get_deeds = bit(RAIL2)},
        {.to = 1, .give_cash = -1, .get_deeds = bit(RAIL2)},
        {.to = 1, .give_deeds = bit(RAIL1), .get_cash = -1},
        {.to = 2, .give_deeds = bit(RAIL1), .get_deeds = bit(GREEN1)}, /* built on */
        {.to = 2,
         .give_deeds = bit(RAIL1),
         .get_deeds = bit(GREEN2)},                 /* bare, but its set is built on */
        {.to = 1, .give_cards = 2, .get_cash = 10}, /* a card it does not hold */
        {.to = 1, .get_cards = 1, .give_cash = 10},
        {.to = 1, .give_deeds = bit(RAIL1), .get_cards = 0x80},
        {.to = 1, .give_tickets = 1, .get_cash = 10},
        {.to = 1, .get_tickets = 1, .give_cash = 10},
        {.to = 0, .give_deeds = bit(RAIL1), .get_cash = 10}, /* with oneself */
        {.to = 4, .give_deeds = bit(RAIL1), .get_cash = 10}, /* no such seat */
        {.to = SV_BANK, .give_deeds = bit(RAIL1), .get_cash = 10},
        {.to = SV_NONE, .give_deeds = bit(RAIL1), .get_cash = 10},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(sv_check_offer(&r->e, &r->st.position, 0, &wrong[i]), SV_E_OFFER);
        assert_int_equal(oracle_offer(&r->e, &r->st.position, 0, &wrong[i]), ORACLE_NO);
        struct sv_answer a = rig_blank(r, 0);
        *add_offer(&a, 1) = wrong[i];
        rig_refuse(r, 0, &a);
    }
}

RULE(rule_8_3_gifts_with_the_switch)
{
    traders(r);
    r->e.rules.forbid_gifts = 0;
    rig_propose(r, 0, (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1)});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(r->st.position.owner[RAIL1], 1);
    struct sv_offer cash = {.to = 1, .give_cash = 10, .get_cash = 20};
    assert_int_equal(sv_check_offer(&r->e, &r->st.position, 0, &cash), SV_E_OFFER);
}

RULE(rule_8_3_checked_again_when_it_is_struck)
{
    traders(r);
    struct sv_answer a = rig_blank(r, 0);
    *add_offer(&a, 1) = (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_cash = 10};
    *add_offer(&a, 2) = (struct sv_offer){.to = 2, .give_deeds = bit(RAIL1), .get_cash = 20};
    rig_window(r, 0, &a);
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    /* The deed is gone: the second offer is void. */
    assert_false(rig_is_asked(r, 2, SV_DECISION_TRADE));
    assert_int_equal(r->st.position.owner[RAIL1], 1);
    assert_int_equal(r->st.position.cash[2], 1500);
    assert_int_equal(rig_count(r, SV_EVENT_DEED), 1);
}

RULE(rule_8_3_offers_come_after_building)
{
    traders(r);
    rig_give_group(r, 1, ORANGE1);
    struct sv_answer mine = rig_blank(r, 0);
    *add_offer(&mine, 1) =
        (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(ORANGE1)};
    rig_default(r, 2);
    rig_default(r, 3);
    rig_do(r, 0, &mine);
    rig_do(r, 1, rig_building(r, 1, ORANGE1, 1));
    assert_false(rig_is_asked(r, 1, SV_DECISION_TRADE)); /* the set bears a house now */
    assert_int_equal(r->st.position.owner[ORANGE1], 1);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
}

RULE(rule_8_3_offers_are_made_clockwise_from_the_roller)
{
    traders(r);
    rig_roll(r, 1, 3);
    assert_int_equal(r->st.position.turn_seat, 1);
    struct sv_answer zero = rig_blank(r, 0);
    *add_offer(&zero, 2) = (struct sv_offer){.to = 2, .give_deeds = bit(RAIL1), .get_cash = 10};
    struct sv_answer three = rig_blank(r, 3);
    *add_offer(&three, 2) =
        (struct sv_offer){.to = 2, .give_deeds = bit(RIG_ANCHOR), .get_cash = 10};
    rig_default(r, 1);
    rig_default(r, 2);
    rig_do(r, 0, &zero);
    rig_do(r, 3, &three);
    assert_int_equal(rig_asked(r, 2, SV_DECISION_TRADE).other, 3);
    rig_default(r, 2);
    assert_int_equal(rig_asked(r, 2, SV_DECISION_TRADE).other, 0);
}

TEST(rule_8_3_both_ways_at_the_same_time_with_a_flip)
{
    struct sv_offer o = {.to = 3,
                         .give_deeds = 5,
                         .get_deeds = 2,
                         .give_cash = 1,
                         .get_cash = 7,
                         .give_cards = 1,
                         .get_cards = 2,
                         .give_tickets = 3,
                         .get_tickets = 4};
    struct sv_offer f = sv_offer_flip(&o, 1);
    assert_int_equal(f.to, 1);
    assert_true(f.give_deeds == 2 && f.get_deeds == 5);
    assert_int_equal(f.give_cash, 7);
    assert_int_equal(f.give_tickets, 4);
    assert_int_equal(f.get_cards, 1);
    struct sv_offer back = sv_offer_flip(&f, 3);
    assert_memory_equal(&back, &o, sizeof o);
}

/* ---- 8.4 ----------------------------------------------------------------------------------- */

RULE(rule_8_4_the_receiver_pays_a_tenth_now_by_default)
{
    traders(r);
    rig_give(r, 0, UTILITY1);
    rig_mortgage(r, UTILITY1);
    rig_propose(r, 0, (struct sv_offer){.to = 1, .give_deeds = bit(UTILITY1), .get_cash = 40});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_INTEREST);
    assert_true(q.spaces == bit(UTILITY1));
    assert_int_equal(q.amount, 8); /* 7.5 rounded up */
    rig_default(r, 1);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_INTEREST), 8);
    assert_int_equal(r->st.position.cash[1], 1500 - 40 - 8);
    assert_true(r->st.position.mortgaged == bit(UTILITY1));
    /* Later lifting costs the full price again. */
    rig_window(r, 1, rig_lifting(r, 1, bit(UTILITY1)));
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_LIFT), 83);
}

RULE(rule_8_4_or_lifts_it_now)
{
    traders(r);
    rig_give_deeds(r, 0, bit(UTILITY1) | bit(RAIL3));
    rig_mortgage(r, UTILITY1);
    rig_mortgage(r, RAIL3);
    rig_propose(
        r, 0, (struct sv_offer){.to = 1, .give_deeds = bit(UTILITY1) | bit(RAIL3), .get_cash = 40});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_INTEREST);
    assert_int_equal(q.amount, 18);
    rig_refuse(r, 1, rig_lifting(r, 1, bit(RAIL2))); /* not among those received */
    rig_do(r, 1, rig_lifting(r, 1, bit(RAIL3)));
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_LIFT), 110);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_INTEREST), 8);
    assert_true(r->st.position.mortgaged == bit(UTILITY1));
}

RULE(rule_8_4_both_sides_may_receive_mortgaged_deeds)
{
    traders(r);
    rig_mortgage(r, RAIL1);
    rig_mortgage(r, RAIL2);
    rig_propose(r, 0,
                (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_deeds = bit(RAIL2)});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    for (unsigned n = 0; n < 2; n++) {
        unsigned asked = sv_pending(&r->st);
        for (unsigned s = 0; s < 2; s++) {
            if (asked >> s & 1u && rig_is_asked(r, s, SV_DECISION_INTEREST)) {
                rig_default(r, s);
            }
        }
    }
    assert_int_equal(r->st.position.cash[0], 1490);
    assert_int_equal(r->st.position.cash[1], 1490);
}

RULE(rule_8_4_who_cannot_pay_the_tenth_cannot_receive)
{
    traders(r);
    rig_mortgage(r, RAIL1);
    rig_cash(r, 1, 49);
    struct sv_offer o = {.to = 1, .give_deeds = bit(RAIL1), .get_cash = 40};
    assert_int_equal(sv_check_offer(&r->e, &r->st.position, 0, &o), SV_E_OFFER);
    rig_cash(r, 1, 50);
    assert_ok(sv_check_offer(&r->e, &r->st.position, 0, &o));
    rig_propose(r, 0, o);
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    if (rig_is_asked(r, 1, SV_DECISION_INTEREST)) {
        rig_default(r, 1);
    }
    assert_int_equal(r->st.position.cash[1], 0);
}

RULE(rule_8_4_lifting_now_must_be_paid_in_cash)
{
    traders(r);
    rig_mortgage(r, RAIL1);
    rig_cash(r, 1, 140);
    rig_propose(r, 0, (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_cash = 31});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    if (rig_is_asked(r, 1, SV_DECISION_INTEREST)) {
        rig_refuse(r, 1, rig_lifting(r, 1, bit(RAIL1))); /* 109 of 110 */
        rig_default(r, 1);
    }
    assert_int_equal(r->st.position.cash[1], 99);
}

RULE(rule_8_4_the_last_of_the_cash_lifts)
{
    traders(r);
    rig_mortgage(r, RAIL1);
    rig_cash(r, 1, 141);
    rig_propose(r, 0, (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_cash = 31});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    (void)rig_asked(r, 1, SV_DECISION_INTEREST);
    rig_do(r, 1, rig_lifting(r, 1, bit(RAIL1)));
    assert_int_equal(r->st.position.cash[1], 0);
    assert_true(r->st.position.mortgaged == 0);
}

/* ---- 8.5 ----------------------------------------------------------------------------------- */

RULE(rule_8_5_own_turn_only_the_roller_proposes)
{
    traders(r);
    r->e.rules.trade = SV_RULE_TRADE_OWN_TURN;
    rig_roll(r, 1, 3);
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(rig_asked(r, 1, SV_DECISION_MANAGE).offers, 2);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_MANAGE).offers, 0);
    struct sv_answer a = rig_blank(r, 0);
    *add_offer(&a, 1) = (struct sv_offer){.to = 1, .give_deeds = bit(RAIL1), .get_cash = 5};
    rig_refuse(r, 0, &a);
    a = rig_blank(r, 1);
    *add_offer(&a, 0) =
        (struct sv_offer){.to = 0, .give_deeds = bit(RAIL2), .get_deeds = bit(RAIL1)};
    rig_window(r, 1, &a);
    rig_choose(r, 0, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT); /* anybody may accept */
    assert_int_equal(r->st.position.owner[RAIL1], 1);
}

RULE(rule_8_5_off_nobody_proposes)
{
    traders(r);
    r->e.rules.trade = SV_RULE_TRADE_OFF;
    rig_roll(r, 1, 3);
    for (unsigned s = 0; s < 4; s++) {
        if (sv_pending(&r->st) >> s & 1u) {
            assert_int_equal(rig_asked(r, s, SV_DECISION_MANAGE).offers, 0);
        }
    }
    struct sv_answer a = rig_blank(r, 1);
    *add_offer(&a, 0) =
        (struct sv_offer){.to = 0, .give_deeds = bit(RAIL2), .get_deeds = bit(RAIL1)};
    rig_refuse(r, 1, &a);
}
