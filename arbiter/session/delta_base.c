#include "session/delta_base.h"

#include <assert.h>
#include <string.h>

void svi_baseline_reset(struct svi_baseline *baseline)
{
    memset(baseline->knows, 0, sizeof baseline->knows);
    baseline->knows[0] = UINT8_MAX;
    memset(baseline->block[0], 0, sizeof baseline->block[0]);
}

void svi_baseline_make_patch(const struct svi_baseline *baseline, unsigned seat, const uint8_t *now,
                             size_t size, struct svi_baseline_patch *patch)
{
    unsigned i = 0;
    while ((baseline->knows[i] >> seat & 1u) == 0) {
        i++;
        assert(i < SV_MAX_SEATS);
    }
    if (patch->block != baseline->block[i] || patch->block_size != size) {
        patch->block = baseline->block[i];
        patch->block_size = size;
        patch->size = svi_patch_make(patch->block, now, size, patch->bytes);
    }
}

void svi_baseline_learn(struct svi_baseline *baseline, unsigned seats, const uint8_t *now,
                        size_t size)
{
    unsigned free = SV_MAX_SEATS;
    assert(seats != 0);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        baseline->knows[i] = (uint8_t)(baseline->knows[i] & ~seats);
        free = baseline->knows[i] == 0 && free == SV_MAX_SEATS ? i : free;
    }
    /* There is one: the seats that learn nothing now are fewer than the blocks. */
    assert(free < SV_MAX_SEATS);
    baseline->knows[free] = (uint8_t)seats;
    memcpy(baseline->block[free], now, size);
}
