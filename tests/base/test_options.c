/* Structs of options between a program and a library of different versions. */
#include "base/options.h"
#include "tests/base/testing.h"

#include <stdint.h>

/* The struct in three versions: this library has the second. */
struct first {
    size_t size;
    uint32_t a;
    uint8_t b;
};

struct known {
    size_t size;
    uint32_t a;
    uint8_t b;
    uint64_t c;
};

struct newer {
    size_t size;
    uint32_t a;
    uint8_t b;
    uint64_t c, d;
};

#define FIRST SVI_SIZE_TO(struct first, b)

static bool read(struct known *own, const void *from)
{
    memset(own, 0xff, sizeof *own);
    return svi_options_read(own, from, FIRST, sizeof *own);
}

/* Without a size, only the members of the first version count: bytes after them may be anything. */
TEST(zero_is_the_first_version)
{
    const struct known how = {.a = 1, .b = 2, .c = 3};
    struct known own;
    assert_true(read(&own, &how));
    assert_int_equal(own.a, 1);
    assert_int_equal(own.b, 2);
    assert_int_equal(own.c, 0);
}

TEST(an_older_program_gets_zeros)
{
    const struct first how = {.size = sizeof how, .a = 1, .b = 2};
    struct known own;
    assert_true(read(&own, &how));
    assert_int_equal(own.a, 1);
    assert_int_equal(own.b, 2);
    assert_int_equal(own.c, 0);
}

TEST(the_same_version_gets_everything)
{
    const struct known how = {.size = sizeof how, .a = 1, .b = 2, .c = UINT64_MAX};
    struct known own;
    assert_true(read(&own, &how));
    assert_memory_equal(&own, &how, sizeof own);
}

TEST(a_newer_program_may_not_ask_for_more)
{
    struct newer how = {.size = sizeof how, .a = 1, .c = 3};
    struct known own;
    assert_true(read(&own, &how));
    assert_int_equal(own.c, 3);
    how.d = UINT64_C(1) << 63;
    assert_false(read(&own, &how));
    assert_false(svi_options_known(&how, FIRST, sizeof own));
}

TEST(sizes_below_the_first_version_are_refused)
{
    struct known own, how = {.size = FIRST - 1};
    assert_false(read(&own, &how));
    how.size = 1;
    assert_false(read(&own, &how));
    how.size = FIRST;
    assert_true(read(&own, &how));
}
