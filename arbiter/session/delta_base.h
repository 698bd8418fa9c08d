/* What the bots of a match know of its position, so that they are sent only what is new to them.
 * Seats that were asked at the same moment know the same: one block serves them all, and one patch.
 */
#ifndef SVI_ARBITER_SESSION_DELTA_BASE_H
#define SVI_ARBITER_SESSION_DELTA_BASE_H

#include "wire/patch.h"
#include "wire/wire.h"

#include <solvent/manifest.h>

#include <stddef.h>
#include <stdint.h>

struct svi_delta_base {
    uint8_t knows[SV_MAX_SEATS]; /* the seats that know block i, as a set; every seat is in one of
                                    them */
    uint8_t block[SV_MAX_SEATS][SVI_MAX_BLOCK];
};

/* The patch for one moment's asks, kept while it is the same for the next seat. */
struct svi_delta_base_patch {
    const uint8_t *block; /* that it is from; NULL: none yet */
    size_t block_size, size;
    uint8_t bytes[SVI_PATCH_MAX(SVI_MAX_BLOCK)];
};

/* A match begins: nobody knows anything, all blocks are 0. */
void svi_delta_base_reset(struct svi_delta_base *base);

/* Makes `patch` lead from what a seat knows to `now`, both of `size` bytes: SV_POSITION_BYTES or
 * SVI_MAX_BLOCK. `now` and `baseline` must be as they were when `patch` was made, unless
 * patch->block is NULL. */
void svi_delta_base_make_patch(const struct svi_delta_base *base, unsigned seat, const uint8_t *now,
                               size_t size, struct svi_delta_base_patch *patch);

/* The seats of a set, not empty, know `now` from here on: `size` bytes of it, in a match the same
 * every time. */
void svi_delta_base_learn(struct svi_delta_base *base, unsigned seats, const uint8_t *now,
                          size_t size);

#endif
