/* Little-endian layout of flat structs. On little-endian machines the memory has this layout
 * already, as assertions in pack.c and fields.c verify; elsewhere the bytes of each field are
 * reversed. */
#ifndef SVI_GAME_LAYOUT_H
#define SVI_GAME_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#if !defined(__BYTE_ORDER__) ||                                                                    \
    (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ && __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__)
#error "the byte order of this machine is not known"
#endif

#define SVI_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* A run of `count` equal fields of `width` bytes at `offset`. Wider fields than 8 bytes are copied
 * unchanged. */
struct svi_field_run {
    uint16_t offset, width, count;
};

/* Copies `size` bytes of a struct and, on big-endian machines, reverses every field of `runs`
 * (ended by a width of 0). Works in both directions. */
void svi_layout_copy(void *to, const void *from, size_t size, const struct svi_field_run *runs);

#endif
