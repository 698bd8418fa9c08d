#include "session/delta_base.h"

#include <assert.h>
#include <string.h>

void svi_delta_base_reset(struct svi_delta_base *base)
{
    memset(base->knows, 0, sizeof base->knows);
    base->knows[0] = UINT8_MAX;
    memset(base->block[0], 0, sizeof base->block[0]);
}

void svi_delta_base_make_patch(const struct svi_delta_base *base, unsigned seat, const uint8_t *now,
                               size_t size, struct svi_delta_base_patch *patch)
{
    unsigned i = 0;
    while ((base->knows[i] >> seat & 1u) == 0) {
        i++;
        assert(i < SV_MAX_SEATS);
    }
    if (patch->block != base->block[i] || patch->block_size != size) {
        patch->block = base->block[i];
        patch->block_size = size;
        patch->size = svi_patch_make(patch->block, now, size, patch->bytes);
    }
}

void svi_delta_base_learn(struct svi_delta_base *base, unsigned seats, const uint8_t *now,
                          size_t size)
{
    unsigned free = SV_MAX_SEATS;
    assert(seats != 0);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        base->knows[i] = (uint8_t)(base->knows[i] & ~seats);
        free = base->knows[i] == 0 && free == SV_MAX_SEATS ? i : free;
    }
    /* There is one: the seats that learn nothing now are fewer than the blocks. */
    assert(free < SV_MAX_SEATS);
    base->knows[free] = (uint8_t)seats;
    memcpy(base->block[free], now, size);
}
