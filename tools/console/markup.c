#include "tools/console/markup.h"

#include "base/out.h"
#include "base/utf8.h"

#include <sodium.h>
#include <string.h>

void svi_markup_text(struct svi_buf *out, const char *text, bool prose)
{
    for (size_t left = strlen(text); left > 0;) {
        const uint8_t *at = (const uint8_t *)text;
        const unsigned size = prose ? svi_prose_character(at, left) : svi_text_character(at, left);
        switch (size == 1 ? *text : 0) {
        case '&':
            svi_out_text(out, "&amp;");
            break;
        case '<':
            svi_out_text(out, "&lt;");
            break;
        case '>':
            svi_out_text(out, "&gt;");
            break;
        case '"':
            svi_out_text(out, "&quot;");
            break;
        case '\'':
            svi_out_text(out, "&#39;");
            break;
        default:
            if (size == 0) {
                svi_out_char(out, '?');
            } else {
                svi_buf_append(out, text, size);
            }
        }
        text += size > 0 ? size : 1;
        left -= size > 0 ? size : 1;
    }
}

void svi_markup_base64(struct svi_buf *out, const void *bytes, size_t size)
{
    const size_t length = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
    if (svi_buf_reserve(out, length)) {
        (void)sodium_bin2base64((char *)out->data + out->size, length, bytes, size,
                                sodium_base64_VARIANT_ORIGINAL);
        out->size += length - 1;
    }
}

void svi_markup_hash(struct svi_buf *out, const void *bytes, size_t size)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    (void)crypto_hash_sha256(hash, bytes, size);
    svi_markup_base64(out, hash, sizeof hash);
}
