/* The rig with the Mega board. */
#ifndef TESTS_GAME_MEGA_H
#define TESTS_GAME_MEGA_H

#include "tests/game/rig.h"

/* As RULE(), after mega_begin(r, seats). */
#define MEGA_RULE(name, seats) RULE_AFTER(name, mega_begin, seats)

/* Spaces of the Mega board. */
enum {
    M_BROWN1 = 1,
    M_BROWN2 = 3,
    M_BROWN3 = 4,
    M_RAIL1 = 6,
    M_CHANCE1 = 9,
    M_GAS = 10,
    M_JAIL = 13,
    M_AUCTION = 14,
    M_PINK1 = 15,
    M_ELECTRIC = 17,
    M_RAIL2 = 20,
    M_CHEST2 = 22,
    M_PARKING = 26,
    M_RED1 = 27,
    M_CHANCE2 = 28,
    M_RED2 = 29,
    M_RED3 = 30,
    M_RED4 = 31,
    M_BUS_TICKET = 32,
    M_RAIL3 = 33,
    M_WATER = 36,
    M_GO_TO_JAIL = 39,
    M_GREEN1 = 40,
    M_CHEST3 = 43,
    M_RAIL4 = 45,
    M_CHANCE3 = 46,
    M_BIRTHDAY = 47,
    M_DARK1 = 48,
    M_DARK2 = 49,
    M_LUXURY_TAX = 50,
    M_DARK3 = 51,
};

/* A Mega table; the anchor is the third yellow street. */
void mega_begin(struct rig *r, unsigned seats);

/* Seat 0 moves by 1 + 2 and a speed die of 1 onto a space. */
void mega_land(struct rig *r, unsigned space);

/* Hands the first `streets` of the four red streets to a seat. */
void mega_reds(struct rig *r, unsigned seat, unsigned streets);

/* Puts a ticket of a kind (SV_CARD_BUS_TICKET...) on top of the bus deck; takes all tickets out of
 * play. */
void mega_ticket_on_top(struct rig *r, unsigned kind);
void mega_no_tickets(struct rig *r);

#endif
