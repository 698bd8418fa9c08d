#include "schedule/seating.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stddef.h>

const char *svi_seatings_name(unsigned seatings)
{
    static const char *const names[SVI_SEATINGS_COUNT] = {
#define X(NAME, name, text) #name,
        SVI_SEATINGS(X)
#undef X
    };
    return seatings < SVI_SEATINGS_COUNT ? names[seatings] : NULL;
}

static uint32_t factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats)
{
    return seatings == SVI_SEATINGS_ROTATIONS ? seats
           : seatings == SVI_SEATINGS_ALL     ? factorial(seats)
                                              : 1;
}

/* Moves everybody on by `seating` seats. */
static void rotate(const unsigned table[], unsigned seats, uint32_t seating, unsigned out[])
{
    for (unsigned s = 0; s < seats; s++) {
        out[s] = table[(s + seating) % seats];
    }
}

/* The seating-th order in lexicographic order, from 0. */
static void permute(const unsigned table[], unsigned seats, uint32_t seating, unsigned out[])
{
    bool seated[SV_MAX_SEATS] = {false};
    for (unsigned s = 0; s < seats; s++) {
        const uint32_t ways = factorial(seats - s - 1);
        uint32_t skip = seating / ways;
        seating %= ways;
        unsigned i = 0;
        while (seated[i] || skip > 0) {
            skip -= !seated[i];
            i++;
        }
        seated[i] = true;
        out[s] = table[i];
    }
}

void svi_seatings_seat(enum svi_seatings seatings, const unsigned table[], unsigned seats,
                       uint32_t seating, unsigned out[])
{
    if (seatings == SVI_SEATINGS_ALL) {
        permute(table, seats, seating, out);
    } else {
        rotate(table, seats, seating, out);
    }
}
