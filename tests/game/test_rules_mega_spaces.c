/* RULES 11.4 to 11.6: Mega's utilities, bus tickets and new spaces. */
#include "tests/game/mega.h"

/* ---- 11.4 ---------------------------------------------------------------------------------- */

RULE(rule_11_4_three_utilities)
{
    static const uint8_t utility[] = {M_GAS, M_ELECTRIC, M_WATER};
    static const int32_t times[] = {4, 10, 20};
    for (unsigned owned = 1; owned <= 3; owned++) {
        mega_begin(r, 2);
        for (unsigned i = 0; i < owned; i++) {
            rig_give(r, 1, utility[i]);
        }
        mega_land(r, M_GAS); /* four pips with the speed die: 10.6 */
        assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 4 * times[owned - 1]);
    }
}

/* ---- 11.5 ---------------------------------------------------------------------------------- */

static void with_ticket(struct rig *r, unsigned from)
{
    mega_begin(r, 2);
    rig_ticket(r, 0);
    rig_put(r, 0, from);
}

static uint64_t range(unsigned first, unsigned last)
{
    uint64_t set = 0;
    for (unsigned i = first; i <= last; i++) {
        set |= bit(i);
    }
    return set;
}

RULE(rule_11_5_any_space_of_the_side_up_to_its_corner)
{
    static const struct {
        uint8_t from, first, last;
    } cases[] = {{5, 6, 13},          {M_JAIL, 14, 26}, {12, 13, 13},
                 {M_PARKING, 27, 39}, {0, 1, 13},       {33, 34, 39}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        with_ticket(r, cases[i].from);
        rig_pass(r);
        struct sv_question q = rig_asked(r, 0, SV_DECISION_TICKET);
        assert_true(q.spaces == range(cases[i].first, cases[i].last));
    }
    with_ticket(r, 48);
    rig_pass(r);
    assert_true(rig_asked(r, 0, SV_DECISION_TICKET).spaces == (range(49, 51) | bit(GO)));
    with_ticket(r, M_GO_TO_JAIL - 1);
    rig_pass(r);
    assert_true(rig_asked(r, 0, SV_DECISION_TICKET).spaces == bit(M_GO_TO_JAIL));
}

static void use_ticket(struct rig *r, unsigned to)
{
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_TICKET_USE;
    a.space = (uint8_t)to;
    rig_do(r, 0, &a);
}

RULE(rule_11_5_instead_of_the_roll)
{
    with_ticket(r, M_JAIL);
    rig_pass(r);
    struct sv_answer a = rig_blank(r, 0);
    a.choice = SV_CHOICE_TICKET_USE;
    a.space = M_RED1; /* beyond the corner */
    rig_refuse(r, 0, &a);
    a.space = M_JAIL;
    rig_refuse(r, 0, &a);
    use_ticket(r, M_RAIL2);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 0);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 0)->why, SV_WHY_TICKET);
    assert_int_equal(r->st.position.tickets[0], 0);
    assert_int_equal(rig_event(r, SV_EVENT_TICKET, 0)->to, SV_NONE); /* out of play */
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, M_RAIL2);
    rig_default(r, 0);
    assert_int_equal(r->st.position.turn_seat, 1); /* no doubles */
    assert_int_equal(r->st.position.deck_size[SV_DECK_BUS], 15);
}

RULE(rule_11_5_or_rolls_and_keeps_it)
{
    with_ticket(r, M_PARKING - 9);
    rig_dice3(r, 4, 3, 2);
    rig_pass(r);
    rig_default(r, 0);
    assert_int_equal(r->st.position.space[0], M_PARKING);
    assert_int_equal(r->st.position.tickets[0], 1);
}

RULE(rule_11_5_instead_of_the_extra_roll_after_doubles)
{
    with_ticket(r, M_PARKING - 8);
    rig_dice3(r, 3, 3, 2);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_TICKET, SV_CHOICE_TICKET_ROLL);
    assert_int_equal(rig_only(r), 0);
    rig_pass(r); /* the window of the doubles */
    (void)rig_asked(r, 0, SV_DECISION_TICKET);
    use_ticket(r, M_BUS_TICKET);
    assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_11_5_not_in_jail_before_leaving_it)
{
    with_ticket(r, M_JAIL);
    rig_jail(r, 0, 0);
    rig_pass(r);
    (void)rig_asked(r, 0, SV_DECISION_JAIL);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_PAY);
    (void)rig_asked(r, 0, SV_DECISION_TICKET); /* out of jail: in place of the roll */
}

RULE(rule_11_5_to_go_to_jail_is_allowed)
{
    with_ticket(r, M_RAIL3);
    rig_pass(r);
    use_ticket(r, M_GO_TO_JAIL);
    assert_int_equal(r->st.position.space[0], M_JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
}

RULE(rule_11_5_a_ticket_onto_go_pays)
{
    with_ticket(r, M_RAIL4);
    rig_pass(r);
    use_ticket(r, GO);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
}

MEGA_RULE(rule_11_5_tickets_are_traded, 2)
{
    rig_ticket(r, 0);
    rig_propose(r, 0, (struct sv_offer){.to = 1, .give_tickets = 1, .get_cash = 60});
    rig_choose(r, 1, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(r->st.position.tickets[0], 0);
    assert_int_equal(r->st.position.tickets[1], 1);
    assert_int_equal(r->st.position.cash[0], 2560);
}

MEGA_RULE(rule_11_5_all_expire_but_the_one_drawn, 3)
{
    rig_ticket(r, 0);
    rig_ticket(r, 1);
    rig_ticket(r, 1);
    mega_ticket_on_top(r, SV_CARD_BUS_TICKET_EXPIRE);
    rig_roll3_from(r, 0, M_BUS_TICKET - 4, 1, 2, 1);
    rig_default(r, 0); /* rolls */
    assert_int_equal(r->st.position.tickets[0], 1);
    assert_int_equal(r->st.position.tickets[1], 0);
    assert_int_equal(r->st.position.deck_size[SV_DECK_BUS], 12);
}

MEGA_RULE(rule_11_5_thirteen_plain_and_three_that_expire, 2)
{
    unsigned plain = 0, expire = 0;
    for (unsigned i = 0; i < r->e.deck[SV_DECK_BUS].size; i++) {
        plain += r->e.deck[SV_DECK_BUS].card[i].kind == SV_CARD_BUS_TICKET;
        expire += r->e.deck[SV_DECK_BUS].card[i].kind == SV_CARD_BUS_TICKET_EXPIRE;
    }
    assert_int_equal(plain, 13);
    assert_int_equal(expire, 3);
}

/* 10.5, as Mega plays it. */
RULE(rule_10_5_mega_white_dice_then_a_ticket_or_on)
{
    for (unsigned choice = 0; choice < 2; choice++) {
        mega_begin(r, 2);
        mega_ticket_on_top(r, SV_CARD_BUS_TICKET);
        rig_card(r, SV_DECK_CHANCE, "mch_dividend");
        rig_roll3_from(r, 0, M_PARKING - 9, 4, 5, SV_DIE_BUS);
        assert_int_equal(r->st.position.space[0], M_PARKING);
        assert_int_equal(rig_asked(r, 0, SV_DECISION_RIDE).choices, 3);
        rig_choose(r, 0, SV_DECISION_RIDE, choice);
        assert_int_equal(r->st.position.tickets[0], choice == SV_CHOICE_RIDE_TICKET);
        assert_int_equal(r->st.position.space[0],
                         choice == SV_CHOICE_RIDE_TICKET ? M_PARKING : M_CHANCE2);
        assert_int_equal(r->st.position.cash[0], choice == SV_CHOICE_RIDE_TICKET ? 2500 : 2550);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

MEGA_RULE(rule_10_5_mega_no_tickets_left_on_to_the_card_space, 2)
{
    mega_no_tickets(r);
    rig_card(r, SV_DECK_CHANCE, "mch_dividend");
    rig_roll3_from(r, 0, M_PARKING - 9, 4, 5, SV_DIE_BUS);
    assert_int_equal(r->st.position.space[0], M_CHANCE2);
    assert_int_equal(r->st.position.turn_seat, 1);
}

MEGA_RULE(rule_10_5_mega_jail_in_the_first_half_loses_the_ticket, 2)
{
    rig_roll3_from(r, 0, M_GO_TO_JAIL - 9, 4, 5, SV_DIE_BUS);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(r->st.position.tickets[0], 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

/* ---- 11.6 ---------------------------------------------------------------------------------- */

MEGA_RULE(rule_11_6_the_lander_picks_a_deed_to_be_auctioned, 3)
{
    mega_land(r, M_AUCTION);
    struct sv_question q = rig_asked(r, 0, SV_DECISION_LOT);
    assert_true(q.spaces == (r->e.deeds & ~bit(RIG_ANCHOR)));
    struct sv_answer a = rig_blank(r, 0);
    a.space = RIG_ANCHOR;
    rig_refuse(r, 0, &a);
    a.space = M_AUCTION;
    rig_refuse(r, 0, &a);
    a.space = 51;
    rig_do(r, 0, &a);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->space, 51);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->why, SV_WHY_AUCTION_SPACE);
    assert_int_equal(rig_only(r), 1); /* clockwise from the next */
    rig_bid(r, 1, 10, 0);
    rig_drop(r, 2);
    rig_bid(r, 0, 11, 0);
    rig_drop(r, 1);
    assert_int_equal(r->st.position.owner[51], 0);
    assert_int_equal(r->st.position.space[0], M_AUCTION);
}

/* Seat 1 owns every deed, mortgaged but for these. */
static void only_rents(struct rig *r, uint64_t unmortgaged)
{
    for (unsigned i = 0; i < r->e.n_spaces; i++) {
        if (r->e.deeds >> i & 1u) {
            rig_give(r, 1, i);
            if (!(unmortgaged >> i & 1u)) {
                rig_mortgage(r, i);
            }
        }
    }
}

MEGA_RULE(rule_11_6_the_only_deed_left_is_auctioned_without_asking, 2)
{
    only_rents(r, 0);
    rig_give(r, SV_BANK, 51);
    mega_land(r, M_AUCTION);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->space, 51);
    assert_int_equal(rig_event(r, SV_EVENT_AUCTION, 0)->why, SV_WHY_AUCTION_SPACE);
    assert_int_equal(r->st.position.space[0], M_AUCTION);
    rig_bid(r, 1, 10, 0);
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[51], 1);
}

MEGA_RULE(rule_11_6_none_left_the_highest_rent, 2)
{
    only_rents(r, bit(M_RED1) | bit(51) | bit(M_BROWN1)); /* whole sets: 54, 150, 6 */
    mega_land(r, M_AUCTION);
    assert_int_equal(r->st.position.space[0], 51);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 150);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 1)->why, SV_WHY_AUCTION_SPACE);
}

MEGA_RULE(rule_11_6_equal_rents_the_nearer, 2)
{
    only_rents(r, bit(7) | bit(M_GREEN1) | bit(41)); /* two greens of equal rent ahead */
    mega_land(r, M_AUCTION);
    assert_int_equal(r->st.position.space[0], M_GREEN1);
}

MEGA_RULE(rule_11_6_a_utility_is_taken_at_seven_and_then_thrown_for, 2)
{
    only_rents(r, bit(M_WATER) | bit(M_GREEN1)); /* 20 x 7 = 140 against 78 */
    rig_throw(r, 1, 2);
    mega_land(r, M_AUCTION);
    assert_int_equal(r->st.position.space[0], M_WATER);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 60);
}

MEGA_RULE(rule_11_6_the_auction_space_with_nothing_left_to_go_to, 2)
{
    only_rents(r, 0);
    mega_land(r, M_AUCTION);
    assert_int_equal(r->st.position.space[0], M_AUCTION);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_11_6_birthday_gift)
{
    for (unsigned choice = 0; choice < 2; choice++) {
        mega_begin(r, 2);
        mega_ticket_on_top(r, SV_CARD_BUS_TICKET);
        mega_land(r, M_BIRTHDAY);
        assert_int_equal(rig_asked(r, 0, SV_DECISION_GIFT).amount, 100);
        if (choice == SV_CHOICE_GIFT_CASH) {
            rig_default(r, 0);
        } else {
            rig_choose(r, 0, SV_DECISION_GIFT, choice);
        }
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_GIFT), choice ? 0 : 100);
        assert_int_equal(r->st.position.tickets[0], choice);
    }
    mega_begin(r, 2);
    mega_no_tickets(r);
    mega_land(r, M_BIRTHDAY);
    assert_int_equal(r->st.position.cash[0], 2600);
}

MEGA_RULE(rule_11_6_bus_ticket_space, 2)
{
    mega_ticket_on_top(r, SV_CARD_BUS_TICKET);
    mega_land(r, M_BUS_TICKET);
    assert_int_equal(r->st.position.tickets[0], 1);
    assert_int_equal(r->st.position.deck_size[SV_DECK_BUS], 15);
    mega_begin(r, 2);
    mega_no_tickets(r);
    mega_land(r, M_BUS_TICKET);
    assert_int_equal(r->st.position.tickets[0], 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

/* 9.2: what a bankrupt's tickets and depots come to. */
RULE(rule_9_2_tickets_pass_or_leave_play)
{
    for (unsigned to_bank = 0; to_bank < 2; to_bank++) {
        mega_begin(r, 3);
        rig_ticket(r, 0);
        rig_cash(r, 0, 3);
        rig_give(r, 0, M_RAIL1);
        rig_level(r, M_RAIL1, 1);
        rig_mortgage(r, RIG_ANCHOR);
        if (!to_bank) {
            mega_reds(r, 1, 4);
            rig_level_group(r, M_RED1, 3);
        }
        rig_put(r, 0, (to_bank ? M_LUXURY_TAX : M_RED1) - 4);
        r->e.space[M_LUXURY_TAX].amount = 400;
        rig_dice3(r, 1, 2, 1);
        rig_pass(r);
        rig_default(r, 0);
        rig_give_up(r, 0);
        assert_int_equal(r->st.position.tickets[0], 0);
        assert_int_equal(r->st.position.tickets[1], !to_bank);
        assert_int_equal(r->st.position.stock[SV_UNIT_DEPOT], 4);
        assert_int_equal(r->st.position.deck_size[SV_DECK_BUS], 15);
    }
}
