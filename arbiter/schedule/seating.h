/* Seatings: in which seats the bots of a table play a deal, and how often.
 *
 * Over the deals of a table the cyclic order of its bots changes too, so that each plays behind
 * every other about equally often. */
#ifndef SVI_ARBITER_SCHEDULE_SEATING_H
#define SVI_ARBITER_SCHEDULE_SEATING_H

#include <stdbool.h>
#include <stdint.h>

/* X(NAME, name, text): the word of league files, and the text of stores. League files know the
 * first SVI_SEATINGS_WORDS; `auto` stands in no store. The OLD ones are of leagues that were begun
 * before the cyclic order changed: a deal of `fixed` has the seats of the league file's order. */
#define SVI_SEATINGS(X)                                                                            \
    X(ROTATIONS, "rotations", "rotations (design 2)")                                              \
    X(ALL, "all", "all (design 2)")                                                                \
    X(FIXED, "fixed", "fixed (design 2)")                                                          \
    X(AUTO, "auto", "")                                                                            \
    X(OLD_ROTATIONS, "rotations", "rotations")                                                     \
    X(OLD_ALL, "all", "all")                                                                       \
    X(OLD_FIXED, "fixed", "fixed")

#define SVI_SEATINGS_WORDS 4u

enum svi_seatings {
#define X(NAME, name, text) SVI_SEATINGS_##NAME,
    SVI_SEATINGS(X)
#undef X
        SVI_SEATINGS_COUNT
};

/* The word of a value in league files; NULL when there is none. */
const char *svi_seatings_name(unsigned seatings);

/* The text of a value in stores; NULL when there is none. */
const char *svi_seatings_text(unsigned seatings);

/* The value that `auto` stands for at tables of `seats`. `luck`: that of games is accounted for. */
enum svi_seatings svi_seatings_choose(unsigned seats, bool luck);

/* The seatings of a league whose file says `now`, and whose store was begun with those of the text
 * `begun`: the store's, where the file leaves the choice to the program or says the same word. */
enum svi_seatings svi_seatings_go_on(enum svi_seatings now, const char *begun);

/* Whether the league was begun by the design before: its seats and pairings stay as they were. */
bool svi_seatings_is_old(enum svi_seatings seatings);

/* How many seatings a deal has at a table of `seats` (2-8). */
uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats);

/* The deals after which every bot of a table has followed every other equally often, and, with one
 * seating each, had every seat equally often. */
uint32_t svi_seatings_period(enum svi_seatings seatings, unsigned seats);

/* Where the seats of a deal begin. */
struct svi_seats_turn {
    uint64_t deal;            /* of the table, from any number on */
    uint64_t rotation, order; /* seats and orders that the table is ahead of others, so that few
                                 deals of many tables are even too */
};

/* Who sits where in the seating-th of them, from 0: `table` is the bots in the order of the league
 * file, or in the seats of the first deal. */
void svi_seatings_seat(enum svi_seatings seatings, const unsigned table[], unsigned seats,
                       const struct svi_seats_turn *turn, uint32_t seating, unsigned out[]);

#endif
