#include "bot/remote.h"

#include "wire/wire.h"

#include <errno.h>

#define IDLE_MS 1000
#define MONITOR "inproc://solvent-monitor"

static bool set_int(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

static bool set_options(void *socket)
{
    const int64_t max_frame = SVI_MAX_FRAME;

    /* No high-water marks: what is under way is bounded by the matches the bot said it holds, and a full
     * queue would lose questions or block on answers.
     * A machine that vanishes without closing its connections is found by TCP itself; ZeroMQ's own
     * heartbeats would also cut off a bot that a debugger has stopped for a while. */
    return set_int(socket, ZMQ_LINGER, 0) && set_int(socket, ZMQ_SNDHWM, 0) &&
           set_int(socket, ZMQ_RCVHWM, 0) && set_int(socket, ZMQ_RCVTIMEO, IDLE_MS) &&
           set_int(socket, ZMQ_RECONNECT_IVL_MAX, IDLE_MS) &&
           set_int(socket, ZMQ_TCP_KEEPALIVE, 1) && set_int(socket, ZMQ_TCP_KEEPALIVE_IDLE, 30) &&
           set_int(socket, ZMQ_TCP_KEEPALIVE_INTVL, 10) &&
           set_int(socket, ZMQ_TCP_KEEPALIVE_CNT, 3) &&
           zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &max_frame, sizeof max_frame) == 0;
}

static bool start_monitor(struct svi_remote *r)
{
    if (zmq_socket_monitor(r->socket, MONITOR, ZMQ_EVENT_DISCONNECTED) != 0) {
        return false;
    }
    r->monitor = zmq_socket(r->context, ZMQ_PAIR);
    return r->monitor != NULL && set_int(r->monitor, ZMQ_LINGER, 0) &&
           zmq_connect(r->monitor, MONITOR) == 0;
}

bool svi_remote_init(struct svi_remote *r, const char *endpoint)
{
    *r = (struct svi_remote){.context = zmq_ctx_new()};
    zmq_msg_init(&r->frame);
    if (r->context != NULL) {
        r->socket = zmq_socket(r->context, ZMQ_DEALER);
    }
    if (r->socket == NULL || !set_options(r->socket) || !start_monitor(r) ||
        zmq_connect(r->socket, endpoint) != 0) {
        int error = errno;

        svi_remote_finish(r);
        errno = error;
        return false;
    }
    return true;
}

void svi_remote_finish(struct svi_remote *r)
{
    zmq_msg_close(&r->frame);
    if (r->socket != NULL) {
        zmq_close(r->socket);
    }
    if (r->monitor != NULL) {
        zmq_close(r->monitor);
    }
    if (r->context != NULL) {
        zmq_ctx_term(r->context);
    }
    *r = (struct svi_remote){0};
}

/* Whether the connection has broken. Anything the monitor has to say says that: it was asked for nothing
 * else. */
static bool is_lost(struct svi_remote *r)
{
    zmq_msg_t event;
    bool lost;

    zmq_msg_init(&event);
    lost = zmq_msg_recv(&event, r->monitor, ZMQ_DONTWAIT) >= 0;
    zmq_msg_close(&event);
    return lost;
}

enum svi_remote_event svi_remote_receive(struct svi_remote *r)
{
    if (zmq_msg_recv(&r->frame, r->socket, 0) >= 0) {
        /* More parts belong to no frame of ours; they come as frames of their own and are judged so. */
        return SVI_REMOTE_FRAME;
    }
    if (errno == EINTR) {
        return SVI_REMOTE_INTERRUPTED;
    }
    if (errno != EAGAIN) {
        return SVI_REMOTE_LOST;
    }
    return is_lost(r) ? SVI_REMOTE_LOST : SVI_REMOTE_IDLE;
}

bool svi_remote_send(struct svi_remote *r, const uint8_t *bytes, size_t size)
{
    int sent;

    do {
        sent = zmq_send(r->socket, bytes, size, 0);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}
