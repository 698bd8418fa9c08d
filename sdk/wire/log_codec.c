#include "wire/log_codec.h"

#include <assert.h>
#include <msgpack.h>
#include <string.h>

void svi_put_remark(struct svi_buf *buf, const struct sv_remark *remark)
{
    const char *words = remark->text != NULL ? remark->text : remark->key;
    const size_t size = strlen(words);
    msgpack_packer pk = {buf, svi_buf_write};

    assert(size < (remark->text != NULL ? SV_MAX_LOG : SV_MAX_KEY));
    msgpack_pack_str_with_body(&pk, words, size);
    if (remark->text == NULL) {
        msgpack_pack_int64(&pk, remark->value);
    }
}

enum sv_status svi_get_remark(struct svi_cursor *c, bool note, struct svi_remark *remark)
{
    remark->said =
        (struct sv_remark){.text = note ? NULL : remark->text, .key = note ? remark->key : NULL};
    if (!note) {
        svi_get_prose(c, remark->text, sizeof remark->text);
        return c->status;
    }
    svi_get_text(c, remark->key, sizeof remark->key);
    if (remark->key[0] == 0) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    remark->said.value = svi_get_int(c, INT64_MIN, INT64_MAX);
    return c->status;
}

unsigned svi_remark_cost(const struct sv_remark *remark)
{
    return remark->text != NULL ? 8 + (unsigned)strlen(remark->text)
                                : 16 + (unsigned)strlen(remark->key);
}
