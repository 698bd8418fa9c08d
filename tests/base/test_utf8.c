/* The judge of UTF-8 against a plain encoder: every character there is, and nothing else. */
#include "base/utf8.h"
#include "tests/base/testing.h"

#define LAST_POINT 0x10ffffu

/* A code point's bytes by RFC 3629, section 3, whether there is such a character or not. */
static unsigned encode(uint32_t point, uint8_t out[4])
{
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const unsigned length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (unsigned i = length; i-- > 1; point >>= 6) {
        out[i] = (uint8_t)(0x80 | (point & 0x3f));
    }
    out[0] = (uint8_t)(lead[length] | point);
    return length;
}

static bool is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0);
}

TEST(every_code_point)
{
    for (uint32_t point = 0; point <= LAST_POINT + 0x1000; point++) {
        uint8_t bytes[5] = {0};
        const unsigned length = encode(point, bytes);
        const bool surrogate = point >= 0xd800 && point < 0xe000;
        const unsigned text = surrogate || point > LAST_POINT || is_control(point) ? 0 : length;
        const unsigned prose = point == '\n' || point == '\t' ? 1 : text;

        bytes[length] = 'x'; /* the next byte makes no difference */
        if (svi_text_character(bytes, length) != text ||
            svi_text_character(bytes, length + 1) != text ||
            svi_prose_character(bytes, length) != prose ||
            svi_text_ok(bytes, length) != (text != 0) ||
            svi_prose_ok(bytes, length + 1) != (prose != 0)) {
            fail_msg("U+%04X is judged wrongly", (unsigned)point);
        }
        assert_int_equal(svi_prose_character(bytes, length - 1), 0);
    }
}

/* Of all pairs and triples of bytes, those of two and three that are one character are as many as
 * there are characters of that length: so no other bytes pass for one. */
TEST(nothing_else)
{
    unsigned count[4] = {0};
    for (uint32_t i = 0; i < 1u << 24; i++) {
        const uint8_t bytes[3] = {(uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i};
        const unsigned length = svi_text_character(bytes, 3);

        assert_true(length <= 3);
        count[length]++;
    }
    assert_int_equal(count[1], (0x80 - 0x21) << 16);
    assert_int_equal(count[2], (0x800 - 0x80 - 0x20) << 8);
    assert_int_equal(count[3], 0x10000 - 0x800 - 0x800);
}

TEST(texts_are_characters_in_a_row)
{
    static const char text[] = "a\xc3\xa9\xe6\xbc\xa2\n";
    assert_int_equal(svi_text_character((const uint8_t *)text, 0), 0);
    assert_true(svi_text_ok((const uint8_t *)text, 0));
    assert_true(svi_text_ok((const uint8_t *)text, 6));
    assert_false(svi_text_ok((const uint8_t *)text, 5)); /* cut */
    assert_false(svi_text_ok((const uint8_t *)text, 7));
    assert_true(svi_prose_ok((const uint8_t *)text, 7));
    assert_false(svi_prose_ok((const uint8_t *)text, 8)); /* with its 0 */
}

TEST(what_is_no_text_is_replaced)
{
    char line[] = "a\x1b[31mb\tc\xc2\x9b\xc3\xa4\xff\n\x7f";
    char prose[] = "a\x1b[31mb\tc\xc2\x9b\xc3\xa4\xff\n\x7f";

    svi_text_clean(line);
    assert_string_equal(line, "a?[31mb?c??\xc3\xa4???");
    svi_prose_clean(prose, sizeof prose - 1);
    assert_string_equal(prose, "a?[31mb\tc??\xc3\xa4?\n?");
}
