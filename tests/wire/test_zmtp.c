/* The ZMTP codec: what it says itself, every way to be wrong, every way to cut the bytes, and its
 * bounds. */
#include "tests/base/testing.h"
#include "wire/zmtp.h"

#define MOST 1000u /* bytes of a message, in these tests */

/* ---- the other end --------------------------------------------------------------------------- */

static void put_greeting(struct svi_buf *b)
{
    uint8_t greeting[64] = {0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1, 'N', 'U', 'L', 'L'};
    svi_buf_append(b, greeting, sizeof greeting);
}

static void put_frame(struct svi_buf *b, uint8_t flags, const void *body, size_t size)
{
    svi_buf_byte(b, flags);
    for (unsigned i = (flags & 2) != 0 ? 8 : 1; i > 0; i--) {
        svi_buf_byte(b, (uint8_t)((uint64_t)size >> (8 * (i - 1))));
    }
    svi_buf_append(b, body, size);
}

/* `text` is a literal: it may hold zeros, and its length is known. */
#define PUT_FRAME(b, flags, text) put_frame(b, flags, text, sizeof text - 1)

#define READY_AS(type, size) "\5READY\13Socket-Type\0\0\0" size type
#define READY_DEALER READY_AS("DEALER", "\6")
#define READY_ROUTER READY_AS("ROUTER", "\6")

static void put_handshake(struct svi_buf *b)
{
    put_greeting(b);
    PUT_FRAME(b, 4, READY_DEALER);
}

/* ---- the codec, fed in pieces ---------------------------------------------------------------- */

/* Everything that the codec told, one after the other, and what it answered. */
struct told {
    struct svi_buf log, out;
    enum svi_zmtp_result last; /* the error, or MORE */
    enum svi_zmtp_result end;
    char reason[SVI_ZMTP_REASON];
};

static void finish(struct told *t)
{
    svi_buf_finish(&t->log);
    svi_buf_finish(&t->out);
}

static void note(struct told *t, enum svi_zmtp_result result, const struct svi_zmtp_message *m)
{
    svi_buf_byte(&t->log, (uint8_t)result);
    if (result == SVI_ZMTP_MESSAGE) {
        assert_non_null(m->bytes);
        svi_buf_append(&t->log, &m->size, sizeof m->size);
        svi_buf_append(&t->log, m->bytes, m->size);
    }
}

/* Feeds one piece, which lies in memory of its own so that reading past it is found. */
static void feed(struct svi_zmtp *z, struct told *t, const uint8_t *bytes, size_t size)
{
    SCOPED(scoped_free) uint8_t *piece = malloc(size != 0 ? size : 1);
    struct svi_zmtp_message message;
    assert_non_null(piece);
    memcpy(piece, bytes, size);
    struct svi_cursor in = svi_cursor_over(piece, size);
    while ((t->last = svi_zmtp_next(z, &in, &t->out, &message)) == SVI_ZMTP_OPEN ||
           t->last == SVI_ZMTP_MESSAGE) {
        note(t, t->last, &message);
    }
    if (t->last == SVI_ZMTP_MORE) {
        assert_int_equal(svi_cursor_left(&in), 0);
    } else {
        note(t, t->last, NULL);
        assert_int_equal(svi_zmtp_next(z, &in, &t->out, &message), t->last); /* it stays so */
    }
}

/* `cuts` (ascending, ending with the size) say where the pieces end. */
static struct told feed_cut(enum svi_zmtp_role role, const struct svi_buf *b, const size_t *cuts)
{
    struct svi_zmtp z;
    struct told t = {.last = SVI_ZMTP_MORE};
    size_t at = 0;
    svi_zmtp_init(&z, role, MOST);
    for (; at < b->size && t.last == SVI_ZMTP_MORE; cuts++) {
        feed(&z, &t, b->data + at, *cuts - at);
        at = *cuts;
        assert_true(z.body.cap <= 2 * b->size + 256);
    }
    t.end = svi_zmtp_end(&z);
    memcpy(t.reason, z.reason, sizeof t.reason);
    svi_zmtp_finish(&z);
    assert_true(t.out.size <= b->size);
    return t;
}

static void assert_same(const struct told *a, const struct told *b)
{
    assert_int_equal(a->last, b->last);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->log.size, b->log.size);
    assert_int_equal(a->out.size, b->out.size);
    assert_memory_equal(a->log.data, b->log.data, a->log.size);
    assert_memory_equal(a->out.data, b->out.data, a->out.size);
}

/* In one piece, in two pieces cut anywhere, in single bytes, in pieces of random sizes: all tell
 * the same. Returns what that is. */
static struct told feed_all_ways(enum svi_zmtp_role role, const struct svi_buf *b)
{
    size_t *cuts = malloc((b->size + 1) * sizeof *cuts);
    uint32_t luck = 1;
    assert_non_null(cuts);
    assert_false(b->failed);
    const struct told whole = feed_cut(role, b, (size_t[]){b->size});
    for (size_t cut = 1; cut < b->size; cut++) {
        struct told t = feed_cut(role, b, (size_t[]){cut, b->size});
        assert_same(&whole, &t);
        finish(&t);
    }
    for (unsigned way = 0; way < 100; way++) {
        size_t n = 0;
        for (size_t at = 0; at < b->size;) {
            luck = luck * 1664525 + 1013904223;
            at += 1 + (way == 0 ? 0 : (luck >> 24) % (2 * way));
            cuts[n++] = at < b->size ? at : b->size;
        }
        struct told t = feed_cut(role, b, cuts);
        assert_same(&whole, &t);
        finish(&t);
    }
    free(cuts);
    return whole;
}

static void assert_open(const struct told *t)
{
    assert_int_equal(t->end, SVI_ZMTP_MORE);
    assert_true(t->log.size >= 1);
    assert_memory_equal(t->log.data, ((uint8_t[]){SVI_ZMTP_OPEN}), 1);
}

/* ---- what it says itself --------------------------------------------------------------------- */

TEST(begins_as_the_specification_says)
{
    static const char *const types[] = {"ROUTER", "DEALER"};
    for (unsigned role = 0; role < 2; role++) {
        SCOPED(svi_zmtp_finish) struct svi_zmtp z;
        SCOPED(svi_buf_finish) struct svi_buf out = {0}, wanted = {0};

        svi_zmtp_init(&z, (enum svi_zmtp_role)role, MOST);
        svi_zmtp_begin(&z, &out);
        put_greeting(&wanted);
        wanted.data[8] = 0; /* libzmq's own padding */
        svi_buf_append(&wanted, "\4\34\5READY\13Socket-Type\0\0\0\6", 2 + 6 + 12 + 4);
        svi_buf_append(&wanted, types[role], 6);
        assert_int_equal(out.size, wanted.size);
        assert_memory_equal(out.data, wanted.data, wanted.size);
    }
}

TEST(heads_of_messages)
{
    static const struct {
        size_t size, head_size;
        uint8_t head[9];
    } cases[] = {
        {0, 2, {0, 0}},
        {1, 2, {0, 1}},
        {255, 2, {0, 255}},
        {256, 9, {2, 0, 0, 0, 0, 0, 0, 1, 0}},
        {0x01020304, 9, {2, 0, 0, 0, 0, 1, 2, 3, 4}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t head[SVI_ZMTP_HEAD];
        assert_int_equal(svi_zmtp_message_head(head, cases[i].size), cases[i].head_size);
        assert_memory_equal(head, cases[i].head, cases[i].head_size);
    }
}

/* The greetings of both ends open both. */
TEST(two_of_us_open_each_other)
{
    for (unsigned role = 0; role < 2; role++) {
        SCOPED(svi_zmtp_finish) struct svi_zmtp z;
        SCOPED(svi_buf_finish) struct svi_buf out = {0};

        svi_zmtp_init(&z, (enum svi_zmtp_role)role, MOST);
        svi_zmtp_begin(&z, &out);
        struct told t =
            feed_all_ways(role == SVI_ZMTP_ROUTER ? SVI_ZMTP_DEALER : SVI_ZMTP_ROUTER, &out);
        assert_open(&t);
        assert_int_equal(t.log.size, 1);
        assert_int_equal(t.out.size, 0);
        finish(&t);
    }
}

/* ---- accepted variations --------------------------------------------------------------------- */

/* Newer versions, odd padding, a filler that means something one day: all of them ours to accept.
 */
TEST(takes_any_greeting_of_version_3_and_later)
{
    static const struct {
        unsigned at;
        uint8_t byte;
    } changes[] = {{1, 0xaa}, {8, 0xff}, {10, 4}, {10, 255}, {11, 0},
                   {11, 255}, {32, 1},   {33, 9}, {63, 0xff}};

    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        SCOPED(svi_buf_finish) struct svi_buf b = {0};

        put_handshake(&b);
        b.data[changes[i].at] = changes[i].byte;
        struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
        assert_open(&t);
        finish(&t);
    }
}

TEST(takes_any_ready_with_the_right_type)
{
    static const struct {
        const char *body;
        size_t size;
    } cases[] = {
#define ENTRY(text) {text, sizeof text - 1}
        ENTRY("\5READY\13Socket-Type\0\0\0\6DEALER\10Identity\0\0\0\0"), /* as libzmq says it */
        ENTRY("\5READY\13sOCKET-tYPE\0\0\0\6DEALER"),
        ENTRY("\5READY\10Identity\0\0\0\3\0\1\2\13Socket-Type\0\0\0\6DEALER\3X-a\0\0\0\1b"),
        ENTRY(
            "\5READY\13Socket-Typo\0\0\0\6ROUTER\13Socket-Type\0\0\0\6DEALER\12a.b_c-D+09\0\0\0\0"),
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint8_t flags = 4; flags <= 6; flags += 2) { /* short, long */
            struct svi_buf b = {0};

            put_greeting(&b);
            put_frame(&b, flags, cases[i].body, cases[i].size);
            struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
            assert_open(&t);
            finish(&t);
            svi_buf_finish(&b);
        }
    }
}

/* The longest READY that is accepted, full of unknown properties. */
TEST(takes_a_ready_up_to_the_bound)
{
    static uint8_t value[SVI_ZMTP_COMMAND];
    SCOPED(svi_buf_finish) struct svi_buf b = {0}, ready = {0};
    const uint8_t rest = (uint8_t)'x';
    svi_buf_append(&ready, READY_DEALER, sizeof READY_DEALER - 1);
    svi_buf_byte(&ready, 1);
    svi_buf_byte(&ready, rest);
    const size_t size = SVI_ZMTP_COMMAND - ready.size - 4;
    svi_buf_append(&ready, (uint8_t[]){0, 0, (uint8_t)(size >> 8), (uint8_t)size}, 4);
    svi_buf_append(&ready, value, size);
    assert_int_equal(ready.size, SVI_ZMTP_COMMAND);
    put_greeting(&b);
    put_frame(&b, 6, ready.data, ready.size);
    struct told t = feed_cut(SVI_ZMTP_ROUTER, &b, (size_t[]){100, 2000, b.size});
    assert_open(&t);
    finish(&t);
}

/* Messages of all sorts of sizes, PINGs and PONGs between them. */
TEST(delivers_messages_and_answers_pings)
{
    static const size_t sizes[] = {0, 1, 2, 255, 256, 257, 999, MOST, 3, 0, 0};
    SCOPED(svi_buf_finish) struct svi_buf b = {0}, log = {0}, out = {0};
    uint8_t body[MOST];
    put_handshake(&b);
    svi_buf_byte(&log, SVI_ZMTP_OPEN);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizes[i]; k++) {
            body[k] = (uint8_t)(k * 7 + i);
        }
        put_frame(&b, sizes[i] > 255 ? 2 : 0, body, sizes[i]);
        svi_buf_byte(&log, SVI_ZMTP_MESSAGE);
        svi_buf_append(&log, &sizes[i], sizeof sizes[i]);
        svi_buf_append(&log, body, sizes[i]);
        PUT_FRAME(&b, 4, "\4PING\0\3");
        PUT_FRAME(&out, 4, "\4PONG");
        PUT_FRAME(&b, 4, "\4PONG");
        PUT_FRAME(&b, 4, "\4PONG0123456789abcdef");
        PUT_FRAME(&b, 6, "\4PING\377\3770123456789abcdef");
        PUT_FRAME(&out, 4, "\4PONG0123456789abcdef");
    }
    put_frame(&b, 2, body, 5); /* the long form of a short size is right, too */
    svi_buf_byte(&log, SVI_ZMTP_MESSAGE);
    svi_buf_append(&log, &(size_t){5}, sizeof(size_t));
    svi_buf_append(&log, body, 5);
    struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
    assert_int_equal(t.end, SVI_ZMTP_MORE);
    assert_int_equal(t.log.size, log.size);
    assert_memory_equal(t.log.data, log.data, log.size);
    assert_int_equal(t.out.size, out.size);
    assert_memory_equal(t.out.data, out.data, out.size);
    finish(&t);
}

/* A message that lies in the input whole is not copied, nor is anything allocated for it. */
TEST(a_whole_message_is_not_copied)
{
    SCOPED(svi_zmtp_finish) struct svi_zmtp z;
    struct svi_zmtp_message m;
    SCOPED(svi_buf_finish) struct svi_buf b = {0}, out = {0};
    svi_zmtp_init(&z, SVI_ZMTP_ROUTER, MOST);
    put_handshake(&b);
    PUT_FRAME(&b, 0, "abc");
    struct svi_cursor in = svi_cursor_over(b.data, b.size);
    assert_int_equal(svi_zmtp_next(&z, &in, &out, &m), SVI_ZMTP_OPEN);
    assert_int_equal(svi_zmtp_next(&z, &in, &out, &m), SVI_ZMTP_MESSAGE);
    assert_ptr_equal(m.bytes, b.data + b.size - 3);
    assert_int_equal(m.size, 3);
    assert_null(z.body.data);
    assert_int_equal(svi_zmtp_next(&z, &in, &out, &m), SVI_ZMTP_MORE);
}

/* Memory follows the bytes that have come, not the claimed size. */
TEST(memory_follows_what_has_come)
{
    const size_t claimed = 1u << 30;
    SCOPED(svi_zmtp_finish) struct svi_zmtp z;
    struct svi_zmtp_message m;
    SCOPED(svi_buf_finish) struct svi_buf b = {0}, out = {0};
    uint8_t head[SVI_ZMTP_HEAD];
    svi_zmtp_init(&z, SVI_ZMTP_ROUTER, claimed);
    put_handshake(&b);
    svi_buf_append(&b, head, svi_zmtp_message_head(head, claimed));
    for (unsigned i = 0; i < 1000; i++) {
        svi_buf_byte(&b, 0);
    }
    struct svi_cursor in = svi_cursor_over(b.data, b.size);
    assert_int_equal(svi_zmtp_next(&z, &in, &out, &m), SVI_ZMTP_OPEN);
    assert_int_equal(svi_zmtp_next(&z, &in, &out, &m), SVI_ZMTP_MORE);
    assert_int_equal(z.body.size, 1000);
    assert_true(z.body.cap <= 2048);
    assert_int_equal(svi_zmtp_end(&z), SVI_ZMTP_E_CUT);
}

/* ---- refused --------------------------------------------------------------------------------- */

/* Input that ends in an error: nothing, a greeting or a handshake, and then `bytes`, plain or as a
 * frame. At last one byte is changed, or the last byte is cut off. */
struct crime {
    enum svi_zmtp_result result;
    const char *what;
    enum { NOTHING, GREETING, HANDSHAKE } after;
    const char *bytes;
    size_t size;
    bool framed, cut;
    uint8_t flags;     /* of the frame */
    unsigned at, byte; /* the changed one, and 1 + what it becomes; or 0 */
};

#define AFTER(part, RESULT, text)                                                                  \
    {                                                                                              \
        SVI_ZMTP_E_##RESULT, #text, part, text, .size = sizeof text - 1                            \
    }
/* After the greeting, one frame in place of READY; or one after the handshake. */
#define FRAME(part, RESULT, with, text)                                                            \
    {                                                                                              \
        SVI_ZMTP_E_##RESULT, #text, part, text, sizeof text - 1, .framed = true, .flags = with     \
    }
#define FIRST(RESULT, flags, text) FRAME(GREETING, RESULT, flags, text)
#define LATER(RESULT, flags, text) FRAME(HANDSHAKE, RESULT, flags, text)
#define CHANGED(RESULT, where, to)                                                                 \
    {                                                                                              \
        SVI_ZMTP_E_##RESULT, "byte " #where, HANDSHAKE, "", .at = where, .byte = 1 + (to)          \
    }

static const struct crime crimes[] = {
    CHANGED(SIGNATURE, 0, 0xfe),
    CHANGED(SIGNATURE, 9, 0x7e),
    AFTER(NOTHING, SIGNATURE, "GET / HTTP/1.1\r\n\r\n"),
    CHANGED(VERSION, 10, 2),
    CHANGED(VERSION, 10, 0),
    CHANGED(MECHANISM, 12, 'C'),
    CHANGED(MECHANISM, 16, 'X'),
    CHANGED(MECHANISM, 31, 1),
    LATER(FLAGS, 8, "x"),
    LATER(FLAGS, 128, "x"),
    FIRST(FLAGS, 0x14, READY_DEALER),
    LATER(PARTS, 1, "x"),
    LATER(PARTS, 3, "x"),
    LATER(PARTS, 1, ""),
    LATER(COMMAND_PARTS, 5, "\4PING\0\0"),
    FIRST(COMMAND_PARTS, 5, READY_DEALER),
    FIRST(EARLY, 0, "hello"),
    FIRST(EARLY, 2, "hello"),
    AFTER(HANDSHAKE, MESSAGE_SIZE, "\2\0\0\0\0\0\0\3\351"),
    AFTER(HANDSHAKE, MESSAGE_SIZE, "\2\377\377\377\377\377\377\377\377"),
    AFTER(GREETING, COMMAND_SIZE, "\6\0\0\0\0\0\0\20\1"),
    AFTER(GREETING, COMMAND_SIZE, "\6\200\0\0\0\0\0\0\0"),
    AFTER(HANDSHAKE, COMMAND_SIZE, "\6\0\0\0\0\0\0\20\1"),
    FIRST(COMMAND_NAME, 4, ""),
    LATER(COMMAND_NAME, 4, "\0PING"),
    LATER(COMMAND_NAME, 4, "\5PING"),
    FIRST(HANDSHAKE, 4, "\4PING\0\0"),
    FIRST(HANDSHAKE, 4, "\5ready\13Socket-Type\0\0\0\6DEALER"),
    FIRST(HANDSHAKE, 4, "\10INITIATE"),
    FIRST(PROPERTY_NAME, 4, "\5READY\0\0\0\0\0"),
    FIRST(PROPERTY_NAME, 4, "\5READY\1 \0\0\0\0"),
    FIRST(PROPERTY_NAME, 4, "\5READY\1\0\0\0\0\0"),
    FIRST(PROPERTY_CUT, 4, "\5READY\13Socket-Typ"),
    FIRST(PROPERTY_CUT, 4, "\5READY\13Socket-Type\0\0\0"),
    FIRST(PROPERTY_CUT, 4, "\5READY\13Socket-Type\0\0\0\7DEALER"),
    FIRST(PROPERTY_CUT, 4, "\5READY\13Socket-Type\377\377\377\377DEALER"),
    FIRST(PROPERTY_CUT, 4, READY_DEALER "\1"),
    FIRST(TYPE, 4, READY_ROUTER),
    FIRST(TYPE, 4, READY_AS("REQ", "\3")),
    FIRST(TYPE, 4, READY_AS("dealer", "\6")),
    FIRST(TYPE, 4, READY_AS("", "\0")),
    FIRST(TYPE_MISSING, 4, "\5READY"),
    FIRST(TYPE_MISSING, 4, "\5READY\10Identity\0\0\0\1x"),
    FIRST(TYPE_TWICE, 4, READY_DEALER "\13Socket-Type\0\0\0\6DEALER"),
    FIRST(REFUSED, 4, "\5ERROR\7go\1away"),
    FIRST(REFUSED, 4, "\5ERROR\0"),
    FIRST(REFUSED_CUT, 4, "\5ERROR\11go away"),
    FIRST(REFUSED_CUT, 4, "\5ERROR\1go away"),
    FIRST(REFUSED_CUT, 4, "\5ERROR"),
    LATER(COMMAND, 4, READY_DEALER),
    LATER(COMMAND, 4, "\5ERROR\0"),
    LATER(COMMAND, 4, "\11SUBSCRIBE"),
    LATER(COMMAND, 4, "\4ping\0\0"),
    LATER(PING, 4, "\4PING"),
    LATER(PING, 4, "\4PING\0"),
    LATER(PING, 4,
          "\4PING\0\0"
          "0123456789abcdefg"),
    LATER(PONG, 4, "\4PONG0123456789abcdefg"),
    {SVI_ZMTP_E_CUT, "a greeting", GREETING, "", .cut = true},
    {SVI_ZMTP_E_CUT, "no READY", GREETING, .bytes = ""},
    {SVI_ZMTP_E_CUT, "a READY", HANDSHAKE, "", .cut = true},
    AFTER(HANDSHAKE, CUT, "\0"),
    AFTER(HANDSHAKE, CUT, "\2\0\0\0\0\0\0\0"),
    AFTER(HANDSHAKE, CUT, "\0\5hell"),
};
#define CRIMES (sizeof crimes / sizeof *crimes)

static void put_crime(struct svi_buf *b, const struct crime *crime)
{
    if (crime->after == GREETING) {
        put_greeting(b);
    } else if (crime->after == HANDSHAKE) {
        put_handshake(b);
    }
    if (crime->framed) {
        put_frame(b, crime->flags, crime->bytes, crime->size);
    } else {
        svi_buf_append(b, crime->bytes, crime->size);
    }
    if (crime->byte != 0) {
        b->data[crime->at] = (uint8_t)(crime->byte - 1);
    }
    b->size -= crime->cut;
}

TEST(every_way_to_be_wrong_has_its_code)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < CRIMES; i++) {
        SCOPED(svi_buf_finish) struct svi_buf b = {0};

        put_crime(&b, &crimes[i]);
        struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
        const enum svi_zmtp_result wanted =
            crimes[i].result == SVI_ZMTP_E_CUT ? SVI_ZMTP_MORE : crimes[i].result;
        if (t.last != wanted || t.end != crimes[i].result) {
            fail_msg("%s: %s", crimes[i].what, svi_zmtp_text(t.end));
        }
        seen |= UINT64_C(1) << t.end;
        finish(&t);
    }
    for (unsigned r = SVI_ZMTP_E_SIGNATURE; r < SVI_ZMTP_E_MEMORY; r++) {
        if ((seen >> r & 1) == 0) {
            fail_msg("nothing leads to: %s", svi_zmtp_text((enum svi_zmtp_result)r));
        }
    }
}

/* Bytes after a crime are ignored: neither delivered nor answered. */
TEST(nothing_follows_a_crime)
{
    for (size_t i = 0; i < CRIMES; i++) {
        struct svi_buf b = {0};

        if (crimes[i].result == SVI_ZMTP_E_CUT) {
            continue;
        }
        put_crime(&b, &crimes[i]);
        put_handshake(&b);
        PUT_FRAME(&b, 0, "x");
        PUT_FRAME(&b, 4, "\4PING\0\0");
        struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
        assert_int_equal(t.end, crimes[i].result);
        assert_int_equal(t.out.size, 0);
        finish(&t);
        svi_buf_finish(&b);
    }
}

/* A bot takes only an arbiter, and an error is found with the byte that shows it. */
TEST(a_dealer_takes_only_a_router)
{
    SCOPED(svi_buf_finish) struct svi_buf b = {0};
    put_greeting(&b);
    PUT_FRAME(&b, 4, READY_ROUTER);
    struct told t = feed_all_ways(SVI_ZMTP_DEALER, &b);
    assert_int_equal(t.end, SVI_ZMTP_MORE);
    finish(&t);
    svi_buf_clear(&b);
    put_handshake(&b);
    t = feed_all_ways(SVI_ZMTP_DEALER, &b);
    assert_int_equal(t.end, SVI_ZMTP_E_TYPE);
    finish(&t);
}

TEST(an_old_peer_is_found_before_it_waits)
{
    static const uint8_t version_1[] = {0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 1};
    SCOPED(svi_buf_finish) struct svi_buf b = {0};
    svi_buf_append(&b, version_1, sizeof version_1);
    struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
    assert_int_equal(t.last, SVI_ZMTP_E_VERSION);
    finish(&t);
}

TEST(the_reason_of_a_refusal_is_kept)
{
    SCOPED(svi_buf_finish) struct svi_buf b = {0};
    char reason[257] = "\377";
    memset(reason + 1, 'a', 255);
    put_greeting(&b);
    PUT_FRAME(&b, 4, "\5ERROR\7go\1away");
    struct told t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
    assert_string_equal(t.reason, "go?away");
    finish(&t);
    svi_buf_clear(&b);
    put_greeting(&b);
    svi_buf_append(&b, "\6\0\0\0\0\0\0\1\6\5ERROR", 15);
    svi_buf_append(&b, reason, 256);
    t = feed_all_ways(SVI_ZMTP_ROUTER, &b);
    assert_int_equal(t.end, SVI_ZMTP_E_REFUSED);
    assert_int_equal(strlen(t.reason), SVI_ZMTP_REASON - 1);
    finish(&t);
}

TEST(no_memory_is_told)
{
    struct svi_zmtp z;
    struct told t = {0};
    SCOPED(svi_buf_finish) struct svi_buf b = {0};
    put_handshake(&b);
    PUT_FRAME(&b, 0, "abc");
    svi_zmtp_init(&z, SVI_ZMTP_ROUTER, MOST);
    feed(&z, &t, b.data, b.size - 3);
    z.body.failed = true; /* as after a realloc() that failed */
    feed(&z, &t, b.data + b.size - 3, 1);
    assert_int_equal(t.last, SVI_ZMTP_E_MEMORY);
    assert_int_equal(svi_zmtp_end(&z), SVI_ZMTP_E_MEMORY);
    svi_zmtp_finish(&z);
    finish(&t);
}

TEST(every_result_has_a_text)
{
    for (unsigned i = 0; i < SVI_ZMTP_RESULT_COUNT; i++) {
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(svi_zmtp_text((enum svi_zmtp_result)i),
                                    svi_zmtp_text((enum svi_zmtp_result)k));
        }
    }
}
