/* RULES 7: buildings. */
#include "tests/game/oracle.h"
#include "tests/game/rig.h"

static unsigned houses(const struct rig *r)
{
    return r->st.position.stock[SV_UNIT_HOUSE];
}

static unsigned hotels(const struct rig *r)
{
    return r->st.position.stock[SV_UNIT_HOTEL];
}

/* ---- 7.1 ----------------------------------------------------------------------------------- */

SEATED_RULE(rule_7_1_only_on_a_full_set, 3)
{
    rig_give_deeds(r, 0, bit(ORANGE1) | bit(ORANGE2));
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "100"));
    rig_give(r, 1, ORANGE3);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "100"));
    rig_give(r, 0, ORANGE3);
    rig_window(r, 0, rig_wanting(r, 0, ORANGE1, "100"));
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_int_equal(r->st.position.cash[0], 1400);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BUILD), 100);
    assert_int_equal(houses(r), 31);
    const struct sv_event *level = rig_event(r, SV_EVENT_LEVEL, 0);
    assert_int_equal(level->space, ORANGE1);
    assert_int_equal(level->from, 0);
    assert_int_equal(level->to, 1);
}

SEATED_RULE(rule_7_1_not_on_anothers_streets, 3)
{
    rig_give_group(r, 1, ORANGE1);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "100"));
}

SEATED_RULE(rule_7_1_not_on_railroads_and_utilities, 2)
{
    rig_give_group(r, 0, RAIL1);
    rig_give_group(r, 0, UTILITY1);
    rig_refuse(r, 0, rig_building(r, 0, RAIL1, 1));
    rig_refuse(r, 0, rig_building(r, 0, UTILITY1, 1));
    rig_refuse(r, 0, rig_building(r, 0, GO, 1));
    rig_refuse(r, 0, rig_building(r, 0, SV_MAX_SPACES - 1, 1));
}

SEATED_RULE(rule_7_1_not_while_a_street_of_the_set_is_mortgaged, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_mortgage(r, ORANGE3);
    struct sv_answer a = *rig_wanting(r, 0, ORANGE1, "100");
    rig_refuse(r, 0, &a);
    a.plan.lift = UINT64_C(1) << ORANGE3; /* lifted in the same answer: mortgages go first */
    rig_window(r, 0, &a);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_true(r->st.position.mortgaged == 0);
    assert_int_equal(r->st.position.cash[0], 1500 - 110 - 100);
}

SEATED_RULE(rule_7_1_not_when_the_same_answer_mortgages_the_set, 2)
{
    rig_give_group(r, 0, ORANGE1);
    struct sv_answer a = *rig_wanting(r, 0, ORANGE1, "100");
    a.plan.mortgage = UINT64_C(1) << ORANGE3;
    rig_refuse(r, 0, &a);
}

RULE(rule_7_1_evenly)
{
    static const struct {
        const char *from, *to;
        bool legal;
    } cases[] = {
        {"000", "200", false}, {"000", "110", true},  {"100", "200", false}, {"110", "210", false},
        {"110", "211", true},  {"000", "333", true},  {"443", "543", false}, {"444", "544", true},
        {"443", "554", true},  {"000", "555", true},  {"555", "655", false}, {"000", "777", false},
        {"555", "///", false}, /* 255 each */
        {"222", "122", true},  {"222", "022", false}, {"211", "210", false}, {"333", "100", true},
        {"221", "112", false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_begin(r, 2);
        rig_give_group(r, 0, ORANGE1);
        rig_cash(r, 0, 5000);
        rig_levels(r, ORANGE1, cases[i].from);
        const struct sv_answer *a = rig_wanting(r, 0, ORANGE1, cases[i].to);
        if (!cases[i].legal) {
            rig_refuse(r, 0, a);
            continue;
        }
        rig_window(r, 0, a);
        assert_levels(r, ORANGE1, cases[i].to);
    }
}

SEATED_RULE(rule_7_1_four_houses_then_a_hotel_that_returns_them, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_level_group(r, ORANGE1, 4);
    assert_int_equal(houses(r), 20);
    rig_window(r, 0, rig_wanting(r, 0, ORANGE1, "544"));
    assert_int_equal(r->st.position.cash[0], 1400);
    assert_int_equal(houses(r), 24);
    assert_int_equal(hotels(r), 11);
}

SEATED_RULE(rule_7_1_the_last_house, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_stock(r, 1, 12);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "110"));
    rig_window(r, 0, rig_wanting(r, 0, ORANGE1, "100"));
    assert_int_equal(houses(r), 0);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "110")); /* no building is left */
}

SEATED_RULE(rule_7_1_no_hotel_in_the_bank_no_hotel, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_level_group(r, ORANGE1, 4);
    rig_stock(r, 10, 0);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "544"));
}

SEATED_RULE(rule_7_1_hotels_need_no_houses_in_the_bank, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_level_group(r, ORANGE1, 4);
    rig_stock(r, 0, 3);
    rig_window(r, 0, rig_wanting(r, 0, ORANGE1, "555"));
    assert_int_equal(houses(r), 12);
    assert_int_equal(hotels(r), 0);
}

SEATED_RULE(rule_7_1_exact_cash_builds, 2)
{
    rig_give_group(r, 0, DARK1);
    rig_cash(r, 0, 400);
    struct sv_answer a = rig_order(r, 0, DARK1, 1);
    a.plan.level[DARK2] = 1;
    rig_cash(r, 0, 399);
    rig_refuse(r, 0, &a);
    rig_cash(r, 0, 400);
    rig_window(r, 0, &a);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(r->st.position.level[DARK2], 1);
}

SEATED_RULE(rule_7_1_sold_at_half_the_cost, 2)
{
    rig_give_group(r, 0, GREEN1);
    rig_level_group(r, GREEN1, 5);
    rig_window(r, 0, rig_building(r, 0, GREEN1, 4));
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 100);
    assert_int_equal(houses(r), 28);
    assert_int_equal(hotels(r), 10);
    rig_window(r, 0, rig_wanting(r, 0, GREEN1, "000"));
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 15 * 100);
    assert_int_equal(houses(r), 32);
    assert_int_equal(hotels(r), 12);
}

SEATED_RULE(rule_7_1_one_set_sold_pays_for_another, 2)
{
    rig_give_group(r, 0, GREEN1);
    rig_level_group(r, GREEN1, 1);
    rig_give_group(r, 0, ORANGE1);
    rig_cash(r, 0, 0);
    rig_stock(r, 0, 0); /* the houses sold are the ones built */
    struct sv_answer a = rig_blank(r, 0);
    a.plan.level[GREEN1] = a.plan.level[GREEN2] = a.plan.level[GREEN3] = 0;
    a.plan.level[ORANGE1] = a.plan.level[ORANGE2] = a.plan.level[ORANGE3] = 1;
    rig_window(r, 0, &a);
    assert_int_equal(r->st.position.cash[0], 0);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_int_equal(r->st.position.level[GREEN1], 0);
    assert_int_equal(houses(r), 0);
}

SEATED_RULE(rule_7_1_sv_can_build_agrees, 2)
{
    rig_give_group(r, 0, ORANGE1);
    rig_give(r, 0, RED1);
    rig_level_group(r, ORANGE1, 1);
    rig_level(r, ORANGE2, 2);
    struct sv_answer a = rig_blank(r, 0);
    assert_true(sv_can_build(&r->e, &r->st.position, 0, &a.plan, ORANGE1));
    assert_false(sv_can_build(&r->e, &r->st.position, 0, &a.plan, ORANGE2));
    assert_false(sv_can_build(&r->e, &r->st.position, 0, &a.plan, RED1));
    assert_false(sv_can_build(&r->e, &r->st.position, 1, &a.plan, ORANGE1));
    a.plan.level[ORANGE1] = 2;
    assert_false(sv_can_build(&r->e, &r->st.position, 0, &a.plan, ORANGE2));
    a.plan.level[ORANGE3] = 2;
    assert_true(sv_can_build(&r->e, &r->st.position, 0, &a.plan, ORANGE2));
}

/* ---- 7.2 ----------------------------------------------------------------------------------- */

/* Seat 0 has hotels on all orange streets, and the bank has `in_bank` houses. */
static void hotel_set(struct rig *r, unsigned in_bank)
{
    rig_begin(r, 2);
    rig_give_group(r, 0, ORANGE1);
    rig_level_group(r, ORANGE1, 5);
    rig_stock(r, in_bank, 9);
}

RULE(rule_7_2_a_hotel_sold_needs_four_houses)
{
    for (unsigned in_bank = 0; in_bank <= 4; in_bank++) {
        hotel_set(r, in_bank);
        if (in_bank < 4) {
            rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "455"));
        } else {
            rig_window(r, 0, rig_wanting(r, 0, ORANGE1, "455"));
            assert_int_equal(houses(r), 0);
            assert_int_equal(hotels(r), 10);
        }
    }
}

RULE(rule_7_2_no_houses_the_set_is_torn_down_to_bare)
{
    hotel_set(r, 0);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "100"));
    rig_window(r, 0, rig_wanting(r, 0, ORANGE1, "000"));
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), 15 * 50);
    assert_int_equal(houses(r), 0);
    assert_int_equal(hotels(r), 12);
}

/* By the log alone (12.1), the bank never gives a house that it does not have. */
static void never_short(const struct rig *r, int in_bank)
{
    for (unsigned i = 0; i < rig_count(r, SV_EVENT_LEVEL); i++) {
        const struct sv_event *ev = rig_event(r, SV_EVENT_LEVEL, i);
        in_bank += (ev->from <= 4 ? ev->from : 0) - (ev->to <= 4 ? ev->to : 0);
        assert_true(in_bank >= 0);
    }
}

RULE(rule_7_2_torn_down_to_any_even_level_the_stock_allows)
{
    static const struct {
        const char *to;
        unsigned kept, in_bank;
        bool legal;
    } cases[] = {
        {"110", 2, 2, true},    {"111", 3, 2, false},  {"111", 3, 3, true},
        {"222", 6, 6, true},    {"322", 7, 6, false},  {"444", 12, 12, true},
        {"444", 12, 11, false}, {"344", 11, 11, true}, {"200", 2, 9, false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hotel_set(r, cases[i].in_bank);
        rig_forget(r);
        const struct sv_answer *a = rig_wanting(r, 0, ORANGE1, cases[i].to);
        if (!cases[i].legal) {
            rig_refuse(r, 0, a);
            continue;
        }
        rig_window(r, 0, a);
        never_short(r, (int)cases[i].in_bank);
        assert_int_equal(houses(r), cases[i].in_bank - cases[i].kept);
        assert_int_equal(hotels(r), 12);
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SELL), (15 - cases[i].kept) * 50);
    }
}

RULE(rule_7_2_houses_of_another_set_sold_in_the_same_answer_help)
{
    hotel_set(r, 0);
    rig_give_group(r, 0, PINK1);
    rig_stock(r, 6, 9);
    rig_level_group(r, PINK1, 2);
    struct sv_answer a = *rig_wanting(r, 0, ORANGE1, "455");
    rig_refuse(r, 0, &a);
    a.plan.level[PINK1] = a.plan.level[PINK2] = 1;
    a.plan.level[PINK3] = 0;
    rig_window(r, 0, &a);
    assert_int_equal(r->st.position.level[ORANGE1], 4);
    assert_int_equal(houses(r), 0);
}

SEATED_RULE(rule_7_2_who_comes_first_takes_the_last_houses, 3)
{
    rig_give_group(r, 1, ORANGE1);
    rig_level_group(r, ORANGE1, 5);
    rig_give_group(r, 2, GREEN1);
    rig_level_group(r, GREEN1, 5);
    rig_give(r, 2, RAIL1);
    rig_stock(r, 4, 0);
    struct sv_answer two = rig_order(r, 2, GREEN1, 4);
    two.plan.mortgage = UINT64_C(1) << RAIL1;
    rig_default(r, 0);
    rig_do(r, 2, &two);
    rig_do(r, 1, rig_wanting(r, 1, ORANGE1, "455"));
    assert_int_equal(r->st.position.level[ORANGE1], 4);
    assert_int_equal(houses(r), 0);
    assert_int_equal(r->st.position.level[GREEN1],
                     5); /* lawful when asked, impossible now: left out whole */
    assert_true(r->st.position.mortgaged == 0);
    assert_int_equal(rig_paid(r, SV_BANK, 2, SV_WHY_SELL), 0);
}

RULE(rule_7_2_for_a_debt_too)
{
    hotel_set(r, 0);
    rig_cash(r, 0, 0);
    rig_roll_from(r, 0, RAIL4, 1, 2); /* luxury tax 100 */
    (void)rig_asked(r, 0, SV_DECISION_DEBT);
    rig_refuse(r, 0, rig_wanting(r, 0, ORANGE1, "445"));
    rig_default(r, 0);
    assert_true(sv_alive(&r->st.position, 0));
    assert_true(r->st.position.cash[0] >= 0);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 100);
}

/* ---- 7.3 ----------------------------------------------------------------------------------- */

/* Seats 1 and 2 own orange and green, seat 3 light blue; the bank has `in_bank` houses. */
static void scarce(struct rig *r, unsigned in_bank)
{
    rig_begin(r, 4);
    rig_give_group(r, 1, ORANGE1);
    rig_give_group(r, 2, GREEN1);
    rig_give_group(r, 3, BLUE1);
    rig_stock(r, in_bank, 12);
}

RULE(rule_7_3_the_last_house_is_auctioned)
{
    scarce(r, 1);
    rig_do(r, 2, rig_building(r, 2, GREEN2, 1));
    rig_window(r, 1, rig_building(r, 1, ORANGE1, 1));

    const struct sv_event *opened = rig_event(r, SV_EVENT_AUCTION, 0);
    assert_int_equal(opened->why, SV_WHY_SHORTAGE);
    assert_int_equal(opened->space, SV_NONE);
    assert_int_equal(opened->unit, SV_UNIT_HOUSE);
    assert_int_equal(opened->amount, 100); /* the lowest list price among the orders */
    assert_int_equal(r->st.position.auction_in, 1u << 1 | 1u << 2); /* only those who asked */
    assert_int_equal(rig_only(r), 1);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_BID);
    assert_int_equal(q.amount, 100);
    struct sv_answer low = rig_blank(r, 1);
    low.bid = 99;
    rig_refuse(r, 1, &low);
    rig_bid(r, 1, 150, 0);
    rig_bid(r, 2, 260, 0);
    rig_drop(r, 1);
    /* The winner pays the bid and places the house on any street where it is lawful. */
    assert_int_equal(
        rig_paid(r, 2, SV_BANK, SV_WHY_AUCTION) + rig_paid(r, 2, SV_BANK, SV_WHY_BUILD), 260);
    q = rig_asked(r, 2, SV_DECISION_PLACE);
    assert_int_equal(q.unit, SV_UNIT_HOUSE);
    assert_true(q.spaces ==
                (UINT64_C(1) << GREEN1 | UINT64_C(1) << GREEN2 | UINT64_C(1) << GREEN3));
    struct sv_answer a = rig_blank(r, 2);
    a.space = ORANGE1;
    rig_refuse(r, 2, &a);
    a.space = GREEN3;
    rig_do(r, 2, &a);
    assert_int_equal(r->st.position.level[GREEN3], 1);
    assert_int_equal(r->st.position.level[ORANGE1], 0);
    assert_int_equal(r->st.position.cash[2], 1240);
    assert_int_equal(houses(r), 0);
}

RULE(rule_7_3_enough_for_all_no_auction)
{
    scarce(r, 2);
    rig_do(r, 1, rig_building(r, 1, ORANGE1, 1));
    rig_window(r, 2, rig_building(r, 2, GREEN2, 1));
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 0);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_int_equal(r->st.position.level[GREEN2], 1);
    assert_int_equal(r->st.position.cash[1], 1400);
    assert_int_equal(r->st.position.cash[2], 1300);
}

RULE(rule_7_3_units_one_by_one)
{
    scarce(r, 3);
    rig_do(r, 1, rig_wanting(r, 1, ORANGE1, "110"));
    rig_window(r, 3, rig_wanting(r, 3, BLUE1, "11.")); /* four wanted, three there */
    /* The first house: seat 1 takes it. Three wanted, two left: the second goes to seat 3. Then two
     * are wanted and one is left. */
    for (unsigned unit = 0; unit < 3; unit++) {
        unsigned winner = unit == 1 ? 3 : 1;
        assert_int_equal(rig_count(r, SV_EVENT_AUCTION), unit + 1);
        assert_int_equal(r->st.position.auction_min, 50);
        assert_int_equal(r->st.position.auction_in, 1u << 1 | 1u << 3);
        assert_int_equal(rig_only(r), 1);
        if (winner == 1) {
            rig_bid(r, 1, 70, 0);
            rig_drop(r, 3);
        } else {
            rig_drop(r, 1);
            rig_bid(r, 3, 60, 0);
        }
        if (rig_is_asked(r, winner, SV_DECISION_PLACE)) {
            rig_default(r, winner);
        }
    }
    assert_int_equal(r->st.position.level[ORANGE1] + r->st.position.level[ORANGE2] +
                         r->st.position.level[ORANGE3],
                     2);
    assert_int_equal(
        r->st.position.level[BLUE1] + r->st.position.level[BLUE2] + r->st.position.level[BLUE3], 1);
    assert_int_equal(r->st.position.cash[1], 1360);
    assert_int_equal(r->st.position.cash[3], 1440);
    assert_int_equal(houses(r), 0);
}

SEATED_RULE(rule_7_3_hotels_run_short_too, 3)
{
    rig_give_group(r, 1, BROWN1);
    rig_level_group(r, BROWN1, 4);
    rig_give_group(r, 2, DARK1);
    rig_level_group(r, DARK1, 4);
    rig_stock(r, 8, 1);
    rig_do(r, 1, rig_building(r, 1, BROWN1, 5));
    rig_window(r, 2, rig_building(r, 2, DARK1, 5));
    const struct sv_event *opened = rig_event(r, SV_EVENT_AUCTION, 0);
    assert_int_equal(opened->unit, SV_UNIT_HOTEL);
    assert_int_equal(opened->amount, 50);
    rig_bid(r, 1, 50, 0);
    rig_drop(r, 2);
    if (rig_is_asked(r, 1, SV_DECISION_PLACE)) {
        rig_default(r, 1);
    }
    assert_int_equal(r->st.position.level[BROWN1] + r->st.position.level[BROWN2], 9);
    assert_int_equal(houses(r), 12); /* the four houses came back */
    assert_int_equal(hotels(r), 0);
}

RULE(rule_7_3_turn_order_serves_clockwise)
{
    scarce(r, 2);
    r->e.rules.shortage = SV_RULE_SHORTAGE_TURN_ORDER;
    rig_do(r, 2, rig_wanting(r, 2, GREEN1, "11."));
    rig_window(r, 1, rig_building(r, 1, ORANGE1, 1));
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 0);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_levels(r, GREEN1, "10.");
    assert_int_equal(r->st.position.cash[2], 1300); /* only what was built is paid for */
    assert_int_equal(houses(r), 0);
}

RULE(rule_7_3_turn_order_builds_the_lowest_level_first)
{
    scarce(r, 32);
    r->e.rules.shortage = SV_RULE_SHORTAGE_TURN_ORDER;
    rig_give_group(r, 2, BLUE1);
    rig_level_group(r, BLUE1, 1);
    rig_stock(r, 3, 12);
    struct sv_answer two = rig_order(r, 2, BLUE1, 2);
    two.plan.level[GREEN1] = two.plan.level[GREEN2] = 1;
    rig_do(r, 1, rig_wanting(r, 1, ORANGE1, "110"));
    rig_window(r, 2, &two); /* one house is left for it: on a bare street, the first on the board */
    assert_int_equal(r->st.position.level[BLUE1], 1);
    assert_levels(r, GREEN1, "10.");
}

RULE(rule_7_3_houses_sold_in_the_same_window_count)
{
    scarce(r, 1);
    rig_level(r, BLUE1, 1);
    struct sv_answer two = rig_order(r, 2, GREEN2, 1);
    r->st.position.stock[SV_UNIT_HOUSE] = 1;
    rig_default(r, 0);
    rig_do(r, 1, rig_building(r, 1, ORANGE1, 1));
    rig_do(r, 2, &two);
    rig_do(r, 3, rig_building(r, 3, BLUE1, 0)); /* sales come before building: two houses for two */
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 0);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_int_equal(r->st.position.level[GREEN2], 1);
}

/* Seat 1 owns green and dark blue, seat 2 yellow; the bank has `in_bank` houses. */
static void begin_two_sets(struct rig *r, unsigned in_bank)
{
    rig_begin(r, 3);
    rig_give_group(r, 1, GREEN1);
    rig_give_group(r, 1, DARK1);
    rig_give_group(r, 2, YELLOW1);
    rig_stock(r, in_bank, 12);
}

/* Both order these levels, and more houses than there are. */
static void order_both(struct rig *r, const char *green, const char *yellow)
{
    const unsigned in_bank = houses(r);
    rig_do(r, 1, rig_wanting(r, 1, GREEN1, green));
    rig_window(r, 2, rig_wanting(r, 2, YELLOW1, yellow));
    assert_int_equal(houses(r), in_bank);
}

static void place(struct rig *r, unsigned seat, unsigned space)
{
    (void)rig_asked(r, seat, SV_DECISION_PLACE);
    struct sv_answer a = rig_blank(r, seat);
    a.space = (uint8_t)space;
    rig_do(r, seat, &a);
}

RULE(rule_7_3_a_unit_placed_elsewhere_uses_up_an_order)
{
    begin_two_sets(r, 2);
    order_both(r, "1..", "11.");
    rig_bid(r, 1, 300, 0);
    rig_drop(r, 2);
    place(r, 1, DARK2);
    /* Seat 1 ordered one and has one: the other house is for seat 2, at list price. */
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 1);
    assert_int_equal(r->st.position.level[DARK2], 1);
    assert_int_equal(r->st.position.level[GREEN1], 0);
    assert_int_equal(r->st.position.level[YELLOW1], 1);
    assert_int_equal(r->st.position.cash[1], 1200);
    assert_int_equal(r->st.position.cash[2], 1350);
    assert_int_equal(houses(r), 0);
}

RULE(rule_7_3_the_order_for_the_highest_level_is_used_up)
{
    begin_two_sets(r, 4);
    rig_cash(r, 1, 3000);
    order_both(r, "211", "11.");
    const uint8_t *ordered = r->st.secret.plan.level;
    rig_bid(r, 1, 300, 0); /* six wanted, four there */
    rig_drop(r, 2);
    place(r, 1, DARK1);
    assert_int_equal(ordered[GREEN1], 1); /* the second house on it has lapsed */
    assert_int_equal(ordered[GREEN2] + ordered[GREEN3], 2);
    rig_bid(r, 1, 300, 0); /* five wanted, three there */
    rig_drop(r, 2);
    place(r, 1, DARK2);
    assert_int_equal(ordered[GREEN1] + ordered[GREEN2], 2);
    assert_int_equal(ordered[GREEN3], 0); /* of equal ones the last */
    rig_bid(r, 1, 300, 0);                /* four wanted, two there */
    rig_drop(r, 2);
    place(r, 1, GREEN3);
    assert_int_equal(ordered[GREEN1], 1);
    assert_int_equal(ordered[GREEN2], 0);
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 4); /* three wanted, one there */
    assert_int_equal(houses(r), 1);
}

RULE(rule_7_3_who_has_won_all_it_ordered_is_out)
{
    begin_two_sets(r, 3);
    rig_give_group(r, 0, BLUE1);
    rig_do(r, 0, rig_wanting(r, 0, BLUE1, "11."));
    rig_do(r, 1, rig_building(r, 1, GREEN1, 1));
    rig_do(r, 2, rig_wanting(r, 2, YELLOW1, "11."));
    rig_drop(r, 0); /* five wanted, three there: from 50 on */
    rig_bid(r, 1, 60, 0);
    rig_drop(r, 2);
    place(r, 1, DARK1);
    assert_int_equal(r->st.position.auction_in, 1u << 0 | 1u << 2); /* seat 1 is out */
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 2);
}

/* The example of RULES 7.3. */
SEATED_RULE(rule_7_3_one_player_left_builds_at_list_price, 3)
{
    rig_give_group(r, 0, BLUE1);
    rig_give_group(r, 1, ORANGE1);
    rig_stock(r, 2, 12);
    rig_do(r, 0, rig_wanting(r, 0, BLUE1, "11."));
    rig_window(r, 1, rig_building(r, 1, ORANGE1, 1));
    assert_int_equal(r->st.position.auction_min, 50);
    rig_drop(r, 0);
    rig_bid(r, 1, 60, 0);
    place(r, 1, ORANGE2);
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 1);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_BUILD), 50);
    assert_levels(r, BLUE1, "10.");
    assert_int_equal(houses(r), 0);
}

SEATED_RULE(rule_7_3_who_can_bid_the_opening_price_is_in, 3)
{
    rig_give_group(r, 0, GREEN1);
    rig_give_group(r, 1, BLUE1);
    rig_stock(r, 2, 12);
    rig_cash(r, 0, 400);
    rig_do(r, 0, rig_wanting(r, 0, GREEN1, "11."));    /* two at 200 */
    rig_window(r, 1, rig_wanting(r, 1, BLUE1, "11.")); /* two at 50 */
    rig_bid(r, 0, 250, 0);
    rig_drop(r, 1);
    place(r, 0, GREEN1);
    /* 150 left is less than its own list price, but more than the 50 at which bidding opens. */
    assert_int_equal(r->st.position.cash[0], 150);
    assert_int_equal(rig_count(r, SV_EVENT_AUCTION), 2);
    assert_int_equal(r->st.position.auction_in, 1u << 0 | 1u << 1);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BID).amount, 50);
    rig_bid(r, 0, 150, 0);
    rig_drop(r, 1);
    place(r, 0, GREEN2);
    assert_int_equal(r->st.position.level[GREEN1] + r->st.position.level[GREEN2], 2);
    assert_int_equal(r->st.position.cash[0], 0);
}

RULE(rule_7_3_who_has_just_the_opening_price_is_in)
{
    scarce(r, 1);
    rig_cash(r, 1, 100);
    rig_do(r, 1, rig_wanting(r, 1, ORANGE1, "1..")); /* at 100 */
    rig_window(r, 2, rig_building(r, 2, GREEN2, 1));
    assert_int_equal(r->st.position.auction_in, 1u << 1 | 1u << 2);
    rig_bid(r, 1, 100, 0);
    rig_drop(r, 2);
    rig_default(r, 1);
    assert_int_equal(r->st.position.level[ORANGE1], 1);
    assert_int_equal(r->st.position.cash[1], 0);
}

RULE(rule_7_3_a_unit_is_not_put_onto_a_mortgaged_set)
{
    begin_two_sets(r, 1);
    rig_mortgage(r, DARK1);
    order_both(r, "1..", "1..");
    rig_bid(r, 1, 300, 0);
    rig_drop(r, 2);
    assert_true(rig_asked(r, 1, SV_DECISION_PLACE).spaces ==
                (UINT64_C(1) << GREEN1 | UINT64_C(1) << GREEN2 | UINT64_C(1) << GREEN3));
    struct sv_answer a = rig_blank(r, 1);
    a.space = DARK2;
    rig_refuse(r, 1, &a);
}

SEATED_RULE(rule_7_3_who_cannot_bid_the_opening_price_does_not_lower_it, 4)
{
    rig_give_group(r, 0, GREEN1);
    rig_give_group(r, 1, BLUE1);
    rig_give_group(r, 2, YELLOW1);
    rig_stock(r, 2, 12);
    rig_cash(r, 1, 110);
    rig_do(r, 0, rig_building(r, 0, GREEN1, 1));
    rig_do(r, 1, rig_wanting(r, 1, BLUE1, "11.")); /* two at 50 */
    rig_window(r, 2, rig_building(r, 2, YELLOW1, 1));
    rig_drop(r, 0); /* four wanted, two there */
    rig_bid(r, 1, 90, 0);
    rig_drop(r, 2);
    place(r, 1, BLUE1);
    /* 20 left: seat 1 is out, and its order no longer opens the bidding at 50. */
    assert_int_equal(r->st.position.auction_in, 1u << 0 | 1u << 2);
    assert_int_equal(r->st.position.auction_min, 150);
}

RULE(rule_7_3_shortage_open_auction_min)
{
    scarce(r, 1);
    r->e.rules.shortage_open = SV_RULE_SHORTAGE_OPEN_AUCTION_MIN;
    r->e.rules.auction_min = 10;
    rig_do(r, 1, rig_building(r, 1, ORANGE1, 1));
    rig_window(r, 2, rig_building(r, 2, GREEN2, 1));
    assert_int_equal(rig_asked(r, 1, SV_DECISION_BID).amount, 10);
    rig_bid(r, 1, 10, 0);
    rig_drop(r, 2);
    place(r, 1, ORANGE2);
    assert_int_equal(r->st.position.cash[1], 1490);
    assert_int_equal(r->st.position.level[ORANGE2], 1);
    assert_int_equal(houses(r), 0);
}
