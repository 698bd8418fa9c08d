/* RULES 1: setting up. */
#include "tests/game/rig.h"

static void start(struct rig *r, unsigned seats, uint32_t seed)
{
    struct sv_setup setup = {.seats = (uint8_t)seats};
    memcpy(setup.seed, &seed, sizeof seed);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    rig_forget(r);
    assert_ok(sv_game_start(&r->e, &r->st, &setup, &r->sink));
}

/* ---- 1.1 ----------------------------------------------------------------------------------- */

RULE(rule_1_1_everybody_starts_on_go_with_the_starting_cash)
{
    for (unsigned seats = 2; seats <= 8; seats++) {
        start(r, seats, seats);
        const struct sv_position *p = &r->st.position;
        assert_int_equal(p->seats, seats);
        assert_int_equal(p->alive, (1u << seats) - 1);
        unsigned moved = p->turn_seat;
        for (unsigned s = 0; s < seats; s++) {
            assert_int_equal(p->jail[s], 0);
            if (s != moved) {
                assert_int_equal(p->cash[s], 1500);
                assert_int_equal(p->space[s], GO);
            }
        }
        /* The first to move starts there too: its first move is from GO. */
        assert_int_equal(rig_event(r, SV_EVENT_MOVE, 0)->from, GO);
    }
}

RULE(rule_1_1_the_bank_has_all_buildings_and_deeds)
{
    start(r, 4, 1);
    const struct sv_position *p = &r->st.position;
    assert_int_equal(p->stock[SV_UNIT_HOUSE], 32);
    assert_int_equal(p->stock[SV_UNIT_HOTEL], 12);
    assert_int_equal(p->stock[SV_UNIT_TOWER], 0);
    assert_int_equal(p->stock[SV_UNIT_DEPOT], 0);
    assert_int_equal(sv_count(r->e.deeds), 28);
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        assert_int_equal(p->owner[i], i < 40 && r->e.deeds >> i & 1u ? SV_BANK : SV_NONE);
        assert_int_equal(p->level[i], 0);
    }
    assert_true(p->mortgaged == 0);
}

RULE(rule_1_1_switches_of_the_start)
{
    r->e.rules.start_cash = 777;
    r->e.rules.houses = 5;
    r->e.rules.hotels = 3;
    start(r, 3, 2);
    unsigned waits = (r->st.position.turn_seat + 1u) % 3;
    assert_int_equal(r->st.position.cash[waits], 777);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOUSE], 5);
    assert_int_equal(r->st.position.stock[SV_UNIT_HOTEL], 3);
}

RULE(rule_1_1_two_to_eight_players)
{
    static const uint8_t wrong[] = {0, 1, 9, 255};
    for (unsigned i = 0; i < sizeof wrong; i++) {
        struct sv_setup setup = {.seats = wrong[i]};
        assert_int_equal(sv_game_start(&r->e, &r->st, &setup, &r->sink), SV_E_ARGUMENT);
    }
}

SEATED_RULE(rule_1_1_the_bank_never_runs_out_of_money, 2)
{
    rig_cash(r, 0, 1000000000);
    rig_roll_from(r, 0, LUXURY_TAX, 2,
                  4); /* over GO to 4: 200 from the bank, and 200 back as tax */
    assert_int_equal(rig_paid(r, SV_BANK, 0, SV_WHY_SALARY), 200);
    assert_int_equal(r->st.position.cash[0], 1000000000);
}

/* ---- 1.2 ----------------------------------------------------------------------------------- */

/* Nothing drawn yet from either deck of cards. */
static bool untouched(const struct rig *r)
{
    const struct sv_position *p = &r->st.position;
    return p->deck_size[SV_DECK_CHANCE] == 16 && p->deck_head[SV_DECK_CHANCE] == 0 &&
           p->deck_size[SV_DECK_CHEST] == 16 && p->deck_head[SV_DECK_CHEST] == 0;
}

RULE(rule_1_2_each_deck_is_shuffled)
{
    unsigned games = 0, first[16] = {0}, last[16] = {0}, alike = 0;
    for (uint32_t seed = 0; games < 1600; seed++) {
        start(r, 2, seed);
        if (!untouched(r)) {
            continue;
        }
        games++;
        const uint8_t *chance = r->st.secret.deck[SV_DECK_CHANCE];
        const uint8_t *chest = r->st.secret.deck[SV_DECK_CHEST];
        uint32_t found = 0;
        for (unsigned i = 0; i < 16; i++) {
            assert_true(chance[i] < 16 && chest[i] < 16);
            found |= UINT32_C(1) << chance[i] | UINT32_C(0x10000) << chest[i];
        }
        assert_true(found == UINT32_MAX); /* every card once */
        first[chance[0]]++;
        last[chest[15]]++;
        alike += memcmp(chance, chest, 16) == 0;
    }
    assert_int_equal(alike, 0);
    for (unsigned i = 0; i < 16; i++) { /* 100 each, and five standard deviations */
        assert_uint_in_range(first[i], 52, 148);
        assert_uint_in_range(last[i], 52, 148);
    }
}

static unsigned bottom(const struct rig *r, unsigned deck)
{
    const struct sv_position *p = &r->st.position;
    return (p->deck_head[deck] + p->deck_size[deck] - 1u) % SV_MAX_CARDS;
}

SEATED_RULE(rule_1_2_a_used_card_goes_to_the_bottom, 2)
{
    rig_card(r, SV_DECK_CHEST, "cc_doctor");
    unsigned head = r->st.position.deck_head[SV_DECK_CHEST];
    unsigned first = r->st.secret.deck[SV_DECK_CHEST][head];
    unsigned second = r->st.secret.deck[SV_DECK_CHEST][(head + 1) % SV_MAX_CARDS];
    rig_roll_from(r, 0, BLUE1, 5, 6); /* to the chest at 17 */
    assert_int_equal(rig_event(r, SV_EVENT_CARD, 0)->card, first);
    assert_int_equal(r->st.secret.deck[SV_DECK_CHEST][bottom(r, SV_DECK_CHEST)], first);
    assert_int_equal(r->st.position.seen[SV_DECK_CHEST][bottom(r, SV_DECK_CHEST)], first);
    assert_int_equal(r->st.position.deck_size[SV_DECK_CHEST], 16);
    assert_int_equal(r->st.secret.deck[SV_DECK_CHEST][r->st.position.deck_head[SV_DECK_CHEST]],
                     second);
}

SEATED_RULE(rule_1_2_a_jail_card_is_kept_and_returns_to_its_own_deck, 2)
{
    rig_card(r, SV_DECK_CHEST, "cc_goojf");
    rig_roll_from(r, 0, BLUE1, 5, 6);
    unsigned j = rig_event(r, SV_EVENT_JAIL_CARD, 0)->card;
    assert_int_equal(rig_event(r, SV_EVENT_JAIL_CARD, 0)->to, 0);
    assert_int_equal(r->st.position.jail_holder[j], 0);
    assert_int_equal(r->e.jail_card_deck[j], SV_DECK_CHEST);
    assert_int_equal(r->st.position.deck_size[SV_DECK_CHEST], 15);

    rig_roll(r, 1, 3); /* seat 1 pays income tax; seat 0 to move again */
    assert_int_equal(r->st.position.turn_seat, 0);
    rig_jail(r, 0, 0);
    rig_pass(r);
    rig_choose(r, 0, SV_DECISION_JAIL, SV_CHOICE_JAIL_CARD);
    assert_int_equal(r->st.position.jail_holder[j], SV_BANK);
    assert_int_equal(r->st.position.deck_size[SV_DECK_CHEST], 16);
    assert_int_equal(r->st.position.deck_size[SV_DECK_CHANCE], 16);
}

SEATED_RULE(rule_1_2_redraw_draws_independently, 2)
{
    r->e.rules.deck = SV_RULE_DECK_REDRAW;
    unsigned last = SV_NONE, repeats = 0;
    bool drawn[UINT8_MAX + 1] = {false};
    unsigned kinds = 0;
    for (unsigned turn = 0; turn < 120; turn++) {
        unsigned seat = r->st.position.turn_seat;
        r->st.position.jail[seat] = 0;
        rig_put(r, seat, BLUE1);
        rig_forget(r);
        rig_roll(r, 5, 6);
        const struct sv_event *card = rig_event(r, SV_EVENT_CARD, 0);
        repeats += card->card == last;
        last = card->card;
        kinds += !drawn[last];
        drawn[last] = true;
        rig_cash(r, seat, 1500);
        (void)rig_until(r, SV_DECISION_MANAGE, 40);
    }
    assert_true(repeats > 0); /* never so while a used card goes to the bottom */
    assert_true(kinds >= 12);
}

/* ---- 1.3 ----------------------------------------------------------------------------------- */

RULE(rule_1_3_rolloff_the_highest_total_begins)
{
    unsigned ties = 0, began = 0;
    for (uint32_t seed = 0; seed < 200; seed++) {
        unsigned seats = 2 + seed % 7;
        start(r, seats, seed);
        unsigned in = (1u << seats) - 1;
        unsigned at = 0;
        /* Follow the throws: all of those still in, clockwise from seat 0, then the highest among
         * them. */
        while (sv_count(in) > 1) {
            unsigned best = 0, best_in = 0;
            for (unsigned s = 0; s < seats; s++) {
                if (!(in >> s & 1u)) {
                    continue;
                }
                const struct sv_event *ev = rig_event(r, SV_EVENT_ROLL, at++);
                assert_int_equal(ev->why, SV_WHY_ORDER);
                assert_int_equal(ev->seat, s);
                assert_int_equal(ev->dice[2], 0); /* 10.1: never the speed die */
                unsigned total = ev->dice[0] + ev->dice[1];
                if (total > best) {
                    best = total;
                    best_in = 0;
                }
                best_in |= total == best ? 1u << s : 0;
            }
            in = best_in;
            ties += sv_count(in) > 1;
        }
        assert_int_equal(1u << r->st.position.first, in);
        assert_int_equal(rig_event(r, SV_EVENT_TURN, 0)->seat, r->st.position.first);
        assert_int_not_equal(rig_event(r, SV_EVENT_ROLL, at)->why, SV_WHY_ORDER);
        began |= in;
    }
    assert_true(ties > 5);
    assert_int_equal(began, 0xff);
}

RULE(rule_1_3_seat0_or_random)
{
    unsigned began = 0;
    for (uint32_t seed = 0; seed < 60; seed++) {
        r->e.rules.first_player = SV_RULE_FIRST_PLAYER_SEAT0;
        start(r, 5, seed);
        assert_int_equal(r->st.position.first, 0);
        assert_int_not_equal(rig_event(r, SV_EVENT_ROLL, 0)->why, SV_WHY_ORDER);
        r->e.rules.first_player = SV_RULE_FIRST_PLAYER_RANDOM;
        start(r, 5, seed);
        assert_true(r->st.position.first < 5);
        assert_int_not_equal(rig_event(r, SV_EVENT_ROLL, 0)->why, SV_WHY_ORDER);
        began |= 1u << r->st.position.first;
    }
    assert_int_equal(began, 0x1f);
}

SEATED_RULE(rule_1_3_play_goes_clockwise, 4)
{
    static const uint8_t order[] = {1, 2, 3, 0, 1};
    for (unsigned i = 0; i < sizeof order; i++) {
        rig_roll_from(r, r->st.position.turn_seat, GO, 1, 3);
        assert_int_equal(r->st.position.turn_seat, order[i]);
    }
}
