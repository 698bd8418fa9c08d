/* A rig to put a game into any position and steer it on: dice and cards to order, every event kept.
 * Every helper fails the running cmocka test when what it is told to do is not possible. */
#ifndef TESTS_GAME_RIG_H
#define TESTS_GAME_RIG_H

#include "tests/base/testing.h"

#include <solvent/game.h>

/* Spaces of the classic board that tests go to. */
enum {
    GO = 0,
    BROWN1 = 1,
    CHEST1 = 2,
    BROWN2 = 3,
    INCOME_TAX = 4,
    RAIL1 = 5,
    BLUE1 = 6, /* light blue */
    CHANCE1 = 7,
    BLUE2 = 8,
    BLUE3 = 9,
    JAIL = 10,
    PINK1 = 11,
    UTILITY1 = 12,
    PINK2 = 13,
    PINK3 = 14,
    RAIL2 = 15,
    ORANGE1 = 16,
    CHEST2 = 17,
    ORANGE2 = 18,
    ORANGE3 = 19,
    PARKING = 20,
    RED1 = 21,
    CHANCE2 = 22,
    RED2 = 23,
    RED3 = 24,
    RAIL3 = 25,
    YELLOW1 = 26,
    YELLOW2 = 27,
    UTILITY2 = 28,
    YELLOW3 = 29,
    GO_TO_JAIL = 30,
    GREEN1 = 31,
    GREEN2 = 32,
    CHEST3 = 33,
    GREEN3 = 34,
    RAIL4 = 35,
    CHANCE3 = 36,
    DARK1 = 37, /* dark blue */
    LUXURY_TAX = 38,
    DARK2 = 39
};

#define RIG_EVENTS 8192u
#define RIG_WISHES 8u
#define RIG_ANY 0xffu

/* The deed that the last seat holds from the start, so that there is always something to trade and
 * every window really asks; tests that need it otherwise take it away. */
#define RIG_ANCHOR DARK1

/* Dice that shall fall: see rig_dice(). */
struct rig_wish {
    uint32_t turn; /* position.turn it belongs to */
    uint8_t purpose, seat;
    uint64_t index;
    uint8_t dice[3]; /* 0: any */
};

struct rig {
    struct sv_edition e;
    struct sv_state st;
    struct sv_sink sink;
    unsigned n_events;
    struct sv_event event[RIG_EVENTS];
    struct sv_offer offer[RIG_EVENTS]; /* copies of the offers that event[i].offer pointed at */
    unsigned n_wishes;
    struct rig_wish wish[RIG_WISHES];
};

/* cmocka fixture: a classic edition, no game yet. */
int rig_setup(void **state);
int rig_teardown(void **state);

/* Defines a test whose name begins with the number of a rule; the body sees `struct rig *r`. */
#define RULE(name) TEST_ON(name, struct rig *r, rig_setup, rig_teardown)

/* As RULE(), after rig_begin(r, seats). */
#define SEATED_RULE(name, seats) RULE_AFTER(name, rig_begin, seats)

#define RULE_AFTER(name, begin, seats)                                                             \
    static void name(struct rig *r);                                                               \
    TEST_CALLED(#name, begin_##name, rig_setup, rig_teardown)                                      \
    {                                                                                              \
        begin(*state, seats);                                                                      \
        name(*state);                                                                              \
    }                                                                                              \
    static void name(struct rig *r)

/* The set with one space in it. */
static inline uint64_t bit(unsigned space)
{
    return UINT64_C(1) << space;
}

/* The built-in edition, loaded once. */
const struct sv_edition *rig_edition(const char *name);

/* Starts a game and steers it to the window before the turn of seat 0, the second turn of round 1,
 * all seats asked; then clears the table: start_cash each, all on GO, nothing owned but RIG_ANCHOR.
 * Switches (r->e.rules) may be set before or after. Events are forgotten. */
void rig_begin(struct rig *r, unsigned seats);

/* ---- the table, edited at a pending question ---------------------------------------------- */

/* Gives a deed (with its buildings) to a seat or to SV_BANK. */
void rig_give(struct rig *r, unsigned seat, unsigned space);
void rig_give_deeds(struct rig *r, unsigned seat, uint64_t deeds);
void rig_give_group(struct rig *r, unsigned seat, unsigned space); /* the whole group of `space` */

/* Sets the level of a space, or of its whole group; buildings come from and go back to the bank. */
void rig_level(struct rig *r, unsigned space, unsigned level);
void rig_level_group(struct rig *r, unsigned space, unsigned level);

/* The same for each street of the group of `space` by itself: a digit for each, in board order, or
 * '.' for one to leave out. */
void rig_levels(struct rig *r, unsigned space, const char *levels);

/* Fails the test when the streets of that group stand at other levels. */
void assert_levels(const struct rig *r, unsigned space, const char *levels);

void rig_mortgage(struct rig *r, unsigned space);
void rig_cash(struct rig *r, unsigned seat, int32_t cash);
void rig_put(struct rig *r, unsigned seat, unsigned space);

/* Puts a seat in jail with `failed` failed rolls. */
void rig_jail(struct rig *r, unsigned seat, unsigned failed);

/* Takes get-out-of-jail card j out of its deck and hands it to a seat. */
void rig_jail_card(struct rig *r, unsigned seat, unsigned j);

/* Puts the card with this id on top of its deck. */
void rig_card(struct rig *r, unsigned deck, const char *id);

/* Hands the top bus ticket to a seat, as a plain one. */
void rig_ticket(struct rig *r, unsigned seat);

/* Leaves the bank with this many houses and hotels; missing ones come from nowhere. */
void rig_stock(struct rig *r, unsigned houses, unsigned hotels);

/* Fails the test when something of RULES 12 does not hold, at a question of any game. */
void rig_must_hold(const struct sv_edition *e, const struct sv_state *st);

/* ---- dice ---------------------------------------------------------------------------------- */

/* The next roll of this turn not wished for yet shows a, b (and the speed die s; 0: any). */
void rig_dice(struct rig *r, unsigned a, unsigned b);
void rig_dice3(struct rig *r, unsigned a, unsigned b, unsigned s); /* s: as sv_position.dice[2] */

/* The first roll of the turn after this one, by `seat` in `round`. */
void rig_dice_next(struct rig *r, unsigned seat, unsigned round, unsigned a, unsigned b);

/* The next utility throw of this turn. */
void rig_throw(struct rig *r, unsigned a, unsigned b);

/* ---- questions and answers ----------------------------------------------------------------- */

/* The pending question of a seat, which must be of this kind. */
struct sv_question rig_asked(struct rig *r, unsigned seat, unsigned kind);

/* True when the seat is asked a question of this kind. */
bool rig_is_asked(const struct rig *r, unsigned seat, unsigned kind);

/* An answer to the seat's pending question that changes nothing, to fill in. */
struct sv_answer rig_blank(const struct rig *r, unsigned seat);
/* The same with one order: `space` at that level. */
struct sv_answer rig_order(const struct rig *r, unsigned seat, unsigned space, unsigned level);

/* Return such an answer with one order of its plan: to mortgage deeds, to lift mortgages, to bring
 * a space to a level, or a group to levels written as for rig_levels(). It is valid until the next
 * call. */
const struct sv_answer *rig_mortgaging(const struct rig *r, unsigned seat, uint64_t deeds);
const struct sv_answer *rig_lifting(const struct rig *r, unsigned seat, uint64_t deeds);
const struct sv_answer *rig_building(const struct rig *r, unsigned seat, unsigned space,
                                     unsigned level);
const struct sv_answer *rig_wanting(const struct rig *r, unsigned seat, unsigned space,
                                    const char *levels);

/* Gives an answer that must be legal. */
void rig_do(struct rig *r, unsigned seat, const struct sv_answer *a);

/* Checks that an answer is refused, by sv_check and sv_apply alike, and that nothing changes. */
void rig_refuse(struct rig *r, unsigned seat, const struct sv_answer *a);

/* Gives the default. */
void rig_default(struct rig *r, unsigned seat);

/* The seat, asked for a debt it cannot pay, neither raises nor offers anything. */
void rig_give_up(struct rig *r, unsigned seat);

/* Gives this seat's answer in a window and the default for all others asked. */
void rig_window(struct rig *r, unsigned seat, const struct sv_answer *a);

/* The same with an answer that makes one offer; also to pay a debt. */
void rig_propose(struct rig *r, unsigned seat, struct sv_offer o);

/* Everybody who is asked in the open window does nothing, which ends it. */
void rig_pass(struct rig *r);

/* rig_dice and rig_pass: the seat to move rolls a, b and all happens up to the next question. */
void rig_roll(struct rig *r, unsigned a, unsigned b);

/* The same from another space, to which the seat is put first; also with a speed die. */
void rig_roll_from(struct rig *r, unsigned seat, unsigned space, unsigned a, unsigned b);
void rig_roll3_from(struct rig *r, unsigned seat, unsigned space, unsigned a, unsigned b,
                    unsigned s);

/* Answers by default until a question of this kind is pending, with at most `answers` answers.
 * Returns the first seat that is asked. */
unsigned rig_until(struct rig *r, unsigned kind, unsigned answers);

/* Answers a question of `kind` by its choice; a bid. */
void rig_choose(struct rig *r, unsigned seat, unsigned kind, unsigned choice);
void rig_bid(struct rig *r, unsigned seat, int32_t bid, int32_t limit);

/* The seat drops out of the running auction. */
void rig_drop(struct rig *r, unsigned seat);

/* The one seat that is asked. */
unsigned rig_only(const struct rig *r);

/* ---- events -------------------------------------------------------------------------------- */

void rig_forget(struct rig *r);

/* How many events of a type; the i-th of a type (must exist). */
unsigned rig_count(const struct rig *r, unsigned type);
const struct sv_event *rig_event(const struct rig *r, unsigned type, unsigned i);

/* How much money went from `from` to `to` (RIG_ANY: anybody) for this reason, and in how many
 * payments. */
int32_t rig_paid(const struct rig *r, unsigned from, unsigned to, unsigned why);
unsigned rig_payments(const struct rig *r, unsigned from, unsigned to, unsigned why);

#endif
