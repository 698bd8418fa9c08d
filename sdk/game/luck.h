/* Dice from luck: three dice out of one 64-bit value, and how their index is made. The game's files
 * and a bot's generator (struct sv_rng) use it. Nothing here fails; versions are constants. */
#ifndef SVI_GAME_LUCK_H
#define SVI_GAME_LUCK_H

#include <solvent/luck.h>
#include <solvent/manifest.h>

#include <stdint.h>

/* Philox4x32-10 (Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
 * 2011): turns a counter of 128 bits, under a key of 64, into 128 random bits. It makes a bot's own
 * random numbers (struct sv_rng), in game/luck.c, and cannot fail. */
static inline void svi_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (unsigned round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)c0 * UINT32_C(0xd2511f53);
        const uint64_t b = (uint64_t)c2 * UINT32_C(0xcd9e8d57);

        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += UINT32_C(0x9e3779b9);
        k1 += UINT32_C(0xbb67ae85);
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}

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
