#include "base/utf8.h"

#include <string.h>

/* Returns the length of the UTF-8 character at the start of `left` bytes, or 0 if they do not begin
 * with a character; the table of RFC 3629, section 4. */
static unsigned utf8_length(const uint8_t *b, size_t left)
{
    unsigned length = b[0] < 0x80                   ? 1
                      : b[0] >= 0xc2 && b[0] < 0xe0 ? 2
                      : (b[0] & 0xf0u) == 0xe0      ? 3
                      : b[0] >= 0xf0 && b[0] < 0xf5 ? 4
                                                    : 0;
    if (length == 0 || length > left) {
        return 0;
    }
    for (unsigned i = 1; i < length; i++) {
        if ((b[i] & 0xc0u) != 0x80) {
            return 0;
        }
    }
    if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] >= 0xa0) ||
        (b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] >= 0x90)) {
        return 0;
    }
    return length;
}

/* `lines` allows \n and \t. */
static unsigned character(const uint8_t *bytes, size_t left, bool lines)
{
    unsigned length = left != 0 ? utf8_length(bytes, left) : 0;
    bool layout = lines && length != 0 && (bytes[0] == '\n' || bytes[0] == '\t');
    if (length == 0 || (bytes[0] < 0x20 && !layout) || bytes[0] == 0x7f ||
        (bytes[0] == 0xc2 && bytes[1] < 0xa0)) {
        return 0;
    }
    return length;
}

unsigned svi_text_character(const uint8_t *bytes, size_t left)
{
    return character(bytes, left, false);
}

unsigned svi_prose_character(const uint8_t *bytes, size_t left)
{
    return character(bytes, left, true);
}

static bool is_clean(const uint8_t *bytes, size_t size, bool lines)
{
    while (size != 0) {
        unsigned length = character(bytes, size, lines);

        if (length == 0) {
            return false;
        }
        bytes += length;
        size -= length;
    }
    return true;
}

bool svi_text_ok(const uint8_t *bytes, size_t size)
{
    return is_clean(bytes, size, false);
}

bool svi_prose_ok(const uint8_t *bytes, size_t size)
{
    return is_clean(bytes, size, true);
}

void svi_text_clean(char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        unsigned length = svi_text_character((const uint8_t *)text, left);
        if (length == 0) {
            *text = '?';
            length = 1;
        }
        text += length;
        left -= length;
    }
}

void svi_prose_clean(char *text, size_t size)
{
    while (size > 0) {
        unsigned length = svi_prose_character((const uint8_t *)text, size);
        if (length == 0) {
            *text = '?';
            length = 1;
        }
        text += length;
        size -= length;
    }
}

/* Returns whether a character of `length` bytes shows nothing, or turns the direction of writing:
 * U+061C, U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF, and the tags. */
static bool is_invisible(const uint8_t *b, unsigned length)
{
    return (length == 2 && b[0] == 0xd8 && b[1] == 0x9c) ||
           (length == 3 && b[0] == 0xe2 && b[1] == 0x80 &&
            ((b[2] >= 0x8b && b[2] <= 0x8f) || (b[2] >= 0xa8 && b[2] <= 0xae))) ||
           (length == 3 && b[0] == 0xe2 && b[1] == 0x81 && b[2] >= 0xa0 && b[2] <= 0xaf) ||
           (length == 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf) ||
           (length == 4 && b[0] == 0xf3 && b[1] == 0xa0 && b[2] <= 0x81);
}

void svi_said_copy(char *out, size_t cap, const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    while (size > 0) {
        const unsigned length = svi_prose_character(bytes, size);
        const bool space = length != 0 && (bytes[0] == '\n' || bytes[0] == '\t');
        const bool kept = length != 0 && !space && !is_invisible(bytes, length);
        const unsigned more = kept ? length : 1, read = length != 0 ? length : 1;
        if (at + more >= cap) {
            break;
        }
        memcpy(out + at, kept ? (const char *)bytes : space ? " " : "?", more);
        at += more;
        bytes += read;
        size -= read;
    }
    out[at] = '\0';
}
