/* RULES 10: the speed die. */
#include "tests/game/oracle.h"
#include "tests/game/rig.h"

#define MR SV_DIE_MR
#define BUS SV_DIE_BUS

/* Edition speed-die, seat 0 having had its first salary, about to roll from a space. */
static void ready(struct rig *r, unsigned seats, unsigned from)
{
    rig_begin(r, seats);
    r->e.rules.speed_die = SV_RULE_SPEED_DIE_AFTER_SALARY;
    r->st.position.speeding = 1;
    rig_put(r, 0, from);
}

static void roll3(struct rig *r, unsigned a, unsigned b, unsigned speed)
{
    rig_dice3(r, a, b, speed);
    rig_pass(r);
}

/* ---- 10.1 ---------------------------------------------------------------------------------- */

SEATED_RULE(rule_10_1_from_the_roll_after_the_first_salary, 2)
{
    r->e.rules.speed_die = SV_RULE_SPEED_DIE_AFTER_SALARY;
    rig_roll_from(r, 0, RAIL4, 1, 4); /* onto GO */
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 0)->dice[2], 0);
    assert_int_equal(r->st.position.speeding, 1);
    rig_roll(r, 1, 3); /* seat 1 has not passed GO yet */
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 1)->dice[2], 0);
    rig_put(r, 0, GO);
    roll3(r, 1, 2, 1);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 2)->dice[2], 1);
    assert_int_equal(r->st.position.space[0], INCOME_TAX);
}

SEATED_RULE(rule_10_1_the_extra_roll_after_doubles_uses_it_already, 2)
{
    r->e.rules.speed_die = SV_RULE_SPEED_DIE_AFTER_SALARY;
    rig_put(r, 0, CHANCE3);
    rig_dice(r, 2, 2);     /* onto GO */
    rig_dice3(r, 1, 2, 1); /* with the speed die: income tax */
    rig_pass(r);
    rig_pass(r);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 0)->dice[2], 0);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 1)->dice[2], 1);
    assert_int_equal(r->st.position.space[0], INCOME_TAX);
}

SEATED_RULE(rule_10_1_a_salary_by_card_counts, 2)
{
    r->e.rules.speed_die = SV_RULE_SPEED_DIE_AFTER_SALARY;
    rig_card(r, SV_DECK_CHANCE, "ch_go");
    rig_roll_from(r, 0, GO, 3, 4);
    assert_int_equal(r->st.position.speeding, 1);
}

SEATED_RULE(rule_10_1_jail_without_salary_does_not, 2)
{
    r->e.rules.speed_die = SV_RULE_SPEED_DIE_AFTER_SALARY;
    rig_roll_from(r, 0, YELLOW2, 1, 2);
    assert_int_equal(r->st.position.speeding, 0);
}

RULE(rule_10_1_not_for_doubles_out_of_jail)
{
    ready(r, 2, GO);
    rig_jail(r, 0, 0);
    rig_dice(r, 5, 5);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_ROLL);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 0)->dice[2], 0);
    assert_int_equal(r->st.position.space[0], PARKING);
}

RULE(rule_10_1_after_paying_or_a_card_all_three)
{
    for (unsigned way = SV_CHOICE_JAIL_PAY; way <= SV_CHOICE_JAIL_CARD; way++) {
        ready(r, 2, GO);
        rig_jail(r, 0, 1);
        rig_jail_card(r, 0, 0);
        rig_dice3(r, 4, 5, 1);
        rig_pass(r);
        rig_choose(r, 0, SV_DECISION_JAIL, way);
        assert_int_equal(rig_event(r, SV_EVENT_ROLL, 0)->dice[2], 1);
        assert_int_equal(r->st.position.space[0], PARKING);
    }
}

RULE(rule_10_1_off_and_always)
{
    struct sv_setup setup = {.seats = 3, .seed = {4}};
    for (int32_t mode = 0; mode <= 2; mode++) {
        r->e.rules.speed_die = mode;
        r->e.rules.max_rounds = 40;
        rig_forget(r);
        assert_ok(sv_game_start(&r->e, &r->st, &setup, &r->sink));
        assert_int_equal(r->st.position.over != 0, 1); /* defaults to the end */
        bool thrown = false, first_move = true;
        for (unsigned i = 0; i < r->n_events; i++) {
            const struct sv_event *ev = &r->event[i];
            if (ev->type == SV_EVENT_ROLL) {
                thrown |= ev->dice[2] != 0;
                assert_true(ev->why == SV_WHY_MOVE || ev->dice[2] == 0);
                if (ev->why == SV_WHY_MOVE && first_move) {
                    assert_int_equal(ev->dice[2] != 0, mode == 2);
                    first_move = false;
                }
            }
        }
        assert_int_equal(thrown, mode != 0);
    }
}

RULE(rule_10_1_the_faces)
{
    ready(r, 2, GO);
    unsigned faces[6] = {0};
    for (unsigned n = 0; n < 6000; n++) {
        uint8_t key = (uint8_t)n;
        r->st.secret.key[0] = key;
        r->st.secret.key[1] = (uint8_t)(n >> 8);
        struct sv_state copy;
        memcpy(&copy, &r->st, sizeof copy);
        rig_forget(r);
        rig_pass(r);
        faces[rig_event(r, SV_EVENT_ROLL, 0)->dice[2]]++;
        memcpy(&r->st, &copy, sizeof copy);
    }
    assert_int_equal(faces[0], 0);
    assert_uint_in_range(faces[1], 850, 1150);
    assert_uint_in_range(faces[2], 850, 1150);
    assert_uint_in_range(faces[3], 850, 1150);
    assert_uint_in_range(faces[MR], 1800, 2200);
    assert_uint_in_range(faces[BUS], 850, 1150);
}

/* ---- 10.2 ---------------------------------------------------------------------------------- */

RULE(rule_10_2_a_number_moves_by_all_three)
{
    for (unsigned speed = 1; speed <= 3; speed++) {
        ready(r, 2, PARKING - 9 - speed);
        roll3(r, 4, 5, speed);
        assert_int_equal(r->st.position.space[0], PARKING);
        assert_int_equal(rig_count(r, SV_EVENT_MOVE), 1);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

RULE(rule_10_2_doubles_are_judged_on_the_white_dice)
{
    ready(r, 2, PARKING - 11);
    rig_dice3(r, 4, 4, 3);
    rig_pass(r);
    assert_int_equal(r->st.position.space[0], PARKING);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
    assert_int_equal(rig_only(r), 0);
    ready(r, 2, PARKING - 5);
    roll3(r, 2, 1, 2); /* a white die and the speed die alike: no doubles */
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_10_2_third_doubles_with_mr_monopoly_go_to_jail)
{
    static const uint8_t speeds[] = {MR, BUS, 2};
    for (unsigned i = 0; i < sizeof speeds; i++) {
        ready(r, 2, ORANGE1);
        rig_dice3(r, 1, 1, 2); /* 20 */
        rig_pass(r);
        rig_put(r, 0, JAIL);
        r->n_wishes = 0;
        rig_dice3(r, 4, 4, 2); /* from 10 to 20 */
        rig_dice3(r, 5, 5, speeds[i]);
        rig_pass(r);
        rig_forget(r);
        rig_pass(r);
        assert_int_equal(r->st.position.space[0], JAIL);
        assert_int_equal(r->st.position.jail[0], 1);
        assert_int_equal(rig_event(r, SV_EVENT_JAIL, 0)->why, SV_WHY_DOUBLES);
        assert_int_equal(rig_count(r, SV_EVENT_MOVE), 1); /* no bonus */
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

/* ---- 10.3 ---------------------------------------------------------------------------------- */

static void go_triple(struct rig *r, unsigned to)
{
    struct sv_answer a = rig_blank(r, 0);
    a.space = (uint8_t)to;
    rig_do(r, 0, &a);
}

RULE(rule_10_3_triples_go_to_any_other_space_and_end_the_turn)
{
    for (unsigned pips = 1; pips <= 3; pips++) {
        ready(r, 2, BROWN2);
        roll3(r, pips, pips, pips);
        struct sv_question q = rig_asked(r, 0, SV_DECISION_TRIPLE);
        assert_true(q.spaces == ((UINT64_C(1) << 40) - 1 - (UINT64_C(1) << BROWN2)));
        struct sv_answer a = rig_blank(r, 0);
        a.space = BROWN2; /* where it stands */
        rig_refuse(r, 0, &a);
        a.space = 40;
        rig_refuse(r, 0, &a);
        go_triple(r, GREEN3);
        assert_int_equal(rig_event(r, SV_EVENT_MOVE, 0)->why, SV_WHY_TRIPLE);
        assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, GREEN3); /* acted on */
        rig_default(r, 0);
        assert_int_equal(r->st.position.turn_seat, 1); /* and no doubles */
    }
}

RULE(rule_10_3_only_pips_make_triples)
{
    ready(r, 2, BROWN1);
    roll3(r, 4, 4, MR); /* neither fours ... */
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 0)->to, BLUE3);
    (void)rig_asked(r, 0, SV_DECISION_BUY);
    ready(r, 2, BROWN1);
    roll3(r, 5, 5, BUS); /* ... nor fives */
    (void)rig_asked(r, 0, SV_DECISION_BUS);
}

RULE(rule_10_3_go_pays_if_passed_or_reached)
{
    static const struct {
        uint8_t to;
        int32_t salary;
    } cases[] = {{PARKING, 0}, {GO, 200}, {JAIL, 200}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ready(r, 2, PINK1);
        roll3(r, 2, 2, 2);
        go_triple(r, cases[i].to);
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), cases[i].salary);
        assert_int_equal(r->st.position.jail[0], 0); /* just visiting */
    }
}

RULE(rule_10_3_triples_onto_go_to_jail_never_pay)
{
    static const uint8_t from[] = {RED1, LUXURY_TAX}; /* with and without GO on the way */
    for (unsigned i = 0; i < sizeof from; i++) {
        ready(r, 2, from[i]);
        roll3(r, 3, 3, 3);
        go_triple(r, GO_TO_JAIL);
        assert_int_equal(r->st.position.space[0], JAIL);
        assert_int_equal(r->st.position.jail[0], 1);
        assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 0);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

RULE(rule_10_3_triples_as_third_doubles_do_not_lead_to_jail)
{
    ready(r, 2, JAIL);
    rig_dice3(r, 4, 4, 2); /* 20 */
    rig_pass(r);
    rig_put(r, 0, JAIL);
    r->n_wishes = 0;
    rig_dice3(r, 4, 4, 2);
    rig_dice3(r, 2, 2, 2);
    rig_pass(r);
    rig_pass(r);
    (void)rig_asked(r, 0, SV_DECISION_TRIPLE);
    go_triple(r, JAIL);
    assert_int_equal(r->st.position.jail[0], 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_10_3_a_utility_reached_by_triples_is_thrown_for)
{
    ready(r, 2, BROWN2);
    rig_give(r, 1, UTILITY1);
    rig_throw(r, 6, 4);
    roll3(r, 2, 2, 2);
    go_triple(r, UTILITY1);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 40);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 1)->why, SV_WHY_UTILITY);
    assert_int_equal(rig_event(r, SV_EVENT_ROLL, 1)->dice[2], 0);
}

/* ---- 10.4 ---------------------------------------------------------------------------------- */

RULE(rule_10_4_white_dice_first_then_the_next_unowned_deed)
{
    ready(r, 2, JAIL);
    rig_give_deeds(r, 1, bit(RED1) | bit(RED2));
    roll3(r, 4, 6, MR); /* parking, then past 21, 22, 23 to 24 */
    assert_int_equal(r->st.position.space[0], RED3);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 0)->to, PARKING);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 1)->why, SV_WHY_MR_MONOPOLY);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, RED3);
    rig_default(r, 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_10_4_the_first_half_is_settled_first)
{
    ready(r, 2, PINK1);
    roll3(r, 3, 5, MR); /* New York: to buy, then on */
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, ORANGE3);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    rig_bid(r, 1, 30, 0);
    rig_drop(r, 0);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, RED1);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE); /* auctioned as ever */
    (void)rig_asked(r, 1, SV_DECISION_BID);
}

/* All deeds but one seat's belong to seat 1. */
static void all_owned(struct rig *r)
{
    for (unsigned i = 0; i < 40; i++) {
        if (r->e.deeds >> i & 1u) {
            rig_give(r, 1, i);
        }
    }
}

RULE(rule_10_4_none_unowned_the_next_with_rent_due)
{
    ready(r, 2, JAIL);
    all_owned(r);
    rig_mortgage(r, RED1);
    rig_give(r, 0, RED2);
    roll3(r, 4, 6, MR); /* parking; 21 is mortgaged, 23 its own: to 24 */
    assert_int_equal(r->st.position.space[0], RED3);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 20);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_10_4_nothing_to_go_to_stay)
{
    ready(r, 2, JAIL);
    all_owned(r);
    for (unsigned i = 0; i < 40; i++) {
        if (r->e.deeds >> i & 1u) {
            rig_mortgage(r, i);
        }
    }
    roll3(r, 4, 6, MR);
    assert_int_equal(r->st.position.space[0], PARKING);
    assert_int_equal(rig_count(r, SV_EVENT_MOVE), 1);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_10_4_where_the_token_stands_is_not_the_next)
{
    for (unsigned owned = 0; owned <= 1; owned++) { /* the one target is unowned, or costs rent */
        ready(r, 2, JAIL);
        all_owned(r);
        for (unsigned i = 0; i < 40; i++) {
            if ((r->e.deeds >> i & 1u) != 0 && i != ORANGE3) {
                rig_mortgage(r, i);
            }
        }
        if (!owned) {
            rig_give(r, SV_BANK, ORANGE3);
        }
        rig_cash(r, 0, 1000);
        roll3(r, 4, 5, MR);
        if (!owned) {
            rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
            rig_drop(r, 1);
            rig_drop(r, 0);
        }
        assert_int_equal(r->st.position.space[0], ORANGE3);
        assert_int_equal(rig_count(r, SV_EVENT_MOVE), 1); /* no lap */
        assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SALARY), 0);
        assert_int_equal(rig_payments(r, 0, 1, SV_WHY_RENT), owned); /* once */
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

RULE(rule_10_4_past_where_the_token_stands_to_the_next)
{
    ready(r, 2, JAIL);
    all_owned(r);
    rig_give_deeds(r, SV_BANK, bit(ORANGE3) | bit(BROWN1));
    roll3(r, 4, 5, MR);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    rig_drop(r, 1);
    rig_drop(r, 0);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BUY).space, BROWN1);
    assert_int_equal(rig_payments(r, SV_BANK, 0, SV_WHY_SALARY), 1);
}

RULE(rule_10_4_go_pays_on_the_way)
{
    ready(r, 2, GREEN3);
    rig_give(r, 1, DARK2);
    r->st.position.cash[0] = 1000;
    roll3(r, 1, 3, MR); /* luxury tax at 38, then past GO to 1 */
    assert_int_equal(r->st.position.space[0], BROWN1);
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
    assert_int_equal(r->st.position.cash[0], 1100);
}

RULE(rule_10_4_then_doubles_roll_again)
{
    ready(r, 2, JAIL);
    roll3(r, 5, 5, MR);
    assert_int_equal(r->st.position.space[0], RED1);
    rig_default(r, 0);
    assert_int_equal(rig_only(r), 0);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
}

RULE(rule_10_4_jail_in_the_first_half_loses_the_second)
{
    ready(r, 2, PARKING);
    roll3(r, 4, 6, MR);
    assert_int_equal(r->st.position.space[0], JAIL);
    assert_int_equal(r->st.position.jail[0], 1);
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(rig_count(r, SV_EVENT_MOVE), 2);
}

RULE(rule_10_4_bankruptcy_in_the_first_half_loses_the_second)
{
    ready(r, 3, RAIL4);
    rig_cash(r, 0, 5);
    roll3(r, 1, 2, MR); /* luxury tax */
    rig_give_up(r, 0);
    assert_int_equal(r->st.position.turn_seat, 1);
    assert_int_equal(rig_count(r, SV_EVENT_MOVE), 1);
}

/* No window opens between the halves; the debtor alone may trade, for the debt. */
RULE(rule_10_4_a_debt_of_the_first_half_is_settled_with_the_debtors_own_trades)
{
    ready(r, 3, RAIL4);
    rig_cash(r, 0, 5);
    rig_give(r, 0, BROWN1); /* can raise 30: not enough */
    roll3(r, 1, 2, MR);     /* luxury tax, 100 */
    struct sv_question q = rig_asked(r, 0, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 100);
    assert_int_equal(q.offers, 2);
    assert_true(sv_pending(&r->st) == 1u); /* no other seat is asked */
    rig_propose(r, 0,
                (struct sv_offer){.to = 2, .give_deeds = UINT64_C(1) << BROWN1, .get_cash = 95});
    (void)rig_asked(r, 2, SV_DECISION_TRADE);
    assert_true(sv_pending(&r->st) == 1u << 2);
    rig_choose(r, 2, SV_DECISION_TRADE, SV_CHOICE_TRADE_ACCEPT);
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_TAX), 100);
    /* At once the second half: to the next unowned deed, without a window; 0 in hand, so to
     * auction. */
    assert_int_equal(rig_count(r, SV_EVENT_MOVE), 2);
    assert_int_equal(rig_event(r, SV_EVENT_MOVE, 1)->from, LUXURY_TAX);
    assert_int_equal(r->st.position.turn_seat, 0);
}

RULE(rule_10_4_a_utility_by_the_bonus_move_is_thrown_for)
{
    ready(r, 2, BROWN2);
    all_owned(r);
    rig_give(r, 0, PINK1);
    rig_throw(r, 1, 2);
    roll3(r, 3, 4, MR); /* just visiting; 11 is its own: to 12 */
    assert_int_equal(r->st.position.space[0], UTILITY1);
    assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 30);
}

/* ---- 10.5 ---------------------------------------------------------------------------------- */

RULE(rule_10_5_either_white_die_or_the_sum)
{
    static const uint8_t to[] = {[SV_CHOICE_BUS_SUM] = JAIL,
                                 [SV_CHOICE_BUS_FIRST] = CHANCE1,
                                 [SV_CHOICE_BUS_SECOND] = BLUE1};
    rig_begin(r, 2);
    for (unsigned choice = 0; choice < 3; choice++) {
        ready(r, 2, BROWN2);
        rig_give(r, 0, BLUE1);
        rig_card(r, SV_DECK_CHANCE, "ch_dividend");
        roll3(r, 4, 3, BUS);
        assert_int_equal(rig_asked(r, 0, SV_DECISION_BUS).choices, 7);
        if (choice == SV_CHOICE_BUS_SUM) {
            rig_default(r, 0); /* the default */
        } else {
            rig_choose(r, 0, SV_DECISION_BUS, choice);
        }
        assert_int_equal(r->st.position.space[0], to[choice]);
        assert_int_equal(r->st.position.turn_seat, 1);
    }
}

RULE(rule_10_5_doubles_on_the_bus_roll_again)
{
    ready(r, 2, BLUE1);
    roll3(r, 2, 2, BUS);
    rig_choose(r, 0, SV_DECISION_BUS, SV_CHOICE_BUS_SUM);
    assert_int_equal(r->st.position.space[0], JAIL);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
    assert_int_equal(rig_only(r), 0);
}

/* ---- 10.6 ---------------------------------------------------------------------------------- */

RULE(rule_10_6_all_pips_that_moved_you)
{
    for (int32_t count = 0; count <= 1; count++) {
        ready(r, 2, BROWN2);
        r->e.rules.utility_counts_speed_die = count;
        rig_give(r, 1, UTILITY1);
        roll3(r, 3, 4, 2);
        assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), count ? 36 : 28);
        assert_int_equal(rig_count(r, SV_EVENT_ROLL), 1);
    }
}

RULE(rule_10_6_one_die_of_the_bus_counts_alone)
{
    for (int32_t count = 0; count <= 1; count++) {
        ready(r, 2, CHANCE1);
        r->e.rules.utility_counts_speed_die = count;
        rig_give(r, 1, UTILITY1);
        roll3(r, 5, 1, BUS);
        rig_choose(r, 0, SV_DECISION_BUS, SV_CHOICE_BUS_FIRST);
        assert_int_equal(rig_paid(r, 0, 1, SV_WHY_RENT), 20);
    }
}
