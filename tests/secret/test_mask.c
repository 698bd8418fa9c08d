/* Secrets are masked wherever their exact text stands, in whatever pieces it comes, and nothing
 * else is. */
#include "secret/mask.h"
#include "tests/base/testing.h"

struct given {
    char text[20000];
    size_t size;
};

static void give(void *user, const char *bytes, size_t size)
{
    struct given *g = user;
    assert_true(size > 0 && g->size + size < sizeof g->text);
    memcpy(g->text + g->size, bytes, size);
    g->size += size;
    g->text[g->size] = '\0';
}

static const struct {
    const char *secrets[4], *text, *masked;
} cases[] = {
    {{"sk-12345"}, "the key is sk-12345, not sk-1234", "the key is ********, not sk-1234"},
    {{"sk-12345"}, "sk-12345sk-12345 sk-sk-12345", "**************** sk-********"},
    {{"abcdefgh", "abcdefghij"}, "abcdefgh abcdefghij abcdefghi", "******** ********** ********i"},
    {{"abcdefgh", "ghabcdef"},
     "abcdefghabcdefgh|abcdefghabcdef",
     "****************|**************"},
    {{"abcabcab"}, "abcabcabcabcabc", "**************c"},
    {{"xxabcdefghxx", "abcdefgh"}, "xxabcdefghxy xxabcdefghxx", "xx********xy ************"},
    {{"two\nlines"}, "two\nline two\nlines\n", "two\nline *********\n"},
    {{"12345678"}, "1234567", "1234567"},
};

TEST(every_secret_is_masked_in_any_pieces)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        const size_t size = strlen(text);
        for (size_t first = 0; first <= size; first++) {
            for (size_t piece = 1; piece <= size; piece++) {
                struct given g = {.size = 0};
                struct svi_mask_stream stream = {.secrets = cases[i].secrets};
                svi_mask_stream_put(&stream, text, first, give, &g);
                for (size_t at = first; at < size; at += piece) {
                    const size_t n = piece < size - at ? piece : size - at;
                    svi_mask_stream_put(&stream, text + at, n, give, &g);
                }
                assert_memory_equal(svi_mask_stream_pending(&stream), cases[i].masked + g.size,
                                    stream.pending_size);
                svi_mask_stream_end(&stream, give, &g);
                assert_string_equal(g.text, cases[i].masked);
                svi_mask_stream_reset(&stream);
            }
        }
        char copy[64];
        memcpy(copy, text, size + 1);
        const bool any = strcmp(text, cases[i].masked) != 0;
        assert_int_equal(svi_mask(cases[i].secrets, text, size, NULL), any);
        assert_int_equal(svi_mask(cases[i].secrets, text, size, copy), any);
        assert_string_equal(copy, cases[i].masked);
    }
}

/* A piece goes on as it came; nothing is held back, and nothing allocated. */
TEST(nothing_is_done_without_secrets)
{
    struct given g = {.size = 0};
    struct svi_mask_stream stream = {0};
    svi_mask_stream_put(&stream, "sk-12345", 8, give, &g);
    assert_string_equal(g.text, "sk-12345");
    assert_null(stream.pending);
    assert_false(svi_mask(NULL, "sk-12345", 8, NULL));
    assert_false(svi_mask(NULL, NULL, 0, NULL));
}

TEST(the_longest_is_masked_in_a_long_text)
{
    static char secret[SVI_SECRET_MOST + 1], text[16000];
    const char *const secrets[] = {secret, NULL};
    SCOPED(scoped_free) struct given *g = calloc(1, sizeof *g);
    struct svi_mask_stream stream = {.secrets = secrets};
    assert_non_null(g);
    for (size_t i = 0; i < SVI_SECRET_MOST; i++) {
        secret[i] = (char)('a' + i * i % 26);
    }
    memset(text, '-', sizeof text);
    memcpy(text + 3000, secret, SVI_SECRET_MOST);
    memcpy(text + 9000, secret, SVI_SECRET_MOST - 1); /* but for the last byte */
    svi_mask_stream_put(&stream, text, sizeof text, give, g);
    memset(text + 3000, '*', SVI_SECRET_MOST);
    svi_mask_stream_end(&stream, give, g);
    assert_int_equal(g->size, sizeof text);
    assert_memory_equal(g->text, text, sizeof text);
    svi_mask_stream_reset(&stream);
}
