#include "base/out.h"

#include "base/utf8.h"

#include <solvent/set.h>

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void svi_out_char(struct svi_buf *out, char c)
{
    svi_buf_byte(out, (uint8_t)c);
}

void svi_out_text(struct svi_buf *out, const char *text)
{
    svi_buf_append(out, text, strlen(text));
}

void svi_out_int(struct svi_buf *out, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    svi_buf_append(out, digits + at, sizeof digits - at);
}

void svi_out_format(struct svi_buf *out, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int size = vsnprintf(NULL, 0, format, args);
    if (size > 0 && svi_buf_reserve(out, (size_t)size + 1)) { /* it ends its text with a zero */
        (void)vsnprintf((char *)out->data + out->size, (size_t)size + 1, format, again);
        out->size += (size_t)size;
    }
    va_end(again);
    va_end(args);
}

void svi_out_hex(struct svi_buf *out, const uint8_t *bytes, size_t size)
{
    /* sodium_bin2hex() ends its text with a zero, for which there must be room. */
    if (svi_buf_reserve(out, 2 * size + 1)) {
        sodium_bin2hex((char *)out->data + out->size, 2 * size + 1, bytes, size);
        out->size += 2 * size;
    }
}

unsigned svi_out_character(const char *text)
{
    return svi_text_character((const uint8_t *)text, strnlen(text, 4));
}

void svi_out_json_string(struct svi_buf *out, const char *text)
{
    static const char shorthand[] = "\bb\ff\nn\rr\tt"; /* pairs of a character and its letter */
    svi_out_char(out, '"');
    while (*text != '\0') {
        const uint8_t c = (uint8_t)*text;
        const unsigned length = svi_out_character(text);
        const char *pair = shorthand;
        if (c == '"' || c == '\\') {
            svi_out_char(out, '\\');
            svi_out_char(out, *text);
        } else if (length != 0) {
            svi_buf_append(out, text, length);
        } else if (c >= 0x20 && c != 0x7f) {
            svi_out_text(out, "\xef\xbf\xbd");
        } else {
            while (*pair != '\0' && *pair != *text) {
                pair += 2;
            }
            svi_out_char(out, '\\');
            if (*pair != '\0') {
                svi_out_char(out, pair[1]);
            } else {
                svi_out_text(out, "u00");
                svi_out_hex(out, &c, 1);
            }
        }
        text += length != 0 ? length : 1;
    }
    svi_out_char(out, '"');
}

void svi_out_plain(struct svi_buf *out, const char *text)
{
    while (*text != '\0') {
        const unsigned length = svi_out_character(text);
        if (length != 0) {
            svi_buf_append(out, text, length);
        } else {
            svi_out_char(out, '?');
        }
        text += length != 0 ? length : 1;
    }
}

void svi_out_json_spaces(struct svi_buf *out, uint64_t spaces)
{
    const char *separator = "";
    svi_out_char(out, '[');
    for (unsigned space = 0; space < 64; space++) {
        if (sv_has(spaces, space)) {
            svi_out_text(out, separator);
            svi_out_int(out, space);
            separator = ",";
        }
    }
    svi_out_char(out, ']');
}
