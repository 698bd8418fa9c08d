#include "base/json_read.h"

#include "base/utf8.h"

#include <string.h>

/* ---- checking -------------------------------------------------------------------------------- */

struct scan {
    const char *text;
    size_t size, at;
};

static char peek(const struct scan *s)
{
    return s->at < s->size ? s->text[s->at] : '\0';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(struct scan *s)
{
    while (is_blank(peek(s))) {
        s->at++;
    }
}

static bool take(struct scan *s, char c)
{
    skip_blanks(s);
    if (peek(s) != c) {
        return false;
    }
    s->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool skip_digits(struct scan *s)
{
    const size_t start = s->at;
    while (is_digit(peek(s))) {
        s->at++;
    }
    return s->at > start;
}

static bool skip_number(struct scan *s)
{
    s->at += peek(s) == '-';
    if (peek(s) == '0') {
        s->at++;
    } else if (!skip_digits(s)) {
        return false;
    }
    if (peek(s) == '.') {
        s->at++;
        if (!skip_digits(s)) {
            return false;
        }
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        s->at++;
        s->at += peek(s) == '-' || peek(s) == '+';
        return skip_digits(s);
    }
    return true;
}

static int hex(char c)
{
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool skip_escape(struct scan *s)
{
    const char c = peek(s);
    if (c == '\0' || strchr("\"\\/bfnrtu", c) == NULL) {
        return false;
    }
    s->at++;
    for (unsigned i = 0; c == 'u' && i < 4; i++, s->at++) {
        if (hex(peek(s)) < 0) {
            return false;
        }
    }
    return true;
}

/* A string, in which no control characters stand: U+007F to U+009F must be escaped, too, though
 * JSON would allow them. */
static bool skip_string(struct scan *s)
{
    if (!take(s, '"')) {
        return false;
    }
    while (s->at < s->size && peek(s) != '"') {
        const uint8_t c = (uint8_t)peek(s);
        const unsigned length =
            svi_text_character((const uint8_t *)s->text + s->at, s->size - s->at);
        if (c == '\\') {
            s->at++;
            if (!skip_escape(s)) {
                return false;
            }
        } else if (length == 0) {
            return false;
        } else {
            s->at += length;
        }
    }
    return take(s, '"');
}

static bool skip_word(struct scan *s, const char *word)
{
    for (; *word != '\0'; word++, s->at++) {
        if (peek(s) != *word) {
            return false;
        }
    }
    return true;
}

static bool skip_value(struct scan *s, unsigned depth);

static bool skip_members(struct scan *s, char end, unsigned depth)
{
    if (depth >= SVI_JSON_DEPTH) {
        return false;
    }
    s->at++;
    if (take(s, end)) {
        return true;
    }
    do {
        if (end == '}' && (!skip_string(s) || !take(s, ':'))) {
            return false;
        }
        if (!skip_value(s, depth + 1)) {
            return false;
        }
    } while (take(s, ','));
    return take(s, end);
}

static bool skip_value(struct scan *s, unsigned depth)
{
    skip_blanks(s);
    switch (peek(s)) {
    case '{':
        return skip_members(s, '}', depth);
    case '[':
        return skip_members(s, ']', depth);
    case '"':
        return skip_string(s);
    case 't':
        return skip_word(s, "true");
    case 'f':
        return skip_word(s, "false");
    case 'n':
        return skip_word(s, "null");
    default:
        return skip_number(s);
    }
}

bool svi_json_skip(const char *text, size_t size, size_t *at)
{
    struct scan s = {text, size, *at};
    const bool whole = skip_value(&s, 0);
    *at = s.at;
    return whole;
}

/* ---- walking --------------------------------------------------------------------------------- */

bool svi_json_walk(struct svi_json_value value, char kind, struct svi_json_walk *out)
{
    *out = (struct svi_json_walk){value.text + 1, value.text + value.size - 1, kind == '{'};
    return value.text[0] == kind;
}

/* Takes the value at the walk's place. */
static struct svi_json_value next_value(struct svi_json_walk *walk)
{
    struct scan s = {walk->at, (size_t)(walk->end - walk->at), 0};
    skip_blanks(&s);
    const size_t start = s.at;
    (void)skip_value(&s, 0);
    walk->at += s.at;
    return (struct svi_json_value){s.text + start, s.at - start};
}

bool svi_json_next(struct svi_json_walk *walk, struct svi_json_value *key,
                   struct svi_json_value *out)
{
    while (walk->at < walk->end && (is_blank(*walk->at) || *walk->at == ',')) {
        walk->at++;
    }
    if (walk->at >= walk->end) {
        return false;
    }
    if (walk->keyed) {
        *key = next_value(walk);
        while (*walk->at != ':') {
            walk->at++;
        }
        walk->at++;
    }
    *out = next_value(walk);
    return true;
}

/* ---- single values --------------------------------------------------------------------------- */

bool svi_json_is_string(struct svi_json_value value)
{
    return value.text[0] == '"';
}

static uint32_t four_digits(const char *at)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < 4; i++) {
        code = code << 4 | (uint32_t)hex(at[i]);
    }
    return code;
}

/* Reads the character behind a backslash at **at. Returns 0 for half a surrogate pair. */
static uint32_t escaped(const char **at)
{
    static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    const char c = *(*at)++;
    if (c != 'u') {
        const char *pair = plain;
        while (*pair != c) {
            pair += 2;
        }
        return (uint32_t)pair[1];
    }
    const uint32_t high = four_digits(*at);
    *at += 4;
    if (high < 0xd800 || high >= 0xe000) {
        return high;
    }
    if (high >= 0xdc00 || (*at)[0] != '\\' || (*at)[1] != 'u') {
        return 0;
    }
    const uint32_t low = four_digits(*at + 2);
    *at += 6;
    return low < 0xdc00 || low >= 0xe000 ? 0 : 0x10000 + (high - 0xd800) * 0x400 + low - 0xdc00;
}

/* Writes a character as UTF-8. Returns its length. */
static size_t encode(uint32_t code, char out[4])
{
    const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1;) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)(lead[length] | code);
    return length;
}

bool svi_json_chars(struct svi_json_value value, char *out, size_t room)
{
    const char *at = value.text + 1;
    const char *end = value.text + value.size - 1;
    size_t size = 0;
    if (!svi_json_is_string(value)) {
        return false;
    }
    while (at < end) {
        char bytes[4] = {*at++};
        size_t length = 1;
        if (bytes[0] == '\\') {
            const uint32_t code = escaped(&at);
            if (code == 0) {
                return false;
            }
            length = encode(code, bytes);
        }
        if (size + length >= room) {
            return false;
        }
        memcpy(out + size, bytes, length);
        size += length;
    }
    out[size] = '\0';
    return true;
}

bool svi_json_whole(struct svi_json_value value, int64_t *out)
{
    const bool negative = value.text[0] == '-';
    int64_t number = 0;
    if (value.size - negative > 15) {
        return false;
    }
    for (size_t i = negative; i < value.size; i++) {
        if (!is_digit(value.text[i])) {
            return false;
        }
        number = number * 10 + (value.text[i] - '0');
    }
    *out = negative ? -number : number;
    return true;
}
