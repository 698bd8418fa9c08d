/* The gate's filter for bytes of strangers: greetings, handshakes and frames, cut anywhere. */
#include "tests/base/testing.h"
#include "tools/gate/peer.h"

#define MOST 1000u

struct bytes {
    uint8_t at[4096];
    size_t size;
};

static void put(struct bytes *b, const void *bytes, size_t size)
{
    assert_true(b->size + size <= sizeof b->at);
    memcpy(b->at + b->size, bytes, size);
    b->size += size;
}

static void put_greeting(struct bytes *b, uint8_t major, const char *mechanism, uint8_t server)
{
    uint8_t greeting[SVI_ZMTP_GREETING] = {0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, major, 1};
    memcpy(greeting + 12, mechanism, strlen(mechanism));
    greeting[32] = server;
    put(b, greeting, sizeof greeting);
}

static void put_frame(struct bytes *b, uint8_t flags, const char *name, size_t size)
{
    uint8_t head[9] = {flags, (uint8_t)size};
    static const uint8_t zeros[2048];
    if ((flags & 2) != 0) {
        memset(head, 0, sizeof head);
        head[0] = flags;
        head[7] = (uint8_t)(size >> 8);
        head[8] = (uint8_t)size;
    }
    put(b, head, (flags & 2) != 0 ? 9 : 2);
    put(b, name, strlen(name));
    put(b, zeros, size - strlen(name));
}

/* The fault that is found, whatever the pieces in which the bytes come. NULL: none, and the stage
 * is that. */
static const char *screened(struct svi_handshake_filter *s, const struct bytes *b)
{
    const struct svi_handshake_filter before = *s;
    const char *whole = svi_handshake_filter_theirs(s, b->at, b->size);
    for (size_t piece = 1; piece < 70; piece++) {
        struct svi_handshake_filter again = before;
        const char *fault = NULL;
        for (size_t at = 0; at < b->size && fault == NULL; at += piece) {
            const size_t left = b->size - at;
            fault = svi_handshake_filter_theirs(&again, b->at + at, left < piece ? left : piece);
        }
        assert_true((fault == NULL) == (whole == NULL));
        if (fault != NULL) {
            assert_string_equal(fault, whole);
        }
        assert_int_equal(again.stage, s->stage);
    }
    return whole;
}

/* Feeds libzmq's answer, in pieces too, without its greeting. */
static void answered(struct svi_handshake_filter *s, const struct bytes *b,
                     enum svi_handshake_filter_stage stage)
{
    const struct svi_handshake_filter before = *s;
    const size_t out =
        before.answered < SVI_ZMTP_GREETING ? SVI_ZMTP_GREETING - (size_t)before.answered : 0;
    assert_int_equal(svi_handshake_filter_ours(s, b->at, b->size), out < b->size ? out : b->size);
    assert_int_equal(s->stage, stage);
    for (size_t piece = 1; piece < 70; piece++) {
        struct svi_handshake_filter again = before;
        size_t left_out = 0;
        for (size_t at = 0; at < b->size; at += piece) {
            const size_t left = b->size - at;
            left_out += svi_handshake_filter_ours(&again, b->at + at, left < piece ? left : piece);
        }
        assert_int_equal(left_out, out < b->size ? out : b->size);
        assert_int_equal(again.stage, stage);
    }
}

TEST(a_bot_with_keys_comes_in)
{
    struct svi_handshake_filter s;
    struct bytes hello = {0}, welcome = {0}, initiate = {0}, ready = {0}, messages = {0};
    svi_handshake_filter_init(&s, true, MOST);
    put_greeting(&hello, 3, "CURVE", 0);
    put_frame(&hello, 4, "\5HELLO", 200);
    assert_null(screened(&s, &hello));
    assert_int_equal(s.stage, SVI_HANDSHAKE_FILTER_SHAKING);
    put_greeting(&welcome, 3, "CURVE", 1);
    put_frame(&welcome, 4, "\7WELCOME", 168);
    answered(&s, &welcome, SVI_HANDSHAKE_FILTER_WELCOMED);
    put_frame(&initiate, 6, "\10INITIATE", 300);
    assert_null(screened(&s, &initiate));
    put_frame(&ready, 4, "\5READY", 60);
    answered(&s, &ready, SVI_HANDSHAKE_FILTER_READY);
    put_frame(&messages, 0, "\7MESSAGE", 100);
    put_frame(&messages, 2, "\7MESSAGE", MOST + 64);
    put_frame(&messages, 0, "", 0);
    assert_null(screened(&s, &messages));
    put_frame(&messages, 2, "\7MESSAGE", MOST + 65);
    assert_string_equal(screened(&s, &messages),
                        "breaks the protocol: a message is longer than it may be");
}

TEST(a_bot_without_keys_comes_in)
{
    struct svi_handshake_filter s;
    struct bytes hello = {0}, ready = {0}, messages = {0};
    svi_handshake_filter_init(&s, false, MOST);
    put_greeting(&hello, 3, "NULL", 0);
    put_frame(&hello, 4, "\5READY", 40);
    assert_null(screened(&s, &hello));
    put_greeting(&ready, 3, "NULL", 0);
    put_frame(&ready, 4, "\5READY", 40);
    answered(&s, &ready, SVI_HANDSHAKE_FILTER_READY);
    put_frame(&messages, 2, "", MOST);
    assert_null(screened(&s, &messages));
    put_frame(&messages, 1, "", 5);
    assert_string_equal(screened(&s, &messages),
                        "breaks the protocol: a message has more than one part");
}

TEST(a_refusal_is_noticed)
{
    struct svi_handshake_filter s;
    struct bytes hello = {0}, error = {0};
    svi_handshake_filter_init(&s, true, MOST);
    put_greeting(&hello, 3, "CURVE", 0);
    assert_null(screened(&s, &hello));
    put_greeting(&error, 3, "CURVE", 1);
    put_frame(&error, 4, "\5ERROR\003400", 10);
    answered(&s, &error, SVI_HANDSHAKE_FILTER_SHAKING);
    assert_true(s.refused);
}

TEST(strangers_get_no_further)
{
    static const struct {
        const char *mechanism;
        uint8_t major, server;
        const char *fault;
    } cases[] = {
        {"NULL", 3, 0, "has no keys (its mechanism is not CURVE)"},
        {"PLAIN", 3, 0, "has no keys (its mechanism is not CURVE)"},
        {"CURVES", 3, 0, "has no keys (its mechanism is not CURVE)"},
        {"CURVE", 2, 0, "speaks an older ZMTP than 3"},
        {"CURVE", 3, 1, "speaks as a server"},
        {"CURVE", 4, 0, NULL},
    };
    struct svi_handshake_filter s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes b = {0};
        svi_handshake_filter_init(&s, true, MOST);
        put_greeting(&b, cases[i].major, cases[i].mechanism, cases[i].server);
        const char *fault = screened(&s, &b);
        assert_int_equal(fault == NULL, cases[i].fault == NULL);
        if (fault != NULL) {
            assert_string_equal(fault, cases[i].fault);
            assert_int_equal(s.stage, SVI_HANDSHAKE_FILTER_GREETING);
        }
    }
    struct bytes http = {0}, more = {0}, message = {0}, large = {0}, wrong = {0};
    put(&http, "GET / HTTP/1.1\r\n", 16);
    svi_handshake_filter_init(&s, true, MOST);
    assert_string_equal(screened(&s, &http), "does not speak ZMTP");
    put_greeting(&more, 3, "CURVE", 0);
    for (int i = 0; i < 3; i++) {
        put_frame(&more, 4, "\5HELLO", 200);
    }
    svi_handshake_filter_init(&s, true, MOST);
    assert_string_equal(screened(&s, &more), "sends more before it is accepted");
    put_greeting(&message, 3, "CURVE", 0);
    put_frame(&message, 0, "", 10);
    svi_handshake_filter_init(&s, true, MOST);
    assert_string_equal(screened(&s, &message), "sends a message before it is accepted");
    put_greeting(&large, 3, "CURVE", 0);
    put_frame(&large, 6, "\5HELLO", 1025);
    svi_handshake_filter_init(&s, true, MOST);
    assert_string_equal(screened(&s, &large),
                        "sends a command longer than allowed before it is accepted");
    put_greeting(&wrong, 3, "CURVE", 0);
    put_frame(&wrong, 12, "\5HELLO", 200);
    svi_handshake_filter_init(&s, true, MOST);
    assert_string_equal(screened(&s, &wrong), "breaks ZMTP: a reserved flag of a frame is set");
    /* a length of eight bytes, all ones */
    uint8_t giant[9];
    struct bytes endless = {0};
    memset(giant, 0xff, sizeof giant);
    giant[0] = 6;
    put_greeting(&endless, 3, "CURVE", 0);
    put(&endless, giant, sizeof giant);
    svi_handshake_filter_init(&s, true, MOST);
    assert_string_equal(screened(&s, &endless),
                        "sends a command longer than allowed before it is accepted");
}

TEST(greets_as_libzmq)
{
    struct svi_handshake_filter s, theirs;
    uint8_t greeting[SVI_ZMTP_GREETING];
    svi_handshake_filter_init(&s, false, MOST);
    svi_handshake_filter_greeting(&s, greeting);
    svi_handshake_filter_init(&theirs, false, MOST);
    assert_null(svi_handshake_filter_theirs(&theirs, greeting, sizeof greeting));
    assert_int_equal(theirs.stage, SVI_HANDSHAKE_FILTER_SHAKING);
    svi_handshake_filter_init(&s, true, MOST);
    svi_handshake_filter_greeting(&s, greeting);
    assert_memory_equal(greeting + 12, "CURVE\0", 6);
    assert_int_equal(greeting[32], 1);
}
