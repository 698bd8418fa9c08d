#include "bot/dealer.h"

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

static bool start_monitor(struct svi_dealer *d)
{
    if (zmq_socket_monitor(d->socket, MONITOR, ZMQ_EVENT_DISCONNECTED) != 0) {
        return false;
    }
    d->monitor = zmq_socket(d->context, ZMQ_PAIR);
    return d->monitor != NULL && set_int(d->monitor, ZMQ_LINGER, 0) &&
           zmq_connect(d->monitor, MONITOR) == 0;
}

enum sv_status svi_dealer_init(struct svi_dealer *d, const char *endpoint)
{
    *d = (struct svi_dealer){.context = zmq_ctx_new()};
    zmq_msg_init(&d->frame);
    if (d->context != NULL) {
        d->socket = zmq_socket(d->context, ZMQ_DEALER);
    }
    if (d->socket == NULL || !set_options(d->socket) || !start_monitor(d) ||
        zmq_connect(d->socket, endpoint) != 0) {
        int error = errno;

        svi_dealer_finish(d);
        errno = error;
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

void svi_dealer_finish(struct svi_dealer *d)
{
    zmq_msg_close(&d->frame);
    if (d->socket != NULL) {
        zmq_close(d->socket);
    }
    if (d->monitor != NULL) {
        zmq_close(d->monitor);
    }
    if (d->context != NULL) {
        zmq_ctx_term(d->context);
    }
    *d = (struct svi_dealer){0};
}

/* Whether the connection has broken. Anything the monitor has to say says that: it was asked for nothing
 * else. */
static bool is_lost(struct svi_dealer *d)
{
    zmq_msg_t event;
    bool lost;

    zmq_msg_init(&event);
    lost = zmq_msg_recv(&event, d->monitor, ZMQ_DONTWAIT) >= 0;
    zmq_msg_close(&event);
    return lost;
}

enum svi_dealer_event svi_dealer_receive(struct svi_dealer *d)
{
    if (zmq_msg_recv(&d->frame, d->socket, 0) >= 0) {
        /* More parts belong to no frame of ours; they come as frames of their own and are judged so. */
        return SVI_DEALER_FRAME;
    }
    if (errno == EINTR) {
        return SVI_DEALER_INTERRUPTED;
    }
    if (errno != EAGAIN) {
        return SVI_DEALER_LOST;
    }
    return is_lost(d) ? SVI_DEALER_LOST : SVI_DEALER_IDLE;
}

bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size)
{
    int sent;

    do {
        sent = zmq_send(d->socket, bytes, size, 0);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}
