/* libFuzzer over the ZMTP codec, either end. The first three bytes of the input say which end, what
 * the rest is taken for (all that a connection brings, what comes after a handshake, or messages
 * that two codecs send each other), how long a message may be, and how the bytes are cut. Any cuts
 * must tell the same. */
#include "wire/zmtp.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ENDS 1u     /* bits of the first byte */
#define GREETED 2u  /* a handshake goes before */
#define MESSAGES 4u /* sizes of messages, two bytes each */

/* The codec's events, and its output. */
struct told {
    struct svi_buf log, out;
    enum svi_zmtp_result end;
};

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void feed(struct svi_zmtp *z, struct told *t, const uint8_t *bytes, size_t size)
{
    uint8_t *piece = malloc(size != 0 ? size : 1); /* reading past it is found */
    struct svi_zmtp_message m;
    enum svi_zmtp_result result;
    check(piece != NULL);
    memcpy(piece, bytes, size);
    struct svi_cursor in = svi_cursor_over(piece, size);
    do {
        result = svi_zmtp_next(z, &in, &t->out, &m);
        if (result == SVI_ZMTP_MESSAGE) {
            check(m.size <= z->max_message && z->open);
            svi_buf_append(&t->log, &m.size, sizeof m.size);
            svi_buf_append(&t->log, m.bytes, m.size);
        } else if (result != SVI_ZMTP_MORE) {
            svi_buf_byte(&t->log, (uint8_t)result);
        }
    } while (result == SVI_ZMTP_OPEN || result == SVI_ZMTP_MESSAGE);
    check(result == z->broken && (result != SVI_ZMTP_MORE || svi_cursor_left(&in) == 0));
    free(piece);
}

/* `luck` cuts; 0 leaves the bytes whole. */
static struct told feed_cut(enum svi_zmtp_role role, size_t most, const struct svi_buf *b,
                            uint32_t luck)
{
    struct svi_zmtp z;
    struct told t = {0};
    uint32_t n = luck;
    svi_zmtp_init(&z, role, most);
    for (size_t at = 0; at < b->size && z.broken == SVI_ZMTP_MORE;) {
        size_t piece = b->size - at;
        n = n * 1664525 + 1013904223;
        if (luck != 0) {
            const size_t wanted = 1 + (n >> 16) % (1u + (luck & 0x7f));
            piece = wanted < piece ? wanted : piece;
        }
        feed(&z, &t, b->data + at, piece);
        at += piece;
        check(z.body.cap <= 2 * at + 256);
    }
    t.end = svi_zmtp_end(&z);
    check(t.out.size <= b->size && !t.out.failed);
    svi_zmtp_finish(&z);
    return t;
}

static bool same(const struct svi_buf *a, const struct svi_buf *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static void put_beginning(enum svi_zmtp_role role, struct svi_buf *b)
{
    struct svi_zmtp other;
    svi_zmtp_init(&other, role == SVI_ZMTP_ROUTER ? SVI_ZMTP_DEALER : SVI_ZMTP_ROUTER, 0);
    svi_zmtp_begin(&other, b);
    svi_zmtp_finish(&other);
}

/* Messages whose sizes the input tells must arrive as they were sent. */
static void send_and_receive(enum svi_zmtp_role role, size_t most, const uint8_t *data, size_t size,
                             uint32_t luck)
{
    struct svi_buf b = {0}, log = {0};
    put_beginning(role, &b);
    svi_buf_byte(&log, SVI_ZMTP_OPEN);
    for (size_t at = 0; at + 1 < size && b.size < 10000; at += 2) {
        const size_t wanted = (size_t)data[at] << 8 | data[at + 1];
        const size_t length = wanted % (most + 1);
        uint8_t head[SVI_ZMTP_HEAD];

        svi_buf_append(&b, head, svi_zmtp_message_head(head, length));
        svi_buf_append(&log, &length, sizeof length);
        for (size_t i = 0; i < length; i++) {
            svi_buf_byte(&b, (uint8_t)(i ^ at));
            svi_buf_byte(&log, (uint8_t)(i ^ at));
        }
    }
    struct told t = feed_cut(role, most, &b, luck);
    check(t.end == SVI_ZMTP_MORE && same(&t.log, &log) && t.out.size == 0);
    svi_buf_finish(&t.log);
    svi_buf_finish(&log);
    svi_buf_finish(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct svi_buf b = {0};
    if (size < 3) {
        return 0;
    }
    const enum svi_zmtp_role role = (data[0] & ENDS) != 0 ? SVI_ZMTP_DEALER : SVI_ZMTP_ROUTER;
    const size_t most = (size_t)1 << (data[1] & 0x0f);
    if ((data[0] & MESSAGES) != 0) {
        send_and_receive(role, most, data + 3, size - 3, data[2]);
        return 0;
    }
    if ((data[0] & GREETED) != 0) {
        put_beginning(role, &b);
    }
    svi_buf_append(&b, data + 3, size - 3);
    struct told whole = feed_cut(role, most, &b, 0);
    struct told cut = feed_cut(role, most, &b, data[2]);
    check(whole.end == cut.end && same(&whole.log, &cut.log) && same(&whole.out, &cut.out));
    svi_buf_finish(&whole.log);
    svi_buf_finish(&whole.out);
    svi_buf_finish(&cut.log);
    svi_buf_finish(&cut.out);
    svi_buf_finish(&b);
    return 0;
}
