/* The bytes of each message are what its row in wire/messages.h says: its fields, in that order, of
 * those types. */
#include "tests/base/testing.h"
#include "tests/wire/random.h"
#include "wire/event_codec.h"
#include "wire/wire.h"

/* Reads one value of a type. `rest`: how many values there are for what has no fixed number of
 * them. */
static void read_value(struct svi_cursor *c, enum svi_value_type type, uint32_t rest)
{
    size_t size = 0;
    uint32_t count;
    switch (type) {
    case SVI_VALUE_BOOL:
        svi_get_bool(c);
        break;
    case SVI_VALUE_TRUE: /* else the key is left out */
        assert_true(svi_get_bool(c));
        break;
    case SVI_VALUE_U32:
        svi_get_uint(c, UINT32_MAX);
        break;
    case SVI_VALUE_U64:
        svi_get_uint(c, UINT64_MAX);
        break;
    case SVI_VALUE_I64:
        svi_get_int(c, INT64_MIN, INT64_MAX);
        break;
    case SVI_VALUE_TEXT:
        assert_non_null(svi_get_str(c, SIZE_MAX, &size));
        break;
    case SVI_VALUE_NAME:
        assert_non_null(svi_get_str(c, SV_MAX_NAME - 1, &size));
        assert_true(size > 0);
        break;
    case SVI_VALUE_MATCHES:
        assert_true(svi_get_uint(c, SVI_MAX_AT_ONCE) >= 1);
        break;
    case SVI_VALUE_SEAT:
        svi_get_uint(c, SV_MAX_SEATS - 1);
        break;
    case SVI_VALUE_DECISION:
        svi_get_uint(c, SV_DECISION_COUNT - 1);
        break;
    case SVI_VALUE_WHY:
        svi_get_uint(c, SV_WHY_COUNT - 1);
        break;
    case SVI_VALUE_BIN:
        svi_get_bin(c, SIZE_MAX, &size);
        break;
    case SVI_VALUE_WHENS:
        svi_get_bin(c, SV_DECISION_COUNT, &size);
        break;
    case SVI_VALUE_BIN16:
    case SVI_VALUE_BIN32:
        svi_get_bin(c, SIZE_MAX, &size);
        assert_int_equal(size, type == SVI_VALUE_BIN16 ? 16 : 32);
        break;
    case SVI_VALUE_TEXTS:
        count = svi_get_array(c, SV_MAX_SEATS);
        assert_true(count >= 2);
        for (uint32_t i = 0; i < count; i++) {
            assert_non_null(svi_get_str(c, SV_MAX_NAME - 1, &size));
        }
        break;
    case SVI_VALUE_PLACES:
        svi_get_bin(c, SV_MAX_SEATS, &size);
        assert_true(size >= 2);
        break;
    case SVI_VALUE_MONEYS:
        count = svi_get_array(c, SV_MAX_SEATS);
        for (uint32_t i = 0; i < count; i++) {
            svi_get_int(c, INT32_MIN, INT32_MAX);
        }
        break;
    case SVI_VALUE_QUESTION:
    case SVI_VALUE_ANSWER:
        for (uint32_t i = 0; i < rest; i++) {
            svi_cursor_skip(c);
        }
        break;
    case SVI_VALUE_EVENTS:
        count = svi_get_array(c, UINT32_MAX);
        for (uint32_t i = 0; i < count; i++) {
            struct sv_event ev;
            struct sv_offer offer;

            assert_ok(svi_get_event(c, &ev, &offer));
        }
        break;
    case SVI_VALUE_SAYS:
        count = svi_get_array(c, UINT32_MAX);
        for (uint32_t i = 0; i < count; i++) {
            char text[SV_MAX_SAY];
            uint8_t seat;

            assert_ok(svi_get_said(c, &seat, text));
        }
        break;
    case SVI_VALUE_TYPE_COUNT:
        fail();
    }
    assert_ok(c->status);
}

/* A map has the keys of its row in the row's order; readers accept any order. */
static void read_map(struct svi_cursor *c, const struct svi_message_field *fields)
{
    uint32_t pairs = svi_get_map(c, UINT32_MAX), n = 0;
    for (const struct svi_message_field *f = fields; f->name != NULL; f++, n++) {
        const struct svi_cursor here = *c;
        size_t size = 0;
        const uint8_t *key = n < pairs ? svi_get_str(c, SIZE_MAX, &size) : NULL;

        if (f->type == SVI_VALUE_TRUE &&
            (key == NULL || size != strlen(f->name) || memcmp(key, f->name, size) != 0)) {
            *c = here;
            n--; /* left out */
            continue;
        }
        assert_non_null(key);
        assert_int_equal(size, strlen(f->name));
        assert_memory_equal(key, f->name, size);
        read_value(c, f->type, 0);
    }
    assert_int_equal(pairs, n);
}

/* Holds the one message in `buf` to its row. */
static void expect_row(struct svi_buf *buf, enum svi_message type)
{
    const struct svi_message_field *fields = svi_messages[type].field;
    struct svi_cursor c = svi_cursor_over(buf->data, buf->size);
    struct svi_head head;
    uint32_t fixed = 0;
    assert_false(buf->failed);
    assert_ok(svi_get_head(&c, &head));
    assert_int_equal(head.type, type);
    if (fields[0].name != NULL && fields[0].key >= 0) {
        assert_int_equal(head.fields, 1);
        read_map(&c, fields);
        assert_int_equal(svi_cursor_left(&c), 0);
        svi_buf_finish(buf);
        return;
    }
    for (const struct svi_message_field *f = fields; f->name != NULL; f++) {
        if (f->type == SVI_VALUE_QUESTION || f->type == SVI_VALUE_ANSWER) {
            assert_null(f[1].name);
            read_value(&c, f->type, head.fields - fixed);
            fixed = head.fields;
        } else {
            read_value(&c, f->type, 0);
            fixed++;
        }
    }
    assert_int_equal(fixed, head.fields);
    assert_int_equal(svi_cursor_left(&c), 0);
    svi_buf_finish(buf);
}

TEST(from_the_bot)
{
    struct random r = {1};
    struct svi_buf buf = {0};
    static struct sv_position p;
    for (unsigned i = 0; i < 200; i++) {
        struct svi_hello hello = random_hello(&r);

        svi_put_hello(&buf, &hello);
        expect_row(&buf, SVI_MESSAGE_HELLO);
        for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
            struct sv_question q = random_question(&r, kind);
            struct sv_answer a = random_answer(&r, &p, &q);

            svi_put_reply(&buf, random_uint64(&r), 7, &p, &a, i % 4 == 0);
            expect_row(&buf, SVI_MESSAGE_REPLY);
        }
        svi_put_say(&buf, 1, i, &(struct sv_log_entry){.text = "a b", .aloud = true});
        expect_row(&buf, SVI_MESSAGE_SAY);
        svi_put_say(&buf, random_uint64(&r), i, &(struct sv_log_entry){.text = "a\nb"});
        expect_row(&buf, SVI_MESSAGE_LOG);
        svi_put_say(&buf, 1, i, &(struct sv_log_entry){.key = "k", .value = -(int64_t)i});
        expect_row(&buf, SVI_MESSAGE_NOTE);
    }
}

static void expect_events(struct random *r, struct svi_buf *buf)
{
    SCOPED(svi_event_log_finish) struct svi_event_log log = {0};
    struct svi_event_mark told = {0, 0};
    do {
        struct sv_offer offer;
        struct sv_event ev = random_event(r, &offer);
        svi_event_log_add(&log, &ev);
    } while (random_below(r, 5) != 0);
    svi_put_events(buf, random_uint64(r), &log, &told);
    expect_row(buf, SVI_MESSAGE_EVENTS);
}

TEST(from_the_arbiter)
{
    struct random r = {2};
    struct svi_buf buf = {0};
    uint8_t seen[SVI_MAX_BLOCK] = {0}, now[SVI_MAX_BLOCK];
    for (unsigned i = 0; i < 200; i++) {
        const struct svi_welcome welcome = {.protocol = SVI_PROTOCOL, .arbiter = "x"};
        const struct svi_edition_message edition = {.bytes = now, .size = sizeof now};
        struct svi_start start = random_start(&r);
        struct svi_end end = random_end(&r);

        random_bytes(&r, now, sizeof now);
        svi_put_welcome(&buf, &welcome);
        expect_row(&buf, SVI_MESSAGE_WELCOME);
        svi_put_refused(&buf, "no");
        expect_row(&buf, SVI_MESSAGE_REFUSED);
        svi_put_edition(&buf, &edition);
        expect_row(&buf, SVI_MESSAGE_EDITION);
        svi_put_start(&buf, &start);
        expect_row(&buf, SVI_MESSAGE_START);
        for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
            struct sv_question q = random_question(&r, kind);

            svi_put_ask(&buf, random_uint64(&r), i, &q, seen, now, sizeof now);
            expect_row(&buf, SVI_MESSAGE_ASK);
        }
        svi_put_end(&buf, &end);
        expect_row(&buf, SVI_MESSAGE_END);
        svi_put_goodbye(&buf);
        expect_row(&buf, SVI_MESSAGE_GOODBYE);
        svi_put_clock(&buf, &(struct svi_clock_left){random_uint64(&r), i, 1000 - i});
        expect_row(&buf, SVI_MESSAGE_CLOCK);
        expect_events(&r, &buf);
    }
}
