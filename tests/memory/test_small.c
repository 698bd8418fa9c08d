/* memory/memory.h: an allocation succeeds, or the program ends. */
#include "base/buf.h"
#include "memory/memory.h"
#include "tests/base/testing.h"
#include "tests/memory/starve.h"

/* AddressSanitizer ends a program that asks for an impossible size, unless it is told to refuse. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

TEST(new_memory_is_zero)
{
    char *bytes = svi_new(1000, 3);
    for (size_t i = 0; i < 3000; i++) {
        assert_int_equal(bytes[i], 0);
    }
    free(bytes);
    void *nothing = svi_new(0, 8);
    assert_non_null(nothing);
    free(nothing);
    assert_null(svi_new(SIZE_MAX / 4, 8));
}

TEST(arrays_grow_and_keep_their_elements)
{
    size_t room = 0;
    uint32_t *list = NULL;
    for (uint32_t n = 0; n < 1000; n++) {
        list = svi_grow(list, &room, n + 1, sizeof *list);
        assert_true(room > n);
        list[n] = n;
    }
    for (uint32_t n = 0; n < 1000; n++) {
        assert_int_equal(list[n], n);
    }
    assert_true(room < 2048);
    assert_null(svi_grow(list, &room, SIZE_MAX / 16, sizeof *list));
    assert_int_equal(list[999], 999); /* it is as before */
    free(list);
}

TEST(texts_are_copied_and_printed)
{
    char one[] = "one", two[] = "two", *const list[] = {one, two, NULL};
    char *copy = svi_copy("text"), *part = svi_copy_bytes("text", 2),
         *all = svi_copy_bytes("ab", 9);
    char *text = svi_text("%s %d", "seat", 3), **texts = svi_copy_texts(list);
    assert_string_equal(copy, "text");
    assert_string_equal(part, "te");
    assert_string_equal(all, "ab");
    assert_string_equal(text, "seat 3");
    assert_true(svi_texts_same(texts, list));
    assert_null(svi_copy_texts(NULL));
    free(copy);
    free(part);
    free(all);
    free(text);
    svi_texts_free(texts);
    struct svi_buf buf = {0};
    svi_buf_append(&buf, "abc", 3);
    text = svi_text_of(&buf);
    assert_string_equal(text, "abc");
    assert_int_equal(buf.size, 0);
    free(text);
}

/* Every small way to ask for memory once. */
static bool try_all(void *user)
{
    (void)user;
    size_t room = 0;
    char *list = svi_grow(NULL, &room, 20, 1), *copy = svi_copy("text"), *text = svi_text("%d", 7);
    void *one = svi_new(1, 8), *larger = svi_resize(one, 100, 8);
    struct svi_buf buf = {0};
    svi_buf_byte(&buf, 'x');
    char *of = svi_text_of(&buf);
    const bool all = list != NULL && copy != NULL && text != NULL && larger != NULL && of != NULL;
    free(list);
    free(copy);
    free(text);
    free(larger);
    free(of);
    return all;
}

TEST(a_small_request_ends_the_program)
{
    assert_true(starve_program(try_all, NULL) >=
                5); /* with sanitizers vasprintf() is not counted */
}

/* A large one is refused, and the program goes on. */
static bool try_large(void *user)
{
    (void)user;
    char *bytes = svi_new(SVI_SMALL + 1, 1);
    const bool ok = bytes != NULL;
    free(bytes);
    return ok;
}

TEST(a_large_request_is_refused)
{
    assert_int_equal(starve(try_large, NULL), 1);
}
