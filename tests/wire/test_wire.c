/* Messages: round trips, the ways to be wrong, hostile bytes in both directions. */
#include "tests/base/testing.h"
#include "tests/wire/random.h"
#include "wire/wire.h"

#include <assert.h>
#include <msgpack.h>

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

/* Reads the head, which must be of that type. */
static struct svi_cursor open_message(const struct svi_buf *buf, unsigned type,
                                      struct svi_head *head)
{
    struct svi_cursor c = svi_cursor_over(buf->data, buf->size);
    assert_false(buf->failed);
    assert_ok(svi_get_head(&c, head));
    assert_int_equal(head->type, type);
    return c;
}

/* Decodes all messages of a frame, from whichever side, and looks at nothing but memory. */
static void decode_all(const uint8_t *bytes, size_t size)
{
    static const struct sv_edition e;
    const struct sv_position p = {.seats = 4};
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    union {
        struct svi_hello hello;
        struct svi_welcome welcome;
        char reason[SVI_MAX_REASON];
        struct svi_edition_message edition;
        struct svi_start start;
        struct svi_ask ask;
        struct svi_end end;
        struct svi_clock_left left;
    } m;
    struct svi_reply reply;
    struct sv_answer a;
    struct svi_log_entry log_entry;
    uint64_t match;
    uint32_t question;

    while (svi_cursor_left(&frame) != 0) {
        const uint8_t *start = frame.at;
        struct svi_head head;
        enum sv_status status = svi_get_head(&frame, &head);

        if (status == SV_OK) {
            switch (head.type) {
            case SVI_MESSAGE_HELLO:
                status = svi_get_hello(&frame, &head, &m.hello);
                break;
            case SVI_MESSAGE_WELCOME:
                status = svi_get_welcome(&frame, &head, &m.welcome);
                break;
            case SVI_MESSAGE_REFUSED:
                status = svi_get_refused(&frame, &head, m.reason);
                break;
            case SVI_MESSAGE_EDITION:
                status = svi_get_edition(&frame, &head, &m.edition);
                break;
            case SVI_MESSAGE_START:
                status = svi_get_start(&frame, &head, &m.start);
                break;
            case SVI_MESSAGE_ASK:
                status = svi_get_ask(&frame, &head, &m.ask);
                break;
            case SVI_MESSAGE_LOG:
            case SVI_MESSAGE_NOTE:
                status = svi_get_say(&frame, &head, &match, &question, &log_entry);
                break;
            case SVI_MESSAGE_REPLY:
                status = svi_get_reply(&frame, &head, &reply);
                if (status == SV_OK) {
                    struct sv_question q = {.kind = (uint8_t)(reply.question % SV_DECISION_COUNT),
                                            .amount = 1,
                                            .spaces = 2};

                    status = svi_get_reply_answer(&frame, &reply, &e, &p, &q, &a);
                }
                break;
            case SVI_MESSAGE_END:
                status = svi_get_end(&frame, &head, &m.end);
                break;
            case SVI_MESSAGE_CLOCK:
                status = svi_get_clock(&frame, &head, &m.left);
                break;
            default:
                status = svi_get_goodbye(&frame, &head);
                break;
            }
        }
        assert_true(frame.at > start && frame.at <= frame.end);
        if (status != SV_OK && !svi_resync(&frame, start)) {
            assert_int_equal(svi_cursor_left(&frame), 0);
        }
    }
}

/* ---- round trips -------------------------------------------------------------------------- */

TEST(hello_travels)
{
    struct random r = {7};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    for (unsigned i = 0; i < 2000; i++) {
        struct svi_hello in = random_hello(&r), out;
        struct svi_head head;

        svi_buf_clear(&buf);
        svi_put_hello(&buf, &in);
        struct svi_cursor c = open_message(&buf, SVI_MESSAGE_HELLO, &head);
        assert_ok(svi_get_hello(&c, &head, &out));
        assert_ok(svi_cursor_end(&c));
        assert_int_equal(out.protocol, in.protocol);
        assert_string_equal(out.name, in.name);
        assert_string_equal(out.version, in.version);
        assert_int_equal(out.answers, in.answers);
        assert_int_equal(out.matches, in.matches);
        assert_int_equal(out.model, in.model);
        assert_int_equal(out.events, in.events);
        assert_int_equal(out.fallback, in.fallback);
        assert_int_equal(out.talk, in.talk);
        assert_memory_equal(out.when, in.when, sizeof in.when);
    }
}

TEST(welcome_refused_goodbye_travel)
{
    const struct svi_welcome in = {SVI_PROTOCOL, "0.1.0", 1000, 60000, 10, true};
    struct svi_welcome out;
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    struct svi_head head;
    char reason[SVI_MAX_REASON], longest[2 * SVI_MAX_REASON];
    svi_put_welcome(&buf, &in);
    struct svi_cursor c = open_message(&buf, SVI_MESSAGE_WELCOME, &head);
    assert_ok(svi_get_welcome(&c, &head, &out));
    assert_int_equal(out.protocol, in.protocol);
    assert_string_equal(out.arbiter, in.arbiter);
    assert_int_equal(out.decision_ms, in.decision_ms);
    assert_int_equal(out.bank_ms, in.bank_ms);
    assert_int_equal(out.strikes, in.strikes);
    assert_int_equal(out.talk, in.talk);

    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    memcpy(longest + SVI_MAX_REASON - 3, "漢", 3); /* would be cut in two */
    svi_buf_clear(&buf);
    svi_put_refused(&buf, longest);
    c = open_message(&buf, SVI_MESSAGE_REFUSED, &head);
    assert_ok(svi_get_refused(&c, &head, reason));
    assert_int_equal(strlen(reason), SVI_MAX_REASON - 3);

    svi_buf_clear(&buf);
    svi_put_goodbye(&buf);
    assert_int_equal(buf.size, 2);
    c = open_message(&buf, SVI_MESSAGE_GOODBYE, &head);
    assert_ok(svi_get_goodbye(&c, &head));
    assert_ok(svi_cursor_end(&c));
}

TEST(edition_start_end_travel)
{
    struct random r = {8};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    uint8_t bytes[3000];
    for (unsigned i = 0; i < 2000; i++) {
        struct svi_edition_message edition = {.bytes = bytes,
                                              .size = random_below(&r, sizeof bytes)};
        struct svi_start start = random_start(&r);
        struct svi_end end = random_end(&r);
        struct svi_edition_message edition_out;
        struct svi_start start_out;
        struct svi_end end_out;
        struct svi_head head;

        random_bytes(&r, edition.hash, sizeof edition.hash);
        svi_buf_clear(&buf);
        svi_put_edition(&buf, &edition); /* all three in one frame */
        svi_put_start(&buf, &start);
        svi_put_end(&buf, &end);
        struct svi_cursor c = open_message(&buf, SVI_MESSAGE_EDITION, &head);
        assert_ok(svi_get_edition(&c, &head, &edition_out));
        assert_memory_equal(edition_out.hash, edition.hash, sizeof edition.hash);
        assert_int_equal(edition_out.size, edition.size);
        assert_memory_equal(edition_out.bytes, bytes, edition.size);
        assert_ok(svi_get_head(&c, &head));
        assert_ok(svi_get_start(&c, &head, &start_out));
        assert_memory_equal(&start_out.key, &start.key, sizeof start.key);
        assert_memory_equal(start_out.edition, start.edition, sizeof start.edition);
        assert_memory_equal(start_out.commitment, start.commitment, sizeof start.commitment);
        assert_true(start_out.match == start.match && start_out.seat == start.seat &&
                    start_out.seats == start.seats);
        for (unsigned s = 0; s < start.seats; s++) {
            assert_string_equal(start_out.name[s], start.name[s]);
        }
        assert_ok(svi_get_head(&c, &head));
        assert_ok(svi_get_end(&c, &head, &end_out));
        assert_ok(svi_cursor_end(&c));
        assert_true(end_out.match == end.match && end_out.seats == end.seats &&
                    end_out.result.why == end.result.why);
        assert_memory_equal(end_out.result.place, end.result.place, sizeof end.result.place);
        assert_memory_equal(end_out.result.worth, end.result.worth, sizeof end.result.worth);
    }
}

static void expect_same_question(const struct sv_question *a, const struct sv_question *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->seat, b->seat);
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    assert_memory_equal(&a->member, &b->member, sizeof a->member);
    SV_QUESTION_FIELDS(X)
#undef X
}

TEST(ask_travels)
{
    struct random r = {9};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    uint8_t seen[SVI_MAX_BLOCK] = {0}, now[SVI_MAX_BLOCK] = {0}, block[SVI_MAX_BLOCK] = {0};
    for (unsigned i = 0; i < 5000; i++) {
        size_t size = SVI_MAX_BLOCK;
        struct sv_question q = random_question(&r, i % SV_DECISION_COUNT);
        uint64_t match = random_uint64(&r);
        uint32_t question = (uint32_t)random_uint64(&r);
        struct svi_ask ask;
        struct svi_head head;

        for (uint32_t n = random_below(&r, 12); n != 0; n--) {
            now[random_below(&r, (uint32_t)size)] = (uint8_t)random_next(&r);
        }
        svi_buf_clear(&buf);
        svi_put_ask(&buf, match, question, &q, seen, now, size);
        struct svi_cursor c = open_message(&buf, SVI_MESSAGE_ASK, &head);
        assert_ok(svi_get_ask(&c, &head, &ask));
        assert_ok(svi_cursor_end(&c));
        assert_true(ask.match == match);
        assert_int_equal(ask.question, question);
        expect_same_question(&ask.asked, &q);
        assert_ok(svi_patch_apply(block, size, ask.patch, ask.patch_size));
        assert_memory_equal(block, now, size);
        assert_memory_equal(seen, now, size);
    }
}

TEST(reply_travels)
{
    static const struct sv_edition e;
    struct random r = {10};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    for (unsigned i = 0; i < 10000; i++) {
        struct sv_position p = {.seats = 4, .cash = {500, 20}};
        struct sv_question q = {
            .kind = (uint8_t)(i % SV_DECISION_COUNT), .amount = 100, .spaces = 6};
        struct sv_answer a = random_answer(&r, &p, &q), b;
        bool is_default = random_below(&r, 3) == 0;
        struct svi_reply reply;
        struct svi_head head;

        if (is_default) {
            sv_answer_default(&e, &p, &q, &a);
        }
        svi_buf_clear(&buf);
        svi_put_reply(&buf, i, i + 1, &p, &a, is_default);
        struct svi_cursor c = open_message(&buf, SVI_MESSAGE_REPLY, &head);
        assert_ok(svi_get_reply(&c, &head, &reply));
        assert_true(reply.match == i && reply.question == i + 1);
        assert_int_equal(reply.values, is_default ? 0 : svi_answer_values(q.kind));
        assert_ok(svi_get_reply_answer(&c, &reply, &e, &p, &q, &b));
        assert_ok(svi_cursor_end(&c));
        assert_true(svi_answer_same(&a, &b));
    }
}

/* ---- faults ---------------------------------------------------------------------------------- */

static enum sv_status get_hello(const struct svi_buf *buf, struct svi_hello *hello)
{
    struct svi_cursor c = svi_cursor_over(buf->data, buf->size);
    struct svi_head head;
    return svi_get_head(&c, &head) == SV_OK ? svi_get_hello(&c, &head, hello) : c.status;
}

static void pack_text(msgpack_packer *pk, const char *text)
{
    msgpack_pack_str_with_body(pk, text, strlen(text));
}

/* Begins a hello of this many pairs, to be filled in. */
static msgpack_packer begin_hello(struct svi_buf *buf, unsigned pairs)
{
    msgpack_packer pk = {buf, svi_buf_write};

    svi_buf_clear(buf);
    msgpack_pack_array(&pk, 2);
    msgpack_pack_uint8(&pk, SVI_MESSAGE_HELLO);
    msgpack_pack_map(&pk, pairs);
    return pk;
}

static void pack_pair(msgpack_packer *pk, const char *key, unsigned value)
{
    pack_text(pk, key);
    msgpack_pack_uint32(pk, value);
}

TEST(hello_keys)
{
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    struct svi_hello hello;
    msgpack_packer pk = begin_hello(&buf, 4);

    /* In any order, with a key of a later version, optional ones left out. */
    pack_text(&pk, "name");
    pack_text(&pk, "x");
    pack_pair(&pk, "answers", 5);
    pack_text(&pk, "colour");
    msgpack_pack_array(&pk, 1);
    pack_text(&pk, "red");
    pack_pair(&pk, "protocol", SVI_PROTOCOL);
    assert_ok(get_hello(&buf, &hello));
    assert_int_equal(hello.matches, 1);
    assert_int_equal(hello.answers, 5);
    assert_false(hello.model);

    pk = begin_hello(&buf, 2);
    pack_pair(&pk, "protocol",
              SVI_PROTOCOL + 1); /* another version may mean anything by the rest */
    pack_pair(&pk, "name", 7);
    assert_int_equal(get_hello(&buf, &hello), SV_E_VERSION);
    assert_int_equal(hello.protocol, SVI_PROTOCOL + 1);

    pk = begin_hello(&buf, 2);
    pack_pair(&pk, "protocol", SVI_PROTOCOL);
    pack_pair(&pk, "answers", 5);
    assert_int_equal(get_hello(&buf, &hello), SV_E_MISSING);

    pk = begin_hello(&buf, 2);
    pack_pair(&pk, "protocol", SVI_PROTOCOL);
    pack_pair(&pk, "protocol", SVI_PROTOCOL);
    assert_int_equal(get_hello(&buf, &hello), SV_E_DUPLICATE);

    pk = begin_hello(&buf, 1);
    pack_pair(&pk, "matches", 0);
    assert_int_equal(get_hello(&buf, &hello), SV_E_RANGE);

    pk = begin_hello(&buf, 1);
    pack_text(&pk, "name");
    pack_text(&pk, "");
    assert_int_equal(get_hello(&buf, &hello), SV_E_LENGTH);

    pk = begin_hello(&buf, 1);
    pack_text(&pk, "name");
    pack_text(&pk, "0123456789012345678901234567890123456789");
    assert_int_equal(get_hello(&buf, &hello), SV_E_LENGTH);

    pk = begin_hello(&buf, 1);
    pack_text(&pk, "name");
    pack_text(&pk, "\x1b[2J");
    assert_int_equal(get_hello(&buf, &hello), SV_E_RANGE);

    pk = begin_hello(&buf, 1);
    pack_pair(&pk, "model", 1);
    assert_int_equal(get_hello(&buf, &hello), SV_E_TYPE);

    pk = begin_hello(&buf, 0x10000000);
    assert_int_equal(get_hello(&buf, &hello), SV_E_TRUNCATED);
}

static enum sv_status head_of(const uint8_t *bytes, size_t size)
{
    struct svi_cursor c = svi_cursor_over(bytes, size);
    struct svi_head head;
    return svi_get_head(&c, &head);
}

TEST(heads)
{
    assert_ok(head_of(BYTES(0x91, SVI_MESSAGE_GOODBYE)));
    assert_int_equal(head_of(BYTES(0x90)), SV_E_LENGTH);
    assert_int_equal(head_of(BYTES(0x91, SVI_MESSAGE_COUNT)), SV_E_UNKNOWN);
    assert_int_equal(head_of(BYTES(0x91, 0xff)), SV_E_RANGE);
    assert_int_equal(head_of(BYTES(0x91, 0xa0)), SV_E_TYPE);
    assert_int_equal(head_of(BYTES(0x80)), SV_E_TYPE);
    assert_int_equal(head_of(BYTES(0xdd, 0x10, 0x00, 0x00, 0x00)), SV_E_TRUNCATED);
    assert_int_equal(head_of(BYTES(0x91)), SV_E_TRUNCATED);
}

/* Every message but hello and welcome (maps) has one length. */
TEST(lengths_are_exact)
{
    struct random r = {11};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    struct svi_start start = random_start(&r);
    struct svi_end end = random_end(&r);
    struct svi_head head;
    struct svi_start start_out;
    struct svi_end end_out;
    struct svi_ask ask;
    struct svi_reply reply;
    struct sv_question q = {.kind = SV_DECISION_BID, .space = 5, .other = SV_NONE, .amount = 3};
    uint8_t seen[SV_POSITION_BYTES] = {0};
    svi_put_start(&buf, &start);
    buf.data[0]++;
    struct svi_cursor c = open_message(&buf, SVI_MESSAGE_START, &head);
    assert_int_equal(svi_get_start(&c, &head, &start_out), SV_E_LENGTH);
    svi_buf_clear(&buf);
    start.match = 1;
    start.seat = 0;
    svi_put_start(&buf, &start);
    assert_int_equal(buf.data[4], 0x90 + start.seats);
    buf.data[4] = 0x91; /* a match has at least two seats */
    c = open_message(&buf, SVI_MESSAGE_START, &head);
    assert_int_equal(svi_get_start(&c, &head, &start_out), SV_E_LENGTH);
    svi_buf_clear(&buf);
    svi_put_end(&buf, &end);
    buf.data[0]--;
    c = open_message(&buf, SVI_MESSAGE_END, &head);
    assert_int_equal(svi_get_end(&c, &head, &end_out), SV_E_LENGTH);
    svi_buf_clear(&buf);
    svi_put_ask(&buf, 1, 1, &q, seen, seen, sizeof seen);
    buf.data[0]++;
    c = open_message(&buf, SVI_MESSAGE_ASK, &head);
    assert_int_equal(svi_get_ask(&c, &head, &ask), SV_E_LENGTH);
    c = svi_cursor_over("\x92\x06\x01", 3);
    assert_ok(svi_get_head(&c, &head));
    assert_int_equal(svi_get_reply(&c, &head, &reply), SV_E_LENGTH);
}

TEST(an_answer_of_another_length_is_refused)
{
    static const struct sv_edition e;
    const struct sv_position p = {.seats = 2};
    const struct sv_question q = {.kind = SV_DECISION_BID, .amount = 1, .limit = 9};
    struct svi_cursor c = svi_cursor_over("\x94\x06\x01\x07\x05", 5);
    struct svi_head head;
    struct svi_reply reply;
    struct sv_answer a;
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_reply(&c, &head, &reply));
    assert_int_equal(reply.question, 7);
    assert_int_equal(reply.values, 1); /* a bid has two */
    assert_int_equal(svi_get_reply_answer(&c, &reply, &e, &p, &q, &a), SV_E_LENGTH);
    c = svi_cursor_over("\x96\x06\x01\x07\x05\x05\x05", 7);
    svi_get_head(&c, &head);
    assert_ok(svi_get_reply(&c, &head, &reply));
    assert_int_equal(svi_get_reply_answer(&c, &reply, &e, &p, &q, &a), SV_E_LENGTH);
}

TEST(start_and_end_hold_to_seats)
{
    struct random r = {12};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    struct svi_start start = random_start(&r), start_out;
    struct svi_end end = random_end(&r), end_out;
    struct svi_head head;
    start.match = 1;
    start.seats = 3;
    start.seat = 2;
    svi_put_start(&buf, &start);
    assert_int_equal(buf.data[3], 2);
    buf.data[3] = 3; /* the seat */
    struct svi_cursor c = open_message(&buf, SVI_MESSAGE_START, &head);
    assert_int_equal(svi_get_start(&c, &head, &start_out), SV_E_RANGE);

    end.match = 1;
    end.seats = 2;
    end.result.place[0] = end.result.place[1] = 1;
    svi_buf_clear(&buf);
    svi_put_end(&buf, &end);
    assert_memory_equal(buf.data + 4, "\xc4\x02\x01\x01\x92", 5);
    buf.data[6] = 3; /* third of two */
    c = open_message(&buf, SVI_MESSAGE_END, &head);
    assert_int_equal(svi_get_end(&c, &head, &end_out), SV_E_RANGE);
    buf.data[6] = 0; /* no place at all */
    c = open_message(&buf, SVI_MESSAGE_END, &head);
    assert_int_equal(svi_get_end(&c, &head, &end_out), SV_E_RANGE);
    buf.data[6] = 1;
    buf.data[8] = 0x93; /* more worths than places */
    c = open_message(&buf, SVI_MESSAGE_END, &head);
    assert_int_equal(svi_get_end(&c, &head, &end_out), SV_E_LENGTH);
}

/* A message that makes no sense costs only itself, as long as it is MessagePack. */
TEST(resync_finds_the_next_message)
{
    const uint8_t frame[] = {0x94, 0x06, 0x01, 0x02, 0xa1, 'x',  0x93, 0x06,
                             0x01, 0x03, 0x93, 0x06, 0x01, 0xc1, 0x93};
    struct svi_cursor c = svi_cursor_over(frame, sizeof frame);
    const uint8_t *start = c.at;
    struct svi_head head;
    struct svi_reply reply;
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_reply(&c, &head, &reply));
    svi_cursor_fail(&c, SV_E_TYPE);
    assert_true(svi_resync(&c, start));
    assert_ptr_equal(c.at, frame + 6);
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_reply(&c, &head, &reply));
    assert_int_equal(reply.question, 3);
    start = c.at;
    assert_ok(svi_get_head(&c, &head));
    assert_int_equal(svi_get_reply(&c, &head, &reply), SV_E_TYPE);
    assert_int_equal(reply.match, 1);
    assert_false(svi_resync(&c, start));
    assert_int_equal(svi_cursor_left(&c), 0);
}

/* ---- hostile bytes ------------------------------------------------------------------------ */

static void put_anything(struct svi_buf *buf, struct random *r)
{
    static uint8_t seen[SVI_MAX_BLOCK], now[SVI_MAX_BLOCK];
    const struct sv_position p = {.seats = 4};
    struct sv_question q = random_question(r, random_below(r, SV_DECISION_COUNT));
    struct sv_answer a = random_answer(r, &p, &q);
    struct svi_hello hello = random_hello(r);
    struct svi_start start = random_start(r);
    struct svi_end end = random_end(r);
    const struct svi_edition_message edition = {.bytes = now, .size = random_below(r, 50)};
    switch (random_below(r, SVI_MESSAGE_COUNT)) {
    case SVI_MESSAGE_HELLO:
        svi_put_hello(buf, &hello);
        break;
    case SVI_MESSAGE_WELCOME:
        svi_put_welcome(buf, &(struct svi_welcome){SVI_PROTOCOL, "x", 9, 8, 7, false});
        break;
    case SVI_MESSAGE_REFUSED:
        svi_put_refused(buf, "no");
        break;
    case SVI_MESSAGE_EDITION:
        svi_put_edition(buf, &edition);
        break;
    case SVI_MESSAGE_START:
        svi_put_start(buf, &start);
        break;
    case SVI_MESSAGE_ASK:
        now[random_below(r, sizeof now)]++;
        svi_put_ask(buf, random_uint64(r), random_below(r, 1000), &q, seen, now, sizeof now);
        break;
    case SVI_MESSAGE_REPLY: /* decode_all() takes the number for the kind */
        svi_put_reply(buf, random_uint64(r), q.kind + SV_DECISION_COUNT * random_below(r, 99), &p,
                      &a, random_below(r, 4) == 0);
        break;
    case SVI_MESSAGE_END:
        svi_put_end(buf, &end);
        break;
    case SVI_MESSAGE_LOG:
        svi_put_say(buf, random_uint64(r), random_below(r, 99),
                    &(struct sv_log_entry){.text = "a\tb"});
        break;
    case SVI_MESSAGE_NOTE:
        svi_put_say(buf, random_uint64(r), random_below(r, 99),
                    &(struct sv_log_entry){.key = "k", .value = (int64_t)random_uint64(r)});
        break;
    default:
        svi_put_goodbye(buf);
        break;
    }
}

/* Every truncation and flips of frames of several messages, each in memory of exactly its size. */
TEST(truncated_and_flipped_frames)
{
    struct random r = {13};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    for (unsigned i = 0; i < 600; i++) {
        SCOPED(scoped_free) uint8_t *whole;

        svi_buf_clear(&buf);
        for (uint32_t n = 1 + random_below(&r, 3); n != 0; n--) {
            put_anything(&buf, &r);
        }
        assert(buf.data != NULL);
        whole = random_room(buf.size);
        memcpy(whole, buf.data, buf.size);
        decode_all(whole, buf.size);
        for (size_t size = 0; size < buf.size; size++) {
            SCOPED(scoped_free) uint8_t *part = random_room(size);

            memcpy(part, buf.data, size);
            decode_all(part, size);
        }
        for (unsigned k = 0; k < 200; k++) {
            size_t at = random_below(&r, (uint32_t)buf.size);
            uint8_t before = whole[at];

            whole[at] = (uint8_t)random_next(&r);
            decode_all(whole, buf.size);
            if (random_below(&r, 4) != 0) { /* now and then flips add up */
                whole[at] = before;
            }
        }
    }
}

TEST(hostile_counts_everywhere)
{
    static const uint8_t bombs[][6] = {
        {5, 0xdd, 0x10, 0, 0, 0},          {5, 0xdf, 0x10, 0, 0, 0},
        {5, 0xdb, 0x7f, 0xff, 0xff, 0xff}, {5, 0xc6, 0xff, 0xff, 0xff, 0xff},
        {5, 0xdd, 0xff, 0xff, 0xff, 0xff}, {3, 0xdc, 0xff, 0xff, 0, 0},
    };
    struct random r = {14};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};

    for (unsigned i = 0; i < 20000; i++) {
        const uint8_t *bomb = bombs[random_below(&r, sizeof bombs / sizeof *bombs)];

        svi_buf_clear(&buf);
        put_anything(&buf, &r);
        size_t at = random_below(&r, (uint32_t)buf.size); /* in place of whatever stood there */
        svi_buf_reserve(&buf, 5);
        memcpy(buf.data + at, bomb + 1, bomb[0]);
        buf.size = buf.size > at + bomb[0] ? buf.size : at + bomb[0];
        decode_all(buf.data, buf.size);
    }
}

TEST(messages_have_names)
{
    assert_string_equal(svi_message_name(SVI_MESSAGE_HELLO), "hello");
    assert_string_equal(svi_message_name(SVI_MESSAGE_GOODBYE), "goodbye");
    assert_null(svi_message_name(SVI_MESSAGE_COUNT));
}
