/* RULES 4: auctions. */
#include "tests/game/rig.h"

/* Seat 0 lands on the railroad at 15 and declines: the seats after it are to bid, itself last. */
static void decline(struct rig *r)
{
    rig_roll_from(r, 0, UTILITY1, 1, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
}

/* The same among four: seats 1, 2, 3, 0 are to bid in this order. */
static void auction(struct rig *r)
{
    rig_begin(r, 4);
    decline(r);
}

/* ---- 4.1 ----------------------------------------------------------------------------------- */

RULE(rule_4_1_clockwise_from_the_next_the_decliner_last)
{
    auction(r);
    for (unsigned i = 0; i < 4; i++) {
        unsigned seat = (1 + i) % 4;
        assert_int_equal(rig_only(r), seat);
        (void)rig_asked(r, seat, SV_DECISION_BID);
        rig_bid(r, seat, 10 + (int32_t)i, 0);
    }
    assert_int_equal(rig_only(r), 1); /* and round again */
    rig_drop(r, 1);
    rig_drop(r, 2);
    rig_drop(r, 3);
    assert_int_equal(r->st.position.owner[RAIL2], 0); /* the decliner may win it */
    assert_int_equal(rig_paid(r, 0, SV_BANK, SV_WHY_AUCTION), 13);
    assert_int_equal(r->st.position.turn_seat, 1);
}

SEATED_RULE(rule_4_1_jailed_players_bid, 4)
{
    rig_jail(r, 2, 1);
    decline(r);
    rig_drop(r, 1);
    rig_bid(r, 2, 5, 0);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(r->st.position.cash[2], 1495);
}

RULE(rule_4_1_who_dropped_out_is_out_for_good)
{
    auction(r);
    rig_drop(r, 1);
    rig_bid(r, 2, 5, 0);
    rig_bid(r, 3, 6, 0);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 2); /* not seat 1 again */
    rig_bid(r, 2, 7, 0);
    assert_int_equal(rig_only(r), 3);
    rig_drop(r, 3);
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(r->st.position.cash[2], 1493);
    assert_int_equal(rig_count(r, SV_EVENT_DROP), 3);
}

RULE(rule_4_1_without_any_bid_the_bank_keeps_it)
{
    auction(r);
    rig_drop(r, 1);
    rig_drop(r, 2);
    rig_drop(r, 3);
    assert_int_equal(rig_only(r), 0); /* the last one may still have it for the lowest bid */
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
    assert_int_equal(rig_count(r, SV_EVENT_CASH), 0);
    assert_int_equal(rig_count(r, SV_EVENT_DEED), 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_4_1_the_last_one_in_gets_it_for_the_lowest_bid)
{
    auction(r);
    rig_drop(r, 1);
    rig_drop(r, 2);
    rig_drop(r, 3);
    rig_bid(r, 0, 1, 0);
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 1499);
}

SEATED_RULE(rule_4_1_eight_players, 8)
{
    decline(r);
    for (unsigned i = 0; i < 8; i++) {
        rig_bid(r, (1 + i) % 8, 1 + (int32_t)i, 0);
    }
    for (unsigned i = 0; i < 7; i++) {
        rig_drop(r, (1 + i) % 8);
    }
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 1492);
}

SEATED_RULE(rule_4_1_doubles_still_roll_again_after_the_auction, 2)
{
    rig_roll_from(r, 0, PINK1, 2, 2);
    rig_choose(r, 0, SV_DECISION_BUY, SV_CHOICE_BUY_DECLINE);
    rig_drop(r, 1);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 0);
    (void)rig_asked(r, 0, SV_DECISION_MANAGE);
}

/* ---- 4.2 ----------------------------------------------------------------------------------- */

RULE(rule_4_2_lowest_bid_step_and_cash)
{
    auction(r);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_BID);
    assert_int_equal(q.amount, 1);
    assert_int_equal(q.limit, 1500);
    struct sv_answer a = rig_blank(r, 1);
    a.bid = 1501;
    rig_refuse(r, 1, &a);
    a.bid = -1;
    rig_refuse(r, 1, &a);
    a.bid = 20;
    a.limit = 19; /* a limit below the bid */
    rig_refuse(r, 1, &a);
    a.limit = 1501;
    rig_refuse(r, 1, &a);
    rig_bid(r, 1, 20, 0);
    q = rig_asked(r, 2, SV_DECISION_BID);
    assert_int_equal(q.amount, 21);
    a = rig_blank(r, 2);
    a.bid = 20;
    rig_refuse(r, 2, &a);
    rig_bid(r, 2, 21, 0);
}

RULE(rule_4_2_all_the_cash_may_be_bid)
{
    auction(r);
    rig_bid(r, 1, 1500, 0);
    /* No other seat can raise that: the others are not asked, or can only drop out. */
    for (unsigned s = 2; s < 5; s++) {
        if (rig_is_asked(r, s % 4, SV_DECISION_BID)) {
            rig_drop(r, s % 4);
        }
    }
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(r->st.position.cash[1], 0);
}

SEATED_RULE(rule_4_2_who_has_just_the_lowest_bid_is_asked, 4)
{
    rig_cash(r, 2, 8);
    decline(r);
    rig_bid(r, 1, 7, 0);
    assert_int_equal(rig_only(r), 2);
    rig_bid(r, 2, 8, 0);
    rig_drop(r, 3);
    rig_drop(r, 0);
    rig_drop(r, 1);
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(r->st.position.cash[2], 0);
}

SEATED_RULE(rule_4_2_who_cannot_make_the_lowest_bid_is_not_asked, 4)
{
    rig_cash(r, 1, 0);
    decline(r);
    assert_int_equal(rig_only(r), 2);
    rig_drop(r, 2);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
}

SEATED_RULE(rule_4_2_auction_min_and_step_switches, 4)
{
    r->e.rules.auction_min = 10;
    r->e.rules.auction_step = 5;
    decline(r);
    struct sv_answer a = rig_blank(r, 1);
    assert_int_equal(rig_asked(r, 1, SV_DECISION_BID).amount, 10);
    a.bid = 9;
    rig_refuse(r, 1, &a);
    rig_bid(r, 1, 10, 0);
    assert_int_equal(rig_asked(r, 2, SV_DECISION_BID).amount, 15);
    a = rig_blank(r, 2);
    a.bid = 14;
    rig_refuse(r, 2, &a);
    rig_bid(r, 2, 17, 0);
    assert_int_equal(rig_asked(r, 3, SV_DECISION_BID).amount, 22);
}

RULE(rule_4_2_limits_fight_it_out)
{
    auction(r);
    rig_bid(r, 1, 10, 100);
    rig_bid(r, 2, 20, 50);
    /* Seat 1's limit beats seat 2's: one step above 50. */
    assert_int_equal(r->st.position.auction_seat, 1);
    assert_int_equal(r->st.position.auction_high, 51);
    assert_int_equal(rig_only(r), 3);
    assert_int_equal(rig_asked(r, 3, SV_DECISION_BID).amount, 52);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 2); /* asked again: its limit is exceeded */
    rig_drop(r, 2);
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_AUCTION), 51);
}

RULE(rule_4_2_equal_limits_the_earlier_bid_stands)
{
    auction(r);
    rig_bid(r, 1, 10, 50);
    rig_bid(r, 2, 20, 50);
    assert_int_equal(r->st.position.auction_seat, 1);
    assert_int_equal(r->st.position.auction_high, 50);
}

RULE(rule_4_2_a_limit_answers_plain_bids)
{
    auction(r);
    rig_bid(r, 1, 1, 30);
    rig_bid(r, 2, 12, 0);
    assert_int_equal(r->st.position.auction_seat, 1);
    assert_int_equal(r->st.position.auction_high, 13);
    rig_bid(r, 3, 31, 0);
    assert_int_equal(r->st.position.auction_seat, 3);
    assert_int_equal(r->st.position.auction_high, 31);
    rig_drop(r, 0);
    assert_int_equal(rig_only(r), 1); /* not asked before its limit was passed */
    rig_drop(r, 1);
    rig_drop(r, 2);
    assert_int_equal(r->st.position.owner[RAIL2], 3);
    assert_int_equal(r->st.position.cash[3], 1469);
}

RULE(rule_4_2_a_limit_costs_no_more_than_it_must)
{
    auction(r);
    rig_bid(r, 1, 7, 1500);
    rig_drop(r, 2);
    rig_drop(r, 3);
    rig_drop(r, 0);
    assert_int_equal(rig_paid(r, 1, SV_BANK, SV_WHY_AUCTION), 7);
}

SEATED_RULE(rule_4_2_bid_limit_liquid_lets_one_raise_afterwards, 2)
{
    r->e.rules.bid_limit = SV_RULE_BID_LIMIT_LIQUID;
    rig_cash(r, 1, 50);
    rig_give(r, 1, ORANGE3); /* mortgage value 100; the anchor 175 */
    decline(r);
    assert_int_equal(rig_asked(r, 1, SV_DECISION_BID).limit, 325);
    rig_bid(r, 1, 120, 0);
    rig_drop(r, 0);
    struct sv_question q = rig_asked(r, 1, SV_DECISION_DEBT);
    assert_int_equal(q.amount, 120);
    assert_int_equal(q.other, SV_BANK);
    assert_int_equal(q.offers, 0); /* spaces it bid for itself are raised, not traded for */
    assert_int_equal(q.why, SV_WHY_AUCTION);
    rig_do(r, 1, rig_mortgaging(r, 1, UINT64_C(1) << ORANGE3));
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(r->st.position.cash[1], 30);
}

/* Returns the bids in the log, as "seat:amount" pairs with blanks between. No seat outbids
 * itself. */
static const char *bids(const struct rig *r)
{
    static char text[512];
    unsigned last = SV_NONE;
    size_t size = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < rig_count(r, SV_EVENT_BID); i++) {
        const struct sv_event *ev = rig_event(r, SV_EVENT_BID, i);
        assert_int_not_equal(ev->seat, last);
        last = ev->seat;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%u:%d", i == 0 ? "" : " ",
                                 ev->seat, ev->amount);
        assert_true(size < sizeof text);
    }
    return text;
}

/* One bid with its limit after another, by step 10, from seat 1 on; the log. */
static const char *by_tens(struct rig *r, unsigned n, const int32_t bid[], const int32_t limit[])
{
    rig_begin(r, 4);
    r->e.rules.auction_step = 10;
    decline(r);
    for (unsigned i = 0; i < n; i++) {
        rig_bid(r, (1 + i) % 4, bid[i], limit[i]);
    }
    return bids(r);
}

RULE(rule_4_2_limits_go_by_steps)
{
    const int32_t second[] = {20, 30};
    /* The limit of 100 answers 30 by a step; seat 2 could not bid 31. */
    assert_string_equal(by_tens(r, 2, second, (const int32_t[]){100, 31}), "1:20 2:30 1:40");
    assert_int_equal(rig_asked(r, 3, SV_DECISION_BID).amount, 50);
    /* One step above the second limit, not one unit. */
    assert_string_equal(by_tens(r, 2, second, (const int32_t[]){100, 55}), "1:20 2:30 1:60");
    assert_string_equal(by_tens(r, 2, second, (const int32_t[]){55, 100}), "1:20 2:30 1:50 2:60");
    assert_string_equal(by_tens(r, 2, second, (const int32_t[]){60, 100}), "1:20 2:30 1:60 2:70");
}

RULE(rule_4_2_the_highest_limit_bids_as_far_as_it_covers_a_step)
{
    const int32_t first[] = {20, 30};
    /* 60 would be above the second limit, but is above the first too. */
    assert_string_equal(by_tens(r, 2, first, (const int32_t[]){58, 55}), "1:20 2:30 1:50");
    assert_string_equal(by_tens(r, 2, first, (const int32_t[]){55, 58}), "1:20 2:30 1:40 2:50");
    /* Seat 2's limit is the higher, but it could only outbid itself, or bid 50 of its 48. */
    assert_string_equal(by_tens(r, 2, first, (const int32_t[]){45, 48}), "1:20 2:30 1:40");
    assert_string_equal(by_tens(r, 2, first, (const int32_t[]){45, 100}), "1:20 2:30 1:40 2:50");
    /* A limit that is less than a step above the bid does not answer it. */
    assert_string_equal(by_tens(r, 2, first, (const int32_t[]){39, 0}), "1:20 2:30");
}

RULE(rule_4_2_equal_limits_by_steps_the_earlier)
{
    for (int32_t limit = 50; limit < 60; limit++) {
        const int32_t limits[] = {limit, limit};
        assert_string_equal(by_tens(r, 2, (const int32_t[]){20, 30}, limits), "1:20 2:30 1:50");
        assert_string_equal(by_tens(r, 2, (const int32_t[]){20, 40}, limits), "1:20 2:40 1:50");
    }
}

RULE(rule_4_2_a_limit_is_beaten_by_a_third)
{
    assert_string_equal(by_tens(r, 3, (const int32_t[]){1, 11, 41}, (const int32_t[]){70, 30, 0}),
                        "1:1 2:11 1:31 3:41 1:51");
    assert_int_equal(rig_only(r), 0);
    assert_int_equal(rig_asked(r, 0, SV_DECISION_BID).amount, 61);
    rig_bid(r, 0, 61, 0); /* 71 would be above the limit of 70 */
    assert_int_equal(r->st.position.auction_seat, 0);
    assert_int_equal(rig_only(r), 1); /* asked again: its limit is passed */
}

/* The rule by trying every bid: who of two holds the bid at what price, once `second` bids `amount`
 * against the one who bid first. By steps from that bid on; the higher limit (of equal ones the
 * first) takes the lowest bid above the other limit that it covers, or the highest that it covers,
 * if it need not outbid itself. */
static void fought_out(int32_t amount, int32_t step, const int32_t limit[2], unsigned *who,
                       int32_t *price)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        unsigned w = limit[1] > limit[0] ? 1 - turn : turn; /* the higher limit first */
        int32_t least = amount + (w == 1 ? 2 : 1) * step;   /* the other has bid in between */
        int32_t best = 0;
        for (int32_t b = least; b <= limit[w] && best <= limit[1 - w]; b += step) {
            best = b;
        }
        if (best != 0 && limit[0] >= amount + step) {
            *who = w;
            *price = best;
            return;
        }
    }
    *who = 1;
    *price = amount;
}

RULE(rule_4_2_two_limits_against_every_bid)
{
    struct sv_rng rng = {.key = {42}};
    auction(r);
    struct rig opened = *r;
    for (unsigned i = 0; i < 4000; i++) {
        int32_t step = 1 + (int32_t)sv_rng_below(&rng, 12);
        int32_t first = 1 + (int32_t)sv_rng_below(&rng, 30);
        int32_t amount = first + step + (int32_t)sv_rng_below(&rng, 20);
        int32_t limit[2] = {first + (int32_t)sv_rng_below(&rng, 90),
                            amount + (int32_t)sv_rng_below(&rng, 60)};
        unsigned who;
        int32_t price;
        r->st = opened.st;
        r->e.rules.auction_step = step;
        rig_forget(r);
        rig_bid(r, 1, first, limit[0]);
        rig_bid(r, 2, amount, limit[1]);
        fought_out(amount, step, limit, &who, &price);
        assert_int_equal(r->st.position.auction_seat, 1 + who);
        assert_int_equal(r->st.position.auction_high, price);
        (void)bids(r);
    }
}

/* ---- 4.3 ----------------------------------------------------------------------------------- */

static void sealed(struct rig *r, const int32_t bids[4])
{
    rig_begin(r, 4);
    r->e.rules.auction = SV_RULE_AUCTION_SEALED;
    decline(r);
    assert_int_equal(sv_pending(&r->st), 0xf); /* all at once */
    for (unsigned s = 0; s < 4; s++) {
        (void)rig_asked(r, s, SV_DECISION_SEALED_BID);
        rig_bid(r, s, bids[s], 0);
    }
}

RULE(rule_4_3_sealed_second_price_plus_step)
{
    sealed(r, (const int32_t[]){100, 40, 250, 0});
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(rig_paid(r, 2, SV_BANK, SV_WHY_AUCTION), 101);
    assert_int_equal(r->st.position.cash[2], 1399);
}

RULE(rule_4_3_sealed_ties_by_the_clockwise_order)
{
    sealed(r, (const int32_t[]){100, 40, 100,
                                100}); /* 2 comes before 3 and 0; no seat pays more than its bid */
    assert_int_equal(r->st.position.owner[RAIL2], 2);
    assert_int_equal(rig_paid(r, 2, SV_BANK, SV_WHY_AUCTION), 100);
    sealed(r, (const int32_t[]){70, 70, 0, 0});
    assert_int_equal(r->st.position.owner[RAIL2], 1);
}

RULE(rule_4_3_sealed_a_single_bid_pays_the_minimum)
{
    sealed(r, (const int32_t[]){0, 0, 0, 90});
    assert_int_equal(r->st.position.owner[RAIL2], 3);
    assert_int_equal(rig_paid(r, 3, SV_BANK, SV_WHY_AUCTION), 1);
}

RULE(rule_4_3_sealed_no_bid_the_bank_keeps_it)
{
    sealed(r, (const int32_t[]){0, 0, 0, 0});
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
    assert_int_equal(r->st.position.turn_seat, 1);
}

/* A round of a simultaneous auction: bids and limits of those who are asked, in any order. */
static void round_of(struct rig *r, unsigned asked, const int32_t bid[4], const int32_t limit[4])
{
    assert_int_equal(sv_pending(&r->st), asked);
    for (unsigned i = 4; i-- > 0;) {
        if (asked >> i & 1u) {
            struct sv_position before = r->st.position;
            (void)rig_asked(r, i, SV_DECISION_BID);
            rig_bid(r, i, bid[i], limit[i]);
            if (asked & ((1u << i) - 1)) { /* seats do not see bids before all have bid */
                assert_memory_equal(&before, &r->st.position, sizeof before);
            }
        }
    }
}

static void simultaneous(struct rig *r)
{
    rig_begin(r, 4);
    r->e.rules.auction = SV_RULE_AUCTION_SIMULTANEOUS;
    decline(r);
}

static const int32_t no[4];

RULE(rule_4_3_simultaneous_the_highest_of_a_round_stands)
{
    simultaneous(r);
    round_of(r, 0xf, (const int32_t[]){100, 40, 250, 0}, no);
    assert_int_equal(r->st.position.auction_seat, 2);
    assert_int_equal(r->st.position.auction_high, 250); /* its bid, not the second price */
    /* All but the highest bidder are asked again, those too who passed. */
    assert_int_equal(rig_asked(r, 3, SV_DECISION_BID).amount, 251);
    round_of(r, 0xb, (const int32_t[]){0, 0, 0, 300}, no);
    assert_int_equal(r->st.position.auction_seat, 3);
    round_of(r, 0x7, no, no); /* no seat raises, so the auction is over */
    assert_int_equal(r->st.position.owner[RAIL2], 3);
    assert_int_equal(rig_paid(r, 3, SV_BANK, SV_WHY_AUCTION), 300);
    assert_string_equal(bids(r), "2:250 3:300");
    assert_int_equal(rig_count(r, SV_EVENT_DROP), 0);
}

RULE(rule_4_3_simultaneous_ties_by_the_clockwise_order)
{
    simultaneous(r);
    round_of(r, 0xf, (const int32_t[]){100, 40, 100, 100}, no);
    assert_int_equal(r->st.position.auction_seat, 2); /* before 3 and 0 */
    round_of(r, 0xb, (const int32_t[]){170, 170, 0, 170}, no);
    assert_int_equal(r->st.position.auction_seat, 1);
    round_of(r, 0xd, no, no);
    assert_int_equal(r->st.position.owner[RAIL2], 1);
    assert_int_equal(r->st.position.cash[1], 1330);
}

RULE(rule_4_3_simultaneous_no_bid_the_bank_keeps_it)
{
    simultaneous(r);
    round_of(r, 0xf, no, no);
    assert_int_equal(r->st.position.owner[RAIL2], SV_BANK);
    assert_int_equal(r->st.position.auction_in, 0);
    assert_int_equal(r->st.position.turn_seat, 1);
}

RULE(rule_4_3_simultaneous_limits_answer_within_the_round)
{
    simultaneous(r);
    r->e.rules.auction_step = 10;
    round_of(r, 0xf, (const int32_t[]){20, 10, 30, 0}, (const int32_t[]){45, 80, 0, 0});
    /* 2 bids 30 and stands; 1 and then 0 answer up to their limits. */
    assert_string_equal(bids(r), "2:30 1:40");
    round_of(r, 0xd, (const int32_t[]){0, 0, 0, 50}, (const int32_t[]){0, 0, 0, 200});
    assert_string_equal(bids(r), "2:30 1:40 3:50 1:80 3:90");
    round_of(r, 0x7, no, no);
    assert_int_equal(r->st.position.owner[RAIL2], 3);
    assert_int_equal(rig_paid(r, 3, SV_BANK, SV_WHY_AUCTION), 90);
}

/* Seat 1 comes first in the order of 4.1, but the bid of seat 2 stands when its limit answers. */
RULE(rule_4_3_simultaneous_of_equal_limits_the_standing_bid_wins)
{
    simultaneous(r);
    r->e.rules.auction_step = 10;
    round_of(r, 0xf, (const int32_t[]){0, 20, 30, 0}, (const int32_t[]){0, 58, 58, 0});
    assert_string_equal(bids(r), "2:30 1:40 2:50");
}

RULE(rule_4_3_simultaneous_who_cannot_bid_is_not_asked)
{
    simultaneous(r);
    r->st.position.cash[1] = 90;
    r->st.position.cash[3] = 91; /* just the lowest bid of the second round */
    round_of(r, 0xf, (const int32_t[]){0, 10, 90, 0}, no);
    round_of(r, 0x9, (const int32_t[]){1500, 0, 0, 0}, no);
    /* No seat can bid more. */
    assert_int_equal(r->st.position.owner[RAIL2], 0);
    assert_int_equal(r->st.position.cash[0], 0);
}

RULE(rule_4_3_simultaneous_a_forfeit_passes)
{
    simultaneous(r);
    rig_bid(r, 0, 5, 0);
    assert_ok(sv_forfeit(&r->e, &r->st, 1, &r->sink));
    rig_bid(r, 2, 0, 0);
    rig_bid(r, 3, 7, 0);
    assert_int_equal(sv_pending(&r->st), 0x5); /* neither the highest bidder nor who is gone */
    rig_bid(r, 0, 0, 0);
    rig_bid(r, 2, 0, 0);
    assert_int_equal(r->st.position.owner[RAIL2], 3);
}

SEATED_RULE(rule_7_3_simultaneous_shortage, 3)
{
    r->e.rules.auction = SV_RULE_AUCTION_SIMULTANEOUS;
    rig_give_group(r, 1, ORANGE1);
    rig_give_group(r, 2, GREEN1);
    rig_stock(r, 1, 12);
    rig_do(r, 1, rig_building(r, 1, ORANGE1, 1));
    rig_window(r, 2, rig_building(r, 2, GREEN1, 1));
    assert_int_equal(sv_pending(&r->st), 0x6);
    rig_bid(r, 1, 110, 0);
    rig_bid(r, 2, 105, 0);
    rig_bid(r, 2, 0, 0);
    (void)rig_asked(r, 1, SV_DECISION_PLACE);
    assert_int_equal(r->st.position.cash[1], 1390);
}
