/* Patches: what has changed in a block of bytes, as runs of (skip u8, length u8, `length` bytes):
 * from where the last run ended, `skip` bytes stay, the next `length` are replaced. A length of 0
 * only skips. */
#ifndef SVI_WIRE_PATCH_H
#define SVI_WIRE_PATCH_H

#include <solvent/status.h>

#include <stddef.h>
#include <stdint.h>

/* Room for the patch of any two blocks of `size` bytes. */
#define SVI_PATCH_MAX(size) (2 * (size_t)(size) + 2)

/* Writes the patch that makes `seen` into `now` (both of `size` bytes) to `out` and returns the
 * patch's size; 0 when they are equal. */
size_t svi_patch_make(const uint8_t *seen, const uint8_t *now, size_t size, uint8_t *out);

/* Carries out a patch on a block. SV_E_TRUNCATED: it ends within a run; SV_E_RANGE: it goes past
 * the block's end. On failure the block is of no use any more. */
enum sv_status svi_patch_apply(uint8_t *block, size_t size, const uint8_t *patch,
                               size_t patch_size);

#endif
