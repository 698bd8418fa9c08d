/* Seatings: the seats in which the bots of a table play a deal, and the number of times.
 *
 * Over the deals of a table the cyclic order of its bots changes too, so that each plays behind
 * every other about equally often. Readers of league files, schedules, stores and `league check`
 * use it. Functions cannot fail; names and texts are constant. */
#ifndef SVI_ARBITER_SCHEDULE_SEATING_H
#define SVI_ARBITER_SCHEDULE_SEATING_H

#include <stdbool.h>
#include <stdint.h>

/* X(NAME, name, text): the word of league files, and the text of stores. League files know the
 * first SVI_SEATINGS_WORDS; `auto` is never in a store. The OLD ones belong to leagues begun before
 * the cyclic order changed: a deal of `fixed` has the seats of the league file's order. */
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

/* Returns the word of a value in league files, or NULL if it has none. */
const char *svi_seatings_name(unsigned seatings);

/* Returns the text of a value in stores, or NULL if it has none. */
const char *svi_seatings_text(unsigned seatings);

/* Returns the value that `auto` stands for at tables of `seats`. `luck`: the luck of games is
 * accounted for. */
enum svi_seatings svi_seatings_choose(unsigned seats, bool luck);

/* Returns the seatings of a league whose file says `now`, and whose store has the text `begun`. The
 * store's apply if the file leaves the choice to the program or says the same word. For any other
 * text, known or not, the result is `now`. */
enum svi_seatings svi_seatings_resume(enum svi_seatings now, const char *begun);

/* Returns whether the league was begun with the earlier design: its seats and pairings stay as they
 * were. */
bool svi_seatings_is_old(enum svi_seatings seatings);

/* Returns the number of seatings of a deal at a table of `seats`. Here and below `seats` is 2 to 8,
 * and `seatings` is not `auto`. */
uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats);

/* Returns the number of deals after which every bot of a table has followed every other equally
 * often. With one seating each, every bot has then had every seat equally often too. The number is
 * 1 for `all`, and for the earlier design, whose cyclic order never changes. */
uint32_t svi_seatings_period(enum svi_seatings seatings, unsigned seats);

/* The start of a deal's seats. */
struct svi_seats_turn {
    uint64_t deal; /* number of the deal at the table, counted from any number */
    /* Seats and orders by which the table is ahead of others, so that few deals of many tables are
     * balanced too. */
    uint64_t rotation, order;
};

/* Writes the bots by seat in the given seating, from 0. `table` has the bots in the order of the
 * league file, or in the seats of the first deal; `out` is another array. */
void svi_seatings_seat(enum svi_seatings seatings, const unsigned table[], unsigned seats,
                       const struct svi_seats_turn *turn, uint32_t seating, unsigned out[]);

#endif
