/* The canonical encoding: byte-exact both ways, and total on any bytes. */
#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "tests/base/testing.h"
#include "wire/edition_codec.h"

static struct sv_edition edition, decoded;

static void encode(const char *name, struct svi_buf *buf)
{
    struct svi_error error;
    if (svi_edition_load(name, &edition, &error) != SV_OK) {
        fail_msg("%s: %s", name, error.text);
    }
    svi_buf_init(buf);
    svi_edition_encode(&edition, buf);
    assert_false(buf->failed);
}

/* Decodes from an allocation of exactly these bytes, so that a sanitizer sees a read past the end.
 * If they are accepted, they must encode to the same bytes again. */
static enum sv_status decode_exactly(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size != 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    struct sv_edition_error error;
    const enum sv_status status = svi_edition_decode(copy, size, &decoded, &error);
    if (status == SV_OK) {
        struct svi_buf again;
        svi_buf_init(&again);
        svi_edition_encode(&decoded, &again);
        assert_int_equal(again.size, size);
        assert_memory_equal(again.data, copy, size);
        svi_buf_finish(&again);
    } else {
        static const struct sv_edition nothing;
        assert_memory_equal(&decoded, &nothing, sizeof decoded);
    }
    free(copy);
    return status;
}

TEST(test_round_trip)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        SCOPED(svi_buf_finish) struct svi_buf buf;
        encode(svi_builtin_editions[i].name, &buf);
        assert_true(buf.size <= SVI_EDITION_MAX_BYTES);
        assert_ok(decode_exactly(buf.data, buf.size));
        assert_memory_equal(&decoded, &edition, sizeof edition);
    }
}

/* An edition that fills every list and text still encodes into SVI_EDITION_MAX_BYTES. */
TEST(test_largest)
{
    struct sv_edition *e = &edition;
    memset(e, 0x7f, sizeof *e);
    e->n_spaces = SV_MAX_SPACES;
    e->n_groups = SV_MAX_GROUPS;
    e->name[SV_MAX_NAME - 1] = 0;
    e->title[SV_MAX_TEXT - 1] = 0;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        e->space[i].name[SV_MAX_NAME - 1] = 0;
    }
    for (unsigned g = 0; g < SV_MAX_GROUPS; g++) {
        e->group[g].name[SV_MAX_NAME - 1] = 0;
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        e->deck[d].size = SV_MAX_CARDS;
        e->deck[d].name[SV_MAX_NAME - 1] = 0;
        for (unsigned i = 0; i < SV_MAX_CARDS; i++) {
            e->deck[d].card[i].id[SV_MAX_NAME - 1] = 0;
            e->deck[d].card[i].text[SV_MAX_TEXT - 1] = 0;
        }
    }
    SCOPED(svi_buf_finish) struct svi_buf buf;
    svi_buf_init(&buf);
    svi_edition_encode(e, &buf);
    assert_false(buf.failed);
    assert_true(buf.size <= SVI_EDITION_MAX_BYTES);
}

TEST(test_truncated)
{
    SCOPED(svi_buf_finish) struct svi_buf buf;
    encode("mega", &buf);
    for (size_t size = 0; size < buf.size; size++) {
        assert_int_not_equal(decode_exactly(buf.data, size), SV_OK);
    }
    svi_buf_append(&buf, "", 1);
    assert_int_equal(decode_exactly(buf.data, buf.size), SV_E_TRAILING);
}

/* Every byte changed to many others gives a status and never a crash. If the result is still an
 * edition, it is a different one. */
TEST(test_flipped)
{
    struct svi_buf buf;
    encode("harbour", &buf);
    unsigned accepted = 0;
    for (size_t at = 0; at < buf.size; at++) {
        const uint8_t before = buf.data[at];
        for (unsigned bit = 0; bit < 10; bit++) {
            /* Beyond the bits: an array, then a text, of 4 billion. */
            const unsigned other = bit < 8 ? before ^ 1u << bit : bit == 8 ? 0xddu : 0xdbu;
            buf.data[at] = (uint8_t)other;
            if (buf.data[at] == before) {
                continue;
            }
            if (decode_exactly(buf.data, buf.size) == SV_OK) {
                accepted++;
                assert_memory_not_equal(&decoded, &edition, sizeof edition);
            }
        }
        buf.data[at] = before;
    }
    assert_true(accepted > 100); /* another name or price is an edition too */
    svi_buf_finish(&buf);
}

TEST(test_wrong)
{
    SCOPED(svi_buf_finish) struct svi_buf buf;
    encode("classic", &buf);
    const uint8_t format = buf.data[1];
    assert_int_equal(format, 1);
    buf.data[1] = 2;
    assert_int_equal(decode_exactly(buf.data, buf.size), SV_E_VERSION);
    buf.data[1] = format;
    buf.data[0] = 0x96; /* one element fewer */
    assert_int_equal(decode_exactly(buf.data, buf.size), SV_E_LENGTH);
    buf.data[0] = 0xc0;
    assert_int_equal(decode_exactly(buf.data, buf.size), SV_E_TYPE);
    buf.data[0] = 0x97;
    /* The same edition in other bytes: its version as a number of two bytes. */
    struct svi_buf longer;
    svi_buf_init(&longer);
    svi_buf_append(&longer, "\x97\xcc\x01", 3);
    svi_buf_append(&longer, buf.data + 2, buf.size - 2);
    assert_int_equal(decode_exactly(longer.data, longer.size), SV_E_RANGE);
    svi_buf_finish(&longer);
    /* Others of the same size: every uint16 as an int16. */
    unsigned numbers = 0;
    for (size_t at = 0; at < buf.size; at++) {
        if (buf.data[at] == 0xcd) {
            buf.data[at] = 0xd1;
            assert_int_not_equal(decode_exactly(buf.data, buf.size), SV_OK);
            buf.data[at] = 0xcd;
            numbers++;
        }
    }
    assert_true(numbers > 50);
    /* More than any edition needs. */
    svi_buf_reserve(&buf, SVI_EDITION_MAX_BYTES);
    memset(buf.data + buf.size, 0, buf.cap - buf.size);
    assert_int_equal(decode_exactly(buf.data, SVI_EDITION_MAX_BYTES + 1), SV_E_LENGTH);
    svi_buf_finish(&buf);
    /* An edition that the rules refuse says why. */
    encode("classic", &buf);
    struct sv_edition_error error;
    edition.space[1].price = 0;
    svi_buf_clear(&buf);
    svi_edition_encode(&edition, &buf);
    assert_int_equal(svi_edition_decode(buf.data, buf.size, &decoded, &error), SV_E_RANGE);
    assert_string_equal(error.where, "spaces[1].price");
    assert_int_equal(svi_edition_decode(buf.data, buf.size, &decoded, NULL), SV_E_RANGE);
}

TEST(test_hash)
{
    uint8_t hash[SVI_EDITION_HASH_BYTES], other[SVI_EDITION_HASH_BYTES];
    struct svi_buf buf;
    encode("classic", &buf);
    svi_buf_finish(&buf);
    assert_ok(svi_edition_hash(&edition, hash));
    edition.space[1].rent[0]++;
    assert_ok(svi_edition_hash(&edition, other));
    assert_memory_not_equal(hash, other, sizeof hash);
    edition.space[1].rent[0]--;
    edition.deeds = 0; /* derived, so not in the hash */
    assert_ok(svi_edition_hash(&edition, other));
    assert_memory_equal(hash, other, sizeof hash);
}
