#include "schedule/seating.h"

#include <solvent/manifest.h>

#include <stddef.h>
#include <string.h>

/* Cyclic orders of a table's bots, for each number of seats. Together they have each bot behind
 * every other equally often: once, or twice with 4 and 6 seats, where once is not possible (Tillson
 * 1980). Seats of 5 and 7 are steps of 1, 2, ... around the table; the others were found by search.
 * Where an order's reverse is among them, it follows, so that pairs are even after each two. */
#define MOST_ORDERS 10u
static const struct orders {
    unsigned n;
    const char *order[MOST_ORDERS];
} orders[SV_MAX_SEATS + 1] = {
    [2] = {1, {"01"}},
    [3] = {2, {"012", "021"}},
    [4] = {6, {"0123", "0321", "0213", "0312", "0132", "0231"}},
    [5] = {4, {"01234", "04321", "02413", "03142"}},
    [6] = {10,
           {"012345", "054321", "012354", "045321", "024135", "053142", "025143", "034152",
            "031524", "042513"}},
    [7] = {6, {"0123456", "0654321", "0246135", "0531642", "0362514", "0415263"}},
    [8] = {7, {"01234567", "06541372", "03261475", "04352716", "05317624", "02157463", "07364251"}},
};

const char *svi_seatings_name(unsigned seatings)
{
    static const char *const names[SVI_SEATINGS_COUNT] = {
#define X(NAME, name, text) name,
        SVI_SEATINGS(X)
#undef X
    };
    return seatings < SVI_SEATINGS_COUNT ? names[seatings] : NULL;
}

const char *svi_seatings_text(unsigned seatings)
{
    static const char *const texts[SVI_SEATINGS_COUNT] = {
#define X(NAME, name, text) text,
        SVI_SEATINGS(X)
#undef X
    };
    return seatings < SVI_SEATINGS_COUNT ? texts[seatings] : NULL;
}

/* The choice follows measurements by `solvent rank --format json` of leagues in rotations, 2,400 to
 * 6,000 games of the reference bots each: games_saved_by_both / games_saved_by_luck, and
 * games_saved_by_seatings where luck is off. At 2 seats rotations save 24 to 36%, from 5 on 2 to
 * 12%. At 3 and 4 they cost up to 12% more games or save up to 9%, and one seating needs no second
 * start of the bots. */
enum svi_seatings svi_seatings_choose(unsigned seats, bool luck)
{
    const bool even = seats == 4 || (seats == 3 && luck);
    return even ? SVI_SEATINGS_FIXED : SVI_SEATINGS_ROTATIONS;
}

enum svi_seatings svi_seatings_resume(enum svi_seatings now, const char *begun)
{
    for (unsigned i = 0; i < SVI_SEATINGS_COUNT; i++) {
        if (i != SVI_SEATINGS_AUTO && strcmp(begun, svi_seatings_text(i)) == 0 &&
            (now == SVI_SEATINGS_AUTO ||
             strcmp(svi_seatings_name(i), svi_seatings_name(now)) == 0)) {
            return (enum svi_seatings)i;
        }
    }
    return now;
}

bool svi_seatings_is_old(enum svi_seatings seatings)
{
    return seatings > SVI_SEATINGS_AUTO;
}

static uint32_t factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static bool is_all(enum svi_seatings seatings)
{
    return seatings == SVI_SEATINGS_ALL || seatings == SVI_SEATINGS_OLD_ALL;
}

static bool is_fixed(enum svi_seatings seatings)
{
    return seatings == SVI_SEATINGS_FIXED || seatings == SVI_SEATINGS_OLD_FIXED;
}

uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats)
{
    return is_all(seatings) ? factorial(seats) : is_fixed(seatings) ? 1 : seats;
}

uint32_t svi_seatings_period(enum svi_seatings seatings, unsigned seats)
{
    return svi_seatings_is_old(seatings) || is_all(seatings)
               ? 1
               : orders[seats].n * (is_fixed(seatings) ? seats : 1);
}

/* Seats a table in the order-th cyclic order, all bots moved on by `seating` seats. */
static void rotate(const unsigned table[], unsigned seats, unsigned order, uint32_t seating,
                   unsigned out[])
{
    for (unsigned s = 0; s < seats; s++) {
        out[s] = table[orders[seats].order[order][(s + seating) % seats] - '0'];
    }
}

/* Seats a table in the seating-th order in lexicographic order, from 0. */
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
                       const struct svi_seats_turn *turn, uint32_t seating, unsigned out[])
{
    const unsigned n = orders[seats].n;
    if (is_all(seatings)) {
        permute(table, seats, seating, out);
    } else if (svi_seatings_is_old(seatings)) {
        rotate(table, seats, 0, seating, out);
    } else if (is_fixed(seatings)) { /* every seat once before the order changes */
        rotate(table, seats, (unsigned)((turn->deal / seats + turn->order) % n),
               (uint32_t)((turn->deal + turn->rotation) % seats), out);
    } else {
        rotate(table, seats, (unsigned)((turn->deal + turn->order) % n), seating, out);
    }
}
