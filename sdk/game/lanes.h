/* Luck for several seats and rounds at once, and a bot's numbers for several draws. One version
 * runs on any processor, one needs AVX2, and both compute equal values. */
#ifndef SVI_GAME_LANES_H
#define SVI_GAME_LANES_H

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

struct svi_lanes {
    /* Fills in the throws of a set of seats from `round` on, a multiple of SVI_LANE_ROUNDS. */
    void (*dice)(const uint8_t key[SV_KEY_BYTES], unsigned seats, unsigned round,
                 struct svi_throws *out);
    /* The values of a bot's generator from index `first`, a multiple of their number. */
    void (*values)(const uint8_t key[SV_KEY_BYTES], uint64_t first, uint64_t value[SV_RNG_HELD]);
};

extern const struct svi_lanes svi_lanes_plain;
/* All NULL if the compiler has no AVX2. */
extern const struct svi_lanes svi_lanes_wide;

/* Returns the best version for this processor. */
const struct svi_lanes *svi_lanes(void);

#endif
