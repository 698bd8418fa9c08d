/* A bot that answers all questions of a frame in one frame, and garbles some answers, by what it is
 * asked and how often it has been in the match: so at the same questions, however many matches it
 * has at once.
 *
 *     garbler WAY EVERY
 *
 * WAY is one of those below; about one question in EVERY is garbled. It holds as many matches as it
 * is given. */
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it has one thread

/* Puts these bytes in place of a good reply. */
static void garble(const char *way, struct svi_buf *out, size_t at)
{
    if (strcmp(way, "junk") == 0) { /* no MessagePack */
        static const uint8_t junk[] = {0xc1, 0xff};
        out->size = at;
        svi_buf_append(out, junk, sizeof junk);
    } else if (strcmp(way, "long") ==
               0) { /* says that it has more values: those of the next reply, if there is one */
        out->data[at] = (uint8_t)(out->data[at] + 2);
    } else if (strcmp(way, "short") == 0) { /* says that it has fewer: one lies loose */
        svi_buf_byte(out, 7);
    } else if (strcmp(way, "cut") == 0) {
        out->size--;
    } else if (strcmp(way, "type") == 0) { /* a whole message, of the wrong type */
        out->data[at]++;
        svi_buf_byte(out, 0xc3);
    } else if (strcmp(way, "hello") == 0) { /* a whole message that no bot sends now */
        static const uint8_t hello[] = {0x91, 0x00};
        out->size = at;
        svi_buf_append(out, hello, sizeof hello);
    }
}

static bool answer(void *socket, const uint8_t *bytes, size_t size, const char *way, unsigned every)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    struct svi_buf out = {0};
    bool stays = true;
    while (svi_cursor_left(&frame) > 0 && stays) {
        const uint8_t *start = frame.at;
        struct svi_head head;
        struct svi_ask ask;
        if (svi_get_head(&frame, &head) != SV_OK || head.type == SVI_MESSAGE_GOODBYE ||
            head.type == SVI_MESSAGE_REFUSED) {
            stays = false;
        } else if (head.type != SVI_MESSAGE_ASK) {
            (void)svi_resync(&frame, start);
        } else if (svi_get_ask(&frame, &head, &ask) == SV_OK) {
            const uint32_t lot = (ask.question * 2654435761u + ask.asked.kind * 40503u) >> 8;
            const struct sv_answer none = {.kind = ask.asked.kind};
            const size_t at = out.size;
            svi_put_reply(&out, ask.match, ask.question, NULL, &none, true);
            if (lot % every == 0) {
                garble(way, &out, at);
            }
        } else {
            stays = false;
        }
    }
    stays = stays && (out.size == 0 || zmq_send(socket, out.data, out.size, 0) >= 0);
    svi_buf_finish(&out);
    return stays;
}

int main(int argc, char **argv)
{
    const char *endpoint = getenv("SOLVENT_ENDPOINT");
    const unsigned every = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    const struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                                    .name = "garbler",
                                    .answers = UINT32_MAX,
                                    .matches = SVI_MAX_AT_ONCE};
    const int no_linger = 0;
    if (endpoint == NULL || every == 0) {
        (void)fprintf(stderr, "usage: garbler WAY EVERY, started by an arbiter\n");
        return 2;
    }
    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_DEALER);
    (void)zmq_setsockopt(socket, ZMQ_LINGER, &no_linger, sizeof no_linger);
    if (zmq_connect(socket, endpoint) != 0) {
        return 3;
    }
    struct svi_buf out = {0};
    svi_put_hello(&out, &hello);
    (void)zmq_send(socket, out.data, out.size, 0);
    svi_buf_finish(&out);
    zmq_msg_t message;
    zmq_msg_init(&message);
    while (zmq_msg_recv(&message, socket, 0) >= 0 &&
           answer(socket, zmq_msg_data(&message), zmq_msg_size(&message), argv[1], every)) {
    }
    zmq_msg_close(&message);
    zmq_close(socket);
    zmq_ctx_term(context);
    return 0;
}

// NOLINTEND(concurrency-mt-unsafe)
