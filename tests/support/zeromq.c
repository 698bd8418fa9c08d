/* A bot on libzmq's own DEALER, to be measured beside those of the SDK, which needs no libzmq here:
 * it takes the default of whatever it is asked, in one frame for each that comes
 * (docs/PERFORMANCE.md). */
#include "base/buf.h"
#include "wire/wire.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zmq.h>

static _Noreturn void fail(const char *what)
{
    (void)fprintf(stderr, "zeromq: %s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static void on_sigterm(int number)
{
    (void)number;
    _exit(0);
}

/* Answers what a frame asks. False: it is the goodbye. */
static bool answer(struct svi_cursor *frame, struct svi_buf *out)
{
    while (svi_cursor_left(frame) != 0) {
        const uint8_t *start = frame->at;
        struct svi_head head;
        if (svi_get_head(frame, &head) != SV_OK) {
            fail("what comes cannot be read");
        }
        if (head.type == SVI_MESSAGE_GOODBYE || head.type == SVI_MESSAGE_REFUSED) {
            return false;
        }
        if (head.type == SVI_MESSAGE_ASK) {
            const uint64_t match = svi_get_uint(frame, UINT64_MAX);
            const uint32_t question = (uint32_t)svi_get_uint(frame, UINT32_MAX);
            svi_put_reply(out, match, question, NULL, NULL, true);
        }
        (void)svi_resync(frame, start);
    }
    return true;
}

int main(void)
{
    const char *endpoint = getenv("SOLVENT_ENDPOINT");
    const struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                                    .name = "zeromq",
                                    .version = "1",
                                    .answers = UINT32_MAX,
                                    .matches = SVI_MAX_AT_ONCE};
    struct svi_buf out = {0};
    void *context = zmq_ctx_new();
    void *bot = context != NULL ? zmq_socket(context, ZMQ_DEALER) : NULL;
    zmq_msg_t frame;
    bool more = true;
    (void)signal(SIGTERM, on_sigterm);
    if (bot == NULL || endpoint == NULL || zmq_connect(bot, endpoint) != 0) {
        fail("cannot connect to SOLVENT_ENDPOINT");
    }
    zmq_msg_init(&frame);
    for (svi_put_hello(&out, &hello); more; more = more && zmq_msg_recv(&frame, bot, 0) >= 0) {
        if (zmq_msg_size(&frame) != 0) {
            struct svi_cursor c = svi_cursor_over(zmq_msg_data(&frame), zmq_msg_size(&frame));
            more = answer(&c, &out);
        }
        if (out.failed || (out.size != 0 && zmq_send(bot, out.data, out.size, 0) < 0)) {
            fail("cannot send");
        }
        svi_buf_clear(&out);
    }
    zmq_msg_close(&frame);
    svi_buf_finish(&out);
    _exit(0); /* whatever libzmq still has to send */
}
