#include "tools/cli/store_sample.h"

#include "store/reader.h"

#include <sodium.h>

bool svi_store_sample_wants(void *user, uint64_t number)
{
    const struct svi_store_sample *s = user;
    uint8_t lot[8], text[8];
    uint64_t drawn = 0;
    for (unsigned i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)(number >> 8 * i);
    }
    crypto_shorthash(lot, text, sizeof text, svi_store_info(s->store)->seed);
    for (unsigned i = 0; i < sizeof lot; i++) {
        drawn |= (uint64_t)lot[i] << 8 * i;
    }
    return (double)(drawn >> 11) / 9007199254740992.0 < s->share;
}
