/* A bounded cursor over MessagePack from outside
 * (https://github.com/msgpack/msgpack/blob/master/spec.md): it never allocates, never reads past
 * the end, and accepts any bytes. Messages, replays and ZMTP are read with it. The bytes stay the
 * caller's, and must outlive the cursor.
 *
 * The first error (SV_E_TRUNCATED, SV_E_TYPE, SV_E_RANGE or SV_E_LENGTH, or one that a reader sets
 * with svi_cursor_fail()) stays in `status`, and everything read after it is 0, NULL or empty. So
 * read a whole message and look at `status` once. Counts are checked against the bytes left before
 * they are returned (a value takes at least one byte), so a loop up to a count is bounded.
 *
 *     struct svi_cursor c = svi_cursor_over(bytes, size);
 *     uint32_t n = svi_get_array(&c, 8);
 *     for (uint32_t i = 0; i < n; i++) { value[i] = svi_get_uint(&c, 100); }
 *     return svi_cursor_end(&c); */
#ifndef SVI_WIRE_CURSOR_H
#define SVI_WIRE_CURSOR_H

#include "base/utf8.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_cursor {
    const uint8_t *at, *end;
    enum sv_status status;
};

static inline struct svi_cursor svi_cursor_over(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    return (struct svi_cursor){at, size != 0 ? at + size : at, SV_OK};
}

/* Returns the number of bytes not read yet. */
static inline size_t svi_cursor_left(const struct svi_cursor *c)
{
    return (size_t)(c->end - c->at);
}

/* Records an error unless the cursor has one already. Callers use it for faults that they find in
 * values themselves. */
void svi_cursor_fail(struct svi_cursor *c, enum sv_status status);

/* Returns the status, or SV_E_TRAILING if bytes are left over. */
enum sv_status svi_cursor_end(const struct svi_cursor *c);

/* Skips one value of any kind and depth. */
void svi_cursor_skip(struct svi_cursor *c);

/* Reads an integer 0..max in any of MessagePack's integer formats. Errors: SV_E_TYPE, SV_E_RANGE,
 * SV_E_TRUNCATED. */
uint64_t svi_get_long_uint(struct svi_cursor *c, uint64_t max);

/* As svi_get_long_uint(), but fast for integers of one byte, which nearly all are. */
static inline uint64_t svi_get_uint(struct svi_cursor *c, uint64_t max)
{
    return c->at != c->end && *c->at < 0x80 && *c->at <= max ? *c->at++ : svi_get_long_uint(c, max);
}

/* Reads an integer low..high. */
int64_t svi_get_int(struct svi_cursor *c, int64_t low, int64_t high);

bool svi_get_bool(struct svi_cursor *c);

/* Reads the number of elements of an array or of pairs of a map, at most `max` (SV_E_LENGTH) and
 * never more than the bytes left can hold (SV_E_TRUNCATED). The elements follow. */
uint32_t svi_get_long_array(struct svi_cursor *c, uint32_t max);
uint32_t svi_get_map(struct svi_cursor *c, uint32_t max);

/* As svi_get_long_array(), but fast for arrays with the number of elements in their first byte. */
static inline uint32_t svi_get_array(struct svi_cursor *c, uint32_t max)
{
    const uint32_t count = c->at != c->end ? *c->at - 0x90u : 16; /* below 16: a one-byte head */
    if (count < 16 && count <= max && count < svi_cursor_left(c)) {
        c->at++;
        return count;
    }
    return svi_get_long_array(c, max);
}

/* Returns the bytes of a string (unchecked) or bin, at most `max` (SV_E_LENGTH); they lie in the
 * input. Returns NULL and size 0 on failure. */
const uint8_t *svi_get_str(struct svi_cursor *c, size_t max, size_t *size);
const uint8_t *svi_get_bin(struct svi_cursor *c, size_t max, size_t *size);

/* Copies a bin of exactly `size` bytes; zeros on failure. */
void svi_get_bytes(struct svi_cursor *c, uint8_t *out, size_t size);

/* Copies a string of clean text (svi_text_ok) of at most cap - 1 bytes, with a terminating 0; "" on
 * failure (SV_E_LENGTH if too long, SV_E_RANGE if not clean). */
void svi_get_text(struct svi_cursor *c, char *out, size_t cap);

/* As svi_get_text(), for text that may have lines: \n and \t are allowed too (svi_prose_ok). */
void svi_get_prose(struct svi_cursor *c, char *out, size_t cap);

/* Read raw bytes, for formats that are not MessagePack: the next byte, or the next `size` bytes,
 * which lie in the input (NULL if fewer are left). */
uint8_t svi_get_raw_byte(struct svi_cursor *c);
const uint8_t *svi_get_raw(struct svi_cursor *c, size_t size);

#endif
