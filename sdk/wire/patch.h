/* Patches: the differences of two blocks of bytes, as runs of (skip u8, length u8, `length` bytes).
 * From the end of the previous run, `skip` bytes are unchanged and the next `length` are replaced.
 * A length of 0 only skips. The arbiter sends positions as patches, and a bot's session applies
 * them. All bytes are the caller's. */
#ifndef SVI_WIRE_PATCH_H
#define SVI_WIRE_PATCH_H

#include <solvent/status.h>

#include <stddef.h>
#include <stdint.h>

/* Bytes that hold the patch of any two blocks of `size` bytes. */
#define SVI_PATCH_MAX(size) (2 * (size_t)(size) + 2)

/* Writes the patch that turns `seen` into `now`, both of `size` bytes, to `out`. Returns the
 * patch's size; 0 if the blocks are equal. */
size_t svi_patch_make(const uint8_t *seen, const uint8_t *now, size_t size, uint8_t *out);

/* Applies a patch to a block. Returns SV_E_TRUNCATED if the patch ends within a run, and SV_E_RANGE
 * if it goes past the block's end. On failure the block is unusable. */
enum sv_status svi_patch_apply(uint8_t *block, size_t size, const uint8_t *patch,
                               size_t patch_size);

#endif
