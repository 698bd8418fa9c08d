#include "wire/log_codec.h"

#include <assert.h>
#include <msgpack.h>
#include <string.h>

void svi_put_log_entry(struct svi_buf *buf, const struct sv_log_entry *log_entry)
{
    const char *words = log_entry->text != NULL ? log_entry->text : log_entry->key;
    const size_t size = strlen(words);
    msgpack_packer pk = {buf, svi_buf_write};

    assert(size < (log_entry->text != NULL ? SV_MAX_LOG : SV_MAX_KEY));
    msgpack_pack_str_with_body(&pk, words, size);
    if (log_entry->text == NULL) {
        msgpack_pack_int64(&pk, log_entry->value);
    }
}

enum sv_status svi_get_log_entry(struct svi_cursor *c, bool note, struct svi_log_entry *log_entry)
{
    log_entry->said = (struct sv_log_entry){.text = note ? NULL : log_entry->text,
                                            .key = note ? log_entry->key : NULL};
    if (!note) {
        svi_get_prose(c, log_entry->text, sizeof log_entry->text);
        return c->status;
    }
    svi_get_text(c, log_entry->key, sizeof log_entry->key);
    if (log_entry->key[0] == 0) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    log_entry->said.value = svi_get_int(c, INT64_MIN, INT64_MAX);
    return c->status;
}

unsigned svi_log_entry_cost(const struct sv_log_entry *log_entry)
{
    return log_entry->text != NULL ? 8 + (unsigned)strlen(log_entry->text)
                                   : 16 + (unsigned)strlen(log_entry->key);
}
