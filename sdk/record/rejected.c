#include "record/rejected.h"

#include "wire/answer_codec.h"

#include <msgpack.h>

void svi_put_slip(struct svi_buf *buf, const struct svi_slip *slip)
{
    msgpack_packer pk = {buf, svi_buf_write};

    msgpack_pack_uint32(&pk, slip->back);
    msgpack_pack_uint8(&pk, slip->reason);
    msgpack_pack_uint32(&pk, slip->whole);
    msgpack_pack_bin_with_body(&pk, slip->bytes, slip->size);
}

enum sv_status svi_get_slip(struct svi_cursor *c, struct svi_slip *slip)
{
    size_t size = 0;

    slip->back = (uint32_t)svi_get_uint(c, UINT32_MAX);
    slip->reason = (uint8_t)svi_get_uint(c, UINT8_MAX);
    slip->whole = (uint32_t)svi_get_uint(c, UINT32_MAX);
    slip->bytes = svi_get_bin(c, SVI_SLIP_BYTES, &size);
    slip->size = (uint32_t)size;
    slip->verdict = slip->back != 0 ? SV_VERDICT_LATE : SV_VERDICT_ILLEGAL;
    if (slip->size > slip->whole) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    return c->status;
}

bool svi_slip_answer(const struct svi_slip *slip, const struct sv_edition *e,
                     const struct sv_position *p, const struct sv_question *q,
                     struct sv_answer *answer)
{
    struct svi_cursor c = svi_cursor_over(slip->bytes, slip->size);

    if (slip->whole == 0) {
        sv_answer_default(e, p, q, answer);
        return true;
    }
    return slip->size == slip->whole && svi_get_answer(&c, p, q, answer) == SV_OK &&
           svi_cursor_end(&c) == SV_OK;
}
