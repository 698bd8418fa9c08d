/* Dice from luck: three dice out of one 64-bit value, and how their index is made. The game's files
 * and a bot's generator (struct sv_rng) use it. Nothing here fails; versions are constants. */
#ifndef SVI_GAME_LUCK_H
#define SVI_GAME_LUCK_H

#include <solvent/luck.h>
#include <solvent/manifest.h>

#include <stdint.h>

#define SVI_LANE_ROUNDS 4u /* a power of two */

/* The svi_dice() of the throws of each seat in SVI_LANE_ROUNDS rounds. */
struct svi_throws {
    uint32_t first[SV_MAX_SEATS][SVI_LANE_ROUNDS];
    /* Valid where the first throw is a double. */
    uint32_t second[SV_MAX_SEATS][SVI_LANE_ROUNDS];
};

/* Versions of the two functions of luck that a game and a bot's generator call most. */
struct svi_lanes {
    /* Fills in the throws of a set of seats from `round` on, a multiple of SVI_LANE_ROUNDS. */
    void (*dice)(const uint8_t key[SV_KEY_BYTES], unsigned seats, unsigned round,
                 struct svi_throws *out);
    /* Fills in the values of a bot's generator from index `first`, a multiple of their number. */
    void (*values)(const uint8_t key[SV_KEY_BYTES], uint64_t first, uint64_t value[SV_RNG_HELD]);
};

extern const struct svi_lanes svi_lanes_plain;
/* All NULL if the compiler has no AVX2. */
extern const struct svi_lanes svi_lanes_wide;

/* Returns the best version for this processor. Any thread may call. */
const struct svi_lanes *svi_lanes(void);

/* Makes three dice of 1-6 (white, white, speed die face) from one value by successive
 * multiply-high; the bias is below 2^-56. The dice are one byte each of the result, so that they
 * stay in a register, because a turn waits for them. */
uint32_t svi_dice(uint64_t luck);

static inline uint8_t svi_die(uint32_t dice, unsigned n)
{
    return (uint8_t)(dice >> (8 * n));
}

/* Returns the index of the nth value of its purpose in a round. One bot's choices never shift
 * another's values. */
static inline uint64_t svi_luck_index(unsigned round, unsigned nth)
{
    return (uint64_t)round << 8 | nth;
}

#endif
