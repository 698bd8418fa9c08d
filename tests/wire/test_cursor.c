/* The bounded cursor: every MessagePack format, every way to be wrong, no byte read past the end.
 */
#include "tests/base/testing.h"
#include "tests/wire/random.h"
#include "wire/cursor.h"

#include <msgpack.h>

/* A cursor over a copy on the heap, of exactly that size, so that ASan sees every byte too far. */
static struct svi_cursor over(const void *bytes, size_t size, uint8_t **copy)
{
    *copy = random_room(size);
    memcpy(*copy, bytes, size);
    return svi_cursor_over(*copy, size);
}

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

static void expect_uint(const uint8_t *bytes, size_t size, uint64_t max, enum sv_status status,
                        uint64_t value)
{
    SCOPED(scoped_free) uint8_t *copy;
    struct svi_cursor c = over(bytes, size, &copy);
    assert_int_equal(svi_get_uint(&c, max), value);
    assert_int_equal(svi_cursor_end(&c), status);
}

static void expect_int(const uint8_t *bytes, size_t size, int64_t low, int64_t high,
                       enum sv_status status, int64_t value)
{
    SCOPED(scoped_free) uint8_t *copy;
    struct svi_cursor c = over(bytes, size, &copy);
    assert_true(svi_get_int(&c, low, high) == value);
    assert_int_equal(svi_cursor_end(&c), status);
}

TEST(integers_in_every_format)
{
    expect_uint(BYTES(0x00), 0, SV_OK, 0);
    expect_uint(BYTES(0x7f), 127, SV_OK, 127);
    expect_uint(BYTES(0x7f), 126, SV_E_RANGE, 0);
    expect_uint(BYTES(0xcc, 0xff), 255, SV_OK, 255);
    expect_uint(BYTES(0xcd, 0x12, 0x34), UINT64_MAX, SV_OK, 0x1234);
    expect_uint(BYTES(0xce, 0x12, 0x34, 0x56, 0x78), UINT64_MAX, SV_OK, 0x12345678);
    expect_uint(BYTES(0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), UINT64_MAX, SV_OK,
                UINT64_MAX);
    expect_uint(BYTES(0xd0, 0x05), 5, SV_OK, 5); /* signed formats hold positive numbers too */
    expect_uint(BYTES(0xd0, 0xff), UINT64_MAX, SV_E_RANGE, 0);
    expect_uint(BYTES(0xff), UINT64_MAX, SV_E_RANGE, 0);
    expect_uint(BYTES(0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0), UINT64_MAX, SV_E_RANGE, 0);
    expect_uint(BYTES(0xc0), UINT64_MAX, SV_E_TYPE, 0);
    expect_uint(BYTES(0xca, 0, 0, 0, 0), UINT64_MAX, SV_E_TYPE, 0);
    expect_uint(BYTES(0xc1), UINT64_MAX, SV_E_TYPE, 0);
    expect_uint(BYTES(0x01, 0x02), UINT64_MAX, SV_E_TRAILING, 1);
    expect_uint(BYTES(0xcd, 0x12), UINT64_MAX, SV_E_TRUNCATED, 0);

    expect_int(BYTES(0xe0), -32, 0, SV_OK, -32);
    expect_int(BYTES(0xff), -1, -1, SV_OK, -1);
    expect_int(BYTES(0xd0, 0x80), -128, 0, SV_OK, -128);
    expect_int(BYTES(0xd1, 0x80, 0x00), INT32_MIN, INT32_MAX, SV_OK, -32768);
    expect_int(BYTES(0xd2, 0x80, 0, 0, 0), INT32_MIN, INT32_MAX, SV_OK, INT32_MIN);
    expect_int(BYTES(0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0), INT64_MIN, INT64_MAX, SV_OK, INT64_MIN);
    expect_int(BYTES(0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0), INT32_MIN, INT32_MAX, SV_E_RANGE, 0);
    expect_int(BYTES(0xce, 0x80, 0, 0, 0), INT32_MIN, INT32_MAX, SV_E_RANGE, 0);
    expect_int(BYTES(0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0), INT64_MIN, INT64_MAX, SV_E_RANGE, 0);
    expect_int(BYTES(0xa1, 'x'), INT64_MIN, INT64_MAX, SV_E_TYPE, 0);
}

TEST(other_values)
{
    const uint8_t bytes[] = {0xc3, 0xc2, 0xa2, 'h', 'i', 0xc4, 0x02, 1, 2, 0xd9, 0x01, 'x'};
    uint8_t *copy, two[2];
    struct svi_cursor c = over(bytes, sizeof bytes, &copy);
    char text[3];
    size_t size;
    assert_true(svi_get_bool(&c));
    assert_false(svi_get_bool(&c));
    svi_get_text(&c, text, sizeof text);
    assert_string_equal(text, "hi");
    svi_get_bytes(&c, two, sizeof two);
    assert_int_equal(two[1], 2);
    assert_memory_equal(svi_get_str(&c, 1, &size), "x", 1);
    assert_int_equal(size, 1);
    assert_ok(svi_cursor_end(&c));
    assert_int_equal(svi_get_uint(&c, 9), 0); /* the end is the end */
    assert_int_equal(c.status, SV_E_TRUNCATED);
    free(copy);
}

TEST(failures_stick)
{
    struct svi_cursor c = svi_cursor_over("\x01\xc0\x02\xa1z", 5);
    char text[4] = "abc";
    uint8_t bytes[4] = {1, 2, 3, 4};
    size_t size = 9;
    assert_int_equal(svi_get_uint(&c, 1), 1);
    assert_int_equal(svi_get_uint(&c, 1), 0);
    assert_int_equal(svi_get_uint(&c, 2), 0);
    svi_get_text(&c, text, sizeof text);
    assert_string_equal(text, "");
    svi_get_bytes(&c, bytes, sizeof bytes);
    assert_memory_equal(bytes, "\0\0\0\0", 4);
    assert_null(svi_get_bin(&c, 9, &size));
    assert_int_equal(size, 0);
    assert_int_equal(svi_get_array(&c, 9), 0);
    assert_int_equal(svi_get_raw_byte(&c), 0);
    assert_null(svi_get_raw(&c, 1));
    svi_cursor_skip(&c);
    assert_int_equal(svi_cursor_end(&c), SV_E_TYPE);
}

/* Counts and lengths that the bytes cannot keep are refused before anybody acts on them. */
TEST(hostile_lengths)
{
    static const struct {
        uint8_t bytes[5];
    } hostile[] = {
        {{0xdd, 0x10, 0x00, 0x00, 0x00}}, /* arrays, maps, strings, bins, exts of up to 4 Gi */
        {{0xdd, 0xff, 0xff, 0xff, 0xff}}, {{0xdf, 0x10, 0x00, 0x00, 0x00}},
        {{0xdf, 0xff, 0xff, 0xff, 0xff}}, {{0xdb, 0xff, 0xff, 0xff, 0xff}},
        {{0xc6, 0xff, 0xff, 0xff, 0xff}}, {{0xc9, 0xff, 0xff, 0xff, 0xff}},
    };

    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        SCOPED(scoped_free) uint8_t *copy;
        struct svi_cursor c = over(hostile[i].bytes, 5, &copy);
        size_t size;

        assert_int_equal(svi_get_array(&c, UINT32_MAX), 0);
        assert_int_equal(c.status, hostile[i].bytes[0] == 0xdd ? SV_E_TRUNCATED : SV_E_TYPE);
        c = svi_cursor_over(copy, 5);
        assert_int_equal(svi_get_map(&c, UINT32_MAX), 0);
        assert_int_not_equal(c.status, SV_OK);
        c = svi_cursor_over(copy, 5);
        assert_null(svi_get_str(&c, SIZE_MAX, &size));
        assert_int_not_equal(c.status, SV_OK);
        c = svi_cursor_over(copy, 5);
        assert_null(svi_get_bin(&c, SIZE_MAX, &size));
        assert_int_not_equal(c.status, SV_OK);
        c = svi_cursor_over(copy, 5);
        svi_cursor_skip(&c);
        assert_int_equal(c.status, SV_E_TRUNCATED);
    }
}

TEST(bounds_of_the_caller)
{
    struct svi_cursor c = svi_cursor_over("\x93\x01\x02\x03", 4);
    size_t size;
    assert_int_equal(svi_get_array(&c, 2), 0);
    assert_int_equal(c.status, SV_E_LENGTH);
    c = svi_cursor_over("\xa3xyz", 4);
    assert_null(svi_get_str(&c, 2, &size));
    assert_int_equal(c.status, SV_E_LENGTH);
    c = svi_cursor_over("\x82\x01\x02\x03", 4); /* two pairs need four bytes */
    assert_int_equal(svi_get_map(&c, 2), 0);
    assert_int_equal(c.status, SV_E_TRUNCATED);
    c = svi_cursor_over("\xc4\x03xyz", 5);
    svi_get_bytes(&c, (uint8_t[4]){0}, 4);
    assert_int_equal(c.status, SV_E_LENGTH);
}

TEST(skips_any_value)
{
    static const uint8_t values[] = {
        0x93, 0x81, 0xa1, 'k',  0x92, 0xc0, 0xcb, 0, 0, 0, 0, 0, 0, 0, 0, /* [{"k": [nil, 0.0]}, */
        0xd5, 0x01, 0xaa, 0xbb,                                           /*  ext, */
        0xc7, 0x01, 0x05, 0xcc,                                           /*  ext] */
        0x2a,
    };
    SCOPED(scoped_free) uint8_t *copy;
    struct svi_cursor c = over(values, sizeof values, &copy);

    svi_cursor_skip(&c);
    assert_ok(c.status);
    assert_int_equal(svi_get_uint(&c, 42), 42);
    for (size_t size = 0; size + 1 < sizeof values; size++) { /* every truncation is noticed */
        SCOPED(scoped_free) uint8_t *part;
        c = over(values, size, &part);
        svi_cursor_skip(&c);
        assert_int_equal(c.status, SV_E_TRUNCATED);
    }
}

TEST(deep_nesting_costs_no_stack)
{
    size_t size = 1 << 20;
    SCOPED(scoped_free) uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, 0x91, size);
    struct svi_cursor c = svi_cursor_over(bytes, size);
    svi_cursor_skip(&c);
    assert_int_equal(c.status, SV_E_TRUNCATED);
    bytes[size - 1] = 0xc0;
    c = svi_cursor_over(bytes, size);
    svi_cursor_skip(&c);
    assert_ok(svi_cursor_end(&c));
}

TEST(texts)
{
    static const char *const good[] = {
        "", "a b", "é", "漢字", "🎲", "\xc2\xa0", "\xef\xbf\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {
        "\n",
        "\x1b[31m",
        "\x7f",
        "\xc2\x85", /* control characters */
        "\x80",
        "\xc3",
        "a\xe6\xbc",
        "\xff", /* cut or stray bytes */
        "\xc0\xaf",
        "\xe0\x80\xaf",
        "\xf0\x80\x80\xaf", /* overlong */
        "\xed\xa0\x80",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", /* no characters */
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(svi_text_ok((const uint8_t *)good[i], strlen(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint8_t bytes[8] = {(uint8_t)(0xa0 | strlen(bad[i]))};
        struct svi_cursor c = svi_cursor_over(bytes, 1 + strlen(bad[i]));
        char text[8];

        memcpy(bytes + 1, bad[i], strlen(bad[i]));
        assert_false(svi_text_ok((const uint8_t *)bad[i], strlen(bad[i])));
        svi_get_text(&c, text, sizeof text);
        assert_string_equal(text, "");
        assert_int_equal(c.status, SV_E_RANGE);
    }
    assert_false(svi_text_ok((const uint8_t *)"a\0b", 3));
}

/* Whatever msgpack-c writes is read back. */
TEST(reads_what_msgpack_writes)
{
    struct random r = {1};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    for (unsigned i = 0; i < 20000; i++) {
        msgpack_packer pk = {&buf, svi_buf_write};
        uint64_t number = random_uint64(&r);
        int64_t signed_number = (int64_t)(number >> 1) * (random_below(&r, 2) != 0 ? 1 : -1);

        svi_buf_clear(&buf);
        msgpack_pack_uint64(&pk, number);
        msgpack_pack_int64(&pk, signed_number);
        struct svi_cursor c = svi_cursor_over(buf.data, buf.size);
        assert_true(svi_get_uint(&c, number) == number);
        assert_true(svi_get_int(&c, signed_number, signed_number) == signed_number);
        assert_ok(svi_cursor_end(&c));
    }
}

TEST(a_buffer_that_cannot_grow_says_so)
{
    struct svi_buf buf = {0};
    svi_buf_append(&buf, "abc", 3);
    assert_false(svi_buf_reserve(&buf, SIZE_MAX - 1));
    assert_true(buf.failed);
    svi_buf_append(&buf, "def", 3); /* nothing more goes in, however small */
    assert_int_equal(buf.size, 3);
    svi_buf_clear(&buf);
    svi_buf_byte(&buf, 'x');
    assert_false(buf.failed);
    assert_int_equal(buf.size, 1);
    svi_buf_append(&buf, NULL, 0);
    svi_buf_finish(&buf);
    assert_null(buf.data);
}
