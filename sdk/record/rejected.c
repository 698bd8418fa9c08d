#include "record/rejected.h"

#include "wire/answer_codec.h"

#include <msgpack.h>

void svi_put_rejected(struct svi_buf *buf, const struct svi_rejected *rejected)
{
    msgpack_packer pk = {buf, svi_buf_write};

    msgpack_pack_uint32(&pk, rejected->back);
    msgpack_pack_uint8(&pk, rejected->reason);
    msgpack_pack_uint32(&pk, rejected->whole);
    msgpack_pack_bin_with_body(&pk, rejected->bytes, rejected->size);
}

enum sv_status svi_get_rejected(struct svi_cursor *c, struct svi_rejected *rejected)
{
    size_t size = 0;
    rejected->back = (uint32_t)svi_get_uint(c, UINT32_MAX);
    rejected->reason = (uint8_t)svi_get_uint(c, UINT8_MAX);
    rejected->whole = (uint32_t)svi_get_uint(c, UINT32_MAX);
    rejected->bytes = svi_get_bin(c, SVI_REJECTED_BYTES, &size);
    rejected->size = (uint32_t)size;
    rejected->verdict = rejected->back != 0 ? SV_VERDICT_LATE : SV_VERDICT_ILLEGAL;
    if (rejected->size > rejected->whole) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    return c->status;
}

bool svi_rejected_answer(const struct svi_rejected *rejected, const struct sv_edition *e,
                         const struct sv_position *p, const struct sv_question *q,
                         struct sv_answer *answer)
{
    struct svi_cursor c = svi_cursor_over(rejected->bytes, rejected->size);
    if (rejected->whole == 0) {
        sv_answer_default(e, p, q, answer);
        return true;
    }
    return rejected->size == rejected->whole && svi_get_answer(&c, p, q, answer) == SV_OK &&
           svi_cursor_end(&c) == SV_OK;
}
