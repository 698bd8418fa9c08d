/* Sets as bytes, one for each member: 1 or 0. */
#ifndef SVI_ENV_BITS_H
#define SVI_ENV_BITS_H

#include <stdint.h>

/* `count` members, a multiple of 8, to as many bytes. */
static inline void svi_spread(uint64_t set, unsigned count, uint8_t *out)
{
    for (unsigned i = 0; i < count; i++) {
        out[i] = (uint8_t)(set >> i & 1);
    }
}

#endif
