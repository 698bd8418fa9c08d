/* A bounded cursor over MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md) that
 * comes from outside: it never allocates, never reads past the end, takes any bytes.
 *
 * The first thing that is wrong sticks in `status`, and everything read after it is 0, NULL or
 * empty; so one reads a whole message and looks at `status` once. Counts are checked against the
 * bytes that are left before they are returned (a value takes at least one byte), so a loop up to a
 * count is bounded.
 *
 *     struct svi_cursor c = svi_cursor_over(bytes, size);
 *     uint32_t n = svi_get_array(&c, 8);
 *     for (uint32_t i = 0; i < n; i++) { value[i] = svi_get_uint(&c, 100); }
 *     return svi_cursor_end(&c);
 */
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

/* Bytes not read yet. */
static inline size_t svi_cursor_left(const struct svi_cursor *c)
{
    return (size_t)(c->end - c->at);
}

/* Notes a failure, unless there is one already. What the caller finds wrong with a value is noted
 * so too. */
void svi_cursor_fail(struct svi_cursor *c, enum sv_status status);

/* The status, or SV_E_TRAILING when bytes are left over. */
enum sv_status svi_cursor_end(const struct svi_cursor *c);

/* Skips one value, whatever it is and however deep. */
void svi_cursor_skip(struct svi_cursor *c);

/* An integer 0..max, in any of MessagePack's integer formats. SV_E_TYPE, SV_E_RANGE,
 * SV_E_TRUNCATED. */
uint64_t svi_get_long_uint(struct svi_cursor *c, uint64_t max);

/* The same, quick for the integers of one byte: nearly all are. */
static inline uint64_t svi_get_uint(struct svi_cursor *c, uint64_t max)
{
    return c->at != c->end && *c->at < 0x80 && *c->at <= max ? *c->at++ : svi_get_long_uint(c, max);
}

/* An integer low..high. */
int64_t svi_get_int(struct svi_cursor *c, int64_t low, int64_t high);

bool svi_get_bool(struct svi_cursor *c);

/* True, and moves on, when the next value is nil. */
bool svi_get_nil(struct svi_cursor *c);

/* The number of elements of an array, of pairs of a map, at most `max` (SV_E_LENGTH) and never more
 * than the bytes left can hold (SV_E_TRUNCATED). The elements follow. */
uint32_t svi_get_long_array(struct svi_cursor *c, uint32_t max);
uint32_t svi_get_map(struct svi_cursor *c, uint32_t max);

/* svi_get_long_array(), quick for arrays whose number of elements is in their first byte. */
static inline uint32_t svi_get_array(struct svi_cursor *c, uint32_t max)
{
    const uint32_t count = c->at != c->end ? *c->at - 0x90u : 16; /* below 16: all in one byte */
    if (count < 16 && count <= max && count < svi_cursor_left(c)) {
        c->at++;
        return count;
    }
    return svi_get_long_array(c, max);
}

/* The bytes of a string (unchecked) or bin, at most `max` (SV_E_LENGTH); they lie in the input.
 * NULL and 0 on failure. */
const uint8_t *svi_get_str(struct svi_cursor *c, size_t max, size_t *size);
const uint8_t *svi_get_bin(struct svi_cursor *c, size_t max, size_t *size);

/* A bin of exactly `size` bytes, copied; zeros on failure. */
void svi_get_bytes(struct svi_cursor *c, uint8_t *out, size_t size);

/* A string of at most cap - 1 bytes that is clean text (svi_text_ok), with a terminating 0; "" on
 * failure (SV_E_LENGTH: too long; SV_E_RANGE: not such text). */
void svi_get_text(struct svi_cursor *c, char *out, size_t cap);

/* The same for text that may have lines: \n and \t are allowed too (svi_prose_ok). */
void svi_get_prose(struct svi_cursor *c, char *out, size_t cap);

/* Raw bytes, for formats that are not MessagePack: the next byte, the next `size` bytes (NULL:
 * fewer). */
uint8_t svi_get_raw_byte(struct svi_cursor *c);
const uint8_t *svi_get_raw(struct svi_cursor *c, size_t size);

#endif
