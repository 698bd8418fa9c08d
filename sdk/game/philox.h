/* Philox4x32-10 (Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
 * 2011): turns a counter of 128 bits, under a key of 64, into 128 random bits. It makes a bot's own
 * random numbers (struct sv_rng), in game/luck.c, and cannot fail. */
#ifndef SVI_GAME_PHILOX_H
#define SVI_GAME_PHILOX_H

#include <stdint.h>

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

#endif
