#include "arbiter/seen.h"

#include <assert.h>
#include <string.h>

void svi_seen_reset(struct svi_seen *seen)
{
    memset(seen->knows, 0, sizeof seen->knows);
    seen->knows[0] = UINT8_MAX;
    memset(seen->block[0], 0, sizeof seen->block[0]);
}

void svi_seen_make_patch(const struct svi_seen *seen, unsigned seat, const uint8_t *now,
                         size_t size, struct svi_seen_patch *patch)
{
    unsigned i = 0;
    while ((seen->knows[i] >> seat & 1u) == 0) {
        i++;
        assert(i < SV_MAX_SEATS);
    }
    if (patch->block != seen->block[i] || patch->block_size != size) {
        patch->block = seen->block[i];
        patch->block_size = size;
        patch->size = svi_patch_make(patch->block, now, size, patch->bytes);
    }
}

void svi_seen_learn(struct svi_seen *seen, unsigned seats, const uint8_t *now, size_t size)
{
    unsigned free = SV_MAX_SEATS;
    assert(seats != 0);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        seen->knows[i] = (uint8_t)(seen->knows[i] & ~seats);
        free = seen->knows[i] == 0 && free == SV_MAX_SEATS ? i : free;
    }
    /* There is one: the seats that learn nothing now are fewer than the blocks. */
    assert(free < SV_MAX_SEATS);
    seen->knows[free] = (uint8_t)seats;
    memcpy(seen->block[free], now, size);
}
