/* The output of a bot in a match: the whole text if it is short, else both ends, as clean text. */
#include "process/output.h"
#include "tests/base/testing.h"

static void add(struct svi_output_tail *p, const char *text)
{
    svi_output_tail_add(p, NULL, text, strlen(text));
}

TEST(a_little_is_kept_whole)
{
    struct svi_output_tail p = {0};
    assert_null(svi_output_tail_text(&p));
    add(&p, "one\n");
    add(&p, "");
    add(&p, "two");
    assert_string_equal(svi_output_tail_text(&p), "one\ntwo");
    svi_output_tail_reset(&p);
    assert_null(p.bytes); /* a bot that prints nothing takes no memory */
    assert_null(svi_output_tail_text(&p));
    add(&p, "three");
    assert_string_equal(svi_output_tail_text(&p), "three");
    svi_output_tail_reset(&p);
}

TEST(it_becomes_clean_text)
{
    static const char bytes[] = "a\0b\x1b[0m\t\r\n\xff\xc3\xa9\xc3";
    struct svi_output_tail p = {0};
    svi_output_tail_add(&p, NULL, bytes, sizeof bytes - 1);
    assert_string_equal(svi_output_tail_text(&p), "a?b?[0m\t?\n?\xc3\xa9?");
    svi_output_tail_reset(&p);
}

/* Adds `size` bytes, in pieces of all sizes; each byte is a letter that depends on its position. */
static void fill(struct svi_output_tail *p, char *all, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        all[i] = (char)('a' + (i * 7 + i / 26) % 26);
    }
    for (size_t at = 0, piece = 1; at < size; at += piece, piece = piece % 4000 + 333) {
        piece = piece < size - at ? piece : size - at;
        svi_output_tail_add(p, NULL, all + at, piece);
    }
}

TEST(of_very_much_the_ends_are_kept)
{
    static const size_t most = SVI_OUTPUT_TAIL_HEAD + SVI_OUTPUT_TAIL_TAIL;
    static const size_t sizes[] = {
        1,      SVI_OUTPUT_TAIL_HEAD - 1, SVI_OUTPUT_TAIL_HEAD, most - 1, most, most + 1, 50000,
        1000000};
    char notice[80];
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct svi_output_tail p = {0};
        const size_t size = sizes[i];
        char *all = malloc(size + 1);
        assert_non_null(all);
        fill(&p, all, size);
        all[size] = '\0';
        assert_true(p.room <= most);
        const char *text = svi_output_tail_text(&p);
        assert_non_null(text);
        if (size <= most) {
            assert_string_equal(text, all);
        } else {
            const int length = snprintf(notice, sizeof notice,
                                        "\n[solvent] %zu bytes left out here\n", size - most);
            assert_memory_equal(text, all, SVI_OUTPUT_TAIL_HEAD);
            assert_memory_equal(text + SVI_OUTPUT_TAIL_HEAD, notice, (size_t)length);
            assert_string_equal(text + SVI_OUTPUT_TAIL_HEAD + length,
                                all + size - SVI_OUTPUT_TAIL_TAIL);
        }
        free(all);
        svi_output_tail_reset(&p);
    }
}

/* Output of others in between is left out, and our own remarks are not part of a secret. */
TEST(secrets_are_masked_across_pieces)
{
    static const char *const secrets[] = {"sk-12345", NULL};
    struct svi_output_tail p = {0};
    svi_output_tail_add(&p, secrets, "key: sk-", 8);
    svi_output_tail_add(&p, secrets, "12345, sk", 9);
    svi_output_tail_remark(&p, "[solvent] lost");
    svi_output_tail_add(&p, secrets, "-12345 s", 8);
    assert_string_equal(svi_output_tail_text(&p), "key: ********, sk\n[solvent] lost\n-12345 s");
    svi_output_tail_reset(&p);
    svi_output_tail_remark(&p, "[solvent] lost");
    assert_null(svi_output_tail_text(&p)); /* nothing was printed before */
}
