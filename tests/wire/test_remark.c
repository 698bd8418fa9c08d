/* Bots' remarks on the wire: they travel whole, and only clean texts of the right length are
 * accepted. */
#include "base/utf8.h"
#include "tests/base/testing.h"
#include "wire/wire.h"

/* Writes a remark and reads it back. */
static enum sv_status travel(const struct sv_log_entry *log_entry, struct svi_log_entry *out)
{
    struct svi_buf buf = {0};
    struct svi_head head;
    uint64_t match;
    uint32_t question;
    svi_put_say(&buf, UINT64_MAX, 7, log_entry);
    struct svi_cursor c = svi_cursor_over(buf.data, buf.size);
    assert_ok(svi_get_head(&c, &head));
    assert_int_equal(head.type, log_entry->text != NULL ? SVI_MESSAGE_LOG : SVI_MESSAGE_NOTE);
    enum sv_status status = svi_get_say(&c, &head, &match, &question, out);
    assert_true(match == UINT64_MAX);
    assert_int_equal(question, 7);
    if (status == SV_OK) {
        assert_ok(svi_cursor_end(&c));
    }
    svi_buf_finish(&buf);
    return status;
}

TEST(logs_travel)
{
    static const char *const texts[] = {"", "a", "two\nlines\tand \xf0\x9f\x8e\xb2"};
    char longest[SV_MAX_LOG];
    struct svi_log_entry got;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct sv_log_entry log_entry = {.text = texts[i]};

        assert_ok(travel(&log_entry, &got));
        assert_string_equal(got.said.text, texts[i]);
        assert_null(got.said.key);
        assert_int_equal(svi_log_entry_cost(&log_entry), 8 + strlen(texts[i]));
    }
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_ok(travel(&(struct sv_log_entry){.text = longest}, &got));
    assert_string_equal(got.said.text, longest);
}

/* A remark said aloud is cut and cleaned, however long it is; only values that are not text are
 * refused. */
TEST(talk_is_cleaned)
{
    static const struct {
        const char *raw, *said;
    } texts[] = {{"", ""},
                 {"two\nlines\t\xf0\x9f\x8e\xb2", "two lines \xf0\x9f\x8e\xb2"},
                 {"\x1b[31m\x7f\xc2\x85", "?[31m?"
                                          "?"
                                          "?"},
                 {"\xd8\x9c\xe2\x80\x8f\xe2\x80\xae\xe2\x81\xa6\xef\xbb\xbf", "?????"},
                 {"\xf3\xa0\x81\x81 a", "? a"},
                 {"a\xff\xc3(\xed\xa0\x80", "a?"
                                            "?("
                                            "?"
                                            "?"
                                            "?"}};
    static char raw[1 << 20];
    char said[SV_MAX_SAY];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        svi_said_copy(said, sizeof said, (const uint8_t *)texts[i].raw, strlen(texts[i].raw));
        assert_string_equal(said, texts[i].said);
        svi_said_copy(said, sizeof said, (const uint8_t *)texts[i].said, strlen(texts[i].said));
        assert_string_equal(said, texts[i].said); /* clean once, clean for good */
    }
    for (size_t i = 0; i + 2 < sizeof raw; i += 3) {
        memcpy(raw + i, "\xe2\x82\xac", 3);
    }
    svi_said_copy(said, sizeof said, (const uint8_t *)raw, sizeof raw - 1);
    assert_int_equal(strlen(said), SV_MAX_SAY - 1);
    svi_said_copy(said, sizeof said, (const uint8_t *)raw + 1, sizeof raw - 2);
    assert_int_equal(strlen(said), 239); /* 2 for broken bytes, and 79 characters of 3 */
}

TEST(notes_travel)
{
    static const int64_t values[] = {0, 1, -1, 300, INT64_MIN, INT64_MAX};
    char longest[SV_MAX_KEY];
    struct svi_log_entry got;
    memset(longest, 'k', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct sv_log_entry log_entry = {.key = longest, .value = values[i]};

        assert_ok(travel(&log_entry, &got));
        assert_string_equal(got.said.key, longest);
        assert_null(got.said.text);
        assert_true(got.said.value == values[i]);
        assert_int_equal(svi_log_entry_cost(&log_entry), 16 + 31);
    }
}

/* A message of `type` with match 1, question 1 and the bytes given. */
static enum sv_status read_raw(unsigned type, unsigned fields, const void *bytes, size_t size)
{
    uint8_t *raw = malloc(4 + size); /* exact, so that a sanitizer sees a byte read too far */
    struct svi_log_entry log_entry;
    struct svi_head head;
    uint64_t match;
    uint32_t question;
    assert_non_null(raw);
    raw[0] = (uint8_t)(0x90 + fields + 1);
    raw[1] = (uint8_t)type;
    raw[2] = raw[3] = 1;
    memcpy(raw + 4, bytes, size);
    struct svi_cursor c = svi_cursor_over(raw, 4 + size);
    enum sv_status status = svi_get_head(&c, &head);
    if (status == SV_OK) {
        status = svi_get_say(&c, &head, &match, &question, &log_entry);
    }
    free(raw);
    return status;
}

TEST(nothing_else_gets_in)
{
    uint8_t long_text[3 + SV_MAX_LOG] = {0xda, SV_MAX_LOG >> 8, SV_MAX_LOG & 0xff};
    uint8_t long_key[2 + SV_MAX_KEY + 1] = {0xd9, SV_MAX_KEY};
    memset(long_text + 3, 'x', SV_MAX_LOG);
    memset(long_key + 2, 'k', SV_MAX_KEY);
    long_key[2 + SV_MAX_KEY] = 1;
    assert_ok(read_raw(SVI_MESSAGE_LOG, 3, "\xa2ok", 3));
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xa3ok", 3), SV_E_TRUNCATED);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xdb\x7f\xff\xff\xff", 5), SV_E_LENGTH);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, long_text, sizeof long_text), SV_E_LENGTH);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xa1\r", 2), SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xa1\0", 2), SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xa1\x1b", 2), SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xa2\xc2\x85", 3), SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xa2\xc3(", 3), SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 3, "\xc4\x01x", 3), SV_E_TYPE);
    assert_ok(read_raw(SVI_MESSAGE_SAY, 3, long_text, sizeof long_text));
    assert_int_equal(read_raw(SVI_MESSAGE_SAY, 3, "\xc4\x01x", 3), SV_E_TYPE);
    assert_int_equal(read_raw(SVI_MESSAGE_SAY, 3, "\xa3ok", 3), SV_E_TRUNCATED);
    assert_int_equal(read_raw(SVI_MESSAGE_LOG, 4, "\xa1x\x01", 3), SV_E_LENGTH);
    assert_ok(read_raw(SVI_MESSAGE_NOTE, 4, "\xa1k\x01", 3));
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 4, "\xa1k", 2), SV_E_TRUNCATED);
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 3, "\xa1k", 2), SV_E_LENGTH);
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 4, "\xa0\x01", 2), SV_E_LENGTH);
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 4, "\xa1\n\x01", 3), SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 4, long_key, sizeof long_key), SV_E_LENGTH);
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 4, "\xa1k\xca\0\0\0\0", 7), SV_E_TYPE);
    assert_int_equal(read_raw(SVI_MESSAGE_NOTE, 4, "\xa1k\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 11),
                     SV_E_RANGE);
    assert_int_equal(read_raw(SVI_MESSAGE_REPLY, 3, "\xa1x", 2), SV_E_UNKNOWN);
}
