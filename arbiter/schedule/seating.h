/* Seatings: in which seats the bots of a table play a deal, and how often. */
#ifndef SVI_ARBITER_SCHEDULE_SEATING_H
#define SVI_ARBITER_SCHEDULE_SEATING_H

#include <stdint.h>

/* X(NAME, name, seatings of a deal in words) */
#define SVI_SEATINGS(X)                                                                            \
    X(ROTATIONS, rotations, "as many as seats: everybody moves on by one")                         \
    X(ALL, all, "every order of the bots at the table")                                            \
    X(FIXED, fixed, "one: the order of the league file")

enum svi_seatings {
#define X(NAME, name, text) SVI_SEATINGS_##NAME,
    SVI_SEATINGS(X)
#undef X
        SVI_SEATINGS_COUNT
};

/* The name of a value as it stands in league files; NULL when there is none. */
const char *svi_seatings_name(unsigned seatings);

/* How many seatings a table of `seats` (2-8) has. */
uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats);

/* Who sits where in the seating-th of them, from 0: `table` is the bots in the order of the league
 * file. */
void svi_seatings_seat(enum svi_seatings seatings, const unsigned table[], unsigned seats,
                       uint32_t seating, unsigned out[]);

#endif
