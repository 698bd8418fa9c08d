/* Sets as bytes, one for each member: 1 or 0. */
#ifndef SVI_ENV_BITS_H
#define SVI_ENV_BITS_H

#include <stdint.h>
#include <string.h>

/* Writes the first `count` members of a set, up to 64, as `count` bytes. */
static inline void svi_spread(uint64_t set, unsigned count, uint8_t *out)
{
    unsigned i = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; i + 8 <= count; i += 8) { /* eight at once: member k in bit k of byte k, then in bit 0 */
        const uint64_t each = UINT64_C(0x0101010101010101);
        const uint64_t apart = (set >> i & 0xff) * each & UINT64_C(0x8040201008040201);
        const uint64_t bytes = (apart + 0x7f * each) >> 7 & each;
        memcpy(out + i, &bytes, 8);
    }
#endif
    for (; i < count; i++) {
        out[i] = (uint8_t)(set >> i & 1);
    }
}

#endif
