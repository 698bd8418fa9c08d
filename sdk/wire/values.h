/* Members of structs as values of messages, by their C type: svi_put_value(pk, member) packs a
 * member, svi_get_value(cursor, &member) reads one that fits it. The rows of <solvent/manifest.h>,
 * <solvent/fields.h> and the messages in wire/messages.h say which members travel. The codecs of
 * sdk/wire and record/header.c use them. The cursor has the errors of reading, the packer's buffer
 * those of writing; the packers themselves always return 0. */
#ifndef SVI_WIRE_VALUES_H
#define SVI_WIRE_VALUES_H

#include "wire/cursor.h"

#include <solvent/fields.h>
#include <solvent/position.h>
#include <msgpack.h>

/* clang-format off */
#define svi_put_value(pk, value)                                                                   \
    _Generic((value),                                                                              \
             bool: svi_pack_bool,                                                                  \
             uint8_t: msgpack_pack_uint8,                                                          \
             uint32_t: msgpack_pack_uint32,                                                        \
             uint64_t: msgpack_pack_uint64,                                                        \
             int32_t: msgpack_pack_int32,                                                          \
             struct sv_offer: svi_pack_offer)((pk), (value))
#define svi_get_value(cursor, member)                                                              \
    _Generic((member),                                                                             \
             bool *: svi_read_bool,                                                                \
             uint8_t *: svi_read_u8,                                                               \
             uint32_t *: svi_read_u32,                                                             \
             uint64_t *: svi_read_u64,                                                             \
             int32_t *: svi_read_i32,                                                              \
             struct sv_offer *: svi_read_offer)((cursor), (member))
/* clang-format on */

static inline void svi_read_bool(struct svi_cursor *c, bool *out)
{
    *out = svi_get_bool(c);
}

static inline void svi_read_u8(struct svi_cursor *c, uint8_t *out)
{
    *out = (uint8_t)svi_get_uint(c, UINT8_MAX);
}

static inline void svi_read_u32(struct svi_cursor *c, uint32_t *out)
{
    *out = (uint32_t)svi_get_uint(c, UINT32_MAX);
}

static inline void svi_read_u64(struct svi_cursor *c, uint64_t *out)
{
    *out = svi_get_uint(c, UINT64_MAX);
}

static inline void svi_read_i32(struct svi_cursor *c, int32_t *out)
{
    *out = (int32_t)svi_get_int(c, INT32_MIN, INT32_MAX);
}

static inline int svi_pack_bool(msgpack_packer *pk, bool value)
{
    return value ? msgpack_pack_true(pk) : msgpack_pack_false(pk);
}

/* Pack and read an offer: an array of the values that SV_OFFER_VALUES names. */
int svi_pack_offer(msgpack_packer *pk, struct sv_offer offer);
void svi_read_offer(struct svi_cursor *c, struct sv_offer *out);

/* Pack and read the conditions of asking as a bin: a byte for each kind of decision, without the
 * zeros at its end. Reading skips the bytes of unknown kinds and does not check the conditions. */
int svi_pack_whens(msgpack_packer *pk, const uint8_t when[SV_DECISION_COUNT]);
void svi_get_whens(struct svi_cursor *c, uint8_t when[SV_DECISION_COUNT]);

#endif
